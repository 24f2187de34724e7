#include "check.h"

#include <pthread.h>

#include "chart/fonts.h"

static double width_of(str text, int weight, face which)
{
    text_meter m = fonts_meter();
    return m.width(m.ctx, text, 100, weight, which);
}

static double layout_width(str text, font_style style)
{
    PangoLayout *layout = fonts_layout(text, style);
    int w = 0;
    pango_layout_get_size(layout, &w, NULL);
    g_object_unref(layout);
    return (double)w / PANGO_SCALE;
}

static void every_weight_is_its_own_cut(void **state)
{
    (void)state;
    double regular = width_of(S("Hamburg"), 400, FACE_PEOPLE);
    double medium = width_of(S("Hamburg"), 500, FACE_PEOPLE);
    double semibold = width_of(S("Hamburg"), 600, FACE_PEOPLE);
    assert_true(regular < medium && medium < semibold);
    assert_true(width_of(S("Hamburg"), 400, FACE_DATA)
                < width_of(S("Hamburg"), 600, FACE_DATA));
}

static void a_weight_that_is_not_there_gets_the_nearest(void **state)
{
    (void)state;
    assert_true(width_of(S("Hamburg"), 900, FACE_DATA)
                == width_of(S("Hamburg"), 600, FACE_DATA));
    assert_true(width_of(S("Hamburg"), 600, FACE_MACHINE)
                == width_of(S("Hamburg"), 400, FACE_MACHINE));
}

static void mono_keeps_two_dashes_apart(void **state)
{
    (void)state;
    assert_true(fabs(width_of(S("--rm"), 400, FACE_MACHINE)
                     - 4 * width_of(S("m"), 400, FACE_MACHINE))
                < 0.01);
}

static void tabular_figures_are_of_one_width(void **state)
{
    (void)state;
    font_style tabular = {.face = FACE_DATA, .weight = 400, .size = 100, .tabular = true};
    assert_true(layout_width(S("1111"), tabular) == layout_width(S("8888"), tabular));
    font_style plain = {.face = FACE_DATA, .weight = 400, .size = 100};
    assert_true(layout_width(S("1111"), plain) < layout_width(S("8888"), plain));
}

static void italics_and_tracking_change_the_width(void **state)
{
    (void)state;
    font_style roman = {.face = FACE_PEOPLE, .weight = 400, .size = 60};
    font_style italic = roman;
    italic.italic = true;
    assert_true(layout_width(S("Hamburg"), roman) != layout_width(S("Hamburg"), italic));
    font_style tight = roman;
    tight.tracking = -0.022;
    double gain = layout_width(S("Hamburg"), roman) - layout_width(S("Hamburg"), tight);
    assert_true(fabs(gain - 7 * 0.022 * 60) < 1.4); /* the last letter may keep its own */
}

static void widths_grow_with_the_size_alone(void **state)
{
    (void)state;
    text_meter m = fonts_meter();
    double small = m.width(m.ctx, S("15.7 s, 62,399"), 12, 400, FACE_DATA);
    double large = m.width(m.ctx, S("15.7 s, 62,399"), 120, 400, FACE_DATA);
    assert_true(fabs(large - 10 * small) < 0.2);
}

static void add_missing(str text, missing_chars *all)
{
    PangoLayout *layout =
        fonts_layout(text, (font_style){.face = FACE_DATA, .weight = 400, .size = 12});
    fonts_missing(layout, all);
    g_object_unref(layout);
}

static void missing_letters_are_named_once(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 20);
    missing_chars all = {.perm = &perm};
    add_missing(S("15.7 s ± 0.9 × − µ “é” … → ≥ € zero\u200Bwidth"), &all);
    assert_int_equal(all.count, 0);
    add_missing(S("a漢字b字"), &all);
    check_str(fonts_missing_words(&perm, &all), "漢 (U+6F22) and 字 (U+5B57)");
    add_missing(S("n\u0308 ж\n漢Ж"), &all);
    check_str(fonts_missing_words(&perm, &all),
              "漢 (U+6F22), 字 (U+5B57), U+0308, ж (U+0436) and Ж (U+0416)");
    add_missing(S("абвгдеёЪЫЭЮЯ"), &all);
    assert_int_equal(all.count, 17);
    check_str(fonts_missing_words(&perm, &all),
              "漢 (U+6F22), 字 (U+5B57), U+0308, ж (U+0436), Ж (U+0416), а (U+0430) and "
              "11 more");
    arena_close(&perm);
}

static void hostile_bytes_are_measured_as_something(void **state)
{
    (void)state;
    font_style style = {.face = FACE_DATA, .weight = 400, .size = 12};
    assert_true(layout_width(S("\xFF\xC0\x80\x00\x1B[0m\xED\xA0\x80"), style) > 0);
    assert_true(layout_width((str){0}, style) == 0);
}

static void *measure(void *ret)
{
    for (int i = 0; i < 50; i++) {
        *(double *)ret = width_of(S("Recursive Fibonacci"), 600, FACE_DATA);
    }
    return NULL;
}

static void two_threads_measure_alike(void **state)
{
    (void)state;
    double widths[2] = {0, 1};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, measure, &widths[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_true(widths[0] == widths[1]);
    assert_true(widths[0] == width_of(S("Recursive Fibonacci"), 600, FACE_DATA));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_weight_is_its_own_cut),
        cmocka_unit_test(a_weight_that_is_not_there_gets_the_nearest),
        cmocka_unit_test(mono_keeps_two_dashes_apart),
        cmocka_unit_test(tabular_figures_are_of_one_width),
        cmocka_unit_test(italics_and_tracking_change_the_width),
        cmocka_unit_test(widths_grow_with_the_size_alone),
        cmocka_unit_test(missing_letters_are_named_once),
        cmocka_unit_test(hostile_bytes_are_measured_as_something),
        cmocka_unit_test(two_threads_measure_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
