#include "base/base.h"

#include "base/day.h"
#include "base/num.h"
#include "report/figure_parts.h"
#include "stats/changepoint.h"

/* A metric over the study's runs, oldest first, with the places where it moved to another
 * level. */

typedef struct {
    const run **runs;
    ptrdiff_t n;
} timeline;

/* The runs that hold the metric, by date; undated ones first, in their own order. */
static timeline timeline_of(composer *c, const slice *sl, str name)
{
    timeline t = {0};
    for (const run *r = c->s->runs; r; r = r->next) {
        t.n++;
    }
    t.runs = NEW(c->perm, const run *, t.n);
    t.n = 0;
    for (const run *r = c->s->runs; r; r = r->next) {
        bool any = false;
        for (const group *g = c->s->groups; g && !any; g = g->next) {
            const metric *m =
                g->run == r && slice_has(sl, g) ? group_metric(g, name) : NULL;
            any = m && m->mean.known && g->status != STATUS_FAILED;
        }
        if (!any) {
            continue;
        }
        ptrdiff_t to = t.n++;
        for (; to > 0 && str_cmp(t.runs[to - 1]->date, r->date) > 0; to--) {
            t.runs[to] = t.runs[to - 1];
        }
        t.runs[to] = r;
    }
    return t;
}

static const metric *metric_in(composer *c, const slice *sl, const run *r, ptrdiff_t who,
                               str name)
{
    for (const group *g = c->s->groups; g; g = g->next) {
        const metric *m = g->run == r && g->variant == who && slice_has(sl, g)
                                  && g->status != STATUS_FAILED
                              ? group_metric(g, name)
                              : NULL;
        if (m && m->mean.known) {
            return m;
        }
    }
    return NULL;
}

static str run_name(const run *r)
{
    return r->date.len ? str_take(r->date, 10) : r->id.len ? r->id : S("undated");
}

static double largest(composer *c, const slice *sl, const timeline *t, str name,
                      str *unit)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < t->n; i++) {
        for (ptrdiff_t v = 0; v < c->s->variant_count; v++) {
            const metric *m = metric_in(c, sl, t->runs[i], v, name);
            *unit = m ? m->unit : *unit;
            most = m ? fmax(most, fabs(m->mean.value)) : most;
        }
    }
    return most;
}

static void fill_curve(composer *c, const slice *sl, const timeline *t, str name,
                       shown_unit u, chart_bar *b, ptrdiff_t who)
{
    chart_point *curve = NEW(c->perm, chart_point, t->n);
    for (ptrdiff_t i = 0; i < t->n; i++) {
        const metric *m = metric_in(c, sl, t->runs[i], who, name);
        curve[i].x = (double)i;
        if (!m) {
            continue;
        }
        curve[i].y = SOME(m->mean.value / u.scale);
        if (m->stddev.known && m->n.known && m->n.value > 1) {
            curve[i].low = SOME((m->mean.value - m->stddev.value) / u.scale);
            curve[i].high = SOME((m->mean.value + m->stddev.value) / u.scale);
        }
        b->value = curve[i].y;
        b->value_text = value_words(c, curve[i].y.value, u);
        curve[i].tip = str_fmt(c->perm, "%.*s, %.*s: %.*s", SV(b->name),
                               SV(run_name(t->runs[i])), SV(b->value_text));
    }
    b->curve = curve;
    b->curve_count = t->n;
}

/* Upright lines where the values of a variant moved: "Docker +12.1%". */
static ptrdiff_t add_changes(composer *c, const chart_bar *b, chart_tick *events)
{
    enum { LEAST = 2 * STATS_SEGMENT_MIN };
    arena tmp = c->scratch;
    double *xs = NEW(&tmp, double, b->curve_count),
           *at = NEW(&tmp, double, b->curve_count);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        if (b->curve[i].y.known) {
            at[n] = b->curve[i].x;
            xs[n++] = b->curve[i].y.value;
        }
    }
    if (n < LEAST) {
        return 0;
    }
    change_point *found = NEW(&tmp, change_point, n / STATS_SEGMENT_MIN + 1);
    ptrdiff_t count = stats_change_points(xs, n, 0.01, tmp, found);
    for (ptrdiff_t i = 0; i < count; i++) {
        str change = found[i].before != 0 // NOLINT: no ratio to exactly zero
                         ? format_change(c->perm, found[i].after / found[i].before - 1)
                         : S("moved");
        events[i] = (chart_tick){at[found[i].at],
                                 str_fmt(c->perm, "%.*s %.*s", SV(b->name), SV(change))};
    }
    return count;
}

static table *history_table(composer *c, const timeline *t, const chart_panel *p)
{
    table *to = table_new(c, p->bar_count + 1, t->n);
    double most = 0;
    for (ptrdiff_t v = 0; v < p->bar_count; v++) {
        for (ptrdiff_t i = 0; i < t->n; i++) {
            maybe y = p->bars[v].curve[i].y;
            most = y.known ? fmax(most, fabs(y.value)) : most;
        }
    }
    int decimals = num_decimals_for(most, 5);
    str unit = p->unit.len ? str_fmt(c->perm, ", %.*s", SV(p->unit)) : p->unit;
    to->columns[0].head = S("Run");
    for (ptrdiff_t v = 0; v < p->bar_count; v++) {
        to->columns[v + 1] = (table_column){
            .head = str_fmt(c->perm, "%.*s%.*s", SV(p->bars[v].name), SV(unit)),
            .numeric = true};
    }
    for (ptrdiff_t i = 0; i < t->n; i++) {
        table_cell *cells = &to->cells[i * to->column_count];
        cells[0] =
            (table_cell){.text = run_name(t->runs[i]), .small = t->runs[i]->machine};
        for (ptrdiff_t v = 0; v < p->bar_count; v++) {
            maybe y = p->bars[v].curve[i].y;
            cells[v + 1] =
                y.known ? (table_cell){.text = num_fixed(c->perm, y.value, decimals)}
                        : (table_cell){.text = S("–"), .muted = true};
        }
    }
    to->caption = str_fmt(c->perm, "%.*s by run", SV(p->title));
    return to;
}

