/* Merging: percentiles of all samples, not of percentiles. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "model/merge.h"
#include "model/sketch.h"
#include "stats/boot.h"
#include "stats/stats.h"

static arena perm, scratch;

enum { PARTS = 3, EACH = 4000 };

/* Latencies of three generators: the second one is slow, the third has few. */
static void make_parts(metric *parts, metric *joined)
{
    splitmix random = {11};
    static const double centre[PARTS] = {0.010, 0.080, 0.012};
    static const ptrdiff_t sizes[PARTS] = {EACH, EACH / 2, 7};
    *joined = (metric){.name = S("latency"), .unit = S("s")};
    joined->samples = NEW(&perm, double, PARTS *EACH);
    for (ptrdiff_t i = 0; i < PARTS; i++) {
        metric *m = &parts[i];
        *m = (metric){.name = S("latency"), .unit = S("s"), .line = 1};
        m->samples = NEW(&perm, double, sizes[i]);
        for (; m->sample_count < sizes[i]; m->sample_count++) {
            double v = centre[i] * exp(stats_normal_quantile(stats_uniform(&random)));
            m->samples[m->sample_count] = v;
            joined->samples[joined->sample_count++] = v;
        }
        metric_from_samples(&perm, m, NULL, 0, scratch);
    }
    static const double ps[] = {90, 95, 99, 99.9};
    metric_from_samples(&perm, joined, ps, COUNTOF(ps), scratch);
}

static const metric *const *pointers(const metric *parts)
{
    const metric **all = NEW(&perm, const metric *, PARTS);
    for (ptrdiff_t i = 0; i < PARTS; i++) {
        all[i] = &parts[i];
    }
    return all;
}

static void samples_are_joined_exactly(void **state)
{
    (void)state;
    metric parts[PARTS], joined, merged;
    make_parts(parts, &joined);
    assert_true(metric_merge(&perm, scratch, pointers(parts), PARTS, &merged));
    assert_true(merged.n.value == joined.n.value);
    assert_true(merged.median.value == joined.median.value);
    assert_int_equal(merged.percentile_count, joined.percentile_count);
    for (ptrdiff_t i = 0; i < merged.percentile_count; i++) {
        assert_true(merged.percentiles[i].value == joined.percentiles[i].value);
    }
    assert_int_equal(merged.estimator, ESTIMATOR_LINEAR);
}

/* The first two are too many to hold: sketches, in milliseconds as k6 has them. */
static void sketches_are_joined_within_their_error(void **state)
{
    (void)state;
    metric parts[PARTS], joined, merged;
    make_parts(parts, &joined);
    for (ptrdiff_t i = 0; i < 2; i++) {
        sketch *s = sketch_new(&perm);
        for (ptrdiff_t k = 0; k < parts[i].sample_count; k++) {
            double ms = parts[i].samples[k] * 1000;
            sketch_add(s, &ms, 1);
        }
        parts[i].sketch = s;
        parts[i].sketch_exponent = -3;
        parts[i].sample_count = 0;
    }
    assert_true(metric_merge(&perm, scratch, pointers(parts), PARTS, &merged));
    assert_int_equal(merged.estimator, ESTIMATOR_SKETCH);
    assert_true(merged.n.value == joined.n.value);
    assert_true(merged.min.value == joined.min.value);
    assert_true(merged.max.value == joined.max.value);
    assert_true(fabs(merged.mean.value / joined.mean.value - 1) < 1e-12);
    assert_true(fabs(merged.stddev.value / joined.stddev.value - 1) < 1e-12);
    assert_true(fabs(merged.median.value / joined.median.value - 1) <= SKETCH_ERROR);
    for (ptrdiff_t i = 0; i < merged.percentile_count; i++) {
        double exact = joined.percentiles[i].value;
        assert_true(fabs(merged.percentiles[i].value / exact - 1) <= SKETCH_ERROR);
    }
    /* what averaging would have given is far off */
    double averaged = (parts[0].mean.value + parts[1].mean.value) / 2;
    assert_true(fabs(averaged / joined.mean.value - 1) > 0.1);
}

static void what_holds_nothing_is_not_merged(void **state)
{
    (void)state;
    metric parts[PARTS], joined, merged;
    make_parts(parts, &joined);
    parts[1].sample_count = 10; /* not all of them */
    assert_false(metric_merge(&perm, scratch, pointers(parts), PARTS, &merged));
    make_parts(parts, &joined);
    parts[2].unit = S("B");
    assert_false(metric_merge(&perm, scratch, pointers(parts), PARTS, &merged));
    assert_false(metric_merge(&perm, scratch, pointers(parts), 0, &merged));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_joined_exactly),
        cmocka_unit_test(sketches_are_joined_within_their_error),
        cmocka_unit_test(what_holds_nothing_is_not_merged),
    };
    perm = arena_open(1 << 28);
    scratch = arena_open(1 << 28);
    int failed = cmocka_run_group_tests_name("merge", tests, NULL, NULL);
    arena_close(&perm);
    arena_close(&scratch);
    return failed;
}
