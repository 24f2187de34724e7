#include "base/base.h"

#include "base/json.h"
#include "check.h"

static arena a;

static const json *parsed(const char *text, source *src)
{
    *src = (source){.path = "x.json", .bytes = str_from(text)};
    json *root = NULL;
    err e = {0};
    if (!json_parse(&a, src, src->bytes, &root, NULL, &e)) {
        print_error("%td:%td: %s\n", e.line, e.col, e.text);
        fail();
    }
    return root;
}

static void every_value_knows_its_bytes(void **state)
{
    (void)state;
    source src;
    const json *root =
        parsed("{ \"a\" : [1, -2.50e1 ,true, null],\n \"b\\n\":\"x\\u00e9\","
               "\"o\":{\"k\": {}}}",
               &src);
    assert_int_equal(root->kind, JSON_OBJECT);
    assert_int_equal(root->count, 3);
    const json *list = json_get(root, S("a"));
    check_str(list->raw, "[1, -2.50e1 ,true, null]");
    assert_int_equal(list->count, 4);
    const json *v = list->first;
    check_str(v->raw, "1");
    check_double(v->num, 1);
    v = v->next;
    check_str(v->raw, "-2.50e1");
    check_double(v->num, -25);
    v = v->next;
    assert_true(v->kind == JSON_BOOL && v->truth);
    v = v->next;
    assert_int_equal(v->kind, JSON_NULL);
    check_str(v->raw, "null");
    assert_null(v->next);
    const json *b = json_get(root, S("b\n"));
    check_str(b->text, "xé");
    check_str(b->raw, "\"x\\u00e9\"");
    assert_int_equal(source_line(&src, b->raw), 2);
    check_str(json_get(json_get(root, S("o")), S("k"))->raw, "{}");
}

/* A C string would end there, and two names become one. */
static void nul_in_a_string(void **state)
{
    (void)state;
    source src;
    const json *root = parsed("{\"a\\u0000b\": \"\\u0000x\\\\u0000\\u00e9\\uD83D\\uDE00"
                              "\\u20ac\\n\\u0000\", \"a\": 1}",
                              &src);
    assert_int_equal(root->count, 2);
    const json *v = json_get(root, S("a\xEF\xBF\xBD"
                                     "b"));
    assert_non_null(v);
    check_str(v->text, "\xEF\xBF\xBDx\\u0000é😀€\n\xEF\xBF\xBD");
    check_double(json_get(root, S("a"))->num, 1);
    char bytes[] = "[\"p\0q\"]";
    src.bytes = (str){bytes, (ptrdiff_t)sizeof bytes - 1};
    json *list = NULL;
    err e = {0};
    assert_true(json_parse(&a, &src, src.bytes, &list, NULL, &e));
    check_str(list->first->text, "p\xEF\xBF\xBDq");
}

static void decoding(void **state)
{
    (void)state;
    check_str(json_decode(&a, S("plain")), "plain");
    check_str(json_decode(&a, S("\\\"\\\\\\/\\b\\f\\n\\r\\t")), "\"\\/\b\f\n\r\t");
    check_str(json_decode(&a, S("\\u0041\\u00e9\\u20AC\\ud83d\\ude00")), "Aé€😀");
    check_str(json_decode(&a, S("a\\u0000b")), "a\xEF\xBF\xBD"
                                               "b");
    check_str(json_decode(&a, S("\\ud83dx")), "\xEF\xBF\xBDx");
    check_str(json_decode(&a, S("\\ude00\\ud83d\\u0041")), "\xEF\xBF\xBD\xEF\xBF\xBD"
                                                           "A");
    check_str(json_decode(&a, S("\\u12")),
              "u12"); /* no JSON: nothing is read behind it */
    check_str(json_decode(&a, S("\\")), "\\");
}

static void getting(void **state)
{
    (void)state;
    source src;
    const json *root = parsed("{\"a\": 1, \"a\": 2}", &src);
    assert_int_equal(root->count, 2);
    check_double(json_get(root, S("a"))->num, 2); /* the last of a repeated key */
    assert_null(json_get(root, S("A")));
    assert_null(json_get(NULL, S("a")));
    assert_null(json_get(root->first, S("a")));
    assert_string_equal(json_kind_name(root->kind), "an object");
}

static void strings_with_quotes_and_brackets(void **state)
{
    (void)state;
    source src;
    const json *root = parsed("[\"a\\\"]\", \"\\\\\", \"{,:\", 7]", &src);
    check_str(root->first->text, "a\"]");
    check_str(root->first->next->text, "\\");
    check_str(root->first->next->next->text, "{,:");
    check_double(root->first->next->next->next->num, 7);
}

static void documents_one_behind_the_other(void **state)
{
    (void)state;
    source src = {.path = "x", .bytes = S("{\"a\":1}\n[2] tail")};
    str rest = {0};
    json *root = NULL;
    err e = {0};
    assert_true(json_parse(&a, &src, src.bytes, &root, &rest, &e));
    assert_true(json_parse(&a, &src, rest, &root, &rest, &e));
    check_double(root->first->num, 2);
    check_str(str_trim(rest), "tail");
    root = NULL;
    assert_false(json_parse(&a, &src, src.bytes, &root, NULL, &e));
    assert_null(root);
    assert_string_equal(e.text, "more text behind the end of the JSON");
    assert_int_equal(e.line, 2);
}

