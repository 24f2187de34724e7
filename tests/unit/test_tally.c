#include "check.h"

#include "model/tally.h"

static arena perm, scratch;
static uint64_t state = 88172645463325252U;

static double uniform(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

/* Times as servers have them: skewed over three decades. */
static double skewed(void)
{
    return 5e-3 * exp(1.5 * (uniform() + uniform() + uniform() + uniform() - 2));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double linear(const double *sorted, ptrdiff_t n, double p)
{
    double h = (double)(n - 1) * p / 100;
    ptrdiff_t i = (ptrdiff_t)h;
    return i + 1 >= n ? sorted[n - 1]
                      : sorted[i] + (h - (double)i) * (sorted[i + 1] - sorted[i]);
}

static const double ps[] = {0, 1, 50, 90, 95, 99, 99.9, 100};

static void same_as_sorting(const double *values, ptrdiff_t n)
{
    tally_store *s = tally_store_open(&perm, 1 << 20);
    value_tally *t = tally_new(s, true);
    for (ptrdiff_t i = 0; i < n; i++) {
        tally_add(t, values[i]);
    }
    tally_end(t);
    assert_int_equal(t->n, n);
    assert_null(t->sketch);
    double got[COUNTOF(ps)];
    tally_percentiles(t, ps, COUNTOF(ps), got, scratch);
    double *kept = tally_values(&perm, t, n);
    assert_memory_equal(kept, values, (size_t)n * sizeof *values);
    assert_true(n < 2 || tally_values(&perm, t, n - 1) == NULL);
    double *sorted = NEW(&perm, double, n);
    memcpy(sorted, values, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    for (ptrdiff_t i = 0; i < COUNTOF(ps); i++) {
        check_double(got[i], linear(sorted, n, ps[i]));
    }
    check_double(t->min, sorted[0]);
    check_double(t->max, sorted[n - 1]);
    check_double(t->latest, values[n - 1]);
    tally_store_close(s);
}

static void selects_what_sorting_finds(void **unused)
{
    (void)unused;
    ptrdiff_t sizes[] = {1, 2, 3, 63, 64, 65, 320, 321, 1344, 5000, 100000};
    for (ptrdiff_t k = 0; k < COUNTOF(sizes); k++) {
        ptrdiff_t n = sizes[k];
        double *v = NEW(&perm, double, n);
        for (int kind = 0; kind < 7; kind++) {
            for (ptrdiff_t i = 0; i < n; i++) {
                double u = uniform();
                v[i] = kind == 0   ? skewed()
                       : kind == 1 ? 7
                       : kind == 2 ? floor(u * 3) - 1
                       : kind == 3 ? (u - 0.5) * 1e300
                       : kind == 4 ? (u < 0.5 ? 1e-310 : 0)
                       : kind == 5 ? (u < 0.5 ? -0.0 : u)
                                   : 1 + u * 1e-12; /* one bucket, all different */
            }
            same_as_sorting(v, n);
        }
    }
}

static void keeps_moments_where_sums_fail(void **unused)
{
    (void)unused;
    tally_store *s = tally_store_open(&perm, 1000);
    value_tally *t = tally_new(s, true), *few = tally_new(s, false);
    ptrdiff_t n = 300000;
    for (ptrdiff_t i = 0; i < n; i++) {
        tally_add(t, 1e9 + (i % 2 ? 1 : -1));
        tally_add(few, i % 3 == 0);
    }
    tally_end(t);
    tally_end(few);
    assert_true(fabs(t->mean - 1e9) < 1e-6);
    double variance = t->squares / (double)(n - 1);
    assert_true(fabs(variance - (double)n / (double)(n - 1)) < 1e-12);
    assert_int_equal(few->nonzero, n / 3);
    check_double(few->sum, (double)n / 3);
    assert_int_equal(few->n, n);
    tally_store_close(s);
}

static void sketches_beyond_the_store(void **unused)
{
    (void)unused;
    tally_store *s = tally_store_open(&perm, 50000);
    value_tally *big = tally_new(s, true), *small = tally_new(s, true);
    ptrdiff_t n = 400000;
    double *all = NEW(&perm, double, n), *few = NEW(&perm, double, n);
    ptrdiff_t fewer = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        tally_add(big, all[i] = skewed() * (i % 7 ? 1 : -1));
        if (i % 20 == 0) {
            tally_add(small, few[fewer++] = skewed());
        }
    }
    tally_end(big);
    tally_end(small);
    assert_non_null(big->sketch);
    assert_null(small->sketch);
    assert_null(tally_values(&perm, big, n));
    qsort(all, (size_t)n, sizeof *all, ascending);
    qsort(few, (size_t)fewer, sizeof *few, ascending);
    double got[COUNTOF(ps)];
    tally_percentiles(big, ps, COUNTOF(ps), got, scratch);
    for (ptrdiff_t i = 0; i < COUNTOF(ps); i++) {
        double want = linear(all, n, ps[i]);
        assert_true(fabs(got[i] - want) <= fabs(want) * SKETCH_ERROR * 1.0001);
    }
    check_double(got[0], all[0]);
    check_double(got[COUNTOF(ps) - 1], all[n - 1]);
    tally_percentiles(small, ps, COUNTOF(ps), got, scratch);
    for (ptrdiff_t i = 0; i < COUNTOF(ps); i++) {
        check_double(got[i], linear(few, fewer, ps[i]));
    }
    tally_store_close(s);
}

/* A tally that is cleared gives its room back and counts anew, as if it were fresh. */
static void clears(void **unused)
{
    (void)unused;
    tally_store *s = tally_store_open(&perm, 20000);
    value_tally *t = tally_new(s, true), *other = tally_new(s, true);
    for (int round = 0; round < 50; round++) {
        ptrdiff_t n = round % 5 == 4 ? 30000 : 9000;
        for (ptrdiff_t i = 0; i < n; i++) {
            tally_add(t, (double)(i + round));
        }
        tally_end(t);
        assert_int_equal(t->n, n);
        assert_true((t->sketch != NULL) == (n > 20000));
        double got[1], median[] = {50};
        tally_percentiles(t, median, 1, got, scratch);
        double want = (double)(n - 1) / 2 + round;
        assert_true(fabs(got[0] - want) <= (t->sketch ? want * SKETCH_ERROR : 0));
        tally_clear(t);
    }
    tally_add(other, 1);
    tally_end(other);
    assert_int_equal(other->n, 1);
    tally_store_close(s);
}

static void sketches_any_number(void **unused)
{
    (void)unused;
    sketch *s = sketch_new(&perm);
    const double odd[] = {0,      -0.0,  1e-320, -1e-320, 1e-40, 1e40,
                          -1e308, 1e308, 1,      -1,      0.5,   3};
    sketch_add(s, odd, COUNTOF(odd));
    assert_int_equal(sketch_count(s), COUNTOF(odd));
    double before = sketch_value(s, 0);
    check_double(before, -1e308);
    for (uint64_t i = 1; i < COUNTOF(odd); i++) {
        double v = sketch_value(s, i);
        assert_true(v >= before);
        before = v;
    }
    check_double(before, 1e308);
}

static void bounds_the_error_of_each_value(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        arena mark = perm;
        sketch *s = sketch_new(&perm);
        double v = exp((uniform() - 0.5) * 100), far = v * 4;
        const double three[] = {v / 4, v, far};
        sketch_add(s, three, 3);
        assert_true(fabs(sketch_value(s, 1) - v) <= v * SKETCH_ERROR * (1 + 1e-12));
        perm = mark;
    }
}

static void merges_in_any_order(void **unused)
{
    (void)unused;
    double v[3000];
    for (int i = 0; i < 3000; i++) {
        v[i] = i % 10 ? skewed() : -skewed();
    }
    sketch *all = sketch_new(&perm), *a = sketch_new(&perm), *b = sketch_new(&perm);
    sketch_add(all, v, 3000);
    sketch_add(a, v, 1000);
    sketch_add(b, v + 1000, 2000);
    sketch *ab = sketch_new(&perm), *ba = sketch_new(&perm);
    sketch_merge(ab, a);
    sketch_merge(ab, b);
    sketch_merge(ba, b);
    sketch_merge(ba, sketch_new(&perm));
    sketch_merge(ba, a);
    for (uint64_t i = 0; i < 3000; i++) {
        check_double(sketch_value(ab, i), sketch_value(all, i));
        check_double(sketch_value(ba, i), sketch_value(all, i));
    }
    check_double(sketch_percentile(ab, 99.9), sketch_percentile(all, 99.9));
    sketch_clear(ab);
    assert_int_equal(sketch_count(ab), 0);
    sketch_merge(ab, a);
    check_double(sketch_value(ab, 500), sketch_value(a, 500));
}

int main(void)
{
    perm = arena_open((ptrdiff_t)1 << 36);
    scratch = arena_open((ptrdiff_t)1 << 32);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selects_what_sorting_finds),
        cmocka_unit_test(keeps_moments_where_sums_fail),
        cmocka_unit_test(sketches_beyond_the_store),
        cmocka_unit_test(clears),
        cmocka_unit_test(sketches_any_number),
        cmocka_unit_test(bounds_the_error_of_each_value),
        cmocka_unit_test(merges_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
