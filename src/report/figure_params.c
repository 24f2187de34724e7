#include "base/base.h"

#include "base/num.h"
#include "report/figure_parts.h"

/* Figures over a parameter: lines where it is a number, shades where two of them, or
 * variants and one, span a table. */

/* --- parameters ------------------------------------------------------------------ */

/* "64", "64k", "1 MiB", "0.5 s": a number and what follows it, with dd's factors. */
static bool param_number(str text, double *ret)
{
    static const struct {
        const char *name;
        double factor;
    } units[] = {{"", 1},         {"B", 1},      {"k", 1024},   {"K", 1024},
                 {"M", 0x1p20},   {"G", 0x1p30}, {"KiB", 1024}, {"MiB", 0x1p20},
                 {"GiB", 0x1p30}, {"kB", 1e3},   {"MB", 1e6},   {"GB", 1e9},
                 {"s", 1},        {"ms", 1e-3},  {"%", 1}};
    ptrdiff_t digits = 0;
    while (digits < text.len && strchr("0123456789.+-", text.ptr[digits])
           && text.ptr[digits]) {
        digits++;
    }
    str unit = str_trim(str_drop(text, digits));
    double v = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (str_eq(unit, str_from(units[i].name))
            && num_double(str_take(text, digits), &v)) {
            *ret = v * units[i].factor;
            return true;
        }
    }
    return false;
}

static bool is_fixed(const slice *sl, str name)
{
    for (cut c = {.tail = sl->params}; c.tail.len > 0;) {
        c = str_cut(c.tail, S("&"));
        if (str_eq(str_cut(c.head, S("=")).head, name)) {
            return true;
        }
    }
    return false;
}

static bool varies(const group *const *all, ptrdiff_t n, str name)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = 0; k < i; k++) {
            if (all[i]->variant == all[k]->variant && group_param(all[i], name).ptr
                && !str_eq(group_param(all[i], name), group_param(all[k], name))) {
                return true;
            }
        }
    }
    return false;
}

static void sort_numbers(varying *v)
{
    for (ptrdiff_t i = 1; i < v->count; i++) {
        for (ptrdiff_t k = i; k > 0 && v->numbers[k] < v->numbers[k - 1]; k--) {
            double x = v->numbers[k];
            str text = v->values[k];
            v->numbers[k] = v->numbers[k - 1];
            v->values[k] = v->values[k - 1];
            v->numbers[k - 1] = x;
            v->values[k - 1] = text;
        }
    }
}

static varying values_of(const group *const *all, ptrdiff_t n, str name)
{
    varying v = {.name = name, .numeric = true};
    for (ptrdiff_t i = 0; i < n; i++) {
        str text = group_param(all[i], name);
        ptrdiff_t at = 0;
        while (at < v.count && !str_eq(v.values[at], text)) {
            at++;
        }
        if (!text.ptr || at < v.count) {
            continue;
        }
        if (v.count == COUNTOF(v.values)) {
            v.full = true;
            break;
        }
        v.numeric = param_number(text, &v.numbers[v.count]) && v.numeric;
        v.values[v.count++] = text;
    }
    if (v.numeric) {
        sort_numbers(&v);
    }
    return v;
}

ptrdiff_t params_varying(composer *c, const slice *sl, str metric_name,
                         varying ret[MOST_VARYING])
{
    ptrdiff_t n = 0, count = 0;
    const group **all = slice_groups(c, sl, metric_name, &n);
    for (ptrdiff_t i = 0; i < n; i++) {
        for (const param *p = all[i]->params; p; p = p->next) {
            bool seen = is_fixed(sl, p->name);
            for (ptrdiff_t k = 0; k < count && k < MOST_VARYING; k++) {
                seen = seen || str_eq(ret[k].name, p->name);
            }
            if (!seen && varies(all, n, p->name)) {
                if (count < MOST_VARYING) {
                    ret[count] = values_of(all, n, p->name);
                }
                count++;
            }
        }
    }
    return count < MOST_VARYING ? count : MOST_VARYING;
}

/* The variants among the groups, in the study's order. */
static ptrdiff_t variants_of(composer *c, const group *const *all, ptrdiff_t n,
                             ptrdiff_t *ret)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t v = 0; v < c->s->variant_count; v++) {
        for (ptrdiff_t i = 0; i < n; i++) {
            if (all[i]->variant == v) {
                ret[count++] = v;
                break;
            }
        }
    }
    return count;
}

