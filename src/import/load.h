/* load.h - what HTTP load generators' reports share. */
#ifndef IMPORT_LOAD_H
#define IMPORT_LOAD_H

#include "import/block.h"

/* A printed latency that may be missing ("-nan", "NaN"): false: none of both; *ret stays
 * {0} where it is missing. */
bool load_maybe_time(str *s, maybe *ret, double *step);

/* Takes "NaN", "-nan%", "+Inf" and the like off the front of *s. */
bool load_nan(str *s);

/* Takes a size in powers of 1024 off the front of *s: "24.88KB", "544.00B", "1.50GB". */
bool load_bytes(str *s, figure *ret);

enum { LOAD_MOST_PERCENTILES = 64 };

/* Adds a percentile at its place; 50 also sets the median. The first of two with the same
 * p stays, and what is no percentage is not taken. The estimator is ESTIMATOR_STATED
 * unless it was set. */
void load_percentile(arena *perm, metric *m, double p, double value);

/* Sets FAILED where no request succeeded, and notes how many failed. `all` requests were
 * made, `bad` of them failed in the tool's own words `how`. */
void load_judge(import *in, result *r, ptrdiff_t line, double all, double bad,
                const char *how);

#endif
