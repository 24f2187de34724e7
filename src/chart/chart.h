/* chart.h - lays a chart out: from data with its words to a finished drawing. */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include "chart/scene.h"

/* Every chart is built twice for the screen and shown 1:1, so that text is never scaled.
 * On paper each fills the column: the more px across, the smaller the type and the lower
 * the chart. */
typedef enum {
    CHART_WIDE,
    CHART_NARROW,
    CHART_PAPER,        /* its type as large as the tables' */
    CHART_PAPER_LOW,    /* between the two */
    CHART_PAPER_LOWEST, /* its type not below 6.5 points on A4 */
    CHART_WIDTHS
} chart_width;

int chart_px(chart_width width);

/* A chart for those who don't see it. */
typedef struct {
    str id;    /* prefix of the IDs inside; unique on the page */
    str title; /* <title> */
    str desc;  /* <desc>: the chart in words */
} chart_words;

/* The scene of `spec`, in perm: chart_px(width) wide, as high as it needs to be. Any spec
 * gives a drawing: names that are too long are shortened with an ellipsis and stand in
 * full in the mark's title; a bar without a value says why. */
scene *chart_layout(arena *perm, const chart_spec *spec, chart_width width,
                    chart_words words, text_meter meter);

/* The kind that users call `name` ("bars"). False: there is none. */
bool chart_kind_from(str name, chart_kind *ret);

#endif
