#include "base/base.h"

#include "report/timeline.h"
#include "stats/changepoint.h"

/* More runs than these don't fit a page; more marks of one fact say nothing. */
enum { MOST_RUNS = 500, MOST_OF_A_FACT = 8 };

/* A change must be so unlikely in noise: as `history` has it. */
#define SIGNIFICANCE 0.01

typedef struct {
    composer *c;
    const slice *sl;
    str name;
    timeline *t;
    ptrdiff_t trend_room, mark_room;
} maker;

/* --- lines ------------------------------------------------------------------------ */

static str params_of(composer *c, const slice *sl, const param *params)
{
    str all = {0};
    for (const param *p = params; p; p = p->next) {
        str one = str_fmt(c->perm, "%.*s=%.*s", SV(p->name), SV(p->value));
        bool fixed = false;
        for (cut k = {.tail = sl->params}; k.tail.len > 0 && !fixed;) {
            k = str_cut(k.tail, S("&"));
            fixed = str_eq(k.head, one);
        }
        if (!fixed) {
            all = str_fmt(c->perm, "%.*s%s%.*s %.*s", SV(all), all.len ? ", " : "",
                          SV(p->name), SV(p->value));
        }
    }
    return all;
}

static bool same_trend(const trend *a, const trend *b)
{
    return a->variant == b->variant && str_eq(a->machine, b->machine)
           && str_eq(a->tool, b->tool) && str_eq(a->params, b->params)
           && str_eq(a->command, b->command);
}

static trend *trend_for(maker *k, const trend *key)
{
    timeline *t = k->t;
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        if (same_trend(&t->trends[i], key)) {
            return &t->trends[i];
        }
    }
    if (t->trend_count == k->trend_room) {
        k->trend_room = k->trend_room ? 2 * k->trend_room : 16;
        trend *bigger = NEW(k->c->perm, trend, k->trend_room);
        if (t->trend_count > 0) {
            memcpy(bigger, t->trends, (size_t)t->trend_count * sizeof *bigger);
        }
        t->trends = bigger;
    }
    t->trends[t->trend_count] = *key;
    return &t->trends[t->trend_count++];
}

static void add_spot(maker *k, const trend *key, const spot *s)
{
    trend *to = trend_for(k, key);
    if (to->count == to->room) {
        to->room = to->room ? 2 * to->room : 32;
        spot *bigger = NEW(k->c->perm, spot, to->room);
        if (to->count > 0) {
            memcpy(bigger, to->spots, (size_t)to->count * sizeof *bigger);
        }
        to->spots = bigger;
    }
    to->spots[to->count++] = *s;
}

/* A run by its place among the study's, until its place in time is known. */
static ptrdiff_t number_of(const study *s, const run *of)
{
    ptrdiff_t n = 0;
    for (const run *r = s->runs; r && r != of; r = r->next) {
        n++;
    }
    return n;
}

static trend key_of(maker *k, ptrdiff_t variant_at, const run *r, const result *of)
{
    return (trend){.variant = variant_at,
                   .machine = r->machine,
                   .tool = of->tool,
                   .params = params_of(k->c, k->sl, of->params),
                   .command =
                       k->c->s->variants[variant_at].declared ? (str){0} : of->command};
}

static void add_group(maker *k, const group *g)
{
    const metric *m = group_metric(g, k->name);
    if (!m || !m->mean.known || !slice_has(k->sl, g)) {
        return;
    }
    const result *first = g->entries[0]->r;
    trend key = key_of(k, g->variant, g->run, first);
    spot s = {.run = number_of(k->c->s, g->run),
              .m = m,
              .from = group_file(g),
              .line = m->line};
    if (g->status == STATUS_FAILED) {
        s.left_out = first->status_why.len ? first->status_why : S("the run failed");
    }
    add_spot(k, &key, &s);
}

static void add_aside(maker *k, const set_aside *a)
{
    const entry *en = a->en;
    const group one = {
        .workload = en->workload, .variant = en->variant, .params = en->r->params};
    const metric *m = result_metric(en->r, k->name);
    if (!m || !m->mean.known || !slice_has(k->sl, &one)) {
        return;
    }
    trend key = key_of(k, en->variant, en->from->run, en->r);
    add_spot(k, &key,
             &(spot){.run = number_of(k->c->s, en->from->run),
                     .m = m,
                     .from = en->from,
                     .line = m->line,
                     .left_out = a->why});
}

