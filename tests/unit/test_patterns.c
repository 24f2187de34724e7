/* Hatchings and dashes are measured: how much of an area, and of a line, looks different
 * from those of another variant of the same role. */
#include "check.h"

#include "base/embedded.h"
#include "base/num.h"
#include "chart/scene.h"
#include "pdf/galley.h"

/* Of an area of 12 × 12 px, which quarters of pixels a hatching covers: 12 is a multiple
 * of each tile. */
enum { SIDE = 24 };
typedef bool cover[SIDE][SIDE];

static double number(str *path)
{
    double v = 0;
    assert_true(num_double(str_word(path), &v));
    return v;
}

static void cover_along(cover c, double tile, const double from[2], const double to[2])
{
    double dx = to[0] - from[0], dy = to[1] - from[1], length = hypot(dx, dy);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            double px = fmod((x + .5) / 2, tile) - from[0];
            double py = fmod((y + .5) / 2, tile) - from[1];
            double along = (px * dx + py * dy) / length;
            double beside = fabs(px * dy - py * dx) / length;
            c[y][x] |= along >= 0 && along <= length && beside <= PATTERN_STROKE / 2;
        }
    }
}

static void cover_of(int pattern, cover c)
{
    memset(c, 0, sizeof(cover));
    str path = str_from(pattern_path(pattern));
    double at[2] = {0};
    while (path.len > 0) {
        bool draws = str_eq(str_word(&path), S("L"));
        double to[2];
        to[0] = number(&path);
        to[1] = number(&path);
        if (draws) {
            cover_along(c, pattern_tile(pattern), at, to);
        }
        memcpy(at, to, sizeof at);
    }
}

/* Where one is laid upon the other as well as can be, how much of the area differs. */
static double cover_difference(cover a, cover b)
{
    int least = SIDE * SIDE;
    for (int shift = 0; shift < SIDE * SIDE; shift++) {
        int n = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            int x = (i + shift) % SIDE, y = (i / SIDE + shift / SIDE) % SIDE;
            n += a[i / SIDE][i % SIDE] != b[y][x];
        }
        least = n < least ? n : least;
    }
    return (double)least / (SIDE * SIDE);
}

/* The same of 300 px of a dashed line, in half px. */
enum { DASHED = 600 };

static bool is_drawn(const dash_run *d, int half_px)
{
    double period = 0;
    for (int i = 0; i < d->count * (d->count == 1 ? 2 : 1); i++) {
        period += d->px[i % d->count];
    }
    double x = d->count ? fmod((half_px + .5) / 2, period) : 0;
    int k = 0;
    while (d->count && x >= d->px[k % d->count]) {
        x -= d->px[k++ % d->count];
    }
    return k % 2 == 0;
}

static double dash_difference(const dash_run *a, const dash_run *b)
{
    int least = DASHED;
    for (int shift = 0; shift < 120; shift++) {
        int n = 0;
        for (int i = 0; i < DASHED; i++) {
            n += is_drawn(a, i + shift) != is_drawn(b, i);
        }
        least = n < least ? n : least;
    }
    return (double)least / DASHED;
}

/* The first fifteen variants of a role differ in a tenth of their areas and of their
 * lines at least. */
static void shades_have_patterns_of_their_own(void **state)
{
    (void)state;
    const double least = .1;
    for (int a = 0; a < PATTERN_COUNT; a++) {
        cover p, q;
        cover_of(pattern_of(a), p);
        dash_run d = dash_lengths(pattern_of(a));
        for (int b = a + 1; b < PATTERN_COUNT; b++) {
            cover_of(pattern_of(b), q);
            dash_run e = dash_lengths(pattern_of(b));
            double areas = cover_difference(p, q);
            double lines = fmin(dash_difference(&d, &e), dash_difference(&e, &d));
            if (areas < least || lines < least) {
                print_error("variants %d and %d: areas %.3f, lines %.3f\n", a, b, areas,
                            lines);
                fail();
            }
        }
    }
}

/* A swatch of the page has the hatching of its bar: a class for each. */
static void the_page_has_each_hatching(void **state)
{
    (void)state;
    str css = {0};
    assert_true(embedded_get(S("assets/style.css"), &css));
    for (int i = 1; i < PATTERN_COUNT; i++) {
        char rule[32];
        snprintf(rule, sizeof rule, "\n.h%d { background-image:", i);
        assert_true(str_has(css, str_from(rule)));
    }
}

/* So has one of the PDF's tables; it used to be solid after the fourth. */
static void the_pdf_has_each_hatching(void **state)
{
    (void)state;
    arena perm = arena_open(1 << 20);
    galley g = {.perm = &perm};
    for (int shade = 0; shade < 3 * PATTERN_COUNT; shade++) {
        const scene *s = galley_swatch(&g, 9, 9, ROLE_WASM, shade);
        assert_int_equal(s->root.first->pattern, pattern_of(shade));
        assert_true(shade == 0 || pattern_path(s->root.first->pattern));
    }
    arena_close(&perm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shades_have_patterns_of_their_own),
        cmocka_unit_test(the_page_has_each_hatching),
        cmocka_unit_test(the_pdf_has_each_hatching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
