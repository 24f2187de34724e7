#include "base/base.h"

#include "chart/axis.h"
#include "chart/bar_spec.h"
#include "chart/key.h"
#include "chart/kind.h"
#include "chart/samples.h"

/* How often which value came: a small histogram a variant, below each other, over the
 * same bins and the same counts, so that they compare. A line marks the stated mean.
 *
 *       native        ▂█│▅▂                             20%
 *       15.7 s       ▁██│███▂▁ ▁                         0
 *       Docker          ▂▇│█▃▁                          20
 *       16.3 s         ▂██│████▂▁▁                       0
 *                   15      16      17      18 s
 */

enum { HEIGHT = 56, PITCH = 84, NARROW_PITCH = 104, SHARE_WIDTH = 40 };

typedef struct {
    scale x;
    scale share; /* height in px of a share of the runs, in percent */
    bins bins;
    bool any; /* there are single runs */
} histogram;

static bool has_samples(const chart_bar *b)
{
    return b->points && b->point_count > 0;
}

static double bin_share(const bins *b, sorted s, ptrdiff_t i)
{
    return 100 * (double)bins_count(b, s, i) / (double)s.n;
}

/* The bins fit the variant with most runs. */
static histogram plan(const pen *p, const chart_panel *panel, double from, double to)
{
    histogram h = {.x = {.low = HUGE_VAL, .high = -HUGE_VAL, .from = from, .to = to}};
    const chart_bar *most = NULL;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        for (ptrdiff_t k = 0; has_samples(b) && k < b->point_count; k++) {
            range_add(&h.x.low, &h.x.high, b->points[k]);
        }
        if (has_samples(b) && (!most || b->point_count > most->point_count)) {
            most = b;
        }
    }
    h.any = most != NULL;
    if (!h.any) {
        h.x.low = 0;
        h.x.high = 1;
        return h;
    }
    h.bins = bins_for(samples_sort(p->perm, most->points, most->point_count), h.x.low,
                      h.x.high);
    h.x.low = h.bins.first;
    h.x.high = h.bins.first + h.bins.width * (double)h.bins.count;
    h.share = (scale){.high = 1, .to = HEIGHT};
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        if (!has_samples(b)) {
            continue;
        }
        sorted s = samples_sort(p->perm, b->points, b->point_count);
        for (ptrdiff_t k = 0; k < h.bins.count; k++) {
            h.share.high = fmax(h.share.high, bin_share(&h.bins, s, k));
        }
    }
    return h;
}

/* Hairlines at shares, with their words right of the plot. */
static void draw_shares(const pen *p, const histogram *h, double base)
{
    ticks t = scale_ticks(p->perm, &h->share, 4);
    pen g = pen_group(p, S("axis"), (str){0});
    for (ptrdiff_t i = 0; i < t.count; i++) {
        double y = round(base - scale_at(&h->share, t.values[i])) - 0.5;
        if (i > 0) {
            pen_line(&g, (segment){h->x.from, y, h->x.to, y}, 1, PAINT_GRID);
        }
        str words =
            i == t.count - 1 ? str_fmt(p->perm, "%.*s%%", SV(t.texts[i])) : t.texts[i];
        pen_text(&g, h->x.to + 8, y + 4.5, words, LETTER_SMALL, ANCHOR_START);
    }
}

static void draw_bins(const pen *p, const histogram *h, double base, const chart_bar *b)
{
    sorted s = samples_sort(p->perm, b->points, b->point_count);
    for (ptrdiff_t i = 0; i < h->bins.count; i++) {
        double tall = scale_at(&h->share, bin_share(&h->bins, s, i));
        if (tall <= 0) {
            continue;
        }
        double left = scale_at(&h->x, h->bins.first + h->bins.width * (double)i);
        double right = scale_at(&h->x, h->bins.first + h->bins.width * (double)(i + 1));
        double gap = right - left > 4 ? 1 : 0;
        pen_rect(p, left + gap / 2, base - tall, right - left - gap, tall,
                 (paint)(PAINT_ROLE + b->role))
            ->pattern = pattern_of(b->shade);
    }
    if (b->value.known && b->value.value >= h->x.low && b->value.value <= h->x.high) {
        double at = scale_at(&h->x, b->value.value);
        pen_line(p, (segment){at, base - HEIGHT - 6, at, base}, 3.5, PAINT_BG);
        pen_line(p, (segment){at, base - HEIGHT - 6, at, base}, 1.5, PAINT_INK);
    }
    pen_line(p, (segment){h->x.from, base, h->x.to, base}, 1.25, PAINT_INK);
}

