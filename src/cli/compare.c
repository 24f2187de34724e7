#include "base/base.h"

#include <getopt.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/num.h"
#include "cli/command.h"
#include "cli/compare_archive.h"
#include "cli/compare_study.h"
#include "cli/diagnose.h"
#include "cli/options.h"
#include "cli/walk.h"
#include "compare/compare.h"
#include "import/import.h"

enum { SHOW_TABLE, SHOW_MARKDOWN, SHOW_JSON, SHOW_JUNIT };

enum { MOST = 100 }; /* of each option */

typedef struct {
    import_options how;
    compare_options o;
    int form; /* SHOW_… */
    str metrics[MOST], allowed[MOST];
    gate gates[MOST];
    const char *start;  /* -C */
    str study_baseline; /* of the last study that was named */
    arena *perm;
} settings;

/* --- options ---------------------------------------------------------------------------
 */

/* "a,b" after those that are there already. */
static bool add_names(str *list, ptrdiff_t *n, str given)
{
    for (cut c = {.tail = given}; c.tail.len > 0;) {
        c = str_cut(c.tail, S(","));
        if (*n == MOST || c.head.len == 0) {
            return false;
        }
        list[(*n)++] = c.head;
    }
    return true;
}

/* "5", "5%" or "0.5%" gives 0.05, 0.05, 0.005. */
static bool read_percent(str given, double *ret)
{
    double percent = 0;
    given = str_ends(given, S("%")) ? str_take(given, given.len - 1) : given;
    if (!num_double(given, &percent) || percent < 0 || percent > 1e6) {
        return false;
    }
    *ret = percent / 100;
    return true;
}

/* "wall_time=5%,latency.p99=10" */
static bool take_gates(void *to, str given)
{
    settings *s = to;
    for (cut c = {.tail = given}; c.tail.len > 0;) {
        c = str_cut(c.tail, S(","));
        cut parts = str_cut_last(c.head, S("="));
        gate *g = &s->gates[s->o.gate_count];
        if (s->o.gate_count == MOST
            || !read_percent(parts.found ? parts.tail : c.head, &g->share)) {
            return false;
        }
        g->metric = parts.found ? parts.head : S("");
        s->o.gate_count++;
    }
    return given.len > 0;
}

static bool take_metrics(void *to, str value)
{
    settings *s = to;
    return add_names(s->metrics, &s->o.metric_count, value);
}

static bool take_allowed(void *to, str value)
{
    settings *s = to;
    return add_names(s->allowed, &s->o.allowed_count, value);
}

static bool take_limit(void *to, str value)
{
    settings *s = to;
    s->o.limit.known = read_percent(value, &s->o.limit.value);
    return s->o.limit.known;
}

static int read_options(int argc, char **argv, settings *s)
{
    static const char *const forms[] = {"table", "markdown", "json", "junit", NULL};
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"as", .text = &s->how.as},
        {"time-format", .text = &s->how.time_format},
        {"baseline", .text = &s->o.baseline},
        {"metric", .take = take_metrics, .to = s, .want = "METRIC[.STAT],… or all"},
        {"allow", .take = take_allowed, .to = s,
         .want = "version, tool or names of parameters"},
        {"fail-over", .take = take_gates, .to = s,
         .want = "a percentage or METRIC=PERCENTAGE,…"},
        {"practical-limit", .take = take_limit, .to = s, .want = "a percentage"},
        {"format", .choice = &s->form, .words = forms},
    };
    s->o.metrics = s->metrics;
    s->o.allowed = s->allowed;
    s->o.gates = s->gates;
    int status = options_read(argc, argv, options, COUNTOF(options));
    return status ? status
           : optind < argc
               ? 0
               : command_usage("compare", "name a file, a folder, - or a study");
}

/* --- reading ---------------------------------------------------------------------------
 */

static ptrdiff_t count_readings(const reading *r)
{
    ptrdiff_t n = 0;
    for (; r; r = r->next) {
        n++;
    }
    return n;
}

/* Files of one argument. A folder may hold anything: what isn't recognised is told and
 * left out. */
