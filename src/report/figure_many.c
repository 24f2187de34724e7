#include "base/base.h"

#include "base/num.h"
#include "report/figure_parts.h"

/* Several workloads, or slices of one, in one picture: on one axis, or as ratios to the
 * baseline where no axis could hold them all. */

bool make_grouped(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    if (plan->panel_count < 2 || plan->several_metrics) {
        refuse(why, "there is one group only: grouped bars need several");
        return refuse_hint(why,
                           "Name several workloads ('*' is all of them), or one whose "
                           "variants ran with several values of a parameter.");
    }
    str name = plan->panels[0].metric;
    ptrdiff_t n = 0;
    row *rows = rows_of(c, &plan->panels[0].slice, name, &n);
    shown_unit u = plan_unit(c, plan);
    add_panels(c, f, plan, &u);
    f->chart.kind = CHART_GROUPED;
    const row *base = rows_baseline(rows, n, name);
    if (base) {
        f->chart.ratio_head = str_fmt(c->perm, "vs %.*s", SV(base->name));
    }
    key_words(&f->chart, rows, n, &name, 1);
    f->title =
        str_fmt(c->perm, "%.*s: %.*s", SV(sentence_case(c->perm, plan_subject(c, plan))),
                SV(metric_words(c, name)));
    f->subtitle = plan_subtitle(c, plan, u, S(", one axis for all"));
    f->table = table_of_panels(c, plan->panels, plan->panel_count);
    figure_shorten(c, f);
    f->alt = bars_alt(c, &f->chart);
    return true;
}

/* --- ratios ---------------------------------------------------------------------- */

typedef struct {
    const row *r, *base;
    versus v;
    maybe p; /* corrected for the page's tests */
    bool known;
} compared;

static compared compare(composer *c, const row *r, const row *base, str name)
{
    compared k = {.r = r, .base = base};
    const metric *m = row_metric(r, name);
    k.known = m && !r->missing.len
              && versus_of(m, row_metric(base, name), c->s->site->practical_limit,
                           c->scratch, &k.v)
              && k.v.ratio > 0;
    if (k.known) {
        k.p = family_p(c, m, row_metric(base, name), &k.v);
    }
    return k;
}

static void fill_ratio(composer *c, chart_bar *b, const compared *k)
{
    b->detail = (str){0};
    if (!k->known) {
        b->missing = b->missing.len ? b->missing : S("no ratio");
        return;
    }
    b->value = SOME(k->v.ratio);
    b->value_text = str_fmt(c->perm, "%.*s×", SV(format_ratio(c->perm, k->v.ratio)));
    if (k->v.tested) {
        b->min = SOME(k->v.ci.low);
        b->max = SOME(k->v.ci.high);
        b->spread_text = format_interval(c->perm, k->v.ci.low, k->v.ci.high);
    } else {
        b->spread_text = S("no interval");
    }
    b->tip = str_fmt(c->perm, "%.*s to %.*s: %.*s (%.*s)", SV(b->name), SV(k->base->name),
                     SV(b->value_text), SV(b->spread_text));
}

enum { COL_NAME, COL_RATIO, COL_INTERVAL, COL_P, COLUMNS };

static void ratio_row(composer *c, table_cell *cells, str group_title, const chart_bar *b,
                      const compared *k)
{
    cells[COL_NAME] = (table_cell){.text = b->name,
                                   .small = group_title,
                                   .has_swatch = true,
                                   .swatch = b->role,
                                   .shade = b->shade};
    for (int i = COL_RATIO; i < COLUMNS; i++) {
        cells[i] = (table_cell){.text = S("–"), .muted = true};
    }
    if (!k->known) {
        cells[COL_NAME].small = group_title.len ? str_fmt(c->perm, "%.*s: %.*s",
                                                          SV(group_title), SV(b->missing))
                                                : b->missing;
        return;
    }
    cells[COL_RATIO] = (table_cell){.text = format_ratio(c->perm, k->v.ratio)};
    if (k->v.tested) {
        cells[COL_INTERVAL] = (table_cell){.text = b->spread_text};
    }
    if (k->p.known) {
        cells[COL_P] = (table_cell){.text = format_p(c->perm, k->p.value)};
    }
}