/* The group of a variant (-1: of any) with these values; NULL: it did not run so. */
static const group *group_at(const group *const *all, ptrdiff_t n, ptrdiff_t who,
                             str name, str value)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if ((who < 0 || all[i]->variant == who)
            && str_eq(group_param(all[i], name), value)) {
            return all[i];
        }
    }
    return NULL;
}

static shown_unit groups_unit(const group *const *all, ptrdiff_t n, str name)
{
    double most = 0;
    str base = S("1");
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = group_metric(all[i], name);
        base = m->unit;
        most = m->mean.known ? fmax(most, fabs(m->mean.value)) : most;
    }
    return unit_for(base, most);
}

static chart_bar bar_of_variant(composer *c, ptrdiff_t v)
{
    const variant *of = &c->s->variants[v];
    return (chart_bar){
        .name = of->label, .detail = of->detail, .role = of->role, .shade = of->shade};
}

static table_cell mean_cell(composer *c, const group *g, str name, column_form f)
{
    const metric *m = g ? group_metric(g, name) : NULL;
    if (!m || !m->mean.known) {
        return (table_cell){.text = S("–"), .muted = true};
    }
    table_cell cell = {.text = table_number(c, m->mean, f),
                       .href = metric_href(c, group_file(g), m)};
    if (m->stddev.known) {
        cell.small = str_fmt(c->perm, "± %.*s", SV(table_number(c, m->stddev, f)));
    }
    return cell;
}

static column_form groups_form(composer *c, const group *const *all, ptrdiff_t n,
                               str name)
{
    const metric **ms = NEW(c->perm, const metric *, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        ms[i] = group_metric(all[i], name);
    }
    return table_form(ms, n);
}

/* "block size" */
static str words_of_param(composer *c, str name)
{
    return str_replace(c->perm, name, S("_"), S(" "));
}

static str title_of_param(composer *c, str name)
{
    return sentence_case(c->perm, words_of_param(c, name));
}

/* --- sweep ----------------------------------------------------------------------- */

typedef struct {
    const group **all;
    ptrdiff_t n;
    str metric;
    const varying *by;
    shown_unit u;
} sweep;

static void fill_curve(composer *c, const sweep *s, chart_bar *b, ptrdiff_t who)
{
    chart_point *curve = NEW(c->perm, chart_point, s->by->count);
    for (ptrdiff_t k = 0; k < s->by->count; k++) {
        const group *g = group_at(s->all, s->n, who, s->by->name, s->by->values[k]);
        const metric *m = g ? group_metric(g, s->metric) : NULL;
        chart_point *q = &curve[b->curve_count];
        if (!m || !m->mean.known) {
            continue;
        }
        *q = (chart_point){.x = s->by->numbers[k], .y = SOME(m->mean.value / s->u.scale)};
        if (m->stddev.known && m->n.known && m->n.value > 1) {
            q->low = SOME((m->mean.value - m->stddev.value) / s->u.scale);
            q->high = SOME((m->mean.value + m->stddev.value) / s->u.scale);
        }
        q->tip = str_fmt(c->perm, "%.*s, %.*s %.*s: %.*s", SV(b->name),
                         SV(words_of_param(c, s->by->name)), SV(s->by->values[k]),
                         SV(value_words(c, q->y.value, s->u)));
        b->curve_count++;
    }
    b->curve = curve;
    if (b->curve_count > 0) {
        b->value = curve[b->curve_count - 1].y;
        b->value_text = value_words(c, b->value.value, s->u);
    } else {
        b->missing = S("no value");
    }
}

static table *sweep_table(composer *c, const sweep *s, const ptrdiff_t *variants,
                          ptrdiff_t count)
{
    table *t = table_new(c, count + 1, s->by->count);
    column_form f = groups_form(c, s->all, s->n, s->metric);
    t->columns[0].head = title_of_param(c, s->by->name);
    for (ptrdiff_t v = 0; v < count; v++) {
        t->columns[v + 1] = (table_column){
            .head = table_head(c, c->s->variants[variants[v]].label, f), .numeric = true};
    }
    for (ptrdiff_t k = 0; k < s->by->count; k++) {
        t->cells[k * t->column_count].text = s->by->values[k];
        for (ptrdiff_t v = 0; v < count; v++) {
            t->cells[k * t->column_count + v + 1] = mean_cell(
                c, group_at(s->all, s->n, variants[v], s->by->name, s->by->values[k]),
                s->metric, f);
        }
    }
    t->caption = str_fmt(c->perm, "%.*s by %.*s",
                         SV(sentence_case(c->perm, metric_words(c, s->metric))),
                         SV(words_of_param(c, s->by->name)));
    return t;
}

