/* The one rule for comparisons. */
#include "base/base.h"

#include "stats/compare.h"

/* A side with its gaps filled from its samples. */
static side completed(const side *s, arena scratch)
{
    side r = *s;
    if (r.samples.n >= 2 || (r.samples.n == 1 && !r.mean.known)) {
        summary own = stats_summary(r.samples.xs, r.samples.n);
        r.n = SOME(own.n);
        r.mean = SOME(own.mean);
        r.stddev = own.n >= 2 ? SOME(own.stddev) : (maybe){0};
        r.median = SOME(stats_median(r.samples.xs, r.samples.n, scratch));
    }
    return r;
}

static maybe side_center(const side *s, center c)
{
    return c == CENTER_MEAN ? s->mean : s->median;
}

static summary side_summary(const side *s)
{
    return (summary){s->mean.value, s->stddev.value, s->n.value};
}

static untested_reason why_untested(const side *s, center c)
{
    maybe value = side_center(s, c);
    if (!value.known) {
        return UNTESTED_NO_VALUE;
    }
    if (!(value.value > 0)) {
        return UNTESTED_NOT_POSITIVE;
    }
    if (s->spread_within_run) {
        return UNTESTED_WITHIN_RUN;
    }
    if (!s->n.known || s->n.value < 2) {
        return UNTESTED_ONE_RUN;
    }
    if (c == CENTER_MEDIAN) {
        return s->samples.n < 5 ? UNTESTED_FEW_SAMPLES : UNTESTED_NOT;
    }
    return s->stddev.known ? UNTESTED_NOT : UNTESTED_NO_SPREAD;
}

/* Both spreads are 0: each true mean may be half a printed step away. */
static interval rounding_interval(const side *a, const side *b)
{
    double low = b->mean.value - b->resolution / 2;
    return (interval){
        fmax(a->mean.value - a->resolution / 2, 0) / (b->mean.value + b->resolution / 2),
        low > 0 ? (a->mean.value + a->resolution / 2) / low : (double)INFINITY,
    };
}

static interval_method find_interval(const side *a, const side *b, center c,
                                     arena scratch, interval *ret)
{
    if (c == CENTER_MEDIAN) {
        return stats_bootstrap(a->samples, b->samples, c, 0.95, scratch, ret)
                   ? INTERVAL_BCA_MEDIANS
                   : INTERVAL_NONE;
    }
    if (!(a->stddev.value > 0) && !(b->stddev.value > 0)) {
        *ret = rounding_interval(a, b);
        return isfinite(ret->high) ? INTERVAL_ROUNDING : INTERVAL_NONE;
    }
    return stats_fieller(side_summary(a), side_summary(b), 0.95, ret) ? INTERVAL_FIELLER
                                                                      : INTERVAL_NONE;
}

static void add_interval(comparison *r, const side *a, const side *b, double limit,
                         arena scratch)
{
    r->why = why_untested(a, r->center);
    if (r->why == UNTESTED_NOT) {
        r->why = why_untested(b, r->center);
    }
    if (r->why != UNTESTED_NOT) {
        return;
    }
    r->interval_by = find_interval(a, b, r->center, scratch, &r->ci);
    if (r->interval_by == INTERVAL_NONE) {
        r->ci = (interval){0};
        r->why = UNTESTED_NO_INTERVAL;
        return;
    }
    r->verdict = stats_verdict(r->ci, limit);
}

static void add_test(comparison *r, const side *a, const side *b, arena scratch)
{
    sample x = a->samples, y = b->samples;
    mann_whitney u;
    welch_test w;
    if (a->spread_within_run || b->spread_within_run) {
        return;
    }
    if (x.n >= 4 && y.n >= 4) {
        if (stats_mann_whitney(x.xs, x.n, y.xs, y.n, scratch, &u)) {
            r->p = SOME(u.p);
            r->test = TEST_MANN_WHITNEY;
            r->exact = u.exact;
            r->effect = SOME(stats_cliff(x.xs, x.n, y.xs, y.n, scratch));
            r->effect_by = EFFECT_CLIFF;
        }
        return;
    }
    if (!a->stddev.known || !b->stddev.known || !a->n.known || !b->n.known
        || !stats_welch(side_summary(a), side_summary(b), &w)) {
        return;
    }
    r->p = SOME(w.p);
    r->test = TEST_WELCH;
    r->effect = stats_hedges(side_summary(a), side_summary(b));
    r->effect_by = r->effect.known ? EFFECT_HEDGES : EFFECT_NONE;
}

static void add_ratio(comparison *r, const side *a, const side *b)
{
    maybe x = side_center(a, r->center), y = side_center(b, r->center);
    if (!x.known || !y.known || !(x.value > 0) || !(y.value > 0)) {
        return;
    }
    r->ratio = SOME(x.value / y.value);
    if (a->spread_within_run || b->spread_within_run) {
        return;
    }
    if (r->center == CENTER_MEAN && a->stddev.known && b->stddev.known && a->n.known
        && b->n.known) {
        r->sigma = stats_ratio(side_summary(a), side_summary(b)).sigma;
    }
}

comparison stats_compare(const side *a, const side *b, compare_rule rule, arena scratch)
{
    side x = completed(a, scratch), y = completed(b, scratch);
    double limit = rule.limit.known ? rule.limit.value : 0.02;
    comparison r = {.center = rule.center};
    add_ratio(&r, &x, &y);
    add_interval(&r, &x, &y, limit, scratch);
    add_test(&r, &x, &y, scratch);
    if (rule.alone) {
        return r;
    }
    comparison other = {.center =
                            rule.center == CENTER_MEAN ? CENTER_MEDIAN : CENTER_MEAN};
    add_ratio(&other, &x, &y);
    add_interval(&other, &x, &y, limit, scratch);
    if (other.interval_by != INTERVAL_NONE) {
        r.has_other = true;
        r.other_ratio = other.ratio.value;
        r.other_ci = other.ci;
        r.other_verdict = other.verdict;
    }
    return r;
}

const char *interval_method_name(interval_method m)
{
    switch (m) {
    case INTERVAL_NONE:
        return "none";
    case INTERVAL_FIELLER:
        return "Fieller";
    case INTERVAL_ROUNDING:
        return "rounding of the figures";
    case INTERVAL_BCA_MEDIANS:
        return "BCa bootstrap of medians";
    }
    return "none";
}

const char *test_method_name(test_method m)
{
    switch (m) {
    case TEST_NONE:
        return "none";
    case TEST_WELCH:
        return "Welch’s t";
    case TEST_MANN_WHITNEY:
        return "Mann-Whitney U";
    }
    return "none";
}

const char *effect_method_name(effect_method m)
{
    switch (m) {
    case EFFECT_NONE:
        return "none";
    case EFFECT_HEDGES:
        return "Hedges’ g";
    case EFFECT_CLIFF:
        return "Cliff’s delta";
    }
    return "none";
}

const char *untested_name(untested_reason u)
{
    switch (u) {
    case UNTESTED_NOT:
        return "tested";
    case UNTESTED_NO_VALUE:
        return "no value";
    case UNTESTED_NOT_POSITIVE:
        return "no ratio with zero";
    case UNTESTED_ONE_RUN:
        return "one run";
    case UNTESTED_WITHIN_RUN:
        return "one run: the spread is within it";
    case UNTESTED_NO_SPREAD:
        return "spread not stated";
    case UNTESTED_FEW_SAMPLES:
        return "fewer than 5 single runs";
    case UNTESTED_NO_INTERVAL:
        return "spread too large for an interval";
    }
    return "";
}
