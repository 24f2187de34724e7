#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_mark.h"
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

enum {
    NAME_MOST = 212, /* the widest column of names */
    WORD_MOST = 160, /* the widest value */
    KEY_BELOW = 52,  /* from the plot's bottom to the key's middle */
};

static const lettering RATIO = {.size = 14, .weight = 600, .paint = PAINT_INK};
static const lettering BASELINE = {.size = 14, .weight = 600, .paint = PAINT_MUTED};

/* --- what both widths need ------------------------------------------------------------
 */

static ptrdiff_t row_count(const chart_spec *spec)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        n = spec->panels[i].bar_count > n ? spec->panels[i].bar_count : n;
    }
    return n;
}

/* The bar that names row i. */
static const chart_bar *row_bar(const chart_spec *spec, ptrdiff_t row)
{
    static const chart_bar none = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        if (row < spec->panels[i].bar_count) {
            return &spec->panels[i].bars[row];
        }
    }
    return &none;
}

static bool has_value(const chart_bar *b)
{
    return b->value.known || (b->points && b->point_count == 2);
}

static bool has_values(const chart_spec *spec)
{
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            if (has_value(&spec->panels[i].bars[k])) {
                return true;
            }
        }
    }
    return false;
}

static bar_parts spec_parts(const chart_spec *spec)
{
    bar_parts parts = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            parts = bar_parts_or(parts, bar_parts_of(&spec->panels[i].bars[k]));
        }
    }
    return parts;
}

/* False: no bar has a value, so there is no axis to draw. Where all are zero, any length
 * is as good as another. */
static bool panel_scale(const chart_panel *panel, double from, double to, scale *ret)
{
    double low = 0;
    double high = 0;
    bool any = false;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        any |= bar_range(&panel->bars[i], &low, &high);
    }
    if (high - low < 1e-300) {
        high = 1;
    }
    *ret = (scale){.low = low, .high = high, .from = from, .to = to};
    return any;
}

static ptrdiff_t tick_count(const chart_panel *panel)
{
    double low = 0;
    double high = 0;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        bar_range(&panel->bars[i], &low, &high);
    }
    return low < high ? 6 : 1;
}

static bool has_details(const chart_spec *spec)
{
    for (ptrdiff_t i = 0; i < row_count(spec); i++) {
        if (row_bar(spec, i)->detail.len > 0) {
            return true;
        }
    }
    return false;
}

static bool has_spreads(const chart_spec *spec)
{
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            if (spec->panels[i].bars[k].spread_text.len > 0) {
                return true;
            }
        }
    }
    return false;
}

static double zero_of(const scale *x)
{
    return round(scale_at(x, fmin(fmax(0, x->low), x->high)));
}

/* The chart's height: below its key, or below the plot where nothing needs naming. */
static double end_with_key(const pen *p, const chart_spec *spec, double x, double right,
                           double y)
{
    return has_values(spec) ? key_draw(p, x, right, y, spec, spec_parts(spec)) + 10
                            : y - KEY_BELOW + 12;
}

/* Where a bar has no value: left of zero where that has room, else right of it. */
static void draw_missing(const pen *p, const scale *x, double right, double yc,
                         double height, const chart_bar *b)
{
    double zero = zero_of(x);
    if (zero - x->from > 120) {
        bar_missing_draw(p, x->from, zero - 6, yc, height, b);
    } else {
        bar_missing_draw(p, right - zero > 120 ? zero : x->from, right, yc, height, b);
    }
}

/* --- wide -----------------------------------------------------------------------------
 */

enum { WIDE_PITCH = 54, WIDE_PITCH_ONE_LINE = 42, WIDE_BAR = 26, PANEL_GAP = 28 };

/* One panel's place. */
typedef struct {
    double left, right; /* from the axis to the end of its words */
    double words;       /* of that, the width of values */
    double top, bottom; /* of hairlines */
    double pitch;
    double ratio_right; /* 0: no ratio column */
    double name_right;  /* 0: another panel has the names */
} frame;

