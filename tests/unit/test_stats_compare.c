/* The one rule: which interval, which test, which verdict, and why there is none. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "stats/compare.h"

static arena scratch;

static side stated(double mean, double stddev, double n)
{
    return (side){.n = SOME(n), .mean = SOME(mean), .stddev = SOME(stddev)};
}

static comparison compare(side a, side b)
{
    return stats_compare(&a, &b, (compare_rule){0}, scratch);
}

static void summaries_are_compared_by_fieller_and_welch(void **state)
{
    (void)state;
    comparison c = compare(stated(16.324, 0.469, 10), stated(15.698, 0.935, 10));
    assert_int_equal(c.verdict, VERDICT_UNCLEAR);
    assert_int_equal(c.interval_by, INTERVAL_FIELLER);
    assert_int_equal(c.test, TEST_WELCH);
    assert_int_equal(c.effect_by, EFFECT_HEDGES);
    assert_true(fabs(c.p.value - 0.0804654) < 5e-8);
    assert_true(fabs(c.ratio.value - 1.0399) < 5e-5);
    assert_true(c.sigma.known && fabs(c.sigma.value - 0.0688) < 5e-5);
    assert_true(c.effect.known && c.effect.value > 0.8 && c.effect.value < 0.82);
    assert_false(c.has_other);

    c = compare(stated(23.533, 0.769, 10), stated(15.698, 0.935, 10));
    assert_int_equal(c.verdict, VERDICT_HIGHER);
    c = compare(stated(15.698, 0.935, 10), stated(23.533, 0.769, 10));
    assert_int_equal(c.verdict, VERDICT_LOWER);
    c = compare(stated(10.01, 0.05, 10), stated(10, 0.05, 10));
    assert_int_equal(c.verdict, VERDICT_SAME);
}

static void the_limit_is_the_users(void **state)
{
    (void)state;
    side a = stated(11, 0.1, 10), b = stated(10, 0.1, 10);
    compare_rule strict = {.limit = SOME(0.10)};
    assert_int_equal(stats_compare(&a, &b, strict, scratch).verdict, VERDICT_UNCLEAR);
    assert_int_equal(compare(a, b).verdict, VERDICT_HIGHER);
    strict.limit.value = 0.2;
    assert_int_equal(stats_compare(&a, &b, strict, scratch).verdict, VERDICT_SAME);
}

static const double slow[] = {12.1, 12.4, 12.2, 12.3, 12.6, 12.2};
static const double fast[] = {10.1, 10.2, 10.0, 10.3, 10.1, 10.2};

static void samples_are_ranked(void **state)
{
    (void)state;
    side a = {.samples = {slow, 6}}, b = {.samples = {fast, 6}};
    comparison c = compare(a, b);
    assert_int_equal(c.interval_by, INTERVAL_FIELLER);
    assert_int_equal(c.test, TEST_MANN_WHITNEY);
    assert_true(c.exact);
    assert_true(fabs(c.p.value - 2.0 / 924) < 1e-15);
    assert_true(c.effect_by == EFFECT_CLIFF && c.effect.value == 1);
    assert_int_equal(c.verdict, VERDICT_HIGHER);
    assert_true(c.has_other);
    assert_int_equal(c.other_verdict, VERDICT_HIGHER);
    assert_true(fabs(c.other_ratio - 12.25 / 10.15) < 1e-12);

    a.samples.n = b.samples.n = 3;
    c = compare(a, b);
    assert_int_equal(c.test, TEST_WELCH);
    assert_int_equal(c.interval_by, INTERVAL_FIELLER);
    assert_false(c.has_other);
}

static void medians_are_compared_by_bootstrap(void **state)
{
    (void)state;
    side a = {.samples = {slow, 6}}, b = {.samples = {fast, 6}};
    compare_rule rule = {.center = CENTER_MEDIAN};
    comparison c = stats_compare(&a, &b, rule, scratch);
    assert_int_equal(c.interval_by, INTERVAL_BCA_MEDIANS);
    assert_true(fabs(c.ratio.value - 12.25 / 10.15) < 1e-12);
    assert_false(c.sigma.known);
    assert_true(c.ci.low < c.ratio.value && c.ratio.value < c.ci.high);
    assert_int_equal(c.verdict, VERDICT_HIGHER);

    a = stated(12, 1, 10);
    a.median = SOME(12);
    c = stats_compare(&a, &b, rule, scratch);
    assert_int_equal(c.verdict, VERDICT_UNTESTED);
    assert_int_equal(c.why, UNTESTED_FEW_SAMPLES);
    assert_true(c.ratio.known);
}

/* A single disturbed run moves the mean, not the median. */
static void the_other_center_tells_of_a_disturbed_run(void **state)
{
    (void)state;
    static const double disturbed[] = {10.1, 10.2, 10.0, 10.3, 10.1, 19.9};
    side a = {.samples = {disturbed, 6}}, b = {.samples = {fast, 6}};
    comparison c = compare(a, b);
    assert_int_equal(c.verdict, VERDICT_UNCLEAR);
    assert_true(c.ratio.value > 1.15);
    assert_true(c.has_other && c.other_ratio < 1.01);
}

