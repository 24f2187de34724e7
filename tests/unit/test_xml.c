#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "xml/xml.h"

typedef struct {
    arena perm;
    xml_doc *doc;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f.perm = arena_open(1 << 26);
    f.doc = xml_doc_new("main");
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    xml_doc_free(f->doc);
    arena_close(&f->perm);
    return 0;
}

static void expect_html(fixture *f, const char *want)
{
    out *o = out_memory(&f->perm);
    err e = {0};
    assert_true(xml_write_html_inside(o, xml_root(f->doc), &e));
    assert_string_equal(str_cz(&f->perm, out_text(o)), want);
}

static void escapes_text_and_attributes(void **state)
{
    fixture *f = *state;
    xml_node *p =
        xml_leaf(xml_root(f->doc), "p", S("<script>\"a\" & 'b' 1\xC2\xA0s > \xC2\xB1"));
    xml_attr(p, "title", S("\"><script>alert('x')</script>\xC2\xA0&amp;"));
    expect_html(
        f,
        "<p title=\"&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;&nbsp;&amp;amp;\">"
        "&lt;script&gt;\"a\" &amp; 'b' 1&nbsp;s &gt; \xC2\xB1</p>");
}

static void cleans_what_markup_cannot_hold(void **state)
{
    fixture *f = *state;
    str hostile = S("a\x01\x1B[31m\x7F\xC2\x85"
                    "b\xFF\xC0\xAF|\xED\xA0\x80|\xEF\xBF\xBE\xEF\xB7\x90"
                    "\xF0\x9F\x98\x80\tc\r\nd\re\xE2\x80\xAE");
    xml_node *p = xml_leaf(xml_root(f->doc), "p", hostile);
    xml_attr(p, "title", hostile);
    const char *clean =
        "a[31mb\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|"
        "\xF0\x9F\x98\x80\tc\nd\ne\xE2\x80\xAE";
    expect_html(
        f, str_cz(&f->perm, str_fmt(&f->perm, "<p title=\"%s\">%s</p>", clean, clean)));
}

static void keeps_a_nul_out(void **state)
{
    fixture *f = *state;
    xml_node *p = xml_leaf(xml_root(f->doc), "p", (str){"a\0b", 3});
    xml_attr(p, "title", (str){"c\0d", 3});
    expect_html(f, "<p title=\"cd\">ab</p>");
}

static void writes_void_elements_and_flags(void **state)
{
    fixture *f = *state;
    xml_node *input = xml_element(xml_root(f->doc), "input");
    xml_flag(input, "disabled");
    xml_attr(input, "value", S(""));
    xml_element(xml_root(f->doc), "br");
    xml_element(xml_root(f->doc), "i");
    expect_html(f, "<input disabled value=\"\"><br><i></i>");
}

static void keeps_the_first_line_feed_of_pre(void **state)
{
    fixture *f = *state;
    xml_leaf(xml_root(f->doc), "pre", S("\n\nx"));
    xml_leaf(xml_root(f->doc), "pre", S("y"));
    expect_html(f, "<pre>\n\n\nx</pre><pre>y</pre>");
}

static void writes_foreign_content(void **state)
{
    fixture *f = *state;
    xml_node *svg = xml_element(xml_root(f->doc), "svg");
    xml_attr(svg, "xmlns", S("http://www.w3.org/2000/svg"));
    xml_attr(svg, "viewBox", S("0 0 1 1"));
    xml_element(svg, "linearGradient");
    xml_leaf(svg, "style", S("a>b{}"));
    xml_node *inside = xml_element(svg, "foreignObject");
    xml_element(inside, "br");
    xml_element(inside, "p");
    xml_attr(xml_element(svg, "rect"), "open", S("1"));
    xml_element(xml_root(f->doc), "p");
    expect_html(
        f, "<svg viewBox=\"0 0 1 1\"><linearGradient/><style>a&gt;b{}</style>"
           "<foreignObject><br><p></p></foreignObject><rect open=\"1\"/></svg><p></p>");
}

static void leaves_raw_text_alone(void **state)
{
    fixture *f = *state;
    xml_leaf(xml_root(f->doc), "style", S("a > b & c {}"));
    expect_html(f, "<style>a > b & c {}</style>");
}

static void refuses_raw_text_that_breaks_out(void **state)
{
    fixture *f = *state;
    static const char *const breaks[] = {"x</SCRIPT >", "</style>", "<!-- ", "<Script"};
    for (ptrdiff_t i = 0; i < COUNTOF(breaks); i++) {
        OWNED(xml_doc) d = xml_doc_new("script");
        xml_text(xml_root(d), str_from(breaks[i]));
        err e = {0};
        assert_false(xml_write_html(out_memory(&f->perm), d, &e));
        assert_int_equal(e.code, ERR_USAGE);
    }
    OWNED(xml_doc) d = xml_doc_new("script");
    xml_text(xml_root(d), S("'</scripT'"));
    err e = {0};
    assert_false(xml_write_html(out_memory(&f->perm), d, &e));
    assert_string_equal(e.text,
                        "'</script' in the text of <script> would break out of it");
}

