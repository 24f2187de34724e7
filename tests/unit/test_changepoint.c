/* Change points: found where the level moved, not where there is noise. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "stats/boot.h"
#include "stats/changepoint.h"

static arena scratch;

enum { LONGEST = 400 };

static double normal(splitmix *random)
{
    return stats_normal_quantile(stats_uniform(random));
}

/* A series of n values around 100 with the given spread; levels[i] holds from starts[i]
 * on. */
static void series_of(double *xs, ptrdiff_t n, double spread, const ptrdiff_t *starts,
                      const double *levels, uint64_t seed)
{
    splitmix random = {seed};
    double level = 100;
    for (ptrdiff_t i = 0, k = 0; i < n; i++) {
        if (starts && i == starts[k]) {
            level = levels[k++];
        }
        xs[i] = level + spread * normal(&random);
    }
}

static ptrdiff_t find(const double *xs, ptrdiff_t n, change_point *found)
{
    return stats_change_points(xs, n, 0.01, scratch, found);
}

static void a_step_is_found_at_its_place(void **state)
{
    (void)state;
    double xs[40];
    change_point found[40];
    series_of(xs, 40, 1, (const ptrdiff_t[]){25, -1}, (const double[]){110}, 1);
    assert_int_equal(find(xs, 40, found), 1);
    assert_int_equal(found[0].at, 25);
    assert_true(found[0].p <= 0.01);
    assert_true(fabs(found[0].before - 100) < 1 && fabs(found[0].after - 110) < 1);
}

static void steps_up_and_down_come_in_order(void **state)
{
    (void)state;
    double xs[90];
    change_point found[90];
    series_of(xs, 90, 1, (const ptrdiff_t[]){30, 50, 70, -1},
              (const double[]){106, 100, 92}, 2);
    assert_int_equal(find(xs, 90, found), 3);
    assert_int_equal(found[0].at, 30);
    assert_int_equal(found[1].at, 50);
    assert_int_equal(found[2].at, 70);
    assert_true(found[1].after < found[1].before);
}

static void an_outlier_is_no_change(void **state)
{
    (void)state;
    double xs[40];
    change_point found[40];
    for (ptrdiff_t at = 0; at < 40; at += 3) {
        series_of(xs, 40, 1, NULL, NULL, 3);
        assert_int_equal(find(xs, 40, found), 0);
        xs[at] = 1e6;
        assert_int_equal(find(xs, 40, found), 0);
    }
}

static void an_outlier_does_not_hide_a_change(void **state)
{
    (void)state;
    double xs[40];
    change_point found[40];
    series_of(xs, 40, 1, (const ptrdiff_t[]){25, -1}, (const double[]){106}, 4);
    xs[7] = 1e6;
    xs[33] = -1e6;
    assert_int_equal(find(xs, 40, found), 1);
    assert_true(found[0].at >= 24 && found[0].at <= 26);
}

static void nothing_is_found_in_too_little(void **state)
{
    (void)state;
    static const double flat[12] = {0}, few[] = {1, 1, 1, 9, 9};
    change_point found[12];
    assert_int_equal(find(few, 0, found), 0);
    assert_int_equal(find(few, 1, found), 0);
    assert_int_equal(find(few, 5, found), 0);
    assert_int_equal(find(flat, 12, found), 0);
}

static void whole_numbers_with_ties_are_fine(void **state)
{
    (void)state;
    double xs[30];
    change_point found[30];
    for (ptrdiff_t i = 0; i < 30; i++) {
        xs[i] = i < 18 ? 4 : 5;
    }
    assert_int_equal(find(xs, 30, found), 1);
    assert_int_equal(found[0].at, 18);
    assert_true(found[0].before == 4 && found[0].after == 5);
}

static void the_same_series_gives_the_same_answer(void **state)
{
    (void)state;
    double xs[60];
    change_point one[60], two[60];
    series_of(xs, 60, 2, (const ptrdiff_t[]){31, -1}, (const double[]){103}, 5);
    ptrdiff_t n = find(xs, 60, one);
    assert_int_equal(n, 1);
    assert_int_equal(find(xs, 60, two), n);
    assert_int_equal(one[0].at, two[0].at);
    assert_true(one[0].p == two[0].p);
}

/* In how many of 1,000 series of noise something is found, at 1 % significance. */
static void noise_gives_few_alarms(void **state)
{
    (void)state;
    enum { TRIALS = 1000 };
    static const int sizes[] = {10, 30};
    for (ptrdiff_t s = 0; s < COUNTOF(sizes); s++) {
        int alarms = 0;
        for (int t = 0; t < TRIALS; t++) {
            double xs[LONGEST];
            change_point found[LONGEST];
            series_of(xs, sizes[s], 1, NULL, NULL, (uint64_t)s * 1000 + (uint64_t)t);
            alarms += find(xs, sizes[s], found) > 0;
        }
        print_message("n = %d: %.1f %% false alarms\n", sizes[s],
                      100.0 * alarms / TRIALS);
        assert_true(alarms <= 20);
    }
}

/* How often a step of so many standard deviations, three fifths in, is found. */
static void real_changes_are_found(void **state)
{
    (void)state;
    enum { TRIALS = 200 };
    static const struct {
        int n;
        double step;
        int least; /* percent */
    } cases[] = {{15, 4, 90}, {30, 2, 80}, {100, 1, 80}, {200, 1, 98}};
    for (ptrdiff_t c = 0; c < COUNTOF(cases); c++) {
        int hits = 0;
        for (int t = 0; t < TRIALS; t++) {
            double xs[LONGEST];
            change_point found[LONGEST];
            ptrdiff_t start[] = {cases[c].n * 3 / 5, -1};
            double level[] = {100 + cases[c].step};
            series_of(xs, cases[c].n, 1, start, level, (uint64_t)(70000 + t));
            hits += find(xs, cases[c].n, found) > 0;
        }
        print_message("n = %d, step %g: %d %% found\n", cases[c].n, cases[c].step,
                      100 * hits / TRIALS);
        assert_true(100 * hits >= cases[c].least * TRIALS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_found_at_its_place),
        cmocka_unit_test(steps_up_and_down_come_in_order),
        cmocka_unit_test(an_outlier_is_no_change),
        cmocka_unit_test(an_outlier_does_not_hide_a_change),
        cmocka_unit_test(nothing_is_found_in_too_little),
        cmocka_unit_test(whole_numbers_with_ties_are_fine),
        cmocka_unit_test(the_same_series_gives_the_same_answer),
        cmocka_unit_test(noise_gives_few_alarms),
        cmocka_unit_test(real_changes_are_found),
    };
    scratch = arena_open(1 << 26);
    int failed = cmocka_run_group_tests_name("changepoint", tests, NULL, NULL);
    arena_close(&scratch);
    return failed;
}
