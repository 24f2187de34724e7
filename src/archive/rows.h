/* rows.h - the rows that follow from a source: results, series and metrics. */
#ifndef ARCHIVE_ROWS_H
#define ARCHIVE_ROWS_H

#include "archive/archive.h"

enum { ID_BYTES = 12, HASH_BYTES = 32 };

typedef struct {
    str id, workload, variant, tool, command, params, metric, unit, better;
} series_row;

typedef struct {
    ptrdiff_t ordinal, line;
    str id, tool, command, workload, variant;
    int status;
    bool inferred;
} result_row;

typedef struct {
    str series, result;
    ptrdiff_t line;
    int status;
    maybe n, mean, median, stddev, min, max;
} metric_row;

typedef struct {
    result_row *results;
    metric_row *metrics;
    series_row *series; /* as many as metrics, in their order */
    ptrdiff_t result_count, metric_count;
} source_rows;

/* What is said of a source; kept with it as JSON, so that it can be read anew. */
typedef struct {
    str as, time_format, columns, group_by, metric, unit, workload, variant;
    str from; /* "data": a build took it from the study's folder; empty: it was added */
    str by;   /* the study.yaml that labels it: 16 digits of its SHA-256; empty: none */
} said;

str said_write(arena *perm, const said *what);
MUST_USE bool said_read(arena *perm, str json, said *ret, err *e);
import_options said_options(const said *what);

/* said.by */
str said_by(arena *perm, const study *s);

/* Did a build take the source of these options from the study's folder? */
bool said_of_data(str options);

/* What study.yaml's globs see of a source: its name, or its path in the study's folder.
 */
str said_path(arena *perm, const said *what, str of_run, str name);

/* What a workload or a variant is called since. */
typedef struct alias {
    struct alias *next;
    bool of_variant;
    str name, now;
} alias;

MUST_USE bool aliases_load(arena *perm, store *s, str of_study, alias **ret, err *e);

/* A source on its way to its rows. */
typedef struct {
    str name, hash;
    const said *what;
    const alias *aliases;
    reading *r;
} subject;

/* Settles the labels of a reading by the study (its study.yaml) and by what was said, and
 * gives the rows. `by` is not changed. */
MUST_USE bool source_rows_of(arena *perm, arena scratch, const study *by,
                             const subject *of, source_rows *ret, err *e);

/* The ID of a series, from all its other members. */
str series_id(arena *perm, const series_row *s);

/* Binary and hexadecimal forms of hashes. */
str hash_bytes(arena *perm, str hex);

/* May a study or a run (`thing`) be called so? */
MUST_USE bool check_name(str name, const char *thing, err *e);

/* UTF-8 without NUL, as both databases take it. */
str clean_text(arena *perm, str s);

#endif
