#include "base/base.h"

#include "base/num.h"
#include "lint/rules.h"

/* G: is what was averaged something that may be averaged? */

/* Several values behind one mean: pooled repeats, or a table that states n. */
static bool is_mean(const metric *m)
{
    return m->mean.known && m->n.known && m->n.value > 1 && !m->spread_within_run;
}

void rule_G01(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            str name = lower_case(l->perm, m->name);
            if (is_mean(m) && str_eq(m->unit, S("1"))
                && SAYS(name, "ratio", "speedup", "slowdown", "relative", "normalized",
                        "normalised", "overhead")) {
                finding *f = found_in_group(
                    l, g, m, "%s %.*s: %s is the arithmetic mean of %g ratios",
                    group_words(l, g), SV(m->name),
                    amount_words(l, m->mean.value, m->unit), m->n.value);
                advise(f,
                       "Give the times that the ratios were made of; ratios themselves "
                       "have a geometric mean only.");
            }
        }
    }
}

static bool is_rate(const metric *m)
{
    return str_eq(m->unit, S("B/s")) || str_eq(m->unit, S("1/s"));
}

/* What all runs together did a second: the bytes or requests of all over the time of all,
 * or, where the file doesn't say, as if each had done the same. */
static double rate_of_all(const group *g, const metric *m)
{
    str what = str_eq(m->name, S("throughput")) ? S("bytes_copied") : S("requests");
    double work = 0, seconds = 0, inverse = 0;
    bool known = true;
    for (ptrdiff_t i = 0; i < m->sample_count; i++) {
        if (m->samples[i] <= 0) {
            return m->mean.value;
        }
        inverse += 1 / m->samples[i];
    }
    for (ptrdiff_t i = 0; i < g->n; i++) {
        const metric *done = result_metric(g->entries[i]->r, what);
        const metric *time = result_metric(g->entries[i]->r, S("wall_time"));
        known = known && done && time && done->mean.known && time->mean.known;
        work += known ? done->mean.value : 0;
        seconds += known ? time->mean.value : 0;
    }
    return known && seconds > 0 ? work / seconds : (double)m->sample_count / inverse;
}

void rule_G02(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (!is_mean(m) || !is_rate(m) || m->sample_count < 2) {
                continue;
            }
            double own = rate_of_all(g, m);
            if (own > 0 && fabs(m->mean.value / own - 1) > l->s->site->practical_limit) {
                finding *f = found_in_group(
                    l, g, m,
                    "%s %.*s: the mean of %td rates is %s, all their work over all their "
                    "time %s",
                    group_words(l, g), SV(m->name), m->sample_count,
                    amount_words(l, m->mean.value, m->unit),
                    amount_words(l, own, m->unit));
                advise(f, "Compare the times instead, or tell the runs apart (#1, #2).");
            }
        }
    }
}

static bool is_percentile_name(str name)
{
    for (cut c = {.tail = name}; c.tail.len > 0;) {
        double p;
        c = str_cut(c.tail, S("_"));
        bool number =
            c.head.len > 1 && *c.head.ptr == 'p' && num_double(str_drop(c.head, 1), &p);
        if (number || str_eq(c.head, S("percentile"))) {
            return true;
        }
    }
    return false;
}

void rule_G03(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            str name = str_replace(l->perm, lower_case(l->perm, m->name), S("."), S("_"));
            if (is_mean(m) && is_percentile_name(name)) {
                finding *f = found_in_group(
                    l, g, m, "%s: %s is the mean of %g values of %.*s", group_words(l, g),
                    amount_words(l, m->mean.value, m->unit), m->n.value, SV(m->name));
                advise(f,
                       "Keep the runs apart (#1, #2), or give the samples: percentiles "
                       "can't be averaged.");
            }
        }
    }
}

/* --- averages over workloads: only where the post speaks of one -----------------------
 */

