/* hyperfine_table.h - what hyperfine's Markdown, AsciiDoc and Org tables share. */
#ifndef IMPORT_HYPERFINE_TABLE_H
#define IMPORT_HYPERFINE_TABLE_H

#include "import/hyperfine_common.h"

enum { TABLE_MOST_COLUMNS = 12, TABLE_LONGEST_ROW = 200 /* lines */ };

typedef enum {
    COLUMN_OTHER,
    COLUMN_COMMAND,
    COLUMN_MEAN,
    COLUMN_MIN,
    COLUMN_MAX,
    COLUMN_MIN_MAX, /* "5.7…12.0", up to 1.5 (AsciiDoc: 1.12) */
    COLUMN_RELATIVE,
} column;

typedef struct {
    str s;
    ptrdiff_t at; /* index of the text line where it begins */
} table_cell;

typedef struct table_row {
    struct table_row *next;
    hyperfine_figures f;
    str command, relative;
    ptrdiff_t first, mean, last; /* text lines */
} table_row;

typedef struct {
    import *in;
    const text *t;
    column kinds[TABLE_MOST_COLUMNS];
    ptrdiff_t n;
    int exponent;   /* of the unit in the header */
    ptrdiff_t head; /* the text line with the header */
    char quote;     /* around commands: '`' or '=' */
    table_row *rows, **rows_end;
} table;

/* Cuts `s` at bars that no backslash stands before; the outer ones are optional. Returns
 * how many cells there are, of which at most `most` are in ret. */
ptrdiff_t table_cells(str s, str *ret, ptrdiff_t most);

/* Is this the header of a table of hyperfine's? `names` are its cells; in, t, head and
 * quote are set. A unit that hyperfine doesn't have fails the reading. */
bool table_begin(table *ret, const str *names, ptrdiff_t n);

/* Takes a row of ret->n cells, the last of which ends in text line `last`. False: a cell
 * is no number; the reading has failed. */
bool table_take(table *ret, const table_cell *cells, ptrdiff_t last);

/* Appends the rows as results, unless they repeat the figures of a text above (--export-x
 * - prints both), and checks the column Relative. */
void table_end(table *ret);

/* Refuses a row that isn't whole. */
void table_cut(const table *ret, ptrdiff_t at);

/* Reads a Markdown or Org table: header, divider (in Org with '+' `between` its columns),
 * rows. Returns the line after the last, or `at`. */
ptrdiff_t table_bars(import *in, const text *t, ptrdiff_t at, char between, char quote);

#endif
