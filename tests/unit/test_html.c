/* The cases are folders tests/golden/html/NAME/ with page.json and expect.html; with
 * BLESS=1 the expectation is rewritten. Run from the top of the source tree. */
#include "check.h"

#include <dirent.h>

#include "page_json.h"

static arena perm, scratch;

static html_site site_of(page_reader *r, const json *v)
{
    const json *s = json_get(v, S("site"));
    html_site site = {.title = pj_str(r, s, "title"),
                      .description = pj_str(r, s, "description"),
                      .url = pj_str(r, s, "url"),
                      .licence = pj_str(r, s, "licence"),
                      .lang = S("en"),
                      .program = S("broadsheet 0.1.0"),
                      .has_tags = !pj_bool(s, "bare"),
                      .has_archive = !pj_bool(s, "bare"),
                      .has_feed = pj_str(r, s, "url").len > 0};
    site.templates = templates_open(&perm, html_builtin_template, NULL);
    return site;
}

static bool write_study(out *o, page_reader *r, const html_site *site, const json *v,
                        err *e)
{
    html_study s = {.report = pj_report(r, v)};
    s.charts = r->charts;
    s.root = pj_str(r, v, "to");
    s.path = pj_str(r, v, "path");
    s.pdf_href = pj_str(r, v, "pdf");
    s.pdf_note = pj_str(r, v, "pages");
    s.raw_note = pj_str(r, v, "raw_size");
    s.image = pj_str(r, v, "image");
    s.reproduce = pj_str(r, v, "reproduce");
    s.others.newer.all = pj_cards(r, v, "newer", &s.others.newer.n);
    s.others.older.all = pj_cards(r, v, "older", &s.others.older.n);
    s.others.more.all = pj_cards(r, v, "more", &s.others.more.n);
    return html_study_page(o, scratch, site, &s, e);
}

static bool write_listing(out *o, page_reader *r, const html_site *site, const json *v,
                          err *e)
{
    str kind = pj_str(r, v, "kind");
    html_listing l = {.kind = str_eq(kind, S("home"))      ? LISTING_HOME
                              : str_eq(kind, S("archive")) ? LISTING_ARCHIVE
                                                           : LISTING_TAG,
                      .root = pj_str(r, v, "to"),
                      .path = pj_str(r, v, "path"),
                      .title = pj_str(r, v, "title"),
                      .intro = pj_str(r, v, "intro"),
                      .links_title = pj_str(r, v, "links_title"),
                      .has_search = pj_bool(v, "search")};
    l.cards = pj_cards(r, v, "cards", &l.card_count);
    l.links = pj_links(r, v, "links", &l.link_count);
    return html_listing_page(o, scratch, site, &l, e);
}

static bool write_raw(out *o, page_reader *r, const html_site *site, const json *v,
                      err *e)
{
    html_raw raw = {.root = pj_str(r, v, "to"),
                    .path = pj_str(r, v, "path"),
                    .name = pj_str(r, v, "name"),
                    .bytes = pj_str(r, v, "bytes"),
                    .sha256 = pj_str(r, v, "sha256"),
                    .original_sha256 = pj_str(r, v, "original"),
                    .size = pj_str(r, v, "size"),
                    .href = pj_str(r, v, "href"),
                    .own_name = pj_str(r, v, "own_name"),
                    .renamed = pj_bool(v, "renamed"),
                    .back_href = pj_str(r, v, "back"),
                    .back_title = pj_str(r, v, "back_title")};
    return html_raw_page(o, scratch, site, &raw, e);
}

static bool write_plain(out *o, page_reader *r, const html_site *site, const json *v,
                        err *e)
{
    html_plain p = {.root = pj_str(r, v, "to"),
                    .path = pj_str(r, v, "path"),
                    .title = pj_str(r, v, "title")};
    p.paragraphs = pj_strings(r, v, "paragraphs", &p.paragraph_count);
    p.links = pj_links(r, v, "links", &p.link_count);
    return html_plain_page(o, scratch, site, &p, e);
}

static double fake_width(void *ctx, str text, double size, int weight, face voice)
{
    (void)ctx;
    (void)weight;
    (void)voice;
    return (double)text.len * size / 2;
}

