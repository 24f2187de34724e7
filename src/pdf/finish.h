/* finish.h - libqpdf adds to cairo's file what cairo can't write. */
#ifndef PDF_FINISH_H
#define PDF_FINISH_H

#include "pdf/pages.h"
#include "pdf/pdf.h"

/* Language, alternative texts, scopes of table heads, artifacts, dates, XMP, attachments;
 * object streams and an ID that depends on nothing but the contents. Memory to memory.
 * False: libqpdf refused (ERR_IO), with its words. */
MUST_USE bool finish(out *o, str drawn, const report *r, const pdf_options *opt,
                     const figure_alts *alts, arena scratch, err *e);

#endif
