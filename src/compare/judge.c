/* Verdicts: each cell against its row's baseline, by the one rule. */
#include "base/base.h"

#include "compare/compare.h"
#include "compare/judge.h"
#include "project/select.h"
#include "project/versus.h"
#include "report/format.h"

/* Above so many cells the other centre isn't asked: its bootstrap takes a millisecond. */
enum { MOST_WITH_BOTH_CENTRES = 2000 };

/* --- one cell --------------------------------------------------------------------------
 */

/* Repeats pooled: each is a single value, so together they are a sample. */
static side pooled_side(judge *j, const measured *of, str name)
{
    double *xs = NEW(j->perm, double, of->n);
    side s = {0};
    for (ptrdiff_t i = 0; i < of->n; i++) {
        const metric *m = result_metric(of->results[i], name);
        if (!m || !m->mean.known) {
            return (side){0};
        }
        xs[i] = m->mean.value;
        s.resolution = fmax(s.resolution, m->resolution);
    }
    summary own = stats_summary(xs, of->n);
    s.n = SOME(own.n);
    s.mean = SOME(own.mean);
    s.stddev = SOME(own.stddev);
    s.median = SOME(stats_median(xs, of->n, j->scratch));
    s.samples = (sample){xs, of->n};
    return s;
}

static maybe value_of(const compare_cell *c, const metric *m, str stat)
{
    if (stat.len == 0) {
        return c->side.mean;
    }
    return str_eq(stat, S("median")) ? c->side.median : metric_stat(m, stat);
}

static const result *failed_of(const measured *of)
{
    for (ptrdiff_t i = 0; i < of->n; i++) {
        if (of->results[i]->status == STATUS_FAILED) {
            return of->results[i];
        }
    }
    return NULL;
}

static str note_of(judge *j, const compare_cell *c)
{
    str text = {0};
    if (c->of->results[0]->status == STATUS_PARTIAL) {
        text = str_fmt(j->perm, "partial: %.*s", SV(c->of->results[0]->status_why));
    }
    sample s = c->side.samples;
    if (s.n < 5 || c->side.spread_within_run) {
        return text;
    }
    oddities odd = stats_oddities(s.xs, s.n, j->scratch);
    ptrdiff_t others = odd.outliers - odd.first_slow;
    if (odd.first_slow) {
        text = str_fmt(j->perm, "%.*s%sthe first run was slow", SV(text),
                       text.len ? ", " : "");
    }
    if (others > 0) {
        text = str_fmt(j->perm, "%.*s%s%td outlier%s", SV(text), text.len ? ", " : "",
                       others, others > 1 ? "s" : "");
    }
    return text;
}

static compare_cell read_cell(judge *j, const measured *of, const compare_table *t)
{
    compare_cell c = {.of = of, .state = CELL_MISSING};
    if (of->n == 0) {
        c.why = S("missing");
        return c;
    }
    const metric *m = result_metric(of->results[0], t->metric);
    const result *failed = failed_of(of);
    if (m) {
        c.side = of->n > 1 ? pooled_side(j, of, t->metric) : side_of(m);
        if (!c.side.mean.known && m->last.known && of->n == 1) {
            c.side.mean = m->last;
        }
        c.value = value_of(&c, m, t->stat);
        c.line = m->line;
        if (t->stat.len > 0 && !str_eq(t->stat, S("median"))) {
            c.side = (side){.mean = c.value, .resolution = m->resolution};
        }
    }
    if (failed) {
        c.state = CELL_FAILED;
        c.why = failed->status_why.len ? failed->status_why : S("the run failed");
    } else if (!c.value.known) {
        c.why = S("not stated");
    } else {
        c.state = CELL_ALONE;
        c.note = note_of(j, &c);
    }
    return c;
}

/* --- one row ---------------------------------------------------------------------------
 */

