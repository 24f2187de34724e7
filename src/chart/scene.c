#include "base/base.h"

#include <assert.h>

#include "base/num.h"
#include "chart/scene.h"

#define RISING  "M -1.5 1.5 L 1.5 -1.5 M 0 6 L 6 0 M 4.5 7.5 L 7.5 4.5"
#define FALLING "M -1.5 4.5 L 1.5 7.5 M 0 0 L 6 6 M 4.5 -1.5 L 7.5 1.5"
#define UPRIGHT "M 3 0 L 3 6"
#define LEVEL   "M 0 3 L 6 3"

#define WIDE_RISING  "M -3 3 L 3 -3 M 0 12 L 12 0 M 9 15 L 15 9"
#define WIDE_FALLING "M -3 9 L 3 15 M 0 0 L 12 12 M 9 -3 L 15 3"
#define WIDE_UPRIGHT "M 6 0 L 6 12"
#define WIDE_LEVEL   "M 0 6 L 12 6"

enum { FIRST_WIDE = 8 };

int pattern_tile(int pattern)
{
    return pattern < FIRST_WIDE ? 6 : 12;
}

const char *pattern_path(int pattern)
{
    static const char crossed[] = RISING " " FALLING;
    static const char squared[] = UPRIGHT " " LEVEL;
    static const char wide_crossed[] = WIDE_RISING " " WIDE_FALLING;
    static const char wide_squared[] = WIDE_UPRIGHT " " WIDE_LEVEL;
    static const char *const paths[PATTERN_COUNT] = {
        [1] = RISING,        [2] = FALLING,
        [3] = UPRIGHT,       [4] = crossed,
        [5] = LEVEL,         [6] = squared,
        [7] = "M 2 3 L 4 3", [FIRST_WIDE] = WIDE_RISING,
        [9] = WIDE_FALLING,  [10] = WIDE_UPRIGHT,
        [11] = wide_crossed, [12] = WIDE_LEVEL,
        [13] = wide_squared, [14] = "M 0 9 L 6 3 L 12 9"};
    return pattern > 0 && pattern < PATTERN_COUNT ? paths[pattern] : NULL;
}

dash_run dash_lengths(int dash)
{
    static const dash_run runs[PATTERN_COUNT] = {
        [1] = {{3}, 1},
        [2] = {{9, 3}, 2},
        [3] = {{9, 3, 2, 3}, 4},
        [4] = {{9, 3, 2, 3, 2, 3}, 6},
        [5] = {{1.5, 5}, 2},
        [6] = {{18, 4}, 2},
        [7] = {{18, 4, 2, 4}, 4},
        [8] = {{6, 8}, 2},
        [9] = {{9, 3, 9, 3, 2, 3}, 6},
        [10] = {{1.5, 2.5}, 2},
        [11] = {{18, 4, 2, 4, 2, 4}, 6},
        [12] = {{18, 4, 9, 4}, 4},
        [13] = {{3, 3, 3, 9}, 4},
        [14] = {{18, 12}, 2},
    };
    return dash > 0 && dash < PATTERN_COUNT ? runs[dash] : (dash_run){.count = 0};
}

int pattern_of(int shade)
{
    return shade <= 0 ? 0 : 1 + (shade - 1) % (PATTERN_COUNT - 1);
}

const char *paint_name(paint p)
{
    static const char *const names[] = {"none", "ink", "muted", "grid", "bg", "raise"};
    _Static_assert(sizeof names / sizeof *names == PAINT_ROLE, "a name for each paint");
    return p < PAINT_ROLE ? names[p] : role_name((role)(p - PAINT_ROLE));
}

scene *scene_new(arena *perm, double width, double height, str id, str title, str desc)
{
    scene *s = NEW(perm, scene, 1);
    *s = (scene){
        .width = width,
        .height = height,
        .id = id,
        .title = title,
        .desc = desc,
    };
    return s;
}

mark *scene_add(arena *perm, mark *parent, mark m)
{
    assert(parent->kind == MARK_GROUP);
    mark *copy = NEW(perm, mark, 1);
    *copy = m;
    copy->next = NULL;
    if (parent->last) {
        parent->last->next = copy;
    } else {
        parent->first = copy;
    }
    parent->last = copy;
    return copy;
}

void length_write(out *o, double px)
{
    long long hundredths = llround(px * 100);
    long long whole = llabs(hundredths) / 100;
    int rest = (int)(llabs(hundredths) % 100);
    const char *sign = hundredths < 0 ? "-" : "";
    if (rest == 0) {
        out_fmt(o, "%s%lld", sign, whole);
    } else if (rest % 10 == 0) {
        out_fmt(o, "%s%lld.%d", sign, whole, rest / 10);
    } else {
        out_fmt(o, "%s%lld.%02d", sign, whole, rest);
    }
}

