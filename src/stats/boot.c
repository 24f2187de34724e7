/* BCa bootstrap of a ratio. */
#include "base/base.h"

#include <assert.h>

#include "stats/boot.h"

uint64_t stats_random(splitmix *s)
{
    uint64_t z = (s->state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

double stats_uniform(splitmix *s)
{
    return ((double)(stats_random(s) >> 11) + 0.5) * 0x1p-53;
}

/* Draws n of 0..n-1 with replacement and calls nothing: adds one to each drawn count. Two
 * draws a random number; the bias of 32 bits is below n / 2^32. */
static void draw_counts(splitmix *random, uint32_t *counts, ptrdiff_t n)
{
    memset(counts, 0, (size_t)n * sizeof *counts);
    uint64_t bits = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        bits = i % 2 == 0 ? stats_random(random) : bits >> 32;
        counts[((bits & 0xFFFFFFFF) * (uint64_t)n) >> 32]++;
    }
}

/* The mean of a resample, as counts of each value. */
static double resampled_mean(const double *sorted, const uint32_t *counts, ptrdiff_t n)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += sorted[i] * counts[i];
    }
    return sum / (double)n;
}

static double resampled_median(const double *sorted, const uint32_t *counts, ptrdiff_t n)
{
    ptrdiff_t low_rank = (n - 1) / 2, high_rank = n / 2, seen = 0, i = 0;
    while (seen + counts[i] <= low_rank) {
        seen += counts[i++];
    }
    double low = sorted[i];
    while (seen + counts[i] <= high_rank) {
        seen += counts[i++];
    }
    return (low + sorted[i]) / 2;
}

static double resampled(const double *sorted, const uint32_t *counts, ptrdiff_t n,
                        center c)
{
    return c == CENTER_MEAN ? resampled_mean(sorted, counts, n)
                            : resampled_median(sorted, counts, n);
}

/* The centre without the i-th of the sorted values. */
static double left_out(const double *sorted, ptrdiff_t n, ptrdiff_t i, double mean,
                       center c)
{
    if (c == CENTER_MEAN) {
        return mean - (sorted[i] - mean) / (double)(n - 1);
    }
    ptrdiff_t low = (n - 2) / 2, high = (n - 1) / 2;
    return (sorted[low + (i <= low)] + sorted[high + (i <= high)]) / 2;
}

/* One sample's share of the acceleration: sums of squares and cubes of the influences,
 * as the jackknife sees them. `invert`: the centre is the ratio's denominator. */
static void add_influence(sample s, center c, double other, bool invert, double sums[2])
{
    double mean = stats_summary(s.xs, s.n).mean, middle = 0, n = (double)s.n;
    for (ptrdiff_t i = 0; i < s.n; i++) {
        double left = left_out(s.xs, s.n, i, mean, c);
        middle += (invert ? other / left : left / other) / n;
    }
    for (ptrdiff_t i = 0; i < s.n; i++) {
        double left = left_out(s.xs, s.n, i, mean, c);
        double u = (n - 1) * (middle - (invert ? other / left : left / other));
        sums[0] += u * u / (n * n);
        sums[1] += u * u * u / (n * n * n);
    }
}

/* Moves the k-th smallest of xs[0..n) to its place, smaller ones before it.
 * Source: Hoare 1961. */
static double select_kth(double *xs, ptrdiff_t n, ptrdiff_t k)
{
    ptrdiff_t low = 0, high = n - 1;
    while (low < high) {
        double pivot = xs[low + (high - low) / 2];
        ptrdiff_t i = low, j = high;
        while (i <= j) {
            while (xs[i] < pivot) {
                i++;
            }
            while (xs[j] > pivot) {
                j--;
            }
            if (i <= j) {
                double keep = xs[i];
                xs[i++] = xs[j];
                xs[j--] = keep;
            }
        }
        if (k > j && k < i) {
            break;
        }
        *(k <= j ? &high : &low) = k <= j ? j : i;
    }
    return xs[k];
}

static double select_quantile(double *xs, ptrdiff_t n, double q)
{
    double at = (double)(n - 1) * q;
    ptrdiff_t i = (ptrdiff_t)at;
    double low = select_kth(xs, n, i);
    if (i >= n - 1) {
        return low;
    }
    return low + (at - (double)i) * (select_kth(xs, n, i + 1) - low);
}

/* Which quantile of the bootstrap distribution stands for the normal quantile z. */
static double bca_quantile(double bias, double acceleration, double z)
{
    double moved = bias + z;
    return stats_normal_cdf(bias + moved / (1 - acceleration * moved));
}

/* The bias correction: how far the estimate is from the resamples' middle; equal ones,
 * which medians have many of, count half. */
static double bca_bias(const double *ratios, ptrdiff_t n, double estimate)
{
    double below = 0.5; /* never quite 0 or all, where the quantile is infinite */
    for (ptrdiff_t i = 0; i < n; i++) {
        below += ratios[i] < estimate ? 1 : ratios[i] > estimate ? 0 : 0.5;
    }
    return stats_normal_quantile(below / (double)(n + 1));
}

static void fill_ratios(sample a, sample b, center c, double *ratios, ptrdiff_t n,
                        arena scratch)
{
    splitmix random = {20250810};
    uint32_t *ca = NEW(&scratch, uint32_t, a.n), *cb = NEW(&scratch, uint32_t, b.n);
    for (ptrdiff_t i = 0; i < n; i++) {
        draw_counts(&random, ca, a.n);
        draw_counts(&random, cb, b.n);
        ratios[i] = resampled(a.xs, ca, a.n, c) / resampled(b.xs, cb, b.n, c);
    }
}

bool stats_bootstrap(sample a, sample b, center c, double level, arena scratch,
                     interval *ret)
{
    assert(level > 0 && level < 1);
    enum { LEAST = 5, MOST_DRAWS = 20000000, MOST = 10000, FEWEST = 1000 };
    if (a.n < LEAST || b.n < LEAST) {
        return false;
    }
    a.xs = stats_sorted(&scratch, a.xs, a.n);
    b.xs = stats_sorted(&scratch, b.xs, b.n);
    bool varies = a.xs[0] < a.xs[a.n - 1] || b.xs[0] < b.xs[b.n - 1];
    if (!varies || !(b.xs[0] > 0)) {
        return false;
    }
    ptrdiff_t n = MOST_DRAWS / (a.n + b.n);
    n = n > MOST ? MOST : n < FEWEST ? FEWEST : n;
    double *ratios = NEW(&scratch, double, n), sums[2] = {0};
    fill_ratios(a, b, c, ratios, n, scratch);
    double ma = stats_quantile(a.xs, a.n, 0.5), mb = stats_quantile(b.xs, b.n, 0.5);
    if (c == CENTER_MEAN) {
        ma = stats_summary(a.xs, a.n).mean;
        mb = stats_summary(b.xs, b.n).mean;
    }
    add_influence(a, c, mb, false, sums);
    add_influence(b, c, ma, true, sums);
    double acceleration = sums[0] > 0 ? sums[1] / (6 * pow(sums[0], 1.5)) : 0;
    double bias = bca_bias(ratios, n, ma / mb);
    double z = stats_normal_quantile(0.5 + level / 2);
    ret->low = select_quantile(ratios, n, bca_quantile(bias, acceleration, -z));
    ret->high = select_quantile(ratios, n, bca_quantile(bias, acceleration, z));
    return true;
}
