#include "base/base.h"

#include "lint/rules.h"

/* C09 to C15: is like compared with like, and is it known what was compared? */

/* --- C09, T02: what differs besides the variant
 * ------------------------------------------ */

/* Parameters that name things rather than settings: they differ where variants do. */
static bool is_name(str name)
{
    return SAYS(name, "url", "of", "if", "filename", "hostname", "script", "group",
                "scenario", "direction");
}

/* "cores 4" of a variant that is called "WASM, 4 threads on 4" is what is compared. */
static bool stated_by_variant(const lint *l, const group *g, str value)
{
    const variant *v = &l->s->variants[g->variant];
    return str_has(v->id, value) || str_has(v->label, value) || str_has(v->detail, value);
}

static void list_difference(lint *l, str *list, ptrdiff_t *n, str name, str a, str b)
{
    str words = str_fmt(l->perm, "%.*s (%.*s, %.*s)", SV(name), SV(a.len ? a : S("none")),
                        SV(b.len ? b : S("none")));
    list_add(l, list, str_cz(l->perm, words));
    *n += 1;
}

static void list_params(lint *l, const pair *p, str *list, ptrdiff_t *n)
{
    for (const param *q = p->ga->params; q; q = q->next) {
        str other = group_param(p->gb, q->name);
        bool meant = stated_by_variant(l, p->ga, q->value) && other.len > 0
                     && stated_by_variant(l, p->gb, other);
        if (!str_eq(q->value, other) && !is_name(q->name) && !meant) {
            list_difference(l, list, n, q->name, q->value, other);
        }
    }
}

/* Of dd's whose command only study.yaml states. */
static void list_operands(lint *l, const pair *p, str *list, ptrdiff_t *n)
{
    static const char *const names[] = {"bs", "count", "conv", "oflag", "iflag"};
    for (ptrdiff_t i = 0; i < COUNTOF(names) && str_eq(p->ga->tool, S("dd")); i++) {
        str name = str_from(names[i]);
        str a = operand_of(p->ga->entries[0]->r, names[i]);
        str b = operand_of(p->gb->entries[0]->r, names[i]);
        if (!str_eq(a, b) && !group_param(p->ga, name).ptr
            && !group_param(p->gb, name).ptr) {
            list_difference(l, list, n, name, a, b);
        }
    }
}

static str major_of(str version)
{
    return str_cut(str_starts(version, S("v")) ? str_drop(version, 1) : version, S("."))
        .head;
}

static void list_versions(lint *l, const pair *p, str *list, ptrdiff_t *n)
{
    str a = group_file(p->ga)->reading->tool_version;
    str b = group_file(p->gb)->reading->tool_version;
    if (a.len > 0 && b.len > 0 && !str_eq(major_of(a), major_of(b))) {
        list_difference(l, list, n, str_fmt(l->perm, "version of %.*s", SV(p->ga->tool)),
                        a, b);
    }
}

static str fact_in(const fact *f, str name)
{
    for (; f; f = f->next) {
        if (str_eq_nocase(f->name, name)) {
            return f->value;
        }
    }
    return (str){0};
}

static void list_hosts(lint *l, const pair *p, str *list, ptrdiff_t *n)
{
    const run *ra = p->ga->run, *rb = p->gb->run;
    for (const fact *f = ra == rb ? NULL : ra->host; f; f = f->next) {
        str other = fact_in(rb->host, f->name);
        if (other.len > 0 && !str_eq(f->value, other)) {
            list_difference(l, list, n, f->name, f->value, other);
        }
    }
    if (ra != rb && ra->machine.len && rb->machine.len
        && !str_eq(ra->machine, rb->machine)) {
        list_difference(l, list, n, S("machine"), ra->machine, rb->machine);
    }
}

static bool is_hyperfine(const pair *p)
{
    return str_eq(p->ga->tool, S("hyperfine"));
}

/* A pair of groups is a pair in each primary metric: once is enough. */
static bool is_first_of(const lint *l, ptrdiff_t at)
{
    for (ptrdiff_t i = 0; i < at; i++) {
        if (l->pairs[i].ga == l->pairs[at].ga && l->pairs[i].gb == l->pairs[at].gb) {
            return false;
        }
    }
    return true;
}

