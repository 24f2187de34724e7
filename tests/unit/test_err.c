#include "base/base.h"

#include "base/err.h"
#include "check.h"

static arena a;

static void places_count_from_one(void **state)
{
    (void)state;
    source src = {.path = "x.txt", .bytes = S("one\ntwo bad\n")};
    err e = {0};
    assert_false(err_at(&e, &src, (str){src.bytes.ptr + 8, 3}, "'%s'", "bad"));
    assert_int_equal(e.code, ERR_INPUT);
    assert_int_equal(e.line, 2);
    assert_int_equal(e.col, 5);
    assert_string_equal(e.text, "'bad'");
    err_at(&e, &src, str_take(src.bytes, 3), "x");
    assert_true(e.line == 1 && e.col == 1);
    src.prose = true;
    err_at(&e, &src, src.bytes, "x");
    assert_int_equal(e.code, ERR_USAGE);
    assert_int_equal(source_line(&src, str_drop(src.bytes, 12)), 3);
    assert_int_equal(source_line(&(source){0}, (str){0}), 1);
    src.prose = false;
    err_at(&e, &src, S("elsewhere"), "x"); /* not out of this file */
    assert_true(e.line == 0 && e.col == 0);
    assert_int_equal(source_line(&src, S("elsewhere")), 0);
    err_at(&e, &src, (str){0}, "x");
    assert_true(e.line == 0 && e.col == 0);
}

/* What err_print() writes, without the end of the line. */
static str printed(const err *e, bool is_warning)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    assert_non_null(f);
    err_print(e, is_warning, f);
    fclose(f);
    str copy = str_copy(&a, (str){text, (ptrdiff_t)n});
    free(text);
    return copy;
}

static void one_form_everywhere(void **state)
{
    (void)state;
    err e = {.code = ERR_INPUT, .path = "fib.json", .line = 14, .col = 15, .text = "bad"};
    check_str(printed(&e, false), "broadsheet: fib.json:14:15: bad\n");
    e.col = 0;
    check_str(printed(&e, false), "broadsheet: fib.json:14: bad\n");
    e.line = 0;
    err_hint(&e, "Try %d.", 2);
    check_str(printed(&e, true), "broadsheet: fib.json: warning: bad\n  hint: Try 2.\n");
    e.path = NULL;
    check_str(printed(&e, false), "broadsheet: bad\n  hint: Try 2.\n");
}

static void nothing_in_a_name_moves_the_cursor(void **state)
{
    (void)state;
    err e = {.path = "a\nb\x1b[2J\u202Egnp.txt",
             .line = 2,
             .text = "'\xFF\t\u6F22\xC2\x9B'",
             .hint = "See \r\u2066."};
    check_str(
        printed(&e, false),
        "broadsheet: a\\u000Ab\\u001B[2J\\u202Egnp.txt:2: '\\xFF\\u0009\u6F22\\u009B'\n"
        "  hint: See \\u000D\\u2066.\n");
}

static void long_texts_are_cut_not_overrun(void **state)
{
    (void)state;
    char *big = NEW(&a, char, 2000);
    memset(big, 'x', 1999);
    err e = {0};
    err_set(&e, ERR_IO, NULL, "%s", big);
    assert_int_equal(strlen(e.text), sizeof e.text - 1);
    err_hint(&e, "%s", big);
    assert_int_equal(strlen(e.hint), sizeof e.hint - 1);
    err_set(&e, ERR_IO, NULL, "new");
    assert_string_equal(e.hint, ""); /* set anew: no stale hint */
}

static void statuses(void **state)
{
    (void)state;
    assert_int_equal(err_exit_status(ERR_NONE), 0);
    assert_int_equal(err_exit_status(ERR_CHECK), 1);
    assert_int_equal(err_exit_status(ERR_USAGE), 2);
    assert_int_equal(err_exit_status(ERR_INPUT), 3);
    assert_int_equal(err_exit_status(ERR_LIMIT), 3);
    assert_int_equal(err_exit_status(ERR_IO), 4);
}

static void warnings_keep_their_order(void **state)
{
    (void)state;
    warnings w = {.perm = &a};
    err e = {.text = "first"};
    warn_add(&w, &e);
    snprintf(e.text, sizeof e.text, "second");
    warn_add(&w, &e);
    assert_int_equal(w.n, 2);
    assert_string_equal(w.first->e.text, "first");
    assert_string_equal(w.first->next->e.text, "second");
    assert_ptr_equal(w.first->next, w.last);
    assert_null(w.last->next);
}

int main(void)
{
    a = arena_open(1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_count_from_one),
        cmocka_unit_test(one_form_everywhere),
        cmocka_unit_test(nothing_in_a_name_moves_the_cursor),
        cmocka_unit_test(long_texts_are_cut_not_overrun),
        cmocka_unit_test(statuses),
        cmocka_unit_test(warnings_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
