#include "base/base.h"

#include "chart/bar_mark.h"

enum { STRIP_MAX = 50 };

static paint role_paint(role r)
{
    return (paint)(PAINT_ROLE + r);
}

bar_parts bar_parts_of(const chart_bar *b)
{
    bool pair = b->points && b->point_count == 2;
    bool strip = b->points && b->point_count > 2 && b->point_count <= STRIP_MAX;
    bool has_bar = b->value.known && !pair;
    return (bar_parts){
        .bar = has_bar,
        .spread = has_bar && b->stddev.known,
        .range = has_bar && !strip && (b->min.known || b->max.known),
        .strip = has_bar && strip,
        .pair = pair,
    };
}

bar_parts bar_parts_or(bar_parts a, bar_parts b)
{
    return (bar_parts){
        .bar = a.bar || b.bar,
        .spread = a.spread || b.spread,
        .range = a.range || b.range,
        .strip = a.strip || b.strip,
        .pair = a.pair || b.pair,
    };
}

bool bar_has_value(const chart_bar *b)
{
    return b->value.known || (b->points && b->point_count == 2);
}

bool bar_range(const chart_bar *b, double *low, double *high)
{
    bar_parts parts = bar_parts_of(b);
    if (parts.strip || parts.pair) {
        for (ptrdiff_t i = 0; i < b->point_count; i++) {
            range_add(low, high, b->points[i]);
        }
    }
    if (!parts.bar) {
        return parts.pair;
    }
    range_add(low, high, b->value.value);
    if (parts.spread) { /* times are not negative, even where the spread is large */
        double end = b->value.value - b->stddev.value;
        range_add(low, high, b->value.value >= 0 ? fmax(end, 0) : end);
        range_add(low, high, b->value.value + b->stddev.value);
    }
    if (parts.range && b->min.known) {
        range_add(low, high, b->min.value);
    }
    if (parts.range && b->max.known) {
        range_add(low, high, b->max.value);
    }
    return true;
}

/* --- one bar --------------------------------------------------------------------------
 */

/* The bar's body: marks within are drawn in the background's colour; how large marks are.
 */
typedef struct {
    double left, right;
    double grow;
} body;

static paint mark_paint(body in, double x)
{
    return x > in.left + 0.5 && x < in.right - 0.01 ? PAINT_BG : PAINT_INK;
}

/* A level line whose part within the body has the other colour: only what is `drawn`. */
static void level_line(const pen *p, body in, segment at, double width, paint drawn)
{
    double x1 = at.x1, x2 = at.x2;
    double cuts[4] = {x1, fmin(fmax(in.left, x1), x2), fmin(fmax(in.right, x1), x2), x2};
    for (int i = 0; i < 3; i++) {
        if (cuts[i + 1] > cuts[i] && drawn == (i == 1 ? PAINT_BG : PAINT_INK)) {
            pen_line(p, (segment){cuts[i], at.y1, cuts[i + 1], at.y1}, width * in.grow,
                     drawn);
        }
    }
}

static void draw_dot(const pen *p, body in, double x, double y, double r)
{
    pen_circle(p, x, y, r * in.grow, mark_paint(in, x));
}

static void draw_cap(const pen *p, body in, double x, double y, paint drawn)
{
    double cap = 5 * in.grow;
    if (mark_paint(in, x) == drawn) {
        pen_line(p, (segment){x, y - cap, x, y + cap}, 2 * in.grow, drawn);
    }
}

/* The hairline from least to greatest; one side alone starts at the value. */
static double draw_range(const pen *p, const scale *x, body in, double y,
                         const chart_bar *b)
{
    double value = scale_at(x, b->value.value);
    double from = b->min.known ? scale_at(x, b->min.value) : value;
    double to = b->max.known ? scale_at(x, b->max.value) : value;
    level_line(p, in, (segment){from, y, to, y}, 1, PAINT_BG);
    level_line(p, in, (segment){from, y, to, y}, 1, PAINT_INK);
    if (b->min.known) {
        draw_dot(p, in, from, y, 2.25);
    }
    if (b->max.known) {
        draw_dot(p, in, to, y, 2.25);
    }
    return to;
}

static double draw_spread(const pen *p, const scale *x, body in, double y,
                          const chart_bar *b)
{
    double from = scale_at(x, fmax(b->value.value - b->stddev.value, x->low));
    double to = scale_at(x, b->value.value + b->stddev.value);
    for (int i = 0; i < 2; i++) { /* what has one colour at a time: it is one path */
        paint drawn = i == 0 ? PAINT_BG : PAINT_INK;
        level_line(p, in, (segment){from, y, to, y}, 2, drawn);
        if (b->value.value - b->stddev.value >= x->low) {
            draw_cap(p, in, from, y, drawn);
        }
        draw_cap(p, in, to, y, drawn);
    }
    return to;
}

