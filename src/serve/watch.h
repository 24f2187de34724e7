/* watch.h - waits until somebody changes a project. */
#ifndef SERVE_WATCH_H
#define SERVE_WATCH_H

#include <signal.h>

#include "base/err.h"

typedef struct watch watch;

/* Watches what a site is made from in `root`: broadsheet.yaml, data, templates, assets,
 * but what begins with a dot. What changes from now on is seen by watch_wait(). NULL: *e
 * is set. */
MUST_USE watch *watch_open(const char *root, err *e);

/* What is in `root` besides is watched from now on: the archive is there, which a build
 * writes, too. */
void watch_settle(watch *w);
void watch_close(watch *w); /* NULL is fine */

typedef enum { WATCH_CHANGED, WATCH_ENDED, WATCH_FAILED } watched;

/* Waits for a change, and until there was none for a moment: programs write a file in
 * several steps. WATCH_ENDED: a signal that `during` doesn't block came first;
 * WATCH_FAILED: *e is set. New folders are not watched: open another watch after each
 * change, before reading what changed. */
watched watch_wait(watch *w, const sigset_t *during, err *e);

#endif
