/* text.h - a raw text file as clean lines that still know where they came from. */
#ifndef IMPORT_TEXT_H
#define IMPORT_TEXT_H

#include "base/err.h"

/* One line without its end, cleaned: UTF-8, no CSI escapes, no carriage returns, no-break
 * spaces turned into blanks, CI time stamps and Markdown marks taken off (see text.c). */
typedef struct {
    str s;
    str raw;        /* the bytes it came from, a view into the source */
    ptrdiff_t line; /* of the source, from 1; pieces between carriage returns share one */
    bool after_cr;  /* a piece behind a carriage return: a redrawn progress line */
} text_line;

typedef struct {
    const source *src;
    text_line *lines;
    ptrdiff_t n;
} text;

text *text_split(arena *perm, const source *src);

#endif
