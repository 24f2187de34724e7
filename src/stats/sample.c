/* One sample's centre and spread, and its outliers. */
#include "base/base.h"

#include <assert.h>
#include <float.h>

#include "stats/sample.h"

summary stats_summary(const double *xs, ptrdiff_t n)
{
    assert(n >= 1);
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += xs[i];
    }
    double mean = sum / (double)n, squares = 0, rest = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        squares += (xs[i] - mean) * (xs[i] - mean);
        rest += xs[i] - mean;
    }
    /* `rest` would be 0 without rounding: Chan, Golub & LeVeque 1983 */
    double variance = n < 2 ? 0 : (squares - rest * rest / (double)n) / (double)(n - 1);
    return (summary){.mean = mean, .stddev = sqrt(fmax(variance, 0)), .n = (double)n};
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double *stats_sorted(arena *perm, const double *xs, ptrdiff_t n)
{
    double *sorted = NEW(perm, double, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        sorted[i] = xs[i];
    }
    qsort(sorted, (size_t)n, sizeof *sorted, compare_doubles);
    return sorted;
}

double stats_quantile(const double *sorted, ptrdiff_t n, double q)
{
    assert(n >= 1 && q >= 0 && q <= 1);
    double at = (double)(n - 1) * q;
    ptrdiff_t i = (ptrdiff_t)at;
    if (i >= n - 1) {
        return sorted[n - 1];
    }
    return sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]);
}

double stats_median(const double *xs, ptrdiff_t n, arena scratch)
{
    return stats_quantile(stats_sorted(&scratch, xs, n), n, 0.5);
}

maybe stats_variation(summary s)
{
    if (s.n < 2 || !(fabs(s.mean) > 0)) {
        return (maybe){0};
    }
    return SOME(s.stddev / fabs(s.mean));
}

/* The ranks r and n + 1 - r hold the median with 1 - 2 P(X < r), X binomial (n, 1/2). */
bool stats_median_interval(const double *sorted, ptrdiff_t n, double level,
                           median_interval *ret)
{
    double below = 0, log_choose = 0, log_halves = log(0.5) * (double)n;
    ptrdiff_t rank = 0;
    double coverage = 0;
    for (ptrdiff_t r = 1; 2 * r <= n; r++) {
        below += exp(log_halves + log_choose);
        log_choose += log((double)(n - r + 1) / (double)r);
        if (1 - 2 * below < level) {
            break;
        }
        rank = r;
        coverage = 1 - 2 * below;
    }
    if (rank == 0) {
        return false;
    }
    *ret = (median_interval){
        .ci = {sorted[rank - 1], sorted[n - rank]},
        .low = rank,
        .high = n - rank + 1,
        .coverage = coverage,
    };
    return true;
}

robust_scale stats_robust(const double *xs, ptrdiff_t n, arena scratch)
{
    double *sorted = stats_sorted(&scratch, xs, n);
    robust_scale r = {.median = stats_quantile(sorted, n, 0.5)};
    for (ptrdiff_t i = 0; i < n; i++) {
        sorted[i] = fabs(xs[i] - r.median);
    }
    r.mad = stats_median(sorted, n, scratch);
    r.mad = r.mad > 0 ? r.mad : DBL_EPSILON;
    return r;
}

oddities stats_oddities(const double *xs, ptrdiff_t n, arena scratch)
{
    oddities odd = {0};
    if (n == 0) {
        return odd;
    }
    robust_scale scale = stats_robust(xs, n, scratch);
    for (ptrdiff_t i = 0; i < n; i++) {
        odd.outliers += fabs(xs[i] - scale.median) / scale.mad > STATS_OUTLIER;
    }
    odd.first_slow = (xs[0] - scale.median) / scale.mad > STATS_OUTLIER;
    return odd;
}

fences stats_fences(const double *sorted, ptrdiff_t n)
{
    double q1 = stats_quantile(sorted, n, 0.25), q3 = stats_quantile(sorted, n, 0.75);
    double range = q3 - q1;
    fences f = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        double x = sorted[i];
        if (x < q1 - 3 * range) {
            f.low_severe++;
        } else if (x < q1 - 1.5 * range) {
            f.low_mild++;
        } else if (x > q3 + 3 * range) {
            f.high_severe++;
        } else if (x > q3 + 1.5 * range) {
            f.high_mild++;
        }
    }
    return f;
}

bool stats_possible(summary s, double min, double max, double resolution)
{
    assert(s.n >= 2);
    if (min > max + 2 * resolution || s.mean < min - 2 * resolution
        || s.mean > max + 2 * resolution) {
        return false;
    }
    double spare = 1e-9 * (fabs(min) + fabs(max)) + resolution; /* for rounding */
    double above = fmax(max - s.mean, 0) + 2 * spare;
    double under = fmax(s.mean - min, 0) + 2 * spare;
    double most = sqrt(s.n / (s.n - 1) * above * under) + spare;
    double least = fmax(max - min - 2 * spare, 0) / sqrt(2 * (s.n - 1)) - spare;
    return s.stddev <= most && s.stddev >= least;
}
