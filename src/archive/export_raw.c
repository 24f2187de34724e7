#include "base/base.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive.h"

/* A name from an archive that somebody else may have written: it must stay in its folder.
 */
static bool stays_inside(str path)
{
    bool inside = path.len > 0;
    for (cut c = {.tail = path, .found = true}; c.found && inside;) {
        c = str_cut(c.tail, S("/"));
        inside = c.head.len > 0 && !str_eq(c.head, S(".")) && !str_eq(c.head, S(".."));
    }
    return inside;
}

/* Makes the folders of a path below `from` bytes of it. */
static bool make_folders(arena *perm, str path, err *e)
{
    for (ptrdiff_t i = 1; i < path.len; i++) {
        if (path.ptr[i] != '/') {
            continue;
        }
        const char *folder = str_cz(perm, str_take(path, i));
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            return err_set(e, ERR_IO, folder, "cannot make the folder: %s",
                           strerror(errno));
        }
    }
    return true;
}

static bool write_bytes(arena *perm, const char *path, str bytes, err *e)
{
    out *o = out_open(perm, path, e);
    if (!o) {
        return false;
    }
    out_str(o, bytes);
    return out_commit(o, e);
}

/* DIR/STUDY/RUN/NAME; what is superseded, and whatever would take the place of another
 * file, has the beginning of its SHA-256 behind the name. */
static bool write_source(archive *a, arena *perm, const char *dir, const entry_line *l,
                         err *e)
{
    found_id id = {0};
    str bytes = {0};
    str place = str_fmt(perm, "%.*s/%.*s%s%.*s", SV(l->study), SV(l->run),
                        l->run.len ? "/" : "", SV(l->name));
    if (!stays_inside(place)) {
        return err_set(e, ERR_INPUT, a->s->name, "'%.*s' is no name for a file",
                       SV(place));
    }
    str whole = str_fmt(perm, "%.*s/%.*s", SV(l->study), SV(l->id));
    if (!archive_find(a, perm, whole, &id, e) || !archive_raw(a, perm, &id, &bytes, e)) {
        return false;
    }
    const char *path = str_cz(perm, str_fmt(perm, "%s/%.*s", dir, SV(place)));
    if (l->superseded_by.len > 0 || access(path, F_OK) == 0) {
        path = str_cz(perm, str_fmt(perm, "%s~%.*s", path, SV(str_take(l->id, 12))));
    }
    return make_folders(perm, str_from(path), e) && write_bytes(perm, path, bytes, e);
}

/* JSON strings are YAML. */
static bool write_run(archive *a, arena *perm, const char *dir, const entry_line *l,
                      err *e)
{
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    const cell key[] = {CELL_T(l->study), CELL_T(l->run)};
    out *o = out_memory(perm);
    json_writer w = {.o = o, .one_line = true};
    json_open(&w, '{');
    if (l->date.len > 0) {
        json_key(&w, S("date"));
        json_str(&w, l->date);
    }
    if (l->machine.len > 0) {
        json_key(&w, S("machine"));
        json_str(&w, l->machine);
    }
    if (!a->s->ops->query(a->s,
                          "SELECT name, value FROM tag WHERE study = ?1 AND run = ?2"
                          " ORDER BY name",
                          key, 2, &rows, e)) {
        return false;
    }
    json_key(&w, S("tags"));
    json_open(&w, '{');
    int got = 0;
    while ((got = a->s->ops->next(rows, row, e)) > 0) {
        json_key(&w, row[0].s);
        json_str(&w, row[1].s);
    }
    a->s->ops->end(rows);
    json_close(&w, '}');
    json_close(&w, '}');
    out_char(o, '\n');
    const char *path = str_cz(
        perm, str_fmt(perm, "%s/%.*s/%.*s/run.yaml", dir, SV(l->study), SV(l->run)));
    return got == 0 && write_bytes(perm, path, out_text(o), e);
}

bool archive_export_raw(archive *a, const char *dir, str of_study, ptrdiff_t *n, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 36), work = arena_open((ptrdiff_t)1 << 36);
    entry_line *lines = NULL;
    str folder = str_fmt(&perm, "%s/", dir);
    bool ok = a->s->ops->begin(a->s, e) && make_folders(&perm, folder, e)
              && archive_log(a, &perm, of_study, &lines, e);
    const entry_line *before = NULL;
    *n = 0;
    for (const entry_line *l = lines; l && ok; l = l->next) {
        arena_reset(&work);
        if (l->purged.len > 0) {
            continue;
        }
        ok = write_source(a, &work, dir, l, e);
        *n += ok;
        bool new_run =
            !before || !str_eq(before->run, l->run) || !str_eq(before->study, l->study);
        if (ok && new_run && l->run.len > 0) {
            ok = write_run(a, &work, dir, l, e);
        }
        before = l;
    }
    a->s->ops->rollback(a->s);
    arena_close(&perm);
    arena_close(&work);
    return ok;
}
