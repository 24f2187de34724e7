/* compare.h - any number of labelled result sets side by side.
 *
 *     sets  ->  compare_match()  ->  a grid of what is measured: rows are done, columns
 *                                    are compared
 *           ->  compare_judge()  ->  the same with verdicts, one table a metric
 *           ->  compare_write_…  ->  text, Markdown, JSON, JUnit
 *
 * A set is a raw file, a folder, a study, a run or what a selector names: whoever has
 * results and a name for them can bring one in. */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "model/model.h"
#include "stats/compare.h"

/* One source of a set. `stem` tells the sources of a set apart where results don't say
 * what they are: "create-files". */
typedef struct {
    const reading *reading;
    str stem;
} set_part;

/* What is known of the host: {"cpu", "8 vCPU, …"}. */
typedef struct {
    str name, value;
} set_fact;

typedef struct {
    str label; /* "before"; unique among the sets */
    const set_part *parts;
    ptrdiff_t n;
    const set_fact *facts; /* none of a raw file: it doesn't know its host */
    ptrdiff_t fact_count;
} result_set;

/* Short names for files and folders, unique: "before", "after" for
 * runs/before/fib.json and runs/after/fib.json. The file name without its extensions
 * where these differ, else with them, else what differs in the paths, else with #2, #3 ….
 * labels has room for n. */
void compare_labels(arena *perm, const char *const *paths, ptrdiff_t n, str *labels);

/* The name of a file within a folder, without extensions and without the number that
 * tells repeats apart: "dd/write.2.txt" in "tmpfs" gives "dd/write". */
str compare_stem(arena *perm, str path, str folder);

/* --- what is measured -----------------------------------------------------------------
 */

/* Results of one set that are repeats of one another: the same tool, command, parameters
 * and labels. */
typedef struct {
    const result **results; /* in the order of the files */
    const reading **from;   /* the reading of each */
    ptrdiff_t n;
    const result_set *set; /* NULL: missing */
} measured;

/* Rows by columns; a cell without results (n == 0) is missing. */
typedef struct {
    str *
        rows; /* what is done: "sort-lines big.txt"; one empty name: there is one thing */
    ptrdiff_t row_count;
    str *columns; /* what is compared: "before", "after" */
    ptrdiff_t column_count;
    measured *cells;   /* cells[row * column_count + column] */
    bool within_a_set; /* the columns are commands of one set, so that parameters may
                          differ: they are what is compared */
} match;

/* Matches results. Several sets: they are the columns, and rows are what they have in
 * common: workload and variant, else the command, else the source's stem, else the
 * parameters; sets with one result each match whatever it is. One set: its commands are
 * the columns, or its variants where all results have one. False: ERR_USAGE, there is
 * nothing to compare (one result only, or nothing in common). */
MUST_USE bool compare_match(arena *perm, arena scratch, const result_set *sets,
                            ptrdiff_t n, match *ret, err *e);

/* --- verdicts -------------------------------------------------------------------------
 */

/* A change for the worse beyond this fails; of a metric without a better direction, any
 * change. The name may be empty: all metrics. */
typedef struct {
    str metric;   /* "wall_time", "latency.p99" */
    double share; /* 0.05 */
} gate;

typedef struct {
    str baseline; /* a column's name; empty: the first */
    const str *metrics;
    ptrdiff_t metric_count; /* 0: the primary ones of each tool */
    const gate *gates;
    ptrdiff_t gate_count;
    const str *allowed; /* what may differ: "version", "tool", a parameter's name */
    ptrdiff_t allowed_count;
    maybe limit; /* practical limit of verdicts */
} compare_options;

typedef enum {
    CELL_BASELINE,
    CELL_COMPARED,   /* `versus` is set */
    CELL_ALONE,      /* there is a value, but no baseline to compare it with */
    CELL_NOT_RANKED, /* differs in what isn't compared: `why` names it */
    CELL_FAILED,     /* the run failed: its value doesn't count */
    CELL_MISSING,
} cell_state;

typedef struct {
    cell_state state;
    const measured *of; /* n == 0: missing */
    side side;          /* of the metric, repeats pooled */
    maybe value;        /* of the statistic that is compared */
    comparison versus;
    maybe p;        /* corrected by Holm over all tests of this comparison */
    str why;        /* NOT_RANKED, FAILED, MISSING: for people */
    ptrdiff_t line; /* in of->from[0] */
    bool over_gate; /* a regression beyond its gate, or none could be told */
    str gate_why;   /* over_gate: "12.3% higher, the limit is 5%" */
    str note;       /* "first run slow, 2 outliers"; may be empty */
} compare_cell;

/* One metric. */
typedef struct {
    str metric, stat; /* "latency", "p99"; stat is empty for the mean */
    str unit;
    better better;
    ptrdiff_t *rows; /* index into match->rows of those that have it */
    ptrdiff_t row_count;
    compare_cell *cells;  /* cells[row * column_count + column] */
    ratio_mean *geomeans; /* by column; k == 0: none */
} compare_table;

typedef struct {
    const match *of;
    ptrdiff_t baseline; /* column */
    compare_table *tables;
    ptrdiff_t table_count;
    ptrdiff_t tests; /* how many p-values Holm's correction is over */
    double limit;
    ptrdiff_t better, worse, other, same, unclear, untested, not_ranked, failed, missing;
    ptrdiff_t over_gate;
    bool gated;
} compared;

/* False: ERR_USAGE, an unknown baseline or metric, with the nearest right one. */
MUST_USE bool compare_judge(arena *perm, arena scratch, const match *m,
                            const compare_options *o, compared *ret, err *e);

/* --- out ------------------------------------------------------------------------------
 */

/* A table for a terminal. width: columns, 0: as wide as it gets. */
void compare_write_text(out *o, const compared *c, bool colour, ptrdiff_t width,
                        arena scratch);

/* GitHub's Markdown, for a pull request. */
void compare_write_markdown(out *o, const compared *c, arena scratch);

/* Schema broadsheet-compare/1. */
void compare_write_json(out *o, const compared *c);

/* One test case a cell and metric; a regression beyond its gate is a failure, what could
 * not be compared is skipped with its reason. */
void compare_write_junit(out *o, const compared *c, arena scratch);

#endif
