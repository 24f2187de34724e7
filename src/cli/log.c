#include "base/base.h"

#include <getopt.h>

#include "base/num.h"
#include "cli/archived.h"
#include "cli/command.h"
#include "cli/options.h"
#include "report/format.h"

static str or_dash(str s)
{
    return s.len > 0 ? s : S("-");
}

/* Why an entry doesn't count; empty: it does. */
static str state_of(arena *perm, const entry_line *l)
{
    if (l->purged.len > 0) {
        return str_fmt(perm, "purged: %.*s", SV(l->purged));
    }
    if (l->superseded_by.len > 0) {
        return str_fmt(perm, "superseded by %.*s", SV(str_take(l->superseded_by, 12)));
    }
    return l->excluded.len > 0 ? str_fmt(perm, "excluded: %.*s", SV(l->excluded))
                               : (str){0};
}

static void write_line(out *o, arena *perm, const entry_line *l)
{
    str state = state_of(perm, l);
    str what = l->purged.len > 0 ? S("-") : l->name;
    out_fmt(o, "%.*s  %-10.*s  %.*s%s%.*s  %.*s  %.*s", SV(str_take(l->id, 12)),
            SV(str_take(or_dash(l->date), 10)), SV(l->study), l->run.len ? "/" : "",
            SV(l->run), SV(what), SV(or_dash(l->format)));
    if (l->purged.len == 0 && l->superseded_by.len == 0) {
        out_fmt(o, "  %" PRId64 " %s", l->results,
                l->results == 1 ? "result" : "results");
    }
    if (l->machine.len > 0) {
        out_fmt(o, "  on %.*s", SV(l->machine));
    }
    if (state.len > 0) {
        out_fmt(o, "  (%.*s)", SV(state));
    }
    out_fmt(o, "  added %.*s\n", SV(l->added));
}

static int run_command(int argc, char **argv)
{
    archived p = {0};
    const cli_option options[] = {OPTION_DIRECTORY(&p.start)};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (optind + 1 < argc) {
        return command_usage("log", "unexpected argument '%s'", argv[optind + 1]);
    }
    err e = {0};
    entry_line *lines = NULL;
    str of_study = optind < argc ? str_from(argv[optind]) : S("");
    bool ok = archived_open(&p, STORE_READ, &e)
              && archive_log(&p.a, &p.perm, of_study, &lines, &e);
    if (ok && !lines && of_study.len > 0) {
        ok =
            err_set(&e, ERR_USAGE, NULL, "the archive has no study '%.*s'", SV(of_study));
        err_hint(&e, "'broadsheet log' shows all that there is.");
    }
    out *o = ok ? out_open(&p.perm, NULL, &e) : NULL;
    for (const entry_line *l = o ? lines : NULL; l; l = l->next) {
        arena tmp = p.scratch;
        write_line(o, &tmp, l);
    }
    if (!o || !out_commit(o, &e)) {
        return archived_fail(&p, &e);
    }
    archived_close(&p);
    return 0;
}

const command command_log = {
    .name = "log",
    .args = "[STUDY] [-C DIR]",
    .brief = "what is in the archive",
    .help =
        "One line a source: its ID, the run's date, study/run, file, format, results, "
        "and what\n"
        "became of it. Sorted by study, date, run and name; undated runs last.\n",
    .run = run_command,
};
