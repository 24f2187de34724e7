#include "base/base.h"

#include "base/num.h"
#include "report/compose.h"

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
    out_url(o, f->path);
    out_str(o, S(".html"));
    if (line > 0) {
        out_fmt(o, "#L%td", line);
    }
    return out_text(o);
}

/* One unit and one number of decimals for a column: its largest value chooses the unit,
 * the coarsest file the decimals; files with full precision get five digits. */
typedef struct {
    shown_unit unit;
    int decimals;
} column_form;

static column_form form_of(const metric *const *ms, ptrdiff_t n)
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
    int most = num_decimals_for(largest / f.unit.scale, 5);
    most = most > MOST_DECIMALS ? MOST_DECIMALS : most;
    f.decimals = decimals_held(resolution, f.unit, most);
    if (computed && f.decimals > most) {
        f.decimals = most;
    }
    if (str_eq(base, S("1")) && whole) {
        f.decimals = 0;
    }
    return f;
}

static str cell_number(composer *c, maybe v, column_form f)
{
    return v.known ? format_in(c->perm, v.value, f.unit, f.decimals) : S("–");
}

static str head_with_unit(composer *c, str head, column_form f)
{
    return f.unit.name.len && !str_eq(f.unit.name, S("1"))
               ? str_fmt(c->perm, "%.*s, %.*s", SV(head), SV(f.unit.name))
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

static table_cell row_head(composer *c, const row *r)
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

static table *table_new(composer *c, ptrdiff_t columns, ptrdiff_t rows)
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
    ptrdiff_t mean, stddev, range, n, ratio; /* column numbers, 0: absent */
    ptrdiff_t count;
} layout;

static layout layout_for(const metric *const *ms, ptrdiff_t n, bool has_base,
                         bool mixed_n)
{
    layout l = {.mean = 1, .count = 2};
    l.n = mixed_n ? l.count++ : 0;
    l.stddev = any(ms, n, true) ? l.count++ : 0;
    l.range = any(ms, n, false) ? l.count++ : 0;
    l.ratio = has_base ? l.count++ : 0;
    return l;
}

static void heads(composer *c, table *t, const layout *l, const metric *const *ms,
                  ptrdiff_t n, column_form f, str metric_name)
{
    bool time = str_eq(metric_name, S("wall_time"));
    t->columns[0].head = S("Variant");
    t->columns[l->mean] =
        (table_column){.head = head_with_unit(c, l->stddev ? S("Mean") : S("Value"), f),
                       .numeric = true};
    if (l->n) {
        t->columns[l->n] = (table_column){.head = S("Runs"), .numeric = true};
    }
    if (l->stddev) {
        t->columns[l->stddev] =
            (table_column){.head = spread_head(ms, n), .numeric = true};
    }
    if (l->range) {
        t->columns[l->range] = (table_column){
            .head = time ? S("Fastest, slowest") : S("Lowest, highest"), .numeric = true};
    }
    if (l->ratio) {
        t->columns[l->ratio] = (table_column){.head = S("Ratio"), .numeric = true};
    }
}

static void fill_row(composer *c, table_cell *cells, const layout *l, const row *r,
                     const metric *m, column_form f)
{
    cells[0] = row_head(c, r);
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
        (table_cell){.text = cell_number(c, m->mean.known ? m->mean : m->last, f),
                     .href = raw_href(c->perm, row_file(r, m->name), m->line)};
    if (l->n && m->n.known) {
        cells[l->n] = (table_cell){
            .text = m->spread_within_run ? S("1") : num_fixed(c->perm, m->n.value, 0)};
    }
    if (l->stddev) {
        cells[l->stddev] =
            (table_cell){.text = cell_number(c, m->stddev, f), .muted = !m->stddev.known};
    }
    if (l->range && m->min.known && m->max.known) {
        cells[l->range] = (table_cell){.text = cell_number(c, m->min, f),
                                       .small = cell_number(c, m->max, f)};
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
    column_form f = form_of(ms, n);
    str runs = runs_caption(c, ms, n);
    layout l = layout_for(ms, n, base != NULL && n > 1, str_starts(runs, S("number")));
    table *t = table_new(c, l.count, n);
    heads(c, t, &l, ms, n, f, metric_name);
    str title = sentence_case(c->perm, metric_title(c->perm, metric_name));
    t->caption = runs.len ? str_fmt(c->perm, "%.*s, %.*s", SV(title), SV(runs)) : title;
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
    }
    return t;
}

