#include "base/base.h"

#include "base/utf8.h"
#include "import/text_parts.h"

/* Bytes 0x80 to 0xFF. Source: the mapping tables at unicode.org (CP437, CP850, CP1252).
 * The five bytes that Windows-1252 leaves open are C1 controls, as in Latin-1. */
static const uint16_t cp437[128] = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB,
    0x00E8, 0x00EF, 0x00EE, 0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4,
    0x00F6, 0x00F2, 0x00FB, 0x00F9, 0x00FF, 0x00D6, 0x00DC, 0x00A2, 0x00A3, 0x00A5,
    0x20A7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA, 0x00BA,
    0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB, 0x2591, 0x2592,
    0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
    0x255D, 0x255C, 0x255B, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C,
    0x255E, 0x255F, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x2567,
    0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518,
    0x250C, 0x2588, 0x2584, 0x258C, 0x2590, 0x2580, 0x03B1, 0x00DF, 0x0393, 0x03C0,
    0x03A3, 0x03C3, 0x00B5, 0x03C4, 0x03A6, 0x0398, 0x03A9, 0x03B4, 0x221E, 0x03C6,
    0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00F7, 0x2248,
    0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0x00A0,
};

static const uint16_t cp850[128] = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB,
    0x00E8, 0x00EF, 0x00EE, 0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4,
    0x00F6, 0x00F2, 0x00FB, 0x00F9, 0x00FF, 0x00D6, 0x00DC, 0x00F8, 0x00A3, 0x00D8,
    0x00D7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA, 0x00BA,
    0x00BF, 0x00AE, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB, 0x2591, 0x2592,
    0x2593, 0x2502, 0x2524, 0x00C1, 0x00C2, 0x00C0, 0x00A9, 0x2563, 0x2551, 0x2557,
    0x255D, 0x00A2, 0x00A5, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C,
    0x00E3, 0x00C3, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x00A4,
    0x00F0, 0x00D0, 0x00CA, 0x00CB, 0x00C8, 0x0131, 0x00CD, 0x00CE, 0x00CF, 0x2518,
    0x250C, 0x2588, 0x2584, 0x00A6, 0x00CC, 0x2580, 0x00D3, 0x00DF, 0x00D4, 0x00D2,
    0x00F5, 0x00D5, 0x00B5, 0x00FE, 0x00DE, 0x00DA, 0x00DB, 0x00D9, 0x00FD, 0x00DD,
    0x00AF, 0x00B4, 0x00AD, 0x00B1, 0x2017, 0x00BE, 0x00B6, 0x00A7, 0x00F7, 0x00B8,
    0x00B0, 0x00A8, 0x00B7, 0x00B9, 0x00B3, 0x00B2, 0x25A0, 0x00A0,
};

/* The rest of Windows-1252, from 0xA0 on, is Latin-1. */
static const uint16_t cp1252[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

static bool unit_is(str bytes, ptrdiff_t i, encoding e, char c)
{
    const char *p = bytes.ptr + i;
    return e == ENCODING_UTF16_LE ? p[0] == c && p[1] == 0 : p[0] == 0 && p[1] == c;
}

encoding encoding_of(str bytes, ptrdiff_t *mark)
{
    *mark = 2;
    if (str_starts(bytes, S("\xFF\xFE"))) {
        return ENCODING_UTF16_LE;
    }
    if (str_starts(bytes, S("\xFE\xFF"))) {
        return ENCODING_UTF16_BE;
    }
    *mark = str_starts(bytes, S("\xEF\xBB\xBF")) ? 3 : 0;
    /* Without a mark: benchmark tools print mostly ASCII, so that every second byte is
     * NUL, and some unit is a line end. */
    ptrdiff_t n = bytes.len < 4096 ? bytes.len / 2 : 2048, little = 0, big = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        const char *p = bytes.ptr + 2 * i;
        little += p[0] != 0 && p[1] == 0;
        big += p[0] == 0 && p[1] != 0;
    }
    if (n < 4 || (little <= n * 3 / 4 && big <= n * 3 / 4)) {
        return ENCODING_8BIT;
    }
    encoding e = little > big ? ENCODING_UTF16_LE : ENCODING_UTF16_BE;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (unit_is(bytes, 2 * i, e, '\n')) {
            return e;
        }
    }
    return ENCODING_8BIT;
}

static uint32_t unit_at(str units, ptrdiff_t i, encoding e)
{
    const unsigned char *p = (const unsigned char *)units.ptr + 2 * i;
    return e == ENCODING_UTF16_LE ? p[0] | (uint32_t)p[1] << 8
                                  : p[1] | (uint32_t)p[0] << 8;
}

