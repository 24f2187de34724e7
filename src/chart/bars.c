#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_spec.h"
#include "chart/kind.h"

/* Bars, one a variant; one panel a metric.
 *
 * Wide, one panel:                                  Wide, several: the row names once
 *                                      vs native             Requests      Latency
 *         native ███████├█┤   15.7 s    1.00×                higher is …   lower is …
 *    musl binary              ± 0.94                  native ██████├┤ 62k  ███├┤ 3.2 ms
 *         Docker ████████├█┤  16.3 s    1.04×         Docker ███├┤ 38k     █████├┤ 5.2
 *                0    5    10   15 s                         0  20k  40k   0   2   4 ms
 *                ██ mean  ├─┤ ± 1 standard deviation
 *
 * Narrow: the name above its bar, panels below each other:
 *    native  1.00×            15.7 s ± 0.94
 *    ███████████████████████├██┤
 */

/* Each panel has an axis of its own, but small multiples share one. */
static bool own_scale(const chart_spec *spec, const chart_panel *panel, scale *x,
                      ptrdiff_t *tick_most)
{
    return spec->kind == CHART_MULTIPLES
               ? panels_scale(spec->panels, spec->panel_count, x, tick_most)
               : panels_scale(panel, 1, x, tick_most);
}

/* --- wide -----------------------------------------------------------------------------
 */

enum { WIDE_PITCH = 54, WIDE_PITCH_ONE_LINE = 42, WIDE_BAR = 26, PANEL_GAP = 28 };

/* A long column of bars stands closer: it is scanned, and has to fit a page of paper. */
enum { MANY_ROWS = 12, CLOSE_PITCH = 40, CLOSE_PITCH_ONE_LINE = 32 };

static double wide_pitch(const chart_spec *spec)
{
    bool one_line = !spec_has_details(spec) && !spec_has_spreads(spec);
    if (spec_row_count(spec) > MANY_ROWS) {
        return one_line ? CLOSE_PITCH_ONE_LINE : CLOSE_PITCH;
    }
    return one_line ? WIDE_PITCH_ONE_LINE : WIDE_PITCH;
}

/* One panel's place. */
typedef struct {
    double left, right; /* from the axis to the end of its words */
    double words;       /* of that, the width of values */
    double top, bottom; /* of hairlines */
    double pitch;
    double ratio_right; /* 0: no ratio column */
    double name_right;  /* 0: another panel has the names */
} frame;

static void wide_bar(const pen *p, const frame *f, const scale *x, const chart_bar *b,
                     double yc)
{
    if (!bar_has_value(b)) {
        bar_missing_draw(p, x, f->right, yc, WIDE_BAR, b);
        return;
    }
    bar_value_draw(p, b, bar_mark_draw(p, x, yc, WIDE_BAR, 1, b) + 12, yc);
    if (f->ratio_right > 0) {
        bar_ratio_draw(p, b, f->ratio_right, yc);
    }
}

static void wide_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                       const frame *f)
{
    scale x = {.from = f->left, .to = f->right - f->words - 12};
    ptrdiff_t most;
    if (own_scale(spec, panel, &x, &most)) {
        plot room = {f->top, f->bottom, f->left - 16, f->right};
        axis_draw(p, &x, room, panel->unit, most);
    }
    for (ptrdiff_t i = 0; i < spec_row_count(spec); i++) {
        double yc = f->top + 6 + f->pitch * (double)i + f->pitch / 2 - 3;
        bool here = i < panel->bar_count;
        const chart_bar *b = here ? &panel->bars[i] : spec_row(spec, i);
        pen g = pen_group(p, here ? S("mark") : S("label"), bar_title(p->perm, b));
        if (here) {
            wide_bar(&g, f, &x, b, yc);
        }
        if (f->name_right > 0) {
            bar_name_draw(&g, spec_row(spec, i), NAME_MOST, f->name_right, yc);
        }
    }
    double zero = scale_zero(&x) + 0.5;
    pen_line(p, (segment){zero, f->top, zero, f->bottom}, 1.25, PAINT_INK);
}

/* How many panels stand side by side: three at most, each with room for bars; four stand
 * two and two. */
static ptrdiff_t panels_a_line(const chart_spec *spec, double room, double words)
{
    ptrdiff_t all = spec->panel_count;
    for (ptrdiff_t n = all < 3 ? all : 3; n > 1; n--) {
        if ((room - PANEL_GAP * (double)(n - 1)) / (double)n >= words + 12 + 80) {
            ptrdiff_t lines = (all + n - 1) / n;
            return (all + lines - 1) / lines;
        }
    }
    return 1;
}

