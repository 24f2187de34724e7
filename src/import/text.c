#include "base/base.h"

#include "import/text_parts.h"

static bool is_control(unsigned char c)
{
    return c == 0x7F || (c < 0x20 && !strchr("\t\n\f\r\b\x1B", c)) || c == 0;
}

bool text_is_binary(str bytes)
{
    ptrdiff_t mark;
    if (encoding_of(bytes, &mark) != ENCODING_8BIT) {
        return false;
    }
    str head = str_take(bytes, 8192);
    ptrdiff_t controls = 0;
    for (ptrdiff_t i = 0; i < head.len; i++) {
        controls += is_control((unsigned char)head.ptr[i]);
    }
    return controls * 20 > head.len;
}

/* The bytes up to the next line feed, which is taken too. */
static str next_line(str *rest, encoding e)
{
    if (e == ENCODING_8BIT) {
        cut line = str_cut(*rest, S("\n"));
        *rest = line.tail;
        return line.head;
    }
    str feed = e == ENCODING_UTF16_LE ? S("\n\0") : S("\0\n");
    ptrdiff_t i = 0;
    while (i + 2 <= rest->len && memcmp(rest->ptr + i, feed.ptr, 2) != 0) {
        i += 2;
    }
    str line = str_take(*rest, i);
    *rest = str_drop(*rest, i + 2);
    return line;
}

/* A log that spells its line breaks out: {"stderr": "1+0 records in\n1+0 records out\n"}.
 * An alias or printf with \n in it is left alone: only what follows dd's or time's own
 * words counts. */
static bool spells_breaks(str s)
{
    return str_has(s, S("\\n"))
           && (str_has(s, S("+0 records in\\n")) || str_has(s, S("+1 records in\\n"))
               || str_has(s, S(" records out\\n")) || str_has(s, S("\\nreal\\t"))
               || str_has(s, S("\\nuser\\t")));
}

static str unspell(arena *perm, str s)
{
    char *bytes = NEW(perm, char, s.len);
    ptrdiff_t len = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char next = i + 1 < s.len && s.ptr[i] == '\\' ? s.ptr[i + 1] : 0;
        const char *at = next ? strchr("ntr\"\\", next) : NULL;
        bytes[len++] = at ? "\n\t\r\"\\"[at - "ntr\"\\"] : s.ptr[i];
        i += at != NULL;
    }
    return (str){bytes, len};
}

/* No fewer than the pieces that the file will be cut into. A break is a byte of its own,
 * or spelled ("\\n", "\\r"; in UTF-16 a zero byte stands between the two). Only 8-bit
 * text shows by its next byte that a carriage return will leave nothing behind. */
static ptrdiff_t count_pieces(str s, encoding coding)
{
    ptrdiff_t n = 1;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char next = i + 1 < s.len ? s.ptr[i + 1] : '\n';
        bool breaks_on = coding == ENCODING_8BIT && (next == '\n' || next == '\r');
        n += s.ptr[i] == '\n' || (s.ptr[i] == '\r' && !breaks_on)
             || (s.ptr[i] == '\\' && (next == 'n' || next == 'r' || next == 0));
    }
    return n;
}

/* Cuts one line of the file at its carriage returns. Behind "ESC[?2004l" (the shell takes
 * bracketed paste back) a carriage return begins the program's output: a line break. */
static void add_line(arena *perm, text *t, str line, const text_line *origin)
{
    while (str_ends(line, S("\r"))) {
        line = str_take(line, line.len - 1);
    }
    bool after_cr = false, first = true;
    for (cut piece = {.tail = line, .found = true}; piece.found;) {
        piece = str_cut(piece.tail, S("\r"));
        if (piece.head.len > 0 || (first && !piece.found)) {
            text_line *to = &t->lines[t->n++];
            *to = *origin;
            to->s = clean_piece(perm, piece.head);
            to->after_cr = after_cr;
            first = false;
        }
        after_cr = !str_ends(piece.head, S("\x1B[?2004l"));
    }
}

text *text_split(arena *perm, arena scratch, const source *src, err *e)
{
    ptrdiff_t mark = 0;
    encoding coding = encoding_of(src->bytes, &mark);
    ptrdiff_t most = count_pieces(src->bytes, coding);
    if (most > TEXT_MOST_LINES) {
        err_set(e, ERR_LIMIT, src->path, "more than %d lines of text", TEXT_MOST_LINES);
        return NULL;
    }
    text *t = NEW(perm, text, 1);
    t->src = src;
    t->lines = NEW(perm, text_line, most);
    text_line origin = {0};
    for (str rest = str_drop(src->bytes, mark); rest.len > 0;) {
        str raw = next_line(&rest, coding);
        origin.raw = raw;
        origin.line++;
        if (raw.len > TEXT_LONGEST_LINE) {
            err_at(e, src, str_take(raw, 1), "this line is longer than %d MiB",
                   TEXT_LONGEST_LINE >> 20);
            e->code = ERR_LIMIT;
            return NULL;
        }
        str line = coding == ENCODING_8BIT ? raw : encoding_utf16(perm, raw, coding);
        if (!spells_breaks(line)) {
            add_line(perm, t, line, &origin);
            continue;
        }
        for (cut part = {.tail = unspell(perm, line)}; part.tail.len > 0;) {
            part = str_cut(part.tail, S("\n"));
            add_line(perm, t, part.head, &origin);
        }
    }
    prefix_strip(scratch, t);
    marks_strip(t);
    return t;
}

ptrdiff_t text_skip_blank(const text *t, ptrdiff_t at, ptrdiff_t most)
{
    while (at < t->n && most-- > 0 && str_trim(t->lines[at].bare).len == 0) {
        at++;
    }
    return at;
}

bool text_ends_here(const text *t, ptrdiff_t at)
{
    str bytes = t->src->bytes, raw = t->lines[at].raw;
    bool last_piece = at == t->n - 1 || t->lines[at + 1].raw.ptr != raw.ptr;
    return last_piece && raw.ptr + raw.len == bytes.ptr + bytes.len;
}

/* The last place of `part` in `s`: a cut number is at the end. */
static str last_place(str s, str part)
{
    str found = s;
    for (ptrdiff_t i = part.len > 0 ? str_find(s, part) : -1, from = 0; i >= 0;) {
        found = str_take(str_drop(s, from + i), part.len);
        from += i + 1;
        i = str_find(str_drop(s, from), part);
    }
    return found;
}

bool text_err(err *e, const text *t, ptrdiff_t at, str part, const char *fmt, ...)
{
    char message[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    return err_at(e, t->src, last_place(t->lines[at].raw, part), "%s", message);
}
