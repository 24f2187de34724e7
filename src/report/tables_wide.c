#include "base/base.h"

#include "base/num.h"
#include "report/table_parts.h"

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
    str title = metric_words(c, name);
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
    table_cell cell = {.text = table_number(c, v, f),
                       .href = metric_href(c, row_file(r, m->name), m)};
    if (str_eq(sr->stat, S("mean")) && m->stddev.known) {
        cell.small = str_fmt(c->perm, "± %.*s", SV(table_number(c, m->stddev, f)));
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
    return table_form(ms, n);
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
        cells[0].text = table_head(c, srs[i].title, f);
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
    const slice *last = &panels[t->column_count - 2].slice;
    bool workloads = panels[0].slice.workload != last->workload;
    str head = !same_metric ? sentence_case(c->perm, metric_words(c, name))
               : workloads  ? slice_title(c, &panels[which].slice)
                            : panels[which].slice.label;
    t->columns[k] = (table_column){.head = table_head(c, head, f), .numeric = true};
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
    bool workloads = panels[0].slice.workload != panels[n - 1].slice.workload;
    str label = workloads ? sentence_case(c->perm, metric_words(c, name))
                          : c->s->workloads[panels[0].slice.workload].label;
    table *t = table_new(c, n + 1, rows);
    t->id = str_fmt(c->perm, "table-%.*s-%.*s",
                    SV(c->s->workloads[panels[0].slice.workload].id), SV(name));
    t->caption =
        base ? str_fmt(c->perm, "%.*s, and the ratio to %.*s", SV(label), SV(base->name))
             : label;
    t->columns[0].head = S("Variant");
    for (ptrdiff_t i = 0; i < rows; i++) {
        t->cells[i * t->column_count] = table_row_head(c, &heads_of[i]);
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        fill_panel(c, t, panels, k);
    }
    return t;
}
