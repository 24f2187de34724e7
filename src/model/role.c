#include "base/base.h"

#include "model/role.h"

static const char *const names[] = {"grey",   "native", "docker", "wasm",
                                    "volume", "bind",   "tmpfs"};
_Static_assert(sizeof names / sizeof *names == ROLE_COUNT, "a name for each role");

const char *role_name(role r)
{
    return names[r];
}

bool role_named(str name, role *ret)
{
    for (int i = ROLE_GREY + 1; i < ROLE_COUNT; i++) {
        if (str_eq(name, str_from(names[i]))) {
            *ret = (role)i;
            return true;
        }
    }
    return false;
}
