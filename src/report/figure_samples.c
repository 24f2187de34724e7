#include "base/base.h"

#include "base/num.h"
#include "report/figure_parts.h"
#include "stats/sample.h"

/* Figures of single runs: boxes, histogram, shares. Quartiles by linear interpolation, as
 * the charts draw them. */

typedef struct {
    double low, first, median, third, high;
} five;

static bool has_samples(const metric *m)
{
    return m && m->sample_count > 1;
}

static five five_of(const metric *m, arena scratch)
{
    ptrdiff_t n = m->sample_count;
    const double *xs = stats_sorted(&scratch, m->samples, n);
    return (five){xs[0], stats_quantile(xs, n, 0.25), stats_quantile(xs, n, 0.5),
                  stats_quantile(xs, n, 0.75), xs[n - 1]};
}

/* What a single value of the metric is of: a latency is a request's. */
static const char *singles_of(const metric *m)
{
    return str_starts(m->name, S("latency")) ? "requests"
           : m->spread_within_run            ? "values"
                                             : "runs";
}

static const char *single_of(const metric *m)
{
    return str_starts(m->name, S("latency")) ? "request"
           : m->spread_within_run            ? "value"
                                             : "run";
}

static str count_words(composer *c, ptrdiff_t n)
{
    return num_fixed(c->perm, (double)n, 0);
}

static const double *scaled_samples(composer *c, const metric *m, shown_unit u)
{
    double *points = NEW(c->perm, double, m->sample_count);
    for (ptrdiff_t i = 0; i < m->sample_count; i++) {
        points[i] = m->samples[i] / u.scale;
    }
    return points;
}

/* --- one variant ----------------------------------------------------------------- */

static void tip_of(composer *c, chart_bar *b, const five *q, const metric *m,
                   shown_unit u)
{
    b->tip = str_fmt(c->perm,
                     "%.*s: median %.*s, middle half %.*s to %.*s, range %.*s to "
                     "%.*s, %.*s %s",
                     SV(b->name), SV(value_words(c, q->median / u.scale, u)),
                     SV(value_words(c, q->first / u.scale, u)),
                     SV(value_words(c, q->third / u.scale, u)),
                     SV(value_words(c, q->low / u.scale, u)),
                     SV(value_words(c, q->high / u.scale, u)),
                     SV(count_words(c, m->sample_count)), singles_of(m));
}

/* Where single runs weren't kept: the mean, and between what they lay. */
static void fill_summary(composer *c, chart_bar *b, const metric *m, shown_unit u)
{
    if (!m || !m->mean.known) {
        b->missing = b->missing.len ? b->missing : S("no value");
        return;
    }
    b->value = SOME(m->mean.value / u.scale);
    if (m->min.known && m->max.known) {
        b->min = SOME(m->min.value / u.scale);
        b->max = SOME(m->max.value / u.scale);
    }
    b->value_text = value_words(c, b->value.value, u);
    b->spread_text = S("mean");
    b->tip = str_fmt(c->perm, "%.*s: mean %.*s; single values were not kept", SV(b->name),
                     SV(b->value_text));
}

static void fill_samples(composer *c, chart_bar *b, const metric *m, shown_unit u,
                         chart_kind kind)
{
    five q = five_of(m, c->scratch);
    b->points = scaled_samples(c, m, u);
    b->point_count = m->sample_count;
    if (kind == CHART_HISTOGRAM && m->mean.known) {
        b->value = SOME(m->mean.value / u.scale);
        b->value_text =
            str_fmt(c->perm, "mean %.*s", SV(value_words(c, b->value.value, u)));
    } else {
        b->value = SOME(q.median / u.scale);
        b->value_text = value_words(c, b->value.value, u);
        b->spread_text =
            str_fmt(c->perm, "median of %.*s", SV(count_words(c, m->sample_count)));
    }
    if (kind == CHART_ECDF) {
        b->value_text = str_fmt(c->perm, "median %.*s", SV(b->value_text));
        b->spread_text = (str){0};
    }
    tip_of(c, b, &q, m, u);
}

