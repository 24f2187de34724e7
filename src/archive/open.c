#include "base/base.h"

#include "archive/archive.h"
#include "archive/seal.h"
#include "base/embedded.h"

/* The versions of the schema: schema/archive-N.sql leads from N - 1 to N. */
enum { NEWEST = 5, SEALED = 4 };

static bool is_url(str where)
{
    return str_starts(where, S("postgresql://")) || str_starts(where, S("postgres://"));
}

const char *archive_file(arena *perm, const config *site)
{
    if (is_url(site->archive)) {
        return NULL;
    }
    str name = site->archive.len > 0 ? site->archive : S("archive.db");
    bool alone = str_starts(name, S("/")) || strcmp(site->root, ".") == 0;
    return str_cz(perm, alone ? name : str_fmt(perm, "%s/%.*s", site->root, SV(name)));
}

/* Each step is a transaction; another program may have taken it meanwhile. */
bool archive_migrate(store *s, int from, err *e)
{
    while (from < NEWEST) {
        char name[40];
        str script = {0};
        snprintf(name, sizeof name, "schema/archive-%d.sql", from + 1);
        bool there = embedded_get(str_from(name), &script);
        if (!there) {
            return err_set(e, ERR_IO, s->name, "%s is not in this program", name);
        }
        int now = 0;
        if (!s->ops->begin(s, e)) {
            return false;
        }
        if (!s->ops->version(s, &now, e)
            || (now == from && !s->ops->migrate(s, script, from + 1, e))
            || (now == from && from + 1 == SEALED && !seal_all(s, e))
            || !s->ops->commit(s, e)) {
            s->ops->rollback(s);
            return false;
        }
        from = now == from ? from + 1 : now;
    }
    return true;
}

static bool check_version(store *s, store_mode mode, err *e)
{
    int version = 0;
    if (!s->ops->version(s, &version, e)) {
        return false;
    }
    if (version > NEWEST) {
        err_set(e, ERR_USAGE, s->name,
                "the archive has version %d, and this program knows %d", version, NEWEST);
        return err_hint(e, "A newer broadsheet wrote it: use that one.");
    }
    if (version == NEWEST) {
        return true;
    }
    if (mode == STORE_WRITE) {
        return archive_migrate(s, version, e);
    }
    if (version == 0) {
        err_set(e, ERR_USAGE, s->name, "there is no archive here yet");
        return err_hint(e, "'broadsheet add --study STUDY FILE' begins one.");
    }
    err_set(e, ERR_USAGE, s->name, "the archive has the older version %d", version);
    return err_hint(e, "'broadsheet reparse' brings it up to date; make a backup first.");
}

bool archive_open(arena *perm, const config *site, store_mode mode, archive *ret, err *e)
{
    const char *file = archive_file(perm, site);
    store *s = file ? sqlite_open(perm, file, mode, e)
                    : postgres_open(perm, str_cz(perm, site->archive), mode, e);
    if (!s) {
        return false;
    }
    if (!check_version(s, mode, e)) {
        s->ops->close(s);
        return false;
    }
    *ret = (archive){s, site, perm};
    return true;
}

void archive_close(archive *a)
{
    if (a->s) {
        a->s->ops->close(a->s);
        a->s = NULL;
    }
}
