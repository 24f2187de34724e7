/* formula_node.h - a formula as a tree: formula.c grows it, formula_value.c walks it. */
#ifndef PROJECT_FORMULA_NODE_H
#define PROJECT_FORMULA_NODE_H

#include "project/formula.h"

typedef enum {
    TERM_NUMBER,
    TERM_INPUT,
    TERM_ADD,
    TERM_SUBTRACT,
    TERM_MULTIPLY,
    TERM_DIVIDE,
    TERM_NEGATE,
    TERM_MAX,
    TERM_MIN,
} term_kind;

struct formula_node {
    term_kind kind;
    quantity_unit number; /* TERM_NUMBER: value and dimension in base units */
    ptrdiff_t input;      /* TERM_INPUT */
    const formula_node *left, *right;
    str at; /* the operator or the number, a view into the text */
};

#endif
