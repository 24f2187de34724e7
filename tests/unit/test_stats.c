/* Statistics against what SciPy computes (tests/reference/), and the rules around them.
 */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/out.h"
#include "stats/stats.h"

enum { MOST_NUMBERS = 512, MOST_RESULTS = 8 };

/* One line of a reference file: "name argument… = result…". */
typedef struct {
    str name;
    double args[MOST_NUMBERS], want[MOST_RESULTS], got[MOST_RESULTS];
    ptrdiff_t arg_count, want_count;
} reference;

static ptrdiff_t read_numbers(str text, double *to, ptrdiff_t most)
{
    ptrdiff_t n = 0;
    for (str word = str_word(&text); word.len > 0; word = str_word(&text)) {
        assert_true(n < most);
        if (!num_double(word, &to[n++])) {
            fail_msg("'%.*s' is not a number", SV(word));
        }
    }
    return n;
}

static summary left(const reference *r)
{
    return (summary){r->args[0], r->args[1], r->args[2]};
}

static summary right(const reference *r)
{
    return (summary){r->args[3], r->args[4], r->args[5]};
}

static void put_t_two_sided(reference *r)
{
    r->got[0] = stats_t_two_sided(r->args[0], r->args[1]);
}

static void put_t_quantile(reference *r)
{
    r->got[0] = stats_t_quantile(r->args[0], r->args[1]);
}

static void put_normal_cdf(reference *r)
{
    r->got[0] = stats_normal_cdf(r->args[0]);
}

static void put_normal_quantile(reference *r)
{
    r->got[0] = stats_normal_quantile(r->args[0]);
}

static void put_ratio(reference *r)
{
    mean_ratio got = stats_ratio(left(r), right(r));
    assert_true(got.sigma.known);
    r->got[0] = got.value;
    r->got[1] = got.sigma.value;
}

static void put_welch(reference *r)
{
    welch_test got;
    assert_true(stats_welch(left(r), right(r), &got));
    r->got[0] = got.t;
    r->got[1] = got.df;
    r->got[2] = got.p;
    r->got[3] = got.difference.low;
    r->got[4] = got.difference.high;
}

static void put_fieller(reference *r)
{
    interval got;
    assert_true(stats_fieller(left(r), right(r), r->args[6], &got));
    r->got[0] = got.low;
    r->got[1] = got.high;
}

/* `digits`: the relative difference that is allowed to SciPy's figure. */
static const struct {
    const char *name;
    void (*put)(reference *r);
    double digits;
} functions[] = {
    {"t_two_sided", put_t_two_sided, 1e-11},
    {"t_quantile", put_t_quantile, 1e-11},
    {"normal_cdf", put_normal_cdf, 1e-12},
    {"normal_quantile", put_normal_quantile, 1e-11},
    {"ratio", put_ratio, 1e-14},
    {"welch", put_welch, 1e-9},
    {"fieller", put_fieller, 1e-11},
};

static void check_line(reference *r, ptrdiff_t line)
{
    ptrdiff_t f = 0;
    while (f < COUNTOF(functions) && !str_eq(r->name, str_from(functions[f].name))) {
        f++;
    }
    if (f == COUNTOF(functions)) {
        fail_msg("line %td: no function '%.*s'", line, SV(r->name));
    }
    functions[f].put(r);
    for (ptrdiff_t i = 0; i < r->want_count; i++) {
        double off = fabs(r->got[i] - r->want[i]);
        if (!(off <= functions[f].digits * fabs(r->want[i]) + 1e-300)) {
            fail_msg("line %td: %s: result %td is %.17g, SciPy says %.17g", line,
                     functions[f].name, i + 1, r->got[i], r->want[i]);
        }
    }
}

static void agrees_with_scipy(void **state)
{
    (void)state;
    arena perm = arena_open(1 << 24);
    source src = {0};
    err e = {0};
    assert_true(source_load(&perm, "tests/reference/stats.txt", &src, &e));
    ptrdiff_t line = 0;
    reference *r = NEW(&perm, reference, 1);
    for (cut at = {.tail = src.bytes}; at.tail.len > 0;) {
        at = str_cut(at.tail, S("\n"));
        line++;
        cut sides = str_cut(at.head, S(" = "));
        *r = (reference){0};
        r->name = str_word(&sides.head);
        r->arg_count = read_numbers(sides.head, r->args, MOST_NUMBERS);
        r->want_count = read_numbers(sides.tail, r->want, MOST_RESULTS);
        assert_true(r->want_count > 0);
        check_line(r, line);
    }
    assert_true(line > 200);
    arena_close(&perm);
}

/* --- the rules ------------------------------------------------------------------------
 */

static const summary docker = {16.324, 0.469, 10}, native = {15.698, 0.935, 10};

