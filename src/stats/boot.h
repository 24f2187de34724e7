/* boot.h - the bootstrap, the same on every run: SplitMix64 from a fixed seed. */
#ifndef STATS_BOOT_H
#define STATS_BOOT_H

#include "stats/sample.h"

/* Steele, Lea & Flood 2014. Any state is a good one. */
typedef struct {
    uint64_t state;
} splitmix;

uint64_t stats_random(splitmix *s);
double stats_uniform(splitmix *s); /* 0 < u < 1 */

typedef struct {
    const double *xs;
    ptrdiff_t n;
} sample;

typedef enum { CENTER_MEAN, CENTER_MEDIAN } center;

/* The interval of the ratio a/b of means or medians, two independent samples, by the
 * bias-corrected and accelerated bootstrap: 10,000 resamples (fewer, down to 1,000, where
 * that would take more than 20 million draws), the same for the same input. False: n < 5
 * a side, a value of b that is not positive, or nothing varies.
 * Source: Efron 1987; Efron & Tibshirani 1993, section 14.3 and problem 22.10 for two
 * samples. */
MUST_USE bool stats_bootstrap(sample a, sample b, center c, double level, arena scratch,
                              interval *ret);

#endif