void rule_C09(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        str list = {0};
        ptrdiff_t n = 0;
        if (!is_hyperfine(p)) {
            list_params(l, p, &list, &n);
        }
        list_operands(l, p, &list, &n);
        list_versions(l, p, &list, &n);
        list_hosts(l, p, &list, &n);
        if (n > 0 && is_first_of(l, i) && !str_eq(p->ga->tool, S("prometheus"))) {
            finding *f = found_in_group(l, p->ga, NULL, "%s: they differ in %.*s",
                                        pair_words(l, p), SV(list));
            advise(f, "Measure both alike, or say in the variants' 'detail' that this is "
                      "what is compared.");
        }
    }
}

void rule_T02(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        str list = {0};
        ptrdiff_t n = 0;
        list_params(l, p, &list, &n);
        if (is_hyperfine(p) && n > 1 && is_first_of(l, i)) {
            finding *f = found_in_group(l, p->ga, NULL, "%s: they differ in %.*s",
                                        pair_words(l, p), SV(list));
            advise(
                f,
                "Which of them made the difference can't be told: change one at a time.");
        }
    }
}

/* --- C10 ------------------------------------------------------------------------- */

/* Which variant was measured in which workload; of studies with very many of both, the
 * first workloads. */
typedef struct {
    const study *s;
    ptrdiff_t workloads, variants;
    bool *has;
} matrix;

enum { MOST_WORKLOADS = 100 };

static matrix matrix_of(lint *l)
{
    const study *s = l->s;
    matrix m = {.s = s,
                .workloads = s->workload_count < MOST_WORKLOADS ? s->workload_count
                                                                : MOST_WORKLOADS,
                .variants = s->variant_count};
    m.has = NEW(l->perm, bool, m.workloads *m.variants);
    for (const group *g = s->groups; g; g = g->next) {
        if (g->workload < m.workloads) {
            m.has[g->workload * m.variants + g->variant] = true;
        }
    }
    return m;
}

static const bool *row_of(const matrix *m, ptrdiff_t w)
{
    return &m->has[w * m->variants];
}

/* How many variants the two workloads have in common. */
static ptrdiff_t common(const matrix *m, ptrdiff_t w, ptrdiff_t other)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t v = 0; v < m->variants; v++) {
        n += row_of(m, w)[v] && row_of(m, other)[v];
    }
    return n;
}

/* The variants that `w` lacks and that a workload has with which it shares others, so
 * that they are rows of one table. */
static void mark_holes(const matrix *m, ptrdiff_t w, bool *holes)
{
    for (ptrdiff_t other = 0; other < m->workloads; other++) {
        bool alike = other != w && common(m, w, other) > 0;
        for (ptrdiff_t v = 0; v < m->variants && alike; v++) {
            holes[v] = holes[v] || (row_of(m, other)[v] && !row_of(m, w)[v]);
        }
    }
}

static void tell_holes(lint *l, const matrix *m, ptrdiff_t w)
{
    enum { MOST_NAMED = 5 };
    arena tmp = l->scratch;
    bool *holes = NEW(&tmp, bool, m->variants);
    str names = {0}, first = {0};
    ptrdiff_t n = 0;
    mark_holes(m, w, holes);
    for (ptrdiff_t v = 0; v < m->variants; v++) {
        if (!holes[v] || study_not_run(m->s, w, v).ptr) {
            continue;
        }
        first = n ? first : m->s->variants[v].id;
        if (n++ < MOST_NAMED) {
            list_add(l, &names, str_cz(l->perm, m->s->variants[v].id));
        }
    }
    if (n > 0) {
        finding *f = found_in_study(
            l, (str){0}, "%.*s has no result of %.*s%s, and the page has no word on it",
            SV(m->s->workloads[w].id), SV(names), n > MOST_NAMED ? " and others" : "");
        advise(f, "State it in study.yaml: not-run: {%.*s/%.*s: why}.",
               SV(m->s->workloads[w].id), SV(first));
    }
}

void rule_C10(lint *l)
{
    matrix m = matrix_of(l);
    for (ptrdiff_t w = 0; w < m.workloads; w++) {
        if (common(&m, w, w) > 1) {
            tell_holes(l, &m, w);
        }
    }
}

/* --- C14, C15: what must be known of a runtime
 * -------------------------------------------- */

static bool measured(const study *s, ptrdiff_t v)
{
    const group *g = s->groups;
    while (g && g->variant != v) {
        g = g->next;
    }
    return g != NULL;
}

static void list_missing(lint *l, str *list, bool known, const char *what)
{
    if (!known) {
        list_add(l, list, what);
    }
}

