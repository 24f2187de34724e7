#include "base/base.h"

#include "base/instant.h"
#include "base/num.h"
#include "import/import.h"
#include "model/unit.h"

/* The answer of /api/v1/query_range (a matrix) and /api/v1/query (a vector, a matrix or a
 * scalar). Values are strings, for JSON can't write NaN; a missing step is just not
 * there. */

enum { LONGEST_SERIES = 1000 * 1000 };

typedef struct {
    import *in;
    err *e;
    line_cursor lines;
    unread dropped; /* NaN and infinities */
    unread histograms, no_number;
} reader;

static void count(reader *rd, unread *what, const json *at)
{
    if (what->n++ == 0) {
        what->first = source_line(rd->in->src, at->raw);
    }
}

/* Points of one series; a value that is no finite number is a gap. */
typedef struct {
    double *seconds;
    maybe *values;
    ptrdiff_t n;
} points;

static bool is_text(const json *v, str word)
{
    return v && v->kind == JSON_STRING && str_eq(v->text, word);
}

static const json *data_of(const json *root)
{
    const json *data = json_get(root, S("data"));
    return data ? data : root; /* saved without its envelope */
}

static int prometheus_claims(const json *root)
{
    if (is_text(json_get(root, S("status")), S("error"))
        && json_get(root, S("errorType"))) {
        return 95;
    }
    const json *data = data_of(root), *type = json_get(data, S("resultType"));
    return type && type->kind == JSON_STRING && json_get(data, S("result")) ? 95 : 0;
}

static bool read_point(reader *rd, const json *pair, points *to)
{
    const json *at = pair->first, *v = at ? at->next : NULL;
    if (pair->kind != JSON_ARRAY || pair->count != 2 || !v || at->kind != JSON_NUMBER) {
        return err_at(rd->e, rd->in->src, pair->raw,
                      "a sample must be [seconds, \"value\"]");
    }
    double value = v->num;
    bool plain =
        v->kind == JSON_NUMBER || (v->kind == JSON_STRING && num_double(v->text, &value));
    bool none = v->kind == JSON_STRING
                && (str_eq(v->text, S("NaN")) || str_eq(v->text, S("+Inf"))
                    || str_eq(v->text, S("-Inf")));
    if (!plain && !none) {
        return err_at(rd->e, rd->in->src, v->raw, "'%.*s' is not a sample's value",
                      SV(v->kind == JSON_STRING ? v->text : v->raw));
    }
    if (none) {
        count(rd, &rd->dropped, pair);
    }
    to->seconds[to->n] = at->num;
    to->values[to->n++] = none ? (maybe){0} : SOME(value);
    return true;
}

static bool read_points(reader *rd, const json *item, points *to)
{
    const json *many = json_get(item, S("values")), *one = json_get(item, S("value"));
    one = item->kind == JSON_ARRAY ? item : one; /* a scalar is the pair itself */
    ptrdiff_t n = many ? many->count : 1;
    to->seconds = NEW(rd->in->perm, double, n);
    to->values = NEW(rd->in->perm, maybe, n);
    if (many && many->kind != JSON_ARRAY) {
        return err_at(rd->e, rd->in->src, many->raw, "\"values\" must be an array");
    }
    if (!many) {
        return one ? read_point(rd, one, to) : true;
    }
    for (const json *pair = many->first; pair; pair = pair->next) {
        if (!read_point(rd, pair, to)) {
            return false;
        }
    }
    return true;
}

/* The step of points that stand on a grid, which gaps may interrupt; 0: they don't. */
static double step_of(const points *p)
{
    double step = 0;
    for (ptrdiff_t i = 1; i < p->n; i++) {
        double d = p->seconds[i] - p->seconds[i - 1];
        step = i == 1 || d < step ? d : step;
    }
    if (p->n < 2 || step < 1e-3
        || (p->seconds[p->n - 1] - p->seconds[0]) / step >= LONGEST_SERIES) {
        return 0;
    }
    for (ptrdiff_t i = 1; i < p->n; i++) {
        double steps = (p->seconds[i] - p->seconds[0]) / step;
        if (fabs(steps - round(steps)) > 1e-3) {
            return 0;
        }
    }
    return step;
}

