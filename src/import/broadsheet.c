#include "base/base.h"

#include "base/num.h"
#include "import/import.h"
#include "model/known.h"

/* Our own JSON, schema broadsheet/1: what `inspect --format json` prints, and what a
 * filter program prints for a format that nobody else reads. Of a document only `schema`
 * and `results` must be there, of a result `metrics`, of a metric `name`.
 *
 * A published study's data.json, which `export --format json` prints, too, has the schema
 * broadsheet-study/1 and such documents as its `readings`. */

enum { SAMPLES_LIMIT = 10 * 1000 * 1000, CODES_LIMIT = 1000 * 1000 };

typedef struct {
    import *in;
    reading *doc; /* where this document's results go */
    line_cursor lines;
    err *e;
} reader;

static bool wrong(reader *rd, const json *v, const char *wanted)
{
    return err_at(rd->e, rd->in->src, v->raw, "\"%.*s\" must be %s, found %s", SV(v->key),
                  wanted, json_kind_name(v->kind));
}

/* The member of that kind; NULL with *ok still true: it isn't there or is null. */
static const json *member(reader *rd, const json *o, str key, json_kind kind, bool *ok)
{
    const json *v = json_get(o, key);
    if (!v || v->kind == JSON_NULL || !*ok) {
        return NULL;
    }
    if (v->kind != kind) {
        *ok = wrong(rd, v, json_kind_name(kind));
        return NULL;
    }
    return v;
}

static str text_member(reader *rd, const json *o, str key, bool *ok)
{
    const json *v = member(rd, o, key, JSON_STRING, ok);
    return v ? v->text : (str){0};
}

static maybe number_member(reader *rd, const json *o, str key, bool *ok)
{
    const json *v = member(rd, o, key, JSON_NUMBER, ok);
    return v ? SOME(v->num) : (maybe){0};
}

static maybe from_zero(reader *rd, const json *o, str key, bool *ok)
{
    maybe v = number_member(rd, o, key, ok);
    if (v.known && v.value < 0) {
        *ok = err_at(rd->e, rd->in->src, json_get(o, key)->raw,
                     "\"%.*s\" can't be below zero", SV(key));
    }
    return v;
}

/* A whole number from 0; what isn't there is `otherwise`. */
static int64_t count_member(reader *rd, const json *o, str key, int64_t otherwise,
                            bool *ok)
{
    const json *v = member(rd, o, key, JSON_NUMBER, ok);
    if (!v) {
        return otherwise;
    }
    int64_t n = 0;
    if (!num_int(v->raw, &n) || n < 0) {
        *ok = err_at(rd->e, rd->in->src, v->raw,
                     "\"%.*s\" must be a whole number from 0, found '%.*s'", SV(key),
                     SV(v->raw));
        return otherwise;
    }
    return n;
}

/* The index of a word in `words`, which end with NULL; missing: the first. */
static int word_member(reader *rd, const json *o, str key, const char *const *words,
                       bool *ok)
{
    const json *v = member(rd, o, key, JSON_STRING, ok);
    for (int i = 0; v && words[i]; i++) {
        if (str_eq(v->text, str_from(words[i]))) {
            return i;
        }
    }
    if (v) {
        *ok = err_at(rd->e, rd->in->src, v->raw, "'%.*s' is no value of \"%.*s\"",
                     SV(v->text), SV(key));
        char list[200];
        int len = 0;
        for (int i = 0; words[i] && len < 160; i++) {
            len += snprintf(list + len, sizeof list - (size_t)len, "%s%s", i ? ", " : "",
                            words[i]);
        }
        err_hint(rd->e, "Known are %s.", list);
    }
    return 0;
}

/* What the schema doesn't have would be lost: say so. */
static void note_unknown(reader *rd, const json *o, const char *const *known)
{
    for (const json *v = o->first; v; v = v->next) {
        bool found = false;
        for (int i = 0; known[i] && !found; i++) {
            found = str_eq(v->key, str_from(known[i]));
        }
        if (!found) {
            reading_note(rd->in->perm, rd->doc, DIAG_WARNING,
                         source_line_on(rd->in->src, &rd->lines, v->raw),
                         "member \"%.*s\" is not part of broadsheet/1", SV(v->key));
        }
    }
}

