/* raw_text.h - a raw file's bytes as something that can be read. Only raw.c needs it. */
#ifndef HTML_RAW_TEXT_H
#define HTML_RAW_TEXT_H

#include "base/str.h"

/* UTF-16 with a byte order mark (PowerShell writes it) as UTF-8; anything else as it is.
 * The lines stay the same. */
str raw_decode(arena *perm, str bytes);

/* False: more than a tenth is what no text has; such a file is for its own program. */
bool raw_is_text(str bytes);

/* Control characters as their pictures (U+2400 …), so that a reader sees that a progress
 * line was redrawn; ESC is U+241B. Tabs stay. */
str raw_visible(arena *perm, str line);

#endif
