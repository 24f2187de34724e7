/* archived.h - the project and the archive that a command works in. */
#ifndef CLI_ARCHIVED_H
#define CLI_ARCHIVED_H

#include "archive/archive.h"

/* What every command of an archive needs; begins as {0}. */
typedef struct {
    const char *start; /* -C; NULL: here */
    arena perm, scratch;
    config site;
    archive a;
} archived;

/* False: *e is set; archived_close() is due in any case. */
MUST_USE bool archived_open(archived *p, store_mode mode, err *e);
void archived_close(archived *p);

/* Prints *e, closes, and gives the exit status: the error's path lives in the project. */
int archived_fail(archived *p, const err *e);

/* Opens for writing and finds what an ID names. */
MUST_USE bool archived_find(archived *p, const char *given, found_id *id, err *e);

/* What `verify` and `reparse` have in common; gives the exit status. */
int archived_verify(int argc, char **argv, bool take_over);

/* "STUDY/1234567890ab" */
str archived_told_id(archived *p, const found_id *id);

#endif
