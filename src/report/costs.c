#include "base/base.h"

#include "base/num.h"
#include "project/quantity.h"
#include "report/table_parts.h"

/* A bill: a row an item, which is a workload of the variant, a column a metric, and what
 * can be added up below. "stated_cost" is held against "cost", and so on: where a stated
 * sum doesn't follow from its row, the cell says by how much. */

static bool billed(const group *g, ptrdiff_t variant_at, const str *names, ptrdiff_t n)
{
    bool any = false;
    for (ptrdiff_t i = 0; i < n; i++) {
        any = any || group_metric(g, names[i]);
    }
    return g->variant == variant_at && any && group_metric(g, names[0]);
}

/* Money that was paid, not the price of one piece. */
static bool is_sum(const metric *m)
{
    return unit_is_money(m->unit) && !str_eq(m->name, S("unit_price"));
}

/* The amount alone: the head names the currency. */
static str amount_text(composer *c, double v, const metric *m)
{
    bool money = unit_is_money(m->unit);
    str text = format_held(c->perm, v, m->unit, money ? 4 : 6, m->resolution);
    return money ? str_cut(text, S("\xC2\xA0")).head : text;
}

static str difference_words(composer *c, const group *g, const metric *m)
{
    str stated = S("stated_");
    const metric *own = str_starts(m->name, stated)
                            ? group_metric(g, str_drop(m->name, stated.len))
                            : NULL;
    double off = own ? m->mean.value - own->mean.value : 0;
    if (fabs(off) < 0.005) {
        return (str){0};
    }
    return str_fmt(c->perm, "%.*s %s than computed", SV(amount_text(c, fabs(off), m)),
                   off > 0 ? "more" : "less");
}

static table_cell cost_cell(composer *c, const group *g, const metric *m)
{
    if (!m || !m->mean.known) {
        return (table_cell){.text = S("–"), .muted = true};
    }
    table_cell cell = {.text = amount_text(c, m->mean.value, m),
                       .href = metric_href(c, group_file(g), m),
                       .small = difference_words(c, g, m)};
    str per = group_param(g, S("per"));
    if (str_eq(m->name, S("unit_price")) && per.len > 0) {
        cell.small = str_fmt(c->perm, "per %.*s", SV(per));
    }
    return cell;
}

static table_column cost_column(composer *c, str name, const metric *first)
{
    str head = sentence_case(c->perm, metric_words(c, name));
    return (table_column){
        .head = unit_is_money(first->unit)
                    ? str_fmt(c->perm, "%.*s, %.*s", SV(head), SV(first->unit))
                    : head,
        .numeric = true,
        .optional = str_eq(name, S("included")) || str_eq(name, S("billable"))};
}

static void add_totals(composer *c, table *t, const metric *const *firsts,
                       const double *sums)
{
    table_cell *cells = &t->cells[(t->row_count - 1) * t->column_count];
    cells[0].text = S("Total");
    for (ptrdiff_t k = 1; k < t->column_count; k++) {
        const metric *m = firsts[k - 1];
        cells[k] = m && is_sum(m) ? (table_cell){.text = amount_text(c, sums[k - 1], m)}
                                  : (table_cell){.muted = true};
    }
}

table *table_of_costs(composer *c, ptrdiff_t variant_at, const str *names, ptrdiff_t n)
{
    ptrdiff_t rows = 0, at = 0;
    for (const group *g = c->s->groups; g; g = g->next) {
        rows += billed(g, variant_at, names, n);
    }
    table *t = table_new(c, n + 1, rows > 0 ? rows + 1 : 0);
    const metric **firsts = NEW(c->perm, const metric *, n);
    double *sums = NEW(c->perm, double, n);
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        for (const group *g = c->s->workloads[w].groups; g; g = g->beside) {
            if (!billed(g, variant_at, names, n)) {
                continue;
            }
            table_cell *cells = &t->cells[at++ * t->column_count];
            cells[0].text = c->s->workloads[w].label;
            for (ptrdiff_t k = 0; k < n; k++) {
                const metric *m = group_metric(g, names[k]);
                cells[k + 1] = cost_cell(c, g, m);
                firsts[k] = firsts[k] ? firsts[k] : m;
                sums[k] += m && m->mean.known ? m->mean.value : 0;
            }
        }
    }
    const variant *v = &c->s->variants[variant_at];
    t->id = str_fmt(c->perm, "costs-%.*s", SV(v->id));
    t->caption = str_fmt(c->perm, "%.*s, a month", SV(v->label));
    t->columns[0].head = S("Item");
    for (ptrdiff_t k = 0; rows > 0 && k < n; k++) {
        t->columns[k + 1] = firsts[k] ? cost_column(c, names[k], firsts[k])
                                      : (table_column){.head = names[k]};
    }
    if (rows > 0) {
        add_totals(c, t, firsts, sums);
    }
    return t;
}
