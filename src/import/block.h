/* block.h - small tools for rows that read blocks of text. */
#ifndef IMPORT_BLOCK_H
#define IMPORT_BLOCK_H

#include "import/figure.h"
#include "import/import.h"

/* Line i without Markdown's marks and the blanks around it; {0} behind the end. */
str block_line(const text *t, ptrdiff_t i);

/* Fails the reading: at `token`, a view into line i (empty: at its end), `wanted` should
 * stand. Returns false. */
bool block_refuse(import *in, const text *t, ptrdiff_t i, str token, const char *wanted);

/* Does the file end, without a line end, where the block ends? `end`: the line after it.
 */
bool block_ends_file(const text *t, ptrdiff_t end);

/* Fails the reading: the file ends in the middle of `what`. Returns false. */
bool block_cut(import *in, const text *t, const char *what);

/* Takes `word` off the front of *s, behind blanks; false: it isn't there. */
bool block_take(str *s, str word);

#endif
