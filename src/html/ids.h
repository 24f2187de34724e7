/* ids.h - anchors that are unique on a page. */
#ifndef HTML_IDS_H
#define HTML_IDS_H

#include "base/str.h"

typedef struct {
    arena *perm;
    str *slots; /* a hash table, open addressing */
    ptrdiff_t cap, n;
} ids;

/* `wanted` (an ID already, or any text: made one by str_slug), with "-2", "-3" … behind
 * it when it is taken; "part" where nothing is left of it. */
str ids_unique(ids *set, str wanted);

#endif
