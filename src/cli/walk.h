/* walk.h - the files that arguments name: folders are walked. */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include "base/err.h"

typedef struct {
    const char **paths;
    bool *found; /* in a folder, not named by the user */
    ptrdiff_t n, cap;
} path_list;

/* Files in the order of the arguments; a folder's files sorted by bytes, its sub-folders
 * with it; names that begin with a dot are left out. A missing file stays in the list
 * (its own reading tells the error). False: a folder can't be read; *e is set. */
MUST_USE bool walk_paths(arena *perm, char **args, int n, path_list *ret, err *e);

#endif
