#include "base/base.h"

#include "archive/buffer.h"

enum { MOST = 64 };

row_buffer buffer_make(arena *perm, arena *texts, const char *table, const char *columns,
                       int width)
{
    return (row_buffer){.table = table,
                        .columns = columns,
                        .width = width,
                        .texts = texts,
                        .cells = NEW(perm, cell, (ptrdiff_t)MOST * width)};
}

bool buffer_add(row_buffer *b, store *s, const cell *row, err *e)
{
    cell *to = b->cells + b->n * b->width;
    for (int i = 0; i < b->width; i++) {
        to[i] = row[i];
        if (row[i].kind == CELL_TEXT || row[i].kind == CELL_BLOB) {
            to[i].s = str_copy(b->texts, row[i].s);
        }
    }
    return ++b->n < MOST || buffer_flush(b, s, e);
}

static void row_of(const void *context, ptrdiff_t i, cell *cells)
{
    const row_buffer *b = context;
    memcpy(cells, b->cells + i * b->width, (size_t)b->width * sizeof *cells);
}

bool buffer_flush(row_buffer *b, store *s, err *e)
{
    const row_batch rows = {.table = b->table,
                            .columns = b->columns,
                            .width = b->width,
                            .n = b->n,
                            .row = row_of,
                            .context = b};
    bool ok = b->n == 0 || s->ops->append(s, &rows, e);
    b->n = 0;
    return ok;
}
