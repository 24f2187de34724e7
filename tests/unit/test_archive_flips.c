/* A flipped bit in an archive's file is found by verify, or nothing that the archive says
 * depends on it. */
#include "base/base.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive.h"
#include "check.h"

/* Of the whole file, every so many bytes are tried; primes. With FLIPS=all more of them,
 * and of a stored source each bit instead of one a byte. */
enum { STEP = 997, SMALL_STEP = 13 };

static arena perm, scratch;
static char dir[] = "/tmp/broadsheet-test-XXXXXX";
static config site;
static str good; /* the archive's file */
static str good_rows;
static int fd;

/* --- the archive ----------------------------------------------------------------- */

static const char *in_dir(const char *name)
{
    return str_cz(&perm, str_fmt(&perm, "%s/%s", dir, name));
}

static void put(const char *name, int seconds)
{
    err e = {0};
    out *o = out_open(&perm, in_dir(name), &e);
    assert_non_null(o);
    out_fmt(o,
            "Benchmark 1: ./x --of %s\n"
            "  Time (mean ± σ):     %d.125 s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n"
            "  Range (min … max):   1.000 s … 99.000 s    10 runs\n",
            name, seconds);
    assert_true(out_commit(o, &e));
}

static archive open_archive(store_mode mode)
{
    archive a = {0};
    err e = {0};
    assert_true(archive_open(&perm, &site, mode, &a, &e));
    return a;
}

static void add(archive *a, const char *of_run, const char *name, int seconds)
{
    err e = {0};
    added done = {0};
    fact tag = {.name = S("commit"), .value = S("0123abcd")};
    const addition what = {.study = S("flips"),
                           .run = str_from(of_run),
                           .date = S("2026-03-01"),
                           .machine = S("oak"),
                           .variant = S("box"),
                           .tags = &tag};
    put(name, seconds);
    adding *ad = archive_add_begin(a, &what, &e);
    assert_non_null(ad);
    assert_true(archive_add_file(ad, in_dir(name), str_from(name), &done, &e));
    assert_true(archive_add_commit(ad, &e));
}

static found_id found(archive *a, const char *name)
{
    err e = {0};
    entry_line *lines = NULL;
    found_id id = {0};
    assert_true(archive_log(a, &perm, S("flips"), &lines, &e));
    for (const entry_line *l = lines; l; l = l->next) {
        if (str_eq(l->name, str_from(name)) && l->superseded_by.len == 0) {
            assert_true(archive_find(a, &perm, l->id, &id, &e));
            return id;
        }
    }
    fail_msg("no %s", name);
    return id;
}

static int set_up(void **state)
{
    (void)state;
    err e = {0};
    ptrdiff_t n = 0;
    perm = arena_open((ptrdiff_t)1 << 36);
    scratch = arena_open((ptrdiff_t)1 << 36);
    assert_non_null(mkdtemp(dir));
    site = (config){.root = dir, .practical_limit = 0.02};
    archive a = open_archive(STORE_WRITE);
    add(&a, "march", "kept.txt", 3);
    add(&a, "april", "left-out.txt", 4);
    add(&a, "may", "purged.txt", 5);
    add(&a, "june", "changed.txt", 6);
    add(&a, "june", "changed.txt", 7);
    found_id out_of = found(&a, "left-out.txt"), purged = found(&a, "purged.txt");
    assert_true(archive_exclude(&a, &out_of, S("the fan was off"), &e));
    assert_true(archive_purge(&a, &purged, S("a token"), &e));
    assert_true(archive_rename(&a, S("flips"), (labels){.variant = S("box")},
                               (labels){.variant = S("crate")}, &n, &e));
    archive_close(&a);
    source file = {0};
    assert_true(source_load(&perm, in_dir("archive.db"), &file, &e));
    good = str_copy(&perm, file.bytes);
    fd = open(in_dir("archive.db"), O_WRONLY);
    assert_true(fd >= 0);
    return 0;
}

/* --- what it says ---------------------------------------------------------------- */

