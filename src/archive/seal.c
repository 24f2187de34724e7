#include "base/base.h"

#include "archive/rows.h"
#include "archive/seal.h"
#include "base/hash.h"

void row_text(out *o, const cell *row, int n)
{
    for (int i = 0; i < n; i++) {
        const cell *c = &row[i];
        switch (c->kind) {
        case CELL_NULL:
            out_str(o, S("-"));
            break;
        case CELL_INT:
            out_fmt(o, "%" PRId64, c->i);
            break;
        case CELL_REAL:
            out_num(o, c->d);
            break;
        case CELL_TEXT:
            out_str(o, c->s);
            break;
        case CELL_BLOB:
            for (ptrdiff_t k = 0; k < c->s.len; k++) {
                out_fmt(o, "%02x", (unsigned char)c->s.ptr[k]);
            }
            break;
        }
        out_char(o, i + 1 < n ? '\x1f' : '\n');
    }
}

/* --- a part ---------------------------------------------------------------------- */

/* What a part's digest is of: rows of so many columns, each query's ended by a blank
 * line. */
typedef struct {
    const char *sql;
    int width;
} sealed;

static const sealed of_a_run[] = {
    {"SELECT date, date_stated, machine FROM run WHERE study = ?1 AND run = ?2", 3},
    {"SELECT name, value FROM tag WHERE study = ?1 AND run = ?2 ORDER BY name", 2},
    {"SELECT source, name, bytes, format, importer_version, tool_version, options,"
     " superseded_by, added FROM source WHERE study = ?1 AND run = ?2"
     " ORDER BY name, source",
     9},
    {0},
};
static const sealed of_the_rest[] = {
    {"SELECT id, reason, added FROM exclusion WHERE study = ?1 ORDER BY id", 3},
    {"SELECT source, run, bytes, reason, added FROM tombstone WHERE study = ?1"
     " ORDER BY source",
     5},
    {"SELECT kind, name, now FROM alias WHERE study = ?1 ORDER BY kind, name", 3},
    {0},
};

/* The digest of the part's rows, in perm. */
static bool digest_of(store *s, arena *perm, const sealed *what, str of_study, str of_run,
                      str *ret, err *e)
{
    const cell key[] = {CELL_T(of_study), CELL_T(of_run)};
    out *o = out_memory(perm);
    int n = what == of_a_run ? COUNTOF(key) : 1;
    for (; what->sql; what++) {
        store_rows *rows = NULL;
        cell row[STORE_WIDEST];
        if (!s->ops->query(s, what->sql, key, n, &rows, e)) {
            return false;
        }
        int got = 0;
        while ((got = s->ops->next(rows, row, e)) > 0) {
            row_text(o, row, what->width);
        }
        s->ops->end(rows);
        if (got < 0) {
            return false;
        }
        out_char(o, '\n');
    }
    *ret = hash_bytes(perm, hash_sha256(perm, out_text(o)));
    return true;
}

static bool write_seal(store *s, arena scratch, const sealed *what, str of_study,
                       str of_run, str part, err *e)
{
    str digest = {0};
    if (!digest_of(s, &scratch, what, of_study, of_run, &digest, e)) {
        return false;
    }
    const cell cells[] = {CELL_T(of_study), CELL_T(part), CELL_B(digest)};
    return store_run(s,
                     "INSERT INTO seal(study, part, digest) VALUES(?1, ?2, ?3)"
                     " ON CONFLICT(study, part) DO UPDATE SET digest = ?3"
                     " WHERE seal.digest <> ?3",
                     cells, COUNTOF(cells), e);
}

bool seal_run(store *s, arena scratch, str of_study, str of_run, err *e)
{
    str part = str_fmt(&scratch, "run/%.*s", SV(of_run));
    return write_seal(s, scratch, of_a_run, of_study, of_run, part, e);
}

