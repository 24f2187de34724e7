/* What is odd about one sample, and what a sample is too small for. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "stats/boot.h"
#include "stats/rank.h"

static arena scratch;

static oddities odd(sample s)
{
    return stats_oddities(s.xs, s.n, scratch);
}

#define SAMPLE(...)                                                                      \
    ((sample){(const double[]){__VA_ARGS__}, COUNTOF(((const double[]){__VA_ARGS__}))})

static void outliers_are_ten_deviations_away(void **state)
{
    (void)state;
    assert_int_equal(odd((sample){0}).outliers, 0);
    assert_int_equal(odd(SAMPLE(7)).outliers, 0);
    assert_int_equal(odd(SAMPLE(0, 900)).outliers, 0); /* the MAD is half of it */
    assert_int_equal(odd(SAMPLE(1, 2, 3, 4, 3 + 14.7)).outliers, 0);
    assert_int_equal(odd(SAMPLE(1, 2, 3, 4, 3 + 14.9)).outliers, 1);
    assert_int_equal(odd(SAMPLE(-99, 1, 2, 3, 4, 5, 99)).outliers, 2);
}

static void a_constant_sample_lets_all_others_stand_out(void **state)
{
    (void)state;
    assert_int_equal(odd(SAMPLE(4, 4, 4, 4, 4.000001)).outliers, 1);
    assert_int_equal(odd(SAMPLE(4, 4, 4, 4, 4)).outliers, 0);
}

static void the_first_run_was_slow_not_fast(void **state)
{
    (void)state;
    assert_true(odd(SAMPLE(9, 1.1, 1.2, 1.0, 1.1)).first_slow);
    assert_false(odd(SAMPLE(1.1, 9, 1.2, 1.0, 1.1)).first_slow);
    assert_false(odd(SAMPLE(0.1, 9.1, 9.2, 9.0, 9.1)).first_slow);
    assert_int_equal(odd(SAMPLE(0.1, 9.1, 9.2, 9.0, 9.1)).outliers, 1);
}

static void fences_count_mild_and_severe_apart(void **state)
{
    (void)state;
    /* quartiles 12 and 14: fences at 9, 17 and 6, 20 */
    sample s = SAMPLE(5, 8, 12, 12, 13, 13, 13, 14, 14, 18, 21);
    fences f = stats_fences(s.xs, s.n);
    assert_int_equal(f.low_severe, 1);
    assert_int_equal(f.low_mild, 1);
    assert_int_equal(f.high_mild, 1);
    assert_int_equal(f.high_severe, 1);
}

static void median_interval_needs_six(void **state)
{
    (void)state;
    static const double xs[] = {1, 2, 3, 4, 5, 6};
    median_interval m = {.low = 77};
    assert_false(stats_median_interval(xs, 5, 0.95, &m));
    assert_int_equal(m.low, 77);
    assert_true(stats_median_interval(xs, 6, 0.95, &m));
    assert_int_equal(m.low, 1);
    assert_int_equal(m.high, 6);
    assert_true(m.coverage == 0.96875);
}

static void variation_needs_a_mean(void **state)
{
    (void)state;
    assert_false(stats_variation((summary){0, 1, 5}).known);
    assert_false(stats_variation((summary){5, 0, 1}).known);
    assert_true(stats_variation((summary){-4, 1, 5}).value == 0.25);
}

static void drift_needs_four_and_a_difference(void **state)
{
    (void)state;
    drift_test d;
    assert_false(stats_drift(SAMPLE(1, 2, 3).xs, 3, scratch, &d));
    assert_false(stats_drift(SAMPLE(2, 2, 2, 2).xs, 4, scratch, &d));
    double rising[40];
    for (int i = 0; i < 40; i++) {
        rising[i] = i + (i % 3) * 2;
    }
    assert_true(stats_drift(rising, 40, scratch, &d));
    assert_true(d.rho > 0.9 && d.p < 1e-6);
}

/* Two humps of the given sizes, each a narrow normal quantile grid. */
static double mvalue_of(ptrdiff_t low, ptrdiff_t high, double gap)
{
    double xs[200], m = -1;
    for (ptrdiff_t i = 0; i < low + high; i++) {
        ptrdiff_t n = i < low ? low : high, k = i < low ? i : i - low;
        xs[i] =
            (i < low ? 0 : gap) + stats_normal_quantile(((double)k + 0.5) / (double)n);
    }
    const double *sorted = stats_sorted(&scratch, xs, low + high);
    return stats_mvalue(sorted, low + high, &m) ? m : -1;
}

static void two_humps_have_two_modes(void **state)
{
    (void)state;
    assert_true(mvalue_of(100, 0, 0) < STATS_MODES);
    assert_true(mvalue_of(30, 0, 0) < STATS_MODES);
    assert_true(mvalue_of(50, 50, 12) > 3.8);
    assert_true(mvalue_of(60, 40, 8) > STATS_MODES);
    assert_true(mvalue_of(60, 40, 1) < STATS_MODES);
    assert_true(mvalue_of(STATS_MODES_MIN - 1, 0, 0) < 0); /* too few */
}

/* How often one normal hump is taken for several: below 5 %. */
static void noise_is_seldom_taken_for_modes(void **state)
{
    (void)state;
    enum { TRIALS = 2000 };
    static const int sizes[] = {20, 30, 50, 100};
    splitmix random = {7};
    for (ptrdiff_t s = 0; s < COUNTOF(sizes); s++) {
        int alarms = 0;
        for (int t = 0; t < TRIALS; t++) {
            arena mine = scratch;
            double xs[100], m = 0;
            for (int i = 0; i < sizes[s]; i++) {
                xs[i] = stats_normal_quantile(stats_uniform(&random));
            }
            const double *sorted = stats_sorted(&mine, xs, sizes[s]);
            assert_true(stats_mvalue(sorted, sizes[s], &m));
            alarms += m > STATS_MODES;
        }
        print_message("n = %d: %.2f %% false alarms\n", sizes[s],
                      100.0 * alarms / TRIALS);
        assert_true(alarms < TRIALS / 20);
    }
}

