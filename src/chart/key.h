/* key.h - names the marks of a chart below it, each beside a small copy of itself. */
#ifndef CHART_KEY_H
#define CHART_KEY_H

#include "chart/pen.h"

typedef enum {
    KEY_BAR,       /* ██ */
    KEY_WHISKER,   /* ├─┤ */
    KEY_RANGE,     /* hairline with a dot at each end */
    KEY_STRIP,     /* small dots */
    KEY_PAIR,      /* two dots and a hairline */
    KEY_DOT,       /* one large dot */
    KEY_BAND,      /* shaded */
    KEY_LIMIT,     /* one dashed line */
    KEY_BOX,       /* box with its median */
    KEY_MEAN_LINE, /* upright line */
} key_icon;

typedef struct {
    key_icon icon;
    str word; /* empty: not shown */
} key_item;

enum { KEY_LEADING = 22 };

/* Draws from x on, middles at y, in as many lines as it takes until `right`. Returns the
 * y of the last line; y - KEY_LEADING: there was nothing to name. */
double key_draw(const pen *p, double x, double right, double y, const key_item *items,
                ptrdiff_t count);

#endif
