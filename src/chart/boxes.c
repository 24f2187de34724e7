#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_spec.h"
#include "chart/key.h"
#include "chart/kind.h"
#include "chart/samples.h"

/* The distribution of single runs: a box over the middle half with its median, lines to
 * the last run within 1.5 times the box, dots beyond; all runs below it where there are
 * few. From fewer than five runs no box: the dots say all there is.
 *
 *       native      ├──▐█│██▌────┤  ∘                15.7 s
 *  musl binary        · ·· ··· · ·  ·                ± 0.94
 */

enum { PITCH = 56, NARROW_PITCH = 74, BOX = 16, BOX_LEAST = 5, STRIP_MOST = 50 };

/* What is drawn, for the key. */
typedef struct {
    bool box, strip, range;
} box_parts;

static bool has_samples(const chart_bar *b)
{
    return b->points && b->point_count > 0;
}

/* Grows the range by what is drawn of b. */
static bool box_range(const chart_bar *b, scale *x)
{
    if (has_samples(b)) {
        for (ptrdiff_t i = 0; i < b->point_count; i++) {
            range_add(&x->low, &x->high, b->points[i]);
        }
        return true;
    }
    const maybe ends[] = {b->value, b->min, b->max};
    for (int i = 0; b->value.known && i < 3; i++) {
        if (ends[i].known) {
            range_add(&x->low, &x->high, ends[i].value);
        }
    }
    return b->value.known;
}

/* False: nothing was measured. */
static bool panel_range(const chart_panel *panel, scale *x)
{
    bool any = false;
    x->low = panel->zero_based ? 0 : HUGE_VAL;
    x->high = panel->zero_based ? 0 : -HUGE_VAL;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        any |= box_range(&panel->bars[i], x);
    }
    if (!any) {
        x->low = 0;
        x->high = 1;
        return false;
    }
    scale_widen(x, panel->zero_based);
    return true;
}

static void draw_dots(const pen *p, const scale *x, double y, double r,
                      const chart_bar *b)
{
    for (ptrdiff_t i = 0; i < b->point_count; i++) {
        pen_circle(p, scale_at(x, b->points[i]), y, r, PAINT_INK);
    }
}

static void draw_box(const pen *p, const scale *x, double y, const chart_bar *b)
{
    sorted s = samples_sort(p->perm, b->points, b->point_count);
    double q1 = sorted_quantile(s, 0.25);
    double q3 = sorted_quantile(s, 0.75);
    double reach = 1.5 * (q3 - q1);
    ptrdiff_t first = 0;
    ptrdiff_t last = s.n - 1;
    for (; s.values[first] < q1 - reach; first++) {
        pen_circle(p, scale_at(x, s.values[first]), y, 2.25, PAINT_INK);
    }
    for (; s.values[last] > q3 + reach; last--) {
        pen_circle(p, scale_at(x, s.values[last]), y, 2.25, PAINT_INK);
    }
    double from = scale_at(x, s.values[first]);
    double to = scale_at(x, s.values[last]);
    pen_line(p, (segment){from, y, to, y}, 1.25, PAINT_INK);
    pen_line(p, (segment){from, y - 4, from, y + 4}, 1.25, PAINT_INK);
    pen_line(p, (segment){to, y - 4, to, y + 4}, 1.25, PAINT_INK);
    double width = scale_at(x, q3) - scale_at(x, q1);
    double left = width < 3 ? scale_at(x, q1) + width / 2 - 1.5 : scale_at(x, q1);
    pen_rect(p, left, y - BOX / 2.0, fmax(width, 3), BOX, (paint)(PAINT_ROLE + b->role))
        ->pattern = pattern_of(b->shade);
    if (width >= 8) { /* a smaller one is its own median */
        double median = scale_at(x, sorted_quantile(s, 0.5));
        pen_line(p, (segment){median, y - BOX / 2.0, median, y + BOX / 2.0}, 2.5,
                 PAINT_BG);
    }
}

/* Without single runs: the value as a dot, the range as a hairline. */
static void draw_summary(const pen *p, const scale *x, double y, const chart_bar *b)
{
    if (b->min.known && b->max.known) {
        double from = scale_at(x, b->min.value);
        double to = scale_at(x, b->max.value);
        pen_line(p, (segment){from, y, to, y}, 1, PAINT_INK);
        pen_circle(p, from, y, 2.25, PAINT_INK);
        pen_circle(p, to, y, 2.25, PAINT_INK);
    }
    pen_circle(p, scale_at(x, b->value.value), y, 5, (paint)(PAINT_ROLE + b->role));
}

