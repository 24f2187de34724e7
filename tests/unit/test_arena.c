#include "base/base.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "check.h"

static void objects_are_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    arena a = arena_open(1 << 20);
    char *c = NEW(&a, char, 13);
    double *d = NEW(&a, double, 3);
    assert_int_equal((uintptr_t)d % _Alignof(double), 0);
    assert_true((char *)d >= c + 13);
    for (int i = 0; i < 13; i++) {
        assert_int_equal(c[i], 0);
    }
    memset(c, 'x', 13);
    check_double(d[0], 0);
    arena_close(&a);
    assert_null(a.base);
    arena_close(&a);
}

static void reset_gives_zeroed_memory_again(void **state)
{
    (void)state;
    arena a = arena_open(1 << 16);
    char *first = NEW(&a, char, 100);
    memset(first, 'x', 100);
    arena_reset(&a);
    char *again = NEW(&a, char, 100);
    assert_ptr_equal(first, again);
    assert_int_equal(again[99], 0);
    arena_close(&a);
}

static void a_copy_moves_on_its_own(void **state)
{
    (void)state;
    arena a = arena_open(1 << 16);
    arena copy = a;
    (void)NEW(&copy, char, 100);
    assert_true(copy.beg > a.beg);
    arena_close(&a);
}

static void a_terabyte_costs_what_is_touched(void **state)
{
    (void)state;
    arena a = arena_open((ptrdiff_t)1 << 40);
    NEW(&a, char, 1 << 20)[5] = 1;
    arena_close(&a);
}

/* Ends the program with 4, whether the room is too small or the size can't be counted. */
static void exhaustion_ends_with_4(void **state)
{
    (void)state;
    const ptrdiff_t counts[] = {1 << 17, -1, PTRDIFF_MAX / 8, PTRDIFF_MAX};
    for (ptrdiff_t i = 0; i < COUNTOF(counts); i++) {
        pid_t child = fork();
        if (child == 0) {
            (void)!freopen("/dev/null", "w", stderr);
            arena a = arena_open(1 << 16);
            (void)NEW(&a, double, counts[i]);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_zeroed_aligned_and_apart),
        cmocka_unit_test(reset_gives_zeroed_memory_again),
        cmocka_unit_test(a_copy_moves_on_its_own),
        cmocka_unit_test(a_terabyte_costs_what_is_touched),
        cmocka_unit_test(exhaustion_ends_with_4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
