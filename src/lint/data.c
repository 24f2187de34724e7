#include "base/base.h"

#include "lint/rules.h"
#include "stats/rank.h"
#include "stats/sample.h"

/* D: is there enough data for the statistic that is shown? */

/* --- D01 ------------------------------------------------------------------------- */

/* A difference is told of results that nobody can test. Repeats of one variant are set
 * against each other to show how much they differ. */
static bool compares_untested(const lint *l, const mention *m)
{
    versus v;
    return is_relative(m) && m->a.g != m->b.g && versus_of_mention(l, m, &v) && !v.tested;
}

static bool same_subject(const mention *a, const mention *b)
{
    return a->workload == b->workload && str_eq(a->a.m->name, b->a.m->name);
}

/* Of the comparisons that the post makes in one metric of one workload: the first, and
 * how many they are. */
static void tell_untested(lint *l, const mention *first)
{
    versus v = {0};
    ptrdiff_t more = 0;
    for (const mention *m = first->next; m; m = m->next) {
        more += compares_untested(l, m) && same_subject(m, first);
    }
    const char *others = more ? str_cz(l->perm, str_fmt(l->perm, " (and %td other%s)",
                                                        more, more > 1 ? "s" : ""))
                              : "";
    if (versus_of_mention(l, first, &v)) {
        finding *f =
            found_in_post(l, first->place, "%s%s: compared, but not tested (%s)",
                          mention_words(l, first), others, untested_name(v.full.why));
        advise(f,
               "Nobody knows how the next run would differ: repeat it at least 5 times.");
    }
}

void rule_D01(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        bool first = compares_untested(l, m);
        for (const mention *o = l->r->mentions; first && o && o != m; o = o->next) {
            first = !(compares_untested(l, o) && same_subject(o, m));
        }
        if (first) {
            tell_untested(l, m);
        }
    }
}

/* --- D02, D03, D04: intervals ------------------------------------------------------- */

void rule_D02(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        const metric *of = m->a.m;
        if (of && str_eq(m->a.stat, S("median")) && of->n.known && of->n.value >= 2
            && of->n.value < 6) {
            finding *f =
                found_in_post(l, m->place,
                              "the median of %g runs: even their whole range covers it "
                              "with %.1f%% only",
                              of->n.value, 100 * (1 - 2 * pow(0.5, of->n.value)));
            advise(f, "6 runs give an interval of 95%%.");
        }
    }
}

/* The first pair of a workload and metric that `is` says yes to. */
static const pair *first_pair(const lint *l, const pair *of, bool (*is)(const pair *))
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        if (p->slice.workload == of->slice.workload && str_eq(p->metric, of->metric)
            && is(p)) {
            return p;
        }
    }
    return NULL;
}

static bool is_too_small(const pair *p)
{
    return p->has_ratio && p->v.tested && between_runs(p->ma) && between_runs(p->mb)
           && least_rank_p(p->ma->n.value, p->mb->n.value) >= 0.05;
}

void rule_D03(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        if (first_pair(l, p, is_too_small) != p) {
            continue;
        }
        double a = p->ma->n.value, b = p->mb->n.value;
        finding *f =
            found_in_group(l, p->ga, p->ma,
                           "%s, %.*s: of %g and %g runs no order has p below %.2f, "
                           "so the verdict leans on normality",
                           pair_words(l, p), SV(p->metric), a, b, least_rank_p(a, b));
        advise(f, "From 4 runs a side on ranks can tell; 10 leave some room.");
    }
}

/* From a summary alone, skew shows in how far the extremes lie from the mean. */
static bool leans(const metric *m)
{
    double low = m->mean.value - m->min.value, high = m->max.value - m->mean.value;
    return between_runs(m) && m->sample_count == 0 && m->min.known && m->max.known
           && m->n.value >= 5 && m->n.value < 30 && (high > 4 * low || low > 4 * high);
}

