#include "base/base.h"

#include <float.h>

#include "base/num.h"
#include "check.h"

static arena a;

static void plain_numbers_are_read(void **state)
{
    (void)state;
    const struct {
        str text;
        double want;
    } rows[] = {
        {S("0"), 0},
        {S("16.324"), 16.324},
        {S("-1.5"), -1.5},
        {S("+2"), 2},
        {S("1e-9"), 1e-9},
        {S("2.5E3"), 2500},
        {S(".5"), .5},
        {S("5."), 5},
        {S("1.7976931348623157e308"), DBL_MAX},
        {S("4.9e-324"), 4.9e-324},
        {S("0.1000000000000000055511151231257827"), 0.1},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(rows); i++) {
        double v = -7;
        assert_true(num_double(rows[i].text, &v));
        check_double(v, rows[i].want);
    }
}

static void everything_else_is_refused(void **state)
{
    (void)state;
    const str rows[] = {S(""),    S(" 1"),    S("1 "),    S("1,5"),    S("nan"),
                        S("inf"), S("0x1p3"), S("1e999"), S("-1e999"), S("1.2.3"),
                        S("1e"),  S("--1"),   S("1-"),    S("+"),      S("."),
                        S("e5"),  S("1_000"), S("１")};
    for (ptrdiff_t i = 0; i < COUNTOF(rows); i++) {
        double v = -7;
        if (num_double(rows[i], &v)) {
            print_error("'%.*s' was read\n", SV(rows[i]));
            fail();
        }
        check_double(v, -7);
    }
    char long_one[500];
    memset(long_one, '1', sizeof long_one);
    double v = 0;
    assert_false(num_double((str){long_one, sizeof long_one}, &v));
    assert_false(num_double((str){0}, &v));
}

static void integers(void **state)
{
    (void)state;
    int64_t n = -7;
    assert_true(num_int(S("104857600"), &n) && n == 104857600);
    assert_true(num_int(S("-9223372036854775808"), &n) && n == INT64_MIN);
    n = -7;
    const str bad[] = {S(""),   S("1.0"), S("1e3"), S("9223372036854775808"),
                       S(" 1"), S("x")};
    for (ptrdiff_t i = 0; i < COUNTOF(bad); i++) {
        assert_false(num_int(bad[i], &n));
        assert_int_equal(n, -7);
    }
}

/* A number behind which no NUL stands: views into a file are like that. */
static void reads_no_further_than_the_view(void **state)
{
    (void)state;
    double v = 0;
    assert_true(num_double(str_take(S("12345"), 3), &v));
    check_double(v, 123);
}

static void shortest_reads_back(void **state)
{
    (void)state;
    const struct {
        double v;
        const char *want;
    } rows[] = {{0.1, "0.1"},
                {16.324, "16.324"},
                {100, "100"},
                {1.0 / 3, "0.3333333333333333"},
                {104857600.0 / 0.0530719, "1975765103.265"},
                {1e21, "1e+21"},
                {1e-7, "1e-07"},
                {-0.5, "-0.5"}};
    for (ptrdiff_t i = 0; i < COUNTOF(rows); i++) {
        char text[32];
        double back = 0;
        num_shortest(rows[i].v, text);
        assert_true(num_double(str_from(text), &back));
        check_double(back, rows[i].v);
        if (i != 4) {
            assert_string_equal(text, rows[i].want);
        }
    }
}

static void decimals_of_a_text(void **state)
{
    (void)state;
    assert_int_equal(num_decimals(S("16.324")), 3);
    assert_int_equal(num_decimals(S("16")), 0);
    assert_int_equal(num_decimals(S("1.50e3")), 2);
    assert_int_equal(num_decimals(S("")), 0);
}

static void fixed_is_for_people(void **state)
{
    (void)state;
    check_str(num_fixed(&a, 62399.35, 2), "62,399.35");
    check_str(num_fixed(&a, -39, 1), "−39.0");
    check_str(num_fixed(&a, 1234567, 0), "1,234,567");
    check_str(num_fixed(&a, 999, 0), "999");
    check_str(num_fixed(&a, -1000, 0), "−1,000");
    check_str(num_fixed(&a, -0.04, 1), "0.0");
    check_str(num_fixed(&a, 0.5, 0), "0");
    check_str(num_fixed(&a, 1.5, 0), "2");
    check_str(num_fixed(&a, 2.675, 2), "2.67"); /* its binary value is below */
    check_str(num_fixed(&a, 3, -2), "3");
    assert_int_equal(num_fixed(&a, DBL_MAX, 0).len, 309 + 102);
}

static void decimals_for_digits(void **state)
{
    (void)state;
    assert_int_equal(num_decimals_for(15.698, 3), 1);
    assert_int_equal(num_decimals_for(0.00525, 3), 5);
    assert_int_equal(num_decimals_for(62399.35, 4), 0);
    assert_int_equal(num_decimals_for(9.996, 3), 1); /* rounds to 10.0 */
    assert_int_equal(num_decimals_for(-0.5, 2), 2);
    assert_int_equal(num_decimals_for(0, 3), 0);
    assert_int_equal(num_decimals_for((double)NAN, 3), 0);
    assert_int_equal(num_decimals_for(1e-300, 3), 17);
}

int main(void)
{
    a = arena_open(1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_numbers_are_read),
        cmocka_unit_test(everything_else_is_refused),
        cmocka_unit_test(integers),
        cmocka_unit_test(reads_no_further_than_the_view),
        cmocka_unit_test(shortest_reads_back),
        cmocka_unit_test(decimals_of_a_text),
        cmocka_unit_test(fixed_is_for_people),
        cmocka_unit_test(decimals_for_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
