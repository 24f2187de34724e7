#include "base/base.h"

#include "base/str.h"

str str_from(const char *cz)
{
    return cz ? (str){cz, (ptrdiff_t)strlen(cz)} : (str){0};
}

bool str_eq(str a, str b)
{
    if (a.len != b.len || a.len <= 0) {
        return a.len == b.len;
    }
    return memcmp(a.ptr, b.ptr, (size_t)a.len) == 0; // NOLINT: bytes that count are there
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_eq_nocase(str a, str b)
{
    if (a.len != b.len) {
        return false;
    }
    for (ptrdiff_t i = 0; i < a.len; i++) {
        if (lower(a.ptr[i]) != lower(b.ptr[i])) {
            return false;
        }
    }
    return true;
}

int str_cmp(str a, str b)
{
    ptrdiff_t n = a.len < b.len ? a.len : b.len;
    int c = n > 0 ? memcmp(a.ptr, b.ptr, (size_t)n) : 0;
    return c ? c : (a.len > b.len) - (a.len < b.len);
}

bool str_starts(str s, str prefix)
{
    return s.len >= prefix.len && str_eq(str_take(s, prefix.len), prefix);
}

bool str_ends(str s, str suffix)
{
    return s.len >= suffix.len && str_eq(str_drop(s, s.len - suffix.len), suffix);
}

ptrdiff_t str_find(str s, str part)
{
    if (part.len == 0) {
        return 0;
    }
    if (s.len < part.len) {
        return -1;
    }
    const char *p = memmem(s.ptr, (size_t)s.len, part.ptr, (size_t)part.len);
    return p ? p - s.ptr : -1;
}

bool str_has(str s, str part)
{
    return str_find(s, part) >= 0;
}

str str_drop(str s, ptrdiff_t n)
{
    n = n < 0 ? 0 : n > s.len ? s.len : n;
    return (str){s.ptr ? s.ptr + n : NULL, s.len - n};
}

str str_take(str s, ptrdiff_t n)
{
    n = n < 0 ? 0 : n > s.len ? s.len : n;
    return (str){s.ptr, n};
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

str str_trim_left(str s)
{
    while (s.len > 0 && is_space(*s.ptr)) {
        s.ptr++;
        s.len--;
    }
    return s;
}

str str_trim_right(str s)
{
    while (s.len > 0 && is_space(s.ptr[s.len - 1])) {
        s.len--;
    }
    return s;
}

str str_trim(str s)
{
    return str_trim_left(str_trim_right(s));
}

cut str_cut(str s, str sep)
{
    ptrdiff_t at = str_find(s, sep);
    if (at < 0) {
        return (cut){.head = s};
    }
    return (cut){str_take(s, at), str_drop(s, at + sep.len), true};
}

cut str_cut_last(str s, str sep)
{
    for (ptrdiff_t at = s.len - sep.len; at >= 0; at--) {
        if (memcmp(s.ptr + at, sep.ptr, (size_t)sep.len) == 0) {
            return (cut){str_take(s, at), str_drop(s, at + sep.len), true};
        }
    }
    return (cut){.head = s};
}

/* FNV-1a, and the last steps of MurmurHash3 so that each byte reaches each bit. */
uint64_t str_hash(str s)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (ptrdiff_t i = 0; i < s.len; i++) {
        h = (h ^ (unsigned char)s.ptr[i]) * UINT64_C(1099511628211);
    }
    h = (h ^ (h >> 33)) * UINT64_C(0xFF51AFD7ED558CCD);
    return h ^ (h >> 33);
}

ptrdiff_t str_lines(str s)
{
    ptrdiff_t n = 0;
    const char *end = s.ptr + s.len;
    for (const char *p = s.ptr; p < end && (p = memchr(p, '\n', (size_t)(end - p)));
         p++) {
        n++;
    }
    return n;
}

str str_word(str *s)
{
    str rest = str_trim_left(*s);
    ptrdiff_t n = 0;
    while (n < rest.len && !is_space(rest.ptr[n])) {
        n++;
    }
    *s = str_drop(rest, n);
    return str_take(rest, n);
}

str str_copy(arena *perm, str s)
{
    if (!s.ptr) {
        return s;
    }
    char *bytes = NEW(perm, char, s.len + 1);
    if (s.len > 0) {
        memcpy(bytes, s.ptr, (size_t)s.len);
    }
    return (str){bytes, s.len};
}

char *str_cz(arena *perm, str s)
{
    char *bytes = NEW(perm, char, s.len + 1);
    if (s.len > 0) {
        memcpy(bytes, s.ptr, (size_t)s.len);
    }
    return bytes;
}

str str_fmt(arena *perm, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    n = n < 0 ? 0 : n;
    char *bytes = NEW(perm, char, n + 1);
    vsnprintf(bytes, (size_t)n + 1, fmt, again);
    va_end(again);
    return (str){bytes, n};
}

str str_replace(arena *perm, str s, str from, str to)
{
    ptrdiff_t hits = 0;
    for (cut c = str_cut(s, from); c.found; c = str_cut(c.tail, from)) {
        hits++;
    }
    if (hits == 0) {
        return s;
    }
    char *bytes = NEW(perm, char, s.len + hits * (to.len - from.len) + 1);
    char *p = bytes;
    cut c = {.tail = s};
    do {
        c = str_cut(c.tail, from);
        if (c.head.len > 0) {
            memcpy(p, c.head.ptr, (size_t)c.head.len);
            p += c.head.len;
        }
        if (c.found && to.len > 0) {
            memcpy(p, to.ptr, (size_t)to.len);
            p += to.len;
        }
    } while (c.found);
    return (str){bytes, p - bytes};
}

str str_slug(arena *perm, str s)
{
    char *bytes = NEW(perm, char, s.len + 1);
    ptrdiff_t n = 0;
    bool gap = false;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = lower(s.ptr[i]);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            if (gap && n > 0) {
                bytes[n++] = '-';
            }
            bytes[n++] = c;
            gap = false;
        } else {
            gap = true;
        }
    }
    return (str){bytes, n};
}

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b)
{
    return a < b ? a : b;
}

/* Damerau-Levenshtein, optimal string alignment: a transposition counts once. */
ptrdiff_t str_distance(str a, str b, arena scratch)
{
    ptrdiff_t w = b.len + 1;
    ptrdiff_t *d = NEW(&scratch, ptrdiff_t, (a.len + 1) * w);
    for (ptrdiff_t i = 0; i <= a.len; i++) {
        for (ptrdiff_t j = 0; j <= b.len; j++) {
            if (i == 0 || j == 0) {
                d[i * w + j] = i + j;
                continue;
            }
            ptrdiff_t differs = a.ptr[i - 1] != b.ptr[j - 1];
            ptrdiff_t best = least(d[(i - 1) * w + j], d[i * w + j - 1]) + 1;
            best = least(best, d[(i - 1) * w + j - 1] + differs);
            if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2]
                && a.ptr[i - 2] == b.ptr[j - 1]) {
                best = least(best, d[(i - 2) * w + j - 2] + 1);
            }
            d[i * w + j] = best;
        }
    }
    return d[a.len * w + b.len];
}

str str_nearest(str word, const str *names, ptrdiff_t n, arena scratch)
{
    str best = {0};
    ptrdiff_t least_edits = word.len / 3 + 2;
    for (ptrdiff_t i = 0; i < n && word.len < 200; i++) {
        if (names[i].len < 200) {
            ptrdiff_t edits = str_distance(word, names[i], scratch);
            if (edits < least_edits && edits < names[i].len) {
                best = names[i];
                least_edits = edits;
            }
        }
    }
    return best;
}
