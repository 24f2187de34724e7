#include "base/base.h"

#include "import/csv_table.h"

enum { MOST_CELLS = 256 };

/* Where the quoted cell that begins at p ends: at its closing quote, or NULL. */
static const char *closing_quote(const char *p, const char *end)
{
    for (p++; p < end && (p = memchr(p, '"', (size_t)(end - p))); p += 2) {
        if (p + 1 == end || p[1] != '"') {
            return p;
        }
    }
    return NULL;
}

static bool is_line_end(const char *p, const char *end)
{
    return p == end || *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] == '\n'));
}

/* Reads one cell off *rest. Quoted: RFC 4180, "" is a quote, line breaks are kept as LF.
 */
static bool cell(arena *perm, const csv_table *t, str *rest, str *ret, err *e)
{
    const char *p = rest->ptr, *end = rest->ptr + rest->len;
    if (p == end || *p != '"') {
        while (!is_line_end(p, end) && *p != t->separator) {
            p++;
        }
        *ret = (str){rest->ptr, p - rest->ptr};
        *rest = str_drop(*rest, ret->len);
        return true;
    }
    const char *close = closing_quote(p, end);
    if (!close) {
        return err_at(e, t->src, *rest, "a quote is opened here and never closed");
    }
    *ret = str_replace(perm, (str){p + 1, close - p - 1}, S("\"\""), S("\""));
    *ret =
        str_replace(perm, *ret, S("\r\n"), S("\n")); /* the file's line ends, no data */
    *rest = str_drop(*rest, close + 1 - p);
    if (!is_line_end(close + 1, end) && close[1] != t->separator) {
        return err_at(e, t->src, *rest, "text behind the closing quote of a cell");
    }
    return true;
}

static bool row(arena *perm, csv_table *t, csv_row *ret, err *e)
{
    str cells[MOST_CELLS];
    ptrdiff_t n = 0;
    str begin = t->rest;
    for (bool more = true; more; n++) {
        if (n == MOST_CELLS) {
            err_at(e, t->src, t->rest, "a row of more than %d cells", MOST_CELLS);
            e->code = ERR_LIMIT;
            return false;
        }
        if (!cell(perm, t, &t->rest, &cells[n], e)) {
            return false;
        }
        more = t->rest.len > 0 && *t->rest.ptr == t->separator;
        t->rest = str_drop(t->rest, more);
    }
    *ret =
        (csv_row){.n = n, .line = t->line, .raw = {begin.ptr, t->rest.ptr - begin.ptr}};
    ret->cells = NEW(perm, str, n);
    memcpy(ret->cells, cells, (size_t)n * sizeof *cells);
    cut line = str_cut(t->rest, S("\n"));
    t->rest = line.found ? line.tail : str_drop(t->rest, t->rest.len);
    t->line += str_lines((str){begin.ptr, t->rest.ptr - begin.ptr});
    return true;
}

bool csv_next(arena *perm, csv_table *t, csv_row *ret, err *e)
{
    while (t->rest.len > 0) {
        if (!row(perm, t, ret, e)) {
            return false;
        }
        if (ret->n > 1 || str_trim(ret->cells[0]).len > 0) {
            return true;
        }
    }
    return false;
}

bool csv_open(arena *perm, const source *src, csv_table *t)
{
    *t = (csv_table){.src = src, .rest = src->bytes, .line = 1};
    if (str_starts(t->rest, S("\xEF\xBB\xBF"))) {
        t->rest = str_drop(t->rest, 3);
    }
    str first = str_cut(t->rest, S("\n")).head;
    ptrdiff_t most = 0;
    for (const char *sep = ",;\t"; *sep; sep++) {
        ptrdiff_t hits = 0;
        for (ptrdiff_t i = 0; i < first.len; i++) {
            hits += first.ptr[i] == *sep;
        }
        if (hits > most) {
            most = hits;
            t->separator = *sep;
        }
    }
    err ignored = {0};
    return most > 0 && csv_next(perm, t, &t->header, &ignored) && t->header.n > 1;
}

ptrdiff_t csv_column(const csv_row *header, str name)
{
    for (ptrdiff_t i = 0; i < header->n; i++) {
        if (str_eq(str_trim(header->cells[i]), name)) {
            return i;
        }
    }
    return -1;
}
