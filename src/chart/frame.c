#include "base/base.h"

#include "chart/frame.h"
#include "chart/pen.h"

static const lettering TITLE = {.size = 19, .weight = 600, .paint = PAINT_INK};
static const lettering SUBTITLE = {.size = 14.5, .weight = 400, .paint = PAINT_MUTED};

enum { MARGIN = 24, MAX_LINES = 4 };

/* Sets `text` in lines below y; returns the y below the last one. */
static double set_lines(const pen *p, str text, double width, double y, lettering l)
{
    str lines[MAX_LINES];
    ptrdiff_t n = pen_lines(p, text, width, l, MAX_LINES) == 2 /* no word alone */
                      ? pen_wrap_balanced(p, text, width, l, lines, MAX_LINES)
                      : pen_wrap(p, text, width, l, lines, MAX_LINES);
    double leading = round(l.size * 1.36);
    for (ptrdiff_t i = 0; i < n; i++) {
        pen_text(p, MARGIN, y + leading * (double)i + l.size, lines[i], l, ANCHOR_START);
    }
    return y + leading * (double)n;
}

scene *chart_frame(arena *perm, const scene *chart, const frame_words *words,
                   text_meter meter)
{
    scene *s = scene_new(perm, chart->width + 2 * MARGIN, 0, chart->id, chart->title,
                         chart->desc);
    pen p = {.perm = perm, .meter = meter, .at = &s->root};
    mark *background = pen_rect(&p, 0, 0, s->width, 0, PAINT_BG);
    double y = set_lines(&p, words->title, chart->width, MARGIN - 4, TITLE);
    y = set_lines(&p, words->subtitle, chart->width, y + 2, SUBTITLE);
    y += y > MARGIN ? 20 : 0;
    scene_place(perm, &s->root, chart, MARGIN, y);
    y += chart->height;
    if (words->source.len > 0) {
        y = set_lines(&p, words->source, chart->width, y + 18, LETTER_SMALL);
    }
    s->height = ceil(y + MARGIN - 4);
    background->h = s->height;
    return s;
}
