#include "base/base.h"

#include "import/import.h"

static ptrdiff_t hyperfine_block(import *in, const text *t, ptrdiff_t at)
{
    (void)in;
    (void)t;
    return at;
}

const importer importer_hyperfine_text = {
    .name = "hyperfine-text",
    .tool = "hyperfine",
    .shape = "terminal text of every version since 0.2",
    .block = hyperfine_block,
};
