#include "base/base.h"

#include "chart/bar_spec.h"
#include "chart/chart.h"
#include "chart/key.h"

const lettering LETTER_RATIO = {.size = 14, .weight = 600, .paint = PAINT_INK};
const lettering LETTER_BASELINE = {.size = 14, .weight = 600, .paint = PAINT_MUTED};

ptrdiff_t spec_row_count(const chart_spec *spec)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        n = spec->panels[i].bar_count > n ? spec->panels[i].bar_count : n;
    }
    return n;
}

/* The bar that names row i. */
const chart_bar *spec_row(const chart_spec *spec, ptrdiff_t row)
{
    static const chart_bar none = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        if (row < spec->panels[i].bar_count) {
            return &spec->panels[i].bars[row];
        }
    }
    return &none;
}

bool spec_has_values(const chart_spec *spec)
{
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            if (bar_has_value(&spec->panels[i].bars[k])) {
                return true;
            }
        }
    }
    return false;
}

bar_parts spec_parts(const chart_spec *spec)
{
    bar_parts parts = {0};
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            parts = bar_parts_or(parts, bar_parts_of(&spec->panels[i].bars[k]));
        }
    }
    return parts;
}

bool panels_scale(const chart_panel *panels, ptrdiff_t count, scale *x,
                  ptrdiff_t *tick_most)
{
    bool any = false;
    x->low = 0;
    x->high = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        for (ptrdiff_t k = 0; k < panels[i].bar_count; k++) {
            any |= bar_range(&panels[i].bars[k], &x->low, &x->high);
        }
    }
    *tick_most = 6;
    if (x->high - x->low < 1e-300) { /* all are zero: any length is as good as another */
        x->high = 1;
        *tick_most = 1;
    }
    return any;
}

bool spec_has_details(const chart_spec *spec)
{
    for (ptrdiff_t i = 0; i < spec_row_count(spec); i++) {
        if (spec_row(spec, i)->detail.len > 0) {
            return true;
        }
    }
    return false;
}

bool spec_has_spreads(const chart_spec *spec)
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

double scale_zero(const scale *x)
{
    return round(scale_at(x, fmin(fmax(0, x->low), x->high)));
}

double panel_words_width(const pen *p, const chart_panel *panel)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        w = fmax(w, pen_width(p, panel->bars[i].value_text, LETTER_NAME));
        w = fmax(w, pen_width(p, panel->bars[i].spread_text, LETTER_SMALL));
    }
    return fmin(w, WORD_MOST);
}

double spec_names_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            const chart_bar *b = &spec->panels[i].bars[k];
            w = fmax(w, pen_width(p, b->name, LETTER_NAME));
            w = fmax(w, pen_width(p, b->detail, LETTER_SMALL));
        }
    }
    return fmin(round(w), NAME_MOST);
}

bool spec_has_ratios(const chart_spec *spec)
{
    return spec->panel_count == 1 || spec->kind == CHART_GROUPED;
}

double spec_ratio_width(const pen *p, const chart_spec *spec)
{
    double w = 0;
    for (ptrdiff_t i = 0; spec_has_ratios(spec) && i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            w = fmax(w, pen_width(p, spec->panels[i].bars[k].ratio_text, LETTER_RATIO));
        }
    }
    return fmin(w, RATIO_MOST);
}

/* Two lines around the middle of the row, or one on it. */
static double first_line(double yc, bool two)
{
    return two ? yc - 2 : yc + 4.5;
}

