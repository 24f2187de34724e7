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

static html_correction *corrections(page_reader *r, const json *v, ptrdiff_t *n)
{
    const json *c = pj_list(v, "corrections", n);
    html_correction *list = NEW(r->perm, html_correction, *n);
    for (ptrdiff_t i = 0; c; c = c->next, i++) {
        list[i] = (html_correction){pj_str(r, c, "date"), pj_str(r, c, "note")};
    }
    return list;
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
    s.superseded_href = pj_str(r, v, "superseded_href");
    s.superseded_title = pj_str(r, v, "superseded_title");
    s.more = pj_cards(r, v, "more", &s.more_count);
    s.corrections = corrections(r, v, &s.correction_count);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
