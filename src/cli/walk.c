#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "cli/walk.h"

enum { DEEPEST = 32 };

static void add(arena *perm, path_list *l, const char *path, bool found)
{
    if (l->n == l->cap) {
        ptrdiff_t cap = l->cap ? l->cap * 2 : 64;
        const char **bigger = NEW(perm, const char *, cap);
        bool *flags = NEW(perm, bool, cap);
        if (l->n > 0) {
            memcpy(bigger, l->paths, (size_t)l->n * sizeof *bigger); // NOLINT: pointers
            memcpy(flags, l->found, (size_t)l->n * sizeof *flags);
        }
        l->paths = bigger;
        l->found = flags;
        l->cap = cap;
    }
    l->found[l->n] = found;
    l->paths[l->n++] = path;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool list_names(arena *perm, const char *folder, path_list *names, err *e)
{
    DIR *dir = opendir(folder);
    if (!dir) {
        return err_set(e, ERR_IO, folder, "cannot open: %s", strerror(errno));
    }
    for (struct dirent *d; (d = readdir(dir));) {
        if (d->d_name[0] != '.') {
            const char *slash = str_ends(str_from(folder), S("/")) ? "" : "/";
            add(perm, names,
                str_cz(perm, str_fmt(perm, "%s%s%s", folder, slash, d->d_name)), true);
        }
    }
    closedir(dir);
    if (names->n > 0) {
        qsort(names->paths, (size_t)names->n, sizeof *names->paths, by_bytes); // NOLINT
    }
    return true;
}

static bool walk(arena *perm, const char *path, path_list *ret, int depth, err *e)
{
    if (!is_folder(path)) {
        add(perm, ret, path, depth > 0);
        return true;
    }
    if (depth > DEEPEST) {
        return err_set(e, ERR_LIMIT, path, "folders nested deeper than %d levels",
                       DEEPEST);
    }
    path_list names = {0};
    if (!list_names(perm, path, &names, e)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < names.n; i++) {
        if (!walk(perm, names.paths[i], ret, depth + 1, e)) {
            return false;
        }
    }
    return true;
}

bool walk_paths(arena *perm, char **args, int n, path_list *ret, err *e)
{
    for (int i = 0; i < n; i++) {
        if (!walk(perm, args[i], ret, 0, e)) {
            return false;
        }
    }
    return true;
}
