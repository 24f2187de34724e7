/* known.h - the metrics that have a name of their own: unit, direction, words. */
#ifndef MODEL_KNOWN_H
#define MODEL_KNOWN_H

#include "model/model.h"

typedef struct {
    str name, unit;
    better better;
    str title; /* "wall time" */
} known_metric;

/* The row for `name`; a name that isn't known gives unit "1", no direction, no title.
 * A sub-metric `latency{status:200}` has its parent's row. */
known_metric known_metric_of(str name);

/* The n-th row, in the order in which reports show metrics; name.ptr == NULL: no more. */
known_metric known_metric_at(ptrdiff_t i);

#endif