static bool read_set(settings *s, char *path, arena scratch, result_set *ret, err *e)
{
    path_list files = {0};
    if (!walk_paths(s->perm, &path, 1, &files, e)) {
        return false;
    }
    const reading **all = NEW(s->perm, const reading *, files.n);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < files.n; i++) {
        reading *r = NULL;
        if (import_file(s->perm, scratch, files.paths[i], &s->how, &r, e)) {
            all[i] = r;
            n += count_readings(r);
        } else if (e->code == ERR_UNRECOGNISED && files.found[i]) {
            e->hint[0] = 0;
            err_print(e, true, stderr);
            *e = (err){0};
        } else {
            return false;
        }
    }
    set_part *parts = NEW(s->perm, set_part, n);
    for (ptrdiff_t i = 0; i < files.n; i++) {
        for (const reading *r = all[i]; r; r = r->next) {
            bool alone = !files.found[i] && !all[i]->next;
            str stem = alone ? (str){0}
                             : compare_stem(s->perm, r->file,
                                            files.found[i] ? str_from(path) : (str){0});
            parts[ret->n++] = (set_part){r, stem};
            diagnose(r);
        }
    }
    ret->parts = parts;
    return true;
}

/* "s:api/native latency.p99" is a whole selector: its metric is what is compared. */
static char *without_metric(settings *s, char *arg)
{
    cut parts = str_cut(str_from(arg), S(" "));
    str metric_text = str_trim(parts.tail);
    if (metric_text.len == 0 || access(arg, F_OK) == 0 || s->o.metric_count == MOST) {
        return arg;
    }
    bool known = false;
    for (ptrdiff_t i = 0; i < s->o.metric_count; i++) {
        known = known || str_eq(s->metrics[i], metric_text);
    }
    if (!known) {
        s->metrics[s->o.metric_count++] = metric_text;
    }
    return str_cz(s->perm, parts.head);
}

static bool unknown_name(const study_shelf *shelf, const char *arg, arena scratch, err *e)
{
    const str *names;
    ptrdiff_t n = shelf_names(shelf, &names);
    str name = str_from(arg);
    str head = str_cut(str_cut(name, S(":")).head, S("/")).head;
    err_set(e, ERR_USAGE, NULL, "there is no file, study or result '%s'", arg);
    str near = str_nearest(head, names, n, scratch);
    return near.len > 0 ? err_hint(e, "Did you mean the study '%.*s'?", SV(near))
                        : err_hint(e, "Write a path, STUDY, STUDY/RUN or "
                                      "STUDY:WORKLOAD/VARIANT.");
}

/* A file or folder that is there, else something of the project. */
static bool take_set(settings *s, study_shelf *shelf, char *arg, arena scratch,
                     result_set *ret, bool *selector, err *e)
{
    str baseline = {0};
    if (strcmp(arg, "-") == 0 || access(arg, F_OK) == 0) {
        return read_set(s, arg, scratch, ret, e);
    }
    if (archive_set_named(arg)) {
        return archive_set(s->perm, scratch, shelf->start, arg, ret, e);
    }
    switch (study_set(shelf, arg, ret, &baseline, e)) {
    case SHELF_RESULT:
        *selector = true;
        return true;
    case SHELF_STUDY:
        s->study_baseline = baseline;
        return true;
    case SHELF_ERROR:
        return false;
    case SHELF_NONE:
        break;
    }
    return shelf->open ? unknown_name(shelf, arg, scratch, e)
                       : read_set(s, arg, scratch, ret, e);
}

static bool read_sets(settings *s, char **args, int n, arena scratch, result_set *sets,
                      err *e)
{
    str *labels = NEW(s->perm, str, n);
    const char **paths = NEW(s->perm, const char *, n);
    study_shelf shelf = {.perm = s->perm, .scratch = scratch, .start = s->start};
    bool selectors = true;
    for (int i = 0; i < n; i++) {
        args[i] = without_metric(s, args[i]);
        paths[i] = args[i];
    }
    compare_labels(s->perm, paths, n, labels);
    for (int i = 0; i < n; i++) {
        sets[i].label = labels[i];
        bool named = false;
        if (!take_set(s, &shelf, args[i], scratch, &sets[i], &named, e)) {
            return false;
        }
        selectors = selectors && named;
        if (str_eq(s->o.baseline, str_from(args[i]))) {
            s->o.baseline = labels[i];
        }
    }
    if (n == 1 && s->o.baseline.len == 0) {
        s->o.baseline = s->study_baseline;
    }
    if (selectors && n > 1) {
        study_sets_align(sets, n);
    }
    return true;
}

