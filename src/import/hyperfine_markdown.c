#include "base/base.h"

#include "import/hyperfine_table.h"

/* --export-markdown (1.0 and later; up to 1.5 with one column "Min…Max"):
 *
 *     | Command | Mean [ms] | Min [ms] | Max [ms] | Relative |
 *     |:---|---:|---:|---:|---:|
 *     | `sleep 0.1 \| cat` | 102.3 ± 0.4 | 101.7 | 103.1 | 1.00 |
 */

static ptrdiff_t block(import *in, const text *t, ptrdiff_t at)
{
    return table_bars(in, t, at, '|', '`');
}

const importer importer_hyperfine_markdown = {
    .name = "hyperfine-markdown",
    .tool = "hyperfine",
    .shape = "--export-markdown of every version",
    .block = block,
};
