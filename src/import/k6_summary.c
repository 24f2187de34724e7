#include "base/base.h"

#include "base/num.h"
#include "import/import.h"
#include "import/k6.h"

/* `--summary-export` (no types, no units, a threshold's `true` means that it failed) and
 * the data of handleSummary() as scripts write it by JSON.stringify (types, units, and
 * {"ok": true} means that it held). A metric that has `values` is of the second form. */

typedef struct {
    import *in;
    line_cursor lines;
    result *r;
    threshold **thresholds_end;
    err *e;
    ptrdiff_t seen, unknown;
    const json *first_unknown;
} reader;

static bool must_be(reader *rd, const json *v, json_kind kind)
{
    if (v->kind == kind) {
        return true;
    }
    return err_at(rd->e, rd->in->src, v->raw, "\"%.*s\" must be %s, found %s", SV(v->key),
                  json_kind_name(kind), json_kind_name(v->kind));
}

/* A number that may be missing; null is what JSON.stringify makes of NaN. */
static bool number(reader *rd, const json *values, str key, maybe *ret)
{
    const json *v = json_get(values, key);
    if (!v || v->kind == JSON_NULL) {
        return true;
    }
    if (!must_be(rd, v, JSON_NUMBER)) {
        return false;
    }
    *ret = SOME(v->num);
    return true;
}

static maybe in_base(k6_contains c, maybe v)
{
    return v.known ? SOME(k6_base(c, v.value)) : v;
}

/* "p(99.9)", and "p90" of the machine-readable summary. */
static bool percentile_key(str key, double *p)
{
    str inside = str_starts(key, S("p(")) && str_ends(key, S(")"))
                     ? str_drop(str_take(key, key.len - 1), 2)
                 : str_starts(key, S("p")) ? str_drop(key, 1)
                                           : (str){0};
    return num_double(inside, p) && *p >= 0 && *p <= 100;
}

static bool read_trend(reader *rd, metric *m, const json *values, k6_contains c)
{
    static const struct {
        const char *key;
        size_t field;
    } plain[] = {
        {"avg", offsetof(metric, mean)},
        {"min", offsetof(metric, min)},
        {"med", offsetof(metric, median)},
        {"max", offsetof(metric, max)},
    };
    if (!number(rd, values, S("count"), &m->n)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(plain); i++) {
        maybe v = {0};
        if (!number(rd, values, str_from(plain[i].key), &v)) {
            return false;
        }
        *(maybe *)(void *)((char *)m + plain[i].field) = in_base(c, v);
    }
    for (const json *v = values->first; v; v = v->next) {
        double p = 0;
        if (!percentile_key(v->key, &p) || v->kind == JSON_NULL) {
            continue;
        }
        if (!must_be(rd, v, JSON_NUMBER)) {
            return false;
        }
        metric_set_percentile(rd->in->perm, m, p, k6_base(c, v->num));
    }
    return true;
}

static bool read_counter(reader *rd, str name, k6_kind kind, const json *values,
                         ptrdiff_t line)
{
    arena *perm = rd->in->perm;
    k6_contains c = kind.contains;
    maybe count = {0}, rate = {0};
    if (!number(rd, values, S("count"), &count)
        || !number(rd, values, S("rate"), &rate)) {
        return false;
    }
    if (count.known) {
        metric *m = k6_add(perm, rd->r, name, kind, line);
        m->n = SOME(1);
        m->mean = in_base(c, count);
    }
    if (rate.known) {
        metric *m = k6_add_per_second(perm, rd->r, name, kind, line);
        m->n = SOME(1);
        m->mean = in_base(c, rate);
    }
    return true;
}

