#include "base/base.h"

#include "archive/archive.h"
#include "archive/pack.h"
#include "archive/rows.h"
#include "base/hash.h"

/* --- log ------------------------------------------------------------------------- */

#define ENTRY_COLUMNS                                                                    \
    "SELECT s.study, s.run, s.name, s.source, r.date, r.machine, s.format,"              \
    " s.tool_version, s.importer_version, s.added, s.superseded_by, x.reason, s.bytes,"  \
    " (SELECT count(*) FROM result q WHERE q.study = s.study AND q.source = s.source)"   \
    " FROM source s JOIN run r ON r.study = s.study AND r.run = s.run"                   \
    " LEFT JOIN exclusion x ON x.study = s.study AND x.id = s.source"

static str kept_text(arena *perm, cell c)
{
    return c.kind == CELL_TEXT ? str_copy(perm, c.s) : (str){0};
}

static entry_line line_of(arena *perm, const cell *row)
{
    return (entry_line){
        .study = kept_text(perm, row[0]),
        .run = kept_text(perm, row[1]),
        .name = kept_text(perm, row[2]),
        .id = archive_hex(perm, row[3].s),
        .date = kept_text(perm, row[4]),
        .machine = kept_text(perm, row[5]),
        .format = kept_text(perm, row[6]),
        .tool_version = kept_text(perm, row[7]),
        .importer_version = kept_text(perm, row[8]),
        .added = kept_text(perm, row[9]),
        .superseded_by =
            row[10].kind == CELL_BLOB ? archive_hex(perm, row[10].s) : (str){0},
        .excluded = kept_text(perm, row[11]),
        .bytes = row[12].i,
        .results = row[13].i,
    };
}

static entry_line stone_of(arena *perm, const cell *row)
{
    return (entry_line){.study = kept_text(perm, row[0]),
                        .run = kept_text(perm, row[1]),
                        .id = archive_hex(perm, row[2].s),
                        .added = kept_text(perm, row[3]),
                        .purged = kept_text(perm, row[4]),
                        .bytes = row[5].i};
}

static bool list(archive *a, arena *perm, const char *sql, str of_study,
                 entry_line (*read)(arena *, const cell *), entry_line ***end, err *e)
{
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    const cell key[] = {CELL_T(of_study)};
    if (!a->s->ops->query(a->s, sql, key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = a->s->ops->next(rows, row, e)) > 0) {
        **end = NEW(perm, entry_line, 1);
        ***end = read(perm, row);
        *end = &(**end)->next;
    }
    a->s->ops->end(rows);
    return got == 0;
}

bool archive_log(archive *a, arena *perm, str of_study, entry_line **ret, err *e)
{
    *ret = NULL;
    entry_line **end = ret;
    return list(a, perm,
                ENTRY_COLUMNS " WHERE ?1 = '' OR s.study = ?1"
                              " ORDER BY s.study, r.date IS NULL, r.date, s.run, s.name,"
                              " s.superseded_by IS NULL, s.source",
                of_study, line_of, &end, e)
           && list(a, perm,
                   "SELECT study, run, source, added, reason, bytes FROM tombstone"
                   " WHERE ?1 = '' OR study = ?1 ORDER BY study, run, source",
                   of_study, stone_of, &end, e);
}

bool archive_entry(archive *a, arena *perm, const found_id *id, entry_line *ret, err *e)
{
    const cell key[] = {CELL_T(id->study), CELL_B(id->source)};
    first_row row;
    if (!store_first(perm, a->s, ENTRY_COLUMNS " WHERE s.study = ?1 AND s.source = ?2",
                     key, 2, &row, e)) {
        return false;
    }
    if (row.found) {
        *ret = line_of(perm, row.at);
        return true;
    }
    if (!store_first(perm, a->s,
                     "SELECT study, run, source, added, reason, bytes FROM tombstone"
                     " WHERE study = ?1 AND source = ?2",
                     key, 2, &row, e)) {
        return false;
    }
    *ret = stone_of(perm, row.at);
    return true;
}

/* --- IDs ------------------------------------------------------------------------- */

enum { SHORTEST = 4, SHOWN = 6 };

typedef struct {
    found_id found[SHOWN];
    ptrdiff_t n;
} candidates;

