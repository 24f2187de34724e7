#include "base/base.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "site/inputs.h"

static int by_bytes(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

/* `name`: the path as every build of the project knows it, from wherever it is started.
 */
static void add_stat(out *o, const char *path, const char *name)
{
    struct stat st;
    if (stat(path, &st) == 0) {
        out_fmt(o, "%s %lld %lld.%ld %lld.%ld %llu\n", name, (long long)st.st_size,
                (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
                (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec,
                (unsigned long long)st.st_ino);
    }
}

enum { DEEPEST = 32 };

static void add_folder(arena *perm, out *o, const char *path, ptrdiff_t root, int depth)
{
    DIR *dir = depth <= DEEPEST ? opendir(path) : NULL;
    if (!dir) {
        add_stat(o, path, path + root);
        return;
    }
    ptrdiff_t n = 0, cap = 64;
    str *names = NEW(perm, str, cap);
    for (struct dirent *d; (d = readdir(dir));) {
        if (d->d_name[0] == '.') {
            continue;
        }
        if (n == cap) {
            str *bigger = NEW(perm, str, cap * 2);
            memcpy(bigger, names, (size_t)cap * sizeof *names);
            names = bigger;
            cap *= 2;
        }
        names[n++] = str_copy(perm, str_from(d->d_name));
    }
    closedir(dir);
    qsort(names, (size_t)n, sizeof *names, by_bytes);
    for (ptrdiff_t i = 0; i < n; i++) {
        add_folder(perm, o, str_cz(perm, str_fmt(perm, "%s/%.*s", path, SV(names[i]))),
                   root, depth + 1);
    }
}

str inputs_fingerprint(arena *perm, const config *site, const char *target, str options)
{
    static const char *const parts[] = {"broadsheet.yaml", "data", "templates", "assets"};
    arena walk = arena_open((ptrdiff_t)1 << 36);
    out *o = out_memory(perm);
    add_stat(o, "/proc/self/exe", "program");
    add_stat(o, target, "target");
    out_fmt(o, "%.*s\n", SV(options));
    for (ptrdiff_t i = 0; i < COUNTOF(parts); i++) {
        add_folder(&walk, o, str_cz(&walk, str_fmt(&walk, "%s/%s", site->root, parts[i])),
                   (ptrdiff_t)strlen(site->root) + 1, 0);
    }
    arena_close(&walk);
    return hash_sha256(perm, out_text(o));
}

/* One file a target, named by the target's own path: the last name, and the folder it is
 * in without links, for the target itself may not exist yet. */
static const char *memory_path(arena *perm, const config *site, const char *target)
{
    cut c = str_cut_last(str_from(target), S("/"));
    char *folder = realpath(c.found ? str_cz(perm, c.head) : ".", NULL);
    str whole =
        str_fmt(perm, "%s/%.*s", folder ? folder : "", SV(c.found ? c.tail : c.head));
    free(folder);
    str name = str_take(hash_sha256(perm, whole), 16);
    return str_cz(perm, str_fmt(perm, "%s/.broadsheet/built-%.*s", site->root, SV(name)));
}

str inputs_last(arena *perm, const config *site, const char *target)
{
    source src = {0};
    err ignored;
    const char *path = memory_path(perm, site, target);
    return source_load(perm, path, &src, &ignored) ? str_trim(src.bytes) : (str){0};
}

void inputs_remember(arena scratch, const config *site, const char *target,
                     str fingerprint)
{
    err ignored;
    mkdir(str_cz(&scratch, str_fmt(&scratch, "%s/.broadsheet", site->root)), 0755);
    out *o = out_open(&scratch, memory_path(&scratch, site, target), &ignored);
    if (o) {
        out_fmt(o, "%.*s\n", SV(fingerprint));
        if (!out_commit(o, &ignored)) {
            return;
        }
    }
}
