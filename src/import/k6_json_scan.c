#include "base/base.h"

#include "import/k6_json_scan.h"

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The code unit of \uXXXX at p; -1: none. */
static int32_t code_unit(const char *p, const char *end)
{
    int32_t v = 0;
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u') {
        return -1;
    }
    for (int i = 2; i < 6; i++) {
        int digit = hex_digit(p[i]);
        if (digit < 0) {
            return -1;
        }
        v = v * 16 + digit;
    }
    return v;
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
            if (code_unit(p, end) < 0) {
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

/* --- escapes --------------------------------------------------------------------------
 */

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(lead[more] | c >> (6 * more));
    while (more-- > 0) {
        *to++ = (char)(0x80 | (c >> (6 * more) & 0x3F));
    }
    return to;
}

static char plain_escape(char c)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    const char *at = strchr(from, c);
    return at && c ? to[at - from] : c;
}

bool scan_decode(arena *to, str raw, str *ret)
{
    const char *p = raw.ptr, *end = raw.ptr + raw.len;
    if (!memchr(p, '\\', (size_t)raw.len)) {
        *ret = raw;
        return true;
    }
    char *bytes = NEW(to, char, raw.len), *q = bytes;
    while (p < end) {
        if (*p != '\\') {
            *q++ = *p++;
            continue;
        }
        if (p + 1 < end && p[1] != 'u') {
            *q++ = plain_escape(p[1]);
            p += 2;
            continue;
        }
        int32_t unit = code_unit(p, end);
        p += 6;
        uint32_t c = (uint32_t)unit;
        if (unit >= 0xD800 && unit < 0xDC00) {
            int32_t low = code_unit(p, end);
            bool pair = low >= 0xDC00 && low < 0xE000;
            c = pair ? 0x10000 + ((uint32_t)(unit - 0xD800) << 10)
                           + (uint32_t)(low - 0xDC00)
                     : 0xFFFD;
            p += pair ? 6 : 0;
        } else if (unit >= 0xDC00 && unit < 0xE000) {
            c = 0xFFFD;
        }
        if (unit <= 0) {
            return false;
        }
        q = put_utf8(q, c);
    }
    *ret = (str){bytes, q - bytes};
    return true;
}
