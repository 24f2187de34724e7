/* out.h - a file that appears whole or not at all, or text that grows in memory. */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include "base/err.h"

/* Opaque. Writes to a file go to a temporary neighbour of the target; the first failure
 * sticks and is told by out_commit(), so that writers need no checks. */
typedef struct out out;

/* NULL path or "-": standard output. Returns NULL and fills *e on failure. A pipe or a
 * device is written in place. The file is synced to disk before it is renamed. */
MUST_USE out *out_open(arena *perm, const char *path, err *e);

/* The same for one of many files in a folder that nobody sees yet: no sync, no temporary
 * name; the caller syncs and swaps the whole folder. */
MUST_USE out *out_open_unseen(arena *perm, const char *path, err *e);

/* Text that grows in `perm`; nothing else may allocate far from it for long, or it is
 * copied on growth. out_text() hands it over; committing is not needed. */
out *out_memory(arena *perm);
str out_text(const out *o);

void out_str(out *o, str s);
void out_char(out *o, char c);
void out_fmt(out *o, const char *fmt, ...) PRINTF(2, 3);
void out_num(out *o, double v); /* num_shortest */

/* Flushes to disk and renames into place. False: *e is set, the target untouched. */
MUST_USE bool out_commit(out *o, err *e);
void out_abort(out *o); /* NULL is fine */

/* Reads a whole file (or standard input: "-") into perm, as it is. */
MUST_USE bool source_load(arena *perm, const char *path, source *src, err *e);

#endif
