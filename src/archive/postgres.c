#include "base/base.h"

#include "archive/libpq.h"
#include "archive/store.h"
#include "base/num.h"
#include "base/out.h"

enum { KEPT = 64, WAITING_MOST = 200 };

typedef enum { TYPE_INT8 = 20, TYPE_INT4 = 23, TYPE_BYTEA = 17, TYPE_FLOAT8 = 701 } type;

typedef struct {
    store base;
    PGconn *conn;
    libpq pq;
    store_mode mode;
    const char *kept[KEPT]; /* statements prepared as s0, s1, … by their address */
    int kept_count;
    arena texts; /* of one call's parameters, or of some rows */
    int waiting; /* statements that were sent, and nobody asked what became of them */
} postgres;

struct store_rows {
    postgres *db;
    PGresult *all;
    int at;
};

/* --- errors ---------------------------------------------------------------------- */

static bool fail(const postgres *p, const PGresult *r, err *e)
{
    const char *state = r ? p->pq.PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *text = r ? p->pq.PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    str line =
        str_cut(str_from(text ? text : p->pq.PQerrorMessage(p->conn)), S("\n")).head;
    const char *name = p->base.name;
    if (state && strcmp(state, "53100") == 0) {
        return err_set(e, ERR_IO, name, "No space left for the archive");
    }
    if (state && (strcmp(state, "25006") == 0 || strcmp(state, "42501") == 0)) {
        err_set(e, ERR_IO, name, "the archive can't be written to: %.*s", SV(line));
        return err_hint(e, "The database user needs the right to do so.");
    }
    err_set(e, ERR_IO, name, "%.*s", SV(line));
    return p->pq.PQstatus(p->conn) == CONNECTION_OK
           || err_hint(e,
                       "Is the server running, and 'archive' in broadsheet.yaml right?");
}

/* What became of the statements that were sent: of the first that failed, the error. */
static bool drain(postgres *p, err *e)
{
    if (p->waiting == 0) {
        return true;
    }
    bool ok = p->pq.PQpipelineSync(p->conn) == 1 || fail(p, NULL, e);
    for (; p->waiting > 0; p->waiting--) {
        PGresult *r = p->pq.PQgetResult(p->conn);
        ExecStatusType status = p->pq.PQresultStatus(r);
        if (ok && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            ok = fail(p, r, e);
        }
        p->pq.PQclear(r);
        p->pq.PQclear(p->pq.PQgetResult(p->conn)); /* its end */
    }
    p->pq.PQclear(p->pq.PQgetResult(p->conn)); /* the end of all */
    return (p->pq.PQexitPipelineMode(p->conn) == 1 || !ok || fail(p, NULL, e)) && ok;
}

/* A statement without parameters and rows, or several of them. */
static bool execute(postgres *p, const char *sql, err *e)
{
    if (!drain(p, e)) {
        return false;
    }
    PGresult *r = p->pq.PQexec(p->conn, sql);
    ExecStatusType status = p->pq.PQresultStatus(r);
    bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!ok) {
        fail(p, r, e);
    }
    p->pq.PQclear(r);
    return ok;
}

/* --- statements ------------------------------------------------------------------ */

/* ?1 is $1 here. */
static char *translated(arena *perm, const char *sql)
{
    char *text = str_cz(perm, str_from(sql));
    for (char *c = text; *c; c++) {
        if (c[0] == '?' && c[1] >= '1' && c[1] <= '9') {
            *c = '$';
        }
    }
    return text;
}

/* The number of the prepared statement; -1: *e is set. */
static int prepared(postgres *p, const char *sql, arena scratch, err *e)
{
    for (int i = 0; i < p->kept_count; i++) {
        if (p->kept[i] == sql) {
            return i;
        }
    }
    if (!drain(p, e)) {
        return -1;
    }
    int n = p->kept_count % KEPT;
    char name[16];
    snprintf(name, sizeof name, "s%d", n);
    if (p->kept_count == KEPT) { /* more than the program has; start over */
        if (!execute(p, "DEALLOCATE ALL", e)) {
            return -1;
        }
        p->kept_count = n = 0;
    }
    PGresult *r = p->pq.PQprepare(p->conn, name, translated(&scratch, sql), 0, NULL);
    bool ok = p->pq.PQresultStatus(r) == PGRES_COMMAND_OK;
    if (ok) {
        p->kept[n] = sql;
        p->kept_count = n + 1;
    } else {
        fail(p, r, e);
    }
    p->pq.PQclear(r);
    return ok ? n : -1;
}

