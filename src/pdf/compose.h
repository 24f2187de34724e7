/* compose.h - the report's tree as a galley. */
#ifndef PDF_COMPOSE_H
#define PDF_COMPOSE_H

#include "pdf/galley.h"

/* Title block, contents and all blocks of the report, in the order in which they are
 * read. Lists every heading in g->headings. */
void compose(galley *g);

/* Everything inline below a node as runs, blocks parted by '\n'. */
text_run *compose_runs(galley *g, const node *root, text_style style, ptrdiff_t *count);

/* front.c: kicker, title, finding, author and date, disclosure, contents. */
void compose_front(galley *g);

/* figure.c: a figure with its table, its title marked where it changed; key figures. */
void compose_figure(galley *g, const figure *f, bool changed);
void compose_keys(galley *g, const key_figure *keys, ptrdiff_t n);

/* back.c: what can be downloaded; the author, and where it all comes from. */
void compose_downloads(galley *g);
void compose_back(galley *g);

/* "10 August 2025" of "2025-08-10"; what is no such date stays as it is. */
str compose_date(arena *perm, str date);

#endif
