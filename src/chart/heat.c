#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_spec.h"
#include "chart/kind.h"

/* A table of shades: a row a bar, a column a place of x_ticks; a cell's value is y of the
 * curve's point with that x. Stronger is more, darker by day and lighter by night, in
 * ink, because colour means a variant; each cell has its words. An empty cell is dashed.
 *
 *                4 KiB     64 KiB     1 MiB
 *     volume     ░ 120     ▒ 240      ▓ 620
 *     tmpfs      ▒ 410     ▓ 1,410    █ 2,410
 */

enum { ROW = 34, HEAD = 24, GAP = 2, NAME_LINES = 3, LEADING = 17 };
/* Words are in ink on the lower half of the shades and in the background's colour on the
 * upper; between 0.40 and 0.60 of ink, neither has a contrast of 4.5 in all themes. */
#define LEAST_SHADE  0.06
#define UPPER_SHADES 0.60
#define SHADES       0.34 /* how far each half goes */

typedef struct {
    double left, top;   /* of the first cell */
    double across, row; /* width of a column, height of a row */
    double low, high;
} grid;

static const chart_point *cell_of(const chart_bar *b, double x)
{
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        if (b->curve[i].x == x) {
            return &b->curve[i];
        }
    }
    return NULL;
}

static void value_range(const chart_spec *spec, const chart_panel *panel, grid *g)
{
    g->low = HUGE_VAL;
    g->high = -HUGE_VAL;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        for (ptrdiff_t k = 0; k < spec->x_tick_count; k++) {
            const chart_point *q = cell_of(&panel->bars[i], spec->x_ticks[k].at);
            if (q && q->y.known) {
                range_add(&g->low, &g->high, q->y.value);
            }
        }
    }
    if (panel->zero_based) {
        range_add(&g->low, &g->high, 0);
    }
}

static double shade_of(const grid *g, double v)
{
    double share = g->high > g->low ? (v - g->low) / (g->high - g->low) : 0;
    return share < 0.5 ? LEAST_SHADE + 2 * SHADES * share
                       : UPPER_SHADES + 2 * SHADES * (share - 0.5);
}

static str cell_title(arena *perm, const chart_bar *b, const chart_tick *column,
                      const chart_point *q)
{
    if (q && q->tip.len > 0) {
        return q->tip;
    }
    str value = q && q->y.known ? q->text : S("no result");
    return str_fmt(perm, "%.*s, %.*s: %.*s", SV(b->name), SV(column->text), SV(value));
}

static void draw_cell(const pen *p, const grid *g, double x, double y,
                      const chart_point *q)
{
    double w = g->across - GAP;
    double h = g->row - GAP;
    if (!q || !q->y.known) {
        mark *empty = pen_rect(p, x + 0.5, y + 0.5, w - 1, h - 1, PAINT_NONE);
        empty->stroke = PAINT_MUTED;
        empty->stroke_width = 1;
        empty->dash = 1;
        return;
    }
    double shade = shade_of(g, q->y.value);
    pen_rect(p, x, y, w, h, PAINT_INK)->opacity = shade;
    lettering words = LETTER_SMALL;
    words.paint = shade >= UPPER_SHADES ? PAINT_BG : PAINT_INK;
    str text = pen_fit(p, q->text, w - 6, words);
    if (pen_width(p, text, words) <= w) {
        pen_text(p, x + w / 2, y + h / 2 + 4.5, text, words, ANCHOR_MIDDLE);
    }
}

static void draw_columns(const pen *p, const chart_spec *spec, const grid *g)
{
    pen head = pen_group(p, S("axis"), (str){0});
    for (ptrdiff_t k = 0; k < spec->x_tick_count; k++) {
        double w = g->across - GAP;
        str text = pen_fit(p, spec->x_ticks[k].text, w, LETTER_SMALL);
        if (pen_width(p, text, LETTER_SMALL) <= w) {
            pen_text(&head, g->left + g->across * (double)k + w / 2, g->top - 8, text,
                     LETTER_SMALL, ANCHOR_MIDDLE);
        }
    }
}

/* A name that is too long wraps: cut short, several would read the same. */
static double row_height(const pen *p, const chart_panel *panel, double names)
{
    ptrdiff_t most = 1;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        ptrdiff_t n = pen_lines(p, panel->bars[i].name, names, LETTER_NAME, NAME_LINES);
        most = n > most ? n : most;
    }
    most = most > NAME_LINES ? NAME_LINES : most;
    return fmax(ROW, (double)most * LEADING + 8);
}

static void draw_name(const pen *p, str name, double room, double middle)
{
    str lines[NAME_LINES];
    ptrdiff_t n = pen_wrap(p, name, room, LETTER_NAME, lines, NAME_LINES);
    for (ptrdiff_t i = 0; i < n; i++) {
        double up = ((double)(n - 1) / 2 - (double)i) * LEADING;
        pen_text(p, room, middle + 5 - up, lines[i], LETTER_NAME, ANCHOR_END);
    }
}

/* Returns the y below the panel. */
static double draw_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                         double names, double top)
{
    double right = p->width;
    ptrdiff_t columns = spec->x_tick_count;
    grid g = {.left = names + 12, .top = top + HEAD, .row = row_height(p, panel, names)};
    g.across = (right + GAP - g.left) / (double)(columns > 0 ? columns : 1);
    value_range(spec, panel, &g);
    draw_columns(p, spec, &g);
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        double y = g.top + g.row * (double)i;
        pen row = pen_group(p, S("row"), (str){0});
        draw_name(&row, b->name, names, y + (g.row - GAP) / 2);
        for (ptrdiff_t k = 0; k < columns; k++) {
            const chart_point *q = cell_of(b, spec->x_ticks[k].at);
            pen cell =
                pen_group(&row, S("mark"), cell_title(p->perm, b, &spec->x_ticks[k], q));
            draw_cell(&cell, &g, g.left + g.across * (double)k, y, q);
        }
    }
    return g.top + g.row * (double)panel->bar_count;
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    double right = p->width;
    double most = width != CHART_NARROW ? NAME_MOST : 110;
    double names = fmin(spec_names_width(p, spec) + 1, most); /* it is rounded */
    double y = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        if (spec->panel_count > 1) {
            panel_head_draw(p, &spec->panels[i], names + 12, right, y);
            y += 36;
        }
        y = draw_panel(p, spec, &spec->panels[i], names, y) + 20;
    }
    plot room = {0, y - 20 - 18, names + 12, right};
    double title = axis_title_draw(p, room, spec->x_title, false);
    return y - 20 + title + 8;
}

const kind kind_heat = {.kind = CHART_HEAT, .name = "heat", .draw = draw};
