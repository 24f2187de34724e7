#include "base/base.h"

#include <assert.h>
#include <stdarg.h>

#include "report/figure_parts.h"

/* The kinds of charts that reports have. One that isn't named is chosen from the data:
 * bars, or small multiples of them, wherever there are means to compare; lines over a
 * parameter where it has many values; shades where two parameters vary; ratios where
 * several workloads are named that no common axis can hold; percentiles or lines over
 * time where nothing else is known. */
typedef struct {
    str name;
    figure_maker *make;
    bool single; /* one panel by nature: the maker looks at places and parameters */
    bool (*bears)(const metric *m); /* can a metric be drawn so? */
    ptrdiff_t usual;                /* how many metrics, where none is named */
} kind;

static bool has_mean(const metric *m)
{
    return m->mean.known;
}

static bool has_samples(const metric *m)
{
    return m->sample_count > 1;
}

static bool has_percentiles(const metric *m)
{
    return m->percentile_count > 1 || m->sample_count > 1;
}

static bool has_series(const metric *m)
{
    return m->series.n > 1;
}

static const kind kinds[] = {
    {STR_INIT("bars"), make_bars, false, has_mean, 2},
    {STR_INIT("multiples"), make_multiples, false, has_mean, 1},
    {STR_INIT("grouped"), make_grouped, false, has_mean, 1},
    {STR_INIT("ratios"), make_ratios, false, has_mean, 1},
    {STR_INIT("boxes"), make_boxes, false, has_samples, 1},
    {STR_INIT("histogram"), make_histogram, false, has_samples, 1},
    {STR_INIT("series"), make_series, false, has_series, MOST_CHARTED},
    {STR_INIT("sweep"), make_sweep, true, has_mean, 1},
    {STR_INIT("history"), make_history, true, has_mean, 1},
    {STR_INIT("ecdf"), make_ecdf, false, has_samples, 1},
    {STR_INIT("percentiles"), make_percentiles, false, has_percentiles, 1},
    {STR_INIT("heat"), make_heat, true, has_mean, 1},
};

static const kind *kind_named(str name)
{
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        if (str_eq(name, kinds[i].name)) {
            return &kinds[i];
        }
    }
    return NULL;
}

static const kind *the_kind(const char *name)
{
    const kind *k = kind_named(str_from(name));
    assert(k && "a row of the table above");
    return k;
}

bool figure_kind_known(str name)
{
    return kind_named(name) != NULL;
}

str figure_kind_names(arena *perm)
{
    out *o = out_memory(perm);
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        out_fmt(o, "%s%.*s", i ? ", " : "", SV(kinds[i].name));
    }
    return out_text(o);
}

bool refuse(select_error *why, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(why->text, sizeof why->text, fmt, args);
    va_end(args);
    return false;
}

bool refuse_hint(select_error *why, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(why->hint, sizeof why->hint, fmt, args);
    va_end(args);
    return false;
}

/* --- metrics --------------------------------------------------------------------- */

static bool slice_bears(composer *c, const slice *sl, str name,
                        bool (*bears)(const metric *m))
{
    ptrdiff_t n = 0;
    row *rows = rows_of(c, sl, name, &n);
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        if (m && (!bears || bears(m))) {
            return true;
        }
    }
    return false;
}

static bool is_among(const str *names, ptrdiff_t n, str name)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq(names[i], name)) {
            return true;
        }
    }
    return false;
}

/* The primary metrics that the kind can draw, then, for lines over time, all others that
 * it can: rate, latency, CPU and memory of one run belong together. */
static ptrdiff_t usual_metrics(composer *c, const slice *sl, const kind *k,
                               str ret[MOST_CHARTED])
{
    str primary[2];
    ptrdiff_t n = 0, count = primary_metrics(c, sl->workload, primary);
    for (ptrdiff_t i = 0; i < count && n < k->usual; i++) {
        if (slice_bears(c, sl, primary[i], k->bears)) {
            ret[n++] = primary[i];
        }
    }
    const group *first = c->s->workloads[sl->workload].groups;
    for (const group *g = first; g; g = g->beside) {
        for (const metric *m = slice_has(sl, g) ? g->metrics : NULL; m; m = m->next) {
            if (n < k->usual && (n == 0 || k->make == make_series) && k->bears(m)
                && !is_among(ret, n, m->name)) {
                ret[n++] = m->name;
            }
        }
    }
    if (n == 0 && count > 0) {
        ret[n++] = primary[0]; /* the maker says what it lacks */
    }
    return n;
}

static bool unknown_metric(composer *c, const slice *sl, str name, select_error *why)
{
    enum { MOST = 256 };
    str names[MOST];
    ptrdiff_t n = 0;
    const group *first = c->s->workloads[sl->workload].groups;
    for (const group *g = first; g; g = g->beside) {
        for (const metric *m = slice_has(sl, g) ? g->metrics : NULL; m && n < MOST;
             m = m->next) {
            names[n++] = m->name;
        }
    }
    why->part = name;
    if (n == 0) {
        return refuse(why, "there are no results of '%.*s'",
                      SV(c->s->workloads[sl->workload].id));
    }
    refuse(why, "unknown metric '%.*s'", SV(name));
    str near = str_nearest(name, names, n, c->scratch);
    return near.len > 0 ? refuse_hint(why, "Did you mean '%.*s'?", SV(near)) : false;
}

