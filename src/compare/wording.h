/* wording.h - a comparison's numbers and verdicts as people read them. */
#ifndef COMPARE_WORDING_H
#define COMPARE_WORDING_H

#include "compare/compare.h"
#include "compare/grid.h"
#include "report/format.h"

/* How the values of one row are shown: one unit, the same decimals. */
typedef struct {
    shown_unit unit;
    int decimals;
} row_form;

row_form wording_form(const compared *c, const compare_table *t, ptrdiff_t row);

/* "16.324 s ± 0.469"; no spread where it is inside one run, or of another
 * statistic; "—" where there is none. */
str wording_value(arena *perm, const compare_table *t, const compare_cell *c,
                  row_form form);

/* "+4.0%"; from double on "2.31×". */
str wording_change(arena *perm, double ratio);

/* "−0.5% … +8.9%"; empty: there is no interval. */
str wording_interval(arena *perm, const compare_cell *c);
str wording_p(arena *perm, maybe p); /* "0.080", "<0.001" */

/* "faster", "higher, better", "unclear", "one run", "failed: …", "not ranked: …". */
str wording_verdict(arena *perm, const compare_table *t, const compare_cell *c);
tint wording_tint(const compare_table *t, const compare_cell *c);

/* "wall time", "latency, p99": with unit and direction "(lower is better)". */
str wording_metric(arena *perm, const compare_table *t);
str wording_title(arena *perm, const compare_table *t);

/* "1 faster, 2 unclear, 1 failed": counts of verdicts, nothing that is 0. */
str wording_counts(arena *perm, const compared *c);

/* Which methods were used, over how many tests, within which limit: one sentence each. */
str wording_methods(arena *perm, const compared *c);

/* "sort-lines in after", "wasm": what a cell is, for notes and failures. */
str wording_place(arena *perm, const compared *c, const compare_table *t, ptrdiff_t row,
                  ptrdiff_t column);

#endif
