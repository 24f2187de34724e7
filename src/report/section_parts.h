/* section_parts.h - what the generated parts of a report share: sections.c, keys.c,
 * method.c.
 */
#ifndef REPORT_SECTION_PARTS_H
#define REPORT_SECTION_PARTS_H

#include "report/compose.h"

/* Adds a section with its heading (none where the title is empty). */
node *add_section(composer *c, node *root, section_kind kind, str id, str title);

/* A comparison with the baseline that could be a key figure. */
typedef struct {
    const row *a, *b;
    str metric;
    slice slice;
    versus v;
    int rank; /* 0: told apart, 1: one run, 2: not told apart */
} candidate;

/* All of the study, in c->perm. */
candidate *candidates_of(composer *c, ptrdiff_t *n);

#endif
