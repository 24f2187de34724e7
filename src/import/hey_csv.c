#include "base/base.h"

#include "base/num.h"
#include "import/load.h"

/* hey -o csv: a row a request that was answered, in seconds with four decimals; the last
 * row has no line end. Requests that failed are not in it, nor is how long it all took.
 * Versions before 0.1.2 lack the last two columns.
 *
 *     response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset
 *     0.0040,0.0024,0.0000,0.0000,0.0015,0.0001,200,0.0010
 */

enum {
    MOST_ROWS = 4 << 20,
    MOST_SAMPLES = 10000, /* that go into the model */
    DECIMALS = 4,
};

static int claims(const import *in, const csv_row *header)
{
    (void)in;
    bool ours = str_eq(str_trim(header->cells[0]), S("response-time"))
                && csv_column(header, S("DNS+dialup")) > 0
                && csv_column(header, S("Response-read")) > 0;
    return ours ? 95 : 0;
}

typedef struct {
    import *in;
    const csv_table *t;
    ptrdiff_t status_column;
    double *seconds; /* of each row */
    ptrdiff_t n, cap, last_line;
    double by_class[6]; /* [2]: answers with 2xx */
    err *e;
} reader;

static void keep(reader *r, double v)
{
    if (r->n == r->cap) {
        ptrdiff_t cap = r->cap > 0 ? 2 * r->cap : 1024;
        double *more = NEW(r->in->perm, double, cap);
        if (r->n > 0) {
            memcpy(more, r->seconds, (size_t)r->n * sizeof *more);
        }
        r->seconds = more;
        r->cap = cap;
    }
    r->seconds[r->n++] = v;
}

static bool is_cut(const reader *r, const csv_row *row)
{
    str bytes = r->in->src->bytes;
    bool at_end = row->raw.ptr + row->raw.len == bytes.ptr + bytes.len;
    return at_end
           && (row->n < r->t->header.n
               || num_decimals(row->cells[row->n - 1]) < DECIMALS);
}

static bool read_row(reader *r, const csv_row *row)
{
    const source *src = r->in->src;
    double v = 0;
    int64_t status = 0;
    if (is_cut(r, row)) {
        err_at(r->e, src, row->raw, "the file ends in the middle of a row");
        return err_hint(r->e, "Was the file cut short?");
    }
    if (row->n != r->t->header.n) {
        return err_at(r->e, src, row->raw, "the row has %td cells, the header has %td",
                      row->n, r->t->header.n);
    }
    str cell = str_trim(row->cells[0]);
    if (!num_double(cell, &v) || v < 0) {
        err_at(r->e, src, row->cells[0],
               "response-time must be a time in seconds, found '%.*s'",
               SV(str_take(cell, 40)));
        return err_hint(r->e, "hey writes decimal points and no units.");
    }
    keep(r, v);
    r->last_line = row->line;
    if (r->status_column < 0) {
        return true;
    }
    cell = str_trim(row->cells[r->status_column]);
    if (!num_int(cell, &status) || status < 100 || status > 599) {
        return err_at(r->e, src, row->cells[r->status_column], "'%.*s' is no HTTP status",
                      SV(str_take(cell, 40)));
    }
    r->by_class[status / 100]++;
    return true;
}

static void add_result(reader *r)
{
    static const double shown[] = {90, 95, 99};
    arena *perm = r->in->perm;
    ptrdiff_t line = r->t->header.line;
    result *to = reading_add(perm, r->in->ret, S("hey"), (str){0}, line);
    metric *m = result_add(perm, to, S("latency"), line + 1);
    m->samples = r->seconds;
    m->sample_count = r->n;
    m->resolution = 1e-4;
    m->spread_within_run = true;
    metric_from_samples(perm, m, shown, COUNTOF(shown), r->in->scratch);
    if (r->n > MOST_SAMPLES) {
        m->samples = NULL;
        m->sample_count = 0;
    }
    for (int k = 1; k <= 5 && r->status_column >= 0; k++) {
        result_add_value(perm, to, str_fmt(perm, "http_%dxx", k), r->by_class[k],
                         line + 1);
    }
    double good = r->by_class[2] + r->by_class[3];
    if (r->status_column >= 0) {
        load_judge(r->in, to, line + 1, (double)r->n, (double)r->n - good, "failed");
    }
    to->last_line = r->last_line;
}

static bool read_table(import *in, csv_table *t, err *e)
{
    reader r = {.in = in, .t = t, .e = e};
    r.status_column = csv_column(&t->header, S("status-code"));
    csv_row row;
    for (arena scratch = in->scratch; csv_next(&scratch, t, &row, e);
         scratch = in->scratch) {
        if (r.n == MOST_ROWS) {
            err_at(e, in->src, str_take(row.raw, 0), "more than %d rows", MOST_ROWS);
            e->code = ERR_LIMIT;
            return false;
        }
        if (!read_row(&r, &row)) {
            return false;
        }
    }
    if (e->code != ERR_NONE) {
        return false;
    }
    if (r.n == 0) {
        err_at(e, in->src, t->header.raw, "a header, but no row below it");
        return err_hint(e, "hey writes a row for each answer: was there none?");
    }
    add_result(&r);
    return true;
}

const importer importer_hey_csv = {
    .name = "hey-csv",
    .tool = "hey",
    .shape = "`-o csv`: a row a request",
    .table_claims = claims,
    .table_read = read_table,
};
