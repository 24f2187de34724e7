#include "base/base.h"

#include "base/arena.h"
#include "check.h"

static arena a;

static void cut_keeps_both_sides(void **state)
{
    (void)state;
    cut c = str_cut(S("a: b: c"), S(": "));
    assert_true(c.found);
    check_str(c.head, "a");
    check_str(c.tail, "b: c");
    c = str_cut_last(S("a: b: c"), S(": "));
    assert_true(c.found);
    check_str(c.head, "a: b");
    check_str(c.tail, "c");
    c = str_cut(S("abc"), S(":"));
    assert_false(c.found);
    check_str(c.head, "abc");
    check_str(c.tail, "");
    c = str_cut((str){0}, S(":"));
    assert_false(c.found);
    assert_int_equal(c.head.len + c.tail.len, 0);
    assert_false(str_cut_last((str){0}, S(":")).found);
}

static void finding_and_comparing(void **state)
{
    (void)state;
    assert_int_equal(str_find(S("banana"), S("an")), 1);
    assert_int_equal(str_find(S("banana"), S("nab")), -1);
    assert_int_equal(str_find(S("an"), S("banana")), -1);
    assert_int_equal(str_find((str){0}, S("")), 0);
    assert_true(str_starts(S("banana"), S("ban")) && !str_starts(S("ba"), S("ban")));
    assert_true(str_ends(S("banana"), S("nana")) && !str_ends(S("na"), S("nana")));
    assert_true(str_starts((str){0}, S("")));
    assert_true(str_eq((str){0}, S("")) && !str_eq(S("a"), S("b")));
    assert_true(str_eq_nocase(S("Hyperfine"), S("hYPERFINE")));
    assert_false(str_eq_nocase(S("a"), S("ab")));
    assert_true(str_cmp(S("a"), S("ab")) < 0 && str_cmp(S("b"), S("ab")) > 0);
    assert_int_equal(str_cmp(S("ab"), S("ab")), 0);
    assert_true(str_cmp(S("\xC3\xA9"), S("z")) > 0); /* bytes are unsigned */
}

static void parts_are_clamped(void **state)
{
    (void)state;
    check_str(str_take(S("abc"), 2), "ab");
    check_str(str_take(S("abc"), 9), "abc");
    check_str(str_take(S("abc"), -1), "");
    check_str(str_drop(S("abc"), 1), "bc");
    check_str(str_drop(S("abc"), 9), "");
    assert_null(str_drop((str){0}, 3).ptr);
}

static void blanks(void **state)
{
    (void)state;
    check_str(str_trim(S(" \t\r\n a b \v\f")), "a b");
    check_str(str_trim(S("   ")), "");
    check_str(str_trim_left(S(" a ")), "a ");
    check_str(str_trim_right(S(" a ")), " a");
    str rest = S("  one two\tthree ");
    check_str(str_word(&rest), "one");
    check_str(str_word(&rest), "two");
    check_str(str_word(&rest), "three");
    check_str(str_word(&rest), "");
}

static void copies(void **state)
{
    (void)state;
    check_str(str_copy(&a, S("abc")), "abc");
    assert_null(str_copy(&a, (str){0}).ptr);
    assert_non_null(str_copy(&a, S("")).ptr); /* empty is not unstated */
    assert_string_equal(str_cz(&a, str_take(S("abcdef"), 3)), "abc");
    assert_string_equal(str_cz(&a, (str){0}), "");
    check_str(str_fmt(&a, "%d of %s", 3, "ten"), "3 of ten");
    check_str(str_fmt(&a, "%s", ""), "");
}

static void replacing(void **state)
{
    (void)state;
    check_str(str_replace(&a, S("a.b.c"), S("."), S("::")), "a::b::c");
    check_str(str_replace(&a, S("a::b"), S("::"), S("")), "ab");
    check_str(str_replace(&a, S("..."), S("."), S("x")), "xxx");
    check_str(str_replace(&a, S("abc"), S("."), S("x")), "abc");
}

static void slugs(void **state)
{
    (void)state;
    check_str(str_slug(&a, S("Recursive Fibonacci (38)")), "recursive-fibonacci-38");
    check_str(str_slug(&a, S("--a__b--")), "a-b");
    check_str(str_slug(&a, S("../../etc/passwd")), "etc-passwd");
    check_str(str_slug(&a, S("≡≡")), "");
}

static void distances(void **state)
{
    (void)state;
    assert_int_equal(str_distance(S("kitten"), S("sitting"), a), 3);
    assert_int_equal(str_distance(S("ab"), S("ba"), a), 1);
    assert_int_equal(str_distance(S(""), S("abc"), a), 3);
    assert_int_equal(str_distance(S("abc"), S("abc"), a), 0);
}

static void did_you_mean(void **state)
{
    (void)state;
    const str names[] = {S("variants"), S("workloads"), S("sources")};
    check_str(str_nearest(S("varaints"), names, 3, a), "variants");
    check_str(str_nearest(S("source"), names, 3, a), "sources");
    check_str(str_nearest(S("xyz"), names, 3, a), "");
    check_str(str_nearest(S(""), names, 3, a), "");
}

static void hashes(void **state)
{
    (void)state;
    assert_true(str_hash(S("wall_time")) == str_hash(S("wall_time")));
    /* a last byte alone reaches the high bits, too: they choose the way in a tree */
    int ways[4] = {0};
    for (char c = 'a'; c < 'a' + 24; c++) {
        ways[str_hash((str){&c, 1}) >> 62]++;
    }
    for (int i = 0; i < 4; i++) {
        assert_in_range(ways[i], 1, 14);
    }
}

int main(void)
{
    a = arena_open(1 << 24);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_keeps_both_sides),
        cmocka_unit_test(finding_and_comparing),
        cmocka_unit_test(parts_are_clamped),
        cmocka_unit_test(blanks),
        cmocka_unit_test(copies),
        cmocka_unit_test(replacing),
        cmocka_unit_test(slugs),
        cmocka_unit_test(distances),
        cmocka_unit_test(did_you_mean),
        cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
