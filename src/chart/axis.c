#include "base/base.h"

#include "chart/axis.h"

/* Where the words of the ticks stand: numbers centred below their hairlines, the unit
 * hanging behind the last one. */
typedef struct {
    ticks ticks;
    double starts[MAX_TICKS];
    double ends[MAX_TICKS];
    bool centred[MAX_TICKS];
    str words[MAX_TICKS];
} axis_words;

/* "25 s", but "39%" and "1.5×" closed up. */
static str with_unit(arena *perm, str number, str unit)
{
    bool closed = unit.len == 0 || str_eq(unit, S("%")) || str_eq(unit, S("×"));
    return str_fmt(perm, "%.*s%s%.*s", SV(number), closed ? "" : "\xC2\xA0", SV(unit));
}

static axis_words place_words(const pen *p, const scale *x, plot room, str unit,
                              ptrdiff_t most)
{
    axis_words w = {.ticks = scale_ticks(p->perm, x, most)};
    for (ptrdiff_t i = 0; i < w.ticks.count; i++) {
        bool last = i == w.ticks.count - 1;
        str number = w.ticks.texts[i];
        w.words[i] = last ? with_unit(p->perm, number, unit) : number;
        double width = pen_width(p, w.words[i], LETTER_SMALL);
        double centre = scale_at(x, w.ticks.values[i]);
        double start = centre - pen_width(p, number, LETTER_SMALL) / 2;
        w.starts[i] = fmax(fmin(start, room.right - width), room.left);
        w.ends[i] = w.starts[i] + width;
        w.centred[i] = w.starts[i] == start && (!last || unit.len == 0);
    }
    return w;
}

static bool words_stand_apart(const axis_words *w)
{
    enum { APART = 8 };
    for (ptrdiff_t i = 1; i < w->ticks.count; i++) {
        if (w->starts[i] < w->ends[i - 1] + APART) {
            return false;
        }
    }
    return true;
}

void axis_draw(const pen *p, const scale *x, plot room, str unit, ptrdiff_t most)
{
    unit = pen_fit(p, unit, (room.right - room.left) / 2, LETTER_SMALL);
    axis_words w = place_words(p, x, room, unit, most < 2 ? 2 : most);
    while (!words_stand_apart(&w) && most > 2) {
        w = place_words(p, x, room, unit, --most);
    }
    if (!words_stand_apart(&w)) { /* a long unit in little room: the last tick alone */
        w.ticks.values[0] = w.ticks.values[w.ticks.count - 1];
        w.starts[0] = w.starts[w.ticks.count - 1];
        w.ends[0] = w.ends[w.ticks.count - 1];
        w.centred[0] = w.centred[w.ticks.count - 1];
        w.words[0] = w.words[w.ticks.count - 1];
        w.ticks.count = 1;
    }
    if (most == 1) {
        w.ticks.count = 1;
    }
    pen g = pen_group(p, S("axis"), (str){0});
    for (ptrdiff_t i = 0; i < w.ticks.count; i++) {
        double at = round(scale_at(x, w.ticks.values[i])) + 0.5;
        if (w.ticks.values[i] != 0) {
            pen_line(&g, at, room.top, at, room.bottom, 1, PAINT_GRID);
        }
        pen_text(&g, w.centred[i] ? (w.starts[i] + w.ends[i]) / 2 : w.starts[i],
                 room.bottom + 17, w.words[i], LETTER_SMALL,
                 w.centred[i] ? ANCHOR_MIDDLE : ANCHOR_START);
    }
}

double axis_title_draw(const pen *p, plot room, str title, bool log)
{
    str words = !log             ? title
                : title.len == 0 ? S("logarithmic axis")
                                 : str_fmt(p->perm, "%.*s, logarithmic axis", SV(title));
    if (words.len == 0) {
        return 0;
    }
    pen_text(p, room.left, room.bottom + 36,
             pen_fit(p, words, room.right - room.left, LETTER_SMALL), LETTER_SMALL,
             ANCHOR_START);
    return 18;
}
