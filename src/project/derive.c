#include "base/base.h"

#include "model/unit.h"
#include "project/derive.h"
#include "project/select.h"

/* One rule on its way over the groups. */
typedef struct {
    arena *perm;
    arena scratch;
    study *s;
    const derived_rule *rule;
    warnings *w;
    err *e;
    ptrdiff_t met; /* results that have all that the formula needs */
} deriver;

const derived_rule *study_derived(const study *s, str name)
{
    for (const derived_rule *r = s->derived; r; r = r->next) {
        if (str_eq(r->name, name)) {
            return r;
        }
    }
    return NULL;
}

/* --- what is wrong, in study.yaml --------------------------------------------------- */

static bool wrong(deriver *d, str part, const char *text, const char *hint)
{
    err_at(d->e, &d->s->yaml, part, "%s", text);
    if (d->e->line == 0) {
        err_at(d->e, &d->s->yaml, d->rule->formula_raw, "%s", text);
    }
    return hint && hint[0] ? err_hint(d->e, "%s", hint) : false;
}

static bool unknown(deriver *d, str part, const char *what, str name, const str *names,
                    ptrdiff_t n)
{
    char text[200], hint[200] = "";
    snprintf(text, sizeof text, "unknown %s '%.*s'", what, SV(name));
    str near = str_nearest(name, names, n, d->scratch);
    if (near.len > 0) {
        snprintf(hint, sizeof hint, "Did you mean '%.*s'?", SV(near));
    }
    return wrong(d, part, text, hint);
}

static bool measured_anywhere(const study *s, str name)
{
    for (const group *g = s->groups; g; g = g->next) {
        if (group_metric(g, name)) {
            return true;
        }
    }
    return false;
}

static const price *price_of(const study *s, str name)
{
    for (const price *p = s->prices; p; p = p->next) {
        if (str_eq(p->variant, name)) {
            return p;
        }
    }
    return NULL;
}

static bool check_metric(deriver *d, const formula_input *in)
{
    if (measured_anywhere(d->s, in->name)) {
        return true;
    }
    enum { MOST = 256 };
    str names[MOST];
    ptrdiff_t n = 0;
    for (const group *g = d->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m && n < MOST; m = m->next) {
            names[n++] = m->name;
        }
    }
    return unknown(d, in->raw, "metric", in->name, names, n);
}

static bool check_price(deriver *d, const formula_input *in)
{
    if (in->name.len > 0 ? price_of(d->s, in->name) != NULL : d->s->prices != NULL) {
        return true;
    }
    if (!d->s->prices) {
        return wrong(
            d, in->raw, "the study has no prices",
            "Add 'prices: {VARIANT: {amount: 11.99, currency: USD, per: month}}'.");
    }
    enum { MOST = 256 };
    str names[MOST];
    ptrdiff_t n = 0;
    for (const price *p = d->s->prices; p && n < MOST; p = p->next) {
        names[n++] = p->variant;
    }
    return unknown(d, in->raw, "price", in->name, names, n);
}

static bool check_names(deriver *d)
{
    const formula *f = &d->rule->f;
    bool takes_metric = false;
    for (ptrdiff_t i = 0; i < f->input_count; i++) {
        const formula_input *in = &f->inputs[i];
        takes_metric = takes_metric || in->kind != INPUT_PRICE;
        if (!(in->kind == INPUT_PRICE ? check_price : check_metric)(d, in)) {
            return false;
        }
    }
    if (!takes_metric) {
        return wrong(d, f->text, "the formula takes no metric",
                     "A derived metric is computed from what was measured.");
    }
    if (d->rule->workload.len > 0 && study_workload(d->s, d->rule->workload) < 0) {
        return wrong(d, d->rule->raw, "'workload' names none of the study's", NULL);
    }
    return true;
}

static bool check_prices(study *s, arena scratch, err *e)
{
    for (const price *p = s->prices; p; p = p->next) {
        if (study_variant(s, p->variant) >= 0) {
            continue;
        }
        str *names = NEW(&scratch, str, s->variant_count);
        for (ptrdiff_t i = 0; i < s->variant_count; i++) {
            names[i] = s->variants[i].id;
        }
        err_at(e, &s->yaml, p->raw, "there is no variant '%.*s' to have a price",
               SV(p->variant));
        str near = str_nearest(p->variant, names, s->variant_count, scratch);
        return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near)) : false;
    }
    return true;
}

/* --- what a formula takes, of one result ------------------------------------------ */

/* The same workload, variant and run, and no parameter that says otherwise. */
static bool same_place(const group *a, const group *b)
{
    if (a->workload != b->workload || a->variant != b->variant || a->run != b->run) {
        return false;
    }
    for (const param *p = a->params; p; p = p->next) {
        str other = group_param(b, p->name);
        if (other.ptr && !str_eq(other, p->value)) {
            return false;
        }
    }
    return true;
}

