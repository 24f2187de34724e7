/* instant.h - points in time: RFC 3339 text and seconds since 1970. */
#ifndef BASE_INSTANT_H
#define BASE_INSTANT_H

#include "base/str.h"

/* "2024-08-22T01:13:59.892709931-03:00": 0 to 9 digits of a second, Z or an offset.
 * *seconds is floored, *nanoseconds (NULL is fine) what is left. False: anything else.
 * Years 0001 to 9999. */
bool instant_parse(str s, int64_t *seconds, int *nanoseconds);

/* "2024-08-22T04:13:59Z", with three digits of a second where they are not zero; {0}: a
 * year that RFC 3339 cannot write. */
str instant_text(arena *perm, int64_t seconds, int milliseconds);

#endif
