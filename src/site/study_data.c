#include "base/base.h"

#include "project/derive.h"
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

static void json_input(json_writer *w, const derived_input *in)
{
    json_open(w, '{');
    text_member(w, S("name"), in->name);
    json_key(w, S("value"));
    json_num(w, in->price ? in->price->amount : in->value);
    text_member(w, S("unit"), in->unit);
    if (in->price) {
        text_member(w, S("per"), in->price->per.len ? in->price->per : (str){0});
    } else if (in->m && in->m->derived) {
        text_member(w, S("derived"), in->m->name);
    } else if (in->m) {
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
        json_input(w, &k->inputs[i]);
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
    json_derived(&w, s);
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
    csv_number(o, m->mean.known ? m->mean : m->last);
    csv_number(o, m->stddev);
    csv_number(o, m->median);
    csv_number(o, m->min);
    csv_number(o, m->max);
}

/* In place of a tool and its command: "derived" and the formula. */
static void csv_derived(out *o, const study *s)
{
    for (const group *g = s->groups; g; g = g->next) {
        for (const metric *m = g->metrics; m; m = m->next) {
            if (m->derived) {
                csv_text(o, s->workloads[g->workload].id, true);
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
    out_str(
        o,
        S("workload,variant,tool,metric,unit,n,mean,stddev,median,min,max,command,file,"
          "line\r\n"));
    for (const entry *en = s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            csv_text(o, s->workloads[en->workload].id, true);
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

/* A figure's numbers as they are drawn: one row a bar, in the panel's shown unit. */
str figure_csv(arena *perm, const figure *f)
{
    out *o = out_memory(perm);
    out_str(o, S("metric,unit,variant,value,stddev,min,max,note\r\n"));
    for (ptrdiff_t p = 0; p < f->chart.panel_count; p++) {
        const chart_panel *panel = &f->chart.panels[p];
        for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
            const chart_bar *b = &panel->bars[i];
            csv_text(o, panel->title, true);
            csv_text(o, panel->unit, false);
            csv_text(o, b->name, false);
            csv_number(o, b->value);
            csv_number(o, b->stddev);
            csv_number(o, b->min);
            csv_number(o, b->max);
            csv_text(o, b->missing, false);
            out_str(o, S("\r\n"));
        }
    }
    return out_text(o);
}
