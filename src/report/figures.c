#include "base/base.h"

#include "base/num.h"
#include "report/figure_parts.h"

enum { MOST_POINTS = 50 };

/* --- one panel ------------------------------------------------------------------- */

shown_unit panel_unit(const row *rows, ptrdiff_t n, str name)
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

str unit_word(shown_unit u)
{
    return u.name.len == 0 || str_eq(u.name, S("1")) || *u.name.ptr == '/'
               ? (str){0}
               : unit_short(u).name;
}

str unit_phrase(arena *perm, shown_unit u)
{
    str word = unit_word(u);
    return word.len ? str_fmt(perm, " in %.*s", SV(word)) : word;
}

str value_words(composer *c, double shown, shown_unit u)
{
    return format_with_unit(c->perm,
                            num_fixed(c->perm, shown, num_decimals_for(shown, 3)), u);
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

chart_bar bar_named(composer *c, const row *r)
{
    const variant *v = &c->s->variants[r->variant];
    return (chart_bar){.name = r->name,
                       .detail = v->detail,
                       .role = v->role,
                       .shade = v->shade,
                       .baseline = r->baseline,
                       .missing = r->missing};
}

static chart_bar bar_of(composer *c, const row *r, const row *base, str name,
                        shown_unit u)
{
    chart_bar b = bar_named(c, r);
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

str direction_words(const metric *m, str name)
{
    bool time = str_eq(name, S("wall_time")) || str_eq(name, S("latency"));
    if (!m || m->better == BETTER_UNSTATED) {
        return (str){0};
    }
    return m->better == BETTER_HIGHER ? S("Higher is better.")
           : time                     ? S("Shorter is better.")
                                      : S("Lower is better.");
}

const metric *first_metric(const row *rows, ptrdiff_t n, str name)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (row_metric(&rows[i], name)) {
            return row_metric(&rows[i], name);
        }
    }
    return NULL;
}

chart_panel panel_in(composer *c, const row *rows, ptrdiff_t n, str name, shown_unit u)
{
    const row *base = rows_baseline(rows, n, name);
    chart_panel p = {.title = sentence_case(c->perm, metric_words(c, name)),
                     .direction = direction_words(first_metric(rows, n, name), name),
                     .unit = unit_word(u),
                     .bars = NEW(c->perm, chart_bar, n),
                     .bar_count = n,
                     .zero_based = true};
    for (ptrdiff_t i = 0; i < n; i++) {
        p.bars[i] = bar_of(c, &rows[i], base, name, u);
    }
    return p;
}

/* --- long ones ------------------------------------------------------------------- */

static ptrdiff_t most_bars(const chart_spec *spec)
{
    enum { MOST_ROWS = 30, MOST_LINES = 24, LEAST = 6 };
    ptrdiff_t share = spec->panel_count > 0 ? MOST_ROWS / spec->panel_count : MOST_ROWS;
    switch (spec->kind) {
    case CHART_ECDF:
    case CHART_PERCENTILES:
    case CHART_SERIES:
    case CHART_SWEEP:
        return MOST_LINES;
    default:
        return share < LEAST ? LEAST : share;
    }
}

void figure_shorten(composer *c, figure *f)
{
    ptrdiff_t most = most_bars(&f->chart), count = 0, all = 0;
    chart_panel *drawn = NEW(c->perm, chart_panel, f->chart.panel_count);
    f->whole = f->chart;
    f->chart.panels = drawn;
    for (ptrdiff_t k = 0; k < f->whole.panel_count; k++) {
        const chart_panel *p = &f->whole.panels[k];
        drawn[k] = *p;
        all += p->bar_count;
        if (p->bar_count > most) {
            drawn[k].bars = NEW(c->perm, chart_bar, most);
            drawn[k].bar_count = most;
            memcpy(drawn[k].bars, p->bars, (size_t)most * sizeof *p->bars);
            for (ptrdiff_t i = most; i < p->bar_count; i++) {
                if (p->bars[i].baseline) {
                    drawn[k].bars[most - 1] = p->bars[i];
                }
            }
        }
        count += drawn[k].bar_count;
    }
    if (count < all) {
        f->subtitle =
            str_fmt(c->perm, "%.*s The first %td of %td are drawn; the table has all.",
                    SV(f->subtitle), count, all);
    }
}

