#include "base/base.h"

#include "import/transcript.h"

static ptrdiff_t block_at(import *in, const importer *only, const text *t, ptrdiff_t at)
{
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        const importer *row = importer_at(i);
        if (!row->block || (only && row != only)) {
            continue;
        }
        ptrdiff_t end = row->block(in, t, at);
        if (end > at) {
            if (!in->ret->format.ptr) {
                in->ret->format = str_from(row->name);
            }
            return end;
        }
    }
    return at;
}

bool transcript_read(import *in, const importer *only, err *e)
{
    const text *t = text_split(in->perm, in->src, e);
    if (!t) {
        return false;
    }
    for (ptrdiff_t at = 0; at < t->n;) {
        ptrdiff_t end = block_at(in, only, t, at);
        at = end > at ? end : at + 1;
    }
    return true;
}
