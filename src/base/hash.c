#include "base/base.h"

#include <sha2.h>

#include "base/hash.h"

struct hasher {
    SHA2_CTX ctx;
};

hasher *hasher_new(arena *perm)
{
    hasher *h = NEW(perm, hasher, 1);
    SHA256Init(&h->ctx);
    return h;
}

void hasher_add(hasher *h, str bytes)
{
    SHA256Update(&h->ctx, (const uint8_t *)bytes.ptr, (size_t)bytes.len);
}

str hasher_hex(arena *perm, hasher *h)
{
    char *hex = NEW(perm, char, SHA256_DIGEST_STRING_LENGTH);
    SHA256End(&h->ctx, hex);
    return (str){hex, SHA256_DIGEST_STRING_LENGTH - 1};
}

str hash_sha256(arena *perm, str bytes)
{
    hasher *h = hasher_new(perm);
    hasher_add(h, bytes);
    return hasher_hex(perm, h);
}
