/* prose.h - the numbers that an author typed into a post, with their units. */
#ifndef LINT_PROSE_H
#define LINT_PROSE_H

#include "lint/rules.h"

typedef enum { TYPED_PERCENT, TYPED_FACTOR, TYPED_VALUE } typed_kind;

/* "-72%", "1.5x", "16.3 s" */
typedef struct {
    typed_kind kind;
    str place;    /* the number with its unit, a view into the post where it can be */
    double value; /* 0.72, 1.5, 16.3 in the base unit; without its sign */
    int sign;     /* -1, +1; 0: none is written */
    double half;  /* half of the last digit that is written, in the base unit */
    str base;     /* TYPED_VALUE: the base unit */
} typed;

enum { MOST_TYPED = 500 };

/* All of them in a piece of Markdown: not in code, shortcodes, links, versions, dates. */
ptrdiff_t prose_numbers(arena scratch, str markdown, typed *ret, ptrdiff_t n);

#endif
