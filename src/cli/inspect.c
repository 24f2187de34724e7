#include "base/base.h"

#include <getopt.h>

#include "cli/command.h"
#include "cli/diagnose.h"
#include "cli/inspect_table.h"
#include "cli/options.h"
#include "cli/walk.h"
#include "import/import.h"

enum { SHOW_TABLE, SHOW_JSON, SHOW_CSV };

typedef struct {
    import_options how;
    int form; /* SHOW_… */
} settings;

/* 0: go on; else the exit status. */
static int read_options(int argc, char **argv, settings *s)
{
    static const char *const forms[] = {"table", "json", "csv", NULL};
    const cli_option options[] = {
        {"as", .text = &s->how.as},
        {"format", .choice = &s->form, .words = forms},
        {"time-format", .text = &s->how.time_format},
        {"group-by", .text = &s->how.group_by},
        {"metric", .text = &s->how.metric},
        {"unit", .text = &s->how.unit},
        {"columns", .text = &s->how.columns},
    };
    int status = options_read(argc, argv, options, COUNTOF(options));
    return status          ? status
           : optind < argc ? 0
                           : command_usage("inspect", "name a file, a folder or -");
}

static void show(out *o, const settings *s, const reading *r, bool several, arena scratch)
{
    switch (s->form) {
    case SHOW_TABLE:
        inspect_write_table(o, r, several, scratch);
        break;
    case SHOW_JSON:
        reading_write_json(o, r, several);
        break;
    case SHOW_CSV:
        inspect_write_csv(o, r, scratch);
        break;
    }
}

/* A file of our own documents gives as many readings. Diagnostics are part of a JSON
 * document; else they go to the terminal. */
static void show_all(out *o, const settings *s, const reading *r, bool several,
                     arena scratch)
{
    several = several || r->next;
    for (; r; r = r->next) {
        show(o, s, r, several, scratch);
        if (s->form != SHOW_JSON) {
            diagnose(r);
        }
    }
}

/* One file at a time, each in an arena of its own that is used again: thousands of files
 * take no more memory than the largest. */
static int inspect_all(const path_list *files, const settings *s, out *o)
{
    arena perm = arena_open((ptrdiff_t)1 << 40), scratch = arena_open((ptrdiff_t)1 << 38);
    int worst = 0;
    if (s->form == SHOW_CSV) {
        inspect_write_csv_head(o);
    }
    for (ptrdiff_t i = 0; i < files->n; i++) {
        reading *r = NULL;
        err e = {0};
        arena_reset(&perm);
        if (import_file(&perm, scratch, files->paths[i], &s->how, &r, &e)) {
            show_all(o, s, r, files->n > 1, scratch);
        } else if (e.code == ERR_UNRECOGNISED && files->found[i]) {
            e.hint[0] = 0; /* a folder may hold anything: say what was left out, go on */
            err_print(&e, true, stderr);
        } else {
            int status = command_fail(&e);
            worst = status > worst ? status : worst;
        }
    }
    arena_close(&perm);
    arena_close(&scratch);
    return worst;
}

static int run(int argc, char **argv)
{
    settings s = {.how = {.documents_apart = true}};
    int status = read_options(argc, argv, &s);
    if (status) {
        return status;
    }
    s.how.want_hash = s.form == SHOW_JSON;
    arena names = arena_open((ptrdiff_t)1 << 36);
    err e = {0};
    path_list files = {0};
    out *o = out_open(&names, NULL, &e);
    if (!o || !walk_paths(&names, argv + optind, argc - optind, &files, &e)) {
        return command_fail(&e);
    }
    status = inspect_all(&files, &s, o);
    if (!out_commit(o, &e)) {
        status = command_fail(&e);
    }
    arena_close(&names);
    return status;
}

const command command_inspect = {
    .name = "inspect",
    .args = "FILE… [--as FORMAT] [--format table|json|csv]",
    .brief = "parse raw files and show the normalized model",
    .help =
        "Reads raw files of any known format and shows what they say, in base units.\n"
        "Folders are walked; '-' is standard input. Needs no project, reads no "
        "study.yaml.\n\n"
        "  --format table     a table to read (the default)\n"
        "  --format json      the model, schema broadsheet/1; several files: one a line\n"
        "  --format csv       one row a metric\n"
        "  --as FORMAT        force a format or a tool; 'broadsheet formats' lists them\n"
        "  --time-format F    GNU time's -f string; bash: TIMEFORMAT=F, zsh: TIMEFMT=F\n"
        "  --columns MAP      what a CSV file's columns mean: OURS=THEIRS;…\n"
        "  --group-by TAG,…   split a k6 stream by these tags\n"
        "  --metric NAME      what a Prometheus series without a name measured\n"
        "  --unit U           and its unit: s, B, B/s, 1/s or 1\n\n"
        "Exit status: 0, or 3 when a file could not be read or understood.\n",
    .run = run,
};
