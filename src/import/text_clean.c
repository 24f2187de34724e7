#include "base/base.h"

#include "base/utf8.h"
#include "import/text_parts.h"

enum { ESC = 0x1B, BEL = 0x07, BACKSPACE = 0x08 };

/* A line that moves the cursor is played out on cells, where inserting and deleting move
 * all that is to the right: bounded, so that a hostile file can't cost its square. */
enum { PLAYED_BYTES = 4096, PLAYED_SEQUENCES = 256 };

/* A window title or a hyperlink is no longer than this. */
enum { STRING_BYTES = 4096 };

typedef struct {
    ptrdiff_t len; /* of the whole sequence */
    char final;    /* of a CSI sequence, else 0 */
    int count;     /* its first number, 1 where there is none */
} sequence;

static bool ends_string(str s, ptrdiff_t i, ptrdiff_t *len)
{
    if (s.ptr[i] == BEL) {
        *len = i + 1;
        return true;
    }
    if (s.ptr[i] == ESC && i + 1 < s.len && s.ptr[i + 1] == '\\') {
        *len = i + 2;
        return true;
    }
    return false;
}

/* ESC [ numbers, intermediates, final. Source: ECMA-48 5.4. */
static sequence csi_at(str s)
{
    ptrdiff_t i = 2;
    int digits = 0, n = 0;
    for (; i < s.len && s.ptr[i] >= 0x20 && s.ptr[i] <= 0x3F; i++) {
        bool leading = s.ptr[i] >= '0' && s.ptr[i] <= '9' && digits == i - 2;
        if (leading && digits < 5) {
            n = n * 10 + (s.ptr[i] - '0');
            digits++;
        }
    }
    bool whole = i < s.len && s.ptr[i] >= 0x40 && s.ptr[i] <= 0x7E;
    return whole ? (sequence){i + 1, s.ptr[i], digits > 0 ? n : 1} : (sequence){i, 0, 1};
}

/* The escape sequence that `s` begins with. A string (OSC, DCS, ...) that isn't ended in
 * this line loses its first two bytes only: what follows may be the output.
 * Source: ECMA-48 5.6; XTerm Control Sequences. */
static sequence sequence_at(str s)
{
    char kind = s.len > 1 ? s.ptr[1] : 0;
    if (kind == '[') {
        return csi_at(s);
    }
    sequence q = {.len = s.len < 2 ? s.len : 2, .count = 1};
    if (kind && strchr("]P_^X", kind)) {
        str near = str_take(s, STRING_BYTES);
        for (ptrdiff_t i = 2; i < near.len && !ends_string(near, i, &q.len); i++) {
        }
    } else if (kind >= 0x20 && kind <= 0x2F) {
        ptrdiff_t i = 2;
        while (i < s.len && s.ptr[i] >= 0x20 && s.ptr[i] <= 0x2F) {
            i++;
        }
        q.len = i < s.len ? i + 1 : i;
    }
    return q;
}

/* U+00A0, U+2007, U+202F: blanks that don't break. */
static bool no_break(uint32_t c)
{
    return c == 0xA0 || c == 0x2007 || c == 0x202F;
}

/* Controls that show nothing; a tab does. U+FEFF is a stray byte order mark. */
static bool invisible(uint32_t c)
{
    return (c < 0x20 && c != '\t') || c == 0x7F || (c >= 0x80 && c < 0xA0) || c == 0xFEFF;
}

static str without_escapes(arena *perm, str s)
{
    char *bytes = NEW(perm, char, s.len);
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < s.len;) {
        if (s.ptr[i] == ESC) {
            i += sequence_at(str_drop(s, i)).len;
            continue;
        }
        uint32_t c = 0;
        int n = utf8_at(s.ptr + i, s.len - i, &c);
        n = n > 0 ? n : 1;
        if (no_break(c)) {
            bytes[len++] = ' ';
        } else if (!invisible(c)) {
            memcpy(bytes + len, s.ptr + i, (size_t)n);
            len += n;
        }
        i += n;
    }
    return (str){bytes, len};
}

