/* artifacts.h - what a page shows that no tag holds is marked as an artifact. */
#ifndef PDF_ARTIFACTS_H
#define PDF_ARTIFACTS_H

#include "base/str.h"

/* A page's content, as cairo writes it, with each stretch that paints outside of the tags
 * (running head and foot, rules, heads of tables repeated) between "/Artifact BMC" and
 * "EMC": readers know then that it is decoration, and don't have to guess. Content that
 * is marked through comes back as it is. */
str artifacts_mark(arena *perm, str content);

#endif
