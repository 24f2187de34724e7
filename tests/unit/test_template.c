#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "xml/template.h"

#define BS " xmlns:bs=\"urn:broadsheet\""

/* Two files: "page.xml" is the test's, "part.xml" the one that it may include. */
typedef struct {
    arena perm;
    const char *page, *part;
    value *data;
    xml_doc *tree;
} fixture;

static bool load(void *ctx, arena *perm, str name, source *ret, err *e)
{
    fixture *f = ctx;
    const char *text = str_eq(name, S("page.xml"))   ? f->page
                       : str_eq(name, S("part.xml")) ? f->part
                                                     : NULL;
    if (str_eq(name, S("locked.xml"))) {
        return err_set(e, ERR_IO, "templates/locked.xml",
                       "cannot open: Permission denied");
    }
    if (!text) {
        return false;
    }
    *ret = (source){.path = str_cz(perm, str_fmt(perm, "templates/%.*s", SV(name))),
                    .bytes = str_from(text)};
    return true;
}

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.perm = arena_open(1 << 26)};
    value *d = f.data = value_map(&f.perm);
    value_add_text(&f.perm, d, "title", S("A <b> & \"c\""));
    value_add_text(&f.perm, d, "empty", S(""));
    value_add_bool(&f.perm, d, "yes", true);
    value_add_bool(&f.perm, d, "no", false);
    value *runs = value_add_list(&f.perm, d, "runs");
    for (int i = 1; i <= 2; i++) {
        value *r = value_add_map(&f.perm, runs, NULL);
        value_add_text(&f.perm, r, "mean", str_fmt(&f.perm, "%d s", i));
        value_add_bool(&f.perm, r, "first", i == 1);
    }
    value_add_list(&f.perm, d, "none");
    value *tags = value_add_list(&f.perm, d, "tags");
    value_add_text(&f.perm, tags, NULL, S("wasm"));
    value *links = value_add_map(&f.perm, d, "links");
    value_add_text(&f.perm, links, "good", S("https://example.org/?a&b"));
    value_add_text(&f.perm, links, "bad", S("java\tscript:alert(1)"));
    value_add_text(&f.perm, links, "ours", S("data:image/png;base64,AAAA"))->trusted =
        true;
    f.tree = xml_doc_new("x");
    xml_leaf(xml_root(f.tree), "i", S("tree"));
    value_add_tree(&f.perm, d, "body", xml_root(f.tree));
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    xml_doc_free(f->tree);
    arena_close(&f->perm);
    return 0;
}

static void expect(fixture *f, const char *page, const char *want)
{
    f->page = page;
    templates *t = templates_open(&f->perm, load, f);
    err e = {0};
    xml_doc *d = NULL;
    bool good = template_fill(t, S("page.xml"), f->data, &d, &e);
    assert_string_equal(e.text, "");
    assert_true(good);
    out *o = out_memory(&f->perm);
    assert_true(xml_write_html(o, d, &e));
    assert_string_equal(str_cz(&f->perm, out_text(o)), want);
    xml_doc_free(d);
    templates_close(t);
}

/* want: "LINE:COL: text" and, after '|', the hint. */
static void expect_error(fixture *f, const char *page, const char *want)
{
    f->page = page;
    templates *t = templates_open(&f->perm, load, f);
    err e = {0};
    xml_doc *d = NULL;
    assert_false(template_fill(t, S("page.xml"), f->data, &d, &e));
    assert_null(d);
    str got = str_fmt(&f->perm, "%s:%td:%td: %s%s%s", e.path, e.line, e.col, e.text,
                      e.hint[0] ? "|" : "", e.hint);
    assert_string_equal(str_cz(&f->perm, got), want);
    assert_int_equal(e.code, str_starts(got, S("templates/locked")) ? ERR_IO : ERR_USAGE);
    templates_close(t);
}

static void fills_text(void **state)
{
    expect(*state, "<p" BS " bs:text=\"title\">old</p>",
           "<!doctype html>\n<p>A &lt;b&gt; &amp; \"c\"</p>\n");
}

