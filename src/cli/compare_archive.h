/* compare_archive.h - what `compare` takes from the archive. */
#ifndef CLI_COMPARE_ARCHIVE_H
#define CLI_COMPARE_ARCHIVE_H

#include "compare/compare.h"

/* "archive:STUDY", "archive:STUDY/RUN" or "archive:ID" of a source: what counts of it,
 * under the labels that it was settled with. Neither superseded nor excluded sources are
 * taken; `start` is a folder of the project. */
bool archive_set_named(const char *arg);
MUST_USE bool archive_set(arena *perm, arena scratch, const char *start, const char *arg,
                          result_set *ret, err *e);

#endif