/* --- the words around it --------------------------------------------------------- */

void key_words(chart_spec *spec, const row *rows, ptrdiff_t n, const str *names,
               ptrdiff_t name_count)
{
    bool spread = false, within = false, range = false, many = false, one = false;
    for (ptrdiff_t k = 0; k < name_count; k++) {
        for (ptrdiff_t i = 0; i < n; i++) {
            const metric *m = row_metric(&rows[i], names[k]);
            bool several = m && !(m->n.known && m->n.value < 2);
            spread = spread || (several && m->stddev.known);
            within = within || (several && m->stddev.known && m->spread_within_run);
            range = range || (several && m->min.known && m->max.known);
            many = many || (several && (m->n.known || m->stddev.known));
            one = one || (m && m->n.known && m->n.value < 2);
        }
    }
    spec->mean_word = many ? S("mean") : one ? S("value of one run") : S("value");
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
static str subtitle_of(composer *c, const figure_plan *plan, ptrdiff_t n,
                       const chart_spec *spec)
{
    const panel_source *panels = plan->panels;
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
        out_str(o, unit_phrase(c->perm, u));
        if (!str_eq(runs, last_runs) && runs.len > 0) {
            bool one = str_eq(runs, S("one run"));
            out_fmt(o, ", %s%.*s%s", one ? "" : "mean of ", SV(runs), one ? " each" : "");
        }
        last_runs = runs;
    }
    out_fmt(o, "; %.*s.", SV(plan_subject(c, plan)));
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

str bars_alt(composer *c, const chart_spec *spec)
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

/* --- panels in line -------------------------------------------------------------- */

static str panel_title(composer *c, const figure_plan *plan, ptrdiff_t k)
{
    const panel_source *p = &plan->panels[k];
    return sentence_case(c->perm, plan->several_metrics     ? metric_words(c, p->metric)
                                  : plan->several_workloads ? slice_title(c, &p->slice)
                                  : p->slice.label.len      ? p->slice.label
                                                            : metric_words(c, p->metric));
}

static row *plan_rows(composer *c, const figure_plan *plan, ptrdiff_t k, ptrdiff_t *n)
{
    return plan->panel_count > 1
               ? rows_aligned(c, plan->panels, plan->panel_count, k, n)
               : rows_of(c, &plan->panels[k].slice, plan->panels[k].metric, n);
}

chart_panel panel_named(composer *c, const figure_plan *plan, ptrdiff_t k, row **rows)
{
    ptrdiff_t n = 0;
    str name = plan->panels[k].metric;
    *rows = plan_rows(c, plan, k, &n);
    chart_panel p = {.title = panel_title(c, plan, k),
                     .direction = direction_words(first_metric(*rows, n, name), name),
                     .unit = unit_word(panel_unit(*rows, n, name)),
                     .bars = NEW(c->perm, chart_bar, n),
                     .bar_count = n};
    for (ptrdiff_t i = 0; i < n; i++) {
        p.bars[i] = bar_named(c, &(*rows)[i]);
    }
    return p;
}

str plan_subtitle(composer *c, const figure_plan *plan, shown_unit u, str how)
{
    ptrdiff_t n = 0;
    str name = plan->panels[0].metric;
    row *rows = rows_of(c, &plan->panels[0].slice, name, &n);
    str direction = direction_words(first_metric(rows, n, name), name);
    return str_fmt(c->perm, "%.*s%.*s%.*s; %.*s.%s%.*s",
                   SV(sentence_case(c->perm, metric_words(c, name))),
                   SV(unit_phrase(c->perm, u)), SV(how), SV(plan_subject(c, plan)),
                   direction.len ? " " : "", SV(direction));
}

/* --- bars and small multiples ---------------------------------------------------- */

shown_unit plan_unit(composer *c, const figure_plan *plan)
{
    shown_unit most = {0};
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        ptrdiff_t count = 0;
        row *rows = plan_rows(c, plan, k, &count);
        shown_unit u = panel_unit(rows, count, plan->panels[k].metric);
        most = k == 0 || u.scale > most.scale ? u : most;
    }
    return most;
}

