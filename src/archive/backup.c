#include "base/base.h"

#include <errno.h>
#include <unistd.h>

#include "archive/archive.h"
#include "archive/buffer.h"

/* In the order in which rows may point at each other; by key, so that equal archives
 * give equal files. */
static const struct {
    const char *table, *columns, *query;
    int width;
} tables[] = {
#define METRIC                                                                           \
    "study, series, run, result, line, status, n, mean, median, stddev, min, max"
#define T(table, key, width, columns)                                                    \
    {                                                                                    \
        table, columns, "SELECT " columns " FROM " table " ORDER BY " key, width         \
    }
    T("study", "study", 1, "study"),
    T("run", "study, run", 5, "study, run, date, date_stated, machine"),
    T("tag", "study, run, name", 4, "study, run, name, value"),
    T("source", "study, source", 11,
      "study, source, run, name, bytes, format, importer_version, tool_version, options,"
      " superseded_by, added"),
    T("result", "study, source, ordinal", 11,
      "study, source, ordinal, result, line, tool, command, status, workload, variant,"
      " inferred"),
    T("series", "study, series", 10,
      "study, series, workload, variant, tool, command, parameters, metric, unit, "
      "better"),
    {"metric", METRIC,
     "SELECT " METRIC " FROM metric UNION ALL SELECT " METRIC " FROM recent"
     " ORDER BY study, series, run, result",
     12},
    T("exclusion", "study, id", 4, "study, id, reason, added"),
    T("tombstone", "study, source", 6, "study, source, run, bytes, reason, added"),
    T("alias", "study, kind, name", 4, "study, kind, name, now"),
    T("seal", "study, part", 3, "study, part, digest"),
#undef T
#undef METRIC
};

static bool copy_rows(store *from, const char *sql, row_buffer *b, store *to, err *e)
{
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    if (!from->ops->query(from, sql, NULL, 0, &rows, e)) {
        return false;
    }
    int got = 0;
    bool ok = true;
    while (ok && (got = from->ops->next(rows, row, e)) > 0) {
        ok = buffer_add(b, to, row, e);
        if (b->n == 0) {
            arena_reset(b->texts);
        }
    }
    from->ops->end(rows);
    return ok && got == 0 && buffer_flush(b, to, e);
}

static void only_row(const void *context, ptrdiff_t i, cell *cells)
{
    (void)i;
    memcpy(cells, context, 4 * sizeof *cells);
}

/* Content is large: a source at a time. */
static bool copy_content(store *from, store *to, err *e)
{
    arena work = arena_open((ptrdiff_t)1 << 34);
    store_rows *rows = NULL;
    cell key[STORE_WIDEST];
    if (!from->ops->query(from, "SELECT study, source FROM source ORDER BY study, source",
                          NULL, 0, &rows, e)) {
        arena_close(&work);
        return false;
    }
    int got = 0;
    bool ok = true;
    while (ok && (got = from->ops->next(rows, key, e)) > 0) {
        first_row row;
        const row_batch one = {"content", "study, source, raw, model", 4, 1, only_row,
                               row.at};
        arena_reset(&work);
        ok = store_first(&work, from,
                         "SELECT study, source, raw, model FROM content"
                         " WHERE study = ?1 AND source = ?2",
                         key, 2, &row, e)
             && (!row.found || to->ops->append(to, &one, e));
    }
    from->ops->end(rows);
    arena_close(&work);
    return ok && got == 0;
}

static bool copy_all(store *from, store *to, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 32), texts = arena_open((ptrdiff_t)1 << 32);
    bool ok = true;
    for (ptrdiff_t i = 0; i < COUNTOF(tables) && ok; i++) {
        row_buffer b = buffer_make(&perm, &texts, tables[i].table, tables[i].columns,
                                   tables[i].width);
        ok = copy_rows(from, tables[i].query, &b, to, e);
    }
    arena_close(&perm);
    arena_close(&texts);
    return ok && copy_content(from, to, e);
}

bool archive_backup(archive *a, const char *file, err *e)
{
    arena scratch = arena_open(1 << 20);
    const char *near = str_cz(&scratch, str_fmt(&scratch, "%s.part", file));
    unlink(near);
    store *to = sqlite_open(&scratch, near, STORE_WRITE, e);
    bool ok = to && archive_migrate(to, 0, e) && a->s->ops->begin(a->s, e)
              && to->ops->begin(to, e) && copy_all(a->s, to, e) && to->ops->commit(to, e);
    a->s->ops->rollback(a->s);
    if (to) {
        to->ops->close(to);
    }
    if (ok && rename(near, file) != 0) {
        ok = err_set(e, ERR_IO, file, "cannot write: %s", strerror(errno));
    }
    if (!ok) {
        e->path = file;
        unlink(near);
        unlink(str_cz(&scratch, str_fmt(&scratch, "%s-wal", near)));
        unlink(str_cz(&scratch, str_fmt(&scratch, "%s-shm", near)));
    }
    arena_close(&scratch);
    return ok;
}
