#include "base/base.h"

#include "import/hyperfine_table.h"

/* --export-asciidoc. From 1.13 on each cell has its own line, up to 1.12 the header's
 * share one and there is one column "Min…Max":
 *
 *     [cols="<,>,>,>,>"]
 *     |===
 *     | Command
 *     | Mean [ms]
 *     | Min [ms]
 *     | Max [ms]
 *     | Relative
 *
 *     | `sleep 0.1 \| cat`
 *     | 102.3 ± 0.4
 *     ...
 *     |===
 */

/* The cells between two `|===` in the order of the text, one at a time. */
typedef struct {
    import *in;
    const text *t;
    ptrdiff_t at; /* the line that `rest` is of */
    str rest;
} cursor;

static bool is_fence(const text *t, ptrdiff_t i)
{
    return i < t->n && str_eq(str_trim(t->lines[i].s), S("|==="));
}

/* Does a cell begin in this line? At an unescaped bar at its begin. */
static bool begins_cell(str s)
{
    return str_starts(str_trim_left(s), S("|"));
}

/* The next cell; a command with line breaks goes on over lines that begin none. False:
 * the table ends here. */
static bool next_cell(cursor *c, table_cell *ret)
{
    const text *t = c->t;
    while (str_trim(c->rest).len == 0) {
        if (++c->at >= t->n || is_fence(t, c->at)) {
            return false;
        }
        c->rest = str_trim(t->lines[c->at].s);
    }
    str parts[2] = {{0}};
    ret->at = c->at;
    ptrdiff_t n = table_cells(c->rest, parts, 2);
    ret->s = parts[0];
    const char *end = c->rest.ptr + c->rest.len;
    c->rest = n > 1 ? (str){parts[1].ptr, end - parts[1].ptr} : (str){0};
    if (n > 1) {
        return true;
    }
    for (int more = 0; more < TABLE_LONGEST_ROW; more++) {
        ptrdiff_t next = c->at + 1;
        if (next >= t->n || is_fence(t, next) || begins_cell(t->lines[next].s)
            || str_trim(t->lines[next].s).len == 0) {
            break;
        }
        ret->s = str_fmt(c->in->perm, "%.*s\n%.*s", SV(ret->s),
                         SV(str_trim_right(t->lines[next].s)));
        c->at = next;
    }
    return true;
}

/* The names of the columns: all that are known, the last of them the first one with no
 * name of ours behind it. */
static ptrdiff_t read_names(cursor *c, str *names, ptrdiff_t *mean_at)
{
    ptrdiff_t n = 0;
    table_cell cell;
    for (cursor ahead = *c; n < TABLE_MOST_COLUMNS && next_cell(&ahead, &cell); n++) {
        static const char *const known[] = {"Command", "Mean", "Min", "Max", "Relative"};
        bool ours = false;
        for (ptrdiff_t i = 0; i < COUNTOF(known); i++) {
            ours = ours || str_starts(cell.s, str_from(known[i]));
        }
        if (!ours || (n > 0 && str_eq(cell.s, names[0]))) {
            break;
        }
        names[n] = cell.s;
        *mean_at = n == 1 ? cell.at : *mean_at;
        *c = ahead;
    }
    return n;
}

static ptrdiff_t read_table(import *in, const text *t, ptrdiff_t at, ptrdiff_t fence)
{
    cursor c = {.in = in, .t = t, .at = fence};
    str names[TABLE_MOST_COLUMNS];
    table ret = {.in = in, .t = t, .head = fence, .quote = '`'};
    ptrdiff_t n = read_names(&c, names, &ret.head);
    if (!table_begin(&ret, names, n)) {
        return at;
    }
    table_cell cells[TABLE_MOST_COLUMNS];
    ptrdiff_t k = 0;
    while (next_cell(&c, &cells[k])) {
        if (++k < n) {
            continue;
        }
        k = 0;
        if (!table_take(&ret, cells, c.at)) {
            return c.at + 1;
        }
    }
    if (k > 0 || !is_fence(t, c.at)) {
        table_cut(&ret, c.at < t->n ? c.at : t->n - 1);
        return c.at < t->n ? c.at + 1 : t->n;
    }
    table_end(&ret);
    return c.at + 1;
}

static ptrdiff_t block(import *in, const text *t, ptrdiff_t at)
{
    if (is_fence(t, at)) {
        return read_table(in, t, at, at);
    }
    bool with_columns =
        str_starts(str_trim_left(t->lines[at].s), S("[cols=")) && is_fence(t, at + 1);
    return with_columns ? read_table(in, t, at, at + 1) : at;
}

const importer importer_hyperfine_asciidoc = {
    .name = "hyperfine-asciidoc",
    .tool = "hyperfine",
    .shape = "--export-asciidoc (1.6 and later)",
    .block = block,
};