/* --- runs in time ----------------------------------------------------------------- */

typedef struct {
    const run *r;
    ptrdiff_t number;
} numbered;

static int by_date(const void *a, const void *b)
{
    const numbered *x = a, *y = b;
    int c = str_cmp(x->r->date, y->r->date);
    return c ? c : (x->number > y->number) - (x->number < y->number);
}

/* Those of a run that count come first, by value. */
static int by_run(const void *a, const void *b)
{
    const spot *x = a, *y = b;
    int gone = (x->left_out.len > 0) - (y->left_out.len > 0);
    double v = x->m->mean.value, w = y->m->mean.value;
    return x->run != y->run ? (x->run > y->run ? 1 : -1)
           : gone           ? gone
                            : (v > w) - (v < w);
}

/* Those that hold something, by date; where[number] is a run's place among them. */
static ptrdiff_t *order_runs(maker *k)
{
    timeline *t = k->t;
    ptrdiff_t n = number_of(k->c->s, NULL), used = 0;
    numbered *all = NEW(k->c->perm, numbered, n);
    ptrdiff_t *where = NEW(k->c->perm, ptrdiff_t, n);
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        for (ptrdiff_t j = 0; j < t->trends[i].count; j++) {
            where[t->trends[i].spots[j].run] = 1;
        }
    }
    ptrdiff_t number = 0;
    for (const run *r = k->c->s->runs; r; r = r->next, number++) {
        if (where[number]) {
            all[used++] = (numbered){r, number};
        }
    }
    if (used > 1) {
        qsort(all, (size_t)used, sizeof *all, by_date);
    }
    t->older = used > MOST_RUNS ? used - MOST_RUNS : 0;
    t->runs = NEW(k->c->perm, const run *, used);
    for (ptrdiff_t i = 0; i < used; i++) {
        where[all[i].number] = i - t->older;
        if (i >= t->older) {
            t->runs[t->run_count++] = all[i].r;
        }
    }
    return where;
}

/* One spot a run: of several that count the one in the middle, as `history` has it. */
static void settle_spots(trend *t, const ptrdiff_t *where)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < t->count; i++) {
        spot s = t->spots[i];
        s.run = where[s.run];
        if (s.run >= 0) {
            t->spots[n++] = s;
        }
    }
    if (n > 1) {
        qsort(t->spots, (size_t)n, sizeof *t->spots, by_run);
    }
    t->count = 0;
    for (ptrdiff_t i = 0, next; i < n; i = next) {
        ptrdiff_t good = 0;
        for (next = i; next < n && t->spots[next].run == t->spots[i].run; next++) {
            good += t->spots[next].left_out.len == 0;
        }
        t->spots[t->count++] = t->spots[i + (good > 0 ? (good - 1) / 2 : 0)];
    }
}

static int by_key(const void *a, const void *b)
{
    const trend *x = a, *y = b;
    int c = (x->variant > y->variant) - (x->variant < y->variant);
    c = c ? c : str_cmp(x->machine, y->machine);
    c = c ? c : str_cmp(x->tool, y->tool);
    c = c ? c : str_cmp(x->params, y->params);
    return c ? c : str_cmp(x->command, y->command);
}

/* "Docker", and what of the rest isn't the same for all lines. */
static void name_trends(maker *k)
{
    timeline *t = k->t;
    bool machines = false, tools = false, params = false, commands = false;
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        const trend *a = &t->trends[i], *first = t->trends;
        machines |= !str_eq(a->machine, first->machine);
        tools |= !str_eq(a->tool, first->tool);
        params |= !str_eq(a->params, first->params);
        commands |=
            i > 0 && a->variant == a[-1].variant && !str_eq(a->command, a[-1].command);
    }
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        trend *a = &t->trends[i];
        const struct {
            bool told;
            const char *before;
            str text;
        } parts[] = {
            {params, ", ", a->params},
            {tools, ", ", a->tool},
            {commands, ", ", a->command},
            {machines, ", on ", a->machine.len ? a->machine : S("an unnamed machine")}};
        a->name = k->c->s->variants[a->variant].label;
        for (ptrdiff_t j = 0; j < COUNTOF(parts); j++) {
            if (parts[j].told && parts[j].text.len > 0) {
                a->name = str_fmt(k->c->perm, "%.*s%s%.*s", SV(a->name), parts[j].before,
                                  SV(parts[j].text));
            }
        }
    }
}

