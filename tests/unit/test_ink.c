#include "check.h"

#include <png.h>

#include "chart/ink.h"

typedef struct {
    arena perm;
    scene *s;
    uint32_t *pixels; /* 0xRRGGBB, scale 1 */
    int width, height;
    missing_chars missing;
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->perm = arena_open(16 << 20);
    f->missing.perm = &f->perm;
    f->s = scene_new(&f->perm, 60, 40, S("x"), S("title"), S("desc"));
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    arena_close(&f->perm);
    free(f);
    return 0;
}

/* Draws by ink_png() and reads the file back with libpng's simple reader. */
static void draw(fixture *f, const theme *t, double scale)
{
    err e = {0};
    out *o = out_memory(&f->perm);
    assert_true(ink_png(o, f->s, t, scale, &(picture_notes){0}, &f->missing, &e));
    str file = out_text(o);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, file.ptr, (size_t)file.len));
    image.format = PNG_FORMAT_RGB;
    unsigned char *rgb = NEW(&f->perm, unsigned char, PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    f->width = (int)image.width;
    f->height = (int)image.height;
    f->pixels = NEW(&f->perm, uint32_t, f->width * f->height);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)f->width * f->height; i++) {
        f->pixels[i] =
            (uint32_t)rgb[3 * i] << 16 | (uint32_t)rgb[3 * i + 1] << 8 | rgb[3 * i + 2];
    }
}

static uint32_t pixel(const fixture *f, int x, int y)
{
    return f->pixels[y * f->width + x];
}

static void add(fixture *f, mark m)
{
    scene_add(&f->perm, &f->s->root, m);
}

static void a_rectangle_fills_its_pixels_in_its_colour(void **state)
{
    fixture *f = *state;
    add(f, (mark){.kind = MARK_RECT,
                  .x = 10,
                  .y = 5,
                  .w = 20,
                  .h = 10,
                  .fill = (paint)(PAINT_ROLE + ROLE_DOCKER)});
    draw(f, &theme_light, 1);
    assert_int_equal(f->width, 60);
    assert_int_equal(f->height, 40);
    assert_int_equal(pixel(f, 9, 5), 0xfbfaf7);
    assert_int_equal(pixel(f, 10, 5), 0x3584ee);
    assert_int_equal(pixel(f, 29, 14), 0x3584ee);
    assert_int_equal(pixel(f, 30, 14), 0xfbfaf7);
    assert_int_equal(pixel(f, 29, 15), 0xfbfaf7);
    draw(f, &theme_dark, 2);
    assert_int_equal(f->width, 120);
    assert_int_equal(pixel(f, 19, 10), 0x14161a);
    assert_int_equal(pixel(f, 20, 10), 0x3d8bf5);
}

static void lines_circles_and_paths_are_where_they_should(void **state)
{
    fixture *f = *state;
    add(f, (mark){.kind = MARK_LINE,
                  .x = 2,
                  .y = 3.5,
                  .w = 10,
                  .stroke = PAINT_INK,
                  .stroke_width = 1});
    add(f, (mark){.kind = MARK_CIRCLE, .x = 30, .y = 20, .r = 5, .fill = PAINT_INK});
    add(f, (mark){.kind = MARK_PATH,
                  .text = S("M 40 10 L 50 10 L 50 20 L 40 20 Z"),
                  .fill = PAINT_MUTED});
    draw(f, &theme_light, 1);
    assert_int_equal(pixel(f, 2, 3), 0x16181d);
    assert_int_equal(pixel(f, 11, 3), 0x16181d);
    assert_int_equal(pixel(f, 12, 3), 0xfbfaf7);
    assert_int_equal(pixel(f, 30, 20), 0x16181d);
    assert_int_equal(pixel(f, 30, 26), 0xfbfaf7);
    assert_int_equal(pixel(f, 45, 15), 0x585d68);
    assert_int_equal(pixel(f, 51, 15), 0xfbfaf7);
}

