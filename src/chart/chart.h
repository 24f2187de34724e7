/* chart.h - lays a chart out: from data with its words to a finished drawing. */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include "chart/scene.h"

/* Every chart is built twice and shown 1:1, so that text is never scaled. */
typedef enum { CHART_WIDE, CHART_NARROW } chart_width;

enum { CHART_WIDE_PX = 624, CHART_NARROW_PX = 358 };

/* A chart for those who don't see it. */
typedef struct {
    str id;    /* prefix of the IDs inside; unique on the page */
    str title; /* <title> */
    str desc;  /* <desc>: the chart in words */
} chart_words;

/* The scene of `spec`, in perm: 624 or 358 px wide, as high as it needs to be. Any spec
 * gives a drawing: names that are too long are shortened with an ellipsis and stand in
 * full in the mark's title; a bar without a value says why. */
scene *chart_layout(arena *perm, const chart_spec *spec, chart_width width,
                    chart_words words, text_meter meter);

/* The kind that users call `name` ("bars"). False: there is none. */
bool chart_kind_from(str name, chart_kind *ret);

#endif