enum { HEAD_HEIGHT = 50 };

static double draw_wide(const pen *p, const chart_spec *spec)
{
    double names = spec_names_width(p, spec);
    double ratios = spec_ratio_width(p, spec);
    double x0 = names + 16;
    double words = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        words = fmax(words, panel_words_width(p, &spec->panels[i]));
    }
    ptrdiff_t columns = panels_a_line(spec, p->width - x0, words);
    double across = (p->width - x0 - PANEL_GAP * (double)(columns - 1)) / (double)columns;
    bool heads = spec->panel_count > 1;
    frame f = {.words = words,
               .pitch = wide_pitch(spec),
               .ratio_right = ratios > 0 ? p->width : 0};
    double bottom = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        ptrdiff_t column = i % columns;
        double top = column == 0 && i > 0 ? bottom + AXIS_HEIGHT + 24
                     : i == 0             ? 0
                                          : f.top - HEAD_HEIGHT;
        f.left = x0 + (across + PANEL_GAP) * (double)column;
        f.right = ratios > 0 ? p->width - ratios - 22 : f.left + across;
        f.top = top + (heads ? HEAD_HEIGHT : ratios > 0 ? 20 : 4);
        f.bottom = f.top + f.pitch * (double)spec_row_count(spec);
        f.name_right = column == 0 ? x0 - 16 : 0;
        bottom = f.bottom;
        if (heads) {
            panel_head_draw(p, &spec->panels[i], f.left, f.right, top);
        }
        wide_panel(p, spec, &spec->panels[i], &f);
    }
    if (ratios > 0) {
        pen_text(p, p->width, 16, spec->ratio_head, LETTER_SMALL, ANCHOR_END);
    }
    return spec_key_draw(p, spec, x0, p->width, bottom + KEY_BELOW);
}

/* --- narrow ---------------------------------------------------------------------------
 */

enum { NARROW_PITCH = 62, NARROW_BAR = 24 };

/* Returns the plot's bottom. */
static double narrow_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                           double top, bool two)
{
    double pitch = NARROW_PITCH + (two ? NARROW_SECOND_LINE : 0);
    double bottom = top + pitch * (double)panel->bar_count - 2;
    scale x = {.to = p->width - 4};
    ptrdiff_t most;
    if (own_scale(spec, panel, &x, &most)) {
        plot room = {top + pitch - NARROW_PITCH + 22, bottom, 0, p->width};
        axis_draw(p, &x, room, panel->unit, most);
    }
    double zero = scale_zero(&x) + 0.5;
    pen_line(p, (segment){zero, bottom - 12, zero, bottom}, 1.25, PAINT_INK);
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        double y = top + pitch * (double)i;
        double yc = y + pitch - NARROW_PITCH + 26 + NARROW_BAR / 2.0;
        pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
        narrow_words_draw(&g, spec, b, y, two);
        if (bar_has_value(b)) {
            bar_mark_draw(&g, &x, yc, NARROW_BAR, 1, b);
        } else {
            bar_missing_draw(&g, &x, p->width, yc, NARROW_BAR, b);
        }
        pen_line(
            &g,
            (segment){zero, yc - NARROW_BAR / 2.0 - 4, zero, yc + NARROW_BAR / 2.0 + 4},
            1.25, PAINT_INK);
    }
    return bottom;
}

static double draw_narrow(const pen *p, const chart_spec *spec)
{
    bool two = narrow_needs_two_lines(p, spec);
    double bottom = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        double top = i == 0 ? 0 : bottom + AXIS_HEIGHT + 20;
        if (spec->panel_count > 1) {
            panel_head_draw(p, &spec->panels[i], 0, p->width, top);
            top += HEAD_HEIGHT - 10;
        }
        bottom = narrow_panel(p, spec, &spec->panels[i], top, two);
    }
    return spec_key_draw(p, spec, 0, p->width, bottom + KEY_BELOW - 6);
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    return width != CHART_NARROW ? draw_wide(p, spec) : draw_narrow(p, spec);
}

const kind kind_multiples = {.kind = CHART_MULTIPLES, .name = "multiples", .draw = draw};
const kind kind_bars = {.kind = CHART_BARS, .name = "bars", .draw = draw};
