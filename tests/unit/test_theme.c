/* Colours are measured here, not asserted: for each theme, how far apart two variants are
 * to eyes with and without colour blindness, and what stands out from its ground. Where
 * colour can't tell two series apart, a label and a pattern of its own must. */
#include "scene_check.h"

#include "base/embedded.h"
#include "chart/chart.h"
#include "chart/theme.h"

enum { EYES = 4, NORMAL = 0 };

/* CIEDE2000 between two variants' colours: 1 is just seen when they touch; ten times that
 * is told apart across a chart. Grey text is 4.5:1, marks are 3:1 (WCAG 2.2, 1.4.3 and
 * 1.4.11). */
#define LEAST_DIFFERENCE 12.0
#define LEAST_TEXT       4.5
#define LEAST_MARK       3.0

static const struct {
    const char *name;
    const theme *t;
} themes[] = {{"light", &theme_light}, {"dark", &theme_dark}, {"print", &theme_print}};

/* --- what eyes see --------------------------------------------------------------------
 */

typedef struct {
    double v[3];
} triple;

static triple linear(uint32_t rgb)
{
    triple c;
    for (int i = 0; i < 3; i++) {
        double s = (double)(rgb >> (16 - 8 * i) & 0xFF) / 255;
        c.v[i] = s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
    }
    return c;
}

static triple through(const double m[3][3], triple c)
{
    triple r;
    for (int i = 0; i < 3; i++) {
        r.v[i] = m[i][0] * c.v[0] + m[i][1] * c.v[1] + m[i][2] * c.v[2];
    }
    return r;
}

/* G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for
 * Simulation of Color Vision Deficiency, IEEE TVCG 15(6), 2009: severity 1, on linear
 * RGB.
 */
