#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_spec.h"
#include "chart/key.h"
#include "chart/kind.h"

/* Ratios to a baseline with their intervals, on a log axis, where half as fast lies as
 * far from 1 as twice as fast.
 *
 *                              ▒│▒
 *       Docker                 ▒├●──┤                     1.04×
 *    published port            ▒│▒                 0.99 to 1.09
 *         WASM                 ▒│▒            ├──●──┤     1.50×
 *                      0.5      1                 1.5      2
 */

enum { PITCH = 46, NARROW_PITCH = 64, GROUP_TITLE = 30, GROUP_GAP = 8 };
enum { REASON = 26 }; /* height of the outline where there is no ratio */

static bool ratio_known(const chart_bar *b)
{
    return b->value.known && b->value.value > 0;
}

/* A ratio that isn't above zero has no place on a log axis. */
static void add_ratio(scale *x, maybe ratio)
{
    if (ratio.known && ratio.value > 0) {
        range_add(&x->low, &x->high, ratio.value);
    }
}

static void ratio_range(const chart_spec *spec, scale *x)
{
    x->low = x->high = 1;
    x->log = true;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            const chart_bar *b = &panel->bars[k];
            add_ratio(x, b->value);
            add_ratio(x, ratio_known(b) ? b->min : (maybe){0});
            add_ratio(x, ratio_known(b) ? b->max : (maybe){0});
        }
        add_ratio(x, panel->limit_low);
        add_ratio(x, panel->limit_high);
    }
    double margin = fmax(pow(x->high / x->low, 0.05), 1.01);
    x->low /= margin;
    x->high *= margin;
}

static double words_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        w = fmax(w, panel_words_width(p, &spec->panels[i]));
    }
    return w;
}

/* The caps stand out above and below the dot, so that a narrow interval is seen, too. */
static void draw_dot(const pen *p, const scale *x, double y, const chart_bar *b)
{
    enum { RADIUS = 5, CAP = 7 };
    bool interval = b->min.known && b->max.known && b->min.value > 0;
    double from = interval ? scale_at(x, b->min.value) : 0;
    double to = interval ? scale_at(x, b->max.value) : 0;
    if (interval) {
        pen_line(p, (segment){from, y, to, y}, 2, PAINT_INK);
    }
    pen_circle(p, scale_at(x, b->value.value), y, RADIUS, (paint)(PAINT_ROLE + b->role));
    if (interval) {
        pen_line(p, (segment){from, y - CAP, from, y + CAP}, 2, PAINT_INK);
        pen_line(p, (segment){to, y - CAP, to, y + CAP}, 2, PAINT_INK);
    }
}

static void wide_row(const pen *p, const scale *x, const chart_bar *b, double yc)
{
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    bar_name_draw(&g, b, NAME_MOST, x->from - 16, yc);
    if (!ratio_known(b)) {
        bar_missing_draw(&g, x, p->width, yc, REASON, b);
        return;
    }
    draw_dot(&g, x, yc, b);
    bar_words_draw(&g, b, p->width, yc);
}

static void narrow_row(const pen *p, const scale *x, const chart_spec *spec,
                       const chart_bar *b, double y, bool two)
{
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    narrow_words_draw(&g, spec, b, y, two);
    double yc = y + 38 + (two ? NARROW_SECOND_LINE : 0);
    if (ratio_known(b)) {
        draw_dot(&g, x, yc, b);
    } else {
        bar_missing_draw(&g, x, p->width, yc, REASON, b);
    }
}

/* The practical limit behind the rows of one panel, and the line at 1. */
static void draw_ground(const pen *p, const scale *x, const chart_panel *panel,
                        double top, double bottom)
{
    pen g = pen_group(p, S("axis"), panel->limit_word);
    if (panel->limit_low.known && panel->limit_high.known && panel->limit_low.value > 0
        && panel->limit_high.value > panel->limit_low.value) {
        double from = scale_at(x, panel->limit_low.value);
        double to = scale_at(x, panel->limit_high.value);
        pen_rect(&g, from, top, to - from, bottom - top, PAINT_MUTED)->opacity =
            BAND_OPACITY;
    }
    double one = round(scale_at(x, 1)) + 0.5;
    pen_line(&g, (segment){one, top, one, bottom}, 1.25, PAINT_INK);
}

static double plot_height(const chart_spec *spec, double pitch)
{
    double h = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        h += (spec->panel_count > 1 ? GROUP_TITLE + GROUP_GAP : 0)
             + pitch * (double)spec->panels[i].bar_count;
    }
    return h + 6;
}

/* Returns the chart's height: axis title and key below the plot. */
static double draw_foot(const pen *p, const chart_spec *spec, plot room)
{
    double title = axis_title_draw(p, room, spec->x_title, true);
    const chart_panel *first = &spec->panels[0];
    const key_item items[] = {
        {KEY_DOT, spec->mean_word},
        {KEY_WHISKER, spec->spread_word},
        {KEY_BAND, first->limit_low.known ? first->limit_word : (str){0}},
    };
    return key_draw(p, room.left, room.right, room.bottom + KEY_BELOW + title, items,
                    COUNTOF(items))
           + 10;
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    bool wide = width != CHART_NARROW;
    bool two = !wide && narrow_needs_two_lines(p, spec);
    double pitch = wide ? PITCH : NARROW_PITCH + (two ? NARROW_SECOND_LINE : 0);
    double left = wide ? spec_names_width(p, spec) + 16 : 0;
    scale x = {.from = left, .to = p->width - (wide ? words_width(p, spec) + 24 : 0)};
    ratio_range(spec, &x);
    plot room = {wide ? 0 : 22, plot_height(spec, pitch), left, p->width};
    axis_draw(p, &x, room, spec->x_unit, 7);
    double y = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        if (spec->panel_count > 1) {
            pen_rect(p, left, y, room.right - left, GROUP_TITLE + (wide ? 0 : 4),
                     PAINT_BG);
            pen_text(p, left, y + 18,
                     pen_fit(p, panel->title, room.right - left, LETTER_HEAD),
                     LETTER_HEAD, ANCHOR_START);
            y += GROUP_TITLE;
        }
        double end = y + pitch * (double)panel->bar_count;
        draw_ground(p, &x, panel, wide ? y : y + 22,
                    i == spec->panel_count - 1 ? room.bottom : end);
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            if (wide) {
                wide_row(p, &x, &panel->bars[k], y + pitch / 2);
            } else {
                narrow_row(p, &x, spec, &panel->bars[k], y, two);
            }
            y += pitch;
        }
        y += GROUP_GAP;
    }
    return draw_foot(p, spec, room);
}

const kind kind_ratios = {.kind = CHART_RATIOS, .name = "ratios", .draw = draw};
