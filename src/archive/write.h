/* write.h - sources and their rows on their way into the archive, and out of it. */
#ifndef ARCHIVE_WRITE_H
#define ARCHIVE_WRITE_H

#include "archive/buffer.h"
#include "archive/metric_rows.h"

/* The model of a source as it is kept: whole, before any label was settled. */
str model_text(arena *perm, const reading *r, str name);

/* Which importers made a model: "0.1.0-2843957732-514337"; of another one's it isn't sure
 * that these would make the same. */
str importers_version(arena *perm);

typedef struct {
    str run, name, source, format, tool_version, options, raw, model;
    int64_t bytes;
} source_record;

MUST_USE bool source_write(store *s, arena scratch, str of_study, const source_record *r,
                           err *e);

/* Rows of results, series and metrics of one study, gathered and written together. */
typedef struct {
    store *s;
    str study;
    arena *perm, *waiting; /* waiting: rows that do, and their texts */
    row_buffer results, series;
    metric_rows metrics;
    /* Series that are there or will be: numbers by their IDs' hash, in a table whose size
     * is a power of two (0: free, else the number + 1); IDs by number. */
    uint32_t *known;
    str *ids;
    ptrdiff_t known_size, known_count;
    bool loaded, left; /* left: there may be series that nothing is left of */
} row_writer;

/* `waiting` is the writer's alone until it is closed, and empty after each flush. */
row_writer writer_open(arena *perm, arena *waiting, store *s, str study);
MUST_USE bool writer_add(row_writer *w, str of_run, str hash, const source_rows *rows,
                         err *e);

/* Takes the rows of a source away that were written before this writer was opened. */
MUST_USE bool writer_remove(row_writer *w, str hash, err *e);

/* Takes a source out, with its bytes and its rows; what is excluded stays so. */
MUST_USE bool source_remove(row_writer *w, str hash, err *e);

/* Writes what waits, and takes away series that nothing is left of. */
MUST_USE bool writer_flush(row_writer *w, err *e);
void writer_close(row_writer *w);

#endif
