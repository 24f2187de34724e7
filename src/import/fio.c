#include "base/base.h"

#include "base/num.h"
#include "import/figure.h"
#include "import/import.h"

/* --output-format=json of fio 2.x and 3.x:
 *
 *     {"fio version": "fio-3.33", "global options": {"size": "2m"},
 *      "jobs": [{"jobname": "writer", "error": 0, "job options": {"rw": "write"},
 *        "read": {"io_bytes": 0, ...},
 *        "write": {"io_bytes": 2097152, "bw_bytes": 20164923, "iops": 1230.76,
 *          "runtime": 104, "total_ios": 128,
 *          "clat_ns": {"min": 3262, "max": 151307, "mean": 12420.5, "stddev": 20500.6,
 *            "N": 128, "percentile": {"50.000000": 5536, ...}},
 *          "lat_ns": {...}}}]}
 *
 * A job gives one result for each direction that did something. Up to 2.x: "lat" and
 * "clat" in microseconds, "io_bytes" in KiB and "bw" in KiB/s without bytes beside them.
 * Source: fio's HOWTO, "JSON+ output", and real output of 3.33. */

typedef struct {
    import *in;
    const json *root, *job, *from; /* the document, the job, the direction's object */
    result *to;
    ptrdiff_t job_line; /* lines are counted from the job's begin: that is linear */
    bool old;           /* 2.x */
} reader;

static ptrdiff_t line_of(const reader *r, const json *v)
{
    return r->in->line
           + str_lines((str){r->root->raw.ptr, v->raw.ptr - r->root->raw.ptr});
}

/* A number that must not be negative; absent: 0 and *ret is not known. */
static bool number(const reader *r, const json *from, const char *key, maybe *ret, err *e)
{
    const json *v = json_get(from, str_from(key));
    *ret = (maybe){0};
    if (!v) {
        return true;
    }
    char name[60];
    snprintf(name, sizeof name, "\"%s\"", key);
    ret->known = figure_json(r->in->src, v, name, &ret->value, e);
    return ret->known;
}

/* --- latency ------------------------------------------------------------------ */

static int ascending(const void *a, const void *b)
{
    const percentile *x = a, *y = b;
    return (x->p > y->p) - (x->p < y->p);
}

static bool percentiles(const reader *r, const json *from, metric *m, double divisor,
                        err *e)
{
    const json *list = json_get(from, S("percentile"));
    if (!list || list->kind != JSON_OBJECT || list->count == 0) {
        return true;
    }
    m->percentiles = NEW(r->in->perm, percentile, list->count);
    for (const json *v = list->first; v; v = v->next) {
        double p, value;
        if (!num_double(v->key, &p) || p <= 0 || p > 100) {
            return err_at(e, r->in->src, v->raw, "'%.*s' is no percentile",
                          SV(str_take(v->key, 40)));
        }
        if (!figure_json(r->in->src, v, "a percentile", &value, e)) {
            return false;
        }
        m->percentiles[m->percentile_count++] = (percentile){p, value / divisor};
    }
    qsort(m->percentiles, (size_t)m->percentile_count, sizeof *m->percentiles, ascending);
    for (ptrdiff_t i = 1; i < m->percentile_count; i++) {
        if (m->percentiles[i].p <= m->percentiles[i - 1].p) {
            return err_at(e, r->in->src, list->raw, "the percentile %g is there twice",
                          m->percentiles[i].p);
        }
    }
    m->estimator = ESTIMATOR_STATED;
    return true;
}