void rule_D04(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        const metric *m = leans(p->ma) ? p->ma : leans(p->mb) ? p->mb : NULL;
        if (!m || !p->has_ratio || !p->v.tested) {
            continue;
        }
        finding *f =
            found_in_group(l, m == p->ma ? p->ga : p->gb, m,
                           "%s, %.*s: of %g runs only a summary is known, and it leans: "
                           "%s below the mean "
                           "%s, %s above",
                           pair_words(l, p), SV(p->metric), m->n.value,
                           amount_words(l, m->mean.value - m->min.value, m->unit),
                           amount_words(l, m->mean.value, m->unit),
                           amount_words(l, m->max.value - m->mean.value, m->unit));
        advise(f, "Keep the single runs (hyperfine --export-json): then ranks decide.");
    }
}

/* --- D05 ------------------------------------------------------------------------- */

static void check_percentiles(lint *l, const group *g, const metric *m)
{
    for (ptrdiff_t i = m->percentile_count - 1; i >= 0 && m->n.known; i--) {
        double p = m->percentiles[i].p;
        double least = p > 50 && p < 100 ? round(100 / (100 - p)) : 0;
        if (m->n.value >= 10 * least) {
            continue;
        }
        bool none = m->n.value < least;
        finding *f = found_in_group(
            l, g, m, "%s %.*s: p%g of %g samples %s", group_words(l, g), SV(m->name), p,
            m->n.value, none ? "is their maximum" : "hangs on a handful of them");
        f->level = none ? LEVEL_ERROR : LEVEL_WARNING;
        advise(f, "p%g wants at least %.0f samples, and %.0f to be steady.", p, least,
               10 * least);
        return;
    }
}

/* Is the metric one that the page is about, or that the post names? */
static bool is_shown(const lint *l, const group *g, const metric *m)
{
    str names[2];
    ptrdiff_t n = primary_metrics(&l->c, g->workload, names);
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq(names[i], m->name)) {
            return true;
        }
    }
    for (const mention *o = l->r->mentions; o; o = o->next) {
        if (o->workload == g->workload
            && (str_eq(o->metric, m->name)
                || (o->a.m && str_eq(o->a.m->name, m->name)))) {
            return true;
        }
    }
    return false;
}

void rule_D05(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            bool sampled =
                str_eq(g->tool, S("prometheus")); /* of a gauge, not of requests */
            if (m->percentile_count > 0 && !sampled && is_shown(l, g, m)) {
                check_percentiles(l, g, m);
            }
        }
    }
}

/* --- D06 ------------------------------------------------------------------------- */

static maybe worst_variation(const pair *p)
{
    maybe a = variation_of(p->ma), b = variation_of(p->mb);
    if (!a.known || (b.known && b.value > a.value)) {
        return b;
    }
    return a;
}

static bool scatters(const pair *p)
{
    maybe cv = worst_variation(p);
    return cv.known && cv.value > 0.05;
}

static bool tells_difference(const lint *l, const pair *p)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        bool straight = m->a.m == p->ma && m->b.m == p->mb;
        bool turned = m->a.m == p->mb && m->b.m == p->ma;
        if (is_relative(m) && (straight || turned) && !is_qualified(l, m)) {
            return true;
        }
    }
    return false;
}

static const pair *worst_pair(const lint *l, const pair *of)
{
    const pair *worst = NULL;
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        if (p->slice.workload == of->slice.workload && str_eq(p->metric, of->metric)
            && scatters(p)
            && (!worst || worst_variation(p).value > worst_variation(worst).value)) {
            worst = p;
        }
    }
    return worst;
}

void rule_D06(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        maybe cv = worst_variation(p);
        bool told = p->has_ratio
                    && (p->v.verdict == VERDICT_LOWER || p->v.verdict == VERDICT_HIGHER);
        bool hidden = cv.known && told && fabs(p->v.ratio - 1) < cv.value
                      && cv.value > l->s->site->practical_limit && tells_difference(l, p);
        const group *g =
            cv.known && variation_of(p->ma).known && variation_of(p->ma).value >= cv.value
                ? p->ga
                : p->gb;
        if (hidden) {
            finding *f = found_in_group(
                l, g, g == p->ga ? p->ma : p->mb,
                "%s, %.*s: a difference of %.1f%% is told, but runs scatter by %.1f%%",
                pair_words(l, p), SV(p->metric), 100 * fabs(p->v.ratio - 1),
                100 * cv.value);
            advise(f, "Say that the two can't be told apart, or run more often on a "
                      "quieter machine.");
        } else if (worst_pair(l, p) == p) {
            finding *f =
                found_in_group(l, g, g == p->ga ? p->ma : p->mb,
                               "%s, %.*s: runs scatter by %.1f%% (coefficient of "
                               "variation)",
                               group_words(l, g), SV(p->metric), 100 * cv.value);
            advise(f, "Below 5%% is usual on a quiet machine: look for other load, or "
                      "run more often.");
        }
    }
}