static str move_path(arena *perm, str path, double x, double y)
{
    out *o = out_memory(perm);
    while (path.len > 0) {
        str verb = str_word(&path);
        out_fmt(o, "%s%.*s", out_text(o).len > 0 ? " " : "", SV(verb));
        double at[2];
        if (!str_eq(verb, S("Z")) && num_double(str_word(&path), &at[0])
            && num_double(str_word(&path), &at[1])) {
            out_char(o, ' ');
            length_write(o, at[0] + x);
            out_char(o, ' ');
            length_write(o, at[1] + y);
        }
    }
    return out_text(o);
}

static void place_marks(arena *perm, mark *parent, const mark *m, double x, double y)
{
    for (; m; m = m->next) {
        mark moved = *m;
        moved.x += x;
        moved.y += y;
        if (m->kind == MARK_PATH) {
            moved.text = move_path(perm, m->text, x, y);
        } else if (m->kind == MARK_GROUP) {
            moved = (mark){
                .kind = MARK_GROUP, .class_name = m->class_name, .title = m->title};
        }
        mark *copy = scene_add(perm, parent, moved);
        if (m->kind == MARK_GROUP) {
            place_marks(perm, copy, m->first, x, y);
        }
    }
}

void scene_place(arena *perm, mark *parent, const scene *inner, double x, double y)
{
    mark *group =
        scene_add(perm, parent, (mark){.kind = MARK_GROUP, .class_name = S("chart")});
    place_marks(perm, group, inner->root.first, x, y);
}

/* --- the golden form ---------------------------------------------------------------- */

static void dump_pair(out *o, double a, char between, double b)
{
    length_write(o, a);
    out_char(o, between);
    length_write(o, b);
}

static void dump_quoted(out *o, str s)
{
    out_char(o, '"');
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (c == '"' || c == '\\') {
            out_char(o, '\\');
        }
        if (c == '\n') {
            out_str(o, S("\\n"));
        } else {
            out_char(o, c);
        }
    }
    out_char(o, '"');
}

static void dump_text(out *o, const mark *m)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    static const char *const faces[] = {"", " people", " machine"};
    out_str(o, S("text "));
    dump_pair(o, m->x, ',', m->y);
    out_fmt(o, " %s ", anchors[m->anchor]);
    length_write(o, m->size);
    out_fmt(o, "/%d%s %s ", m->weight, faces[m->face], paint_name(m->fill));
    dump_quoted(o, m->text);
}

static void dump_shape(out *o, const mark *m)
{
    if (m->kind == MARK_PATH) {
        out_fmt(o, "path %.*s", SV(m->text));
    } else {
        out_str(o, m->kind == MARK_RECT   ? S("rect ")
                   : m->kind == MARK_LINE ? S("line ")
                                          : S("circle "));
        dump_pair(o, m->x, ',', m->y);
        if (m->kind == MARK_RECT) {
            out_char(o, ' ');
            dump_pair(o, m->w, 'x', m->h);
        } else if (m->kind == MARK_LINE) {
            out_str(o, S(" to "));
            dump_pair(o, m->x + m->w, ',', m->y + m->h);
        } else {
            out_str(o, S(" r "));
            length_write(o, m->r);
        }
    }
    if (m->fill != PAINT_NONE) {
        out_fmt(o, " fill %s", paint_name(m->fill));
    }
    if (m->pattern != 0) {
        out_fmt(o, " pattern %d", m->pattern);
    }
    if (m->stroke != PAINT_NONE) {
        out_fmt(o, " stroke %s ", paint_name(m->stroke));
        length_write(o, m->stroke_width);
    }
    if (m->dash == 1) {
        out_str(o, S(" dashed"));
    } else if (m->dash > 1) {
        out_fmt(o, " dashed %d", m->dash);
    }
    if (m->opacity > 0) {
        out_str(o, S(" opacity "));
        length_write(o, m->opacity);
    }
}

static void dump_mark(out *o, const mark *m, int depth)
{
    for (int i = 0; i < depth; i++) {
        out_str(o, S("  "));
    }
    if (m->kind == MARK_GROUP) {
        out_fmt(o, "group %.*s", SV(m->class_name));
        if (m->title.len > 0) {
            out_char(o, ' ');
            dump_quoted(o, m->title);
        }
    } else if (m->kind == MARK_TEXT) {
        dump_text(o, m);
    } else {
        dump_shape(o, m);
    }
    out_char(o, '\n');
    for (const mark *child = m->first; child; child = child->next) {
        dump_mark(o, child, depth + 1);
    }
}

void scene_dump(out *o, const scene *s)
{
    out_str(o, S("scene "));
    dump_pair(o, s->width, 'x', s->height);
    out_fmt(o, " %.*s\ntitle ", SV(s->id));
    dump_quoted(o, s->title);
    out_str(o, S("\ndesc "));
    dump_quoted(o, s->desc);
    out_char(o, '\n');
    for (const mark *m = s->root.first; m; m = m->next) {
        dump_mark(o, m, 0);
    }
}
