/* write.h - sources and their rows on their way into the archive, and out of it. */
#ifndef ARCHIVE_WRITE_H
#define ARCHIVE_WRITE_H

#include "archive/buffer.h"
#include "archive/rows.h"

/* The model of a source as it is kept: JSON, before any label was settled. */
str model_text(arena *perm, const reading *r, str name);

typedef struct {
    str run, name, source, format, tool_version, options, raw, model;
    int64_t bytes;
} source_record;

MUST_USE bool source_write(store *s, str of_study, const source_record *r, err *e);

/* Rows of results and metrics, gathered and written together. */
typedef struct {
    store *s;
    str study;
    row_buffer results, metrics;
    arena perm;
    str *known; /* series that are there already: a table by hash, a power of two */
    ptrdiff_t known_size, known_count;
} row_writer;

row_writer writer_open(arena *perm, store *s, str study);
MUST_USE bool writer_add(row_writer *w, str of_run, str hash, const source_rows *rows,
                         err *e);
MUST_USE bool writer_flush(row_writer *w, err *e);
void writer_close(row_writer *w);

/* Takes the rows of a source away, and series that nothing is left of. */
MUST_USE bool rows_remove(store *s, str of_study, str hash, err *e);

#endif
