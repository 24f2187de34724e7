#include "base/base.h"

#include <errno.h>
#include <getopt.h>
#include <sys/stat.h>

#include "archive/archive.h"
#include "cli/options.h"
#include "cli/project.h"

typedef struct {
    const char *start;
    export_wish wish;
    const char *raw; /* the folder for the archive's sources; NULL: not asked for */
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    static const char *const forms[] = {"json", "csv", "markdown", "devto", NULL};
    int form = -1;
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"output", 'o', .path = &s->wish.folder},
        {"format", .choice = &form, .words = forms},
        {"raw", .path = &s->raw},
    };
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (s->raw && (form >= 0 || s->wish.folder)) {
        return command_usage("export", "--raw DIR goes without --format and -o");
    }
    s->wish.form = form < 0 ? EXPORT_JSON : (export_form)form;
    return form >= 0 || s->raw
               ? 0
               : command_usage("export", "say --format json, csv, markdown or devto, or "
                                         "--raw DIR");
}

static bool make_folder(const char *folder, err *e)
{
    return !folder || mkdir(folder, 0777) == 0 || errno == EEXIST
           || err_set(e, ERR_IO, folder, "cannot make the folder: %s", strerror(errno));
}

static bool export(project *p, settings *s, char **args, int n)
{
    str *ids = NEW(&p->perm, str, n);
    for (int i = 0; i < n; i++) {
        ids[i] = str_from(args[i]);
    }
    s->wish.ids = ids;
    s->wish.id_count = n;
    if (!make_folder(s->wish.folder, &p->e)) {
        return false;
    }
    out *o = out_open(&p->perm, NULL, &p->e);
    if (!o) {
        return false;
    }
    if (!site_export(&p->site, &p->opt, &s->wish, o, &p->w, &p->e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, &p->e);
}

/* The archive's sources, of the studies named or of all. */
static bool export_raw(project *p, const settings *s, char **args, int n)
{
    archive a = {0};
    ptrdiff_t all = 0, some = 0;
    if (!archive_open(&p->perm, &p->site, STORE_READ, &a, &p->e)) {
        return false;
    }
    bool ok = n > 0 || archive_export_raw(&a, s->raw, (str){0}, &all, &p->e);
    for (int i = 0; i < n && ok; i++) {
        ok = archive_export_raw(&a, s->raw, str_from(args[i]), &some, &p->e);
        if (ok && some == 0) {
            ok =
                err_set(&p->e, ERR_USAGE, NULL, "the archive has no study '%s'", args[i]);
            err_hint(&p->e, "'broadsheet log' shows all that there is.");
        }
        all += some;
    }
    archive_close(&a);
    if (ok) {
        fprintf(stderr, "%s: %td %s\n", s->raw, all, all == 1 ? "file" : "files");
    }
    return ok;
}

static int run_command(int argc, char **argv)
{
    settings s = {.start = "."};
    int status = read_options(argc, argv, &s);
    if (status) {
        return status;
    }
    project p;
    bool ok = project_open(&p, s.start)
              && (s.raw ? export_raw(&p, &s, argv + optind, argc - optind)
                        : export(&p, &s, argv + optind, argc - optind));
    return project_close(&p, ok);
}

const command command_export = {
    .name = "export",
    .args = "[STUDY…] --format json|csv|markdown|devto [-o DIR] | --raw DIR",
    .brief = "studies as data, or as posts for other sites",
    .help =
        "Prints the studies named, or all that are published.\n\n"
        "  --format json        every result in base units, and the report's tables: the "
        "site's\n"
        "                       data.json\n"
        "  --format csv         one row a metric: the site's data.csv\n"
        "  --format markdown    the post with its numbers filled in, charts as pictures, "
        "tables\n"
        "                       as GitHub has them: the site's post.md\n"
        "  --format devto       the same for DEV Community: front matter, absolute links "
        "from\n"
        "                       'url' in broadsheet.yaml\n"
        "  --raw DIR            the archive's files, byte for byte, as "
        "DIR/STUDY/RUN/FILE "
        "with a\n"
        "                       run.yaml each: what data/ is made of\n"
        "  -o, --output DIR     a file a study in this folder, instead of printing\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n\n"
        "Exit status: 0 done, 2 configuration or prose, 3 a raw file, 4 the system.\n",
    .run = run_command,
};
