/* Names of sets, and which results are matched with which. */
#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "compare/compare.h"

static arena perm, scratch;

static void check_labels(const char *const *paths, ptrdiff_t n, const char *const *want)
{
    str labels[4];
    assert_true(n <= COUNTOF(labels));
    compare_labels(&perm, paths, n, labels);
    for (ptrdiff_t i = 0; i < n; i++) {
        assert_string_equal(str_cz(&perm, labels[i]), want[i]);
    }
}

#define CHECK_LABELS(paths, want)                                                        \
    check_labels((const char *const[])paths, COUNTOF(((const char *const[])paths)),      \
                 (const char *const[])want)
#define LIST(...)                                                                        \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }

static void labels_are_short_and_unique(void **state)
{
    (void)state;
    CHECK_LABELS(LIST("a/before.json", "a/after.json"), LIST("before", "after"));
    CHECK_LABELS(LIST("web.bombardier.txt", "cli.hyperfine.json.gz"), LIST("web", "cli"));
    CHECK_LABELS(LIST("runs/v1.2", "runs/v1.3/"), LIST("v1.2", "v1.3"));
    CHECK_LABELS(LIST("x/fib.json", "x/fib.txt"), LIST("fib.json", "fib.txt"));
    CHECK_LABELS(LIST("r/before/fib.json", "r/after/fib.json"), LIST("before", "after"));
    CHECK_LABELS(LIST("r/1/a/fib.json", "r/2/b/fib.json"), LIST("1/a", "2/b"));
    CHECK_LABELS(LIST("f.json", "f.json", "f.json"), LIST("f", "f #2", "f #3"));
    CHECK_LABELS(LIST("-", "f.json"), LIST("(standard input)", "f"));
    CHECK_LABELS(LIST(".json"), LIST(".json"));
}

static void stems_tell_files_of_a_folder_apart(void **state)
{
    (void)state;
    static const struct {
        const char *path, *folder, *want;
    } cases[] = {
        {"ext4/write.txt", "ext4", "write"},
        {"ext4/write.2.txt", "ext4/", "write"},
        {"ext4/sub/write-10.dd.txt", "ext4", "sub/write-10"},
        {"x/1.txt", "x", "1"},
        {"./x/a.json.zst", "./x", "a"},
        {"load.json", "", "load"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        str got = compare_stem(&perm, str_from(cases[i].path), str_from(cases[i].folder));
        assert_string_equal(str_cz(&perm, got), cases[i].want);
    }
}

/* --- matching
 * --------------------------------------------------------------------------- */

/* A set from "command|param=value|tool|n" texts; n > 1 has a spread. */
typedef struct {
    const char *command, *param, *workload, *variant;
    double n;
} made;

static result_set set_of(const char *label, const made *all, ptrdiff_t n)
{
    reading *r = reading_new(&perm, str_from(label));
    for (ptrdiff_t i = 0; i < n; i++) {
        result *x =
            reading_add(&perm, r, S("stopwatch"), str_from(all[i].command), i + 1);
        x->workload = str_from(all[i].workload);
        x->variant = str_from(all[i].variant);
        if (all[i].param) {
            cut parts = str_cut(str_from(all[i].param), S("="));
            result_param(&perm, x, parts.head, parts.tail);
        }
        metric *m = result_add(&perm, x, S("wall_time"), i + 1);
        m->n = SOME(all[i].n);
        m->mean = SOME(1);
        m->stddev = all[i].n > 1 ? SOME(0.1) : (maybe){0};
    }
    set_part *part = NEW(&perm, set_part, 1);
    *part = (set_part){.reading = r};
    return (result_set){.label = str_from(label), .parts = part, .n = 1};
}

static match match_of(const result_set *sets, ptrdiff_t n)
{
    match m = {0};
    err e = {0};
    if (!compare_match(&perm, scratch, sets, n, &m, &e)) {
        fail_msg("%s", e.text);
    }
    return m;
}

static void check_names(const str *names, ptrdiff_t n, const char *const *want)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        assert_non_null(want[i]);
        assert_string_equal(str_cz(&perm, names[i]), want[i]);
    }
    assert_null(want[n]);
}

#define ROWS(m, ...)                                                                     \
    check_names((m).rows, (m).row_count, (const char *const[]){__VA_ARGS__, NULL})
#define COLUMNS(m, ...)                                                                  \
    check_names((m).columns, (m).column_count, (const char *const[]){__VA_ARGS__, NULL})

static void rows_are_commands_that_sets_share(void **state)
{
    (void)state;
    const made old[] = {{"a", 0, 0, 0, 5}, {"b", 0, 0, 0, 5}};
    const made new[] = {{"b", 0, 0, 0, 5}, {"c", 0, 0, 0, 5}};
    result_set sets[] = {set_of("old", old, 2), set_of("new", new, 2)};
    match m = match_of(sets, 2);
    ROWS(m, "a", "b", "c");
    COLUMNS(m, "old", "new");
    assert_int_equal(m.cells[0].n, 1);
    assert_int_equal(m.cells[1].n, 0); /* a is missing in new */
    assert_int_equal(m.cells[2].n, 1);
    assert_int_equal(m.cells[3].n, 1);
    assert_int_equal(m.cells[4].n, 0);
    assert_false(m.within_a_set);
}

