/* k6_quick.h - points of k6's NDJSON with their keys in any order, read without a scan of
 * what was seen before. */
#ifndef IMPORT_K6_QUICK_H
#define IMPORT_K6_QUICK_H

#include "import/k6_stream.h"

typedef struct k6_quick k6_quick;

k6_quick *k6_quick_new(arena *perm);

/* Reads a line that is a point and has each of k6's keys once and no other. False: it
 * isn't, or not surely: scan it. What is read is what a scan would find. At least 16
 * bytes behind the line can be read. */
bool k6_quick_point(k6_stream *s, k6_quick *q, str line, k6_point *ret);

#endif
