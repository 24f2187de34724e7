/* k6_json_scan.h - a line of JSON read from left to right, without a tree. */
#ifndef IMPORT_K6_JSON_SCAN_H
#define IMPORT_K6_JSON_SCAN_H

#include "base/str.h"

/* Each takes what stands at p (before `end`) and returns the place behind it; NULL: it is
 * none, or `end` came first. */

static inline const char *scan_space(const char *p, const char *end) /* never NULL */
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')) {
        p++;
    }
    return p;
}

/* The rest of a string from a backslash or an end on. */
const char *scan_string_slowly(const char *p, const char *end, const char *begin,
                               str *raw);

/* The bits of those of eight bytes that are a quote, a backslash or a control character.
 * The lowest is right; above it there may be wrong ones. */
static inline uint64_t scan_special(const char *p)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t w, quote, slash;
    memcpy(&w, p, sizeof w);
    quote = w ^ ones * '"';
    slash = w ^ ones * '\\';
    return (((quote - ones) & ~quote) | ((slash - ones) & ~slash)
            | ((w - ones * 0x20) & ~w))
           & ones << 7;
}

/* A string; *raw is what stands between its quotes, escapes and all. */
static inline const char *scan_string(const char *p, const char *end, str *raw)
{
    if (p >= end || *p != '"') {
        return NULL;
    }
    const char *begin = ++p;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; end - p >= 8; p += 8) {
        uint64_t special = scan_special(p);
        if (special) {
            p += __builtin_ctzll(special) >> 3;
            if (*p == '"') {
                *raw = (str){begin, p - begin};
                return p + 1;
            }
            break;
        }
    }
#endif
    return scan_string_slowly(p, end, begin, raw);
}

/* Any value, at most 64 levels deep. */
const char *scan_value(const char *p, const char *end);

/* `raw` without escapes: itself where there are none, else in `to`. */
str scan_decode(arena *to, str raw);

#endif
