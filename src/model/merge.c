#include "base/base.h"

#include "base/num.h"
#include "model/merge.h"
#include "model/sketch.h"

static const double shown[] = {50, 90, 95, 99, 99.9};

static bool holds_all(const metric *m)
{
    return m->sample_count > 0 && m->n.known
           && m->n.value == (double)m->sample_count; // NOLINT: an exact count
}

static void join_samples(arena *perm, arena scratch, const metric *const *ms, ptrdiff_t n,
                         metric *ret)
{
    ptrdiff_t all = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        all += ms[i]->sample_count;
    }
    ret->samples = NEW(perm, double, all);
    for (ptrdiff_t i = 0; i < n; i++) {
        memcpy(ret->samples + ret->sample_count, ms[i]->samples,
               (size_t)ms[i]->sample_count * sizeof(double));
        ret->sample_count += ms[i]->sample_count;
    }
    metric_from_samples(perm, ret, shown + 1, COUNTOF(shown) - 1, scratch);
}

/* Counts add up, extremes are extremes, and the moments of all follow from those of the
 * parts (Chan et al. 1979). */
static void join_moments(const metric *const *ms, ptrdiff_t n, metric *ret)
{
    double count = 0, mean = 0, squares = 0;
    bool spread = true;
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = ms[i];
        double delta = m->mean.value - mean, both = count + m->n.value;
        mean += delta * m->n.value / both;
        squares += m->stddev.value * m->stddev.value * (m->n.value - 1)
                   + delta * delta * count * m->n.value / both;
        spread = spread && (m->stddev.known || m->n.value < 2);
        count = both;
        ret->min = i == 0 || m->min.value < ret->min.value ? m->min : ret->min;
        ret->max = i == 0 || m->max.value > ret->max.value ? m->max : ret->max;
    }
    ret->n = SOME(count);
    ret->mean = SOME(mean);
    if (spread && count > 1) {
        ret->stddev = SOME(sqrt(squares / (count - 1)));
    }
}

/* Samples are brought into the sketches' unit. */
static void add_to(sketch *s, const metric *m, int exponent, arena scratch)
{
    if (m->sketch) {
        sketch_merge(s, m->sketch);
        return;
    }
    double *values = NEW(&scratch, double, m->sample_count);
    for (ptrdiff_t i = 0; i < m->sample_count; i++) {
        values[i] = num_shift(m->samples[i], -exponent);
    }
    sketch_add(s, values, m->sample_count);
}

static void join_sketches(arena *perm, arena scratch, const metric *const *ms,
                          ptrdiff_t n, metric *ret)
{
    sketch *s = sketch_new(perm);
    for (ptrdiff_t i = 0; i < n; i++) {
        add_to(s, ms[i], ret->sketch_exponent, scratch);
    }
    join_moments(ms, n, ret);
    ret->sketch = s;
    ret->percentiles = NEW(perm, percentile, COUNTOF(shown) - 1);
    for (ptrdiff_t i = 0; i < COUNTOF(shown); i++) {
        double v = num_shift(sketch_percentile(s, shown[i]), ret->sketch_exponent);
        if (i == 0) {
            ret->median = SOME(v);
        } else {
            ret->percentiles[ret->percentile_count++] = (percentile){shown[i], v};
        }
    }
    ret->estimator = ESTIMATOR_SKETCH;
}

bool metric_merge(arena *perm, arena scratch, const metric *const *ms, ptrdiff_t n,
                  metric *ret)
{
    bool exact = true;
    const metric *sketched = NULL;
    for (ptrdiff_t i = 0; i < n; i++) {
        bool held = holds_all(ms[i]);
        exact = exact && held;
        if ((!held && !ms[i]->sketch) || !ms[i]->mean.known || !ms[i]->n.known
            || ms[i]->n.value <= 0 || !str_eq(ms[i]->unit, ms[0]->unit)
            || (sketched && ms[i]->sketch
                && ms[i]->sketch_exponent != sketched->sketch_exponent)) {
            return false;
        }
        sketched = ms[i]->sketch ? ms[i] : sketched;
    }
    if (n == 0) {
        return false;
    }
    *ret = (metric){.name = ms[0]->name,
                    .unit = ms[0]->unit,
                    .better = ms[0]->better,
                    .line = ms[0]->line,
                    .spread_within_run = ms[0]->spread_within_run,
                    .sketch_exponent = sketched ? sketched->sketch_exponent : 0};
    if (exact) {
        join_samples(perm, scratch, ms, n, ret);
    } else {
        join_sketches(perm, scratch, ms, n, ret);
    }
    return true;
}
