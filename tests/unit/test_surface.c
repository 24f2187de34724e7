#include "base/base.h"

#include <glob.h>

#include "base/out.h"
#include "base/utf8.h"
#include "check.h"
#include "import/import.h"

/* What a file went through on its way here must not matter: each raw file of the golden
 * cases, with other line ends, in colour, in UTF-16, in the log of a CI job, quoted, in a
 * fence, gives the same results, and their lines are those of the changed file. */

static arena a, scratch;

/* One way to change a file, line by line. */
typedef struct {
    const char *name;
    const char *before,
        *after;              /* each line; in `before` a % is its number's last digit */
    const char *head, *tail; /* the file: whole lines, or a mark */
    ptrdiff_t shift;         /* how many lines the head is */
    bool utf16;
    const char *const *but; /* "format/case", or the "format/" of all; NULL-terminated */
} surface;

/* Rows and documents that are read as they are, or not at all; cells may hold blanks. */
#define DATA "csv/", "hey-csv/", "hyperfine-csv/", "k6-csv/", "k6-json/", "broadsheet/"

static const char *const no_data[] = {DATA, NULL};
static const char *const no_blanks[] = {DATA, "hyperfine-markdown/line-break-in-command",
                                        NULL}; /* of a command */
static const char *const no_markdown[] = {DATA, "transcript/bullets-under-a-command",
                                          "transcript/label-against-mounts",
                                          NULL}; /* within a fence it is none */
static const char *const nothing[] = {NULL};

static const surface surfaces[] = {
    {.name = "CR LF", .after = "\r", .but = nothing},
    {.name = "a terminal's CR CR LF", .after = "\r\r", .but = no_data},
    {.name = "blanks behind", .after = "   ", .but = no_blanks},
    {.name = "erased to its end", .after = "\x1B[K", .but = no_data},
    {.name = "colour", .before = "\x1B[1;32m", .after = "\x1B[0m", .but = no_data},
    {.name = "a byte order mark", .head = "\xEF\xBB\xBF", .but = nothing},
    {.name = "UTF-16", .utf16 = true, .but = nothing},
    {.name = "GitHub's log", .before = "2026-11-03T09:00:0%.1234567Z ", .but = no_data},
    {.name = "GitLab's log",
     .before = "2026-11-03T09:00:0%.123456Z 01O ",
     .but = no_data},
    {.name = "Jenkins' log", .before = "[2026-11-03T09:00:0%.123Z] ", .but = no_data},
    {.name = "a journal", .before = "Nov 03 09:00:0% node7 bench[91%]: ", .but = no_data},
    {.name = "kubectl logs --prefix", .before = "[pod/load-7c9d/load] ", .but = no_data},
    {.name = "a quotation", .before = "> ", .but = no_data},
    {.name = "a fence", .head = "```\n", .tail = "```\n", .shift = 1, .but = no_markdown},
};

static void put_line(out *o, str line, const surface *how, ptrdiff_t number)
{
    for (const char *p = how->before ? how->before : ""; *p; p++) {
        char digit = (char)('0' + number % 10);
        out_char(o, *p == '%' ? digit : *p);
    }
    out_str(o, line);
}

