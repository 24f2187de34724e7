#include "base/base.h"

#include "base/num.h"
#include "base/utf8.h"
#include "cli/inspect_table.h"
#include "report/format.h"

enum { COLUMNS = 8, WIDEST_NAME = 60 };

/* --- cells ----------------------------------------------------------------------- */

static ptrdiff_t width_of(str s)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        n += (s.ptr[i] & 0xC0) != 0x80;
    }
    return n;
}

static void pad(out *o, str s, ptrdiff_t width, bool right)
{
    ptrdiff_t gap = width - width_of(s);
    for (ptrdiff_t i = 0; right && i < gap; i++) {
        out_char(o, ' ');
    }
    out_str(o, s);
    for (ptrdiff_t i = 0; !right && i < gap; i++) {
        out_char(o, ' ');
    }
}

typedef struct {
    str cells[COLUMNS];
} line;

static str figure_text(arena *perm, maybe v, shown_unit u, int decimals)
{
    return v.known ? format_in(perm, v.value, u, decimals) : (str){0};
}

/* The columns: metric, n, mean, ± stddev, min, median, max, source line. */
static line line_of(arena *perm, const metric *m)
{
    maybe main = m->mean.known ? m->mean : m->last;
    shown_unit u = unit_for(m->unit, main.known ? main.value : m->max.value);
    double shown = (main.known ? main.value : m->max.value) / u.scale;
    bool whole = str_eq(m->unit, S("1")) && shown == floor(shown); // NOLINT: a count
    int most = num_decimals_for(shown, 5);
    int d = whole && !m->stddev.known ? 0 : decimals_held(m->resolution, u, most);
    bool has_unit = u.name.len > 0 && !str_eq(u.name, S("1"));
    line l = {0};
    l.cells[0] =
        has_unit ? str_fmt(perm, "%.*s [%.*s]", SV(m->name), SV(u.name)) : m->name;
    l.cells[1] = m->n.known ? num_fixed(perm, m->n.value, 0) : (str){0};
    l.cells[2] = figure_text(perm, main, u, d);
    if (m->stddev.known) {
        l.cells[3] = str_fmt(perm, "± %.*s", SV(figure_text(perm, m->stddev, u, d)));
    }
    l.cells[4] = figure_text(perm, m->min, u, d);
    l.cells[5] = figure_text(perm, m->median, u, d);
    l.cells[6] = figure_text(perm, m->max, u, d);
    l.cells[7] = str_fmt(perm, "%td", m->line);
    return l;
}

/* --- the table ------------------------------------------------------------------- */

static const line head = {{STR_INIT("metric"), STR_INIT("n"), STR_INIT("mean"),
                           STR_INIT("stddev"), STR_INIT("min"), STR_INIT("median"),
                           STR_INIT("max"), STR_INIT("line")}};

typedef struct {
    ptrdiff_t width[COLUMNS];
    bool used[COLUMNS];
} columns;

static void measure(columns *c, const line *l, bool is_head)
{
    for (int k = 0; k < COLUMNS; k++) {
        ptrdiff_t w = width_of(l->cells[k]);
        c->width[k] = w > c->width[k] ? w : c->width[k];
        c->used[k] = c->used[k] || (!is_head && l->cells[k].len > 0);
    }
}

static void write_line(out *o, const columns *c, const line *l)
{
    out_str(o, S("  "));
    int last = COLUMNS - 1;
    for (int k = 0; k < COLUMNS; k++) {
        if (!c->used[k]) {
            continue;
        }
        if (k > 0) {
            out_str(o, S("  "));
        }
        if (k == last) {
            out_str(o, l->cells[k]); /* no blanks at the end of a line */
        } else {
            pad(o, l->cells[k], c->width[k], k > 0);
        }
    }
    out_char(o, '\n');
}

static void write_percentiles(out *o, const metric *m, arena scratch)
{
    if (m->percentile_count == 0) {
        return;
    }
    out_fmt(o, "    %.*s:", SV(m->name));
    for (ptrdiff_t i = 0; i < m->percentile_count; i++) {
        arena a = scratch;
        out_fmt(o, "%s p%.15g %.*s", i ? "," : "", m->percentiles[i].p,
                SV(format_value(&a, m->percentiles[i].value, m->unit, 4)));
    }
    out_char(o, '\n');
}

static str one_line(arena *perm, str s)
{
    s = str_replace(perm, s, S("\n"), S("⏎"));
    return str_replace(perm, s, S("\t"), S(" "));
}