/* --- several metrics: rows are metrics, columns are variants --------------------- */

/* A statistic that gets a row of its own: the mean, a percentile, the maximum of a
 * latency. */
typedef struct {
    str metric, stat, title;
} stat_row;

static bool has_stat(const row *rows, ptrdiff_t n, str name, str stat)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        if (m && metric_stat(m, stat).known) {
            return true;
        }
    }
    return false;
}

static ptrdiff_t stats_of_metric(composer *c, const row *rows, ptrdiff_t n, str name,
                                 stat_row *ret)
{
    static const str stats[] = {STR_INIT("mean"), STR_INIT("p50"), STR_INIT("p90"),
                                STR_INIT("p95"),  STR_INIT("p99"), STR_INIT("max")};
    str title = metric_title(c->perm, name);
    bool spread = str_eq(name, S("latency")) || str_starts(name, S("latency{"));
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < (spread ? COUNTOF(stats) : 1); i++) {
        if (has_stat(rows, n, name, stats[i])) {
            str shown =
                i == 0 ? (spread ? str_fmt(c->perm, "Mean %.*s", SV(title)) : title)
                : i == COUNTOF(stats) - 1 ? str_fmt(c->perm, "Longest %.*s", SV(title))
                : i == 1                  ? str_fmt(c->perm, "Median %.*s", SV(title))
                         : str_fmt(c->perm, "%.*s, %.*sth percentile", SV(title),
                                   SV(str_drop(stats[i], 1)));
            ret[count++] = (stat_row){name, stats[i], sentence_case(c->perm, shown)};
        }
    }
    return count;
}

enum { MOST_STAT_ROWS = 256 };

/* A class of answers that nobody got says nothing beside the others; every result, zeros
 * included, stands in the full table. */
static bool is_idle_counter(const row *rows, ptrdiff_t n, str name)
{
    if (!str_starts(name, S("http_")) || str_eq(name, S("http_req_failed"))) {
        return false;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        if (m && !(m->mean.known && m->mean.value == 0)) { // NOLINT: an exact count
            return false;
        }
    }
    return true;
}

enum { ROW_GROUPS = 5 }; /* the row's own group and its others */

static const group *nth_group(const row *r, ptrdiff_t k)
{
    return k == 0 ? r->g : r->others[k - 1];
}

/* The metrics of a workload in the order of the known ones, then as the files have them.
 */
static ptrdiff_t stat_rows(composer *c, const row *rows, ptrdiff_t n, stat_row *ret)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < n * ROW_GROUPS; i++) {
        const group *g = nth_group(&rows[i / ROW_GROUPS], i % ROW_GROUPS);
        for (const metric *m = g ? g->metrics : NULL; m; m = m->next) {
            bool seen = false;
            for (ptrdiff_t k = 0; k < count && !seen; k++) {
                seen = str_eq(ret[k].metric, m->name);
            }
            if (!seen && count + 6 < MOST_STAT_ROWS
                && !is_idle_counter(rows, n, m->name)) {
                count += stats_of_metric(c, rows, n, m->name, ret + count);
            }
        }
    }
    return count;
}

static table_cell value_cell(composer *c, const row *r, const stat_row *sr, column_form f)
{
    const metric *m = row_metric(r, sr->metric);
    maybe v = m ? metric_stat(m, sr->stat) : (maybe){0};
    if (!v.known) {
        return (table_cell){.text = S("–"), .muted = true};
    }
    table_cell cell = {.text = cell_number(c, v, f),
                       .href = raw_href(c->perm, row_file(r, m->name), m->line)};
    if (str_eq(sr->stat, S("mean")) && m->stddev.known) {
        cell.small = str_fmt(c->perm, "± %.*s", SV(cell_number(c, m->stddev, f)));
    }
    return cell;
}

static column_form stat_form(composer *c, const row *rows, ptrdiff_t n,
                             const stat_row *sr)
{
    const metric **ms = NEW(c->perm, const metric *, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        ms[i] = row_metric(&rows[i], sr->metric);
    }
    return form_of(ms, n);
}