static void fills_attributes(void **state)
{
    expect(*state,
           "<a" BS " class=\"k\" bs:attr-title=\"title\" bs:attr-href=\"links.good\" "
           "bs:attr-id=\"empty\" bs:attr-hidden=\"yes\" bs:attr-inert=\"no\"/>",
           "<!doctype html>\n<a class=\"k\" title=\"A &lt;b&gt; &amp; &quot;c&quot;\" "
           "href=\"https://example.org/?a&amp;b\" hidden></a>\n");
    expect(*state, "<img" BS " alt=\"\" bs:attr-src=\"links.ours\"/>",
           "<!doctype html>\n<img alt=\"\" src=\"data:image/png;base64,AAAA\">\n");
}

static void repeats_with_its_line(void **state)
{
    expect(*state,
           "<ul" BS ">\n  <li bs:each=\"r in runs\" bs:text=\"r.mean\"/>\n"
           "  <li bs:each=\"r in none\" bs:text=\"r.anything\"/>\n"
           "  <li bs:each=\"t in tags\" bs:text=\"t\"/>\n</ul>",
           "<!doctype html>\n<ul>\n  <li>1 s</li>\n  <li>2 s</li>\n  "
           "<li>wasm</li>\n</ul>\n");
}

static void decides_per_member(void **state)
{
    expect(*state,
           "<ul" BS "><bs:block bs:each=\"r in runs\"><li bs:if=\"r.first\">first</li>"
           "<li bs:if=\"!r.first\" bs:text=\"title\"/></bs:block></ul>",
           "<!doctype html>\n<ul><li>first</li><li>A &lt;b&gt; &amp; \"c\"</li></ul>\n");
}

static void knows_what_is_true(void **state)
{
    expect(*state,
           "<p" BS
           "><i bs:if=\"title\">1</i><i bs:if=\"empty\">2</i><i bs:if=\"runs\">3</i>"
           "<i bs:if=\"none\">4</i><i bs:if=\"links\">5</i><i bs:if=\"body\">6</i>"
           "<i bs:if=\"!no\">7</i></p>",
           "<!doctype html>\n<p><i>1</i><i>3</i><i>5</i><i>6</i><i>7</i></p>\n");
}

static void inserts_trees_once(void **state)
{
    expect(*state, "<p" BS "><b bs:insert=\"body\">old</b><b bs:insert=\"body\"/></p>",
           "<!doctype html>\n<p><b><i>tree</i></b><b></b></p>\n");
}

static void includes_parts(void **state)
{
    fixture *f = *state;
    f->part = "<bs:block" BS "><i bs:text=\"r.mean\"/>,</bs:block>";
    expect(f, "<p" BS "><bs:include bs:each=\"r in runs\" src=\"part.xml\"/></p>",
           "<!doctype html>\n<p><i>1 s</i>,<i>2 s</i>,</p>\n");
    f->part = "<u" BS " bs:if=\"yes\"/>";
    expect(f, "<p" BS "><bs:include src=\"part.xml\"/></p>",
           "<!doctype html>\n<p><u></u></p>\n");
}

static void drops_comments_and_keeps_namespaces(void **state)
{
    fixture *f = *state;
    f->page = "<feed" BS " xmlns=\"urn:a\" xmlns:m=\"urn:m\" xml:lang=\"en\"><!-- x -->"
              "<m:x m:y=\"1\"/></feed>";
    templates *t = templates_open(&f->perm, load, f);
    err e = {0};
    OWNED(xml_doc) d = NULL;
    assert_true(template_fill(t, S("page.xml"), f->data, &d, &e));
    out *o = out_memory(&f->perm);
    xml_write_xml(o, d);
    assert_string_equal(
        str_cz(&f->perm, out_text(o)),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"urn:a\" "
        "xmlns:m=\"urn:m\" xml:lang=\"en\"><m:x m:y=\"1\"/></feed>\n");
    templates_close(t);
}

static void points_at_unknown_names(void **state)
{
    expect_error(
        *state,
        "<ul" BS
        ">\n <li bs:each=\"r in runs\"><b>\n  <i\n bs:text=\"r.meen\"/></b></li></ul>",
        "templates/page.xml:4:2: unknown name 'meen' in 'r.meen'|Did you mean 'mean'?");
    expect_error(
        *state, "<!-- <p> -->\n<p" BS " a='>' bs:text=\"titel\"/>",
        "templates/page.xml:2:36: unknown name 'titel' in 'titel'|Did you mean 'title'?");
    expect_error(*state, "<p" BS "><b/><b bs:if=\"links.zzz\"/></p>",
                 "templates/page.xml:1:37: unknown name 'zzz' in 'links.zzz'");
    expect_error(*state, "<p" BS " bs:attr-id=\"title.x\"/>",
                 "templates/page.xml:1:30: unknown name 'x' in 'title.x'");
}

