#include "base/base.h"

#include "base/num.h"
#include "lint/prose.h"
#include "report/format.h"

/* C02: a number that was typed into the post must be one that the study gives: a figure
 * of a result, or a ratio, a change or a difference of two. */

/* One figure of a result. */
typedef struct {
    const group *g;
    int repeat; /* #K; 0: of the whole group */
    const metric *m;
    str stat;
    double value;
} figure_of;

enum { MOST_FIGURES = 1000 };

typedef struct {
    lint *l;
    figure_of *all;
    ptrdiff_t n;
} figures_of;

static void add_figure(figures_of *to, const figure_of *f, maybe v)
{
    if (v.known && to->n < MOST_FIGURES) {
        to->all[to->n] = *f;
        to->all[to->n++].value = v.value;
    }
}

static void add_metric(figures_of *to, const group *g, int repeat, const metric *m)
{
    const struct {
        const char *stat;
        maybe v;
    } stats[] = {{"mean", m->mean}, {"median", m->median}, {"min", m->min},
                 {"max", m->max},   {"stddev", m->stddev}, {"sum", m->sum},
                 {"last", m->last}};
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        figure_of f = {g, repeat, m, str_from(stats[i].stat), 0};
        add_figure(to, &f, stats[i].v);
    }
    for (ptrdiff_t i = 0; i < m->percentile_count; i++) {
        figure_of f = {g, repeat, m, str_fmt(to->l->perm, "p%g", m->percentiles[i].p), 0};
        add_figure(to, &f, SOME(m->percentiles[i].value));
    }
}

static figures_of all_figures(lint *l)
{
    figures_of to = {l, NEW(l->perm, figure_of, MOST_FIGURES), 0};
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            add_metric(&to, g, 0, m);
        }
        for (ptrdiff_t k = 0; k < g->n && g->n > 1; k++) {
            for (const metric *m = g->entries[k]->r->metrics; m; m = m->next) {
                add_metric(&to, g, (int)k + 1, m);
            }
        }
    }
    return to;
}

/* --- the nearest -----------------------------------------------------------------------
 */

typedef enum { BY_VALUE, BY_DIFFERENCE, BY_RATIO, BY_CHANGE } way;

typedef struct {
    const figure_of *a, *b;
    way way;
    double value;
    double away, cost; /* in halves of the last digit; cost: more for far-fetched ways */
    bool fits;         /* of all that were considered, one is within the digits */
} nearest;

typedef struct {
    lint *l;
    const typed *t;
    nearest best;
} search;

/* Of figures that are about as near, authors mean the main metric against the baseline.
 */
static double far_fetched(const lint *l, const nearest *n)
{
    str names[2];
    ptrdiff_t count = primary_metrics(&l->c, n->a->g->workload, names);
    double cost =
        1 + 0.5 * (n->way == BY_DIFFERENCE) + 0.5 * !str_eq(n->a->stat, S("mean"));
    bool is_primary = false;
    for (ptrdiff_t i = 0; i < count; i++) {
        is_primary = is_primary || str_eq(n->a->m->name, names[i]);
    }
    if (n->b && n->b->g->variant != study_baseline(l->s, n->b->g->workload)) {
        cost += 0.5;
    }
    return cost + 0.5 * !is_primary;
}

static void consider(search *s, nearest candidate)
{
    const typed *t = s->t;
    double v = candidate.value;
    bool change = candidate.way == BY_CHANGE || t->kind != TYPED_PERCENT;
    if (t->sign != 0 && (!change || (v < 0) != (t->sign < 0))) {
        return;
    }
    candidate.away = fabs(fabs(v) - t->value) / t->half;
    candidate.fits = s->best.fits || candidate.away <= 1 + 1e-6;
    s->best.fits = candidate.fits;
    if (s->best.a && candidate.away >= s->best.cost) {
        return;
    }
    candidate.cost = (candidate.away + 0.01) * far_fetched(s->l, &candidate);
    if (!s->best.a || candidate.cost < s->best.cost) {
        s->best = candidate;
    }
}

static bool same_quantity(const figure_of *a, const figure_of *b)
{
    return a->g->workload == b->g->workload && str_eq(a->m->name, b->m->name)
           && str_eq(a->stat, b->stat) && !str_eq(a->stat, S("stddev"))
           && (a->g != b->g || a->repeat != b->repeat);
}

static void consider_pair(search *s, const figure_of *a, const figure_of *b)
{
    if (b->value == 0) { // NOLINT: no ratio to exactly zero
        return;
    }
    double ratio = a->value / b->value;
    if (s->t->kind == TYPED_PERCENT) {
        consider(s, (nearest){.a = a, .b = b, .way = BY_CHANGE, .value = ratio - 1});
    }
    if (s->t->kind == TYPED_FACTOR || (s->t->kind == TYPED_PERCENT && s->t->sign == 0)) {
        consider(s, (nearest){.a = a, .b = b, .way = BY_RATIO, .value = ratio});
    }
    if (s->t->kind == TYPED_VALUE && str_eq(a->m->unit, s->t->base)) {
        consider(s,
                 (nearest){
                     .a = a, .b = b, .way = BY_DIFFERENCE, .value = a->value - b->value});
    }
}