/* {passes, fails, value}, {passes, fails, rate} or {matches, total, rate}. */
static bool read_rate(reader *rd, metric *m, const json *values)
{
    maybe yes = {0}, no = {0}, all = {0}, stated = {0};
    if (!number(rd, values, S("passes"), &yes) || !number(rd, values, S("fails"), &no)
        || !number(rd, values, S("matches"), &yes)
        || !number(rd, values, S("total"), &all)
        || !number(rd, values, S("rate"), &stated)
        || !number(rd, values, S("value"), &stated)) {
        return false;
    }
    if (!all.known && yes.known && no.known) {
        all = SOME(yes.value + no.value);
    }
    if (!yes.known || !all.known) {
        m->mean = stated;
        return true;
    }
    k6_set_share(m, yes.value, all.value);
    if (m->mean.known && stated.known && fabs(m->mean.value - stated.value) > 1e-6) {
        reading_contradicts(
            rd->in->perm, rd->in->ret, "A07", m->line,
            "%.*s: the rate of %g doesn't follow from its counts (%g of %g)", SV(m->name),
            stated.value, yes.value, all.value);
    }
    return true;
}

static bool read_gauge(reader *rd, metric *m, const json *values, k6_contains c)
{
    maybe low = {0}, high = {0}, last = {0};
    if (!number(rd, values, S("min"), &low) || !number(rd, values, S("max"), &high)
        || !number(rd, values, S("value"), &last)) {
        return false;
    }
    m->min = in_base(c, low);
    m->max = in_base(c, high);
    m->last = in_base(c, last);
    return true;
}

static bool has(const json *o, const char *key)
{
    return json_get(o, str_from(key)) != NULL;
}

/* The export names no types: the statistics tell, and k6's own names where they don't
 * ({"count": 9} may be a counter, or a trend under --summary-trend-stats=count). */
static k6_type type_of(str name, const json *values)
{
    if (has(values, "passes") || has(values, "fails") || has(values, "matches")) {
        return K6_RATE;
    }
    if (has(values, "avg") || has(values, "med")) {
        return K6_TREND;
    }
    for (const json *v = values->first; v; v = v->next) {
        double p = 0;
        if (percentile_key(v->key, &p)) {
            return K6_TREND;
        }
    }
    if (has(values, "count") && has(values, "rate")) {
        return K6_COUNTER;
    }
    k6_type own = k6_built_in(name).type;
    if (own != K6_UNKNOWN) {
        return own;
    }
    if (has(values, "value")) {
        return has(values, "min") || has(values, "max") ? K6_GAUGE : K6_RATE;
    }
    if (has(values, "min") || has(values, "max")) {
        return K6_TREND;
    }
    return has(values, "count") ? K6_COUNTER : K6_UNKNOWN;
}

static bool read_thresholds(reader *rd, const json *m, str name)
{
    const json *all = json_get(m, S("thresholds"));
    for (const json *t = all ? all->first : NULL; t; t = t->next) {
        const json *ok = json_get(t, S("ok"));
        if (t->kind == JSON_BOOL) {
            rd->thresholds_end = k6_add_threshold(rd->in->perm, rd->thresholds_end, name,
                                                  t->key, !t->truth);
        } else if (ok && ok->kind == JSON_BOOL) {
            rd->thresholds_end = k6_add_threshold(rd->in->perm, rd->thresholds_end, name,
                                                  t->key, ok->truth);
        } else {
            return err_at(rd->e, rd->in->src, t->raw,
                          "threshold '%.*s' must be true, false or {\"ok\": …}, found %s",
                          SV(t->key), json_kind_name(t->kind));
        }
    }
    return true;
}

static void not_understood(reader *rd, const json *m)
{
    rd->first_unknown = rd->unknown++ ? rd->first_unknown : m;
}

/* One metric; `name` is apart since the machine-readable summary has a list. */
static bool read_metric(reader *rd, str name, const json *m)
{
    const json *values = json_get(m, S("values"));
    const json *type = json_get(m, S("type")), *contains = json_get(m, S("contains"));
    bool typed = values && values->kind == JSON_OBJECT;
    k6_kind kind = k6_built_in(name);
    values = typed ? values : m;
    k6_type stated =
        type && type->kind == JSON_STRING ? k6_type_named(type->text) : K6_UNKNOWN;
    kind.type = stated != K6_UNKNOWN ? stated : type_of(name, values);
    if (contains && contains->kind == JSON_STRING) {
        kind.contains = k6_contains_named(contains->text);
    }
    kind.type = name.len > 0 ? kind.type : K6_UNKNOWN;
    ptrdiff_t line = source_line_on(rd->in->src, &rd->lines, m->raw);
    k6_contains c = kind.contains;
    switch (kind.type) {
    case K6_COUNTER:
        return read_counter(rd, name, kind, values, line);
    case K6_TREND:
        return read_trend(rd, k6_add(rd->in->perm, rd->r, name, kind, line), values, c);
    case K6_RATE:
        return read_rate(rd, k6_add(rd->in->perm, rd->r, name, kind, line), values);
    case K6_GAUGE:
        return read_gauge(rd, k6_add(rd->in->perm, rd->r, name, kind, line), values, c);
    case K6_UNKNOWN:
        break;
    }
    not_understood(rd, m);
    return true;
}

