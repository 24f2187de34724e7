#include "base/base.h"

#include "model/model.h"

/* More samples than this don't go into JSON: PRODUCT's limit for a readable document. */
enum { SAMPLES_SHOWN = 10000 };

static const char *better_name(better b)
{
    return b == BETTER_LOWER ? "lower" : b == BETTER_HIGHER ? "higher" : NULL;
}

static const char *estimator_name(estimator e)
{
    switch (e) {
    case ESTIMATOR_STATED:
        return "stated";
    case ESTIMATOR_LINEAR:
        return "linear";
    case ESTIMATOR_NEAREST_RANK:
        return "nearest-rank";
    case ESTIMATOR_SKETCH:
        return "sketch";
    case ESTIMATOR_NONE:
        break;
    }
    return NULL;
}

static const char *status_name(result_status s)
{
    switch (s) {
    case STATUS_OK:
        return "ok";
    case STATUS_PARTIAL:
        return "partial";
    case STATUS_FAILED:
        return "failed";
    }
    return "ok";
}

static const char *severity_name(severity s)
{
    return s == DIAG_ERROR ? "error" : s == DIAG_WARNING ? "warning" : "info";
}

static void member(json_writer *w, str key, str value)
{
    json_key(w, key);
    json_str(w, value);
}

static void stat(json_writer *w, str key, maybe v)
{
    if (v.known) {
        json_key(w, key);
        json_num(w, v.value);
    }
}

static void write_percentiles(json_writer *w, const metric *m)
{
    if (m->percentile_count == 0) {
        return;
    }
    json_key(w, S("percentiles"));
    json_open(w, '{');
    for (ptrdiff_t i = 0; i < m->percentile_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.15g", m->percentiles[i].p);
        json_key(w, str_from(name));
        json_num(w, m->percentiles[i].value);
    }
    json_close(w, '}');
    member(w, S("estimator"), str_from(estimator_name(m->estimator)));
}

/* Numbers of one array stand on one line: thousands of them are no text to read. */
static void write_samples(json_writer *w, const metric *m)
{
    json_key(w, S("samples"));
    json_open(w, '[');
    bool outer = w->one_line;
    w->one_line = true;
    for (ptrdiff_t i = 0; i < m->sample_count; i++) {
        json_num(w, m->samples[i]);
    }
    json_close(w, ']');
    w->one_line = outer;
}

/* On one line: thousands of numbers are no text to read. */
static void write_gapped(json_writer *w, str key, const maybe *values, ptrdiff_t n)
{
    json_key(w, key);
    json_open(w, '[');
    bool outer = w->one_line;
    w->one_line = true;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (values[i].known) {
            json_num(w, values[i].value);
        } else {
            json_null(w);
        }
    }
    json_close(w, ']');
    w->one_line = outer;
}

static void write_series(json_writer *w, const series *s)
{
    json_key(w, S("series"));
    json_open(w, '{');
    member(w, S("start"), s->start);
    json_key(w, S("step"));
    json_num(w, s->step);
    write_gapped(w, S("values"), s->values, s->n);
    if (s->percentile_count > 0) {
        json_key(w, S("percentiles"));
        json_open(w, '{');
        for (ptrdiff_t i = 0; i < s->percentile_count; i++) {
            char name[32];
            snprintf(name, sizeof name, "%.15g", s->percents[i]);
            write_gapped(w, str_from(name), s->at[i], s->n);
        }
        json_close(w, '}');
    }
    json_close(w, '}');
}

void json_metric(json_writer *w, const metric *m)
{
    json_open(w, '{');
    member(w, S("name"), m->name);
    member(w, S("unit"), m->unit);
    member(w, S("better"), str_from(better_name(m->better)));
    json_key(w, S("line"));
    json_int(w, m->line);
    stat(w, S("n"), m->n);
    stat(w, S("mean"), m->mean);
    stat(w, S("stddev"), m->stddev);
    stat(w, S("median"), m->median);
    stat(w, S("min"), m->min);
    stat(w, S("max"), m->max);
    stat(w, S("sum"), m->sum);
    stat(w, S("last"), m->last);
    write_percentiles(w, m);
    if (m->resolution > 0) {
        stat(w, S("resolution"), SOME(m->resolution));
    }
    if (m->spread_within_run) {
        member(w, S("spread"), S("within-run"));
    }
    if (m->derived) {
        json_key(w, S("derived"));
        json_bool(w, true);
    }
    if (m->sample_count > 0 && (w->whole || m->sample_count <= SAMPLES_SHOWN)) {
        write_samples(w, m);
    }
    if (m->series.n > 0) {
        write_series(w, &m->series);
    }
    json_close(w, '}');
}

