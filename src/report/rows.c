#include "base/base.h"

#include "report/figure_parts.h"

static bool holds(const group *g, str name)
{
    const metric *m = g ? group_metric(g, name) : NULL;
    return m
           && (m->mean.known || m->last.known || m->percentile_count > 0
               || m->series.n > 0);
}

const group *row_group(const row *r, str name)
{
    if (holds(r->g, name)) {
        return r->g;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(r->others); i++) {
        if (holds(r->others[i], name)) {
            return r->others[i];
        }
    }
    return NULL;
}

const metric *row_metric(const row *r, str name)
{
    const group *g = row_group(r, name);
    return g ? group_metric(g, name) : NULL;
}

const raw_file *row_file(const row *r, str name)
{
    const group *g = row_group(r, name);
    return g ? group_file(g) : NULL;
}

/* --- slices ---------------------------------------------------------------------- */

/* Within one tool: what another tool wrote down of itself (the labels of a Prometheus
 * series) is no other way to run. */
static bool differs_within_variant(const study *s, const group *g, const param *p)
{
    for (const group *o = s->workloads[g->workload].groups; o; o = o->beside) {
        if (o->variant == g->variant && str_eq(o->tool, g->tool) && !o->outdated
            && !str_eq(group_param(o, p->name), p->value)) {
            return true;
        }
    }
    return false;
}

static bool has_variants(const study *s, ptrdiff_t w)
{
    ptrdiff_t first = -1;
    for (const group *g = s->workloads[w].groups; g; g = g->beside) {
        if (first >= 0 && g->variant != first) {
            return true;
        }
        first = g->variant;
    }
    return false;
}

static slice slice_of(composer *c, const group *g)
{
    slice sl = {.workload = g->workload};
    for (const param *p = g->params; p; p = p->next) {
        if (differs_within_variant(c->s, g, p)) {
            sl.params = str_fmt(c->perm, "%.*s%s%.*s=%.*s", SV(sl.params),
                                sl.params.len ? "&" : "", SV(p->name), SV(p->value));
            sl.label = str_fmt(c->perm, "%.*s%s%.*s %.*s", SV(sl.label),
                               sl.label.len ? ", " : "", SV(p->name), SV(p->value));
        }
    }
    return sl;
}

ptrdiff_t slices_of(composer *c, ptrdiff_t w, slice ret[MOST_SLICES])
{
    ptrdiff_t n = 0;
    const group *first = has_variants(c->s, w) ? c->s->workloads[w].groups : NULL;
    for (const group *g = first; g; g = g->beside) {
        if (g->outdated) {
            continue;
        }
        slice sl = slice_of(c, g);
        bool seen = false;
        for (ptrdiff_t i = 0; i < n && !seen; i++) {
            seen = str_eq(ret[i].params, sl.params);
        }
        if (!seen && n < MOST_SLICES) {
            ret[n++] = sl;
        }
    }
    if (n == 0) {
        ret[n++] = (slice){.workload = w};
    }
    return n;
}

str slice_title(composer *c, const slice *sl)
{
    str label = c->s->workloads[sl->workload].label;
    return sl->label.len ? str_fmt(c->perm, "%.*s, %.*s", SV(label), SV(sl->label))
                         : label;
}

static bool is_wanted(const slice *sl, ptrdiff_t v)
{
    return !sl->only || sl->only[v];
}

/* Where a walk over the slice's groups by `beside` begins. */
static const group *slice_first(const study *s, const slice *sl)
{
    return s->workloads[sl->workload].groups;
}

bool slice_has(const slice *sl, const group *g)
{
    for (cut c = {.tail = sl->params}; c.tail.len > 0;) {
        c = str_cut(c.tail, S("&"));
        cut kv = str_cut(c.head, S("="));
        if (!str_eq(group_param(g, kv.head), kv.tail)) {
            return false;
        }
    }
    return g->workload == sl->workload && is_wanted(sl, g->variant);
}

/* What tells this group from another of the same variant where the slice is the whole
 * workload, as a suffix: ", image large". */
static str told_apart_by(composer *c, const slice *sl, const group *g)
{
    str suffix = {0};
    for (const param *p = g->params; p && !sl->params.len; p = p->next) {
        if (differs_within_variant(c->s, g, p)) {
            suffix = str_fmt(c->perm, "%.*s, %.*s %.*s", SV(suffix), SV(p->name),
                             SV(p->value));
        }
    }
    return suffix;
}

