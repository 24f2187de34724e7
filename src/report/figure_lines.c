#include "base/base.h"

#include "base/instant.h"
#include "base/num.h"
#include "report/figure_parts.h"
#include "stats/sample.h"

/* --- percentiles ----------------------------------------------------------------- */

/* The stated ones, or where only single runs are known, these of them. */
static const double of_samples[] = {0, 10, 25, 50, 75, 90, 95, 99};

/* With the median among them, where it stands apart. */
static ptrdiff_t stated_percentiles(composer *c, const metric *m, percentile **ret)
{
    ptrdiff_t n = m ? m->percentile_count : 0, count = 0;
    percentile *all = *ret = NEW(c->perm, percentile, n + 1);
    bool median = n > 0 && m->median.known && !metric_percentile(m, 50).known;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (median && m->percentiles[i].p > 50) {
            all[count++] = (percentile){50, m->median.value};
            median = false;
        }
        all[count++] = m->percentiles[i];
    }
    return count;
}

static ptrdiff_t percentiles_of(composer *c, const metric *m, percentile **ret)
{
    if (!m || m->percentile_count > 1) {
        return stated_percentiles(c, m, ret);
    }
    arena tmp = c->scratch;
    ptrdiff_t n = m->sample_count, count = 0;
    percentile *all = *ret = NEW(c->perm, percentile, COUNTOF(of_samples));
    const double *xs = n > 1 ? stats_sorted(&tmp, m->samples, n) : NULL;
    for (ptrdiff_t i = 0; i < COUNTOF(of_samples) && xs; i++) {
        /* a rarer one than one run in n is not known */
        if (of_samples[i] <= 100 - 100 / (double)n) {
            all[count++] =
                (percentile){of_samples[i], stats_quantile(xs, n, of_samples[i] / 100)};
        }
    }
    return count;
}

static str percent_text(composer *c, double p)
{
    char text[32];
    num_shortest(p, text);
    return str_copy(c->perm, str_from(text));
}

static void fill_percentiles(composer *c, chart_bar *b, const metric *m, shown_unit u)
{
    percentile *ps = NULL;
    ptrdiff_t n = percentiles_of(c, m, &ps), count = 0;
    chart_point *curve = NEW(c->perm, chart_point, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        if (ps[i].p >= 0 && ps[i].p < 100) {
            double shown = ps[i].value / u.scale;
            curve[count++] =
                (chart_point){.x = ps[i].p,
                              .y = SOME(shown),
                              .tip = str_fmt(c->perm, "%.*s, %.*s%%: %.*s", SV(b->name),
                                             SV(percent_text(c, ps[i].p)),
                                             SV(value_words(c, shown, u)))};
        }
    }
    if (count == 0) {
        b->missing = b->missing.len ? b->missing : S("no percentiles were stated");
        return;
    }
    b->curve = curve;
    b->curve_count = count;
    b->value = curve[count - 1].y;
    b->value_text = value_words(c, b->value.value, u);
    b->tip = str_fmt(c->perm, "%.*s: %td percentiles, %.*s%% at %.*s", SV(b->name), count,
                     SV(percent_text(c, curve[count - 1].x)), SV(b->value_text));
}

static const char *estimator_words(const metric *m)
{
    switch (m->percentile_count > 1 ? m->estimator : ESTIMATOR_LINEAR) {
    case ESTIMATOR_LINEAR:
        return "by linear interpolation between single values";
    case ESTIMATOR_NEAREST_RANK:
        return "by nearest rank";
    case ESTIMATOR_SKETCH:
        return "from a sketch, off by less than 0.4%";
    case ESTIMATOR_NONE:
    case ESTIMATOR_STATED:
        break;
    }
    return "as the tool stated them";
}

static double largest_in(const chart_panel *p)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        for (ptrdiff_t k = 0; k < p->bars[i].curve_count; k++) {
            maybe y = p->bars[i].curve[k].y;
            most = y.known ? fmax(most, fabs(y.value)) : most;
        }
    }
    return most;
}

static shown_unit tail_unit(composer *c, const row *rows, ptrdiff_t n, str name)
{
    double most = 0;
    str base = S("1");
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        percentile *ps = NULL;
        ptrdiff_t count = percentiles_of(c, m, &ps);
        base = m ? m->unit : base;
        for (ptrdiff_t k = 0; k < count; k++) {
            most = ps[k].p < 100 ? fmax(most, ps[k].value) : most;
        }
    }
    return unit_for(base, most);
}

