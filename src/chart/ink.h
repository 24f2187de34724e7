/* ink.h - draws a scene by cairo: into a page, a PNG or a PDF of its own. */
#ifndef CHART_INK_H
#define CHART_INK_H

#include <cairo.h>

#include "chart/fonts.h"
#include "chart/png.h"
#include "chart/theme.h"

/* Draws at the origin of cr, one px of the scene a unit; the background stays as it is.
 * Decides nothing: what is placed is drawn. cr's state is the same afterwards. Characters
 * for which boxes were drawn are added to *missing, here and below. */
void ink_draw(cairo_t *cr, const scene *s, const theme *t, missing_chars *missing);

/* The scene on its theme's background, `scale` (1, 2) pixels a px, or as many as make its
 * longer side 32,767. False: those are less than half a pixel a px (ERR_LIMIT). Failures
 * of `o` stick to it. */
MUST_USE bool ink_png(out *o, const scene *s, const theme *t, double scale,
                      const picture_notes *notes, missing_chars *missing, err *e);

/* What a PDF says about itself. */
typedef struct {
    str title, author, subject, creator;
    str date; /* "2025-08-10" or RFC 3339: never the clock */
} pdf_facts;

/* One page as large as the scene (1 px is 0.75 pt), text as text. */
MUST_USE bool ink_pdf(out *o, const scene *s, const theme *t, const pdf_facts *facts,
                      missing_chars *missing, err *e);

#endif
