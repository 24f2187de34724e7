/* axis.h - a level axis below a plot: hairlines, ticks, the unit once. */
#ifndef CHART_AXIS_H
#define CHART_AXIS_H

#include "chart/pen.h"
#include "chart/scale.h"

/* Room for an axis. Words of ticks stay within left..right and stand below `bottom`. */
typedef struct {
    double top, bottom;
    double left, right;
} plot;

enum { AXIS_HEIGHT = 22 }; /* from the plot's bottom to below the ticks' words */

/* Draws a hairline and a word for each tick, as many (at most `most`) as stand apart; the
 * last one has the unit behind it. most = 1: the lowest alone. A tick at zero gets no
 * hairline: the axis does. */
void axis_draw(const pen *p, const scale *x, plot room, str unit, ptrdiff_t most);

/* "25 s", but "39%" and "1.5×" closed up. */
str axis_with_unit(arena *perm, str number, str unit);

/* The same with given places and words, ascending; every second, third, … of them where
 * they would touch. What lies off the scale is left out. */
void axis_draw_given(const pen *p, const scale *x, plot room, const chart_tick *given,
                     ptrdiff_t count);

/* The axis's title below its ticks, and that it is logarithmic. Returns the height that
 * it took, 0 where there is nothing to say. */
double axis_title_draw(const pen *p, plot room, str title, bool log);

#endif
