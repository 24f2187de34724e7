#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <sys/stat.h>

#include "base/embedded.h"
#include "cli/command.h"
#include "cli/options.h"

/* The folder is laid out from the files that are compiled in under assets/init/. */

static bool is_empty(const char *dir)
{
    DIR *d = opendir(dir);
    bool empty = true;
    for (struct dirent *e; d && empty && (e = readdir(d));) {
        empty = e->d_name[0] == '.';
    }
    if (d) {
        closedir(d);
    }
    return empty;
}

static bool make_folders(arena *perm, str path, err *e)
{
    for (ptrdiff_t i = 1; i <= path.len; i++) {
        if (i < path.len && path.ptr[i] != '/') {
            continue;
        }
        const char *dir = str_cz(perm, str_take(path, i));
        if (mkdir(dir, 0755) != 0 && errno != EEXIST) {
            return err_set(e, ERR_IO, dir, "cannot make the folder: %s", strerror(errno));
        }
    }
    return true;
}

static bool write_file(arena *perm, const char *dir, str name, str bytes, err *e)
{
    str path = str_fmt(perm, "%s/%.*s", dir, SV(name));
    if (!make_folders(perm, str_cut_last(path, S("/")).head, e)) {
        return false;
    }
    out *o = out_open(perm, str_cz(perm, path), e);
    if (!o) {
        return false;
    }
    out_str(o, bytes);
    return out_commit(o, e);
}

/* A name of the built-in tree as it is in a project: `assets/init/gitignore` can't begin
 * with a dot there. */
static str name_of(arena *perm, str embedded)
{
    str name = str_drop(embedded, S("assets/init/").len);
    return str_eq(name, S("gitignore")) ? S(".gitignore") : str_copy(perm, name);
}

static bool lay_out(arena *perm, const char *dir, err *e)
{
    for (const embedded_file *f = embedded_files; f->name; f++) {
        str name = str_from(f->name);
        if (str_starts(name, S("assets/init/"))
            && !write_file(perm, dir, name_of(perm, name),
                           (str){(const char *)f->bytes, f->len}, e)) {
            return false;
        }
    }
    return true;
}

static int run(int argc, char **argv)
{
    int status = options_read(argc, argv, NULL, 0);
    if (status) {
        return status;
    }
    if (argc - optind != 1) {
        return command_usage("init", "name the folder to lay out");
    }
    const char *dir = argv[optind];
    err e = {0};
    if (!is_empty(dir)) {
        err_set(&e, ERR_USAGE, dir, "is not empty");
        err_hint(&e, "Name a new folder; nothing is ever overwritten.");
        return command_fail(&e);
    }
    arena perm = arena_open((ptrdiff_t)1 << 32);
    status = lay_out(&perm, dir, &e) ? 0 : command_fail(&e);
    arena_close(&perm);
    if (status == 0) {
        fprintf(stderr,
                "%s: a project with one study\n"
                "  broadsheet build -C %s     then open %s/site/index.html\n"
                "Put your own raw files into %s/data/first-study/ and build again.\n",
                dir, dir, dir, dir);
    }
    return status;
}

const command command_init = {
    .name = "init",
    .args = "DIR",
    .brief = "lay out a project folder that builds at once",
    .help =
        "Makes DIR with a site's configuration, one study with a sample of hyperfine's\n"
        "output, and comments that teach. A folder that isn't empty is left alone.\n",
    .run = run,
};