/* Numbers go as text, which is exact for both kinds. */
static const char *value_of(arena *perm, const cell *c, int *length, int *format)
{
    char number[32];
    *length = 0;
    *format = 0;
    switch (c->kind) {
    case CELL_NULL:
        return NULL;
    case CELL_INT:
        return str_cz(perm, str_fmt(perm, "%" PRId64, c->i));
    case CELL_REAL:
        num_shortest(c->d, number);
        return str_cz(perm, str_from(number));
    case CELL_TEXT:
        return str_cz(perm, c->s);
    case CELL_BLOB:
        *length = (int)c->s.len;
        *format = 1;
        return c->s.ptr ? c->s.ptr : "";
    }
    return NULL;
}

/* A statement with its parameters, ready to be sent before the next is made. */
typedef struct {
    char name[16];
    const char *values[STORE_WIDEST];
    int lengths[STORE_WIDEST], formats[STORE_WIDEST];
} call;

static bool call_make(postgres *p, const char *sql, const cell *params, int n, call *ret,
                      err *e)
{
    arena_reset(&p->texts);
    int number = prepared(p, sql, p->texts, e);
    snprintf(ret->name, sizeof ret->name, "s%d", number);
    for (int i = 0; i < n; i++) {
        ret->values[i] =
            value_of(&p->texts, &params[i], &ret->lengths[i], &ret->formats[i]);
    }
    return number >= 0;
}

/* Sent, but not waited for: the server works on it while the program goes on. */
static bool run(store *base, const char *sql, const cell *params, int n, err *e)
{
    postgres *p = (postgres *)base;
    call c;
    bool ok = call_make(p, sql, params, n, &c, e);
    if (ok) {
        ok = (p->waiting > 0 || p->pq.PQenterPipelineMode(p->conn) == 1)
             && p->pq.PQsendQueryPrepared(p->conn, c.name, n, c.values, c.lengths,
                                          c.formats, 1)
                    == 1;
        p->waiting += ok;
        ok = ok || fail(p, NULL, e);
    }
    return ok && (p->waiting < WAITING_MOST || drain(p, e));
}

static bool query(store *base, const char *sql, const cell *params, int n,
                  store_rows **ret, err *e)
{
    postgres *p = (postgres *)base;
    call c;
    PGresult *r = NULL;
    if (drain(p, e) && call_make(p, sql, params, n, &c, e)) {
        r = p->pq.PQexecPrepared(p->conn, c.name, n, c.values, c.lengths, c.formats, 1);
        ExecStatusType status = p->pq.PQresultStatus(r);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
            fail(p, r, e);
            p->pq.PQclear(r);
            r = NULL;
        }
    }
    if (!r) {
        return false;
    }
    store_rows *rows = malloc(sizeof *rows);
    if (!rows) {
        p->pq.PQclear(r);
        return err_set(e, ERR_IO, base->name, "out of memory");
    }
    *rows = (store_rows){p, r, 0};
    *ret = rows;
    return true;
}

static int64_t big_endian(const char *bytes, int n)
{
    uint64_t v = n == 4 && (bytes[0] & 0x80) ? ~(uint64_t)0 : 0;
    for (int i = 0; i < n; i++) {
        v = v << 8 | (unsigned char)bytes[i];
    }
    return (int64_t)v;
}

static cell column(const postgres *p, const PGresult *r, int row, int i)
{
    if (p->pq.PQgetisnull(r, row, i)) {
        return CELL_NIL;
    }
    const char *bytes = p->pq.PQgetvalue(r, row, i);
    int len = p->pq.PQgetlength(r, row, i);
    cell c = {.kind = CELL_TEXT, .s = {bytes, len}};
    switch (p->pq.PQftype(r, i)) {
    case TYPE_INT8:
    case TYPE_INT4:
        return CELL_I(big_endian(bytes, len));
    case TYPE_FLOAT8: {
        int64_t bits = big_endian(bytes, 8);
        c.kind = CELL_REAL;
        memcpy(&c.d, &bits, sizeof c.d);
        return c;
    }
    case TYPE_BYTEA:
        c.kind = CELL_BLOB;
        return c;
    default:
        return c;
    }
}

static int next(store_rows *rows, cell *row, err *e)
{
    const postgres *p = rows->db;
    (void)e;
    if (rows->at == p->pq.PQntuples(rows->all)) {
        return 0;
    }
    for (int i = 0; i < p->pq.PQnfields(rows->all) && i < STORE_WIDEST; i++) {
        row[i] = column(p, rows->all, rows->at, i);
    }
    rows->at++;
    return 1;
}

static void rows_end(store_rows *rows)
{
    const postgres *p = rows->db;
    p->pq.PQclear(rows->all);
    free(rows);
}

