/* grid.h - tables on paper: column widths by content, rows that break over pages. */
#ifndef PDF_GRID_H
#define PDF_GRID_H

#include "pdf/galley.h"

/* What a table's cell says, before its column has a width. */
typedef struct {
    text_run *runs;
    ptrdiff_t run_count;
    text_run *small; /* below them; NULL: nothing */
    bool has_swatch;
    role swatch;
    int shade;
    bool changed;                       /* the row gets a bar in the margin */
    const text *main_text, *small_text; /* as set; by galley_grid() */
} grid_cell;

/* cells[row * columns + column]; row 0 is the head where `has_head`. */
typedef struct {
    grid_cell *cells;
    ptrdiff_t columns, rows;
    const bool *numeric; /* by column: aligned right, not broken */
    bool has_head, row_heads;
    double first_width; /* of the first column; 0: by content */
    str caption, dest;
} grid;

/* Appends the grid. Too many columns for the width: in bands below one another, each with
 * the first column. */
void galley_grid(galley *g, const grid *t);

/* The report's table. */
void galley_table(galley *g, const table *t);

#endif