static double words_width(const pen *p, const chart_panel *panel)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        w = fmax(w, pen_width(p, panel->bars[i].value_text, LETTER_NAME));
        w = fmax(w, pen_width(p, panel->bars[i].spread_text, LETTER_SMALL));
    }
    return fmin(w, WORD_MOST);
}

static double names_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < row_count(spec); i++) {
        w = fmax(w, pen_width(p, row_bar(spec, i)->name, LETTER_NAME));
        w = fmax(w, pen_width(p, row_bar(spec, i)->detail, LETTER_SMALL));
    }
    return fmin(round(w), NAME_MOST);
}

static double ratio_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    if (spec->panel_count == 1) {
        for (ptrdiff_t i = 0; i < spec->panels[0].bar_count; i++) {
            w = fmax(w, pen_width(p, spec->panels[0].bars[i].ratio_text, RATIO));
        }
    }
    return fmin(w, 90);
}

/* Two lines around the middle of the row, or one on it. */
static double first_line(double yc, bool two)
{
    return two ? yc - 2 : yc + 4.5;
}

static void wide_name(const pen *p, const chart_bar *b, double right, double yc)
{
    pen_text(p, right, first_line(yc, b->detail.len > 0),
             pen_fit(p, b->name, NAME_MOST, LETTER_NAME), LETTER_NAME, ANCHOR_END);
    if (b->detail.len > 0) {
        pen_text(p, right, yc + 14, pen_fit(p, b->detail, NAME_MOST, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_END);
    }
}

static void wide_bar(const pen *p, const frame *f, const scale *x, const chart_bar *b,
                     double yc)
{
    if (!has_value(b)) {
        draw_missing(p, x, f->right, yc, WIDE_BAR, b);
        return;
    }
    double at = bar_mark_draw(p, x, yc, WIDE_BAR, 1, b) + 12;
    pen_label(p, at, first_line(yc, b->spread_text.len > 0),
              pen_fit(p, b->value_text, WORD_MOST, LETTER_NAME), LETTER_NAME);
    pen_label(p, at, yc + 14, pen_fit(p, b->spread_text, WORD_MOST, LETTER_SMALL),
              LETTER_SMALL);
    if (f->ratio_right > 0 && b->ratio_text.len > 0) {
        pen_text(p, f->ratio_right, yc + 4.5, pen_fit(p, b->ratio_text, 90, RATIO),
                 b->baseline ? BASELINE : RATIO, ANCHOR_END);
    }
}

static void wide_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                       const frame *f)
{
    scale x;
    if (panel_scale(panel, f->left, f->right - f->words - 12, &x)) {
        plot room = {f->top, f->bottom, f->left - 16, f->right};
        axis_draw(p, &x, room, panel->unit, tick_count(panel));
    }
    for (ptrdiff_t i = 0; i < row_count(spec); i++) {
        double yc = f->top + 6 + f->pitch * (double)i + f->pitch / 2 - 3;
        bool here = i < panel->bar_count;
        const chart_bar *b = here ? &panel->bars[i] : row_bar(spec, i);
        pen g = pen_group(p, here ? S("mark") : S("label"), bar_title(p->perm, b));
        if (here) {
            wide_bar(&g, f, &x, b, yc);
        }
        if (f->name_right > 0) {
            wide_name(&g, row_bar(spec, i), f->name_right, yc);
        }
    }
    double zero = zero_of(&x) + 0.5;
    pen_line(p, zero, f->top, zero, f->bottom, 1.25, PAINT_INK);
}

/* How many panels stand side by side: three at most, each with room for bars. */
static ptrdiff_t panels_a_line(const chart_spec *spec, double room, double words)
{
    for (ptrdiff_t n = spec->panel_count < 3 ? spec->panel_count : 3; n > 1; n--) {
        if ((room - PANEL_GAP * (double)(n - 1)) / (double)n >= words + 12 + 80) {
            return n;
        }
    }
    return 1;
}

