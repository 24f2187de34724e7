#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "chart/svg.h"

static arena perm;

static int set_up(void **state)
{
    (void)state;
    perm = arena_open(1 << 26);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_close(&perm);
    return 0;
}

static scene *sample(void)
{
    scene *s = scene_new(&perm, 100, 40, S("t-w"), S("Wall <time>"), S("Native 1 s."));
    s->root.kind = MARK_GROUP;
    return s;
}

static const char *inline_svg(const scene *s)
{
    OWNED(xml_doc) d = xml_doc_new("main");
    svg_inline(xml_root(d), s, "chart c-wide");
    out *o = out_memory(&perm);
    err e = {0};
    assert_true(xml_write_html_inside(o, xml_root(d), &e));
    return str_cz(&perm, out_text(o));
}

#define HEAD                                                                             \
    "<svg class=\"chart c-wide f-muted\" viewBox=\"0 0 100 40\" width=\"100\" "          \
    "height=\"40\" role=\"img\" aria-labelledby=\"t-w-t t-w-d\" "                        \
    "font-family=\"Inter,system-ui,sans-serif\" font-size=\"12\" fill=\"#585d68\">"      \
    "<title id=\"t-w-t\">Wall &lt;time&gt;</title><desc id=\"t-w-d\">Native 1 s.</desc>"

static void writes_each_mark(void **state)
{
    (void)state;
    scene *s = sample();
    mark *g = scene_add(
        &perm, &s->root,
        (mark){.kind = MARK_GROUP, .class_name = S("mark"), .title = S("a & b")});
    scene_add(&perm, g,
              (mark){.kind = MARK_RECT,
                     .x = 1.005,
                     .y = -0.001,
                     .w = 10.25,
                     .h = 20,
                     .fill = (paint)(PAINT_ROLE + ROLE_DOCKER)});
    scene_add(&perm, g,
              (mark){.kind = MARK_LINE,
                     .x = 1,
                     .y = 2,
                     .w = 3.3333,
                     .h = -1,
                     .stroke = PAINT_INK,
                     .stroke_width = 1.25,
                     .dash = 1});
    scene_add(&perm, g,
              (mark){.kind = MARK_CIRCLE,
                     .x = 5,
                     .y = 6,
                     .r = 2.5,
                     .fill = PAINT_BG,
                     .stroke = PAINT_GRID,
                     .stroke_width = 1,
                     .opacity = 0.5});
    scene_add(&perm, &s->root,
              (mark){.kind = MARK_PATH,
                     .text = S("M 0 0 L 1 1 Z"),
                     .stroke = PAINT_MUTED,
                     .stroke_width = 2,
                     .dash = 5});
    scene_add(&perm, &s->root,
              (mark){.kind = MARK_TEXT,
                     .x = 9,
                     .y = 9,
                     .size = 12,
                     .weight = 600,
                     .anchor = ANCHOR_END,
                     .fill = PAINT_INK,
                     .text = S("<1 s\xFF")});
    scene_add(&perm, &s->root,
              (mark){.kind = MARK_TEXT,
                     .size = 12,
                     .weight = 400,
                     .face = FACE_MACHINE,
                     .fill = PAINT_MUTED,
                     .text = S("x")});
    assert_string_equal(
        inline_svg(s), HEAD
        "<g class=\"mark\"><title>a &amp; b</title>"
        "<rect x=\"1\" y=\"0\" width=\"10.25\" height=\"20\" fill=\"#3584ee\" "
        "class=\"f-docker\"/>"
        "<path d=\"M1 2L4.33 1\" fill=\"none\" stroke=\"#16181d\" "
        "stroke-width=\"1.25\" stroke-dasharray=\"3\" class=\"s-ink\"/>"
        "<circle cx=\"5\" cy=\"6\" r=\"2.5\" fill=\"#fbfaf7\" stroke=\"#dedbd3\" "
        "opacity=\"0.5\" class=\"f-bg s-grid\"/></g>"
        "<path d=\"M 0 0 L 1 1 Z\" fill=\"none\" stroke=\"#585d68\" stroke-width=\"2\" "
        "stroke-dasharray=\"1.5 5\" "
        "class=\"s-muted\"/>"
        "<text x=\"9\" y=\"9\" text-anchor=\"end\" font-weight=\"600\" "
        "fill=\"#16181d\" class=\"f-ink\">&lt;1 s\xEF\xBF\xBD</text>"
        "<text x=\"0\" y=\"0\" "
        "font-family=\"'JetBrains Mono',ui-monospace,monospace\">x</text></svg>");
}

