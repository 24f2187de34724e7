#include "base/base.h"

#include "project/versus.h"

static summary summary_of(const metric *m)
{
    return (summary){.mean = m->mean.value,
                     .stddev = m->stddev.known ? m->stddev.value : 0,
                     .n = m->n.known ? m->n.value : 1};
}

/* A spread counts only between runs, and only with two of them or more. */
static bool has_spread(const metric *m)
{
    return m->stddev.known && m->n.known && m->n.value >= 2 && !m->spread_within_run;
}

bool versus_of(const metric *a, const metric *b, double practical_limit, versus *ret)
{
    if (!a->mean.known || !b->mean.known
        || b->mean.value == 0) { // NOLINT: no ratio to zero
        return false;
    }
    summary sa = summary_of(a), sb = summary_of(b);
    *ret = (versus){.ratio = sa.mean / sb.mean, .na = sa.n, .nb = sb.n};
    if (!has_spread(a) || !has_spread(b)) {
        ret->verdict = VERDICT_UNTESTED;
        return true;
    }
    ret->sigma = stats_ratio(sa, sb).sigma;
    welch_test w;
    if (stats_fieller(sa, sb, 0.95, &ret->ci) && stats_welch(sa, sb, &w)) {
        ret->tested = true;
        ret->p = w.p;
        ret->verdict = stats_verdict(ret->ci, practical_limit);
    }
    return true;
}

static const struct {
    str word;
    verdict v;
    int toward; /* +1: v == HIGHER counts when higher is better, LOWER when lower is */
} words[] = {
    {STR_INIT("same"), VERDICT_SAME, 0},
    {STR_INIT("unclear"), VERDICT_UNCLEAR, 0},
    {STR_INIT("untested"), VERDICT_UNTESTED, 0},
    {STR_INIT("lower"), VERDICT_LOWER, 0},
    {STR_INIT("higher"), VERDICT_HIGHER, 0},
    {STR_INIT("faster"), VERDICT_HIGHER, 1},
    {STR_INIT("better"), VERDICT_HIGHER, 1},
    {STR_INIT("slower"), VERDICT_HIGHER, -1},
    {STR_INIT("worse"), VERDICT_HIGHER, -1},
};

bool versus_word(str word)
{
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        if (str_eq(word, words[i].word)) {
            return true;
        }
    }
    return false;
}

bool versus_is(const versus *v, const metric *m, str word)
{
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        if (!str_eq(word, words[i].word)) {
            continue;
        }
        if (words[i].toward == 0) {
            return v->verdict == words[i].v;
        }
        if (m->better == BETTER_UNSTATED) {
            return false;
        }
        bool up = (m->better == BETTER_HIGHER) == (words[i].toward > 0);
        return v->verdict == (up ? VERDICT_HIGHER : VERDICT_LOWER);
    }
    return false;
}