static void panel_head(const pen *p, const chart_panel *panel, double x, double right,
                       double top)
{
    pen_text(p, x, top + 12, pen_fit(p, panel->title, right - x, LETTER_HEAD),
             LETTER_HEAD, ANCHOR_START);
    if (panel->direction.len > 0) {
        pen_text(p, x, top + 29, pen_fit(p, panel->direction, right - x, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_START);
    }
}

enum { HEAD_HEIGHT = 50 };

static double draw_wide(const pen *p, const chart_spec *spec)
{
    double names = names_width(p, spec);
    double ratios = ratio_width(p, spec);
    double x0 = names + 16;
    double words = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        words = fmax(words, words_width(p, &spec->panels[i]));
    }
    ptrdiff_t columns = panels_a_line(spec, CHART_WIDE_PX - x0, words);
    double across =
        (CHART_WIDE_PX - x0 - PANEL_GAP * (double)(columns - 1)) / (double)columns;
    bool heads = spec->panel_count > 1;
    bool one_line = !has_details(spec) && !has_spreads(spec);
    frame f = {.words = words,
               .pitch = one_line ? WIDE_PITCH_ONE_LINE : WIDE_PITCH,
               .ratio_right = ratios > 0 ? CHART_WIDE_PX : 0};
    double bottom = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        ptrdiff_t column = i % columns;
        double top = column == 0 && i > 0 ? bottom + AXIS_HEIGHT + 24
                     : i == 0             ? 0
                                          : f.top - HEAD_HEIGHT;
        f.left = x0 + (across + PANEL_GAP) * (double)column;
        f.right = ratios > 0 ? CHART_WIDE_PX - ratios - 22 : f.left + across;
        f.top = top + (heads ? HEAD_HEIGHT : ratios > 0 ? 20 : 4);
        f.bottom = f.top + f.pitch * (double)row_count(spec);
        f.name_right = column == 0 ? x0 - 16 : 0;
        bottom = f.bottom;
        if (heads) {
            panel_head(p, &spec->panels[i], f.left, f.right, top);
        }
        wide_panel(p, spec, &spec->panels[i], &f);
    }
    if (ratios > 0) {
        pen_text(p, CHART_WIDE_PX, 16, spec->ratio_head, LETTER_SMALL, ANCHOR_END);
    }
    return end_with_key(p, spec, x0, CHART_WIDE_PX, bottom + KEY_BELOW);
}

/* --- narrow ---------------------------------------------------------------------------
 */

enum { NARROW_PITCH = 62, NARROW_BAR = 24, SECOND_LINE = 15 };

/* "1.04× native", beside the name: the head's "vs" has no room. */
static str narrow_ratio(arena *perm, const chart_spec *spec, const chart_bar *b)
{
    if (spec->panel_count > 1 || b->ratio_text.len == 0 || b->baseline) {
        return spec->panel_count > 1 ? (str){0} : b->ratio_text;
    }
    str base = spec->ratio_head;
    base = str_starts(base, S("vs ")) ? str_drop(base, 3) : base;
    return base.len > 0 ? str_fmt(perm, "%.*s %.*s", SV(b->ratio_text), SV(base))
                        : b->ratio_text;
}

