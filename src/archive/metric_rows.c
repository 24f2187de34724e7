#include "base/base.h"

#include "archive/metric_rows.h"

enum {
    FIGURES = 6,
    RECENT_MOST = 2048,     /* rows of a study; each history reads past all of them */
    WAITING_MOST = 1 << 20, /* 80 MB */
};

/* Short, because there may be a million of them. */
struct waiting_metric {
    double figures[FIGURES];
    const waiting_result *of;
    int64_t line;
    uint32_t series;       /* its number */
    uint8_t status, known; /* known: a bit for each figure */
};

struct waiting_result {
    waiting_result *next;
    str id, run;
    waiting_metric *rows;
    ptrdiff_t count;
};

metric_rows metric_rows_open(arena *memory, store *s, str of_study)
{
    return (metric_rows){.s = s, .study = of_study, .memory = memory};
}

void metric_rows_close(metric_rows *m)
{
    arena_close(&m->large);
}

/* --- taking them in -------------------------------------------------------------- */

/* Many rows are worth large pages. */
static arena *memory_for_rows(metric_rows *m)
{
    if (m->count <= RECENT_MOST) {
        return m->memory;
    }
    if (!m->large.base) {
        m->large = arena_open_huge((ptrdiff_t)1 << 36);
    }
    return &m->large;
}

void metric_rows_begin(metric_rows *m, str result_id, str of_run, ptrdiff_t n)
{
    const waiting_result *before = m->last;
    bool same_run = before && str_eq(before->run, of_run);
    waiting_result *r = NEW(m->memory, waiting_result, 1);
    *r = (waiting_result){.id = str_copy(m->memory, result_id),
                          .run = same_run ? before->run : str_copy(m->memory, of_run),
                          .rows = NEW(memory_for_rows(m), waiting_metric, n)};
    *(m->last ? &m->last->next : &m->first) = r;
    m->last = r;
    m->result_count++;
}

void metric_rows_add(metric_rows *m, ptrdiff_t series_number, const metric_row *row)
{
    const maybe figures[FIGURES] = {row->n,      row->mean, row->median,
                                    row->stddev, row->min,  row->max};
    waiting_metric *to = &m->last->rows[m->last->count++];
    m->count++;
    to->of = m->last;
    to->line = row->line;
    to->series = (uint32_t)series_number;
    to->status = (uint8_t)row->status;
    for (int i = 0; i < FIGURES; i++) {
        to->figures[i] = figures[i].value;
        to->known |= (uint8_t)(figures[i].known << i);
    }
}

bool metric_rows_full(const metric_rows *m)
{
    return m->count >= WAITING_MOST;
}

/* --- order ----------------------------------------------------------------------- */

/* Where the rows of a series go. */
typedef struct {
    str id;
    ptrdiff_t number, at;
} place;

static int by_id(const void *a, const void *b)
{
    return str_cmp(((const place *)a)->id, ((const place *)b)->id);
}

static int by_result(const void *a, const void *b)
{
    const waiting_result *x = *(waiting_result *const *)a,
                         *y = *(waiting_result *const *)b;
    int by_run = str_cmp(x->run, y->run);
    return by_run ? by_run : str_cmp(x->id, y->id);
}

/* The results by their runs and IDs, or as they came. */
static waiting_result **results_of(metric_rows *m, bool in_order)
{
    waiting_result **all = NEW(memory_for_rows(m), waiting_result *, m->result_count);
    ptrdiff_t n = 0;
    for (waiting_result *r = m->first; r; r = r->next) {
        all[n++] = r;
    }
    if (in_order && n > 1) {
        qsort(all, (size_t)n, sizeof *all, by_result); // NOLINT: pointers
    }
    return all;
}

