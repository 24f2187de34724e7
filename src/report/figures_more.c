#include "base/base.h"

#include "report/figure_parts.h"

/* What reports show by themselves, without drowning their readers. */

enum { MANY_SAMPLES = 20 };

static bool has_series(const metric *m)
{
    return m->series.n > 1;
}

static bool has_tail(const metric *m)
{
    return m->percentile_count > 2;
}

static bool has_many_samples(const metric *m)
{
    return m->sample_count >= MANY_SAMPLES;
}

static bool bears(composer *c, ptrdiff_t w, bool (*what)(const metric *m))
{
    for (const group *g = c->s->workloads[w].groups; g; g = g->beside) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (what(m)) {
                return true;
            }
        }
    }
    return false;
}

static void add_figure(composer *c, node *section, ptrdiff_t w, str kind_name)
{
    const slice whole = {.workload = w};
    const figure_request rq = {.places = &whole, .place_count = 1, .kind = kind_name};
    select_error why = {0};
    figure *f = figure_make_fixed(c, &rq, &why);
    if (f) { /* else the data can't bear it, and the tables say all there is */
        node_add(section, figure_node(c, f));
    }
}

void add_main_figure(composer *c, node *section, ptrdiff_t w)
{
    add_figure(c, section, w, (str){0});
}

/* A course over time, a tail, or the distribution of many runs says what a mean hides;
 * each at most once a workload. */
void add_more_figures(composer *c, node *section, ptrdiff_t w)
{
    if (bears(c, w, has_series)) {
        add_figure(c, section, w, S("series"));
    }
    if (bears(c, w, has_tail)) {
        add_figure(c, section, w, S("percentiles"));
    }
    if (bears(c, w, has_many_samples)) {
        add_figure(c, section, w, S("boxes"));
    }
}

/* From three workloads on, one look over all of them. */
void add_overview(composer *c, node *root)
{
    enum { LEAST = 3 };
    slice places[MOST_PANELS];
    ptrdiff_t n = 0;
    str name = {0};
    for (ptrdiff_t w = 0; w < c->s->workload_count && n < MOST_PANELS; w++) {
        str names[2];
        slice whole = {.workload = w};
        ptrdiff_t count = 0;
        if (primary_metrics(c, w, names) == 0) {
            continue;
        }
        name = name.len ? name : names[0];
        row *rows = rows_of(c, &whole, name, &count);
        if (str_eq(names[0], name) && rows_baseline(rows, count, name) && count > 1) {
            places[n++] = whole;
        }
    }
    select_error why = {0};
    const figure_request rq = {.places = places,
                               .place_count = n,
                               .metrics = {name},
                               .metric_count = 1,
                               .kind = S("ratios")};
    figure *f = n >= LEAST ? figure_make(c, &rq, &why) : NULL;
    if (f) {
        node *s = node_add(root, node_new(c->perm, NODE_SECTION));
        s->section = SECTION_PROSE;
        s->id = S("overview");
        node_heading(c->perm, s, 2, s->id, S("All workloads"));
        node_add(s, figure_node(c, f));
    }
}
