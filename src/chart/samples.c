#include "base/base.h"

#include <assert.h>

#include "chart/samples.h"

static int by_value(const void *a, const void *b)
{
    double p = *(const double *)a;
    double q = *(const double *)b;
    return p < q ? -1 : p > q;
}

sorted samples_sort(arena *perm, const double *values, ptrdiff_t n)
{
    assert(n >= 1);
    double *copy = NEW(perm, double, n);
    memcpy(copy, values, sizeof *values * (size_t)n);
    qsort(copy, (size_t)n, sizeof *copy, by_value);
    return (sorted){copy, n};
}

double sorted_quantile(sorted s, double share)
{
    double at = share * (double)(s.n - 1);
    ptrdiff_t below = (ptrdiff_t)floor(at);
    if (below >= s.n - 1) {
        return s.values[s.n - 1];
    }
    double part = at - (double)below;
    return s.values[below] + part * (s.values[below + 1] - s.values[below]);
}

enum { MOST_BINS = 60 };

/* 1, 2 or 5 × 10^k: the smallest that is not below `least`, or the largest that is not
 * above `wanted` where that is larger. */
static double round_width(double wanted, double least)
{
    static const double mantissas[] = {1, 2, 5};
    int exponent = (int)floor(log10(least));
    double width = 0;
    for (int e = exponent; e < exponent + 310; e++) {
        for (int m = 0; m < 3; m++) {
            double v = e >= 0 ? mantissas[m] * pow(10, e) : mantissas[m] / pow(10, -e);
            if (width >= least && v > wanted) {
                return width;
            }
            width = v;
        }
    }
    return width;
}

bins bins_for(sorted s, double low, double high)
{
    double spread = high - low;
    double least = spread > 0 ? spread / (MOST_BINS - 2) : fmax(fabs(high), 1) / 10;
    double wanted =
        2 * (sorted_quantile(s, 0.75) - sorted_quantile(s, 0.25)) / cbrt((double)s.n);
    bins b = {.width = round_width(wanted, least)};
    b.first = floor(low / b.width) * b.width;
    b.count = (ptrdiff_t)floor((high - b.first) / b.width) + 1;
    return b;
}

/* How many values are below v. */
static ptrdiff_t rank(sorted s, double v)
{
    ptrdiff_t from = 0;
    ptrdiff_t to = s.n;
    while (from < to) {
        ptrdiff_t middle = from + (to - from) / 2;
        if (s.values[middle] < v) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

ptrdiff_t bins_count(const bins *b, sorted s, ptrdiff_t i)
{
    ptrdiff_t from = i == 0 ? 0 : rank(s, b->first + b->width * (double)i);
    ptrdiff_t to =
        i == b->count - 1 ? s.n : rank(s, b->first + b->width * (double)(i + 1));
    return to - from;
}