bool seal_runs(store *s, arena scratch, str of_study, err *e)
{
    typedef struct named {
        struct named *next;
        str run;
    } named;
    const cell key[] = {CELL_T(of_study)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    named *all = NULL;
    if (!s->ops->query(s, "SELECT run FROM run WHERE study = ?1", key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = s->ops->next(rows, row, e)) > 0) {
        named *n = NEW(&scratch, named, 1);
        *n = (named){all, str_copy(&scratch, row[0].s)};
        all = n;
    }
    s->ops->end(rows);
    bool ok = got == 0;
    for (const named *n = all; n && ok; n = n->next) {
        ok = seal_run(s, scratch, of_study, n->run, e);
    }
    return ok;
}

bool seal_rest(store *s, arena scratch, str of_study, err *e)
{
    return write_seal(s, scratch, of_the_rest, of_study, S(""), S("rest"), e);
}

/* --- all parts ------------------------------------------------------------------- */

typedef struct part {
    struct part *next;
    str study, run, name, digest; /* digest: as it stands there; of none: empty */
    bool is_run;
} part;

/* Every part that there should be, and every seal that belongs to none. */
static bool list_parts(store *s, arena *perm, part **ret, err *e)
{
    static const char *const sql =
        "SELECT r.study, r.run, 'run/' || r.run, s.digest, 1 FROM run r LEFT JOIN seal s"
        " ON s.study = r.study AND s.part = 'run/' || r.run"
        " UNION ALL SELECT t.study, '', 'rest', s.digest, 0 FROM study t"
        " LEFT JOIN seal s ON s.study = t.study AND s.part = 'rest'"
        " UNION ALL SELECT s.study, '', s.part, s.digest, 0 FROM seal s"
        " WHERE s.part <> 'rest' AND NOT EXISTS (SELECT 1 FROM run r"
        " WHERE r.study = s.study AND s.part = 'run/' || r.run)";
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!s->ops->query(s, sql, NULL, 0, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = s->ops->next(rows, row, e)) > 0) {
        part *p = *ret = NEW(perm, part, 1);
        ret = &p->next;
        *p = (part){.study = str_copy(perm, row[0].s),
                    .run = str_copy(perm, row[1].s),
                    .name = str_copy(perm, row[2].s),
                    .digest =
                        row[3].kind == CELL_BLOB ? str_copy(perm, row[3].s) : (str){0},
                    .is_run = row[4].i == 1};
    }
    s->ops->end(rows);
    return got == 0;
}

/* *ret: is it the rest of a study that has nothing of the kind? That needs no seal. */
static bool is_empty(store *s, arena scratch, const part *p, bool *ret, err *e)
{
    str now = {0}, none = {0};
    *ret = false;
    if (p->is_run) {
        return true;
    }
    if (!digest_of(s, &scratch, of_the_rest, p->study, S(""), &now, e)
        || !digest_of(s, &scratch, of_the_rest, S(""), S(""), &none, e)) {
        return false;
    }
    *ret = str_eq(now, none);
    return true;
}

bool seal_all(store *s, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 34), scratch = arena_open((ptrdiff_t)1 << 34);
    part *all = NULL;
    bool ok =
        store_run(s, "DELETE FROM seal", NULL, 0, e) && list_parts(s, &perm, &all, e);
    for (const part *p = all; p && ok; p = p->next) {
        bool empty = false;
        ok = is_empty(s, scratch, p, &empty, e)
             && (empty
                 || write_seal(s, scratch, p->is_run ? of_a_run : of_the_rest, p->study,
                               p->run, p->name, e));
    }
    arena_close(&perm);
    arena_close(&scratch);
    return ok;
}

/* *ret: are its rows those that were sealed? */
static bool holds(store *s, arena scratch, const part *p, bool *ret, err *e)
{
    str now = {0};
    bool rest = str_eq(p->name, S("rest"));
    *ret = false;
    if (!p->is_run && !rest) {
        return true; /* a seal of a run that isn't there */
    }
    if (p->digest.len == 0) {
        return is_empty(s, scratch, p, ret, e);
    }
    if (!digest_of(s, &scratch, p->is_run ? of_a_run : of_the_rest, p->study, p->run,
                   &now, e)) {
        return false;
    }
    *ret = str_eq(now, p->digest);
    return true;
}

bool seal_check(store *s, seal_tell *tell, void *context, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 34), scratch = arena_open((ptrdiff_t)1 << 34);
    part *all = NULL;
    bool ok = list_parts(s, &perm, &all, e);
    for (const part *p = all; p && ok; p = p->next) {
        bool as_sealed = false;
        ok = holds(s, scratch, p, &as_sealed, e);
        if (ok && !as_sealed) {
            tell(context, p->study,
                 str_eq(p->name, S("rest")) ? S("") : str_drop(p->name, 4));
        }
    }
    arena_close(&perm);
    arena_close(&scratch);
    return ok;
}
