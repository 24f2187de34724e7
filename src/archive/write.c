#include "base/base.h"

#include <assert.h>

#include "archive/write.h"
#include "base/embedded.h"
#include "base/version.h"

str model_text(arena *perm, const reading *r, str name)
{
    reading named = *r;
    out *o = out_memory(perm);
    named.file = name;
    named.next = NULL;
    reading_write_whole(o, &named);
    return out_text(o);
}

str importers_version(arena *perm)
{
    str sum = {0};
    bool there = embedded_get(S("import/version"), &sum);
    assert(there);
    return str_fmt(perm, VERSION "-%.*s", SV(str_trim(sum)));
}

bool source_write(store *s, arena scratch, str of_study, const source_record *r, err *e)
{
    const cell head[] = {CELL_T(of_study),
                         CELL_B(r->source),
                         CELL_T(r->run),
                         CELL_T(r->name),
                         CELL_I(r->bytes),
                         CELL_T(r->format),
                         CELL_T(importers_version(&scratch)),
                         cell_text(clean_text(&scratch, r->tool_version)),
                         CELL_T(r->options)};
    const cell body[] = {CELL_T(of_study), CELL_B(r->source), CELL_B(r->raw),
                         CELL_B(r->model)};
    return store_run(s,
                     "INSERT INTO source(study, source, run, name, bytes, format,"
                     " importer_version, tool_version, options)"
                     " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                     head, COUNTOF(head), e)
           && store_run(s,
                        "INSERT INTO content(study, source, raw, model)"
                        " VALUES(?1, ?2, ?3, ?4)",
                        body, COUNTOF(body), e);
}

/* --- series ---------------------------------------------------------------------- */

/* The place of an ID in the table: where it is, or where it goes. */
static uint32_t *slot(const row_writer *w, str id)
{
    uint64_t h = 0;
    memcpy(&h, id.ptr, sizeof h);
    ptrdiff_t i = (ptrdiff_t)(h & (uint64_t)(w->known_size - 1));
    while (w->known[i] && !str_eq(w->ids[w->known[i] - 1], id)) {
        i = (i + 1) & (w->known_size - 1);
    }
    return &w->known[i];
}

static void make_room(row_writer *w)
{
    if (2 * w->known_count < w->known_size) {
        return;
    }
    w->known_size = w->known_size ? 2 * w->known_size : 256;
    str *ids = NEW(w->perm, str, w->known_size / 2);
    if (w->known_count > 0) {
        memcpy(ids, w->ids, (size_t)w->known_count * sizeof *ids);
    }
    w->ids = ids;
    w->known = NEW(w->perm, uint32_t, w->known_size);
    for (ptrdiff_t i = 0; i < w->known_count; i++) {
        *slot(w, ids[i]) = (uint32_t)i + 1;
    }
}

/* The number of a series; *is_new: it got it now. */
static ptrdiff_t number_of(row_writer *w, str id, bool *is_new)
{
    make_room(w);
    uint32_t *at = slot(w, id);
    *is_new = *at == 0;
    if (*is_new) {
        w->ids[w->known_count++] = str_copy(w->perm, id);
        *at = (uint32_t)w->known_count;
    }
    return *at - 1;
}

/* One query for all: the next file has mostly the same series. */
static bool load_series(row_writer *w, err *e)
{
    const cell key[] = {CELL_T(w->study)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (w->loaded) {
        return true;
    }
    w->loaded = true;
    if (!w->s->ops->query(w->s, "SELECT series FROM series WHERE study = ?1", key, 1,
                          &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = w->s->ops->next(rows, row, e)) > 0) {
        bool is_new = false;
        number_of(w, row[0].s, &is_new);
    }
    w->s->ops->end(rows);
    return got == 0;
}

static bool add_series(row_writer *w, const series_row *r, ptrdiff_t *number, err *e)
{
    bool is_new = false;
    *number = number_of(w, r->id, &is_new);
    const cell cells[] = {CELL_T(w->study),    CELL_B(r->id),     CELL_T(r->workload),
                          CELL_T(r->variant),  CELL_T(r->tool),   CELL_T(r->command),
                          CELL_T(r->params),   CELL_T(r->metric), CELL_T(r->unit),
                          cell_text(r->better)};
    return !is_new || buffer_add(&w->series, w->s, cells, e);
}

/* --- rows ------------------------------------------------------------------------ */

row_writer writer_open(arena *perm, arena *waiting, store *s, str of_study)
{
    return (row_writer){
        .s = s,
        .study = of_study,
        .perm = perm,
        .waiting = waiting,
        .results = buffer_make(perm, waiting, "result",
                               "study, source, ordinal, result, line, tool, command,"
                               " status, workload, variant, inferred",
                               11),
        .series = buffer_make(perm, waiting, "series",
                              "study, series, workload, variant, tool, command,"
                              " parameters, metric, unit, better",
                              10),
        .metrics = metric_rows_open(waiting, s, of_study),
    };
}

void writer_close(row_writer *w)
{
    metric_rows_close(&w->metrics);
}

static bool add_result(row_writer *w, str hash, const result_row *r, err *e)
{
    const cell cells[] = {CELL_T(w->study),      CELL_B(hash),       CELL_I(r->ordinal),
                          CELL_B(r->id),         CELL_I(r->line),    CELL_T(r->tool),
                          cell_text(r->command), CELL_I(r->status),  CELL_T(r->workload),
                          CELL_T(r->variant),    CELL_I(r->inferred)};
    return buffer_add(&w->results, w->s, cells, e);
}

/* The n metrics of a result, from `first` on. */
static bool add_metrics(row_writer *w, str of_run, const source_rows *rows,
                        ptrdiff_t first, ptrdiff_t n, err *e)
{
    metric_rows_begin(&w->metrics, rows->metrics[first].result, of_run, n);
    for (ptrdiff_t i = first; i < first + n; i++) {
        ptrdiff_t number = 0;
        if (!add_series(w, &rows->series[i], &number, e)) {
            return false;
        }
        metric_rows_add(&w->metrics, number, &rows->metrics[i]);
    }
    return true;
}

/* Metrics stand in the order of their results. */
bool writer_add(row_writer *w, str of_run, str hash, const source_rows *rows, err *e)
{
    if (!load_series(w, e)) {
        return false;
    }
    for (ptrdiff_t i = 0, at = 0; i < rows->result_count; i++) {
        const result_row *r = &rows->results[i];
        ptrdiff_t first = at;
        while (at < rows->metric_count && str_eq(rows->metrics[at].result, r->id)) {
            at++;
        }
        if (!add_result(w, hash, r, e)
            || (at > first && !add_metrics(w, of_run, rows, first, at - first, e))) {
            return false;
        }
    }
    return !metric_rows_full(&w->metrics) || writer_flush(w, e);
}

bool writer_remove(row_writer *w, str hash, err *e)
{
    const cell key[] = {CELL_T(w->study), CELL_B(hash)};
    w->left = true;
    return store_run(
               w->s,
               "DELETE FROM recent WHERE study = ?1"
               " AND run = (SELECT run FROM source WHERE study = ?1 AND source = ?2)"
               " AND result IN (SELECT result FROM result"
               " WHERE study = ?1 AND source = ?2)",
               key, 2, e)
           && store_run(w->s,
                        "DELETE FROM metric WHERE study = ?1"
                        " AND series IN (SELECT series FROM series WHERE study = ?1)"
                        " AND run = (SELECT run FROM source"
                        " WHERE study = ?1 AND source = ?2)"
                        " AND result IN (SELECT result FROM result"
                        " WHERE study = ?1 AND source = ?2)",
                        key, 2, e)
           && store_run(w->s, "DELETE FROM result WHERE study = ?1 AND source = ?2", key,
                        2, e);
}

bool source_remove(row_writer *w, str hash, err *e)
{
    const cell key[] = {CELL_T(w->study), CELL_B(hash)};
    return writer_remove(w, hash, e)
           && store_run(w->s, "DELETE FROM content WHERE study = ?1 AND source = ?2", key,
                        2, e)
           && store_run(w->s, "DELETE FROM source WHERE study = ?1 AND source = ?2", key,
                        2, e);
}

/* What was known is known no longer: some of it may be gone. */
static bool remove_series(row_writer *w, err *e)
{
    const cell key[] = {CELL_T(w->study)};
    w->loaded = w->left = false;
    w->known_count = w->known_size = 0;
    return store_run(w->s,
                     "DELETE FROM series WHERE study = ?1 AND NOT EXISTS"
                     " (SELECT 1 FROM metric WHERE metric.study = series.study"
                     " AND metric.series = series.series) AND series NOT IN"
                     " (SELECT series FROM recent WHERE study = ?1)",
                     key, 1, e);
}

bool writer_flush(row_writer *w, err *e)
{
    bool ok = buffer_flush(&w->series, w->s, e) && buffer_flush(&w->results, w->s, e)
              && metric_rows_flush(&w->metrics, w->ids, w->known_count, e)
              && (!w->left || remove_series(w, e));
    arena_reset(w->waiting);
    return ok;
}
