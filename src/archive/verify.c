#include "base/base.h"

#include "archive/archive.h"
#include "archive/pack.h"
#include "archive/seal.h"
#include "archive/write.h"
#include "base/hash.h"

/* One source at a time: its bytes, its model, its rows. */
typedef struct {
    archive *a;
    bool take_over;
    verification *v;
    arena perm, work, scratch, waiting;
    study by; /* the study of the last source */
    alias *aliases;
    row_writer rows;                    /* of that study, where something was replaced */
    ptrdiff_t result_rows, metric_rows; /* that belong to a source */
} checker;

/* A source, as its row in the table has it. */
typedef struct checked {
    struct checked *next;
    found_id id;
    str run, name, options;
    bool superseded;
    bool older; /* other importers than this program's made the model */
} checked;

static void tell(checker *c, const checked *s, const char *fmt, ...) PRINTF(3, 4);

static void tell(checker *c, const checked *s, const char *fmt, ...)
{
    char what[400], line[800];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    arena tmp = c->scratch;
    snprintf(line, sizeof line, "%.*s/%.*s (%.*s%s%.*s): %s", SV(s->id.study),
             SV(str_take(archive_hex(&tmp, s->id.source), 12)), SV(s->run),
             s->run.len ? "/" : "", SV(s->name), what);
    c->v->tell(c->v->context, line);
    c->v->findings++;
}

static bool list_sources(checker *c, checked **ret, err *e)
{
    store *s = c->a->s;
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    checked **end = ret;
    str version = importers_version(&c->perm);
    if (!s->ops->query(s,
                       "SELECT study, source, run, name, options, superseded_by,"
                       " importer_version FROM source ORDER BY study, run, name, source",
                       NULL, 0, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = s->ops->next(rows, row, e)) > 0) {
        checked *k = *end = NEW(&c->perm, checked, 1);
        end = &k->next;
        k->id = (found_id){.study = str_copy(&c->perm, row[0].s),
                           .source = str_copy(&c->perm, row[1].s)};
        k->run = str_copy(&c->perm, row[2].s);
        k->name = str_copy(&c->perm, row[3].s);
        k->options = str_copy(&c->perm, row[4].s);
        k->superseded = row[5].kind != CELL_NULL;
        k->older = !str_eq(row[6].s, version);
    }
    s->ops->end(rows);
    return got == 0;
}

/* --- the model ------------------------------------------------------------------- */

/* "result 2, wall_time, mean: 1.5 is 1.6": the first place where two models part. */
static str difference(arena *perm, str before, str now)
{
    ptrdiff_t at = 0;
    while (at < before.len && at < now.len && before.ptr[at] == now.ptr[at]) {
        at++;
    }
    ptrdiff_t begin = at;
    while (begin > 0 && at - begin < 60 && before.ptr[begin - 1] != ','
           && before.ptr[begin - 1] != '{') {
        begin--;
    }
    ptrdiff_t names = 0;
    str last = {0};
    for (str rest = str_take(before, begin);;) {
        ptrdiff_t found = str_find(rest, S("\"name\": \""));
        if (found < 0) {
            break;
        }
        rest = str_drop(rest, found + 9);
        last = str_cut(rest, S("\"")).head;
        names++;
    }
    str was = str_take(str_drop(before, begin), 60),
        is = str_take(str_drop(now, begin), 60);
    was = str_cut(was, S(",")).head;
    is = str_cut(is, S(",")).head;
    return names == 0 ? str_fmt(perm, "%.*s was kept, %.*s is read", SV(was), SV(is))
                      : str_fmt(perm, "at metric %td (%.*s), %.*s was kept, %.*s is read",
                                names, SV(last), SV(was), SV(is));
}

/* The reading of the source as it is understood today; NULL: it isn't, and was told. */
static reading *read_again(checker *c, const checked *k, const said *what, str raw)
{
    source *src = NEW(&c->work, source, 1);
    *src = (source){.path = str_cz(&c->work, k->name), .bytes = raw};
    import_options how = said_options(what);
    reading *r = NULL;
    err why = {0};
    if (!import_source(&c->work, c->scratch, src, &how, &r, &why)) {
        tell(c, k, "it can't be read any more: %s", why.text);
        return NULL;
    }
    r->sha256 = archive_hex(&c->work, k->id.source);
    return r;
}

/* --- the rows -------------------------------------------------------------------- */

enum { RESULT_CELLS = 9, METRIC_CELLS = 19 };

