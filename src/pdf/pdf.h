/* pdf.h - the report on paper: tagged, linked, with its data inside. */
#ifndef PDF_PDF_H
#define PDF_PDF_H

#include "chart/fonts.h"
#include "report/report.h"

/* A file that travels inside the PDF: "data.json". */
typedef struct {
    str name, mime, description;
    str bytes;
} pdf_attachment;

typedef struct {
    str paper; /* "a4" or "letter"; empty: "a4" */
    str date;  /* of creation: "2025-08-10" or "2025-08-10T12:00:00Z"; empty: none */
    /* The study's page on the web, with a slash at its end: relative links lead below it.
     * Empty: what leads out of the file and has no address of its own is plain text. */
    str base_url;
    const pdf_attachment *attachments;
    ptrdiff_t attachment_count;
} pdf_options;

typedef struct {
    int pages;
    missing_chars missing; /* what boxes stand for: added to what the caller has in it */
} pdf_told;

/* Writes the report as a PDF to `o`, the same bytes for the same input. Works in scratch;
 * nothing stays. False: an unknown paper (ERR_USAGE), or no memory (ERR_IO). `o` is not
 * committed; its own failures stick to it. */
MUST_USE bool pdf_report(out *o, const report *r, const pdf_options *opt, arena scratch,
                         pdf_told *told, err *e);

#endif
