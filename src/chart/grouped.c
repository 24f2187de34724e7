#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_spec.h"
#include "chart/kind.h"

/* Workloads × variants: a group of bars a workload below its title, one axis for all, so
 * that lengths compare across groups.
 *
 *                                                       vs native
 *              │ Recursive Fibonacci
 *       native │ ███████████├┤ 15.7 s ± 0.9               1.00×
 *       Docker │ ████████████├┤ 16.3 s ± 0.5              1.04×
 *              │ Matrix product
 *       native │ ███┤ 4.1 s ± 0.1                         1.00×
 *              0      5      10      15 s
 */

enum { GROUP_TITLE = 28, GROUP_GAP = 10, PITCH = 32, BAR = 20 };
enum { NARROW_ROW_PITCH = 50, NARROW_BAR = 16 };

static double row_names_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            w = fmax(w, pen_width(p, spec->panels[i].bars[k].name, LETTER_NAME));
        }
    }
    return fmin(round(w), NAME_MOST);
}

/* Value and spread on one line. */
static double row_words_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            const chart_bar *b = &spec->panels[i].bars[k];
            double value = pen_width(p, b->value_text, LETTER_NAME);
            double spread = pen_width(p, b->spread_text, LETTER_SMALL);
            w = fmax(w, fmin(value, WORD_MOST) + 6 + fmin(spread, WORD_MOST / 2.0));
        }
    }
    return w;
}

typedef struct {
    double names_right; /* 0: names stand above the bars */
    double right;       /* end of values */
    double ratio_right;
    bool two; /* narrow: words in two lines */
} columns;

static void draw_words(const pen *p, const chart_bar *b, double x, double yc)
{
    str value = pen_fit(p, b->value_text, WORD_MOST, LETTER_NAME);
    pen_label(p, x, yc + 4.5, value, LETTER_NAME);
    pen_label(p, x + pen_width(p, value, LETTER_NAME) + 6, yc + 4.5,
              pen_fit(p, b->spread_text, WORD_MOST / 2.0, LETTER_SMALL), LETTER_SMALL);
}

static void wide_row(const pen *p, const scale *x, const columns *c, const chart_bar *b,
                     double yc)
{
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    pen_text(&g, c->names_right, yc + 4.5, pen_fit(p, b->name, NAME_MOST, LETTER_NAME),
             LETTER_NAME, ANCHOR_END);
    if (!bar_has_value(b)) {
        bar_missing_draw(&g, x, c->right, yc, BAR, b);
        return;
    }
    draw_words(&g, b, bar_mark_draw(&g, x, yc, BAR, 1, b) + 10, yc);
    bar_ratio_draw(&g, b, c->ratio_right, yc);
}

static void narrow_row(const pen *p, const scale *x, const chart_spec *spec,
                       const chart_bar *b, double y, bool two)
{
    double yc = y + 26 + (two ? NARROW_SECOND_LINE : 0) + NARROW_BAR / 2.0;
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    narrow_words_draw(&g, spec, b, y, two);
    if (bar_has_value(b)) {
        bar_mark_draw(&g, x, yc, NARROW_BAR, 1, b);
    } else {
        bar_missing_draw(&g, x, p->width, yc + 3, NARROW_BAR + 4, b);
    }
    double zero = scale_zero(x) + 0.5;
    pen_line(&g,
             (segment){zero, yc - NARROW_BAR / 2.0 - 4, zero, yc + NARROW_BAR / 2.0 + 4},
             1.25, PAINT_INK);
}

static double group_height(const chart_panel *panel, double pitch)
{
    return GROUP_TITLE + pitch * (double)panel->bar_count + GROUP_GAP;
}

static double groups_height(const chart_spec *spec, double pitch)
{
    double h = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        h += group_height(&spec->panels[i], pitch);
    }
    return h - GROUP_GAP;
}

static void group_title(const pen *p, const chart_panel *panel, double x, double right,
                        double y)
{
    pen_label(p, x, y + 18, pen_fit(p, panel->title, right - x, LETTER_HEAD),
              LETTER_HEAD);
}

static double draw_wide(const pen *p, const chart_spec *spec)
{
    double ratios = spec_ratio_width(p, spec);
    double x0 = row_names_width(p, spec) + 16;
    columns c = {.names_right = x0 - 16,
                 .ratio_right = p->width,
                 .right = p->width - (ratios > 0 ? ratios + 22 : 0)};
    double top = ratios > 0 ? 20 : 0;
    double bottom = top + groups_height(spec, PITCH) + 4;
    scale x = {.from = x0, .to = c.right - row_words_width(p, spec) - 10};
    ptrdiff_t most;
    if (panels_scale(spec->panels, spec->panel_count, &x, &most)) {
        plot room = {top + GROUP_TITLE - 4, bottom, x0 - 16, c.right};
        axis_draw(p, &x, room, spec->panels[0].unit, most);
    }
    double y = top;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        group_title(p, panel, x0 + 1, c.right, y);
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            double yc = y + GROUP_TITLE + PITCH * ((double)k + 0.5);
            wide_row(p, &x, &c, &panel->bars[k], yc);
        }
        double zero = scale_zero(&x) + 0.5;
        y += group_height(panel, PITCH);
        pen_line(p,
                 (segment){zero, y - GROUP_GAP - PITCH * (double)panel->bar_count, zero,
                           y - GROUP_GAP + 4},
                 1.25, PAINT_INK);
    }
    if (ratios > 0) {
        pen_text(p, p->width, 16, pen_fit(p, spec->ratio_head, 160, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_END);
    }
    return spec_key_draw(p, spec, x0, p->width, bottom + KEY_BELOW);
}

static double draw_narrow(const pen *p, const chart_spec *spec)
{
    bool two = narrow_needs_two_lines(p, spec);
    double pitch = NARROW_ROW_PITCH + (two ? NARROW_SECOND_LINE : 0);
    double bottom = groups_height(spec, pitch);
    scale x = {.to = p->width - 4};
    ptrdiff_t most;
    if (panels_scale(spec->panels, spec->panel_count, &x, &most)) {
        plot room = {GROUP_TITLE + 22, bottom, 0, p->width};
        axis_draw(p, &x, room, spec->panels[0].unit, most);
    }
    double y = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        pen_rect(p, 0, y, p->width, GROUP_TITLE + 4, PAINT_BG);
        group_title(p, panel, 0, p->width, y);
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            narrow_row(p, &x, spec, &panel->bars[k], y + GROUP_TITLE + pitch * (double)k,
                       two);
        }
        y += group_height(panel, pitch);
    }
    return spec_key_draw(p, spec, 0, p->width, bottom + KEY_BELOW - 6);
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    return width != CHART_NARROW ? draw_wide(p, spec) : draw_narrow(p, spec);
}

const kind kind_grouped = {.kind = CHART_GROUPED, .name = "grouped", .draw = draw};