/* shared: one unit for all panels; NULL: each has its own. */
void add_panels(composer *c, figure *f, const figure_plan *plan, const shown_unit *shared)
{
    f->chart.panel_count = plan->panel_count;
    f->chart.panels = NEW(c->perm, chart_panel, plan->panel_count);
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        ptrdiff_t count = 0;
        row *rows = plan_rows(c, plan, k, &count);
        str name = plan->panels[k].metric;
        shown_unit u = shared ? *shared : panel_unit(rows, count, name);
        f->chart.panels[k] = panel_in(c, rows, count, name, u);
        f->chart.panels[k].title = panel_title(c, plan, k);
    }
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
static table *figure_table(composer *c, const figure_plan *plan)
{
    const panel_source *panels = plan->panels;
    ptrdiff_t n = plan->panel_count;
    if (n == 1) {
        return table_of_metric(c, &panels[0].slice, panels[0].metric);
    }
    return !plan->several_metrics || several_tools(c, panels, n)
               ? table_of_panels(c, panels, n)
               : table_of_metrics(c, &panels[0].slice);
}

static void figure_words(composer *c, figure *f, const figure_plan *plan)
{
    str names[MOST_PANELS] = {0};
    ptrdiff_t count = 0;
    const panel_source *first = &plan->panels[0];
    row *rows = rows_of(c, &first->slice, first->metric, &count);
    bool slices = plan->panel_count > 1 && !plan->several_metrics;
    ptrdiff_t name_count = slices ? 1 : plan->panel_count;
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        names[k] = plan->panels[k].metric;
    }
    const row *base = rows_baseline(rows, count, first->metric);
    if (base && count > 1) {
        f->chart.ratio_head = str_fmt(c->perm, "vs %.*s", SV(base->name));
    }
    key_words(&f->chart, rows, count, names, name_count);
    f->title = slices ? str_fmt(c->perm, "%.*s: %.*s",
                                SV(sentence_case(c->perm, plan_subject(c, plan))),
                                SV(metric_words(c, names[0])))
                      : words_title(c, &first->slice, names[0]);
    f->subtitle = subtitle_of(c, plan, name_count, &f->chart);
    if (slices && f->chart.kind == CHART_BARS) {
        f->subtitle =
            str_fmt(c->perm, "%.*s Each panel has a scale of its own.", SV(f->subtitle));
    }
    f->table = figure_table(c, plan);
    figure_shorten(c, f);
    f->alt = bars_alt(c, &f->chart);
}

bool make_bars(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    enum { MOST_METRICS = 3 };
    if (plan->several_metrics && plan->panel_count > MOST_METRICS) {
        return refuse(why, "bars show at most %d metrics side by side", MOST_METRICS);
    }
    add_panels(c, f, plan, NULL);
    /* asked for by name, bars keep a scale a panel */
    f->chart.kind =
        plan->asked->kind.len || plan->several_metrics || plan->panel_count < 2
            ? CHART_BARS
            : multiples_kind(&f->chart);
    figure_words(c, f, plan);
    return true;
}

bool make_multiples(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    if (plan->panel_count < 2 || plan->several_metrics) {
        refuse(why, "there is one panel only: small multiples need several");
        return refuse_hint(why, "Name several workloads, or one whose variants ran with "
                                "several values of a parameter.");
    }
    shown_unit shared = plan_unit(c, plan);
    add_panels(c, f, plan, &shared);
    f->chart.kind = CHART_MULTIPLES;
    figure_words(c, f, plan);
    return true;
}

node *figure_node(composer *c, figure *f)
{
    node *n = node_new(c->perm, NODE_FIGURE);
    n->figure = f;
    n->id = f->id;
    return n;
}