/* --- table ----------------------------------------------------------------------- */

enum { COL_NAME, COL_MEDIAN, COL_HALF, COL_RANGE, COL_RUNS, COLUMNS };

static void fill_row(composer *c, table_cell *cells, const row *r, const metric *m,
                     column_form f)
{
    cells[COL_NAME] = table_row_head(c, r);
    if (r->missing.len) {
        cells[COL_NAME].small = r->missing;
        cells[COL_NAME].mono = false;
    }
    for (int k = COL_MEDIAN; k < COLUMNS; k++) {
        cells[k] = (table_cell){.text = S("–"), .muted = true};
    }
    if (!has_samples(m)) {
        return;
    }
    five q = five_of(m, c->scratch);
    cells[COL_MEDIAN] = (table_cell){.text = table_number(c, SOME(q.median), f),
                                     .href = metric_href(c, row_file(r, m->name), m)};
    cells[COL_HALF] = (table_cell){.text = table_number(c, SOME(q.first), f),
                                   .small = table_number(c, SOME(q.third), f)};
    cells[COL_RANGE] = (table_cell){.text = table_number(c, SOME(q.low), f),
                                    .small = table_number(c, SOME(q.high), f)};
    cells[COL_RUNS] = (table_cell){.text = count_words(c, m->sample_count)};
}

static ptrdiff_t fill_panel(composer *c, const panel_source *p, table_cell *cells)
{
    ptrdiff_t n = 0;
    row *rows = rows_of(c, &p->slice, p->metric, &n);
    const metric **ms = NEW(c->perm, const metric *, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        ms[i] = row_metric(&rows[i], p->metric);
    }
    column_form f = table_form(ms, n);
    for (ptrdiff_t i = 0; i < n && cells; i++) {
        fill_row(c, &cells[i * COLUMNS], &rows[i], ms[i], f);
    }
    return n;
}

static column_form first_form(composer *c, const panel_source *p)
{
    ptrdiff_t n = 0;
    row *rows = rows_of(c, &p->slice, p->metric, &n);
    const metric **ms = NEW(c->perm, const metric *, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        ms[i] = row_metric(&rows[i], p->metric);
    }
    return table_form(ms, n);
}

static table *samples_table(composer *c, const figure_plan *plan, const figure *f,
                            const metric *m)
{
    ptrdiff_t rows = 0, at = 0;
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        rows += fill_panel(c, &plan->panels[k], NULL);
    }
    table *t = table_new(c, COLUMNS, rows);
    column_form form = first_form(c, &plan->panels[0]);
    t->columns[COL_NAME].head = S("Variant");
    t->columns[COL_MEDIAN] =
        (table_column){.head = table_head(c, S("Median"), form), .numeric = true};
    t->columns[COL_HALF] = (table_column){.head = S("Middle half"), .numeric = true};
    t->columns[COL_RANGE] = (table_column){.head = S("Lowest, highest"), .numeric = true};
    t->columns[COL_RUNS] = (table_column){
        .head = sentence_case(c->perm, str_from(singles_of(m))), .numeric = true};
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        ptrdiff_t from = at;
        at += fill_panel(c, &plan->panels[k], &t->cells[at * COLUMNS]);
        for (ptrdiff_t i = from; i < at && plan->panel_count > 1; i++) {
            table_cell *head = &t->cells[i * COLUMNS];
            head->text = str_fmt(c->perm, "%.*s, %.*s", SV(head->text),
                                 SV(f->chart.panels[k].title));
        }
    }
    str title = sentence_case(c->perm, metric_words(c, plan->panels[0].metric));
    t->caption = str_fmt(c->perm, "%.*s, single %s; quartiles by linear interpolation",
                         SV(title), singles_of(m));
    t->id = str_fmt(c->perm, "table-%.*s-%.*s-runs",
                    SV(c->s->workloads[plan->workload].id), SV(plan->panels[0].metric));
    return t;
}

/* --- the figure ------------------------------------------------------------------ */

