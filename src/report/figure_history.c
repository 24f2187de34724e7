#include "base/base.h"

#include "report/figure_parts.h"
#include "report/timeline.h"

/* A metric over the study's runs, oldest first, with the places where it moved to another
 * level, and what else happened. */

enum { MOST_EVENTS = 64, SOON_TOO_LONG = 60 };

/* One unit and the digits that the tools gave, for chart and table. */
static column_form form_of(composer *c, const timeline *t)
{
    ptrdiff_t most = 0, n = 0;
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        most += t->trends[i].count;
    }
    const metric **all = NEW(c->perm, const metric *, most);
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        for (ptrdiff_t j = 0; j < t->trends[i].count; j++) {
            all[n++] = t->trends[i].spots[j].m;
        }
    }
    return table_form(all, n);
}

static bool has_spread(const metric *m)
{
    return m->stddev.known && m->n.known && m->n.value > 1;
}

static void fill_curve(composer *c, const timeline *t, const trend *of, shown_unit u,
                       chart_bar *b)
{
    chart_point *curve = NEW(c->perm, chart_point, of->count);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < of->count; i++) {
        const spot *s = &of->spots[i];
        const metric *m = s->m;
        if (s->left_out.len > 0) {
            b->missing = s->left_out;
            continue;
        }
        chart_point *p = &curve[n++];
        *p = (chart_point){.x = (double)s->run, .y = SOME(m->mean.value / u.scale)};
        if (has_spread(m)) {
            p->low = SOME((m->mean.value - m->stddev.value) / u.scale);
            p->high = SOME((m->mean.value + m->stddev.value) / u.scale);
        }
        b->value = p->y;
        b->value_text = value_words(c, p->y.value, u);
        p->tip = str_fmt(c->perm, "%.*s, %.*s: %.*s", SV(b->name),
                         SV(timeline_run(t->runs[s->run])), SV(b->value_text));
    }
    b->curve = curve;
    b->curve_count = n;
    b->missing = n > 0 ? (str){0} : b->missing;
}

/* Lines of one role are told apart by their dashes. */
static int shade_of(const chart_panel *p, role r)
{
    int shade = 0;
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        shade += p->bars[i].role == r;
    }
    return shade;
}

static void fill_panel(composer *c, const timeline *t, shown_unit u, chart_panel *p)
{
    p->bars = NEW(c->perm, chart_bar, t->trend_count);
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        const trend *of = &t->trends[i];
        const variant *v = &c->s->variants[of->variant];
        if (of->count == 0) {
            continue; /* older than what is shown */
        }
        chart_bar *b = &p->bars[p->bar_count];
        *b = (chart_bar){.name = of->name,
                         .detail = v->detail,
                         .role = v->role,
                         .shade = shade_of(p, v->role)};
        fill_curve(c, t, of, u, b);
        p->bar_count++;
    }
    chart_tick *events = NEW(c->perm, chart_tick, MOST_EVENTS);
    for (ptrdiff_t i = 0; i < t->mark_count && i < MOST_EVENTS; i++) {
        events[p->event_count++] =
            (chart_tick){(double)t->marks[i].run, t->marks[i].text};
    }
    p->events = events;
}

/* --- its table -------------------------------------------------------------------- */

static str tags_of(composer *c, const run *r)
{
    str all = {0};
    for (const fact *f = r->tags; f; f = f->next) {
        all = str_fmt(c->perm, "%.*s%s%.*s %.*s", SV(all), all.len ? "; " : "",
                      SV(f->name), SV(f->value));
    }
    return all;
}

