#include "base/base.h"

#include "base/num.h"
#include "import/hyperfine_common.h"

/* --export-json of 1.0 to 1.20; times in seconds, memory in bytes:
 *
 *     {"results": [{"command": "sleep 0.1", "mean": 0.102, "stddev": 0.0004,
 *       "median": 0.102, "user": 0.001, "system": 0.001, "min": 0.101, "max": 0.103,
 *       "times": [0.102, 0.101, 0.103], "memory_usage_byte": [2965504, ...],
 *       "exit_codes": [0, 0, 0], "parameters": {"n": "1"}}]}
 *
 * median since 1.6, exit_codes since 1.12, memory since 1.20, stddev null for one run. Up
 * to 1.10 a scan's value stood in "parameter", without its name. */

/* One result on its way. Lines are counted from its own begin, which keeps a file of many
 * results linear. */
typedef struct {
    import *in;
    const json *from;
    result *to;
    ptrdiff_t line; /* of from */
    hyperfine_figures f;
    const json *mean_at, *user_at, *system_at;
} reader;

static ptrdiff_t line_of(const reader *r, const json *v)
{
    return r->line + str_lines((str){r->from->raw.ptr, v->raw.ptr - r->from->raw.ptr});
}

/* --- numbers ------------------------------------------------------------------------ */

static bool member(const reader *r, const char *key, bool null_allowed, maybe *ret,
                   const json **at, err *e)
{
    const json *v = json_get(r->from, str_from(key));
    if (at) {
        *at = v;
    }
    if (!v || (null_allowed && v->kind == JSON_NULL)) {
        return true;
    }
    char name[40];
    snprintf(name, sizeof name, "\"%s\"", key);
    ret->known = figure_json(r->in->src, v, name, &ret->value, e);
    return ret->known;
}

/* An array of numbers; absent or null: none. */
static bool numbers(const reader *r, const char *key, double **ret, ptrdiff_t *n, err *e)
{
    const json *v = json_get(r->from, str_from(key));
    if (!v || v->kind == JSON_NULL) {
        return true;
    }
    if (v->kind != JSON_ARRAY) {
        return err_at(e, r->in->src, v->raw, "\"%s\" must be an array, found %s", key,
                      json_kind_name(v->kind));
    }
    double *all = NEW(r->in->perm, double, v->count);
    for (const json *c = v->first; c; c = c->next) {
        char name[60];
        snprintf(name, sizeof name, "\"%s\"[%td]", key, *n);
        if (!figure_json(r->in->src, c, name, &all[*n], e)) {
            return false;
        }
        ++*n;
    }
    *ret = all;
    return true;
}

/* --- exit codes --------------------------------------------------------------------- */

