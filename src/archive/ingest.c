#include "base/base.h"

#include "archive/add_parts.h"
#include "archive/ingest.h"
#include "archive/pack.h"
#include "archive/runs.h"
#include "archive/seal.h"
#include "base/hash.h"
#include "project/compose_file.h"

/* A build's way in. The folder is the truth of what comes from it: where a file, its run
 * or its labels changed, the archive follows. */

typedef struct {
    adding ad; /* of the run of the last file */
    const run *at;
    str by; /* see said */
    str version;
} taker;

/* What is known of a file's bytes. */
typedef enum { UNKNOWN, OUTDATED, SETTLED } standing;

static str file_name(const raw_file *f)
{
    return f->run->id.len > 0 ? str_drop(f->path, f->run->id.len + 1) : f->path;
}

static bool is_added(taker *t, str hash, bool *ret, err *e)
{
    const cell key[] = {CELL_T(t->ad.what.study), CELL_B(hash)};
    first_row row;
    bool ok = store_first(&t->ad.work, t->ad.a->s,
                          "SELECT options FROM source WHERE study = ?1 AND source = ?2",
                          key, 2, &row, e);
    *ret = ok && row.found && !said_of_data(row.at[0].s);
    return ok;
}

/* One that was added elsewhere, or that supersedes a file of the folder, is left alone;
 * so is a purged one. */
static bool look_up(taker *t, const incoming *in, standing *ret, err *e)
{
    adding *ad = &t->ad;
    const cell key[] = {CELL_T(ad->what.study), CELL_B(in->hash)};
    first_row row, stone;
    if (!store_first(&ad->work, ad->a->s,
                     "SELECT run, name, options, importer_version, superseded_by"
                     " FROM source WHERE study = ?1 AND source = ?2",
                     key, 2, &row, e)
        || !store_first(&ad->work, ad->a->s,
                        "SELECT 1 FROM tombstone WHERE study = ?1 AND source = ?2", key,
                        2, &stone, e)) {
        return false;
    }
    if (!row.found || !said_of_data(row.at[2].s)) {
        *ret = row.found || stone.found ? SETTLED : UNKNOWN;
        return true;
    }
    bool superseded = row.at[4].kind == CELL_BLOB, left_alone = false;
    if (superseded && !is_added(t, row.at[4].s, &left_alone, e)) {
        return false;
    }
    bool same = str_eq(row.at[0].s, ad->what.run) && str_eq(row.at[1].s, in->name)
                && str_eq(row.at[2].s, said_write(&ad->work, &in->told))
                && str_eq(row.at[3].s, t->version);
    *ret = left_alone || (same && !superseded) ? SETTLED : OUTDATED;
    return true;
}

/* The rows of the run before are written where another begins. */
static bool enter_run(taker *t, const run *r, err *e)
{
    adding *ad = &t->ad;
    if (t->at == r) {
        return true;
    }
    t->at = r;
    ad->what.run = clean_text(&ad->perm, r->id);
    ad->what.date = r->date;
    ad->what.machine = r->machine;
    ad->what.tags = r->tags;
    return run_exists(ad->a->s, &ad->what, &ad->has_run, e);
}

static bool settle_run(taker *t, err *e)
{
    adding *ad = &t->ad;
    const cell key[] = {CELL_T(ad->what.study)};
    if (!ad->has_run) {
        ad->has_run = true;
        if (!store_run(ad->a->s,
                       "INSERT INTO study(study) VALUES(?1) ON CONFLICT DO NOTHING", key,
                       1, e)
            || !run_make(ad->a->s, ad->scratch, &ad->what, e)) {
            return false;
        }
    }
    return run_restate(ad->a->s, ad->scratch, &ad->what, e);
}

static bool write_anew(taker *t, incoming *in, standing how, err *e)
{
    adding *ad = &t->ad;
    added ignored = {0};
    const import_options options = said_options(&in->told);
    err why = {0};
    if (!import_source(&ad->work, ad->scratch, &in->src, &options, &in->r, &why)) {
        *e = why;
        return why.code == ERR_UNRECOGNISED;
    }
    in->r->sha256 = archive_hex(&ad->work, in->hash);
    return settle_run(t, e) && (how == UNKNOWN || source_remove(&ad->rows, in->hash, e))
           && add_source(ad, in, &ignored, e);
}

static bool take_file(taker *t, const raw_file *f, err *e)
{
    adding *ad = &t->ad;
    arena_reset(&ad->work);
    incoming in = {0};
    if (compose_named(f->path)) {
        return true;
    }
    if (!source_load(&ad->work, f->src.path, &in.src, e) || !enter_run(t, f->run, e)) {
        return false;
    }
    if (in.src.bytes.len > PACK_LARGEST) {
        return true; /* it is read from the folder each time */
    }
    read_as how = study_reads(&ad->by, f->path, ad->scratch);
    in.hash = hash_bytes(&ad->work, hash_sha256(&ad->work, in.src.bytes));
    in.name = clean_text(&ad->work, file_name(f));
    in.told = (said){.as = how.as,
                     .time_format = how.time_format,
                     .columns = how.columns,
                     .from = S("data"),
                     .by = t->by};
    standing known = UNKNOWN;
    if (!look_up(t, &in, &known, e)) {
        return false;
    }
    return known == SETTLED
               ? !ad->has_run || run_restate(ad->a->s, ad->scratch, &ad->what, e)
               : write_anew(t, &in, known, e);
}