/* One of "lat_ns", "clat_ns", "slat_ns"; without samples it says nothing. */
static bool latency(const reader *r, const char *key, const char *name, double divisor,
                    err *e)
{
    const json *from = json_get(r->from, str_from(key));
    maybe n, mean, stddev, min, max;
    if (!from) {
        return true;
    }
    if (!number(r, from, "N", &n, e) || !number(r, from, "mean", &mean, e)
        || !number(r, from, "stddev", &stddev, e) || !number(r, from, "min", &min, e)
        || !number(r, from, "max", &max, e)) {
        return false;
    }
    if (!mean.known || (n.known && n.value == 0) || max.value == 0) {
        return true;
    }
    metric *m = result_add(r->in->perm, r->to, str_from(name), line_of(r, from));
    m->n = n;
    maybe *const to[] = {&m->mean, &m->stddev, &m->min, &m->max};
    const maybe read[] = {mean, stddev, min, max};
    for (ptrdiff_t i = 0; i < COUNTOF(to); i++) {
        *to[i] = (maybe){read[i].value / divisor, read[i].known};
    }
    m->spread_within_run = true;
    return percentiles(r, from, m, divisor, e);
}

/* --- one direction ------------------------------------------------------------ */

static metric *add(const reader *r, const char *name, double v, const json *at)
{
    return result_add_value(r->in->perm, r->to, str_from(name), v, line_of(r, at));
}

static bool traffic(const reader *r, err *e)
{
    maybe bytes, kbytes, rate, krate, iops, runtime, total;
    const json *at = r->from;
    if (!number(r, at, "io_bytes", &bytes, e) || !number(r, at, "io_kbytes", &kbytes, e)
        || !number(r, at, "bw_bytes", &rate, e) || !number(r, at, "bw", &krate, e)
        || !number(r, at, "iops", &iops, e) || !number(r, at, "runtime", &runtime, e)
        || !number(r, at, "total_ios", &total, e)) {
        return false;
    }
    double seconds = runtime.value / 1000; /* stated in whole milliseconds */
    if (rate.known || krate.known) {
        metric *m =
            add(r, "throughput", rate.known ? rate.value : krate.value * 1024, at);
        m->resolution = seconds > 0 ? m->mean.value * 0.001 / seconds : 0;
        double step = rate.known ? 1 : 1024;
        m->resolution = m->resolution > step ? m->resolution : step;
    }
    if (iops.known) {
        metric *m = add(r, "iops", iops.value, at);
        m->resolution = seconds > 0 ? m->mean.value * 0.001 / seconds : 0;
    }
    if (runtime.known) {
        add(r, "wall_time", seconds, at)->resolution = 0.001;
    }
    if (bytes.known) {
        add(r, "bytes_copied", r->old ? bytes.value * 1024 : bytes.value, at);
    }
    if (total.known) {
        add(r, "ios", total.value, at);
    }
    return true;
}

static void options(const reader *r, const json *from)
{
    for (const json *o = from ? from->first : NULL; o; o = o->next) {
        if (o->kind == JSON_STRING && o->key.len > 0 && !str_eq(o->key, S("name"))) {
            result_param(r->in->perm, r->to, o->key, o->text);
        }
    }
}

static bool read_direction(reader *r, str direction, str workload, err *e)
{
    maybe error;
    r->to = reading_add(r->in->perm, r->in->ret, S("fio"), (str){0}, line_of(r, r->from));
    r->to->workload = workload;
    r->to->workload_why = S("stated: fio's job name");
    result_param(r->in->perm, r->to, S("direction"), direction);
    options(r, json_get(r->root, S("global options")));
    options(r, json_get(r->job, S("job options")));
    const json *host = json_get(r->job, S("hostname"));
    if (host && host->kind == JSON_STRING) {
        result_param(r->in->perm, r->to, S("hostname"), host->text);
    }
    r->to->target = result_param_get(r->to, S("filename"));
    r->to->cwd = result_param_get(r->to, S("directory"));
    double divisor = r->old ? 1e6 : 1e9;
    if (!traffic(r, e) || !latency(r, r->old ? "lat" : "lat_ns", "latency", divisor, e)
        || !latency(r, r->old ? "clat" : "clat_ns", "completion_latency", divisor, e)
        || !latency(r, r->old ? "slat" : "slat_ns", "submission_latency", divisor, e)
        || !number(r, r->job, "error", &error, e)) {
        return false;
    }
    if (error.value > 0) {
        add(r, "errors", 1, json_get(r->job, S("error")));
        r->to->status = STATUS_FAILED;
        r->to->status_why = str_fmt(r->in->perm, "fio states error %.0f", error.value);
    }
    return true;
}

