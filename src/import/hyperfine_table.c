#include "base/base.h"

#include "base/num.h"
#include "import/block.h"
#include "import/hyperfine_table.h"

/* --- cells -------------------------------------------------------------------------- */

/* The next bar without a backslash before it; the end where there is none. */
static ptrdiff_t next_bar(str s, ptrdiff_t i)
{
    while (i < s.len && (s.ptr[i] != '|' || (i > 0 && s.ptr[i - 1] == '\\'))) {
        i++;
    }
    return i;
}

ptrdiff_t table_cells(str s, str *ret, ptrdiff_t most)
{
    s = str_trim(s);
    s = str_starts(s, S("|")) ? str_drop(s, 1) : s;
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len;) {
        ptrdiff_t bar = next_bar(s, i);
        if (n < most) {
            ret[n] = str_trim((str){s.ptr + i, bar - i});
        }
        n++;
        i = bar + 1;
    }
    return n;
}

static bool refuse(const table *ret, ptrdiff_t at, str token, const char *wanted)
{
    return block_refuse(ret->in, ret->t, at, token, wanted);
}

/* --- header ------------------------------------------------------------------------- */

/* "Mean [ms]": the unit's exponent. */
static bool unit_of(str name, int *exponent)
{
    str in = str_cut(name, S("[")).tail;
    return str_ends(in, S("]")) && figure_time_unit(str_take(in, in.len - 1), exponent);
}

static column kind_of(str name)
{
    if (str_eq(name, S("Command"))) {
        return COLUMN_COMMAND;
    }
    if (str_starts(name, S("Mean"))) {
        return COLUMN_MEAN;
    }
    if (str_starts(name, S("Min"))) {
        /* "Min…Max [ms]", whatever became of the sign between. */
        return str_has(name, S("Max")) ? COLUMN_MIN_MAX : COLUMN_MIN;
    }
    return str_starts(name, S("Max"))        ? COLUMN_MAX
           : str_starts(name, S("Relative")) ? COLUMN_RELATIVE
                                             : COLUMN_OTHER;
}

bool table_begin(table *ret, const str *names, ptrdiff_t n)
{
    ret->n = n;
    bool mean = false;
    if (n < 3 || n > TABLE_MOST_COLUMNS || kind_of(names[0]) != COLUMN_COMMAND) {
        return false;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        ret->kinds[i] = kind_of(names[i]);
        bool is_figure = ret->kinds[i] >= COLUMN_MEAN && ret->kinds[i] <= COLUMN_MIN_MAX;
        int exponent = 0;
        if (is_figure && !unit_of(names[i], &exponent)) {
            bool ours = str_has(names[i], S(" ["));
            return ours
                   && refuse(ret, ret->head,
                             str_drop(names[i], str_find(names[i], S("["))),
                             "[s], [ms] or [µs]");
        }
        ret->exponent = is_figure ? exponent : ret->exponent;
        mean = mean || ret->kinds[i] == COLUMN_MEAN;
    }
    return mean;
}

/* --- rows --------------------------------------------------------------------------- */

static bool take_number(const table *ret, table_cell c, str *s, maybe *v, double *step)
{
    str digits, begin = str_trim_left(*s);
    figure f;
    if (!figure_digits(s, &digits) || !figure_scale(digits, ret->exponent, 1, &f)) {
        return refuse(ret, c.at, begin, "a time");
    }
    *v = SOME(f.value);
    *step = f.step;
    return true;
}

/* "26.9 ± 4.8"; one run has no deviation. */
static bool take_pair(const table *ret, table_cell c, maybe *a, maybe *b, table_row *row)
{
    str s = c.s;
    if (!take_number(ret, c, &s, a, &row->f.wall_step)) {
        return false;
    }
    s = figure_skip_sign(s);
    return s.len == 0 || take_number(ret, c, &s, b, &row->f.wall_step);
}