static const struct {
    const char *name;
    double m[3][3];
} eyes[EYES] = {
    {"normal", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protanopia",
     {{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {"deuteranopia",
     {{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {"tritanopia",
     {{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
};

static triple seen_by(int eye, uint32_t rgb)
{
    triple c = through(eyes[eye].m, linear(rgb));
    for (int i = 0; i < 3; i++) {
        c.v[i] = fmin(fmax(c.v[i], 0), 1);
    }
    return c;
}

/* CIE L*a*b* under D65 (IEC 61966-2-1, CIE 15). */
static triple lab(triple rgb)
{
    static const double to_xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1, 1.08883};
    triple xyz = through(to_xyz, rgb);
    double f[3];
    for (int i = 0; i < 3; i++) {
        double t = xyz.v[i] / white[i];
        f[i] = t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return (triple){{116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}};
}

static double degrees(double a, double b)
{
    const double half_turn = acos(-1);
    double h = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / half_turn;
    return h < 0 ? h + 360 : h;
}

static double cos_degrees(double h)
{
    return cos(h * acos(-1) / 180);
}

/* The weight of the blue-violet region where lightness, chroma and hue don't add up. */
static double rotation(double hue, double chroma7)
{
    double theta = 30 * exp(-pow((hue - 275) / 25, 2));
    return -2 * sqrt(chroma7 / (chroma7 + 6103515625.0))
           * cos_degrees(90 - 2 * theta); /* 25^7; sine */
}

/* CIE 142:2001, in the notation of Sharma, Wu and Dalal (2005). */
static double difference(triple p, triple q)
{
    double c7 = pow((hypot(p.v[1], p.v[2]) + hypot(q.v[1], q.v[2])) / 2, 7);
    double g = 0.5 * (1 - sqrt(c7 / (c7 + 6103515625.0)));
    double a1 = (1 + g) * p.v[1];
    double a2 = (1 + g) * q.v[1];
    double c1 = hypot(a1, p.v[2]);
    double c2 = hypot(a2, q.v[2]);
    double h1 = degrees(a1, p.v[2]);
    double h2 = degrees(a2, q.v[2]);
    double turn = c1 * c2 == 0 ? 0 : remainder(h2 - h1, 360);
    double hue = c1 * c2 == 0 ? h1 + h2 : fmod(h1 + turn / 2 + 360, 360);
    double light = pow((p.v[0] + q.v[0]) / 2 - 50, 2);
    double chroma = (c1 + c2) / 2;
    double t = 1 - 0.17 * cos_degrees(hue - 30) + 0.24 * cos_degrees(2 * hue)
               + 0.32 * cos_degrees(3 * hue + 6) - 0.20 * cos_degrees(4 * hue - 63);
    double dl = (q.v[0] - p.v[0]) / (1 + 0.015 * light / sqrt(20 + light));
    double dc = (c2 - c1) / (1 + 0.045 * chroma);
    double dh = 2 * sqrt(c1 * c2) * cos_degrees(90 - turn / 2) / (1 + 0.015 * chroma * t);
    return sqrt(dl * dl + dc * dc + dh * dh + rotation(hue, pow(chroma, 7)) * dc * dh);
}

static double luminance(triple c)
{
    return 0.2126 * c.v[0] + 0.7152 * c.v[1] + 0.0722 * c.v[2];
}

/* WCAG 2.2, "contrast ratio". */
static double contrast(uint32_t a, uint32_t b)
{
    double x = luminance(linear(a)) + 0.05;
    double y = luminance(linear(b)) + 0.05;
    return x > y ? x / y : y / x;
}

/* `top` at that opacity over `under`, as browsers and cairo blend: in sRGB. */
static uint32_t blend(uint32_t top, uint32_t under, double opacity)
{
    uint32_t all = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double c =
            opacity * (top >> shift & 0xFF) + (1 - opacity) * (under >> shift & 0xFF);
        all |= (uint32_t)lround(c) << shift;
    }
    return all;
}

/* --- colours --------------------------------------------------------------------------
 */

static void check_least(double got, double least, const char *theme_name,
                        const char *what, const char *a, const char *b)
{
    if (!(got >= least)) {
        print_error("%s, %s: %s and %s are %.2f apart, want %.1f\n", theme_name, what, a,
                    b, got, least);
        fail();
    }
}

/* Pairs of the article's table of test data that take each branch: hues across 0°, a
 * grey, blue with rotation, far apart. */
static void measures_as_published(void **state)
{
    (void)state;
    static const struct {
        triple p, q;
        double want;
    } pairs[] = {
        {{{50, 2.6772, -79.7751}}, {{50, 0, -82.7485}}, 2.0425},
        {{{50, 0, 0}}, {{50, -1, 2}}, 2.3669},
        {{{50, 2.5, 0}}, {{73, 25, -18}}, 27.1492},
        {{{50, 2.5, 0}}, {{58, 24, 15}}, 19.4535},
        {{{60.2574, -34.0099, 36.2677}}, {{60.4626, -34.1751, 39.4387}}, 1.2644},
        {{{2.0776, 0.0795, -1.1350}}, {{0.9033, -0.0636, -0.5514}}, 0.9082},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(pairs); i++) {
        double got = difference(pairs[i].p, pairs[i].q);
        double back = difference(pairs[i].q, pairs[i].p);
        if (fabs(got - pairs[i].want) > 1e-4 || fabs(back - pairs[i].want) > 1e-4) {
            print_error("pair %d: got %.4f and %.4f, want %.4f\n", (int)i, got, back,
                        pairs[i].want);
            fail();
        }
    }
    check_double(round(contrast(0x000000, 0xffffff) * 100), 2100);
    check_double(round(contrast(0x777777, 0xffffff) * 100), 448);
}

static void every_eye_tells_roles_apart(void **state)
{
    (void)state;
    for (ptrdiff_t i = 0; i < COUNTOF(themes); i++) {
        const uint32_t *rgb = themes[i].t->rgb + PAINT_ROLE;
        for (int eye = 0; eye < EYES; eye++) {
            for (int a = ROLE_NATIVE; a < ROLE_COUNT; a++) {
                for (int b = a + 1; b < ROLE_COUNT; b++) {
                    double d =
                        difference(lab(seen_by(eye, rgb[a])), lab(seen_by(eye, rgb[b])));
                    check_least(d, LEAST_DIFFERENCE, themes[i].name, eyes[eye].name,
                                role_name((role)a), role_name((role)b));
                }
            }
        }
    }
}

static void text_and_marks_stand_out(void **state)
{
    (void)state;
    static const paint grounds[] = {PAINT_BG, PAINT_RAISE};
    for (ptrdiff_t i = 0; i < COUNTOF(themes); i++) {
        const uint32_t *rgb = themes[i].t->rgb;
        for (ptrdiff_t k = 0; k < COUNTOF(grounds); k++) {
            for (int p = PAINT_INK; p < (int)PAINT_COUNT; p++) {
                bool words = p == PAINT_INK || p == PAINT_MUTED;
                if (words || p >= (int)PAINT_ROLE) {
                    check_least(contrast(rgb[p], rgb[grounds[k]]),
                                words ? LEAST_TEXT : LEAST_MARK, themes[i].name,
                                "contrast", paint_name((paint)p), paint_name(grounds[k]));
                }
            }
        }
    }
}

/* A hatching is seen on its fill, and what lies over both still stands out from it. */
static void hatchings_are_seen(void **state)
{
    (void)state;
    for (ptrdiff_t i = 0; i < COUNTOF(themes); i++) {
        const uint32_t *rgb = themes[i].t->rgb;
        for (int r = 0; r < ROLE_COUNT; r++) {
            uint32_t fill = rgb[PAINT_ROLE + r];
            uint32_t lines = blend(rgb[PAINT_BG], fill, PATTERN_OPACITY);
            for (int eye = 0; eye < EYES; eye++) {
                double d = difference(lab(seen_by(eye, fill)), lab(seen_by(eye, lines)));
                check_least(d, LEAST_DIFFERENCE, themes[i].name, eyes[eye].name,
                            role_name((role)r), "its hatching");
            }
        }
    }
}

/* --- the page's variables -------------------------------------------------------------
 */

static uint32_t css_colour(str value)
{
    uint32_t all = 0;
    assert_true(value.len == 4 || value.len == 7);
    assert_int_equal(value.ptr[0], '#');
    for (ptrdiff_t i = 1; i < value.len; i++) {
        char c = value.ptr[i];
        uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        assert_true(digit < 16);
        all = all << 4 | digit;
        all = value.len == 4 ? all << 4 | digit : all;
    }
    return all;
}

/* One ":root { … }": each paint is there and has the theme's value. */
static void check_block(str block, const char *name, const theme *t)
{
    for (int p = PAINT_INK; p < (int)PAINT_COUNT; p++) {
        char key[32];
        snprintf(key, sizeof key, "--%s:", paint_name((paint)p));
        cut at = str_cut(block, str_from(key));
        if (!at.found) {
            print_error("style.css, %s: there is no %s\n", name, key);
            fail();
        }
        uint32_t got = css_colour(str_trim(str_cut(at.tail, S(";")).head));
        if (got != t->rgb[p]) {
            print_error("style.css, %s: %s is #%06x, theme.c has #%06x\n", name, key,
                        (unsigned)got, (unsigned)t->rgb[p]);
            fail();
        }
    }
    cut focus = str_cut(block, S("--focus:"));
    if (focus.found) { /* paper has none */
        uint32_t rgb = css_colour(str_trim(str_cut(focus.tail, S(";")).head));
        check_least(contrast(rgb, t->rgb[PAINT_BG]), LEAST_MARK, name, "contrast",
                    "focus", "bg");
    }
}

static void the_page_has_the_same_colours(void **state)
{
    (void)state;
    str rest = {0};
    assert_true(embedded_get(S("assets/style.css"), &rest));
    for (ptrdiff_t i = 0; i < COUNTOF(themes); i++) {
        cut root = str_cut(rest, S(":root {"));
        assert_true(root.found);
        cut block = str_cut(root.tail, S("}"));
        check_block(block.head, themes[i].name, themes[i].t);
        rest = block.tail;
    }
    assert_false(str_has(rest, S(":root {")));
}

/* --- charts of many variants ----------------------------------------------------------
 */

static const struct {
    const char *name;
    role role;
    int shade;
} nine[] = {
    {"Host", ROLE_NATIVE, 0},   {"Docker", ROLE_DOCKER, 0}, {"Wasmtime", ROLE_WASM, 0},
    {"WasmEdge", ROLE_WASM, 1}, {"Wasmer", ROLE_WASM, 2},   {"WAMR", ROLE_WASM, 3},
    {"wasm3", ROLE_WASM, 4},    {"Podman", ROLE_DOCKER, 1}, {"gVisor", ROLE_GREY, 0},
};
enum { NINE = COUNTOF(nine), RUNS = 12, STEPS = 6 };

static chart_bar bar_of(arena *perm, int i)
{
    double mean = 100 + 17 * i;
    chart_bar b = {.name = str_from(nine[i].name),
                   .role = nine[i].role,
                   .shade = nine[i].shade,
                   .value = SOME(mean),
                   .stddev = SOME(4),
                   .value_text = str_fmt(perm, "%.0f ms", mean),
                   .ratio_text = S("1.00×"),
                   .point_count = RUNS,
                   .curve_count = STEPS};
    double *points = NEW(perm, double, RUNS);
    for (int k = 0; k < RUNS; k++) {
        points[k] = mean + k % 5 - 2;
    }
    b.points = points;
    chart_point *curve = NEW(perm, chart_point, STEPS);
    for (int k = 0; k < STEPS; k++) {
        curve[k] = (chart_point){.x = k + 1,
                                 .y = SOME(mean + 3 * k),
                                 .text = str_fmt(perm, "%.0f", mean + 3 * k)};
    }
    b.curve = curve;
    return b;
}

static chart_spec spec_of(arena *perm, chart_kind kind)
{
    chart_bar *bars = NEW(perm, chart_bar, NINE);
    for (int i = 0; i < NINE; i++) {
        bars[i] = bar_of(perm, i);
    }
    chart_panel *panel = NEW(perm, chart_panel, 1);
    *panel = (chart_panel){.unit = S("ms"), .bars = bars, .bar_count = NINE};
    chart_tick *ticks = NEW(perm, chart_tick, STEPS);
    for (int k = 0; k < STEPS; k++) {
        ticks[k] = (chart_tick){k + 1, str_fmt(perm, "%d", k + 1)};
    }
    return (chart_spec){.kind = kind,
                        .panels = panel,
                        .panel_count = 1,
                        .x_ticks = ticks,
                        .x_tick_count = STEPS};
}

/* A text that begins with `name`. */
static bool has_label(const mark *m, str name)
{
    for (; m; m = m->next) {
        if (m->kind == MARK_GROUP ? has_label(m->first, name)
                                  : m->kind == MARK_TEXT && str_starts(m->text, name)) {
            return true;
        }
    }
    return false;
}

/* Which hatchings or dashes marks of that paint have: a set of bits. */
static unsigned looks_of(const mark *m, paint which)
{
    unsigned all = 0;
    for (; m; m = m->next) {
        if (m->kind == MARK_GROUP) {
            all |= looks_of(m->first, which);
        } else if (m->kind == MARK_RECT && m->fill == which) {
            all |= 1U << m->pattern;
        } else if (m->kind == MARK_PATH && m->stroke == which) {
            all |= 1U << m->dash;
        }
    }
    return all;
}

static void nine_variants_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        chart_kind kind;
        bool areas; /* of bars or lines: each its own pattern; else a row of dots each */
    } kinds[] = {
        {CHART_BARS, true},         {CHART_BOXES, true},  {CHART_HISTOGRAM, true},
        {CHART_ECDF, true},         {CHART_SERIES, true}, {CHART_SWEEP, true},
        {CHART_HISTORY, true},      {CHART_HEAT, false},  {CHART_RATIOS, false},
        {CHART_PERCENTILES, false},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        for (int width = CHART_WIDE; width <= (int)CHART_NARROW; width++) {
            arena perm = arena_open(16 << 20);
            chart_spec spec = spec_of(&perm, kinds[i].kind);
            const scene *s = chart_layout(&perm, &spec, (chart_width)width,
                                          (chart_words){S("c"), S("t"), S("d")},
                                          (text_meter){fake_width, NULL});
            scene_check(s, (text_meter){fake_width, NULL});
            for (int k = 0; k < NINE; k++) {
                if (!has_label(s->root.first, str_from(nine[k].name))) {
                    print_error("kind %d: no label %s\n", (int)kinds[i].kind,
                                nine[k].name);
                    fail();
                }
            }
            if (kinds[i].areas) {
                assert_int_equal(looks_of(s->root.first, (paint)(PAINT_ROLE + ROLE_WASM)),
                                 0x1F);
                assert_int_equal(
                    looks_of(s->root.first, (paint)(PAINT_ROLE + ROLE_DOCKER)), 0x3);
            }
            arena_close(&perm);
        }
    }
}

static ptrdiff_t count_text(const mark *m, const char *piece)
{
    ptrdiff_t n = 0;
    for (; m; m = m->next) {
        n += m->kind == MARK_GROUP  ? count_text(m->first, piece)
             : m->kind == MARK_TEXT ? str_has(m->text, str_from(piece))
                                    : 0;
    }
    return n;
}

/* Names that begin alike wrap in a narrow table of shades: cut short, they were one. */
static void long_names_of_rows_stay_apart(void **state)
{
    (void)state;
    arena perm = arena_open(16 << 20);
    chart_spec spec = spec_of(&perm, CHART_HEAT);
    for (int i = 0; i < 3; i++) {
        spec.panels[0].bars[i].name = str_fmt(&perm, "WASM, 4 threads on %d", 1 << i);
    }
    text_meter meter = {fake_width, NULL};
    const scene *s = chart_layout(&perm, &spec, CHART_NARROW,
                                  (chart_words){S("c"), S("t"), S("d")}, meter);
    scene_check(s, meter);
    assert_int_equal(count_text(s->root.first, "…"), 0);
    assert_int_equal(count_text(s->root.first, "WASM, 4"), 3);
    assert_int_equal(count_text(s->root.first, "on 1"), 1);
    assert_int_equal(count_text(s->root.first, "on 2"), 1);
    assert_int_equal(count_text(s->root.first, "on 4"), 1);
    arena_close(&perm);
}

/* Words in a cell stand out from its shade, whatever the value, in every theme. */
static double least_cell_contrast(const mark *m, const theme *t)
{
    double least = HUGE_VAL;
    uint32_t ground = t->rgb[PAINT_BG];
    for (; m; m = m->next) {
        if (m->kind == MARK_GROUP) {
            least = fmin(least, least_cell_contrast(m->first, t));
        } else if (m->kind == MARK_RECT && m->opacity > 0) {
            ground = blend(t->rgb[m->fill], t->rgb[PAINT_BG], m->opacity);
        } else if (m->kind == MARK_TEXT) {
            least = fmin(least, contrast(t->rgb[m->fill], ground));
        }
    }
    return least;
}

static void words_on_shades_stand_out(void **state)
{
    (void)state;
    arena perm = arena_open(16 << 20);
    chart_spec spec = spec_of(&perm, CHART_HEAT);
    static const double ends_of_halves[] = {0, 49.99, 50, 100};
    spec.panels[0].bar_count = 1;
    spec.x_tick_count = COUNTOF(ends_of_halves);
    chart_point *cells = NEW(&perm, chart_point, COUNTOF(ends_of_halves));
    for (ptrdiff_t i = 0; i < COUNTOF(ends_of_halves); i++) {
        cells[i] = (chart_point){
            .x = (double)i + 1, .y = SOME(ends_of_halves[i]), .text = S("9.5")};
    }
    spec.panels[0].bars[0].curve = cells;
    spec.panels[0].bars[0].curve_count = COUNTOF(ends_of_halves);
    const scene *s =
        chart_layout(&perm, &spec, CHART_WIDE, (chart_words){S("c"), S("t"), S("d")},
                     (text_meter){fake_width, NULL});
    for (ptrdiff_t i = 0; i < COUNTOF(themes); i++) {
        check_least(least_cell_contrast(s->root.first, themes[i].t), LEAST_TEXT,
                    themes[i].name, "contrast", "words of a cell", "its shade");
    }
    arena_close(&perm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_as_published),
        cmocka_unit_test(every_eye_tells_roles_apart),
        cmocka_unit_test(text_and_marks_stand_out),
        cmocka_unit_test(hatchings_are_seen),
        cmocka_unit_test(the_page_has_the_same_colours),
        cmocka_unit_test(nine_variants_are_told_apart),
        cmocka_unit_test(long_names_of_rows_stay_apart),
        cmocka_unit_test(words_on_shades_stand_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