typedef enum { TAKEN, MISSING, FAILED } taking;

static bool has(const group *g, const formula_input *in)
{
    return group_metric(g, in->name) && (!in->tool.ptr || str_eq(in->tool, g->tool));
}

static taking take_metric(deriver *d, const group *home, const formula_input *in,
                          derived_input *ret)
{
    const group *from = has(home, in) ? home : NULL;
    for (const group *g = d->s->groups; g && from != home; g = g->next) {
        if (g == home || !same_place(home, g) || !has(g, in)) {
            continue;
        }
        if (from) {
            char text[300];
            snprintf(text, sizeof text, "'%.*s' was measured by more than one tool",
                     SV(in->raw));
            char hint[300];
            snprintf(hint, sizeof hint, "Say which: %.*s@%.*s or %.*s@%.*s.",
                     SV(in->name), SV(from->tool), SV(in->name), SV(g->tool));
            wrong(d, in->raw, text, hint);
            return FAILED;
        }
        from = g;
    }
    const metric *m = from ? group_metric(from, in->name) : NULL;
    maybe v = !m ? (maybe){0} : in->stat.ptr ? metric_stat(m, in->stat) : m->mean;
    v = m && !v.known && !in->stat.ptr ? m->last : v;
    if (!v.known) {
        return MISSING;
    }
    *ret = (derived_input){
        .name = in->raw, .m = m, .g = from, .value = v.value, .unit = m->unit};
    return TAKEN;
}

/* The sum over the workloads of this variant and run, by one tool. */
static taking take_total(deriver *d, const group *home, const formula_input *in,
                         derived_input *ret)
{
    const group *first = NULL;
    double sum = 0;
    bool varies = false;
    for (const group *g = d->s->groups; g; g = g->next) {
        const metric *m = group_metric(g, in->name);
        if (g->variant != home->variant || g->run != home->run || !m || !m->mean.known
            || (first && !str_eq(first->tool, g->tool))) {
            continue;
        }
        first = first ? first : g;
        sum += m->mean.value;
        varies = varies || m->stddev.known;
    }
    if (!first) {
        return MISSING;
    }
    *ret = (derived_input){.name = in->raw,
                           .g = first,
                           .value = sum,
                           .unit = group_metric(first, in->name)->unit,
                           .varies = varies};
    return TAKEN;
}

static taking take_input(deriver *d, const group *home, const formula_input *in,
                         derived_input *ret)
{
    if (in->kind == INPUT_METRIC) {
        return take_metric(d, home, in, ret);
    }
    if (in->kind == INPUT_TOTAL) {
        return take_total(d, home, in, ret);
    }
    str own = d->s->variants[home->variant].id;
    const price *p = price_of(d->s, in->name.len > 0 ? in->name : own);
    if (!p) {
        return MISSING;
    }
    *ret = (derived_input){
        .name = in->raw, .price = p, .value = p->value, .unit = p->currency};
    return TAKEN;
}

/* --- units ---------------------------------------------------------------------------
 */

static dimension input_dimension(const derived_input *in)
{
    quantity_unit u = {0};
    str bad;
    if (in->price) {
        return in->price->of;
    }
    return quantity_unit_parse(in->unit, &u, &bad) ? u.of : (dimension){0};
}

/* A derived metric in a unit of its own ("USD per million requests") is held in it. */
static double input_scale(const derived_input *in)
{
    quantity_unit u = {0};
    str bad;
    bool own = in->m && in->m->derived && quantity_unit_parse(in->unit, &u, &bad);
    return own ? u.scale : 1;
}

/* A unit that the model knows is shown with the prefix that fits; any other as it is. */
static bool settle_unit(deriver *d, dimension of, str *name, double *scale)
{
    const derived_rule *rule = d->rule;
    unit known = {0};
    quantity_unit u = {0};
    str bad;
    *scale = 1;
    if (rule->unit.len == 0) {
        bool plain = dimension_eq(of, (dimension){0});
        *name = plain ? S("1") : dimension_text(d->perm, of);
        return true;
    }
    if (!quantity_unit_parse(rule->unit, &u, &bad) || !dimension_eq(u.of, of)) {
        arena tmp = d->scratch;
        err_at(d->e, &d->s->yaml, rule->unit_raw,
               "the formula gives %.*s, and '%.*s' is %.*s", SV(dimension_text(&tmp, of)),
               SV(rule->unit), SV(dimension_text(&tmp, u.of)));
        return err_hint(d->e, "Correct the unit, or the formula: %.*s.",
                        SV(rule->f.text));
    }
    bool is_known = unit_find(rule->unit, &known);
    *name = is_known ? known.base : rule->unit;
    *scale = is_known ? 1 : u.scale;
    return true;
}

