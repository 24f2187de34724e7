#include "base/base.h"

#include "base/json.h"
#include "import/k6_json_scan.h"

static bool is_hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* \uXXXX at p. */
static bool is_code_unit(const char *p, const char *end)
{
    return end - p >= 6 && is_hex_digit(p[2]) && is_hex_digit(p[3]) && is_hex_digit(p[4])
           && is_hex_digit(p[5]);
}

const char *scan_string_slowly(const char *p, const char *end, const char *begin,
                               str *raw)
{
    while (p < end && (unsigned char)*p >= 0x20) {
        if (*p == '"') {
            *raw = (str){begin, p - begin};
            return p + 1;
        }
        if (*p != '\\') {
            p++;
        } else if (p + 1 < end && p[1] == 'u') {
            if (!is_code_unit(p, end)) {
                return NULL;
            }
            p += 6;
        } else if (p + 1 < end && p[1] && strchr("\"\\/bfnrt", p[1])) {
            p += 2;
        } else {
            return NULL;
        }
        while (end - p >= 8 && !scan_special(p)) {
            p += 8;
        }
    }
    return NULL;
}

static bool is_digit(const char *p, const char *end)
{
    return p < end && *p >= '0' && *p <= '9';
}

static const char *scan_number(const char *p, const char *end)
{
    p += p < end && *p == '-';
    if (!is_digit(p, end)) {
        return NULL;
    }
    while (is_digit(p, end)) {
        p++;
    }
    if (p < end && *p == '.') {
        if (!is_digit(++p, end)) {
            return NULL;
        }
        while (is_digit(p, end)) {
            p++;
        }
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        p += p < end && (*p == '-' || *p == '+');
        if (!is_digit(p, end)) {
            return NULL;
        }
        while (is_digit(p, end)) {
            p++;
        }
    }
    return p;
}

static const char *scan_word(const char *p, const char *end)
{
    static const char *const words[] = {"null", "true", "false"};
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        ptrdiff_t n = (ptrdiff_t)strlen(words[i]);
        if (end - p >= n && memcmp(p, words[i], (size_t)n) == 0) {
            return p + n;
        }
    }
    return NULL;
}

static const char *scan_scalar(const char *p, const char *end)
{
    str ignored;
    if (p >= end) {
        return NULL;
    }
    return *p == '"'                               ? scan_string(p, end, &ignored)
           : *p == '-' || (*p >= '0' && *p <= '9') ? scan_number(p, end)
                                                   : scan_word(p, end);
}

/* `"key" :` */
static const char *scan_key(const char *p, const char *end)
{
    str ignored;
    p = scan_string(scan_space(p, end), end, &ignored);
    p = p ? scan_space(p, end) : NULL;
    return p && p < end && *p == ':' ? scan_space(p + 1, end) : NULL;
}

/* Behind an opening bracket; its kind is the top of the stack. *empty: it closes at once.
 */
static const char *scan_first(const char *p, const char *end, char closing, bool *empty)
{
    p = scan_space(p, end);
    *empty = p < end && *p == closing;
    return *empty || closing == ']' ? p : scan_key(p, end);
}

const char *scan_value(const char *p, const char *end)
{
    char closing[64];
    int depth = 0;
    p = scan_space(p, end);
    for (;;) {
        bool empty = false;
        while (p && p < end && (*p == '{' || *p == '[') && !empty) {
            if (depth == COUNTOF(closing)) {
                return NULL;
            }
            closing[depth++] = *p == '{' ? '}' : ']';
            p = scan_first(p + 1, end, closing[depth - 1], &empty);
        }
        p = p && !empty ? scan_scalar(p, end) : p;
        while (p && depth > 0) {
            p = scan_space(p, end);
            if (p >= end || *p != closing[depth - 1]) {
                break;
            }
            p++;
            depth--;
        }
        if (!p || depth == 0) {
            return p;
        }
        if (p >= end || *p != ',') {
            return NULL;
        }
        p = closing[depth - 1] == '}' ? scan_key(p + 1, end) : scan_space(p + 1, end);
    }
}

str scan_decode(arena *to, str raw)
{
    return memchr(raw.ptr, '\\', (size_t)raw.len) ? json_decode(to, raw) : raw;
}