/* Each pattern, and no pattern, gives another picture of the same rectangle. */
static void patterns_are_told_apart(void **state)
{
    fixture *f = *state;
    uint32_t *seen[PATTERN_COUNT];
    for (int i = 0; i < PATTERN_COUNT; i++) {
        f->s->root = (mark){0};
        add(f, (mark){.kind = MARK_RECT,
                      .x = 6,
                      .y = 6,
                      .w = 36,
                      .h = 24,
                      .pattern = i,
                      .fill = (paint)(PAINT_ROLE + ROLE_WASM)});
        draw(f, &theme_light, 1);
        seen[i] = f->pixels;
        assert_int_equal(pixel(f, 5, 15), 0xfbfaf7); /* nothing outside */
        assert_int_equal(pixel(f, 42, 15), 0xfbfaf7);
        for (int k = 0; k < i; k++) {
            assert_true(memcmp(seen[i], seen[k], sizeof(uint32_t) * 60 * 40) != 0);
        }
    }
}

static void opacity_mixes_with_what_is_below(void **state)
{
    fixture *f = *state;
    add(f, (mark){.kind = MARK_RECT,
                  .w = 60,
                  .h = 40,
                  .fill = (paint)(PAINT_ROLE + ROLE_NATIVE),
                  .opacity = 0.5});
    draw(f, &theme_print, 1);
    assert_int_equal(pixel(f, 30, 20) >> 16 & 255, (0xff + 0x26) / 2);
}

/* The leftmost and the rightmost column with ink. */
static void ink_columns(const fixture *f, int *left, int *right)
{
    *left = f->width;
    *right = -1;
    for (int y = 0; y < f->height; y++) {
        for (int x = 0; x < f->width; x++) {
            if (pixel(f, x, y) != 0xfbfaf7) {
                *left = x < *left ? x : *left;
                *right = x > *right ? x : *right;
            }
        }
    }
}

static void text_hangs_at_its_anchor_on_its_baseline(void **state)
{
    fixture *f = *state;
    int left[3];
    int right[3];
    for (int a = ANCHOR_START; a <= ANCHOR_END; a++) {
        f->s->root = (mark){0};
        add(f, (mark){.kind = MARK_TEXT,
                      .x = 30,
                      .y = 20,
                      .text = S("HH"),
                      .size = 14,
                      .weight = 600,
                      .fill = PAINT_INK,
                      .anchor = (anchor)a});
        draw(f, &theme_light, 1);
        ink_columns(f, &left[a], &right[a]);
    }
    assert_in_range(left[ANCHOR_START], 30, 32);
    assert_in_range(right[ANCHOR_END], 27, 29);
    assert_in_range(left[ANCHOR_MIDDLE] + right[ANCHOR_MIDDLE], 58, 60);
    for (int x = 0; x < 60; x++) {
        assert_int_equal(pixel(f, x, 20), 0xfbfaf7); /* H stands on the line above */
    }
}

static str png_of(fixture *f, const picture_notes *notes)
{
    err e = {0};
    out *o = out_memory(&f->perm);
    assert_true(ink_png(o, f->s, &theme_light, 1, notes, &f->missing, &e));
    return out_text(o);
}

static void the_file_says_what_it_is(void **state)
{
    fixture *f = *state;
    picture_note notes[] = {{S("Title"), S("Wall time")},
                            {S("Description"), S("15.7 s ± 0.94 s")}};
    str file = png_of(f, &(picture_notes){notes, 2});
    assert_true(str_has(file, ((str){"tEXtTitle\0Wall time", 19})));
    assert_true(str_has(file, ((str){"iTXtDescription\0\0\0\0\0", 20})));
    assert_true(str_has(file, S("15.7 s ± 0.94 s")));
    assert_true(str_has(file, S("sRGB")));
    assert_true(str_has(file, ((str){"pHYs\0\0\x0e\xc4\0\0\x0e\xc4\x01", 13})));
    assert_false(str_has(file, S("tIME")));
}

static void the_same_scene_gives_the_same_bytes(void **state)
{
    fixture *f = *state;
    add(f, (mark){.kind = MARK_TEXT,
                  .x = 2,
                  .y = 20,
                  .text = S("15.7 s"),
                  .size = 14,
                  .weight = 600,
                  .fill = PAINT_INK});
    str first = png_of(f, &(picture_notes){0});
    str second = png_of(f, &(picture_notes){0});
    assert_true(str_eq(first, second));
    err e = {0};
    pdf_facts facts = {.title = S("Wall time"), .date = S("2025-08-10")};
    out *a = out_memory(&f->perm);
    assert_true(ink_pdf(a, f->s, &theme_print, &facts, &f->missing, &e));
    str pdf = out_text(a);
    out *b = out_memory(&f->perm);
    assert_true(ink_pdf(b, f->s, &theme_print, &facts, &f->missing, &e));
    assert_true(str_eq(pdf, out_text(b)));
    assert_true(str_starts(pdf, S("%PDF-")));
}

