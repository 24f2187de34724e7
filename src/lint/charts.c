#include "base/base.h"

#include "lint/rules.h"
#include "model/known.h"

/* V: what is wrong with a chart. Our own writers keep most of this by construction; it is
 * checked on the spec all the same, because kinds and options are added. */

static finding *found_in_figure(lint *l, const figure *f, str said)
{
    finding *found = found_in_post(l, (str){0}, "Figure %d (%.*s): %.*s", f->number,
                                   SV(f->id), SV(said));
    return found;
}

static bool has_bars(chart_kind k)
{
    return k == CHART_BARS || k == CHART_GROUPED || k == CHART_MULTIPLES;
}

/* A rule about panels is a function of one. */
typedef str (*panel_check)(lint *l, const chart_spec *spec, const chart_panel *p);

static void each_panel(lint *l, panel_check check, const char *advice)
{
    for (ptrdiff_t i = 0; i < l->r->figure_count; i++) {
        const figure *f = l->r->figures[i];
        for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
            str said = check(l, &f->chart, &f->chart.panels[k]);
            if (said.len > 0) {
                advise(found_in_figure(l, f, said), "%s", advice);
                break;
            }
        }
    }
}

static str not_from_zero(lint *l, const chart_spec *spec, const chart_panel *p)
{
    (void)l;
    return has_bars(spec->kind) && !p->zero_based ? S("its bars don't begin at zero")
                                                  : (str){0};
}

void rule_V01(lint *l)
{
    each_panel(l, not_from_zero,
               "A bar's length is its value: begin at zero, or draw dots.");
}

static str below_log(lint *l, const chart_spec *spec, const chart_panel *p)
{
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        const chart_bar *b = &p->bars[i];
        for (ptrdiff_t k = 0; k < b->curve_count && spec->x_log; k++) {
            if (b->curve[k].x <= 0) {
                return str_fmt(l->perm, "%.*s has a point at %g on a logarithmic axis",
                               SV(b->name), b->curve[k].x);
            }
        }
        bool low = (b->value.known && b->value.value <= 0)
                   || (b->min.known && b->min.value <= 0);
        if (spec->kind == CHART_RATIOS && low) {
            return str_fmt(l->perm,
                           "the ratio of %.*s reaches zero on a logarithmic axis",
                           SV(b->name));
        }
    }
    return (str){0};
}

void rule_V02(lint *l)
{
    each_panel(l, below_log, "Leave the value out and say so, or use a linear axis.");
}

/* "WORKLOAD-METRIC" or more behind it: "w-score", "w-score-boxes". */
static bool is_figure_of(const figure *f, str workload_id, str metric_name)
{
    str rest = f->id;
    if (!str_starts(rest, workload_id)) {
        return false;
    }
    rest = str_drop(rest, workload_id.len);
    if (!str_starts(rest, S("-")) || !str_starts(str_drop(rest, 1), metric_name)) {
        return false;
    }
    rest = str_drop(rest, 1 + metric_name.len);
    return rest.len == 0 || str_starts(rest, S("-"));
}

/* The metric behind a figure that has no unit, where nobody has said what it counts. */
static const metric *unknown_quantity(const lint *l, const figure *f)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (str_eq(m->unit, S("1"))
                && is_figure_of(f, l->s->workloads[g->workload].id, m->name)
                && known_metric_of(m->name).title.len == 0) {
                return m;
            }
        }
    }
    return NULL;
}

void rule_V03(lint *l)
{
    for (ptrdiff_t i = 0; i < l->r->figure_count; i++) {
        const figure *f = l->r->figures[i];
        const metric *m = unknown_quantity(l, f);
        if (f->subtitle.len == 0 || m) {
            str said = m ? str_fmt(l->perm, "'%.*s' has no unit", SV(m->name))
                         : S("no words say what its axis shows");
            advise(found_in_figure(l, f, said), "Give the unit where the figure comes "
                                                "from: columns: {NAME: \"column:ms\"}.");
        }
    }
}

static str other_unit(lint *l, const chart_spec *spec, const chart_panel *p)
{
    bool shared = spec->kind == CHART_GROUPED || spec->kind == CHART_MULTIPLES
                  || spec->kind == CHART_RATIOS;
    return shared && !str_eq(p->unit, spec->panels[0].unit)
               ? str_fmt(l->perm, "one axis has %.*s and %.*s", SV(spec->panels[0].unit),
                         SV(p->unit))
               : (str){0};
}

void rule_V04(lint *l)
{
    each_panel(l, other_unit, "Draw a chart for each unit.");
}

static str unnamed_spread(lint *l, const chart_spec *spec, const chart_panel *p)
{
    (void)l;
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        const chart_bar *b = &p->bars[i];
        if (has_bars(spec->kind) && !b->missing.len
            && ((b->stddev.known && spec->spread_word.len == 0)
                || (b->min.known && b->max.known && spec->range_word.len == 0))) {
            return str_fmt(l->perm, "the error bar of %.*s has no legend", SV(b->name));
        }
    }
    return (str){0};
}

void rule_V05(lint *l)
{
    each_panel(l, unnamed_spread,
               "Say whether it is a deviation, an interval or the range.");
}

/* Runs of which the file keeps a summary only can't be drawn one by one. */
void rule_V06(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        bool first = i == 0 || l->pairs[i - 1].slice.workload != p->slice.workload
                     || !str_eq(l->pairs[i - 1].metric, p->metric);
        if (first && between_runs(p->mb) && p->mb->n.value <= 20
            && p->mb->sample_count == 0) {
            finding *f = found_in_group(
                l, p->gb, p->mb,
                "%s %.*s: of %g runs only a summary is kept, so no dots can be drawn",
                group_words(l, p->gb), SV(p->metric), p->mb->n.value);
            f->level = LEVEL_INFO;
            advise(f, "Keep the single runs, too: hyperfine --export-json.");
        }
    }
}

static str no_direction(lint *l, const chart_spec *spec, const chart_panel *p)
{
    bool compares = has_bars(spec->kind) && p->bar_count > 1 && spec->ratio_head.len > 0;
    return compares && p->direction.len == 0
               ? str_fmt(l->perm, "whether more or less of %.*s is better is not said",
                         SV(p->title))
               : (str){0};
}

void rule_V10(lint *l)
{
    each_panel(l, no_direction, "Say it in the caption: caption=\"… Higher is better.\"");
}

static str too_many(lint *l, const chart_spec *spec, const chart_panel *p)
{
    bool lines = spec->kind == CHART_SERIES || spec->kind == CHART_SWEEP
                 || spec->kind == CHART_HISTORY || spec->kind == CHART_ECDF
                 || spec->kind == CHART_PERCENTILES;
    return lines && p->bar_count > 8 ? str_fmt(
               l->perm, "%td lines in one panel can't be told apart", p->bar_count)
                                     : (str){0};
}

void rule_V11(lint *l)
{
    each_panel(l, too_many, "Draw fewer, or one panel a group (small multiples).");
}
