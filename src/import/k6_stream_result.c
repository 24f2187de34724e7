#include "base/base.h"

#include "import/k6_stream.h"

static const double shown[] = {50, 90, 95, 99, 99.9};

static maybe in_base(const k6_metric *m, double v)
{
    return isfinite(v) ? SOME(k6_base(m->kind.contains, v)) : (maybe){0};
}

static void set_samples(k6_stream *s, metric *to, const k6_metric *m,
                        const value_tally *t)
{
    double *values = tally_values(s->in->perm, t, K6_SAMPLES);
    if (!values) {
        if (s->in->options->want_sketch && t->keeps) {
            to->sketch = tally_sketch(s->in->perm, t);
            to->sketch_exponent = m->kind.contains == K6_TIME ? -3 : 0;
        }
        return;
    }
    to->samples = values;
    to->sample_count = (ptrdiff_t)t->n;
    for (ptrdiff_t i = 0; i < to->sample_count; i++) {
        values[i] = k6_base(m->kind.contains, values[i]);
    }
}

/* The first percentile that is asked for is the median, which has a place of its own. */
static void set_percentiles(k6_stream *s, metric *to, const k6_metric *m,
                            const value_tally *t)
{
    double values[COUNTOF(shown)];
    tally_percentiles(t, shown, COUNTOF(shown), values, s->in->scratch);
    to->median = in_base(m, values[0]);
    to->percentiles = NEW(s->in->perm, percentile, COUNTOF(shown) - 1);
    for (ptrdiff_t i = 1; i < COUNTOF(shown); i++) {
        maybe v = in_base(m, values[i]);
        if (v.known) {
            to->percentiles[to->percentile_count++] = (percentile){shown[i], v.value};
        }
    }
    to->estimator = to->percentile_count == 0 ? ESTIMATOR_NONE
                    : t->sketch               ? ESTIMATOR_SKETCH
                                              : ESTIMATOR_LINEAR;
}

static void add_metric(k6_stream *s, result *r, const k6_metric *m, str name,
                       value_tally *t)
{
    metric *to = k6_add(s->in->perm, r, name, m->kind, m->line);
    if (m->kind.type == K6_COUNTER) {
        to->n = SOME(1);
        to->mean = in_base(m, t->sum);
        return;
    }
    if (m->kind.type == K6_RATE) {
        k6_set_share(to, (double)t->nonzero, (double)t->n);
        return;
    }
    to->n = SOME((double)t->n);
    to->mean = in_base(m, t->mean);
    if (t->n > 1) {
        to->stddev = in_base(m, sqrt(t->squares / (double)(t->n - 1)));
    }
    to->min = in_base(m, t->min);
    to->max = in_base(m, t->max);
    to->last = m->kind.type == K6_GAUGE ? in_base(m, t->latest) : (maybe){0};
    set_percentiles(s, to, m, t);
    set_samples(s, to, m, t);
}

static void end_tallies(k6_stream *s)
{
    for (k6_metric *m = s->metrics; m; m = m->next) {
        if (m->total) {
            tally_end(m->total);
        }
        for (k6_sub *sub = m->subs; sub; sub = sub->next) {
            if (sub->tally) {
                tally_end(sub->tally);
            }
        }
        for (ptrdiff_t g = 0; m->groups && g < s->group_count; g++) {
            if (m->groups[g]) {
                tally_end(m->groups[g]);
            }
        }
    }
}

static void add_totals(k6_stream *s, result *r)
{
    for (k6_metric *m = s->metrics; m; m = m->next) {
        if (!m->total) {
            continue;
        }
        add_metric(s, r, m, m->name, m->total);
        if (m->role != K6_NO_ROLE) {
            k6_series_set(s->series, m->role,
                          result_metric(r, k6_name(s->in->perm, m->name)));
        }
        for (k6_sub *sub = m->subs; sub; sub = sub->next) {
            if (sub->tally) {
                add_metric(s, r, m, sub->name, sub->tally);
            }
        }
    }
}

static void add_group(k6_stream *s, ptrdiff_t g)
{
    result *r = reading_add(s->in->perm, s->in->ret, S("k6"), (str){0}, 1);
    r->last_line = s->lines;
    for (ptrdiff_t i = 0; i < s->group_tag_count; i++) {
        if (s->groups[g][i].ptr) {
            result_param(s->in->perm, r, s->group_tags[i], s->groups[g][i]);
        }
    }
    for (k6_metric *m = s->metrics; m; m = m->next) {
        if (m->groups && m->groups[g]) {
            add_metric(s, r, m, m->name, m->groups[g]);
        }
    }
}

static void add_notes(k6_stream *s)
{
    arena *perm = s->in->perm;
    reading *to = s->in->ret;
    if (s->cut) {
        reading_note(perm, to, DIAG_WARNING, s->last_strange,
                     "the last line is cut short: the run was killed, or its output");
        s->strange--;
    }
    if (s->strange > 0) {
        reading_note(perm, to, DIAG_WARNING, s->first_strange,
                     "%td of %td lines not understood, first at line %td", s->strange,
                     s->lines, s->first_strange);
    }
    if (s->lost > 0) {
        reading_note(perm, to, DIAG_WARNING, 0,
                     "more than %d metrics: %td points of the rest were left out",
                     K6_MOST_METRICS, s->lost);
    }
    if (s->group_count == K6_MOST_GROUPS && s->ungrouped > 0) {
        reading_note(perm, to, DIAG_WARNING, 0,
                     "more than %d groups: the rest is in the total alone",
                     K6_MOST_GROUPS);
    }
    if (s->group_tag_count > 0 && s->group_count == 0) {
        reading_note(perm, to, DIAG_WARNING, 0, "no point has a tag '%.*s'",
                     SV(s->in->options->group_by));
    }
    if (k6_series_left_out(s->series) > 0) {
        reading_note(perm, to, DIAG_INFO, 0,
                     "%td points are too far out of order for the series of seconds",
                     k6_series_left_out(s->series));
    }
}

void k6_stream_results(k6_stream *s)
{
    /* The series goes first: the tallies of its last minute return to the store. */
    result *r = NULL;
    bool any = false;
    for (const k6_metric *m = s->metrics; m; m = m->next) {
        any = any || m->total;
    }
    if (any) {
        end_tallies(s);
        r = reading_add(s->in->perm, s->in->ret, S("k6"), (str){0}, 1);
        r->last_line = s->lines;
        r->thresholds = s->thresholds;
        add_totals(s, r);
        for (ptrdiff_t g = 0; g < s->group_count; g++) {
            add_group(s, g);
        }
    }
    if (r && s->cut) {
        for (; r; r = r->next) {
            r->status = STATUS_PARTIAL;
            r->status_why = S("the file ends in the middle of a line");
        }
    }
    add_notes(s);
    if (!any) {
        reading_note(s->in->perm, s->in->ret, DIAG_WARNING, 0,
                     "the stream has no points");
    }
}
