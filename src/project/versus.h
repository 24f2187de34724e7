/* versus.h - one metric of two results compared, by the one rule of stats/compare.h. */
#ifndef PROJECT_VERSUS_H
#define PROJECT_VERSUS_H

#include "model/model.h"
#include "stats/compare.h"

/* a against b: the ratio is a/b. */
typedef struct {
    double ratio; /* of the means */
    maybe sigma;  /* propagated, as hyperfine prints it */
    interval ci;  /* 95 %, of the ratio; only when tested */
    maybe p;      /* two-sided */
    bool tested;  /* there is an interval between runs */
    verdict verdict;
    comparison full; /* with its methods and the reason why nothing was tested */
} versus;

/* What the rule looks at of a metric; borrows its samples. */
side side_of(const metric *m);

/* False: a side has no mean or there is no ratio to b's (it is 0 or negative). */
MUST_USE bool versus_of(const metric *a, const metric *b, double practical_limit,
                        arena scratch, versus *ret);

/* Does a verdict's word hold? word: same, unclear, untested, lower, higher, faster,
 * slower, better, worse; faster and better go by the metric's direction. */
bool versus_is(const versus *v, const metric *m, str word);

/* Is `word` one that versus_is() knows? */
bool versus_word(str word);

#endif
