#include "base/base.h"

#include "base/utf8.h"

/* The rows of table 3-7 of the Unicode Standard; the second byte has a range of its own,
 * which keeps overlong forms and surrogates out. */
static const struct {
    unsigned char mask, lead, low, high;
    int len;
} forms[] = {
    {0x80, 0x00, 0, 0, 1},       {0xFF, 0xE0, 0xA0, 0xBF, 3}, {0xFF, 0xED, 0x80, 0x9F, 3},
    {0xE0, 0xC0, 0x80, 0xBF, 2}, {0xF0, 0xE0, 0x80, 0xBF, 3}, {0xFF, 0xF0, 0x90, 0xBF, 4},
    {0xFF, 0xF4, 0x80, 0x8F, 4}, {0xF8, 0xF0, 0x80, 0xBF, 4},
};

static uint32_t decode(const unsigned char *p, int len)
{
    uint32_t code = p[0] & (0x7FU >> (len > 1 ? len : 0));
    for (int i = 1; i < len; i++) {
        code = code << 6 | (p[i] & 0x3FU);
    }
    return code;
}

static bool continues(const unsigned char *p, int from, int len)
{
    for (int i = from; i < len; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return false;
        }
    }
    return true;
}

int utf8_at(const char *bytes, ptrdiff_t left, uint32_t *code)
{
    const unsigned char *p = (const unsigned char *)bytes;
    if (*p == 0xC0 || *p == 0xC1 || *p > 0xF4) {
        return 0;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(forms); i++) {
        if ((*p & forms[i].mask) != forms[i].lead) {
            continue;
        }
        int len = forms[i].len;
        if (len > left || (len > 1 && (p[1] < forms[i].low || p[1] > forms[i].high))
            || !continues(p, 2, len)) {
            return 0;
        }
        if (code) {
            *code = decode(p, len);
        }
        return len;
    }
    return 0;
}

int utf8_encode(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    int n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)((0xF00 >> n & 0xFF) | code);
    return n;
}

/* Letters of Hebrew, Arabic and their neighbours, and marks that act as such. */
static bool is_rightward(uint32_t c)
{
    return (c >= 0x590 && c <= 0x8FF) || c == 0x200F || (c >= 0xFB1D && c <= 0xFDFF)
           || (c >= 0xFE70 && c < 0xFEFF) || (c >= 0x10800 && c <= 0x10FFF)
           || (c >= 0x1E800 && c <= 0x1EFFF);
}

static bool turns_direction(uint32_t c)
{
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

str utf8_isolated(arena *perm, str name)
{
    char *copy = NEW(perm, char, name.len + 8);
    const ptrdiff_t head = utf8_encode(0x2068, copy);
    ptrdiff_t n = head;
    bool rightward = false, changed = false;
    for (ptrdiff_t i = 0; i < name.len;) {
        uint32_t code = 0;
        int len = utf8_at(name.ptr + i, name.len - i, &code);
        len = len ? len : 1;
        rightward = rightward || is_rightward(code);
        bool left_out = turns_direction(code);
        bool control =
            len == 1 && ((unsigned char)name.ptr[i] < ' ' || name.ptr[i] == 0x7F);
        if (control) {
            copy[n++] = ' ';
        } else if (!left_out) {
            memcpy(copy + n, name.ptr + i, (size_t)len);
            n += len;
        }
        changed = changed || control || left_out;
        i += len;
    }
    ptrdiff_t tail = utf8_encode(0x2069, copy + n);
    return rightward ? (str){copy, n + tail}
           : changed ? (str){copy + head, n - head}
                     : name;
}
