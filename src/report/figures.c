#include "base/base.h"

#include "base/num.h"
#include "report/compose.h"

enum { MOST_POINTS = 50, MOST_FIGURES = 200 };

/* --- one panel ------------------------------------------------------------------- */

static shown_unit panel_unit(const row *rows, ptrdiff_t n, str name)
{
    double largest = 0;
    str base = S("1");
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        if (m) {
            double v = fabs(m->mean.known ? m->mean.value : m->last.value);
            largest = v > largest ? v : largest;
            base = m->unit;
        }
    }
    return unit_for(base, largest);
}

static maybe scaled(maybe v, shown_unit u)
{
    return v.known ? SOME(v.value / u.scale) : v;
}

static str tip_of(composer *c, const row *r, const metric *m, shown_unit u)
{
    out *o = out_memory(c->perm);
    int most = num_decimals_for(m->mean.value / u.scale, 5);
    int d = decimals_held(m->resolution, u, most);
    out_fmt(o, "%.*s: mean %.*s", SV(r->name),
            SV(format_with_unit(c->perm, format_in(c->perm, m->mean.value, u, d), u)));
    if (m->stddev.known) {
        out_fmt(
            o, ", standard deviation %.*s",
            SV(format_with_unit(c->perm, format_in(c->perm, m->stddev.value, u, d), u)));
    }
    if (m->min.known && m->max.known && m->n.known && m->n.value > 1) {
        out_fmt(o, ", range %.*s to %.*s", SV(format_in(c->perm, m->min.value, u, d)),
                SV(format_with_unit(c->perm, format_in(c->perm, m->max.value, u, d), u)));
    }
    str runs = words_runs(c->perm, m);
    if (runs.len) {
        out_fmt(o, ", %.*s", SV(runs));
    }
    return out_text(o);
}

static void set_ratio(composer *c, chart_bar *b, const row *r, const row *base, str name)
{
    versus v;
    if (!base) {
        return;
    }
    if (r == base) {
        b->ratio_text = S("1.00×");
    } else if (versus_of(row_metric(r, name), row_metric(base, name),
                         c->s->site->practical_limit, c->scratch, &v)) {
        b->ratio_text = str_fmt(c->perm, "%.*s×", SV(format_ratio(c->perm, v.ratio)));
    }
}

static void set_points(composer *c, chart_bar *b, const metric *m, shown_unit u)
{
    if (m->sample_count < 2 || m->sample_count > MOST_POINTS) {
        return;
    }
    double *points = NEW(c->perm, double, m->sample_count);
    for (ptrdiff_t i = 0; i < m->sample_count; i++) {
        points[i] = m->samples[i] / u.scale;
    }
    b->points = points;
    b->point_count = m->sample_count;
}

static chart_bar bar_of(composer *c, const row *r, const row *base, str name,
                        shown_unit u)
{
    const variant *v = &c->s->variants[r->variant];
    chart_bar b = {.name = r->name,
                   .detail = v->detail,
                   .role = v->role,
                   .shade = v->shade,
                   .baseline = r->baseline,
                   .missing = r->missing};
    const metric *m = row_metric(r, name);
    if (!m || !m->mean.known || r->missing.len) {
        b.missing = r->missing.len ? r->missing : S("no value");
        b.tip = str_fmt(c->perm, "%.*s: no result: %.*s", SV(r->name), SV(b.missing));
        return b;
    }
    bool several = !(m->n.known && m->n.value < 2);
    b.value = scaled(m->mean, u);
    b.stddev = several ? scaled(m->stddev, u) : (maybe){0};
    if (several && m->min.known && m->max.known) {
        b.min = scaled(m->min, u);
        b.max = scaled(m->max, u);
    }
    set_points(c, &b, m, u);
    int d = decimals_for(b.value.value, m->unit, 3);
    bool whole = str_eq(m->unit, S("1"))
                 && m->mean.value == floor(m->mean.value); // NOLINT: a count
    b.value_text = format_with_unit(
        c->perm, num_fixed(c->perm, b.value.value, whole ? 0 : d), unit_short(u));
    if (b.stddev.known && !(m->n.known && m->n.value < 3)) { /* two runs are two dots */
        int sd = num_decimals_for(b.stddev.value, 2);
        b.spread_text =
            str_fmt(c->perm, "± %.*s", SV(num_fixed(c->perm, b.stddev.value, sd)));
    }
    if (!several && b.detail.len == 0) {
        b.detail = S("one run");
    }
    set_ratio(c, &b, r, base, name);
    b.tip = tip_of(c, r, m, u);
    return b;
}

