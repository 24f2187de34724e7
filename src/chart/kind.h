/* kind.h - the registry of chart kinds: one file and one row in kinds.def each. */
#ifndef CHART_KIND_H
#define CHART_KIND_H

#include "chart/chart.h"
#include "chart/pen.h"

typedef struct {
    chart_kind kind;
    const char *name; /* what users type: "bars" */

    /* Draws spec into p's group, `width` px wide; returns the height in px. */
    double (*draw)(const pen *p, const chart_spec *spec, chart_width width);
} kind;

#define X(id) extern const kind kind_##id;
#include "chart/kinds.def"
#undef X

#endif