static void write_labels(out *o, const result *r, arena scratch)
{
    arena a = scratch;
    str command = r->command.ptr ? one_line(&a, r->command) : S("(command not known)");
    out_fmt(o, "%.*s: %.*s\n", SV(r->tool), SV(command));
    if (r->workload.len || r->variant.len) {
        out_fmt(o, "  %.*s%s%.*s", SV(r->workload),
                r->workload.len && r->variant.len ? " / " : "", SV(r->variant));
        if (r->variant_why.len) {
            out_fmt(o, "  (%.*s)", SV(r->variant_why));
        }
        out_char(o, '\n');
    }
    for (const param *p = r->params; p; p = p->next) {
        out_fmt(o, "%s%.*s=%.*s", p == r->params ? "  " : " ", SV(p->name),
                SV(one_line(&a, p->value)));
    }
    if (r->params) {
        out_char(o, '\n');
    }
    if (r->status != STATUS_OK) {
        out_fmt(o, "  %s: %.*s\n", r->status == STATUS_FAILED ? "FAILED" : "PARTIAL",
                SV(r->status_why));
    }
}

static void write_result(out *o, const result *r, arena scratch)
{
    write_labels(o, r, scratch);
    columns c = {0};
    measure(&c, &head, true);
    for (const metric *m = r->metrics; m; m = m->next) {
        arena a = scratch;
        line l = line_of(&a, m);
        measure(&c, &l, false);
    }
    c.used[0] = true;
    write_line(o, &c, &head);
    for (const metric *m = r->metrics; m; m = m->next) {
        arena a = scratch;
        line l = line_of(&a, m);
        write_line(o, &c, &l);
    }
    for (const metric *m = r->metrics; m; m = m->next) {
        write_percentiles(o, m, scratch);
    }
    for (const threshold *t = r->thresholds; t; t = t->next) {
        out_fmt(o, "    threshold %.*s %.*s: %s\n", SV(t->metric), SV(t->expression),
                t->unjudged ? "outcome not in the file"
                : t->ok     ? "ok"
                            : "CROSSED");
    }
}

void inspect_write_table(out *o, const reading *r, bool with_name, arena scratch)
{
    if (with_name) {
        out_fmt(o, "== %.*s (%.*s)\n\n", SV(r->file), SV(r->format));
    }
    for (const result *item = r->results; item; item = item->next) {
        write_result(o, item, scratch);
        if (item->next || with_name) {
            out_char(o, '\n');
        }
    }
}

/* --- CSV ------------------------------------------------------------------------- */

static void csv_cell(out *o, str s, bool first)
{
    if (!first) {
        out_char(o, ',');
    }
    bool quote = false;
    for (ptrdiff_t i = 0; i < s.len && !quote; i++) {
        quote = strchr(",\"\r\n", s.ptr[i]) != NULL;
    }
    if (!quote) {
        out_str(o, s);
        return;
    }
    out_char(o, '"');
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

void inspect_write_csv_head(out *o)
{
    out_str(
        o,
        S("file,line,tool,command,workload,variant,parameters,status,metric,unit,n,mean,"
          "stddev,median,min,max,sum,last\r\n"));
}

static str params_text(arena *perm, const result *r)
{
    out *o = out_memory(perm);
    for (const param *p = r->params; p; p = p->next) {
        out_fmt(o, "%s%.*s=%.*s", p == r->params ? "" : " ", SV(p->name), SV(p->value));
    }
    return out_text(o);
}

void inspect_write_csv(out *o, const reading *r, arena scratch)
{
    static const char *const states[] = {"ok", "partial", "failed"};
    for (const result *item = r->results; item; item = item->next) {
        for (const metric *m = item->metrics; m; m = m->next) {
            arena a = scratch;
            csv_cell(o, r->file, true);
            out_fmt(o, ",%td", m->line);
            csv_cell(o, item->tool, false);
            csv_cell(o, item->command, false);
            csv_cell(o, item->workload, false);
            csv_cell(o, item->variant, false);
            csv_cell(o, params_text(&a, item), false);
            csv_cell(o, str_from(states[item->status]), false);
            csv_cell(o, m->name, false);
            csv_cell(o, m->unit, false);
            const maybe stats[] = {m->n,   m->mean, m->stddev, m->median,
                                   m->min, m->max,  m->sum,    m->last};
            for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
                csv_number(o, stats[i]);
            }
            out_str(o, S("\r\n"));
        }
    }
}
