/* num.h - numbers in and out of text, the same in every locale. */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include "base/str.h"

/* The whole of `s` must be the number: decimal digits, one point, an exponent. False:
 * anything else ("1,5", "nan", "0x1p3", blanks), or out of range; *out is untouched. */
MUST_USE bool num_double(str s, double *out);
MUST_USE bool num_int(str s, int64_t *out);

/* The shortest decimal text that reads back as exactly `v`. */
void num_shortest(double v, char out[32]);

/* v * 10^exponent as people do it, by moving the point: 22.27 ms is 0.02227 s, where
 * 22.27 / 1000 is 0.022269999999999998. */
double num_shift(double v, int exponent);

/* Digits behind the decimal point of a plain number's text: "16.324" gives 3. */
int num_decimals(str s);

/* `v` with `decimals` digits behind the point and thousands commas, U+2212 for minus:
 * "62,399.35", "−39.0". Half-way cases round to even on the exact binary value (printf's
 * rule). Never "-0": a negative that rounds to zero loses its sign. */
str num_fixed(arena *perm, double v, int decimals);

/* How many decimals show `v` with `digits` significant digits (0 where the integer part
 * has them all): (15.698, 3) gives 1, (0.00525, 3) gives 5, (62399.35, 4) gives 0. */
int num_decimals_for(double v, int digits);

#endif
