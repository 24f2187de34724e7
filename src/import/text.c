#include "base/base.h"

#include "import/text.h"

/* Cleans one line's bytes: CSI escapes out, no-break spaces to blanks. */
static str clean(arena *perm, str s)
{
    if (!memchr(s.ptr, 0x1B, (size_t)s.len) && !str_has(s, S("\xC2\xA0"))) {
        return s;
    }
    char *bytes = NEW(perm, char, s.len + 1);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == 0x1B && i + 1 < s.len && s.ptr[i + 1] == '[') {
            for (i += 2; i < s.len && (s.ptr[i] < '@' || s.ptr[i] > '~'); i++) {
            }
        } else if (s.ptr[i] == '\xC2' && i + 1 < s.len && s.ptr[i + 1] == '\xA0') {
            bytes[n++] = ' ';
            i++;
        } else {
            bytes[n++] = s.ptr[i];
        }
    }
    return (str){bytes, n};
}

static ptrdiff_t count_pieces(str s)
{
    ptrdiff_t n = 1;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        n += s.ptr[i] == '\n' || s.ptr[i] == '\r';
    }
    return n;
}

text *text_split(arena *perm, const source *src)
{
    text *t = NEW(perm, text, 1);
    t->src = src;
    t->lines = NEW(perm, text_line, count_pieces(src->bytes));
    ptrdiff_t number = 1;
    for (cut line = {.tail = src->bytes}; line.tail.len > 0; number++) {
        line = str_cut(line.tail, S("\n"));
        str raw = str_ends(line.head, S("\r")) ? str_take(line.head, line.head.len - 1)
                                               : line.head;
        bool after_cr = false;
        for (cut piece = {.tail = raw, .found = true}; piece.found; after_cr = true) {
            piece = str_cut(piece.tail, S("\r"));
            t->lines[t->n++] = (text_line){.s = clean(perm, piece.head),
                                           .raw = piece.head,
                                           .line = number,
                                           .after_cr = after_cr};
        }
    }
    return t;
}
