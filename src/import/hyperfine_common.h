/* hyperfine_common.h - what the eight forms of hyperfine's output share. */
#ifndef IMPORT_HYPERFINE_COMMON_H
#define IMPORT_HYPERFINE_COMMON_H

#include "import/figure.h"
#include "import/import.h"

/* The figures of one benchmark in seconds; what a form doesn't state is {0}. */
typedef struct {
    maybe n, mean, stddev, median, min, max, user, system;
    double wall_step, user_step, system_step; /* metric.resolution */
} hyperfine_figures;

/* Appends wall_time, user_time and system_time, all found on `line`. */
void hyperfine_add(arena *perm, result *r, const hyperfine_figures *f, ptrdiff_t line);

/* The mean of the last result of hyperfine's whose command (or its first line) is `name`,
 * as it stands or without the quotes around it; NULL: none. *command gets the result's.
 */
const metric *hyperfine_find(const reading *r, str name, str *command);

/* Can `ratio`, printed in steps of `step`, be that of the two wall times? Both were
 * printed with the resolution that they have. */
bool hyperfine_ratio_fits(double ratio, double step, const metric *slower,
                          const metric *faster);

/* Notes it where mean and median don't lie between minimum and maximum; false: so. */
bool hyperfine_check(import *in, const hyperfine_figures *f, ptrdiff_t line);

#endif
