#include "base/base.h"

#include "model/model.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Hyndman & Fan 1996, definition 7: h = (n - 1) p, linear between the neighbours. */
static double linear(const double *sorted, ptrdiff_t n, double p)
{
    double h = (double)(n - 1) * p / 100;
    ptrdiff_t i = (ptrdiff_t)h;
    if (i >= n - 1) {
        return sorted[n - 1];
    }
    double low = sorted[i], high = sorted[i + 1], part = h - (double)i;
    double between = low + part * (high - low);
    return isfinite(between) ? between : low * (1 - part) + high * part;
}

static void set(maybe *field, double v)
{
    if (!field->known && isfinite(v)) {
        *field = SOME(v);
    }
}

void metric_from_samples(arena *perm, metric *m, const double *ps, ptrdiff_t np,
                         arena scratch)
{
    ptrdiff_t n = m->sample_count;
    if (n == 0) {
        return;
    }
    double *sorted = NEW(&scratch, double, n);
    memcpy(sorted, m->samples, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    /* Two passes: the textbook sum of squares loses all digits on nearly equal times. */
    double sum = 0, squares = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += m->samples[i];
    }
    double mean = sum / (double)n;
    for (ptrdiff_t i = 0; i < n; i++) {
        squares += (m->samples[i] - mean) * (m->samples[i] - mean);
    }
    set(&m->n, (double)n);
    set(&m->mean, mean);
    if (n > 1) {
        set(&m->stddev, sqrt(squares / (double)(n - 1)));
    }
    set(&m->median, linear(sorted, n, 50));
    set(&m->min, sorted[0]);
    set(&m->max, sorted[n - 1]);
    if (np > 0 && m->percentile_count == 0) {
        m->percentiles = NEW(perm, percentile, np);
        m->percentile_count = np;
        m->estimator = ESTIMATOR_LINEAR;
        for (ptrdiff_t i = 0; i < np; i++) {
            m->percentiles[i] = (percentile){ps[i], linear(sorted, n, ps[i])};
        }
    }
}
