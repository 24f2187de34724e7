#include "base/base.h"

#include "base/utf8.h"
#include "cli/history_show.h"
#include "report/format.h"

/* --- a table --------------------------------------------------------------------- */

static ptrdiff_t width_of(str s)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        n += (s.ptr[i] & 0xC0) != 0x80;
    }
    return n;
}

static void column(out *o, str s, ptrdiff_t width)
{
    out_str(o, s);
    for (ptrdiff_t i = width_of(s); i < width; i++) {
        out_char(o, ' ');
    }
}

static void write_name(out *o, const history_line *l)
{
    out_fmt(o, "%.*s/%.*s@%.*s", SV(l->workload), SV(l->variant), SV(l->tool));
    if (l->params.len > 0) {
        out_fmt(o, "?%.*s", SV(l->params));
    }
    out_fmt(o, " %.*s%s%.*s", SV(l->metric), l->stat.len ? "." : "", SV(l->stat));
    if (l->estimator.len > 0) {
        out_fmt(o, " [%.*s]", SV(l->estimator));
    }
    if (l->machine.len > 0) {
        out_fmt(o, ", on %.*s", SV(l->machine));
    }
    if (l->better_word.len > 0) {
        out_fmt(o, " (%.*s is better)", SV(l->better_word));
    }
    out_char(o, '\n');
    if (l->command.len > 0) {
        out_fmt(o, "  %.*s\n", SV(l->command));
    }
}

static str value_text(arena *perm, const history_line *l, const history_point *p)
{
    str value = format_value(perm, p->value, l->unit, 4);
    if (p->stddev.known && p->stddev.value > 0) {
        shown_unit u = unit_for(l->unit, p->value);
        str spread = format_in(perm, p->stddev.value, u, 2);
        return str_fmt(perm, "%.*s ± %.*s", SV(value), SV(spread));
    }
    return p->repeats > 1 ? str_fmt(perm, "%.*s (middle of %td)", SV(value), p->repeats)
                          : value;
}

static const history_change *change_at(const history_line *l, ptrdiff_t at)
{
    for (ptrdiff_t i = 0; i < l->change_count; i++) {
        if (l->changes[i].at == at) {
            return &l->changes[i];
        }
    }
    return NULL;
}

static const char *verdict(const history_change *c)
{
    return !c->practical                ? "too small to matter"
           : c->side == BETTER_UNSTATED ? (c->after > c->before ? "higher" : "lower")
           : c->worse                   ? "worse"
                                        : "better";
}

static void write_change(out *o, arena *scratch, const history_line *l,
                         const history_change *c)
{
    str before = format_value(scratch, c->before, l->unit, 4),
        after = format_value(scratch, c->after, l->unit, 4);
    out_fmt(o, "  -- %s: %.*s, before %.*s", verdict(c), SV(after), SV(before));
    if (c->before != 0) { // NOLINT: division
        out_fmt(o, " (%.*s", SV(format_change(scratch, c->after / c->before - 1)));
        out_fmt(o, ", %.*s)", SV(format_p(scratch, c->p)));
    }
    out_char(o, '\n');
}

static void write_line(out *o, const history_line *l, arena scratch)
{
    ptrdiff_t wide = 0, value = 0;
    for (ptrdiff_t i = 0; i < l->count; i++) {
        arena tmp = scratch;
        ptrdiff_t r = width_of(l->points[i].run->id),
                  v = width_of(value_text(&tmp, l, &l->points[i]));
        wide = r > wide ? r : wide;
        value = v > value ? v : value;
    }
    write_name(o, l);
    for (ptrdiff_t i = 0; i < l->count; i++) {
        arena tmp = scratch;
        const history_point *p = &l->points[i];
        const history_change *c = change_at(l, i);
        if (c) {
            write_change(o, &tmp, l, c);
        }
        out_fmt(o, "  %.*s  ", SV(str_take(p->run->date, 10)));
        column(o, p->run->id, wide);
        out_str(o, S("  "));
        column(o, value_text(&tmp, l, p), value);
        out_fmt(o, "  %.*s", SV(str_take(p->result, 12)));
        if (p->run->tags.len > 0) {
            out_fmt(o, "  %.*s", SV(p->run->tags));
        }
        if (p->mark.len > 0) {
            out_fmt(o, "  [%.*s]", SV(p->mark));
        }
        if (p->left_out.len > 0) {
            out_fmt(o, "  (left out: %.*s)", SV(p->left_out));
        }
        out_char(o, '\n');
    }
}

