#include "base/base.h"

#include "base/num.h"
#include "base/utf8.h"
#include "report/table_parts.h"

static void everything_row(composer *c, table_cell *cells, const entry *en,
                           const metric *m)
{
    column_form f = table_form(&m, 1);
    const variant *v = &c->s->variants[en->variant];
    maybe stats[] = {m->mean.known ? m->mean : m->last, m->stddev, m->median, m->min,
                     m->max};
    cells[0] = (table_cell){
        .text = v->label, .has_swatch = true, .swatch = v->role, .shade = v->shade};
    if (en->repeat > 1) {
        cells[0].text = str_fmt(c->perm, "%.*s #%d", SV(v->label), en->repeat);
    }
    cells[1].text = table_head(c, metric_words(c, m->name), f);
    cells[2].text = m->n.known ? num_fixed(c->perm, m->n.value, 0) : S("–");
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        cells[3 + i] =
            (table_cell){.text = table_number(c, stats[i], f), .muted = !stats[i].known};
    }
    cells[3].href = raw_href(c->perm, en->from, m->line);
    cells[8] =
        (table_cell){.text = str_fmt(c->perm, "%.*s:%td",
                                     SV(utf8_isolated(c->perm, en->from->path)), m->line),
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
    for (const entry *en = c->s->workloads[w].entries; en; en = en->beside) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
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
    for (const entry *en = c->s->workloads[w].entries; en; en = en->beside) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            everything_row(c, &t->cells[i++ * t->column_count], en, m);
        }
    }
    drop_empty_columns(t);
    return t;
}
