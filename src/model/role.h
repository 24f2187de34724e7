/* role.h - what a variant is, where it is one of the six that everybody compares. */
#ifndef MODEL_ROLE_H
#define MODEL_ROLE_H

#include "base/str.h"

/* Each has a fixed colour (assets/style.css, chart/theme.c); grey is any other. */
typedef enum {
    ROLE_GREY,
    ROLE_NATIVE,
    ROLE_DOCKER,
    ROLE_WASM,
    ROLE_VOLUME,
    ROLE_BIND,
    ROLE_TMPFS,
} role;

enum { ROLE_COUNT = ROLE_TMPFS + 1 };

const char *role_name(role r); /* "grey", "native", ... as in CSS classes */

/* The role of that name; false: there is none. "grey" is no role that can be asked for.
 */
bool role_named(str name, role *ret);

#endif
