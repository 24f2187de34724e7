#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/inspect_table.h"
#include "cli/options.h"

enum { SHOW_TABLE, SHOW_JSON, SHOW_RAW };

typedef struct {
    archived p;
    int form; /* shown_as */
    bool merge;
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    static const char *const forms[] = {"table", "json", "raw", NULL};
    const cli_option options[] = {OPTION_DIRECTORY(&s->p.start),
                                  {"format", .choice = &s->form, .words = forms},
                                  {"merge-run", .flag = &s->merge}};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (s->merge && s->form == SHOW_RAW) {
        return command_usage("show", "--merge-run has no bytes of its own");
    }
    return optind + 1 == argc ? 0 : command_usage("show", "name one ID");
}

static void fact_line(out *o, const char *name, str value)
{
    if (value.len > 0) {
        out_fmt(o, "%-13s %.*s\n", name, SV(value));
    }
}

static void write_head(out *o, const entry_line *l)
{
    fact_line(o, "source", l->id);
    fact_line(o, "study", l->study);
    fact_line(o, "run", l->run);
    fact_line(o, "date", l->date);
    fact_line(o, "machine", l->machine);
    fact_line(o, "file", l->name);
    out_fmt(o, "%-13s %" PRId64 "\n", "bytes", l->bytes);
    fact_line(o, "format", l->format);
    fact_line(o, "tool version", l->tool_version);
    fact_line(o, "read by", l->importer_version);
    fact_line(o, "added", l->added);
    fact_line(o, "superseded by", l->superseded_by);
    fact_line(o, "excluded", l->excluded);
    fact_line(o, "purged", l->purged);
}

static bool write_table(settings *s, out *o, const found_id *id, err *e)
{
    entry_line l = {0};
    reading *r = NULL;
    if (!archive_entry(&s->p.a, &s->p.perm, id, &l, e)) {
        return false;
    }
    if (id->ordinal < 0) {
        write_head(o, &l);
        return true;
    }
    if (!archive_reading(&s->p.a, &s->p.perm, s->p.scratch, id, false, &r, e)) {
        return false;
    }
    write_head(o, &l);
    out_char(o, '\n');
    if (id->ordinal > 0) {
        result *only = r->results;
        for (ptrdiff_t i = 1; only && i < id->ordinal; i++) {
            only = only->next;
        }
        r->results = only;
        if (only) {
            only->next = NULL;
        }
    }
    inspect_write_table(o, r, false, s->p.scratch);
    return true;
}

/* Several sources of one run as one. */
static bool show_merged(settings *s, const char *given, err *e)
{
    reading *r = NULL;
    if (!archive_merge_run(&s->p.a, &s->p.perm, s->p.scratch, str_from(given), &r, e)) {
        return false;
    }
    out *o = out_open(&s->p.perm, NULL, e);
    if (!o) {
        return false;
    }
    if (s->form == SHOW_JSON) {
        reading_write_json(o, r, false);
    } else {
        inspect_write_table(o, r, false, s->p.scratch);
    }
    return out_commit(o, e);
}

static bool show(settings *s, const char *given, err *e)
{
    found_id id = {0};
    str bytes = {0};
    arena *perm = &s->p.perm;
    if (!archived_open(&s->p, STORE_READ, e)) {
        return false;
    }
    if (s->merge) {
        return show_merged(s, given, e);
    }
    if (!archive_find(&s->p.a, perm, str_from(given), &id, e)) {
        return false;
    }
    out *o = out_open(perm, NULL, e);
    if (!o) {
        return false;
    }
    reading *model = NULL;
    if (s->form == SHOW_TABLE ? !write_table(s, o, &id, e)
        : s->form == SHOW_RAW
            ? !archive_raw(&s->p.a, perm, &id, &bytes, e)
            : !archive_model(&s->p.a, perm, s->p.scratch, &id, &model, e)) {
        out_abort(o);
        return false;
    }
    out_str(o, bytes);
    if (model) {
        reading_write_json(o, model, true);
    }
    return out_commit(o, e);
}

static int run_command(int argc, char **argv)
{
    settings s = {0};
    int status = read_options(argc, argv, &s);
    if (status) {
        return status;
    }
    err e = {0};
    if (!show(&s, argv[optind], &e)) {
        return archived_fail(&s.p, &e);
    }
    archived_close(&s.p);
    return 0;
}

const command command_show = {
    .name = "show",
    .args = "ID [--format table|json|raw] | STUDY/RUN --merge-run",
    .brief = "one source of the archive, or one result",
    .help = "An ID is what 'broadsheet log' and 'history' show; its first digits will do "
            "where only\n"
            "one thing begins so. STUDY/ID where two studies hold the same file.\n\n"
            "  --format table     where it is from, and a table of its figures (the "
            "default)\n"
            "  --format json      its model as it was read, schema broadsheet/1\n"
            "  --format raw       the file, byte for byte\n"
            "  --merge-run        instead of an ID, STUDY/RUN: what several load "
            "generators of one "
            "run\n"
            "                     measured, as one: percentiles of all their samples\n",
    .run = run_command,
};
