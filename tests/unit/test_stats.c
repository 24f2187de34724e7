/* Statistics against what SciPy computes (tests/reference/), and the rules around them.
 */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "stats/stats.h"

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
