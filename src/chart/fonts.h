/* fonts.h - text by Pango in the compiled-in fonts, and in nothing else.
 *
 * The machine's own fonts and fontconfig's configuration are never looked at, so the
 * same text has the same width and the same glyphs everywhere. Each thread has its own
 * context; the fonts' bytes are shared. */
#ifndef CHART_FONTS_H
#define CHART_FONTS_H

#include "chart/scene.h"

#include <pango/pangocairo.h>

/* How a run of text looks. Inter: 400, 500, 600 upright; Vollkorn: the same and 400
 * italic; JetBrains Mono: 400. What isn't there gets the nearest weight, upright. */
typedef struct {
    face face;
    int weight;
    bool italic;
    bool tabular;    /* figures of one width, for columns of numbers; else proportional */
    double size;     /* px, or points: the unit of the surface */
    double tracking; /* extra space behind each letter, in em: -0.022 */
} font_style;

/* This thread's context: no hinting, no rounding of advances, English. Belongs to the
 * thread, gone with it; don't unref. Ends the program with status 4 where the system has
 * no room for the fonts. */
PangoContext *fonts_context(void);

/* A layout of `text` in one style. Vollkorn gets lining figures, JetBrains Mono no
 * ligatures (else `--rm` fuses into a dash). Bad UTF-8 becomes U+FFFD, control
 * characters blanks (but '\n' breaks a line). The caller owns it: g_object_unref(). */
PangoLayout *fonts_layout(str text, font_style style);

/* Gives bytes start..end of a layout's text this style, for paragraphs of several. */
void fonts_style_range(PangoAttrList *attrs, font_style style, ptrdiff_t start,
                       ptrdiff_t end);

/* Measures with the real fonts, in the thread that calls it. */
text_meter fonts_meter(void);

/* How many characters of `text` no compiled-in font can show: drawn as boxes. */
int fonts_missing(str text, font_style style);

#endif