static void report_unknown(reader *rd)
{
    if (rd->unknown > 0) {
        ptrdiff_t line = source_line(rd->in->src, rd->first_unknown->raw);
        reading_note(rd->in->perm, rd->in->ret, DIAG_WARNING, line,
                     "%td of %td metrics not understood, first at line %td", rd->unknown,
                     rd->seen, line);
    }
}

/* A failed check has no place in the model beside the share of all checks: say it. */
static void note_check(reader *rd, const json *check)
{
    const json *name = json_get(check, S("name")), *yes = json_get(check, S("passes")),
               *no = json_get(check, S("fails"));
    if (name && yes && no && name->kind == JSON_STRING && no->num > 0) {
        reading_note(rd->in->perm, rd->in->ret, DIAG_INFO,
                     source_line_on(rd->in->src, &rd->lines, check->raw),
                     "check '%.*s' failed %.0f of %.0f times", SV(name->text), no->num,
                     yes->num + no->num);
    }
}

static void note_checks(reader *rd, const json *group, int depth)
{
    const json *checks = json_get(group, S("checks")),
               *groups = json_get(group, S("groups"));
    for (const json *c = checks ? checks->first : NULL; c; c = c->next) {
        note_check(rd, c);
    }
    for (const json *g = groups && depth < 50 ? groups->first : NULL; g; g = g->next) {
        note_checks(rd, g, depth + 1);
    }
}

static bool add_seconds(reader *rd, const json *v, k6_contains c)
{
    if (!v || v->kind == JSON_NULL) {
        return true;
    }
    if (!must_be(rd, v, JSON_NUMBER)) {
        return false;
    }
    result_add_value(rd->in->perm, rd->r, S("wall_time"), k6_base(c, v->num),
                     source_line_on(rd->in->src, &rd->lines, v->raw));
    return true;
}

/* A summary that was typed in from a publication says "_transcribed": true. What k6
 * leaves open (whether each request gave a duration) the author has settled: the mean
 * latency is that of all the requests counted. */
static void transcribed(const reader *rd)
{
    metric *latency = result_metric(rd->r, S("latency"));
    const metric *requests = result_metric(rd->r, S("requests"));
    if (latency && requests && !latency->n.known) {
        latency->n = requests->mean;
    }
}

/* Scripts write handleSummary's argument as it is, or wrapped: JSON.stringify({data}). */
static const json *unwrapped(const json *root)
{
    const json *data = json_get(root, S("data"));
    return !json_get(root, S("metrics")) && json_get(data, S("metrics")) ? data : root;
}

static int summary_claims(const json *root)
{
    root = unwrapped(root);
    const json *metrics = json_get(root, S("metrics"));
    if (!metrics || metrics->kind != JSON_OBJECT) {
        return 0;
    }
    if (json_get(root, S("root_group"))) {
        return 95;
    }
    for (const json *m = metrics->first; m; m = m->next) {
        const json *values = json_get(m, S("values"));
        k6_type type = type_of(m->key, values ? values : m);
        if (m->kind == JSON_OBJECT && type != K6_UNKNOWN
            && (values || k6_built_in(m->key).type == type)) {
            return 80;
        }
    }
    return 0;
}