/* All rows of all tables as one text; false: they can't be read. */
static bool all_rows(archive *a, arena *to, str *ret)
{
    static const char *const queries[] = {
        "SELECT * FROM study ORDER BY 1",
        "SELECT * FROM run ORDER BY 1, 2",
        "SELECT * FROM tag ORDER BY 1, 2, 3",
        "SELECT * FROM source ORDER BY 1, 2",
        "SELECT * FROM content ORDER BY 1, 2",
        "SELECT * FROM result ORDER BY 1, 2, 3",
        "SELECT * FROM series ORDER BY 1, 2",
        "SELECT * FROM metric ORDER BY 1, 2, 3, 4",
        "SELECT * FROM recent ORDER BY 1, 2, 3, 4",
        "SELECT * FROM exclusion ORDER BY 1, 2",
        "SELECT * FROM seal ORDER BY 1, 2",
        "SELECT * FROM tombstone ORDER BY 1, 2",
        "SELECT * FROM alias ORDER BY 1, 2, 3",
    };
    out *o = out_memory(to);
    int got = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(queries) && got == 0; i++) {
        err e = {0};
        store_rows *rows = NULL;
        cell row[STORE_WIDEST] = {0};
        if (!a->s->ops->query(a->s, queries[i], NULL, 0, &rows, &e)) {
            return false;
        }
        while ((got = a->s->ops->next(rows, row, &e)) > 0) {
            for (int k = 0; k < 12; k++) {
                out_fmt(o, "%d %" PRId64 " %g ", (int)row[k].kind, row[k].i, row[k].d);
                out_str(o, row[k].s);
            }
        }
        a->s->ops->end(rows);
    }
    *ret = out_text(o);
    return got == 0;
}

typedef struct {
    ptrdiff_t n;
    char last[800];
} told;

static void tell(void *context, const char *what)
{
    told *t = context;
    t->n++;
    if (strstr(what, "kept.txt") || t->n == 1) {
        snprintf(t->last, sizeof t->last, "%s", what);
    }
}

/* What became of a flip: an error or a finding, or all rows are what they were. */
typedef enum { IT_IS_TOLD, NOTHING_CHANGED, IT_LIES } verdict;

static verdict look(told *t)
{
    arena tmp = scratch;
    archive a = {0};
    err e = {0};
    *t = (told){0};
    if (!archive_open(&tmp, &site, STORE_READ, &a, &e)) {
        return IT_IS_TOLD;
    }
    verification v = {.tell = tell, .context = t};
    bool whole = archive_verify(&a, false, &v, &e);
    str rows = {0};
    verdict is = !whole || v.findings > 0                               ? IT_IS_TOLD
                 : all_rows(&a, &tmp, &rows) && str_eq(rows, good_rows) ? NOTHING_CHANGED
                                                                        : IT_LIES;
    archive_close(&a);
    return is;
}

static verdict with_flip(ptrdiff_t at, int bit, told *t)
{
    char byte = (char)(good.ptr[at] ^ (1 << bit));
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    verdict is = look(t);
    assert_int_equal(pwrite(fd, &good.ptr[at], 1, at), 1);
    return is;
}

/* --- the tests ------------------------------------------------------------------- */

static void unflipped(void **state)
{
    (void)state;
    told t;
    archive a = open_archive(STORE_READ);
    assert_true(all_rows(&a, &perm, &good_rows));
    archive_close(&a);
    assert_int_equal(look(&t), NOTHING_CHANGED);
}

static bool all(void)
{
    return getenv("FLIPS") != NULL;
}

/* Every byte of a stored file and of its model: its name is told. */
static void source_bits(void **state)
{
    (void)state;
    archive a = open_archive(STORE_READ);
    err e = {0};
    first_row row;
    found_id id = found(&a, "kept.txt");
    const cell key[] = {CELL_T(id.study), CELL_B(id.source)};
    assert_true(store_first(&perm, a.s,
                            "SELECT raw, model FROM content"
                            " WHERE study = ?1 AND source = ?2",
                            key, 2, &row, &e));
    archive_close(&a);
    for (int i = 0; i < 2; i++) {
        ptrdiff_t first = str_find(good, row.at[i].s);
        assert_true(first >= 0);
        for (ptrdiff_t k = 0; k < 8 * row.at[i].s.len; k += all() ? 1 : 9) {
            told t;
            if (with_flip(first + k / 8, (int)(k % 8), &t) != IT_IS_TOLD
                || !strstr(t.last, "kept.txt")) {
                fail_msg("%s, bit %td of byte %td: '%s'", i ? "model" : "file", k % 8,
                         k / 8, t.last);
            }
        }
    }
}

/* All over the file: no flip makes it say something else and nothing of it. */
static void file_bits(void **state)
{
    (void)state;
    ptrdiff_t found_out = 0;
    for (ptrdiff_t at = 0; at < good.len; at += all() ? SMALL_STEP : STEP) {
        told t;
        int bit = (int)(at % 8);
        verdict is = with_flip(at, bit, &t);
        found_out += is == IT_IS_TOLD;
        if (is == IT_LIES) {
            fail_msg("bit %d of byte %td, and nothing is told: '%.*s'", bit, at, 40,
                     good.ptr + (at > 20 ? at - 20 : 0));
        }
    }
    assert_true(found_out > 0);
}

static int tear_down(void **state)
{
    (void)state;
    close(fd);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unflipped),
        cmocka_unit_test(source_bits),
        cmocka_unit_test(file_bits),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
