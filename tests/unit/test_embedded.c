#include "base/base.h"

#include "base/embedded.h"
#include "check.h"

static void every_font_is_there_twice(void **state)
{
    (void)state;
    const char *names[] = {"inter-400.otf",         "inter-600.otf",
                           "vollkorn-400.ttf",      "vollkorn-500.ttf",
                           "vollkorn-600.ttf",      "vollkorn-400-italic.ttf",
                           "jetbrains-mono-400.ttf"};
    static unsigned char room[4096];
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        arena a = {room, room + sizeof room, NULL};
        str font;
        str name = str_fmt(&a, "fonts/%s", names[i]);
        assert_true(embedded_get(name, &font));
        str magic = str_ends(name, S(".otf")) ? S("OTTO") : (str){"\0\1\0\0", 4};
        assert_true(str_starts(font, magic));
        str web = str_fmt(&a, "%.*s.woff2", SV(str_cut_last(name, S(".")).head));
        assert_true(embedded_get(web, &font));
        assert_true(str_starts(font, S("wOF2")));
    }
}

static void web_fonts_fit_a_page(void **state)
{
    (void)state;
    ptrdiff_t total = 0;
    for (const embedded_file *f = embedded_files; f->name; f++) {
        total += str_ends(str_from(f->name), S(".woff2")) ? f->len : 0;
    }
    assert_in_range(total, 1, 132 * 1000);
}

static void licences_go_along(void **state)
{
    (void)state;
    str text;
    assert_true(embedded_get(S("fonts/OFL-inter.txt"), &text));
    assert_true(str_has(text, S("Font Software")));
    assert_true(embedded_get(S("fonts/OFL-vollkorn.txt"), &text));
    assert_true(embedded_get(S("fonts/OFL-jetbrains-mono.txt"), &text));
}

static void unknown_names_are_refused(void **state)
{
    (void)state;
    str text = S("untouched");
    assert_false(embedded_get(S("fonts/inter"), &text));
    assert_false(embedded_get((str){0}, &text));
    assert_true(str_eq(text, S("untouched")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_font_is_there_twice),
        cmocka_unit_test(web_fonts_fit_a_page),
        cmocka_unit_test(licences_go_along),
        cmocka_unit_test(unknown_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