void bar_name_draw(const pen *p, const chart_bar *b, double room, double right, double yc)
{
    pen_text(p, right, first_line(yc, b->detail.len > 0),
             pen_fit(p, b->name, room, LETTER_NAME), LETTER_NAME, ANCHOR_END);
    if (b->detail.len > 0) {
        pen_text(p, right, yc + 14, pen_fit(p, b->detail, room, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_END);
    }
}

void bar_value_draw(const pen *p, const chart_bar *b, double x, double yc)
{
    pen_label(p, x, first_line(yc, b->spread_text.len > 0),
              pen_fit(p, b->value_text, WORD_MOST, LETTER_NAME), LETTER_NAME);
    pen_label(p, x, yc + 14, pen_fit(p, b->spread_text, WORD_MOST, LETTER_SMALL),
              LETTER_SMALL);
}

void bar_words_draw(const pen *p, const chart_bar *b, double right, double yc)
{
    pen_text(p, right, first_line(yc, b->spread_text.len > 0),
             pen_fit(p, b->value_text, WORD_MOST, LETTER_NAME),
             b->baseline ? LETTER_BASELINE : LETTER_NAME, ANCHOR_END);
    if (b->spread_text.len > 0) {
        pen_text(p, right, yc + 14, pen_fit(p, b->spread_text, WORD_MOST, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_END);
    }
}

void bar_ratio_draw(const pen *p, const chart_bar *b, double right, double yc)
{
    if (b->ratio_text.len > 0) {
        pen_text(p, right, yc + 4.5, pen_fit(p, b->ratio_text, RATIO_MOST, LETTER_RATIO),
                 b->baseline ? LETTER_BASELINE : LETTER_RATIO, ANCHOR_END);
    }
}

void panel_head_draw(const pen *p, const chart_panel *panel, double x, double right,
                     double y)
{
    pen_text(p, x, y + 12, pen_fit(p, panel->title, right - x, LETTER_HEAD), LETTER_HEAD,
             ANCHOR_START);
    if (panel->direction.len > 0) {
        pen_text(p, x, y + 29, pen_fit(p, panel->direction, right - x, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_START);
    }
}

double spec_key_draw(const pen *p, const chart_spec *spec, double x, double right,
                     double y)
{
    if (!spec_has_values(spec)) {
        return y - KEY_BELOW + 12;
    }
    bar_parts has = spec_parts(spec);
    str runs = spec->point_word.len > 0 ? spec->point_word : S("single runs");
    str none = {0};
    const key_item items[] = {
        {KEY_BAR, has.bar ? spec->mean_word : none},
        {KEY_WHISKER, has.spread ? spec->spread_word : none},
        {KEY_RANGE, has.range ? spec->range_word : none},
        {KEY_STRIP, has.strip ? runs : none},
        {KEY_PAIR, !has.pair   ? none
                   : has.strip ? S("two runs")
                               : runs},
    };
    return key_draw(p, x, right, y, items, COUNTOF(items)) + 10;
}

/* --- words above a narrow bar ----------------------------------------------------------
 */

/* "1.04× native", beside the name: the head's "vs" has no room. */
static str narrow_ratio(arena *perm, const chart_spec *spec, const chart_bar *b)
{
    if (!spec_has_ratios(spec) || b->baseline) {
        return spec_has_ratios(spec) ? b->ratio_text : (str){0};
    }
    str base = spec->ratio_head;
    base = str_starts(base, S("vs ")) ? str_drop(base, 3) : base;
    return base.len > 0 && b->ratio_text.len > 0
               ? str_fmt(perm, "%.*s %.*s", SV(b->ratio_text), SV(base))
               : b->ratio_text;
}

/* The words above a narrow bar, on one line or two. */
void narrow_words_draw(const pen *p, const chart_spec *spec, const chart_bar *b,
                       double top, bool two)
{
    pen_rect(p, 0, top + 3, p->width, two ? 19 + NARROW_SECOND_LINE : 19, PAINT_BG);
    double y = top + 17;
    bool has_words = bar_has_value(b) || b->point_count > 0 || b->curve_count > 0;
    str value =
        has_words ? pen_fit(p, b->value_text, p->width / 2, LETTER_NAME) : (str){0};
    str spread =
        has_words ? pen_fit(p, b->spread_text, p->width / 3, LETTER_SMALL) : (str){0};
    double right = p->width;
    if (!two && spread.len > 0) {
        pen_text(p, p->width, y, spread, LETTER_SMALL, ANCHOR_END);
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
    right = p->width;
    if (spread.len > 0) {
        pen_text(p, p->width, y + NARROW_SECOND_LINE, spread, LETTER_SMALL, ANCHOR_END);
        right -= pen_width(p, spread, LETTER_SMALL) + 16;
    }
    if (b->detail.len > 0) {
        pen_text(p, 0, y + NARROW_SECOND_LINE, pen_fit(p, b->detail, right, LETTER_SMALL),
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
    return w + (ratio.len > 0 ? pen_width(p, ratio, LETTER_SMALL) + 8 : 0) <= p->width;
}

bool narrow_needs_two_lines(const pen *p, const chart_spec *spec)
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
