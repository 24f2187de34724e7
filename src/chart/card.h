/* card.h - the picture that social media show beside a link. */
#ifndef CHART_CARD_H
#define CHART_CARD_H

#include "chart/scene.h"

enum { CARD_WIDTH = 1200, CARD_HEIGHT = 630 };

typedef struct {
    str site;     /* "Altivox Networks" */
    str context;  /* "10 runs each, hyperfine 2025-08-10"; may be empty */
    str headline; /* the finding */
    str closing;  /* "Wall time, shorter is better. Whiskers: ± 1 standard deviation." */
} card_words;

/* The card as a scene of 1200 × 630 px. The headline stands in balanced lines, three at
 * most. `spec` (NULL: words alone) gives up to three bars of its first panel: of more,
 * the first two and the last, and the closing line says so. */
scene *chart_card(arena *perm, const card_words *words, const chart_spec *spec,
                  text_meter meter);

#endif
