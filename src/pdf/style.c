#include "base/base.h"

#include "pdf/style.h"

static const sheet sheets[] = {
    {"a4", 595.276, 841.89, 62, 78, 533.276, 771.89, 40, 797},
    {"letter", 612, 792, 62, 78, 550, 722, 40, 747},
};

const sheet *sheet_named(str name)
{
    for (ptrdiff_t i = 0; i < COUNTOF(sheets); i++) {
        if (str_eq(name, str_from(sheets[i].name))) {
            return &sheets[i];
        }
    }
    return NULL;
}

#define DATA    .face = FACE_DATA
#define PEOPLE  .face = FACE_PEOPLE
#define MACHINE .face = FACE_MACHINE
#define INK     .colour = PAINT_INK
#define MUTED   .colour = PAINT_MUTED

const text_style styles[STYLE_COUNT] = {
    [STYLE_KICKER] = {DATA, .weight = 600, .size = 8, .lead = 11, MUTED},
    [STYLE_TITLE] = {PEOPLE, .weight = 500, .size = 34, .lead = 36, .tracking = -.022,
                     INK},
    [STYLE_DECK] = {PEOPLE, .weight = 400, .size = 14, .lead = 19.2, INK},
    [STYLE_BYLINE] = {DATA, .weight = 400, .size = 8.5, .lead = 12.4, MUTED},
    [STYLE_CONTENTS] = {PEOPLE, .weight = 400, .size = 10.8, .lead = 17, INK},
    [STYLE_H2] = {PEOPLE, .weight = 500, .size = 20, .lead = 23, .tracking = -.014, INK},
    [STYLE_H3] = {DATA, .weight = 600, .size = 9.6, .lead = 13.4, INK},
    [STYLE_H4] = {DATA, .weight = 600, .size = 8.5, .lead = 12.4, INK},
    [STYLE_BODY] = {PEOPLE, .weight = 400, .size = 10.8, .lead = 15.77, INK},
    [STYLE_GENERATED] = {DATA, .weight = 400, .size = 9, .lead = 13.5, INK},
    [STYLE_NOTE] = {DATA, .weight = 400, .size = 8.5, .lead = 12.6, MUTED},
    [STYLE_NOTE_INK] = {DATA, .weight = 400, .size = 8.5, .lead = 12.6, INK},
    [STYLE_LABEL] = {DATA, .weight = 600, .size = 8.5, .lead = 12.6, INK},
    [STYLE_CODE] = {MACHINE, .weight = 400, .size = 7.5, .lead = 11.4, INK},
    [STYLE_FIGURE_NUMBER] = {DATA, .weight = 400, .size = 7.6, .lead = 11, MUTED},
    [STYLE_FIGURE_TITLE] = {DATA, .weight = 600, .size = 11.2, .lead = 14.6,
                            .tracking = -.008, INK},
    [STYLE_FIGURE_SUBTITLE] = {DATA, .weight = 400, .size = 8.5, .lead = 12.2, MUTED},
    [STYLE_SOURCE] = {DATA, .weight = 400, .size = 7.6, .lead = 11.2, MUTED},
    [STYLE_CAPTION] = {DATA, .weight = 400, .size = 7.8, .lead = 11, MUTED},
    [STYLE_HEAD] = {DATA, .weight = 400, .size = 7.8, .lead = 10.2, MUTED},
    [STYLE_CELL] = {DATA, .weight = 400, .tabular = true, .size = 8.5, .lead = 11.6, INK},
    [STYLE_CELL_NAME] = {DATA, .weight = 600, .size = 8.5, .lead = 11.6, INK},
    [STYLE_CELL_SMALL] = {DATA, .weight = 400, .tabular = true, .size = 7.6, .lead = 10.2,
                          MUTED},
    [STYLE_CELL_MACHINE] = {MACHINE, .weight = 400, .size = 6.9, .lead = 10, MUTED},
    [STYLE_KEY_NUMBER] = {PEOPLE, .weight = 500, .size = 32, .lead = 32,
                          .tracking = -.012, INK},
    [STYLE_KEY_UNIT] = {PEOPLE, .weight = 400, .size = 13.4, .lead = 32, INK},
    [STYLE_KEY_WHAT] = {DATA, .weight = 600, .size = 8.8, .lead = 12.4, INK},
    [STYLE_KEY_BAR] = {DATA, .weight = 400, .tabular = true, .size = 7.6, .lead = 11,
                       MUTED},
    [STYLE_KEY_CAVEAT] = {DATA, .weight = 400, .size = 7.8, .lead = 11.2, MUTED},
    [STYLE_MASTHEAD] = {PEOPLE, .weight = 500, .size = 12, .lead = 14, .tracking = -.01,
                        INK},
    [STYLE_RUNNING] = {DATA, .weight = 400, .size = 7.8, .lead = 11, MUTED},
};

text_style style_mono(text_style around)
{
    around.face = FACE_MACHINE;
    around.weight = 400;
    around.italic = false;
    around.tracking = 0;
    around.size *= .82;
    return around;
}

double style_baseline(const text_style *s)
{
    double half_letter =
        s->face == FACE_PEOPLE ? .31 : .355; /* between x and cap height */
    return s->lead / 2 + half_letter * s->size;
}
