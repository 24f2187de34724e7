#include "base/base.h"

#include "base/utf8.h"
#include "compare/grid.h"

grid_cell *grid_row(arena *perm, grid *g)
{
    if (g->rows == g->cap) {
        ptrdiff_t cap = g->cap ? 2 * g->cap : 16;
        grid_cell *bigger = NEW(perm, grid_cell, cap * g->columns);
        for (ptrdiff_t i = 0; i < g->rows * g->columns; i++) {
            bigger[i] = g->cells[i];
        }
        g->cells = bigger;
        g->cap = cap;
    }
    return g->cells + g->rows++ * g->columns;
}

/* --- characters ------------------------------------------------------------------------
 */

/* The length of the character at i; a byte that begins none counts as one. */
static ptrdiff_t step(str s, ptrdiff_t i)
{
    int n = utf8_at(s.ptr + i, s.len - i, NULL);
    return n > 0 ? n : 1;
}

ptrdiff_t grid_width(str s)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i += step(s, i)) {
        n++;
    }
    return n;
}

static str from_character(str s, ptrdiff_t n)
{
    ptrdiff_t i = 0;
    for (; n > 0 && i < s.len; n--) {
        i += step(s, i);
    }
    return str_drop(s, i);
}

/* The middle gives way: what differs between commands is often at their ends. */
static str shortened(arena *perm, str s, ptrdiff_t most)
{
    ptrdiff_t n = grid_width(s);
    if (n <= most) {
        return s;
    }
    ptrdiff_t tail = (most - 1) / 2, head = most - 1 - tail;
    str front = str_take(s, s.len - from_character(s, head).len);
    return str_fmt(perm, "%.*s…%.*s", SV(front), SV(from_character(s, n - tail)));
}

/* Nothing that moves a terminal's cursor: what comes from a raw file is shown, not
 * obeyed. */
str grid_printable(arena *perm, str s)
{
    char *copy = NEW(perm, char, s.len + 1);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len;) {
        uint32_t code = 0;
        int length = utf8_at(s.ptr + i, s.len - i, &code);
        bool bad = length == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0)
                   || (code >= 0x202A && code <= 0x202E)
                   || (code >= 0x2066 && code <= 0x2069);
        length = length ? length : 1;
        for (int k = 0; k < length && !bad; k++) {
            copy[n++] = s.ptr[i + k];
        }
        if (bad && n > 0 && copy[n - 1] != ' ') {
            copy[n++] = ' ';
        }
        i += length;
    }
    return (str){copy, n};
}

/* --- for a terminal --------------------------------------------------------------------
 */

static const char *tint_code(tint t)
{
    switch (t) {
    case TINT_NONE:
        return "";
    case TINT_GOOD:
        return "\x1b[32m";
    case TINT_BAD:
        return "\x1b[31m";
    case TINT_DIM:
        return "\x1b[2m";
    case TINT_HEAD:
        return "\x1b[1m";
    }
    return "";
}

static void pad(out *o, ptrdiff_t n)
{
    while (n-- > 0) {
        out_char(o, ' ');
    }
}

static void write_cell(out *o, const grid_cell *c, bool colour)
{
    const char *code = colour && c->text.len > 0 ? tint_code(c->tint) : "";
    out_str(o, str_from(code));
    out_str(o, c->text);
    out_str(o, *code ? S("\x1b[0m") : S(""));
}

static void write_row(out *o, const grid *g, const grid_cell *cells,
                      const ptrdiff_t *widths, bool colour)
{
    ptrdiff_t last = -1, owed = 0;
    for (ptrdiff_t i = 0; i < g->columns; i++) {
        last = cells[i].text.len > 0 ? i : last;
    }
    for (ptrdiff_t i = 0; i <= last; i++) {
        if (widths[i] == 0) {
            continue;
        }
        ptrdiff_t room = widths[i] - grid_width(cells[i].text);
        pad(o, owed + 2 + (g->right[i] ? room : 0));
        write_cell(o, &cells[i], colour);
        owed = g->right[i] ? 0 : room;
    }
    out_char(o, '\n');
}

