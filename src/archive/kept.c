#include "base/base.h"

#include "archive/ingest.h"
#include "archive/rows.h"
#include "archive/write.h"
#include "base/hash.h"

/* --- what there is ------------------------------------------------------------------ */

typedef struct {
    str study;
    out *text; /* everything that is known of it */
    ptrdiff_t added;
} gathered;

typedef struct {
    archive *a;
    arena *perm;
    gathered *all;
    ptrdiff_t n;
} gatherer;

/* Rows come by study, and so do studies. */
static gathered *gathered_for(gatherer *g, str id, ptrdiff_t *at)
{
    while (*at < g->n && !str_eq(g->all[*at].study, id)) {
        ++*at;
    }
    return *at < g->n ? &g->all[*at] : NULL;
}

static void put_cell(out *o, const cell *c)
{
    switch (c->kind) {
    case CELL_TEXT:
    case CELL_BLOB:
        out_fmt(o, "%td:", c->s.len);
        out_str(o, c->s);
        break;
    case CELL_INT:
        out_fmt(o, "%" PRId64, c->i);
        break;
    case CELL_REAL:
        out_num(o, c->d);
        break;
    case CELL_NULL:
        out_char(o, '-');
        break;
    }
}

/* The first cell of each row is the study, the next `width` are told. */
static bool gather(gatherer *g, const char *sql, int width, err *e)
{
    store *s = g->a->s;
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!s->ops->query(s, sql, NULL, 0, &rows, e)) {
        return false;
    }
    int got = 0;
    ptrdiff_t at = 0;
    while ((got = s->ops->next(rows, row, e)) > 0) {
        gathered *to = gathered_for(g, row[0].s, &at);
        for (int i = 0; to && i < width; i++) {
            put_cell(to->text, &row[i + 1]);
        }
        if (to) {
            out_char(to->text, '\n');
        }
    }
    s->ops->end(rows);
    return got == 0;
}

static bool list_studies(gatherer *g, err *e)
{
    store *s = g->a->s;
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    first_row count;
    if (!store_first(g->perm, s, "SELECT count(*) FROM study", NULL, 0, &count, e)
        || !s->ops->query(s, "SELECT study FROM study ORDER BY study", NULL, 0, &rows,
                          e)) {
        return false;
    }
    g->all = NEW(g->perm, gathered, count.at[0].i);
    int got = 0;
    while (g->n < count.at[0].i && (got = s->ops->next(rows, row, e)) > 0) {
        g->all[g->n++] =
            (gathered){.study = str_copy(g->perm, row[0].s), .text = out_memory(g->perm)};
    }
    s->ops->end(rows);
    return got >= 0;
}

static bool count_added(gatherer *g, err *e)
{
    store *s = g->a->s;
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!s->ops->query(s,
                       "SELECT study, options FROM source WHERE superseded_by IS NULL"
                       " ORDER BY study",
                       NULL, 0, &rows, e)) {
        return false;
    }
    int got = 0;
    ptrdiff_t at = 0;
    while ((got = s->ops->next(rows, row, e)) > 0) {
        gathered *to = gathered_for(g, row[0].s, &at);
        if (to) {
            to->added += !said_of_data(row[1].s);
        }
    }
    s->ops->end(rows);
    return got == 0;
}

static bool gather_all(gatherer *g, err *e)
{
    static const struct {
        const char *sql;
        int width;
    } queries[] = {
        {"SELECT study, source, run, name, options, importer_version, superseded_by"
         " FROM source ORDER BY study, source",
         6},
        {"SELECT study, run, date, machine FROM run ORDER BY study, run", 3},
        {"SELECT study, run, name, value FROM tag ORDER BY study, run, name", 3},
        {"SELECT study, id, reason FROM exclusion ORDER BY study, id", 2},
        {"SELECT study, source, reason FROM tombstone ORDER BY study, source", 2},
        {"SELECT study, kind, name, now FROM alias ORDER BY study, kind, name", 3},
    };
    bool ok = list_studies(g, e) && count_added(g, e);
    for (ptrdiff_t i = 0; i < COUNTOF(queries) && ok; i++) {
        ok = gather(g, queries[i].sql, queries[i].width, e);
    }
    return ok;
}

