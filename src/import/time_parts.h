/* time_parts.h - the times that shells and time(1) print, in every locale. */
#ifndef IMPORT_TIME_PARTS_H
#define IMPORT_TIME_PARTS_H

#include "import/import.h"

/* A value in base units and the step between neighbouring printed values. */
typedef struct {
    double value, step;
} stated;

/* The whole of `s` is a plain decimal number, with a point or (in other locales) a comma:
 * "0.26", "0,619", "12". No sign, no exponent. */
MUST_USE bool time_decimal(str s, stated *ret);

/* "55.390", "1:01.88", "3:12:10.30", "1:44:19,60"; zsh's hours may be many. */
MUST_USE bool time_clock(str s, stated *ret);

/* "0m0.176s", "2m13.871s", "0m 0.12s", "1h 2m 3s", "0m0,619s". */
MUST_USE bool time_minutes(str s, stated *ret);

/* Takes a number off the front of *s: digits with at most one point or comma inside. */
MUST_USE bool time_take_number(str *s, stated *ret);

/* A decimal number over a whole one, to the nearest double: 96.2 % is 0.962. */
stated time_divided(stated v, double by);

/* Appends a metric of one value. */
metric *time_add(const import *in, result *r, const char *name, stated v, ptrdiff_t line);

/* `real 0.26` / `user 0.06` / `sys 0.00`, the form of POSIX: time -p. Which tool printed
 * it can't be seen: the shell's keyword if the command line or an earlier block of the
 * file says so, else the program. Slot `block` of both rows. */
ptrdiff_t time_posix_block(import *in, const text *t, ptrdiff_t at, bool shell_asks);

/* "Command exited with non-zero status 7" and its like, which stand before a block. */
typedef struct {
    bool known, signalled;
    int code; /* the status or the signal's number */
    ptrdiff_t line;
} time_exit;

MUST_USE bool time_exit_line(str s, time_exit *ret);
void time_set_exit(const import *in, result *r, const time_exit *how);

#endif
