#include "base/base.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "site/inputs.h"

typedef struct {
    str name;
    bool is_file; /* known to be one; a link or what the file system doesn't tell isn't */
} found;

static int by_bytes(const void *a, const void *b)
{
    return str_cmp(((const found *)a)->name, ((const found *)b)->name);
}

/* What is told of a file. `name`: the path as every build of the project knows it, from
 * wherever it is started. */
typedef void tell_fn(out *o, const struct stat *st, const char *name);

static void tell_all(out *o, const struct stat *st, const char *name)
{
    out_fmt(o, "%s %lld %lld.%ld %lld.%ld %llu\n", name, (long long)st->st_size,
            (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
            (long long)st->st_ctim.tv_sec, st->st_ctim.tv_nsec,
            (unsigned long long)st->st_ino);
}

/* Inode and change time of what the next build takes over change by that. */
static void tell_contents(out *o, const struct stat *st, const char *name)
{
    out_fmt(o, "%s %lld %lld.%ld\n", name, (long long)st->st_size,
            (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec);
}

static void add_stat(out *o, const char *path, const char *name, tell_fn *tell)
{
    struct stat st;
    if (stat(path, &st) == 0) {
        tell(o, &st, name);
    }
}

enum { DEEPEST = 32 };

static void add_folder(arena *perm, out *o, const char *path, ptrdiff_t root, int depth,
                       tell_fn *tell)
{
    DIR *dir = depth <= DEEPEST ? opendir(path) : NULL;
    if (!dir) {
        add_stat(o, path, path + root, tell);
        return;
    }
    ptrdiff_t n = 0, cap = 64;
    found *all = NEW(perm, found, cap);
    for (struct dirent *d; (d = readdir(dir));) {
        if (d->d_name[0] == '.') {
            continue;
        }
        if (n == cap) {
            found *bigger = NEW(perm, found, cap * 2);
            memcpy(bigger, all, (size_t)cap * sizeof *all);
            all = bigger;
            cap *= 2;
        }
        all[n++] = (found){str_copy(perm, str_from(d->d_name)), d->d_type == DT_REG};
    }
    closedir(dir);
    qsort(all, (size_t)n, sizeof *all, by_bytes);
    for (ptrdiff_t i = 0; i < n; i++) {
        const char *below = str_cz(perm, str_fmt(perm, "%s/%.*s", path, SV(all[i].name)));
        if (all[i].is_file) {
            add_stat(o, below, below + root, tell);
        } else {
            add_folder(perm, o, below, root, depth + 1, tell);
        }
    }
}

static void add_project(const config *site, out *o, const char *part)
{
    arena walk = arena_open((ptrdiff_t)1 << 36);
    add_folder(&walk, o, str_cz(&walk, str_fmt(&walk, "%s/%s", site->root, part)),
               (ptrdiff_t)strlen(site->root) + 1, 0, tell_all);
    arena_close(&walk);
}

static void add_common(const config *site, out *o, str options)
{
    add_stat(o, "/proc/self/exe", "program", tell_all);
    out_fmt(o, "%.*s\n", SV(options));
    add_project(site, o, "broadsheet.yaml");
    add_project(site, o, "templates");
    add_project(site, o, "assets");
}

str inputs_fingerprint(arena *perm, const config *site, const char *target, str options)
{
    out *o = out_memory(perm);
    add_common(site, o, options);
    add_stat(o, target, "target", tell_all);
    add_project(site, o, "data");
    return hash_sha256(perm, out_text(o));
}

str inputs_common(arena *perm, const config *site, str options)
{
    out *o = out_memory(perm);
    add_common(site, o, options);
    return hash_sha256(perm, out_text(o));
}

str inputs_of_study(arena *perm, const config *site, str common, str id)
{
    out *o = out_memory(perm);
    out_fmt(o, "%.*s\n", SV(common));
    add_project(site, o, str_cz(perm, str_fmt(perm, "data/%.*s", SV(id))));
    return hash_sha256(perm, out_text(o));
}

str inputs_of_outputs(arena *perm, const char *dir)
{
    arena walk = arena_open((ptrdiff_t)1 << 36);
    out *o = out_memory(perm);
    add_folder(&walk, o, dir, (ptrdiff_t)strlen(dir), 0, tell_contents);
    arena_close(&walk);
    return hash_sha256(perm, out_text(o));
}

/* Named by the target's own path: the last name, and the folder it is in without links,
 * for the target itself may not exist yet. */
const char *inputs_memory(arena *perm, const config *site, const char *target,
                          const char *kind)
{
    cut c = str_cut_last(str_from(target), S("/"));
    char *folder = realpath(c.found ? str_cz(perm, c.head) : ".", NULL);
    str whole =
        str_fmt(perm, "%s/%.*s", folder ? folder : "", SV(c.found ? c.tail : c.head));
    free(folder);
    str name = str_take(hash_sha256(perm, whole), 16);
    return str_cz(perm,
                  str_fmt(perm, "%s/.broadsheet/%s-%.*s", site->root, kind, SV(name)));
}

str inputs_last(arena *perm, const config *site, const char *target)
{
    source src = {0};
    err ignored;
    const char *path = inputs_memory(perm, site, target, "built");
    return source_load(perm, path, &src, &ignored) ? str_trim(src.bytes) : (str){0};
}

void inputs_remember(arena scratch, const config *site, const char *target,
                     str fingerprint)
{
    err ignored;
    mkdir(str_cz(&scratch, str_fmt(&scratch, "%s/.broadsheet", site->root)), 0755);
    out *o = out_open(&scratch, inputs_memory(&scratch, site, target, "built"), &ignored);
    if (o) {
        out_fmt(o, "%.*s\n", SV(fingerprint));
        if (!out_commit(o, &ignored)) {
            return;
        }
    }
}