static bool is_hex(str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
              || (c >= 'A' && c <= 'F'))) {
            return false;
        }
    }
    return true;
}

static bool begins(arena scratch, str id, str prefix)
{
    return str_eq_nocase(str_take(archive_hex(&scratch, id), prefix.len), prefix);
}

/* IDs between the prefix followed by zeros and by ones; the last half byte is compared
 * here. Rows: study, source, ID, ordinal. */
static bool collect(archive *a, arena *perm, const char *sql, str of_study, str prefix,
                    candidates *c, err *e)
{
    char low[HASH_BYTES], high[HASH_BYTES];
    str even = str_take(prefix, prefix.len / 2 * 2);
    str head = hash_bytes(perm, even);
    memset(low, 0, sizeof low);
    memset(high, 0xff, sizeof high);
    memcpy(low, head.ptr, (size_t)head.len);
    memcpy(high, head.ptr, (size_t)head.len);
    const cell key[] = {CELL_T(of_study), CELL_B(((str){low, head.len})),
                        CELL_B(((str){high, HASH_BYTES}))};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!a->s->ops->query(a->s, sql, key, 3, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = a->s->ops->next(rows, row, e)) > 0) {
        if (begins(*perm, row[2].s, prefix) && c->n < SHOWN) {
            c->found[c->n++] = (found_id){.study = str_copy(perm, row[0].s),
                                          .source = str_copy(perm, row[1].s),
                                          .id = str_copy(perm, row[2].s),
                                          .ordinal = (ptrdiff_t)row[3].i};
        }
    }
    a->s->ops->end(rows);
    return got == 0;
}

static bool ambiguous(arena *perm, str prefix, const candidates *c, err *e)
{
    out *o = out_memory(perm);
    for (ptrdiff_t i = 0; i < c->n && i < SHOWN - 1; i++) {
        out_fmt(o, "%s%.*s/%.*s", i ? ", " : "", SV(c->found[i].study),
                SV(str_take(archive_hex(perm, c->found[i].id), prefix.len + 8)));
    }
    err_set(e, ERR_USAGE, NULL, "'%.*s' could be several things", SV(prefix));
    str list = out_text(o);
    return err_hint(e, "%.*s%s", SV(list), c->n == SHOWN ? ", …" : ".");
}

bool archive_find(archive *a, arena *perm, str given, found_id *ret, err *e)
{
    cut c = str_cut_last(given, S("/"));
    str of_study = c.found ? c.head : S(""), prefix = c.found ? c.tail : given;
    candidates all = {0};
    if (prefix.len < SHORTEST || prefix.len > 2 * HASH_BYTES || !is_hex(prefix)) {
        err_set(e, ERR_USAGE, NULL, "'%.*s' is no ID", SV(given));
        return err_hint(e,
                        "IDs are hexadecimal, at least the first %d digits of one; "
                        "'broadsheet log' shows them.",
                        SHORTEST);
    }
    if (!collect(a, perm,
                 "SELECT study, source, source, 0 FROM source"
                 " WHERE (?1 = '' OR study = ?1) AND source >= ?2 AND source <= ?3"
                 " ORDER BY study, source",
                 of_study, prefix, &all, e)
        || !collect(a, perm,
                    "SELECT study, source, result, ordinal FROM result"
                    " WHERE (?1 = '' OR study = ?1) AND result >= ?2 AND result <= ?3"
                    " ORDER BY study, source, ordinal",
                    of_study, prefix, &all, e)
        || !collect(a, perm,
                    "SELECT study, source, source, -1 FROM tombstone"
                    " WHERE (?1 = '' OR study = ?1) AND source >= ?2 AND source <= ?3"
                    " ORDER BY study, source",
                    of_study, prefix, &all, e)) {
        return false;
    }
    if (all.n == 0) {
        err_set(e, ERR_USAGE, NULL, "nothing in the archive has the ID '%.*s'",
                SV(given));
        return err_hint(e, "'broadsheet log' shows what there is.");
    }
    if (all.n > 1) {
        return ambiguous(perm, prefix, &all, e);
    }
    *ret = all.found[0];
    return true;
}

/* --- content --------------------------------------------------------------------- */

