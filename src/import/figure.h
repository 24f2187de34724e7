/* figure.h - printed numbers with units, and where a broken one stands. */
#ifndef IMPORT_FIGURE_H
#define IMPORT_FIGURE_H

#include "base/json.h"
#include "import/text.h"

/* A printed number in its base unit, and the step between neighbouring printed ones:
 * "16.324 s" is {16.324, 0.001}, "5.25ms" is {0.00525, 1e-5}. */
typedef struct {
    double value, step;
} figure;

/* Takes "12" or "12.50" off the front of *s, behind any blanks. False: there is none, or
 * it ends in its point; *s then begins at it. */
bool figure_digits(str *s, str *ret);

/* `digits` x 10^exponent x factor; rounded once when the factor is 1. False: larger than
 * a double holds. */
bool figure_scale(str digits, int exponent, double factor, figure *ret);

/* Which units a time may have. */
typedef enum { TIME_UP_TO_S, TIME_UP_TO_H } time_units;

/* Takes a time with its unit off the front of *s: "16.324 s", "163.6 µs" (whatever an
 * encoding made of the µ), "850.00us", and with TIME_UP_TO_H "0.97m" and "1.25h". False:
 * there is none; *s then begins at what isn't one. */
bool figure_time(str *s, time_units units, figure *ret);

/* The power of ten of "s", "ms" or "µs" (in any encoding) alone; false: it is no such
 * unit. */
bool figure_time_unit(str name, int *exponent);

/* Takes a whole number off the front of *s. */
bool figure_count(str *s, double *ret);

/* What stands between two figures ("±", "…" in any encoding, "+-", "..."). */
str figure_skip_sign(str s);

/* err_at() for line i of a cleaned text. `token` is a view into its s; where the line had
 * escapes in it, its place is searched in the raw line. An empty token is shown as the
 * end of the line. */
bool figure_err(err *e, const text *t, ptrdiff_t i, str token, const char *wanted);

/* The number of a JSON value that must be one and can't be negative; `name` is how the
 * message calls it: "\"mean\"". False: *e points at it. */
bool figure_json(const source *src, const json *v, const char *name, double *ret, err *e);

#endif
