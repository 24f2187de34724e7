/* pages.h - draws what is placed: cairo's PDF with tags, outline, links and metadata. */
#ifndef PDF_PAGES_H
#define PDF_PAGES_H

#include "pdf/places.h"

/* The alternative texts of the figures, in the order of the tags in the file. */
typedef struct {
    const str *alts;
    ptrdiff_t count;
} figure_alts;

/* What is drawn, in the fonts of the setter; what boxes in charts stand for is added to
 * *missing. */
typedef struct {
    const places *places;
    const report *about;
    text_setter *setter;
    missing_chars *missing;
} pages_subject;

/* The file as cairo writes it, in perm; finish.c adds what it can't. False: cairo had no
 * memory (ERR_IO). */
MUST_USE bool pages_draw(arena *perm, const pages_subject *s, str *ret, figure_alts *alts,
                         err *e);

#endif