/* What was said of one variant: its own words, its commands, and the test bed's facts. */
static str said_of(lint *l, ptrdiff_t v)
{
    out *o = out_memory(l->perm);
    out_fmt(o, "%.*s %.*s %.*s\n", SV(l->s->variants[v].id), SV(l->s->variants[v].label),
            SV(l->s->variants[v].detail));
    for (const group *g = l->s->groups; g; g = g->next) {
        if (g->variant == v) {
            out_fmt(o, "%.*s\n", SV(g->entries[0]->r->command));
        }
    }
    return lower_case(l->perm, out_text(o));
}

static const char *const runtimes[] = {
    "wasmtime", "wasmer", "wasmedge",     "iwasm", "wamr",   "wasm3",
    "wazero",   "node",   "deno",         "bun",   "chrome", "firefox",
    "safari",   "v8",     "spidermonkey", "spin",  "wws",    "extism"};

static const char *runtime_in(str text)
{
    for (ptrdiff_t i = 0; i < COUNTOF(runtimes); i++) {
        if (says_any(text, &runtimes[i], 1)) {
            return runtimes[i];
        }
    }
    return NULL;
}

/* A number within a few words behind the runtime's name: "Node.js 20.20.2". */
bool states_version(str text, const char *name)
{
    for (ptrdiff_t at; (at = str_find(text, str_from(name))) >= 0;) {
        text = str_drop(text, at + (ptrdiff_t)strlen(name));
        str near = str_cut(str_take(text, 24), S(",")).head;
        for (ptrdiff_t i = 0; i + 2 < near.len; i++) {
            bool digit = near.ptr[i] >= '0' && near.ptr[i] <= '9';
            if (digit && (near.ptr[i + 1] == '.' || near.ptr[i + 2] == '.')) {
                return true;
            }
        }
    }
    return false;
}

void rule_C14(lint *l)
{
    str list = {0}, who = {0};
    for (ptrdiff_t v = 0; v < l->s->variant_count; v++) {
        if (l->s->variants[v].role != ROLE_WASM || !measured(l->s, v)) {
            continue;
        }
        str own = said_of(l, v), missing = {0};
        const char *name = runtime_in(own);
        name = name ? name : runtime_in(l->facts);
        list_missing(l, &missing, name, "runtime");
        list_missing(l, &missing,
                     name
                         && (states_version(own, name) || states_version(l->facts, name)),
                     "version");
        list_missing(l, &missing,
                     SAYS(own, "aot", "ahead of time", "ahead-of-time", "precompiled",
                          "jit", "just in time", "interpret", "compiler", "compiled",
                          "mode"),
                     "mode");
        if (missing.len > 0) {
            who = who.len ? who : l->s->variants[v].id;
            list = missing.len > list.len ? missing : list;
        }
    }
    if (list.len > 0) {
        finding *f = found_in_study(
            l, (str){0}, "variant '%.*s' runs WebAssembly, but not stated are: %.*s",
            SV(who), SV(list));
        advise(f, "Under 'software' name the runtime with its version; in the variant's "
                  "'detail' whether it compiles ahead, compiles while it starts, or "
                  "interprets.");
    }
}

static bool loads_network(const lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        if (result_metric(en->r, S("request_rate"))) {
            return true;
        }
    }
    return false;
}

void rule_C15(lint *l)
{
    for (ptrdiff_t v = 0; v < l->s->variant_count; v++) {
        str own = said_of(l, v);
        if (l->s->variants[v].role != ROLE_DOCKER || !measured(l->s, v)
            || !(str_starts(own, S("docker "))
                 || SAYS(own, "container", "image", "docker run", "podman", "nerdctl",
                         "crun", "runc"))) {
            continue;
        }
        str said = str_fmt(l->perm, "%.*s%.*s%.*s", SV(own), SV(l->facts), SV(l->prose)),
            missing = {0};
        list_missing(l, &missing, SAYS(said, "sha256:", "digest", "bundle"),
                     "image digest");
        list_missing(l, &missing,
                     SAYS(said, "overlay", "storage driver", "btrfs", "zfs", "vfs",
                          "devicemapper"),
                     "storage driver");
        list_missing(
            l, &missing,
            !loads_network(l)
                || SAYS(said, "network", "--net", "bridge", "macvlan", "published port"),
            "network");
        list_missing(l, &missing, SAYS(said, "limit", "--cpus", "--memory", "cpuset"),
                     "limits");
        if (missing.len > 0) {
            finding *f = found_in_study(
                l, (str){0},
                "variant '%.*s' runs in a container, but not stated are: %.*s",
                SV(l->s->variants[v].id), SV(missing));
            advise(f, "State them under 'software', as 'docker inspect' and 'docker "
                      "info' give them.");
            return;
        }
    }
}