/* --- D07, D08, D09: the shape of a sample ---------------------------------------------
 */

static bool in_order(const group *g, const metric *m)
{
    return g->n == 1 && m->sample_count >= 10 && !m->spread_within_run;
}

/* The mean of the first tenth against the median of the rest. */
static bool starts_apart(lint *l, const metric *m, double *first, double *rest)
{
    ptrdiff_t k = (m->sample_count + 9) / 10;
    robust_scale scale = stats_robust(m->samples + k, m->sample_count - k, l->scratch);
    *first = stats_summary(m->samples, k).mean;
    *rest = scale.median;
    return scale.mad > 0 && fabs(*first - *rest) > 3 * 1.4826 * scale.mad
           && fabs(*first - *rest) > 0.02 * fabs(*rest);
}

static void check_order(lint *l, const group *g, const metric *m)
{
    double first, rest;
    drift_test drift;
    if (!in_order(g, m)) {
        return;
    }
    if (starts_apart(l, m, &first, &rest)) {
        finding *f = found_in_group(
            l, g, m, "%s %.*s: the first runs take %s, the others %s", group_words(l, g),
            SV(m->name), amount_words(l, first, m->unit), amount_words(l, rest, m->unit));
        advise(f, "Warm up before measuring (hyperfine --warmup 3), or say that cold "
                  "starts count.");
    } else if (stats_drift(m->samples, m->sample_count, l->scratch, &drift)
               && drift.p < 0.01) {
        finding *f = found_in_group(
            l, g, m, "%s %.*s drifts over %td runs: rho %.2f, p = %.4f",
            group_words(l, g), SV(m->name), m->sample_count, drift.rho, drift.p);
        advise(f, "Was the machine heating up or something growing? Run variants in "
                  "random order.");
    }
}

void rule_D07(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            check_order(l, g, m);
        }
    }
}

void rule_D08(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            arena tmp = l->scratch;
            double modes;
            if (m->sample_count >= STATS_MODES_MIN && !m->spread_within_run
                && stats_mvalue(stats_sorted(&tmp, m->samples, m->sample_count),
                                m->sample_count, &modes)
                && modes > STATS_MODES) {
                finding *f = found_in_group(
                    l, g, m, "%s %.*s: %td runs fall into several groups (mvalue %.1f)",
                    group_words(l, g), SV(m->name), m->sample_count, modes);
                advise(f, "Look at the histogram before a mean of it is believed: it may "
                          "lie where no run was.");
            }
        }
    }
}

void rule_D09(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (m->sample_count < 8 || m->spread_within_run) {
                continue;
            }
            arena tmp = l->scratch;
            fences t = stats_fences(stats_sorted(&tmp, m->samples, m->sample_count),
                                    m->sample_count);
            ptrdiff_t far = t.low_severe + t.high_severe;
            if (far > 0) {
                finding *f = found_in_group(l, g, m,
                                            "%s %.*s: %td of %td runs lie more than 3 "
                                            "quartile ranges outside the "
                                            "quartiles, %td more than 1.5",
                                            group_words(l, g), SV(m->name), far,
                                            m->sample_count, t.low_mild + t.high_mild);
                advise(f, "None is dropped; find out what happened in them.");
            }
        }
    }
}

static bool is_lopsided(const pair *p)
{
    double a = p->ma->n.value, b = p->mb->n.value;
    return between_runs(p->ma) && between_runs(p->mb) && (a >= 2 * b || b >= 2 * a);
}

void rule_D13(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        if (first_pair(l, p, is_lopsided) == p) {
            finding *f = found_in_group(l, p->ga, p->ma, "%s, %.*s: %g runs against %g",
                                        pair_words(l, p), SV(p->metric), p->ma->n.value,
                                        p->mb->n.value);
            advise(
                f,
                "The shorter side decides how wide the interval is: run both as often.");
        }
    }
}