/* --- jobs --------------------------------------------------------------------- */

static const char *const directions[] = {"read", "write", "trim"};

static bool did_something(const reader *r, const json *from)
{
    err ignored = {0};
    maybe total, bytes, runtime;
    return from && from->kind == JSON_OBJECT
           && number(r, from, "total_ios", &total, &ignored)
           && number(r, from, "io_bytes", &bytes, &ignored)
           && number(r, from, "runtime", &runtime, &ignored)
           && (total.value > 0 || bytes.value > 0 || (!total.known && runtime.value > 0));
}

static bool read_job(reader *r, err *e)
{
    const json *name = json_get(r->job, S("jobname"));
    if (!name || name->kind != JSON_STRING) {
        return err_at(e, r->in->src, r->job->raw, "a job of fio must have a \"jobname\"");
    }
    ptrdiff_t active = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(directions); i++) {
        active += did_something(r, json_get(r->job, str_from(directions[i])));
    }
    if (active == 0) {
        reading_note(r->in->perm, r->in->ret, DIAG_WARNING, line_of(r, r->job),
                     "job '%.*s' of fio read and wrote nothing",
                     SV(str_take(name->text, 60)));
    }
    r->old = !json_get(json_get(r->job, S("read")), S("lat_ns"))
             && json_get(json_get(r->job, S("read")), S("lat"));
    for (ptrdiff_t i = 0; i < COUNTOF(directions); i++) {
        r->from = json_get(r->job, str_from(directions[i]));
        if (!did_something(r, r->from)) {
            continue;
        }
        str workload = active == 1 ? str_copy(r->in->perm, name->text)
                                   : str_fmt(r->in->perm, "%.*s (%s)", SV(name->text),
                                             directions[i]);
        if (!read_direction(r, str_from(directions[i]), workload, e)) {
            return false;
        }
    }
    return true;
}

static const json *jobs_of(const json *root)
{
    const json *jobs = json_get(root, S("jobs"));
    jobs = jobs ? jobs : json_get(root, S("client_stats"));
    return jobs && jobs->kind == JSON_ARRAY ? jobs : NULL;
}

static int claims(const json *root)
{
    return json_get(root, S("fio version")) ? 95 : 0;
}

static bool read_document(import *in, const json *root, err *e)
{
    reader r = {.in = in, .root = root};
    const json *version = json_get(root, S("fio version"));
    if (!jobs_of(root)) {
        return err_at(e, in->src, root->raw, "this is no whole report of fio");
    }
    if (version->kind == JSON_STRING && str_starts(version->text, S("fio-"))) {
        in->ret->tool_version = str_copy(in->perm, str_drop(version->text, 4));
    }
    if (!jobs_of(root)->first) {
        reading_note(in->perm, in->ret, DIAG_WARNING, in->line,
                     "fio's report has no jobs");
    }
    ptrdiff_t line = in->line;
    const char *counted = root->raw.ptr;
    for (const json *job = jobs_of(root)->first; job; job = job->next) {
        line += str_lines((str){counted, job->raw.ptr - counted});
        counted = job->raw.ptr;
        const json *name = json_get(job, S("jobname"));
        if (name && str_eq(name->text, S("All clients"))) {
            continue; /* the sum of the others */
        }
        r.job = job;
        r.job_line = line;
        if (!read_job(&r, e)) {
            return false;
        }
    }
    return true;
}

const importer importer_fio = {
    .name = "fio",
    .tool = "fio",
    .shape = "--output-format=json and json+ of fio 2 and 3",
    .json_key = "\"fio version\"",
    .json_claims = claims,
    .json_read = read_document,
};
