#include "base/base.h"

#include <sqlite3.h>
#include <unistd.h>

#include "archive/sqlite_rows.h"
#include "archive/store.h"

/* A writer waits so long for another one. */
enum { PATIENCE_MS = 60000, KEPT = 64 };

/* A statement that is compiled already, by the address of its text; of an append, by that
 * of the table's name. */
typedef struct {
    const char *sql;
    sqlite3_stmt *stmt;
} compiled;

typedef struct {
    store base;
    sqlite3 *db;
    store_mode mode;
    const row_batch *incoming; /* of the append that runs */
    compiled kept[KEPT];
    int kept_count;
} sqlite;

struct store_rows {
    sqlite *db;
    sqlite3_stmt *stmt;
    bool own; /* not one of those that are kept */
};

/* --- errors ---------------------------------------------------------------------- */

static bool fail_code(const char *name, int code, const char *text, int system, err *e)
{
    switch (code & 0xff) {
    case SQLITE_IOERR:
        return system ? err_set(e, ERR_IO, name, "%s: %s", text, strerror(system))
                      : err_set(e, ERR_IO, name, "%s", text);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        err_set(e, ERR_IO, name, "another program is using the archive");
        return err_hint(e, "Wait until it has finished, and try again.");
    case SQLITE_READONLY:
        err_set(e, ERR_IO, name, "the archive can't be written to: %s", text);
        return err_hint(e, "See the permissions of the file and of its folder.");
    case SQLITE_FULL:
        return err_set(e, ERR_IO, name, "No space left for the archive");
    case SQLITE_CORRUPT:
        err_set(e, ERR_INPUT, name, "the archive is damaged: %s", text);
        return err_hint(e, "Restore it from a backup, or build it anew from data/.");
    case SQLITE_NOTADB:
        err_set(e, ERR_INPUT, name, "this is no archive");
        return err_hint(e, "'archive' in broadsheet.yaml names the file.");
    default:
        return err_set(e, ERR_IO, name, "%s", text);
    }
}

static bool fail(const sqlite *s, err *e)
{
    return fail_code(s->base.name, sqlite3_errcode(s->db), sqlite3_errmsg(s->db),
                     sqlite3_system_errno(s->db), e);
}

static bool execute(sqlite *s, const char *sql, err *e)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(s, e);
}

/* --- statements ------------------------------------------------------------------ */

/* The statement that `key` stands for, of the text `sql`. */
static sqlite3_stmt *statement(sqlite *s, const char *key, const char *sql, bool *own,
                               err *e)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL)
        != SQLITE_OK) {
        fail(s, e);
        return NULL;
    }
    *own = s->kept_count == KEPT;
    if (!*own) {
        s->kept[s->kept_count++] = (compiled){key, stmt};
    }
    return stmt;
}

static sqlite3_stmt *kept(const sqlite *s, const char *key)
{
    for (int i = 0; i < s->kept_count; i++) {
        if (s->kept[i].sql == key && !sqlite3_stmt_busy(s->kept[i].stmt)) {
            return s->kept[i].stmt;
        }
    }
    return NULL;
}

/* The bytes of texts and blobs live as long as the statement runs. */
static bool bind(sqlite3_stmt *stmt, const cell *cells, int n)
{
    bool ok = true;
    for (int i = 0; i < n; i++) {
        const cell *c = &cells[i];
        switch (c->kind) {
        case CELL_NULL:
            ok = sqlite3_bind_null(stmt, i + 1) == SQLITE_OK && ok;
            break;
        case CELL_INT:
            ok = sqlite3_bind_int64(stmt, i + 1, c->i) == SQLITE_OK && ok;
            break;
        case CELL_REAL:
            ok = sqlite3_bind_double(stmt, i + 1, c->d) == SQLITE_OK && ok;
            break;
        case CELL_TEXT:
            ok = sqlite3_bind_text64(stmt, i + 1, c->s.ptr ? c->s.ptr : "",
                                     (sqlite3_uint64)c->s.len, SQLITE_STATIC, SQLITE_UTF8)
                     == SQLITE_OK
                 && ok;
            break;
        case CELL_BLOB:
            ok = sqlite3_bind_blob64(stmt, i + 1, c->s.ptr ? c->s.ptr : "",
                                     (sqlite3_uint64)c->s.len, SQLITE_STATIC)
                     == SQLITE_OK
                 && ok;
            break;
        }
    }
    return ok;
}

