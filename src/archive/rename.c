#include "base/base.h"

#include "archive/archive.h"
#include "archive/rows.h"
#include "archive/seal.h"

/* --- a study --------------------------------------------------------------------- */

static bool study_known(store *s, arena *scratch, str name, bool *ret, err *e)
{
    first_row row;
    const cell key[] = {CELL_T(name)};
    bool ok =
        store_first(scratch, s, "SELECT 1 FROM study WHERE study = ?1", key, 1, &row, e);
    *ret = row.found;
    return ok;
}

static bool no_study(str name, err *e)
{
    err_set(e, ERR_USAGE, NULL, "the archive has no study '%.*s'", SV(name));
    return err_hint(e, "'broadsheet log' shows all that there is.");
}

/* Every key below follows, but of rows that have no foreign key. */
static bool rename_study(store *s, arena *scratch, str from, str to, err *e)
{
    bool is = false, taken = false;
    const cell cells[] = {CELL_T(from), CELL_T(to)};
    if (!check_name(to, "study", e) || !study_known(s, scratch, from, &is, e)
        || !study_known(s, scratch, to, &taken, e)) {
        return false;
    }
    if (!is) {
        return no_study(from, e);
    }
    if (taken) {
        err_set(e, ERR_USAGE, NULL, "the archive has a study '%.*s' already", SV(to));
        return err_hint(e, "Two studies can't become one.");
    }
    return store_run(s, "UPDATE study SET study = ?2 WHERE study = ?1", cells, 2, e)
           && store_run(s, "UPDATE metric SET study = ?2 WHERE study = ?1", cells, 2, e)
           && store_run(s, "UPDATE recent SET study = ?2 WHERE study = ?1", cells, 2, e);
}

bool archive_rename_study(archive *a, str from, str to, err *e)
{
    arena scratch = arena_open(1 << 20);
    bool ok = a->s->ops->begin(a->s, e)
              && store_settle(a->s, rename_study(a->s, &scratch, from, to, e), e);
    arena_close(&scratch);
    return ok;
}

/* --- a workload or a variant ----------------------------------------------------- */

typedef struct {
    store *s;
    arena *scratch;
    str of_study, from, to;
    bool of_variant;
} renaming;

/* Names that led to the old one lead to the new one; none leads to itself. */
static bool write_alias(const renaming *r, err *e)
{
    const cell cells[] = {CELL_T(r->of_study),
                          CELL_T(r->of_variant ? S("variant") : S("workload")),
                          CELL_T(r->from), CELL_T(r->to)};
    return store_run(r->s,
                     "UPDATE alias SET now = ?4 WHERE study = ?1 AND kind = ?2"
                     " AND now = ?3",
                     cells, 4, e)
           && store_run(r->s,
                        "INSERT INTO alias(study, kind, name, now) VALUES(?1, ?2, ?3, ?4)"
                        " ON CONFLICT(study, kind, name) DO UPDATE SET now = ?4",
                        cells, 4, e)
           && store_run(r->s,
                        "DELETE FROM alias WHERE study = ?1 AND kind = ?2 AND name = now",
                        cells, 2, e);
}

/* A series goes on under the ID that its new name gives it. */
static bool move_series(const renaming *r, const cell *row, err *e)
{
    series_row now = {.id = row[1].s,
                      .workload = row[2].s,
                      .variant = row[3].s,
                      .tool = row[4].s,
                      .command = row[5].s,
                      .params = row[6].s,
                      .metric = row[7].s,
                      .unit = row[8].s,
                      .better = row[9].s};
    *(r->of_variant ? &now.variant : &now.workload) = r->to;
    str id = series_id(r->scratch, &now);
    const cell cells[] = {row[0],
                          CELL_B(id),
                          CELL_T(now.workload),
                          CELL_T(now.variant),
                          row[4],
                          row[5],
                          row[6],
                          row[7],
                          row[8],
                          row[9],
                          row[1]};
    const cell ids[] = {row[0], CELL_B(id), row[1]};
    return store_run(r->s,
                     "INSERT INTO series(study, series, workload, variant, tool, command,"
                     " parameters, metric, unit, better)"
                     " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                     " ON CONFLICT DO NOTHING",
                     cells, 10, e)
           && store_run(r->s,
                        "UPDATE metric SET series = ?2 WHERE study = ?1 AND series = ?3",
                        ids, 3, e)
           && store_run(r->s,
                        "UPDATE recent SET series = ?2 WHERE study = ?1 AND series = ?3",
                        ids, 3, e)
           && store_run(r->s, "DELETE FROM series WHERE study = ?1 AND series = ?2",
                        (const cell[]){row[0], row[1]}, 2, e);
}

