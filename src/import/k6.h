/* k6.h - what all forms of k6's output share: its metrics' names, kinds and units.
 *
 * k6 has four kinds of metric. A trend has statistics of its samples; a counter has a
 * total and a rate per second; a rate has the share of its samples that were true; a
 * gauge has its smallest, largest and last value. Times are in ms, data in bytes.
 * Sub-metrics are named `parent{tag:value}`. */
#ifndef IMPORT_K6_H
#define IMPORT_K6_H

#include "model/model.h"

typedef enum { K6_UNKNOWN, K6_TREND, K6_COUNTER, K6_RATE, K6_GAUGE } k6_type;
typedef enum { K6_PLAIN, K6_TIME, K6_DATA } k6_contains;

typedef struct {
    k6_type type;
    k6_contains contains;
} k6_kind;

/* The kind of a metric that k6 itself defines, or of its sub-metric; type K6_UNKNOWN: a
 * script's own. */
k6_kind k6_built_in(str name);

/* "trend", "counter", "rate", "gauge", as JSON names them; K6_UNKNOWN: none of these. */
k6_type k6_type_named(str word);
/* "default", "time", "data"; anything else is K6_PLAIN. */
k6_contains k6_contains_named(str word);

/* The model's name: `http_req_duration{a:b}` is `latency{a:b}`. Other names stay. */
str k6_name(arena *perm, str raw);

/* k6's own value in the base unit: times are in ms. */
double k6_base(k6_contains contains, double v);

/* Appends a metric under its model name, with unit and direction. */
metric *k6_add(arena *perm, result *r, str raw, k6_kind kind, ptrdiff_t line);

/* Appends what counts something per second beside the counter `raw`: `request_rate` for
 * `http_reqs`, else `NAME_rate`, a selector staying at the end. */
metric *k6_add_per_second(arena *perm, result *r, str raw, k6_kind kind, ptrdiff_t line);

/* Sets n and mean of a rate from its two counts. */
void k6_set_share(metric *m, double yes, double all);

/* Puts a threshold at *end, where a result's list ends, and returns the new end; `raw` is
 * k6's name of the metric. */
threshold **k6_add_threshold(arena *perm, threshold **end, str raw, str expression,
                             bool ok);

#endif
