#include "base/base.h"

#include "archive/archive.h"
#include "cli/compare_archive.h"

static const str prefix = STR_INIT("archive:");

bool archive_set_named(const char *arg)
{
    return str_starts(str_from(arg), prefix);
}

static bool counts(const entry_line *l)
{
    return l->superseded_by.len == 0 && l->excluded.len == 0 && l->purged.len == 0;
}

/* Is the source one of the study or the run? */
static bool belongs(const entry_line *l, str name)
{
    cut c = str_cut(name, S("/"));
    return str_eq(l->study, c.head) && (!c.found || str_eq(l->run, c.tail));
}

typedef struct {
    archive *a;
    arena *perm;
    arena scratch;
    set_part *parts;
    str machine; /* the last one's that has one */
    result_set *ret;
} taking;

static bool take_source(taking *t, const found_id *id, const entry_line *l, err *e)
{
    reading *r = NULL;
    if (!archive_reading(t->a, t->perm, t->scratch, id, true, &r, e)) {
        return false;
    }
    if (r->results) {
        t->parts[t->ret->n++] = (set_part){r, compare_stem(t->perm, l->name, (str){0})};
        t->machine = l->machine.len > 0 ? l->machine : t->machine;
    }
    return true;
}

static bool take_all(taking *t, const entry_line *lines, str name, bool *known, err *e)
{
    for (const entry_line *l = lines; l; l = l->next) {
        found_id id = {0};
        if (!belongs(l, name)) {
            continue;
        }
        *known = true;
        str source_id = str_fmt(t->perm, "%.*s/%.*s", SV(l->study), SV(l->id));
        if (counts(l)
            && (!archive_find(t->a, t->perm, source_id, &id, e)
                || !take_source(t, &id, l, e))) {
            return false;
        }
    }
    return true;
}

/* One source, by the ID that `log` shows. */
static bool take_by_id(taking *t, str name, err *e)
{
    found_id id = {0};
    entry_line l = {0};
    if (!archive_find(t->a, t->perm, name, &id, e)) {
        return err_hint(e, "'broadsheet log' lists studies, runs and IDs.");
    }
    return archive_entry(t->a, t->perm, &id, &l, e)
           && (!counts(&l) || take_source(t, &id, &l, e));
}

static bool take(taking *t, str name, err *e)
{
    entry_line *lines = NULL;
    ptrdiff_t most = 1;
    bool known = false;
    if (!archive_log(t->a, t->perm, (str){0}, &lines, e)) {
        return false;
    }
    for (const entry_line *l = lines; l; l = l->next) {
        most++;
    }
    t->parts = NEW(t->perm, set_part, most);
    if (!take_all(t, lines, name, &known, e) || (!known && !take_by_id(t, name, e))) {
        return false;
    }
    if (t->ret->n == 0) {
        return err_set(e, ERR_USAGE, NULL,
                       "the archive has nothing that counts in '%.*s'", SV(name));
    }
    t->ret->parts = t->parts;
    if (t->machine.len > 0) {
        set_fact *known_fact = NEW(t->perm, set_fact, 1);
        *known_fact = (set_fact){S("machine"), t->machine};
        t->ret->facts = known_fact;
        t->ret->fact_count = 1;
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
    taking t = {.a = &a, .perm = perm, .scratch = scratch, .ret = ret};
    bool good = take(&t, str_drop(str_from(arg), prefix.len), e);
    archive_close(&a);
    return good;
}
