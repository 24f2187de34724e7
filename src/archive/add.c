#include "base/base.h"

#include <unistd.h>

#include "archive/add_parts.h"
#include "archive/pack.h"
#include "archive/runs.h"
#include "archive/seal.h"
#include "base/hash.h"

/* --- beginning ------------------------------------------------------------------- */

/* The study as its files describe it; one without files is described by nothing. */
static bool load_study(adding *ad, err *e)
{
    study *s = &ad->by;
    s->id = ad->what.study;
    s->site = ad->a->site;
    s->dir =
        str_cz(&ad->perm, str_fmt(&ad->perm, "%s/data/%.*s", s->site->root, SV(s->id)));
    s->dir = strncmp(s->dir, "./", 2) == 0 ? s->dir + 2 : s->dir;
    return study_yaml_load(&ad->perm, ad->scratch, s, e);
}

/* What RUN/run.yaml says where the command line doesn't. */
static bool load_run(adding *ad, err *e)
{
    addition *what = &ad->what;
    run r = {.src.path = str_cz(&ad->perm, str_fmt(&ad->perm, "%s/%.*s/run.yaml",
                                                   ad->by.dir, SV(what->run)))};
    if (what->run.len == 0) {
        r.date = ad->by.date;
    } else if (access(r.src.path, F_OK) == 0
               && !run_yaml_load(&ad->perm, ad->scratch, &r, e)) {
        return false;
    }
    what->date = what->date.len > 0 ? what->date : r.date;
    what->machine = what->machine.len > 0 ? what->machine : r.machine;
    fact **end = &what->tags;
    while (*end) {
        end = &(*end)->next;
    }
    for (const fact *f = r.tags; f; f = f->next) {
        bool told = false;
        for (const fact *t = what->tags; t; t = t->next) {
            told = told || str_eq(t->name, f->name);
        }
        if (!told) {
            *end = NEW(&ad->perm, fact, 1);
            **end = (fact){.name = f->name, .value = f->value};
            end = &(*end)->next;
        }
    }
    return true;
}

static bool begin(adding *ad, err *e)
{
    store *s = ad->a->s;
    const cell key[] = {CELL_T(ad->what.study)};
    return load_study(ad, e) && load_run(ad, e) && s->ops->begin(s, e)
           && store_run(s, "INSERT INTO study(study) VALUES(?1) ON CONFLICT DO NOTHING",
                        key, 1, e)
           && aliases_load(&ad->perm, s, ad->what.study, &ad->aliases, e)
           && run_exists(s, &ad->what, &ad->has_run, e)
           && (!ad->has_run || run_merge(s, ad->scratch, &ad->what, e));
}

adding *archive_add_begin(archive *a, const addition *what, err *e)
{
    if (!check_name(what->study, "study", e)
        || (what->run.len > 0 && !check_name(what->run, "run", e))) {
        return NULL;
    }
    adding *ad = NEW(a->perm, adding, 1);
    ad->a = a;
    ad->what = *what;
    ad->perm = arena_open((ptrdiff_t)1 << 36);
    ad->work = arena_open((ptrdiff_t)1 << 38);
    ad->scratch = arena_open((ptrdiff_t)1 << 38);
    ad->waiting = arena_open((ptrdiff_t)1 << 36);
    ad->rows = writer_open(&ad->perm, &ad->waiting, a->s, what->study);
    if (!begin(ad, e)) {
        archive_add_abort(ad);
        return NULL;
    }
    return ad;
}

/* --- one file -------------------------------------------------------------------- */

static bool take_name(adding *ad, const char *path, str name, err *e)
{
    for (const taken *t = ad->names; t; t = t->next) {
        if (str_eq(t->name, name)) {
            err_set(e, ERR_USAGE, path, "%s has the same name, '%.*s'", t->path,
                    SV(name));
            return err_hint(
                e, "Add the folder that holds both, or each to a run of its own.");
        }
    }
    taken *t = NEW(&ad->perm, taken, 1);
    *t = (taken){ad->names, str_copy(&ad->perm, name), path};
    ad->names = t;
    return true;
}

static bool refuse_purged(adding *ad, const char *path, str hash, err *e)
{
    const cell key[] = {CELL_T(ad->what.study), CELL_B(hash)};
    first_row row;
    if (!store_first(&ad->work, ad->a->s,
                     "SELECT reason FROM tombstone WHERE study = ?1 AND source = ?2", key,
                     2, &row, e)) {
        return false;
    }
    if (row.found) {
        err_set(e, ERR_INPUT, path, "this file was purged from the archive: %.*s",
                SV(row.at[0].s));
        return err_hint(e, "It is not taken in again.");
    }
    return true;
}

static str where_text(arena *perm, str in, str name)
{
    return in.len > 0 ? str_fmt(perm, "'%.*s' of run '%.*s'", SV(name), SV(in))
                      : str_fmt(perm, "'%.*s'", SV(name));
}

/* One that a build took from the study's folder is from now on one that was added: it
 * counts whether the file lies there or not. */
static bool look_up(adding *ad, str hash, added *ret, bool *known, err *e)
{
    const cell key[] = {CELL_T(ad->what.study), CELL_B(hash)};
    first_row row;
    if (!store_first(&ad->work, ad->a->s,
                     "SELECT run, name, options FROM source"
                     " WHERE study = ?1 AND source = ?2",
                     key, 2, &row, e)) {
        return false;
    }
    if (row.found && said_of_data(row.at[2].s)) {
        return source_remove(&ad->rows, hash, e);
    }
    *known = row.found;
    if (*known) {
        ret->as = ADDED_KNOWN;
        ret->note = where_text(&ad->perm, row.at[0].s, row.at[1].s);
    }
    return true;
}

