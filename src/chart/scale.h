/* scale.h - from values to px, and the ticks that say so. */
#ifndef CHART_SCALE_H
#define CHART_SCALE_H

#include "base/str.h"

/* Values low..high lie at from..to (px; to < from: upwards). low < high. */
typedef struct {
    double low, high;
    double from, to;
    bool log; /* low > 0 */
} scale;

double scale_at(const scale *s, double v);

enum { MAX_TICKS = 12 };

/* Round values within low..high and their words: "0", "20k", "0.5", "2e-9". */
typedef struct {
    double values[MAX_TICKS];
    str texts[MAX_TICKS];
    ptrdiff_t count;
} ticks;

/* At 1-2-5 steps, at most `most` (2…12) of them. A log scale gets powers of ten, with 2
 * and 5 between where there is room. The texts live in perm. */
ticks scale_ticks(arena *perm, const scale *s, ptrdiff_t most);

/* Makes room at both ends (only above where it begins at zero), so that nothing lies on
 * the edge; and some, where all values are the same. Not for logarithmic scales. */
void scale_widen(scale *s, bool from_zero);

/* Grows *low and *high so that v lies between them. */
void range_add(double *low, double *high, double v);

#endif