/* A JSON array of numbers; null is a gap where `gaps` are allowed. */
static maybe *numbers(reader *rd, const json *list, bool gaps, bool *ok)
{
    if (!list || !*ok) {
        return NULL;
    }
    if (list->count > SAMPLES_LIMIT) {
        *ok = err_at(rd->e, rd->in->src, list->raw, "more than %d values", SAMPLES_LIMIT);
        rd->e->code = ERR_LIMIT;
        return NULL;
    }
    maybe *values = NEW(rd->in->perm, maybe, list->count);
    ptrdiff_t n = 0;
    for (const json *v = list->first; v; v = v->next, n++) {
        if (v->kind == JSON_NUMBER) {
            values[n] = SOME(v->num);
        } else if (v->kind != JSON_NULL || !gaps) {
            *ok = err_at(rd->e, rd->in->src, v->raw, "\"%.*s\" holds numbers, found %s",
                         SV(list->key), json_kind_name(v->kind));
            return NULL;
        }
    }
    return values;
}

static void read_percentiles(reader *rd, metric *m, const json *o, bool *ok)
{
    static const char *const estimators[] = {"stated", "linear", "nearest-rank", "sketch",
                                             NULL};
    static const estimator kinds[] = {ESTIMATOR_STATED, ESTIMATOR_LINEAR,
                                      ESTIMATOR_NEAREST_RANK, ESTIMATOR_SKETCH};
    const json *list = member(rd, o, S("percentiles"), JSON_OBJECT, ok);
    int kind = word_member(rd, o, S("estimator"), estimators, ok);
    if (!list || list->count == 0 || !*ok) {
        return;
    }
    m->estimator = kinds[kind];
    m->percentiles = NEW(rd->in->perm, percentile, list->count);
    for (const json *v = list->first; v && *ok; v = v->next) {
        double p = 0;
        bool named = num_double(v->key, &p) && p >= 0 && p <= 100;
        bool rises =
            m->percentile_count == 0 || m->percentiles[m->percentile_count - 1].p < p;
        if (!named || !rises) {
            *ok = err_at(rd->e, rd->in->src, v->raw,
                         "percentile \"%.*s\" must be a number from 0 to 100, rising",
                         SV(v->key));
        } else if (v->kind != JSON_NUMBER) {
            *ok = wrong(rd, v, json_kind_name(JSON_NUMBER));
        } else {
            m->percentiles[m->percentile_count++] = (percentile){p, v->num};
        }
    }
}

static void read_samples(reader *rd, metric *m, const json *o, bool *ok)
{
    const json *list = member(rd, o, S("samples"), JSON_ARRAY, ok);
    maybe *values = numbers(rd, list, false, ok);
    if (!values) {
        return;
    }
    m->samples = NEW(rd->in->perm, double, list->count);
    m->sample_count = list->count;
    for (ptrdiff_t i = 0; i < list->count; i++) {
        m->samples[i] = values[i].value;
    }
}

/* {"95": [...], "99": [...]}, each as long as the values. */
static void read_series_percentiles(reader *rd, series *to, const json *s, bool *ok)
{
    const json *all = member(rd, s, S("percentiles"), JSON_OBJECT, ok);
    if (!all) {
        return;
    }
    to->percents = NEW(rd->in->perm, double, all->count);
    to->at = NEW(rd->in->perm, maybe *, all->count);
    for (const json *v = all->first; v && *ok; v = v->next) {
        ptrdiff_t n = to->percentile_count;
        double p = 0;
        if (!num_double(v->key, &p) || p < 0 || p > 100 || v->kind != JSON_ARRAY
            || v->count != to->n || (n > 0 && to->percents[n - 1] >= p)) {
            *ok = err_at(rd->e, rd->in->src, v->raw,
                         "\"percentiles\" of a series are rising numbers from 0 to 100, "
                         "each with as many values as the series");
            return;
        }
        to->percents[n] = p;
        to->at[n] = numbers(rd, v, true, ok);
        to->percentile_count++;
    }
}

