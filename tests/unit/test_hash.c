#include "check.h"

#include <sha2.h>

#include "base/hash.h"

static arena perm;

static void hashes_what_is_published(void **unused)
{
    (void)unused;
    /* FIPS 180-4's own examples, and its million letters */
    check_str(hash_sha256(&perm, S("")),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_str(hash_sha256(&perm, S("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_str(
        hash_sha256(&perm, S("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *letters = NEW(&perm, char, 1000000);
    memset(letters, 'a', 1000000);
    check_str(hash_sha256(&perm, (str){letters, 1000000}),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Whichever way the processor offers, libmd's is the measure; pieces don't matter. */
static void hashes_as_libmd_does(void **unused)
{
    (void)unused;
    uint8_t bytes[700];
    uint32_t x = 1;
    for (int i = 0; i < 700; i++) {
        x = x * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(x >> 24);
    }
    for (ptrdiff_t n = 0; n <= 700; n++) {
        char want[SHA256_DIGEST_STRING_LENGTH];
        SHA256Data(bytes, (size_t)n, want);
        str all = {(const char *)bytes, n};
        check_str(hash_sha256(&perm, all), want);
        for (ptrdiff_t piece = 1; piece < 200; piece += 31) {
            hasher *h = hasher_new(&perm);
            for (str rest = all; rest.len > 0; rest = str_drop(rest, piece)) {
                hasher_add(h, str_take(rest, piece));
            }
            check_str(hasher_hex(&perm, h), want);
        }
    }
}

int main(void)
{
    perm = arena_open((ptrdiff_t)1 << 30);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_what_is_published),
        cmocka_unit_test(hashes_as_libmd_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
