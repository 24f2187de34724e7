#include "base/base.h"

#include "chart/key.h"

enum { GAP = 22, ICON = 22, ICON_GAP = 8 };

static void draw_whisker(const pen *p, double x, double y)
{
    pen_line(p, (segment){x + 1, y, x + 21, y}, 2, PAINT_INK);
    pen_line(p, (segment){x + 1, y - 5, x + 1, y + 5}, 2, PAINT_INK);
    pen_line(p, (segment){x + 21, y - 5, x + 21, y + 5}, 2, PAINT_INK);
}

static void draw_ends(const pen *p, double x, double y, double r, paint fill)
{
    pen_line(p, (segment){x + r, y, x + ICON - r, y}, 1, PAINT_INK);
    pen_circle(p, x + r, y, r, fill);
    pen_circle(p, x + ICON - r, y, r, fill);
}

static void draw_strip(const pen *p, double x, double y)
{
    static const double at[] = {3, 8, 12, 19};
    for (ptrdiff_t i = 0; i < COUNTOF(at); i++) {
        pen_circle(p, x + at[i], y, 1.75, PAINT_INK);
    }
}

static void draw_box(const pen *p, double x, double y)
{
    pen_rect(p, x, y - 5, ICON, 10, PAINT_MUTED);
    pen_line(p, (segment){x + 9, y - 5, x + 9, y + 5}, 2, PAINT_BG);
}

static void draw_icon(const pen *p, key_icon icon, double x, double y)
{
    switch (icon) {
    case KEY_BAR:
        pen_rect(p, x, y - 7, ICON, 14, PAINT_MUTED);
        break;
    case KEY_WHISKER:
        draw_whisker(p, x, y);
        break;
    case KEY_RANGE:
        draw_ends(p, x, y, 2.25, PAINT_INK);
        break;
    case KEY_STRIP:
        draw_strip(p, x, y);
        break;
    case KEY_PAIR:
        draw_ends(p, x, y, 4.5, PAINT_MUTED);
        break;
    case KEY_DOT:
        pen_circle(p, x + ICON / 2.0, y, 5, PAINT_MUTED);
        break;
    case KEY_BAND:
        pen_rect(p, x, y - 7, ICON, 14, PAINT_MUTED)->opacity = BAND_OPACITY;
        break;
    case KEY_LIMIT:
        pen_line(p, (segment){x, y, x + ICON, y}, 1.25, PAINT_MUTED)->dash = 1;
        break;
    case KEY_BOX:
        draw_box(p, x, y);
        break;
    case KEY_MEAN_LINE:
        pen_line(p, (segment){x + ICON / 2.0, y - 8, x + ICON / 2.0, y + 8}, 1.5,
                 PAINT_INK);
        break;
    }
}

double key_draw(const pen *p, double x, double right, double y, const key_item *items,
                ptrdiff_t count)
{
    enum { HEAD = ICON + ICON_GAP };
    pen key = pen_group(p, S("key"), (str){0});
    double at = x;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (items[i].word.len == 0) {
            continue;
        }
        str word = pen_fit(p, items[i].word, right - x - HEAD, LETTER_SMALL);
        double width = HEAD + pen_width(p, word, LETTER_SMALL);
        if (at > x && at + width > right) {
            at = x;
            y += KEY_LEADING;
        }
        draw_icon(&key, items[i].icon, at, y);
        pen_text(&key, at + HEAD, y + 4, word, LETTER_SMALL, ANCHOR_START);
        at += width + GAP;
    }
    return at > x ? y : y - KEY_LEADING;
}
