/* byte_stream.h - the bytes of a file of any size, a buffer at a time. */
#ifndef IMPORT_BYTE_STREAM_H
#define IMPORT_BYTE_STREAM_H

#include "base/err.h"

/* An open file or standard input. Gzip and zstd are undone on the way. */
typedef struct byte_stream byte_stream;

/* NULL: *e is set. */
MUST_USE byte_stream *byte_stream_open(arena *perm, const char *path, err *e);

/* The first bytes (at most 64 KiB), without taking them. */
str byte_stream_head(byte_stream *b);

/* Fills buf with up to cap bytes; 0 at the end; -1: *e is set. */
MUST_USE ptrdiff_t byte_stream_read(byte_stream *b, char *buf, ptrdiff_t cap, err *e);

/* All that is left, into perm. */
MUST_USE bool byte_stream_rest(arena *perm, byte_stream *b, str *ret, err *e);

int64_t byte_stream_taken(const byte_stream *b); /* bytes of the file as stored */
void byte_stream_close(byte_stream *b);          /* NULL is fine */

#endif
