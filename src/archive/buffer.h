/* buffer.h - rows on their way into a table, many at a time. */
#ifndef ARCHIVE_BUFFER_H
#define ARCHIVE_BUFFER_H

#include "archive/store.h"

typedef struct {
    const char *table, *columns;
    int width;
    arena *texts; /* of the rows that wait; who owns it may forget them when n is 0 */
    cell *cells;
    ptrdiff_t n;
} row_buffer;

row_buffer buffer_make(arena *perm, arena *texts, const char *table, const char *columns,
                       int width);

/* Takes a copy of the row; writes all that wait when they are many. */
MUST_USE bool buffer_add(row_buffer *b, store *s, const cell *row, err *e);
MUST_USE bool buffer_flush(row_buffer *b, store *s, err *e);

#endif