static void set_series(reader *rd, metric *m, const points *p)
{
    double step = step_of(p);
    if (step <= 0 || fabs(p->seconds[0]) > 1e15) {
        return;
    }
    ptrdiff_t n = (ptrdiff_t)round((p->seconds[p->n - 1] - p->seconds[0]) / step) + 1;
    int64_t ms = (int64_t)round(p->seconds[0] * 1000);
    int64_t s = ms / 1000 - (ms % 1000 < 0);
    m->series = (series){.start = instant_text(rd->in->perm, s, (int)(ms - s * 1000)),
                         .step = step,
                         .values = NEW(rd->in->perm, maybe, n),
                         .n = n};
    for (ptrdiff_t i = 0; i < p->n; i++) {
        ptrdiff_t at = (ptrdiff_t)round((p->seconds[i] - p->seconds[0]) / step);
        m->series.values[at] = p->values[i];
    }
}

static void set_samples(reader *rd, metric *m, const points *p)
{
    static const double ps[] = {90, 95, 99};
    m->samples = NEW(rd->in->perm, double, p->n);
    for (ptrdiff_t i = 0; i < p->n; i++) {
        if (p->values[i].known) {
            m->samples[m->sample_count++] = p->values[i].value;
        }
    }
    metric_from_samples(rd->in->perm, m, ps, COUNTOF(ps), rd->in->scratch);
    m->spread_within_run = m->sample_count > 1;
}

/* The unit that Prometheus's naming rules put at the end of a name. cAdvisor breaks them
 * for some of its memory metrics: they are bytes all the same. */
static str unit_by_name(str name)
{
    static const char *const bytes[] = {"container_memory_rss", "container_memory_cache",
                                        "container_memory_swap",
                                        "container_memory_mapped_file"};
    if (str_ends(name, S("_total"))) {
        name = str_take(name, name.len - 6);
    }
    for (ptrdiff_t i = 0; i < COUNTOF(bytes); i++) {
        if (str_eq(name, str_from(bytes[i]))) {
            return S("B");
        }
    }
    return str_ends(name, S("_bytes"))     ? S("B")
           : str_ends(name, S("_seconds")) ? S("s")
                                           : (str){0};
}

/* What a series without a name measures: the user's word for it, or cAdvisor's `cpu`
 * label (a rate of CPU seconds; node_exporter's has a `mode` beside it and is a share of
 * time). */
static str name_without(const reader *rd, const json *labels)
{
    if (rd->in->options->metric.len > 0) {
        return rd->in->options->metric;
    }
    return json_get(labels, S("cpu")) && !json_get(labels, S("mode")) ? S("cpu_percent")
                                                                      : S("value");
}

/* --unit says what the values are in; it gives way to a unit in the series' own name. */
static bool convert(reader *rd, metric *m, str by_name, points *p)
{
    str word = rd->in->options->unit;
    unit u = {0};
    if (by_name.ptr || word.len == 0) {
        m->unit = by_name.ptr ? by_name : m->unit;
        return true;
    }
    if (!unit_find(word, &u)) {
        err_set(rd->e, ERR_USAGE, NULL, "unknown unit '%.*s'", SV(word));
        return err_hint(rd->e,
                        "Known are s, ms, B, MB, MiB, MB/s, 1/s, %% and the like.");
    }
    m->unit = u.base;
    for (ptrdiff_t i = 0; i < p->n; i++) {
        p->values[i].value = unit_to_base(&u, p->values[i].value);
        p->values[i].known = p->values[i].known && isfinite(p->values[i].value);
    }
    return true;
}

static bool add_metrics(reader *rd, result *r, const json *labels, points *p,
                        bool is_range)
{
    const json *given = json_get(labels, S("__name__"));
    str name = given && given->text.len > 0 ? given->text : name_without(rd, labels);
    str by_name = given ? unit_by_name(name) : (str){0};
    metric *m = result_add(rd->in->perm, r, name, r->line);
    bool memory = str_starts(name, S("container_memory_")) && str_ends(name, S("_bytes"));
    if (str_starts(name, S("container_memory_")) && str_eq(by_name, S("B"))) {
        m->better = BETTER_LOWER;
    }
    if (!convert(rd, m, by_name, p)) {
        return false;
    }
    set_samples(rd, m, p);
    if (is_range) {
        set_series(rd, m, p);
    }
    /* One instant's memory is no peak, unless the kernel kept the peak. */
    bool peak = is_range || str_eq(name, S("container_memory_max_usage_bytes"));
    if (memory && peak && m->max.known) {
        result_add_value(rd->in->perm, r, S("peak_memory"), m->max.value, r->line);
    }
    return true;
}