static void statement_end(sqlite3_stmt *stmt, bool own)
{
    if (own) {
        sqlite3_finalize(stmt);
    } else {
        sqlite3_reset(stmt);
        sqlite3_clear_bindings(stmt);
    }
}

/* Ready for its first step; NULL: *e is set. */
static sqlite3_stmt *statement_begin(sqlite *s, const char *sql, const cell *params,
                                     int n, bool *own, err *e)
{
    sqlite3_stmt *stmt = kept(s, sql);
    *own = false;
    stmt = stmt ? stmt : statement(s, sql, sql, own, e);
    if (stmt && !bind(stmt, params, n)) {
        fail(s, e);
        statement_end(stmt, *own);
        return NULL;
    }
    return stmt;
}

static void rows_end(store_rows *rows)
{
    statement_end(rows->stmt, rows->own);
    free(rows);
}

static bool query(store *base, const char *sql, const cell *params, int n,
                  store_rows **ret, err *e)
{
    sqlite *s = (sqlite *)base;
    bool own = false;
    sqlite3_stmt *stmt = statement_begin(s, sql, params, n, &own, e);
    if (!stmt) {
        return false;
    }
    store_rows *rows = malloc(sizeof *rows);
    if (!rows) {
        statement_end(stmt, own);
        return err_set(e, ERR_IO, base->name, "out of memory");
    }
    *rows = (store_rows){s, stmt, own};
    *ret = rows;
    return true;
}

/* By its value: the column's own functions each look for the row anew. Into its place: a
 * cell that was just made is slow to copy. */
static void column(sqlite3_stmt *stmt, int i, cell *ret)
{
    sqlite3_value *v = sqlite3_column_value(stmt, i);
    switch (sqlite3_value_type(v)) {
    case SQLITE_INTEGER:
        *ret = CELL_I(sqlite3_value_int64(v));
        break;
    case SQLITE_FLOAT:
        *ret = (cell){.kind = CELL_REAL, .d = sqlite3_value_double(v)};
        break;
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_value_text(v);
        *ret = CELL_T(((str){text ? text : "", sqlite3_value_bytes(v)}));
        break;
    }
    case SQLITE_BLOB: {
        const char *blob = sqlite3_value_blob(v);
        *ret = CELL_B(((str){blob ? blob : "", sqlite3_value_bytes(v)}));
        break;
    }
    default:
        *ret = CELL_NIL;
    }
}

static int next(store_rows *rows, cell *row, err *e)
{
    int code = sqlite3_step(rows->stmt);
    if (code == SQLITE_DONE) {
        return 0;
    }
    if (code != SQLITE_ROW) {
        fail(rows->db, e);
        return -1;
    }
    int n = sqlite3_column_count(rows->stmt);
    for (int i = 0; i < n && i < STORE_WIDEST; i++) {
        column(rows->stmt, i, &row[i]);
    }
    return 1;
}

static bool run(store *base, const char *sql, const cell *params, int n, err *e)
{
    sqlite *s = (sqlite *)base;
    bool own = false;
    sqlite3_stmt *stmt = statement_begin(s, sql, params, n, &own, e);
    int code = SQLITE_ROW;
    if (!stmt) {
        return false;
    }
    while (code == SQLITE_ROW) {
        code = sqlite3_step(stmt);
    }
    bool ok = code == SQLITE_DONE || fail(s, e);
    statement_end(stmt, own);
    return ok;
}

