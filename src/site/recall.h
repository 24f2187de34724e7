/* recall.h - what the last build knew of the studies, so that one which didn't change
 * isn't made again: its files are taken from the old site, its card from .broadsheet/. */
#ifndef SITE_RECALL_H
#define SITE_RECALL_H

#include "site/build.h"

/* What the last build of the target kept, for builder.last; NULL: nothing that can be
 * used. */
const json *recall_load(arena *perm, arena scratch, const builder *b);

/* Gives the study of the last build: its files from the old site in the new tree, and
 * *ret in b->perm. `inputs`: what they must have been then, as inputs_of_study() tells
 * it; empty: no matter what. False: there is no such study, or what stands in the old
 * site isn't what the build wrote; the tree is without it. */
bool recall_study(builder *b, str id, str inputs, built_study *ret);

/* Was the study made from these inputs? And of how many files that the archive alone has?
 */
bool recall_has(const builder *b, str id, str inputs);
ptrdiff_t recall_kept(const builder *b, str id);

/* Keeps all studies for the next build; the site is in its place. Failing costs the next
 * build some time, no more. */
void recall_keep(builder *b);

#endif
