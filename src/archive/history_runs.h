/* history_runs.h - what the archive knows of a study's runs, at hand for its history. */
#ifndef ARCHIVE_HISTORY_RUNS_H
#define ARCHIVE_HISTORY_RUNS_H

#include "archive/history.h"

/* The reason why a result doesn't count. */
typedef struct {
    str result, why;
} left_out;

typedef struct {
    history_run *runs; /* by ID */
    ptrdiff_t run_count, undated;
    str *versions; /* of each run: lines of format and tool's version */
    left_out *out; /* by result */
    ptrdiff_t out_count;
} run_facts;

MUST_USE bool facts_load(arena *perm, arena scratch, store *s, str of_study,
                         run_facts *ret, err *e);

const history_run *facts_run(const run_facts *f, str id); /* NULL: none */

/* The version of `tool` that the run's sources state; the first, where they differ. */
str facts_version(const run_facts *f, const history_run *r, str tool);

/* Why the result of that ID and status doesn't count; empty: it does. */
str facts_left_out(const run_facts *f, str id, int64_t status);

/* The rows of one series (?2) of a study (?1): result, run, status, n, stddev and the
 * statistic of that name (empty: what the metric is known by). NULL: there is none. */
const char *history_sql(str stat);

#endif
