#include "base/base.h"

#include <sha2.h>

#include "base/hash.h"

str hash_sha256(arena *perm, str bytes)
{
    SHA2_CTX ctx;
    SHA256Init(&ctx);
    SHA256Update(&ctx, (const uint8_t *)bytes.ptr, (size_t)bytes.len);
    char *hex = NEW(perm, char, SHA256_DIGEST_STRING_LENGTH);
    SHA256End(&ctx, hex);
    return (str){hex, SHA256_DIGEST_STRING_LENGTH - 1};
}
