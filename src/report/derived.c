#include "base/base.h"

#include "base/num.h"
#include "project/derive.h"
#include "report/section_parts.h"
#include "report/table_parts.h"

str metric_words(composer *c, str name)
{
    const derived_rule *rule = study_derived(c->s, name);
    return rule && rule->label.len > 0 ? rule->label : metric_title(c->perm, name);
}

static str derived_id(composer *c, str name)
{
    return str_fmt(c->perm, "derived-%.*s", SV(name));
}

str metric_href(composer *c, const raw_file *f, const metric *m)
{
    return m->derived ? str_fmt(c->perm, "#%.*s", SV(derived_id(c, m->name)))
                      : raw_href(c->perm, f, m->line);
}

/* A metric that some files state and others don't is derived for those alone. */
str derived_note(composer *c, str name)
{
    const derived_rule *rule = study_derived(c->s, name);
    bool stated = false;
    for (const group *g = c->s->groups; rule && g; g = g->next) {
        const metric *m = group_metric(g, name);
        stated = stated || (m && !m->derived);
    }
    return rule ? str_fmt(c->perm, "%s: %.*s",
                          stated ? "derived where it isn’t stated" : "derived",
                          SV(formula_shown(c->perm, &rule->f)))
                : (str){0};
}

/* --- a table a metric: what went in, each with its line, and what came out -----------
 */

typedef struct {
    const group *g;
    const metric *m;
} derived_row;

static ptrdiff_t rows_for(composer *c, const derived_rule *rule, derived_row *ret)
{
    ptrdiff_t n = 0;
    for (const group *g = c->s->groups; g; g = g->next) {
        const metric *m = group_metric(g, rule->name);
        if (m && m->derived) {
            if (ret) {
                ret[n] = (derived_row){g, m};
            }
            n++;
        }
    }
    return n;
}

static bool has_spread(const derived_row *rows, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (rows[i].m->stddev.known) {
            return true;
        }
    }
    return false;
}

/* A price as study.yaml has it; it has no line of a raw file. */
static table_cell price_cell(composer *c, const price *p)
{
    table_cell cell = {.text = format_value(c->perm, p->amount, p->currency, 4)};
    if (p->per.len > 0) {
        cell.small = str_fmt(c->perm, "per %.*s", SV(p->per));
    }
    return cell;
}

/* A total leads to what was added up, where that was derived, too. */
static table_cell input_cell(composer *c, const derived_input *in,
                             const formula_input *as)
{
    if (in->price) {
        return price_cell(c, in->price);
    }
    table_cell cell = {.text = format_value(c->perm, in->value, in->unit, 5)};
    const metric *addend = in->m ? NULL : group_metric(in->g, as->name);
    if (addend && addend->derived) {
        cell.href = metric_href(c, NULL, addend);
    }
    if (in->m) {
        cell.text = format_held(c->perm, in->value, in->unit, 6, in->m->resolution);
        cell.href = metric_href(c, group_file(in->g), in->m);
    }
    return cell;
}

static table_cell name_cell(composer *c, const group *g)
{
    const variant *v = &c->s->variants[g->variant];
    return (table_cell){.text = v->label,
                        .small = c->s->workloads[g->workload].label,
                        .has_swatch = true,
                        .swatch = v->role,
                        .shade = v->shade};
}

static void add_table(composer *c, node *parent, const derived_rule *rule)
{
    ptrdiff_t n = rows_for(c, rule, NULL), inputs = rule->f.input_count;
    derived_row *rows = NEW(c->perm, derived_row, n);
    if (rows_for(c, rule, rows) == 0) {
        return;
    }
    bool spread = has_spread(rows, n);
    str title = sentence_case(c->perm, metric_words(c, rule->name));
    node_heading(c->perm, parent, 3, derived_id(c, rule->name),
                 str_fmt(c->perm, "%.*s, a derived metric", SV(title)));
    table *t = table_new(c, inputs + 2 + spread, n);
    t->id = str_fmt(c->perm, "inputs-%.*s", SV(rule->name));
    t->caption = str_fmt(c->perm, "%.*s = %.*s: what went in, and what came out",
                         SV(title), SV(formula_shown(c->perm, &rule->f)));
    t->columns[0].head = S("Variant");
    for (ptrdiff_t k = 0; k < inputs; k++) {
        t->columns[k + 1] =
            (table_column){.head = rule->f.inputs[k].raw, .numeric = true};
    }
    t->columns[inputs + 1] = (table_column){.head = title, .numeric = true};
    if (spread) {
        t->columns[inputs + 2] = (table_column){.head = S("SD"), .numeric = true};
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        table_cell *cells = &t->cells[i * t->column_count];
        const metric *m = rows[i].m;
        cells[0] = name_cell(c, rows[i].g);
        for (ptrdiff_t k = 0; k < inputs; k++) {
            cells[k + 1] = input_cell(c, &m->derived->inputs[k], &rule->f.inputs[k]);
        }
        cells[inputs + 1].text =
            format_held(c->perm, m->mean.value, m->unit, 4, m->resolution);
        if (spread) {
            cells[inputs + 2] = (table_cell){.text = S("–"), .muted = true};
        }
        if (m->stddev.known) {
            cells[inputs + 2] =
                (table_cell){.text = format_value(c->perm, m->stddev.value, m->unit, 2)};
        }
    }
    node *table_node = node_add(parent, node_new(c->perm, NODE_TABLE));
    table_node->table = t;
}

void add_derived(composer *c, node *parent)
{
    for (const derived_rule *rule = c->s->derived; rule; rule = rule->next) {
        add_table(c, parent, rule);
    }
}

/* --- method ------------------------------------------------------------------------- */

static str spreads_of(composer *c, const derived_rule *rule)
{
    str words = {0};
    bool seen[SPREAD_JOINT + 1] = {0};
    for (const group *g = c->s->groups; g; g = g->next) {
        const metric *m = group_metric(g, rule->name);
        if (!m || !m->derived || seen[m->derived->spread]) {
            continue;
        }
        seen[m->derived->spread] = true;
        str mine = spread_words(m->derived->spread);
        if (mine.len > 0) {
            words =
                words.len ? str_fmt(c->perm, "%.*s, or %.*s", SV(words), SV(mine)) : mine;
        }
    }
    return words;
}

void add_derived_method(composer *c, node *section)
{
    if (!c->s->derived) {
        return;
    }
    out *o = out_memory(c->perm);
    out_str(o, S("No tool stated these; they follow from what was measured. "));
    for (const derived_rule *rule = c->s->derived; rule; rule = rule->next) {
        str spread = spreads_of(c, rule);
        out_fmt(o, "%s%.*s = %.*s%s%.*s", rule == c->s->derived ? "" : "; ",
                SV(sentence_case(c->perm, metric_words(c, rule->name))),
                SV(formula_shown(c->perm, &rule->f)), spread.len ? ", " : "", SV(spread));
    }
    out_char(o, '.');
    if (c->s->prices) {
        out_str(o, S(" Prices are the author’s; a month is 30.4375 days."));
    }
    node_heading(c->perm, section, 3, S("derived"), S("Derived metrics"));
    node_para(c->perm, section, out_text(o));
}