static void letters_that_are_drawn_as_boxes_are_told(void **state)
{
    fixture *f = *state;
    add(f, (mark){.kind = MARK_TEXT,
                  .x = 2,
                  .y = 20,
                  .text = S("a漢b"),
                  .size = 14,
                  .weight = 600,
                  .fill = PAINT_INK});
    draw(f, &theme_light, 1);
    assert_int_equal(f->missing.count, 1);
    assert_int_equal(f->missing.chars[0], 0x6F22);
}

/* 60 × 40 pixels in more colours than any palette holds stay near what they were. */
static void many_colours_are_merged_with_care(void **state)
{
    fixture *f = *state;
    uint32_t *pixels = NEW(&f->perm, uint32_t, 256 * 64);
    for (int i = 0; i < 256 * 64; i++) {
        pixels[i] = (uint32_t)(i % 256) << 8 | (uint32_t)(i / 256);
    }
    picture pic = {
        .pixels = pixels, .width = 256, .height = 64, .stride = 256, .per_inch = 96};
    err e = {0};
    out *o = out_memory(&f->perm);
    arena scratch = arena_open(picture_scratch(256, 64, &(picture_notes){0}));
    assert_true(picture_write_png(o, &pic, &(picture_notes){0}, scratch, &e));
    arena_close(&scratch);
    str file = out_text(o);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, file.ptr, (size_t)file.len));
    image.format = PNG_FORMAT_RGB;
    unsigned char *rgb = NEW(&f->perm, unsigned char, PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    for (int i = 0; i < 256 * 64; i++) {
        assert_in_range(rgb[3 * i], 0, 0);
        assert_true(abs(rgb[3 * i + 1] - i % 256) <= 16);
        assert_true(abs(rgb[3 * i + 2] - i / 256) <= 16);
    }
}

/* Two, four and sixteen colours are packed eight, four and two to a byte; rows of 13
 * pixels end within one. */
static void few_colours_are_packed(void **state)
{
    enum { WIDTH = 13, HEIGHT = 5 };
    fixture *f = *state;
    for (uint32_t colours = 1; colours <= 17; colours++) {
        uint32_t pixels[WIDTH * HEIGHT];
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            pixels[i] = (i * 7 % colours) * 0x0B0D07U;
        }
        picture pic = {.pixels = pixels,
                       .width = WIDTH,
                       .height = HEIGHT,
                       .stride = WIDTH,
                       .per_inch = 96};
        err e = {0};
        out *o = out_memory(&f->perm);
        arena scratch = arena_open(picture_scratch(WIDTH, HEIGHT, &(picture_notes){0}));
        assert_true(picture_write_png(o, &pic, &(picture_notes){0}, scratch, &e));
        arena_close(&scratch);
        str file = out_text(o);
        png_image image = {.version = PNG_IMAGE_VERSION};
        assert_true(png_image_begin_read_from_memory(&image, file.ptr, (size_t)file.len));
        image.format = PNG_FORMAT_RGB;
        unsigned char rgb[3 * WIDTH * HEIGHT];
        assert_int_equal(PNG_IMAGE_SIZE(image), sizeof rgb);
        assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const unsigned char *c = &rgb[3 * i];
            assert_int_equal(c[0] << 16 | c[1] << 8 | c[2], pixels[i]);
        }
    }
}

static void a_picture_too_large_is_refused(void **state)
{
    fixture *f = *state;
    f->s->height = 1e7;
    err e = {0};
    out *o = out_memory(&f->perm);
    assert_false(ink_png(o, f->s, &theme_light, 2, &(picture_notes){0}, &f->missing, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    check_str(str_from(e.text), "a picture of 120 × 20000000 pixels is too large");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_rectangle_fills_its_pixels_in_its_colour),
        CASE(lines_circles_and_paths_are_where_they_should),
        CASE(patterns_are_told_apart),
        CASE(opacity_mixes_with_what_is_below),
        CASE(text_hangs_at_its_anchor_on_its_baseline),
        CASE(the_file_says_what_it_is),
        CASE(the_same_scene_gives_the_same_bytes),
        CASE(letters_that_are_drawn_as_boxes_are_told),
        CASE(many_colours_are_merged_with_care),
        CASE(few_colours_are_packed),
        CASE(a_picture_too_large_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