bool archive_states(archive *a, arena *perm, study_state **ret, ptrdiff_t *n, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 36);
    gatherer g = {.a = a, .perm = &scratch};
    bool ok = gather_all(&g, e);
    *ret = NEW(perm, study_state, g.n);
    *n = ok ? g.n : 0;
    for (ptrdiff_t i = 0; i < *n; i++) {
        (*ret)[i] = (study_state){.study = str_copy(perm, g.all[i].study),
                                  .state = hash_sha256(perm, out_text(g.all[i].text)),
                                  .added = g.all[i].added};
    }
    arena_close(&scratch);
    return ok;
}

/* --- one study -------------------------------------------------------------------- */

typedef struct {
    archive *a;
    arena *perm;
    study_kept *ret;
    str version;
    err *e;
} loader;

static str text_of(arena *perm, cell c)
{
    return c.kind == CELL_TEXT ? str_copy(perm, c.s) : (str){0};
}

/* Each row goes to `take`, and there is room for all of them, made by `room`. */
static bool load(loader *l, const char *count, const char *sql,
                 void (*room)(loader *, ptrdiff_t), bool (*take)(loader *, const cell *))
{
    store *s = l->a->s;
    const cell key[] = {CELL_T(l->ret->study)};
    first_row n;
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!store_first(l->perm, s, count, key, 1, &n, l->e)) {
        return false;
    }
    room(l, (ptrdiff_t)n.at[0].i);
    if (!s->ops->query(s, sql, key, 1, &rows, l->e)) {
        return false;
    }
    int got = 0;
    bool good = true;
    for (int64_t i = 0;
         i < n.at[0].i && good && (got = s->ops->next(rows, row, l->e)) > 0; i++) {
        good = take(l, row);
    }
    s->ops->end(rows);
    return good && got >= 0;
}

static void room_for_files(loader *l, ptrdiff_t n)
{
    l->ret->files = NEW(l->perm, kept_file, n);
}

static bool take_file(loader *l, const cell *row)
{
    kept_file *f = &l->ret->files[l->ret->file_count++];
    said what = {0};
    *f = (kept_file){.sha256 = archive_hex(l->perm, row[0].s),
                     .run = str_copy(l->perm, row[1].s),
                     .name = text_of(l->perm, row[2]),
                     .purged = text_of(l->perm, row[6])};
    if (f->purged.len > 0) {
        return true;
    }
    str options = str_copy(l->perm, row[3].s);
    f->current = str_eq(row[4].s, l->version);
    f->superseded_by =
        row[5].kind == CELL_BLOB ? archive_hex(l->perm, row[5].s) : (str){0};
    f->of_data = said_of_data(options);
    if (!said_read(l->perm, options, &what, l->e)) {
        return false;
    }
    f->workload = what.workload;
    f->variant = what.variant;
    f->how = (read_as){.as = what.as,
                       .time_format = what.time_format,
                       .columns = what.columns,
                       .group_by = what.group_by,
                       .metric = what.metric,
                       .unit = what.unit};
    return true;
}

static void room_for_runs(loader *l, ptrdiff_t n)
{
    l->ret->runs = NEW(l->perm, kept_run, n);
}

static bool take_run(loader *l, const cell *row)
{
    l->ret->runs[l->ret->run_count++] = (kept_run){.id = str_copy(l->perm, row[0].s),
                                                   .date = text_of(l->perm, row[1]),
                                                   .machine = text_of(l->perm, row[2])};
    return true;
}

static void no_room(loader *l, ptrdiff_t n)
{
    (void)l;
    (void)n;
}

