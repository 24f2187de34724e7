/* What a sample's order and histogram say: drift and modes. */
#include "base/base.h"

#include <assert.h>

#include "stats/rank.h"
#include "stats/sample.h"

static double correlation(const double *xs, const double *ys, ptrdiff_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        mx += xs[i] / (double)n;
        my += ys[i] / (double)n;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        xx += (xs[i] - mx) * (xs[i] - mx);
        yy += (ys[i] - my) * (ys[i] - my);
        xy += (xs[i] - mx) * (ys[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

static void swap(double *a, double *b)
{
    double keep = *a;
    *a = *b;
    *b = keep;
}

/* The share of all orders of `ranks` whose sum of i * rank is as far from its middle as
 * the one seen: Heap's algorithm (1963) in its form without recursion. */
static double share_of_orders(double *ranks, ptrdiff_t n)
{
    enum { MOST = 9 };
    assert(n <= MOST);
    double middle = 0, seen = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        middle += ranks[i] * (double)(n - 1) / 2;
        seen += ranks[i] * (double)i;
    }
    double far = fabs(seen - middle) - 1e-9; /* sums of halves are exact */
    ptrdiff_t turns[MOST] = {0}, hits = 1, all = 1;
    for (ptrdiff_t k = 1; k < n;) {
        if (turns[k] >= k) {
            turns[k++] = 0;
            continue;
        }
        swap(&ranks[k % 2 == 0 ? 0 : turns[k]], &ranks[k]);
        turns[k]++;
        k = 1;
        double sum = 0;
        for (ptrdiff_t i = 0; i < n; i++) {
            sum += ranks[i] * (double)i;
        }
        hits += fabs(sum - middle) >= far;
        all++;
    }
    return (double)hits / (double)all;
}

bool stats_drift(const double *xs, ptrdiff_t n, arena scratch, drift_test *ret)
{
    if (n < 4) {
        return false;
    }
    double *ranks = NEW(&scratch, double, n), *order = NEW(&scratch, double, n);
    if (!stats_ranks(xs, n, ranks, scratch)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        order[i] = (double)i;
    }
    double rho = correlation(order, ranks, n), df = (double)(n - 2);
    ret->rho = rho;
    if (n <= 9) {
        ret->p = share_of_orders(ranks, n);
    } else {
        double rest = (1 - rho) * (1 + rho);
        ret->p = rest > 0 ? stats_t_two_sided(rho * sqrt(df / rest), df) : 0;
    }
    return true;
}

/* Steps over height of the histogram with bins of `width` from the smallest value on. */
static double mvalue_at(const double *sorted, ptrdiff_t n, double width)
{
    ptrdiff_t steps = 0, highest = 0, last = 0;
    double last_bin = -1;
    for (ptrdiff_t i = 0; i < n;) {
        double bin = floor((sorted[i] - sorted[0]) / width);
        ptrdiff_t count = 0;
        for (; i < n && floor((sorted[i] - sorted[0]) / width) <= bin; i++) {
            count++;
        }
        if (bin > last_bin + 1) { /* empty bins between */
            steps += last;
            last = 0;
        }
        steps += count > last ? count - last : last - count;
        highest = count > highest ? count : highest;
        last = count;
        last_bin = bin;
    }
    return (double)(steps + last) / (double)highest;
}

bool stats_mvalue(const double *sorted, ptrdiff_t n, double *ret)
{
    if (n < STATS_MODES_MIN || !(sorted[n - 1] > sorted[0])) {
        return false;
    }
    double most = 0, range = sorted[n - 1] - sorted[0];
    double width = 0.7 * 3.49 * stats_summary(sorted, n).stddev / cbrt((double)n);
    while (width < range) {
        most = fmax(most, mvalue_at(sorted, n, width));
        width *= 2;
    }
    *ret = fmax(most, 2);
    return true;
}
