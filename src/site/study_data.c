#include "base/base.h"

#include "project/derive.h"
#include "report/changes.h"
#include "site/build.h"

/* --- data.json: every reading whole, with the labels that the study gave --------- */

static void json_facts(json_writer *w, str key, const fact *f)
{
    json_key(w, key);
    json_open(w, '{');
    for (; f; f = f->next) {
        json_key(w, f->name);
        json_str(w, f->value);
    }
    json_close(w, '}');
}

static void text_member(json_writer *w, str key, str text)
{
    json_key(w, key);
    json_str(w, text);
}

static void json_variants(json_writer *w, const study *s)
{
    json_key(w, S("variants"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        json_open(w, '{');
        text_member(w, S("id"), s->variants[i].id);
        text_member(w, S("label"), s->variants[i].label);
        text_member(w, S("role"), str_from(role_name(s->variants[i].role)));
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* What was masked in the files, and the checksums of what they were before. */
static void json_masked(json_writer *w, const study *s)
{
    json_key(w, S("masked"));
    json_open(w, '[');
    for (const raw_file *f = s->files; f; f = f->next) {
        for (const redacted *k = f->masked; k; k = k->next) {
            json_open(w, '{');
            text_member(w, S("file"), f->path);
            text_member(w, S("original_sha256"), f->original_sha256);
            text_member(w, S("what"), str_from(k->what));
            json_key(w, S("n"));
            json_int(w, k->n);
            json_key(w, S("first_line"));
            json_int(w, k->line);
            json_close(w, '}');
        }
    }
    json_close(w, ']');
}

/* Which of the readings' results don't count. */
static void json_left_out(json_writer *w, const study *s)
{
    json_key(w, S("left_out"));
    json_open(w, '[');
    for (const set_aside *a = s->aside; a; a = a->next) {
        json_open(w, '{');
        text_member(w, S("file"), a->en->from->path);
        json_key(w, S("line"));
        json_int(w, a->en->r->line);
        text_member(w, S("reason"), a->why);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void json_not_run(json_writer *w, const study *s)
{
    json_key(w, S("not_run"));
    json_open(w, '[');
    for (const reason *r = s->not_run; r; r = r->next) {
        json_open(w, '{');
        text_member(w, S("place"), r->name);
        text_member(w, S("reason"), r->why);
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* The results' workload and variant are the study's IDs, whatever the raw file called
 * them. */
static void label_results(const study *s)
{
    for (const entry *en = s->entries; en; en = en->next) {
        result *r = en->r;
        r->workload = s->workloads[en->workload].id;
        r->variant = s->variants[en->variant].id;
    }
}

/* --- what was derived: with its formula, and each input's line -------------------- */

static void json_input(json_writer *w, const derived_input *in, const formula_input *as)
{
    json_open(w, '{');
    text_member(w, S("name"), in->name);
    json_key(w, S("value"));
    json_num(w, in->price ? in->price->amount : in->value);
    text_member(w, S("unit"), in->unit);
    if (in->price) {
        text_member(w, S("per"), in->price->per.len ? in->price->per : (str){0});
    } else if (!in->m) {
        text_member(w, S("total_of"), as->name);
    } else if (in->m->derived) {
        text_member(w, S("derived"), in->m->name);
    } else {
        text_member(w, S("file"), group_file(in->g)->path);
        json_key(w, S("line"));
        json_int(w, in->m->line);
    }
    json_close(w, '}');
}

static void json_derived_one(json_writer *w, const study *s, const group *g,
                             const metric *m)
{
    const derivation *k = m->derived;
    str spread = spread_words(k->spread);
    json_open(w, '{');
    text_member(w, S("workload"), s->workloads[g->workload].id);
    text_member(w, S("variant"), s->variants[g->variant].id);
    text_member(w, S("run"), g->run->id);
    text_member(w, S("tool"), g->tool);
    json_key(w, S("parameters"));
    json_open(w, '{');
    for (const param *p = g->params; p; p = p->next) {
        text_member(w, p->name, p->value);
    }
    json_close(w, '}');
    text_member(w, S("formula"), k->rule->f.text);
    text_member(w, S("spread_rule"), spread.len ? spread : (str){0});
    json_key(w, S("metric"));
    json_metric(w, m);
    json_key(w, S("inputs"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < k->input_count; i++) {
        json_input(w, &k->inputs[i], &k->rule->f.inputs[i]);
    }
    json_close(w, ']');
    json_close(w, '}');
}

static void json_derived(json_writer *w, const study *s)
{
    if (!s->derived) {
        return;
    }
    json_key(w, S("derived"));
    json_open(w, '[');
    for (const group *g = s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (m->derived) {
                json_derived_one(w, s, g, m);
            }
        }
    }
    json_close(w, ']');
}

/* --- the report's tables ---------------------------------------------------------- */

static void json_cell(json_writer *w, const table_cell *c)
{
    if (c->small.len == 0) {
        json_str(w, c->text);
        return;
    }
    json_open(w, '[');
    json_str(w, c->text);
    json_str(w, c->small);
    json_close(w, ']');
}

static void json_table(json_writer *w, const table *t, const figure *f)
{
    json_open(w, '{');
    text_member(w, S("id"), t->id);
    if (f) {
        text_member(w, S("figure"), f->id);
    }
    text_member(w, S("caption"), t->caption);
    json_key(w, S("columns"));
    json_open(w, '[');
    for (ptrdiff_t k = 0; k < t->column_count; k++) {
        json_str(w, t->columns[k].head);
    }
    json_close(w, ']');
    json_key(w, S("rows"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < t->row_count; i++) {
        json_open(w, '[');
        for (ptrdiff_t k = 0; k < t->column_count; k++) {
            json_cell(w, &t->cells[i * t->column_count + k]);
        }
        json_close(w, ']');
    }
    json_close(w, ']');
    json_close(w, '}');
}

/* Every table of the report as it stands there; a cell with a second line is a pair. */
static void json_tables(json_writer *w, const report *r)
{
    json_key(w, S("tables"));
    json_open(w, '[');
    node_walk walk = node_walk_start(r->root);
    for (node_event ev; (ev = node_walk_next(&walk)) != EVENT_END;) {
        const node *at = walk.at;
        const table *t = at->kind == NODE_TABLE                  ? at->table
                         : at->kind == NODE_FIGURE && at->figure ? at->figure->table
                                                                 : NULL;
        if (ev == EVENT_ENTER && t) {
            json_table(w, t, at->figure);
        }
    }
    json_close(w, ']');
}

/* Numbers that the report shows outside of its tables: what a later edition is compared
 * with. */
static void json_values(arena *perm, json_writer *w, const report *r)
{
    ptrdiff_t n = 0;
    const shown_value *all = report_values(perm, r, &n);
    json_key(w, S("values"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < n; i++) {
        json_open(w, '{');
        text_member(w, S("name"), all[i].name);
        text_member(w, S("text"), all[i].text);
        json_close(w, '}');
    }
    json_close(w, ']');
}

str study_json(arena *perm, const study *s, const report *r)
{
    out *o = out_memory(perm);
    json_writer w = {.o = o};
    label_results(s);
    json_open(&w, '{');
    text_member(&w, S("schema"), S("broadsheet-study/1"));
    text_member(&w, S("study"), s->id);
    text_member(&w, S("title"), r->title);
    text_member(&w, S("finding"), r->finding_text);
    text_member(&w, S("date"), r->date.len ? r->date : (str){0});
    text_member(&w, S("sources"), r->sources_hash);
    json_facts(&w, S("host"), s->host);
    json_facts(&w, S("software"), s->software);
    json_variants(&w, s);
    json_key(&w, S("readings"));
    json_open(&w, '[');
    for (const raw_file *f = s->files; f; f = f->next) {
        for (const reading *rd = f->reading; rd; rd = rd->next) {
            reading shown = *rd;
            shown.file = f->path; /* not as this machine reaches it */
            json_reading(&w, &shown);
        }
    }
    json_close(&w, ']');
    json_tables(&w, r);
    json_values(perm, &w, r);
    json_derived(&w, s);
    json_left_out(&w, s);
    json_not_run(&w, s);
    if (s->site->redact.wanted) {
        json_masked(&w, s);
    }
    json_close(&w, '}');
    out_char(o, '\n');
    return out_text(o);
}

/* --- CSV ------------------------------------------------------------------------- */

/* RFC 4180, and safe to open in a spreadsheet: a text that would be a formula there gets
 * an apostrophe in front, as OWASP advises. */
static void csv_text(out *o, str s, bool first)
{
    bool computes = s.len > 0 && strchr("=+-@\t\r", *s.ptr);
    if (!first) {
        out_char(o, ',');
    }
    out_char(o, '"');
    if (computes) {
        out_char(o, '\'');
    }
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == '"') {
            out_char(o, '"');
        }
        out_char(o, s.ptr[i]);
    }
    out_char(o, '"');
}

static void csv_number(out *o, maybe v)
{
    out_char(o, ',');
    if (v.known) {
        out_num(o, v.value);
    }
}

static void csv_metric(out *o, const metric *m)
{
    csv_text(o, m->name, false);
    csv_text(o, m->unit, false);
    csv_number(o, m->n);
    csv_number(o, m->mean);
    csv_number(o, m->stddev);
    csv_number(o, m->median);
    csv_number(o, m->min);
    csv_number(o, m->max);
    csv_number(o, m->sum);
    csv_number(o, m->last);
}

/* In place of a tool and its command: "derived" and the formula. */
static void csv_derived(out *o, const study *s)
{
    for (const group *g = s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (m->derived) {
                csv_text(o, s->id, true);
                csv_text(o, s->workloads[g->workload].id, false);
                csv_text(o, s->variants[g->variant].id, false);
                csv_text(o, S("derived"), false);
                csv_metric(o, m);
                csv_text(o, m->derived->rule->f.text, false);
                csv_text(o, group_file(g)->path, false);
                out_fmt(o, ",%td\r\n", m->line);
            }
        }
    }
}

str study_csv(arena *perm, const study *s)
{
    out *o = out_memory(perm);
    out_str(o, S("study,workload,variant,tool,metric,unit,n,mean,stddev,median,min,max,"
                 "sum,last,command,file,line\r\n"));
    for (const entry *en = s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            csv_text(o, s->id, true);
            csv_text(o, s->workloads[en->workload].id, false);
            csv_text(o, s->variants[en->variant].id, false);
            csv_text(o, en->r->tool, false);
            csv_metric(o, m);
            csv_text(o, en->r->command, false);
            csv_text(o, en->from->path, false);
            out_fmt(o, ",%td\r\n", m->line);
        }
    }
    csv_derived(o, s);
    return out_text(o);
}

/* --- a figure's numbers as they are drawn, in the panel's shown unit -------------- */

static void csv_begin(out *o, const chart_panel *panel, const chart_bar *b)
{
    csv_text(o, panel->title, true);
    csv_text(o, panel->unit, false);
    csv_text(o, b->name, false);
}

/* One row a bar. */
static void csv_bar(out *o, const chart_panel *panel, const chart_bar *b)
{
    csv_begin(o, panel, b);
    csv_number(o, b->value);
    csv_number(o, b->stddev);
    csv_number(o, b->min);
    csv_number(o, b->max);
    csv_text(o, b->missing, false);
    out_str(o, S("\r\n"));
}

/* One row a single run. */
static void csv_runs(out *o, const chart_panel *panel, const chart_bar *b)
{
    for (ptrdiff_t i = 0; i < b->point_count || i == 0; i++) {
        csv_begin(o, panel, b);
        out_fmt(o, ",%td", b->point_count > 0 ? i + 1 : 0);
        csv_number(o, b->point_count > 0 ? SOME(b->points[i]) : b->value);
        str note = b->point_count > 0 ? (str){0} : S("mean: single runs were not kept");
        csv_text(o, b->missing.len ? b->missing : note, false);
        out_str(o, S("\r\n"));
    }
}

/* What x is, for people: a tick's words where ticks are given. */
static void csv_x(out *o, const chart_spec *spec, double x)
{
    for (ptrdiff_t i = 0; i < spec->x_tick_count; i++) {
        if (spec->x_ticks[i].at == x) { // NOLINT: the same number
            csv_text(o, spec->x_ticks[i].text, false);
            return;
        }
    }
    out_char(o, ',');
    out_num(o, x);
}

/* One row a point of a curve or a cell. */
static void csv_curve(out *o, const chart_spec *spec, const chart_panel *panel,
                      const chart_bar *b)
{
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        csv_begin(o, panel, b);
        csv_x(o, spec, b->curve[i].x);
        csv_number(o, b->curve[i].y);
        csv_number(o, b->curve[i].low);
        csv_number(o, b->curve[i].high);
        csv_text(o, (str){0}, false);
        out_str(o, S("\r\n"));
    }
    if (b->curve_count == 0) {
        csv_begin(o, panel, b);
        out_str(o, S(",,,,"));
        csv_text(o, b->missing, false);
        out_str(o, S("\r\n"));
    }
}

typedef enum { ROWS_BARS, ROWS_RUNS, ROWS_CURVES } row_form;

static row_form rows_of_kind(chart_kind kind)
{
    switch (kind) {
    case CHART_BARS:
    case CHART_GROUPED:
    case CHART_MULTIPLES:
    case CHART_RATIOS:
        return ROWS_BARS;
    case CHART_BOXES:
    case CHART_HISTOGRAM:
    case CHART_ECDF:
        return ROWS_RUNS;
    case CHART_SERIES:
    case CHART_SWEEP:
    case CHART_HISTORY:
    case CHART_PERCENTILES:
    case CHART_HEAT:
        break;
    }
    return ROWS_CURVES;
}

/* "Time since the start of each run, s" */
static str x_head(arena *perm, const chart_spec *spec)
{
    str title = spec->x_title.len ? spec->x_title : S("run");
    return spec->x_unit.len ? str_fmt(perm, "%.*s, %.*s", SV(title), SV(spec->x_unit))
                            : title;
}

static void csv_head(out *o, arena *perm, const chart_spec *spec, row_form form)
{
    out_str(o, S("metric,unit,variant,"));
    switch (form) {
    case ROWS_BARS:
        out_str(o, S("value,stddev,min,max,note\r\n"));
        break;
    case ROWS_RUNS:
        out_str(o, S("run,value,note\r\n"));
        break;
    case ROWS_CURVES:
        csv_text(o, x_head(perm, spec), true);
        out_str(o, S(",value,low,high,note\r\n"));
        break;
    }
}

str figure_csv(arena *perm, const figure *f)
{
    out *o = out_memory(perm);
    row_form form = rows_of_kind(f->whole.kind);
    csv_head(o, perm, &f->whole, form);
    for (ptrdiff_t p = 0; p < f->whole.panel_count; p++) {
        const chart_panel *panel = &f->whole.panels[p];
        for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
            const chart_bar *b = &panel->bars[i];
            if (form == ROWS_BARS) {
                csv_bar(o, panel, b);
            } else if (form == ROWS_RUNS) {
                csv_runs(o, panel, b);
            } else {
                csv_curve(o, &f->whole, panel, b);
            }
        }
    }
    return out_text(o);
}
