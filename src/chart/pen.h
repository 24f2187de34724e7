/* pen.h - what all chart layouts draw with: lettering, marks, shortening, wrapping. */
#ifndef CHART_PEN_H
#define CHART_PEN_H

#include "chart/scene.h"

/* How a text in a chart looks. */
typedef struct {
    double size;
    int weight;
    paint paint;
    face face;
} lettering;

extern const lettering LETTER_NAME;  /* 14/600 ink: names and values */
extern const lettering LETTER_SMALL; /* 12 muted: second lines, ticks, the key */
extern const lettering LETTER_HEAD;  /* 13.5/600 ink: a panel's title */

/* Bands behind lines and dots. */
#define BAND_OPACITY 0.16

/* Adds to one group. */
typedef struct {
    arena *perm;
    text_meter meter;
    mark *at;
    double width; /* of the whole chart, in px */
} pen;

pen pen_group(const pen *p, str class_name, str title); /* adds to a new group */

double pen_width(const pen *p, str text, lettering l);

mark *pen_text(const pen *p, double x, double y, str text, lettering l, anchor a);

/* A text from x on, on a background that hides the grid behind it. */
void pen_label(const pen *p, double x, double y, str text, lettering l);

mark *pen_rect(const pen *p, double x, double y, double w, double h, paint fill);
/* From one point to another. */
typedef struct {
    double x1, y1, x2, y2;
} segment;

mark *pen_line(const pen *p, segment s, double width, paint stroke);
mark *pen_circle(const pen *p, double x, double y, double r, paint fill);

/* `text` itself where it fits into `room` px, else its beginning and an ellipsis; at
 * least one letter. Cut between characters. */
str pen_fit(const pen *p, str text, double room, lettering l);

/* Breaks at blanks into at most `max` lines no wider than `room`; the last one is
 * shortened by pen_fit() where text is left. Returns how many; 0: no text. */
ptrdiff_t pen_wrap(const pen *p, str text, double room, lettering l, str *lines,
                   ptrdiff_t max);

/* How many lines pen_wrap() would take, up to most + 1. most: at most 5. */
ptrdiff_t pen_lines(const pen *p, str text, double room, lettering l, ptrdiff_t most);

/* The same as pen_wrap(), in lines of about one length: the narrowest measure that takes
 * no more lines. */
ptrdiff_t pen_wrap_balanced(const pen *p, str text, double room, lettering l, str *lines,
                            ptrdiff_t max);

/* A path under construction: "M x y L x y", lengths to 1/100 px. */
void path_move(out *path, double x, double y);
void path_line(out *path, double x, double y);

#endif
