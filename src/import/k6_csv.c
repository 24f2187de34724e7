#include "base/base.h"

#include "base/instant.h"
#include "base/num.h"
#include "import/k6_stream.h"

/* `k6 run --out csv=FILE`: the header names the columns, which follow --system-tags:
 *
 *   metric_name,timestamp,metric_value,check,…,url,extra_tags,metadata
 *   http_req_duration,1724300039,4.674429,,…,http://localhost/,testid=a&side=b,
 *
 * Nothing says what kind a metric is: k6's own are known, a script's own counts as a
 * trend of unknown unit. Quotes are those of RFC 4180. */

enum { MOST_COLUMNS = 128 };

typedef struct {
    str names[MOST_COLUMNS];
    ptrdiff_t n;
    ptrdiff_t name, time, value, extra, tags; /* columns; -1: none */
} columns;

/* The cell at p: *ret is what stands in it, with quotes where it has them. NULL: the line
 * ends inside a quote. */
static const char *scan_cell(const char *p, const char *end, str *ret)
{
    const char *begin = p;
    if (p == end || *p != '"') {
        while (p < end && *p != ',' && *p != '"') {
            p++;
        }
        *ret = (str){begin, p - begin}; /* a quote in the middle stops it, too */
        return p;
    }
    for (p++; p < end; p++) {
        if (*p == '"' && p + 1 < end && p[1] == '"') {
            p++;
        } else if (*p == '"') {
            *ret = (str){begin, p + 1 - begin};
            return p + 1;
        }
    }
    return NULL;
}

static str unquoted(arena *to, str cell)
{
    if (cell.len < 2 || *cell.ptr != '"') {
        return cell;
    }
    str inside = str_take(str_drop(cell, 1), cell.len - 2);
    return str_has(inside, S("\"")) ? str_replace(to, inside, S("\"\""), S("\""))
                                    : inside;
}

static str without_cr(str line)
{
    return str_ends(line, S("\r")) ? str_take(line, line.len - 1) : line;
}

/* Column names come from the first line. False: a column is missing. */
static bool read_header(k6_stream *s, str line)
{
    columns *c = s->form;
    *c = (columns){.name = -1, .time = -1, .value = -1, .extra = -1, .tags = -1};
    line = str_copy(s->in->perm, without_cr(line));
    if (str_starts(line, S("\xEF\xBB\xBF"))) {
        line = str_drop(line, 3);
    }
    for (cut part = {.tail = line, .found = true}; part.found && c->n < MOST_COLUMNS;) {
        part = str_cut(part.tail, S(","));
        c->names[c->n] = unquoted(s->in->perm, part.head);
        ptrdiff_t *known = str_eq(c->names[c->n], S("metric_name"))    ? &c->name
                           : str_eq(c->names[c->n], S("timestamp"))    ? &c->time
                           : str_eq(c->names[c->n], S("metric_value")) ? &c->value
                           : str_eq(c->names[c->n], S("extra_tags"))   ? &c->extra
                                                                       : NULL;
        if (known) {
            *known = c->n;
        }
        c->n++;
    }
    return c->name >= 0 && c->time >= 0 && c->value >= 0;
}