/* Rows are percentiles, columns variants. */
static table *percentiles_table(composer *c, const figure_plan *plan, const figure *f)
{
    const chart_panel *p = &f->chart.panels[0];
    double at[64];
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        for (ptrdiff_t k = 0; k < p->bars[i].curve_count; k++) {
            double x = p->bars[i].curve[k].x;
            ptrdiff_t to = 0;
            while (to < n && at[to] < x) {
                to++;
            }
            if (n < COUNTOF(at) && (to == n || at[to] != x)) { // NOLINT: the same text
                memmove(&at[to + 1], &at[to], sizeof *at * (size_t)(n - to));
                at[to] = x;
                n++;
            }
        }
    }
    table *t = table_new(c, p->bar_count + 1, n);
    int decimals = num_decimals_for(largest_in(p), 4);
    str unit = p->unit.len ? str_fmt(c->perm, ", %.*s", SV(p->unit)) : p->unit;
    t->columns[0].head = S("Percentile");
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        t->columns[i + 1] = (table_column){
            .head = str_fmt(c->perm, "%.*s%.*s", SV(p->bars[i].name), SV(unit)),
            .numeric = true};
        for (ptrdiff_t r = 0; r < n; r++) {
            table_cell *cell = &t->cells[r * t->column_count + i + 1];
            t->cells[r * t->column_count].text =
                str_fmt(c->perm, "%.*s%%", SV(percent_text(c, at[r])));
            *cell = (table_cell){.text = S("–"), .muted = true};
            for (ptrdiff_t k = 0; k < p->bars[i].curve_count; k++) {
                if (p->bars[i].curve[k].x == at[r]) { // NOLINT: the same text
                    *cell =
                        (table_cell){.text = num_fixed(
                                         c->perm, p->bars[i].curve[k].y.value, decimals)};
                }
            }
        }
    }
    t->caption = str_fmt(c->perm, "%.*s, percentiles", SV(f->chart.panels[0].title));
    t->id = str_fmt(c->perm, "table-%.*s-%.*s-percentiles",
                    SV(c->s->workloads[plan->workload].id), SV(plan->panels[0].metric));
    return t;
}

static str curves_alt(composer *c, const figure *f, const char *opening)
{
    out *o = out_memory(c->perm);
    out_str(o, str_from(opening));
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        const chart_panel *p = &f->chart.panels[k];
        out_fmt(o, " %.*s.", SV(p->title));
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            const chart_bar *b = &p->bars[i];
            out_fmt(o, " %.*s.",
                    SV(b->missing.len ? str_fmt(c->perm, "%.*s: no result: %.*s",
                                                SV(b->name), SV(b->missing))
                                      : b->tip));
        }
    }
    return out_text(o);
}

bool make_percentiles(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    const metric *first = NULL;
    shown_unit unit = {0};
    f->chart = (chart_spec){.kind = CHART_PERCENTILES,
                            .panel_count = plan->panel_count,
                            .panels = NEW(c->perm, chart_panel, plan->panel_count),
                            .mean_word = S("known percentile"),
                            .x_title = S("Percentile: share of values that are lower")};
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        row *rows = NULL;
        str name = plan->panels[k].metric;
        chart_panel *p = &f->chart.panels[k];
        *p = panel_named(c, plan, k, &rows);
        shown_unit u = tail_unit(c, rows, p->bar_count, name);
        unit = k == 0 ? u : unit;
        p->unit = unit_word(u);
        p->zero_based = true;
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            const metric *m = rows[i].missing.len ? NULL : row_metric(&rows[i], name);
            fill_percentiles(c, &p->bars[i], m, u);
            first = !first && p->bars[i].curve_count > 0 ? m : first;
        }
    }
    str name = plan->panels[0].metric;
    if (!first) {
        why->part = name;
        return refuse(why, "no percentiles and no single values of '%.*s' are known",
                      SV(name));
    }
    f->title = str_fmt(c->perm, "%.*s: %.*s by percentile",
                       SV(sentence_case(c->perm, plan_subject(c, plan))),
                       SV(metric_words(c, name)));
    f->subtitle = plan_subtitle(
        c, plan, unit, str_fmt(c->perm, ", percentiles %s", estimator_words(first)));
    f->table = percentiles_table(c, plan, f);
    figure_shorten(c, f);
    f->alt = curves_alt(c, f, "Curves over percentiles.");
    return true;
}

