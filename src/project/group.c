#include "base/base.h"

#include "project/study.h"

static bool same_params(const param *a, const param *b)
{
    for (; a && b; a = a->next, b = b->next) {
        if (!str_eq(a->name, b->name) || !str_eq(a->value, b->value)) {
            return false;
        }
    }
    return !a && !b;
}

static bool repeats(const group *g, const entry *en)
{
    const entry *first = g->entries[0];
    return g->workload == en->workload && g->variant == en->variant
           && g->run == en->from->run && str_eq(g->tool, en->r->tool)
           && str_eq(first->r->command, en->r->command)
           && same_params(g->params, en->r->params);
}

static void add_entry(arena *perm, group *g, entry *en)
{
    entry **all = NEW(perm, entry *, g->n + 1);
    if (g->n > 0) {
        memcpy(all, g->entries, (size_t)g->n * sizeof *all); // NOLINT: pointers are meant
    }
    all[g->n++] = en;
    g->entries = all;
    en->repeat = (int)g->n;
    if (en->r->status > g->status) {
        g->status = en->r->status;
    }
}

static bool is_single_value(const metric *m)
{
    return m && m->mean.known && m->n.known && m->n.value == 1 // NOLINT: an exact count
           && !m->stddev.known;
}

/* One metric over all repeats; NULL where a repeat lacks it or has more than one value.
 */
static metric *pool(arena *perm, arena scratch, const group *g, const metric *first)
{
    metric *m = NEW(perm, metric, 1);
    *m = (metric){.name = first->name,
                  .unit = first->unit,
                  .better = first->better,
                  .line = first->line,
                  .resolution = first->resolution};
    m->samples = NEW(perm, double, g->n);
    for (ptrdiff_t i = 0; i < g->n; i++) {
        const metric *one = result_metric(g->entries[i]->r, first->name);
        if (!is_single_value(one) || g->entries[i]->r->status == STATUS_FAILED) {
            return NULL;
        }
        m->samples[m->sample_count++] = one->mean.value;
        m->resolution = one->resolution > m->resolution ? one->resolution : m->resolution;
    }
    metric_from_samples(perm, m, NULL, 0, scratch);
    return m;
}

static void settle_metrics(arena *perm, arena scratch, group *g)
{
    if (g->n == 1) {
        g->metrics = g->entries[0]->r->metrics;
        return;
    }
    metric **last = &g->metrics;
    for (const metric *m = g->entries[0]->r->metrics; m; m = m->next) {
        *last = pool(perm, scratch, g, m);
        if (*last) {
            last = &(*last)->next;
        }
    }
}

void study_group(arena *perm, arena scratch, study *s)
{
    group **end = &s->groups;
    for (entry *en = s->entries; en; en = en->next) {
        group *g = s->groups;
        while (g && !repeats(g, en)) {
            g = g->next;
        }
        if (!g) {
            g = *end = NEW(perm, group, 1);
            end = &g->next;
            g->workload = en->workload;
            g->variant = en->variant;
            g->tool = en->r->tool;
            g->run = en->from->run;
            g->params = en->r->params;
        }
        add_entry(perm, g, en);
    }
    for (group *g = s->groups; g; g = g->next) {
        settle_metrics(perm, scratch, g);
    }
}
