#include "base/base.h"

#include <glob.h>

#include "check.h"
#include "import/import.h"

/* What an archive keeps of a reading stands for the file: read back it is the same. */

static arena a, scratch;

static str whole(const reading *r)
{
    out *o = out_memory(&a);
    reading_write_whole(o, r);
    return out_text(o);
}

static reading *read_kept(str document)
{
    source src = {.path = "kept", .bytes = document};
    reading *r = NULL;
    err e = {0};
    if (!import_source(&a, scratch, &src, &(import_options){.kept = true}, &r, &e)) {
        fail_msg("%td: %s", e.line, e.text);
    }
    return r;
}

static void every_case_comes_back(void **state)
{
    (void)state;
    glob_t all;
    assert_int_equal(glob("tests/golden/import/*/*/raw.*", 0, NULL, &all), 0);
    ptrdiff_t read = 0;
    for (size_t i = 0; i < all.gl_pathc; i++) {
        arena_reset(&a);
        reading *r = NULL;
        err e = {0};
        if (!import_file(&a, scratch, all.gl_pathv[i],
                         &(import_options){.want_hash = true}, &r, &e)) {
            continue;
        }
        str first = whole(r);
        str again = whole(read_kept(first));
        if (!str_eq(first, again)) {
            print_error("%s\n", all.gl_pathv[i]);
        }
        check_str(again, str_cz(&a, first));
        read++;
    }
    globfree(&all);
    assert_true(read > 100);
}

static void what_the_schema_leaves_out_is_kept(void **state)
{
    (void)state;
    enum { MANY = 12000 };
    arena_reset(&a);
    reading *r = reading_new(&a, S("x.txt"));
    r->format = S("dd");
    r->tool = S("dd");
    result *one = reading_add(&a, r, S("dd"), S("dd if=a of=/v/f"), 3);
    one->cwd = S("/work");
    one->target = S("/v/f");
    metric *m = result_add(&a, one, S("wall_time"), 9);
    m->samples = NEW(&a, double, MANY);
    m->sample_count = MANY;
    for (int i = 0; i < MANY; i++) {
        m->samples[i] = 1.0 / (i + 3);
    }
    reading_contradicts(&a, r, "A06", 4, "it doesn't add up");
    const reading *back = read_kept(whole(r));
    check_str(back->format, "dd");
    check_str(back->file, "x.txt");
    check_str(back->results->cwd, "/work");
    check_str(back->results->target, "/v/f");
    assert_int_equal(back->results->last_line, 9);
    assert_int_equal(back->results->metrics->sample_count, MANY);
    check_double(back->results->metrics->samples[MANY - 1], m->samples[MANY - 1]);
    assert_string_equal(back->diagnostics->rule, "A06");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_comes_back),
        cmocka_unit_test(what_the_schema_leaves_out_is_kept),
    };
    a = arena_open((ptrdiff_t)1 << 34);
    scratch = arena_open((ptrdiff_t)1 << 34);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