static str samples_alt(composer *c, const figure *f, const char *opening)
{
    out *o = out_memory(c->perm);
    out_str(o, str_from(opening));
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        const chart_panel *p = &f->chart.panels[k];
        out_fmt(o, " %.*s.", SV(p->title));
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            const chart_bar *b = &p->bars[i];
            if (b->missing.len) {
                out_fmt(o, " %.*s: no result: %.*s.", SV(b->name), SV(b->missing));
            } else {
                out_fmt(o, " %.*s.", SV(b->tip));
            }
        }
    }
    return out_text(o);
}

static bool fill_panels(composer *c, const figure_plan *plan, figure *f)
{
    bool any = false;
    f->chart.panel_count = plan->panel_count;
    f->chart.panels = NEW(c->perm, chart_panel, plan->panel_count);
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        row *rows = NULL;
        str name = plan->panels[k].metric;
        chart_panel *p = &f->chart.panels[k];
        *p = panel_named(c, plan, k, &rows);
        shown_unit u = panel_unit(rows, p->bar_count, name);
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            const metric *m = row_metric(&rows[i], name);
            if (rows[i].missing.len || !has_samples(m)) {
                fill_summary(c, &p->bars[i], rows[i].missing.len ? NULL : m, u);
            } else {
                fill_samples(c, &p->bars[i], m, u, f->chart.kind);
                any = true;
            }
        }
    }
    return any;
}

/* What a picture of single runs is called, and what its marks mean. */
static void name_figure(composer *c, const figure_plan *plan, figure *f, const metric *m,
                        shown_unit u)
{
    arena *p = c->perm;
    const char *one = single_of(m), *many = singles_of(m);
    str title = metric_words(c, m->name), what, how;
    if (f->chart.kind == CHART_BOXES) {
        what = str_fmt(p, "every %s’s %.*s", one, SV(title));
        how = str_fmt(p, ", every %s", one);
    } else if (f->chart.kind == CHART_HISTOGRAM) {
        what = str_fmt(p, "how often each %.*s", SV(title));
        how = str_fmt(p, ", share of %s", many);
        f->chart.spread_word = str_fmt(p, "share of %s", many);
    } else {
        what = str_fmt(p, "share of %s by %.*s", many, SV(title));
        how = str_fmt(p, ", share of %s that are no higher", many);
    }
    f->title =
        str_fmt(p, "%.*s: %.*s", SV(sentence_case(p, plan_subject(c, plan))), SV(what));
    f->subtitle = plan_subtitle(c, plan, u, how);
    f->chart.mean_word = S("mean");
    f->chart.range_word = S("lowest and highest");
    f->chart.point_word = str_fmt(p, "single %s", many);
}

static bool make(composer *c, const figure_plan *plan, figure *f, select_error *why,
                 chart_kind kind)
{
    static const char *const openings[CHART_KIND_COUNT] = {
        [CHART_BOXES] = "Box plot.",
        [CHART_HISTOGRAM] = "Histogram of single values.",
        [CHART_ECDF] = "Cumulated shares of single values."};
    str name = plan->panels[0].metric;
    f->chart.kind = kind;
    if (!fill_panels(c, plan, f)) {
        why->part = name;
        refuse(why, "no single runs of '%.*s' are known, of which %s is drawn", SV(name),
               kind == CHART_BOXES ? "a box" : "a distribution");
        return refuse_hint(why, "Raw files that keep every run have them: hyperfine's "
                                "--export-json, or several files of one run each.");
    }
    ptrdiff_t n = 0;
    row *rows = rows_of(c, &plan->panels[0].slice, name, &n);
    const metric *m = first_metric(rows, n, name);
    name_figure(c, plan, f, m, panel_unit(rows, n, name));
    f->table = samples_table(c, plan, f, m);
    figure_shorten(c, f);
    f->alt = samples_alt(c, f, openings[kind]);
    return true;
}

bool make_boxes(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    return make(c, plan, f, why, CHART_BOXES);
}

bool make_histogram(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    return make(c, plan, f, why, CHART_HISTOGRAM);
}

bool make_ecdf(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    return make(c, plan, f, why, CHART_ECDF);
}
