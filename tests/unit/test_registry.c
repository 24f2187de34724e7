/* Walks the registry of importers: what every row owes to the others. */
#include "base/base.h"

#include "check.h"
#include "import/import.h"

static arena a, scratch;

static void every_row_is_complete(void **state)
{
    (void)state;
    assert_true(importer_count() > 0);
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        const importer *row = importer_at(i);
        assert_true(row->name[0] && row->tool[0] && row->shape[0]);
        assert_true(row->block || row->json_claims || row->table_claims
                    || row->stream_claims);
        assert_true(!row->json_claims == !row->json_read);
        assert_true(!row->table_claims == !row->table_read);
        assert_true(!row->stream_claims == !row->stream_read);
    }
}

/* Users type names, archives store them; a name that is another's tool would be both. */
static void names_are_unique(void **state)
{
    (void)state;
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        for (ptrdiff_t k = 0; k < importer_count(); k++) {
            const importer *x = importer_at(i), *y = importer_at(k);
            assert_true(i == k || strcmp(x->name, y->name) != 0);
            assert_true(i == k || strcmp(x->name, y->tool) != 0
                        || strcmp(x->tool, y->tool) == 0);
        }
    }
}

static bool reads(str bytes, const char *as)
{
    import_options options = {.as = str_from(as)};
    source src = {.path = "x", .bytes = bytes};
    reading *r = NULL;
    err e = {0};
    bool ok = import_source(&a, scratch, &src, &options, &r, &e);
    assert_true(ok == (r != NULL) && ok == (e.code == ERR_NONE));
    arena_reset(&a);
    return ok;
}

static void nothing_is_read_from_nothing(void **state)
{
    (void)state;
    const str nothings[] = {S(""),   S("\n\n\n"), S("hello\n"),   S("{}"),
                            S("[]"), S("\0\0\0"), S("a,b\n1,2\n")};
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        for (ptrdiff_t k = 0; k < COUNTOF(nothings); k++) {
            if (reads(nothings[k], importer_at(i)->name)) {
                print_error("%s read case %td\n", importer_at(i)->name, k);
                fail();
            }
        }
    }
}

static void an_unknown_name_has_a_neighbour(void **state)
{
    (void)state;
    import_options options = {.as = S("hyperfin-text")};
    source src = {.path = "x", .bytes = S("x")};
    reading *r = NULL;
    err e = {0};
    assert_false(import_source(&a, scratch, &src, &options, &r, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_string_equal(e.text, "unknown format 'hyperfin-text'");
    assert_true(str_has(str_from(e.hint), S("'hyperfine-text'")));
}

int main(void)
{
    a = arena_open((ptrdiff_t)1 << 30);
    scratch = arena_open((ptrdiff_t)1 << 30);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(nothing_is_read_from_nothing),
        cmocka_unit_test(an_unknown_name_has_a_neighbour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
