/* sample.h - one sample: centre, spread, and what is odd about it.
 *
 * A sample is n finite numbers in the order in which they were measured; functions that
 * want them ascending say so. Nothing is ever removed. */
#ifndef STATS_SAMPLE_H
#define STATS_SAMPLE_H

#include "base/arena.h"
#include "stats/stats.h"

/* mean and stddev (n - 1; 0 for n = 1) in two passes. n >= 1. */
summary stats_summary(const double *xs, ptrdiff_t n);

/* The sample in ascending order, in perm. */
double *stats_sorted(arena *perm, const double *xs, ptrdiff_t n);

/* sorted: ascending, n >= 1. q: 0 … 1. Linear interpolation: Hyndman & Fan 1996, type 7.
 */
double stats_quantile(const double *sorted, ptrdiff_t n, double q);
double stats_median(const double *xs, ptrdiff_t n, arena scratch);

/* stddev / |mean|; unknown where the mean is 0 or n < 2. */
maybe stats_variation(summary s);

/* Between which order statistics the population's median lies: no assumption but
 * independent runs. `coverage` is what the binomial distribution gives, at least `level`.
 * False: even the smallest and the largest don't reach it (n < 6 at 0.95).
 * Source: Conover 1999, section 3.2. */
typedef struct {
    interval ci;
    ptrdiff_t low, high; /* ranks, from 1 */
    double coverage;
} median_interval;

MUST_USE bool stats_median_interval(const double *sorted, ptrdiff_t n, double level,
                                    median_interval *ret);

/* --- outliers --------------------------------------------------------------------------
 */

/* hyperfine's rule: |x - median| / MAD above this. 14.826 MAD are ten standard deviations
 * of a normal distribution. Source: Iglewicz & Hoaglin 1993; hyperfine 1.20. */
#define STATS_OUTLIER 14.826

/* A value's modified Z-score is (x - median) / mad. A median absolute deviation of 0
 * counts as DBL_EPSILON, as in hyperfine, so that whatever differs at all from a constant
 * sample stands out. n >= 1. */
typedef struct {
    double median, mad;
} robust_scale;

robust_scale stats_robust(const double *xs, ptrdiff_t n, arena scratch);

/* How many lie outside Tukey's fences, 1.5 and 3 quartile ranges from the quartiles
 * (type 7); a severe one is not counted as mild. Source: Tukey 1977. */
typedef struct {
    ptrdiff_t low_severe, low_mild, high_mild, high_severe;
} fences;

fences stats_fences(const double *sorted, ptrdiff_t n);

/* What hyperfine warns of. `first_slow`: the first run's score is above STATS_OUTLIER, so
 * a cache was cold; `outliers` counts all scores beyond it, the first run's too. */
typedef struct {
    ptrdiff_t outliers;
    bool first_slow;
} oddities;

oddities stats_oddities(const double *xs, ptrdiff_t n, arena scratch);

/* --- shape -----------------------------------------------------------------------------
 */

/* Drift: Spearman's rank correlation of the values with their order. p is two-sided, by
 * all permutations up to n = 9, else by Student's t with n - 2 degrees of freedom.
 * False: n < 4 or all values are equal. Source: Spearman 1904; Kendall & Stuart. */
typedef struct {
    double rho, p;
} drift_test;

MUST_USE bool stats_drift(const double *xs, ptrdiff_t n, arena scratch, drift_test *ret);

/* Gregg's mvalue: the sum of the steps between neighbouring bins of a histogram (empty
 * bins beyond both ends), over the highest bin; 2 has one mode, 4 two equal ones. The
 * largest over bin widths from 0.7 of Scott's, doubled until one bin holds all: with half
 * of Scott's, noise is taken for modes in every fourth sample, with the whole, two modes
 * are seldom seen. Above STATS_MODES there is more than one mode (measured: 2 to 3 %
 * false alarms for one normal mode, 95 % found for two equal ones, 6 deviations apart, n
 * = 50); a mode with a quarter of the values is seldom enough. Below n = STATS_MODES_MIN
 * a histogram says nothing. False: n is smaller, or all values are equal. Source: Gregg
 * 2015, "Modality"; the limit is BenchmarkDotNet's. */
#define STATS_MODES     2.8
#define STATS_MODES_MIN 20

MUST_USE bool stats_mvalue(const double *sorted, ptrdiff_t n, double *ret);

/* --- is a stated summary possible at all? ----------------------------------------------
 */

/* Can a sample of n have this mean, stddev (n - 1), min and max? `resolution`: the step
 * of the printed figures, each of which may be off by one step. n >= 2. The bounds: (max
 * - min)^2 / (2 (n - 1))  <=  stddev^2  <=  n / (n - 1) (max - mean) (mean - min) Source:
 * Bhatia & Davis 2000, which sharpens Popoviciu 1935; Thomson 1955 for the lower. */
bool stats_possible(summary s, double min, double max, double resolution);

#endif