/* One row at a time, because each is gone when it was moved. */
static bool move_all(const renaming *r, ptrdiff_t *n, err *e)
{
    const cell key[] = {CELL_T(r->of_study), CELL_T(r->from), CELL_T(r->to)};
    *n = 0;
    for (first_row row;; ++*n) {
        if (!store_first(r->scratch, r->s,
                         r->of_variant ? "SELECT study, series, workload, variant, tool, "
                                         "command, parameters,"
                                         " metric, unit, better FROM series WHERE study "
                                         "= ?1 AND variant = ?2"
                                         " ORDER BY series LIMIT 1"
                                       : "SELECT study, series, workload, variant, tool, "
                                         "command, parameters,"
                                         " metric, unit, better FROM series WHERE study "
                                         "= ?1 AND workload = ?2"
                                         " ORDER BY series LIMIT 1",
                         key, 2, &row, e)) {
            return false;
        }
        if (!row.found) {
            break;
        }
        if (!move_series(r, row.at, e)) {
            return false;
        }
    }
    return store_run(r->s,
                     r->of_variant ? "UPDATE result SET variant = ?3"
                                     " WHERE study = ?1 AND variant = ?2"
                                   : "UPDATE result SET workload = ?3"
                                     " WHERE study = ?1 AND workload = ?2",
                     key, 3, e);
}

/* The names there are, for a hint. */
static bool no_such_name(const renaming *r, err *e)
{
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    str names[200];
    ptrdiff_t n = 0;
    const cell key[] = {CELL_T(r->of_study)};
    const char *kind = r->of_variant ? "variant" : "workload";
    if (!r->s->ops->query(r->s,
                          r->of_variant
                              ? "SELECT DISTINCT variant FROM series WHERE study = ?1"
                                " ORDER BY variant"
                              : "SELECT DISTINCT workload FROM series WHERE study = ?1"
                                " ORDER BY workload",
                          key, 1, &rows, e)) {
        return false;
    }
    while (n < COUNTOF(names) && r->s->ops->next(rows, row, e) > 0) {
        names[n++] = str_copy(r->scratch, row[0].s);
    }
    r->s->ops->end(rows);
    str near = str_nearest(r->from, names, n, *r->scratch);
    err_set(e, ERR_USAGE, NULL, "study '%.*s' has no %s '%.*s'", SV(r->of_study), kind,
            SV(r->from));
    return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near))
                        : err_hint(e, "'broadsheet history %.*s' shows what it has.",
                                   SV(r->of_study));
}

/* Nothing where no name was given, or the same; *n: the most series that went on. */
static bool rename_label(renaming r, bool of_variant, str from, str to, ptrdiff_t *n,
                         err *e)
{
    ptrdiff_t moved = 0;
    if (from.len == 0 || str_eq(from, to)) {
        return true;
    }
    r.of_variant = of_variant;
    r.from = from;
    r.to = clean_text(r.scratch, to);
    if (!move_all(&r, &moved, e) || (moved == 0 && !no_such_name(&r, e))) {
        return false;
    }
    *n = moved > *n ? moved : *n;
    return write_alias(&r, e);
}

static bool rename_labels(store *s, arena *scratch, str of_study, labels from, labels to,
                          ptrdiff_t *n, err *e)
{
    const renaming r = {.s = s, .scratch = scratch, .of_study = of_study};
    bool is = false;
    *n = 0;
    if (!study_known(s, scratch, of_study, &is, e)) {
        return false;
    }
    return (is || no_study(of_study, e))
           && rename_label(r, false, from.workload, to.workload, n, e)
           && rename_label(r, true, from.variant, to.variant, n, e)
           && seal_rest(s, *scratch, of_study, e);
}

bool archive_rename(archive *a, str of_study, labels from, labels to, ptrdiff_t *n,
                    err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 30);
    bool ok =
        a->s->ops->begin(a->s, e)
        && store_settle(a->s, rename_labels(a->s, &scratch, of_study, from, to, n, e), e);
    arena_close(&scratch);
    return ok;
}
