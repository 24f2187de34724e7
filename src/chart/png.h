/* png.h - PNG files that say where they come from, small and always the same. */
#ifndef CHART_PNG_H
#define CHART_PNG_H

#include "base/out.h"

/* A text inside the file: "Title", "Description", "Software", "Source". */
typedef struct {
    str keyword; /* 1…79 bytes of ASCII */
    str text;    /* UTF-8 */
} picture_note;

typedef struct {
    const picture_note *notes;
    ptrdiff_t count;
} picture_notes;

/* An opaque picture: words of 0x??RRGGBB, row after row, `stride` words apart. */
typedef struct {
    const uint32_t *pixels;
    int width, height;
    ptrdiff_t stride;
    double per_inch; /* 96 at scale 1 */
} picture;

/* Writes with a palette: every colour as it is where there are at most 128, else the
 * most frequent exactly and the rest (the shades at edges of letters) by median cut.
 * sRGB, pHYs and the notes stand before the picture; no time. scratch: picture_scratch()
 * bytes. False: libpng refused (ERR_IO). Failures of `o` stick to it. */
MUST_USE bool picture_write_png(out *o, const picture *pic, const picture_notes *notes,
                                arena scratch, err *e);

ptrdiff_t picture_scratch(int width, int height, const picture_notes *notes);

#endif
