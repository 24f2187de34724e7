#include "base/base.h"

#include "report/compose.h"

const metric *row_metric(const row *r, str name)
{
    const metric *m = r->g ? group_metric(r->g, name) : NULL;
    return m && (m->mean.known || m->last.known) ? m : NULL;
}

/* Of several runs only the newest speaks: history is another page. */
static bool is_newest(const study *s, const group *g)
{
    for (const group *o = s->groups; o; o = o->next) {
        if (o != g && o->workload == g->workload && o->variant == g->variant
            && str_eq(o->tool, g->tool) && o->run != g->run
            && str_cmp(o->run->date, g->run->date) > 0) {
            return false;
        }
    }
    return true;
}

/* The parameters in which this group differs from another of the same variant, as a
 * suffix:
 * ", image large". */
static str told_apart_by(composer *c, const group *g)
{
    str suffix = {0};
    for (const param *p = g->params; p; p = p->next) {
        bool differs = false;
        for (const group *o = c->s->groups; o && !differs; o = o->next) {
            differs = o->workload == g->workload && o->variant == g->variant
                      && !str_eq(group_param(o, p->name), p->value);
        }
        if (differs) {
            suffix = str_fmt(c->perm, "%.*s, %.*s %.*s", SV(suffix), SV(p->name),
                             SV(p->value));
        }
    }
    return suffix;
}

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

static ptrdiff_t add_missing(composer *c, ptrdiff_t w, ranked *all, ptrdiff_t n)
{
    for (ptrdiff_t v = 0; v < c->s->variant_count; v++) {
        str why = study_not_run(c->s, w, v);
        if (why.ptr) {
            all[n] = (ranked){
                .row = {.variant = v, .name = c->s->variants[v].label, .missing = why},
                .value = (double)NAN,
                .order = n};
            n++;
        }
    }
    return n;
}

row *rows_of(composer *c, ptrdiff_t w, str metric_name, ptrdiff_t *ret_n)
{
    const study *s = c->s;
    ptrdiff_t most = s->variant_count, n = 0, base = study_baseline(s, w);
    for (const group *g = s->groups; g; g = g->next) {
        most += g->workload == w;
    }
    ranked *all = NEW(c->perm, ranked, most);
    for (const group *g = s->groups; g; g = g->next) {
        if (g->workload != w || !is_newest(s, g)) {
            continue;
        }
        row r = {.g = g,
                 .variant = g->variant,
                 .name = str_fmt(c->perm, "%.*s%.*s", SV(s->variants[g->variant].label),
                                 SV(told_apart_by(c, g))),
                 .baseline = g->variant == base};
        const metric *m = row_metric(&r, metric_name);
        if (!m) {
            continue;
        }
        if (g->status == STATUS_FAILED) {
            r.missing = g->entries[0]->r->status_why.len ? g->entries[0]->r->status_why
                                                         : S("the run failed");
        }
        all[n] = (ranked){.row = r,
                          .value = m->mean.known ? m->mean.value : m->last.value,
                          .direction = m->better == BETTER_LOWER    ? 1
                                       : m->better == BETTER_HIGHER ? -1
                                                                    : 0,
                          .order = n};
        n++;
    }
    n = add_missing(c, w, all, n);
    qsort(all, (size_t)n, sizeof *all, by_rank);
    row *rows = NEW(c->perm, row, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        rows[i] = all[i].row;
    }
    *ret_n = n;
    return rows;
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
    for (const group *g = s->groups; g; g = g->next) {
        if (g->workload == w && group_metric(g, name)) {
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
    for (const group *g = c->s->groups; n == 0 && g; g = g->next) {
        if (g->workload == w && g->metrics) {
            ret[n++] = g->metrics->name;
        }
    }
    return n;
}
