#include "base/base.h"

#include "base/num.h"
#include "import/hyperfine_common.h"

/* --export-csv, in seconds; no number of runs. median since 1.6; a scan's values in
 * `parameter` (1.6 to 1.10) or in a column a parameter:
 *
 *     command,mean,stddev,median,user,system,min,max,parameter_n
 *     sleep 0.1,0.102,0.0004,0.102,0.001,0.0009,0.101,0.103,1
 */

static int claims(const import *in, const csv_row *header)
{
    (void)in;
    static const char *const must[] = {"command", "mean", "user", "system", "min", "max"};
    for (ptrdiff_t i = 0; i < COUNTOF(must); i++) {
        if (csv_column(header, str_from(must[i])) < 0) {
            return 0;
        }
    }
    return 95;
}

typedef struct {
    import *in;
    const csv_table *t;
    const csv_row *row;
    hyperfine_figures f;
} reader;

/* A view into the file for messages: a cell without quotes, or else the row. */
static str place_of(const reader *r, str cell)
{
    const char *begin = r->row->raw.ptr;
    bool inside = cell.ptr >= begin && cell.ptr <= begin + r->row->raw.len;
    return inside ? cell : r->row->raw;
}

static bool number(const reader *r, const char *name, maybe *ret, err *e)
{
    ptrdiff_t i = csv_column(&r->t->header, str_from(name));
    str cell = i < 0 ? (str){0} : str_trim(r->row->cells[i]);
    if (cell.len == 0) {
        return true;
    }
    if (!num_double(cell, &ret->value) || ret->value < 0) {
        err_at(e, r->in->src, place_of(r, cell),
               "%s must be a time in seconds, found '%.*s'", name,
               SV(str_take(cell, 40)));
        return err_hint(e, "hyperfine writes decimal points and no units.");
    }
    ret->known = true;
    return true;
}

static bool figures(reader *r, err *e)
{
    hyperfine_figures *f = &r->f;
    if (!number(r, "mean", &f->mean, e) || !number(r, "stddev", &f->stddev, e)
        || !number(r, "median", &f->median, e) || !number(r, "user", &f->user, e)
        || !number(r, "system", &f->system, e) || !number(r, "min", &f->min, e)
        || !number(r, "max", &f->max, e)) {
        return false;
    }
    if (!f->mean.known) {
        return err_at(e, r->in->src, r->row->raw, "a row without a mean");
    }
    /* One run has the standard deviation 0 here, as have runs that were really equal:
     * nobody can tell. */
    if (f->stddev.value <= 0 && f->min.known && f->min.value >= f->max.value) {
        f->stddev = (maybe){0};
    }
    return true;
}

static void parameters(const reader *r, result *to)
{
    for (ptrdiff_t i = 0; i < r->row->n; i++) {
        str name = str_trim(r->t->header.cells[i]);
        if (str_eq(name, S("parameter"))) {
            result_param(r->in->perm, to, name, r->row->cells[i]);
        } else if (str_starts(name, S("parameter_"))) {
            result_param(r->in->perm, to, str_drop(name, 10), r->row->cells[i]);
        }
    }
}

static bool read_row(reader *r, err *e)
{
    import *in = r->in;
    const csv_row *row = r->row;
    if (row->n != r->t->header.n) {
        err_at(e, in->src, row->raw, "the row has %td cells, the header has %td", row->n,
               r->t->header.n);
        return err_hint(e, "Was the file cut short?");
    }
    if (!figures(r, e)) {
        return false;
    }
    ptrdiff_t mean = csv_column(&r->t->header, S("mean"));
    str at = place_of(r, row->cells[mean]);
    ptrdiff_t line = row->line + str_lines((str){row->raw.ptr, at.ptr - row->raw.ptr});
    str command = row->cells[csv_column(&r->t->header, S("command"))];
    result *to = reading_add(in->perm, in->ret, S("hyperfine"), command, row->line);
    hyperfine_add(in->perm, to, &r->f, line);
    to->last_line = row->line + str_lines(row->raw);
    parameters(r, to);
    bool sound = hyperfine_check(in, &r->f, line);
    const char *end = row->raw.ptr + row->raw.len;
    if (end == in->src->bytes.ptr + in->src->bytes.len) {
        /* hyperfine ends each line; an editor may have taken the last end away. */
        if (!sound) {
            err_at(e, in->src, (str){end, 0}, "the file ends in the middle of a number");
            return err_hint(e, "Was the file cut short?");
        }
        reading_note(in->perm, in->ret, DIAG_WARNING, to->last_line,
                     "the last line has no line end: was the file cut short?");
    }
    return true;
}

static bool read_table(import *in, csv_table *t, err *e)
{
    csv_row row;
    while (csv_next(in->perm, t, &row, e)) {
        reader r = {.in = in, .t = t, .row = &row};
        if (!read_row(&r, e)) {
            return false;
        }
    }
    if (e->code == ERR_NONE && !in->ret->results) {
        return err_at(e, in->src, t->header.raw, "a header, but no row below it");
    }
    return e->code == ERR_NONE;
}

const importer importer_hyperfine_csv = {
    .name = "hyperfine-csv",
    .tool = "hyperfine",
    .shape = "--export-csv of every version",
    .table_claims = claims,
    .table_read = read_table,
};
