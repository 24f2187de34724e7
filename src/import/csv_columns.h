/* csv_columns.h - what the columns of a CSV file mean, as the header or the user says. */
#ifndef IMPORT_CSV_COLUMNS_H
#define IMPORT_CSV_COLUMNS_H

#include "import/csv_table.h"
#include "model/unit.h"

typedef enum {
    CSV_WORKLOAD,
    CSV_VARIANT,
    CSV_COMMAND,
    CSV_TOOL,
    CSV_PARAM,  /* `param:NAME` */
    CSV_METRIC, /* a row is about the metric named in this column */
    CSV_UNIT,   /* its unit */
    CSV_STAT,   /* one of its statistics: `value`, `n`, `stddev`, `p99`, … */
    CSV_CELL,   /* `METRIC` or `METRIC.STAT`: a statistic of a metric of its own */
} csv_role;

typedef enum {
    STAT_MEAN, /* also `value` */
    STAT_N,
    STAT_STDDEV,
    STAT_MEDIAN,
    STAT_MIN,
    STAT_MAX,
    STAT_SUM,
    STAT_LAST,
    STAT_PERCENTILE,
} csv_stat;

/* One meaning. Its text is that of its columns joined by '-', or `constant`. */
typedef struct csv_rule {
    struct csv_rule *next;
    csv_role role;
    str name; /* CSV_PARAM, CSV_CELL: of the parameter, of the metric */
    csv_stat stat;
    double percent; /* STAT_PERCENTILE */
    ptrdiff_t columns[8], column_count;
    str constant;
    bool has_unit;
    unit unit;
} csv_rule;

typedef struct {
    csv_rule *rules;
    bool rows_name_metrics; /* there is a CSV_METRIC column */
    str unused;             /* the first column that has no meaning; ptr == NULL: none */
} csv_columns;

/* The meaning of a header that speaks our words: a metric, a value, and what they are of.
 * False: it doesn't. */
bool csv_columns_of(arena *perm, const csv_row *header, csv_columns *ret);

/* The meaning by a map, `OURS=THEIRS[:UNIT];…`:
 *   OURS    workload, variant, command, tool, param:NAME, metric, unit, value and the
 * other statistics (n, stddev, median, min, max, sum, last, p99.9), or METRIC[.STAT]
 *   THEIRS  a column's name, several joined with '+', or 'a constant' in single quotes;
 *           a name that holds + : ; = ' or " stands in double quotes
 *   UNIT    what the column's numbers are in: s, ms, MB, MiB, %, requests/s, …
 * e.g. workload=image;variant=build+mode;latency.mean=avg_ms:ms;requests=count
 * `src`: the CSV file, for the place of a column that isn't there. */
MUST_USE bool csv_columns_map(arena *perm, const source *src, const csv_row *header,
                              str map, csv_columns *ret, err *e);

#endif