/* By run and name: each goes behind those of its run that came before. */
static bool take_tag(loader *l, const cell *row)
{
    for (ptrdiff_t i = 0; i < l->ret->run_count; i++) {
        kept_run *r = &l->ret->runs[i];
        if (!str_eq(r->id, row[0].s)) {
            continue;
        }
        fact **end = &r->tags;
        while (*end) {
            end = &(*end)->next;
        }
        *end = NEW(l->perm, fact, 1);
        **end = (fact){.name = str_copy(l->perm, row[1].s),
                       .value = str_copy(l->perm, row[2].s)};
        break;
    }
    return true;
}

static void room_for_exclusions(loader *l, ptrdiff_t n)
{
    l->ret->excluded = NEW(l->perm, kept_exclusion, n);
}

static bool take_exclusion(loader *l, const cell *row)
{
    l->ret->excluded[l->ret->excluded_count++] =
        (kept_exclusion){.sha256 = archive_hex(l->perm, row[0].s),
                         .ordinal = (ptrdiff_t)row[1].i,
                         .why = str_copy(l->perm, row[2].s)};
    return true;
}

static void room_for_aliases(loader *l, ptrdiff_t n)
{
    l->ret->aliases = NEW(l->perm, kept_alias, n);
}

static bool take_alias(loader *l, const cell *row)
{
    l->ret->aliases[l->ret->alias_count++] =
        (kept_alias){.of_variant = str_eq(row[0].s, S("variant")),
                     .name = str_copy(l->perm, row[1].s),
                     .now = str_copy(l->perm, row[2].s)};
    return true;
}

bool archive_kept(archive *a, arena *perm, str of_study, study_kept *ret, err *e)
{
    *ret = (study_kept){.archive = a->s->name, .study = str_copy(perm, of_study)};
    loader l = {a, perm, ret, importers_version(perm), e};
    return load(&l,
                "SELECT (SELECT count(*) FROM source WHERE study = ?1)"
                " + (SELECT count(*) FROM tombstone WHERE study = ?1)",
                "SELECT source, run, name, options, importer_version, superseded_by,"
                " NULL FROM source WHERE study = ?1 UNION ALL"
                " SELECT source, run, '', '', '', NULL, reason FROM tombstone"
                " WHERE study = ?1 ORDER BY 1",
                room_for_files, take_file)
           && load(&l, "SELECT count(*) FROM run WHERE study = ?1",
                   "SELECT run, date, machine FROM run WHERE study = ?1 ORDER BY run",
                   room_for_runs, take_run)
           && load(&l, "SELECT count(*) FROM tag WHERE study = ?1",
                   "SELECT run, name, value FROM tag WHERE study = ?1 ORDER BY run, name",
                   no_room, take_tag)
           && load(&l,
                   "SELECT (SELECT count(*) FROM exclusion x JOIN source s ON"
                   " s.study = x.study AND s.source = x.id WHERE x.study = ?1)"
                   " + (SELECT count(*) FROM exclusion x JOIN result r ON"
                   " r.study = x.study AND r.result = x.id WHERE x.study = ?1)",
                   "SELECT s.source, 0, x.reason FROM exclusion x JOIN source s ON"
                   " s.study = x.study AND s.source = x.id WHERE x.study = ?1 UNION ALL"
                   " SELECT r.source, r.ordinal, x.reason FROM exclusion x JOIN result r"
                   " ON r.study = x.study AND r.result = x.id WHERE x.study = ?1"
                   " ORDER BY 1, 2",
                   room_for_exclusions, take_exclusion)
           && load(&l, "SELECT count(*) FROM alias WHERE study = ?1",
                   "SELECT kind, name, now FROM alias WHERE study = ?1"
                   " ORDER BY kind, name",
                   room_for_aliases, take_alias);
}

bool archive_kept_content(archive *a, str of_study, const kept_file *f, kept_content what,
                          arena *perm, str *ret, err *e)
{
    const found_id id = {.study = of_study, .source = hash_bytes(perm, f->sha256)};
    return what == KEPT_BYTES ? archive_raw(a, perm, &id, ret, e)
                              : archive_model_text(a, perm, &id, ret, e);
}