/* --- COPY in its binary form ----------------------------------------------------- */

static void put_int(char **to, uint64_t v, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--) {
        *(*to)++ = (char)(v >> (8 * i));
    }
}

static void put_cell(out *o, const cell *c)
{
    uint64_t bits = (uint64_t)c->i;
    char head[12], *to = head;
    switch (c->kind) {
    case CELL_NULL:
        put_int(&to, UINT32_MAX, 4);
        break;
    case CELL_REAL:
        memcpy(&bits, &c->d, sizeof bits);
        put_int(&to, 8, 4);
        put_int(&to, bits, 8);
        break;
    case CELL_INT:
        put_int(&to, 8, 4);
        put_int(&to, bits, 8);
        break;
    case CELL_TEXT:
    case CELL_BLOB:
        put_int(&to, (uint64_t)c->s.len, 4);
        break;
    }
    out_str(o, (str){head, to - head});
    if (c->kind == CELL_TEXT || c->kind == CELL_BLOB) {
        out_str(o, c->s);
    }
}

static bool end_copy(postgres *p, bool sent, err *e)
{
    bool ok = p->pq.PQputCopyEnd(p->conn, sent ? NULL : "not sent") == 1 && sent;
    PGresult *r = p->pq.PQgetResult(p->conn);
    if (!ok || p->pq.PQresultStatus(r) != PGRES_COMMAND_OK) {
        ok = fail(p, r, e);
    }
    while (r) {
        p->pq.PQclear(r);
        r = p->pq.PQgetResult(p->conn);
    }
    return ok;
}