/* Lines of one look in one path, in their order; the other's ends it. */
static void lines_of_one_look_are_one_path(void **state)
{
    (void)state;
    scene *s = sample();
    const struct {
        double x, y, w, h;
        paint stroke;
    } lines[] = {{1, 2, 5, 0, PAINT_INK},
                 {3, 2, 0, -1.5, PAINT_INK},
                 {0, 0, 1, 1, PAINT_GRID},
                 {4, 4, 1, 0, PAINT_INK}};
    for (ptrdiff_t i = 0; i < COUNTOF(lines); i++) {
        scene_add(&perm, &s->root,
                  (mark){.kind = MARK_LINE,
                         .x = lines[i].x,
                         .y = lines[i].y,
                         .w = lines[i].w,
                         .h = lines[i].h,
                         .stroke = lines[i].stroke,
                         .stroke_width = 2});
    }
    assert_string_equal(
        inline_svg(s), HEAD
        "<path d=\"M1 2H6M3 2V0.5\" fill=\"none\" stroke=\"#16181d\" stroke-width=\"2\" "
        "class=\"s-ink\"/>"
        "<path d=\"M0 0L1 1\" fill=\"none\" stroke=\"#dedbd3\" stroke-width=\"2\" "
        "class=\"s-grid\"/>"
        "<path d=\"M4 4H5\" fill=\"none\" stroke=\"#16181d\" stroke-width=\"2\" "
        "class=\"s-ink\"/></svg>");
}

static void hatches_a_second_shade(void **state)
{
    (void)state;
    scene *s = sample();
    scene_add(&perm, &s->root,
              (mark){.kind = MARK_RECT,
                     .w = 2,
                     .h = 2,
                     .pattern = 3,
                     .fill = (paint)(PAINT_ROLE + ROLE_WASM)});
    assert_string_equal(
        inline_svg(s), HEAD
        "<defs><pattern id=\"t-w-p3\" patternUnits=\"userSpaceOnUse\" width=\"6\" "
        "height=\"6\"><path d=\"M 3 0 L 3 6\" fill=\"none\" stroke=\"#fbfaf7\" "
        "stroke-width=\"1.5\" opacity=\"0.5\" class=\"s-bg\"/></pattern></defs>"
        "<rect x=\"0\" y=\"0\" width=\"2\" height=\"2\" fill=\"#a5360a\" "
        "class=\"f-wasm\"/>"
        "<rect x=\"0\" y=\"0\" width=\"2\" height=\"2\" fill=\"url(#t-w-p3)\"/></svg>");
}

static void survives_numbers_that_are_none(void **state)
{
    (void)state;
    scene *s = sample();
    scene_add(&perm, &s->root,
              (mark){.kind = MARK_CIRCLE,
                     .x = NAN,
                     .y = INFINITY,
                     .r = -1e300,
                     .fill = PAINT_INK});
    assert_string_equal(inline_svg(s),
                        HEAD "<circle cx=\"0\" cy=\"0\" r=\"0\" fill=\"#16181d\" "
                             "class=\"f-ink\"/></svg>");
}

static void stands_alone(void **state)
{
    (void)state;
    scene *s = sample();
    svg_provenance from = {.program = S("broadsheet 0.1.0"), .sources = S("sha256:12")};
    OWNED(xml_doc) d = svg_document(s, &from);
    out *o = out_memory(&perm);
    xml_write_xml(o, d);
    str got = out_text(o);
    assert_true(str_starts(got, S("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
                                  "xmlns=\"http://www.w3.org/2000/svg\" ")));
    assert_true(str_has(
        got,
        S("<rdf:Description rdf:about=\"\"><dc:creator>broadsheet 0.1.0</dc:creator>"
          "<dc:source>sha256:12</dc:source></rdf:Description></rdf:RDF></metadata>")));
    assert_true(
        str_has(got, S("<style>@media(prefers-color-scheme:dark){.f-ink{fill:#eceef2}")));
    assert_true(str_has(got, S(".s-tmpfs{stroke:#bb5ba6}}</style>")));
    assert_true(str_has(got, S("<rect x=\"0\" y=\"0\" width=\"100\" height=\"40\" "
                               "fill=\"#fbfaf7\" class=\"f-bg\"/></svg>\n")));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(writes_each_mark),       TEST(lines_of_one_look_are_one_path),
        TEST(hatches_a_second_shade), TEST(survives_numbers_that_are_none),
        TEST(stands_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
