#include "base/base.h"

#include "base/num.h"
#include "project/quantity.h"
#include "report/table_parts.h"

enum { MOST_DECIMALS = 6 };

/* Percent-encodes what can't stand in a path of an address. */
static void out_url(out *o, str path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789-._~/";
    for (ptrdiff_t i = 0; i < path.len; i++) {
        if (strchr(plain, path.ptr[i]) && path.ptr[i]) {
            out_char(o, path.ptr[i]);
        } else {
            out_fmt(o, "%%%02X", (unsigned char)path.ptr[i]);
        }
    }
}

str raw_href(arena *perm, const raw_file *f, ptrdiff_t line)
{
    out *o = out_memory(perm);
    out_str(o, S("raw/"));
    out_url(o, f->address);
    out_str(o, S(".html"));
    if (line > 0) {
        out_fmt(o, "#L%td", line);
    }
    return out_text(o);
}

str raw_file_href(arena *perm, const raw_file *f)
{
    cut c = str_cut_last(f->published, S("/"));
    out *o = out_memory(perm);
    out_url(o, c.found ? c.tail : c.head);
    return out_text(o);
}

column_form table_form(const metric *const *ms, ptrdiff_t n)
{
    double largest = 0, resolution = 0;
    str base = S("1");
    bool whole = true, computed = false;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (ms[i]) {
            /* A mean of samples and dd's bytes by seconds are ours: no tool gave digits.
             */
            computed = computed || ms[i]->sample_count > 0
                       || (str_eq(ms[i]->unit, S("B/s")) && ms[i]->n.known);
            double v = fabs(ms[i]->mean.known ? ms[i]->mean.value : ms[i]->last.value);
            base = ms[i]->unit;
            largest = v > largest ? v : largest;
            resolution = ms[i]->resolution > resolution ? ms[i]->resolution : resolution;
            whole = whole && v == floor(v); // NOLINT: a count is whole or not
        }
    }
    column_form f = {.unit = unit_for(base, largest)};
    int most = decimals_for(largest / f.unit.scale, base, 5);
    most = most > MOST_DECIMALS && !unit_is_money(base) ? MOST_DECIMALS : most;
    f.decimals = decimals_held(resolution, f.unit, most);
    if (computed && f.decimals > most) {
        f.decimals = most;
    }
    if (unit_is_money(base) && f.decimals < 2) {
        f.decimals = 2;
    }
    if (str_eq(base, S("1")) && whole) {
        f.decimals = 0;
    }
    return f;
}

str table_number(composer *c, maybe v, column_form f)
{
    return v.known ? format_in(c->perm, v.value, f.unit, f.decimals) : S("–");
}

/* A short unit is never alone on a line; a long one may be, and leaves the room to
 * figures. */
str table_head(composer *c, str head, column_form f)
{
    enum { SHORT = 2 };
    const char *blank = f.unit.name.len <= SHORT ? "\u00A0" : " ";
    return f.unit.name.len && !str_eq(f.unit.name, S("1"))
               ? str_fmt(c->perm, "%.*s,%s%.*s", SV(head), blank, SV(f.unit.name))
               : head;
}

static str shown_command(const row *r)
{
    return r->g ? r->g->entries[0]->r->command : (str){0};
}

/* A command that is the same for all says nothing about one. */
static bool same_commands(const row *rows, ptrdiff_t n)
{
    for (ptrdiff_t i = 1; i < n; i++) {
        if (rows[i].g && !str_eq(shown_command(&rows[i]), shown_command(&rows[0]))) {
            return false;
        }
    }
    return n > 1;
}

table_cell table_row_head(composer *c, const row *r)
{
    table_cell cell = {.text = r->name, .has_swatch = true};
    const variant *v = &c->s->variants[r->variant];
    cell.swatch = v->role;
    cell.shade = v->shade;
    if (shown_command(r).len > 0 && !str_eq(shown_command(r), r->name)) {
        cell.small = shown_command(r);
        cell.mono = true;
    }
    return cell;
}