/* --- the plan -------------------------------------------------------------------- */

static void add_panel(figure_plan *plan, const slice *sl, str name)
{
    if (plan->panel_count < MOST_PANELS) {
        cut at = str_cut(name, S("@"));
        panel_source *p = &plan->panels[plan->panel_count++];
        *p = (panel_source){*sl, at.head};
        p->slice.tool = at.found ? at.tail : sl->tool;
    }
}

/* A workload whose variants ran with several values of a parameter is cut into slices: a
 * variant is only compared with another where both ran with the same. */
static void add_slices(composer *c, figure_plan *plan, const slice *place, str name)
{
    slice slices[MOST_SLICES];
    ptrdiff_t n = place->params.len ? 0 : slices_of(c, place->workload, slices);
    for (ptrdiff_t i = 0; i < n; i++) {
        slices[i].tool = place->tool;
        slices[i].only = place->only;
        add_panel(plan, &slices[i], name);
    }
    if (n == 0) {
        add_panel(plan, place, name);
    }
}

static void lay_out(composer *c, figure_plan *plan, const kind *k, const str *metrics,
                    ptrdiff_t n)
{
    const figure_request *rq = plan->asked;
    for (ptrdiff_t i = 0; i < rq->place_count; i++) {
        (k->single ? add_panel(plan, &rq->places[i], metrics[0])
                   : add_slices(c, plan, &rq->places[i], metrics[0]));
    }
    if (plan->panel_count == 1 && !k->single) { /* else a panel a slice, of one metric */
        for (ptrdiff_t i = 1; i < n; i++) {
            add_panel(plan, &plan->panels[0].slice, metrics[i]);
        }
        plan->several_metrics = n > 1;
    }
    plan->workload = plan->panels[0].slice.workload;
    for (ptrdiff_t i = 1; i < plan->panel_count; i++) {
        plan->several_workloads |= plan->panels[i].slice.workload != plan->workload;
    }
}

static bool check_panels(composer *c, figure_plan *plan, select_error *why)
{
    ptrdiff_t good = 0;
    for (ptrdiff_t i = 0; i < plan->panel_count; i++) {
        const panel_source *p = &plan->panels[i];
        if (slice_bears(c, &p->slice, p->metric, NULL)) {
            plan->panels[good++] = *p;
        } else if (plan->several_metrics || plan->panel_count == 1) {
            return unknown_metric(c, &p->slice, p->metric, why);
        }
    }
    if (good == 0) { /* named workloads, none of which has it */
        return unknown_metric(c, &plan->panels[0].slice, plan->panels[0].metric, why);
    }
    plan->panel_count = good;
    return true;
}

str plan_subject(composer *c, const figure_plan *plan)
{
    const slice *first = &plan->panels[0].slice;
    if (plan->several_workloads) {
        ptrdiff_t n = 1;
        for (ptrdiff_t i = 1; i < plan->panel_count; i++) {
            n += plan->panels[i].slice.workload != plan->panels[i - 1].slice.workload;
        }
        return str_fmt(c->perm, "%.*s workloads", SV(format_count_word(c->perm, n)));
    }
    return plan->panel_count == 1 || plan->several_metrics
               ? slice_title(c, first)
               : c->s->workloads[first->workload].label;
}

/* --- choosing -------------------------------------------------------------------- */

static const kind *choose_for_several(composer *c, const figure_plan *plan)
{
    double least = HUGE_VAL, most = 0;
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        const panel_source *p = &plan->panels[k];
        double top = 0;
        ptrdiff_t n = 0;
        row *rows = rows_of(c, &p->slice, p->metric, &n);
        if (!rows_baseline(rows, n, p->metric)) {
            return the_kind("grouped");
        }
        for (ptrdiff_t i = 0; i < n; i++) {
            const metric *m = row_metric(&rows[i], p->metric);
            top = m && m->mean.known ? fmax(top, m->mean.value) : top;
        }
        least = fmin(least, top);
        most = fmax(most, top);
    }
    return the_kind(most <= 8 * least ? "grouped" : "ratios");
}

static const kind *choose(composer *c, const figure_plan *plan)
{
    const slice *sl = &plan->panels[0].slice;
    str name = plan->panels[0].metric;
    if (plan->several_workloads) {
        return choose_for_several(c, plan);
    }
    if (!slice_bears(c, sl, name, has_mean)) {
        return slice_bears(c, sl, name, has_percentiles) ? the_kind("percentiles")
               : slice_bears(c, sl, name, has_series)    ? the_kind("series")
                                                         : the_kind("bars");
    }
    if (!plan->several_metrics && !plan->asked->places[0].params.len) {
        enum { MANY = 5 };
        varying found[MOST_VARYING];
        ptrdiff_t n = params_varying(c, &plan->asked->places[0], name, found);
        if (n == 1 && found[0].numeric && found[0].count >= MANY) {
            return the_kind("sweep");
        }
        if (n == 2 && found[0].count * found[1].count > MANY) {
            return the_kind("heat");
        }
    }
    return the_kind("bars");
}

