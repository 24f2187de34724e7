/* coverage.h - how often the intervals on pages hold the truth: measured, not believed.
 */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "report/compose.h"

typedef struct {
    str distribution; /* "heavy tail" */
    int64_t runs;     /* a side */
    double held;      /* of 100 intervals at 95 % */
} coverage_row;

/* Takes the next row off the front of the stored table; false: there is none. */
bool coverage_next(str *text, coverage_row *ret);

/* The stored table of Fieller's interval, which is what pages show. */
table *coverage_table(composer *c);

#endif
