/* inputs.h - has anything changed since the last build? */
#ifndef SITE_INPUTS_H
#define SITE_INPUTS_H

#include "project/config.h"

/* A hash over everything that a build reads: path, size, times and inode of each file of
 * the project, of the program itself, and the options; and over what the target's folder
 * is now. Equal fingerprints: the build would write the same bytes. */
str inputs_fingerprint(arena *perm, arena scratch, const config *site, const char *target,
                       str options);

/* The same of all that every study is made of besides its own folder. */
str inputs_common(arena *perm, arena scratch, const config *site, str options);

/* ... and with that folder. */
str inputs_of_study(arena *perm, arena scratch, const config *site, str common, str id);

/* A hash over names, sizes and times of change of the files below a folder: has anybody
 * touched what the build wrote? */
str inputs_of_outputs(arena *perm, arena scratch, const char *dir);

/* The fingerprint of the last build of `target`, kept in ROOT/.broadsheet/. Empty: none.
 */
str inputs_last(arena *perm, const config *site, const char *target);

/* Remembers it. Failing is no error: the next build just does its work again. */
void inputs_remember(arena scratch, const config *site, const char *target,
                     str fingerprint);

/* "ROOT/.broadsheet/KIND-…", one file a target. */
const char *inputs_memory(arena *perm, const config *site, const char *target,
                          const char *kind);

#endif
