#include "base/base.h"

#include "model/known.h"
#include "model/model.h"

reading *reading_new(arena *perm, str file)
{
    reading *r = NEW(perm, reading, 1);
    r->file = str_copy(perm, file);
    r->results_end = &r->results;
    r->diagnostics_end = &r->diagnostics;
    return r;
}

result *reading_add(arena *perm, reading *r, str tool, str command, ptrdiff_t line)
{
    result *item = NEW(perm, result, 1);
    item->tool = tool;
    item->command = str_copy(perm, command);
    item->line = item->last_line = line;
    item->metrics_end = &item->metrics;
    item->previous = r->last;
    r->last = item;
    *r->results_end = item;
    r->results_end = &item->next;
    r->result_count++;
    return item;
}

void reading_append(reading *to, reading *from)
{
    if (from->results) {
        from->results->previous = to->last;
        *to->results_end = from->results;
        to->results_end = from->results_end;
        to->last = from->last;
        to->result_count += from->result_count;
    }
    if (from->diagnostics) {
        *to->diagnostics_end = from->diagnostics;
        to->diagnostics_end = from->diagnostics_end;
    }
    *from = (reading){.file = from->file,
                      .results_end = &from->results,
                      .diagnostics_end = &from->diagnostics};
}

static diagnostic *add_diagnostic(arena *perm, reading *r, severity s, ptrdiff_t line,
                                  const char *message)
{
    diagnostic *d = NEW(perm, diagnostic, 1);
    *d = (diagnostic){
        .severity = s, .line = line, .message = str_copy(perm, str_from(message))};
    *r->diagnostics_end = d;
    r->diagnostics_end = &d->next;
    return d;
}

void reading_note(arena *perm, reading *r, severity s, ptrdiff_t line, const char *fmt,
                  ...)
{
    char message[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    add_diagnostic(perm, r, s, line, message);
}

void reading_contradicts(arena *perm, reading *r, const char *rule, ptrdiff_t line,
                         const char *fmt, ...)
{
    char message[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    add_diagnostic(perm, r, DIAG_WARNING, line, message)->rule = rule;
}

void reading_fail(arena *perm, reading *r, const err *e)
{
    diagnostic *d = add_diagnostic(perm, r, DIAG_ERROR, e->line, e->text);
    d->col = e->col;
    d->hint = str_copy(perm, str_from(e->hint));
}

metric *result_add(arena *perm, result *r, str name, ptrdiff_t line)
{
    known_metric known = known_metric_of(name);
    metric *m = NEW(perm, metric, 1);
    m->name = str_copy(perm, name);
    m->unit = known.unit;
    m->better = known.better;
    m->line = line;
    *r->metrics_end = m;
    r->metrics_end = &m->next;
    if (line > r->last_line) {
        r->last_line = line;
    }
    return m;
}

metric *result_add_value(arena *perm, result *r, str name, double v, ptrdiff_t line)
{
    metric *m = result_add(perm, r, name, line);
    m->n = SOME(1);
    m->mean = SOME(v);
    return m;
}

metric *result_metric(const result *r, str name)
{
    for (metric *m = r->metrics; m; m = m->next) {
        if (str_eq(m->name, name)) {
            return m;
        }
    }
    return NULL;
}

void result_param(arena *perm, result *r, str name, str value)
{
    param **p = &r->params;
    while (*p && !str_eq((*p)->name, name)) {
        p = &(*p)->next;
    }
    if (!*p) {
        *p = NEW(perm, param, 1);
        (*p)->name = str_copy(perm, name);
    }
    (*p)->value = str_copy(perm, value);
}

str result_param_get(const result *r, str name)
{
    for (const param *p = r->params; p; p = p->next) {
        if (str_eq(p->name, name)) {
            return p->value;
        }
    }
    return (str){0};
}

maybe metric_percentile(const metric *m, double p)
{
    for (ptrdiff_t i = 0; i < m->percentile_count; i++) {
        if (m->percentiles[i].p == p) { // NOLINT: both came from the same text
            return SOME(m->percentiles[i].value);
        }
    }
    return (maybe){0};
}

void metric_set_percentile(arena *perm, metric *m, double p, double v)
{
    enum { MOST = 200 }; /* no tool prints so many */
    ptrdiff_t n = m->percentile_count, i = 0;
    while (i < n && m->percentiles[i].p < p) {
        i++;
    }
    if (i < n && m->percentiles[i].p == p) { // NOLINT: both came from the same text
        m->percentiles[i].value = v;
        return;
    }
    if (n == MOST) {
        return;
    }
    percentile *more = NEW(perm, percentile, n + 1);
    if (n > 0) {
        memcpy(more, m->percentiles, (size_t)i * sizeof *more);
        memcpy(more + i + 1, m->percentiles + i, (size_t)(n - i) * sizeof *more);
    }
    more[i] = (percentile){p, v};
    m->percentiles = more;
    m->percentile_count = n + 1;
    m->estimator = ESTIMATOR_STATED;
}
