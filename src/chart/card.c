#include "base/base.h"

#include "chart/bar_mark.h"
#include "chart/card.h"

/*   Site name                                     context
 *   ───────────────────────────────────────────────────────
 *   Headline in balanced
 *   lines, three at most
 *
 *     native │████████├─┤  15.7 s
 *     Docker │█████████├┤  16.3 s
 *       WASM │████████████████├─┤  23.5 s
 *
 *   metric, direction, what the whiskers are
 */

enum { MARGIN = 72, INNER = CARD_WIDTH - 2 * MARGIN, RIGHT = CARD_WIDTH - MARGIN };
enum { RULE_Y = 113, CLOSING_Y = 574, BARS_BOTTOM = 522, MOST_BARS = 3 };

static const lettering SITE = {
    .size = 32, .weight = 500, .paint = PAINT_INK, .face = FACE_PEOPLE};
static const lettering CONTEXT = {.size = 20, .weight = 400, .paint = PAINT_MUTED};
static const lettering LABEL = {.size = 27, .weight = 600, .paint = PAINT_INK};
static const lettering REASON = {.size = 22, .weight = 400, .paint = PAINT_MUTED};
static const lettering HEADLINE = {
    .size = 66, .weight = 500, .paint = PAINT_INK, .face = FACE_PEOPLE};
static const lettering SMALLER_HEADLINE = {
    .size = 54, .weight = 500, .paint = PAINT_INK, .face = FACE_PEOPLE};

enum { MAX_LINES = 3 };

/* Returns the y of the last baseline. */
static double draw_headline(const pen *p, str text)
{
    lettering l =
        pen_lines(p, text, INNER, HEADLINE, MAX_LINES) <= 2 ? HEADLINE : SMALLER_HEADLINE;
    str lines[MAX_LINES];
    ptrdiff_t n = pen_wrap_balanced(p, text, INNER, l, lines, MAX_LINES);
    double y = RULE_Y + 16 + l.size;
    for (ptrdiff_t i = 0; i < n; i++) {
        pen_text(p, MARGIN, y + (double)i * l.size * 1.1, lines[i], l, ANCHOR_START);
    }
    return y + (double)(n > 0 ? n - 1 : 0) * l.size * 1.1;
}

static void draw_head(const pen *p, const card_words *words)
{
    str context = pen_fit(p, words->context, INNER / 2.0, CONTEXT);
    double room = INNER - pen_width(p, context, CONTEXT) - 32;
    pen_text(p, MARGIN, 88, pen_fit(p, words->site, room, SITE), SITE, ANCHOR_START);
    if (context.len > 0) {
        pen_text(p, RIGHT, 86, context, CONTEXT, ANCHOR_END);
    }
    pen_rect(p, MARGIN, RULE_Y - 1.25, INNER, 2.5, PAINT_INK);
}

/* --- the bars -------------------------------------------------------------------------
 */

/* What fits; of a card's bars only value and whisker are shown. */
static ptrdiff_t choose_bars(const chart_spec *spec, chart_bar *chosen)
{
    const chart_panel *panel = &spec->panels[0];
    ptrdiff_t n = panel->bar_count < MOST_BARS ? panel->bar_count : MOST_BARS;
    for (ptrdiff_t i = 0; i < n; i++) {
        bool last = i == MOST_BARS - 1;
        chosen[i] = panel->bars[last ? panel->bar_count - 1 : i];
        chosen[i].min = chosen[i].max = (maybe){0};
        if (chosen[i].point_count != 2) {
            chosen[i].point_count = 0;
        }
    }
    return n;
}

static void draw_row(const pen *p, const scale *x, double name_room, double yc,
                     double height, const chart_bar *b)
{
    pen_text(p, x->from - 20, yc + 9, pen_fit(p, b->name, name_room, LABEL), LABEL,
             ANCHOR_END);
    if (!bar_has_value(b)) {
        mark *frame =
            pen_rect(p, x->from + 0.5, yc - height / 2 + 0.5, 320, height - 1, PAINT_BG);
        frame->stroke = (paint)(PAINT_ROLE + b->role);
        frame->stroke_width = 1.5;
        frame->dash = 1;
        pen_text(p, x->from + 18, yc + 7, S("no result"), REASON, ANCHOR_START);
        return;
    }
    double end = bar_mark_draw(p, x, yc, height, 1.75, b);
    pen_text(p, end + 18, yc + 9, pen_fit(p, b->value_text, INNER / 3.0, LABEL), LABEL,
             ANCHOR_START);
}

static void draw_bars(const pen *p, const chart_bar *bars, ptrdiff_t n, double pitch,
                      double bottom)
{
    double top = bottom - pitch * (double)n;
    double low = 0;
    double high = 0;
    double names = 0;
    double words = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        bar_range(&bars[i], &low, &high);
        names = fmax(names, pen_width(p, bars[i].name, LABEL));
        words = fmax(words, pen_width(p, bars[i].value_text, LABEL));
    }
    names = fmin(names, INNER / 3.0);
    words = fmin(words, INNER / 3.0);
    double left = MARGIN + round(names) + 20;
    scale x = {.low = low,
               .high = high - low < 1e-300 ? 1 : high,
               .from = left,
               .to = RIGHT - words - 18};
    double zero = scale_at(&x, fmin(fmax(0, x.low), x.high));
    for (ptrdiff_t i = 0; i < n; i++) {
        draw_row(p, &x, names, top + pitch * ((double)i + 0.5), 2 * round(pitch / 3),
                 &bars[i]);
    }
    pen_rect(p, zero - 1.25, top, 2.5, pitch * (double)n, PAINT_INK);
}

static str closing_line(arena *perm, const card_words *words, const chart_spec *spec)
{
    ptrdiff_t all = spec && spec->panel_count > 0 ? spec->panels[0].bar_count : 0;
    return all <= MOST_BARS ? words->closing
                            : str_fmt(perm, "%.*s %d of %td variants shown.",
                                      SV(words->closing), MOST_BARS, all);
}

scene *chart_card(arena *perm, const card_words *words, const chart_spec *spec,
                  text_meter meter)
{
    scene *s = scene_new(perm, CARD_WIDTH, CARD_HEIGHT, S("card"), words->headline,
                         words->closing);
    pen p = {.perm = perm, .meter = meter, .at = &s->root};
    pen_rect(&p, 0, 0, CARD_WIDTH, CARD_HEIGHT, PAINT_BG);
    draw_head(&p, words);
    double y = draw_headline(&p, words->headline);
    chart_bar bars[MOST_BARS];
    ptrdiff_t n = spec && spec->panel_count > 0 ? choose_bars(spec, bars) : 0;
    if (n > 0) {
        double room = BARS_BOTTOM - (y + 52);
        double pitch = 2 * floor(fmin(room / (double)n, 76) / 2); /* whole px */
        double below = floor((room - pitch * (double)n) / 2);
        draw_bars(&p, bars, n, pitch, BARS_BOTTOM - below);
    }
    str lines[2];
    ptrdiff_t lines_count =
        pen_wrap_balanced(&p, closing_line(perm, words, spec), INNER, CONTEXT, lines, 2);
    for (ptrdiff_t i = 0; i < lines_count; i++) {
        pen_text(&p, MARGIN, CLOSING_Y + 27 * (double)i - (lines_count > 1 ? 4 : 0),
                 lines[i], CONTEXT, ANCHOR_START);
    }
    return s;
}