/* The current file of that run and name steps back; its rows go, its bytes stay. (With
 * name = ?3, SQLite would read all sources of the study rather than use the index.) */
static bool supersede(adding *ad, str hash, str name, added *ret, err *e)
{
    store *s = ad->a->s;
    const cell key[] = {CELL_T(ad->what.study), CELL_T(ad->what.run), CELL_T(name)};
    first_row row;
    if (!store_first(&ad->work, s,
                     "SELECT source FROM source WHERE study = ?1 AND run = ?2 AND"
                     " name BETWEEN ?3 AND ?3 AND superseded_by IS NULL ORDER BY name",
                     key, COUNTOF(key), &row, e)) {
        return false;
    }
    if (!row.found) {
        return true;
    }
    const cell newer[] = {CELL_T(ad->what.study), CELL_B(row.at[0].s), CELL_B(hash)};
    ret->as = ADDED_NEWER;
    ret->note = archive_hex(&ad->perm, row.at[0].s);
    return store_run(s,
                     "UPDATE source SET superseded_by = ?3 WHERE study = ?1 AND"
                     " source = ?2",
                     newer, COUNTOF(newer), e)
           && writer_remove(&ad->rows, row.at[0].s, e);
}

static said add_said(adding *ad, const import_options *how)
{
    return (said){.as = how->as,
                  .time_format = how->time_format,
                  .columns = how->columns,
                  .group_by = how->group_by,
                  .metric = how->metric,
                  .unit = how->unit,
                  .workload = ad->what.workload,
                  .variant = ad->what.variant,
                  .by = said_by(&ad->work, &ad->by)};
}

/* The command line's options win over study.yaml's. */
static import_options options_for(adding *ad, str name)
{
    const source_rule *rule = study_rule(&ad->by, name, ad->scratch);
    import_options how = ad->what.how;
    if (rule) {
        how.as = how.as.len > 0 ? how.as : rule->tool;
        how.time_format = how.time_format.len > 0 ? how.time_format : rule->time_format;
        how.columns = how.columns.len > 0 ? how.columns : rule->columns;
    }
    return how;
}

static bool ensure_run(adding *ad, err *e)
{
    if (ad->has_run) {
        return true;
    }
    ad->has_run = true;
    return run_make(ad->a->s, ad->scratch, &ad->what, e);
}

bool add_source(adding *ad, const incoming *in, added *ret, err *e)
{
    const said *told = &in->told;
    str model = model_text(&ad->work, in->r, in->name);
    str earliest = run_date_of(&ad->work, in->r);
    const subject of = {said_path(&ad->work, told, ad->what.run, in->name), in->hash,
                        told, ad->aliases, in->r};
    source_rows rows = {0};
    if (!source_rows_of(&ad->work, ad->scratch, &ad->by, &of, &rows, e)
        || !ensure_run(ad, e) || !supersede(ad, in->hash, in->name, ret, e)) {
        return false;
    }
    const source_record record = {.run = ad->what.run,
                                  .name = in->name,
                                  .source = in->hash,
                                  .bytes = in->src.bytes.len,
                                  .format = in->r->format,
                                  .tool_version = in->r->tool_version,
                                  .options = said_write(&ad->work, told),
                                  .raw = pack(&ad->work, in->src.bytes),
                                  .model = pack(&ad->work, model)};
    ret->results = rows.result_count;
    ret->metrics = rows.metric_count;
    return source_write(ad->a->s, ad->scratch, ad->what.study, &record, e)
           && run_earliest(ad->a->s, &ad->what, earliest, e)
           && writer_add(&ad->rows, ad->what.run, in->hash, &rows, e);
}

static bool load(adding *ad, const char *path, source *ret, err *e)
{
    if (!source_load(&ad->work, path, ret, e)) {
        return false;
    }
    return ret->bytes.len <= PACK_LARGEST
           || err_set(e, ERR_LIMIT, path, "more than %td bytes in one file",
                      PACK_LARGEST);
}

bool archive_add_file(adding *ad, const char *path, str name, added *ret, err *e)
{
    arena_reset(&ad->work);
    incoming in = {0};
    if (!load(ad, path, &in.src, e)) {
        return false;
    }
    str hex = hash_sha256(&ad->work, in.src.bytes);
    in.hash = hash_bytes(&ad->work, hex);
    in.name = clean_text(&ad->work, name);
    *ret = (added){.path = path, .id = str_copy(&ad->perm, hex)};
    bool known = false;
    if (!refuse_purged(ad, path, in.hash, e) || !look_up(ad, in.hash, ret, &known, e)) {
        return false;
    }
    if (known) {
        return true;
    }
    in.how = options_for(ad, in.name);
    if (!take_name(ad, path, in.name, e)
        || !import_source(&ad->work, ad->scratch, &in.src, &in.how, &in.r, e)) {
        return false;
    }
    in.r->sha256 = hex;
    ret->reading = in.r;
    in.told = add_said(ad, &in.how);
    return add_source(ad, &in, ret, e);
}

/* --- the end --------------------------------------------------------------------- */

static void close_adding(adding *ad)
{
    writer_close(&ad->rows);
    arena_close(&ad->waiting);
    arena_close(&ad->work);
    arena_close(&ad->scratch);
}

bool archive_add_commit(adding *ad, err *e)
{
    store *s = ad->a->s;
    bool ok =
        writer_flush(&ad->rows, e)
        && (!ad->has_run || seal_run(s, ad->scratch, ad->what.study, ad->what.run, e))
        && s->ops->commit(s, e);
    if (!ok) {
        s->ops->rollback(s);
    }
    close_adding(ad);
    return ok;
}

void archive_add_abort(adding *ad)
{
    ad->a->s->ops->rollback(ad->a->s);
    close_adding(ad);
}