table *table_new(composer *c, ptrdiff_t columns, ptrdiff_t rows)
{
    table *t = NEW(c->perm, table, 1);
    t->columns = NEW(c->perm, table_column, columns);
    t->cells = NEW(c->perm, table_cell, columns * rows);
    t->column_count = columns;
    t->row_count = rows;
    t->row_heads = true;
    return t;
}

/* --- one metric: rows are variants ----------------------------------------------- */

static table_cell ratio_cell(composer *c, const row *r, const row *base, str name)
{
    const metric *m = row_metric(r, name), *mb = base ? row_metric(base, name) : NULL;
    versus v;
    if (r == base) {
        return (table_cell){.text = S("1.00")};
    }
    if (!m || !mb || r->missing.len
        || !versus_of(m, mb, c->s->site->practical_limit, c->scratch, &v)) {
        return (table_cell){.text = S("–"), .muted = true};
    }
    table_cell cell = {.text = format_ratio(c->perm, v.ratio)};
    if (v.sigma.known) {
        cell.small = str_drop(format_sigma(c->perm, v.sigma.value), 2);
    }
    return cell;
}

static bool tested(composer *c, const row *r, const row *base, str name, versus *v)
{
    const metric *m = row_metric(r, name), *mb = base ? row_metric(base, name) : NULL;
    return m && mb && r != base && !r->missing.len
           && versus_of(m, mb, c->s->site->practical_limit, c->scratch, v) && v->tested;
}

static bool many_tested(composer *c, const row *rows, ptrdiff_t n, const row *base,
                        str name)
{
    ptrdiff_t count = 0;
    versus v;
    for (ptrdiff_t i = 0; i < n && n > MANY_TESTS && count <= MANY_TESTS; i++) {
        count += tested(c, &rows[i], base, name, &v);
    }
    return count > MANY_TESTS;
}

static table_cell interval_cell(composer *c, const row *r, const row *base, str name)
{
    versus v;
    if (!tested(c, r, base, name, &v)) {
        return (table_cell){.text = S("–"), .muted = true};
    }
    maybe p = family_p(c, row_metric(r, name), row_metric(base, name), &v);
    return (table_cell){.text = format_interval(c->perm, v.ci.low, v.ci.high),
                        .small = p.known ? format_p(c->perm, p.value) : (str){0}};
}

static str spread_head(const metric *const *ms, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (ms[i] && ms[i]->spread_within_run) {
            return S("Standard deviation within the run");
        }
    }
    return S("Standard deviation");
}

static bool any(const metric *const *ms, ptrdiff_t n, bool stddev)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (ms[i] && (stddev ? ms[i]->stddev.known : ms[i]->min.known)
            && !(ms[i]->n.known && ms[i]->n.value < (stddev ? 3 : 2))) {
            return true;
        }
    }
    return false;
}

static str runs_caption(composer *c, const metric *const *ms, ptrdiff_t n)
{
    str words = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        str mine = ms[i] ? words_runs(c->perm, ms[i]) : (str){0};
        if (ms[i] && words.len && !str_eq(words, mine)) {
            return S("number of runs in the rows");
        }
        words = mine.len ? mine : words;
    }
    return words.len ? str_fmt(c->perm, "%.*s each", SV(words)) : (str){0};
}

typedef struct {
    ptrdiff_t mean, stddev, range, n, ratio, interval; /* column numbers, 0: absent */
    ptrdiff_t count;
    const metric *const *metrics; /* of the rows */
    ptrdiff_t metric_count;
} layout;

static layout layout_for(const metric *const *ms, ptrdiff_t n, bool has_base,
                         bool mixed_n, bool has_tests)
{
    layout l = {.mean = 1, .count = 2, .metrics = ms, .metric_count = n};
    l.n = mixed_n ? l.count++ : 0;
    l.stddev = any(ms, n, true) ? l.count++ : 0;
    l.range = any(ms, n, false) ? l.count++ : 0;
    l.ratio = has_base ? l.count++ : 0;
    l.interval = has_tests ? l.count++ : 0;
    return l;
}