static str curves_alt(composer *c, const chart_panel *p, const varying *by)
{
    out *o = out_memory(c->perm);
    out_fmt(o, "Lines over %.*s.", SV(words_of_param(c, by->name)));
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        const chart_bar *b = &p->bars[i];
        out_fmt(o, " %.*s:", SV(b->name));
        for (ptrdiff_t k = 0; k < b->curve_count; k++) {
            str tip = b->curve[k].tip;
            out_fmt(o, "%s%.*s", k ? ";" : "",
                    SV(str_drop(tip, b->name.len + 1))); /* ", block 4k: 1 MB/s" */
        }
        out_char(o, '.');
    }
    return out_text(o);
}

static bool numeric_param(composer *c, const slice *sl, str name, varying *ret,
                          select_error *why)
{
    varying found[MOST_VARYING];
    ptrdiff_t n = params_varying(c, sl, name, found);
    str where = c->s->workloads[sl->workload].id;
    if (n == 0) {
        refuse(why, "no parameter of '%.*s' has several values", SV(where));
        return refuse_hint(why, "A sweep draws one metric over a parameter that is a "
                                "number.");
    }
    if (n > 1) {
        refuse(why, "two parameters vary: '%.*s' and '%.*s'", SV(found[0].name),
               SV(found[1].name));
        return refuse_hint(why, "Fix one (%.*s?%.*s=%.*s), or use kind=heat.", SV(where),
                           SV(found[1].name), SV(found[1].values[0]));
    }
    if (!found[0].numeric || found[0].full) {
        refuse(why,
               found[0].numeric ? "'%.*s' has more values than a line can show"
                                : "the values of '%.*s' are not all numbers",
               SV(found[0].name));
        return refuse_hint(why, "kind=heat and kind=bars take any values.");
    }
    *ret = found[0];
    return true;
}

bool make_sweep(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    const slice *sl = &plan->panels[0].slice;
    varying by;
    sweep s = {.metric = plan->panels[0].metric, .by = &by};
    if (!numeric_param(c, sl, s.metric, &by, why)) {
        return false;
    }
    s.all = slice_groups(c, sl, s.metric, &s.n);
    s.u = groups_unit(s.all, s.n, s.metric);
    ptrdiff_t *variants = NEW(c->perm, ptrdiff_t, c->s->variant_count);
    ptrdiff_t count = variants_of(c, s.all, s.n, variants);
    const metric *m = group_metric(s.all[0], s.metric);
    chart_panel *p = NEW(c->perm, chart_panel, 1);
    *p = (chart_panel){.title = sentence_case(c->perm, metric_words(c, s.metric)),
                       .direction = direction_words(m, s.metric),
                       .unit = unit_word(s.u),
                       .bars = NEW(c->perm, chart_bar, count),
                       .bar_count = count,
                       .zero_based = true};
    for (ptrdiff_t v = 0; v < count; v++) {
        p->bars[v] = bar_of_variant(c, variants[v]);
        fill_curve(c, &s, &p->bars[v], variants[v]);
    }
    chart_tick *ticks = NEW(c->perm, chart_tick, by.count);
    for (ptrdiff_t k = 0; k < by.count; k++) {
        ticks[k] = (chart_tick){by.numbers[k], by.values[k]};
    }
    enum { LOG_FROM = 16 };
    f->chart = (chart_spec){
        .kind = CHART_SWEEP,
        .panels = p,
        .panel_count = 1,
        .spread_word = m->spread_within_run ? S("± 1 standard deviation within the run")
                                            : S("± 1 standard deviation"),
        .x_title = title_of_param(c, by.name),
        .x_log =
            by.numbers[0] > 0 && by.numbers[by.count - 1] >= LOG_FROM * by.numbers[0],
        .x_ticks = ticks,
        .x_tick_count = by.count};
    f->title = str_fmt(c->perm, "%.*s: %.*s by %.*s",
                       SV(sentence_case(c->perm, slice_title(c, sl))),
                       SV(metric_words(c, s.metric)), SV(words_of_param(c, by.name)));
    f->subtitle = plan_subtitle(
        c, plan, s.u, str_fmt(c->perm, " by %.*s", SV(words_of_param(c, by.name))));
    figure_shorten(c, f);
    f->alt = curves_alt(c, p, &by);
    f->table = sweep_table(c, &s, variants, count);
    f->table->id = str_fmt(c->perm, "table-%.*s-%.*s-sweep",
                           SV(c->s->workloads[plan->workload].id), SV(s.metric));
    return true;
}

