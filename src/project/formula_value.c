#include "base/base.h"

#include "project/formula_node.h"

/* --- dimensions ------------------------------------------------------------------- */

typedef struct {
    const formula *f;
    const dimension *inputs;
    arena scratch;
    formula_error *why;
} checker;

static bool mismatch(checker *c, const formula_node *n, dimension a, dimension b)
{
    arena tmp = c->scratch;
    *c->why = (formula_error){.part = n->at};
    snprintf(c->why->text, sizeof c->why->text, "'%.*s' can't take %.*s and %.*s",
             SV(n->at), SV(dimension_text(&tmp, a)), SV(dimension_text(&tmp, b)));
    return false;
}

static bool dimension_of(checker *c, const formula_node *n, dimension *ret);

/* + - max min: both sides are of one kind. */
static bool same_kind(checker *c, const formula_node *n, dimension *ret)
{
    dimension right;
    return dimension_of(c, n->left, ret) && dimension_of(c, n->right, &right)
           && (dimension_eq(*ret, right) || mismatch(c, n, *ret, right));
}

static bool product_kind(checker *c, const formula_node *n, dimension *ret)
{
    dimension left, right;
    return dimension_of(c, n->left, &left) && dimension_of(c, n->right, &right)
           && (dimension_times(left, right, n->kind == TERM_DIVIDE, ret)
               || mismatch(c, n, left, right));
}

/* Recursion is as deep as the formula has parts, 200 at most. */
static bool dimension_of(checker *c, const formula_node *n, dimension *ret)
{
    switch (n->kind) {
    case TERM_NUMBER:
        *ret = n->number.of;
        return true;
    case TERM_INPUT:
        *ret = c->inputs[n->input];
        return true;
    case TERM_ADD:
    case TERM_SUBTRACT:
    case TERM_MAX:
    case TERM_MIN:
        return same_kind(c, n, ret);
    case TERM_MULTIPLY:
    case TERM_DIVIDE:
        return product_kind(c, n, ret);
    case TERM_NEGATE:
        return dimension_of(c, n->left, ret);
    }
    return false;
}

bool formula_dimension(const formula *f, const dimension *inputs, arena scratch,
                       dimension *ret, formula_error *why)
{
    checker c = {f, inputs, scratch, why};
    return dimension_of(&c, f->root, ret);
}

/* --- values and slopes ------------------------------------------------------------ */

typedef struct {
    double value;
    double slopes[FORMULA_INPUTS];
} dual;

static dual combine(dual a, double by_a, dual b, double by_b, double value)
{
    dual r = {.value = value};
    for (int i = 0; i < FORMULA_INPUTS; i++) {
        r.slopes[i] = by_a * a.slopes[i] + by_b * b.slopes[i];
    }
    return r;
}

/* Forward-mode differentiation: each term carries its slope by every input. */
static dual value_of(const formula_node *n, const double *inputs)
{
    dual a = {0}, b = {0};
    if (n->left) {
        a = value_of(n->left, inputs);
    }
    if (n->right) {
        b = value_of(n->right, inputs);
    }
    bool left = a.value > b.value;
    switch (n->kind) {
    case TERM_NUMBER:
        return (dual){.value = n->number.scale};
    case TERM_INPUT:
        a.value = inputs[n->input];
        a.slopes[n->input] = 1;
        return a;
    case TERM_ADD:
        return combine(a, 1, b, 1, a.value + b.value);
    case TERM_SUBTRACT:
        return combine(a, 1, b, -1, a.value - b.value);
    case TERM_MULTIPLY:
        return combine(a, b.value, b, a.value, a.value * b.value);
    case TERM_DIVIDE:
        return combine(a, 1 / b.value, b, -a.value / (b.value * b.value),
                       a.value / b.value);
    case TERM_NEGATE:
        return combine(a, -1, b, 0, -a.value);
    case TERM_MAX:
        return left ? a : b;
    case TERM_MIN:
        return left ? b : a;
    }
    return a;
}

bool formula_value(const formula *f, const double *inputs, double *ret, double *slopes)
{
    dual r = value_of(f->root, inputs);
    if (!isfinite(r.value)) {
        return false;
    }
    for (ptrdiff_t i = 0; slopes && i < f->input_count; i++) {
        slopes[i] = r.slopes[i];
    }
    *ret = r.value;
    return true;
}

str formula_shown(arena *perm, const formula *f)
{
    str shown = str_replace(perm, f->text, S("*"), S("×"));
    shown = str_replace(perm, shown, S(" / "), S(" ÷ "));
    return str_replace(perm, shown, S(" - "), S(" − "));
}
