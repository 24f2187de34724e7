/* byte_stream.h - the bytes of a file of any size, a buffer at a time. */
#ifndef IMPORT_BYTE_STREAM_H
#define IMPORT_BYTE_STREAM_H

#include "base/err.h"

/* An open file or standard input. Gzip and zstd are undone on the way, known by their
 * first bytes; files of several members too. Data that end in the middle, damaged data
 * and other compressions are errors. */
typedef struct byte_stream byte_stream;

/* NULL: *e is set. `want_hash`: keep the SHA-256 of the file's own bytes as they pass. */
MUST_USE byte_stream *byte_stream_open(arena *perm, const char *path, bool want_hash,
                                       err *e);

/* The same over bytes that are loaded already and outlive the stream. */
MUST_USE byte_stream *byte_stream_over(arena *perm, const source *src, bool want_hash,
                                       err *e);

/* The first bytes (at most 64 KiB), without taking them. */
str byte_stream_head(byte_stream *b);

/* Fills buf with up to cap bytes; 0 at the end; -1: *e is set. */
MUST_USE ptrdiff_t byte_stream_read(byte_stream *b, char *buf, ptrdiff_t cap, err *e);

/* All that is left, into perm (or a view of loaded bytes). More than BYTE_STREAM_LOADED
 * is ERR_LIMIT: only streams are read at any size. */
enum { BYTE_STREAM_LOADED = 256 << 20 };
MUST_USE bool byte_stream_rest(arena *perm, byte_stream *b, str *ret, err *e);

/* Of the file as it is stored. The hash reads what is left first; {0}: not wanted. */
int64_t byte_stream_taken(const byte_stream *b);
MUST_USE bool byte_stream_sha256(arena *perm, byte_stream *b, str *ret, err *e);

void byte_stream_close(byte_stream *b); /* NULL is fine */

#endif