static void errors_point(void **state)
{
    (void)state;
    const struct {
        const char *text;
        ptrdiff_t line, col;
        const char *says;
    } rows[] = {
        {"", 1, 1, "the JSON ends in the middle"},
        {"{\n  \"mean\": 1,\n", 3, 1, "the JSON ends in the middle"},
        {"{\n  \"mean\": abc}", 2, 11, "not valid JSON at 'abc'"},
        {"[1, 1e999]", 1, 5, "'1e999' is not a number that can be held"},
        {"[1 2]", 1, 4, "not valid JSON at '2'"},
        {"[\"open", 1, 7, "the JSON ends in the middle"},
        {"{\"a\":", 1, 6, "the JSON ends in the middle"},
        {"{\"a\": 1]", 1, 8, "not valid JSON at ']'"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(rows); i++) {
        source src = {.path = "x.json", .bytes = str_from(rows[i].text)};
        json *root = NULL;
        err e = {0};
        assert_false(json_parse(&a, &src, src.bytes, &root, NULL, &e));
        assert_null(root);
        assert_int_equal(e.code, ERR_INPUT);
        assert_int_equal(e.line, rows[i].line);
        assert_int_equal(e.col, rows[i].col);
        assert_string_equal(e.text, rows[i].says);
    }
    source prose = {.path = "study.yaml", .bytes = S("nope"), .prose = true};
    json *root = NULL;
    err e = {0};
    assert_false(json_parse(&a, &prose, prose.bytes, &root, NULL, &e));
    assert_int_equal(e.code, ERR_USAGE);
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    enum { FITS = 200, MANY = 100000 };
    char *text = NEW(&a, char, 2 * MANY);
    memset(text, '[', FITS);
    memset(text + FITS, ']', FITS);
    source src = {.path = "deep", .bytes = {text, 2 * FITS}};
    json *root = NULL;
    err e = {0};
    assert_true(json_parse(&a, &src, src.bytes, &root, NULL, &e));
    memset(text, '[', 500);
    memset(text + 500, ']', 500);
    src.bytes.len = 1000;
    assert_false(json_parse(&a, &src, src.bytes, &root, NULL, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    assert_string_equal(e.text, "the JSON is nested deeper than 200 levels");
    memset(text, '[', 2 * MANY);
    src.bytes.len = 2 * MANY;
    assert_false(json_parse(&a, &src, src.bytes, &root, NULL, &e));
}

static void written_with_commas_and_indents(void **state)
{
    (void)state;
    json_writer w = {.o = out_memory(&a)};
    json_open(&w, '{');
    json_key(&w, S("n"));
    json_int(&w, -3);
    json_key(&w, S("list"));
    json_open(&w, '[');
    json_num(&w, 0.1);
    json_bool(&w, false);
    json_close(&w, ']');
    json_key(&w, S("none"));
    json_open(&w, '{');
    json_close(&w, '}');
    json_key(&w, S("null"));
    json_null(&w);
    json_close(&w, '}');
    check_str(out_text(w.o), "{\n  \"n\": -3,\n  \"list\": [\n    0.1,\n    false\n  ],\n"
                             "  \"none\": {},\n  \"null\": null\n}");
    w = (json_writer){.o = out_memory(&a), .one_line = true};
    json_open(&w, '[');
    json_int(&w, 1);
    json_int(&w, 2);
    json_close(&w, ']');
    check_str(out_text(w.o), "[1, 2]");
}

static void strings_fit_a_script_and_utf8(void **state)
{
    (void)state;
    const struct {
        str text;
        const char *want;
    } rows[] = {
        {S("a\"b\\c"), "\"a\\\"b\\\\c\""},
        {S("\n\t\r\x01\x7f"), "\"\\n\\t\\r\\u0001\\u007f\""},
        {S("</script>"), "\"\\u003c/script>\""},
        {S("é≡\U0001F600"), "\"é≡\U0001F600\""},
        {S("a\xFFz\xC3"), "\"a\uFFFDz\uFFFD\""},
        {S("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\""}, /* a surrogate */
        {S("a\0b"), "\"a\uFFFD"
                    "b\""},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(rows); i++) {
        json_writer w = {.o = out_memory(&a)};
        json_str(&w, rows[i].text);
        check_str(out_text(w.o), rows[i].want);
    }
    json_writer w = {.o = out_memory(&a)};
    json_num(&w, (double)INFINITY);
    check_str(out_text(w.o), "null");
}

int main(void)
{
    a = arena_open((ptrdiff_t)1 << 30);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_knows_its_bytes),
        cmocka_unit_test(nul_in_a_string),
        cmocka_unit_test(decoding),
        cmocka_unit_test(getting),
        cmocka_unit_test(strings_with_quotes_and_brackets),
        cmocka_unit_test(documents_one_behind_the_other),
        cmocka_unit_test(errors_point),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(written_with_commas_and_indents),
        cmocka_unit_test(strings_fit_a_script_and_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