/* --- marks ------------------------------------------------------------------------ */

static void add_mark(maker *k, ptrdiff_t at, happened what, str text)
{
    timeline *t = k->t;
    for (ptrdiff_t i = 0; i < t->mark_count; i++) {
        if (t->marks[i].run == at && str_eq(t->marks[i].text, text)) {
            return;
        }
    }
    if (t->mark_count == k->mark_room) {
        k->mark_room = k->mark_room ? 2 * k->mark_room : 32;
        mark_at *bigger = NEW(k->c->perm, mark_at, k->mark_room);
        if (t->mark_count > 0) {
            memcpy(bigger, t->marks, (size_t)t->mark_count * sizeof *bigger);
        }
        t->marks = bigger;
    }
    t->marks[t->mark_count++] = (mark_at){at, what, text};
}

static void mark_changes(maker *k, const trend *t)
{
    enum { LEAST = 2 * STATS_SEGMENT_MIN };
    arena tmp = k->c->scratch;
    double *xs = NEW(&tmp, double, t->count);
    ptrdiff_t *at = NEW(&tmp, ptrdiff_t, t->count), n = 0;
    for (ptrdiff_t i = 0; i < t->count; i++) {
        if (t->spots[i].left_out.len == 0) {
            at[n] = t->spots[i].run;
            xs[n++] = t->spots[i].m->mean.value;
        }
    }
    if (n < LEAST) {
        return;
    }
    change_point *found = NEW(&tmp, change_point, n / STATS_SEGMENT_MIN + 1);
    ptrdiff_t count = stats_change_points(xs, n, SIGNIFICANCE, tmp, found);
    for (ptrdiff_t i = 0; i < count; i++) {
        str change = found[i].before != 0 // NOLINT: no ratio to exactly zero
                         ? format_change(k->c->perm, found[i].after / found[i].before - 1)
                         : S("moved");
        add_mark(k, at[found[i].at], HAPPENED_CHANGE,
                 str_fmt(k->c->perm, "%.*s %.*s", SV(t->name), SV(change)));
    }
}

static str version_in(const trend *t, const spot *s)
{
    const reading *r = s->from->reading;
    bool own = r && (str_eq(r->tool, t->tool) || str_starts(r->format, t->tool));
    return own ? r->tool_version : (str){0};
}

/* While the spots are all there, under their runs' numbers. */
static void mark_left_out(maker *k, const trend *t, const ptrdiff_t *where)
{
    for (ptrdiff_t i = 0; i < t->count; i++) {
        const spot *s = &t->spots[i];
        if (s->left_out.len > 0 && where[s->run] >= 0) {
            add_mark(k, where[s->run], HAPPENED_LEFT_OUT,
                     str_fmt(k->c->perm, "%.*s, left out: %.*s", SV(t->name),
                             SV(s->left_out)));
        }
    }
}

static void mark_versions(maker *k, const trend *t)
{
    str before = {0};
    for (ptrdiff_t i = 0; i < t->count; i++) {
        str now = version_in(t, &t->spots[i]);
        if (now.len > 0 && before.len > 0 && !str_eq(now, before)) {
            add_mark(k, t->spots[i].run, HAPPENED_VERSION,
                     str_fmt(k->c->perm, "%.*s %.*s", SV(t->tool), SV(now)));
        }
        before = now.len > 0 ? now : before;
    }
}