/* All small files that machines read, one behind the other. */
static bool write_small(out *o, page_reader *r, const html_site *site, const json *v,
                        err *e)
{
    ptrdiff_t n = 0;
    const json *study = pj_list(v, "studies", &n);
    html_entry *entries = NEW(&perm, html_entry, n);
    html_address *pages = NEW(&perm, html_address, n);
    for (ptrdiff_t i = 0; study; study = study->next, i++) {
        const report *p = pj_report(r, study);
        entries[i] = html_entry_of(&perm, site, p, pj_str(r, study, "path"), r->charts);
        pages[i] = (html_address){entries[i].path, entries[i].date};
    }
    out_str(o, S("--- feed.xml\n"));
    if (!html_feed(o, scratch, site, entries, n, e)) {
        return false;
    }
    out_str(o, S("--- sitemap.xml\n"));
    if (!html_sitemap(o, scratch, site, pages, n, e)) {
        return false;
    }
    out_str(o, S("--- robots.txt\n"));
    html_robots(o, site);
    out_str(o, S("--- search.js\n"));
    html_search(o, scratch, entries, n);
    out_str(o, S("--- favicon.svg\n"));
    html_favicon(o, site->title);
    out_str(o, S("--- badge.svg\n"));
    html_badge(o, scratch, pj_str(r, v, "badge"), S("1.50\xC3\x97 <the> time"), ROLE_WASM,
               (text_meter){fake_width, NULL});
    return true;
}

static str page_of(const char *dir)
{
    err e = {0};
    source src = {0};
    const char *path = str_cz(&perm, str_fmt(&perm, "%s/page.json", dir));
    json *v = NULL;
    bool good = source_load(&perm, path, &src, &e)
                && json_parse(&perm, &src, src.bytes, &v, NULL, &e);
    if (!good) {
        err_print(&e, false, stderr);
        fail();
    }
    page_reader r = {.perm = &perm};
    html_site site = site_of(&r, v);
    str kind = pj_str(&r, v, "kind");
    out *o = out_memory(&perm);
    if (str_eq(kind, S("study"))) {
        good = write_study(o, &r, &site, v, &e);
    } else if (str_eq(kind, S("raw"))) {
        good = write_raw(o, &r, &site, v, &e);
    } else if (str_eq(kind, S("plain"))) {
        good = write_plain(o, &r, &site, v, &e);
    } else if (str_eq(kind, S("small"))) {
        good = write_small(o, &r, &site, v, &e);
    } else {
        good = write_listing(o, &r, &site, v, &e);
    }
    if (!good) {
        err_print(&e, false, stderr);
        fail();
    }
    templates_close(site.templates);
    return out_text(o);
}

static void check_case(const char *dir)
{
    str got = page_of(dir);
    const char *path = str_cz(&perm, str_fmt(&perm, "%s/expect.html", dir));
    err e = {0};
    if (getenv("BLESS")) {
        out *o = out_open(&perm, path, &e);
        assert_non_null(o);
        out_str(o, got);
        assert_true(out_commit(o, &e));
        return;
    }
    source want = {0};
    if (!source_load(&perm, path, &want, &e)) {
        fail_msg("%s: no expectation; look at the page, then run with BLESS=1", path);
    }
    ptrdiff_t line = 1;
    ptrdiff_t begin = 0;
    for (ptrdiff_t i = 0; i < got.len && i < want.bytes.len; i++) {
        if (got.ptr[i] != want.bytes.ptr[i]) {
            str a = str_cut(str_drop(got, begin), S("\n")).head;
            str b = str_cut(str_drop(want.bytes, begin), S("\n")).head;
            fail_msg("%s:%td\ngot  %.*s\nwant %.*s", path, line, SV(a), SV(b));
        }
        if (got.ptr[i] == '\n') {
            line++;
            begin = i + 1;
        }
    }
    assert_int_equal(got.len, want.bytes.len);
}

static void writes_golden_pages(void **state)
{
    (void)state;
    struct dirent **names;
    int n = scandir("tests/golden/html", &names, NULL, alphasort);
    assert_true(n > 2);
    for (int i = 0; i < n; i++) {
        if (names[i]->d_name[0] != '.') {
            arena keep = perm;
            check_case(
                str_cz(&perm, str_fmt(&perm, "tests/golden/html/%s", names[i]->d_name)));
            perm = keep;
        }
        free(names[i]);
    }
    free(names);
}

