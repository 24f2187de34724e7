/* stats.h - comparison of measurements: pure functions of doubles.
 *
 * Every function names its formula and its source in stats/; every one is checked against
 * values computed by SciPy or R in tests/unit/ (with the script that made them). */
#ifndef STATS_STATS_H
#define STATS_STATS_H

#include "base/base.h"

/* A sample's summary. stddev is the sample's (n - 1). */
typedef struct {
    double mean, stddev, n;
} summary;

typedef struct {
    double low, high;
} interval;

/* --- the ratio a/b of two means -------------------------------------------------- */

typedef struct {
    double value;
    maybe sigma; /* propagated standard deviation; unknown where a side has n < 2 */
} mean_ratio;

/* hyperfine's `1.50 ± 0.10`: sigma = r * sqrt((sa/ma)^2 + (sb/mb)^2), no covariance.
 * Not a confidence interval. mean of b != 0 (asserted). */
mean_ratio stats_ratio(summary a, summary b);

/* Fieller's interval of the ratio of means of two independent samples with unequal
 * variances: the ratios r for which Welch's test of `a = r b`, with the degrees of
 * freedom of that very r (Welch-Satterthwaite), does not reject. It holds 1 exactly when
 * stats_welch() gives p > 1 - level. Both spreads 0: both ends are the ratio. False: n <
 * 2 a side, or the denominator can't be told from zero at this level (t test of b alone),
 * so the interval is unbounded. level: 0.95. */
MUST_USE bool stats_fieller(summary a, summary b, double level, interval *ret);

/* --- tests ----------------------------------------------------------------------- */

typedef struct {
    double t, df, p;     /* two-sided */
    interval difference; /* of a - b, 95 % */
} welch_test;

/* False: n < 2 a side or both stddev are 0. */
MUST_USE bool stats_welch(summary a, summary b, welch_test *ret);

/* --- the one rule for verdicts --------------------------------------------------- */

typedef enum {
    VERDICT_UNTESTED, /* no interval possible: one run, or the spread is inside one run */
    VERDICT_UNCLEAR,  /* could not be told apart */
    VERDICT_SAME,     /* the interval lies wholly within the practical limit */
    VERDICT_LOWER,    /* wholly below 1 - limit */
    VERDICT_HIGHER,   /* wholly above 1 + limit */
} verdict;

/* ci: of the ratio a/b. limit: 0.02 is 2 %. Wholly inside [1 - limit, 1 + limit]: SAME;
 * wholly below 1 - limit or above 1 + limit: LOWER, HIGHER; else UNCLEAR. */
verdict stats_verdict(interval ci, double limit);

const char *verdict_name(verdict v); /* "same", "unclear", … as claims write them */

/* --- distributions --------------------------------------------------------------- */

double stats_t_two_sided(double t, double df); /* P(|T| >= |t|), df > 0 */
double stats_t_quantile(double p, double df);  /* t with P(|T| >= t) = 1 - p; 0 < p < 1 */
double stats_normal_cdf(double z);
double stats_normal_quantile(double p); /* 0 < p < 1 */

#endif
