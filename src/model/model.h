/* model.h - the one shape that every tool's output is normalized into.
 *
 * Base units only (s, B, B/s, 1/s, 1); a statistic that the tool didn't state and that
 * doesn't follow exactly is absent, never invented. Everything lives in one arena. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/err.h"
#include "base/json.h"

typedef enum { BETTER_UNSTATED, BETTER_LOWER, BETTER_HIGHER } better;

typedef enum {
    ESTIMATOR_NONE,
    ESTIMATOR_STATED,       /* by the tool, by its own rule */
    ESTIMATOR_LINEAR,       /* linear interpolation, Hyndman & Fan 7, as k6 */
    ESTIMATOR_NEAREST_RANK, /* Hyndman & Fan 1 */
    ESTIMATOR_SKETCH,       /* log-linear buckets, relative error below 0.4 % */
} estimator;

typedef struct {
    double p; /* in percent: 99.9 */
    double value;
} percentile;

/* Equally spaced values; a gap is {0}. Where many samples fall into one step, `values`
 * are their medians and more percentiles may stand beside them. */
typedef struct {
    str start;   /* RFC 3339 */
    double step; /* s */
    maybe *values;
    ptrdiff_t n;
    double *percents; /* ascending */
    maybe **at;       /* at[k][i]: of step i, at percents[k] */
    ptrdiff_t percentile_count;
} series;

/* What is measured, in a base unit. Absent statistics are {0}. */
typedef struct metric {
    struct metric *next;
    str name, unit;
    better better;
    ptrdiff_t line; /* of the raw file, from 1 */

    maybe n; /* the number of runs, requests or samples behind the statistics */
    maybe mean, stddev, median, min, max, sum, last;
    percentile *percentiles; /* ascending p */
    ptrdiff_t percentile_count;
    estimator estimator;
    double *samples; /* in the order of the file */
    ptrdiff_t sample_count;
    series series;

    /* Where the reader was asked for it and the samples are too many to hold: all values,
     * as v * 10^-sketch_exponent. NULL: none. */
    const struct sketch *sketch;
    int sketch_exponent;

    /* The step between neighbouring printed values, in the base unit: 0.001 for "16.324
     * s", 1e-5 for "5.25ms", 0 where the file holds full precision. A true value lies
     * within one step of the stated one. Tables print no more digits than this allows. */
    double resolution;

    /* true: the spread is of intervals or requests inside one run (bombardier, k6), so it
     * says nothing of how another run would differ: no interval, no test. */
    bool spread_within_run;

    /* Set where no tool stated it: it was computed from others (project/derive.h). */
    const struct derivation *derived;
} metric;

typedef struct param {
    struct param *next;
    str name, value;
} param;

typedef struct threshold {
    struct threshold *next;
    str metric, expression;
    bool ok;       /* not crossed, as far as the file says */
    bool unjudged; /* the file holds the expression and no outcome: JSON's `ok` is null */
} threshold;

typedef enum { STATUS_OK, STATUS_PARTIAL, STATUS_FAILED } result_status;

/* One command's measurement by one tool. */
typedef struct result {
    struct result *next,
        *previous;  /* in its reading; previous as reading_add() knew it */
    str tool;       /* "hyperfine" */
    str command;    /* ptr == NULL: not known */
    ptrdiff_t line; /* where the tool's block begins, from 1 */
    ptrdiff_t last_line;
    str cwd, target; /* the folder it ran in, the path it wrote to; empty: not known */
    str workload, variant; /* ptr == NULL: not known */
    str workload_why,
        variant_why; /* "stated: study.yaml", "inferred: command runs docker" */
    param *params;
    result_status status;
    str status_why; /* for people, when not ok */
    int *exit_codes;
    ptrdiff_t exit_code_count; /* a code that the tool didn't know is -1, JSON null */
    threshold *thresholds;
    metric *metrics, **metrics_end;
} result;

typedef enum { DIAG_INFO, DIAG_WARNING, DIAG_ERROR } severity;

typedef struct diagnostic {
    struct diagnostic *next;
    severity severity;
    ptrdiff_t line; /* 0: the whole file */
    str message;
    ptrdiff_t col;    /* DIAG_ERROR, from 1; 0: not known */
    str hint;         /* DIAG_ERROR; may be empty */
    const char *rule; /* of lint/rules.def, which tells it then; NULL: none */
} diagnostic;

/* What was read from one raw file. */
typedef struct reading {
    struct reading *next;
    str file;   /* as the user named it */
    str sha256; /* of the file's own bytes; ptr == NULL: not computed */
    int64_t bytes;
    str tool;   /* "transcript" where several tools are in one file */
    str format; /* the importer's name: "hyperfine-text" */
    str tool_version;
    result *results, **results_end, *last;
    ptrdiff_t result_count;
    diagnostic *diagnostics, **diagnostics_end;
} reading;

reading *reading_new(arena *perm, str file);

/* Appends an empty result. */
result *reading_add(arena *perm, reading *r, str tool, str command, ptrdiff_t line);

/* Moves what `from` has behind what `to` has; `from` is empty afterwards. */
void reading_append(reading *to, reading *from);

void reading_note(arena *perm, reading *r, severity s, ptrdiff_t line, const char *fmt,
                  ...) PRINTF(5, 6);

/* A warning that the file contradicts itself in the sense of a rule of lint: "A03". */
void reading_contradicts(arena *perm, reading *r, const char *rule, ptrdiff_t line,
                         const char *fmt, ...) PRINTF(5, 6);

/* Appends *e as a DIAG_ERROR, with its place and hint: what was read can't be trusted,
 * and importing the file fails with that error. For rows of blocks, which can't return
 * one. */
void reading_fail(arena *perm, reading *r, const err *e);

/* Appends a metric whose unit and direction come from the table of known names
 * (metric.c); an unknown name gets unit "1" and no direction: set them. */
metric *result_add(arena *perm, result *r, str name, ptrdiff_t line);

/* The same with one value: n = 1, mean = v. */
metric *result_add_value(arena *perm, result *r, str name, double v, ptrdiff_t line);

metric *result_metric(const result *r, str name); /* NULL: none */
void result_param(arena *perm, result *r, str name,
                  str value);                    /* replaces an older one */
str result_param_get(const result *r, str name); /* ptr == NULL: none */

/* Fills every statistic that follows from metric->samples: n, mean, stddev (n - 1),
 * median, min, max and the given percentiles by linear interpolation; leaves stated ones
 * alone. */
void metric_from_samples(arena *perm, metric *m, const double *ps, ptrdiff_t np,
                         arena scratch);

maybe metric_percentile(const metric *m, double p);

/* Puts a percentile that the tool stated among the metric's, in ascending order; a second
 * one for the same p replaces the first. At most 200 are kept. */
void metric_set_percentile(arena *perm, metric *m, double p, double v);

/* The same as a value inside a larger document, and one metric alone. */
void json_metric(json_writer *w, const metric *m);
void json_reading(json_writer *w, const reading *r);

/* One document of schema broadsheet/1; `one_line` for several documents in a stream. */
void reading_write_json(out *o, const reading *r, bool one_line);

/* The same on one line with what the schema leaves out, so that it can stand for the file
 * that it was read from: import_options.kept reads it back. */
void reading_write_whole(out *o, const reading *r);

/* What people see of a metric's name: "wall time", "requests per second". */
str metric_title(arena *perm, str name);

#endif
