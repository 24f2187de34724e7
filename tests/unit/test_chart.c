#include "scene_check.h"

#include <dirent.h>

#include "chart/card.h"
#include "chart/fonts.h"
#include "chart/frame.h"
#include "spec_json.h"

/* --- golden: tests/golden/chart/KIND/CASE/spec.json -> wide.scene, narrow.scene
 * ---------
 *
 * A case is a folder; no list names it. BLESS=1 rewrites what is expected. */

static const char golden[] = "tests/golden/chart";

typedef struct {
    arena perm;
    const char *folder;
} golden_case;

static void compare(golden_case *c, const char *name, str got)
{
    err e = {0};
    char *path = str_cz(&c->perm, str_fmt(&c->perm, "%s/%s", c->folder, name));
    const char *bless = getenv("BLESS");
    if (bless && *bless) {
        out *o = out_open(&c->perm, path, &e);
        assert_non_null(o);
        out_str(o, got);
        assert_true(out_commit(o, &e));
        return;
    }
    source want = {0};
    if (!source_load(&c->perm, path, &want, &e)) {
        print_error("%s is not there: look at the chart, then `make bless`\n", path);
        fail();
    }
    if (!str_eq(got, want.bytes)) {
        print_error("%s differs; it is now:\n%.*s", path, SV(got));
        fail();
    }
}

static void compare_scene(golden_case *c, const char *name, const scene *s)
{
    out *o = out_memory(&c->perm);
    scene_dump(o, s);
    compare(c, name, out_text(o));
}

static void compare_framed(golden_case *c, const json *root, const chart_spec *spec,
                           text_meter meter, bool golden_too)
{
    str title = spec_str(root, S("title"));
    frame_words around = {title, spec_str(root, S("subtitle")),
                          spec_str(root, S("source"))};
    const scene *chart =
        chart_layout(&c->perm, spec, CHART_WIDE,
                     (chart_words){S("c"), title, spec_str(root, S("desc"))}, meter);
    scene *framed = chart_frame(&c->perm, chart, &around, meter);
    scene_check(framed, meter);
    card_words words = {spec_str(root, S("site")), spec_str(root, S("context")), title,
                        spec_str(root, S("closing"))};
    scene *card = chart_card(&c->perm, &words, spec, meter);
    scene_check(card, meter);
    if (golden_too && around.subtitle.len > 0) {
        compare_scene(c, "frame.scene", framed);
    }
    if (golden_too && words.site.len > 0) {
        compare_scene(c, "card.scene", card);
    }
}

static void lays_out_as_expected(void **state)
{
    golden_case *c = *state;
    err e = {0};
    source src = {0};
    json *root = NULL;
    c->perm = arena_open(64 << 20);
    char *path = str_cz(&c->perm, str_fmt(&c->perm, "%s/spec.json", c->folder));
    if (!source_load(&c->perm, path, &src, &e)
        || !json_parse(&c->perm, &src, src.bytes, &root, NULL, &e)) {
        err_print(&e, false, stderr);
        fail();
    }
    chart_spec spec = spec_from_json(&c->perm, root);
    const text_meter meters[] = {{.width = fake_width}, fonts_meter()};
    for (int w = CHART_WIDE; w < CHART_WIDTHS; w++) {
        for (int i = 0; i < 2; i++) {
            scene *s = chart_layout(&c->perm, &spec, (chart_width)w,
                                    (chart_words){S("c"), spec_str(root, S("title")),
                                                  spec_str(root, S("desc"))},
                                    meters[i]);
            scene_check(s, meters[i]);
            if (i == 0 && w <= CHART_NARROW) {
                compare_scene(c, w == CHART_WIDE ? "wide.scene" : "narrow.scene", s);
            }
        }
    }
    for (int i = 0; i < 2; i++) {
        compare_framed(c, root, &spec, meters[i], i == 0);
    }
    arena_close(&c->perm);
}

/* --- properties: seeded random specs
 * ----------------------------------------------------
 */

static uint64_t random_state;

