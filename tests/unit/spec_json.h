/* spec_json.h - a chart_spec as JSON, for tests and tests/tools/draw_spec.c.
 *
 *   {"kind": "bars", "title": "...", "ratio_head": "vs native", "mean_word": "mean",
 *    "panels": [{"unit": "s", "bars": [{"name": "Docker", "role": "docker",
 *                "value": 16.3, "stddev": 0.47, "value_text": "16.3 s"}]}]}
 *
 * Names are those of report.h. A kind or role that doesn't exist ends the program. */
#ifndef TESTS_SPEC_JSON_H
#define TESTS_SPEC_JSON_H

#include "base/base.h"

#include "base/json.h"
#include "chart/chart.h"

static inline str spec_str(const json *o, str key)
{
    const json *v = json_get(o, key);
    return v && v->kind == JSON_STRING ? v->text : (str){0};
}

static inline maybe spec_num(const json *o, str key)
{
    const json *v = json_get(o, key);
    return v && v->kind == JSON_NUMBER ? SOME(v->num) : (maybe){0};
}

static inline role spec_role(const json *o, str key)
{
    str name = spec_str(o, key);
    for (int r = 0; r < ROLE_COUNT; r++) {
        if (name.len == 0 || str_eq(name, str_from(role_name((role)r)))) {
            return (role)r;
        }
    }
    fprintf(stderr, "no role '%.*s'\n", SV(name));
    exit(2);
}

static inline double *spec_numbers(arena *perm, const json *o, str key, ptrdiff_t *count)
{
    const json *list = json_get(o, key);
    *count = list ? list->count : 0;
    double *numbers = NEW(perm, double, *count);
    ptrdiff_t i = 0;
    for (const json *v = list ? list->first : NULL; v; v = v->next) {
        numbers[i++] = v->num;
    }
    return *count > 0 ? numbers : NULL;
}

/* [[x, y], [x, y, low, high], [x, null], …]; a fifth element is the text. */
static inline chart_point *spec_curve(arena *perm, const json *o, ptrdiff_t *count)
{
    const json *list = json_get(o, S("curve"));
    *count = list ? list->count : 0;
    chart_point *points = NEW(perm, chart_point, *count);
    ptrdiff_t i = 0;
    for (const json *v = list ? list->first : NULL; v; v = v->next, i++) {
        maybe *to[] = {NULL, &points[i].y, &points[i].low, &points[i].high};
        points[i].x = v->first->num;
        int k = 1;
        for (const json *n = v->first->next; n; n = n->next, k++) {
            if (n->kind == JSON_STRING) {
                points[i].text = n->text;
            } else if (n->kind == JSON_NUMBER && k < COUNTOF(to)) {
                *to[k] = SOME(n->num);
            }
        }
    }
    return *count > 0 ? points : NULL;
}

/* [[12.5, "words"], …] */
static inline chart_tick *spec_ticks(arena *perm, const json *o, str key,
                                     ptrdiff_t *count)
{
    const json *list = json_get(o, key);
    *count = list ? list->count : 0;
    chart_tick *t = NEW(perm, chart_tick, *count);
    ptrdiff_t i = 0;
    for (const json *v = list ? list->first : NULL; v; v = v->next, i++) {
        t[i] = (chart_tick){v->first->num, v->first->next->text};
    }
    return *count > 0 ? t : NULL;
}

static inline chart_bar spec_bar(arena *perm, const json *o)
{
    chart_bar b = {
        .name = spec_str(o, S("name")),
        .detail = spec_str(o, S("detail")),
        .role = spec_role(o, S("role")),
        .edge = spec_role(o, S("edge")),
        .shade = (int)spec_num(o, S("shade")).value,
        .value = spec_num(o, S("value")),
        .stddev = spec_num(o, S("stddev")),
        .min = spec_num(o, S("min")),
        .max = spec_num(o, S("max")),
        .value_text = spec_str(o, S("value_text")),
        .spread_text = spec_str(o, S("spread_text")),
        .ratio_text = spec_str(o, S("ratio_text")),
        .missing = spec_str(o, S("missing")),
        .tip = spec_str(o, S("tip")),
        .baseline = json_get(o, S("baseline")) != NULL,
    };
    b.curve = spec_curve(perm, o, &b.curve_count);
    b.points = spec_numbers(perm, o, S("points"), &b.point_count);
    return b;
}

static inline chart_panel spec_panel(arena *perm, const json *o)
{
    const json *bars = json_get(o, S("bars"));
    chart_panel p = {
        .title = spec_str(o, S("title")),
        .direction = spec_str(o, S("direction")),
        .unit = spec_str(o, S("unit")),
        .bars = NEW(perm, chart_bar, bars ? bars->count : 0),
        .zero_based = json_get(o, S("zero_based")) != NULL,
        .limit_low = spec_num(o, S("limit_low")),
        .limit_high = spec_num(o, S("limit_high")),
        .limit_word = spec_str(o, S("limit_word")),
    };
    p.events = spec_ticks(perm, o, S("events"), &p.event_count);
    for (const json *v = bars ? bars->first : NULL; v; v = v->next) {
        p.bars[p.bar_count++] = spec_bar(perm, v);
    }
    return p;
}

static inline chart_spec spec_from_json(arena *perm, const json *o)
{
    const json *panels = json_get(o, S("panels"));
    chart_spec s = {
        .panels = NEW(perm, chart_panel, panels ? panels->count : 0),
        .ratio_head = spec_str(o, S("ratio_head")),
        .mean_word = spec_str(o, S("mean_word")),
        .spread_word = spec_str(o, S("spread_word")),
        .range_word = spec_str(o, S("range_word")),
        .point_word = spec_str(o, S("point_word")),
        .x_title = spec_str(o, S("x_title")),
        .x_unit = spec_str(o, S("x_unit")),
        .x_log = json_get(o, S("x_log")) != NULL,
    };
    s.x_ticks = spec_ticks(perm, o, S("x_ticks"), &s.x_tick_count);
    if (!chart_kind_from(spec_str(o, S("kind")), &s.kind)) {
        fprintf(stderr, "no chart kind '%.*s'\n", SV(spec_str(o, S("kind"))));
        exit(2);
    }
    for (const json *v = panels ? panels->first : NULL; v; v = v->next) {
        s.panels[s.panel_count++] = spec_panel(perm, v);
    }
    return s;
}

#endif
