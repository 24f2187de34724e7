/* frame.h - a chart that travels alone: with its title, subtitle and source. */
#ifndef CHART_FRAME_H
#define CHART_FRAME_H

#include "chart/scene.h"

/* What the page says around a chart. Each may be empty. */
typedef struct {
    str title;    /* the finding */
    str subtitle; /* metric, unit, n, direction */
    str source;   /* the raw file and lines, then the test */
} frame_words;

/* A larger scene on a background of its own, with `chart` in its middle; same id, title
 * and desc. Title and subtitle are wrapped, the source too, to four lines at most; what
 * is cut off ends in an ellipsis. */
scene *chart_frame(arena *perm, const scene *chart, const frame_words *words,
                   text_meter meter);

#endif