static str as_utf16(str bytes)
{
    out *o = out_memory(&scratch);
    out_str(o, S("\xFF\xFE"));
    for (ptrdiff_t i = 0; i < bytes.len;) {
        uint32_t c = 0;
        i += utf8_at(bytes.ptr + i, bytes.len - i, &c);
        uint32_t units[2] = {c, 0};
        if (c > 0xFFFF) {
            units[0] = 0xD800 + ((c - 0x10000) >> 10);
            units[1] = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        for (int k = 0; k < 1 + (units[1] != 0); k++) {
            out_char(o, (char)(units[k] & 0xFF));
            out_char(o, (char)(units[k] >> 8));
        }
    }
    return out_text(o);
}

static str changed(str bytes, const surface *how)
{
    if (how->utf16) {
        return as_utf16(bytes);
    }
    out *o = out_memory(&scratch);
    out_str(o, str_from(how->head ? how->head : ""));
    ptrdiff_t number = 0;
    for (cut line = {.tail = bytes}; line.tail.len > 0; number++) {
        line = str_cut(line.tail, S("\n"));
        put_line(o, line.head, how, number);
        if (line.found) {
            out_str(o, str_from(how->after ? how->after : ""));
            out_char(o, '\n');
        }
    }
    out_str(o, str_from(how->tail ? how->tail : ""));
    return out_text(o);
}

/* The results as JSON, their lines moved; {0}: there are none. */
static str results_of(const char *path, str bytes, ptrdiff_t shift)
{
    source src = {.path = path, .bytes = bytes};
    import_options options = {.threads = 1};
    reading *r = NULL;
    err e = {0};
    arena own = arena_open(1 << 26);
    bool ok = import_source(&scratch, own, &src, &options, &r, &e);
    arena_close(&own);
    if (!ok || !r->results) {
        return (str){0};
    }
    for (result *item = r->results; item; item = item->next) {
        item->line += shift;
        item->workload_why = item->variant_why = (str){0}; /* they name lines */
        for (metric *m = item->metrics; m; m = m->next) {
            m->line += shift;
        }
    }
    r->bytes = 0;
    r->diagnostics = NULL;
    r->format = r->tool = (str){0};
    out *o = out_memory(&scratch);
    json_writer w = {.o = o};
    json_reading(&w, r);
    return out_text(o);
}

static bool excepted(const char *path, const surface *how)
{
    for (const char *const *but = how->but; *but; but++) {
        str place = str_fmt(&scratch, "/import/%s", *but);
        if (str_has(str_from(path), place)) {
            return true;
        }
    }
    return false;
}

/* Text as its tool printed it: no log, no quotation, no colour yet. */
static bool is_plain(str bytes)
{
    for (ptrdiff_t i = 0; i < bytes.len;) {
        uint32_t c = 0;
        int n = utf8_at(bytes.ptr + i, bytes.len - i, &c);
        if (n == 0 || (c < 0x20 && c != '\n' && c != '\t') || (i == 0 && c == 0xFEFF)) {
            return false;
        }
        i += n;
    }
    return !str_has(bytes, S("```")) && !str_has(bytes, S("~~~"));
}

static int check_file(const char *path)
{
    source src = {0};
    err e = {0};
    str args =
        str_fmt(&scratch, "%.*s/args", SV(str_cut_last(str_from(path), S("/")).head));
    FILE *has_args = fopen(str_cz(&scratch, args), "r");
    if (has_args) {
        fclose(has_args);
        return 0;
    }
    assert_true(source_load(&a, path, &src, &e));
    if (!is_plain(src.bytes)) {
        return 0;
    }
    int tried = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(surfaces); i++) {
        const surface *how = &surfaces[i];
        arena_reset(&scratch);
        bool ends_early = !str_ends(src.bytes, S("\n"));
        if (excepted(path, how) || (ends_early && how->tail)) {
            continue; /* behind a fence it isn't the file that ends within a figure */
        }
        str want = results_of(path, src.bytes, how->shift);
        str got = results_of(path, changed(src.bytes, how), 0);
        tried++;
        if (!str_eq(want, got)) {
            print_error("%s, with %s:\n", path, how->name);
            fail();
        }
    }
    return tried;
}

static void results_are_the_same(void **state)
{
    (void)state;
    glob_t files;
    assert_int_equal(glob("tests/golden/import/*/*/raw.*", 0, NULL, &files), 0);
    int tried = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        tried += check_file(files.gl_pathv[i]);
        arena_reset(&a);
    }
    globfree(&files);
    assert_true(tried > 3000);
}

int main(void)
{
    a = arena_open(1 << 28);
    scratch = arena_open(1 << 28);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_the_same),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_close(&scratch);
    arena_close(&a);
    return failed;
}
