/* base.h - the first include of every .c file: C17 types, attributes, bans. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTOF(a)        ((ptrdiff_t)(sizeof(a) / sizeof *(a)))
#define MUST_USE          __attribute__((warn_unused_result))
#define PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* A foreign handle that is destroyed when the function returns:
 *     OWNED_BY(cairo_t, cairo_destroy)       once, at file scope
 *     OWNED(cairo_t) cr = cairo_create(s);   a local variable */
#define OWNED_BY(type, destroy)                                                          \
    static inline void drop_##type(type **p)                                             \
    {                                                                                    \
        if (*p) {                                                                        \
            destroy(*p);                                                                 \
        }                                                                                \
    }                                                                                    \
    _Static_assert(1, "takes the semicolon")
#define OWNED(type) __attribute__((cleanup(drop_##type))) type *

/* A number that may be unstated. NaN never travels: no value is `{0}`. */
typedef struct {
    double value;
    bool known;
} maybe;

#define SOME(v) ((maybe){(v), true})

#include "base/banned.h"

#endif
