/* samples.h - what charts of distributions compute from single runs. */
#ifndef CHART_SAMPLES_H
#define CHART_SAMPLES_H

#include "base/str.h"

/* Ascending; n >= 1. */
typedef struct {
    const double *values;
    ptrdiff_t n;
} sorted;

sorted samples_sort(arena *perm, const double *values, ptrdiff_t n);

/* Linear interpolation between order statistics (Hyndman & Fan 1996, definition 7, as R's
 * default). share: 0…1. */
double sorted_quantile(sorted s, double share);

/* Bins of one width that begin at multiples of it. */
typedef struct {
    double first; /* lower edge */
    double width;
    ptrdiff_t count;
} bins;

/* A round width (1, 2 or 5 × a power of ten) near Freedman and Diaconis's
 * 2 · IQR · n^(-1/3), so that low..high takes at most 60 bins. */
bins bins_for(sorted s, double low, double high);

/* How many values lie in bin i; the upper edge belongs to the next bin, but the last bin
 * is closed. */
ptrdiff_t bins_count(const bins *b, sorted s, ptrdiff_t i);

#endif