static bool damaged(const archive *a, arena *perm, const found_id *id, const char *what,
                    const char *why, err *e)
{
    return err_set(e, ERR_CHECK, a->s->name, "the %s of source %.*s is damaged: %s", what,
                   SV(str_take(archive_hex(perm, id->source), 12)), why);
}

/* `sql` gives one blob. */
static bool content(archive *a, arena *perm, const char *sql, const char *what,
                    const found_id *id, str *ret, err *e)
{
    const cell key[] = {CELL_T(id->study), CELL_B(id->source)};
    first_row row;
    const char *why = "it is not there";
    if (id->ordinal < 0) {
        str hex = str_take(archive_hex(perm, id->source), 12);
        err_set(e, ERR_USAGE, a->s->name, "source %.*s was purged", SV(hex));
        return err_hint(e, "'broadsheet show %.*s' says why.", SV(hex));
    }
    if (!store_first(perm, a->s, sql, key, 2, &row, e)) {
        return false;
    }
    return (row.found && unpack(perm, row.at[0].s, ret, &why))
           || damaged(a, perm, id, what, why, e);
}

bool archive_raw(archive *a, arena *perm, const found_id *id, str *ret, err *e)
{
    str bytes = {0};
    if (!content(a, perm, "SELECT raw FROM content WHERE study = ?1 AND source = ?2",
                 "stored file", id, &bytes, e)) {
        return false;
    }
    if (!str_eq(hash_bytes(perm, hash_sha256(perm, bytes)), id->source)) {
        return damaged(a, perm, id, "stored file", "its SHA-256 is another one", e);
    }
    *ret = bytes;
    return true;
}

bool archive_model_text(archive *a, arena *perm, const found_id *id, str *ret, err *e)
{
    return content(a, perm, "SELECT model FROM content WHERE study = ?1 AND source = ?2",
                   "stored model", id, ret, e);
}

bool archive_model(archive *a, arena *perm, arena scratch, const found_id *id,
                   reading **ret, err *e)
{
    source *src = NEW(perm, source, 1);
    src->path = "model"; /* our own JSON is one of the formats */
    return archive_model_text(a, perm, id, &src->bytes, e)
           && import_source(perm, scratch, src, &(import_options){.kept = true}, ret, e);
}

bool archive_label(archive *a, arena *perm, const found_id *id, reading *model, err *e)
{
    const cell key[] = {CELL_T(id->study), CELL_B(id->source)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!a->s->ops->query(a->s,
                          "SELECT workload, variant FROM result"
                          " WHERE study = ?1 AND source = ?2 ORDER BY ordinal",
                          key, 2, &rows, e)) {
        return false;
    }
    int got = 0;
    for (result *r = model->results; (got = a->s->ops->next(rows, row, e)) > 0 && r;
         r = r->next) {
        r->workload = str_copy(perm, row[0].s);
        r->variant = str_copy(perm, row[1].s);
        r->workload_why = r->variant_why = (str){0};
    }
    a->s->ops->end(rows);
    return got >= 0;
}

/* Takes the results out whose ordinals the rows name. */
static bool drop_excluded(archive *a, const found_id *id, reading *model, err *e)
{
    const cell key[] = {CELL_T(id->study), CELL_B(id->source)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!a->s->ops->query(a->s,
                          "SELECT r.ordinal FROM result r JOIN exclusion x"
                          " ON x.study = r.study AND x.id = r.result"
                          " WHERE r.study = ?1 AND r.source = ?2 ORDER BY r.ordinal",
                          key, 2, &rows, e)) {
        return false;
    }
    result **at = &model->results;
    int64_t ordinal = 1;
    int got = 0;
    while ((got = a->s->ops->next(rows, row, e)) > 0) {
        for (; *at && ordinal < row[0].i; ordinal++) {
            at = &(*at)->next;
        }
        if (*at) {
            *at = (*at)->next;
            ordinal++;
            model->result_count--;
        }
    }
    a->s->ops->end(rows);
    return got >= 0;
}

bool archive_reading(archive *a, arena *perm, arena scratch, const found_id *id,
                     bool counting, reading **ret, err *e)
{
    return archive_model(a, perm, scratch, id, ret, e)
           && archive_label(a, perm, id, *ret, e)
           && (!counting || drop_excluded(a, id, *ret, e));
}
