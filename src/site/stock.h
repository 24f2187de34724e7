/* stock.h - the project's archive at a build: what is new goes in before the site is
 * written, what was added elsewhere comes out. A build never fails for want of it. */
#ifndef SITE_STOCK_H
#define SITE_STOCK_H

#include "project/study.h"

typedef struct kept_reader stock;

typedef enum { STOCK_READ, STOCK_KEEP } stock_mode;

/* STOCK_KEEP makes an archive where there is none; STOCK_READ takes it that there is
 * none. Never NULL; stock_close() is due. */
stock *stock_open(const config *site, stock_mode mode);
void stock_close(stock *s); /* NULL: nothing */

/* It can't be read; or what is new couldn't be taken in, which the next build has to try
 * again. */
bool stock_missing(const stock *s);
bool stock_behind(const stock *s);

/* Tells what didn't go as it should; false: *e is set, because it is `strict` and the
 * archive can't be read. */
MUST_USE bool stock_tell(const stock *s, bool strict, warnings *w, err *e);

/* A hash over what the archive has of a study, or (ptr == NULL) of all. */
str stock_state(const stock *s, arena *perm, str of_study);

/* The studies of the project: the folders in data/, and what files were added to. */
MUST_USE bool stock_studies(const stock *s, arena *perm, const config *site, str **ids,
                            ptrdiff_t *n, err *e);

/* Takes in what is new in the folder of a study; then stock_refresh() is due. False: the
 * archive doesn't have it. */
bool stock_take(stock *s, str of_study);
void stock_refresh(stock *s);

/* What is kept of a study, for study.kept; *ret is NULL where there is no archive. */
MUST_USE bool stock_kept(stock *s, arena *perm, str of_study, const study_kept **ret,
                         err *e);

#endif
