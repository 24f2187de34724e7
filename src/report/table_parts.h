/* table_parts.h - what the tables of a report share. Only report/tables*.c need it. */
#ifndef REPORT_TABLE_PARTS_H
#define REPORT_TABLE_PARTS_H

#include "report/compose.h"

/* One unit and one number of decimals for a column: its largest value chooses the unit,
 * the coarsest file the decimals; files with full precision get five digits. */
typedef struct {
    shown_unit unit;
    int decimals;
} column_form;

column_form table_form(const metric *const *ms, ptrdiff_t n);

/* The number in that form; a dash where there is none. */
str table_number(composer *c, maybe v, column_form f);

/* "Mean, s" */
str table_head(composer *c, str head, column_form f);

/* The variant with its colour, and its command below. */
table_cell table_row_head(composer *c, const row *r);

/* Empty cells; the first column names the row. */
table *table_new(composer *c, ptrdiff_t columns, ptrdiff_t rows);

#endif