/* Runs within a few px of each other would be a blot: the bar's end says as much. */
static double draw_strip(const pen *p, const scale *x, body in, double y,
                         const chart_bar *b)
{
    double low = b->points[0];
    double high = b->points[0];
    for (ptrdiff_t i = 1; i < b->point_count; i++) {
        range_add(&low, &high, b->points[i]);
    }
    if (scale_at(x, high) - scale_at(x, low) < 6) {
        return scale_at(x, high);
    }
    for (ptrdiff_t i = 0; i < b->point_count; i++) {
        draw_dot(p, in, scale_at(x, b->points[i]), y, 1.75);
    }
    return scale_at(x, high);
}

static double draw_pair(const pen *p, const scale *x, double yc, double grow,
                        const chart_bar *b)
{
    double first = scale_at(x, fmin(b->points[0], b->points[1]));
    double second = scale_at(x, fmax(b->points[0], b->points[1]));
    pen_line(p, (segment){first, yc, second, yc}, grow, PAINT_INK);
    pen_circle(p, first, yc, 4.5 * grow, role_paint(b->role));
    pen_circle(p, second, yc, 4.5 * grow, role_paint(b->role));
    return second + 4 * grow;
}

static body draw_body(const pen *p, const scale *x, double yc, double height, double grow,
                      const chart_bar *b)
{
    enum { EDGE = 4 }; /* the axis covers one of them */
    double zero = scale_at(x, fmin(fmax(0, x->low), x->high));
    double value = scale_at(x, b->value.value);
    body in = {fmin(zero, value), fmax(zero, value), grow};
    if (in.right > in.left) {
        mark *m = pen_rect(p, in.left, yc - height / 2, in.right - in.left, height,
                           role_paint(b->role));
        m->pattern = pattern_of(b->shade);
    }
    if (b->edge != ROLE_GREY) {
        pen_rect(p, zero, yc - height / 2, EDGE * grow, height, role_paint(b->edge));
    }
    return in;
}

double bar_mark_draw(const pen *p, const scale *x, double yc, double height, double grow,
                     const chart_bar *b)
{
    bar_parts parts = bar_parts_of(b);
    if (parts.pair) {
        return draw_pair(p, x, yc, grow, b);
    }
    body in = draw_body(p, x, yc, height, grow, b);
    double end = in.right;
    double whisker_y = parts.strip && parts.spread ? yc - height * 0.15 : yc;
    if (parts.range) {
        end = fmax(end, draw_range(p, x, in, whisker_y, b));
    }
    if (parts.spread) {
        end = fmax(end, draw_spread(p, x, in, whisker_y, b));
    }
    return parts.strip
               ? fmax(end, draw_strip(p, x, in, parts.spread ? yc + height * 0.3 : yc, b))
               : end;
}

/* --- no bar ---------------------------------------------------------------------------
 */

str bar_reason(arena *perm, const chart_bar *b)
{
    return b->value.known       ? b->missing
           : b->missing.len > 0 ? str_fmt(perm, "no result: %.*s", SV(b->missing))
                                : S("no result");
}

static void draw_reason(const pen *p, double x, double right, double yc, double height,
                        const chart_bar *b)
{
    enum { PADDING = 10, LEADING = 15 };
    str lines[2];
    ptrdiff_t n = pen_wrap(p, bar_reason(p->perm, b), right - x - 2 * PADDING,
                           LETTER_SMALL, lines, COUNTOF(lines));
    double width = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        width = fmax(width, pen_width(p, lines[i], LETTER_SMALL));
    }
    double tall = height + (double)(n - 1) * 10;
    mark *frame = pen_rect(p, x + 0.5, yc - tall / 2 + 0.5, width + 2 * PADDING, tall - 1,
                           PAINT_BG);
    frame->stroke = role_paint(b->role);
    frame->stroke_width = 1;
    frame->dash = 1;
    for (ptrdiff_t i = 0; i < n; i++) {
        pen_text(p, x + PADDING, yc + 4 + ((double)i - (double)(n - 1) / 2) * LEADING,
                 lines[i], LETTER_SMALL, ANCHOR_START);
    }
}

void bar_missing_draw(const pen *p, const scale *x, double right, double yc,
                      double height, const chart_bar *b)
{
    enum { ROOM = 120 };
    double zero = scale_at(x, fmin(fmax(0, x->low), x->high));
    if (zero - x->from > ROOM) {
        draw_reason(p, x->from, zero - 6, yc, height, b);
    } else {
        draw_reason(p, right - zero > ROOM ? round(zero) : x->from, right, yc, height, b);
    }
}

str bar_title(arena *perm, const chart_bar *b)
{
    str tip = b->tip;
    if (!str_has(tip, b->name)) {
        tip = tip.len > 0 ? str_fmt(perm, "%.*s: %.*s", SV(b->name), SV(tip)) : b->name;
    }
    if (!b->value.known && b->point_count != 2) {
        str why = bar_reason(perm, b);
        return str_has(tip, b->missing) && b->missing.len > 0
                   ? tip
                   : str_fmt(perm, "%.*s: %.*s", SV(tip), SV(why));
    }
    return tip;
}
