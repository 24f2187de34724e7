#include "base/base.h"

#include "base/out.h"
#include "project/study.h"

/* Where a group is found again: two bits of the hash choose the way at each step down. */
typedef struct place {
    struct place *child[4];
    group *g;
} place;

/* The newest run of what is compared, found in the same way. */
typedef struct newest {
    struct newest *child[4];
    const group *g;
    str date;
} newest;

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

/* Room for twice as many is made when what there is is full: at each power of two. */
static void add_entry(arena *perm, group *g, entry *en)
{
    if ((g->n & (g->n - 1)) == 0) {
        entry **more = NEW(perm, entry *, g->n > 0 ? 2 * g->n : 1);
        for (ptrdiff_t i = 0; i < g->n; i++) {
            more[i] = g->entries[i];
        }
        g->entries = more;
    }
    g->entries[g->n++] = en;
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

static uint64_t hash_entry(arena scratch, const entry *en)
{
    out *o = out_memory(&scratch);
    out_fmt(o, "%td/%td %.*s %.*s %.*s", en->workload, en->variant, SV(en->from->run->id),
            SV(en->r->tool), SV(en->r->command));
    for (const param *p = en->r->params; p; p = p->next) {
        out_fmt(o, " %.*s=%.*s", SV(p->name), SV(p->value));
    }
    return str_hash(out_text(o));
}

/* The place of the entry's group, which is empty where it is the first of it. */
static place *find_place(arena *places, place **root, const entry *en)
{
    place **p = root;
    for (uint64_t way = hash_entry(*places, en); *p && !repeats((*p)->g, en); way <<= 2) {
        p = &(*p)->child[way >> 62];
    }
    if (!*p) {
        *p = NEW(places, place, 1);
    }
    return *p;
}

static newest *find_newest(arena *places, newest **root, const group *g)
{
    char key[120];
    int n = snprintf(key, sizeof key, "%td/%td %.*s", g->workload, g->variant,
                     SV(str_take(g->tool, 60)));
    newest **p = root;
    for (uint64_t way = str_hash((str){key, n}); *p; way <<= 2) {
        const group *known = (*p)->g;
        if (known->workload == g->workload && known->variant == g->variant
            && str_eq(known->tool, g->tool)) {
            return *p;
        }
        p = &(*p)->child[way >> 62];
    }
    *p = NEW(places, newest, 1);
    (*p)->g = g;
    return *p;
}

static void mark_outdated(arena scratch, study *s)
{
    newest *root = NULL;
    for (const group *g = s->groups; g; g = g->next) {
        newest *at = find_newest(&scratch, &root, g);
        at->date = str_cmp(g->run->date, at->date) > 0 ? g->run->date : at->date;
    }
    for (group *g = s->groups; g; g = g->next) {
        str date = find_newest(&scratch, &root, g)->date;
        g->outdated = str_cmp(date, g->run->date) > 0;
    }
}

static void collect(arena *perm, arena scratch, study *s)
{
    place *root = NULL;
    group **end = &s->groups;
    for (entry *en = s->entries; en; en = en->next) {
        place *at = find_place(&scratch, &root, en);
        if (!at->g) {
            group *g = at->g = *end = NEW(perm, group, 1);
            end = &g->next;
            g->workload = en->workload;
            g->variant = en->variant;
            g->tool = en->r->tool;
            g->run = en->from->run;
            g->params = en->r->params;
        }
        add_entry(perm, at->g, en);
    }
}

/* What is asked of one workload shall not take a walk over all others. */
static void list_by_workload(arena scratch, study *s)
{
    entry ***ends = NEW(&scratch, entry **, s->workload_count);
    group ***last = NEW(&scratch, group **, s->workload_count);
    for (ptrdiff_t w = 0; w < s->workload_count; w++) {
        ends[w] = &s->workloads[w].entries;
        last[w] = &s->workloads[w].groups;
    }
    for (entry *en = s->entries; en; en = en->next) {
        *ends[en->workload] = en;
        ends[en->workload] = &en->beside;
    }
    for (group *g = s->groups; g; g = g->next) {
        *last[g->workload] = g;
        last[g->workload] = &g->beside;
    }
}

void study_group(arena *perm, arena scratch, study *s)
{
    collect(perm, scratch, s);
    list_by_workload(scratch, s);
    mark_outdated(scratch, s);
    for (group *g = s->groups; g; g = g->next) {
        settle_metrics(perm, scratch, g);
    }
}