static void never_sets_scripts(void **state)
{
    fixture *f = *state;
    xml_node *a = xml_element(xml_root(f->doc), "a");
    xml_attr(a, "onclick", S("x"));
    xml_attr(a, "style", S("x"));
    xml_attr(a, "srcdoc", S("x"));
    xml_attr(a, "href", S("java\nscript:alert(1)"));
    xml_attr(a, "class", S("x"));
    expect_html(f, "<a class=\"x\"></a>");
}

static void knows_safe_urls(void **state)
{
    (void)state;
    static const char *const safe[] = {"",
                                       "#a",
                                       "raw/x.txt.html#L6",
                                       "../a:b",
                                       "?q=a:b",
                                       "https://example.org/",
                                       "HTTP://x",
                                       "mailto:a@example.org",
                                       "//example.org/x",
                                       "a b/c:d"};
    static const char *const unsafe[] = {"javascript:alert(1)",
                                         " \x01JavaScript:x",
                                         "java\tscript:x",
                                         "data:text/html,x",
                                         "vbscript:x",
                                         "file:///etc/passwd",
                                         "blob:x",
                                         ":x",
                                         "averyveryverylongscheme:x",
                                         "https\xC2\xA0:x",
                                         "view-source:x"};
    for (ptrdiff_t i = 0; i < COUNTOF(safe); i++) {
        assert_true(xml_url_is_safe(str_from(safe[i])));
    }
    for (ptrdiff_t i = 0; i < COUNTOF(unsafe); i++) {
        assert_false(xml_url_is_safe(str_from(unsafe[i])));
    }
}

static void encodes_paths(void **state)
{
    fixture *f = *state;
    static const char *const cases[][2] = {
        {"raw/a.txt", "raw/a.txt"},
        {"raw/100% \"x\"#1?.txt", "raw/100%25%20%22x%22%231%3F.txt"},
        {"a:b", "./a%3Ab"},
        {"x/a:b", "x/a%3Ab"},
        {"\xC3\xA9\xFF", "%C3%A9%FF"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        str got = xml_url_path(&f->perm, str_from(cases[i][0]));
        assert_string_equal(str_cz(&f->perm, got), cases[i][1]);
        assert_true(xml_url_is_safe(got));
    }
}

static void writes_xml(void **state)
{
    fixture *f = *state;
    xml_attr(xml_root(f->doc), "xmlns", S("http://www.w3.org/2005/Atom"));
    xml_attr(xml_root(f->doc), "xml:lang", S("en"));
    xml_attr(xml_root(f->doc), "a", S("x\ny\t\"<"));
    xml_leaf(xml_root(f->doc), "script", S("a < b\xC2\xA0"));
    xml_element(xml_root(f->doc), "br");
    out *o = out_memory(&f->perm);
    xml_write_xml(o, f->doc);
    assert_string_equal(str_cz(&f->perm, out_text(o)),
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<main xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\" "
                        "a=\"x&#10;y&#9;&quot;&lt;\">"
                        "<script>a &lt; b\xC2\xA0</script><br/></main>\n");
}

static void writes_deep_trees(void **state)
{
    fixture *f = *state;
    enum { DEEP = 20000 };
    xml_node *n = xml_root(f->doc);
    for (int i = 0; i < DEEP; i++) {
        n = xml_element(n, "b");
    }
    out *o = out_memory(&f->perm);
    err e = {0};
    assert_true(xml_write_html(o, f->doc, &e));
    assert_int_equal(out_text(o).len,
                     (ptrdiff_t)strlen("<!doctype html>\n<main></main>\n") + DEEP * 7);
}

static void takes_long_text(void **state)
{
    fixture *f = *state;
    enum { LONG = (1 << 20) * 3 };
    char *bytes = NEW(&f->perm, char, LONG);
    for (int i = 0; i + 3 <= LONG; i += 3) {
        memcpy(bytes + i, "\xE2\x82\xAC", 3);
    }
    xml_text(xml_root(f->doc), (str){bytes, LONG});
    out *o = out_memory(&f->perm);
    err e = {0};
    assert_true(xml_write_html_inside(o, xml_root(f->doc), &e));
    assert_true(str_eq(out_text(o), (str){bytes, LONG}));
}

static void moves_and_copies(void **state)
{
    fixture *f = *state;
    OWNED(xml_doc) other = xml_doc_new("x");
    xml_leaf(xml_root(other), "i", S("1"));
    xml_text(xml_root(other), S("2"));
    xml_append_copy(xml_root(f->doc), xml_root(other));
    xml_append(xml_root(f->doc), xml_first(xml_root(other)));
    expect_html(f, "<i>1</i>2<i>1</i>");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(escapes_text_and_attributes),
        TEST(cleans_what_markup_cannot_hold),
        TEST(keeps_a_nul_out),
        TEST(writes_void_elements_and_flags),
        TEST(keeps_the_first_line_feed_of_pre),
        TEST(writes_foreign_content),
        TEST(leaves_raw_text_alone),
        TEST(refuses_raw_text_that_breaks_out),
        TEST(never_sets_scripts),
        TEST(knows_safe_urls),
        TEST(encodes_paths),
        TEST(writes_xml),
        TEST(writes_deep_trees),
        TEST(takes_long_text),
        TEST(moves_and_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
