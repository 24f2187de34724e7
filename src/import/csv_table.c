#include "base/base.h"

#include "import/csv_table.h"

enum { MOST_CELLS = 256 };

/* Reads one cell off *rest. Quoted: RFC 4180, "" is a quote, line breaks are kept. */
static bool cell(arena *perm, str *rest, char separator, str *ret)
{
    const char *p = rest->ptr, *end = rest->ptr + rest->len;
    if (p == end || *p != '"') {
        while (p < end && *p != separator && *p != '\n' && *p != '\r') {
            p++;
        }
        *ret = (str){rest->ptr, p - rest->ptr};
        *rest = str_drop(*rest, p - rest->ptr);
        return true;
    }
    char *bytes = NEW(perm, char, rest->len);
    ptrdiff_t n = 0;
    for (p++; p < end; p++) {
        if (*p != '"') {
            bytes[n++] = *p;
        } else if (p + 1 < end && p[1] == '"') {
            bytes[n++] = *p++;
        } else {
            *ret = (str){bytes, n};
            *rest = str_drop(*rest, p + 1 - rest->ptr);
            perm->beg =
                (unsigned char *)bytes + n; /* the rest of the guess is free again */
            return true;
        }
    }
    return false;
}

static bool row(arena *perm, csv_table *t, csv_row *ret, err *e)
{
    str cells[MOST_CELLS];
    ptrdiff_t n = 0;
    str begin = t->rest;
    for (bool more = true; more && n < MOST_CELLS; n++) {
        str at = t->rest;
        if (!cell(perm, &t->rest, t->separator, &cells[n])) {
            return err_at(e, t->src, at, "a quote is opened here and never closed");
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
    for (const char *p = begin.ptr; p < t->rest.ptr; p++) {
        t->line += *p == '\n';
    }
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
