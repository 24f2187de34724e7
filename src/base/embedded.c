#include "base/base.h"

#include "base/embedded.h"

bool embedded_get(str name, str *ret)
{
    for (const embedded_file *f = embedded_files; f->name; f++) {
        if (str_eq(str_from(f->name), name)) {
            *ret = (str){(const char *)f->bytes, f->len};
            return true;
        }
    }
    return false;
}
