/* Rows that are appended in the order of their key are all there, in order, and in little
 * more room than they take. */
#include "base/base.h"

#include <unistd.h>

#include "archive/archive.h"
#include "archive/store.h"
#include "check.h"

static arena perm;

/* The i-th row of the table metric. */
static void row_at(const void *context, ptrdiff_t i, cell *cells)
{
    static char id[13];
    (void)context;
    snprintf(id, sizeof id, "%012td", i);
    cells[0] = CELL_T(S("s"));
    cells[1] = CELL_B(S("123456789012"));
    cells[2] = CELL_T(S("r"));
    cells[3] = CELL_B(str_from(id));
    cells[4] = CELL_I(i);
    cells[5] = CELL_I(0);
    for (int k = 6; k < 12; k++) {
        cells[k] = (cell){.kind = CELL_REAL, .d = (double)i + 0.1};
    }
}

static int64_t pages(store *s)
{
    err e = {0};
    first_row row = {0};
    assert_true(store_first(&perm, s, "PRAGMA page_count", NULL, 0, &row, &e));
    return row.at[0].i;
}

static void append_rows(store *s, ptrdiff_t n)
{
    err e = {0};
    const row_batch rows = {.table = "metric",
                            .columns =
                                "study, series, run, result, line, status, n, mean,"
                                " median, stddev, min, max",
                            .width = 12,
                            .n = n,
                            .row = row_at};
    assert_true(s->ops->begin(s, &e) && s->ops->append(s, &rows, &e)
                && s->ops->commit(s, &e));
}

static void all_in_order_in_full_pages(void **state)
{
    static const ptrdiff_t counts[] = {1, 999, 1000, 1001, 54321};
    char path[] = "/tmp/broadsheet-test-XXXXXX";
    (void)state;
    for (ptrdiff_t i = 0; i < COUNTOF(counts); i++) {
        err e = {0};
        memset(path + sizeof path - 7, 'X', 6);
        close(mkstemp(path));
        store *s = sqlite_open(&perm, path, STORE_WRITE, &e);
        assert_non_null(s);
        assert_true(archive_migrate(s, 0, &e));
        int64_t before = pages(s);
        append_rows(s, counts[i]);

        store_rows *all = NULL;
        cell row[STORE_WIDEST];
        assert_true(s->ops->query(
            s, "SELECT line FROM metric ORDER BY study, series, run, result", NULL, 0,
            &all, &e));
        ptrdiff_t n = 0;
        while (s->ops->next(all, row, &e) > 0) {
            assert_int_equal(row[0].i, n++);
        }
        s->ops->end(all);
        assert_int_equal(n, counts[i]);

        /* what SQLite's own format needs for the last row: a line number of three bytes,
         * a header of a byte for each column and two more, and the cell's place */
        ptrdiff_t row_bytes = 1 + 12 + 1 + 12 + 3 + 6 * 8 + 12 + 2 + 2;
        double taken = (double)(pages(s) - before) * 8192;
        if (n > 10000) {
            assert_true(taken < (double)(n * row_bytes) / 0.93);
        }
        s->ops->close(s);
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_in_order_in_full_pages)};
    perm = arena_open((ptrdiff_t)1 << 30);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