void history_write_table(out *o, const history *h, arena scratch)
{
    for (const history_line *l = h->lines; l; l = l->next) {
        write_line(o, l, scratch);
        if (l->next) {
            out_char(o, '\n');
        }
    }
}

/* --- JSON ------------------------------------------------------------------------ */

static void member(json_writer *w, str key, str value)
{
    json_key(w, key);
    json_str(w, value);
}

static void number(json_writer *w, str key, maybe v)
{
    if (v.known) {
        json_key(w, key);
        json_num(w, v.value);
    }
}

static void write_point(json_writer *w, const history_point *p)
{
    json_open(w, '{');
    member(w, S("run"), p->run->id);
    member(w, S("date"), p->run->date);
    json_key(w, S("value"));
    json_num(w, p->value);
    number(w, S("n"), p->n);
    number(w, S("stddev"), p->stddev);
    json_key(w, S("results"));
    json_int(w, p->repeats);
    member(w, S("result"), p->result);
    if (p->run->tags.len > 0) {
        member(w, S("tags"), p->run->tags);
    }
    if (p->tool_version.len > 0) {
        member(w, S("tool_version"), p->tool_version);
    }
    if (p->mark.len > 0) {
        member(w, S("mark"), p->mark);
    }
    if (p->left_out.len > 0) {
        member(w, S("left_out"), p->left_out);
    }
    json_close(w, '}');
}

static void write_json_change(json_writer *w, const history_line *l,
                              const history_change *c)
{
    json_open(w, '{');
    member(w, S("run"), l->points[c->at].run->id);
    member(w, S("date"), l->points[c->at].run->date);
    json_key(w, S("point"));
    json_int(w, c->at);
    json_key(w, S("before"));
    json_num(w, c->before);
    json_key(w, S("after"));
    json_num(w, c->after);
    json_key(w, S("p"));
    json_num(w, c->p);
    member(w, S("verdict"), c->practical ? str_from(verdict(c)) : S("small"));
    json_close(w, '}');
}

static void write_json_line(json_writer *w, const history_line *l)
{
    json_open(w, '{');
    member(w, S("series"), l->id);
    member(w, S("workload"), l->workload);
    member(w, S("variant"), l->variant);
    member(w, S("tool"), l->tool);
    member(w, S("command"), l->command.len > 0 ? l->command : (str){0});
    member(w, S("parameters"), l->params);
    member(w, S("metric"), l->metric);
    if (l->estimator.len > 0) {
        member(w, S("estimator"), l->estimator);
    }
    member(w, S("unit"), l->unit);
    member(w, S("better"), l->better_word);
    member(w, S("machine"), l->machine);
    json_key(w, S("points"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < l->count; i++) {
        write_point(w, &l->points[i]);
    }
    json_close(w, ']');
    json_key(w, S("changes"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < l->change_count; i++) {
        write_json_change(w, l, &l->changes[i]);
    }
    json_close(w, ']');
    json_close(w, '}');
}

void history_write_json(out *o, const history *h, const history_query *q)
{
    json_writer w = {.o = o};
    json_open(&w, '{');
    member(&w, S("schema"), S("broadsheet-history/1"));
    member(&w, S("study"), q->of_study);
    member(&w, S("stat"), q->stat.len > 0 ? q->stat : S("mean"));
    json_key(&w, S("undated_runs"));
    json_int(&w, h->undated);
    json_key(&w, S("lines"));
    json_open(&w, '[');
    for (const history_line *l = h->lines; l; l = l->next) {
        write_json_line(&w, l);
    }
    json_close(&w, ']');
    json_close(&w, '}');
    out_char(o, '\n');
}
