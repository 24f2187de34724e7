/* tree.h - a folder that nobody sees until it is complete. */
#ifndef SITE_TREE_H
#define SITE_TREE_H

#include "base/out.h"

/* A new folder beside `target`. */
typedef struct {
    arena *perm;
    const char *target;
    const char *dir; /* the new folder's path */
} site_tree;

/* Makes the new folder; leftovers of builds that died are removed first. */
MUST_USE bool tree_open(arena *perm, const char *target, site_tree *ret, err *e);

/* Writes one file; `path` is relative, its folders are made. */
MUST_USE bool tree_write(site_tree *t, arena scratch, str path, str bytes, err *e);

/* Opens one for writing; out_commit() it. NULL: *e is set. */
MUST_USE out *tree_file(site_tree *t, arena *perm, str path, err *e);

/* Writes another in the place of one that was written or taken over. */
MUST_USE bool tree_replace(site_tree *t, arena scratch, str path, str bytes, err *e);

/* What is in it by now. */
MUST_USE bool tree_read(site_tree *t, arena *perm, str path, source *ret, err *e);

/* Takes a folder of the target over as it is: by links, at no cost. False: it could not
 * be done whole, and nothing of it is there. */
bool tree_take(site_tree *t, arena scratch, str folder);

/* Removes what was written of a folder. */
void tree_leave_out(site_tree *t, arena scratch, str folder);

/* Syncs everything to disk and puts the new folder in the old one's place, in one step
 * where the file system can exchange names; then removes the old one. False: the old one
 * is in its place. */
MUST_USE bool tree_swap(site_tree *t, err *e);

/* Removes the new folder. */
void tree_drop(site_tree *t);

#endif