str encoding_utf16(arena *perm, str units, encoding e)
{
    ptrdiff_t n = units.len / 2, len = 0;
    char *bytes = NEW(perm, char, 3 * n + 1);
    for (ptrdiff_t i = 0; i < n; i++) {
        uint32_t c = unit_at(units, i, e);
        uint32_t low = i + 1 < n ? unit_at(units, i + 1, e) : 0;
        if (c >= 0xD800 && c < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            i++;
        } else if (c >= 0xD800 && c < 0xE000) {
            c = 0xFFFD;
        }
        len += utf8_encode(c, bytes + len);
    }
    return (str){bytes, len};
}

static bool is_utf8(str s)
{
    for (ptrdiff_t i = 0; i < s.len;) {
        int n = utf8_at(s.ptr + i, s.len - i, NULL);
        if (n == 0) {
            return false;
        }
        i += n;
    }
    return true;
}

str encoding_repair_bytes(arena *perm, str s)
{
    if (is_utf8(s)) {
        return s;
    }
    char *bytes = NEW(perm, char, 3 * s.len);
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        unsigned char b = (unsigned char)s.ptr[i];
        len += utf8_encode(b >= 0x80 && b < 0xA0 ? cp1252[b - 0x80] : b, bytes + len);
    }
    return (str){bytes, len};
}

/* The byte that `c` was in a table of the upper half; -1: none. */
static int byte_in(const uint16_t *table, int from, int n, uint32_t c)
{
    for (int i = 0; i < n; i++) {
        if (table[i] == c) {
            return from + i;
        }
    }
    return -1;
}

static int byte_of(int page, uint32_t c)
{
    if (page == 437) {
        return byte_in(cp437, 0x80, 128, c);
    }
    if (page == 850) {
        return byte_in(cp850, 0x80, 128, c);
    }
    return c >= 0x80 && c <= 0xFF ? (int)c : byte_in(cp1252, 0x80, 32, c);
}

/* What tools print: letters of Latin-1, the two mu's, sigma, dashes, quotes, dots,
 * arrows, ticks, blocks, spinners. Anything else is more likely to be meant as it stands.
 */
static bool plausible(uint32_t c)
{
    static const uint32_t ranges[][2] = {
        {0x00A0, 0x00FF}, {0x03BC, 0x03BC}, {0x03C3, 0x03C3}, {0x2009, 0x200A},
        {0x2010, 0x2026}, {0x202F, 0x202F}, {0x2190, 0x21FF}, {0x2212, 0x2212},
        {0x2500, 0x25FF}, {0x2713, 0x2718}, {0x276F, 0x276F}, {0x279C, 0x279C},
        {0x2800, 0x28FF}, {0xFF0C, 0xFF0C},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(ranges); i++) {
        if (c >= ranges[i][0] && c <= ranges[i][1]) {
            return true;
        }
    }
    return false;
}

/* Reads one character back out of the code page; returns how many bytes of `s` it took,
 * 0: it was none. Code page 437 turns E2 80 A6 into three characters of 2 to 3 bytes. */
static ptrdiff_t undo_one(str s, int page, uint32_t *ret)
{
    char bytes[4];
    ptrdiff_t used = 0;
    for (int n = 0; n < 4 && used < s.len;) {
        uint32_t c = 0;
        int len = utf8_at(s.ptr + used, s.len - used, &c);
        int b = len > 1 ? byte_of(page, c) : -1;
        if (b < 0) {
            return 0;
        }
        bytes[n++] = (char)b;
        used += len;
        if (utf8_at(bytes, n, ret) == n) {
            return n > 1 && plausible(*ret) ? used : 0;
        }
    }
    return 0;
}

str encoding_repair_mojibake(arena *perm, str s)
{
    static const int pages[] = {1252, 437, 850};
    char *bytes = NULL;
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < s.len;) {
        uint32_t c = 0;
        ptrdiff_t used = 0;
        for (ptrdiff_t k = 0; s.ptr[i] & 0x80 && used == 0 && k < COUNTOF(pages); k++) {
            used = undo_one(str_drop(s, i), pages[k], &c);
        }
        if (used > 0 && !bytes) {
            bytes = NEW(perm, char, s.len);
            memcpy(bytes, s.ptr, (size_t)i);
            len = i;
        }
        if (used > 0) {
            len += utf8_encode(c, bytes + len);
            i += used;
            continue;
        }
        int n = utf8_at(s.ptr + i, s.len - i, NULL);
        n = n > 0 ? n : 1;
        if (bytes) {
            memcpy(bytes + len, s.ptr + i, (size_t)n);
            len += n;
        }
        i += n;
    }
    return bytes ? (str){bytes, len} : s;
}

str text_utf8(arena *perm, str bytes)
{
    ptrdiff_t mark;
    encoding e = encoding_of(bytes, &mark);
    bytes = str_drop(bytes, mark);
    return e == ENCODING_8BIT ? bytes : encoding_utf16(perm, bytes, e);
}
