#include "check.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/hash.h"
#include "import/byte_stream.h"

static arena perm;

static const char *says(const char *before, ptrdiff_t n, const char *behind)
{
    char *text = NEW(&perm, char, 200);
    snprintf(text, 200, "%s%td%s", before, n, behind);
    return text;
}

/* 300 kB that compress to a few, not to nothing. */
static str sample(void)
{
    ptrdiff_t n = 300000;
    char *text = NEW(&perm, char, n);
    uint32_t x = 1;
    for (ptrdiff_t i = 0; i < n; i++) {
        x = x * 1664525 + 1013904223;
        text[i] = i % 64 == 63 ? '\n' : (char)('a' + (x >> 24) % 4);
    }
    return (str){text, n};
}

static str joined(str a, str b)
{
    char *all = NEW(&perm, char, a.len + b.len + 1);
    memcpy(all, a.ptr, (size_t)a.len);
    memcpy(all + a.len, b.ptr, (size_t)b.len);
    return (str){all, a.len + b.len};
}

static str gzipped(str plain)
{
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    ptrdiff_t cap = (ptrdiff_t)deflateBound(&z, (uLong)plain.len);
    char *out = NEW(&perm, char, cap);
    z.next_in = (Bytef *)(uintptr_t)plain.ptr;
    z.avail_in = (uInt)plain.len;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)cap;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    ptrdiff_t n = (ptrdiff_t)z.total_out;
    deflateEnd(&z);
    return (str){out, n};
}

static str zstded(str plain)
{
    size_t cap = ZSTD_compressBound((size_t)plain.len);
    char *out = NEW(&perm, char, (ptrdiff_t)cap);
    size_t n = ZSTD_compress(out, cap, plain.ptr, (size_t)plain.len, 3);
    assert_false(ZSTD_isError(n));
    return (str){out, (ptrdiff_t)n};
}

/* All of `stored`, read `step` bytes at a time. */
static bool read_by(str stored, ptrdiff_t step, str *ret, err *e)
{
    source src = {.path = "x.gz", .bytes = stored};
    byte_stream *b = byte_stream_over(&perm, &src, true, e);
    if (!b) {
        return false;
    }
    ptrdiff_t cap = 1 << 20, len = 0;
    char *all = NEW(&perm, char, cap);
    ptrdiff_t n = 0;
    while ((n = byte_stream_read(b, all + len, step, e)) > 0) {
        len += n;
        assert_true(len + step <= cap);
    }
    str hash = {0};
    if (n == 0) {
        assert_int_equal(byte_stream_taken(b), stored.len);
        assert_true(byte_stream_sha256(&perm, b, &hash, e));
        assert_true(str_eq(hash, hash_sha256(&perm, stored)));
    }
    byte_stream_close(b);
    *ret = (str){all, len};
    return n == 0;
}

static void reads_every_coding(void **state)
{
    (void)state;
    str plain = sample();
    str zeros = {"\0\0\0\0\0\0\0", 7};
    str skipped = joined((str){"\x52\x2A\x4D\x18\x03\0\0\0abc", 11}, zstded(plain));
    str forms[] = {plain,
                   gzipped(plain),
                   zstded(plain),
                   skipped,
                   joined(gzipped(str_take(plain, 70000)),
                          joined(gzipped(S("")), gzipped(str_drop(plain, 70000)))),
                   joined(zstded(str_take(plain, 7)), zstded(str_drop(plain, 7))),
                   joined(gzipped(plain), zeros)};
    ptrdiff_t steps[] = {1, 977, 65536, 500000};
    for (ptrdiff_t i = 0; i < COUNTOF(forms); i++) {
        for (ptrdiff_t k = 0; k < COUNTOF(steps); k++) {
            str got;
            err e = {0};
            assert_true(read_by(forms[i], steps[k], &got, &e));
            assert_true(str_eq(got, plain));
        }
    }
}

static void reads_what_is_empty(void **state)
{
    (void)state;
    str got;
    err e = {0};
    assert_true(read_by(S(""), 10, &got, &e) && got.len == 0);
    assert_true(read_by(gzipped(S("")), 10, &got, &e) && got.len == 0);
    assert_true(read_by(zstded(S("")), 10, &got, &e) && got.len == 0);
}

static void refuses_cut_data(void **state)
{
    (void)state;
    str plain = str_take(sample(), 3000);
    str forms[] = {gzipped(plain), zstded(plain)};
    for (ptrdiff_t i = 0; i < COUNTOF(forms); i++) {
        for (ptrdiff_t n = 4; n < forms[i].len; n++) {
            str got;
            err e = {0};
            assert_false(read_by(str_take(forms[i], n), 4096, &got, &e));
            assert_int_equal(e.code, ERR_INPUT);
            check_str(str_from(e.text),
                      says("the compressed data end in the middle, at byte ", n, ""));
        }
    }
}

