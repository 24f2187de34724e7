#include "base/base.h"

#include <getopt.h>

#include "base/day.h"
#include "cli/archived.h"
#include "cli/command.h"
#include "cli/history_show.h"
#include "cli/options.h"

typedef struct {
    archived p;
    history_query q;
    str since;
    bool fail, json;
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    static const char *const forms[] = {"table", "json", NULL};
    int form = 0;
    const cli_option options[] = {OPTION_DIRECTORY(&s->p.start),
                                  {"format", .choice = &form, .words = forms},
                                  {"since", .text = &s->since},
                                  {"fail-on-regression", .flag = &s->fail}};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    s->json = form == 1;
    if (s->since.len > 0 && !day_valid(s->since)) {
        return command_usage("history", "--since is a day such as 2026-03-01, not '%.*s'",
                             SV(s->since));
    }
    if (optind == argc || argc > optind + 3) {
        return command_usage("history", "name a study, and perhaps a selector");
    }
    str place = optind + 1 < argc ? str_from(argv[optind + 1]) : (str){0},
        metric_text = optind + 2 < argc ? str_from(argv[optind + 2]) : (str){0};
    cut both = str_cut(place, S(" ")); /* "fibonacci/docker wall_time" in one */
    if (both.found && metric_text.len == 0) {
        place = both.head;
        metric_text = str_trim(both.tail);
    }
    s->q.of_study = str_from(argv[optind]);
    history_select(&s->q, place, metric_text);
    return 0;
}

static bool regressed(const settings *s, const history *h)
{
    bool any = false;
    for (const history_line *l = h->lines; l; l = l->next) {
        any = any || history_regressed(l, s->since);
    }
    return any;
}

static int run_command(int argc, char **argv)
{
    settings s = {0};
    int status = read_options(argc, argv, &s);
    if (status) {
        return status;
    }
    err e = {0};
    history h = {0};
    bool ok = archived_open(&s.p, STORE_READ, &e)
              && archive_history(&s.p.a, &s.p.perm, s.p.scratch, &s.q, &h, &e);
    out *o = ok ? out_open(&s.p.perm, NULL, &e) : NULL;
    if (o && s.json) {
        history_write_json(o, &h, &s.q);
    } else if (o) {
        history_write_table(o, &h, s.p.scratch);
    }
    if (!o || !out_commit(o, &e)) {
        return archived_fail(&s.p, &e);
    }
    if (h.undated > 0) {
        fprintf(stderr,
                "broadsheet: %td %s no date and %s left out\n"
                "  hint: Add a file of it again, with --run R --date D.\n",
                h.undated, h.undated == 1 ? "run has" : "runs have",
                h.undated == 1 ? "is" : "are");
    }
    status = s.fail && regressed(&s, &h) ? 1 : 0;
    archived_close(&s.p);
    return status;
}

const command command_history = {
    .name = "history",
    .args = "STUDY [WORKLOAD[/VARIANT] [METRIC[.STAT]]] [--fail-on-regression]",
    .brief = "the trend over runs, with the places where it moved",
    .help =
        "Each series of the study over its runs, by their dates, whatever the order in "
        "which they were\n"
        "added. Where the level moved for good (and not by chance: 1 %) a line says so. "
        "Different\n"
        "machines are never joined; tags, changed tool versions and machines, and "
        "what was left out\n"
        "are marked. Several results of one run count once, as their median.\n\n"
        "  WORKLOAD[/VARIANT][@TOOL][?param=value&…]   which series (all)\n"
        "  METRIC[.STAT]      of which metric (the primary ones); mean, median, min, "
        "max,\n"
        "                     or a percentile: latency.p99\n"
        "  --format F         table (the default) or json\n"
        "  --fail-on-regression   exit 1 when the newest level of a series is worse than "
        "the one\n"
        "                     before it by more than the practical limit\n"
        "  --since DAY        look only at changes since then for that\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n",
    .run = run_command,
};