static void compare_with(judge *j, const compare_table *t, compare_cell *c,
                         const compare_cell *base)
{
    if (c->state != CELL_ALONE || base->state != CELL_BASELINE) {
        return;
    }
    c->why = judge_differences(j->perm, c->of, base->of, j->m->within_a_set, j->o);
    if (c->why.len > 0) {
        c->state = CELL_NOT_RANKED;
        return;
    }
    compare_rule rule = {
        .limit = j->o->limit,
        .center = str_eq(t->stat, S("median")) ? CENTER_MEDIAN : CENTER_MEAN,
        .alone = t->row_count * j->m->column_count > MOST_WITH_BOTH_CENTRES,
    };
    c->state = CELL_COMPARED;
    c->versus = stats_compare(&c->side, &base->side, rule, j->scratch);
    const comparison *v = &c->versus;
    if (v->why == UNTESTED_NOT_POSITIVE) {
        bool same = c->value.value <= 0 && base->value.value <= 0;
        c->why = same ? S("both 0") : S("no ratio with 0");
    }
    if (!v->has_other || v->other_verdict == v->verdict
        || v->other_verdict == VERDICT_UNCLEAR) {
        return;
    }
    c->note = str_fmt(
        j->perm, "%.*s%sthe %s say %s (%.*s)", SV(c->note), c->note.len ? ", " : "",
        v->center == CENTER_MEAN ? "medians" : "means", verdict_name(v->other_verdict),
        SV(format_change(j->perm, v->other_ratio - 1)));
}

static void judge_row(judge *j, const compare_table *t, compare_cell *cells)
{
    ptrdiff_t n = j->m->column_count;
    compare_cell *base = &cells[j->ret->baseline];
    const gate *g = judge_gate_for(j->o, t);
    if (base->state == CELL_ALONE) {
        base->state = CELL_BASELINE;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        compare_with(j, t, &cells[i], base);
        if (g && &cells[i] != base) {
            judge_gate(j->perm, t, &cells[i], base, g->share);
        }
    }
}

/* --- one metric ------------------------------------------------------------------------
 */

static bool row_has(const match *m, ptrdiff_t row, str name)
{
    for (ptrdiff_t i = 0; i < m->column_count; i++) {
        const measured *of = &m->cells[row * m->column_count + i];
        if (of->n > 0 && result_metric(of->results[0], name)) {
            return true;
        }
    }
    return false;
}

static void add_geomeans(judge *j, compare_table *t)
{
    t->geomeans = NEW(j->perm, ratio_mean, j->m->column_count);
    arena scratch = j->scratch;
    maybe *ratios = NEW(&scratch, maybe, t->row_count);
    for (ptrdiff_t i = 0; t->row_count > 1 && i < j->m->column_count; i++) {
        for (ptrdiff_t r = 0; r < t->row_count; r++) {
            const compare_cell *c = &t->cells[r * j->m->column_count + i];
            ratios[r] = c->state == CELL_COMPARED ? c->versus.ratio : (maybe){0};
        }
        if (!stats_geomean(ratios, t->row_count, &t->geomeans[i])) {
            t->geomeans[i] = (ratio_mean){0};
        }
    }
}

static void judge_metric(judge *j, str name, compare_table *t)
{
    const match *m = j->m;
    judge_split_name(m, name, t);
    const metric *like = judge_any_metric(m, t->metric);
    t->unit = str_eq(t->stat, S("n")) ? S("1") : like->unit;
    t->better = like->better;
    t->rows = NEW(j->perm, ptrdiff_t, m->row_count);
    for (ptrdiff_t r = 0; r < m->row_count; r++) {
        if (row_has(m, r, t->metric)) {
            t->rows[t->row_count++] = r;
        }
    }
    t->cells = NEW(j->perm, compare_cell, t->row_count * m->column_count);
    for (ptrdiff_t r = 0; r < t->row_count; r++) {
        compare_cell *cells = &t->cells[r * m->column_count];
        for (ptrdiff_t i = 0; i < m->column_count; i++) {
            cells[i] = read_cell(j, &m->cells[t->rows[r] * m->column_count + i], t);
        }
        judge_row(j, t, cells);
    }
    add_geomeans(j, t);
}