/* One flipped bit anywhere is an error (or, in a gzip header's free fields, the same
 * data). */
static void notices_damage(void **state)
{
    (void)state;
    str plain = str_take(sample(), 2000);
    str stored = gzipped(plain);
    ptrdiff_t unharmed = 0;
    for (ptrdiff_t i = 4; i < stored.len; i++) {
        arena mark = perm;
        str copy = joined(stored, S(""));
        ((char *)(uintptr_t)copy.ptr)[i] ^= 0x10;
        str got;
        err e = {0};
        if (read_by(copy, 4096, &got, &e)) {
            assert_true(str_eq(got, plain));
            unharmed++;
        } else {
            assert_int_equal(e.code, ERR_INPUT);
        }
        perm = mark;
    }
    assert_true(unharmed < 10);
    str got;
    err e = {0};
    assert_false(read_by(joined(stored, S("tail")), 4096, &got, &e));
    check_str(str_from(e.text), says("the compressed data are damaged before byte ",
                                     stored.len, ": more bytes stand behind their end"));
}

static void refuses_other_compressions(void **state)
{
    (void)state;
    str got;
    err e = {0};
    assert_false(read_by(S("BZh91AY&SY"), 10, &got, &e));
    check_str(str_from(e.text), "the file is compressed with bzip2");
    assert_false(read_by((str){"\xFD"
                               "7zXZ\0\0",
                               7},
                         10, &got, &e));
    check_str(str_from(e.text), "the file is compressed with xz");
}

static void bounds_what_is_loaded(void **state)
{
    (void)state;
    enum { MIB = 1 << 20 };
    str frame = zstded((str){NEW(&perm, char, MIB), MIB});
    str bomb = frame;
    for (ptrdiff_t n = MIB; n <= BYTE_STREAM_LOADED; n += MIB) {
        bomb = joined(bomb, frame);
    }
    source src = {.path = "bomb.zst", .bytes = bomb};
    assert_true(src.bytes.len < 100000);
    err e = {0};
    byte_stream *b = byte_stream_over(&perm, &src, false, &e);
    assert_non_null(b);
    str all;
    assert_false(byte_stream_rest(&perm, b, &all, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    check_str(str_from(e.text), "more than 256 MiB when unpacked");
    byte_stream_close(b);
}

static void reads_files(void **state)
{
    (void)state;
    str plain = sample(), stored = gzipped(plain);
    char path[] = "/tmp/broadsheet-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, stored.ptr, (size_t)stored.len) == stored.len);
    close(fd);
    err e = {0};
    byte_stream *b = byte_stream_open(&perm, path, true, &e);
    assert_non_null(b);
    assert_true(str_eq(byte_stream_head(b), str_take(plain, 65536)));
    str all, hash = {0};
    assert_true(byte_stream_rest(&perm, b, &all, &e) && str_eq(all, plain));
    assert_true(byte_stream_sha256(&perm, b, &hash, &e));
    assert_true(str_eq(hash, hash_sha256(&perm, stored)));
    byte_stream_close(b);
    unlink(path);
    assert_null(byte_stream_open(&perm, path, true, &e));
    check_str(str_from(e.text), "cannot open: No such file or directory");
    assert_int_equal(e.code, ERR_INPUT);
    assert_null(byte_stream_open(&perm, "/tmp", true, &e));
    assert_int_equal(e.code, ERR_INPUT);
}

static void hashes_known_bytes(void **state)
{
    (void)state;
    check_str(hash_sha256(&perm, S("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_str(hash_sha256(&perm, S("")),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    str text = sample();
    for (ptrdiff_t piece = 1; piece < 300; piece += 61) {
        hasher *h = hasher_new(&perm);
        for (str rest = text; rest.len > 0; rest = str_drop(rest, piece)) {
            hasher_add(h, str_take(rest, piece));
        }
        assert_true(str_eq(hasher_hex(&perm, h), hash_sha256(&perm, text)));
    }
}

int main(void)
{
    perm = arena_open((ptrdiff_t)1 << 36);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_coding),
        cmocka_unit_test(reads_what_is_empty),
        cmocka_unit_test(refuses_cut_data),
        cmocka_unit_test(notices_damage),
        cmocka_unit_test(refuses_other_compressions),
        cmocka_unit_test(bounds_what_is_loaded),
        cmocka_unit_test(reads_files),
        cmocka_unit_test(hashes_known_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
