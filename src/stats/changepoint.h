/* changepoint.h - where a series of runs moved to another level. */
#ifndef STATS_CHANGEPOINT_H
#define STATS_CHANGEPOINT_H

#include "base/arena.h"
#include "stats/stats.h"

/* A segment has at least so many values: a change shows after three runs, never after
 * one. */
#define STATS_SEGMENT_MIN 3

typedef struct {
    ptrdiff_t at;         /* the first value of the new level */
    double p;             /* of the split within its stretch of the series */
    double before, after; /* medians of the segments on both sides */
} change_point;

/* Finds the changes in xs[0..n), oldest first, into ret (room for n / STATS_SEGMENT_MIN);
 * returns how many. E-divisive on ranks, so that an outlier weighs no more than any other
 * extreme value: the split with the largest energy distance between its sides is kept
 * when fewer than `significance` of 999 random orders of the stretch give a larger one
 * (from a fixed seed: the same series gives the same answer), then both sides are split
 * in turn. Noise alone gives a change in about `significance` of all series. Work grows
 * with n log n.
 * Source: Matteson & James 2014 (energy statistic, hierarchy); Daly et al. 2020 (its use
 * on benchmark histories). */
ptrdiff_t stats_change_points(const double *xs, ptrdiff_t n, double significance,
                              arena scratch, change_point *ret);

#endif
