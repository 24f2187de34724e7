/* text_parts.h - what the files text*.c share. */
#ifndef PDF_TEXT_PARTS_H
#define PDF_TEXT_PARTS_H

#include "chart/fonts.h"
#include "pdf/text.h"

#include <pango/pangocairo.h>

struct text_font {
    const text_font *next;
    PangoFont *pango;
    cairo_scaled_font_t *cairo; /* borrowed from `pango` */
    uint32_t blank;             /* its glyph for U+0020 */
};

struct text_setter {
    arena *perm;
    text_font *fonts;
    missing_chars *missing;
};

/* One Pango layout; the runs must live as long as the text. Pitch and baseline are not
 * set. */
text *text_set_once(text_setter *s, const text_run *kept, ptrdiff_t n, double width,
                    text_wrap wrap);

/* text_long.c: the same for code, in pieces, because Pango's time grows with the square
 * of the lines; and for prose so long that its coordinates would overflow. There each run
 * begins a new line. */
text *text_set_code(text_setter *s, const text_run *run, double width);
text *text_set_long(text_setter *s, const text_run *runs, ptrdiff_t n, double width,
                    text_wrap wrap);

#endif
