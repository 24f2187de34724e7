#include "base/base.h"

#include "archive/sqlite_rows.h"

typedef struct {
    sqlite3_vtab base;
    const row_batch **rows;
} incoming;

typedef struct {
    sqlite3_vtab_cursor base;
    const row_batch *rows;
    ptrdiff_t at;
    cell cells[STORE_WIDEST];
} cursor;

static int connect_table(sqlite3 *db, void *rows, int argc, const char *const *argv,
                         sqlite3_vtab **ret, char **why)
{
    char sql[40 + 5 * STORE_WIDEST] = "CREATE TABLE incoming(c0";
    size_t len = strlen(sql);
    (void)argc, (void)argv, (void)why;
    for (int i = 1; i < STORE_WIDEST; i++) {
        len += (size_t)snprintf(sql + len, sizeof sql - len, ",c%d", i);
    }
    snprintf(sql + len, sizeof sql - len, ")");
    incoming *t = sqlite3_malloc(sizeof *t);
    if (!t) {
        return SQLITE_NOMEM;
    }
    *t = (incoming){.rows = (const row_batch **)rows};
    *ret = &t->base;
    return sqlite3_declare_vtab(db, sql);
}

static int disconnect(sqlite3_vtab *t)
{
    sqlite3_free(t);
    return SQLITE_OK;
}

/* There is one way to read it: from the first row to the last. */
static int best_index(sqlite3_vtab *t, sqlite3_index_info *info)
{
    (void)t;
    info->estimatedRows = 1000;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *t, sqlite3_vtab_cursor **ret)
{
    cursor *c = sqlite3_malloc(sizeof *c);
    if (!c) {
        return SQLITE_NOMEM;
    }
    c->base = (sqlite3_vtab_cursor){0};
    c->rows = *((incoming *)t)->rows;
    c->at = 0;
    *ret = &c->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

/* The row that comes as the i-th of n. SQLite leaves an eighth of each page free where
 * rows come in the order of their key; so of each block the tenth rows come after the
 * others, into what was left. */
static ptrdiff_t turn(ptrdiff_t i, ptrdiff_t n)
{
    enum { BLOCK = 1000, LATE = 10 };
    ptrdiff_t begin = i - i % BLOCK, in_time = BLOCK - BLOCK / LATE, k = i - begin;
    return n - begin < BLOCK ? i
           : k < in_time     ? begin + k + k / (LATE - 1)
                             : begin + (k - in_time) * LATE + LATE - 1;
}

static void fetch(cursor *c)
{
    if (c->at < c->rows->n) {
        c->rows->row(c->rows->context, turn(c->at, c->rows->n), c->cells);
    }
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *name, int argc,
                  sqlite3_value **argv)
{
    (void)number, (void)name, (void)argc, (void)argv;
    fetch((cursor *)base);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    cursor *c = (cursor *)base;
    c->at++;
    fetch(c);
    return SQLITE_OK;
}

static int at_end(sqlite3_vtab_cursor *base)
{
    const cursor *c = (cursor *)base;
    return c->at >= c->rows->n;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *to, int i)
{
    const cell *c = &((cursor *)base)->cells[i];
    const char *bytes = c->s.ptr ? c->s.ptr : "";
    switch (c->kind) {
    case CELL_NULL:
        sqlite3_result_null(to);
        break;
    case CELL_INT:
        sqlite3_result_int64(to, c->i);
        break;
    case CELL_REAL:
        sqlite3_result_double(to, c->d);
        break;
    case CELL_TEXT:
        sqlite3_result_text64(to, bytes, (sqlite3_uint64)c->s.len, SQLITE_STATIC,
                              SQLITE_UTF8);
        break;
    case CELL_BLOB:
        sqlite3_result_blob64(to, bytes, (sqlite3_uint64)c->s.len, SQLITE_STATIC);
        break;
    }
    return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *ret)
{
    *ret = ((cursor *)base)->at;
    return SQLITE_OK;
}

/* Without xCreate: it is there without a CREATE, and only for this connection. */
static const sqlite3_module module = {.xConnect = connect_table,
                                      .xBestIndex = best_index,
                                      .xDisconnect = disconnect,
                                      .xOpen = open_cursor,
                                      .xClose = close_cursor,
                                      .xFilter = filter,
                                      .xNext = next,
                                      .xEof = at_end,
                                      .xColumn = column,
                                      .xRowid = row_id};

bool sqlite_rows_register(sqlite3 *db, const row_batch **rows)
{
    return sqlite3_create_module(db, "incoming", &module, (void *)rows) == SQLITE_OK;
}
