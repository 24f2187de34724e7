/* bar_mark.h - one bar with what lies over it. */
#ifndef CHART_BAR_MARK_H
#define CHART_BAR_MARK_H

#include "chart/pen.h"
#include "chart/scale.h"

/* Which marks a bar, or a whole chart, has. */
typedef struct {
    bool bar;    /* value as length */
    bool spread; /* whisker of ± 1 standard deviation */
    bool range;  /* hairline with dots at least and greatest */
    bool strip;  /* dots of 3…50 single runs */
    bool pair;   /* n = 2: two dots and a hairline, no bar */
} bar_parts;

bar_parts bar_parts_of(const chart_bar *b);
bar_parts bar_parts_or(bar_parts a, bar_parts b);

bool bar_has_value(const chart_bar *b);

/* Grows *low and *high by everything that is drawn of b. False: it has no value. */
bool bar_range(const chart_bar *b, double *low, double *high);

/* Draws b around the height yc, from the zero of x; without its words. `grow` makes
 * whisker and dots larger (1: as in charts). Returns the x behind which a label may
 * stand. b has a value.
 *
 *   ██████████████├──█──┤   inside the bar in the background's colour, outside in ink
 */
double bar_mark_draw(const pen *p, const scale *x, double yc, double height, double grow,
                     const chart_bar *b);

/* The reason instead of the bar, in a dashed outline: left of zero where that has room,
 * else from zero to at most `right`. Two lines where one isn't enough. */
void bar_missing_draw(const pen *p, const scale *x, double right, double yc,
                      double height, const chart_bar *b);

/* "no result: Tokio does not compile"; of a bar with a value, what else is missing. */
str bar_reason(arena *perm, const chart_bar *b);

/* What the mark's <title> says: the tip, and whatever could only be shown shortened. */
str bar_title(arena *perm, const chart_bar *b);

#endif
