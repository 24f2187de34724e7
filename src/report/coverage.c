#include "base/base.h"

#include <assert.h>

#include "base/embedded.h"
#include "base/num.h"
#include "report/coverage.h"
#include "report/table_parts.h"

/* tests/bench/coverage.txt, compiled in; a row is
 *     heavy tail   5   96.4 (0.19)   84.3 (0.12)   95.9 (0.17)          96.5
 * a distribution, the runs a side, and for Fieller's interval how many per cent of the
 * trials' intervals held the true ratio. */
bool coverage_next(str *text, coverage_row *ret)
{
    while (text->len > 0) {
        cut line = str_cut(*text, S("\n"));
        *text = line.tail;
        str rest = line.head;
        ptrdiff_t n = 0;
        while (n < rest.len && !(rest.ptr[n] >= '0' && rest.ptr[n] <= '9')) {
            n++;
        }
        str name = str_trim(str_take(rest, n));
        rest = str_drop(rest, n);
        int64_t runs = 0;
        double held = 0;
        if (name.len > 0 && num_int(str_word(&rest), &runs)
            && num_double(str_word(&rest), &held)) {
            *ret = (coverage_row){name, runs, held};
            return true;
        }
    }
    return false;
}

/* "2000" of "…: % of 2000 trials (mean width)" */
static str trials_of(str text)
{
    str words = str_cut(text, S("% of ")).tail;
    return str_word(&words);
}

enum { MOST_COLUMNS = 8 };

/* The rows of the file come by distribution, then by n: a distribution is a row here, an
 * n a column.
 */
table *coverage_table(composer *c)
{
    str text = {0};
    coverage_row r;
    bool found = embedded_get(S("stats/coverage.txt"), &text);
    assert(found);
    int64_t runs[MOST_COLUMNS];
    ptrdiff_t columns = 0, rows = 0;
    str last = {0};
    for (str rest = text; coverage_next(&rest, &r);) {
        rows += !str_eq(r.distribution, last);
        last = r.distribution;
        if (rows == 1 && columns < MOST_COLUMNS) {
            runs[columns++] = r.runs;
        }
    }
    table *t = table_new(c, columns + 1, rows);
    ptrdiff_t at = -1, k = 0;
    last = (str){0};
    for (str rest = text; coverage_next(&rest, &r);) {
        bool next = !str_eq(r.distribution, last);
        at += next;
        k = next ? 0 : k + 1;
        last = r.distribution;
        t->cells[at * t->column_count].text = sentence_case(c->perm, r.distribution);
        if (k < columns) {
            t->cells[at * t->column_count + k + 1].text = num_fixed(c->perm, r.held, 1);
        }
    }
    t->columns[0].head = S("Runs’ distribution");
    for (ptrdiff_t i = 0; i < columns; i++) {
        t->columns[i + 1] =
            (table_column){.head = str_fmt(c->perm, "%s%td", i ? "" : "n\u00A0=\u00A0",
                                           (ptrdiff_t)runs[i]),
                           .numeric = true};
    }
    t->id = S("coverage");
    t->caption = str_fmt(c->perm,
                         "The intervals’ nominal level is 95%%. Measured: how many per "
                         "cent of %.*s simulated ones held the true ratio, by runs a "
                         "side",
                         SV(trials_of(text)));
    return t;
}