static bool read_series(reader *rd, const json *item)
{
    import *in = rd->in;
    const json *labels = json_get(item, S("metric"));
    points p = {0};
    if (!read_points(rd, item, &p)) {
        return false;
    }
    if (json_get(item, S("histograms")) || json_get(item, S("histogram"))) {
        count(rd, &rd->histograms, item);
    }
    bool any = false;
    for (ptrdiff_t i = 0; i < p.n; i++) {
        any = any || p.values[i].known;
    }
    if (!any) {
        count(rd, &rd->no_number, item);
        return true;
    }
    result *r = reading_add(in->perm, in->ret, S("prometheus"), (str){0},
                            source_line_on(in->src, &rd->lines, item->raw));
    param **end = &r->params;
    for (const json *l = labels ? labels->first : NULL; l; l = l->next) {
        if (l->kind == JSON_STRING && !str_eq(l->key, S("__name__"))) {
            *end = NEW(in->perm, param, 1);
            **end = (param){.name = l->key, .value = l->text};
            end = &(*end)->next;
        }
    }
    return add_metrics(rd, r, labels, &p, json_get(item, S("values")) != NULL);
}

/* What the server said beside the data. */
static void note_remarks(reader *rd, const json *list, severity s)
{
    for (const json *w = list ? list->first : NULL; w; w = w->next) {
        reading_note(rd->in->perm, rd->in->ret, s,
                     source_line_on(rd->in->src, &rd->lines, w->raw),
                     "Prometheus says: %.*s", SV(w->text));
    }
}

static void note_what_is_missing(reader *rd, bool empty)
{
    import *in = rd->in;
    if (empty) {
        reading_note(in->perm, in->ret, DIAG_WARNING, 1, "the query matched no series");
    }
    if (rd->dropped.n > 0) {
        reading_note(in->perm, in->ret, DIAG_INFO, rd->dropped.first,
                     "samples that are NaN or infinite and were left out: %td",
                     rd->dropped.n);
    }
    if (rd->histograms.n > 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, rd->histograms.first,
                     "native histograms not understood: %td", rd->histograms.n);
    }
    if (rd->no_number.n > 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, rd->no_number.first,
                     "series without a number: %td", rd->no_number.n);
    }
}

static bool server_error(reader *rd, const json *root)
{
    const json *type = json_get(root, S("errorType")),
               *words = json_get(root, S("error"));
    const json *at = words ? words : type ? type : root;
    err_at(rd->e, rd->in->src, at->raw, "Prometheus answered with an error: %.*s: %.*s",
           SV(type ? type->text : S("error")), SV(words ? words->text : S("no text")));
    return err_hint(rd->e, "The query failed when the file was made; run it again.");
}

static bool prometheus_read(import *in, const json *root, err *e)
{
    reader rd = {.in = in, .e = e};
    if (is_text(json_get(root, S("status")), S("error"))) {
        return server_error(&rd, root);
    }
    const json *data = data_of(root), *type = json_get(data, S("resultType")),
               *list = json_get(data, S("result"));
    if (is_text(type, S("string"))) {
        return err_at(e, in->src, list->raw,
                      "the query's answer is a text, not a number");
    }
    if (!is_text(type, S("matrix")) && !is_text(type, S("vector"))
        && !is_text(type, S("scalar"))) {
        return err_at(e, in->src, type->raw, "resultType '%.*s' is not known",
                      SV(type->text));
    }
    if (list->kind != JSON_ARRAY) {
        return err_at(e, in->src, list->raw, "\"result\" must be an array, found %s",
                      json_kind_name(list->kind));
    }
    if (is_text(type, S("scalar"))) {
        return read_series(&rd, list);
    }
    for (const json *item = list->first; item; item = item->next) {
        if (item->kind != JSON_OBJECT) {
            return err_at(e, in->src, item->raw, "a series must be an object");
        }
        if (!read_series(&rd, item)) {
            return false;
        }
    }
    note_remarks(&rd, json_get(root, S("warnings")), DIAG_WARNING);
    note_remarks(&rd, json_get(root, S("infos")), DIAG_INFO);
    note_what_is_missing(&rd, !list->first);
    return true;
}

const importer importer_prometheus = {
    .name = "prometheus",
    .tool = "prometheus",
    .shape = "answers of the HTTP API's query_range and query (JSON)",
    .json_claims = prometheus_claims,
    .json_read = prometheus_read,
};
