/* derive.h - metrics that study.yaml computes from others: its keys `prices` and
 * `derived`. */
#ifndef PROJECT_DERIVE_H
#define PROJECT_DERIVE_H

#include "project/formula.h"
#include "project/study.h"

/* prices: {VARIANT: {amount, currency, per}}. `per` is a unit: "month", "million
 * requests"; without one the amount is money alone. */
typedef struct price {
    struct price *next;
    str variant, currency, per;
    double amount;
    double value; /* in the currency by base units: per second, per byte, per request */
    dimension of;
    str raw; /* its name in study.yaml */
} price;

/* derived: {METRIC: {formula, unit, better, label, workload}} */
typedef struct derived_rule {
    struct derived_rule *next;
    str name, label;
    formula f;
    str unit;     /* as written; empty: the base unit of the result */
    str workload; /* the one it is for; empty: every one that has what it needs */
    better better;
    str raw;         /* its name in study.yaml */
    str formula_raw; /* where the formula begins there */
    str unit_raw;
} derived_rule;

/* How the spread of a derived metric was found. */
typedef enum {
    SPREAD_NONE,        /* its inputs are exact or of one run: there is none */
    SPREAD_RUNS,        /* the formula was computed run by run */
    SPREAD_FIRST_ORDER, /* one input varies: |df/dx| s(x) */
    SPREAD_INDEPENDENT, /* several, by tools of their own: their squares are added */
    SPREAD_UNSTATED,    /* an input states none */
    SPREAD_JOINT,       /* several of the same runs: how they vary together isn't known */
} spread_rule;

typedef struct {
    str name;        /* as the formula has it */
    const metric *m; /* NULL: a price or a total */
    const group *g;
    const price *price;
    double value;
    str unit;    /* a base unit; of a total, its metric's */
    bool varies; /* of a total: an addend has a spread, and it isn't propagated */
} derived_input;

/* Behind metric->derived. */
typedef struct derivation {
    const derived_rule *rule;
    derived_input *inputs;
    ptrdiff_t input_count;
    spread_rule spread;
} derivation;

MUST_USE bool derive_load(arena *perm, arena scratch, study *s, const yaml *root, err *e);

/* Adds the derived metrics to the groups, in the order of study.yaml. False: *e points at
 * the formula: a name that nothing measures, units that don't fit. What can't be computed
 * of one result (a division by zero) is a warning. */
MUST_USE bool study_derive(arena *perm, arena scratch, study *s, warnings *w, err *e);

const derived_rule *study_derived(const study *s, str name); /* NULL: none */

/* The rule of a spread in words, with its source; empty: SPREAD_NONE. */
str spread_words(spread_rule r);

#endif
