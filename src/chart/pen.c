#include "base/base.h"

#include <assert.h>

#include "chart/pen.h"

const lettering LETTER_NAME = {.size = 14, .weight = 600, .paint = PAINT_INK};
const lettering LETTER_SMALL = {.size = 12, .weight = 400, .paint = PAINT_MUTED};
const lettering LETTER_HEAD = {.size = 13.5, .weight = 600, .paint = PAINT_INK};

pen pen_group(const pen *p, str class_name, str title)
{
    pen inner = *p;
    inner.at =
        scene_add(p->perm, p->at,
                  (mark){.kind = MARK_GROUP, .class_name = class_name, .title = title});
    return inner;
}

double pen_width(const pen *p, str text, lettering l)
{
    return text.len > 0 ? p->meter.width(p->meter.ctx, text, l.size, l.weight, l.face)
                        : 0;
}

mark *pen_text(const pen *p, double x, double y, str text, lettering l, anchor a)
{
    return scene_add(p->perm, p->at,
                     (mark){.kind = MARK_TEXT,
                            .x = x,
                            .y = y,
                            .text = text,
                            .size = l.size,
                            .weight = l.weight,
                            .fill = l.paint,
                            .face = l.face,
                            .anchor = a});
}

void pen_label(const pen *p, double x, double y, str text, lettering l)
{
    if (text.len > 0) {
        pen_rect(p, x - 3, y - l.size + 1, pen_width(p, text, l) + 6, l.size + 3,
                 PAINT_BG);
        pen_text(p, x, y, text, l, ANCHOR_START);
    }
}

mark *pen_rect(const pen *p, double x, double y, double w, double h, paint fill)
{
    return scene_add(
        p->perm, p->at,
        (mark){.kind = MARK_RECT, .x = x, .y = y, .w = w, .h = h, .fill = fill});
}

mark *pen_line(const pen *p, segment s, double width, paint stroke)
{
    return scene_add(p->perm, p->at,
                     (mark){.kind = MARK_LINE,
                            .x = s.x1,
                            .y = s.y1,
                            .w = s.x2 - s.x1,
                            .h = s.y2 - s.y1,
                            .stroke = stroke,
                            .stroke_width = width});
}

mark *pen_circle(const pen *p, double x, double y, double r, paint fill)
{
    return scene_add(p->perm, p->at,
                     (mark){.kind = MARK_CIRCLE, .x = x, .y = y, .r = r, .fill = fill});
}

/* The beginning of the character that holds byte `at`. */
static ptrdiff_t character_start(str s, ptrdiff_t at)
{
    while (at > 0 && at < s.len && ((unsigned char)s.ptr[at] & 0xC0) == 0x80) {
        at--;
    }
    return at;
}

static str with_ellipsis(const pen *p, str s, ptrdiff_t len)
{
    str head = str_trim_right(str_take(s, len));
    return str_fmt(p->perm, "%.*s…", SV(head));
}

str pen_fit(const pen *p, str text, double room, lettering l)
{
    if (pen_width(p, text, l) <= room) {
        return text;
    }
    ptrdiff_t fits = 0;            /* bytes that fit with an ellipsis */
    ptrdiff_t too_long = text.len; /* bytes that don't */
    while (too_long - fits > 1) {
        ptrdiff_t middle = character_start(text, fits + (too_long - fits) / 2);
        if (middle <= fits) {
            break;
        }
        if (pen_width(p, with_ellipsis(p, text, middle), l) <= room) {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    if (fits == 0) { /* one letter, whatever the room */
        for (fits = 1; fits < text.len && character_start(text, fits) != fits; fits++) {
        }
    }
    return with_ellipsis(p, text, fits);
}

/* How many bytes of `text` make the longest line of whole words that fits; one word at
 * least. */
static ptrdiff_t line_length(const pen *p, str text, double room, lettering l)
{
    ptrdiff_t len = 0;
    for (str rest = text; rest.len > 0;) {
        str word = str_word(&rest);
        ptrdiff_t end = word.ptr - text.ptr + word.len;
        if (len > 0 && pen_width(p, str_take(text, end), l) > room) {
            break;
        }
        len = end;
    }
    return len;
}

ptrdiff_t pen_wrap(const pen *p, str text, double room, lettering l, str *lines,
                   ptrdiff_t max)
{
    ptrdiff_t n = 0;
    str rest = str_trim(text);
    while (rest.len > 0 && n < max) {
        ptrdiff_t len = n == max - 1 ? rest.len : line_length(p, rest, room, l);
        lines[n++] = pen_fit(p, str_take(rest, len), room, l);
        rest = str_trim_left(str_drop(rest, len));
    }
    return n;
}

ptrdiff_t pen_lines(const pen *p, str text, double room, lettering l, ptrdiff_t most)
{
    str lines[6];
    assert(most + 1 <= COUNTOF(lines));
    return pen_wrap(p, text, room, l, lines, most + 1);
}

ptrdiff_t pen_wrap_balanced(const pen *p, str text, double room, lettering l, str *lines,
                            ptrdiff_t max)
{
    ptrdiff_t n = pen_lines(p, text, room, l, max);
    double fits = room;
    double too_narrow = n > max ? room : room / (double)(n + 1);
    while (fits - too_narrow > 4) {
        double middle = (fits + too_narrow) / 2;
        if (pen_lines(p, text, middle, l, max) <= n) {
            fits = middle;
        } else {
            too_narrow = middle;
        }
    }
    return pen_wrap(p, text, fits, l, lines, max);
}

static void path_point(out *path, const char *verb, double x, double y)
{
    out_fmt(path, "%s ", verb);
    length_write(path, x);
    out_char(path, ' ');
    length_write(path, y);
}

void path_move(out *path, double x, double y)
{
    path_point(path, out_text(path).len > 0 ? " M" : "M", x, y);
}

void path_line(out *path, double x, double y)
{
    path_point(path, " L", x, y);
}
