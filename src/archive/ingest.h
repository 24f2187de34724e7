/* ingest.h - an archive at a build: what lies in data/ goes in, what was added elsewhere
 * comes out. */
#ifndef ARCHIVE_INGEST_H
#define ARCHIVE_INGEST_H

#include "archive/archive.h"

/* Takes what is new or changed in the study's folder into the archive, in one
 * transaction; what is known already changes nothing. Files that no importer knows are
 * left to the build. False: *e is set, and nothing of the study was taken: the archive
 * failed, or (ERR_INPUT, ERR_USAGE, ERR_LIMIT) a file is broken, which the build tells.
 */
MUST_USE bool archive_ingest(archive *a, str of_study, err *e);

/* How long writing waits for another writer. */
MUST_USE bool archive_wait(archive *a, int ms, err *e);

/* A study as the archive has it. */
typedef struct {
    str study;
    str state;       /* a hash over all that its page could depend on */
    ptrdiff_t added; /* files that count and don't come from its folder */
} study_state;

/* Of all studies, by name. */
MUST_USE bool archive_states(archive *a, arena *perm, study_state **ret, ptrdiff_t *n,
                             err *e);

/* Everything but the contents of the files; `fetch` is the caller's business. */
MUST_USE bool archive_kept(archive *a, arena *perm, str of_study, study_kept *ret,
                           err *e);

/* What a kept file holds. */
MUST_USE bool archive_kept_content(archive *a, str of_study, const kept_file *f,
                                   kept_content what, arena *perm, str *ret, err *e);

#endif