/* --- spread --------------------------------------------------------------------------
 */

typedef struct {
    int varied, blind, single;
    bool within, same_runs, all_samples;
    maybe least_n;
    double variance;
    ptrdiff_t samples;
} spreads;

static void count_input(spreads *all, const derivation *k, ptrdiff_t i, double slope,
                        const group *home)
{
    const derived_input *in = &k->inputs[i];
    const metric *m = in->m;
    all->blind += in->varies;
    if (!m || (m->derived && m->derived->spread == SPREAD_NONE && !m->n.known)) {
        return;
    }
    bool whole = !k->rule->f.inputs[i].stat.ptr;
    bool one = m->n.known && m->n.value < 2;
    bool spread = whole && !one && m->stddev.known;
    all->single += one;
    all->blind += !one && !spread;
    all->varied += spread;
    all->within = all->within || (spread && m->spread_within_run);
    all->variance += spread ? slope * slope * m->stddev.value * m->stddev.value : 0;
    if (m->n.known && (!all->least_n.known || m->n.value < all->least_n.value)) {
        all->least_n = m->n;
    }
    for (ptrdiff_t k2 = 0; k2 < i; k2++) {
        const derived_input *other = &k->inputs[k2];
        all->same_runs = all->same_runs || (other->m && spread && other->g == in->g);
    }
    bool samples = whole && in->g == home && m->sample_count >= 2
                   && (!all->samples || all->samples == m->sample_count);
    all->samples = samples ? m->sample_count : all->samples;
    all->all_samples = all->all_samples && samples;
}

/* Which rule serves: GUM (JCGM 100:2008) 5.1.2, equation 10, wants independent inputs;
 * two metrics of the same runs are not, so they need single runs, or there is no spread.
 * With several n the least is taken, which claims no more than is known. */
static spread_rule rule_for(const spreads *all)
{
    if (all->all_samples && all->samples >= 2) {
        return SPREAD_RUNS;
    }
    if (all->varied + all->blind == 0) {
        return SPREAD_NONE;
    }
    if (all->blind > 0 || all->single > 0) {
        return SPREAD_UNSTATED;
    }
    return all->varied == 1 ? SPREAD_FIRST_ORDER
           : all->same_runs ? SPREAD_JOINT
                            : SPREAD_INDEPENDENT;
}

/* The formula for each run by itself. False: one run's value is no number. */
static bool run_by_run(deriver *d, const derivation *k, double *values, double scale,
                       metric *m)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < k->input_count; i++) {
        n = k->inputs[i].m ? k->inputs[i].m->sample_count : n;
    }
    m->samples = NEW(d->perm, double, n);
    for (ptrdiff_t at = 0; at < n; at++) {
        for (ptrdiff_t i = 0; i < k->input_count; i++) {
            const metric *in = k->inputs[i].m;
            values[i] = in ? in->samples[at] * input_scale(&k->inputs[i]) : values[i];
        }
        double v = 0;
        if (!formula_value(&k->rule->f, values, &v, NULL)) {
            return false;
        }
        m->samples[m->sample_count++] = v / scale;
    }
    m->mean = (maybe){0};
    metric_from_samples(d->perm, m, NULL, 0, d->scratch);
    return true;
}

static bool compute(deriver *d, derivation *k, const group *home, double scale, metric *m)
{
    double values[FORMULA_INPUTS], slopes[FORMULA_INPUTS], v = 0;
    spreads all = {.all_samples = true};
    for (ptrdiff_t i = 0; i < k->input_count; i++) {
        values[i] = k->inputs[i].value * input_scale(&k->inputs[i]);
    }
    if (!formula_value(&k->rule->f, values, &v, slopes)) {
        return false;
    }
    m->mean = SOME(v / scale);
    for (ptrdiff_t i = 0; i < k->input_count; i++) {
        double by = slopes[i] * input_scale(&k->inputs[i]) / scale;
        count_input(&all, k, i, by, home);
        m->resolution += k->inputs[i].m ? fabs(by) * k->inputs[i].m->resolution : 0;
    }
    k->spread = rule_for(&all);
    if (k->spread == SPREAD_RUNS) {
        return run_by_run(d, k, values, scale, m);
    }
    m->n = all.least_n;
    m->spread_within_run = all.within;
    if (k->spread == SPREAD_FIRST_ORDER || k->spread == SPREAD_INDEPENDENT) {
        m->stddev = SOME(sqrt(all.variance));
    }
    return true;
}