/* SplitMix64. */
static uint64_t random_bits(void)
{
    uint64_t z = (random_state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

static int below(int n)
{
    return (int)(random_bits() % (uint64_t)n);
}

static double fraction(void)
{
    return (double)(random_bits() >> 11) * 0x1p-53;
}

/* Words of any length up to 300 letters, often none, some of several bytes a letter. */
static str random_words(arena *perm, int most)
{
    static const char *const words[] = {
        "native", "Docker",     "a", "wasm-mt-4",
        "é€ß",    "distroless", "→", "antidisestablishmentarian"};
    out *o = out_memory(perm);
    int length = below(3) == 0 ? below(most + 1) : below(20);
    while (out_text(o).len < length) {
        out_fmt(o, "%s%s", words[below(COUNTOF(words))], below(3) ? " " : "");
    }
    return str_trim(out_text(o));
}

static double random_value(void)
{
    static const double sizes[] = {1e-9, 1e-4, 1, 1, 100, 62399, 1e9, 1e15};
    return below(12) == 0 ? 0 : sizes[below(COUNTOF(sizes))] * (0.1 + fraction());
}

static chart_bar random_bar(arena *perm, double size)
{
    chart_bar b = {
        .name = random_words(perm, 300),
        .detail = below(2) ? random_words(perm, 100) : (str){0},
        .role = (role)below(ROLE_COUNT),
        .shade = below(7),
        .value_text = below(9) ? str_fmt(perm, "%.*s", below(20), "62,399.5 requests/s")
                               : random_words(perm, 60),
        .spread_text = below(2) ? S("± 8,080") : (str){0},
        .ratio_text = below(3) ? S("1.04×") : (str){0},
        .baseline = below(4) == 0,
        .missing = random_words(perm, 200),
    };
    double value = below(3) ? size * (0.2 + fraction()) : random_value();
    value = below(20) == 0 ? -value : value;
    b.value = (maybe){value, below(6) > 0};
    b.stddev = (maybe){fabs(value) * 2 * fraction(), below(2) == 0};
    b.min = (maybe){value * fraction(), below(2) == 0 && value >= 0};
    b.max = (maybe){value * (1 + fraction()), below(2) == 0 && value >= 0};
    if (below(5) > 0) {
        b.curve_count = below(60) ? below(30) : below(3000);
        chart_point *curve = NEW(perm, chart_point, b.curve_count);
        double x = below(2) ? below(2) : random_value();
        bool whole = below(3) == 0;
        for (ptrdiff_t i = 0; i < b.curve_count; i++) {
            double y = value * (0.5 + fraction());
            curve[i] =
                (chart_point){.x = x,
                              .y = {y, below(9) > 0},
                              .low = {y * 0.9, below(2) == 0},
                              .high = {y * 1.1, below(3) > 0},
                              .text = below(2) ? S("1,234") : random_words(perm, 30)};
            x += whole ? 1 : fraction();
        }
        b.curve = curve;
    }
    if (below(3) == 0) {
        b.point_count = below(60);
        double *points = NEW(perm, double, b.point_count);
        for (ptrdiff_t i = 0; i < b.point_count; i++) {
            points[i] = fabs(value) * (0.5 + fraction());
        }
        b.points = points;
    }
    return b;
}

static chart_spec random_spec(arena *perm, chart_kind which)
{
    chart_spec s = {
        .kind = which,
        .panel_count = 1 + below(4),
        .ratio_head = below(2) ? S("vs native") : (str){0},
        .mean_word = S("mean"),
        .spread_word = below(2) ? S("± 1 standard deviation within the run")
                                : random_words(perm, 200),
        .range_word = S("fastest and slowest run"),
        .x_title = random_words(perm, 120),
        .x_unit = below(2) ? S("KiB") : (str){0},
        .x_log = below(2) == 0,
    };
    if (below(2)) {
        s.x_tick_count = below(30);
        chart_tick *at = NEW(perm, chart_tick, s.x_tick_count);
        for (ptrdiff_t i = 0; i < s.x_tick_count; i++) {
            at[i] = (chart_tick){(double)i + 1, random_words(perm, 40)};
        }
        s.x_ticks = s.x_tick_count > 0 ? at : NULL;
    }
    s.panels = NEW(perm, chart_panel, s.panel_count);
    int rows = 1 + below(12);
    for (ptrdiff_t i = 0; i < s.panel_count; i++) {
        static const char *const units[] = {"s", "ms", "", "MB/s", "requests per second"};
        chart_panel *p = &s.panels[i];
        p->title = random_words(perm, 80);
        p->direction = below(2) ? S("Higher is better.") : (str){0};
        p->unit =
            below(9) ? str_from(units[below(COUNTOF(units))]) : random_words(perm, 300);
        p->bar_count = below(9) ? rows : below(13);
        p->bars = NEW(perm, chart_bar, p->bar_count);
        p->zero_based = below(2) == 0;
        p->limit_low = (maybe){random_value(), below(3) == 0};
        p->limit_high = (maybe){random_value(), below(3) == 0};
        p->limit_word = random_words(perm, 80);
        if (below(2)) {
            p->event_count = below(8);
            chart_tick *events = NEW(perm, chart_tick, p->event_count);
            for (ptrdiff_t k = 0; k < p->event_count; k++) {
                events[k] = (chart_tick){random_value(), random_words(perm, 60)};
            }
            p->events = events;
        }
        double size = random_value();
        for (ptrdiff_t k = 0; k < p->bar_count; k++) {
            p->bars[k] = random_bar(perm, size);
        }
    }
    return s;
}

static void any_data_gives_a_readable_chart(void **state)
{
    (void)state;
    arena perm = arena_open(256 << 20);
    const text_meter fake = {.width = fake_width};
    for (uint64_t seed = 1; seed <= 200; seed++) {
        for (int k = 0; k < CHART_KIND_COUNT; k++) {
            random_state = seed;
            arena scratch = perm;
            chart_spec spec = random_spec(&scratch, (chart_kind)k);
            for (int w = CHART_WIDE; w < CHART_WIDTHS; w++) {
                scene *s =
                    chart_layout(&scratch, &spec, (chart_width)w,
                                 (chart_words){S("c"), S("title"), S("desc")}, fake);
                scene_check(s, fake);
            }
            if (seed % 10 != 0) {
                continue;
            }
            scene *s = chart_layout(&scratch, &spec, CHART_WIDE,
                                    (chart_words){S("c"), S("title"), S("desc")}, fake);
            frame_words around = {random_words(&scratch, 300),
                                  random_words(&scratch, 400),
                                  random_words(&scratch, 600)};
            scene_check(chart_frame(&scratch, s, &around, fake), fake);
            card_words words = {random_words(&scratch, 90), random_words(&scratch, 90),
                                random_words(&scratch, 300), random_words(&scratch, 200)};
            scene_check(chart_card(&scratch, &words, &spec, fake), fake);
        }
    }
    arena_close(&perm);
}

static void a_kind_that_is_not_there_is_told(void **state)
{
    (void)state;
    chart_kind k = CHART_BARS;
    assert_true(chart_kind_from(S("bars"), &k));
    assert_false(chart_kind_from(S("pie"), &k));
}

/* --- the list
 * --------------------------------------------------------------------------- */

enum { MOST = 400 };

static struct CMUnitTest tests[MOST];
static golden_case cases[MOST];
static size_t count;

static void add(const char *name, CMUnitTestFunction test, void *state)
{
    assert_true(count < MOST);
    tests[count++] = (struct CMUnitTest){name, test, NULL, NULL, state};
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

static void add_folders(arena *perm)
{
    struct dirent **kinds = NULL;
    int kind_count = scandir(golden, &kinds, is_visible, by_name);
    for (int i = 0; i < kind_count; i++) {
        struct dirent **names = NULL;
        char *kind_path = str_cz(perm, str_fmt(perm, "%s/%s", golden, kinds[i]->d_name));
        int n = scandir(kind_path, &names, is_visible, by_name);
        for (int k = 0; k < n; k++) {
            golden_case *c = &cases[count];
            c->folder = str_cz(perm, str_fmt(perm, "%s/%s", kind_path, names[k]->d_name));
            add(c->folder, lays_out_as_expected, c);
            free(names[k]);
        }
        free(names);
        free(kinds[i]);
    }
    free(kinds);
}

int main(void)
{
    arena perm = arena_open(1 << 20);
    add_folders(&perm);
    add("any_data_gives_a_readable_chart", any_data_gives_a_readable_chart, NULL);
    add("a_kind_that_is_not_there_is_told", a_kind_that_is_not_there_is_told, NULL);
    int failed = _cmocka_run_group_tests("test_chart", tests, count, NULL, NULL);
    arena_close(&perm);
    return failed;
}
