/* Two means: their ratio and its interval, Welch's test, and the rule for verdicts. */
#include "base/base.h"

#include <assert.h>

#include "stats/stats.h"

static double variance_of_mean(summary s)
{
    return s.stddev * s.stddev / s.n;
}

mean_ratio stats_ratio(summary a, summary b)
{
    assert(b.mean < 0 || b.mean > 0);
    mean_ratio r = {.value = a.mean / b.mean};
    if (a.n >= 2 && b.n >= 2 && (a.mean < 0 || a.mean > 0)) {
        r.sigma = SOME(fabs(r.value) * hypot(a.stddev / a.mean, b.stddev / b.mean));
    }
    return r;
}

/* Welch's test of "a = ratio * b", that is of the difference a - ratio * b against 0. */
typedef struct {
    double t, df, standard_error;
} ratio_test;

/* Source: Welch 1947; degrees of freedom by Satterthwaite 1946. Both spreads 0: t is
 * infinite or 0. */
static ratio_test test_ratio(summary a, summary b, double ratio)
{
    double va = variance_of_mean(a);
    double vb = ratio * ratio * variance_of_mean(b);
    double difference = a.mean - ratio * b.mean;
    ratio_test r = {.standard_error = sqrt(va + vb)};
    if (va + vb <= 0) {
        r.t = difference < 0 || difference > 0 ? copysign(HUGE_VAL, difference) : 0;
        r.df = a.n + b.n - 2;
        return r;
    }
    /* shares, not squares of variances: those underflow for microseconds */
    double share = va / (va + vb);
    r.t = difference / r.standard_error;
    r.df = 1 / (share * share / (a.n - 1) + (1 - share) * (1 - share) / (b.n - 1));
    return r;
}

static bool keeps_ratio(summary a, summary b, double ratio, double level)
{
    ratio_test r = test_ratio(a, b, ratio);
    return stats_t_two_sided(r.t, r.df) > 1 - level;
}

/* Where, between `inside` (a ratio that is not rejected) and beyond, the test begins to
 * reject. The caller knows that it does at infinity. */
static double edge_of_ratios(summary a, summary b, double inside, int sign, double level)
{
    double step = fmax(fabs(inside), a.stddev / fabs(b.mean)) / 16;
    double outside = inside + sign * step;
    for (int i = 0; i < 1000 && keeps_ratio(a, b, outside, level); i++) {
        inside = outside;
        step *= 2;
        outside = inside + sign * step;
    }
    for (int i = 0; i < 100; i++) {
        double middle = inside + (outside - inside) / 2;
        if (fabs(outside - inside) <= 1e-15 * fabs(middle)) {
            break;
        }
        if (keeps_ratio(a, b, middle, level)) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return inside + (outside - inside) / 2;
}

/* Fieller's theorem with unequal variances, as the set of ratios that Welch's test does
 * not reject. Its degrees of freedom belong to the ratio under test (Satterthwaite's, of
 * a - ratio * b), not to the difference a - b. So
 *   - 1 lies in the interval exactly when Welch's p is above 1 - level,
 *   - the interval doesn't change when a side changes its unit, and that of b/a is its
 *     inverse: neither holds when one number of degrees serves all ratios.
 * Source: Fieller 1954; Tamhane & Logan 2004 (who take the degrees at the estimate). */
bool stats_fieller(summary a, summary b, double level, interval *ret)
{
    assert(level > 0 && level < 1);
    if (a.n < 2 || b.n < 2) {
        return false;
    }
    if (!isfinite(a.mean) || !isfinite(b.mean) || !(fabs(b.mean) > 0)) {
        return false;
    }
    double vb = variance_of_mean(b);
    if (vb > 0 && stats_t_two_sided(b.mean / sqrt(vb), b.n - 1) > 1 - level) {
        return false;
    }
    double ratio = a.mean / b.mean;
    if (a.stddev <= 0 && b.stddev <= 0) {
        *ret = (interval){ratio, ratio};
        return true;
    }
    *ret = (interval){
        .low = edge_of_ratios(a, b, ratio, -1, level),
        .high = edge_of_ratios(a, b, ratio, +1, level),
    };
    return true;
}

bool stats_welch(summary a, summary b, welch_test *ret)
{
    if (a.n < 2 || b.n < 2 || (a.stddev <= 0 && b.stddev <= 0)) {
        return false;
    }
    ratio_test r = test_ratio(a, b, 1);
    double difference = a.mean - b.mean;
    double reach = stats_t_quantile(0.95, r.df) * r.standard_error;
    *ret = (welch_test){
        .t = r.t,
        .df = r.df,
        .p = stats_t_two_sided(r.t, r.df),
        .difference = {difference - reach, difference + reach},
    };
    return true;
}

verdict stats_verdict(interval ci, double limit)
{
    if (ci.low >= 1 - limit && ci.high <= 1 + limit) {
        return VERDICT_SAME;
    }
    if (ci.high < 1 - limit) {
        return VERDICT_LOWER;
    }
    if (ci.low > 1 + limit) {
        return VERDICT_HIGHER;
    }
    return VERDICT_UNCLEAR;
}

const char *verdict_name(verdict v)
{
    switch (v) {
    case VERDICT_UNTESTED:
        return "untested";
    case VERDICT_UNCLEAR:
        return "unclear";
    case VERDICT_SAME:
        return "same";
    case VERDICT_LOWER:
        return "lower";
    case VERDICT_HIGHER:
        return "higher";
    }
    return "untested";
}
