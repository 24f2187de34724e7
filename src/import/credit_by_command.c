#include "base/base.h"

#include "import/transcript_parts.h"
#include "model/role.h"

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

static const str by_its_name = STR_INIT("inferred: the command is named so");

/* `hyperfine -n native ./fib -n docker 'docker run fib'` prints the names alone. */
static verdict_on_variant by_name(arena *perm, arena scratch, str command)
{
    role r = ROLE_GREY;
    bool named = command.len <= 10 && role_named(str_slug(&scratch, command), &r);
    return named
               ? (verdict_on_variant){str_copy(perm, str_from(role_name(r))), by_its_name}
               : (verdict_on_variant){0};
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
            if (!str_eq(last, r->command)) {
                v = by_name(perm, scratch, r->command);
                v = v.variant.ptr ? v : command_variant(perm, scratch, r->command);
            }
            last = r->command;
            r->variant = v.variant;
            r->variant_why = v.why;
        }
        bool named = str_eq(r->variant_why, by_its_name); /* says nothing of the others */
        bool docker = !named && str_eq(r->variant, S("docker")),
             wasm = !named && str_eq(r->variant, S("wasm"));
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
