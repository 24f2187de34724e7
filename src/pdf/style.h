/* style.h - the look of the paper as data: sheets, type, spacing. Lengths in points. */
#ifndef PDF_STYLE_H
#define PDF_STYLE_H

#include "chart/scene.h"

/* A sheet with the frame that holds the text: nothing but head and foot lies outside.
 *
 *     0 ------------------------- width
 *     |  head_y: running head        |
 *     |  left  top ------- right     |
 *     |        |  frame     |        |
 *     |        bottom ------         |
 *     |  foot_y: provenance, n of N  |
 *     height --------------------------                                              */
typedef struct {
    const char *name; /* as the user writes it: "a4", "letter" */
    double width, height;
    double left, top, right, bottom; /* of the frame */
    double head_y, foot_y;           /* top of the running head and foot */
} sheet;

/* "a4" or "letter"; NULL: no such paper. */
const sheet *sheet_named(str name);

/* How a run of text is set. */
typedef struct {
    face face;
    int weight;
    bool italic;
    bool tabular;
    double size;
    double lead;     /* from baseline to baseline */
    double tracking; /* em */
    paint colour;
} text_style;

/* One row for each voice and rank, from DESIGN's tokens (15 px there are 8.5 pt here). */
typedef enum {
    STYLE_KICKER,
    STYLE_TITLE,
    STYLE_DECK,
    STYLE_BYLINE,
    STYLE_CONTENTS,
    STYLE_H2,
    STYLE_H3,
    STYLE_H4,
    STYLE_BODY,      /* the author's */
    STYLE_GENERATED, /* ours */
    STYLE_NOTE,
    STYLE_NOTE_INK, /* the same, where it is the text itself */
    STYLE_LABEL,    /* the heading of a note or a box */
    STYLE_CODE,
    STYLE_FIGURE_NUMBER,
    STYLE_FIGURE_TITLE,
    STYLE_FIGURE_SUBTITLE,
    STYLE_SOURCE,
    STYLE_CAPTION,
    STYLE_HEAD, /* of a table's column */
    STYLE_CELL,
    STYLE_CELL_NAME, /* a row's head */
    STYLE_CELL_SMALL,
    STYLE_CELL_MACHINE,
    STYLE_KEY_NUMBER,
    STYLE_KEY_UNIT,
    STYLE_KEY_WHAT,
    STYLE_KEY_BAR,
    STYLE_KEY_CAVEAT,
    STYLE_RUNNING, /* head and foot */
    STYLE_MASTHEAD,
    STYLE_COUNT,
} style_id;

extern const text_style styles[STYLE_COUNT];

/* The same voice, other words: JetBrains Mono at a size that sits well in `around`. */
text_style style_mono(text_style around);

/* From a line's top to its baseline, so that letters stand in the middle optically. */
double style_baseline(const text_style *s);

#endif