static bool summary_read(import *in, const json *root, err *e)
{
    reader rd = {.in = in, .e = e};
    root = unwrapped(root);
    const json *metrics = json_get(root, S("metrics")),
               *state = json_get(root, S("state"));
    ptrdiff_t line = source_line_on(in->src, &rd.lines, root->raw);
    if (!must_be(&rd, metrics, JSON_OBJECT)) {
        return false;
    }
    if (!metrics->first) {
        reading_note(in->perm, in->ret, DIAG_WARNING, line, "the summary has no metrics");
        return true;
    }
    rd.r = reading_add(in->perm, in->ret, S("k6"), (str){0}, line);
    rd.thresholds_end = &rd.r->thresholds;
    for (const json *m = metrics->first; m; m = m->next) {
        rd.seen++;
        if (m->kind != JSON_OBJECT) {
            not_understood(&rd, m);
        } else if (!read_metric(&rd, m->key, m) || !read_thresholds(&rd, m, m->key)) {
            return false;
        }
    }
    if (!add_seconds(&rd, json_get(state, S("testRunDurationMs")), K6_TIME)) {
        return false;
    }
    const json *typed_in = json_get(root, S("_transcribed"));
    if (typed_in && typed_in->truth) {
        transcribed(&rd);
    }
    note_checks(&rd, json_get(root, S("root_group")), 0);
    report_unknown(&rd);
    return true;
}

const importer importer_k6_summary = {
    .name = "k6-summary",
    .tool = "k6",
    .shape = "`--summary-export` JSON, and the data of handleSummary()",
    .json_claims = summary_claims,
    .json_read = summary_read,
};

/* --- the machine-readable summary of v1.5 and later --------------------------------- */

static int machine_claims(const json *root)
{
    const json *results = json_get(root, S("results"));
    const json *metrics = json_get(results, S("metrics"));
    const json *config = json_get(root, S("config"));
    if (!metrics || metrics->kind != JSON_ARRAY || !config) {
        return 0;
    }
    const json *first = metrics->first;
    return !first || (json_get(first, S("values")) && json_get(first, S("name"))) ? 95
                                                                                  : 0;
}

static bool read_list(reader *rd, const json *list)
{
    for (const json *m = list ? list->first : NULL; m; m = m->next) {
        const json *name = json_get(m, S("name"));
        rd->seen++;
        if (!name || name->kind != JSON_STRING) {
            not_understood(rd, m);
        } else if (!read_metric(rd, name->text, m)
                   || !read_thresholds(rd, m, name->text)) {
            return false;
        }
    }
    return true;
}

/* checks_succeeded is what was called `checks` before; checks_failed is its complement
 * and checks_total its n. */
static bool read_checks(reader *rd, const json *checks)
{
    const json *list = json_get(checks, S("metrics")),
               *each = json_get(checks, S("results"));
    for (const json *m = list ? list->first : NULL; m; m = m->next) {
        const json *name = json_get(m, S("name"));
        if (name && str_eq(name->text, S("checks_succeeded"))
            && !read_metric(rd, S("checks"), m)) {
            return false;
        }
    }
    for (const json *c = each ? each->first : NULL; c; c = c->next) {
        note_check(rd, c);
    }
    return true;
}

static bool machine_read(import *in, const json *root, err *e)
{
    reader rd = {.in = in, .e = e};
    const json *config = json_get(root, S("config")),
               *about = json_get(root, S("metadata")),
               *results = json_get(root, S("results"));
    const json *script = json_get(config, S("script"));
    const json *version = json_get(about, S("k6_version"));
    version = version ? version : json_get(about, S("k6Version"));
    str command = script && script->kind == JSON_STRING ? script->text : (str){0};
    rd.r = reading_add(in->perm, in->ret, S("k6"), command,
                       source_line_on(in->src, &rd.lines, root->raw));
    rd.thresholds_end = &rd.r->thresholds;
    if (version && version->kind == JSON_STRING) {
        in->ret->tool_version = version->text;
    }
    if (!add_seconds(&rd, json_get(config, S("duration")), K6_PLAIN)
        || !read_checks(&rd, json_get(results, S("checks")))
        || !read_list(&rd, json_get(results, S("metrics")))) {
        return false;
    }
    report_unknown(&rd);
    return true;
}

const importer importer_k6_machine = {
    .name = "k6-machine",
    .tool = "k6",
    .shape = "`--new-machine-readable-summary` JSON (v1.5 and later)",
    .json_claims = machine_claims,
    .json_read = machine_read,
};
