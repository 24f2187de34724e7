#include "check.h"

#include "base/utf8.h"

static void reads_characters(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int len;
        uint32_t code;
    } cases[] = {
        {"a", 1, 'a'},
        {"\x7F", 1, 0x7F},
        {"\xC2\x80", 2, 0x80},
        {"\xDF\xBF", 2, 0x7FF},
        {"\xE0\xA0\x80", 3, 0x800},
        {"\xED\x9F\xBF", 3, 0xD7FF},
        {"\xEE\x80\x80", 3, 0xE000},
        {"\xEF\xBF\xBF", 3, 0xFFFF},
        {"\xF0\x90\x80\x80", 4, 0x10000},
        {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        uint32_t code = 0;
        ptrdiff_t len = (ptrdiff_t)strlen(cases[i].bytes);
        assert_int_equal(utf8_at(cases[i].bytes, len, &code), cases[i].len);
        assert_int_equal(code, cases[i].code);
        char again[4] = {0};
        assert_int_equal(utf8_encode(code, again), cases[i].len);
        assert_memory_equal(again, cases[i].bytes, len);
        if (len > 1) {
            assert_int_equal(utf8_at(cases[i].bytes, len - 1, &code), 0);
        }
    }
}

static void refuses_what_is_no_utf8(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "\x80",             /* a continuation without a lead */
        "\xC0\xAF",         /* overlong slash */
        "\xC1\xBF",         /* overlong */
        "\xE0\x9F\xBF",     /* overlong */
        "\xED\xA0\x80",     /* a surrogate */
        "\xF0\x8F\xBF\xBF", /* overlong */
        "\xF4\x90\x80\x80", /* beyond the last */
        "\xF5\x80\x80\x80", /* never a lead */
        "\xFF",             /* never */
        "\xE2\x28\xA1",     /* the second byte isn't one */
        "\xE2\x82\x28",     /* the third */
        "\xF0\x9F\x98\x28", /* the fourth */
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        uint32_t code = 7;
        assert_int_equal(utf8_at(cases[i], (ptrdiff_t)strlen(cases[i]), &code), 0);
        assert_int_equal(code, 7);
    }
}

static void names_can_not_turn_a_sentence(void **state)
{
    (void)state;
    arena perm = arena_open(1 << 16);
    static const char *const cases[][2] = {
        {"Docker", "Docker"},
        {"", ""},
        {"caf\u00E9 \u6F22 \U0001F469\u200D\U0001F467",
         "caf\u00E9 \u6F22 \U0001F469\u200D\U0001F467"},
        {"\u202Eevitan", "evitan"},
        {"a\nb\x1b[m\x7F", "a b [m "},
        {"a\u2069\u202Eb\u2066", "ab"},
        {"\u05E9\u05DC 2", "\u2068\u05E9\u05DC 2\u2069"},
        {"\u2069\u0645\u202E", "\u2068\u0645\u2069"},
        {"\xFF\x80 \xE2", "\xFF\x80 \xE2"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        check_str(utf8_isolated(&perm, str_from(cases[i][0])), cases[i][1]);
    }
    arena_close(&perm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_characters),
        cmocka_unit_test(refuses_what_is_no_utf8),
        cmocka_unit_test(names_can_not_turn_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