/* Where the rows of each series begin, by number, when they stand in the order of IDs. */
static ptrdiff_t *beginnings(metric_rows *m, const str *ids, ptrdiff_t n)
{
    arena *perm = memory_for_rows(m);
    place *places = NEW(perm, place, n);
    ptrdiff_t *at = NEW(perm, ptrdiff_t, n), sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        places[i] = (place){.id = ids[i], .number = i};
    }
    for (const waiting_result *r = m->first; r; r = r->next) {
        for (ptrdiff_t i = 0; i < r->count; i++) {
            places[r->rows[i].series].at++;
        }
    }
    if (n > 1) {
        qsort(places, (size_t)n, sizeof *places, by_id);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        at[places[i].number] = sum;
        sum += places[i].at;
    }
    return at;
}

/* All rows in one array: as they came, or by series, run and result. For that,
 * results are taken in order, and the rows of each copied to where those of their series
 * go on: it reads and writes in few places at a time. */
static const waiting_metric *together(metric_rows *m, bool in_order, const str *ids,
                                      ptrdiff_t n)
{
    waiting_metric *all = NEW(memory_for_rows(m), waiting_metric, m->count);
    waiting_result **results = results_of(m, in_order);
    ptrdiff_t *at = in_order ? beginnings(m, ids, n) : NULL, next = 0;
    for (ptrdiff_t k = 0; k < m->result_count; k++) {
        const waiting_result *r = results[k];
        for (ptrdiff_t i = 0; i < r->count; i++) {
            all[at ? at[r->rows[i].series]++ : next++] = r->rows[i];
        }
    }
    return all;
}

/* --- writing --------------------------------------------------------------------- */

typedef struct {
    str study;
    const str *ids;
    const waiting_metric *rows;
} written;

static void row_of(const void *context, ptrdiff_t i, cell *cells)
{
    const written *w = context;
    const waiting_metric *row = &w->rows[i];
    cells[0] = CELL_T(w->study);
    cells[1] = CELL_B(w->ids[row->series]);
    cells[2] = CELL_T(row->of->run);
    cells[3] = CELL_B(row->of->id);
    cells[4] = CELL_I(row->line);
    cells[5] = CELL_I(row->status);
    for (int k = 0; k < FIGURES; k++) {
        cells[6 + k] =
            cell_maybe((maybe){.value = row->figures[k], .known = row->known >> k & 1});
    }
}

/* Is there room for them in `recent`? */
static bool few(const metric_rows *m, bool *ret, err *e)
{
    const cell key[] = {CELL_T(m->study)};
    arena scratch = *m->memory;
    first_row row;
    *ret = m->count <= RECENT_MOST;
    if (*ret) {
        if (!store_first(&scratch, m->s, "SELECT count(*) FROM recent WHERE study = ?1",
                         key, 1, &row, e)) {
            return false;
        }
        *ret = row.at[0].i + m->count <= RECENT_MOST;
    }
    return true;
}

static bool move_recent(const metric_rows *m, err *e)
{
    const cell key[] = {CELL_T(m->study)};
    return store_run(m->s,
                     "INSERT INTO metric(study, series, run, result, line, status, n,"
                     " mean, median, stddev, min, max) SELECT study, series, run, result,"
                     " line, status, n, mean, median, stddev, min, max FROM recent"
                     " WHERE study = ?1 ORDER BY study, series, run, result",
                     key, 1, e)
           && store_run(m->s, "DELETE FROM recent WHERE study = ?1", key, 1, e);
}

bool metric_rows_flush(metric_rows *m, const str *ids, ptrdiff_t n, err *e)
{
    bool to_recent = false;
    if (m->count > 0) {
        if (!few(m, &to_recent, e) || (!to_recent && !move_recent(m, e))) {
            return false;
        }
        const written w = {m->study, ids, together(m, !to_recent, ids, n)};
        const row_batch rows = {.table = to_recent ? "recent" : "metric",
                                .columns = "study, series, run, result, line, status, n,"
                                           " mean, median, stddev, min, max",
                                .width = 6 + FIGURES,
                                .n = m->count,
                                .row = row_of,
                                .context = &w};
        if (!m->s->ops->append(m->s, &rows, e)) {
            return false;
        }
    }
    if (m->large.base) {
        arena_reset(&m->large);
    }
    m->first = m->last = NULL;
    m->count = m->result_count = 0;
    return true;
}
