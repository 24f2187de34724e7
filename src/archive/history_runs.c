#include "base/base.h"

#include "archive/history_runs.h"

typedef struct {
    store *s;
    arena *perm;
    arena scratch;
    str of_study;
    run_facts *ret;
} loader;

static int by_run(const void *a, const void *b)
{
    return str_cmp(((const history_run *)a)->id, ((const history_run *)b)->id);
}

static int by_result(const void *a, const void *b)
{
    return str_cmp(((const left_out *)a)->result, ((const left_out *)b)->result);
}

static bool count(loader *t, const char *sql, ptrdiff_t *n, err *e)
{
    const cell key[] = {CELL_T(t->of_study)};
    first_row row;
    arena tmp = t->scratch;
    bool ok = store_first(&tmp, t->s, sql, key, 1, &row, e);
    *n = row.found ? (ptrdiff_t)row.at[0].i : 0;
    return ok;
}

static bool load_runs(loader *t, err *e)
{
    const cell key[] = {CELL_T(t->of_study)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    ptrdiff_t room = 0;
    if (!count(t, "SELECT count(*) FROM run WHERE study = ?1", &room, e)) {
        return false;
    }
    t->ret->runs = NEW(t->perm, history_run, room);
    t->ret->versions = NEW(t->perm, str, room);
    if (!t->s->ops->query(t->s,
                          "SELECT run, date, machine FROM run WHERE study = ?1"
                          " ORDER BY run",
                          key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    while (t->ret->run_count < room && (got = t->s->ops->next(rows, row, e)) > 0) {
        history_run *r = &t->ret->runs[t->ret->run_count++];
        r->id = str_copy(t->perm, row[0].s);
        r->date = row[1].kind == CELL_TEXT ? str_copy(t->perm, row[1].s) : (str){0};
        r->machine = row[2].kind == CELL_TEXT ? str_copy(t->perm, row[2].s) : (str){0};
        t->ret->undated += !r->date.ptr;
    }
    t->s->ops->end(rows);
    return got >= 0;
}

static history_run *run_named(const run_facts *f, str id)
{
    const history_run key = {.id = id};
    return f->run_count == 0
               ? NULL
               : bsearch(&key, f->runs, (size_t)f->run_count, sizeof *f->runs, by_run);
}

const history_run *facts_run(const run_facts *f, str id)
{
    return run_named(f, id);
}

/* Rows of run and two texts, joined per run into one text. */
static bool gather(loader *t, const char *sql, str (*join)(arena *, str, const cell *),
                   str *(*where)(loader *, history_run *), err *e)
{
    const cell key[] = {CELL_T(t->of_study)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!t->s->ops->query(t->s, sql, key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = t->s->ops->next(rows, row, e)) > 0) {
        history_run *r = run_named(t->ret, row[0].s);
        if (r) {
            str *to = where(t, r);
            *to = join(t->perm, *to, row);
        }
    }
    t->s->ops->end(rows);
    return got == 0;
}

static str *where_tags(loader *t, history_run *r)
{
    (void)t;
    return &r->tags;
}

static str *where_versions(loader *t, history_run *r)
{
    return &t->ret->versions[r - t->ret->runs];
}

static str join_tag(arena *perm, str so_far, const cell *row)
{
    return str_fmt(perm, "%.*s%s%.*s=%.*s", SV(so_far), so_far.len ? " " : "",
                   SV(row[1].s), SV(row[2].s));
}

static str join_version(arena *perm, str so_far, const cell *row)
{
    return str_fmt(perm, "%.*s%.*s\t%.*s\n", SV(so_far), SV(row[1].s), SV(row[2].s));
}

str facts_version(const run_facts *f, const history_run *r, str tool)
{
    for (cut c = {.tail = f->versions[r - f->runs]}; c.tail.len > 0;) {
        c = str_cut(c.tail, S("\n"));
        if (str_starts(c.head, tool)) {
            return str_cut(c.head, S("\t")).tail;
        }
    }
    return (str){0};
}

/* Exclusions of results and of whole sources, by result. */
static bool load_left_out(loader *t, err *e)
{
    static const char *const queries[] = {
        "SELECT id, reason FROM exclusion WHERE study = ?1",
        "SELECT q.result, x.reason FROM exclusion x JOIN result q"
        " ON q.study = x.study AND q.source = x.id WHERE x.study = ?1",
    };
    const cell key[] = {CELL_T(t->of_study)};
    ptrdiff_t room = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < COUNTOF(queries); i++) {
            store_rows *rows = NULL;
            cell row[STORE_WIDEST];
            if (!t->s->ops->query(t->s, queries[i], key, 1, &rows, e)) {
                return false;
            }
            int got = 0;
            while ((got = t->s->ops->next(rows, row, e)) > 0) {
                if (pass == 0) {
                    room++;
                } else if (t->ret->out_count < room) {
                    t->ret->out[t->ret->out_count++] = (left_out){
                        str_copy(t->perm, row[0].s), str_copy(t->perm, row[1].s)};
                }
            }
            t->s->ops->end(rows);
            if (got < 0) {
                return false;
            }
        }
        if (pass == 0) {
            t->ret->out = NEW(t->perm, left_out, room);
        }
    }
    if (t->ret->out_count > 1) {
        qsort(t->ret->out, (size_t)t->ret->out_count, sizeof *t->ret->out, by_result);
    }
    return true;
}

str facts_left_out(const run_facts *f, str id, int64_t status)
{
    const left_out key = {.result = id};
    const left_out *found =
        f->out_count == 0
            ? NULL
            : bsearch(&key, f->out, (size_t)f->out_count, sizeof *f->out, by_result);
    return found ? found->why : status == STATUS_FAILED ? S("the run failed") : (str){0};
}

bool facts_load(arena *perm, arena scratch, store *s, str of_study, run_facts *ret,
                err *e)
{
    loader t = {s, perm, scratch, of_study, ret};
    *ret = (run_facts){0};
    return load_runs(&t, e)
           && gather(&t,
                     "SELECT run, name, value FROM tag WHERE study = ?1"
                     " ORDER BY run, name",
                     join_tag, where_tags, e)
           && gather(&t,
                     "SELECT DISTINCT run, format, tool_version FROM source"
                     " WHERE study = ?1 AND tool_version IS NOT NULL AND"
                     " superseded_by IS NULL ORDER BY run, format, tool_version",
                     join_version, where_versions, e)
           && load_left_out(&t, e);
}
