/* hyperfine_summary.h - the comparison under hyperfine's text: a check, no data. */
#ifndef IMPORT_HYPERFINE_SUMMARY_H
#define IMPORT_HYPERFINE_SUMMARY_H

#include "import/import.h"

/* Does a Summary, or the table of --sort command, begin at line i? */
bool hyperfine_is_summary(const text *t, ptrdiff_t i);

/* How many of the n lines under the header `name` does the next Summary, at or behind
 * line `from`, count to that command? -1: there is none, or it doesn't name the command.
 */
ptrdiff_t hyperfine_summary_lines(const text *t, ptrdiff_t from, str name,
                                  const str *under, ptrdiff_t n);

/* Reads the Summary at line `at` and notes each ratio that the means contradict; returns
 * the line behind it, or `at`: there is none. */
ptrdiff_t hyperfine_summary_read(import *in, const text *t, ptrdiff_t at);

#endif
