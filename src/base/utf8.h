/* utf8.h - one character at a time, out of bytes that may be anything, and in. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

/* Length of the well-formed UTF-8 sequence that begins at bytes (1 to 4), 0: there is
 * none (a stray byte, an overlong form, a surrogate, beyond U+10FFFF, cut short). left >=
 * 1 bytes can be read. *code (may be NULL) is set when the result isn't 0. */
int utf8_at(const char *bytes, ptrdiff_t left, uint32_t *code);

/* Writes `code`, a scalar value, and returns how many bytes that took: 1 to 4. */
int utf8_encode(uint32_t code, char out[4]);

/* A name as it may stand within our sentences: written from right to left, it is set
 * apart (U+2068 … U+2069), so that figures beside it stay where they are; characters that
 * turn the direction of what follows are left out, and control characters are blanks.
 * Other names come back as they are. */
str utf8_isolated(arena *perm, str name);

#endif
