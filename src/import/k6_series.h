/* k6_series.h - requests, latency and virtual users of each second of a k6 stream. */
#ifndef IMPORT_K6_SERIES_H
#define IMPORT_K6_SERIES_H

#include "model/tally.h"

typedef enum { K6_NO_ROLE, K6_REQUESTS, K6_LATENCY, K6_VUS } k6_role;

/* Points come roughly in order: a second's latencies are held until the stream is a
 * minute ahead, then only their percentiles are. Seconds more than an hour before the
 * first or 36 hours behind it are left out, and counted. */
typedef struct k6_series k6_series;

k6_series *k6_series_new(arena *perm, tally_store *store, arena scratch);

void k6_series_add(k6_series *s, k6_role role, int64_t when, double v);

/* Puts the series of a role at a metric: requests a second, the median (with p95 and p99)
 * of latency in s, the mean of VUs. Nothing where there are none. */
void k6_series_set(k6_series *s, k6_role role, metric *m);

ptrdiff_t k6_series_left_out(const k6_series *s);

#endif
