/* rank.h - tests and effect sizes from ranks, and what many tests at once need. */
#ifndef STATS_RANK_H
#define STATS_RANK_H

#include "base/arena.h"
#include "stats/stats.h"

/* Ranks from 1 in the order of xs; equal values share the mean of theirs. False: all
 * values are equal. */
bool stats_ranks(const double *xs, ptrdiff_t n, double *ranks, arena scratch);

/* Mann-Whitney U of a against b, two-sided. Exact, from the distribution over all ways to
 * deal the pooled values (ties included) to the two sides, while
 * min(na, nb) (na + nb) <= 5000 (50 against 50); beyond that the normal approximation,
 * corrected for ties and continuity. False: a side is empty, or all values are equal.
 * Source: Mann & Whitney 1947; Streitberg & Roehmel 1986 for the exact case with ties. */
typedef struct {
    double u, p;
    bool exact;
} mann_whitney;

MUST_USE bool stats_mann_whitney(const double *a, ptrdiff_t na, const double *b,
                                 ptrdiff_t nb, arena scratch, mann_whitney *ret);

/* Cliff's delta: P(a > b) - P(a < b), -1 … 1. na, nb >= 1. Source: Cliff 1993. */
double stats_cliff(const double *a, ptrdiff_t na, const double *b, ptrdiff_t nb,
                   arena scratch);

/* Hedges' g: the difference a - b in pooled standard deviations, without the bias of
 * small samples (the exact factor). Unknown: n < 2 a side or no spread. Source: Hedges
 * 1981. */
maybe stats_hedges(summary a, summary b);

/* Holm's step-down adjustment of p[0..n) for n tests at once, into adjusted[0..n), in the
 * order of p; the two may be the same array. Source: Holm 1979. */
void stats_holm(const double *p, double *adjusted, ptrdiff_t n, arena scratch);

/* Geometric mean of the known ratios: over `k` of `m`, which whoever shows it must say.
 * False: none is known, or one is 0 or below (no offset is invented). */
typedef struct {
    double value;
    ptrdiff_t k, m;
} ratio_mean;

MUST_USE bool stats_geomean(const maybe *ratios, ptrdiff_t m, ratio_mean *ret);

#endif