/* How many of a slice's groups by this tool hold the metric, and with how many runs. */
static double weight_of_tool(composer *c, const slice *sl, str tool, str name)
{
    double weight = 0;
    for (const group *g = slice_first(c->s, sl); g; g = g->beside) {
        if (slice_has(sl, g) && str_eq(g->tool, tool) && holds(g, name)) {
            const metric *m = group_metric(g, name);
            weight += 1 + (m->n.known && m->n.value > 1 ? 1e-3 : 0);
        }
    }
    return weight;
}

/* Two tools that measured one thing are never pooled; one of them speaks. */
static str tool_for(composer *c, const slice *sl, str name)
{
    str best = sl->tool;
    double most = 0;
    const group *first = sl->tool.len == 0 ? slice_first(c->s, sl) : NULL;
    for (const group *g = first; g; g = g->beside) {
        bool has = slice_has(sl, g) && holds(g, name);
        double w = has ? weight_of_tool(c, sl, g->tool, name) : 0;
        if (w > most) {
            most = w;
            best = g->tool;
        }
    }
    return best;
}

static void add_others(composer *c, const slice *sl, row *r)
{
    ptrdiff_t n = 0;
    for (const group *g = slice_first(c->s, sl); g; g = g->beside) {
        if (g != r->g && g->variant == r->variant && slice_has(sl, g) && !g->outdated
            && !str_eq(g->tool, r->g->tool) && n < COUNTOF(r->others)) {
            r->others[n++] = g;
        }
    }
}

/* --- rows ------------------------------------------------------------------------ */

typedef struct {
    row row;
    double value;
    int direction;
    ptrdiff_t order;
} ranked;

/* Baseline first, then best to worst, then those without a value, else as they came. */
static int by_rank(const void *pa, const void *pb)
{
    const ranked *a = pa, *b = pb;
    if (a->row.baseline != b->row.baseline) {
        return a->row.baseline ? -1 : 1;
    }
    bool has_a = !isnan(a->value), has_b = !isnan(b->value);
    if (has_a != has_b) {
        return has_a ? -1 : 1;
    }
    if (has_a && a->value != b->value
        && a->direction != 0) { // NOLINT: an order, not a test
        return (a->value < b->value ? -1 : 1) * a->direction;
    }
    return (a->order > b->order) - (a->order < b->order);
}

static ptrdiff_t add_missing(composer *c, const slice *sl, ranked *all, ptrdiff_t n)
{
    for (ptrdiff_t v = 0; c->s->not_run && v < c->s->variant_count; v++) {
        str why = study_not_run(c->s, sl->workload, v);
        if (why.ptr && is_wanted(sl, v)) {
            all[n] = (ranked){
                .row = {.variant = v, .name = c->s->variants[v].label, .missing = why},
                .value = (double)NAN,
                .order = n};
            n++;
        }
    }
    return n;
}

static bool has_row(const ranked *all, ptrdiff_t n, ptrdiff_t v)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (all[i].row.variant == v) {
            return true;
        }
    }
    return false;
}

/* Variants of which nothing is left, because what was measured doesn't count. */
static ptrdiff_t add_left_out_rows(composer *c, const slice *sl, str metric_name,
                                   ranked *all, ptrdiff_t n)
{
    for (const set_aside *a = c->s->aside; a; a = a->next) {
        ptrdiff_t v = a->en->variant;
        if (a->en->workload == sl->workload && is_wanted(sl, v) && !has_row(all, n, v)
            && result_metric(a->en->r, metric_name)) {
            all[n] = (ranked){
                .row = {.variant = v,
                        .name = c->s->variants[v].label,
                        .missing = str_fmt(c->perm, "left out: %.*s", SV(a->why))},
                .value = (double)NAN,
                .order = n};
            n++;
        }
    }
    return n;
}