static void labels_go_before_commands(void **state)
{
    (void)state;
    const made old[] = {{"a -O1", 0, "sort", "c", 5}, {"b -O1", 0, "sort", "go", 5}};
    const made new[] = {{"a -O2", 0, "sort", "c", 5}, {"b -O2", 0, "sort", "go", 5}};
    result_set sets[] = {set_of("old", old, 2), set_of("new", new, 2)};
    match m = match_of(sets, 2);
    ROWS(m, "sort/c", "sort/go");
}

static void one_result_each_matches_whatever_it_is(void **state)
{
    (void)state;
    const made a[] = {{"native", 0, 0, 0, 5}}, b[] = {{"docker run it", 0, 0, 0, 5}};
    result_set sets[] = {set_of("native", a, 1), set_of("docker", b, 1)};
    match m = match_of(sets, 2);
    ROWS(m, "");
    result_set same[] = {set_of("old", a, 1), set_of("new", a, 1)};
    m = match_of(same, 2);
    ROWS(m, "native");
}

static void of_one_set_the_commands_are_compared(void **state)
{
    (void)state;
    const made a[] = {{"x", 0, 0, 0, 5}, {"y", 0, 0, 0, 5}, {"x", 0, 0, 0, 5}};
    result_set one = set_of("all", a, 3);
    match m = match_of(&one, 1);
    ROWS(m, "");
    COLUMNS(m, "x", "y", "x #2");
    assert_true(m.within_a_set);
    const made b[] = {
        {"x", 0, "sort", "c", 5}, {"y", 0, "sort", "go", 5}, {"z", 0, "scan", "go", 5}};
    one = set_of("all", b, 3);
    m = match_of(&one, 1);
    ROWS(m, "sort", "scan");
    COLUMNS(m, "c", "go");
}

static void single_values_of_one_thing_are_repeats(void **state)
{
    (void)state;
    const made a[] = {{"x", 0, 0, 0, 1}, {"x", 0, 0, 0, 1}, {"x", 0, 0, 0, 1}};
    result_set sets[] = {set_of("old", a, 3), set_of("new", a, 2)};
    match m = match_of(sets, 2);
    ROWS(m, "x");
    assert_int_equal(m.cells[0].n, 3);
    assert_int_equal(m.cells[1].n, 2);
}

static void parameters_tell_results_of_one_command_apart(void **state)
{
    (void)state;
    const made a[] = {{"x", "c=1", 0, 0, 5}, {"x", "c=8", 0, 0, 5}};
    const made b[] = {{"x", "c=8", 0, 0, 5}};
    result_set sets[] = {set_of("old", a, 2), set_of("new", b, 1)};
    match m = match_of(sets, 2);
    ROWS(m, "x (c=1)", "x (c=8)");
    assert_int_equal(m.cells[3].n, 1);
}

static void what_shares_nothing_is_refused(void **state)
{
    (void)state;
    const made a[] = {{"a", 0, 0, 0, 5}, {"b", 0, 0, 0, 5}};
    const made b[] = {{"c", 0, 0, 0, 5}, {"d", 0, 0, 0, 5}};
    result_set sets[] = {set_of("one", a, 2), set_of("two", b, 2), set_of("none", a, 0)};
    match m = {0};
    err e = {0};
    assert_false(compare_match(&perm, scratch, sets, 2, &m, &e));
    assert_int_equal(e.code, ERR_USAGE);
    e = (err){0};
    assert_false(compare_match(&perm, scratch, sets + 2, 1, &m, &e));
    assert_string_equal(e.text, "there is no result");
    e = (err){0};
    result_set one = set_of("one", a, 1);
    assert_false(compare_match(&perm, scratch, &one, 1, &m, &e));
    assert_string_equal(e.text, "there is only one result");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_short_and_unique),
        cmocka_unit_test(stems_tell_files_of_a_folder_apart),
        cmocka_unit_test(rows_are_commands_that_sets_share),
        cmocka_unit_test(labels_go_before_commands),
        cmocka_unit_test(one_result_each_matches_whatever_it_is),
        cmocka_unit_test(of_one_set_the_commands_are_compared),
        cmocka_unit_test(single_values_of_one_thing_are_repeats),
        cmocka_unit_test(parameters_tell_results_of_one_command_apart),
        cmocka_unit_test(what_shares_nothing_is_refused),
    };
    perm = arena_open(1 << 26);
    scratch = arena_open(1 << 26);
    int failed = cmocka_run_group_tests_name("compare", tests, NULL, NULL);
    arena_close(&perm);
    arena_close(&scratch);
    return failed;
}
