/* Schema broadsheet-compare/1: everything that the table shows, in base units. */
#include "base/base.h"

#include "compare/compare.h"

static void put_str(json_writer *w, const char *key, str s)
{
    json_key(w, str_from(key));
    json_str(w, s);
}

static void put_num(json_writer *w, const char *key, maybe v)
{
    if (v.known) {
        json_key(w, str_from(key));
        json_num(w, v.value);
    }
}

static void put_interval(json_writer *w, const char *key, interval ci)
{
    json_key(w, str_from(key));
    bool indented = w->one_line;
    w->one_line = true;
    json_open(w, '[');
    json_num(w, ci.low);
    json_num(w, ci.high);
    json_close(w, ']');
    w->one_line = indented;
}

static const char *state_name(cell_state s)
{
    switch (s) {
    case CELL_BASELINE:
        return "baseline";
    case CELL_COMPARED:
        return "compared";
    case CELL_ALONE:
        return "no baseline";
    case CELL_NOT_RANKED:
        return "not ranked";
    case CELL_FAILED:
        return "failed";
    case CELL_MISSING:
        return "missing";
    }
    return "";
}

/* Stable names for machines. */
static const char *interval_id(interval_method m)
{
    static const char *const ids[] = {"none", "fieller", "rounding", "bca_medians"};
    _Static_assert(COUNTOF(ids) == INTERVAL_BCA_MEDIANS + 1, "one name each");
    return ids[m];
}

static const char *test_id(test_method m)
{
    static const char *const ids[] = {"none", "welch_t", "mann_whitney_u"};
    _Static_assert(COUNTOF(ids) == TEST_MANN_WHITNEY + 1, "one name each");
    return ids[m];
}

static const char *effect_id(effect_method m)
{
    static const char *const ids[] = {"none", "hedges_g", "cliffs_delta"};
    _Static_assert(COUNTOF(ids) == EFFECT_CLIFF + 1, "one name each");
    return ids[m];
}

/* true: better, false: worse; absent: neither, or not known. */
static void put_better(json_writer *w, const compare_table *t, verdict v)
{
    if ((v == VERDICT_LOWER || v == VERDICT_HIGHER) && t->better != BETTER_UNSTATED) {
        json_key(w, S("better"));
        json_bool(w, (v == VERDICT_HIGHER) == (t->better == BETTER_HIGHER));
    }
}

static void put_versus(json_writer *w, const compare_table *t, const compare_cell *c)
{
    const comparison *v = &c->versus;
    put_num(w, "ratio", v->ratio);
    put_num(w, "ratio_stddev", v->sigma);
    put_str(w, "verdict", str_from(verdict_name(v->verdict)));
    put_better(w, t, v->verdict);
    if (v->why != UNTESTED_NOT) {
        put_str(w, "why", str_from(untested_name(v->why)));
    }
    if (v->interval_by != INTERVAL_NONE) {
        put_interval(w, "interval", v->ci);
        put_str(w, "interval_method", str_from(interval_id(v->interval_by)));
    }
    if (v->p.known) {
        put_num(w, "p", v->p);
        put_num(w, "p_holm", c->p);
        put_str(w, "test", str_from(test_id(v->test)));
    }
    if (v->effect.known) {
        put_num(w, "effect", v->effect);
        put_str(w, "effect_size", str_from(effect_id(v->effect_by)));
    }
    if (v->has_other) {
        json_key(w, v->center == CENTER_MEAN ? S("medians") : S("means"));
        json_open(w, '{');
        put_num(w, "ratio", SOME(v->other_ratio));
        put_interval(w, "interval", v->other_ci);
        put_str(w, "verdict", str_from(verdict_name(v->other_verdict)));
        json_close(w, '}');
    }
}

static void put_cell(json_writer *w, const compare_table *t, const compare_cell *c,
                     str column)
{
    json_open(w, '{');
    put_str(w, "column", column);
    put_str(w, "state", str_from(state_name(c->state)));
    if (c->of->n > 0) {
        put_str(w, "file", c->of->from[0]->file);
        json_key(w, S("line"));
        json_int(w, c->line > 0 ? c->line : c->of->results[0]->line);
        put_str(w, "tool", c->of->results[0]->tool);
    }
    put_num(w, "value", c->value);
    put_num(w, "n", c->side.n);
    put_num(w, "stddev", c->side.stddev);
    if (c->state == CELL_COMPARED) {
        put_versus(w, t, c);
    } else if (c->why.len > 0) {
        put_str(w, "why", c->why);
    }
    if (c->over_gate) {
        put_str(w, "fails", c->gate_why);
    }
    if (c->note.len > 0) {
        put_str(w, "note", c->note);
    }
    json_close(w, '}');
}

static void put_geomeans(json_writer *w, const compared *c, const compare_table *t)
{
    json_key(w, S("geometric_means"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < c->of->column_count; i++) {
        if (t->geomeans[i].k > 0) {
            json_open(w, '{');
            put_str(w, "column", c->of->columns[i]);
            put_num(w, "ratio", SOME(t->geomeans[i].value));
            json_key(w, S("of"));
            json_int(w, t->geomeans[i].k);
            json_key(w, S("rows"));
            json_int(w, t->geomeans[i].m);
            json_close(w, '}');
        }
    }
    json_close(w, ']');
}

static void put_table(json_writer *w, const compared *c, const compare_table *t)
{
    static const char *const directions[] = {NULL, "lower", "higher"};
    json_open(w, '{');
    put_str(w, "metric", t->metric);
    put_str(w, "stat", t->stat.len > 0 ? t->stat : S("mean"));
    put_str(w, "unit", t->unit);
    put_str(w, "better", str_from(directions[t->better]));
    json_key(w, S("rows"));
    json_open(w, '[');
    for (ptrdiff_t r = 0; r < t->row_count; r++) {
        json_open(w, '{');
        str name = c->of->rows[t->rows[r]];
        put_str(w, "name", name.len > 0 ? name : (str){0});
        json_key(w, S("cells"));
        json_open(w, '[');
        for (ptrdiff_t i = 0; i < c->of->column_count; i++) {
            put_cell(w, t, &t->cells[r * c->of->column_count + i], c->of->columns[i]);
        }
        json_close(w, ']');
        json_close(w, '}');
    }
    json_close(w, ']');
    put_geomeans(w, c, t);
    json_close(w, '}');
}

void compare_write_json(out *o, const compared *c)
{
    json_writer w = {.o = o};
    json_open(&w, '{');
    put_str(&w, "schema", S("broadsheet-compare/1"));
    put_str(&w, "baseline", c->of->columns[c->baseline]);
    put_num(&w, "practical_limit", SOME(c->limit));
    json_key(&w, S("tests"));
    json_int(&w, c->tests);
    json_key(&w, S("failures"));
    json_int(&w, c->over_gate);
    json_key(&w, S("metrics"));
    json_open(&w, '[');
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        put_table(&w, c, &c->tables[i]);
    }
    json_close(&w, ']');
    json_close(&w, '}');
    out_char(o, '\n');
}
