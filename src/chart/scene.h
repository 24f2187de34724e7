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
    int dash;       /* of the stroke: 0 solid, 1…14 dashed: see dash_lengths() */
    double opacity; /* of fill and stroke together; 0 is 1: bands, heat maps */
    int pattern;    /* RECT: 0 solid, 1…14 hatched: see pattern_path() */
    str text;       /* TEXT: what; PATH: "M x y L x y …" (M, L, Z only, absolute) */
    double size;    /* TEXT: px */
    int weight;     /* TEXT: 400, 500, 600 */
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

/* What lies over the fill of a hatched rectangle: a tile of pattern_tile() px, stroked in
 * PAINT_BG, repeated from the scene's origin. A whisker on top, in full PAINT_BG, still
 * stands out from it. In the form of a MARK_PATH:
 *   1 rising diagonals ///   2 falling diagonals   3 upright lines |||   4 crossed
 *   5 level lines            6 upright and level   7 dots
 *   8 to 13: 1 to 6 twice as wide                  14 zigzag
 * 0: NULL. */
enum { PATTERN_COUNT = 15 };
#define PATTERN_STROKE  1.5
#define PATTERN_OPACITY 0.5
int pattern_tile(int pattern);
const char *pattern_path(int pattern);

/* How long the dashes and gaps of a line are in turn, beginning anew after the last: its
 * number is that of the hatching of the same variant. 0 of them: a solid line. */
typedef struct {
    double px[6];
    int count;
} dash_run;
dash_run dash_lengths(int dash);

/* The hatching, and dashing, of a role's nth variant: 0, 1, 2, … 14, 1, 2, … No row or
 * line is without its name, so that the sixteenth can be told from the second, too. */
int pattern_of(int shade);

/* "ink", "muted", "grid", "bg", "raise", "docker", …: as in CSS classes and in
 * scene_dump(). PAINT_NONE: "none". */
const char *paint_name(paint p);

scene *scene_new(arena *perm, double width, double height, str id, str title, str desc);

/* Appends a copy of m to the group and returns it. Its strings are not copied. */
mark *scene_add(arena *perm, mark *parent, mark m);

/* At most two digits behind the point, none that say nothing: "12", "0.5", "-3.25". */
void length_write(out *o, double px);

/* Adds a group with a copy of inner's marks, moved by (x, y). */
void scene_place(arena *perm, mark *parent, const scene *inner, double x, double y);

/* The golden form: one line a mark, children indented, lengths to 1/100 px:
 *   rect 93,39 309.25x26 fill docker
 *   text 77,56 end 14/600 ink "Docker" */
void scene_dump(out *o, const scene *s);

#endif
