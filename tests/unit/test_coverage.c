/* The stored table of coverages is what the code gives: some of its lines again. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "base/out.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_cover_as_stored),
        cmocka_unit_test(bootstrap_covers_as_stored),
    };
    return cmocka_run_group_tests_name("coverage", tests, NULL, NULL);
}
