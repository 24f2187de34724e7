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

/* Appends a percentile, in ascending order as the tools print them; 50 also sets the
 * median. */
void load_percentile(arena *perm, metric *m, double p, double seconds);

/* Sets FAILED where no request succeeded, and notes how many failed. `all` requests were
 * made, `bad` of them failed in the tool's own words `how`. */
void load_judge(import *in, result *r, ptrdiff_t line, double all, double bad,
                const char *how);

#endif
