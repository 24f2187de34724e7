/* select.h - the selector engine: names of results, everywhere the same.
 *
 *     WORKLOAD/VARIANT[@TOOL][#K][?param=value&…] METRIC[.STAT]
 *     fibonacci/docker wall_time      image/wasm-mt-4?image=large latency.p99 */
#ifndef PROJECT_SELECT_H
#define PROJECT_SELECT_H

#include "project/study.h"

/* A selector taken apart; every part is a view into the text. */
typedef struct {
    str workload, variant, tool, params, metric, stat;
    str whole;  /* the part before the metric, for messages */
    int repeat; /* 0: none given */
} selector;

/* What a selector names: one metric of one group, and where its number stands. */
typedef struct {
    const group *g;
    const metric *m;
    const raw_file *file;
    ptrdiff_t line;
    str stat;     /* "mean" where none was given */
    double value; /* of the stat, in the base unit */
    bool whole;   /* the stat is the mean: spread and tests belong to it */
} selection;

/* Why a selector can't be resolved: what is said, and the hint with the right names. */
typedef struct {
    str part; /* the wrong part, a view into the selector's text */
    char text[400], hint[400];
} select_error;

/* Splits `place` and `metric_text` as they stand in a shortcode. False: *why is set. */
MUST_USE bool selector_parse(str place, str metric_text, selector *ret,
                             select_error *why);

/* Are workload and variant the study's? False: *why is set. */
MUST_USE bool selector_check(const study *s, const selector *sel, arena scratch,
                             select_error *why);

/* Is a group what the selector names before the metric? */
bool selector_fits(const study *s, const selector *sel, const group *g);

/* Resolves it in the study: exactly one metric of one group (of the latest run that has
 * it). False: an unknown name, with the nearest right one, or an ambiguous selector, with
 * all that it could mean. */
MUST_USE bool select_metric(const study *s, const selector *sel, arena scratch,
                            selection *ret, select_error *why);

/* The value of a statistic by its name: mean, median, min, max, stddev, sum, last, n,
 * p99.9. Unknown where the metric doesn't hold it. */
maybe metric_stat(const metric *m, str stat);

/* `fibonacci/docker`, with @tool, #K and ?params where the study needs them. */
str group_name(arena *perm, const study *s, const group *g);

#endif