static str command_of(const table *ret, str s)
{
    if (s.len >= 2 && *s.ptr == ret->quote && s.ptr[s.len - 1] == ret->quote) {
        s = (str){s.ptr + 1, s.len - 2};
    }
    return str_replace(ret->in->perm, s, S("\\|"), S("|"));
}

/* "**26.9 ± 4.8**": people mark the fastest. */
static str unmarked(str s)
{
    while (s.len >= 4 && str_starts(s, S("**")) && str_ends(s, S("**"))) {
        s = str_trim((str){s.ptr + 2, s.len - 4});
    }
    return s;
}

static bool take_cell(const table *ret, table_cell c, column kind, table_row *row)
{
    hyperfine_figures *f = &row->f;
    double step;
    c.s = unmarked(c.s);
    switch (kind) {
    case COLUMN_COMMAND:
        row->command = command_of(ret, c.s);
        row->first = c.at;
        return true;
    case COLUMN_MEAN:
        row->mean = c.at;
        return take_pair(ret, c, &f->mean, &f->stddev, row);
    case COLUMN_MIN:
        return take_number(ret, c, &c.s, &f->min, &step);
    case COLUMN_MAX:
        return take_number(ret, c, &c.s, &f->max, &step);
    case COLUMN_MIN_MAX:
        return take_pair(ret, c, &f->min, &f->max, row)
               && (f->max.known || refuse(ret, c.at, (str){0}, "a maximum"));
    case COLUMN_RELATIVE:
        row->relative = c.s;
        return true;
    case COLUMN_OTHER:
        break;
    }
    return true;
}

bool table_take(table *ret, const table_cell *cells, ptrdiff_t last)
{
    table_row *row = NEW(ret->in->perm, table_row, 1);
    row->last = last;
    for (ptrdiff_t i = 0; i < ret->n; i++) {
        if (!take_cell(ret, cells[i], ret->kinds[i], row)) {
            return false;
        }
    }
    if (!ret->rows_end) {
        ret->rows_end = &ret->rows;
    }
    *ret->rows_end = row;
    ret->rows_end = &row->next;
    return true;
}

void table_cut(const table *ret, ptrdiff_t at)
{
    refuse(ret, at, (str){0}, "the rest of the row");
}

/* --- end ---------------------------------------------------------------------------- */

/* The text with the same figures stands above: hyperfine was told to print both. */
static bool repeats_text(const table *ret)
{
    for (const table_row *row = ret->rows; row; row = row->next) {
        str command;
        const metric *m = hyperfine_find(ret->in->ret, row->command, &command);
        double step = m ? (m->resolution + row->f.wall_step) * 0.501 : 0;
        if (!m || !m->n.known || fabs(m->mean.value - row->f.mean.value) > step) {
            return false;
        }
    }
    return ret->rows != NULL;
}

static void check_relative(const table *ret, const table_row *row, const metric *m,
                           const metric *fastest)
{
    str s = row->relative, digits;
    double ratio;
    if (!figure_digits(&s, &digits) || !num_double(digits, &ratio)) {
        return; /* none, or `inf` where a mean was 0 */
    }
    double step = pow(10, -num_decimals(digits));
    if (!m || !fastest || hyperfine_ratio_fits(ratio, step, m, fastest)) {
        return;
    }
    reading_contradicts(ret->in->perm, ret->in->ret, "A03", m->line,
                        "the ratio %.*s of '%.*s' contradicts the means, which give %.2f",
                        SV(digits), SV(str_take(str_cut(row->command, S("\n")).head, 80)),
                        m->mean.value / fastest->mean.value);
}