row *rows_of(composer *c, const slice *sl, str metric_name, ptrdiff_t *ret_n)
{
    const study *s = c->s;
    ptrdiff_t w = sl->workload;
    ptrdiff_t most = 0, n = 0, base = study_baseline(s, w);
    str tool = tool_for(c, sl, metric_name);
    for (const group *g = s->workloads[w].groups; g; g = g->beside) {
        most++;
    }
    for (const reason *r = s->not_run; r; r = r->next) {
        most++;
    }
    for (const set_aside *a = s->aside; a; a = a->next) {
        most++;
    }
    ranked *all = NEW(c->perm, ranked, most);
    for (const group *g = s->workloads[w].groups; g; g = g->beside) {
        if (!slice_has(sl, g) || g->outdated || !str_eq(g->tool, tool)) {
            continue;
        }
        row r = {.g = g,
                 .variant = g->variant,
                 .name = str_fmt(c->perm, "%.*s%.*s", SV(s->variants[g->variant].label),
                                 SV(told_apart_by(c, sl, g))),
                 .baseline = g->variant == base};
        const metric *m = row_metric(&r, metric_name);
        if (!m) {
            continue;
        }
        add_others(c, sl, &r);
        if (g->status == STATUS_FAILED) {
            r.missing = g->entries[0]->r->status_why.len ? g->entries[0]->r->status_why
                                                         : S("the run failed");
        }
        all[n] = (ranked){.row = r,
                          .value = m->mean.known   ? m->mean.value
                                   : m->last.known ? m->last.value
                                                   : (double)NAN,
                          .direction = m->better == BETTER_LOWER    ? 1
                                       : m->better == BETTER_HIGHER ? -1
                                                                    : 0,
                          .order = n};
        n++;
    }
    n = add_missing(c, sl, all, n);
    n = add_left_out_rows(c, sl, metric_name, all, n);
    qsort(all, (size_t)n, sizeof *all, by_rank);
    row *rows = NEW(c->perm, row, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        rows[i] = all[i].row;
    }
    *ret_n = n;
    return rows;
}

const group **slice_groups(composer *c, const slice *sl, str name, ptrdiff_t *n)
{
    ptrdiff_t count = 0;
    str tool = tool_for(c, sl, name);
    for (const group *g = slice_first(c->s, sl); g; g = g->beside) {
        count++;
    }
    const group **all = NEW(c->perm, const group *, count);
    *n = 0;
    for (const group *g = slice_first(c->s, sl); g; g = g->beside) {
        if (slice_has(sl, g) && !g->outdated && str_eq(g->tool, tool) && holds(g, name)
            && g->status != STATUS_FAILED) {
            all[(*n)++] = g;
        }
    }
    return all;
}

row *rows_aligned(composer *c, const panel_source *panels, ptrdiff_t n, ptrdiff_t which,
                  ptrdiff_t *ret_n)
{
    row *all = NEW(c->perm, row, c->s->variant_count);
    ptrdiff_t count = 0;
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t mine = 0;
        row *rows = rows_of(c, &panels[k].slice, panels[k].metric, &mine);
        for (ptrdiff_t i = 0; i < mine; i++) {
            ptrdiff_t at = 0;
            while (at < count && all[at].variant != rows[i].variant) {
                at++;
            }
            if (at == count) {
                all[count++] = (row){.variant = rows[i].variant,
                                     .name = c->s->variants[rows[i].variant].label,
                                     .missing = S("not measured")};
            }
            if (k == which) {
                all[at] = rows[i];
            }
        }
    }
    *ret_n = count;
    return all;
}

const row *rows_baseline(const row *rows, ptrdiff_t n, str metric_name)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (rows[i].baseline && row_metric(&rows[i], metric_name)
            && !rows[i].missing.len) {
            return &rows[i];
        }
    }
    return NULL;
}

static bool workload_has(const study *s, ptrdiff_t w, str name)
{
    for (const group *g = s->workloads[w].groups; g; g = g->beside) {
        if (group_metric(g, name)) {
            return true;
        }
    }
    return false;
}

ptrdiff_t primary_metrics(const composer *c, ptrdiff_t w, str ret[2])
{
    /* dd states both its time and its rate; the rate is what one asks of it. */
    static const str usual[][2] = {
        {STR_INIT("request_rate"), STR_INIT("latency")},
        {STR_INIT("bytes_copied"), STR_INIT("throughput")},
        {STR_INIT("wall_time"), {0}},
        {STR_INIT("throughput"), {0}},
        {STR_INIT("latency"), {0}},
    };
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < c->s->primary_count && n < 2; i++) {
        if (workload_has(c->s, w, c->s->primary[i])) {
            ret[n++] = c->s->primary[i];
        }
    }
    for (ptrdiff_t i = 0; n == 0 && i < COUNTOF(usual); i++) {
        for (ptrdiff_t k = 0; k < 2 && usual[i][k].len; k++) {
            bool shown = !str_eq(usual[i][k], S("bytes_copied"));
            if (shown && workload_has(c->s, w, usual[i][k])
                && (k == 0 || n == 1 || workload_has(c->s, w, usual[i][0]))) {
                ret[n++] = usual[i][k];
            }
        }
    }
    for (const group *g = c->s->workloads[w].groups; n == 0 && g; g = g->beside) {
        if (g->metrics) {
            ret[n++] = g->metrics->name;
        }
    }
    return n;
}