static bool speaks_of_average(const lint *l)
{
    return SAYS(l->prose, "geometric mean", "geomean", "average over", "averaged over",
                "mean over");
}

static bool has_result(const study *s, ptrdiff_t w, ptrdiff_t v)
{
    for (const group *g = s->groups; g; g = g->next) {
        if (g->workload == w && g->variant == v && g->status != STATUS_FAILED) {
            return true;
        }
    }
    return false;
}

void rule_G04(lint *l)
{
    const study *s = l->s;
    for (ptrdiff_t v = 0; v < s->variant_count && speaks_of_average(l); v++) {
        ptrdiff_t n = 0;
        for (ptrdiff_t w = 0; w < s->workload_count; w++) {
            n += has_result(s, w, v);
        }
        if (n > 0 && n < s->workload_count) {
            finding *f = found_in_post(l, (str){0},
                                       "the post averages over workloads, but '%.*s' has "
                                       "%td of %td",
                                       SV(s->variants[v].id), n, s->workload_count);
            advise(
                f,
                "Average over the workloads that all have, and say how many they are.");
            return;
        }
    }
}

void rule_G05(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count && speaks_of_average(l); i++) {
        const pair *p = &l->pairs[i];
        const metric *m = p->ma->mean.known && p->ma->mean.value <= 0 ? p->ma : p->mb;
        if (m->mean.known && m->mean.value <= 0) {
            const group *g = m == p->ma ? p->ga : p->gb;
            finding *f = found_in_group(
                l, g, m, "%s %.*s is %s: no geometric mean has it", group_words(l, g),
                SV(m->name), amount_words(l, m->mean.value, m->unit));
            advise(f,
                   "Leave the workload out for all and say so; no offset is invented.");
            return;
        }
    }
}

/* --- percentiles, extremes ------------------------------------------------------------
 */

static const char *const estimators[] = {"none", "the tool's own", "linear interpolation",
                                         "nearest rank", "a sketch"};

static const metric *ranked_latency(const group *g)
{
    const metric *m = group_metric(g, S("latency"));
    return m && m->percentile_count > 0 ? m : NULL;
}

void rule_G09(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        const group *first = l->s->groups;
        while (first != g && !(first->workload == g->workload && ranked_latency(first))) {
            first = first->next;
        }
        const metric *a = ranked_latency(first), *b = ranked_latency(g);
        if (a && b && a->estimator != b->estimator) {
            finding *f = found_in_group(l, g, b, "%s has percentiles by %s, %s by %s",
                                        group_words(l, first), estimators[a->estimator],
                                        group_words(l, g), estimators[b->estimator]);
            advise(f, "Compare percentiles of one estimator only, from the same form of "
                      "output.");
            return;
        }
    }
}

static bool told_middle(const lint *l, const mention *best)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        bool middle =
            m->a.m && (str_eq(m->a.stat, S("mean")) || str_eq(m->a.stat, S("median")));
        bool shown = m->says == SAYS_SHOWN && m->workload == best->workload
                     && (m->metric.len == 0 || str_eq(m->metric, best->a.m->name));
        if (shown
            || (middle && m->a.g == best->a.g && str_eq(m->a.m->name, best->a.m->name))) {
            return true;
        }
    }
    return false;
}

void rule_G10(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        if (!m->a.m || m->says != SAYS_VALUE) {
            continue;
        }
        bool best = (m->a.m->better == BETTER_LOWER && str_eq(m->a.stat, S("min")))
                    || (m->a.m->better == BETTER_HIGHER && str_eq(m->a.stat, S("max")));
        if (best && !told_middle(l, m)) {
            finding *f = found_in_post(
                l, m->place, "%s: the best of %s is told, and no mean or median",
                group_words(l, m->a.g), text_words(l, m->a.m->name));
            advise(f, "Name the median beside it: {{ value … %.*s.median }}.",
                   SV(m->a.m->name));
        }
    }
}