static void write_attribution(json_writer *w, const result *r)
{
    json_key(w, S("attribution"));
    json_open(w, '{');
    if (r->workload_why.len > 0) {
        member(w, S("workload"), r->workload_why);
    }
    if (r->variant_why.len > 0) {
        member(w, S("variant"), r->variant_why);
    }
    json_close(w, '}');
}

static void write_codes(json_writer *w, const result *r)
{
    if (r->exit_code_count == 0) {
        return;
    }
    json_key(w, S("exit_codes"));
    json_open(w, '[');
    bool outer = w->one_line;
    w->one_line = true;
    for (ptrdiff_t i = 0; i < r->exit_code_count; i++) {
        if (r->exit_codes[i] < 0) {
            json_null(w);
        } else {
            json_int(w, r->exit_codes[i]);
        }
    }
    json_close(w, ']');
    w->one_line = outer;
}

static void write_thresholds(json_writer *w, const result *r)
{
    if (!r->thresholds) {
        return;
    }
    json_key(w, S("thresholds"));
    json_open(w, '[');
    for (const threshold *t = r->thresholds; t; t = t->next) {
        json_open(w, '{');
        member(w, S("metric"), t->metric);
        member(w, S("expression"), t->expression);
        json_key(w, S("ok"));
        if (t->unjudged) {
            json_null(w);
        } else {
            json_bool(w, t->ok);
        }
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* What attribution and links go by, and no reader of the document needs. */
static void write_whereabouts(json_writer *w, const result *r)
{
    json_key(w, S("last_line"));
    json_int(w, r->last_line);
    if (r->cwd.len > 0) {
        member(w, S("cwd"), r->cwd);
    }
    if (r->target.len > 0) {
        member(w, S("target"), r->target);
    }
}

static void write_result(json_writer *w, const result *r)
{
    json_open(w, '{');
    member(w, S("tool"), r->tool);
    member(w, S("command"), r->command);
    json_key(w, S("line"));
    json_int(w, r->line);
    if (w->whole) {
        write_whereabouts(w, r);
    }
    member(w, S("workload"), r->workload);
    member(w, S("variant"), r->variant);
    write_attribution(w, r);
    json_key(w, S("parameters"));
    json_open(w, '{');
    for (const param *p = r->params; p; p = p->next) {
        member(w, p->name, p->value);
    }
    json_close(w, '}');
    member(w, S("status"), str_from(status_name(r->status)));
    if (r->status_why.len > 0) {
        member(w, S("reason"), r->status_why);
    }
    write_codes(w, r);
    write_thresholds(w, r);
    json_key(w, S("metrics"));
    json_open(w, '[');
    for (const metric *m = r->metrics; m; m = m->next) {
        json_metric(w, m);
    }
    json_close(w, ']');
    json_close(w, '}');
}

void json_reading(json_writer *w, const reading *r)
{
    json_open(w, '{');
    member(w, S("schema"), S("broadsheet/1"));
    member(w, S("file"), r->file);
    member(w, S("sha256"), r->sha256);
    json_key(w, S("bytes"));
    json_int(w, r->bytes);
    member(w, S("tool"), r->tool);
    member(w, S("format"), r->format);
    member(w, S("tool_version"), r->tool_version);
    json_key(w, S("results"));
    json_open(w, '[');
    for (const result *item = r->results; item; item = item->next) {
        write_result(w, item);
    }
    json_close(w, ']');
    json_key(w, S("diagnostics"));
    json_open(w, '[');
    for (const diagnostic *d = r->diagnostics; d; d = d->next) {
        json_open(w, '{');
        member(w, S("severity"), str_from(severity_name(d->severity)));
        json_key(w, S("line"));
        json_int(w, d->line);
        member(w, S("message"), d->message);
        if (w->whole && d->rule) {
            member(w, S("rule"), str_from(d->rule));
        }
        json_close(w, '}');
    }
    json_close(w, ']');
    json_close(w, '}');
}

void reading_write_json(out *o, const reading *r, bool one_line)
{
    json_writer w = {.o = o, .one_line = one_line};
    json_reading(&w, r);
    out_char(o, '\n');
}

void reading_write_whole(out *o, const reading *r)
{
    json_writer w = {.o = o, .one_line = true, .whole = true};
    json_reading(&w, r);
    out_char(o, '\n');
}
