#include "base/base.h"

#include "archive/archive.h"
#include "archive/rows.h"
#include "archive/seal.h"
#include "archive/write.h"

/* --- exclusions ------------------------------------------------------------------ */

static bool excluded(store *s, arena *scratch, const found_id *id, first_row *row, err *e)
{
    const cell key[] = {CELL_T(id->study), CELL_B(id->id)};
    return store_first(scratch, s,
                       "SELECT reason FROM exclusion WHERE study = ?1 AND id = ?2", key,
                       2, row, e);
}

static bool exclude(store *s, arena *scratch, const found_id *id, str why, err *e)
{
    first_row row;
    const cell cells[] = {CELL_T(id->study), CELL_B(id->id),
                          CELL_T(clean_text(scratch, why))};
    if (!excluded(s, scratch, id, &row, e)) {
        return false;
    }
    if (row.found) {
        err_set(e, ERR_USAGE, NULL, "it is excluded already: %.*s", SV(row.at[0].s));
        return err_hint(e, "--undo takes it in again.");
    }
    return store_run(s, "INSERT INTO exclusion(study, id, reason) VALUES(?1, ?2, ?3)",
                     cells, 3, e)
           && seal_rest(s, *scratch, id->study, e);
}

bool archive_exclude(archive *a, const found_id *id, str why, err *e)
{
    arena scratch = arena_open(1 << 20);
    bool ok = a->s->ops->begin(a->s, e)
              && store_settle(a->s, exclude(a->s, &scratch, id, why, e), e);
    arena_close(&scratch);
    return ok;
}

static bool include(store *s, arena *scratch, const found_id *id, err *e)
{
    first_row row;
    const cell key[] = {CELL_T(id->study), CELL_B(id->id)};
    if (!excluded(s, scratch, id, &row, e)) {
        return false;
    }
    if (!row.found) {
        return err_set(e, ERR_USAGE, NULL, "it isn't excluded");
    }
    return store_run(s, "DELETE FROM exclusion WHERE study = ?1 AND id = ?2", key, 2, e)
           && seal_rest(s, *scratch, id->study, e);
}

bool archive_include(archive *a, const found_id *id, err *e)
{
    arena scratch = arena_open(1 << 20);
    bool ok = a->s->ops->begin(a->s, e)
              && store_settle(a->s, include(a->s, &scratch, id, e), e);
    arena_close(&scratch);
    return ok;
}

/* --- purging --------------------------------------------------------------------- */

static bool remove_source(store *s, arena *scratch, const found_id *id, err *e)
{
    arena waiting = arena_open((ptrdiff_t)1 << 30);
    row_writer w = writer_open(scratch, &waiting, s, id->study);
    bool ok = source_remove(&w, id->source, e) && writer_flush(&w, e);
    writer_close(&w);
    arena_close(&waiting);
    return ok;
}

/* Of the tombstone's run, and of the rest. */
static bool seal_purged(store *s, arena scratch, const cell *key, err *e)
{
    first_row row;
    return store_first(&scratch, s,
                       "SELECT run FROM tombstone WHERE study = ?1 AND source = ?2", key,
                       2, &row, e)
           && seal_run(s, scratch, key[0].s, row.at[0].s, e)
           && seal_rest(s, scratch, key[0].s, e);
}

static bool purge(store *s, arena *scratch, const found_id *id, str why, err *e)
{
    const cell cells[] = {CELL_T(id->study), CELL_B(id->source), CELL_T(why)};
    return store_run(s,
                     "DELETE FROM exclusion WHERE study = ?1 AND (id = ?2 OR id IN"
                     " (SELECT result FROM result WHERE study = ?1 AND source = ?2))",
                     cells, 2, e)
           && store_run(s,
                        "INSERT INTO tombstone(study, source, run, bytes, reason)"
                        " SELECT study, source, run, bytes, ?3 FROM source"
                        " WHERE study = ?1 AND source = ?2",
                        cells, 3, e)
           && remove_source(s, scratch, id, e) && seal_purged(s, *scratch, cells, e);
}

bool archive_purge(archive *a, const found_id *id, str why, err *e)
{
    arena scratch = arena_open(1 << 20);
    str words = clean_text(&scratch, why);
    bool ok = id->ordinal < 0
              || (a->s->ops->begin(a->s, e)
                  && store_settle(a->s, purge(a->s, &scratch, id, words, e), e));
    arena_close(&scratch);
    if (ok && !a->s->ops->erase(a->s, e)) {
        return err_hint(e,
                        "The source is out of the archive, but its bytes may still be in "
                        "the file: purge it again when nobody uses the archive.");
    }
    return ok;
}
