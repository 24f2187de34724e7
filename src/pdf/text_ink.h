/* text_ink.h - draws set text by cairo. */
#ifndef PDF_TEXT_INK_H
#define PDF_TEXT_INK_H

#include "pdf/text.h"

#include <cairo.h>

/* Draws the glyphs of one piece at its place on a line that begins at x; the source
 * colour is the caller's. */
void text_ink_piece(cairo_t *cr, const text_piece *p, double x, double baseline_y);

#endif
