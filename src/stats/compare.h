/* compare.h - the one way in which two measurements are compared, everywhere.
 *
 * Reports, `compare`, lint and claims all ask stats_compare(), so that a page, a pull
 * request and a claim can't disagree about the same numbers. */
#ifndef STATS_COMPARE_H
#define STATS_COMPARE_H

#include "stats/boot.h"
#include "stats/rank.h"

/* One side: what is known of one metric of one result. Unstated: {0}. Where there are
 * samples (2 or more), n, mean, stddev and median come from them. */
typedef struct {
    maybe n, mean, stddev, median;
    sample samples;         /* single runs, in any order */
    double resolution;      /* step of the printed figures, 0: full precision */
    bool spread_within_run; /* the spread says nothing about another run */
} side;

/* {0} is the default: the ratio of means, 95 %, a practical limit of 2 %. */
typedef struct {
    center center;
    maybe limit; /* 0.02 */
    bool alone;  /* don't ask the other centre, which takes a bootstrap */
} compare_rule;

typedef enum {
    INTERVAL_NONE,
    INTERVAL_FIELLER,  /* of the ratio of means: stats_fieller() */
    INTERVAL_ROUNDING, /* no spread on either side: what the printed digits leave open */
    INTERVAL_BCA_MEDIANS, /* of the ratio of medians: stats_bootstrap() */
} interval_method;

typedef enum { TEST_NONE, TEST_WELCH, TEST_MANN_WHITNEY } test_method;
typedef enum { EFFECT_NONE, EFFECT_HEDGES, EFFECT_CLIFF } effect_method;

/* Why there is no verdict. */
typedef enum {
    UNTESTED_NOT, /* there is one */
    UNTESTED_NO_VALUE,
    UNTESTED_NOT_POSITIVE, /* a ratio with 0 or a negative value says nothing */
    UNTESTED_ONE_RUN,      /* n = 1 a side, or not stated */
    UNTESTED_WITHIN_RUN,   /* the spread is inside one run */
    UNTESTED_NO_SPREAD,    /* several runs, but their spread isn't stated */
    UNTESTED_FEW_SAMPLES,  /* medians want 5 single runs a side */
    UNTESTED_NO_INTERVAL,  /* the spread is so large that the ratio has no bound */
} untested_reason;

typedef struct {
    center center; /* what ratio, interval and verdict speak of */
    maybe ratio;   /* a/b */
    maybe sigma;   /* of a ratio of means: as hyperfine prints it; not an interval */
    interval ci;   /* at 95 %, where interval_by says so */
    interval_method interval_by;
    verdict verdict;
    untested_reason why;

    maybe p; /* two-sided, of this one comparison: Holm is the caller's */
    test_method test;
    bool exact; /* TEST_MANN_WHITNEY */
    maybe effect;
    effect_method effect_by;

    /* The other centre's verdict, where the samples allow both: a mean that says "higher"
     * while the medians are "same" is the work of a few runs. */
    bool has_other;
    double other_ratio;
    interval other_ci;
    verdict other_verdict;
} comparison;

/* The rule, from the measured coverage in tests/bench/coverage.txt:
 *   interval  means: Fieller, from summaries and samples alike (the bootstrap of means
 *             holds the truth too seldom below 20 runs); medians: BCa bootstrap from 5
 *             samples a side, never from summaries
 *   test      Mann-Whitney U from 4 samples a side, else Welch
 *   effect    Cliff's delta with Mann-Whitney, Hedges' g with Welch
 * Where both spreads are 0, the interval is what rounding leaves open; with full
 * precision its ends are the ratio itself, and there is no p-value. */
comparison stats_compare(const side *a, const side *b, compare_rule rule, arena scratch);

/* Words for people and for JSON: "Fieller", "BCa bootstrap of medians", "Welch’s t",
 * "Mann-Whitney U", "Hedges’ g", "Cliff’s delta"; of untested: "one run". */
const char *interval_method_name(interval_method m);
const char *test_method_name(test_method m);
const char *effect_method_name(effect_method m);
const char *untested_name(untested_reason u);

#endif