static str history_alt(composer *c, const chart_panel *p)
{
    out *o = out_memory(c->perm);
    out_str(o, S("Lines over runs."));
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        const chart_bar *b = &p->bars[i];
        bool any = false;
        for (ptrdiff_t k = 0; k < b->curve_count; k++) {
            if (b->curve[k].y.known) {
                out_fmt(o, "%s %.*s", any ? ";" : "", SV(b->curve[k].tip));
                any = true;
            }
        }
        out_char(o, '.');
    }
    for (ptrdiff_t i = 0; i < p->event_count; i++) {
        out_fmt(o, " A change: %.*s.", SV(p->events[i].text));
    }
    return out_text(o);
}

static void fill_panel(composer *c, const slice *sl, const timeline *t, str name,
                       shown_unit u, chart_panel *p)
{
    chart_tick *events = NEW(c->perm, chart_tick, 64);
    p->bars = NEW(c->perm, chart_bar, c->s->variant_count);
    for (ptrdiff_t v = 0; v < c->s->variant_count; v++) {
        const variant *of = &c->s->variants[v];
        chart_bar *b = &p->bars[p->bar_count];
        *b = (chart_bar){.name = of->label,
                         .detail = of->detail,
                         .role = of->role,
                         .shade = of->shade};
        fill_curve(c, sl, t, name, u, b, v);
        if (!b->value.known) {
            continue;
        }
        p->bar_count++;
        if (p->event_count + t->n / STATS_SEGMENT_MIN < 64) {
            p->event_count += add_changes(c, b, &events[p->event_count]);
        }
    }
    p->events = events;
}

/* The raw files of every run, the newest first; of very many the first few. */
static node *history_source(composer *c, const slice *sl, const timeline *t, str name)
{
    enum { MOST_LINKS = 8 };
    node *para = node_new(c->perm, NODE_PARA);
    ptrdiff_t files = 0;
    for (ptrdiff_t i = t->n - 1; i >= 0; i--) {
        for (const group *g = c->s->groups; g; g = g->next) {
            const metric *m =
                g->run == t->runs[i] && slice_has(sl, g) ? group_metric(g, name) : NULL;
            const raw_file *file = m ? group_file(g) : NULL;
            bool seen = file && para->last && str_eq(para->last->id, file->path);
            if (!file || seen) {
                continue;
            }
            if (files++ < MOST_LINKS) {
                node_text(c->perm, para, para->first ? S("; ") : S("Source: "));
                node *link = node_add(para, node_new(c->perm, NODE_LINK));
                link->href = raw_href(c->perm, file, m->line);
                link->id = file->path;
                node_text(c->perm, link, file->path);
            }
        }
    }
    node_text(c->perm, para,
              files > MOST_LINKS ? str_fmt(c->perm, " and %td more.", files - MOST_LINKS)
                                 : S("."));
    return para;
}

bool make_history(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    const slice *sl = &plan->panels[0].slice;
    str name = plan->panels[0].metric, base = S("1");
    timeline t = timeline_of(c, sl, name);
    if (t.n < 2) {
        refuse(why, "there is %s run of '%.*s' only: a history needs several",
               t.n ? "one" : "no", SV(c->s->workloads[sl->workload].id));
        return refuse_hint(why, "Each folder with a run.yaml is a run of its own.");
    }
    double most = largest(c, sl, &t, name, &base);
    shown_unit u = unit_for(base, most);
    chart_panel *p = NEW(c->perm, chart_panel, 1);
    *p = (chart_panel){.title = sentence_case(c->perm, metric_words(c, name)),
                       .unit = unit_word(u)};
    fill_panel(c, sl, &t, name, u, p);
    chart_tick *ticks = NEW(c->perm, chart_tick, t.n);
    for (ptrdiff_t i = 0; i < t.n; i++) {
        ticks[i] = (chart_tick){(double)i, run_name(t.runs[i])};
    }
    f->chart = (chart_spec){.kind = CHART_HISTORY,
                            .panels = p,
                            .panel_count = 1,
                            .spread_word = S("± 1 standard deviation"),
                            .x_ticks = ticks,
                            .x_tick_count = t.n};
    f->title = str_fmt(c->perm, "%.*s: %.*s over %.*s runs", SV(slice_title(c, sl)),
                       SV(metric_words(c, name)), SV(format_count_word(c->perm, t.n)));
    f->subtitle = plan_subtitle(c, plan, u, S(", by run"));
    f->alt = history_alt(c, p);
    f->source = history_source(c, sl, &t, name);
    f->table = history_table(c, &t, p);
    f->table->id = str_fmt(c->perm, "table-%.*s-%.*s-history",
                           SV(c->s->workloads[plan->workload].id), SV(name));
    return true;
}
