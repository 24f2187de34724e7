#include "base/base.h"

#include "check.h"
#include "report/format.h"

static arena perm;

static void values_have_four_digits_and_a_unit(void **state)
{
    (void)state;
    check_str(format_value(&perm, 16.324, S("s"), 4), "16.32\u00A0s");
    check_str(format_value(&perm, 0.00525, S("s"), 4), "5.250\u00A0ms");
    check_str(format_value(&perm, 2302578877.1, S("B/s"), 4), "2.303\u00A0GB/s");
    check_str(format_value(&perm, 926872947.6, S("B/s"), 4), "926.9\u00A0MB/s");
    check_str(format_value(&perm, 62399.35, S("1/s"), 4), "62,399/s");
    check_str(format_value(&perm, 380270, S("1"), 4), "380,270");
    check_str(format_value(&perm, 0, S("s"), 4), "0\u00A0s");
    check_str(format_value(&perm, 999.96e-3, S("s"), 3), "1,000\u00A0ms");
}

static void no_digit_is_shown_that_the_tool_did_not_give(void **state)
{
    (void)state;
    check_str(format_held(&perm, 0.045, S("s"), 4, 0.001), "45\u00A0ms");
    check_str(format_held(&perm, 0.0032, S("s"), 4, 1e-5), "3.20\u00A0ms");
    check_str(format_held(&perm, 15.698, S("s"), 4, 0.001), "15.70\u00A0s");
}

static void changes_carry_their_sign(void **state)
{
    (void)state;
    check_str(format_change(&perm, 38065.93 / 62399.35 - 1), "−39.0%");
    check_str(format_change(&perm, 2.46954 / 2.26261 - 1), "+9.1%");
    check_str(format_change(&perm, 44.2367 / 12.7516 - 1), "+247%");
    check_str(format_change(&perm, -0.0001), "0.0%");
    check_str(format_change(&perm, 0), "0.0%");
}

static void ratios_sigmas_and_intervals(void **state)
{
    (void)state;
    check_str(format_ratio(&perm, 23.533 / 15.698), "1.50");
    check_str(format_ratio(&perm, 35.49), "35.5");
    check_str(format_ratio(&perm, 334.2), "334");
    check_str(format_sigma(&perm, 0.1018), "\u00A0±\u00A00.10");
    check_str(format_sigma(&perm, 2.61), "\u00A0±\u00A02.6");
    check_str(format_interval(&perm, 0.9951, 1.0893), "0.995 to 1.089");
    check_str(format_interval(&perm, 31.449, 39.643), "31.4 to 39.6");
    check_str(format_p(&perm, 0.0804654), "p\u00A0=\u00A00.080");
    check_str(format_p(&perm, 1.4e-13), "p\u00A0<\u00A00.001");
}

int main(void)
{
    perm = arena_open(1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_four_digits_and_a_unit),
        cmocka_unit_test(no_digit_is_shown_that_the_tool_did_not_give),
        cmocka_unit_test(changes_carry_their_sign),
        cmocka_unit_test(ratios_sigmas_and_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
