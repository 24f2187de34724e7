/* lint's rules about charts, on specs that our own writers don't make (yet), and the
 * numbers that it sees in prose. tests/e2e/lint-*.sh have the rules that a study can
 * bring about. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "lint/prose.h"

static arena perm, scratch;

/* --- charts --------------------------------------------------------------------------
 */

/* What lint says of one figure by that rule; empty: nothing. */
static const char *said(const char *rule_id, chart_spec spec, bool has_table)
{
    static table t = {.row_count = 1};
    static config site = {.root = ".", .practical_limit = 0.02};
    figure *f = NEW(&perm, figure, 1);
    *f = (figure){.number = 1,
                  .id = S("w-m"),
                  .title = S("T"),
                  .subtitle = S("S"),
                  .alt = S("A"),
                  .chart = spec,
                  .table = has_table ? &t : NULL};
    figure *figures[] = {f};
    report r = {
        .root = node_new(&perm, NODE_REPORT), .figures = figures, .figure_count = 1};
    study s = {.id = S("s"), .site = &site, .yaml = {.path = "study.yaml"}};
    post p = {.src = {.path = "post.md"}};
    const lint_subject on = {&s, &p, &r, NULL};
    findings all = lint_study(&perm, scratch, &on);
    for (const finding *found = all.first; found; found = found->next) {
        if (strcmp(found->rule->id, rule_id) == 0) {
            return found->place.text;
        }
    }
    return "";
}

#define BAR(...) ((chart_bar){.name = S("a"), __VA_ARGS__})

/* A spec of `kind` with one panel of one bar. */
static chart_spec one_bar(chart_kind kind, chart_bar bar, bool zero_based)
{
    chart_panel *p = NEW(&perm, chart_panel, 1);
    chart_bar *b = NEW(&perm, chart_bar, 1);
    *b = bar;
    *p = (chart_panel){.title = S("M"),
                       .unit = S("s"),
                       .bars = b,
                       .bar_count = 1,
                       .zero_based = zero_based};
    return (chart_spec){.kind = kind, .panels = p, .panel_count = 1};
}

static void bars_begin_at_zero(void **state)
{
    (void)state;
    chart_bar b = BAR(.value = SOME(1));
    assert_string_equal(said("V01", one_bar(CHART_BARS, b, false), true),
                        "Figure 1 (w-m): its bars don't begin at zero");
    assert_string_equal(said("V01", one_bar(CHART_BARS, b, true), true), "");
    assert_string_equal(said("V01", one_bar(CHART_ECDF, b, false), true), "");
}

static void nothing_below_zero_is_on_a_log_axis(void **state)
{
    (void)state;
    chart_bar low = BAR(.value = SOME(1), .min = SOME(0)),
              high = BAR(.value = SOME(1), .min = SOME(0.5));
    assert_string_equal(
        said("V02", one_bar(CHART_RATIOS, low, false), true),
        "Figure 1 (w-m): the ratio of a reaches zero on a logarithmic axis");
    assert_string_equal(said("V02", one_bar(CHART_RATIOS, high, false), true), "");
    static const chart_point points[] = {{.x = 0, .y = {1, true}}};
    chart_spec sweep =
        one_bar(CHART_SWEEP, BAR(.curve = points, .curve_count = 1), false);
    assert_string_equal(said("V02", sweep, true), "");
    sweep.x_log = true;
    assert_string_equal(said("V02", sweep, true),
                        "Figure 1 (w-m): a has a point at 0 on a logarithmic axis");
}

static void one_axis_has_one_unit(void **state)
{
    (void)state;
    chart_spec spec = one_bar(CHART_MULTIPLES, BAR(.value = SOME(1)), true);
    chart_panel panels[] = {spec.panels[0], spec.panels[0]};
    spec.panels = panels;
    spec.panel_count = 2;
    assert_string_equal(said("V04", spec, true), "");
    panels[1].unit = S("ms");
    assert_string_equal(said("V04", spec, true), "Figure 1 (w-m): one axis has s and ms");
    spec.kind = CHART_BARS; /* each panel has its own */
    assert_string_equal(said("V04", spec, true), "");
}

static void error_bars_say_what_they_are(void **state)
{
    (void)state;
    chart_spec spec = one_bar(CHART_BARS, BAR(.value = SOME(2), .stddev = SOME(1)), true);
    assert_string_equal(said("V05", spec, true),
                        "Figure 1 (w-m): the error bar of a has no legend");
    spec.spread_word = S("± 1 standard deviation");
    assert_string_equal(said("V05", spec, true), "");
}

static void eight_lines_are_enough(void **state)
{
    (void)state;
    chart_bar bars[9] = {0};
    chart_spec spec = one_bar(CHART_SERIES, BAR(.value = SOME(1)), false);
    spec.panels[0].bars = bars;
    spec.panels[0].bar_count = 8;
    assert_string_equal(said("V11", spec, true), "");
    spec.panels[0].bar_count = 9;
    assert_string_equal(said("V11", spec, true),
                        "Figure 1 (w-m): 9 lines in one panel can't be told apart");
    spec.kind = CHART_BARS; /* bars have names */
    assert_string_equal(said("V11", spec, true), "");
}

static void a_chart_has_a_table(void **state)
{
    (void)state;
    chart_spec spec = one_bar(CHART_BARS, BAR(.value = SOME(2)), true);
    assert_string_equal(said("X02", spec, true), "");
    assert_string_equal(said("X02", spec, false),
                        "Figure 1 (w-m) has no table of its numbers");
}

/* --- numbers -------------------------------------------------------------------------
 */

