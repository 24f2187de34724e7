#include "base/base.h"

#include "chart/bar_spec.h"
#include "chart/key.h"
#include "chart/kind.h"
#include "chart/samples.h"
#include "chart/xy.h"

/* Which share of the runs was done after x: one staircase a variant. The name of each
 * stands right of the plot at a height of its own, tied to the curve by a hairline there.
 *
 *   100%        ╭──╭──────
 *    75       ╭─╯╭─╯ ────── native
 *    50      ╭╯ ╭╯
 *    25     ╭╯╭─╯ ───────── Docker
 *     0 ────╯─╯───────────
 *           15    16   17 s
 */

enum { STEPS = 400, ENDS_WIDE = 150, ENDS_NARROW = 92 };

static bool has_samples(const chart_bar *b)
{
    return b->points && b->point_count > 0;
}

typedef struct {
    const chart_bar *bar;
    sorted samples;
} staircase;

static void draw_steps(const pen *p, const xy *at, const staircase *s)
{
    out *path = out_memory(p->perm);
    ptrdiff_t n = s->samples.n;
    path_move(path, scale_at(&at->x, s->samples.values[0]), scale_at(&at->y, 0));
    ptrdiff_t every = n / STEPS + 1; /* more steps than px show nothing more */
    double y = scale_at(&at->y, 0);
    for (ptrdiff_t i = 0; i < n; i += every) {
        ptrdiff_t last = i + every < n ? i + every - 1 : n - 1;
        double x = scale_at(&at->x, s->samples.values[last]);
        path_line(path, x, y);
        y = scale_at(&at->y, 100 * (double)(last + 1) / (double)n);
        path_line(path, x, y);
    }

    scene_add(p->perm, p->at,
              (mark){.kind = MARK_PATH,
                     .text = out_text(path),
                     .stroke = (paint)(PAINT_ROLE + s->bar->role),
                     .stroke_width = 2,
                     .dash = pattern_of(s->bar->shade)});
}

/* The slower a variant, the lower its name: so hairlines cross few curves. */
static int by_median(const void *a, const void *b)
{
    const staircase *p = a;
    const staircase *q = b;
    double m = sorted_quantile(p->samples, 0.5);
    double n = sorted_quantile(q->samples, 0.5);
    return m < n ? -1 : m > n ? 1 : p->bar < q->bar ? -1 : p->bar > q->bar;
}

static void draw_names(const pen *p, const xy *at, staircase *all, ptrdiff_t n,
                       double room)
{
    line_end *ends = NEW(p->perm, line_end, n);
    qsort(all, (size_t)n, sizeof *all, by_median);
    for (ptrdiff_t i = 0; i < n; i++) {
        double share = 1 - ((double)i + 1) / (double)(n + 1);
        ends[i] = (line_end){scale_at(&at->x, sorted_quantile(all[i].samples, share)),
                             scale_at(&at->y, 100 * share), all[i].bar};
    }
    xy_ends_draw(p, at, ends, n, room);
}

/* Returns the plot; its bottom is the top where no bar has single runs. */
static plot draw_panel(const pen *p, const chart_panel *panel, chart_width width,
                       double top)
{
    bool wide = width != CHART_NARROW;
    double ends = xy_ends_width(p, panel, wide ? ENDS_WIDE : ENDS_NARROW);
    double tall = fmax(wide ? 240 : 200, xy_ends_height(panel->bar_count));
    xy at = {.x = {.low = HUGE_VAL, .high = -HUGE_VAL},
             .y = {.high = 100, .from = top + 6 + tall, .to = top + 6}};
    staircase *all = NEW(p->perm, staircase, panel->bar_count);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        const chart_bar *b = &panel->bars[i];
        if (has_samples(b)) {
            all[n] = (staircase){b, samples_sort(p->perm, b->points, b->point_count)};
            range_add(&at.x.low, &at.x.high, all[n].samples.values[0]);
            range_add(&at.x.low, &at.x.high, all[n].samples.values[b->point_count - 1]);
            n++;
        }
    }
    double left = xy_gutter(p, &at.y, tall, S("%"));
    double right = p->width - ends;
    at.room = (plot){top + 6, top + 6 + tall, left, right};
    if (n == 0) {
        return (plot){top, top, left, right + ends};
    }
    scale_widen(&at.x, false);
    at.x.from = left;
    at.x.to = right;
    xy_ground_draw(p, &at, S("%"));
    axis_draw(p, &at.x,
              (plot){at.room.bottom + 4, at.room.bottom, left - 16, right + ends},
              panel->unit, 7);
    for (ptrdiff_t i = 0; i < n; i++) {
        pen g = pen_group(p, S("mark"), bar_title(p->perm, all[i].bar));
        draw_steps(&g, &at, &all[i]);
    }
    draw_names(p, &at, all, n, ends);
    return (plot){top, at.room.bottom + AXIS_HEIGHT, left, right + ends};
}

static double draw(const pen *p, const chart_spec *spec, chart_width width)
{
    double y = 0;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        const chart_panel *panel = &spec->panels[i];
        if (spec->panel_count > 1) {
            panel_head_draw(p, panel, 0, p->width, y);
            y += 44;
        }
        plot room = draw_panel(p, panel, width, y);
        y = room.bottom + 8;
        for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
            chart_bar b = panel->bars[k];
            if (!has_samples(&b)) {
                b.missing = b.value.known && b.missing.len == 0
                                ? S("no single runs were kept")
                                : b.missing;
                y = xy_absent_bar_draw(p, &b, room, y);
            }
        }
        y += i < spec->panel_count - 1 ? 16 : 0;
    }
    return y;
}

const kind kind_ecdf = {.kind = CHART_ECDF, .name = "ecdf", .draw = draw};
