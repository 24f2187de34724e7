/* grid.h - a table of short texts, laid out for a terminal or as Markdown. */
#ifndef COMPARE_GRID_H
#define COMPARE_GRID_H

#include "base/out.h"

typedef enum { TINT_NONE, TINT_GOOD, TINT_BAD, TINT_DIM, TINT_HEAD } tint;

typedef struct {
    str text; /* UTF-8, one line */
    tint tint;
    bool code;   /* Markdown: in backticks */
    bool strong; /* Markdown: bold */
} grid_cell;

typedef struct {
    grid_cell *cells; /* row by row; the first row is the head */
    ptrdiff_t rows, columns, cap;
    bool right[16]; /* columns that are aligned right */
} grid;

/* Appends a row of empty cells in perm and returns it. */
grid_cell *grid_row(arena *perm, grid *g);

/* Aligned columns with two blanks between, two before; a column whose cells are all empty
 * is left out. width > 0: the first column is cut in its middle ("sort … big.txt") so
 * that a line fits, but not below 20. */
void grid_write_text(out *o, const grid *g, bool colour, ptrdiff_t width, arena scratch);

/* A GFM table; nothing in a cell can leave it. */
void grid_write_markdown(out *o, const grid *g, arena scratch);

/* Nothing that moves a terminal's cursor or turns its text around: what comes from a raw
 * file is shown, not obeyed. */
str grid_printable(arena *perm, str s);

/* Characters, not bytes. */
ptrdiff_t grid_width(str s);

/* `s` in backticks, as many as it takes; in a table `|` is escaped. */
str grid_code(arena *perm, str s);

/* `s` as Markdown that shows it as it is, on one line. */
str grid_escaped(arena *perm, str s);

#endif