static str direction_words(const metric *m, str name)
{
    bool time = str_eq(name, S("wall_time")) || str_eq(name, S("latency"));
    if (!m || m->better == BETTER_UNSTATED) {
        return (str){0};
    }
    return m->better == BETTER_HIGHER ? S("Higher is better.")
           : time                     ? S("Shorter is better.")
                                      : S("Lower is better.");
}

static const metric *first_metric(const row *rows, ptrdiff_t n, str name)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (row_metric(&rows[i], name)) {
            return row_metric(&rows[i], name);
        }
    }
    return NULL;
}

static chart_panel panel_of(composer *c, const row *rows, ptrdiff_t n, str name)
{
    shown_unit u = panel_unit(rows, n, name);
    const row *base = rows_baseline(rows, n, name);
    chart_panel p = {.title = sentence_case(c->perm, metric_words(c, name)),
                     .direction = direction_words(first_metric(rows, n, name), name),
                     .unit = str_eq(u.name, S("1")) || *u.name.ptr == '/'
                                 ? (str){0}
                                 : unit_short(u).name,
                     .bars = NEW(c->perm, chart_bar, n),
                     .bar_count = n,
                     .zero_based = true};
    for (ptrdiff_t i = 0; i < n; i++) {
        p.bars[i] = bar_of(c, &rows[i], base, name, u);
    }
    return p;
}

/* --- the words around it --------------------------------------------------------- */

static void key_words(chart_spec *spec, const row *rows, ptrdiff_t n, const str *names,
                      ptrdiff_t name_count)
{
    bool spread = false, within = false, range = false, many = false;
    for (ptrdiff_t k = 0; k < name_count; k++) {
        for (ptrdiff_t i = 0; i < n; i++) {
            const metric *m = row_metric(&rows[i], names[k]);
            bool several = m && !(m->n.known && m->n.value < 2);
            spread = spread || (several && m->stddev.known);
            within = within || (several && m->stddev.known && m->spread_within_run);
            range = range || (several && m->min.known && m->max.known);
            many = many || several;
        }
    }
    spec->mean_word = many ? S("mean") : S("value of one run");
    spec->spread_word = !spread  ? (str){0}
                        : within ? S("± 1 standard deviation within the run")
                                 : S("± 1 standard deviation");
    bool time = str_eq(names[0], S("wall_time"));
    spec->range_word = !range ? (str){0}
                       : time ? S("fastest and slowest run")
                              : S("lowest and highest");
}

static str runs_of(composer *c, const row *rows, ptrdiff_t n, str name)
{
    str words = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        str mine = m ? words_runs(c->perm, m) : (str){0};
        if (mine.len && words.len && !str_eq(mine, words)) {
            return (str){0};
        }
        words = mine.len ? mine : words;
    }
    return words;
}

/* Every value says what it is: "Wall time in s, mean of 5 runs, and peak memory in MB,
 * one run each; Recursive Fibonacci. Shorter is better." */
