#include "base/base.h"

#include "archive/rows.h"
#include "archive/runs.h"
#include "base/day.h"
#include "base/instant.h"

str run_date(arena *perm, str given)
{
    int64_t seconds = 0;
    int nanoseconds = 0;
    if (instant_parse(given, &seconds, &nanoseconds)) {
        return instant_text(perm, seconds, nanoseconds / 1000000);
    }
    return day_valid(given) ? str_take(given, 10) : (str){0};
}

str run_date_of(arena *perm, const reading *r)
{
    str earliest = {0};
    for (const result *item = r->results; item; item = item->next) {
        for (const metric *m = item->metrics; m; m = m->next) {
            str date = m->series.n > 0 ? run_date(perm, m->series.start) : (str){0};
            if (date.ptr && (!earliest.ptr || str_cmp(date, earliest) < 0)) {
                earliest = date;
            }
        }
    }
    return earliest;
}

bool run_exists(store *s, const addition *what, bool *ret, err *e)
{
    arena scratch = arena_open(1 << 16);
    const cell key[] = {CELL_T(what->study), CELL_T(what->run)};
    first_row row;
    bool ok = store_first(&scratch, s, "SELECT 1 FROM run WHERE study = ?1 AND run = ?2",
                          key, 2, &row, e);
    *ret = ok && row.found;
    arena_close(&scratch);
    return ok;
}

static bool disagree(const addition *what, const char *thing, str now, str before, err *e)
{
    err_set(e, ERR_USAGE, NULL,
            "the %s of run '%.*s' is '%.*s' here and '%.*s' in the archive", thing,
            SV(what->run), SV(now), SV(before));
    return err_hint(e, "A run has one %s: name another run with --run.", thing);
}

static bool merge_tags(store *s, arena scratch, const addition *what, err *e)
{
    for (const fact *t = what->tags; t; t = t->next) {
        arena tmp = scratch;
        str value = clean_text(&tmp, t->value), name = clean_text(&tmp, t->name);
        const cell cells[] = {CELL_T(what->study), CELL_T(what->run), CELL_T(name),
                              CELL_T(value)};
        first_row row;
        if (!store_first(&tmp, s,
                         "SELECT value FROM tag WHERE study = ?1 AND run = ?2 AND"
                         " name = ?3",
                         cells, 3, &row, e)) {
            return false;
        }
        if (row.found && !str_eq(row.at[0].s, value)) {
            char thing[80];
            snprintf(thing, sizeof thing, "tag %.*s", SV(name));
            return disagree(what, thing, value, row.at[0].s, e);
        }
        if (!row.found
            && !store_run(s,
                          "INSERT INTO tag(study, run, name, value)"
                          " VALUES(?1, ?2, ?3, ?4)",
                          cells, 4, e)) {
            return false;
        }
    }
    return true;
}

/* ret->ptr == NULL: none was stated. */
static bool stated_date(arena *perm, const addition *what, str *ret, err *e)
{
    *ret = what->date.len > 0 ? run_date(perm, what->date) : (str){0};
    if (what->date.len > 0 && !ret->ptr) {
        err_set(e, ERR_USAGE, NULL, "'%.*s' is no date", SV(what->date));
        return err_hint(e, "Write 2026-03-01, or 2026-03-01T18:30:00Z.");
    }
    return true;
}

static bool merge_date(store *s, arena scratch, const addition *what, const cell *before,
                       err *e)
{
    str date = {0};
    if (!stated_date(&scratch, what, &date, e) || !date.ptr) {
        return what->date.len == 0;
    }
    if (before[1].i && !str_eq(before[0].s, date)) {
        return disagree(what, "date", date, before[0].s, e);
    }
    const cell cells[] = {CELL_T(what->study), CELL_T(what->run), CELL_T(date)};
    return store_run(s,
                     "UPDATE run SET date = ?3, date_stated = 1"
                     " WHERE study = ?1 AND run = ?2",
                     cells, 3, e);
}

