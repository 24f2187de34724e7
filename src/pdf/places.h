/* places.h - where everything stands: the galley broken into pages, before any ink. */
#ifndef PDF_PLACES_H
#define PDF_PLACES_H

#include "pdf/galley.h"

/* A part on its page, in points from the sheet's top left. Order is reading order, and
 * pages never go back. */
typedef struct item {
    struct item *next;
    int page; /* from 1 */
    part part;
} item;

typedef struct {
    const sheet *paper;
    item *first;
    int pages; /* at least 1 */
    const heading *headings;
} places;

/* Each slab goes to the first page that has room for it and for all that must not be
 * parted from it. Sets page and y of the headings and the elements' number of items. */
places *places_of(arena *perm, const galley *g);

#endif