/* All cells of the source's rows as one text. */
static bool rows_stored(checker *c, const checked *k, out *o, err *e)
{
#define METRIC                                                                           \
    "SELECT q.ordinal, m.series, m.run, m.line, m.status, m.n, m.mean, m.median,"        \
    " m.stddev, m.min, m.max, s.workload, s.variant, s.tool, s.command, s.parameters,"   \
    " s.metric, s.unit, s.better"
#define WHERE                                                                            \
    " WHERE q.study = ?1 AND q.source = ?2 AND s.study = ?1 AND m.study = ?1"            \
    " AND m.series = s.series AND m.run = ?3 AND m.result = q.result"
    static const char *const queries[] = {
        "SELECT ordinal, result, line, tool, command, status, workload, variant, inferred"
        " FROM result WHERE study = ?1 AND source = ?2 ORDER BY ordinal",
        /* SQLite: in this order */
        METRIC " FROM result q CROSS JOIN series s CROSS JOIN metric m" WHERE
               " UNION ALL " METRIC
               " FROM result q CROSS JOIN recent m CROSS JOIN series s" WHERE
               " ORDER BY 1, 2",
    };
#undef METRIC
#undef WHERE
    store *s = c->a->s;
    const cell key[] = {CELL_T(k->id.study), CELL_B(k->id.source), CELL_T(k->run)};
    for (int i = 0; i < COUNTOF(queries); i++) {
        store_rows *rows = NULL;
        cell row[STORE_WIDEST];
        if (!s->ops->query(s, queries[i], key, i ? 3 : 2, &rows, e)) {
            return false;
        }
        int got = 0;
        while ((got = s->ops->next(rows, row, e)) > 0) {
            row_text(o, row, i ? METRIC_CELLS : RESULT_CELLS);
            *(i ? &c->metric_rows : &c->result_rows) += 1;
        }
        s->ops->end(rows);
        if (got < 0) {
            return false;
        }
    }
    return true;
}

static int by_series(const void *a, const void *b)
{
    return str_cmp((*(metric_row *const *)a)->series, (*(metric_row *const *)b)->series);
}

static void metric_text(const checked *k, int64_t ordinal, const metric_row *m,
                        const series_row *s, out *o)
{
    const cell cells[METRIC_CELLS] = {
        CELL_I(ordinal),     CELL_B(m->series),     CELL_T(k->run),
        CELL_I(m->line),     CELL_I(m->status),     cell_maybe(m->n),
        cell_maybe(m->mean), cell_maybe(m->median), cell_maybe(m->stddev),
        cell_maybe(m->min),  cell_maybe(m->max),    CELL_T(s->workload),
        CELL_T(s->variant),  CELL_T(s->tool),       CELL_T(s->command),
        CELL_T(s->params),   CELL_T(s->metric),     CELL_T(s->unit),
        cell_text(s->better)};
    row_text(o, cells, METRIC_CELLS);
}

/* The same of the rows that follow from the reading: metrics by result and series. */
static void rows_wanted(arena *perm, const checked *k, const source_rows *rows, out *o)
{
    const metric_row **order = NEW(perm, const metric_row *, rows->metric_count);
    for (ptrdiff_t i = 0; i < rows->result_count; i++) {
        const result_row *r = &rows->results[i];
        const cell cells[] = {
            CELL_I(r->ordinal),  CELL_B(r->id),         CELL_I(r->line),
            CELL_T(r->tool),     cell_text(r->command), CELL_I(r->status),
            CELL_T(r->workload), CELL_T(r->variant),    CELL_I(r->inferred)};
        row_text(o, cells, COUNTOF(cells));
    }
    for (ptrdiff_t i = 0, r = 0; r < rows->result_count; r++) {
        ptrdiff_t first = i;
        while (i < rows->metric_count
               && str_eq(rows->metrics[i].result, rows->results[r].id)) {
            order[i] = &rows->metrics[i];
            i++;
        }
        if (i - first > 1) {
            qsort(order + first, (size_t)(i - first), sizeof *order, by_series);
        }
        for (ptrdiff_t m = first; m < i; m++) {
            metric_text(k, rows->results[r].ordinal, order[m],
                        &rows->series[order[m] - rows->metrics], o);
        }
    }
}

