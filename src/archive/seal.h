/* seal.h - digests of the rows that follow from no file, so that they can't change
 * unseen: of each run (its row, its tags, its sources), and of a study's exclusions,
 * tombstones and aliases. Who changes such a row seals it anew, in the same transaction.
 */
#ifndef ARCHIVE_SEAL_H
#define ARCHIVE_SEAL_H

#include "archive/store.h"
#include "base/out.h"

MUST_USE bool seal_run(store *s, arena scratch, str of_study, str of_run, err *e);
MUST_USE bool seal_runs(store *s, arena scratch, str of_study, err *e); /* all of it */
MUST_USE bool seal_rest(store *s, arena scratch, str of_study, err *e);

/* Whatever there is. */
MUST_USE bool seal_all(store *s, err *e);

/* Tells each part whose rows are not those that were sealed: "STUDY/RUN", or "STUDY". */
typedef void seal_tell(void *context, str of_study, str what);
MUST_USE bool seal_check(store *s, seal_tell *tell, void *context, err *e);

/* The cells of a row as a line of text that differs where they do. */
void row_text(out *o, const cell *row, int n);

#endif