static bool send_rows(postgres *p, const row_batch *rows)
{
    enum { ROWS_A_PART = 512 };
    cell cells[STORE_WIDEST];
    char width[2], *to = width;
    bool sent = true;
    put_int(&to, (uint64_t)rows->width, 2);
    for (ptrdiff_t i = 0; i < rows->n && sent; i += ROWS_A_PART) {
        arena_reset(&p->texts);
        out *o = out_memory(&p->texts);
        if (i == 0) {
            out_str(o, (str){"PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19});
        }
        for (ptrdiff_t k = i; k < i + ROWS_A_PART && k < rows->n; k++) {
            rows->row(rows->context, k, cells);
            out_str(o, (str){width, 2});
            for (int c = 0; c < rows->width; c++) {
                put_cell(o, &cells[c]);
            }
        }
        if (i + ROWS_A_PART >= rows->n) {
            out_str(o, S("\377\377"));
        }
        str part = out_text(o);
        sent = p->pq.PQputCopyData(p->conn, part.ptr, (int)part.len) == 1;
    }
    return sent;
}

static bool append(store *base, const row_batch *rows, err *e)
{
    postgres *p = (postgres *)base;
    char sql[400];
    if (!drain(p, e)) {
        return false;
    }
    snprintf(sql, sizeof sql, "COPY %s(%s) FROM STDIN BINARY", rows->table,
             rows->columns);
    PGresult *r = p->pq.PQexec(p->conn, sql);
    bool ok = p->pq.PQresultStatus(r) == PGRES_COPY_IN || fail(p, r, e);
    p->pq.PQclear(r);
    return ok && end_copy(p, send_rows(p, rows), e);
}

/* --- transactions ---------------------------------------------------------------- */

/* Writers come one after the other, as in SQLite; readers see one state of it all. */
static bool begin(store *base, err *e)
{
    postgres *p = (postgres *)base;
    return p->mode == STORE_READ
               ? execute(p, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", e)
               : execute(p, "BEGIN; SELECT pg_advisory_xact_lock(7377318012734)", e);
}

static bool commit(store *base, err *e)
{
    return execute((postgres *)base, "COMMIT", e);
}

static void rollback(store *base)
{
    postgres *p = (postgres *)base;
    err ignored;
    bool drained = drain(p, &ignored);
    (void)drained; /* whatever it was, it is undone */
    if (p->pq.PQtransactionStatus(p->conn) != PQTRANS_IDLE
        && !execute(p, "ROLLBACK", &ignored)) {
        return; /* the connection is gone, and with it the transaction */
    }
}

/* --- the schema ------------------------------------------------------------------ */

static bool version(store *base, int *ret, err *e)
{
    arena scratch = arena_open(1 << 16);
    first_row row;
    *ret = 0;
    bool ok = store_first(&scratch, base,
                          "SELECT 1 FROM pg_tables WHERE schemaname = 'broadsheet'"
                          " AND tablename = 'archive_version'",
                          NULL, 0, &row, e);
    if (ok && row.found) {
        ok = store_first(&scratch, base, "SELECT version FROM archive_version", NULL, 0,
                         &row, e);
        *ret = ok && row.found ? (int)row.at[0].i : 0;
    }
    arena_close(&scratch);
    return ok;
}

/* The script's words in PostgreSQL's. Texts are compared by bytes, as in SQLite. */
static str in_our_words(arena *perm, str script)
{
    static const struct {
        str from, to;
    } words[] = {
        {STR_INIT(" TEXT"), STR_INIT(" text COLLATE \"C\"")},
        {STR_INIT(" BLOB"), STR_INIT(" bytea")},
        {STR_INIT(" REAL"), STR_INIT(" double precision")},
        {STR_INIT(" INTEGER"), STR_INIT(" bigint")},
        {STR_INIT(") STRICT, WITHOUT ROWID;"), STR_INIT(");")},
        {STR_INIT(") STRICT;"), STR_INIT(");")},
        {STR_INIT("CURRENT_STAMP"),
         STR_INIT(
             "(to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'))")},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        script = str_replace(perm, script, words[i].from, words[i].to);
    }
    return script;
}

static bool migrate(store *base, str script, int to, err *e)
{
    postgres *p = (postgres *)base;
    arena scratch = arena_open((ptrdiff_t)1 << 26);
    str sql = str_fmt(&scratch, "%s%.*s\nUPDATE archive_version SET version = %d;",
                      to == 1 ? "CREATE SCHEMA IF NOT EXISTS broadsheet;"
                                "CREATE TABLE archive_version(version bigint NOT NULL);"
                                "INSERT INTO archive_version VALUES(0);\n"
                              : "",
                      SV(in_our_words(&scratch, script)), to);
    bool ok = execute(p, str_cz(&scratch, sql), e);
    arena_close(&scratch);
    return ok;
}

/* --- care ------------------------------------------------------------------------ */

/* Writes the tables anew. What the server's own log still holds is the server's. */
static bool erase(store *base, err *e)
{
    static const char *const tables[] = {
        "VACUUM (FULL) content",   "VACUUM (FULL) source", "VACUUM (FULL) result",
        "VACUUM (FULL) series",    "VACUUM (FULL) metric", "VACUUM (FULL) recent",
        "VACUUM (FULL) exclusion",
    };
    bool ok = true;
    for (ptrdiff_t i = 0; i < COUNTOF(tables) && ok; i++) {
        ok = execute((postgres *)base, tables[i], e);
    }
    return ok;
}

/* The server looks after its own pages. */
static bool check(store *base, err *e)
{
    return execute((postgres *)base, "SELECT 1", e);
}

static bool wait_at_most(store *base, int ms, err *e)
{
    char sql[80];
    snprintf(sql, sizeof sql, "SET lock_timeout = %d", ms);
    return execute((postgres *)base, sql, e);
}

static void close_store(store *base)
{
    postgres *p = (postgres *)base;
    if (p) {
        arena_close(&p->texts);
        p->pq.PQfinish(p->conn);
    }
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

/* postgresql://me:secret@host/db?password=… without what nobody else should read. */
static const char *without_password(arena *perm, str url)
{
    cut scheme = str_cut(url, S("://"));
    str rest = str_cut(scheme.tail, S("?")).head;
    cut at = str_cut_last(rest, S("@"));
    str user = at.found ? str_cut(at.head, S(":")).head : (str){0};
    return str_cz(perm, str_fmt(perm, "%.*s://%.*s%s%.*s", SV(scheme.head), SV(user),
                                at.found ? "@" : "", SV(at.found ? at.tail : rest)));
}

/* A writer's plans are made while its tables may be empty, and kept while they grow by
 * thousands of rows: by index from the start, then. */
static bool plan_for_growth(postgres *p, err *e)
{
    return execute(p, "SET enable_seqscan = off; SET jit = off", e);
}

store *postgres_open(arena *perm, const char *url, store_mode mode, err *e)
{
    postgres *p = NEW(perm, postgres, 1);
    p->base = (store){&ops, without_password(perm, str_from(url))};
    p->mode = mode;
    if (!libpq_load(p->base.name, &p->pq, e)) {
        return NULL;
    }
    p->texts = arena_open((ptrdiff_t)1 << 34);
    p->conn = p->pq.PQconnectdb(url);
    if (p->pq.PQstatus(p->conn) != CONNECTION_OK) {
        fail(p, NULL, e);
    } else if (execute(p,
                       "SET client_min_messages = warning; SET search_path = broadsheet;"
                       "SET client_encoding = 'UTF8'",
                       e)
               && (mode == STORE_READ || plan_for_growth(p, e))) {
        return &p->base;
    }
    close_store(&p->base);
    return NULL;
}