/* The first line in which the two texts differ, for people. */
static str first_difference(arena *perm, str stored, str wanted)
{
    cut a = {.tail = stored}, b = {.tail = wanted};
    do {
        a = str_cut(a.tail, S("\n"));
        b = str_cut(b.tail, S("\n"));
    } while (str_eq(a.head, b.head) && (a.tail.len > 0 || b.tail.len > 0));
    str was = str_replace(perm, a.head, S("\x1f"), S(" ")),
        is = str_replace(perm, b.head, S("\x1f"), S(" "));
    return str_fmt(perm, "'%.*s' is kept, '%.*s' follows from it", SV(str_take(was, 150)),
                   SV(str_take(is, 150)));
}

/* --- taking over ----------------------------------------------------------------- */

static bool replace_model(checker *c, const checked *k, const reading *r, str model,
                          err *e)
{
    const cell cells[] = {CELL_T(k->id.study),
                          CELL_B(k->id.source),
                          CELL_B(pack(&c->work, model)),
                          CELL_T(r->format),
                          CELL_T(importers_version(&c->work)),
                          cell_text(clean_text(&c->work, r->tool_version))};
    return store_run(c->a->s,
                     "UPDATE content SET model = ?3 WHERE study = ?1 AND source = ?2",
                     cells, 3, e)
           && store_run(c->a->s,
                        "UPDATE source SET format = ?3, importer_version = ?4,"
                        " tool_version = ?5 WHERE study = ?1 AND source = ?2",
                        (const cell[]){cells[0], cells[1], cells[3], cells[4], cells[5]},
                        5, e);
}

static bool replace_rows(checker *c, const checked *k, const source_rows *rows, err *e)
{
    if (!c->rows.s) {
        c->rows = writer_open(&c->perm, &c->waiting, c->a->s, k->id.study);
    }
    return writer_remove(&c->rows, k->id.source, e)
           && (k->superseded || writer_add(&c->rows, k->run, k->id.source, rows, e));
}

static bool end_rows(checker *c, err *e)
{
    bool ok = !c->rows.s || writer_flush(&c->rows, e);
    writer_close(&c->rows);
    c->rows = (row_writer){0};
    return ok;
}

/* --- one source ------------------------------------------------------------------ */

static bool load_study(checker *c, str id, err *e)
{
    if (str_eq(c->by.id, id)) {
        return true;
    }
    if (!end_rows(c, e)) {
        return false;
    }
    const char *root = c->a->site->root;
    c->by = (study){.id = id, .site = c->a->site};
    c->by.dir = str_cz(&c->perm, str_fmt(&c->perm, "%s/data/%.*s", root, SV(id)));
    return study_yaml_load(&c->perm, c->scratch, &c->by, e)
           && aliases_load(&c->perm, c->a->s, id, &c->aliases, e);
}

/* Compares the rows; what study.yaml says today counts as what follows. */
static bool check_rows(checker *c, const checked *k, const said *what, reading *r,
                       bool changed, err *e)
{
    source_rows rows = {0};
    out *stored = out_memory(&c->work);
    if (!load_study(c, k->id.study, e)) {
        return false;
    }
    const subject of = {said_path(&c->work, what, k->run, k->name), k->id.source, what,
                        c->aliases, r};
    if (!source_rows_of(&c->work, c->scratch, &c->by, &of, &rows, e)
        || !rows_stored(c, k, stored, e)) {
        return false;
    }
    c->v->results += rows.result_count;
    str before = out_text(stored);
    out *wanted = out_memory(&c->work);
    if (!k->superseded) {
        rows_wanted(&c->work, k, &rows, wanted);
    }
    str now = out_text(wanted);
    if (!changed && str_eq(before, now)) {
        return true;
    }
    if (!str_eq(before, now)) {
        tell(c, k, "rows differ: %.*s", SV(first_difference(&c->work, before, now)));
    }
    return !c->take_over || replace_rows(c, k, &rows, e);
}

/* False: the database failed. What is wrong with the source itself is told. */
static bool check_source(checker *c, const checked *k, err *e)
{
    err why = {0};
    str raw = {0}, model = {0};
    said what = {0};
    arena_reset(&c->work);
    c->v->sources++;
    if (!archive_raw(c->a, &c->work, &k->id, &raw, &why)
        || !archive_model_text(c->a, &c->work, &k->id, &model, &why)
        || !said_read(&c->work, k->options, &what, &why)) {
        if (why.code == ERR_IO) {
            *e = why;
            return false;
        }
        tell(c, k, "%s", why.text);
        return true;
    }
    reading *r = read_again(c, k, &what, raw);
    if (!r) {
        return true;
    }
    str now = model_text(&c->work, r, k->name);
    bool changed = !str_eq(model, now);
    if (changed) {
        tell(c, k, "it reads differently: %.*s", SV(difference(&c->work, model, now)));
    }
    bool replace = c->take_over && (changed || k->older);
    return (!replace || replace_model(c, k, r, now, e))
           && check_rows(c, k, &what, r, changed, e);
}

