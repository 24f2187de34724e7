/* pages.h - draws what is placed: cairo's PDF with tags, outline, links and metadata. */
#ifndef PDF_PAGES_H
#define PDF_PAGES_H

#include "pdf/places.h"

/* The alternative texts of the figures, in the order of the tags in the file. */
typedef struct {
    const str *alts;
    ptrdiff_t count;
} figure_alts;

/* The file as cairo writes it, in perm; finish.c adds what it can't. False: cairo had no
 * memory (ERR_IO). */
MUST_USE bool pages_draw(const places *p, const report *r, text_setter *setter,
                         arena *perm, str *ret, figure_alts *alts, err *e);

#endif