static void read_series(reader *rd, metric *m, const json *o, bool *ok)
{
    static const char *const known[] = {"start", "step", "values", "percentiles", NULL};
    const json *s = member(rd, o, S("series"), JSON_OBJECT, ok);
    if (!s) {
        return;
    }
    const json *list = member(rd, s, S("values"), JSON_ARRAY, ok);
    maybe step = number_member(rd, s, S("step"), ok);
    m->series.start = text_member(rd, s, S("start"), ok);
    m->series.values = numbers(rd, list, true, ok);
    if (!*ok) {
        return;
    }
    if (!list || !step.known || step.value <= 0) {
        *ok = err_at(rd->e, rd->in->src, s->raw,
                     "a series needs a \"step\" above 0 in seconds and \"values\"");
        return;
    }
    m->series.step = step.value;
    m->series.n = list->count;
    read_series_percentiles(rd, &m->series, s, ok);
    note_unknown(rd, s, known);
}

static bool read_metric(reader *rd, result *r, const json *o)
{
    static const char *const known[] = {
        "name",   "unit",    "better",     "line",   "n",           "mean",      "stddev",
        "sum",    "median",  "min",        "max",    "percentiles", "estimator", "last",
        "spread", "samples", "resolution", "series", NULL};
    static const char *const directions[] = {"", "lower", "higher", NULL};
    static const char *const spreads[] = {"", "within-run", NULL};
    static const struct {
        const char *key;
        size_t field;
        bool from_zero;
    } stats[] = {
        {"n", offsetof(metric, n), true},
        {"mean", offsetof(metric, mean), false},
        {"stddev", offsetof(metric, stddev), true},
        {"median", offsetof(metric, median), false},
        {"min", offsetof(metric, min), false},
        {"max", offsetof(metric, max), false},
        {"sum", offsetof(metric, sum), false},
        {"last", offsetof(metric, last), false},
    };
    bool ok = true;
    str name = text_member(rd, o, S("name"), &ok);
    if (ok && name.len == 0) {
        return err_at(rd->e, rd->in->src, o->raw, "a metric needs a \"name\"");
    }
    ptrdiff_t here = source_line_on(rd->in->src, &rd->lines, o->raw);
    metric *m = result_add(rd->in->perm, r, name,
                           (ptrdiff_t)count_member(rd, o, S("line"), here, &ok));
    str unit = text_member(rd, o, S("unit"), &ok);
    m->unit = unit.len > 0 ? unit : m->unit;
    if (json_get(o, S("better"))) {
        m->better = (better)word_member(rd, o, S("better"), directions, &ok);
    }
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        maybe *to = (maybe *)(void *)((char *)m + stats[i].field);
        *to = stats[i].from_zero ? from_zero(rd, o, str_from(stats[i].key), &ok)
                                 : number_member(rd, o, str_from(stats[i].key), &ok);
    }
    m->resolution = from_zero(rd, o, S("resolution"), &ok).value;
    m->spread_within_run = word_member(rd, o, S("spread"), spreads, &ok) == 1;
    read_percentiles(rd, m, o, &ok);
    read_samples(rd, m, o, &ok);
    read_series(rd, m, o, &ok);
    if (ok) {
        note_unknown(rd, o, known);
    }
    return ok;
}

static void read_codes(reader *rd, result *r, const json *o, bool *ok)
{
    const json *list = member(rd, o, S("exit_codes"), JSON_ARRAY, ok);
    if (!list || !*ok || list->count > CODES_LIMIT) {
        return;
    }
    r->exit_codes = NEW(rd->in->perm, int, list->count);
    for (const json *v = list->first; v; v = v->next) {
        int64_t code = -1;
        if (v->kind != JSON_NULL
            && (!num_int(v->raw, &code) || code < 0 || code > INT32_MAX)) {
            *ok =
                err_at(rd->e, rd->in->src, v->raw, "'%.*s' is no exit code", SV(v->raw));
            return;
        }
        r->exit_codes[r->exit_code_count++] = (int)code;
    }
}

static void read_thresholds(reader *rd, result *r, const json *o, bool *ok)
{
    const json *list = member(rd, o, S("thresholds"), JSON_ARRAY, ok);
    threshold **end = &r->thresholds;
    for (const json *t = list ? list->first : NULL; t && *ok; t = t->next) {
        *end = NEW(rd->in->perm, threshold, 1);
        (*end)->metric = text_member(rd, t, S("metric"), ok);
        (*end)->expression = text_member(rd, t, S("expression"), ok);
        const json *held = member(rd, t, S("ok"), JSON_BOOL, ok);
        (*end)->unjudged = !held;
        (*end)->ok = !held || held->truth;
        end = &(*end)->next;
    }
}

