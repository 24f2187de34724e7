/* fonts.h - text by Pango in the compiled-in fonts, and unless asked in nothing else.
 *
 * The machine's own fonts and fontconfig's configuration are not looked at, so the same
 * text has the same width and the same glyphs everywhere. Each thread has its own
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

/* From now on what the compiled-in fonts lack comes from the machine's, as its fontconfig
 * prefers; all else stays as it is, to the pixel. To be called before any other of these
 * functions, and before there is a second thread: fonts are loaded once. */
void fonts_fall_back(void);

/* This thread's context: no hinting, no rounding of advances, English. Belongs to the
 * thread, gone with it; don't unref. Ends the program with status 4 where the system has
 * no room for the fonts. */
PangoContext *fonts_context(void);

/* An empty layout. Its lines run from left to right, as our sentences do, even where one
 * begins with a Hebrew name: else it would say that the second is slower than the first.
 * The caller owns it: g_object_unref(). */
PangoLayout *fonts_layout_new(void);

/* A layout of `text` in one style. Vollkorn gets lining figures, JetBrains Mono no
 * ligatures (else `--rm` fuses into a dash). Bad UTF-8 becomes U+FFFD, control
 * characters blanks (but '\n' breaks a line). The caller owns it: g_object_unref(). */
PangoLayout *fonts_layout(str text, font_style style);

/* Gives bytes start..end of a layout's text this style, for paragraphs of several. */
void fonts_style_range(PangoAttrList *attrs, font_style style, ptrdiff_t start,
                       ptrdiff_t end);

/* Measures with the real fonts, in the thread that calls it. */
text_meter fonts_meter(void);

/* Characters that no font can show, and for which boxes are drawn: each once, in the
 * order in which they were met. Starts with its arena and nothing else. */
typedef struct {
    arena *perm;
    uint32_t *chars;
    ptrdiff_t count, cap;
} missing_chars;

/* Adds those of a layout. */
void fonts_missing(PangoLayout *layout, missing_chars *all);

/* "漢 (U+6F22), U+0301 and 3 more", in perm: a letter that can stand alone is shown. */
str fonts_missing_words(arena *perm, const missing_chars *all);

#endif
