/* hash.h - SHA-256, by which sources are known. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/str.h"

/* 64 lower-case hexadecimal digits, in perm. */
str hash_sha256(arena *perm, str bytes);

/* The same for bytes that come in pieces. */
typedef struct hasher hasher;
hasher *hasher_new(arena *perm);
void hasher_add(hasher *h, str bytes);
str hasher_hex(arena *perm, hasher *h); /* ends it */

#endif