static void points_at_wrong_directives(void **state)
{
    expect_error(
        *state, "<p" BS " bs:txt=\"title\"/>",
        "templates/page.xml:1:30: unknown attribute 'bs:txt'|There are bs:each, bs:if, "
        "bs:text, bs:insert, bs:attr-\xE2\x80\xA6.");
    expect_error(
        *state, "<p" BS "><bs:blok/></p>",
        "templates/page.xml:1:30: unknown element <bs:blok>|There are <bs:block> and "
        "<bs:include>.");
    expect_error(*state, "<p" BS " bs:each=\"runs\"/>",
                 "templates/page.xml:1:30: 'runs' is not of the form 'NAME in PATH'");
    expect_error(*state, "<p" BS " bs:each=\"r in title\"/>",
                 "templates/page.xml:1:30: 'title' is no list");
    expect_error(*state, "<p" BS " bs:text=\"runs\"/>",
                 "templates/page.xml:1:30: 'text' needs text, the value is a list");
    expect_error(*state, "<p" BS " bs:insert=\"title\"/>",
                 "templates/page.xml:1:30: 'title' is no tree; use bs:text");
}

static void refuses_scripts(void **state)
{
    expect_error(
        *state, "<a" BS " bs:attr-href=\"links.bad\"/>",
        "templates/page.xml:1:30: 'java\tscript:alert(1)' is not a link that a page may "
        "have|Links are relative, or begin with https:, http: or mailto:.");
    expect_error(
        *state, "<a" BS " bs:attr-onclick=\"title\"/>",
        "templates/page.xml:1:30: 'onclick' can't be filled: a value must not become a "
        "script");
}

static void refuses_broken_files(void **state)
{
    fixture *f = *state;
    expect_error(
        f, "<p>\n<b></p>",
        "templates/page.xml:2:8: broken template: Opening and ending tag mismatch: b "
        "line 2 and p");
    expect_error(
        f, "<p>1&nbsp;s</p>",
        "templates/page.xml:1:11: broken template: Entity 'nbsp' not defined|XML knows "
        "five entities only: write &#160; for a no-break space.");
    expect_error(
        f, "<!DOCTYPE p [<!ENTITY a \"b\">]><p>&a;</p>",
        "templates/page.xml:0:0: a template must not have a document type|Take the "
        "<!DOCTYPE ...> out; pages get theirs when they are written.");
    expect_error(f, "", "templates/page.xml:1:1: broken template: Document is empty");
    expect_error(f, "<bs:block" BS "/>",
                 "templates/page.xml:0:0: the template makes no element");
}

static void refuses_missing_and_endless_includes(void **state)
{
    fixture *f = *state;
    expect_error(f, "<p" BS ">\n<bs:include src=\"prat.xml\"/></p>",
                 "templates/page.xml:2:13: there is no template 'prat.xml'");
    expect_error(f, "<p" BS "><bs:include/></p>",
                 "templates/page.xml:1:30: <bs:include> needs src=\"FILE.xml\"");
    expect_error(f, "<p" BS "><bs:include src=\"locked.xml\"/></p>",
                 "templates/locked.xml:0:0: cannot open: Permission denied");
    f->part = "<p" BS "><bs:include src=\"part.xml\"/></p>";
    expect_error(f, f->part,
                 "templates/part.xml:1:30: 'part.xml' is included more than 16 deep");
    f->part = "<i" BS ">\n<i bs:text=\"oops\"/></i>";
    expect_error(f, "<p" BS "><bs:include src=\"part.xml\"/></p>",
                 "templates/part.xml:2:4: unknown name 'oops' in 'oops'");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fills_text),
        TEST(fills_attributes),
        TEST(repeats_with_its_line),
        TEST(decides_per_member),
        TEST(knows_what_is_true),
        TEST(inserts_trees_once),
        TEST(includes_parts),
        TEST(drops_comments_and_keeps_namespaces),
        TEST(points_at_unknown_names),
        TEST(points_at_wrong_directives),
        TEST(refuses_scripts),
        TEST(refuses_broken_files),
        TEST(refuses_missing_and_endless_includes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