static nearest nearest_to(lint *l, const figures_of *from, const typed *t)
{
    search s = {.l = l, .t = t};
    str base = t->kind == TYPED_VALUE ? t->base : S("1");
    for (ptrdiff_t i = 0; i < from->n; i++) {
        const figure_of *a = &from->all[i];
        if (str_eq(a->m->unit, base)) {
            consider(&s, (nearest){.a = a, .way = BY_VALUE, .value = a->value});
        }
        for (ptrdiff_t k = 0; k < from->n; k++) {
            if (same_quantity(a, &from->all[k])) {
                consider_pair(&s, a, &from->all[k]);
            }
        }
    }
    return s.best;
}

/* --- telling -------------------------------------------------------------------------
 */

static str place_words(lint *l, const figure_of *f)
{
    str name = group_name(l->perm, l->s, f->g);
    return f->repeat > 0 ? str_fmt(l->perm, "%.*s#%d", SV(name), f->repeat) : name;
}

static str figure_words(lint *l, const figure_of *f)
{
    return str_eq(f->stat, S("mean"))
               ? f->m->name
               : str_fmt(l->perm, "%.*s.%.*s", SV(f->m->name), SV(f->stat));
}

static str nearest_words(lint *l, const typed *t, const nearest *n)
{
    str value = n->way == BY_CHANGE ? format_change(l->perm, n->value)
                : n->way == BY_RATIO && t->kind == TYPED_PERCENT
                    ? str_fmt(l->perm, "%.1f%%", 100 * n->value)
                : n->way == BY_RATIO
                    ? str_fmt(l->perm, "%.*s×", SV(format_ratio(l->perm, n->value)))
                    : format_value(l->perm, n->value, n->a->m->unit, 4);
    str metric_name = figure_words(l, n->a);
    if (!n->b) {
        return str_fmt(l->perm, "%.*s, %.*s %.*s", SV(value), SV(place_words(l, n->a)),
                       SV(metric_name));
    }
    str other = place_words(l, n->b);
    str short_name =
        str_eq(str_cut(other, S("/")).head, l->s->workloads[n->a->g->workload].id)
            ? str_cut(other, S("/")).tail
            : other;
    return str_fmt(l->perm, "%.*s, %.*s against %.*s, %.*s", SV(value),
                   SV(place_words(l, n->a)), SV(short_name), SV(metric_name));
}

static const char *const shortcodes[] = {"value", "difference", "ratio", "change"};

static void tell(lint *l, const typed *t, const nearest *n)
{
    finding *f =
        found_in_post(l, t->place, "\"%.*s\" is no figure of the study; nearest is %.*s",
                      SV(t->place), SV(n->a ? nearest_words(l, t, n) : S("none")));
    if (!n->a || n->way == BY_DIFFERENCE) {
        advise(f, "Take it from a result, or leave it out.");
    } else if (n->b) {
        advise(f, "Write {{ %s %.*s %.*s %.*s }}.", shortcodes[n->way],
               SV(place_words(l, n->a)), SV(place_words(l, n->b)),
               SV(figure_words(l, n->a)));
    } else {
        advise(f, "Write {{ value %.*s %.*s }}.", SV(place_words(l, n->a)),
               SV(figure_words(l, n->a)));
    }
}

/* "10 GB" of a workload's label, "8 GB" of the host: stated, and no result. */
static bool is_stated(lint *l, const typed *t)
{
    str text = lower_case(l->perm, t->place);
    text = str_replace(l->perm, text, S("\xC2\xA0"), S(" "));
    text = str_replace(l->perm, text, S("\n"), S(" "));
    str tight = str_replace(l->perm, text, S(" "), S(""));
    if (says_any(l->facts, (const char *const[]){str_cz(l->perm, text)}, 1)
        || says_any(l->facts, (const char *const[]){str_cz(l->perm, tight)}, 1)) {
        return true;
    }
    for (const entry *en = l->s->entries; en; en = en->next) {
        str command = lower_case(l->perm, en->r->command);
        if (says_any(command, (const char *const[]){str_cz(l->perm, tight)}, 1)) {
            return true;
        }
    }
    return t->kind == TYPED_PERCENT
           && fabs(t->value - l->s->site->practical_limit) < 1e-9;
}

void rule_C02(lint *l)
{
    typed *all = NEW(l->perm, typed, MOST_TYPED);
    ptrdiff_t n = prose_numbers(l->scratch, l->p->title, all, 0);
    n = prose_numbers(l->scratch, l->p->description, all, n);
    n = prose_numbers(l->scratch, l->p->finding, all, n);
    n = prose_numbers(l->scratch, l->p->body, all, n);
    figures_of from = n > 0 ? all_figures(l) : (figures_of){0};
    for (ptrdiff_t i = 0; i < n; i++) {
        nearest near = nearest_to(l, &from, &all[i]);
        if (!near.fits && !is_stated(l, &all[i])) {
            tell(l, &all[i], &near);
        }
    }
}
