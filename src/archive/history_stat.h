/* history_stat.h - what a trend is of where the tables don't hold it: percentiles, from
 * the models. */
#ifndef ARCHIVE_HISTORY_STAT_H
#define ARCHIVE_HISTORY_STAT_H

#include "archive/archive.h"

/* "p99.9" asks for the percentile 99.9; false: it is no percentile. */
bool percentile_named(str stat, double *p);

/* The source that was looked into last: several series are asked of one. */
typedef struct {
    archive *a;
    arena perm; /* the readings' */
    arena scratch;
    str source;    /* empty: none */
    reading *kept; /* its model */
    reading *anew; /* read again for its sketches; NULL: not yet */
} percentile_reader;

percentile_reader percentiles_open(archive *a, arena scratch);
void percentiles_close(percentile_reader *r);

/* What one result says of a metric at p: what the tool stated, else from its samples by
 * linear interpolation, else (of more samples than are kept) from a sketch. *how says
 * which; ESTIMATOR_NONE: none of them. */
MUST_USE bool percentile_read(percentile_reader *r, const found_id *id, str metric_name,
                              double p, double *ret, estimator *how, err *e);

#endif
