/* The stored table of coverages is what the code gives: some of its lines again. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/out.h"
#include "report/coverage.h"

#define COVERAGE_IN_TEST
#include "../bench/coverage.c"

static void check(ptrdiff_t distribution, int n)
{
    arena perm = arena_open(1 << 20), scratch = arena_open(1 << 26);
    source src = {0};
    err e = {0};
    assert_true(source_load(&perm, "tests/bench/coverage.txt", &src, &e));
    str line = measure(&perm, distribution, n, 2000, scratch);
    if (!str_has(src.bytes, str_fmt(&perm, "\n%.*s\n", SV(line)))) {
        fail_msg("not in tests/bench/coverage.txt (make coverage writes it):\n%.*s",
                 SV(line));
    }
    arena_close(&scratch);
    arena_close(&perm);
}

static void summaries_cover_as_stored(void **state)
{
    (void)state;
    for (ptrdiff_t d = 0; d < COUNTOF(distributions); d++) {
        check(d, 3);
    }
}

static void bootstrap_covers_as_stored(void **state)
{
    (void)state;
    check(2, 5);
}

/* The page shows the stored figures of Fieller's interval, every one of them. */
static void the_page_quotes_it(void **state)
{
    (void)state;
    arena perm = arena_open(1 << 20);
    source src = {0};
    err e = {0};
    assert_true(source_load(&perm, "tests/bench/coverage.txt", &src, &e));
    composer c = {.perm = &perm};
    const table *t = coverage_table(&c);
    assert_int_equal(t->row_count, COUNTOF(distributions));
    assert_int_equal(t->column_count, 6);
    assert_true(str_has(t->caption, S(" of 2000 simulated ones")));
    ptrdiff_t at = 0;
    coverage_row r;
    for (str rest = src.bytes; coverage_next(&rest, &r); at++) {
        const table_cell *cell = &t->cells[at / 5 * 6 + at % 5 + 1];
        assert_true(str_eq(cell->text, num_fixed(&perm, r.held, 1)));
    }
    assert_int_equal(at, 5 * COUNTOF(distributions));
    arena_close(&perm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_cover_as_stored),
        cmocka_unit_test(bootstrap_covers_as_stored),
        cmocka_unit_test(the_page_quotes_it),
    };
    return cmocka_run_group_tests_name("coverage", tests, NULL, NULL);
}