static k6_seen scan_line(k6_stream *s, str line, k6_point *ret)
{
    columns *c = s->form;
    if (s->lines == 1) {
        return read_header(s, line) ? K6_UNDERSTOOD : K6_STRANGE;
    }
    line = without_cr(line);
    const char *p = line.ptr, *end = line.ptr + line.len;
    if (line.len == 0) {
        return K6_UNDERSTOOD;
    }
    str cells[3] = {{0}};
    const ptrdiff_t wanted[3] = {c->name, c->time, c->value};
    ptrdiff_t n = 0;
    for (;; p++) {
        str cell;
        p = scan_cell(p, end, &cell);
        if (!p) {
            return K6_OPEN;
        }
        for (int i = 0; i < 3; i++) {
            cells[i] = wanted[i] == n ? cell : cells[i];
        }
        n++;
        if (p == end) {
            break;
        }
        if (*p != ',') {
            return K6_STRANGE; /* text behind a closing quote */
        }
    }
    if (n != c->n || cells[0].len == 0 || cells[2].len == 0) {
        return K6_STRANGE;
    }
    double value = 0;
    const char *number_end = k6_number(cells[2].ptr, cells[2].ptr + cells[2].len, &value);
    if (!number_end || number_end != cells[2].ptr + cells[2].len) {
        return K6_STRANGE;
    }
    arena scratch = s->scratch;
    *ret = (k6_point){.name = unquoted(&scratch, cells[0]),
                      .time = cells[1],
                      .number = cells[2],
                      .tags = line,
                      .value = value,
                      .name_in_front = true};
    bool usual = c->name == 0 && c->time == 1 && c->value == 2;
    if (usual) {
        ret->tags = (str){number_end, end - number_end};
        ret->layout = 1;
    }
    return K6_POINT;
}

/* `a=1&b=2`: not escaped, so a value with '&' can't be told from two tags. */
static bool extra_tag(str cell, str name, str *ret)
{
    for (cut part = {.tail = cell, .found = true}; part.found;) {
        part = str_cut(part.tail, S("&"));
        cut sides = str_cut(part.head, S("="));
        if (sides.found && str_eq(sides.head, name)) {
            *ret = sides.tail;
            return true;
        }
    }
    return false;
}

/* Tags are what stands behind the value, from its comma on; or the whole line where the
 * columns are not in the usual order. An empty cell is no tag. */
static bool find_tag(k6_stream *s, arena *to, str tags, str name, str *ret)
{
    const columns *c = s->form;
    bool usual = c->name == 0 && c->time == 1 && c->value == 2;
    const char *p = tags.ptr, *end = tags.ptr + tags.len;
    ptrdiff_t column = usual ? 3 : 0;
    for (p += usual && p < end; p <= end && column < c->n; column++) {
        str cell;
        p = scan_cell(p, end, &cell);
        if (!p) {
            return false;
        }
        cell = cell.len > 0 ? unquoted(to, cell) : cell;
        if (column == c->extra && extra_tag(cell, name, ret)) {
            return true;
        }
        bool own = column == c->name || column == c->time || column == c->value;
        if (!own && cell.len > 0 && str_eq(c->names[column], name)) {
            *ret = cell;
            return true;
        }
        p++;
    }
    return false;
}

/* Unix time in s, ms, µs or ns, told by its length, or RFC 3339. */
static bool second_of(str time, int64_t *ret)
{
    int64_t v = 0;
    if (!num_int(time, &v)) {
        return instant_parse(time, ret, NULL);
    }
    int64_t per_second = time.len <= 11   ? 1
                         : time.len <= 14 ? 1000
                         : time.len <= 17 ? 1000000
                                          : 1000000000;
    *ret = v / per_second - (v % per_second < 0);
    return true;
}

static const k6_scanner scanner = {
    .scan = scan_line, .tag = find_tag, .second = second_of, .time_end = ','};

static int csv_claims(str head)
{
    if (str_starts(head, S("\xEF\xBB\xBF"))) {
        head = str_drop(head, 3);
    }
    str line = str_cut(head, S("\n")).head;
    return str_has(line, S("metric_name")) && str_has(line, S("timestamp"))
                   && str_has(line, S("metric_value")) && str_has(line, S(","))
               ? 90
               : 0;
}

bool k6_csv_read(import *in, byte_stream *bytes, bool use_memo, err *e)
{
    return k6_stream_read(in, &scanner, NEW(in->perm, columns, 1), bytes, use_memo, e);
}

static bool csv_read(import *in, byte_stream *bytes, err *e)
{
    return k6_csv_read(in, bytes, true, e);
}

const importer importer_k6_csv = {
    .name = "k6-csv",
    .tool = "k6",
    .shape = "`--out csv`: a row a point, of any size",
    .stream_claims = csv_claims,
    .stream_read = csv_read,
};