/* OR FAIL: else SQLite would keep what it needs to undo half a statement. */
static sqlite3_stmt *append_statement(sqlite *s, const row_batch *rows, bool *own, err *e)
{
    char sql[600], list[5 * STORE_WIDEST];
    size_t len = 0;
    for (int i = 0; i < rows->width; i++) {
        len += (size_t)snprintf(list + len, sizeof list - len, "%sc%d", i ? "," : "", i);
    }
    snprintf(sql, sizeof sql, "INSERT OR FAIL INTO %s(%s) SELECT %s FROM incoming",
             rows->table, rows->columns, list);
    return statement(s, rows->table, sql, own, e);
}

static bool append(store *base, const row_batch *rows, err *e)
{
    sqlite *s = (sqlite *)base;
    bool own = false;
    sqlite3_stmt *stmt = kept(s, rows->table);
    stmt = stmt ? stmt : append_statement(s, rows, &own, e);
    if (!stmt) {
        return false;
    }
    s->incoming = rows;
    bool ok = sqlite3_step(stmt) == SQLITE_DONE || fail(s, e);
    s->incoming = NULL;
    statement_end(stmt, own);
    return ok;
}

/* --- transactions ---------------------------------------------------------------- */

static bool begin(store *base, err *e)
{
    sqlite *s = (sqlite *)base;
    return execute(s, s->mode == STORE_WRITE ? "BEGIN IMMEDIATE" : "BEGIN", e);
}

static bool commit(store *base, err *e)
{
    return execute((sqlite *)base, "COMMIT", e);
}

static void rollback(store *base)
{
    sqlite *s = (sqlite *)base;
    if (!sqlite3_get_autocommit(s->db)) {
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    }
}

/* --- the schema ------------------------------------------------------------------ */

static bool version(store *base, int *ret, err *e)
{
    arena scratch = arena_open(1 << 16);
    first_row row;
    bool ok = store_first(&scratch, base, "PRAGMA user_version", NULL, 0, &row, e);
    *ret = ok && row.found ? (int)row.at[0].i : 0;
    arena_close(&scratch);
    return ok;
}

/* The scripts are written in SQLite's words but for the time: see schema/archive.md. */
static bool migrate(store *base, str script, int to, err *e)
{
    sqlite *s = (sqlite *)base;
    arena scratch = arena_open((ptrdiff_t)1 << 24);
    str sql = str_replace(&scratch, script, S("CURRENT_STAMP"),
                          S("(strftime('%Y-%m-%dT%H:%M:%SZ','now'))"));
    sql = str_fmt(&scratch, "%.*s\nPRAGMA user_version = %d;", SV(sql), to);
    bool ok = execute(s, str_cz(&scratch, sql), e);
    arena_close(&scratch);
    return ok;
}

/* --- care ------------------------------------------------------------------------ */

static bool empty_log(sqlite *s, err *e)
{
    int left = 0, moved = 0;
    int code =
        sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &left, &moved);
    return code == SQLITE_OK || fail(s, e);
}

/* secure_delete has overwritten what was deleted; VACUUM writes the file anew without
 * free pages; the emptied log holds no older page. */
static bool erase(store *base, err *e)
{
    sqlite *s = (sqlite *)base;
    return empty_log(s, e) && execute(s, "VACUUM", e) && empty_log(s, e);
}

static bool check(store *base, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 24);
    first_row row;
    bool ok = store_first(&scratch, base, "PRAGMA integrity_check(1)", NULL, 0, &row, e);
    if (ok && row.found && !str_eq(row.at[0].s, S("ok"))) {
        str first = str_replace(&scratch, row.at[0].s, S("\n"), S(" "));
        ok = err_set(e, ERR_INPUT, base->name, "the archive is damaged: %.*s", SV(first));
    }
    if (ok) {
        ok = store_first(&scratch, base, "PRAGMA foreign_key_check", NULL, 0, &row, e);
        if (ok && row.found) {
            ok = err_set(e, ERR_INPUT, base->name,
                         "the archive is damaged: a row of %.*s points nowhere",
                         SV(row.at[0].s));
        }
    }
    arena_close(&scratch);
    return ok;
}