/* One row of a terminal: what a shell's line editor leaves on it. */
typedef struct {
    uint32_t *cells;
    ptrdiff_t n, at, cap;
} row;

static void put(row *r, uint32_t c)
{
    while (r->n < r->at && r->n < r->cap) {
        r->cells[r->n++] = ' ';
    }
    if (r->at < r->cap) {
        r->cells[r->at++] = c;
        r->n = r->at > r->n ? r->at : r->n;
    }
}

/* Source: ECMA-48 8.3 (CUF, CUB, CHA, DCH, ECH, ICH, EL), as readline and zle use them.
 */
static void play(row *r, sequence q)
{
    ptrdiff_t right = r->at < r->n ? r->n - r->at : 0;
    ptrdiff_t count = q.count > 0 ? q.count : 1;
    ptrdiff_t some = count < right ? count : right;
    uint32_t *here = r->cells + (right > 0 ? r->at : 0);
    switch (q.final) {
    case 'C':
        r->at = r->at + count < r->cap ? r->at + count : r->cap;
        break;
    case 'D':
        r->at = r->at > count ? r->at - count : 0;
        break;
    case 'G':
        r->at = count <= r->cap ? count - 1 : r->cap;
        break;
    case 'K':
        r->n = right > 0 ? r->at : r->n;
        break;
    case 'P':
        memmove(here, here + some, (size_t)(right - some) * sizeof *here);
        r->n -= some;
        break;
    case 'X':
        for (ptrdiff_t i = 0; i < some; i++) {
            here[i] = ' ';
        }
        break;
    case '@':
        some = count < r->cap - r->n ? count : r->cap - r->n;
        if (right > 0) {
            memmove(here + some, here, (size_t)right * sizeof *here);
            r->n += some;
        }
        for (ptrdiff_t i = 0; right > 0 && i < some; i++) {
            here[i] = ' ';
        }
        break;
    default:
        break;
    }
}

static str played_out(arena *perm, str s)
{
    row r = {NEW(perm, uint32_t, PLAYED_BYTES), 0, 0, PLAYED_BYTES};
    for (ptrdiff_t i = 0; i < s.len;) {
        uint32_t c = 0xFFFD;
        int n = utf8_at(s.ptr + i, s.len - i, &c);
        if (c == ESC) {
            sequence q = sequence_at(str_drop(s, i));
            play(&r, q);
            i += q.len;
            continue;
        }
        if (c == BACKSPACE) {
            r.at -= r.at > 0;
        } else if (!invisible(c)) {
            put(&r, no_break(c) ? ' ' : c);
        }
        i += n > 0 ? n : 1;
    }
    char *bytes = NEW(perm, char, 4 * r.n + 1);
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < r.n; i++) {
        len += utf8_encode(r.cells[i], bytes + len);
    }
    return (str){bytes, len};
}

/* True: the line edits itself, with backspaces or sequences that move the cursor, and is
 * short enough to be a terminal's. */
static bool edits_itself(str s)
{
    bool moves = false;
    int sequences = 0;
    if (s.len > PLAYED_BYTES) {
        return false;
    }
    for (ptrdiff_t i = 0; i < s.len; i++) {
        moves = moves || s.ptr[i] == BACKSPACE;
        if (s.ptr[i] == ESC) {
            sequence q = sequence_at(str_drop(s, i));
            moves = moves || (q.final && strchr("CDGPX@", q.final));
            i += q.len - 1;
            sequences++;
        }
    }
    return moves && sequences <= PLAYED_SEQUENCES;
}

str clean_piece(arena *perm, str s)
{
    bool plain = true;
    for (ptrdiff_t i = 0; plain && i < s.len; i++) {
        plain = (s.ptr[i] >= 0x20 && s.ptr[i] < 0x7F) || s.ptr[i] == '\t';
    }
    if (plain) {
        return s;
    }
    s = encoding_repair_bytes(perm, s);
    s = encoding_repair_mojibake(perm, s);
    return edits_itself(s) ? played_out(perm, s) : without_escapes(perm, s);
}
