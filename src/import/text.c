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

/* --- lines ----------------------------------------------------------------------- */

/* The lines as they come: room is made when it is needed, never counted beforehand. */
typedef struct {
    arena *perm;
    text *t;
    ptrdiff_t cap;
    bool full; /* there were more */
} builder;

static void grow(builder *b)
{
    ptrdiff_t cap = b->cap > 0 ? 2 * b->cap : str_lines(b->t->src->bytes) + 2;
    text_line *more = NEW(b->perm, text_line, cap);
    if (b->t->n > 0) {
        memcpy(more, b->t->lines, (size_t)b->t->n * sizeof *more);
    }
    b->t->lines = more;
    b->cap = cap;
}

static void add_piece(builder *b, str s, const text_line *origin, bool after_cr)
{
    if (b->t->n == TEXT_MOST_LINES) {
        b->full = true;
        return;
    }
    if (b->t->n == b->cap) {
        grow(b);
    }
    text_line *to = &b->t->lines[b->t->n++];
    *to = *origin;
    to->s = clean_piece(b->perm, s);
    to->after_cr = after_cr;
}

/* What begins an output, behind what ends one: a file had no line end where the next was
 * put behind it ("28 runsBenchmark 1: x", "1.0 GB/s1+0 records in"). The offset of the
 * second; -1: there is none. */
static ptrdiff_t find_glue(str s)
{
    static const char *const begins[] = {"Benchmark ", "Bombarding "};
    for (ptrdiff_t k = 0; k < COUNTOF(begins); k++) {
        ptrdiff_t at = str_find(s, str_from(begins[k]));
        str before = str_take(s, at > 0 ? at : 0);
        if (str_ends(before, S(" runs")) || str_ends(before, S("B/s"))) {
            return at;
        }
    }
    /* dd: the count of records begins with the digits behind "B/s" */
    ptrdiff_t at = str_find(s, S("B/s")), digits = at + 3;
    while (at >= 0 && digits < s.len && s.ptr[digits] >= '0' && s.ptr[digits] <= '9') {
        digits++;
    }
    bool records = at >= 0 && digits > at + 3 && str_starts(str_drop(s, digits), S("+"))
                   && str_has(str_drop(s, digits), S(" records in"));
    return records ? at + 3 : -1;
}

static void add_glued(builder *b, str s, const text_line *origin, bool after_cr)
{
    for (ptrdiff_t at; (at = find_glue(s)) > 0; s = str_drop(s, at), after_cr = false) {
        add_piece(b, str_take(s, at), origin, after_cr);
    }
    add_piece(b, s, origin, after_cr);
}

/* Cuts one line of the file at its carriage returns. Behind "ESC[?2004l" (the shell takes
 * bracketed paste back) a carriage return begins the program's output: a line break. */
static void add_line(builder *b, str line, const text_line *origin)
{
    while (str_ends(line, S("\r"))) {
        line = str_take(line, line.len - 1);
    }
    bool after_cr = false, first = true;
    for (cut piece = {.tail = line, .found = true}; piece.found;) {
        piece = str_cut(piece.tail, S("\r"));
        if (piece.head.len > 0 || (first && !piece.found)) {
            add_glued(b, piece.head, origin, after_cr);
            first = false;
        }
        after_cr = !str_ends(piece.head, S("\x1B[?2004l"));
    }
}

static bool too_many(const source *src, err *e)
{
    return err_set(e, ERR_LIMIT, src->path, "more than %d lines of text",
                   TEXT_MOST_LINES);
}

static bool split(builder *b, encoding coding, str rest, err *e)
{
    const source *src = b->t->src;
    text_line origin = {0};
    while (rest.len > 0) {
        str raw = next_line(&rest, coding);
        origin.raw = raw;
        origin.line++;
        if (raw.len > TEXT_LONGEST_LINE) {
            err_at(e, src, str_take(raw, 1), "this line is longer than %d MiB",
                   TEXT_LONGEST_LINE >> 20);
            e->code = ERR_LIMIT;
            return false;
        }
        str line = coding == ENCODING_8BIT ? raw : encoding_utf16(b->perm, raw, coding);
        bool spelled = spells_breaks(line);
        cut part = {.tail = spelled ? unspell(b->perm, line) : line, .found = true};
        for (bool more = true; more; more = spelled && part.tail.len > 0) {
            part = spelled ? str_cut(part.tail, S("\n")) : (cut){.head = line};
            add_line(b, part.head, &origin);
        }
        if (b->full) {
            return too_many(src, e);
        }
    }
    return true;
}

text *text_split(arena *perm, arena scratch, const source *src, err *e)
{
    ptrdiff_t mark = 0;
    encoding coding = encoding_of(src->bytes, &mark);
    if (str_lines(src->bytes) > TEXT_MOST_LINES) {
        too_many(src, e);
        return NULL;
    }
    text *t = NEW(perm, text, 1);
    t->src = src;
    builder b = {.perm = perm, .t = t};
    if (!split(&b, coding, str_drop(src->bytes, mark), e)) {
        return NULL;
    }
    quotes_strip(t);
    prefix_strip(scratch, t);
    quotes_strip(t); /* a mail in a log */
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
