/* timeline.h - a metric over a study's runs: lines that never join two machines, and what
 * happened along them. Only the history's figures need it. */
#ifndef REPORT_TIMELINE_H
#define REPORT_TIMELINE_H

#include "report/compose.h"

/* One run's value on a line, or why there is none that counts. */
typedef struct {
    ptrdiff_t run; /* index into timeline.runs */
    const metric *m;
    const raw_file *from;
    ptrdiff_t line;
    str left_out; /* m doesn't count, because …; empty: it does */
} spot;

/* One variant on one machine, by one tool, with one set of parameters. */
typedef struct {
    str name; /* "Docker, on oak": with what tells it from the others */
    ptrdiff_t variant;
    str machine, tool, params, command;
    spot *spots; /* by run, one each */
    ptrdiff_t count, room;
} trend;

typedef enum {
    HAPPENED_CHANGE, /* the level moved */
    HAPPENED_LEFT_OUT,
    HAPPENED_VERSION, /* of the tool */
    HAPPENED_MACHINE, /* the line begins where others ended */
    HAPPENED_FACT,    /* the host, the software or a tag is another */
} happened;

typedef struct {
    ptrdiff_t run;
    happened what;
    str text; /* "Docker +12.1%", "hyperfine 1.19", "on elm", "branch release" */
} mark_at;

typedef struct {
    const run **runs; /* that hold the metric, by date; undated ones first */
    ptrdiff_t run_count;
    ptrdiff_t older; /* earlier runs that are too many to show */
    trend *trends;   /* by variant, machine, tool, parameters, command */
    ptrdiff_t trend_count;
    mark_at *marks; /* by run, then by kind */
    ptrdiff_t mark_count;
} timeline;

/* Results that failed count as little as those that somebody excluded. */
timeline timeline_of(composer *c, const slice *sl, str name);

/* "2026-03-01", else the run's name. */
str timeline_run(const run *r);

#endif