/* --- the rest: what study.yaml calls otherwise now --------------------------------- */

typedef struct listed {
    struct listed *next;
    str source, run, name;
    said told;
} listed;

static bool list_others(taker *t, listed **ret, err *e)
{
    adding *ad = &t->ad;
    store *s = ad->a->s;
    const cell key[] = {CELL_T(ad->what.study)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!s->ops->query(s,
                       "SELECT source, run, name, options FROM source WHERE study = ?1"
                       " AND superseded_by IS NULL ORDER BY run, name",
                       key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    bool ok = true;
    while (ok && (got = s->ops->next(rows, row, e)) > 0) {
        said told = {0};
        ok = said_read(&ad->perm, str_copy(&ad->perm, row[3].s), &told, e);
        if (ok && !str_eq(told.by, t->by)) {
            listed *l = *ret = NEW(&ad->perm, listed, 1);
            ret = &l->next;
            *l = (listed){.source = str_copy(&ad->perm, row[0].s),
                          .run = str_copy(&ad->perm, row[1].s),
                          .name = str_copy(&ad->perm, row[2].s),
                          .told = told};
            l->told.by = t->by;
        }
    }
    s->ops->end(rows);
    return ok && got == 0;
}

static bool label_anew(taker *t, const listed *l, err *e)
{
    adding *ad = &t->ad;
    const found_id id = {.study = ad->what.study, .source = l->source, .id = l->source};
    arena_reset(&ad->work);
    reading *r = NULL;
    source_rows rows = {0};
    const cell cells[] = {CELL_T(ad->what.study), CELL_B(l->source),
                          CELL_T(said_write(&ad->work, &l->told))};
    if (!archive_model(ad->a, &ad->work, ad->scratch, &id, &r, e)) {
        return false;
    }
    const subject of = {said_path(&ad->work, &l->told, l->run, l->name), l->source,
                        &l->told, ad->aliases, r};
    return source_rows_of(&ad->work, ad->scratch, &ad->by, &of, &rows, e)
           && writer_remove(&ad->rows, l->source, e)
           && writer_add(&ad->rows, l->run, l->source, &rows, e)
           && store_run(ad->a->s,
                        "UPDATE source SET options = ?3 WHERE study = ?1 AND source = ?2",
                        cells, 3, e);
}

static bool label_others(taker *t, err *e)
{
    listed *others = NULL;
    bool ok = list_others(t, &others, e);
    for (const listed *l = others; l && ok; l = l->next) {
        ok = label_anew(t, l, e);
    }
    return ok && writer_flush(&t->ad.rows, e);
}

/* --- all of it ---------------------------------------------------------------------- */

static bool take_all(taker *t, err *e)
{
    adding *ad = &t->ad;
    store *s = ad->a->s;
    if (!s->ops->begin(s, e)) {
        return false;
    }
    bool ok = aliases_load(&ad->perm, s, ad->what.study, &ad->aliases, e);
    for (const raw_file *f = ad->by.files; f && ok; f = f->next) {
        ok = take_file(t, f, e);
    }
    ok = ok && label_others(t, e) && seal_runs(s, ad->scratch, ad->what.study, e);
    return store_settle(s, ok, e);
}

bool archive_ingest(archive *a, str of_study, err *e)
{
    taker t = {.ad = {.a = a, .what = {.study = of_study}}};
    adding *ad = &t.ad;
    ad->perm = arena_open((ptrdiff_t)1 << 36);
    ad->work = arena_open((ptrdiff_t)1 << 38);
    ad->scratch = arena_open((ptrdiff_t)1 << 38);
    ad->waiting = arena_open((ptrdiff_t)1 << 36);
    ad->rows = writer_open(&ad->perm, &ad->waiting, a->s, of_study);
    ad->by = (study){
        .id = of_study, .site = a->site, .dir = study_dir(&ad->perm, a->site, of_study)};
    bool ok = study_yaml_load(&ad->perm, ad->scratch, &ad->by, e)
              && study_files(&ad->perm, ad->scratch, &ad->by, e);
    if (ok) {
        t.by = said_by(&ad->perm, &ad->by);
        t.version = importers_version(&ad->perm);
        ok = take_all(&t, e);
    }
    writer_close(&ad->rows);
    arena_close(&ad->waiting);
    if (!ok && e->path) {
        e->path = str_cz(a->perm, str_from(e->path));
    }
    arena_close(&ad->perm);
    arena_close(&ad->work);
    arena_close(&ad->scratch);
    return ok;
}

bool archive_wait(archive *a, int ms, err *e)
{
    return a->s->ops->wait(a->s, ms, e);
}
