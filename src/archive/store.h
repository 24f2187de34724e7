/* store.h - what the archive asks of a database: one SQL, two back ends.
 *
 * Statements are written once, for both: parameters are ?1, ?2, …, in any order, and
 * only what SQLite and PostgreSQL share is used. What they don't share is an operation.
 */
#ifndef ARCHIVE_STORE_H
#define ARCHIVE_STORE_H

#include "base/err.h"

typedef enum { CELL_NULL, CELL_INT, CELL_REAL, CELL_TEXT, CELL_BLOB } cell_kind;

/* One value of a row or a parameter. */
typedef struct {
    cell_kind kind;
    int64_t i;
    double d;
    str s; /* CELL_TEXT and CELL_BLOB: lives until the next row */
} cell;

#define CELL_I(v) ((cell){.kind = CELL_INT, .i = (v)})
#define CELL_T(v) ((cell){.kind = CELL_TEXT, .s = (v)})
#define CELL_B(v) ((cell){.kind = CELL_BLOB, .s = (v)})
#define CELL_NIL  ((cell){.kind = CELL_NULL})

/* `v` as a number or NULL; a text or NULL where it is not stated. */
static inline cell cell_maybe(maybe v)
{
    return v.known ? (cell){.kind = CELL_REAL, .d = v.value} : CELL_NIL;
}
static inline cell cell_text(str s)
{
    return s.ptr ? CELL_T(s) : CELL_NIL;
}
static inline maybe cell_number(cell c)
{
    return c.kind == CELL_REAL  ? SOME(c.d)
           : c.kind == CELL_INT ? SOME((double)c.i)
                                : (maybe){0};
}

/* The most columns and parameters a statement has. */
enum { STORE_WIDEST = 24 };

typedef struct store store;
typedef struct store_rows store_rows;

/* Rows for a table. row() gives the cells of the i-th; its texts live until the next. A
 * table is always filled by the same columns: "study, source, …", as many as `width`. */
typedef struct {
    const char *table, *columns; /* constants */
    int width;
    ptrdiff_t n;
    void (*row)(const void *context, ptrdiff_t i, cell *cells);
    const void *context;
} row_batch;

/* A back end. What can fail sets *e; a database that is full, locked, read-only or
 * damaged says so in words of its own. */
typedef struct {
    /* A transaction: a writer's waits for other writers, and its commit is durable; a
     * reader's sees one state of the archive. */
    bool (*begin)(store *s, err *e);
    bool (*commit)(store *s, err *e);
    void (*rollback)(store *s); /* also of a transaction that failed */

    /* A statement that gives no rows. That it failed may be told by what comes next, at
     * the latest by the commit. */
    bool (*run)(store *s, const char *sql, const cell *params, int n, err *e);

    /* The rows of one statement; next(): 1 a row, 0 the end, -1 *e is set. */
    bool (*query)(store *s, const char *sql, const cell *params, int n, store_rows **ret,
                  err *e);
    int (*next)(store_rows *rows, cell *row, err *e);
    void (*end)(store_rows *rows);

    /* Appends rows that are known not to be there yet; the fastest way there is. Where it
     * fails, some of them may be there: the transaction is to be rolled back. */
    bool (*append)(store *s, const row_batch *rows, err *e);

    /* The schema's version, 0: nothing is there; and a script that leads to another, in
     * one transaction with it. */
    bool (*version)(store *s, int *ret, err *e);
    bool (*migrate)(store *s, str script, int version, err *e);

    /* Writes what was deleted out of every file that the database keeps. */
    bool (*erase)(store *s, err *e);

    /* Looks at the database's own structure; false: *e says what is damaged. */
    bool (*check)(store *s, err *e);

    /* How long a writer waits for another one, before it says so. */
    bool (*wait)(store *s, int ms, err *e);

    void (*close)(store *s);
} store_ops;

/* An open database; each back end's own struct begins with it. */
struct store {
    const store_ops *ops;
    const char *name; /* as the user should read it in a message: no password */
};

typedef enum { STORE_READ, STORE_WRITE } store_mode;

/* An open store is one thread's at a time.
 * NULL: *e is set. STORE_WRITE makes what isn't there; STORE_READ changes nothing and
 * works on a read-only medium. */
MUST_USE store *sqlite_open(arena *perm, const char *path, store_mode mode, err *e);
MUST_USE store *postgres_open(arena *perm, const char *url, store_mode mode, err *e);

/* Runs a statement that gives no rows, as ops->run. */
MUST_USE bool store_run(store *s, const char *sql, const cell *params, int n, err *e);

/* Ends a transaction: commits where `ok`, else (or when that fails) rolls back. */
MUST_USE bool store_settle(store *s, bool ok, err *e);

typedef struct {
    bool found;
    cell at[STORE_WIDEST];
} first_row;

/* The first row of a statement, where there is one; its texts in perm. */
MUST_USE bool store_first(arena *perm, store *s, const char *sql, const cell *params,
                          int n, first_row *ret, err *e);

#endif
