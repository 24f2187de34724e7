/* runs.h - runs of a study: their dates, machines and tags.
 *
 * What two files say of a run must agree, so that it doesn't matter which came first. */
#ifndef ARCHIVE_RUNS_H
#define ARCHIVE_RUNS_H

#include "archive/archive.h"

MUST_USE bool run_exists(store *s, const addition *what, bool *ret, err *e);

/* One that isn't there, with all that is said of it. */
MUST_USE bool run_make(store *s, arena scratch, const addition *what, err *e);

/* Adds what is said of one that is there; false: something else was said before. */
MUST_USE bool run_merge(store *s, arena scratch, const addition *what, err *e);

/* What the study's own files say of it, whatever was said before. */
MUST_USE bool run_restate(store *s, arena scratch, const addition *what, err *e);

/* A run that nobody dated has the earliest date that its files state; empty: none. */
MUST_USE bool run_earliest(store *s, const addition *what, str date, err *e);
str run_date_of(arena *perm, const reading *r);

/* A day as it is, an instant in UTC; ptr == NULL: neither. */
str run_date(arena *perm, str given);

#endif
