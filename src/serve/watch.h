/* watch.h - waits until somebody changes a project. */
#ifndef SERVE_WATCH_H
#define SERVE_WATCH_H

#include <signal.h>

#include "base/err.h"

typedef struct watch watch;

/* Watches the files and folders of `root`, but what begins with a dot and `but` (the name
 * of a folder in root, or NULL). What changes from now on is seen by watch_wait(). NULL:
 * *e is set. `root` must outlive it. */
MUST_USE watch *watch_open(const char *root, const char *but, err *e);
void watch_close(watch *w); /* NULL is fine */

typedef enum { WATCH_CHANGED, WATCH_ENDED, WATCH_FAILED } watched;

/* Waits for a change, and until there was none for a moment: programs write a file in
 * several steps. WATCH_ENDED: a signal that `during` doesn't block came first;
 * WATCH_FAILED: *e is set. New folders are not watched: open another watch after each
 * change, before reading what changed. */
watched watch_wait(watch *w, const sigset_t *during, err *e);

#endif