static table_cell stat_ratio(composer *c, const row *a, const row *b, const stat_row *sr)
{
    const metric *ma = row_metric(a, sr->metric), *mb = row_metric(b, sr->metric);
    maybe va = ma ? metric_stat(ma, sr->stat) : (maybe){0};
    maybe vb = mb ? metric_stat(mb, sr->stat) : (maybe){0};
    if (!va.known || !vb.known || vb.value == 0) { // NOLINT: no ratio to zero
        return (table_cell){.text = S("–"), .muted = true};
    }
    return (table_cell){.text = format_ratio(c->perm, va.value / vb.value)};
}

static str within_caption(const row *rows, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (const metric *m = rows[i].g ? rows[i].g->metrics : NULL; m; m = m->next) {
            if (m->spread_within_run) {
                return S("; ± is the spread within the run");
            }
        }
    }
    return (str){0};
}

static void variant_heads(composer *c, table *t, const row *rows, ptrdiff_t n)
{
    t->columns[0].head = S("Metric");
    for (ptrdiff_t i = 0; i < n; i++) {
        t->columns[i + 1] = (table_column){.head = rows[i].name, .numeric = true};
    }
    if (t->column_count > n + 1) {
        t->columns[n + 1] = (table_column){
            .head = str_fmt(c->perm, "%.*s to %.*s", SV(rows[1].name), SV(rows[0].name)),
            .numeric = true};
    }
}

table *table_of_metrics(composer *c, const slice *sl)
{
    str names[2];
    primary_metrics(c, sl->workload, names);
    ptrdiff_t n = 0;
    row *rows = rows_of(c, sl, names[0], &n);
    while (n > 0 && !rows[n - 1].g) {
        n--; /* what did not run is in the chart; it has no column */
    }
    stat_row *srs = NEW(c->perm, stat_row, MOST_STAT_ROWS);
    ptrdiff_t count = stat_rows(c, rows, n, srs);
    bool ratio = n == 2 && rows[0].baseline;
    table *t = table_new(c, n + 1 + ratio, count);
    variant_heads(c, t, rows, n);
    t->id = str_fmt(c->perm, "table-%.*s", SV(c->s->workloads[sl->workload].id));
    t->caption = str_fmt(c->perm, "%.*s, every metric%.*s", SV(slice_title(c, sl)),
                         SV(within_caption(rows, n)));
    for (ptrdiff_t i = 0; i < count; i++) {
        table_cell *cells = &t->cells[i * t->column_count];
        column_form f = stat_form(c, rows, n, &srs[i]);
        cells[0].text = head_with_unit(c, srs[i].title, f);
        for (ptrdiff_t k = 0; k < n; k++) {
            cells[k + 1] = value_cell(c, &rows[k], &srs[i], f);
        }
        if (ratio) {
            cells[n + 1] = stat_ratio(c, &rows[1], &rows[0], &srs[i]);
        }
    }
    return t;
}

/* --- several panels: rows are variants, columns are slices or tools' metrics ------ */

static void fill_panel(composer *c, table *t, const panel_source *panels, ptrdiff_t which)
{
    ptrdiff_t n = 0, k = which + 1;
    str name = panels[which].metric;
    row *rows = rows_aligned(c, panels, t->column_count - 1, which, &n);
    const row *base = rows_baseline(rows, n, name);
    stat_row mean = {name, S("mean"), {0}};
    column_form f = stat_form(c, rows, n, &mean);
    bool same_metric = str_eq(panels[0].metric, panels[t->column_count - 2].metric);
    str head = same_metric ? panels[which].slice.label
                           : sentence_case(c->perm, metric_title(c->perm, name));
    t->columns[k] = (table_column){.head = head_with_unit(c, head, f), .numeric = true};
    for (ptrdiff_t i = 0; i < n; i++) {
        table_cell *cell = &t->cells[i * t->column_count + k];
        const row *r = &rows[i];
        *cell = r->g ? value_cell(c, r, &mean, f)
                     : (table_cell){.text = S("–"), .muted = true};
        versus v;
        if (base && r != base && r->g && row_metric(r, name)
            && versus_of(row_metric(r, name), row_metric(base, name),
                         c->s->site->practical_limit, c->scratch, &v)) {
            cell->small = str_fmt(c->perm, "%.*s×", SV(format_ratio(c->perm, v.ratio)));
        }
    }
}