static void draw_row(const pen *p, const histogram *h, double base, const chart_bar *b)
{
    if (has_samples(b)) {
        draw_shares(p, h, base);
        draw_bins(p, h, base, b);
    } else {
        chart_bar reason = *b;
        reason.missing = b->missing.len > 0 ? b->missing : S("no single runs were kept");
        bar_missing_draw(p, &h->x, h->x.to + SHARE_WIDTH, base - HEIGHT / 2.0, 26,
                         &reason);
    }
}

static str value_words(arena *perm, const chart_bar *b)
{
    return b->spread_text.len == 0
               ? b->value_text
               : str_fmt(perm, "%.*s %.*s", SV(b->value_text), SV(b->spread_text));
}

/* Name, second line and value, right-aligned beside the row. */
static void wide_words(const pen *p, const chart_bar *b, double right, double yc)
{
    bar_name_draw(p, b, NAME_MOST, right, yc - (b->value_text.len > 0 ? 8 : 0));
    if (b->value_text.len > 0) {
        pen_text(p, right, yc + (b->detail.len > 0 ? 22 : 14),
                 pen_fit(p, value_words(p->perm, b), NAME_MOST, LETTER_SMALL),
                 LETTER_SMALL, ANCHOR_END);
    }
}

static double names_width(const pen *p, const chart_spec *spec)
{
    double w = spec_names_width(p, spec);
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            const chart_bar *b = &spec->panels[i].bars[k];
            w = fmax(w, pen_width(p, value_words(p->perm, b), LETTER_SMALL));
        }
    }
    return fmin(round(w), NAME_MOST);
}

static plot draw_panel(const pen *p, const chart_spec *spec, const chart_panel *panel,
                       chart_width width, double top)
{
    bool wide = width != CHART_NARROW;
    bool two = !wide && narrow_needs_two_lines(p, spec);
    double pitch = wide ? PITCH : NARROW_PITCH + (two ? NARROW_SECOND_LINE : 0);
    double left = wide ? names_width(p, spec) + 16 : 0;
    double right = p->width;
    histogram h = plan(p, panel, left, right - SHARE_WIDTH);
    plot room = {0, top + pitch * (double)panel->bar_count - 10, left, right};
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        double base = top + pitch * (double)(i + 1) - 12;
        pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
        if (wide) {
            wide_words(&g, b, left - 16, base - HEIGHT / 2.0 + 4);
        } else {
            narrow_words_draw(&g, spec, b, base - HEIGHT - 36 - (two ? 15 : 0), two);
        }
        draw_row(&g, &h, base, b);
    }
    if (h.any) {
        plot below = {room.bottom + 4, room.bottom, left - (wide ? 16 : 0), right};
        axis_draw(p, &h.x, below, panel->unit, 6);
    }
    return room;
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    plot room = {0};
    bool mean = false;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        double top = i == 0 ? 0 : room.bottom + AXIS_HEIGHT + 20;
        if (spec->panel_count > 1) {
            bool wide = width != CHART_NARROW;
            panel_head_draw(p, panel, wide ? names_width(p, spec) + 16 : 0, p->width,
                            top);
            top += 44;
        }
        room = draw_panel(p, spec, panel, width, top);
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            mean |= has_samples(&panel->bars[k]) && panel->bars[k].value.known;
        }
    }
    const key_item items[] = {
        {KEY_BAR, spec->spread_word.len > 0 ? spec->spread_word : S("share of runs")},
        {KEY_MEAN_LINE, mean ? spec->mean_word : (str){0}},
    };
    return key_draw(p, room.left, room.right, room.bottom + KEY_BELOW, items,
                    COUNTOF(items))
           + 10;
}

const kind kind_histogram = {.kind = CHART_HISTOGRAM, .name = "histogram", .draw = draw};