static void heads(composer *c, table *t, const layout *l, column_form f, str metric_name)
{
    bool time = str_eq(metric_name, S("wall_time"));
    t->columns[0].head = S("Variant");
    t->columns[l->mean] = (table_column){
        .head = table_head(c, l->stddev ? S("Mean") : S("Value"), f), .numeric = true};
    if (l->n) {
        t->columns[l->n] = (table_column){.head = S("Runs"), .numeric = true};
    }
    if (l->stddev) {
        t->columns[l->stddev] = (table_column){
            .head = spread_head(l->metrics, l->metric_count), .numeric = true};
    }
    if (l->range) {
        t->columns[l->range] = (table_column){
            .head = time ? S("Fastest, slowest") : S("Lowest, highest"), .numeric = true};
    }
    if (l->ratio) {
        t->columns[l->ratio] = (table_column){.head = S("Ratio"), .numeric = true};
    }
    if (l->interval) {
        t->columns[l->interval] =
            (table_column){.head = S("95% interval, test"), .numeric = true};
    }
}

static void fill_row(composer *c, table_cell *cells, const layout *l, const row *r,
                     const metric *m, column_form f)
{
    cells[0] = table_row_head(c, r);
    if (r->missing.len) {
        cells[0].small = r->missing;
        cells[0].mono = false;
    }
    for (ptrdiff_t k = 1; k < l->count; k++) {
        cells[k] = (table_cell){.text = S("–"), .muted = true};
    }
    if (!m) {
        return;
    }
    cells[l->mean] =
        (table_cell){.text = table_number(c, m->mean.known ? m->mean : m->last, f),
                     .href = metric_href(c, row_file(r, m->name), m)};
    if (l->n && m->n.known) {
        cells[l->n] = (table_cell){
            .text = m->spread_within_run ? S("1") : num_fixed(c->perm, m->n.value, 0)};
    }
    if (l->stddev) {
        cells[l->stddev] = (table_cell){.text = table_number(c, m->stddev, f),
                                        .muted = !m->stddev.known};
    }
    if (l->range && m->min.known && m->max.known) {
        cells[l->range] = (table_cell){.text = table_number(c, m->min, f),
                                       .small = table_number(c, m->max, f)};
    }
}

table *table_of_metric(composer *c, const slice *sl, str metric_name)
{
    ptrdiff_t n = 0;
    row *rows = rows_of(c, sl, metric_name, &n);
    const row *base = rows_baseline(rows, n, metric_name);
    const metric **ms = NEW(c->perm, const metric *, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        ms[i] = row_metric(&rows[i], metric_name);
    }
    column_form f = table_form(ms, n);
    str runs = runs_caption(c, ms, n);
    layout l = layout_for(ms, n, base != NULL && n > 1, str_starts(runs, S("number")),
                          many_tested(c, rows, n, base, metric_name));
    table *t = table_new(c, l.count, n);
    t->has_tests = l.interval > 0;
    heads(c, t, &l, f, metric_name);
    str title = sentence_case(c->perm, metric_words(c, metric_name));
    t->caption = runs.len ? str_fmt(c->perm, "%.*s, %.*s", SV(title), SV(runs)) : title;
    str derived = derived_note(c, metric_name);
    if (derived.len > 0) {
        t->caption = str_fmt(c->perm, "%.*s; %.*s", SV(t->caption), SV(derived));
    }
    t->id = str_fmt(c->perm, "table-%.*s-%.*s", SV(c->s->workloads[sl->workload].id),
                    SV(metric_name));
    for (ptrdiff_t i = 0; i < n; i++) {
        fill_row(c, &t->cells[i * l.count], &l, &rows[i], ms[i], f);
        if (same_commands(rows, n)) {
            t->cells[i * l.count].small = (str){0};
        }
        if (l.ratio) {
            t->cells[i * l.count + l.ratio] = ratio_cell(c, &rows[i], base, metric_name);
        }
        if (l.interval) {
            t->cells[i * l.count + l.interval] =
                interval_cell(c, &rows[i], base, metric_name);
        }
    }
    return t;
}
