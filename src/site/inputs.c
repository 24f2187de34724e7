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

/* Hashed part by part, so that a walk's memory serves for the next. */
static void add_project(const config *site, hasher *h, arena scratch, const char *part)
{
    arena walk = scratch;
    out *o = out_memory(&walk);
    const char *path = str_cz(&walk, str_fmt(&walk, "%s/%s", site->root, part));
    add_folder(&walk, o, path, (ptrdiff_t)strlen(site->root) + 1, 0, tell_all);
    hasher_add(h, out_text(o));
}

static void add_common(const config *site, hasher *h, arena scratch, str options)
{
    arena tmp = scratch;
    out *o = out_memory(&tmp);
    add_stat(o, "/proc/self/exe", "program", tell_all);
    out_fmt(o, "%.*s\n", SV(options));
    hasher_add(h, out_text(o));
    add_project(site, h, scratch, "broadsheet.yaml");
    add_project(site, h, scratch, "templates");
    add_project(site, h, scratch, "assets");
}

str inputs_fingerprint(arena *perm, arena scratch, const config *site, const char *target,
                       str options)
{
    hasher *h = hasher_new(&scratch);
    add_common(site, h, scratch, options);
    arena tmp = scratch;
    out *o = out_memory(&tmp);
    add_stat(o, target, "target", tell_all);
    hasher_add(h, out_text(o));
    add_project(site, h, scratch, "data");
    return hasher_hex(perm, h);
}

str inputs_common(arena *perm, arena scratch, const config *site, str options)
{
    hasher *h = hasher_new(&scratch);
    add_common(site, h, scratch, options);
    return hasher_hex(perm, h);
}

str inputs_of_study(arena *perm, arena scratch, const config *site, str common, str id)
{
    hasher *h = hasher_new(&scratch);
    hasher_add(h, common);
    hasher_add(h, S("\n"));
    const char *folder = str_cz(&scratch, str_fmt(&scratch, "data/%.*s", SV(id)));
    add_project(site, h, scratch, folder);
    return hasher_hex(perm, h);
}

str inputs_of_outputs(arena *perm, arena scratch, const char *dir)
{
    out *o = out_memory(&scratch);
    add_folder(&scratch, o, dir, (ptrdiff_t)strlen(dir), 0, tell_contents);
    return hash_sha256(perm, out_text(o));
}

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