static void draw_marks(const pen *p, const scale *x, double yc, const chart_bar *b)
{
    if (!has_samples(b)) {
        draw_summary(p, x, yc, b);
    } else if (b->point_count < BOX_LEAST) {
        draw_dots(p, x, yc, 3.5, b);
    } else if (b->point_count <= STRIP_MOST) {
        draw_box(p, x, yc - 5, b);
        draw_dots(p, x, yc + 11, 1.75, b);
    } else {
        draw_box(p, x, yc, b);
    }
}

static bool is_drawn(const chart_bar *b)
{
    return has_samples(b) || b->value.known;
}

static void wide_row(const pen *p, const scale *x, const chart_bar *b, double yc)
{
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    bar_name_draw(&g, b, NAME_MOST, x->from - 16, yc);
    if (!is_drawn(b)) {
        bar_missing_draw(&g, x, p->width, yc, 26, b);
        return;
    }
    draw_marks(&g, x, yc, b);
    bar_words_draw(&g, b, p->width, yc);
}

static void narrow_row(const pen *p, const scale *x, const chart_spec *spec,
                       const chart_bar *b, double y, bool two)
{
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    narrow_words_draw(&g, spec, b, y, two);
    double yc = y + 44 + (two ? NARROW_SECOND_LINE : 0);
    if (is_drawn(b)) {
        draw_marks(&g, x, yc, b);
    } else {
        bar_missing_draw(&g, x, p->width, yc, 26, b);
    }
}

static double draw_foot(const pen *p, const chart_spec *spec, plot room)
{
    box_parts has = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            const chart_bar *b = &spec->panels[i].bars[k];
            has.box |= has_samples(b) && b->point_count >= BOX_LEAST;
            has.strip |= has_samples(b) && b->point_count <= STRIP_MOST;
            has.range |= !has_samples(b) && b->value.known;
        }
    }
    str none = {0};
    str runs = spec->point_word.len > 0 ? spec->point_word : S("single runs");
    const key_item items[] = {
        {KEY_BOX, has.box ? S("middle half, line at the median") : none},
        {KEY_WHISKER, has.box ? S("within 1.5 × the box") : none},
        {KEY_STRIP, has.strip ? runs : none},
        {KEY_DOT, has.range ? spec->mean_word : none},
        {KEY_RANGE, has.range ? spec->range_word : none},
    };
    return key_draw(p, room.left, room.right, room.bottom + KEY_BELOW, items,
                    COUNTOF(items))
           + 10;
}

/* Returns the plot. */
static plot draw_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                       chart_width width, double top)
{
    bool wide = width != CHART_NARROW;
    bool two = !wide && narrow_needs_two_lines(p, spec);
    double pitch = wide ? PITCH : NARROW_PITCH + (two ? NARROW_SECOND_LINE : 0);
    double left = wide ? spec_names_width(p, spec) + 16 : 0;
    double right = p->width;
    scale x = {.from = left, .to = right - (wide ? panel_words_width(p, panel) + 24 : 0)};
    plot room = {top + (wide ? 0 : 22), top + pitch * (double)panel->bar_count + 4, left,
                 right};
    if (panel_range(panel, &x)) {
        plot words = room;
        words.left -= wide ? 16 : 0;
        axis_draw(p, &x, words, panel->unit, 6);
    }
    if (panel->zero_based) {
        double zero = scale_zero(&x) + 0.5;
        pen_line(p, (segment){zero, room.top, zero, room.bottom}, 1.25, PAINT_INK);
    }
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        double y = top + pitch * (double)i;
        if (wide) {
            wide_row(p, &x, &panel->bars[i], y + pitch / 2);
        } else {
            narrow_row(p, &x, spec, &panel->bars[i], y, two);
        }
    }
    return room;
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    plot room = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        double top = i == 0 ? 0 : room.bottom + AXIS_HEIGHT + 20;
        if (spec->panel_count > 1) {
            double left = width != CHART_NARROW ? spec_names_width(p, spec) + 16 : 0;
            panel_head_draw(p, panel, left, p->width, top);
            top += 42;
        }
        room = draw_panel(p, spec, panel, width, top);
    }
    return draw_foot(p, spec, room);
}

const kind kind_boxes = {.kind = CHART_BOXES, .name = "boxes", .draw = draw};