/* --- all together ----------------------------------------------------------------------
 */

static void correct(judge *j)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < j->ret->table_count; i++) {
        n += j->ret->tables[i].row_count * j->m->column_count;
    }
    arena scratch = j->scratch;
    double *ps = NEW(&scratch, double, n);
    maybe **to = NEW(&scratch, maybe *, n);
    for (ptrdiff_t i = 0; i < j->ret->table_count; i++) {
        const compare_table *t = &j->ret->tables[i];
        for (ptrdiff_t k = 0; k < t->row_count * j->m->column_count; k++) {
            if (t->cells[k].versus.p.known) {
                to[j->ret->tests] = &t->cells[k].p;
                ps[j->ret->tests++] = t->cells[k].versus.p.value;
            }
        }
    }
    stats_holm(ps, ps, j->ret->tests, scratch);
    for (ptrdiff_t i = 0; i < j->ret->tests; i++) {
        *to[i] = SOME(ps[i]);
    }
}

static void count_verdict(compared *c, better b, verdict v)
{
    switch (v) {
    case VERDICT_UNTESTED:
        c->untested++;
        return;
    case VERDICT_UNCLEAR:
        c->unclear++;
        return;
    case VERDICT_SAME:
        c->same++;
        return;
    case VERDICT_LOWER:
    case VERDICT_HIGHER:
        break;
    }
    bool up = v == VERDICT_HIGHER;
    *(b == BETTER_UNSTATED         ? &c->other
      : up == (b == BETTER_HIGHER) ? &c->better
                                   : &c->worse) += 1;
}

static void count_all(compared *c)
{
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        const compare_table *t = &c->tables[i];
        for (ptrdiff_t k = 0; k < t->row_count * c->of->column_count; k++) {
            const compare_cell *cell = &t->cells[k];
            c->over_gate += cell->over_gate;
            c->not_ranked += cell->state == CELL_NOT_RANKED;
            c->failed += cell->state == CELL_FAILED;
            c->missing += cell->state == CELL_MISSING;
            if (cell->state == CELL_COMPARED) {
                count_verdict(c, t->better, cell->versus.verdict);
            }
        }
    }
}

/* The column of that name; a part of the name will do where it fits one only. */
static bool find_baseline(judge *j, err *e)
{
    str name = j->o->baseline;
    ptrdiff_t found = -1, fits = 0;
    for (ptrdiff_t i = 0; i < j->m->column_count; i++) {
        if (name.len == 0 || str_eq(j->m->columns[i], name)) {
            j->ret->baseline = i;
            return true;
        }
        if (str_has(j->m->columns[i], name)) {
            found = i;
            fits++;
        }
    }
    if (fits == 1) {
        j->ret->baseline = found;
        return true;
    }
    if (fits > 1) {
        err_set(e, ERR_USAGE, NULL, "'%.*s' is part of %td names", SV(name), fits);
        return err_hint(e, "Give --baseline the whole name.");
    }
    err_set(e, ERR_USAGE, NULL, "nothing that is compared is named '%.*s'", SV(name));
    str near = str_nearest(name, j->m->columns, j->m->column_count, j->scratch);
    return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near))
                        : err_hint(e, "The first is '%.*s'.", SV(j->m->columns[0]));
}

bool compare_judge(arena *perm, arena scratch, const match *m, const compare_options *o,
                   compared *ret, err *e)
{
    *ret = (compared){.of = m,
                      .limit = o->limit.known ? o->limit.value : 0.02,
                      .gated = o->gate_count > 0};
    judge j = {perm, scratch, m, o, ret};
    str *names = NULL;
    if (!find_baseline(&j, e) || !judge_metrics(&j, &names, &ret->table_count, e)) {
        return false;
    }
    ret->tables = NEW(perm, compare_table, ret->table_count);
    for (ptrdiff_t i = 0; i < ret->table_count; i++) {
        judge_metric(&j, names[i], &ret->tables[i]);
    }
    correct(&j);
    count_all(ret);
    return true;
}
