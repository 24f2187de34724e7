#include "base/base.h"

#include "base/day.h"
#include "report/section_parts.h"
#include "report/timeline.h"

/* The page of a study's history: a section a workload, a figure a primary metric. */

/* More lines than these in one chart can't be told apart: a chart a variant, then. */
enum { MOST_LINES = 8 };

static ptrdiff_t lines_of(composer *c, const slice *sl, str name)
{
    timeline t = timeline_of(c, sl, name);
    return t.run_count < 2 ? 0 : t.trend_count;
}

static void add_one(composer *c, node *section, const slice *sl, str name)
{
    const figure_request rq = {.places = sl,
                               .place_count = 1,
                               .metrics = {name},
                               .metric_count = 1,
                               .kind = S("history")};
    select_error why = {0};
    figure *f = figure_make(c, &rq, &why);
    if (f) {
        node_add(section, figure_node(c, f));
    }
}

static void add_slice(composer *c, node *section, const slice *sl, str name)
{
    ptrdiff_t lines = lines_of(c, sl, name);
    if (lines <= MOST_LINES) {
        if (lines > 0) {
            add_one(c, section, sl, name);
        }
        return;
    }
    for (ptrdiff_t v = 0; v < c->s->variant_count; v++) {
        bool *only = NEW(c->perm, bool, c->s->variant_count);
        only[v] = true;
        slice *one = NEW(c->perm, slice, 1);
        *one = *sl;
        one->only = only;
        if (lines_of(c, one, name) > 0) {
            add_one(c, section, one, name);
        }
    }
}

static void add_workload(composer *c, node *root, ptrdiff_t w)
{
    str names[2];
    slice *slices = NEW(c->perm, slice, MOST_SLICES); /* figures point at them */
    ptrdiff_t n = slices_of(c, w, slices), metrics = primary_metrics(c, w, names);
    node *section = node_new(c->perm, NODE_SECTION);
    section->section = SECTION_PROSE;
    section->id = c->s->workloads[w].id;
    node_heading(c->perm, section, 2, section->id, c->s->workloads[w].label);
    ptrdiff_t before = c->r->figure_count;
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = 0; k < metrics; k++) {
            add_slice(c, section, &slices[i], names[k]);
        }
    }
    if (c->r->figure_count > before) {
        node_add(root, section);
    }
}

/* "elm", "elm and oak", "elm, oak and ash": more of the machine, unless it is among them.
 */
static void add_machine(composer *c, str *machines, str *seen, str more)
{
    str mark = str_fmt(c->perm, "\n%.*s\n", SV(more));
    if (more.len == 0 || str_has(*seen, mark)) {
        return;
    }
    *seen = str_fmt(c->perm, "%.*s%.*s", SV(*seen), SV(mark));
    cut before = str_cut(*machines, S(" and "));
    *machines =
        str_fmt(c->perm, "%.*s%s%.*s%s%.*s", SV(before.head), before.found ? ", " : "",
                SV(before.tail), machines->len > 0 ? " and " : "", SV(more));
}

/* "From 1 March to 4 April 2026, on elm and oak." Runs without results don't count. */
static str when_and_where(composer *c)
{
    const run *first = NULL, *last = NULL;
    str machines = {0}, seen = {0};
    for (const raw_file *f = c->s->files; f; f = f->next) {
        const run *r = f->run;
        if (!f->reading || !f->reading->results) {
            continue;
        }
        bool dated = r->date.len > 0 && day_valid(str_take(r->date, 10));
        first = dated && (!first || str_cmp(r->date, first->date) < 0) ? r : first;
        last = dated && (!last || str_cmp(r->date, last->date) > 0) ? r : last;
        add_machine(c, &machines, &seen, r->machine);
    }
    str when = {0};
    if (first && str_eq(first->date, last->date)) {
        when = str_fmt(c->perm, "On %.*s",
                       SV(day_words(c->perm, str_take(first->date, 10))));
    } else if (first) {
        when = str_fmt(c->perm, "From %.*s to %.*s",
                       SV(day_words(c->perm, str_take(first->date, 10))),
                       SV(day_words(c->perm, str_take(last->date, 10))));
    }
    c->r->date = last ? str_take(last->date, 10) : (str){0};
    return str_fmt(c->perm, "%.*s%s%.*s%s", SV(when),
                   machines.len == 0 ? ""
                   : when.len        ? ", on "
                                     : "On ",
                   SV(machines), when.len || machines.len ? "." : "");
}

static void add_how(composer *c, node *root)
{
    node *s = add_section(c, root, SECTION_METHOD, S("reading"), S("How to read this"));
    node_para(c->perm, s,
              S("A point is one run’s mean; of several results of one run it is the one "
                "in the middle. A line is one variant on one machine: results of "
                "different machines are never joined."));
    node_para(c->perm, s,
              S("A change is marked where a line’s level moved for good: by divisive "
                "estimation (E-divisive) with a permutation test, at 1%. Versions of "
                "tools, machines, the host’s and the software’s facts and tags are "
                "marked where they are others than before; a tag that is another one "
                "in nearly every run stands in the table alone."));
    node_para(c->perm, s,
              S("What was left out is in no line, and counts for no change; the table "
                "has it, and why."));
}

bool add_history(composer *c, node *root)
{
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        add_workload(c, root, w);
    }
    if (c->r->figure_count == 0) {
        return false;
    }
    add_how(c, root);
    node_text(c->perm, c->r->deck, when_and_where(c));
    return true;
}

/* --- links ------------------------------------------------------------------------ */

static str moved(arena *perm, str href)
{
    return str_starts(href, S("raw/")) ? str_fmt(perm, "../%.*s", SV(href)) : href;
}

void history_move_links(arena *perm, report *r)
{
    for (ptrdiff_t i = 0; i < r->figure_count; i++) {
        table *t = r->figures[i]->table;
        for (node *n = r->figures[i]->source->first; n; n = n->next) {
            n->href = moved(perm, n->href);
        }
        for (ptrdiff_t k = 0; k < t->row_count * t->column_count; k++) {
            t->cells[k].href = moved(perm, t->cells[k].href);
        }
    }
}
