#include "base/base.h"

#include "import/transcript_parts.h"

/* A workload that one tool measured in Docker or WASM. */
typedef struct {
    str workload, tool, variant;
} contained;

static const contained *find_contained(const contained *list, ptrdiff_t n,
                                       const result *r)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq(list[i].workload, r->workload) && str_eq(list[i].tool, r->tool)) {
            return &list[i];
        }
    }
    return NULL;
}

void credit_by_command(arena *perm, arena scratch, reading *to)
{
    enum { MOST = 64 };
    contained list[MOST];
    ptrdiff_t n = 0;
    str last = {0};
    verdict_on_variant v = {0};
    for (result *r = to->results; r; r = r->next) {
        if (!r->variant.ptr && r->command.len > 0) {
            v = str_eq(last, r->command) ? v : command_variant(perm, scratch, r->command);
            last = r->command;
            r->variant = v.variant;
            r->variant_why = v.why;
        }
        bool docker = str_eq(r->variant, S("docker")),
             wasm = str_eq(r->variant, S("wasm"));
        if ((docker || wasm) && n < MOST && !find_contained(list, n, r)) {
            list[n++] = (contained){r->workload, r->tool, r->variant};
        }
    }
    for (result *r = to->results; n > 0 && r; r = r->next) {
        const contained *other =
            r->variant.ptr || r->command.len == 0 ? NULL : find_contained(list, n, r);
        if (other) {
            r->variant = S("native");
            r->variant_why = str_fmt(perm, "inferred: others of the workload run in %.*s",
                                     SV(other->variant));
        }
    }
}