static void read_params(reader *rd, result *r, const json *o, bool *ok)
{
    const json *list = member(rd, o, S("parameters"), JSON_OBJECT, ok);
    param **end = &r->params;
    for (const json *p = list ? list->first : NULL; p && *ok; p = p->next) {
        if (p->kind == JSON_OBJECT || p->kind == JSON_ARRAY || p->kind == JSON_NULL) {
            *ok = wrong(rd, p, "a string");
            return;
        }
        *end = NEW(rd->in->perm, param, 1);
        (*end)->name = p->key;
        (*end)->value = p->kind == JSON_STRING ? p->text : p->raw;
        end = &(*end)->next;
    }
}

static void read_whereabouts(reader *rd, result *r, const json *o, bool *ok)
{
    r->last_line = (ptrdiff_t)count_member(rd, o, S("last_line"), r->line, ok);
    r->cwd = text_member(rd, o, S("cwd"), ok);
    r->target = text_member(rd, o, S("target"), ok);
}

static bool read_result(reader *rd, const json *o)
{
    static const char *const known[] = {
        "tool",       "command",    "line",        "last_line",  "cwd",    "target",
        "workload",   "variant",    "attribution", "parameters", "status", "reason",
        "exit_codes", "thresholds", "metrics",     NULL};
    static const char *const statuses[] = {"ok", "partial", "failed", NULL};
    bool ok = true;
    ptrdiff_t here = source_line_on(rd->in->src, &rd->lines, o->raw);
    str tool = text_member(rd, o, S("tool"), &ok);
    tool = tool.len > 0 ? tool : rd->doc->tool.len > 0 ? rd->doc->tool : S("broadsheet");
    result *r = reading_add(rd->in->perm, rd->doc, tool,
                            text_member(rd, o, S("command"), &ok), here);
    r->line = r->last_line = (ptrdiff_t)count_member(rd, o, S("line"), here, &ok);
    if (rd->in->options->kept) {
        read_whereabouts(rd, r, o, &ok);
    }
    r->workload = text_member(rd, o, S("workload"), &ok);
    r->variant = text_member(rd, o, S("variant"), &ok);
    const json *why = member(rd, o, S("attribution"), JSON_OBJECT, &ok);
    r->workload_why = text_member(rd, why, S("workload"), &ok);
    r->variant_why = text_member(rd, why, S("variant"), &ok);
    r->status = (result_status)word_member(rd, o, S("status"), statuses, &ok);
    r->status_why = text_member(rd, o, S("reason"), &ok);
    read_params(rd, r, o, &ok);
    read_codes(rd, r, o, &ok);
    read_thresholds(rd, r, o, &ok);
    const json *metrics = member(rd, o, S("metrics"), JSON_ARRAY, &ok);
    if (!ok) {
        return false;
    }
    if (!metrics) {
        return err_at(rd->e, rd->in->src, o->raw, "a result needs \"metrics\"");
    }
    for (const json *m = metrics->first; m; m = m->next) {
        if (m->kind != JSON_OBJECT) {
            return err_at(rd->e, rd->in->src, m->raw, "a metric must be an object");
        }
        if (!read_metric(rd, r, m)) {
            return false;
        }
    }
    note_unknown(rd, o, known);
    return true;
}

/* The rule of lint that tells the diagnostic which was noted last. */
static void read_rule(reader *rd, const json *from, bool *ok)
{
    str rule = rd->in->options->kept ? text_member(rd, from, S("rule"), ok) : (str){0};
    if (rule.len > 0) {
        diagnostic *last = rd->doc->diagnostics;
        while (last->next) {
            last = last->next;
        }
        last->rule = str_cz(rd->in->perm, rule);
    }
}

static bool read_diagnostics(reader *rd, const json *root)
{
    static const char *const severities[] = {"info", "warning", "error", NULL};
    bool ok = true;
    const json *list = member(rd, root, S("diagnostics"), JSON_ARRAY, &ok);
    for (const json *d = list ? list->first : NULL; d && ok; d = d->next) {
        severity s = (severity)word_member(rd, d, S("severity"), severities, &ok);
        ptrdiff_t line = (ptrdiff_t)count_member(rd, d, S("line"), 0, &ok);
        str message = text_member(rd, d, S("message"), &ok);
        if (ok) {
            message = message.len > 0 ? message : S("a diagnostic without words");
            reading_note(rd->in->perm, rd->doc, s, line, "%.*s", SV(message));
            read_rule(rd, d, &ok);
        }
    }
    return ok;
}

