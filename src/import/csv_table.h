/* csv_table.h - RFC 4180 rows from a raw file, one at a time. */
#ifndef IMPORT_CSV_TABLE_H
#define IMPORT_CSV_TABLE_H

#include "base/err.h"

typedef struct {
    str *cells; /* unquoted; views into the source or the arena */
    ptrdiff_t n;
    ptrdiff_t line; /* where the row begins, from 1 */
    str raw;
} csv_row;

/* A cursor over the file. */
typedef struct {
    const source *src;
    str rest;
    ptrdiff_t line;
    char separator; /* ',' or ';' or tab, found from the header */
    csv_row header;
} csv_table;

/* Opens at the header. False: no header of at least two cells. */
bool csv_open(arena *perm, const source *src, csv_table *t);

/* The next row; blank lines are skipped. False at the end of the file, or with e->code
 * set where a quote is never closed. */
bool csv_next(arena *perm, csv_table *t, csv_row *ret, err *e);

/* Index of the column with this name, -1: none. */
ptrdiff_t csv_column(const csv_row *header, str name);

#endif