/* --- heat ------------------------------------------------------------------------ */

/* Rows × columns of cells; rows are variants where `across` varies alone. */
typedef struct {
    const group **all;
    ptrdiff_t n;
    str metric;
    const varying *down; /* NULL: variants */
    const varying *across;
    shown_unit u;
    column_form form;
} heat;

static void fill_cells(composer *c, const heat *h, chart_bar *b, ptrdiff_t who,
                       str down_value)
{
    chart_point *cells = NEW(c->perm, chart_point, h->across->count);
    for (ptrdiff_t k = 0; k < h->across->count; k++) {
        const metric *m = NULL;
        for (ptrdiff_t i = 0; i < h->n && !m; i++) {
            const group *g = h->all[i];
            bool here =
                g->variant == who
                && str_eq(group_param(g, h->across->name), h->across->values[k])
                && (!h->down || str_eq(group_param(g, h->down->name), down_value));
            m = here ? group_metric(g, h->metric) : NULL;
        }
        cells[k].x = (double)k;
        if (m && m->mean.known) {
            double v = m->mean.value / h->u.scale;
            cells[k].y = SOME(v);
            cells[k].text = num_fixed(c->perm, v, num_decimals_for(v, 3));
            cells[k].tip = str_fmt(c->perm, "%.*s, %.*s %.*s: %.*s", SV(b->name),
                                   SV(words_of_param(c, h->across->name)),
                                   SV(h->across->values[k]), SV(value_words(c, v, h->u)));
        }
    }
    b->curve = cells;
    b->curve_count = h->across->count;
}

static void fill_panel(composer *c, const heat *h, chart_panel *p, ptrdiff_t who)
{
    p->title = c->s->variants[who].label;
    p->unit = unit_word(h->u);
    p->bar_count = h->down->count;
    p->bars = NEW(c->perm, chart_bar, p->bar_count);
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        p->bars[i].name =
            str_fmt(c->perm, "%.*s %.*s", SV(title_of_param(c, h->down->name)),
                    SV(h->down->values[i]));
        p->bars[i].role = c->s->variants[who].role;
        fill_cells(c, h, &p->bars[i], who, h->down->values[i]);
    }
}

/* What is drawn, as numbers: the same rows and columns. */
static table *heat_table(composer *c, const figure *f, const heat *h)
{
    ptrdiff_t rows = 0, at = 0;
    bool several = f->chart.panel_count > 1;
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        rows += f->chart.panels[k].bar_count;
    }
    table *t = table_new(c, h->across->count + 1, rows);
    t->columns[0].head = h->down ? title_of_param(c, h->down->name) : S("Variant");
    for (ptrdiff_t k = 0; k < h->across->count; k++) {
        t->columns[k + 1] = (table_column){.head = h->across->values[k], .numeric = true};
    }
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        const chart_panel *p = &f->chart.panels[k];
        for (ptrdiff_t i = 0; i < p->bar_count; i++, at++) {
            table_cell *cells = &t->cells[at * t->column_count];
            const chart_bar *b = &p->bars[i];
            cells[0] = (table_cell){.text = b->name,
                                    .small = several ? p->title : (str){0},
                                    .has_swatch = !h->down,
                                    .swatch = b->role,
                                    .shade = b->shade};
            for (ptrdiff_t j = 0; j < h->across->count; j++) {
                maybe y = b->curve[j].y;
                cells[j + 1] =
                    y.known ? (table_cell){.text = num_fixed(c->perm,
                                                             y.value * h->u.scale
                                                                 / h->form.unit.scale,
                                                             h->form.decimals)}
                            : (table_cell){.text = S("–"), .muted = true};
            }
        }
    }
    return t;
}

static str heat_alt(composer *c, const figure *f)
{
    out *o = out_memory(c->perm);
    out_str(o, S("Table of shades, the stronger the more."));
    for (ptrdiff_t k = 0; k < f->chart.panel_count; k++) {
        const chart_panel *p = &f->chart.panels[k];
        out_fmt(o, " %.*s:", SV(p->title));
        bool any = false;
        for (ptrdiff_t i = 0; i < p->bar_count; i++) {
            for (ptrdiff_t j = 0; j < p->bars[i].curve_count; j++) {
                if (p->bars[i].curve[j].y.known) {
                    out_fmt(o, "%s %.*s", any ? ";" : "", SV(p->bars[i].curve[j].tip));
                    any = true;
                }
            }
        }
        out_char(o, '.');
    }
    return out_text(o);
}

