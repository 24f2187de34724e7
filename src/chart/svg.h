/* svg.h - a scene as native SVG: small, named, selectable, and themed by the page. */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "chart/scene.h"
#include "xml/xml.h"

/* Where a chart that travels alone came from. Empty parts are left out. */
typedef struct {
    str program; /* "broadsheet 0.1.0" */
    str sources; /* "sha256:1cbfcd35184a8c30" */
    str study;   /* title or address of the study */
} svg_provenance;

/* Appends the chart to a page's tree. class_name: "chart c-wide" or "chart c-narrow".
 * Colours are the light theme's literals and classes (f-docker, s-ink), so that the
 * page's CSS has the last word. */
xml_node *svg_inline(xml_node *parent, const scene *s, const char *class_name);

/* The chart as a file of its own, which knows both themes. xml_doc_free() it. */
MUST_USE xml_doc *svg_document(const scene *s, const svg_provenance *from);

#endif
