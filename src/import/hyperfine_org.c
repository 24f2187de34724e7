#include "base/base.h"

#include "import/hyperfine_table.h"

/* --export-orgmode (1.14 and later):
 *
 *     | Command  |  Mean [ms] |  Min [ms] |  Max [ms] |  Relative |
 *     |--+--+--+--+--|
 *     | =sleep 0.1=  |  102.3 ± 0.4 |  101.7 |  103.1 |  1.00 |
 *
 * Emacs aligns it, and the divider grows. */

static ptrdiff_t block(import *in, const text *t, ptrdiff_t at)
{
    return table_bars(in, t, at, '+', '=');
}

const importer importer_hyperfine_org = {
    .name = "hyperfine-org",
    .tool = "hyperfine",
    .shape = "--export-orgmode (1.14 and later)",
    .block = block,
};