static void impossible_summaries_are_found(void **state)
{
    (void)state;
    summary s = {10, 0.469, 10};
    assert_true(stats_possible(s, 9.4, 11, 0.001));
    assert_false(stats_possible(s, 9.4, 9.9, 0.001));  /* the mean is beyond */
    assert_false(stats_possible(s, 9.9, 10.1, 0.001)); /* so much spread has no room */
    assert_false(stats_possible(s, 5, 15, 0.001));     /* the ends alone spread more */
    assert_true(stats_possible((summary){2, 0, 4}, 2, 2, 0));
    assert_true(stats_possible((summary){1.5, 0.70710678118654757, 2}, 1, 2, 0));
    assert_false(stats_possible((summary){1.5, 0.72, 2}, 1, 2, 0));
    assert_false(stats_possible((summary){1.5, 0.70, 2}, 1, 2, 0));
    assert_true(stats_possible((summary){1.5, 0.7, 2}, 1, 2, 0.1)); /* it was rounded */
}

static void mann_whitney_wants_two_sides_that_differ(void **state)
{
    (void)state;
    mann_whitney u;
    sample a = SAMPLE(1, 1, 1), b = SAMPLE(1, 1);
    assert_false(stats_mann_whitney(a.xs, 0, b.xs, 2, scratch, &u));
    assert_false(stats_mann_whitney(a.xs, 3, b.xs, 2, scratch, &u));
}

static void small_samples_cannot_be_significant(void **state)
{
    (void)state;
    mann_whitney u;
    sample a = SAMPLE(1, 2, 3, 4), b = SAMPLE(11, 12, 13, 14);
    assert_true(stats_mann_whitney(a.xs, 3, b.xs, 3, scratch, &u));
    assert_true(fabs(u.p - 0.1) < 1e-15);
    assert_true(stats_mann_whitney(a.xs, 4, b.xs, 4, scratch, &u));
    assert_true(fabs(u.p - 2.0 / 70) < 1e-15);
    assert_true(u.u == 0 && u.exact);
}

static void geomean_invents_no_offset(void **state)
{
    (void)state;
    const maybe none = {0}, ratios[] = {SOME(2), none, SOME(0)};
    ratio_mean g = {.k = 5};
    assert_false(stats_geomean(ratios, 3, &g));
    assert_false(stats_geomean(ratios + 1, 1, &g));
    assert_false(stats_geomean(ratios, 0, &g));
    assert_int_equal(g.k, 5);
    assert_true(stats_geomean(ratios, 2, &g));
    assert_int_equal(g.k, 1);
    assert_int_equal(g.m, 2);
}

static void bootstrap_is_the_same_every_time(void **state)
{
    (void)state;
    sample a = SAMPLE(1, 2, 3, 4, 5), b = SAMPLE(5, 6, 7, 8, 9);
    interval one, two = {0};
    assert_true(stats_bootstrap(a, b, CENTER_MEDIAN, 0.95, scratch, &one));
    assert_true(
        stats_bootstrap(SAMPLE(5, 3, 1, 2, 4), b, CENTER_MEDIAN, 0.95, scratch, &two));
    assert_true(one.low == two.low && one.high == two.high);
}

static void bootstrap_refuses_what_has_no_ratio(void **state)
{
    (void)state;
    interval ci = {1, 2};
    sample a = SAMPLE(1, 2, 3, 4, 5);
    assert_false(stats_bootstrap(a, SAMPLE(1, 2, 3, 4), CENTER_MEAN, 0.95, scratch, &ci));
    assert_false(
        stats_bootstrap(a, SAMPLE(1, 2, 0, 4, 5), CENTER_MEAN, 0.95, scratch, &ci));
    assert_false(stats_bootstrap(SAMPLE(2, 2, 2, 2, 2), SAMPLE(3, 3, 3, 3, 3),
                                 CENTER_MEAN, 0.95, scratch, &ci));
    assert_true(ci.low == 1 && ci.high == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outliers_are_ten_deviations_away),
        cmocka_unit_test(a_constant_sample_lets_all_others_stand_out),
        cmocka_unit_test(the_first_run_was_slow_not_fast),
        cmocka_unit_test(fences_count_mild_and_severe_apart),
        cmocka_unit_test(median_interval_needs_six),
        cmocka_unit_test(variation_needs_a_mean),
        cmocka_unit_test(drift_needs_four_and_a_difference),
        cmocka_unit_test(two_humps_have_two_modes),
        cmocka_unit_test(noise_is_seldom_taken_for_modes),
        cmocka_unit_test(impossible_summaries_are_found),
        cmocka_unit_test(mann_whitney_wants_two_sides_that_differ),
        cmocka_unit_test(small_samples_cannot_be_significant),
        cmocka_unit_test(geomean_invents_no_offset),
        cmocka_unit_test(bootstrap_is_the_same_every_time),
        cmocka_unit_test(bootstrap_refuses_what_has_no_ratio),
    };
    scratch = arena_open(1 << 26);
    int failed = cmocka_run_group_tests_name("stats_sample", tests, NULL, NULL);
    arena_close(&scratch);
    return failed;
}
