#include "base/base.h"

#include "cli/compare_study.h"
#include "project/select.h"

/* --- the project -------------------------------------------------------------------- */

static bool open_shelf(study_shelf *shelf, err *e)
{
    if (shelf->open) {
        return true;
    }
    const char *root = config_find(shelf->perm, shelf->start, e);
    if (!root || !config_load(shelf->perm, shelf->scratch, root, &shelf->site, e)
        || !study_list(shelf->perm, &shelf->site, &shelf->ids, &shelf->n, e)) {
        return false;
    }
    shelf->studies = NEW(shelf->perm, study *, shelf->n);
    shelf->open = true;
    return true;
}

ptrdiff_t shelf_names(const study_shelf *shelf, const str **ret)
{
    *ret = shelf->ids;
    return shelf->n;
}

static const study *take_study(study_shelf *shelf, ptrdiff_t i, err *e)
{
    if (!shelf->studies[i]) {
        warnings w = {.perm = shelf->perm};
        study *s = NEW(shelf->perm, study, 1);
        *s = (study){.id = shelf->ids[i], .site = &shelf->site};
        if (!study_load(shelf->perm, shelf->scratch, s, &w, e)) {
            return NULL;
        }
        shelf->studies[i] = s;
    }
    return shelf->studies[i];
}

static ptrdiff_t find_study(const study_shelf *shelf, str id)
{
    for (ptrdiff_t i = 0; i < shelf->n; i++) {
        if (str_eq(shelf->ids[i], id)) {
            return i;
        }
    }
    return -1;
}

static const run *find_run(const study *s, str id)
{
    for (const run *r = s->runs; r; r = r->next) {
        if (r->id.len > 0 && str_eq(r->id, id)) {
            return r;
        }
    }
    return NULL;
}

/* --- results ------------------------------------------------------------------------ */

typedef struct {
    study_shelf *shelf;
    const study *s;
    const run *run;      /* NULL: the newest of each */
    const selector *sel; /* NULL: all */
} choice;

static bool is_chosen(const choice *c, const group *g)
{
    if (c->sel && !selector_fits(c->s, c->sel, g)) {
        return false;
    }
    if (c->run) {
        return g->run == c->run;
    }
    for (const group *o = c->s->groups; o; o = o->next) {
        if (o->workload == g->workload && o->variant == g->variant && o->run != g->run
            && str_eq(o->tool, g->tool) && str_cmp(o->run->date, g->run->date) > 0) {
            return false;
        }
    }
    return true;
}

/* One result as a reading of its own, under the study's names. `own`: with its own
 * metrics, not with what was pooled or derived. */
static set_part part_of(const choice *c, const group *g, const entry *en, bool own)
{
    arena *perm = c->shelf->perm;
    result *r = NEW(perm, result, 1);
    *r = *en->r;
    r->next = r->previous = NULL;
    r->workload = c->s->workloads[g->workload].id;
    r->variant = c->s->variants[g->variant].id;
    r->metrics = own ? en->r->metrics : g->metrics;
    r->status = g->status;
    reading *from = NEW(perm, reading, 1);
    *from = *en->from->reading;
    from->next = NULL;
    from->file = str_from(en->from->src.path);
    from->results = from->last = r;
    from->result_count = 1;
    return (set_part){from, {0}};
}

static void take_group(const choice *c, const group *g, set_part *parts, ptrdiff_t *n)
{
    if (c->sel && c->sel->repeat) {
        parts[(*n)++] = part_of(c, g, g->entries[c->sel->repeat - 1], g->n > 1);
    } else if (g->metrics) {
        parts[(*n)++] = part_of(c, g, g->entries[0], false);
    } else {
        for (ptrdiff_t i = 0; i < g->n; i++) {
            parts[(*n)++] = part_of(c, g, g->entries[i], true);
        }
    }
}

static void take_facts(const choice *c, const run *r, result_set *ret)
{
    const fact *host = r->host ? r->host : c->s->host;
    ptrdiff_t n = 1;
    for (const fact *f = host; f; f = f->next) {
        n++;
    }
    set_fact *facts = NEW(c->shelf->perm, set_fact, n);
    n = 0;
    for (const fact *f = host; f; f = f->next) {
        facts[n++] = (set_fact){f->name, f->value};
    }
    if (r->machine.len > 0) {
        facts[n++] = (set_fact){S("machine"), r->machine};
    }
    ret->facts = facts;
    ret->fact_count = n;
}

static void take_all(const choice *c, result_set *ret)
{
    ptrdiff_t most = 0;
    for (const entry *en = c->s->entries; en; en = en->next) {
        most++;
    }
    set_part *parts = NEW(c->shelf->perm, set_part, most);
    ret->n = 0;
    const run *first = NULL;
    for (const group *g = c->s->groups; g; g = g->next) {
        if (is_chosen(c, g)) {
            take_group(c, g, parts, &ret->n);
            first = first ? first : g->run;
        }
    }
    ret->parts = parts;
    if (first) {
        take_facts(c, first, ret);
    }
}

/* --- arguments ------------------------------------------------------------------------
 */