/* --- making ---------------------------------------------------------------------- */

static bool seen_id(const composer *c, str id)
{
    for (ptrdiff_t i = 0; i < c->r->figure_count; i++) {
        if (str_eq(c->figures[i]->id, id)) {
            return true;
        }
    }
    return false;
}

/* A figure above already says what the tests of this metric found. */
static bool was_drawn(const composer *c, const figure_plan *plan)
{
    str start = str_fmt(c->perm, "%.*s-%.*s", SV(c->s->workloads[plan->workload].id),
                        SV(plan->panels[0].metric));
    for (ptrdiff_t i = 0; i < c->r->figure_count; i++) {
        if (str_starts(c->figures[i]->id, start)) {
            return true;
        }
    }
    return false;
}

/* "fibonacci-wall_time", "fibonacci-wall_time-boxes", "workloads-wall_time-ratios" */
static str figure_id(composer *c, const figure_plan *plan, const kind *k)
{
    out *o = out_memory(c->perm);
    out_str(o, plan->several_workloads ? S("workloads")
                                       : c->s->workloads[plan->workload].id);
    ptrdiff_t names = plan->several_metrics ? plan->panel_count : 1;
    for (ptrdiff_t i = 0; i < names; i++) {
        out_fmt(o, "-%.*s", SV(plan->panels[i].metric));
    }
    if (k->make != make_bars) {
        out_fmt(o, "-%.*s", SV(k->name));
    }
    str id = out_text(o), unique = id;
    for (int again = 2; seen_id(c, unique); again++) {
        unique = str_fmt(c->perm, "%.*s-%d", SV(id), again);
    }
    return unique;
}

static bool find_kind(composer *c, const figure_request *rq, const kind **ret,
                      select_error *why)
{
    *ret = rq->kind.len ? kind_named(rq->kind) : the_kind("bars");
    if (*ret) {
        return true;
    }
    str names[COUNTOF(kinds)];
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        names[i] = kinds[i].name;
    }
    why->part = rq->kind;
    refuse(why, "unknown kind of chart '%.*s'", SV(rq->kind));
    str near = str_nearest(rq->kind, names, COUNTOF(names), c->scratch);
    return near.len ? refuse_hint(why, "Did you mean '%.*s'?", SV(near))
                    : refuse_hint(why, "There are %.*s.", SV(figure_kind_names(c->perm)));
}

static bool plan_for(composer *c, const figure_request *rq, const kind *k,
                     figure_plan *plan, select_error *why)
{
    *plan = (figure_plan){.asked = rq};
    str usual[MOST_CHARTED];
    ptrdiff_t n = rq->metric_count;
    if (n == 0) {
        n = usual_metrics(c, &rq->places[0], k, usual);
        if (n == 0) {
            return refuse(why, "there are no results of '%.*s'",
                          SV(c->s->workloads[rq->places[0].workload].id));
        }
    }
    lay_out(c, plan, k, rq->metric_count ? rq->metrics : usual, n);
    return check_panels(c, plan, why);
}

figure *figure_make(composer *c, const figure_request *rq, select_error *why)
{
    figure_plan plan;
    const kind *k = NULL;
    if (!find_kind(c, rq, &k, why) || !plan_for(c, rq, k, &plan, why)) {
        return NULL;
    }
    const kind *chosen = rq->kind.len ? k : choose(c, &plan);
    if (chosen->single != k->single && !plan_for(c, rq, chosen, &plan, why)) {
        return NULL;
    }
    if (c->r->figure_count == COUNTOF(c->figures)) {
        refuse(why, "a report has at most %d figures", (int)COUNTOF(c->figures));
        return NULL;
    }
    figure *f = NEW(c->perm, figure, 1);
    if (!chosen->make(c, &plan, f, why)) {
        return NULL;
    }
    if (f->whole.panel_count == 0) { /* of a kind that is never shortened */
        f->whole = f->chart;
    }
    bool tests = !chosen->single && chosen->make != make_ratios && !plan.several_workloads
                 && !was_drawn(c, &plan);
    f->id = figure_id(c, &plan, chosen);
    if (!f->source) {
        tests_said how = !tests                            ? TESTS_NONE
                         : f->table && f->table->has_tests ? TESTS_IN_TABLE
                                                           : TESTS_LISTED;
        f->source = figure_source(c, plan.panels, plan.panel_count, how);
    }
    f->number = (int)c->r->figure_count + 1;
    c->figures[c->r->figure_count++] = f;
    return f;
}
