/* day.h - calendar days as the user writes them: 2025-08-10. */
#ifndef BASE_DAY_H
#define BASE_DAY_H

#include "base/str.h"

/* A real day of the Gregorian calendar, written YYYY-MM-DD; a time behind a 'T' or a
 * blank is allowed and ignored. */
bool day_valid(str s);

/* "10 August 2025"; `s` itself where it is no day. */
str day_words(arena *perm, str s);

#endif
