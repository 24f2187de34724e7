/* judge.h - the parts of compare_judge(), one file each. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "compare/compare.h"

typedef struct {
    arena *perm;
    arena scratch;
    const match *m;
    const compare_options *o;
    compared *ret;
} judge;

/* --- metrics.c -----------------------------------------------------------------------
 */

/* The metrics that are asked for or gated, else the primary ones of each tool. False: an
 * unknown name. */
MUST_USE bool judge_metrics(judge *j, str **ret_names, ptrdiff_t *ret, err *e);

/* "latency.p99" is a metric and its statistic, unless a metric has that very name. */
void judge_split_name(const match *m, str name, compare_table *t);

const metric *judge_any_metric(const match *m, str name); /* NULL: none */

/* --- differ.c ------------------------------------------------------------------------
 */

/* "connections 64, not 128; tool version 1.18, not 1.20" where `a` differs from the
 * baseline `b` in the tool, its version, a parameter or a fact of the host that isn't
 * allowed to; else empty.
 * Of a URL the host may differ: that is where what is compared runs. within_a_set:
 * parameters are what is compared. */
str judge_differences(arena *perm, const measured *a, const measured *b,
                      bool within_a_set, const compare_options *o);

/* --- gate.c --------------------------------------------------------------------------
 */

/* The gate for this metric, a named one before one for all; NULL: none. */
const gate *judge_gate_for(const compare_options *o, const compare_table *t);

/* Sets c->over_gate and why. */
void judge_gate(arena *perm, const compare_table *t, compare_cell *c,
                const compare_cell *base, double share);

#endif
