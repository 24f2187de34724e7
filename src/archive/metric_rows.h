/* metric_rows.h - metric rows that wait for their tables: kept small, written in order.
 *
 * The table `metric` is in the order of series, so that a history is read from front to
 * back; but rows come result by result. A few go into the table `recent`, as they come;
 * when it is full, and when there are many, all go into `metric`, sorted: so each page of
 * it is written once, not once for each row. */
#ifndef ARCHIVE_METRIC_ROWS_H
#define ARCHIVE_METRIC_ROWS_H

#include "archive/rows.h"

typedef struct waiting_metric waiting_metric;
typedef struct waiting_result waiting_result;

typedef struct {
    store *s;
    str study;
    arena *memory; /* what waits; who owns it may forget it when count is 0 */
    arena large;   /* the same, where it is much */
    waiting_result *first, *last;
    ptrdiff_t result_count, count; /* count: of rows */
} metric_rows;

metric_rows metric_rows_open(arena *memory, store *s, str study);
void metric_rows_close(metric_rows *m);

/* Begins a result of n rows; they follow, each of the series of that number. */
void metric_rows_begin(metric_rows *m, str result_id, str of_run, ptrdiff_t n);
void metric_rows_add(metric_rows *m, ptrdiff_t series_number, const metric_row *row);

/* So many wait that they should be written before more come. */
bool metric_rows_full(const metric_rows *m);

/* Writes all that wait. `ids`: those of the series, of which there are n, by number. */
MUST_USE bool metric_rows_flush(metric_rows *m, const str *ids, ptrdiff_t n, err *e);

#endif