void table_end(table *ret)
{
    import *in = ret->in;
    const text_line *lines = ret->t->lines;
    if (ret->rows && repeats_text(ret)) {
        reading_note(in->perm, in->ret, DIAG_INFO, lines[ret->rows->first].line,
                     "the table repeats the figures above");
        return;
    }
    if (!ret->rows) {
        reading_note(in->perm, in->ret, DIAG_WARNING, lines[ret->head].line,
                     "a table of hyperfine without rows");
    }
    const metric *fastest = NULL;
    ptrdiff_t before = in->ret->result_count;
    result *first = NULL;
    for (const table_row *row = ret->rows; row; row = row->next) {
        result *r = reading_add(in->perm, in->ret, S("hyperfine"), row->command,
                                lines[row->first].line);
        hyperfine_add(in->perm, r, &row->f, lines[row->mean].line);
        hyperfine_check(in, &row->f, lines[row->mean].line);
        r->last_line = lines[row->last].line;
        first = first ? first : r;
        if (!fastest || r->metrics->mean.value < fastest->mean.value) {
            fastest = r->metrics;
        }
    }
    const result *r = in->ret->result_count > before ? first : NULL;
    for (const table_row *row = ret->rows; row && r; row = row->next, r = r->next) {
        check_relative(ret, row, r->metrics, fastest);
    }
}

/* --- Markdown and Org --------------------------------------------------------------- */

/* The text of the row at line i, with the further lines of a command that holds line
 * breaks; *last: its last line. Empty: it isn't whole. */
static str whole_row(const table *ret, ptrdiff_t i, ptrdiff_t *last)
{
    const text *t = ret->t;
    str cells[1], s = str_trim(t->lines[i].s);
    for (*last = i; *last < t->n && *last < i + TABLE_LONGEST_ROW; ++*last) {
        if (*last > i) {
            s = str_fmt(ret->in->perm, "%.*s\n%.*s", SV(s), SV(t->lines[*last].s));
        }
        if (str_ends(str_trim_right(s), S("|")) && table_cells(s, cells, 0) >= ret->n) {
            return s;
        }
    }
    return (str){0};
}

/* Cells of a row that has too many belong to a command with bars that nobody escaped. */
static bool take_row(table *ret, ptrdiff_t i, str s, ptrdiff_t last)
{
    enum { MOST = 512 };
    str *parts = NEW(ret->in->perm, str, MOST);
    ptrdiff_t n = table_cells(s, parts, MOST), extra = n - ret->n;
    if (n > MOST) {
        return refuse(ret, i, s, "a row of the table");
    }
    table_cell cells[TABLE_MOST_COLUMNS] = {{parts[0], i}};
    const char *end = parts[extra].ptr + parts[extra].len;
    cells[0].s.len = end - parts[0].ptr;
    for (ptrdiff_t k = 1; k < ret->n; k++) {
        cells[k] = (table_cell){parts[extra + k], last};
    }
    return table_take(ret, cells, last);
}

/* "|:---|---:|", in Org "|--+--+--|". */
static bool is_divider(str s, char between)
{
    s = str_trim(s);
    bool dash = false, other = false;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        dash = dash || s.ptr[i] == '-';
        other = other || s.ptr[i] == '+';
        if (!strchr("|-+: ", s.ptr[i])) {
            return false;
        }
    }
    return str_starts(s, S("|")) && dash && other == (between == '+');
}

ptrdiff_t table_bars(import *in, const text *t, ptrdiff_t at, char between, char quote)
{
    str names[TABLE_MOST_COLUMNS];
    str s = str_trim(t->lines[at].s);
    if (!str_starts(s, S("|")) || !str_has(s, S("Command")) || at + 1 >= t->n
        || !is_divider(t->lines[at + 1].s, between)) {
        return at;
    }
    table ret = {.in = in, .t = t, .head = at, .quote = quote};
    ptrdiff_t n = table_cells(s, names, TABLE_MOST_COLUMNS);
    if (!table_begin(&ret, names, n)) {
        return at;
    }
    ptrdiff_t i = at + 2;
    for (ptrdiff_t last; i < t->n && str_starts(str_trim(t->lines[i].s), S("|"));
         i = last + 1) {
        s = whole_row(&ret, i, &last);
        if (!s.ptr) {
            table_cut(&ret, i);
            return i + 1;
        }
        if (!take_row(&ret, i, s, last)) {
            return last + 1;
        }
    }
    table_end(&ret);
    return i;
}
