/* pack.h - bytes made small for the archive, and back: zstd with a check sum. */
#ifndef ARCHIVE_PACK_H
#define ARCHIVE_PACK_H

#include "base/err.h"

/* The largest source that is kept. */
#define PACK_LARGEST ((ptrdiff_t)1 << 30)

str pack(arena *perm, str bytes);

/* False: these bytes are not what pack() made; `why` says so. */
MUST_USE bool unpack(arena *perm, str packed, str *ret, const char **why);

#endif
