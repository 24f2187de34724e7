/* inputs.h - has anything changed since the last build? */
#ifndef SITE_INPUTS_H
#define SITE_INPUTS_H

#include "project/config.h"

/* A hash over everything that a build reads: path, size, times and inode of each file of
 * the project, of the program itself, and the options; and over what the target's folder
 * is now. Equal fingerprints: the build would write the same bytes. */
str inputs_fingerprint(arena *perm, const config *site, const char *target, str options);

/* The fingerprint of the last build of `target`, kept in ROOT/.broadsheet/. Empty: none.
 */
str inputs_last(arena *perm, const config *site, const char *target);

/* Remembers it. Failing to is no error: the next build just does its work again. */
void inputs_remember(arena scratch, const config *site, const char *target,
                     str fingerprint);

#endif