/* --- over the seconds of a run --------------------------------------------------- */

static bool has_series(const metric *m)
{
    return m && m->series.n > 1;
}

/* When the first of the variant's series began, in seconds since 1970: load generator
 * and monitoring lie on one axis. */
static bool origin_of(composer *c, const figure_plan *plan, ptrdiff_t who, double *ret)
{
    bool any = false;
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        ptrdiff_t n = 0;
        row *rows = rows_of(c, &plan->panels[k].slice, plan->panels[k].metric, &n);
        for (ptrdiff_t i = 0; i < n; i++) {
            const metric *m = row_metric(&rows[i], plan->panels[k].metric);
            int64_t seconds = 0;
            int nanos = 0;
            if (rows[i].variant == who && has_series(m)
                && instant_parse(m->series.start, &seconds, &nanos)) {
                double at = (double)seconds + nanos / 1e9;
                *ret = any ? fmin(*ret, at) : at;
                any = true;
            }
        }
    }
    return any;
}

static void fill_series(composer *c, const figure_plan *plan, chart_bar *b, const row *r,
                        const metric *m, shown_unit u)
{
    if (!has_series(m)) {
        b->missing = b->missing.len ? b->missing : S("no values over time");
        return;
    }
    const series *s = &m->series;
    int64_t seconds = 0;
    int nanos = 0;
    double origin = 0, start = 0, low = HUGE_VAL, high = -HUGE_VAL;
    if (origin_of(c, plan, r->variant, &origin)
        && instant_parse(s->start, &seconds, &nanos)) {
        start = (double)seconds + nanos / 1e9 - origin;
    }
    chart_point *curve = NEW(c->perm, chart_point, s->n);
    for (ptrdiff_t i = 0; i < s->n; i++) {
        curve[i].x = start + s->step * (double)i;
        if (s->values[i].known) {
            curve[i].y = SOME(s->values[i].value / u.scale);
            low = fmin(low, curve[i].y.value);
            high = fmax(high, curve[i].y.value);
        }
    }
    if (low > high) {
        b->missing = S("no values over time");
        return;
    }
    b->curve = curve;
    b->curve_count = s->n;
    double mean = m->mean.known ? m->mean.value / u.scale : high + 1;
    if (mean >= low && mean <= high) { /* a total isn't the mean of its steps */
        b->value = SOME(mean);
        b->value_text =
            str_fmt(c->perm, "mean %.*s", SV(value_words(c, b->value.value, u)));
    }
    b->tip = str_fmt(c->perm, "%.*s: %.*s%s%.*s to %.*s in %td steps of %.*s",
                     SV(b->name), SV(b->value_text), b->value_text.len ? ", " : "",
                     SV(value_words(c, low, u)), SV(value_words(c, high, u)), s->n,
                     SV(format_value(c->perm, s->step, S("s"), 3)));
}

enum { COL_NAME, COL_MEAN, COL_LOWEST, COL_HIGHEST, COL_STEPS, COLUMNS };

static void series_row(composer *c, table_cell *cells, const chart_panel *p,
                       const chart_bar *b, int decimals)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        if (b->curve[i].y.known) {
            low = fmin(low, b->curve[i].y.value);
            high = fmax(high, b->curve[i].y.value);
        }
    }
    for (int k = COL_MEAN; k < COLUMNS; k++) {
        cells[k] = (table_cell){.text = S("–"), .muted = true};
    }
    cells[COL_NAME] = (table_cell){.text = b->name,
                                   .small = b->missing.len ? b->missing : p->title,
                                   .has_swatch = true,
                                   .swatch = b->role,
                                   .shade = b->shade};
    if (b->curve_count == 0) {
        return;
    }
    if (b->value.known) {
        cells[COL_MEAN] =
            (table_cell){.text = num_fixed(c->perm, b->value.value, decimals)};
    }
    cells[COL_LOWEST] = (table_cell){.text = num_fixed(c->perm, low, decimals)};
    cells[COL_HIGHEST] = (table_cell){.text = num_fixed(c->perm, high, decimals)};
    cells[COL_STEPS] =
        (table_cell){.text = num_fixed(c->perm, (double)b->curve_count, 0)};
    for (int k = COL_MEAN; k <= COL_HIGHEST && p->unit.len; k++) {
        if (!cells[k].muted) {
            cells[k].small = p->unit;
        }
    }
}

