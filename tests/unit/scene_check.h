/* scene_check.h - what must hold for every chart, whatever its data. */
#ifndef TESTS_SCENE_CHECK_H
#define TESTS_SCENE_CHECK_H

#include "check.h"

#include "chart/scene.h"

/* Every character is 0.55 em wide, at any weight: layouts don't depend on a font. */
static inline double fake_width(void *ctx, str text, double size, int weight, face which)
{
    (void)ctx;
    (void)weight;
    (void)which;
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < text.len; i++) {
        n += ((unsigned char)text.ptr[i] & 0xC0) != 0x80;
    }
    return (double)n * size * 0.55;
}

/* A text's box, or a shape's. */
typedef struct {
    double left, top, right, bottom;
    const mark *m;
} scene_box;

enum { BOXES = 20000 };

typedef struct {
    scene_box boxes[BOXES];
    ptrdiff_t count;
} scene_boxes;

static inline scene_box box_of_mark(const mark *m, text_meter meter)
{
    if (m->kind == MARK_TEXT) {
        double w = meter.width(meter.ctx, m->text, m->size, m->weight, m->face);
        double left = m->x
                      - (m->anchor == ANCHOR_START    ? 0
                         : m->anchor == ANCHOR_MIDDLE ? w / 2
                                                      : w);
        return (scene_box){left, m->y - 0.73 * m->size, left + w, m->y + 0.2 * m->size,
                           m};
    }
    if (m->kind == MARK_CIRCLE) {
        return (scene_box){m->x - m->r, m->y - m->r, m->x + m->r, m->y + m->r, m};
    }
    return (scene_box){fmin(m->x, m->x + m->w), fmin(m->y, m->y + m->h),
                       fmax(m->x, m->x + m->w), fmax(m->y, m->y + m->h), m};
}

static inline void collect_boxes(const mark *m, text_meter meter, scene_boxes *to)
{
    for (; m; m = m->next) {
        if (m->kind == MARK_GROUP) {
            collect_boxes(m->first, meter, to);
        } else if (m->kind != MARK_PATH) {
            assert_true(to->count < BOXES);
            to->boxes[to->count++] = box_of_mark(m, meter);
        }
    }
}

static inline bool boxes_meet(const scene_box *a, const scene_box *b)
{
    const double slack = 0.5;
    return a->left + slack < b->right && b->left + slack < a->right
           && a->top + slack < b->bottom && b->top + slack < a->bottom;
}

/* Bars and other areas of colour: what text must not lie on. */
static inline bool is_coloured(const mark *m)
{
    return m->kind == MARK_RECT && m->opacity == 0
           && (m->fill >= PAINT_ROLE || m->fill == PAINT_MUTED);
}

/* Half a dot or half a line may stand over the edge; the background's colour, anywhere.
 */
static inline bool is_inside(const scene_box *b, const scene *s)
{
    double over = b->m->kind == MARK_CIRCLE ? 5.5 : b->m->kind == MARK_TEXT ? 0.5 : 1.6;
    bool unseen = b->m->fill == PAINT_BG && b->m->stroke == PAINT_NONE;
    return unseen
           || (b->left > -over && b->right < s->width + over && b->top > -over
               && b->bottom < s->height + over);
}

static inline void scene_fail(const char *what, const scene_box *a, const scene_box *b)
{
    print_error("%s: \"%.*s\" at %.1f,%.1f … %.1f,%.1f\n", what, SV(a->m->text), a->left,
                a->top, a->right, a->bottom);
    if (b) {
        print_error("  and \"%.*s\" (mark %d) at %.1f,%.1f … %.1f,%.1f\n", SV(b->m->text),
                    (int)b->m->kind, b->left, b->top, b->right, b->bottom);
    }
    fail();
}

/* No text on another text or on a bar, nothing outside the frame, no number that isn't
 * one. */
static inline void scene_check(const scene *s, text_meter meter)
{
    static scene_boxes all;
    all.count = 0;
    collect_boxes(s->root.first, meter, &all);
    assert_true(isfinite(s->height) && s->height > 0 && s->height < 8000);
    for (ptrdiff_t i = 0; i < all.count; i++) {
        const scene_box *a = &all.boxes[i];
        if (!is_inside(a, s)) {
            scene_fail("outside the frame", a, NULL);
        }
        for (ptrdiff_t k = 0; k < all.count && a->m->kind == MARK_TEXT; k++) {
            const scene_box *b = &all.boxes[k];
            bool text = b->m->kind == MARK_TEXT && k > i;
            if ((text || is_coloured(b->m)) && boxes_meet(a, b)) {
                scene_fail("one on the other", a, b);
            }
        }
    }
}

#endif
