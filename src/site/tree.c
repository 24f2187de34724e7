#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "site/tree.h"

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st;
    (void)kind;
    (void)at;
    return remove(path);
}

static void remove_all(const char *path)
{
    nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS);
}

/* The folder of a build that isn't through, for when the program ends by exit(): memory
 * ran out, a font can't be loaded. */
static char unfinished[PATH_MAX];

/* Other threads may still be writing: they lose the way when it is renamed first. The new
 * name is one that remove_leftovers() knows and mkdtemp() never gives. */
static void remove_unfinished(void)
{
    char gone[PATH_MAX];
    if (unfinished[0]) {
        snprintf(gone, sizeof gone, "%s", unfinished);
        gone[strlen(gone) - 1] = '_';
        remove_all(rename(unfinished, gone) == 0 ? gone : unfinished);
    }
}

static void remember(const char *dir)
{
    static bool registered;
    if (!registered) {
        registered = atexit(remove_unfinished) == 0;
    }
    snprintf(unfinished, sizeof unfinished, "%s", dir);
}

/* A build that was killed leaves its folder; the next one tidies up. */
static void remove_leftovers(arena scratch, const char *target)
{
    glob_t found = {0};
    if (glob(str_cz(&scratch, str_fmt(&scratch, "%s.new-??????", target)), GLOB_NOSORT,
             NULL, &found)
        == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            remove_all(found.gl_pathv[i]);
        }
    }
    globfree(&found);
}

bool tree_open(arena *perm, const char *target, site_tree *ret, err *e)
{
    struct stat st;
    if (stat(target, &st) == 0 && !S_ISDIR(st.st_mode)) {
        return err_set(e, ERR_USAGE, target, "is not a folder");
    }
    remove_leftovers(*perm, target);
    char *dir = str_cz(perm, str_fmt(perm, "%s.new-XXXXXX", target));
    if (!mkdtemp(dir) || chmod(dir, 0755) != 0) {
        return err_set(e, ERR_IO, target, "cannot make a folder beside it: %s",
                       strerror(errno));
    }
    remember(dir);
    *ret = (site_tree){perm, target, dir};
    return true;
}

static bool make_folders(char *path, ptrdiff_t from, err *e)
{
    for (char *p = path + from; (p = strchr(p, '/')); p++) {
        *p = 0;
        bool ok = mkdir(path, 0755) == 0 || errno == EEXIST;
        if (!ok) {
            err_set(e, ERR_IO, NULL, "cannot make the folder '%s': %s", path,
                    strerror(errno));
        }
        *p = '/';
        if (!ok) {
            return false;
        }
    }
    return true;
}

out *tree_file(site_tree *t, arena *perm, str path, err *e)
{
    char *full = str_cz(perm, str_fmt(perm, "%s/%.*s", t->dir, SV(path)));
    if (!make_folders(full, (ptrdiff_t)strlen(t->dir) + 1, e)) {
        return NULL;
    }
    return out_open_unseen(perm, full, e);
}

bool tree_write(site_tree *t, arena scratch, str path, str bytes, err *e)
{
    out *o = tree_file(t, &scratch, path, e);
    if (!o) {
        e->path = e->path ? str_cz(t->perm, str_from(e->path)) : NULL;
        return false;
    }
    out_str(o, bytes);
    if (out_commit(o, e)) {
        return true;
    }
    e->path = str_cz(t->perm, path); /* scratch dies here */
    return false;
}

/* A file that was taken over is the old site's, too: it gets no new bytes, its name does.
 */
bool tree_replace(site_tree *t, arena scratch, str path, str bytes, err *e)
{
    arena tmp = scratch;
    unlink(str_cz(&tmp, str_fmt(&tmp, "%s/%.*s", t->dir, SV(path))));
    return tree_write(t, scratch, path, bytes, e);
}

bool tree_read(site_tree *t, arena *perm, str path, source *ret, err *e)
{
    const char *full = str_cz(perm, str_fmt(perm, "%s/%.*s", t->dir, SV(path)));
    if (source_load(perm, full, ret, e)) {
        return true;
    }
    e->path = str_cz(t->perm, path); /* perm may die */
    return false;
}

/* nftw() has no argument to hand on. */
static _Thread_local struct {
    const char *to;
    ptrdiff_t from_len;
} taking;

static int take_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st;
    (void)at;
    const char *name = path + taking.from_len;
    char to[PATH_MAX];
    if (snprintf(to, sizeof to, "%s%s", taking.to, name) >= (int)sizeof to) {
        return -1;
    }
    return kind == FTW_D ? mkdir(to, 0755) : kind == FTW_F ? link(path, to) : -1;
}

bool tree_take(site_tree *t, arena scratch, str folder)
{
    const char *from =
        str_cz(&scratch, str_fmt(&scratch, "%s/%.*s", t->target, SV(folder)));
    taking.to = str_cz(&scratch, str_fmt(&scratch, "%s/%.*s", t->dir, SV(folder)));
    taking.from_len = (ptrdiff_t)strlen(from);
    if (nftw(from, take_one, 32, FTW_PHYS) == 0) {
        return true;
    }
    remove_all(taking.to);
    return false;
}

void tree_leave_out(site_tree *t, arena scratch, str folder)
{
    remove_all(str_cz(&scratch, str_fmt(&scratch, "%s/%.*s", t->dir, SV(folder))));
}

static bool sync_all(const site_tree *t, err *e)
{
    int fd = open(t->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && syncfs(fd) == 0;
    int why = errno;
    if (fd >= 0) {
        close(fd);
    }
    return ok || err_set(e, ERR_IO, t->target, "cannot write: %s", strerror(why));
}

static bool swap(site_tree *t, err *e)
{
    if (rename(t->dir, t->target) == 0) { /* there was none, or it was empty */
        return true;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) {
        return err_set(e, ERR_IO, t->target, "cannot replace it: %s", strerror(errno));
    }
    if (renameat2(AT_FDCWD, t->dir, AT_FDCWD, t->target, RENAME_EXCHANGE) == 0) {
        remove_all(t->dir);
        return true;
    }
    /* No exchange on this file system: for an instant the old site has another name. */
    const char *old = str_cz(t->perm, str_fmt(t->perm, "%s.old", t->target));
    remove_all(old);
    if (rename(t->target, old) != 0) {
        return err_set(e, ERR_IO, t->target, "cannot replace it: %s", strerror(errno));
    }
    if (rename(t->dir, t->target) != 0) {
        int why = errno;
        rename(old, t->target);
        return err_set(e, ERR_IO, t->target, "cannot replace it: %s", strerror(why));
    }
    remove_all(old);
    return true;
}

bool tree_swap(site_tree *t, err *e)
{
    if (!sync_all(t, e) || !swap(t, e)) {
        return false;
    }
    unfinished[0] = 0;
    return true;
}

void tree_drop(site_tree *t)
{
    if (t->dir) {
        remove_all(t->dir);
    }
}
