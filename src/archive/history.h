/* history.h - the trend of each series over runs, with the places where it moved. */
#ifndef ARCHIVE_HISTORY_H
#define ARCHIVE_HISTORY_H

#include "archive/archive.h"

/* A run as history knows it. */
typedef struct {
    str id, date, machine;
    str tags; /* "commit=abc branch=main", by name */
} history_run;

/* One run's value: of several results of the series in it, the median. */
typedef struct {
    const history_run *run;
    double value; /* base unit */
    maybe n, stddev;
    ptrdiff_t repeats; /* results of the run; the one in the middle has the value */
    str result, first_result;
    str tool_version;
    str left_out; /* why it doesn't count: excluded, or failed; empty: it counts */
    str mark;     /* what changed with it: the machine, the tool's version; or empty */
} history_point;

/* Where the level moved. */
typedef struct {
    ptrdiff_t at; /* the point that begins the new level */
    double before, after, p;
    bool practical; /* by more than the practical limit */
    better side;    /* the series' own direction; what that makes of it: */
    bool worse;     /* by that direction; false where there is none */
} history_change;

/* One series on one machine: oldest first. */
typedef struct history_line {
    struct history_line *next;
    str id; /* of the series, hexadecimal */
    str workload, variant, tool, command, params, metric, unit, better_word, machine;
    str stat;      /* what of the metric: "p99"; empty: the mean */
    str estimator; /* of a percentile: "stated", "linear", "sketch", or "several" */
    history_point *points;
    ptrdiff_t count, counted; /* points, and those that count */
    history_change *changes;
    ptrdiff_t change_count;
} history_line;

typedef struct {
    history_line *lines;
    ptrdiff_t undated; /* runs without a date, which are in no line */
} history;

/* What is asked for; empty parts: any. `metric` empty: the study's primary metrics, or
 * what it has of those that everybody looks at, or all. `stat`: mean, median, min, max,
 * or a percentile, "p99.9". */
typedef struct {
    str of_study, workload, variant, tool, params, metric, stat;
} history_query;

/* Takes "WORKLOAD[/VARIANT][@TOOL][?param=value&…]" and "METRIC[.STAT]" apart. */
void history_select(history_query *q, str place, str metric_text);

/* False: *e is set; an unknown name is told with the nearest right one. */
MUST_USE bool archive_history(archive *a, arena *perm, arena scratch,
                              const history_query *q, history *ret, err *e);

/* Did the newest level of a line get worse, on or after `since` (empty: ever)? */
bool history_regressed(const history_line *l, str since);

#endif
