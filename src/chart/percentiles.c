#include "base/base.h"

#include "chart/bar_spec.h"
#include "chart/key.h"
#include "chart/kind.h"
#include "chart/xy.h"

/* Latency by percentile: x is drawn by how rare a slower answer is, so that 99, 99.9 and
 * 99.99% lie equally far apart. Only stated percentiles are dots; lines between them
 * guide the eye.
 *
 *   40 ms                    ╱● Docker
 *   20              ●──────●╱
 *    0 ●────●────●──────────── native
 *     50%  75   90    99   99.9
 */

enum { ENDS_WIDE = 150, ENDS_NARROW = 92, HEAD = 44 };

/* 50 -> 0.30, 90 -> 1, 99 -> 2, 99.9 -> 3: minus the exponent of what is slower. */
static double rarity(double percent)
{
    return -log10(1 - percent / 100);
}

static bool is_inside(const chart_point *q)
{
    return q->x >= 0 && q->x < 100;
}

static chart_bar bar_to_rarities(arena *perm, const chart_bar *stated)
{
    chart_bar b = *stated;
    chart_point *curve = NEW(perm, chart_point, b.curve_count);
    b.curve = curve;
    b.curve_count = 0;
    for (ptrdiff_t i = 0; i < stated->curve_count; i++) {
        if (is_inside(&stated->curve[i])) {
            curve[b.curve_count] = stated->curve[i];
            curve[b.curve_count++].x = rarity(stated->curve[i].x);
        }
    }
    return b;
}

/* The spec with x as rarities; what isn't in 0 ≤ p < 100 is left out. */
static chart_spec to_rarities(arena *perm, const chart_spec *spec)
{
    chart_spec s = *spec;
    s.x_log = false;
    s.panels = NEW(perm, chart_panel, spec->panel_count);
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        chart_panel *panel = &s.panels[i];
        *panel = spec->panels[i];
        panel->bars = NEW(perm, chart_bar, panel->bar_count);
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            panel->bars[k] = bar_to_rarities(perm, &spec->panels[i].bars[k]);
        }
    }
    return s;
}

/* Returns how many of the usual percentiles lie within x. */
static ptrdiff_t usual_ticks(const scale *x, chart_tick *ret)
{
    static const struct {
        double percent;
        const char *text;
    } usual[] = {
        {0, "0"},           {50, "50"},          {75, "75"},     {90, "90"},
        {95, "95"},         {99, "99"},          {99.9, "99.9"}, {99.99, "99.99"},
        {99.999, "99.999"}, {99.9999, "99.9999"}};
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(usual); i++) {
        double at = rarity(usual[i].percent);
        if (at >= x->low - 1e-9 && at <= x->high + 1e-9) {
            ret[n++] = (chart_tick){at, str_from(usual[i].text)};
        }
    }
    return n;
}

static void draw_x_axis(const pen *p, const scale *x, plot room)
{
    chart_tick at[MAX_TICKS];
    ptrdiff_t n = usual_ticks(x, at);
    if (n > 0) {
        at[n - 1].text = axis_with_unit(p->perm, at[n - 1].text, S("%"));
        axis_draw_given(p, x, room, at, n);
    }
}

typedef struct {
    scale x;
    double left, right, ends;
} columns;

static plot draw_panel(const pen *p, const chart_panel *panel, const columns *c,
                       double top, double tall)
{
    xy at = {.x = c->x, .room = {top + 6, top + 6 + tall, c->left, c->right}};
    if (!xy_y_range(panel, false, &at.y)) {
        return (plot){top, top, c->left, c->right};
    }
    at.y.from = at.room.bottom;
    at.y.to = at.room.top;
    xy_ground_draw(p, &at, panel->unit);
    xy_limit_draw(p, &at, panel);
    draw_x_axis(
        p, &c->x,
        (plot){at.room.bottom + 4, at.room.bottom, c->left - 16, c->right + c->ends});
    line_end *ends = NEW(p->perm, line_end, panel->bar_count);
    ptrdiff_t n = 0;
    for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
        if (curve_end(&at, &panel->bars[k], &ends[n])) {
            pen g = pen_group(p, S("mark"), bar_title(p->perm, &panel->bars[k]));
            curve_draw(&g, &at, &panel->bars[k], panel->bars[k].curve_count <= 40);
            n++;
        }
    }
    xy_ends_draw(p, &at, ends, n, c->ends);
    at.room.bottom += AXIS_HEIGHT;
    return at.room;
}

static double panel_height(const chart_panel *panel, chart_width width)
{
    return fmax(width != CHART_NARROW ? 240 : 200, xy_ends_height(panel->bar_count));
}

static columns plan(const pen *p, const chart_spec *spec, chart_width width)
{
    columns c = {0};
    bool wide = width != CHART_NARROW;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        scale y = {0};
        xy_y_range(panel, false, &y);
        c.left = fmax(c.left, xy_gutter(p, &y, panel_height(panel, width), panel->unit));
        c.ends = fmax(c.ends, xy_ends_width(p, panel, wide ? ENDS_WIDE : ENDS_NARROW));
    }
    c.right = p->width - c.ends;
    xy_x_range(spec, &c.x);
    c.x.from = c.left + 6;
    c.x.to = c.right - 6;
    return c;
}

static double draw(const pen *p, const chart_spec *stated, chart_width width)
{
    chart_spec spec = to_rarities(p->perm, stated);
    columns c = plan(p, &spec, width);
    plot room = {0};
    str limit = {0};
    for (ptrdiff_t i = 0; i < spec.panel_count; i++) {
        const chart_panel *panel = &spec.panels[i];
        double top = i == 0 ? 0 : room.bottom + 16;
        if (spec.panel_count > 1) {
            panel_head_draw(p, panel, c.left, c.right + c.ends, top);
            top += HEAD;
        }
        room = draw_panel(p, panel, &c, top, panel_height(panel, width));
        limit =
            panel->limit_low.known || panel->limit_high.known ? panel->limit_word : limit;
        if (i == spec.panel_count - 1) {
            room.bottom += axis_title_draw(
                p, (plot){0, room.bottom - AXIS_HEIGHT, c.left, c.right + c.ends},
                stated->x_title, false);
        }
        room.bottom =
            xy_absent_draw(p, panel, false, (plot){0, 0, c.left, c.right + c.ends},
                           room.bottom + 8)
            - 8;
    }
    const key_item items[] = {{KEY_DOT, spec.mean_word}, {KEY_LIMIT, limit}};
    return key_draw(p, c.left, c.right + c.ends, room.bottom + KEY_BELOW - AXIS_HEIGHT,
                    items, COUNTOF(items))
           + 10;
}

const kind kind_percentiles = {
    .kind = CHART_PERCENTILES, .name = "percentiles", .draw = draw};
