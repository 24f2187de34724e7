/* k6_json_scan.h - a line of JSON read from left to right, without a tree. */
#ifndef IMPORT_K6_JSON_SCAN_H
#define IMPORT_K6_JSON_SCAN_H

#include "base/str.h"

/* Each takes what stands at p (before `end`) and returns the place behind it; NULL: it is
 * none, or `end` came first. */
const char *scan_space(const char *p, const char *end); /* never NULL */

/* A string; *raw is what stands between its quotes, escapes and all. */
const char *scan_string(const char *p, const char *end, str *raw);

/* Any value, at most 64 levels deep. */
const char *scan_value(const char *p, const char *end);

/* `raw` without escapes: itself where there are none, else in `to`. False: a bad escape,
 * or NUL. */
bool scan_decode(arena *to, str raw, str *ret);

#endif
