#include "check.h"

#include "base/out.h"
#include "chart/samples.h"
#include "chart/scale.h"

static arena perm;

/* "0 5 10 15": the ticks' words over low..high. */
static str words(double low, double high, ptrdiff_t most, bool is_log)
{
    scale s = {.low = low, .high = high, .to = 100, .log = is_log};
    ticks t = scale_ticks(&perm, &s, most);
    out *o = out_memory(&perm);
    for (ptrdiff_t i = 0; i < t.count; i++) {
        out_fmt(o, "%s%.*s", i ? " " : "", SV(t.texts[i]));
    }
    return out_text(o);
}

static void ticks_stand_at_1_2_5_steps(void **state)
{
    (void)state;
    check_str(words(0, 25.009, 6, false), "0 5 10 15 20 25");
    check_str(words(0, 24.9, 6, false), "0 5 10 15 20");
    check_str(words(0, 7.02, 6, false), "0 2 4 6");
    check_str(words(0, 0.7, 6, false), "0 0.2 0.4 0.6");
    check_str(words(0, 0.3, 4, false), "0 0.1 0.2 0.3");
    check_str(words(0, 1, 2, false), "0 1");
    check_str(words(14.2, 20.3, 7, false), "15 16 17 18 19 20");
    check_str(words(-6, 10, 6, false), "−5 0 5 10");
}

static void large_and_small_ticks_stay_short(void **state)
{
    (void)state;
    check_str(words(0, 70000, 6, false), "0 20k 40k 60k");
    check_str(words(0, 9000, 6, false), "0 2,000 4,000 6,000 8,000");
    check_str(words(0, 1.3e6, 6, false), "0 0.5M 1.0M");
    check_str(words(0, 1.25e15, 6, false), "0 0.5P 1.0P");
    check_str(words(0, 0.004, 6, false), "0 0.001 0.002 0.003 0.004");
    check_str(words(0, 3.4e-9, 6, false), "0 1e−9 2e−9 3e−9");
    check_str(words(0, 1.2e-9, 4, false), "0 0.5e−9 1.0e−9");
}

static void log_ticks_are_powers_or_even_steps(void **state)
{
    (void)state;
    check_str(words(0.5, 60, 7, true), "0.5 1 2 5 10 20 50");
    check_str(words(1, 1e6, 7, true), "1 10 100 1,000 10k 100k 1M");
    check_str(words(0.98, 1.6, 7, true), "1.0 1.1 1.2 1.3 1.4 1.5 1.6");
    check_str(words(1e-9, 1e9, 6, true), "1e−9 1e−5 0.1 1,000 10M");
}

static void places_follow_the_scale(void **state)
{
    (void)state;
    scale linear = {.low = 0, .high = 10, .from = 100, .to = 200};
    check_double(scale_at(&linear, 5), 150);
    scale upwards = {.low = 0, .high = 10, .from = 200, .to = 100};
    check_double(scale_at(&upwards, 2.5), 175);
    scale decades = {.low = 1, .high = 100, .from = 0, .to = 100, .log = true};
    check_double(scale_at(&decades, 10), 50);
}

static void widening_leaves_zero_where_it_is(void **state)
{
    (void)state;
    scale s = {.low = 0, .high = 100};
    scale_widen(&s, true);
    check_double(s.low, 0);
    check_double(s.high, 105);
    scale same = {.low = 80, .high = 80};
    scale_widen(&same, false);
    check_double(same.low, 72);
    check_double(same.high, 88);
    scale zero = {0};
    scale_widen(&zero, false);
    check_double(zero.low, -1);
    check_double(zero.high, 1);
}

/* R: quantile(c(3, 1, 4, 1, 5, 9, 2, 6), c(0.25, 0.5, 0.75, 0.9)) */
static void quantiles_are_those_of_r(void **state)
{
    (void)state;
    const double values[] = {3, 1, 4, 1, 5, 9, 2, 6};
    sorted s = samples_sort(&perm, values, COUNTOF(values));
    check_double(sorted_quantile(s, 0.25), 1.75);
    check_double(sorted_quantile(s, 0.5), 3.5);
    check_double(sorted_quantile(s, 0.75), 5.25);
    check_double(round(sorted_quantile(s, 0.9) * 1e9) / 1e9, 6.9);
    check_double(sorted_quantile(s, 0), 1);
    check_double(sorted_quantile(s, 1), 9);
}

static void every_value_falls_into_one_bin(void **state)
{
    (void)state;
    double values[200];
    for (int i = 0; i < 200; i++) {
        values[i] = 10 + (i * 37 % 200) * 0.1;
    }
    sorted s = samples_sort(&perm, values, 200);
    bins b = bins_for(s, 10, 29.9);
    check_double(b.width, 2);
    check_double(b.first, 10);
    assert_int_equal(b.count, 10);
    ptrdiff_t all = 0;
    for (ptrdiff_t i = 0; i < b.count; i++) {
        all += bins_count(&b, s, i);
    }
    assert_int_equal(all, 200);
    assert_int_equal(bins_count(&b, s, 0), 20);
}

static void equal_values_make_one_bin(void **state)
{
    (void)state;
    const double values[] = {80, 80, 80};
    sorted s = samples_sort(&perm, values, 3);
    bins b = bins_for(s, 80, 80);
    assert_int_equal(b.count, 1);
    assert_int_equal(bins_count(&b, s, 0), 3);
}

int main(void)
{
    perm = arena_open(16 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_stand_at_1_2_5_steps),
        cmocka_unit_test(large_and_small_ticks_stay_short),
        cmocka_unit_test(log_ticks_are_powers_or_even_steps),
        cmocka_unit_test(places_follow_the_scale),
        cmocka_unit_test(widening_leaves_zero_where_it_is),
        cmocka_unit_test(quantiles_are_those_of_r),
        cmocka_unit_test(every_value_falls_into_one_bin),
        cmocka_unit_test(equal_values_make_one_bin),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_close(&perm);
    return failed;
}