/* Counts have none. */
static int panel_decimals(const chart_panel *p)
{
    bool whole = true;
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        for (ptrdiff_t k = 0; k < p->bars[i].curve_count; k++) {
            maybe y = p->bars[i].curve[k].y;
            whole = whole && (!y.known || y.value == floor(y.value)); // NOLINT: a count
        }
    }
    return whole && p->unit.len == 0 ? 0 : num_decimals_for(largest_in(p), 4);
}

static table *series_table(composer *c, const figure_plan *plan, const figure *f)
{
    static const char *const heads[] = {"Variant", "Mean", "Lowest step", "Highest step",
                                        "Steps"};
    ptrdiff_t rows = 0, at = 0;
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        rows += f->chart.panels[k].bar_count;
    }
    table *t = table_new(c, COLUMNS, rows);
    for (int k = 0; k < COLUMNS; k++) {
        t->columns[k] = (table_column){.head = str_from(heads[k]), .numeric = k > 0};
    }
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        const chart_panel *p = &f->chart.panels[k];
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            series_row(c, &t->cells[at++ * COLUMNS], p, &p->bars[i], panel_decimals(p));
        }
    }
    t->caption = S("Over the run; every step stands in the figure’s CSV file");
    t->id = str_fmt(c->perm, "table-%.*s-series", SV(c->s->workloads[plan->workload].id));
    return t;
}

/* What it holds for the whole run is the sum of the steps. */
static bool is_counter(const metric *m)
{
    bool any = false;
    for (ptrdiff_t i = 0; has_series(m) && i < m->series.n; i++) {
        maybe v = m->series.values[i];
        any = any || (v.known && v.value >= m->mean.value);
    }
    return has_series(m) && m->mean.known && str_eq(m->unit, S("1")) && !any;
}

static shown_unit series_unit(const row *rows, ptrdiff_t n, str name)
{
    double most = 0;
    str base = S("1");
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        base = m ? m->unit : base;
        for (ptrdiff_t k = 0; has_series(m) && k < m->series.n; k++) {
            maybe v = m->series.values[k];
            most = v.known ? fmax(most, fabs(v.value)) : most;
        }
    }
    return unit_for(base, most);
}

bool make_series(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    bool any = false;
    shown_unit unit = {0};
    f->chart = (chart_spec){.kind = CHART_SERIES,
                            .panel_count = plan->panel_count,
                            .panels = NEW(c->perm, chart_panel, plan->panel_count),
                            .x_title = S("Time since the start of each run"),
                            .x_unit = S("s")};
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        row *rows = NULL;
        str name = plan->panels[k].metric;
        chart_panel *p = &f->chart.panels[k];
        *p = panel_named(c, plan, k, &rows);
        shown_unit u = series_unit(rows, p->bar_count, name);
        unit = k == 0 ? u : unit;
        p->unit = unit_word(u);
        p->zero_based = true;
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            const metric *m = row_metric(&rows[i], name);
            if (is_counter(m)) {
                p->title = str_fmt(c->perm, "%.*s in each step of %.*s",
                                   SV(sentence_case(c->perm, metric_words(c, name))),
                                   SV(format_value(c->perm, m->series.step, S("s"), 3)));
            }
            fill_series(c, plan, &p->bars[i], &rows[i],
                        rows[i].missing.len ? NULL : row_metric(&rows[i], name), u);
            any |= p->bars[i].curve_count > 0;
        }
    }
    if (!any) {
        why->part = plan->panels[0].metric;
        refuse(why, "no values of '%.*s' over time are known",
               SV(plan->panels[0].metric));
        return refuse_hint(why, "k6 writes them with --out json, Prometheus answers "
                                "query_range with them.");
    }
    str name = plan->panels[0].metric;
    str subject = sentence_case(c->perm, plan_subject(c, plan));
    f->title = plan->several_metrics ? str_fmt(c->perm, "%.*s over time", SV(subject))
                                     : str_fmt(c->perm, "%.*s: %.*s over time",
                                               SV(subject), SV(metric_words(c, name)));
    f->subtitle =
        plan->several_metrics
            ? S("Each line is one run; a line breaks where nothing was recorded.")
            : plan_subtitle(c, plan, unit, S(" over time"));
    f->table = series_table(c, plan, f);
    figure_shorten(c, f);
    f->alt = curves_alt(c, f, "Lines over time.");
    return true;
}