/* Takes rows away that lead to no source. */
static bool remove_rest(checker *c, err *e)
{
#define NOWHERE                                                                          \
    " WHERE (study, series) NOT IN (SELECT study, series FROM series)"                   \
    " OR (study, run, result) NOT IN (SELECT q.study, f.run, q.result FROM result q"     \
    " JOIN source f ON f.study = q.study AND f.source = q.source)"
    static const char *const statements[] = {
        "DELETE FROM metric" NOWHERE,
        "DELETE FROM recent" NOWHERE,
        "DELETE FROM series WHERE"
        " (study, series) NOT IN (SELECT study, series FROM metric)"
        " AND (study, series) NOT IN (SELECT study, series FROM recent)",
    };
#undef NOWHERE
    bool ok = true;
    for (ptrdiff_t i = 0; i < COUNTOF(statements) && ok; i++) {
        ok = store_run(c->a->s, statements[i], NULL, 0, e);
    }
    return ok;
}

/* Rows that no source accounts for. */
static bool check_rest(checker *c, err *e)
{
    const struct {
        const char *table, *count;
        ptrdiff_t seen;
    } tables[] = {
        {"result", "SELECT count(*) FROM result", c->result_rows},
        {"metric", "SELECT (SELECT count(*) FROM metric) + (SELECT count(*) FROM recent)",
         c->metric_rows},
        {"series",
         "SELECT count(*) FROM series s WHERE NOT EXISTS (SELECT 1 FROM metric m"
         " WHERE m.study = s.study AND m.series = s.series) AND NOT EXISTS (SELECT 1"
         " FROM recent r WHERE r.study = s.study AND r.series = s.series)",
         0},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(tables); i++) {
        first_row row;
        char what[120];
        if (!store_first(&c->work, c->a->s, tables[i].count, NULL, 0, &row, e)) {
            return false;
        }
        int64_t left = row.at[0].i - tables[i].seen;
        if (left != 0) {
            snprintf(what, sizeof what,
                     "%s: %" PRId64 " %s to no source ('broadsheet reparse' takes "
                     "them away)",
                     tables[i].table, left, left == 1 ? "row belongs" : "rows belong");
            c->v->tell(c->v->context, what);
            c->v->findings++;
        }
    }
    return true;
}

static void tell_seal(void *context, str of_study, str what)
{
    verification *v = context;
    char line[600];
    snprintf(
        line, sizeof line,
        "%.*s%s%.*s: what is said of %s (%s) is not what was said when it was written",
        SV(of_study), what.len ? "/" : "", SV(what), what.len ? "the run" : "it",
        what.len ? "date, machine, tags, sources"
                 : "exclusions, tombstones, other names, a run without a name");
    v->tell(v->context, line);
    v->findings++;
}

static bool check_all(checker *c, err *e)
{
    store *s = c->a->s;
    checked *all = NULL;
    if (!s->ops->begin(s, e) || (c->take_over && !remove_rest(c, e))
        || !list_sources(c, &all, e)) {
        return false;
    }
    for (const checked *k = all; k; k = k->next) {
        if (!check_source(c, k, e)) {
            return false;
        }
    }
    return end_rows(c, e)
           && (c->take_over ? seal_all(s, e)
                            : check_rest(c, e) && seal_check(s, tell_seal, c->v, e))
           && s->ops->commit(s, e);
}

bool archive_verify(archive *a, bool take_over, verification *v, err *e)
{
    checker c = {.a = a,
                 .take_over = take_over,
                 .v = v,
                 .perm = arena_open((ptrdiff_t)1 << 36),
                 .work = arena_open((ptrdiff_t)1 << 38),
                 .scratch = arena_open((ptrdiff_t)1 << 38),
                 .waiting = arena_open((ptrdiff_t)1 << 36)};
    err damage = {0};
    if (!take_over && !a->s->ops->check(a->s, &damage)) {
        v->tell(v->context, damage.text);
        v->findings++;
    }
    bool ok = check_all(&c, e);
    if (!ok) {
        a->s->ops->rollback(a->s);
    }
    writer_close(&c.rows);
    arena_close(&c.perm);
    arena_close(&c.work);
    arena_close(&c.waiting);
    arena_close(&c.scratch);
    return ok;
}