/* The words above a narrow bar, on one line or two. */
static void narrow_words(const pen *p, const chart_spec *spec, const chart_bar *b,
                         double top, bool two)
{
    enum { W = CHART_NARROW_PX };
    pen_rect(p, 0, top + 3, W, two ? 19 + SECOND_LINE : 19, PAINT_BG);
    double y = top + 17;
    str value = has_value(b) ? pen_fit(p, b->value_text, W / 2, LETTER_NAME) : (str){0};
    str spread =
        has_value(b) ? pen_fit(p, b->spread_text, W / 3, LETTER_SMALL) : (str){0};
    double right = W;
    if (!two && spread.len > 0) {
        pen_text(p, W, y, spread, LETTER_SMALL, ANCHOR_END);
        right -= pen_width(p, spread, LETTER_SMALL) + 6;
    }
    if (value.len > 0) {
        pen_text(p, right, y, value, LETTER_NAME, ANCHOR_END);
        right -= pen_width(p, value, LETTER_NAME) + 16;
    }
    str ratio = narrow_ratio(p->perm, spec, b);
    double ratio_room = ratio.len > 0 ? pen_width(p, ratio, LETTER_SMALL) + 8 : 0;
    if (right - ratio_room < 70) {
        ratio_room = 0;
    }
    str name = pen_fit(p, b->name, right - ratio_room, LETTER_NAME);
    pen_text(p, 0, y, name, LETTER_NAME, ANCHOR_START);
    if (ratio_room > 0) {
        pen_text(p, pen_width(p, name, LETTER_NAME) + 8, y, ratio, LETTER_SMALL,
                 ANCHOR_START);
    }
    if (!two) {
        return;
    }
    right = W;
    if (spread.len > 0) {
        pen_text(p, W, y + SECOND_LINE, spread, LETTER_SMALL, ANCHOR_END);
        right -= pen_width(p, spread, LETTER_SMALL) + 16;
    }
    if (b->detail.len > 0) {
        pen_text(p, 0, y + SECOND_LINE, pen_fit(p, b->detail, right, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_START);
    }
}

/* Do name, ratio, value and spread stand side by side? */
static bool fits_one_line(const pen *p, const chart_spec *spec, const chart_bar *b)
{
    double w = pen_width(p, b->name, LETTER_NAME)
               + pen_width(p, b->value_text, LETTER_NAME)
               + pen_width(p, b->spread_text, LETTER_SMALL) + 22;
    str ratio = narrow_ratio(p->perm, spec, b);
    return w + (ratio.len > 0 ? pen_width(p, ratio, LETTER_SMALL) + 8 : 0)
           <= CHART_NARROW_PX;
}

static bool needs_two_lines(const pen *p, const chart_spec *spec)
{
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            const chart_bar *b = &spec->panels[i].bars[k];
            if (b->detail.len > 0 || !fits_one_line(p, spec, b)) {
                return true;
            }
        }
    }
    return false;
}

/* Returns the plot's bottom. */
static double narrow_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                           double top, bool two)
{
    double pitch = NARROW_PITCH + (two ? SECOND_LINE : 0);
    double bottom = top + pitch * (double)panel->bar_count - 2;
    scale x;
    if (panel_scale(panel, 0, CHART_NARROW_PX - 4, &x)) {
        plot room = {top + pitch - NARROW_PITCH + 22, bottom, 0, CHART_NARROW_PX};
        axis_draw(p, &x, room, panel->unit, tick_count(panel));
    }
    double zero = zero_of(&x) + 0.5;
    pen_line(p, zero, bottom - 12, zero, bottom, 1.25, PAINT_INK);
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        double y = top + pitch * (double)i;
        double yc = y + pitch - NARROW_PITCH + 26 + NARROW_BAR / 2;
        pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
        narrow_words(&g, spec, b, y, two);
        if (has_value(b)) {
            bar_mark_draw(&g, &x, yc, NARROW_BAR, 1, b);
        } else {
            draw_missing(&g, &x, CHART_NARROW_PX, yc, NARROW_BAR, b);
        }
        pen_line(&g, zero, yc - NARROW_BAR / 2 - 4, zero, yc + NARROW_BAR / 2 + 4, 1.25,
                 PAINT_INK);
    }
    return bottom;
}

static double draw_narrow(const pen *p, const chart_spec *spec)
{
    bool two = needs_two_lines(p, spec);
    double bottom = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        double top = i == 0 ? 0 : bottom + AXIS_HEIGHT + 20;
        if (spec->panel_count > 1) {
            panel_head(p, &spec->panels[i], 0, CHART_NARROW_PX, top);
            top += HEAD_HEIGHT - 10;
        }
        bottom = narrow_panel(p, spec, &spec->panels[i], top, two);
    }
    return end_with_key(p, spec, 0, CHART_NARROW_PX, bottom + KEY_BELOW - 6);
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    return width == CHART_WIDE ? draw_wide(p, spec) : draw_narrow(p, spec);
}

const kind kind_bars = {.kind = CHART_BARS, .name = "bars", .draw = draw};
