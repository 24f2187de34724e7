#include "base/base.h"

#include <dlfcn.h>

#include "archive/libpq.h"

bool libpq_load(const char *archive, libpq *ret, err *e)
{
    static const char *const names[] = {"libpq.so.5", "libpq.5.dylib", "libpq.so"};
    void *library = NULL; /* stays open to the end of the program */
    for (ptrdiff_t i = 0; i < COUNTOF(names) && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) {
        err_set(e, ERR_IO, archive, "PostgreSQL's client library is not installed");
        return err_hint(e, "Debian's package is libpq5.");
    }
    libpq found = {0};
#define X(name)                                                                          \
    *(void **)(void *)&found.name = dlsym(library, #name);                               \
    if (!found.name) {                                                                   \
        return err_set(e, ERR_IO, archive, "PostgreSQL's client library has no " #name); \
    }
    LIBPQ_FUNCTIONS(X)
#undef X
    *ret = found;
    return true;
}