/* --- writing ---------------------------------------------------------------------------
 */

static bool wants_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(1) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

static ptrdiff_t terminal_width(void)
{
    struct winsize size = {0};
    return isatty(1) && ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static void show(out *o, const compared *c, int form, arena scratch)
{
    switch (form) {
    case SHOW_TABLE:
        compare_write_text(o, c, wants_colour(), terminal_width(), scratch);
        break;
    case SHOW_MARKDOWN:
        compare_write_markdown(o, c, scratch);
        break;
    case SHOW_JSON:
        compare_write_json(o, c);
        break;
    case SHOW_JUNIT:
        compare_write_junit(o, c, scratch);
        break;
    }
}

static int compare(settings *s, char **args, int n, arena scratch)
{
    err e = {0};
    match m = {0};
    compared c = {0};
    result_set *sets = NEW(s->perm, result_set, n);
    out *o = out_open(s->perm, NULL, &e);
    if (!o || !read_sets(s, args, n, scratch, sets, &e)
        || !compare_match(s->perm, scratch, sets, n, &m, &e)
        || !compare_judge(s->perm, scratch, &m, &s->o, &c, &e)) {
        return command_fail(&e);
    }
    show(o, &c, s->form, scratch);
    if (!out_commit(o, &e)) {
        return command_fail(&e);
    }
    return c.over_gate > 0 ? 1 : 0;
}

static int run_compare(int argc, char **argv)
{
    arena perm = arena_open((ptrdiff_t)1 << 40), scratch = arena_open((ptrdiff_t)1 << 38);
    settings s = {.how = {.documents_apart = true}, .start = ".", .perm = &perm};
    int status = read_options(argc, argv, &s);
    if (status == 0) {
        status = compare(&s, argv + optind, argc - optind, scratch);
    }
    arena_close(&perm);
    arena_close(&scratch);
    return status;
}

const command command_compare = {
    .name = "compare",
    .args = "A [B…] [--baseline X] [--metric M] [--fail-over [M=]PCT]",
    .brief = "results side by side, with tests; exit 1 on a regression",
    .help =
        "Each argument is a column: a raw file of any known format, a folder of them, or "
        "of the\n"
        "project a STUDY, a run of it (STUDY/RUN) or results of it "
        "(STUDY:WORKLOAD/VARIANT, with\n"
        "@TOOL, #K, ?param=value and 'PLACE METRIC' as in posts; without STUDY: where "
        "only "
        "one\n"
        "study has them), or of its archive: archive:STUDY, archive:STUDY/RUN, "
        "archive:ID.\n"
        "What they have in common (workload, command, file name, parameters) makes the "
        "rows. Of\n"
        "one argument, its commands or variants are compared with each other. Nothing is "
        "run again.\n\n"
        "  --baseline X       compare with X, a file or command (the first)\n"
        "  --metric M[.STAT]  what to compare: latency.p99, wall_time.median; all\n"
        "  --fail-over PCT    exit 1 when a metric got worse by more than that\n"
        "  --fail-over M=PCT  the same for one metric; of one without a better "
        "direction,\n"
        "                     any change counts\n"
        "  --allow NAME,…     what may differ: version, tool, host, a parameter's name\n"
        "  --practical-limit PCT   smaller changes are the same (2)\n"
        "  --format F         table, markdown (for a pull request), json or junit\n"
        "  --as FORMAT        force a format or a tool; 'broadsheet formats' lists them\n"
        "  --time-format F    GNU time's -f string; bash: TIMEFORMAT=F, zsh: TIMEFMT=F\n"
        "  -C DIR             the project, where studies are named (upwards from "
        "here)\n\n"
        "A verdict is the 95 % interval of the ratio against the practical limit: "
        "'unclear' could\n"
        "not be told apart, 'one run' has no interval. Results that differ in tool, "
        "version, host or\n"
        "parameters are shown but not ranked; failed ones never are. A regression is a "
        "change\n"
        "beyond PCT whose interval is wholly on the worse side, or of one run, the "
        "change alone;\n"
        "what failed, is missing or can't be compared fails, too.\n\n"
        "Exit status: 0; 1 a regression; 2 nothing to compare; 3 a file can't be read.\n",
    .run = run_compare,
};
