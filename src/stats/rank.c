/* Ranks, Mann-Whitney, effect sizes, Holm, geometric mean. */
#include "base/base.h"

#include <assert.h>

#include "stats/rank.h"

typedef struct {
    double value;
    ptrdiff_t from; /* its place in the caller's order */
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    int by_value = (x->value > y->value) - (x->value < y->value);
    return by_value ? by_value : (x->from > y->from) - (x->from < y->from);
}

static ranked *sort_ranked(arena *perm, const double *xs, ptrdiff_t n)
{
    ranked *all = NEW(perm, ranked, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        all[i] = (ranked){xs[i], i};
    }
    qsort(all, (size_t)n, sizeof *all, compare_ranked);
    return all;
}

bool stats_ranks(const double *xs, ptrdiff_t n, double *ranks, arena scratch)
{
    const ranked *all = sort_ranked(&scratch, xs, n);
    for (ptrdiff_t i = 0; i < n;) {
        ptrdiff_t end = i + 1;
        while (end < n && all[end].value <= all[i].value) {
            end++;
        }
        for (ptrdiff_t k = i; k < end; k++) {
            ranks[all[k].from] = (double)(i + 1 + end) / 2;
        }
        i = end;
    }
    return n > 0 && all[n - 1].value > all[0].value;
}

/* --- Mann-Whitney ---------------------------------------------------------------------
 */

/* In how many of the ways to choose `k` of twice[0..n) (doubled ranks, whole numbers) the
 * sum is at most, and at least, `seen`; as shares of all ways, the smaller one. */
static double smaller_tail(const ptrdiff_t *twice, ptrdiff_t n, ptrdiff_t k,
                           ptrdiff_t seen, arena scratch)
{
    ptrdiff_t most = 2 * n * k + 1; /* sums are below */
    double *ways = NEW(&scratch, double, (k + 1) * most);
    ways[0] = 1;
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t c = i + 1 < k ? i + 1 : k; c >= 1; c--) {
            double *to = ways + c * most;
            const double *from = to - most;
            ptrdiff_t limit = 2 * n * (c - 1); /* beyond, `from` is 0 */
            limit = limit + twice[i] < most ? limit : most - 1 - twice[i];
            for (ptrdiff_t s = 0; s <= limit; s++) {
                to[s + twice[i]] += from[s];
            }
        }
    }
    double all = 0, low = 0, high = 0;
    for (ptrdiff_t s = 0; s < most; s++) {
        double w = ways[k * most + s];
        all += w;
        low += s <= seen ? w : 0;
        high += s >= seen ? w : 0;
    }
    return fmin(low, high) / all;
}

/* Sum over the groups of equal values of (size^3 - size). */
static double tie_term(const double *ranks, ptrdiff_t n, arena scratch)
{
    const ranked *all = sort_ranked(&scratch, ranks, n);
    double sum = 0;
    for (ptrdiff_t i = 0; i < n;) {
        ptrdiff_t end = i + 1;
        while (end < n && all[end].value <= all[i].value) {
            end++;
        }
        double size = (double)(end - i);
        sum += size * size * size - size;
        i = end;
    }
    return sum;
}

static double normal_p(double u, double na, double nb, double ties)
{
    double n = na + nb;
    double variance = na * nb / 12 * (n + 1 - ties / (n * (n - 1)));
    double z = (fabs(u - na * nb / 2) - 0.5) / sqrt(variance);
    return fmin(1, 2 * stats_normal_cdf(-z));
}

bool stats_mann_whitney(const double *a, ptrdiff_t na, const double *b, ptrdiff_t nb,
                        arena scratch, mann_whitney *ret)
{
    ptrdiff_t n = na + nb;
    if (na < 1 || nb < 1) {
        return false;
    }
    double *pooled = NEW(&scratch, double, n), *ranks = NEW(&scratch, double, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        pooled[i] = i < na ? a[i] : b[i - na];
    }
    if (!stats_ranks(pooled, n, ranks, scratch)) {
        return false;
    }
    ptrdiff_t *twice = NEW(&scratch, ptrdiff_t, n), sum_a = 0, sum_b = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        twice[i] = (ptrdiff_t)(2 * ranks[i]);
        *(i < na ? &sum_a : &sum_b) += twice[i];
    }
    ret->u = (double)(sum_a - na * (na + 1)) / 2;
    ptrdiff_t k = na < nb ? na : nb;
    ret->exact = k <= 5000 / n;
    if (ret->exact) {
        double tail = smaller_tail(twice, n, k, na < nb ? sum_a : sum_b, scratch);
        ret->p = fmin(1, 2 * tail);
    } else {
        ret->p = normal_p(ret->u, (double)na, (double)nb, tie_term(ranks, n, scratch));
    }
    return true;
}

/* --- effect sizes ---------------------------------------------------------------------
 */

double stats_cliff(const double *a, ptrdiff_t na, const double *b, ptrdiff_t nb,
                   arena scratch)
{
    assert(na >= 1 && nb >= 1);
    const ranked *x = sort_ranked(&scratch, a, na), *y = sort_ranked(&scratch, b, nb);
    ptrdiff_t below = 0, up_to = 0;
    double balance = 0;
    for (ptrdiff_t i = 0; i < na; i++) {
        while (below < nb && y[below].value < x[i].value) {
            below++;
        }
        while (up_to < nb && y[up_to].value <= x[i].value) {
            up_to++;
        }
        balance += (double)below - (double)(nb - up_to);
    }
    return balance / ((double)na * (double)nb);
}

maybe stats_hedges(summary a, summary b)
{
    double df = a.n + b.n - 2;
    if (a.n < 2 || b.n < 2) {
        return (maybe){0};
    }
    double pooled =
        sqrt(((a.n - 1) * a.stddev * a.stddev + (b.n - 1) * b.stddev * b.stddev) / df);
    if (!(pooled > 0)) {
        return (maybe){0};
    }
    int sign;
    double unbias =
        exp(lgamma_r(df / 2, &sign) - lgamma_r((df - 1) / 2, &sign)) / sqrt(df / 2);
    return SOME(unbias * (a.mean - b.mean) / pooled);
}

/* --- many at once ---------------------------------------------------------------------
 */

void stats_holm(const double *p, double *adjusted, ptrdiff_t n, arena scratch)
{
    const ranked *all = sort_ranked(&scratch, p, n);
    double least = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        least = fmax(least, fmin(1, (double)(n - i) * all[i].value));
        adjusted[all[i].from] = least;
    }
}

bool stats_geomean(const maybe *ratios, ptrdiff_t m, ratio_mean *ret)
{
    double sum = 0;
    ptrdiff_t k = 0;
    for (ptrdiff_t i = 0; i < m; i++) {
        if (!ratios[i].known) {
            continue;
        }
        if (!(ratios[i].value > 0)) {
            return false;
        }
        sum += log(ratios[i].value);
        k++;
    }
    if (k == 0) {
        return false;
    }
    *ret = (ratio_mean){.value = exp(sum / (double)k), .k = k, .m = m};
    return true;
}
