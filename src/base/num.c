#include "base/base.h"

#include <errno.h>

#include "base/num.h"

#undef strtod /* the one place that may call it: setlocale() is never called */

static bool plain_number(str s)
{
    bool digit = false;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        digit = digit || (c >= '0' && c <= '9');
        if (!(c >= '0' && c <= '9') && c != '.' && c != '-' && c != '+' && c != 'e'
            && c != 'E') {
            return false;
        }
    }
    return digit;
}

bool num_double(str s, double *out)
{
    char z[400]; /* the longest finite double printed by %f has 309 digits + decimals */
    if (s.len <= 0 || s.len >= (ptrdiff_t)sizeof z || !plain_number(s)) {
        return false;
    }
    memcpy(z, s.ptr, (size_t)s.len);
    z[s.len] = 0;
    char *end = NULL;
    double v = strtod(z, &end);
    if (*end || !isfinite(v)) {
        return false;
    }
    *out = v;
    return true;
}

bool num_int(str s, int64_t *out)
{
    char z[32];
    if (s.len <= 0 || s.len >= (ptrdiff_t)sizeof z || !plain_number(s)) {
        return false;
    }
    memcpy(z, s.ptr, (size_t)s.len);
    z[s.len] = 0;
    char *end = NULL;
    errno = 0;
    long long v = strtoll(z, &end, 10);
    if (*end || errno == ERANGE) {
        return false;
    }
    *out = v;
    return true;
}

void num_shortest(double v, char out[32])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, v);
        if (strtod(out, NULL) == v) { // NOLINT: exact round trip is the point
            return;
        }
    }
}

double num_shift(double v, int exponent)
{
    char text[32], shifted[48];
    num_shortest(v, text);
    char *e = strchr(text, 'e');
    int own = e ? (int)strtol(e + 1, NULL, 10) : 0;
    int digits = e ? (int)(e - text) : (int)strlen(text);
    snprintf(shifted, sizeof shifted, "%.*se%d", digits, text, own + exponent);
    return strtod(shifted, NULL);
}

int num_decimals(str s)
{
    cut c = str_cut(s, S("."));
    int n = 0;
    while (c.found && n < c.tail.len && c.tail.ptr[n] >= '0' && c.tail.ptr[n] <= '9') {
        n++;
    }
    return n;
}

str num_fixed(arena *perm, double v, int decimals)
{
    char plain[400];
    int n = snprintf(plain, sizeof plain, "%.*f", decimals < 0 ? 0 : decimals, v);
    const char *digits = plain;
    bool minus = *digits == '-';
    digits += minus;
    n -= minus;
    minus = minus && strspn(digits, "0.") != (size_t)n;
    ptrdiff_t whole = (ptrdiff_t)strcspn(digits, ".");
    char *text = NEW(perm, char, n + whole / 3 + 4);
    char *p = text;
    if (minus) {
        memcpy(p, "−", sizeof "−" - 1);
        p += sizeof "−" - 1;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0) {
            *p++ = ',';
        }
        *p++ = digits[i];
    }
    return (str){text, p - text};
}

int num_decimals_for(double v, int digits)
{
    if (v == 0 || !isfinite(v)) { // NOLINT: exactly zero has no magnitude
        return 0;
    }
    /* Rounding may carry into one digit more (9.996 at 3 digits is 10.0), so the exponent
     * is read off the rounded text. */
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, v);
    const char *e = strchr(text, 'e');
    int exponent = e ? (int)strtol(e + 1, NULL, 10) : 0;
    int decimals = digits - 1 - exponent;
    return decimals < 0 ? 0 : decimals > 17 ? 17 : decimals;
}
