/* Statistics against what SciPy computes: tests/reference/ has the figures and the script
 * that made them. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/out.h"
#include "stats/boot.h"
#include "stats/rank.h"

enum { MOST_NUMBERS = 256, MOST_RESULTS = 8 };

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

static void put_t_two_sided(reference *r, arena scratch)
{
    (void)scratch;
    r->got[0] = stats_t_two_sided(r->args[0], r->args[1]);
}

static void put_t_quantile(reference *r, arena scratch)
{
    (void)scratch;
    r->got[0] = stats_t_quantile(r->args[0], r->args[1]);
}

static void put_normal_cdf(reference *r, arena scratch)
{
    (void)scratch;
    r->got[0] = stats_normal_cdf(r->args[0]);
}

static void put_normal_quantile(reference *r, arena scratch)
{
    (void)scratch;
    r->got[0] = stats_normal_quantile(r->args[0]);
}

static void put_ratio(reference *r, arena scratch)
{
    (void)scratch;
    mean_ratio got = stats_ratio(left(r), right(r));
    assert_true(got.sigma.known);
    r->got[0] = got.value;
    r->got[1] = got.sigma.value;
}

static void put_welch(reference *r, arena scratch)
{
    (void)scratch;
    welch_test got;
    assert_true(stats_welch(left(r), right(r), &got));
    r->got[0] = got.t;
    r->got[1] = got.df;
    r->got[2] = got.p;
    r->got[3] = got.difference.low;
    r->got[4] = got.difference.high;
}

static void put_fieller(reference *r, arena scratch)
{
    (void)scratch;
    interval got;
    assert_true(stats_fieller(left(r), right(r), r->args[6], &got));
    r->got[0] = got.low;
    r->got[1] = got.high;
}

static sample first_sample(const reference *r)
{
    return (sample){r->args + 1, (ptrdiff_t)r->args[0]};
}

static sample second_sample(const reference *r)
{
    const double *at = r->args + 1 + (ptrdiff_t)r->args[0];
    assert_true(at + 1 + (ptrdiff_t)at[0] <= r->args + r->arg_count);
    return (sample){at + 1, (ptrdiff_t)at[0]};
}

static void put_mann_whitney(reference *r, arena scratch)
{
    sample a = first_sample(r), b = second_sample(r);
    mann_whitney got;
    assert_true(stats_mann_whitney(a.xs, a.n, b.xs, b.n, scratch, &got));
    r->got[0] = got.u;
    r->got[1] = got.p;
    r->got[2] = got.exact;
}

static void put_cliff(reference *r, arena scratch)
{
    sample a = first_sample(r), b = second_sample(r);
    r->got[0] = stats_cliff(a.xs, a.n, b.xs, b.n, scratch);
}

static void put_hedges(reference *r, arena scratch)
{
    (void)scratch;
    maybe g = stats_hedges(left(r), right(r));
    assert_true(g.known);
    r->got[0] = g.value;
}

static void put_summary(reference *r, arena scratch)
{
    (void)scratch;
    summary got = stats_summary(first_sample(r).xs, first_sample(r).n);
    r->got[0] = got.mean;
    r->got[1] = got.stddev;
    assert_true(got.n == r->args[0]);
}

static void put_quantiles(reference *r, arena scratch)
{
    static const double at[] = {0.01, 0.25, 0.5, 0.9, 1};
    const double *sorted = stats_sorted(&scratch, r->args + 1, (ptrdiff_t)r->args[0]);
    for (ptrdiff_t i = 0; i < COUNTOF(at); i++) {
        r->got[i] = stats_quantile(sorted, (ptrdiff_t)r->args[0], at[i]);
    }
}

static void put_variation(reference *r, arena scratch)
{
    (void)scratch;
    maybe got = stats_variation(stats_summary(first_sample(r).xs, first_sample(r).n));
    assert_true(got.known);
    r->got[0] = got.value;
}

static void put_robust(reference *r, arena scratch)
{
    robust_scale got = stats_robust(first_sample(r).xs, first_sample(r).n, scratch);
    r->got[0] = got.median;
    r->got[1] = got.mad;
}

static void put_drift(reference *r, arena scratch)
{
    drift_test got;
    assert_true(stats_drift(first_sample(r).xs, first_sample(r).n, scratch, &got));
    r->got[0] = got.rho;
    r->got[1] = got.p;
}

static void put_median_interval(reference *r, arena scratch)
{
    ptrdiff_t n = (ptrdiff_t)r->args[1];
    median_interval got;
    const double *sorted = stats_sorted(&scratch, r->args + 2, n);
    assert_true(stats_median_interval(sorted, n, r->args[0], &got));
    r->got[0] = got.ci.low;
    r->got[1] = got.ci.high;
    r->got[2] = got.coverage;
    assert_true(sorted[got.low - 1] == got.ci.low && sorted[got.high - 1] == got.ci.high);
}

static void put_bootstrap(reference *r, center c, arena scratch)
{
    interval got;
    assert_true(
        stats_bootstrap(first_sample(r), second_sample(r), c, 0.95, scratch, &got));
    r->got[0] = got.low;
    r->got[1] = got.high;
}

static void put_boot_mean(reference *r, arena scratch)
{
    put_bootstrap(r, CENTER_MEAN, scratch);
}

static void put_boot_median(reference *r, arena scratch)
{
    put_bootstrap(r, CENTER_MEDIAN, scratch);
}

static void put_holm(reference *r, arena scratch)
{
    stats_holm(first_sample(r).xs, r->got, first_sample(r).n, scratch);
}

static void put_geomean(reference *r, arena scratch)
{
    maybe *ratios = NEW(&scratch, maybe, (ptrdiff_t)r->args[0] + 1); /* one is missing */
    for (ptrdiff_t i = 0; i < (ptrdiff_t)r->args[0]; i++) {
        ratios[i] = SOME(r->args[i + 1]);
    }
    ratio_mean got;
    assert_true(stats_geomean(ratios, (ptrdiff_t)r->args[0] + 1, &got));
    assert_true(got.k == got.m - 1);
    r->got[0] = got.value;
}

