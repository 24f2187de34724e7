/* check.h - cmocka with the headers it wants before it, and checks for our own types. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "base/str.h"

/* Both values are printed when they differ. */
#define check_str(got, want)    check_str_((got), (want), __FILE__, __LINE__)
#define check_double(got, want) check_double_((got), (want), __FILE__, __LINE__)

static inline void check_str_(str got, const char *want, const char *file, int line)
{
    if (!str_eq(got, str_from(want))) {
        print_error("got \"%.*s\"\nwant \"%s\"\n", SV(got), want);
        _fail(file, line);
    }
}

/* Equal to the last bit. */
static inline void check_double_(double got, double want, const char *file, int line)
{
    if (!(got >= want && got <= want)) {
        print_error("got %.17g\nwant %.17g\n", got, want);
        _fail(file, line);
    }
}

#endif