#define MARKS(between)                                                                   \
    "<main><template id=\"relations\"></template>" between                               \
    "<template id=\"more-reports\"></template>\n</main>"

static str related(const html_site *site, str page, const html_relations *others)
{
    err e = {0};
    out *o = out_memory(&perm);
    assert_true(html_study_relate(o, scratch, site, page, others, &e));
    return out_text(o);
}

static void puts_other_reports_in(void **state)
{
    (void)state;
    html_site site = {.templates = templates_open(&perm, html_builtin_template, NULL)};
    const html_card card = {.href = S("../b/index.html"), .title = S("B <b>")};
    str page = S(MARKS("x "));
    html_relations more = {.more = {&card, 1}}, none = {0};
    str filled = related(&site, page, &more);
    check_str(filled,
              "<main><template id=\"relations\"></template>x "
              "<nav id=\"more-reports\" class=\"wrap\" aria-labelledby=\"more\">\n"
              "<div class=\"next\">\n<h2 id=\"more\">More reports</h2>\n"
              "<a href=\"../b/index.html\">B &lt;b&gt;<span></span></a>\n"
              "</div>\n</nav>\n</main>");
    /* none: the places stay, and so others can be put there later */
    assert_true(str_eq(related(&site, page, &none), page));
    assert_true(str_eq(related(&site, filled, &none), page));
    assert_true(str_eq(related(&site, filled, &more), filled));
    html_relations old = {.newer = {&card, 1}}, new = {.older = {&card, 1}};
    str told = related(&site, page, &old);
    assert_true(
        str_has(told, S("answers this question: <a href=\"../b/index.html\">B &lt;")));
    told = related(&site, told, &new);
    assert_false(str_has(told, S("Superseded")));
    assert_true(
        str_has(told, S("supersedes an older one: <a href=\"../b/index.html\">")));
    assert_true(str_eq(related(&site, told, &none), page));
    assert_true(html_study_relates(told) && html_study_relates(filled));
    assert_false(html_study_relates(S("<p>&lt;nav id=\"more-reports\"")));
    templates_close(site.templates);
}

static void bundles_fonts_and_icon(void **state)
{
    (void)state;
    str css = S("@font-face { src: url(fonts/inter-400.woff2); }\n"
                "@font-face { src: url(fonts/inter-600.woff2); }\n"
                "@font-face { src: url(fonts/none.woff2); }\np { }\n");
    html_bundle all = html_bundle_new(&perm, css, S(":root { }"), S("Notes"));
    assert_true(str_starts(
        all.css, S("@font-face { src: url(data:font/woff2;base64,d09GMk9UVE8A")));
    str tail = S("); }\n@font-face { src: url(fonts/none.woff2); }\np { }\n:root { }");
    assert_true(str_ends(all.css, tail));
    assert_true(str_starts(all.favicon, S("data:image/svg+xml;base64,PD94bWwg")));
    html_bundle small = html_bundle_small(&perm, css, (str){0}, S("Notes"));
    assert_true(str_ends(small.css, S("); }\np { }\n")));
    assert_true(small.css.len < all.css.len);
}

static void names_folders(void **state)
{
    (void)state;
    check_str(html_slug(&perm, S("wasm")), "wasm");
    check_str(html_slug(&perm, S("Image work")), "image-work");
    assert_false(str_eq(html_slug(&perm, S("C")), html_slug(&perm, S("C++"))));
    assert_true(str_starts(html_slug(&perm, S("C++")), S("c-")));
    assert_true(str_starts(html_slug(&perm, S("\xE6\x97\xA5\xE6\x9C\xAC")), S("x")));
    assert_false(str_has(html_slug(&perm, S("../../etc")), S(".")));
}

static int set_up(void **state)
{
    (void)state;
    perm = arena_open(1 << 28);
    scratch = arena_open(1 << 28);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_close(&perm);
    arena_close(&scratch);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_golden_pages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(puts_other_reports_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bundles_fonts_and_icon, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_folders, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