/* `digits`: the relative difference that is allowed to SciPy's figure. */
static const struct {
    const char *name;
    void (*put)(reference *r, arena scratch);
    double digits;
} functions[] = {
    {"t_two_sided", put_t_two_sided, 1e-11},
    {"t_quantile", put_t_quantile, 1e-11},
    {"normal_cdf", put_normal_cdf, 1e-12},
    {"normal_quantile", put_normal_quantile, 1e-11},
    {"ratio", put_ratio, 1e-14},
    {"welch", put_welch, 1e-9},
    {"fieller", put_fieller, 1e-11},
    {"mann_whitney", put_mann_whitney, 1e-11},
    {"cliff", put_cliff, 1e-13},
    {"hedges", put_hedges, 1e-12},
    {"summary", put_summary, 1e-13},
    {"quantiles", put_quantiles, 1e-14},
    {"variation", put_variation, 1e-13},
    {"robust", put_robust, 1e-13},
    {"drift", put_drift, 1e-11},
    {"median_interval", put_median_interval, 1e-12},
    {"boot_mean", put_boot_mean, 2e-3}, /* another generator, 20 times the resamples */
    {"boot_median", put_boot_median, 4e-3},
    {"holm", put_holm, 1e-15},
    {"geomean", put_geomean, 1e-14},
};

static void check_line(reference *r, ptrdiff_t line, arena scratch)
{
    ptrdiff_t f = 0;
    while (f < COUNTOF(functions) && !str_eq(r->name, str_from(functions[f].name))) {
        f++;
    }
    if (f == COUNTOF(functions)) {
        fail_msg("line %td: no function '%.*s'", line, SV(r->name));
    }
    functions[f].put(r, scratch);
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
    arena perm = arena_open(1 << 24), scratch = arena_open(1 << 26);
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
        check_line(r, line, scratch);
    }
    assert_true(line > 280);
    arena_close(&scratch);
    arena_close(&perm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_scipy),
    };
    return cmocka_run_group_tests_name("stats_reference", tests, NULL, NULL);
}