/* A selector in the one study that was named. */
static shelf_answer take_selector(const choice *in, str text, result_set *ret, err *e)
{
    selector sel;
    select_error why = {0};
    choice chosen = *in;
    choice *c = &chosen;
    if (!selector_parse(text, (str){0}, &sel, &why)
        || !selector_check(c->s, &sel, c->shelf->scratch, &why)) {
        err_set(e, ERR_USAGE, NULL, "%s in %.*s", why.text, SV(c->s->id));
        err_hint(e, "%s", why.hint);
        return SHELF_ERROR;
    }
    c->sel = &sel;
    take_all(c, ret);
    if (ret->n > 0) {
        return SHELF_RESULT;
    }
    err_set(e, ERR_USAGE, NULL, "%.*s has no result '%.*s'", SV(c->s->id), SV(text));
    return SHELF_ERROR;
}

/* A selector without a study: the one study that has it. */
static shelf_answer take_anywhere(study_shelf *shelf, str text, result_set *ret, err *e)
{
    selector sel;
    select_error why = {0};
    if (!selector_parse(text, (str){0}, &sel, &why)) {
        return SHELF_NONE;
    }
    const study *found = NULL;
    for (ptrdiff_t i = 0; i < shelf->n; i++) {
        const study *s = take_study(shelf, i, e);
        if (!s) {
            return SHELF_ERROR;
        }
        result_set here = {.label = ret->label};
        choice c = {.shelf = shelf, .s = s, .sel = &sel};
        if (study_workload(s, sel.workload) >= 0 && study_variant(s, sel.variant) >= 0) {
            take_all(&c, &here);
        }
        if (here.n == 0) {
            continue;
        }
        if (found) {
            err_set(e, ERR_USAGE, NULL, "'%.*s' is a result of more than one study",
                    SV(text));
            err_hint(e, "Say which: %.*s:%.*s or %.*s:%.*s.", SV(found->id), SV(text),
                     SV(s->id), SV(text));
            return SHELF_ERROR;
        }
        found = s;
        *ret = here;
    }
    return found ? SHELF_RESULT : SHELF_NONE;
}

static shelf_answer no_run(const study *s, str id, err *e)
{
    err_set(e, ERR_USAGE, NULL, "%.*s has no run '%.*s'", SV(s->id), SV(id));
    out *o = NULL;
    arena tmp = arena_open(1 << 16);
    o = out_memory(&tmp);
    for (const run *r = s->runs; r; r = r->next) {
        if (r->id.len > 0) {
            out_fmt(o, "%s%.*s", out_text(o).len ? ", " : "", SV(r->id));
        }
    }
    str runs = out_text(o);
    err_hint(e, runs.len ? "Its runs are %.*s." : "It has no runs of their own.%.*s",
             SV(runs));
    arena_close(&tmp);
    return SHELF_ERROR;
}

/* The variant that the others are compared with; empty: it has no results, or those of
 * several tools for one workload, which are columns of their own. */
static str baseline_of(const study *s)
{
    ptrdiff_t v = study_variant(s, s->baseline.len ? s->baseline : S("native"));
    bool found = false;
    for (const group *g = s->groups; g; g = g->next) {
        for (const group *o = s->groups; o != g && g->variant == v; o = o->next) {
            if (o->variant == v && o->workload == g->workload
                && !str_eq(o->tool, g->tool)) {
                return (str){0};
            }
        }
        found = found || g->variant == v;
    }
    return found ? s->variants[v].id : (str){0};
}

shelf_answer study_set(study_shelf *shelf, const char *arg, result_set *ret,
                       str *baseline, err *e)
{
    err quiet = {0};
    str text = str_from(arg);
    cut place = str_cut(text, S(":"));
    cut names = str_cut(place.head, S("/"));
    if (!open_shelf(shelf, &quiet)) {
        return SHELF_NONE;
    }
    ptrdiff_t i = find_study(shelf, names.head);
    if (i < 0) {
        return place.found ? SHELF_NONE : take_anywhere(shelf, text, ret, e);
    }
    choice c = {.shelf = shelf, .s = take_study(shelf, i, e)};
    if (!c.s) {
        return SHELF_ERROR;
    }
    if (names.found) {
        c.run = find_run(c.s, names.tail);
        if (!c.run) {
            return no_run(c.s, names.tail, e);
        }
    }
    if (place.found) {
        return take_selector(&c, place.tail, ret, e);
    }
    take_all(&c, ret);
    *baseline = baseline_of(c.s);
    return SHELF_STUDY;
}

/* --- several selectors ------------------------------------------------------------- */

static bool same_for_all(const result_set *sets, ptrdiff_t n, bool is_workload)
{
    str first = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = 0; k < sets[i].n; k++) {
            const result *r = sets[i].parts[k].reading->results;
            str mine = is_workload ? r->workload : r->variant;
            if (first.ptr && !str_eq(first, mine)) {
                return false;
            }
            first = mine;
        }
    }
    return true;
}

void study_sets_align(const result_set *sets, ptrdiff_t n)
{
    bool done = same_for_all(sets, n, true), by = same_for_all(sets, n, false);
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = 0; k < sets[i].n; k++) {
            result *r = sets[i].parts[k].reading->results;
            r->workload = done ? r->workload : (str){0};
            r->variant = by ? r->variant : (str){0};
        }
    }
}
