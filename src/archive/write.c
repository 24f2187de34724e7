#include "base/base.h"

#include "archive/write.h"
#include "base/version.h"

str model_text(arena *perm, const reading *r, str name)
{
    reading named = *r;
    out *o = out_memory(perm);
    named.file = name;
    named.next = NULL;
    reading_write_json(o, &named, true);
    return out_text(o);
}

bool source_write(store *s, str of_study, const source_record *r, err *e)
{
    arena scratch = arena_open(1 << 20);
    const cell head[] = {
        CELL_T(of_study),   CELL_B(r->source),
        CELL_T(r->run),     CELL_T(r->name),
        CELL_I(r->bytes),   CELL_T(r->format),
        CELL_T(S(VERSION)), cell_text(clean_text(&scratch, r->tool_version)),
        CELL_T(r->options)};
    const cell body[] = {CELL_T(of_study), CELL_B(r->source), CELL_B(r->raw),
                         CELL_B(r->model)};
    bool ok = store_run(s,
                        "INSERT INTO source(study, source, run, name, bytes, format,"
                        " importer_version, tool_version, options)"
                        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                        head, COUNTOF(head), e)
              && store_run(s,
                           "INSERT INTO content(study, source, raw, model)"
                           " VALUES(?1, ?2, ?3, ?4)",
                           body, COUNTOF(body), e);
    arena_close(&scratch);
    return ok;
}

/* --- rows ------------------------------------------------------------------------ */

row_writer writer_open(arena *perm, store *s, str of_study)
{
    return (row_writer){
        .s = s,
        .study = of_study,
        .results = buffer_open(perm, "result",
                               "study, source, ordinal, result, line, tool, command,"
                               " status, workload, variant, inferred",
                               11),
        .metrics = buffer_open(perm, "metric",
                               "study, series, result, run, line, status, n, mean,"
                               " median, stddev, min, max",
                               12),
        .perm = arena_open((ptrdiff_t)1 << 34),
    };
}

void writer_close(row_writer *w)
{
    if (w->s) {
        buffer_close(&w->results);
        buffer_close(&w->metrics);
        arena_close(&w->perm);
    }
}

bool writer_flush(row_writer *w, err *e)
{
    return buffer_flush(&w->results, w->s, e) && buffer_flush(&w->metrics, w->s, e);
}

/* The place of an ID in the table: where it is, or where it goes. */
static str *slot(str *table, ptrdiff_t size, str id)
{
    uint64_t h = 0;
    memcpy(&h, id.ptr, sizeof h);
    ptrdiff_t i = (ptrdiff_t)(h & (uint64_t)(size - 1));
    while (table[i].ptr && !str_eq(table[i], id)) {
        i = (i + 1) & (size - 1);
    }
    return &table[i];
}

/* True: the series was written by this writer before; else it is remembered. */
static bool known(row_writer *w, str id)
{
    if (2 * w->known_count >= w->known_size) {
        ptrdiff_t size = w->known_size ? 2 * w->known_size : 1024;
        str *bigger = NEW(&w->perm, str, size);
        for (ptrdiff_t i = 0; i < w->known_size; i++) {
            if (w->known[i].ptr) {
                *slot(bigger, size, w->known[i]) = w->known[i];
            }
        }
        w->known = bigger;
        w->known_size = size;
    }
    str *at = slot(w->known, w->known_size, id);
    if (at->ptr) {
        return true;
    }
    *at = str_copy(&w->perm, id);
    w->known_count++;
    return false;
}

static bool write_series(row_writer *w, const series_row *r, err *e)
{
    if (known(w, r->id)) {
        return true;
    }
    const cell cells[] = {CELL_T(w->study),    CELL_B(r->id),     CELL_T(r->workload),
                          CELL_T(r->variant),  CELL_T(r->tool),   CELL_T(r->command),
                          CELL_T(r->params),   CELL_T(r->metric), CELL_T(r->unit),
                          cell_text(r->better)};
    return store_run(w->s,
                     "INSERT INTO series(study, series, workload, variant, tool, command,"
                     " parameters, metric, unit, better)"
                     " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                     " ON CONFLICT DO NOTHING",
                     cells, COUNTOF(cells), e);
}

bool writer_add(row_writer *w, str of_run, str hash, const source_rows *rows, err *e)
{
    for (ptrdiff_t i = 0; i < rows->result_count; i++) {
        const result_row *r = &rows->results[i];
        const cell cells[] = {
            CELL_T(w->study),      CELL_B(hash),       CELL_I(r->ordinal),
            CELL_B(r->id),         CELL_I(r->line),    CELL_T(r->tool),
            cell_text(r->command), CELL_I(r->status),  CELL_T(r->workload),
            CELL_T(r->variant),    CELL_I(r->inferred)};
        if (!buffer_add(&w->results, w->s, cells, e)) {
            return false;
        }
    }
    for (ptrdiff_t i = 0; i < rows->metric_count; i++) {
        const metric_row *m = &rows->metrics[i];
        const cell cells[] = {
            CELL_T(w->study),      CELL_B(m->series),   CELL_B(m->result),
            CELL_T(of_run),        CELL_I(m->line),     CELL_I(m->status),
            cell_maybe(m->n),      cell_maybe(m->mean), cell_maybe(m->median),
            cell_maybe(m->stddev), cell_maybe(m->min),  cell_maybe(m->max)};
        if (!write_series(w, &rows->series[i], e)
            || !buffer_add(&w->metrics, w->s, cells, e)) {
            return false;
        }
    }
    return true;
}

bool rows_remove(store *s, str of_study, str hash, err *e)
{
    const cell key[] = {CELL_T(of_study), CELL_B(hash)};
    return store_run(s,
                     "DELETE FROM metric WHERE study = ?1"
                     " AND series IN (SELECT series FROM series WHERE study = ?1)"
                     " AND result IN (SELECT result FROM result"
                     " WHERE study = ?1 AND source = ?2)",
                     key, 2, e)
           && store_run(s, "DELETE FROM result WHERE study = ?1 AND source = ?2", key, 2,
                        e)
           && store_run(s,
                        "DELETE FROM series WHERE study = ?1 AND NOT EXISTS"
                        " (SELECT 1 FROM metric WHERE metric.study = series.study"
                        " AND metric.series = series.series)",
                        key, 1, e);
}
