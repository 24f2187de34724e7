/* xy.h - a plot of lines: hairlines with their values left, curves with bands, their
 * names at their ends, upright lines for events. */
#ifndef CHART_XY_H
#define CHART_XY_H

#include "chart/axis.h"

typedef struct {
    scale x, y; /* y.from is the bottom */
    plot room;
} xy;

/* Curves of one panel that have at least one point within x (x > 0 where it is log). */
bool curve_has_points(const chart_bar *b, bool x_log);

/* The range of all curves with their bands and the limit; false: no curve has a point. */
bool xy_x_range(const chart_spec *spec, scale *x);
bool xy_y_range(const chart_panel *panel, bool x_log, scale *y);

/* How much room the words of the y ticks need, left of the plot. */
double xy_gutter(const pen *p, const scale *y, double height, str unit);

/* Hairlines with their words, the unit at the highest; the base line. */
void xy_ground_draw(const pen *p, const xy *at, str unit);

/* The limit as a dashed line, or as a band where both ends are known. */
void xy_limit_draw(const pen *p, const xy *at, const chart_panel *panel);

/* A band (where low and high are known), the line with gaps, and dots where `dots` or
 * where a point has no neighbour. Each later shade of a role
 * has dashes of its own. */
void curve_draw(const pen *p, const xy *at, const chart_bar *b, bool dots);

/* A name and its value beside the end of a line. */
typedef struct {
    double x, y; /* the line's end */
    const chart_bar *bar;
} line_end;

/* The end of b's curve; false: it has none. */
bool curve_end(const xy *at, const chart_bar *b, line_end *ret);

/* How wide the column of names is, at most `most`; and how high the plot must be so that
 * n of them stand below each other. */
double xy_ends_width(const pen *p, const chart_panel *panel, double most);
double xy_ends_height(ptrdiff_t n);

/* Writes the names right of the plot in at most `room` px, moved apart where they would
 * touch, with a hairline to their line's end. Reorders ends. */
void xy_ends_draw(const pen *p, const xy *at, line_end *ends, ptrdiff_t n, double room);

/* Words of events stand above the plot in up to three lines; this is how high. */
double xy_events_height(const pen *p, const xy *at, const chart_panel *panel);
void xy_events_draw(const pen *p, const xy *at, const chart_panel *panel);

/* One line: a bar's name and why it is not drawn. Returns the y below. */
double xy_absent_bar_draw(const pen *p, const chart_bar *b, plot room, double y);

/* One line a bar that has no curve: its name and the reason. Returns the y below. */
double xy_absent_draw(const pen *p, const chart_panel *panel, bool x_log, plot room,
                      double y);

#endif