static str subtitle_of(composer *c, const panel_source *panels, ptrdiff_t n,
                       const chart_spec *spec)
{
    out *o = out_memory(c->perm);
    str last_runs = {0};
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t count = 0;
        row *rows = rows_of(c, &panels[k].slice, panels[k].metric, &count);
        shown_unit u = panel_unit(rows, count, panels[k].metric);
        str title = metric_words(c, panels[k].metric);
        str runs = runs_of(c, rows, count, panels[k].metric);
        out_fmt(o, "%s%.*s", k ? (last_runs.len ? ", and " : " and ") : "",
                SV(k ? title : sentence_case(c->perm, title)));
        if (u.name.len > 0 && *u.name.ptr != '/' && !str_eq(u.name, S("1"))) {
            out_fmt(o, " in %.*s", SV(u.name));
        }
        if (!str_eq(runs, last_runs) && runs.len > 0) {
            bool one = str_eq(runs, S("one run"));
            out_fmt(o, ", %s%.*s%s", one ? "" : "mean of ", SV(runs), one ? " each" : "");
        }
        last_runs = runs;
    }
    out_fmt(o, "; %.*s.", SV(c->s->workloads[panels[0].slice.workload].label));
    for (ptrdiff_t k = 0; k < n; k++) {
        str derived = derived_note(c, panels[k].metric);
        if (derived.len > 0) {
            out_fmt(o, " %.*s.", SV(sentence_case(c->perm, derived)));
        }
    }
    if (n == 1 && spec->panels[0].direction.len > 0) {
        out_fmt(o, " %.*s", SV(spec->panels[0].direction));
    }
    return out_text(o);
}

static str alt_of(composer *c, const chart_spec *spec)
{
    out *o = out_memory(c->perm);
    out_str(o, S("Bar chart."));
    for (ptrdiff_t k = 0; k < spec->panel_count; k++) {
        out_fmt(o, " %.*s:", SV(spec->panels[k].title));
        for (ptrdiff_t i = 0; i < spec->panels[k].bar_count; i++) {
            const chart_bar *b = &spec->panels[k].bars[i];
            if (b->missing.len) {
                out_fmt(o, "%s %.*s has no result (%.*s)", i ? ";" : "", SV(b->name),
                        SV(b->missing));
            } else {
                out_fmt(o, "%s %.*s %.*s%s%.*s", i ? ";" : "", SV(b->name),
                        SV(b->value_text), b->spread_text.len ? " " : "",
                        SV(b->spread_text));
            }
        }
        out_char(o, '.');
    }
    return out_text(o);
}

static bool seen_id(const composer *c, str id)
{
    for (ptrdiff_t i = 0; i < c->r->figure_count; i++) {
        if (str_eq(c->figures[i]->id, id)) {
            return true;
        }
    }
    return false;
}

static str figure_id(composer *c, ptrdiff_t w, const str *metrics, ptrdiff_t n)
{
    str id = str_fmt(c->perm, "%.*s-%.*s", SV(c->s->workloads[w].id), SV(metrics[0]));
    for (ptrdiff_t k = 1; k < n; k++) {
        id = str_fmt(c->perm, "%.*s-%.*s", SV(id), SV(metrics[k]));
    }
    str unique = id;
    for (int again = 2; seen_id(c, unique); again++) {
        unique = str_fmt(c->perm, "%.*s-%d", SV(id), again);
    }
    return unique;
}

static str neutral_figure_title(composer *c, ptrdiff_t w, str name)
{
    return str_fmt(c->perm, "%.*s: %.*s", SV(c->s->workloads[w].label),
                   SV(metric_words(c, name)));
}

/* Small multiples share a scale where that leaves every panel readable. */
static chart_kind multiples_kind(const chart_spec *spec)
{
    double least = 0, most = 0;
    for (ptrdiff_t p = 0; p < spec->panel_count; p++) {
        double top = 0;
        for (ptrdiff_t i = 0; i < spec->panels[p].bar_count; i++) {
            maybe v = spec->panels[p].bars[i].value;
            top = v.known && v.value > top ? v.value : top;
        }
        least = p == 0 || top < least ? top : least;
        most = top > most ? top : most;
        if (!str_eq(spec->panels[p].unit, spec->panels[0].unit)) {
            return CHART_BARS;
        }
    }
    return most < 4 * least ? CHART_MULTIPLES : CHART_BARS;
}

/* NAME or NAME@TOOL into what a panel shows. */
static panel_source panel_of_text(const slice *sl, str text)
{
    cut at = str_cut(text, S("@"));
    panel_source p = {*sl, at.head};
    p.slice.tool = at.tail;
    return p;
}

static bool are_slices(const panel_source *panels, ptrdiff_t n)
{
    return n > 1 && str_eq(panels[0].metric, panels[1].metric);
}