static void what_has_no_interval_is_untested(void **state)
{
    (void)state;
    side none = {0}, no_count = {.mean = SOME(12)};
    side good = stated(10, 1, 10), within = stated(11, 1, 1e6), no_spread = good;
    within.spread_within_run = true;
    no_spread.stddev = (maybe){0};
    const struct {
        side a, b;
        untested_reason why;
        bool ratio;
    } cases[] = {
        {stated(12, 0, 1), good, UNTESTED_ONE_RUN, true},
        {good, stated(12, 0, 1), UNTESTED_ONE_RUN, true},
        {good, no_count, UNTESTED_ONE_RUN, true},
        {good, within, UNTESTED_WITHIN_RUN, true},
        {good, no_spread, UNTESTED_NO_SPREAD, true},
        {good, none, UNTESTED_NO_VALUE, false},
        {none, good, UNTESTED_NO_VALUE, false},
        {good, stated(0, 0, 4), UNTESTED_NOT_POSITIVE, false},
        {stated(-1, 1, 4), good, UNTESTED_NOT_POSITIVE, false},
        {good, stated(1, 5, 3), UNTESTED_NO_INTERVAL, true},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        comparison c = compare(cases[i].a, cases[i].b);
        assert_int_equal(c.verdict, VERDICT_UNTESTED);
        assert_string_equal(untested_name(c.why), untested_name(cases[i].why));
        assert_int_equal(c.ratio.known, cases[i].ratio);
        assert_int_equal(c.interval_by, INTERVAL_NONE);
        if (cases[i].why != UNTESTED_NOT_POSITIVE
            && cases[i].why != UNTESTED_NO_INTERVAL) {
            assert_false(c.p.known);
        }
    }
}

static void a_single_sample_is_one_run(void **state)
{
    (void)state;
    static const double one[] = {4};
    comparison c = compare((side){.samples = {one, 1}}, stated(2, 0.1, 5));
    assert_true(c.ratio.value == 2);
    assert_int_equal(c.why, UNTESTED_ONE_RUN);
}

static void figures_without_spread_are_as_good_as_their_digits(void **state)
{
    (void)state;
    side a = stated(0.02, 0, 5), b = stated(0.01, 0, 5);
    a.resolution = b.resolution = 0.01;
    comparison c = compare(a, b);
    assert_int_equal(c.interval_by, INTERVAL_ROUNDING);
    assert_true(fabs(c.ci.low - 1) < 1e-12 && fabs(c.ci.high - 5) < 1e-12);
    assert_int_equal(c.verdict, VERDICT_UNCLEAR);
    assert_false(c.p.known);

    b.mean.value = 0.005; /* may be 0 */
    assert_int_equal(compare(a, b).why, UNTESTED_NO_INTERVAL);

    a.resolution = b.resolution = 0; /* counts: each run gave the same */
    c = compare(a, b);
    assert_true(c.ci.low == 4 && c.ci.high == 4);
    assert_int_equal(c.verdict, VERDICT_HIGHER);
    assert_int_equal(compare(a, a).verdict, VERDICT_SAME);
}

static void every_method_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(interval_method_name(INTERVAL_FIELLER), "Fieller");
    assert_string_equal(test_method_name(TEST_MANN_WHITNEY), "Mann-Whitney U");
    assert_string_equal(effect_method_name(EFFECT_CLIFF), "Cliff’s delta");
    assert_string_equal(untested_name(UNTESTED_ONE_RUN), "one run");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_are_compared_by_fieller_and_welch),
        cmocka_unit_test(the_limit_is_the_users),
        cmocka_unit_test(samples_are_ranked),
        cmocka_unit_test(medians_are_compared_by_bootstrap),
        cmocka_unit_test(the_other_center_tells_of_a_disturbed_run),
        cmocka_unit_test(what_has_no_interval_is_untested),
        cmocka_unit_test(a_single_sample_is_one_run),
        cmocka_unit_test(figures_without_spread_are_as_good_as_their_digits),
        cmocka_unit_test(every_method_has_a_name),
    };
    scratch = arena_open(1 << 26);
    int failed = cmocka_run_group_tests_name("stats_compare", tests, NULL, NULL);
    arena_close(&scratch);
    return failed;
}
