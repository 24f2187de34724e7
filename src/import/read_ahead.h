/* read_ahead.h - a stream's bytes in blocks, read and unpacked by another thread while
 * the last block is worked on. */
#ifndef IMPORT_READ_AHEAD_H
#define IMPORT_READ_AHEAD_H

#include "import/byte_stream.h"

/* What was left of the last block may be so long: a line that goes on. */
enum { READ_AHEAD_LEFT = 16 << 20 };

typedef struct read_ahead read_ahead;

/* `threads`: 1 reads when asked; 2 reads ahead from the second block on; 0 does so where
 * there is a second processor. Until read_ahead_close() nobody else may touch `from`.
 * NULL: *e is set (out of memory). */
MUST_USE read_ahead *read_ahead_open(byte_stream *from, int threads, err *e);

/* The next block, with `left` (of the block before, at most READ_AHEAD_LEFT) in front of
 * it, in one piece: it stays until the next call, and 16 bytes behind it may be read. A
 * block that is as long as `left` is the end. The bytes are the same, and so are the
 * blocks, whatever the threads. */
MUST_USE bool read_ahead_next(read_ahead *r, str left, str *ret, err *e);

/* Ends the thread. NULL is fine. */
void read_ahead_close(read_ahead *r);

#endif
