/* Whole PDFs as other programs see them. The cases are folders tests/golden/pdf/NAME/
 * with page.json    the report (page_json.h), "paper", "base_url", "creation_date"
 *   expect.txt   what pdfinfo, pdfdetach and pdftotext say of its PDF
 * With BLESS=1 the expectation is rewritten; look at the pages before you believe it. Run
 * from the top of the source tree. */
#include "check.h"

#include <dirent.h>
#include <unistd.h>

#include "pdf/pdf.h"

#pragma GCC diagnostic ignored "-Wunused-function" /* the pages need more of it */
#include "page_json.h"

enum { LARGEST = 120 * 1000 };

static arena perm, scratch;

/* What a command prints; a failing command is a failure. */
static str output_of(const char *command)
{
    FILE *p = popen(command, "r"); // NOLINT: a test's own command
    assert_non_null(p);
    out *o = out_memory(&perm);
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, p)) > 0;) {
        out_str(o, (str){part, (ptrdiff_t)n});
    }
    if (pclose(p) != 0) {
        fail_msg("failed: %s\n%.*s", command, SV(out_text(o)));
    }
    return out_text(o);
}

static str output(const char *format, const char *path)
{
    return output_of(
        str_cz(&perm, str_replace(&perm, str_from(format), S("FILE"), str_from(path))));
}

static str pdf_of(const json *v, const report *r)
{
    pdf_attachment data = {S("data.json"), S("application/json"), S("The results"),
                           S("{\"results\": []}\n")};
    page_reader reader = {.perm = &perm};
    pdf_options opt = {.paper = pj_str(&reader, v, "paper"),
                       .date = pj_str(&reader, v, "creation_date"),
                       .base_url = pj_str(&reader, v, "base_url"),
                       .attachments = &data,
                       .attachment_count = 1};
    pdf_told told = {.missing = {.perm = &perm}};
    err e = {0};
    out *o = out_memory(&perm);
    if (!pdf_report(o, r, &opt, scratch, &told, &e)) {
        fail_msg("%s", e.text);
    }
    return out_text(o);
}

/* Every font is embedded, a subset, and knows its characters. */
static void fonts_are_inside(const char *path)
{
    str fonts = output("pdffonts FILE | sed 1,2d", path);
    assert_true(fonts.len > 0);
    for (cut line = {.tail = fonts}; line.tail.len > 0;) {
        line = str_cut(line.tail, S("\n"));
        if (!str_has(line.head, S(" yes yes yes "))) {
            fail_msg("not embedded: %.*s", SV(line.head));
        }
    }
}

/* Each page has a foot at least, and it comes before all that is tagged. */
static void feet_are_artifacts(const char *path)
{
    str pages = output("pdfinfo FILE | sed -n 's/^Pages: *//p'", path);
    str artifacts = output("qpdf --qdf --object-streams=disable FILE - | tr '\\n' ' ' | "
                           "grep -ao 'stream /Artifact BMC 1 0 0 -1 0' | wc -l",
                           path);
    assert_true(str_eq(str_trim(pages), str_trim(artifacts)));
}

static str seen(const char *path)
{
    out *o = out_memory(&perm);
    out_str(
        o, output("pdfinfo FILE | grep -v -e ^Producer -e '^File size' -e '^PDF version'",
                  path));
    out_str(o, output("pdfdetach -list FILE", path));
    out_str(o, S("--- tags\n"));
    out_str(o,
            output("pdfinfo -struct FILE 2>&1 | sort | uniq -c | sed 's/^ *//'", path));
    out_str(o, S("--- text\n"));
    out_str(o, output("pdftotext -layout FILE - | sed 's/\\f/--- page\\n/'", path));
    return out_text(o);
}

static json *load(const char *dir)
{
    err e = {0};
    source src = {0};
    json *v = NULL;
    const char *path = str_cz(&perm, str_fmt(&perm, "%s/page.json", dir));
    if (!source_load(&perm, path, &src, &e)
        || !json_parse(&perm, &src, src.bytes, &v, NULL, &e)) {
        err_print(&e, false, stderr);
        fail();
    }
    return v;
}

static void compare(const char *dir, str got)
{
    const char *path = str_cz(&perm, str_fmt(&perm, "%s/expect.txt", dir));
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
        fail_msg("%s: no expectation; look at the PDF, then run with BLESS=1", path);
    }
    ptrdiff_t line = 1;
    for (cut a = {.tail = got}, b = {.tail = want.bytes}; a.tail.len + b.tail.len > 0;
         line++) {
        a = str_cut(a.tail, S("\n"));
        b = str_cut(b.tail, S("\n"));
        if (!str_eq(a.head, b.head)) {
            fail_msg("%s:%td\ngot  %.*s\nwant %.*s", path, line, SV(a.head), SV(b.head));
        }
    }
}

static void check_case(const char *dir)
{
    json *v = load(dir);
    page_reader reader = {.perm = &perm};
    str pdf = pdf_of(v, pj_report(&reader, v));
    assert_in_range(pdf.len, 1, LARGEST);
    char path[] = "/tmp/broadsheet-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, pdf.ptr, (size_t)pdf.len), pdf.len);
    close(fd);
    output("qpdf --check FILE 2>&1", path);
    fonts_are_inside(path);
    feet_are_artifacts(path);
    str got = seen(path);
    unlink(path);
    compare(dir, got);
}

static void writes_golden_pages(void **state)
{
    (void)state;
    struct dirent **names;
    int n = scandir("tests/golden/pdf", &names, NULL, alphasort);
    assert_true(n > 2);
    for (int i = 0; i < n; i++) {
        if (names[i]->d_name[0] != '.') {
            arena_reset(&perm);
            str dir = str_fmt(&perm, "tests/golden/pdf/%s", names[i]->d_name);
            check_case(str_cz(&perm, dir));
        }
        free(names[i]);
    }
    free(names);
}

/* Neither the place nor the time where it is made may show. */
static void same_bytes_elsewhere(void **state)
{
    (void)state;
    json *v = load("tests/golden/pdf/everything");
    page_reader reader = {.perm = &perm};
    const report *r = pj_report(&reader, v);
    str here = pdf_of(v, r);
    setenv("TZ", "Pacific/Kiritimati", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    setenv("HOME", "/nonexistent", 1);
    setenv("FONTCONFIG_FILE", "/dev/null", 1);
    setenv("SOURCE_DATE_EPOCH", "1", 1);
    assert_true(str_eq(here, pdf_of(v, r)));
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
        cmocka_unit_test(writes_golden_pages),
        cmocka_unit_test(same_bytes_elsewhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
