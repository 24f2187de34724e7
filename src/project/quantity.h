/* quantity.h - what kind of thing a number of a formula is: seconds, bytes, money.
 *
 * A unit is words in a row: "USD per million requests", "GB h", "1/s", "Wh/month".
 * Counted things (requests, seats, cores) are plain numbers. */
#ifndef PROJECT_QUANTITY_H
#define PROJECT_QUANTITY_H

#include "base/arena.h"
#include "base/str.h"

/* Powers of the base units; money has a currency, of which there is one a formula. */
typedef struct {
    int seconds, bytes, joules, money;
    str currency; /* "USD"; empty where money == 0 */
} dimension;

/* base value = written value * scale. */
typedef struct {
    double scale;
    dimension of;
} quantity_unit;

/* Seconds of a month: 30.4375 days, a twelfth of 365.25. */
#define SECONDS_PER_MONTH 2629800.0

/* One word: "s", "MiB", "month", "million", "requests", "kWh", "USD". */
bool quantity_word(str word, quantity_unit *ret);

/* Words with blanks, "-" or "*" between factors, and "/" or "per" before what divides.
 * False: *bad is the word that isn't known. */
bool quantity_unit_parse(str text, quantity_unit *ret, str *bad);

/* The known word nearest to `word`; {0}: none. */
str quantity_nearest(str word, arena scratch);

bool dimension_eq(dimension a, dimension b);

/* a * b, or a / b. False: two currencies meet. */
bool dimension_times(dimension a, dimension b, bool over, dimension *ret);

/* "USD/s", "B", "a plain number": for messages. */
str dimension_text(arena *perm, dimension d);

/* Is a unit one of money, or of money per something? "USD", "EUR per million requests" */
bool unit_is_money(str text);

#endif
