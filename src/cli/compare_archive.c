#include "base/base.h"

#include "archive/archive.h"
#include "cli/compare_archive.h"

static const str prefix = STR_INIT("archive:");

bool archive_set_named(const char *arg)
{
    return str_starts(str_from(arg), prefix);
}

/* The stored model as a reading: our own JSON is one of the formats. */
static bool read_source(archive *a, arena *perm, arena scratch, const entry_line *l,
                        reading **ret, err *e)
{
    found_id id = {0};
    source *src = NEW(perm, source, 1);
    src->path = str_cz(perm, l->name);
    str name = str_fmt(perm, "%.*s/%.*s", SV(l->study), SV(l->id));
    return archive_find(a, perm, name, &id, e)
           && archive_model(a, perm, &id, &src->bytes, e)
           && import_source(perm, scratch, src, &(import_options){0}, ret, e)
           && archive_label(a, perm, &id, *ret, e);
}

static bool counts(const entry_line *l)
{
    return l->superseded_by.len == 0 && l->excluded.len == 0 && l->purged.len == 0;
}

/* Is the source part of what is named: of a run, of a study, or itself? */
static bool is_named(const entry_line *l, str name)
{
    cut c = str_cut(name, S("/"));
    bool whole = c.found ? str_eq(l->study, c.head) && str_eq(l->run, c.tail)
                         : str_eq(l->study, name);
    return whole || (c.found && str_eq(l->study, c.head) && str_starts(l->id, c.tail))
           || (!c.found && name.len >= 4 && str_starts(l->id, name));
}

static bool take(archive *a, arena *perm, arena scratch, str name, result_set *ret,
                 err *e)
{
    entry_line *lines = NULL;
    ptrdiff_t most = 0;
    str machine = {0};
    if (!archive_log(a, perm, (str){0}, &lines, e)) {
        return false;
    }
    for (const entry_line *l = lines; l; l = l->next) {
        most++;
    }
    set_part *parts = NEW(perm, set_part, most);
    for (const entry_line *l = lines; l; l = l->next) {
        reading *r = NULL;
        if (!counts(l) || !is_named(l, name)) {
            continue;
        }
        if (!read_source(a, perm, scratch, l, &r, e)) {
            return false;
        }
        parts[ret->n++] = (set_part){r, compare_stem(perm, l->name, (str){0})};
        machine = l->machine.len > 0 ? l->machine : machine;
    }
    if (ret->n == 0) {
        err_set(e, ERR_USAGE, NULL, "the archive has nothing that counts named '%.*s'",
                SV(name));
        return err_hint(e, "'broadsheet log' lists studies, runs and IDs.");
    }
    ret->parts = parts;
    if (machine.len > 0) {
        set_fact *known = NEW(perm, set_fact, 1);
        *known = (set_fact){S("machine"), machine};
        ret->facts = known;
        ret->fact_count = 1;
    }
    return true;
}

bool archive_set(arena *perm, arena scratch, const char *start, const char *arg,
                 result_set *ret, err *e)
{
    config *site = NEW(perm, config, 1);
    archive a = {0};
    const char *root = config_find(perm, start, e);
    if (!root || !config_load(perm, scratch, root, site, e)
        || !archive_open(perm, site, STORE_READ, &a, e)) {
        return false;
    }
    bool good = take(&a, perm, scratch, str_drop(str_from(arg), prefix.len), ret, e);
    archive_close(&a);
    return good;
}
