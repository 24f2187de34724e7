/* scene.h - a finished drawing as data: the seam between layout and ink.
 *
 * chart/ computes scenes and knows neither cairo nor XML; svg.c writes them as native
 * SVG, ink.c draws them by cairo; both decide nothing. Lengths are CSS px (PDF scales
 * them), origin top left, y down; a text's x,y is its anchor on the baseline. */
#ifndef CHART_SCENE_H
#define CHART_SCENE_H

#include "report/report.h"

/* Colour by meaning, never by value: theme.c and the page's CSS say what each looks like.
 */
typedef enum {
    PAINT_NONE,
    PAINT_INK,
    PAINT_MUTED,
    PAINT_GRID,
    PAINT_BG,
    PAINT_RAISE,
    PAINT_ROLE, /* + role: PAINT_ROLE + ROLE_DOCKER */
    PAINT_COUNT = PAINT_ROLE + ROLE_COUNT,
} paint;

typedef enum { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END } anchor;
typedef enum {
    FACE_DATA,
    FACE_PEOPLE,
    FACE_MACHINE
} face; /* Inter, Vollkorn, JetBrains Mono */

typedef enum {
    MARK_GROUP,
    MARK_RECT,
    MARK_LINE,
    MARK_CIRCLE,
    MARK_PATH,
    MARK_TEXT
} mark_kind;

typedef struct mark {
    struct mark *next, *first, *last; /* children of a MARK_GROUP */
    mark_kind kind;
    double x, y; /* RECT: top left; LINE: from; CIRCLE: centre; TEXT: anchor, baseline */
    double w, h; /* RECT: size; LINE: to = (x + w, y + h) */
    double r;    /* CIRCLE */
    paint fill, stroke;
    double stroke_width;
    bool dashed;
    int pattern; /* RECT: 0 solid, 1 … hatchings that tell shades of one role apart */
    str text;    /* TEXT: what; PATH: "M x y L x y …" (M, L, Z only, absolute) */
    double size; /* TEXT: px */
    int weight;  /* TEXT: 400, 500, 600 */
    face face;
    anchor anchor;
    str class_name; /* GROUP: "axis", "mark", "key" */
    str title;      /* GROUP: read aloud and shown as a tip */
} mark;

typedef struct {
    double width, height;
    str id;    /* prefix of the IDs inside; unique on the page */
    str title; /* <title> */
    str desc;  /* <desc>: the chart in words */
    mark root; /* a MARK_GROUP */
} scene;

/* How wide is `text`? Tests pass a fake, ink.c the real fonts: so layout is checked to
 * the last digit without any font. */
typedef struct {
    double (*width)(void *ctx, str text, double size, int weight, face face);
    void *ctx;
} text_meter;

scene *scene_new(arena *perm, double width, double height, str id, str title, str desc);
mark *scene_add(arena *perm, mark *parent, mark m);
void scene_dump(out *o, const scene *s); /* the golden form: one line a mark */

#endif
