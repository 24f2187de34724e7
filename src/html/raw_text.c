#include "base/base.h"

#include "base/utf8.h"
#include "html/raw_text.h"

static uint32_t unit_at(str s, ptrdiff_t i, bool big)
{
    unsigned char a = (unsigned char)s.ptr[i], b = (unsigned char)s.ptr[i + 1];
    return big ? (uint32_t)a << 8 | b : (uint32_t)b << 8 | a;
}

str raw_decode(arena *perm, str bytes)
{
    bool little = str_starts(bytes, S("\xFF\xFE"));
    bool big = str_starts(bytes, S("\xFE\xFF"));
    if (!little && !big) {
        return bytes;
    }
    char *copy = NEW(perm, char, bytes.len / 2 * 3 + 4);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 2; i + 1 < bytes.len; i += 2) {
        uint32_t c = unit_at(bytes, i, big);
        bool pair = c >= 0xD800 && c < 0xDC00 && i + 3 < bytes.len;
        uint32_t low = pair ? unit_at(bytes, i + 2, big) : 0;
        if (pair && low >= 0xDC00 && low < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        } else if (c >= 0xD800 && c < 0xE000) {
            c = 0xFFFD;
        }
        n += utf8_encode(c, copy + n);
    }
    return (str){copy, n};
}

bool raw_is_text(str bytes)
{
    str head = str_take(bytes, 64 << 10);
    ptrdiff_t odd = 0;
    for (ptrdiff_t i = 0; i < head.len;) {
        uint32_t code = 0;
        int n = utf8_at(head.ptr + i, head.len - i, &code);
        odd += n == 0 || head.ptr[i] == '\0';
        i += n > 0 ? n : 1;
    }
    return odd * 10 <= head.len;
}

str raw_visible(arena *perm, str line)
{
    ptrdiff_t controls = 0;
    for (ptrdiff_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char)line.ptr[i];
        controls += (c < 0x20 && c != '\t') || c == 0x7F;
    }
    if (controls == 0) {
        return line;
    }
    char *copy = NEW(perm, char, line.len + controls * 2);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char)line.ptr[i];
        if ((c >= 0x20 && c != 0x7F) || c == '\t') {
            copy[n++] = (char)c;
            continue;
        }
        copy[n++] = '\xE2';
        copy[n++] = '\x90';
        copy[n++] = (char)(0x80 + (c == 0x7F ? 0x21 : c));
    }
    return (str){copy, n};
}