/* Where a machine comes in after another was there. */
static void mark_machines(maker *k)
{
    const timeline *t = k->t;
    for (ptrdiff_t i = 1; i < t->run_count; i++) {
        bool new_here = true;
        for (ptrdiff_t j = 0; j < i && new_here; j++) {
            new_here = !str_eq(t->runs[j]->machine, t->runs[i]->machine);
        }
        str machine = t->runs[i]->machine;
        if (new_here) {
            add_mark(k, i, HAPPENED_MACHINE,
                     str_fmt(k->c->perm, "on %.*s",
                             SV(machine.len ? machine : S("an unnamed machine"))));
        }
    }
}

static str fact_of(const fact *list, str name)
{
    for (; list; list = list->next) {
        if (str_eq(list->name, name)) {
            return list->value;
        }
    }
    return (str){0};
}

enum { HOST, SOFTWARE, TAGS, KINDS_OF_FACTS };

static const fact *facts_of(const run *r, int which)
{
    return which == HOST ? r->host : which == SOFTWARE ? r->software : r->tags;
}

/* What the last run before says of it that says anything: of a machine's facts the last
 * one on the same machine. */
static str fact_before(const timeline *t, ptrdiff_t at, int which, str name)
{
    for (ptrdiff_t j = at - 1; j >= 0; j--) {
        bool tells = which == TAGS || str_eq(t->runs[j]->machine, t->runs[at]->machine);
        str value = tells ? fact_of(facts_of(t->runs[j], which), name) : (str){0};
        if (value.len > 0) {
            return value;
        }
    }
    return (str){0};
}

static bool fact_changes(const timeline *t, ptrdiff_t at, int which, str name)
{
    str now = fact_of(facts_of(t->runs[at], which), name),
        before = fact_before(t, at, which, name);
    return now.len > 0 && before.len > 0 && !str_eq(now, before);
}

/* A commit is another one in every run: that stands in the table. */
static bool rarely_changes(const timeline *t, int which, str name)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 1; i < t->run_count && n <= MOST_OF_A_FACT; i++) {
        n += fact_changes(t, i, which, name);
    }
    return n <= MOST_OF_A_FACT && 2 * n < t->run_count;
}

static void mark_facts(maker *k)
{
    const timeline *t = k->t;
    for (int which = 0; which < KINDS_OF_FACTS; which++) {
        for (ptrdiff_t i = 1; i < t->run_count; i++) {
            for (const fact *f = facts_of(t->runs[i], which); f; f = f->next) {
                if (fact_changes(t, i, which, f->name)
                    && rarely_changes(t, which, f->name)) {
                    add_mark(k, i, HAPPENED_FACT,
                             str_fmt(k->c->perm, "%.*s %.*s", SV(f->name), SV(f->value)));
                }
            }
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const mark_at *x = a, *y = b;
    int c = (x->run > y->run) - (x->run < y->run);
    c = c ? c : (x->what > y->what) - (x->what < y->what);
    return c ? c : str_cmp(x->text, y->text);
}

/* --- all of it --------------------------------------------------------------------- */

timeline timeline_of(composer *c, const slice *sl, str name)
{
    timeline t = {0};
    maker k = {.c = c, .sl = sl, .name = name, .t = &t};
    for (const group *g = c->s->workloads[sl->workload].groups; g; g = g->beside) {
        add_group(&k, g);
    }
    for (const set_aside *a = c->s->aside; a; a = a->next) {
        add_aside(&k, a);
    }
    const ptrdiff_t *where = order_runs(&k);
    if (t.trend_count > 1) {
        qsort(t.trends, (size_t)t.trend_count, sizeof *t.trends, by_key);
    }
    name_trends(&k);
    for (ptrdiff_t i = 0; i < t.trend_count; i++) {
        mark_left_out(&k, &t.trends[i], where);
        settle_spots(&t.trends[i], where);
        mark_changes(&k, &t.trends[i]);
        mark_versions(&k, &t.trends[i]);
    }
    mark_machines(&k);
    mark_facts(&k);
    if (t.mark_count > 1) {
        qsort(t.marks, (size_t)t.mark_count, sizeof *t.marks, by_place);
    }
    return t;
}

str timeline_run(const run *r)
{
    return r->date.len ? str_take(r->date, 10) : r->id.len ? r->id : S("undated");
}
