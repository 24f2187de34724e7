#include "base/base.h"

#include "project/versus.h"

side side_of(const metric *m)
{
    return (side){.n = m->n,
                  .mean = m->mean,
                  .stddev = m->stddev,
                  .median = m->median,
                  .samples = {m->samples, m->sample_count},
                  .resolution = m->resolution,
                  .spread_within_run = m->spread_within_run};
}

bool versus_of(const metric *a, const metric *b, double practical_limit, arena scratch,
               versus *ret)
{
    side sa = side_of(a), sb = side_of(b);
    compare_rule rule = {.limit = SOME(practical_limit), .alone = true};
    comparison c = stats_compare(&sa, &sb, rule, scratch);
    if (!c.ratio.known) {
        return false;
    }
    *ret = (versus){.ratio = c.ratio.value,
                    .sigma = c.sigma,
                    .ci = c.ci,
                    .p = c.p,
                    .tested = c.interval_by != INTERVAL_NONE,
                    .verdict = c.verdict,
                    .full = c};
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