static bool merge_machine(store *s, arena scratch, const addition *what,
                          const cell *before, err *e)
{
    if (what->machine.len == 0) {
        return true;
    }
    str machine = clean_text(&scratch, what->machine);
    if (before[2].kind == CELL_TEXT && !str_eq(before[2].s, machine)) {
        return disagree(what, "machine", machine, before[2].s, e);
    }
    const cell cells[] = {CELL_T(what->study), CELL_T(what->run), CELL_T(machine)};
    return store_run(s, "UPDATE run SET machine = ?3 WHERE study = ?1 AND run = ?2",
                     cells, 3, e);
}

bool run_make(store *s, arena scratch, const addition *what, err *e)
{
    str date = {0};
    if (!stated_date(&scratch, what, &date, e)) {
        return false;
    }
    bool on = what->machine.len > 0;
    const cell cells[] = {CELL_T(what->study), CELL_T(what->run), cell_text(date),
                          CELL_I(date.ptr != NULL),
                          on ? CELL_T(clean_text(&scratch, what->machine)) : CELL_NIL};
    return store_run(s,
                     "INSERT INTO run(study, run, date, date_stated, machine)"
                     " VALUES(?1, ?2, ?3, ?4, ?5)",
                     cells, COUNTOF(cells), e)
           && merge_tags(s, scratch, what, e);
}

bool run_merge(store *s, arena scratch, const addition *what, err *e)
{
    const cell key[] = {CELL_T(what->study), CELL_T(what->run)};
    first_row row;
    return store_first(&scratch, s,
                       "SELECT date, date_stated, machine FROM run"
                       " WHERE study = ?1 AND run = ?2",
                       key, 2, &row, e)
           && merge_date(s, scratch, what, row.at, e)
           && merge_machine(s, scratch, what, row.at, e)
           && merge_tags(s, scratch, what, e);
}

static bool restate_tags(store *s, arena scratch, const addition *what, err *e)
{
    for (const fact *t = what->tags; t; t = t->next) {
        arena tmp = scratch;
        str value = clean_text(&tmp, t->value), name = clean_text(&tmp, t->name);
        const cell cells[] = {CELL_T(what->study), CELL_T(what->run), CELL_T(name),
                              CELL_T(value)};
        first_row row;
        if (!store_first(&tmp, s,
                         "SELECT 1 FROM tag WHERE study = ?1 AND run = ?2 AND name = ?3"
                         " AND value = ?4",
                         cells, 4, &row, e)
            || (!row.found
                && !store_run(s,
                              "INSERT INTO tag(study, run, name, value)"
                              " VALUES(?1, ?2, ?3, ?4) ON CONFLICT (study, run, name)"
                              " DO UPDATE SET value = excluded.value",
                              cells, 4, e))) {
            return false;
        }
    }
    return true;
}

bool run_restate(store *s, arena scratch, const addition *what, err *e)
{
    str date = run_date(&scratch, what->date),
        machine = clean_text(&scratch, what->machine);
    const cell with_date[] = {CELL_T(what->study), CELL_T(what->run), CELL_T(date)},
               with_machine[] = {with_date[0], with_date[1], CELL_T(machine)};
    first_row row;
    if (!store_first(&scratch, s,
                     "SELECT date, date_stated, machine FROM run"
                     " WHERE study = ?1 AND run = ?2",
                     with_date, 2, &row, e)) {
        return false;
    }
    bool other_date = date.len > 0 && !(row.at[1].i && str_eq(row.at[0].s, date));
    bool other_machine =
        machine.len > 0 && !(row.at[2].kind == CELL_TEXT && str_eq(row.at[2].s, machine));
    return (!other_date
            || store_run(s,
                         "UPDATE run SET date = ?3, date_stated = 1"
                         " WHERE study = ?1 AND run = ?2",
                         with_date, 3, e))
           && (!other_machine
               || store_run(s,
                            "UPDATE run SET machine = ?3 WHERE study = ?1 AND run = ?2",
                            with_machine, 3, e))
           && restate_tags(s, scratch, what, e);
}

bool run_earliest(store *s, const addition *what, str date, err *e)
{
    const cell cells[] = {CELL_T(what->study), CELL_T(what->run), CELL_T(date)};
    return date.len == 0
           || store_run(s,
                        "UPDATE run SET date = ?3 WHERE study = ?1 AND run = ?2 AND"
                        " date_stated = 0 AND (date IS NULL OR date > ?3)",
                        cells, 3, e);
}