/* What happened with a run: marks and tags, once each. */
static str notes_of(composer *c, const timeline *t, ptrdiff_t at)
{
    str all = {0};
    for (ptrdiff_t i = 0; i < t->mark_count; i++) {
        const mark_at *m = &t->marks[i];
        if (m->run == at && m->what != HAPPENED_FACT) {
            all =
                str_fmt(c->perm, "%.*s%s%.*s", SV(all), all.len ? "; " : "", SV(m->text));
        }
    }
    for (ptrdiff_t i = 0; i < t->mark_count; i++) {
        const mark_at *m = &t->marks[i];
        bool is_tag = false;
        for (const fact *f = t->runs[at]->tags; f && !is_tag; f = f->next) {
            is_tag =
                str_eq(m->text, str_fmt(c->perm, "%.*s %.*s", SV(f->name), SV(f->value)));
        }
        if (m->run == at && m->what == HAPPENED_FACT && !is_tag) {
            all =
                str_fmt(c->perm, "%.*s%s%.*s", SV(all), all.len ? "; " : "", SV(m->text));
        }
    }
    str tags = tags_of(c, t->runs[at]);
    return str_fmt(c->perm, "%.*s%s%.*s", SV(all), all.len && tags.len ? "; " : "",
                   SV(tags));
}

static str where_it_ran(composer *c, const run *r)
{
    bool dated = r->date.len > 0 && r->id.len > 0;
    return str_fmt(c->perm, "%.*s%s%.*s", SV(dated ? r->id : S("")),
                   dated && r->machine.len ? ", on "
                   : r->machine.len        ? "on "
                                           : "",
                   SV(r->machine));
}

static table_cell cell_of(composer *c, const spot *s, column_form form)
{
    table_cell cell = {.text = table_number(c, s->m->mean, form),
                       .href = raw_href(c->perm, s->from, s->line),
                       .muted = s->left_out.len > 0};
    if (s->left_out.len > 0) {
        cell.small = S("left out");
    } else if (has_spread(s->m)) {
        cell.small = str_fmt(c->perm, "± %.*s", SV(table_number(c, s->m->stddev, form)));
    }
    return cell;
}

static void fill_column(composer *c, const trend *of, column_form form, table *to,
                        ptrdiff_t column)
{
    for (ptrdiff_t i = 0; i < to->row_count; i++) {
        to->cells[i * to->column_count + column] =
            (table_cell){.text = S("–"), .muted = true};
    }
    for (ptrdiff_t i = 0; i < of->count; i++) {
        to->cells[of->spots[i].run * to->column_count + column] =
            cell_of(c, &of->spots[i], form);
    }
}

static table *history_table(composer *c, const timeline *t, const chart_panel *p,
                            column_form form)
{
    table *to = table_new(c, p->bar_count + 2, t->run_count);
    str unit = p->unit.len ? str_fmt(c->perm, ", %.*s", SV(p->unit)) : p->unit;
    ptrdiff_t column = 1;
    to->columns[0].head = S("Run");
    for (ptrdiff_t i = 0; i < t->trend_count; i++) {
        if (t->trends[i].count > 0) {
            to->columns[column] = (table_column){
                .head = str_fmt(c->perm, "%.*s%.*s", SV(t->trends[i].name), SV(unit)),
                .numeric = true};
            fill_column(c, &t->trends[i], form, to, column++);
        }
    }
    to->columns[column].head = S("What happened");
    for (ptrdiff_t i = 0; i < t->run_count; i++) {
        table_cell *cells = &to->cells[i * to->column_count];
        cells[0] = (table_cell){.text = timeline_run(t->runs[i]),
                                .small = where_it_ran(c, t->runs[i])};
        cells[column] = (table_cell){.text = notes_of(c, t, i)};
    }
    to->caption = str_fmt(c->perm, "%.*s by run", SV(p->title));
    return to;
}

/* --- its words --------------------------------------------------------------------- */

/* Every point, or, of very many, where the line begins and ends. */
static void tell_line(out *o, const chart_bar *b)
{
    bool all = b->curve_count <= SOON_TOO_LONG;
    for (ptrdiff_t k = 0; k < b->curve_count; k++) {
        if (all || k == 0 || k == b->curve_count - 1) {
            out_fmt(o, "%s %.*s", k == 0 ? "" : all ? ";" : " …", SV(b->curve[k].tip));
        }
    }
    if (b->curve_count == 0) {
        out_fmt(o, " %.*s left out: %.*s", SV(b->name), SV(b->missing));
    }
    out_char(o, '.');
}

