/* formula.h - arithmetic over metrics, as study.yaml's `derived` writes it:
 *
 *     price / request_rate * 1 million requests
 *
 *     sum      = product {("+" | "-") product}
 *     product  = sign {("*" | "/") sign}
 *     sign     = ["-"] atom
 *     atom     = NUMBER [UNIT…] | "(" sum ")" | "max(" sum "," sum ")" | "min(" … ")"
 *              | "total(" NAME ")" | "price" ["." VARIANT] | METRIC ["@" TOOL] ["." STAT]
 *
 * A METRIC whose name holds other characters than letters, digits and "_" stands in
 * double quotes. Words behind a NUMBER are its unit: "2 GB", "1 million requests". */
#ifndef PROJECT_FORMULA_H
#define PROJECT_FORMULA_H

#include "base/err.h"
#include "project/quantity.h"

typedef enum { INPUT_METRIC, INPUT_TOTAL, INPUT_PRICE } input_kind;

/* What a formula takes from elsewhere; each is listed once. */
typedef struct {
    input_kind kind;
    str name; /* a metric; of a price the variant, empty: the result's own */
    str tool, stat;
    str raw; /* as written, a view into the formula's text */
} formula_input;

enum { FORMULA_INPUTS = 12 };

typedef struct formula_node formula_node;

typedef struct {
    str text;
    formula_input inputs[FORMULA_INPUTS];
    ptrdiff_t input_count;
    const formula_node *root;
} formula;

/* What is wrong with it, and where in its text. */
typedef struct {
    str part; /* a view into the formula's text */
    char text[300], hint[300];
} formula_error;

MUST_USE bool formula_parse(arena *perm, arena scratch, str text, formula *ret,
                            formula_error *why);

/* The dimension of the result, from those of the inputs. False: it adds seconds to bytes,
 * or mixes currencies. */
MUST_USE bool formula_dimension(const formula *f, const dimension *inputs, arena scratch,
                                dimension *ret, formula_error *why);

/* The value and its partial derivatives by the inputs (`slopes` may be NULL), by the
 * rules of differentiation, exactly. False: a division by zero, or the result is no
 * finite number. */
MUST_USE bool formula_value(const formula *f, const double *inputs, double *ret,
                            double *slopes);

/* For people: "price ÷ request_rate × 1 million requests". */
str formula_shown(arena *perm, const formula *f);

#endif
