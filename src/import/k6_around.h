/* k6_around.h - the lines that stand around k6's end-of-test summary. All take a trimmed
 * line. */
#ifndef IMPORT_K6_AROUND_H
#define IMPORT_K6_AROUND_H

#include "base/str.h"

/* The first line of the banner. */
bool k6_is_banner(str s);

/* `script: shop.js` with the key "script: ". */
bool k6_header_value(str s, str key, str *ret);

/* A scenario's progress, `default ✓ [=====] 12 VUs  30s`; *interrupted: the run was
 * stopped. */
bool k6_is_bar(str s, bool *interrupted);

/* That, or `running (0m01.0s), …`. */
bool k6_is_progress(str s);

/* k6's log: `INFO[0001] …`, `time="…" level=…`. */
bool k6_is_log(str s);

/* Another command begins: `user@host:~/x$ …`, `$ …`. */
bool k6_is_prompt(str s);

#endif