static void docker_cannot_be_told_from_native(void **state)
{
    (void)state;
    interval ci;
    assert_true(stats_fieller(docker, native, 0.95, &ci));
    assert_true(ci.low > 0.9945 && ci.low < 0.9955);
    assert_true(ci.high > 1.0885 && ci.high < 1.0895);
    assert_int_equal(stats_verdict(ci, 0.02), VERDICT_UNCLEAR);
}

static void fieller_holds_one_when_welch_keeps_it(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        summary a = {10, 1, 3 + i % 5}, b = {8.5 + i * 0.0075, 0.3 + i % 7 * 0.2, 4};
        interval ci;
        welch_test w;
        assert_true(stats_fieller(a, b, 0.95, &ci));
        assert_true(stats_welch(a, b, &w));
        assert_int_equal(w.p > 0.05, ci.low <= 1 && 1 <= ci.high);
    }
}

static void fieller_turns_with_the_ratio(void **state)
{
    (void)state;
    summary a = {3, 0.4, 5}, b = {7e-6, 5e-7, 9};
    interval ab, ba;
    assert_true(stats_fieller(a, b, 0.95, &ab));
    assert_true(stats_fieller(b, a, 0.95, &ba));
    assert_true(fabs(ab.low * ba.high - 1) < 1e-13);
    assert_true(fabs(ab.high * ba.low - 1) < 1e-13);
}

static void fieller_refuses_what_has_no_interval(void **state)
{
    (void)state;
    interval ci = {1, 2};
    assert_false(stats_fieller((summary){5, 0, 1}, native, 0.95, &ci)); /* one run */
    assert_false(stats_fieller(docker, (summary){5, 1, 1}, 0.95, &ci));
    assert_false(stats_fieller(docker, (summary){1, 1, 4}, 0.95, &ci)); /* b may be 0 */
    assert_false(stats_fieller(docker, (summary){0, 0, 4}, 0.95, &ci));
    assert_true(ci.low == 1 && ci.high == 2); /* untouched */
    assert_true(stats_fieller((summary){6, 0, 4}, (summary){4, 0, 4}, 0.95, &ci));
    assert_true(ci.low == 1.5 && ci.high == 1.5);
    assert_true(stats_fieller((summary){0, 1, 4}, (summary){4, 0, 4}, 0.95, &ci));
    assert_true(ci.low < 0 && ci.high > 0);
}

static void welch_refuses_what_has_no_spread(void **state)
{
    (void)state;
    welch_test w = {.p = 7};
    assert_false(stats_welch((summary){5, 0, 1}, native, &w));
    assert_false(stats_welch((summary){5, 0, 3}, (summary){6, 0, 3}, &w));
    assert_true(w.p == 7);
    assert_true(stats_welch((summary){5, 0, 3}, (summary){6, 1, 3}, &w));
}

static void ratio_of_one_run_has_no_sigma(void **state)
{
    (void)state;
    mean_ratio r = stats_ratio((summary){3, 0, 1}, native);
    assert_false(r.sigma.known);
    r = stats_ratio((summary){0, 1, 5}, native);
    assert_false(r.sigma.known);
    assert_true(r.value == 0);
}

static void verdict_is_interval_against_limit(void **state)
{
    (void)state;
    static const struct {
        interval ci;
        verdict want;
        const char *name;
    } cases[] = {
        {{0.99, 1.01}, VERDICT_SAME, "same"},
        {{0.98, 1.02}, VERDICT_SAME, "same"},
        {{0.975, 1.0}, VERDICT_UNCLEAR, "unclear"},
        {{1.001, 1.2}, VERDICT_UNCLEAR, "unclear"},
        {{0.5, 2.0}, VERDICT_UNCLEAR, "unclear"},
        {{0.90, 0.979}, VERDICT_LOWER, "lower"},
        {{0.90, 0.98}, VERDICT_UNCLEAR, "unclear"},
        {{1.021, 1.3}, VERDICT_HIGHER, "higher"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        verdict got = stats_verdict(cases[i].ci, 0.02);
        assert_string_equal(verdict_name(got), cases[i].name);
        assert_int_equal(got, cases[i].want);
    }
    assert_string_equal(verdict_name(VERDICT_UNTESTED), "untested");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_scipy),
        cmocka_unit_test(docker_cannot_be_told_from_native),
        cmocka_unit_test(fieller_holds_one_when_welch_keeps_it),
        cmocka_unit_test(fieller_turns_with_the_ratio),
        cmocka_unit_test(fieller_refuses_what_has_no_interval),
        cmocka_unit_test(welch_refuses_what_has_no_spread),
        cmocka_unit_test(ratio_of_one_run_has_no_sigma),
        cmocka_unit_test(verdict_is_interval_against_limit),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