static str history_alt(composer *c, const timeline *t, const chart_panel *p)
{
    out *o = out_memory(c->perm);
    out_str(o, S("Lines over runs."));
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        tell_line(o, &p->bars[i]);
    }
    for (ptrdiff_t i = 0; i < p->event_count; i++) {
        const mark_at *m = &t->marks[i];
        out_fmt(o, " %s%.*s, %.*s.", m->what == HAPPENED_CHANGE ? "A change: " : "",
                SV(m->text), SV(timeline_run(t->runs[m->run])));
    }
    return out_text(o);
}

/* The raw files of every run, the newest first; of very many the first few. */
static node *history_source(composer *c, const timeline *t)
{
    enum { MOST_LINKS = 8 };
    node *para = node_new(c->perm, NODE_PARA);
    ptrdiff_t files = 0;
    for (ptrdiff_t at = t->run_count - 1; at >= 0; at--) {
        for (ptrdiff_t i = 0; i < t->trend_count; i++) {
            const trend *of = &t->trends[i];
            const spot *s = NULL;
            for (ptrdiff_t j = 0; j < of->count && !s; j++) {
                s = of->spots[j].run == at ? &of->spots[j] : NULL;
            }
            bool seen = s && para->last && str_eq(para->last->id, s->from->path);
            if (!s || seen || files++ >= MOST_LINKS) {
                continue;
            }
            node_text(c->perm, para, para->first ? S("; ") : S("Source: "));
            node *link = node_add(para, node_new(c->perm, NODE_LINK));
            link->href = raw_href(c->perm, s->from, s->line);
            link->id = s->from->path;
            node_text(c->perm, link, s->from->path);
        }
    }
    node_text(c->perm, para,
              files > MOST_LINKS ? str_fmt(c->perm, " and %td more.", files - MOST_LINKS)
                                 : S("."));
    return para;
}

static str how_many(composer *c, const timeline *t)
{
    return t->older > 0 ? str_fmt(c->perm, ", by run, the newest %td of %td",
                                  t->run_count, t->run_count + t->older)
                        : S(", by run");
}

bool make_history(composer *c, const figure_plan *plan, figure *f, select_error *why)
{
    const slice *sl = &plan->panels[0].slice;
    str name = plan->panels[0].metric;
    timeline t = timeline_of(c, sl, name);
    if (t.run_count < 2) {
        refuse(why, "there is %s run of '%.*s' only: a history needs several",
               t.run_count ? "one" : "no", SV(c->s->workloads[sl->workload].id));
        return refuse_hint(why, "Each folder with a run.yaml is a run of its own.");
    }
    column_form form = form_of(c, &t);
    shown_unit u = form.unit;
    chart_panel *p = NEW(c->perm, chart_panel, 1);
    *p = (chart_panel){.title = sentence_case(c->perm, metric_words(c, name)),
                       .unit = unit_word(u)};
    fill_panel(c, &t, u, p);
    chart_tick *ticks = NEW(c->perm, chart_tick, t.run_count);
    for (ptrdiff_t i = 0; i < t.run_count; i++) {
        ticks[i] = (chart_tick){(double)i, timeline_run(t.runs[i])};
    }
    f->chart = (chart_spec){.kind = CHART_HISTORY,
                            .panels = p,
                            .panel_count = 1,
                            .spread_word = S("± 1 standard deviation"),
                            .x_ticks = ticks,
                            .x_tick_count = t.run_count};
    f->title =
        str_fmt(c->perm, "%.*s: %.*s over %.*s runs",
                SV(sentence_case(c->perm, slice_title(c, sl))), SV(metric_words(c, name)),
                SV(format_count_word(c->perm, t.run_count)));
    f->subtitle = plan_subtitle(c, plan, u, how_many(c, &t));
    f->alt = history_alt(c, &t, p);
    f->source = history_source(c, &t);
    f->table = history_table(c, &t, p, form);
    f->table->id = str_fmt(c->perm, "table-%.*s-%.*s-history",
                           SV(c->s->workloads[plan->workload].id), SV(name));
    return true;
}
