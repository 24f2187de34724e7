#include "base/base.h"

#include "chart/axis.h"

/* Where the words of the ticks stand: numbers centred below their hairlines, the unit
 * hanging behind the last one. */
typedef struct {
    ptrdiff_t count;
    double at[MAX_TICKS]; /* px */
    double starts[MAX_TICKS];
    double ends[MAX_TICKS];
    bool centred[MAX_TICKS];
    bool zero[MAX_TICKS];
    str words[MAX_TICKS];
} axis_words;

str axis_with_unit(arena *perm, str number, str unit)
{
    bool closed = unit.len == 0 || str_eq(unit, S("%")) || str_eq(unit, S("×"));
    return str_fmt(perm, "%.*s%s%.*s", SV(number), closed ? "" : "\xC2\xA0", SV(unit));
}

static void add_word(axis_words *w, const pen *p, plot room, double at, str number,
                     str unit)
{
    ptrdiff_t i = w->count++;
    w->words[i] = axis_with_unit(p->perm, number, unit);
    double width = pen_width(p, w->words[i], LETTER_SMALL);
    double start = at - pen_width(p, number, LETTER_SMALL) / 2;
    w->at[i] = at;
    w->starts[i] = fmax(fmin(start, room.right - width), room.left);
    w->ends[i] = w->starts[i] + width;
    w->centred[i] = w->starts[i] == start && unit.len == 0;
}

static axis_words place_words(const pen *p, const scale *x, plot room, str unit,
                              ptrdiff_t most)
{
    ticks t = scale_ticks(p->perm, x, most);
    axis_words w = {0};
    for (ptrdiff_t i = 0; i < t.count; i++) {
        w.zero[i] = t.values[i] == 0;
        add_word(&w, p, room, scale_at(x, t.values[i]), t.texts[i],
                 i == t.count - 1 ? unit : (str){0});
    }
    return w;
}

static bool words_stand_apart(const axis_words *w)
{
    enum { APART = 8 };
    for (ptrdiff_t i = 1; i < w->count; i++) {
        if (w->starts[i] < w->ends[i - 1] + APART) {
            return false;
        }
    }
    return true;
}

static void draw_words(const pen *p, plot room, const axis_words *w)
{
    pen g = pen_group(p, S("axis"), (str){0});
    for (ptrdiff_t i = 0; i < w->count; i++) {
        double at = round(w->at[i]) + 0.5;
        if (!w->zero[i]) {
            pen_line(&g, (segment){at, room.top, at, room.bottom}, 1, PAINT_GRID);
        }
    }
    for (ptrdiff_t i = 0; i < w->count; i++) {
        pen_text(&g, w->centred[i] ? (w->starts[i] + w->ends[i]) / 2 : w->starts[i],
                 room.bottom + 17, w->words[i], LETTER_SMALL,
                 w->centred[i] ? ANCHOR_MIDDLE : ANCHOR_START);
    }
}

/* A long unit in little room leaves only the last tick its words. */
static void keep_last(axis_words *w)
{
    ptrdiff_t last = w->count - 1;
    w->at[0] = w->at[last];
    w->starts[0] = w->starts[last];
    w->ends[0] = w->ends[last];
    w->centred[0] = w->centred[last];
    w->zero[0] = w->zero[last];
    w->words[0] = w->words[last];
    w->count = 1;
}

void axis_draw(const pen *p, const scale *x, plot room, str unit, ptrdiff_t most)
{
    unit = pen_fit(p, unit, (room.right - room.left) / 2, LETTER_SMALL);
    axis_words w = place_words(p, x, room, unit, most < 2 ? 2 : most);
    while (!words_stand_apart(&w) && most > 2) {
        w = place_words(p, x, room, unit, --most);
    }
    if (!words_stand_apart(&w)) {
        keep_last(&w);
    }
    if (most == 1) {
        w.count = 1;
    }
    draw_words(p, room, &w);
}

/* Those of `given` that lie on the scale. */
static chart_tick *ticks_within(arena *perm, const scale *x, const chart_tick *given,
                                ptrdiff_t *count)
{
    chart_tick *within = NEW(perm, chart_tick, *count);
    ptrdiff_t n = 0;
    double slack = (x->high - x->low) * 1e-9;
    for (ptrdiff_t i = 0; i < *count; i++) {
        if (given[i].at >= x->low - slack && given[i].at <= x->high + slack) {
            within[n++] = given[i];
        }
    }
    *count = n;
    return within;
}

void axis_draw_given(const pen *p, const scale *x, plot room, const chart_tick *given,
                     ptrdiff_t count)
{
    chart_tick *within = ticks_within(p->perm, x, given, &count);
    axis_words w;
    ptrdiff_t every = count / MAX_TICKS;
    do { /* the last one always has its words: it is the newest, or the largest */
        every++;
        w = (axis_words){0};
        for (ptrdiff_t i = (count + every - 1) % every; i < count && w.count < MAX_TICKS;
             i += every) {
            str text =
                pen_fit(p, within[i].text, (room.right - room.left) / 2, LETTER_SMALL);
            add_word(&w, p, room, scale_at(x, within[i].at), text, (str){0});
        }
    } while (!words_stand_apart(&w));
    draw_words(p, room, &w);
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