/* --- over the groups --------------------------------------------------------------- */

/* The group's own list: with one entry it is the raw file's, which stays as it is. */
static void append(deriver *d, group *g, metric *m)
{
    metric *copy = NULL, **end = &copy;
    for (const metric *old = g->metrics; old; old = old->next) {
        *end = NEW(d->perm, metric, 1);
        **end = *old;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    *end = m;
    g->metrics = copy;
}

static void warn_impossible(deriver *d, const group *g)
{
    err w = {0};
    arena tmp = d->scratch;
    err_at(&w, &d->s->yaml, d->rule->raw,
           "%.*s of %.*s can't be computed: %.*s divides by "
           "zero",
           SV(d->rule->name), SV(group_name(&tmp, d->s, g)), SV(d->rule->f.text));
    warn_add(d->w, &w);
}

/* The whole formula of one group; false: *d->e is set. */
static bool derive_group(deriver *d, group *g)
{
    const formula *f = &d->rule->f;
    derivation *k = NEW(d->perm, derivation, 1);
    *k = (derivation){.rule = d->rule,
                      .inputs = NEW(d->perm, derived_input, f->input_count),
                      .input_count = f->input_count};
    dimension kinds[FORMULA_INPUTS], of;
    const derived_input *first = NULL;
    for (ptrdiff_t i = 0; i < f->input_count; i++) {
        taking t = take_input(d, g, &f->inputs[i], &k->inputs[i]);
        if (t != TAKEN) {
            return t == MISSING;
        }
        kinds[i] = input_dimension(&k->inputs[i]);
        first = !first && k->inputs[i].m ? &k->inputs[i] : first;
    }
    formula_error why = {0};
    if (!formula_dimension(f, kinds, d->scratch, &of, &why)) {
        return wrong(d, why.part, why.text, why.hint);
    }
    metric *m = NEW(d->perm, metric, 1);
    *m = (metric){.name = d->rule->name,
                  .better = d->rule->better,
                  .line = first ? first->m->line : g->entries[0]->r->line,
                  .derived = k};
    double scale = 1;
    d->met++;
    if (!settle_unit(d, of, &m->unit, &scale)) {
        return false;
    }
    if (!compute(d, k, g, scale, m)) {
        warn_impossible(d, g);
        return true;
    }
    append(d, g, m);
    return true;
}

/* The group of a workload and variant that gets the metric: the one with the formula's
 * first metric; of a formula of totals alone, the first. */
static bool is_home(const deriver *d, const group *g)
{
    const formula *f = &d->rule->f;
    if (d->rule->workload.len > 0
        && !str_eq(d->s->workloads[g->workload].id, d->rule->workload)) {
        return false;
    }
    if (group_metric(g, d->rule->name)) {
        return false; /* what was measured is never replaced */
    }
    for (ptrdiff_t i = 0; i < f->input_count; i++) {
        if (f->inputs[i].kind == INPUT_METRIC) {
            return has(g, &f->inputs[i]);
        }
    }
    for (const group *o = d->s->groups; o != g; o = o->next) {
        if (same_place(o, g)) {
            return false;
        }
    }
    return true;
}

static bool derive_one(deriver *d)
{
    if (!check_names(d)) {
        return false;
    }
    for (group *g = d->s->groups; g; g = g->next) {
        if (is_home(d, g) && !derive_group(d, g)) {
            return false;
        }
    }
    if (d->met > 0) {
        return true;
    }
    return wrong(d, d->rule->f.text, "no result has all that the formula needs",
                 "Its metrics must be of one workload, variant and run, and a price of "
                 "its variant.");
}

bool study_derive(arena *perm, arena scratch, study *s, warnings *w, err *e)
{
    if (!check_prices(s, scratch, e)) {
        return false;
    }
    for (const derived_rule *rule = s->derived; rule; rule = rule->next) {
        deriver d = {perm, scratch, s, rule, w, e, 0};
        if (!derive_one(&d)) {
            return false;
        }
    }
    return true;
}

str spread_words(spread_rule r)
{
    switch (r) {
    case SPREAD_NONE:
        return (str){0};
    case SPREAD_RUNS:
        return S("computed run by run, so its spread is that of the runs");
    case SPREAD_FIRST_ORDER:
        return S("its spread is the input’s, propagated to first order (JCGM 100:2008, "
                 "5.1.2)");
    case SPREAD_INDEPENDENT:
        return S("its spread is propagated to first order from independent inputs (JCGM "
                 "100:2008, 5.1.2)");
    case SPREAD_UNSTATED:
        return S("without a spread, since an input states none");
    case SPREAD_JOINT:
        return S("without a spread, since how its inputs vary together isn’t known");
    }
    return (str){0};
}
