/* sqlite_rows.h - rows that the program has, as a table that SQLite can read. */
#ifndef ARCHIVE_SQLITE_ROWS_H
#define ARCHIVE_SQLITE_ROWS_H

#include <sqlite3.h>

#include "archive/store.h"

/* Makes the table `incoming` (c0, c1, …) known to a connection; its rows are those of
 * *rows whenever a statement reads it. So many rows go into a table by one statement,
 * which is twice as fast as one for each. False: sqlite3_errcode() says why. */
bool sqlite_rows_register(sqlite3 *db, const row_batch **rows);

#endif