void grid_write_text(out *o, const grid *g, bool colour, ptrdiff_t width, arena scratch)
{
    ptrdiff_t widths[COUNTOF(g->right)] = {0}, all = 0;
    grid_cell *cells = NEW(&scratch, grid_cell, g->rows * g->columns);
    for (ptrdiff_t i = 0; i < g->rows * g->columns; i++) {
        cells[i] = g->cells[i];
        cells[i].text = grid_printable(&scratch, cells[i].text);
        ptrdiff_t w = grid_width(cells[i].text), *column = &widths[i % g->columns];
        *column = i >= g->columns && w > *column ? w : *column;
    }
    for (ptrdiff_t i = 0; i < g->columns; i++) { /* a head alone makes no column */
        ptrdiff_t head = grid_width(cells[i].text);
        widths[i] = widths[i] > 0 && head > widths[i] ? head : widths[i];
        all += widths[i] > 0 ? widths[i] + 2 : 0;
    }
    if (width > 0 && all > width) {
        ptrdiff_t most = widths[0] - (all - width);
        widths[0] = most > 20 ? most : widths[0] > 20 ? 20 : widths[0];
    }
    for (ptrdiff_t r = 0; r < g->rows; r++) {
        grid_cell *row = cells + r * g->columns;
        row[0].text = shortened(&scratch, row[0].text, widths[0]);
        write_row(o, g, row, widths, colour);
    }
}

/* --- Markdown --------------------------------------------------------------------------
 */

str grid_code(arena *perm, str s)
{
    ptrdiff_t longest = 0, run = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        run = s.ptr[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    str fence = str_take(S("````````````````"), longest + 1);
    bool edge = s.len > 0 && (*s.ptr == '`' || s.ptr[s.len - 1] == '`');
    str text = str_replace(perm, s, S("|"), S("\\|"));
    return str_fmt(perm, "%.*s%s%.*s%s%.*s", SV(fence), edge ? " " : "", SV(text),
                   edge ? " " : "", SV(fence));
}

/* Text that Markdown would read as markup loses that meaning. */
str grid_escaped(arena *perm, str s)
{
    s = grid_printable(perm, s);
    char *copy = NEW(perm, char, 2 * s.len + 1);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (str_has(S("\\`*_[]<>|~#&@!"), str_take(str_drop(s, i), 1))) {
            copy[n++] = '\\';
        }
        copy[n++] = s.ptr[i];
    }
    return (str){copy, n};
}

static void write_markdown_cell(out *o, const grid_cell *c, arena scratch)
{
    str text = grid_printable(&scratch, c->text);
    text = c->code && text.len ? grid_code(&scratch, text) : grid_escaped(&scratch, text);
    const char *mark = c->strong && text.len ? "**" : "";
    out_fmt(o, "| %s%.*s%s%s", mark, SV(text), mark, text.len ? " " : "");
}

void grid_write_markdown(out *o, const grid *g, arena scratch)
{
    bool used[COUNTOF(g->right)] = {0};
    for (ptrdiff_t i = g->columns; i < g->rows * g->columns; i++) {
        used[i % g->columns] = used[i % g->columns] || g->cells[i].text.len > 0;
    }
    for (ptrdiff_t r = 0; r < g->rows; r++) {
        for (ptrdiff_t i = 0; i < g->columns; i++) {
            if (used[i]) {
                write_markdown_cell(o, &g->cells[r * g->columns + i], scratch);
            }
        }
        out_str(o, S("|\n"));
        if (r > 0) {
            continue;
        }
        for (ptrdiff_t i = 0; i < g->columns; i++) {
            out_str(o, !used[i] ? S("") : g->right[i] ? S("|---:") : S("|---"));
        }
        out_str(o, S("|\n"));
    }
}
