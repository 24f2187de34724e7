#include "base/base.h"

#include "archive/archive.h"
#include "archive/rows.h"
#include "model/merge.h"

/* Load generators of one run, as if one had seen it all. */
typedef struct {
    archive *a;
    arena *perm;
    arena scratch;
    reading *ret;
    result **all; /* of all sources, with their labels */
    ptrdiff_t n, cap;
} merger;

static void keep(merger *m, result *r)
{
    if (m->n == m->cap) {
        ptrdiff_t cap = m->cap ? 2 * m->cap : 32;
        result **bigger = NEW(m->perm, result *, cap);
        if (m->n > 0) {
            memcpy(bigger, m->all, (size_t)m->n * sizeof *bigger); // NOLINT: pointers
        }
        m->all = bigger;
        m->cap = cap;
    }
    m->all[m->n++] = r;
}

/* Reads a source anew, because the model doesn't hold what is too much to print. */
static bool read_source(merger *m, const found_id *id, str name, str options, err *e)
{
    said what = {0};
    source *src = NEW(m->perm, source, 1);
    src->path = str_cz(m->perm, name);
    reading *r = NULL;
    if (!said_read(m->perm, options, &what, e)
        || !archive_raw(m->a, m->perm, id, &src->bytes, e)) {
        return false;
    }
    import_options how = said_options(&what);
    how.want_sketch = true;
    if (!import_source(m->perm, m->scratch, src, &how, &r, e)
        || !archive_label(m->a, m->perm, id, r, e)) {
        return false;
    }
    for (result *item = r->results; item; item = item->next) {
        if (item->status != STATUS_FAILED) {
            keep(m, item);
        }
    }
    return true;
}

typedef struct listed {
    struct listed *next;
    found_id id;
    str name, options;
} listed;

/* What counts of the run. */
static bool list(merger *m, str of_study, str of_run, listed **ret, err *e)
{
    const cell key[] = {CELL_T(of_study), CELL_T(of_run)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!m->a->s->ops->query(
            m->a->s,
            "SELECT source, name, options FROM source s WHERE study = ?1 AND run = ?2"
            " AND superseded_by IS NULL AND NOT EXISTS (SELECT 1 FROM exclusion x"
            " WHERE x.study = s.study AND x.id = s.source) ORDER BY name",
            key, 2, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = m->a->s->ops->next(rows, row, e)) > 0) {
        listed *l = *ret = NEW(m->perm, listed, 1);
        ret = &l->next;
        l->id = (found_id){.study = of_study, .source = str_copy(m->perm, row[0].s)};
        l->name = str_copy(m->perm, row[1].s);
        l->options = str_copy(m->perm, row[2].s);
    }
    m->a->s->ops->end(rows);
    return got == 0;
}

static bool same_params(const param *a, const param *b)
{
    for (; a && b; a = a->next, b = b->next) {
        if (!str_eq(a->name, b->name) || !str_eq(a->value, b->value)) {
            return false;
        }
    }
    return !a && !b;
}

static bool same_thing(const result *a, const result *b)
{
    return str_eq(a->tool, b->tool) && str_eq(a->workload, b->workload)
           && str_eq(a->variant, b->variant) && same_params(a->params, b->params);
}

/* One metric over all results that are the same thing as `first`. */
static void merge_metric(merger *m, ptrdiff_t first, const metric *of, result *to)
{
    const metric **parts = NEW(m->perm, const metric *, m->n);
    ptrdiff_t n = 0, results = 0;
    for (ptrdiff_t i = first; i < m->n; i++) {
        if (same_thing(m->all[i], m->all[first])) {
            const metric *part = result_metric(m->all[i], of->name);
            results++;
            if (part) {
                parts[n++] = part;
            }
        }
    }
    metric merged = {0};
    if (n < results || !metric_merge(m->perm, m->scratch, parts, n, &merged)) {
        return;
    }
    metric *to_fill = result_add(m->perm, to, of->name, of->line);
    merged.next = to_fill->next;
    *to_fill = merged;
}

static void merge_all(merger *m)
{
    for (ptrdiff_t i = 0; i < m->n; i++) {
        const result *first = m->all[i];
        bool before = false;
        for (ptrdiff_t k = 0; k < i && !before; k++) {
            before = same_thing(m->all[k], first);
        }
        if (before) {
            continue;
        }
        result *to =
            reading_add(m->perm, m->ret, first->tool, first->command, first->line);
        to->workload = first->workload;
        to->variant = first->variant;
        to->params = first->params;
        for (const metric *of = first->metrics; of; of = of->next) {
            merge_metric(m, i, of, to);
        }
    }
}

bool archive_merge_run(archive *a, arena *perm, arena scratch, str run_name,
                       reading **ret, err *e)
{
    cut c = str_cut(run_name, S("/"));
    merger m = {.a = a, .perm = perm, .scratch = scratch};
    listed *sources = NULL;
    m.ret = reading_new(perm, run_name);
    if (!a->s->ops->begin(a->s, e)) {
        return false;
    }
    bool ok = list(&m, c.head, c.tail, &sources, e);
    if (ok && !sources) {
        ok = err_set(e, ERR_USAGE, NULL, "the archive has no run '%.*s'", SV(run_name));
        err_hint(e, "Write STUDY/RUN as 'broadsheet log' shows them.");
    }
    for (const listed *l = sources; l && ok; l = l->next) {
        ok = read_source(&m, &l->id, l->name, l->options, e);
    }
    a->s->ops->rollback(a->s);
    if (ok) {
        merge_all(&m);
        *ret = m.ret;
    }
    return ok;
}