static bool heat_params(composer *c, const slice *sl, str name,
                        varying found[MOST_VARYING], ptrdiff_t *n, select_error *why)
{
    *n = params_varying(c, sl, name, found);
    str where = c->s->workloads[sl->workload].id;
    if (*n == 0) {
        refuse(why, "no parameter of '%.*s' has several values", SV(where));
        return refuse_hint(why, "Shades need variants and a parameter, or two "
                                "parameters.");
    }
    if (*n > 2) {
        refuse(why, "more than two parameters vary: '%.*s', '%.*s', '%.*s'",
               SV(found[0].name), SV(found[1].name), SV(found[2].name));
        return refuse_hint(why, "Fix one: %.*s?%.*s=%.*s.", SV(where), SV(found[2].name),
                           SV(found[2].values[0]));
    }
    for (ptrdiff_t i = 0; i < *n; i++) {
        if (found[i].full) {
            return refuse(why, "'%.*s' has more values than a table can show",
                          SV(found[i].name));
        }
    }
    return true;
}

static void fill_heat(composer *c, const heat *h, figure *f, const ptrdiff_t *variants,
                      ptrdiff_t count)
{
    chart_spec *spec = &f->chart;
    spec->panel_count = h->down ? count : 1;
    spec->panels = NEW(c->perm, chart_panel, spec->panel_count);
    if (h->down) {
        for (ptrdiff_t v = 0; v < count; v++) {
            fill_panel(c, h, &spec->panels[v], variants[v]);
        }
        return;
    }
    chart_panel *p = spec->panels;
    *p = (chart_panel){.title = sentence_case(c->perm, metric_words(c, h->metric)),
                       .unit = unit_word(h->u),
                       .bars = NEW(c->perm, chart_bar, count),
                       .bar_count = count};
    for (ptrdiff_t v = 0; v < count; v++) {
        p->bars[v] = bar_of_variant(c, variants[v]);
        fill_cells(c, h, &p->bars[v], variants[v], (str){0});
    }
}

bool make_heat(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    const slice *sl = &plan->panels[0].slice;
    varying found[MOST_VARYING];
    ptrdiff_t n = 0;
    heat h = {.metric = plan->panels[0].metric};
    if (!heat_params(c, sl, h.metric, found, &n, why)) {
        return false;
    }
    h.down = n == 2 ? &found[0] : NULL;
    h.across = &found[n - 1];
    h.all = slice_groups(c, sl, h.metric, &h.n);
    h.u = groups_unit(h.all, h.n, h.metric);
    h.form = groups_form(c, h.all, h.n, h.metric);
    ptrdiff_t *variants = NEW(c->perm, ptrdiff_t, c->s->variant_count);
    ptrdiff_t count = variants_of(c, h.all, h.n, variants);
    chart_tick *ticks = NEW(c->perm, chart_tick, h.across->count);
    for (ptrdiff_t k = 0; k < h.across->count; k++) {
        ticks[k] = (chart_tick){(double)k, h.across->values[k]};
    }
    f->chart = (chart_spec){.kind = CHART_HEAT,
                            .x_title = title_of_param(c, h.across->name),
                            .x_ticks = ticks,
                            .x_tick_count = h.across->count};
    fill_heat(c, &h, f, variants, count);
    str by = h.down
                 ? str_fmt(c->perm, "%.*s and %.*s", SV(words_of_param(c, h.down->name)),
                           SV(words_of_param(c, h.across->name)))
                 : words_of_param(c, h.across->name);
    f->title = str_fmt(c->perm, "%.*s: %.*s by %.*s",
                       SV(sentence_case(c->perm, slice_title(c, sl))),
                       SV(metric_words(c, h.metric)), SV(by));
    f->subtitle = plan_subtitle(c, plan, h.u, S(", the stronger a shade the more"));
    f->alt = heat_alt(c, f);
    f->table = heat_table(c, f, &h);
    f->table->caption = str_fmt(c->perm, "%.*s%.*s by %.*s",
                                SV(sentence_case(c->perm, metric_words(c, h.metric))),
                                SV(unit_phrase(c->perm, h.form.unit)), SV(by));
    f->table->id = str_fmt(c->perm, "table-%.*s-%.*s-heat",
                           SV(c->s->workloads[plan->workload].id), SV(h.metric));
    return true;
}