static int broadsheet_claims(const json *root)
{
    const json *schema = json_get(root, S("schema"));
    bool ours = schema
                && (str_starts(schema->text, S("broadsheet/"))
                    || str_starts(schema->text, S("broadsheet-study/")));
    return ours ? 100 : 0;
}

/* The reading for one more document: apart where the caller wants them apart. */
static reading *next_document(import *in)
{
    reading *doc = in->ret;
    if (!doc->format.ptr || !in->options->documents_apart) {
        return doc;
    }
    while (doc->next) {
        doc = doc->next;
    }
    doc->next = reading_new(in->perm, in->ret->file);
    return doc->next;
}

static bool read_document(import *in, const json *root, err *e)
{
    static const char *const known[] = {
        "schema", "file",         "sha256",  "bytes",       "tool",
        "format", "tool_version", "results", "diagnostics", NULL};
    reader rd = {.in = in, .e = e, .doc = next_document(in)};
    bool ok = true;
    str tool = text_member(&rd, root, S("tool"), &ok);
    bool first = !rd.doc->format.ptr;
    rd.doc->format = S("broadsheet");
    rd.doc->tool = first || str_eq(tool, rd.doc->tool) ? tool : S("transcript");
    str version = text_member(&rd, root, S("tool_version"), &ok);
    rd.doc->tool_version = first ? version : (str){0};
    const json *results = member(&rd, root, S("results"), JSON_ARRAY, &ok);
    if (in->options->kept) {
        rd.doc->file = text_member(&rd, root, S("file"), &ok);
        rd.doc->format = text_member(&rd, root, S("format"), &ok);
        rd.doc->sha256 = text_member(&rd, root, S("sha256"), &ok);
        rd.doc->bytes = count_member(&rd, root, S("bytes"), 0, &ok);
    }
    if (!ok) {
        return false;
    }
    if (!results) {
        return err_at(e, in->src, root->raw, "the document has no \"results\"");
    }
    for (const json *r = results->first; r; r = r->next) {
        if (r->kind != JSON_OBJECT) {
            return err_at(e, in->src, r->raw, "a result must be an object");
        }
        if (!read_result(&rd, r)) {
            return false;
        }
    }
    note_unknown(&rd, root, known);
    return read_diagnostics(&rd, root);
}

/* The documents of a published study. The rest of it is made from them. */
static bool read_study(import *in, const json *root, err *e)
{
    const json *readings = json_get(root, S("readings"));
    if (!readings || readings->kind != JSON_ARRAY) {
        return err_at(e, in->src, root->raw, "the study has no \"readings\"");
    }
    for (const json *doc = readings->first; doc; doc = doc->next) {
        const json *schema = json_get(doc, S("schema"));
        if (!schema || !str_eq(schema->text, S("broadsheet/1"))) {
            return err_at(e, in->src, doc->raw,
                          "each of \"readings\" must be a document of broadsheet/1");
        }
        if (!read_document(in, doc, e)) {
            return false;
        }
    }
    const json *derived = json_get(root, S("derived"));
    if (derived && derived->count > 0) {
        line_cursor lines = {0};
        reading_note(
            in->perm, in->ret, DIAG_INFO, source_line_on(in->src, &lines, derived->raw),
            "%td derived metrics are left out: study.yaml computes them", derived->count);
    }
    return true;
}

static bool broadsheet_read(import *in, const json *root, err *e)
{
    const json *schema = json_get(root, S("schema"));
    if (str_eq(schema->text, S("broadsheet/1"))) {
        return read_document(in, root, e);
    }
    if (str_eq(schema->text, S("broadsheet-study/1"))) {
        return read_study(in, root, e);
    }
    err_at(e, in->src, schema->raw, "schema '%.*s' is not known", SV(schema->text));
    return err_hint(e, "This program reads broadsheet/1 and broadsheet-study/1.");
}

const importer importer_broadsheet = {
    .name = "broadsheet",
    .tool = "broadsheet",
    .shape =
        "its own JSON (broadsheet/1, one document or one a line; data.json of a study)",
    .json_key = "\"schema\"",
    .json_claims = broadsheet_claims,
    .json_read = broadsheet_read,
};