static const char *signal_name(int64_t code)
{
    static const struct {
        int64_t number;
        const char *name;
    } names[] = {
        {1, "SIGHUP"},   {2, "SIGINT"},   {3, "SIGQUIT"},  {4, "SIGILL"},
        {6, "SIGABRT"},  {8, "SIGFPE"},   {9, "SIGKILL"},  {11, "SIGSEGV"},
        {13, "SIGPIPE"}, {14, "SIGALRM"}, {15, "SIGTERM"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        if (names[i].number == code - 128) {
            return names[i].name;
        }
    }
    return NULL;
}

/* "3 of 10 runs failed: exit status 137 (SIGKILL)". */
static void judge(const reader *r, ptrdiff_t failed, ptrdiff_t unknown, int64_t first,
                  bool differ)
{
    ptrdiff_t n = r->to->exit_code_count;
    if (unknown > 0) {
        reading_note(r->in->perm, r->in->ret, DIAG_WARNING, r->line,
                     "the exit status of %td of %td runs is not known", unknown, n);
    }
    if (failed == 0) {
        return;
    }
    const char *name = signal_name(first);
    r->to->status = STATUS_FAILED;
    r->to->status_why =
        str_fmt(r->in->perm, "%td of %td runs failed: exit status %" PRId64 "%s%s%s%s",
                failed, n, first, name ? " (" : "", name ? name : "", name ? ")" : "",
                differ ? " and others" : "");
}

static bool exit_codes(reader *r, err *e)
{
    const json *v = json_get(r->from, S("exit_codes"));
    if (!v || v->kind == JSON_NULL) {
        return true;
    }
    if (v->kind != JSON_ARRAY) {
        return err_at(e, r->in->src, v->raw, "\"exit_codes\" must be an array, found %s",
                      json_kind_name(v->kind));
    }
    ptrdiff_t failed = 0, unknown = 0;
    int64_t first = 0;
    bool differ = false;
    r->to->exit_codes = NEW(r->in->perm, int, v->count);
    for (const json *c = v->first; c; c = c->next) {
        int64_t code = 0;
        bool null = c->kind == JSON_NULL;
        if (!null
            && (c->kind != JSON_NUMBER || !num_int(c->raw, &code) || code > INT32_MAX
                || code < INT32_MIN)) {
            return err_at(e, r->in->src, c->raw,
                          "an exit code must be a whole number, found '%.*s'",
                          SV(str_take(c->raw, 40)));
        }
        unknown += null;
        failed += code != 0;
        differ = differ || (code && first && first != code);
        first = first ? first : code;
        /* Windows has negative ones; the model has -1 for those it can't name. */
        r->to->exit_codes[r->to->exit_code_count++] = null || code < 0 ? -1 : (int)code;
    }
    judge(r, failed, unknown, first, differ);
    return true;
}

/* --- parameters --------------------------------------------------------------------- */

static str value_text(const json *v)
{
    return v->kind == JSON_STRING ? v->text : v->raw;
}

static void parameters(const reader *r)
{
    const json *all = json_get(r->from, S("parameters"));
    for (const json *c = all && all->kind == JSON_OBJECT ? all->first : NULL; c;
         c = c->next) {
        result_param(r->in->perm, r->to, c->key, value_text(c));
    }
    const json *one = json_get(r->from, S("parameter"));
    if (one && one->kind != JSON_NULL) {
        result_param(r->in->perm, r->to, S("parameter"), value_text(one));
    }
}

/* --- stated against computed -------------------------------------------------------- */

enum { NO_ROUNDING = 30 /* decimals */ };

static int decimals(const json *v)
{
    bool exponent = memchr(v->raw.ptr, 'e', (size_t)v->raw.len)
                    || memchr(v->raw.ptr, 'E', (size_t)v->raw.len);
    return exponent ? NO_ROUNDING : num_decimals(v->raw);
}

/* Does the figure that the file states differ from the one that its times give, by more
 * than the rounding of both? Files of other writers may hold few digits. */
static void compare(const reader *r, const char *key, maybe computed, double times_step)
{
    const json *v = json_get(r->from, str_from(key));
    if (!v || v->kind != JSON_NUMBER || !computed.known) {
        return;
    }
    double scale = fmax(fabs(v->num), r->f.mean.known ? r->f.mean.value : 0);
    double allowed = 1e-9 * scale + pow(10, -decimals(v)) + times_step;
    if (fabs(v->num - computed.value) <= allowed) {
        return;
    }
    char stated[32], own[32];
    num_shortest(v->num, stated);
    num_shortest(computed.value, own);
    reading_contradicts(r->in->perm, r->in->ret, "A03", line_of(r, v),
                        "\"%s\" is stated as %s, but \"times\" give %s", key, stated,
                        own);
}

static void check_times(const reader *r, const metric *wall)
{
    metric own = {.samples = wall->samples, .sample_count = wall->sample_count};
    arena scratch = r->in->scratch;
    metric_from_samples(&scratch, &own, NULL, 0, scratch);
    const json *times = json_get(r->from, S("times"));
    int finest = 0; /* shortest forms leave out zeros: the longest one counts */
    for (const json *c = times->first; c; c = c->next) {
        int d = decimals(c);
        finest = d > finest ? d : finest;
    }
    double step = pow(10, -finest);
    compare(r, "mean", own.mean, step);
    compare(r, "stddev", own.stddev, step);
    compare(r, "median", own.median, step);
    compare(r, "min", own.min, 0);
    compare(r, "max", own.max, 0);
}

/* --- the document ------------------------------------------------------------------- */

static bool read_figures(reader *r, err *e)
{
    hyperfine_figures *f = &r->f;
    return member(r, "mean", false, &f->mean, &r->mean_at, e)
           && member(r, "stddev", true, &f->stddev, NULL, e)
           && member(r, "median", true, &f->median, NULL, e)
           && member(r, "min", true, &f->min, NULL, e)
           && member(r, "max", true, &f->max, NULL, e)
           && member(r, "user", true, &f->user, &r->user_at, e)
           && member(r, "system", true, &f->system, &r->system_at, e);
}

static void set_line(const reader *r, const char *name, const json *at)
{
    metric *m = result_metric(r->to, str_from(name));
    if (m && at) {
        m->line = line_of(r, at);
    }
}

/* The highest memory so far, and how many results didn't exceed it, from which line on.
 */
typedef struct {
    double highest;
    ptrdiff_t inherited, line;
} peak;

/* ru_maxrss of all children since hyperfine began: the peak never falls in a file, so
 * that a later command inherits what an earlier one needed. */
static bool memory(reader *r, peak *so_far, err *e)
{
    double *bytes = NULL;
    ptrdiff_t n = 0;
    if (!numbers(r, "memory_usage_byte", &bytes, &n, e)) {
        return false;
    }
    if (n == 0) {
        return true;
    }
    const json *at = json_get(r->from, S("memory_usage_byte"));
    metric *m = result_add(r->in->perm, r->to, S("peak_memory"), line_of(r, at));
    m->samples = bytes;
    m->sample_count = n;
    metric_from_samples(r->in->perm, m, NULL, 0, r->in->scratch);
    if (so_far->highest > 0 && m->max.value <= so_far->highest) {
        so_far->line = so_far->inherited == 0 ? m->line : so_far->line;
        so_far->inherited++;
    }
    so_far->highest = fmax(so_far->highest, m->max.value);
    return true;
}

static bool read_result(reader *r, peak *so_far, err *e)
{
    import *in = r->in;
    const json *command = json_get(r->from, S("command"));
    double *times = NULL;
    ptrdiff_t n = 0;
    if (!read_figures(r, e) || !numbers(r, "times", &times, &n, e)) {
        return false;
    }
    if (!r->f.mean.known && n == 0) {
        return err_at(e, in->src, r->from->raw,
                      "a result must have a \"mean\" or \"times\"");
    }
    r->to = reading_add(in->perm, in->ret, S("hyperfine"), command->text, r->line);
    if (!exit_codes(r, e)) {
        return false;
    }
    if (n > 0 && r->to->exit_code_count > 0 && r->to->exit_code_count != n) {
        reading_contradicts(in->perm, in->ret, "A04", r->line,
                            "%td times, but %td exit codes", n, r->to->exit_code_count);
    }
    ptrdiff_t runs = n > 0 ? n : r->to->exit_code_count;
    r->f.n = runs > 0 ? SOME((double)runs) : (maybe){0};
    if (runs == 1) {
        r->f.stddev = (maybe){0};
    }
    hyperfine_add(in->perm, r->to, &r->f, r->line);
    metric *wall = result_metric(r->to, S("wall_time"));
    set_line(r, "wall_time", r->mean_at);
    set_line(r, "user_time", r->user_at);
    set_line(r, "system_time", r->system_at);
    if (n > 0) {
        wall->samples = times;
        wall->sample_count = n;
        check_times(r, wall);
        metric_from_samples(in->perm, wall, NULL, 0, in->scratch);
    }
    parameters(r);
    return memory(r, so_far, e);
}

static const json *result_list(const json *root)
{
    const json *list = json_get(root, S("results"));
    return list && list->kind == JSON_ARRAY ? list : NULL;
}

static int claims(const json *root)
{
    const json *list = result_list(root);
    if (!list) {
        return 0;
    }
    if (list->count == 0) {
        return root->count == 1 ? 30 : 0;
    }
    const json *first = list->first;
    bool command = json_get(first, S("command")) != NULL;
    bool figures = json_get(first, S("mean")) || json_get(first, S("times"));
    return command && figures ? 95 : command ? 40 : 0;
}

static bool read_document(import *in, const json *root, err *e)
{
    const json *list = result_list(root);
    if (!list || list->count == 0) {
        list = list ? list : root;
        return err_at(e, in->src, list->raw, "the list of results is empty");
    }
    peak so_far = {0};
    ptrdiff_t line = in->line;
    const char *at = root->raw.ptr;
    for (const json *c = list->first; c; c = c->next) {
        const json *command = json_get(c, S("command"));
        if (c->kind != JSON_OBJECT || !command || command->kind != JSON_STRING) {
            return err_at(e, in->src, command ? command->raw : c->raw,
                          "a result must be an object with a \"command\" text, found %s",
                          json_kind_name(command ? command->kind : c->kind));
        }
        line += str_lines((str){at, c->raw.ptr - at});
        at = c->raw.ptr;
        reader r = {.in = in, .from = c, .line = line};
        if (!read_result(&r, &so_far, e)) {
            return false;
        }
        r.to->last_line = line + str_lines(c->raw);
    }
    if (so_far.inherited > 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, so_far.line,
                     "peak memory of %td of %td results may be that of a command further "
                     "up: hyperfine gives the highest of all processes so far",
                     so_far.inherited, list->count);
    }
    return true;
}

const importer importer_hyperfine_json = {
    .name = "hyperfine-json",
    .tool = "hyperfine",
    .shape = "--export-json of 1.0 to 1.20, with every run's time",
    .json_key = "\"results\"",
    .json_claims = claims,
    .json_read = read_document,
};