static void add_panels(composer *c, figure *f, const panel_source *panels, ptrdiff_t n)
{
    f->chart.panel_count = n;
    f->chart.panels = NEW(c->perm, chart_panel, n);
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t count = 0;
        row *rows = n > 1 ? rows_aligned(c, panels, n, k, &count)
                          : rows_of(c, &panels[0].slice, panels[0].metric, &count);
        f->chart.panels[k] = panel_of(c, rows, count, panels[k].metric);
        if (are_slices(panels, n)) {
            f->chart.panels[k].title = sentence_case(c->perm, panels[k].slice.label);
        }
    }
    f->chart.kind = are_slices(panels, n) ? multiples_kind(&f->chart) : CHART_BARS;
}

static bool several_tools(composer *c, const panel_source *panels, ptrdiff_t n)
{
    ptrdiff_t a = 0, b = 0;
    row *first = rows_of(c, &panels[0].slice, panels[0].metric, &a);
    row *last = rows_of(c, &panels[n - 1].slice, panels[n - 1].metric, &b);
    return a > 0 && b > 0 && first[0].g && last[0].g
           && !str_eq(first[0].g->tool, last[0].g->tool);
}

/* A column a panel serves slices and panels of different tools; where one tool made all
 * of it, it knows more metrics than are drawn, and the table holds them. */
static table *figure_table(composer *c, const panel_source *panels, ptrdiff_t n)
{
    if (n == 1) {
        return table_of_metric(c, &panels[0].slice, panels[0].metric);
    }
    return are_slices(panels, n) || several_tools(c, panels, n)
               ? table_of_panels(c, panels, n)
               : table_of_metrics(c, &panels[0].slice);
}

static void figure_words(composer *c, figure *f, const panel_source *panels, ptrdiff_t n,
                         const row *rows, ptrdiff_t count)
{
    str names[MOST_SLICES] = {0};
    bool slices = are_slices(panels, n);
    ptrdiff_t name_count = slices ? 1 : n;
    ptrdiff_t w = panels[0].slice.workload;
    for (ptrdiff_t k = 0; k < n; k++) {
        names[k] = panels[k].metric;
    }
    key_words(&f->chart, rows, count, names, name_count);
    f->id = figure_id(c, w, names, name_count);
    f->title = slices ? neutral_figure_title(c, w, names[0])
                      : words_title(c, &panels[0].slice, names[0]);
    f->subtitle = subtitle_of(c, panels, name_count, &f->chart);
    if (slices && f->chart.kind == CHART_BARS) {
        f->subtitle =
            str_fmt(c->perm, "%.*s Each panel has a scale of its own.", SV(f->subtitle));
    }
    f->alt = alt_of(c, &f->chart);
}

figure *figure_for(composer *c, const slice *slices, ptrdiff_t slice_count,
                   const str *metrics, ptrdiff_t n)
{
    panel_source panels[MOST_SLICES] = {0};
    ptrdiff_t panel_count = slice_count > 1 ? slice_count : n;
    for (ptrdiff_t k = 0; k < panel_count; k++) {
        panels[k] = slice_count > 1 ? panel_of_text(&slices[k], metrics[0])
                                    : panel_of_text(&slices[0], metrics[k]);
    }
    ptrdiff_t count = 0;
    row *rows = rows_of(c, &panels[0].slice, panels[0].metric, &count);
    if (!first_metric(rows, count, panels[0].metric)
        || c->r->figure_count == MOST_FIGURES) {
        return NULL;
    }
    figure *f = NEW(c->perm, figure, 1);
    add_panels(c, f, panels, panel_count);
    const row *base = rows_baseline(rows, count, panels[0].metric);
    if (base && count > 1) {
        f->chart.ratio_head = str_fmt(c->perm, "vs %.*s", SV(base->name));
    }
    figure_words(c, f, panels, panel_count, rows, count);
    f->table = figure_table(c, panels, panel_count);
    f->source = figure_source(c, panels, panel_count);
    f->number = (int)c->r->figure_count + 1;
    c->figures[c->r->figure_count++] = f;
    return f;
}

node *figure_node(composer *c, figure *f)
{
    node *n = node_new(c->perm, NODE_FIGURE);
    n->figure = f;
    n->id = f->id;
    return n;
}