static table *ratios_table(composer *c, const figure *f, const compared *all,
                           str base_name, str name)
{
    ptrdiff_t rows = 0;
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        rows += f->chart.panels[k].bar_count;
    }
    table *t = table_new(c, COLUMNS, rows);
    t->columns[COL_NAME].head = S("Variant");
    t->columns[COL_RATIO] = (table_column){
        .head = str_fmt(c->perm, "Ratio to %.*s", SV(base_name)), .numeric = true};
    t->columns[COL_INTERVAL] = (table_column){.head = S("95% interval"), .numeric = true};
    t->columns[COL_P] = (table_column){.head = S("Test"), .numeric = true};
    ptrdiff_t at = 0;
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        for (ptrdiff_t i = 0; i < f->chart.panels[k].bar_count; i++, at++) {
            ratio_row(c, &t->cells[at * COLUMNS],
                      f->chart.panel_count > 1 ? f->chart.panels[k].title : (str){0},
                      &f->chart.panels[k].bars[i], &all[at]);
        }
    }
    t->caption =
        str_fmt(c->perm, "%.*s as a ratio of means to %.*s",
                SV(sentence_case(c->perm, metric_words(c, name))), SV(base_name));
    t->id = str_fmt(c->perm, "table-%.*s-ratios", SV(name));
    return t;
}

static str ratios_alt(composer *c, const figure *f)
{
    out *o = out_memory(c->perm);
    out_str(o, S("Dot plot of ratios with their 95% intervals."));
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        const chart_panel *p = &f->chart.panels[k];
        out_fmt(o, " %.*s:", SV(p->title));
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            const chart_bar *b = &p->bars[i];
            out_fmt(o, "%s %.*s %.*s (%.*s)", i ? ";" : "", SV(b->name),
                    SV(b->missing.len ? S("has no ratio") : b->value_text),
                    SV(b->missing.len ? b->missing : b->spread_text));
        }
        out_char(o, '.');
    }
    return out_text(o);
}

/* The rows of a panel but for its baseline. */
static ptrdiff_t fill_panel(composer *c, const figure_plan *plan, ptrdiff_t k,
                            chart_panel *p, compared *all, str *base_name)
{
    const panel_source *from = &plan->panels[k];
    double limit = c->s->site->practical_limit;
    ptrdiff_t n = 0, count = 0;
    row *rows = rows_of(c, &from->slice, from->metric, &n);
    const row *base = rows_baseline(rows, n, from->metric);
    if (!base || n < 2) {
        return 0;
    }
    *base_name = base->name;
    *p = (chart_panel){.title = sentence_case(c->perm, slice_title(c, &from->slice)),
                       .direction =
                           direction_words(row_metric(base, from->metric), from->metric),
                       .bars = NEW(c->perm, chart_bar, n),
                       .limit_low = SOME(1 / (1 + limit)),
                       .limit_high = SOME(1 + limit),
                       .limit_word = str_fmt(c->perm, "practical limit, ± %.*s",
                                             SV(format_limit(c->perm, limit)))};
    for (ptrdiff_t i = 0; i < n; i++) {
        if (&rows[i] != base) {
            p->bars[count] = bar_named(c, &rows[i]);
            all[count] = compare(c, &rows[i], base, from->metric);
            fill_ratio(c, &p->bars[count], &all[count]);
            count++;
        }
    }
    p->bar_count = count;
    return count;
}

static ptrdiff_t rows_in(composer *c, const figure_plan *plan)
{
    ptrdiff_t all = 0;
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        ptrdiff_t n = 0;
        rows_of(c, &plan->panels[k].slice, plan->panels[k].metric, &n);
        all += n;
    }
    return all;
}

bool make_ratios(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    str name = plan->panels[0].metric, base_name = {0};
    if (plan->several_metrics) {
        return refuse(why, "ratios are of one metric: the panels are workloads");
    }
    compared *all = NEW(c->perm, compared, rows_in(c, plan));
    f->chart = (chart_spec){.kind = CHART_RATIOS,
                            .panels = NEW(c->perm, chart_panel, plan->panel_count),
                            .mean_word = S("ratio of means"),
                            .spread_word = S("95% interval"),
                            .x_unit = S("×")};
    ptrdiff_t n = 0;
    for (ptrdiff_t k = 0; k < plan->panel_count; k++) {
        ptrdiff_t more = fill_panel(c, plan, k, &f->chart.panels[f->chart.panel_count],
                                    &all[n], &base_name);
        n += more;
        f->chart.panel_count += more > 0;
    }
    if (n == 0) {
        why->part = name;
        refuse(why, "there is no baseline with '%.*s' to compare with", SV(name));
        return refuse_hint(why, "Name one in study.yaml: baseline: VARIANT.");
    }
    f->title = str_fmt(c->perm, "%.*s against %.*s",
                       SV(sentence_case(c->perm, metric_words(c, name))), SV(base_name));
    f->chart.x_title = str_fmt(c->perm, "Ratio to %.*s", SV(base_name));
    f->subtitle = str_fmt(
        c->perm, "Ratio of means to %.*s; %.*s. Left of 1 is less, right is more. %.*s",
        SV(base_name), SV(plan_subject(c, plan)), SV(f->chart.panels[0].direction));
    f->table = ratios_table(c, f, all, base_name, name);
    figure_shorten(c, f);
    f->alt = ratios_alt(c, f);
    return true;
}
