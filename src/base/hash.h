/* hash.h - SHA-256, by which sources are known. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/str.h"

/* 64 lower-case hexadecimal digits, in perm. */
str hash_sha256(arena *perm, str bytes);

#endif