table *table_of_panels(composer *c, const panel_source *panels, ptrdiff_t n)
{
    ptrdiff_t rows = 0;
    str name = panels[0].metric;
    row *heads_of = rows_aligned(c, panels, n, 0, &rows);
    const row *base = rows_baseline(heads_of, rows, name);
    str label = c->s->workloads[panels[0].slice.workload].label;
    table *t = table_new(c, n + 1, rows);
    t->id = str_fmt(c->perm, "table-%.*s-%.*s",
                    SV(c->s->workloads[panels[0].slice.workload].id), SV(name));
    t->caption =
        base ? str_fmt(c->perm, "%.*s, and the ratio to %.*s", SV(label), SV(base->name))
             : label;
    t->columns[0].head = S("Variant");
    for (ptrdiff_t i = 0; i < rows; i++) {
        t->cells[i * t->column_count] = row_head(c, &heads_of[i]);
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        fill_panel(c, t, panels, k);
    }
    return t;
}

/* --- everything: one row a result and metric ------------------------------------- */

static void everything_row(composer *c, table_cell *cells, const entry *en,
                           const metric *m)
{
    column_form f = form_of(&m, 1);
    const variant *v = &c->s->variants[en->variant];
    maybe stats[] = {m->mean.known ? m->mean : m->last, m->stddev, m->median, m->min,
                     m->max};
    cells[0] = (table_cell){
        .text = v->label, .has_swatch = true, .swatch = v->role, .shade = v->shade};
    if (en->repeat > 1) {
        cells[0].text = str_fmt(c->perm, "%.*s #%d", SV(v->label), en->repeat);
    }
    cells[1].text = head_with_unit(c, metric_title(c->perm, m->name), f);
    cells[2].text = m->n.known ? num_fixed(c->perm, m->n.value, 0) : S("–");
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        cells[3 + i] =
            (table_cell){.text = cell_number(c, stats[i], f), .muted = !stats[i].known};
    }
    cells[3].href = raw_href(c->perm, en->from, m->line);
    cells[8] =
        (table_cell){.text = str_fmt(c->perm, "%.*s:%td", SV(en->from->path), m->line),
                     .href = cells[3].href};
}

/* A column that no row fills takes room from those that say something. */
static void drop_empty_columns(table *t)
{
    ptrdiff_t kept = 0;
    bool keep[16] = {0};
    for (ptrdiff_t k = 0; k < t->column_count; k++) {
        for (ptrdiff_t i = 0; i < t->row_count && !keep[k]; i++) {
            keep[k] = !t->cells[i * t->column_count + k].muted;
        }
        if (keep[k]) {
            t->columns[kept++] = t->columns[k];
        }
    }
    ptrdiff_t to = 0;
    for (ptrdiff_t i = 0; i < t->row_count; i++) {
        for (ptrdiff_t k = 0; k < t->column_count; k++) {
            if (keep[k]) {
                t->cells[to++] = t->cells[i * t->column_count + k];
            }
        }
    }
    t->column_count = kept;
}

table *table_of_everything(composer *c, ptrdiff_t w)
{
    static const char *const names[] = {"Variant", "Metric", "n",   "Mean",  "SD",
                                        "Median",  "Min",    "Max", "Source"};
    ptrdiff_t count = 0;
    for (const entry *en = c->s->entries; en; en = en->next) {
        for (const metric *m = en->workload == w ? en->r->metrics : NULL; m;
             m = m->next) {
            count++;
        }
    }
    table *t = table_new(c, COUNTOF(names), count);
    for (ptrdiff_t k = 0; k < COUNTOF(names); k++) {
        t->columns[k] =
            (table_column){.head = str_from(names[k]), .numeric = k >= 2 && k <= 7};
    }
    t->columns[5].optional = true;
    t->id = str_fmt(c->perm, "all-%.*s", SV(c->s->workloads[w].id));
    t->caption = str_fmt(c->perm, "%.*s: every result as its file states it",
                         SV(c->s->workloads[w].label));
    ptrdiff_t i = 0;
    for (const entry *en = c->s->entries; en; en = en->next) {
        for (const metric *m = en->workload == w ? en->r->metrics : NULL; m;
             m = m->next) {
            everything_row(c, &t->cells[i++ * t->column_count], en, m);
        }
    }
    drop_empty_columns(t);
    return t;
}