static bool wait_at_most(store *base, int ms, err *e)
{
    sqlite *s = (sqlite *)base;
    return sqlite3_busy_timeout(s->db, ms) == SQLITE_OK || fail(s, e);
}

static void close_store(store *base)
{
    sqlite *s = (sqlite *)base;
    if (!s) {
        return;
    }
    for (int i = 0; i < s->kept_count; i++) {
        sqlite3_finalize(s->kept[i].stmt);
    }
    sqlite3_close(s->db);
}

static const store_ops ops = {
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .query = query,
    .next = next,
    .end = rows_end,
    .append = append,
    .version = version,
    .migrate = migrate,
    .erase = erase,
    .check = check,
    .wait = wait_at_most,
    .close = close_store,
};

/* --- opening --------------------------------------------------------------------- */

static bool readable(sqlite *s)
{
    return sqlite3_exec(s->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL)
           == SQLITE_OK;
}

/* Opened as for writing where that is allowed, because only then the last one to leave
 * tidies the log away; but nothing is changed.
 * On a read-only medium SQLite can't make the files beside a database with a log; where
 * no log is left, nobody is writing, and the file alone is the whole truth. */
static bool open_read(sqlite *s, const char *path)
{
    arena scratch = arena_open(1 << 20);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    const char *log = str_cz(&scratch, str_fmt(&scratch, "%s-wal", path));
    bool ok =
        sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)
            == SQLITE_OK
        && sqlite3_busy_timeout(s->db, PATIENCE_MS) == SQLITE_OK && readable(s);
    int code = sqlite3_errcode(s->db) & 0xff;
    if (!ok && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)
        && access(path, R_OK) == 0 && access(log, F_OK) != 0) {
        str uri = str_replace(&scratch, str_from(path), S("%"), S("%25"));
        uri = str_replace(&scratch, uri, S("?"), S("%3f"));
        uri = str_replace(&scratch, uri, S("#"), S("%23"));
        sqlite3_close(s->db);
        ok = sqlite3_open_v2(
                 str_cz(&scratch, str_fmt(&scratch, "file:%.*s?immutable=1", SV(uri))),
                 &s->db, flags, NULL)
                 == SQLITE_OK
             && readable(s);
    }
    arena_close(&scratch);
    return ok
           && sqlite3_exec(s->db, "PRAGMA query_only = ON", NULL, NULL, NULL)
                  == SQLITE_OK;
}

/* Larger pages than SQLite's own (of a new archive; an old one keeps its): a large add
 * takes half as many. Sorted rows pass through the cache, so it needn't be large. */
static bool open_write(sqlite *s, const char *path)
{
    return sqlite3_open_v2(
               path, &s->db,
               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)
               == SQLITE_OK
           && sqlite3_busy_timeout(s->db, PATIENCE_MS) == SQLITE_OK
           && sqlite3_exec(s->db,
                           "PRAGMA page_size = 8192;"
                           "PRAGMA journal_mode = WAL;"
                           "PRAGMA synchronous = FULL;"
                           "PRAGMA secure_delete = ON;"
                           "PRAGMA cache_size = -16384;"
                           "PRAGMA foreign_keys = ON;",
                           NULL, NULL, NULL)
                  == SQLITE_OK
           && sqlite_rows_register(s->db, &s->incoming);
}

store *sqlite_open(arena *perm, const char *path, store_mode mode, err *e)
{
    sqlite *s = NEW(perm, sqlite, 1);
    s->base = (store){&ops, path};
    s->mode = mode;
    if (mode == STORE_READ && access(path, F_OK) != 0) {
        err_set(e, ERR_USAGE, path, "there is no archive here yet");
        err_hint(e, "'broadsheet add --study STUDY FILE' begins one.");
        return NULL;
    }
    if (mode == STORE_READ ? open_read(s, path) : open_write(s, path)) {
        return &s->base;
    }
    fail(s, e);
    close_store(&s->base);
    return NULL;
}
