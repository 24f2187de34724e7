/* unit.h - the units that people write, in terms of the base units s, B, B/s, 1/s and 1,
 * and of money, which is a base unit each currency. */
#ifndef MODEL_UNIT_H
#define MODEL_UNIT_H

#include "base/arena.h"
#include "base/str.h"

/* base value = written value * times / over. One of the two is 1, so that a decimal
 * factor below 1 costs no rounding: 12 ms is 12 / 1000 s. */
typedef struct {
    str base;
    double times, over;
} unit;

/* "ms", "MiB", "MB/s", "%", "requests/s", "rps", "" … False: not known. Sizes with k, M,
 * G are powers of 1000, with Ki, Mi, Gi of 1024; bits ("Mbit/s", "Mbps") become bytes.
 * "USD", "EUR" … stand for themselves: nothing is converted. */
bool unit_find(str word, unit *ret);
bool unit_is_currency(str word); /* "USD" */

/* The known unit nearest to `word`, for "did you mean"; {0}: none. */
str unit_nearest(str word, arena scratch);

/* A size operand of dd: "1M" (2^20), "1MB" (10^6), "64k", "4KiB", "2x512". False: it is
 * none. Source: coreutils 9.1 dd(1); the small m and g are BSD's and busybox'. */
bool unit_block_size(str s, double *ret);

double unit_to_base(const unit *u, double written);

#endif
