#include "base/base.h"

#include "chart/bar_spec.h"
#include "chart/key.h"
#include "chart/kind.h"
#include "chart/xy.h"

/* Lines over one x axis, a panel a metric, one below the other; names at their ends.
 *
 *   Requests per second                        Three kinds differ in what x is and in how
 *   60k ┈┈┈┈┈╱╲╱╲╱──╲╱── native                points are drawn:
 *   40k ┈┈╱──╲╱╲──╱╲╱╲── Docker                  series   seconds of one run; lines
 *     0 ────────────────                         sweep    a parameter; dots and band
 *       0    10    20 s                          history  runs in order; dots, band,
 * events
 */

typedef struct {
    bool dots;
    double left;  /* of plots */
    double ends;  /* width of the column of names */
    double right; /* of plots */
    scale x;
    bool any;
} layout;

enum { HEAD = 44, GAP = 22, ENDS_WIDE = 150, ENDS_NARROW = 92, DOTS_MOST = 40 };

static double plot_height(const chart_spec *spec, const chart_panel *panel,
                          chart_width width)
{
    double tall = spec->panel_count > 1 ? 120 : width != CHART_NARROW ? 240 : 200;
    return fmax(tall, xy_ends_height(panel->bar_count));
}

static layout plan(const pen *p, const chart_spec *spec, chart_width width)
{
    layout l = {.dots = spec->kind != CHART_SERIES};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        scale y = {0};
        xy_y_range(panel, spec->x_log, &y);
        l.left =
            fmax(l.left, xy_gutter(p, &y, plot_height(spec, panel, width), panel->unit));
        l.ends =
            fmax(l.ends, xy_ends_width(p, panel,
                                       width != CHART_NARROW ? ENDS_WIDE : ENDS_NARROW));
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            l.dots &= panel->bars[k].curve_count <= DOTS_MOST;
        }
    }
    l.right = p->width - l.ends;
    l.any = xy_x_range(spec, &l.x);
    l.x.from = l.left + (l.dots ? 6 : 0);
    l.x.to = l.right - (l.dots ? 6 : 0);
    return l;
}

static void draw_curves(const pen *p, const xy *at, const chart_panel *panel,
                        const layout *l)
{
    line_end *ends = NEW(p->perm, line_end, panel->bar_count);
    ptrdiff_t n = 0;
    for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
        const chart_bar *b = &panel->bars[k];
        if (curve_end(at, b, &ends[n])) {
            pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
            curve_draw(&g, at, b, l->dots);
            n++;
        }
    }
    xy_ends_draw(p, at, ends, n, l->ends);
}

static void draw_x_axis(const pen *p, const chart_spec *spec, const layout *l, plot room)
{
    plot below = {room.bottom + 4, room.bottom, l->left - 16, l->right + l->ends};
    if (spec->x_ticks) {
        axis_draw_given(p, &l->x, below, spec->x_ticks, spec->x_tick_count);
    } else {
        axis_draw(p, &l->x, below, spec->x_unit, 7);
    }
}

static double draw_foot(const pen *p, const chart_spec *spec, const layout *l, plot room)
{
    bool band = false;
    str limit = {0};
    bool between = false;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        if (panel->limit_low.known || panel->limit_high.known) {
            limit = panel->limit_word;
            between = panel->limit_low.known && panel->limit_high.known;
        }
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            for (ptrdiff_t j = 0; j < panel->bars[k].curve_count; j++) {
                band |= panel->bars[k].curve[j].low.known;
            }
        }
    }
    const key_item items[] = {
        {KEY_BAND, band ? spec->spread_word : (str){0}},
        {between ? KEY_BAND : KEY_LIMIT, limit},
    };
    double right = l->right + l->ends;
    return key_draw(p, l->left, right, room.bottom + KEY_BELOW, items, COUNTOF(items))
           + 10;
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    layout l = plan(p, spec, width);
    double y = 0;
    plot room = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        if (spec->panel_count > 1) {
            panel_head_draw(p, panel, l.left, l.right + l.ends, y);
            y += HEAD;
        }
        double tall = plot_height(spec, panel, width);
        xy at = {.x = l.x, .room = {y, y + tall, l.left, l.right}};
        double above = xy_events_height(p, &at, panel);
        at.room.top += above + 6;
        at.room.bottom += above + 6;
        room = at.room;
        if (xy_y_range(panel, spec->x_log, &at.y)) {
            at.y.from = room.bottom;
            at.y.to = room.top;
            xy_ground_draw(p, &at, panel->unit);
            xy_limit_draw(p, &at, panel);
            xy_events_draw(p, &at, panel);
            draw_curves(p, &at, panel, &l);
        } else {
            room.bottom = room.top;
        }
        if (l.any && i == spec->panel_count - 1) {
            draw_x_axis(p, spec, &l, room);
            room.bottom += axis_title_draw(p, (plot){0, room.bottom, l.left, l.right},
                                           spec->x_title, spec->x_log);
            room.bottom += AXIS_HEIGHT;
        }
        y = xy_absent_draw(p, panel, spec->x_log, (plot){0, 0, l.left, l.right + l.ends},
                           room.bottom + 10);
        room.bottom = y - 10;
        y += GAP - 10;
    }
    room.bottom -= l.any ? AXIS_HEIGHT : 0;
    return draw_foot(p, spec, &l, room);
}

const kind kind_series = {.kind = CHART_SERIES, .name = "series", .draw = draw};
const kind kind_sweep = {.kind = CHART_SWEEP, .name = "sweep", .draw = draw};
const kind kind_history = {.kind = CHART_HISTORY, .name = "history", .draw = draw};