/* "-0.72%" or "16.3 s" of each number that is seen, with the half of its last digit. */
static const char *seen(const char *markdown)
{
    typed all[8];
    str text = str_from(markdown);
    ptrdiff_t n = prose_numbers(scratch, text, all, 0);
    str list = S("");
    for (ptrdiff_t i = 0; i < n; i++) {
        static const char *const kinds[] = {"%", "x", ""};
        list = str_fmt(&perm, "%.*s%s[%.*s] %+d %g%s%.*s/%g", SV(list), i ? " " : "",
                       SV(all[i].place), all[i].sign, all[i].value, kinds[all[i].kind],
                       SV(all[i].base), all[i].half);
    }
    return str_cz(&perm, list);
}

static void numbers_are_seen(void **state)
{
    (void)state;
    static const struct {
        const char *markdown, *want;
    } cases[] = {
        {"took 16.3 s.", "[16.3 s] +0 16.3s/0.05"},
        {"took 16.3\xC2\xA0s", "[16.3\xC2\xA0s] +0 16.3s/0.05"},
        {"12ms, 3µs", "[12ms] +0 0.012s/0.0005 [3µs] +0 3e-06s/5e-07"},
        {"by -72%", "[-72%] -1 0.72%/0.005"},
        {"by −7.25%", "[−7.25%] -1 0.0725%/5e-05"},
        {"+10 percent", "[+10 percent] +1 0.1%/0.005"},
        {"1.5x as long", "[1.5x] +0 1.5x/0.05"},
        {"3× the time", "[3×] +0 3x/0.5"},
        {"2.25 times", "[2.25 times] +0 2.25x/0.005"},
        {"3 times faster", "[3 times] +0 3x/0.5"},
        {"62,399.5 requests/s", "[62,399.5 requests/s] +0 62399.51/s/0.05"},
        {"843 MB/s or 2 GiB",
         "[843 MB/s] +0 8.43e+08B/s/500000 [2 GiB] +0 2.14748e+09B/5.36871e+08"},
        {"**35%** and _39%_", "[35%] +0 0.35%/0.005 [39%] +0 0.39%/0.005"},
        {"30% to 65%", "[30%] +0 0.3%/0.005 [65%] +0 0.65%/0.005"},
        {"10 GB/s-ish", "[10 GB/s] +0 1e+10B/s/5e+08"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        const char *got = seen(cases[i].markdown);
        assert_string_equal(got, cases[i].want);
    }
}

static void what_is_no_result_is_not_seen(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "in 2024-05-06",
        "version 1.2.3",
        "v1.5 s",
        "the 1990s",
        "a 95% interval",
        "95% confidence",
        "100% of it",
        "0% of it",
        "ran 10 times",
        "ten times",
        "200 connections",
        "Figure 3",
        "`16.3 s`",
        "``a ` 5 s``",
        "{{ 16.3 s }}",
        "[x](a/5%/b)",
        "<a href=\"5 s\">",
        "https://x.org/5%",
        "www.x.org/5 s",
        "4x4 and x86",
        "wasm32 s",
        "1/5 s",
        "#5 s",
        "port:80 s",
        "8 GB of memory",
        "in 5 minutes",
        "2 h",
        "100 Hz",
        "```\n5 s\n```",
        "a\n\n    5 s\n",
        "~~~\n5 s\n~~~\n",
        "1. 2. 3.",
        "CVE-2024-5 s",
        "16 vCPU",
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        const char *got = seen(cases[i]);
        if (*got) {
            fail_msg("'%s' is seen as %s", cases[i], got);
        }
    }
}

static void code_ends_where_it_ends(void **state)
{
    (void)state;
    assert_string_equal(seen("`1 s` 2 s ``3 ` s`` 4 s"),
                        "[2 s] +0 2s/0.5 [4 s] +0 4s/0.5");
    assert_string_equal(seen("```\n1 s\n```\n2 s"), "[2 s] +0 2s/0.5");
    assert_string_equal(seen("an ` open one: 2 s"), "[2 s] +0 2s/0.5");
    assert_string_equal(seen("{{ 1 s }} 2 s {{ 3 s"), "[2 s] +0 2s/0.5 [3 s] +0 3s/0.5");
    assert_string_equal(seen("a < 2 s"), "[2 s] +0 2s/0.5");
    assert_string_equal(seen("- item\n    2 s"), "[2 s] +0 2s/0.5");
}

/* --- the registry
 * ----------------------------------------------------------------------- */

static void rules_have_ids_of_their_own(void **state)
{
    (void)state;
    for (ptrdiff_t i = 0; i < rule_count(); i++) {
        const rule *r = rule_at(i);
        assert_ptr_equal(rule_named(str_from(r->id)), r);
        assert_int_equal(strlen(r->id), 3);
        assert_true(strlen(r->reason) > 10 && strlen(r->reason) < 80);
        assert_true(r->reason[strlen(r->reason) - 1] != '.');
    }
    assert_null(rule_named(S("A1")));
}

int main(void)
{
    perm = arena_open((ptrdiff_t)1 << 30);
    scratch = arena_open((ptrdiff_t)1 << 30);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_begin_at_zero),
        cmocka_unit_test(nothing_below_zero_is_on_a_log_axis),
        cmocka_unit_test(one_axis_has_one_unit),
        cmocka_unit_test(error_bars_say_what_they_are),
        cmocka_unit_test(eight_lines_are_enough),
        cmocka_unit_test(a_chart_has_a_table),
        cmocka_unit_test(numbers_are_seen),
        cmocka_unit_test(what_is_no_result_is_not_seen),
        cmocka_unit_test(code_ends_where_it_ends),
        cmocka_unit_test(rules_have_ids_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
