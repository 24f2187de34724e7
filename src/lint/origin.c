#include "base/base.h"

#include "lint/rules.h"

/* P: where the figures come from, and what must not be published with them. */

void rule_P01(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            if (m->line == 0 || en->from->sha256.len == 0) {
                finding *f = found_in_file(
                    l, en->from, 0, "%.*s of %.*s/%.*s has no line in the raw file",
                    SV(m->name), SV(l->s->workloads[en->workload].id),
                    SV(l->s->variants[en->variant].id));
                advise(f, "A program that writes broadsheet/1 must state \"line\".");
                break;
            }
        }
    }
}

/* --- P02: SHA256SUMS, as sha256sum writes them
 * ------------------------------------------ */

static const raw_file *file_named(const lint *l, str path)
{
    path = str_starts(path, S("./")) ? str_drop(path, 2) : path;
    for (const raw_file *f = l->s->files; f; f = f->next) {
        if (str_eq(f->path, path)) {
            return f;
        }
    }
    return NULL;
}

/* "HASH  NAME" or "HASH *NAME" */
static void check_sum(lint *l, const raw_file *sums, str line)
{
    str name = str_drop(line, 66);
    if (line.len < 67 || line.ptr[64] != ' '
        || (line.ptr[65] != ' ' && line.ptr[65] != '*')) {
        return;
    }
    const raw_file *f = file_named(l, name);
    ptrdiff_t at = source_line(&sums->src, line);
    if (!f) {
        advise(found_in_file(l, sums, at,
                             "'%s' has a checksum here, but is no raw file of the study",
                             text_words(l, name)),
               "Put it back, or take its line out.");
    } else if (!str_eq_nocase(f->sha256, str_take(line, 64))) {
        advise(
            found_in_file(l, sums, at, "'%s' has the SHA-256 %.*s…, not %.*s…",
                          text_words(l, name), SV(str_take(f->sha256, 12)),
                          SV(str_take(line, 12))),
            "The file was changed after its checksum was taken: put the original back.");
    }
}

void rule_P02(lint *l)
{
    for (const raw_file *f = l->s->files; f; f = f->next) {
        cut folder = str_cut_last(f->path, S("/"));
        str name = folder.found ? folder.tail : f->path;
        if (f->reading
            || !(str_eq(name, S("SHA256SUMS")) || str_ends(name, S(".sha256")))) {
            continue;
        }
        for (cut line = {.tail = f->src.bytes}; line.tail.len > 0;) {
            line = str_cut(line.tail, S("\n"));
            check_sum(l, f, str_trim_right(line.head));
        }
    }
}

/* --- P03, P04, P05: the test bed
 * ---------------------------------------------------------- */

static void add_word(lint *l, str *list, bool add, const char *word)
{
    if (add) {
        list_add(l, list, word);
    }
}

static bool tests_storage(const lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        if (str_eq(en->r->tool, S("dd")) || str_eq(en->r->tool, S("fio"))) {
            return true;
        }
    }
    return false;
}

/* A bill or a list of prices has no test bed. */
static bool was_measured(const lint *l)
{
    static const char *const names[] = {"wall_time",    "user_time",  "latency",
                                        "request_rate", "throughput", "peak_memory"};
    for (const entry *en = l->s->entries; en; en = en->next) {
        bool by_tool = !str_eq(en->r->tool, S("csv"));
        for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
            if (by_tool || result_metric(en->r, str_from(names[i]))) {
                return true;
            }
        }
    }
    return false;
}

void rule_P03(lint *l)
{
    if (!was_measured(l)) {
        return;
    }
    bool disk =
        FACT(l, "disk", "file system", "filesystem", "storage", "device", "drive").ptr;
    bool virtual = FACT(l, "virtualization", "virtualisation", "hypervisor").ptr
                   || SAYS(l->facts, "virtual", "vm", "bare metal", "bare-metal", "kvm",
                           "vps", "instance");
    str list = {0};
    add_word(l, &list, !FACT(l, "cpu", "processor").ptr, "cpu");
    add_word(l, &list, !FACT(l, "memory", "ram").ptr, "memory");
    add_word(l, &list, !FACT(l, "os", "system", "distribution", "operating system").ptr,
             "os");
    add_word(l, &list, !FACT(l, "kernel").ptr, "kernel");
    add_word(l, &list, !FACT(l, "governor", "cpu governor", "scaling governor").ptr,
             "governor");
    add_word(l, &list, !virtual, "whether it is a virtual machine");
    add_word(l, &list, !disk && tests_storage(l), "disk and file system");
    if (list.len > 0) {
        finding *f =
            found_in_study(l, (str){0}, "not stated of the test bed: %.*s", SV(list));
        advise(f, "State them under 'host'; 'unknown' is an answer, too.");
    }
}

void rule_P04(lint *l)
{
    str governor = FACT(l, "governor", "cpu governor", "scaling governor");
    str turbo = FACT(l, "turbo", "boost", "turbo boost"),
        swap = FACT(l, "swap used", "swap");
    bool other = SAYS(l->facts, "shared with", "other work", "other load", "not idle",
                      "busy", "noisy");
    bool slow = SAYS(lower_case(l->perm, governor), "powersave", "ondemand",
                     "conservative", "schedutil", "userspace");
    str list = {0};
    add_word(l, &list, SAYS(l->facts, "virtual machine", "vm", "vps", "kvm"),
             "a virtual machine");
    add_word(l, &list, other, "other load");
    add_word(l, &list, slow,
             str_cz(l->perm, str_fmt(l->perm, "governor %.*s", SV(governor))));
    add_word(l, &list, str_eq_nocase(turbo, S("on")) || str_eq_nocase(turbo, S("true")),
             "turbo on");
    add_word(l, &list, swap.len > 0 && SAYS(lower_case(l->perm, swap), "used", "in use"),
             "swap in use");
    add_word(l, &list, SAYS(l->facts, "on battery"), "on battery");
    if (list.len > 0 && was_measured(l)) {
        finding *f = found_in_study(
            l, (str){0}, "the test bed is stated to be or have: %.*s", SV(list));
        advise(f, "Small differences drown in it: measure on a quiet machine, or say "
                  "what it means for the figures.");
    }
}

static bool version_known(const lint *l, str tool)
{
    for (const raw_file *f = l->s->files; f; f = f->next) {
        if (f->reading && f->reading->tool_version.len > 0
            && str_eq(f->reading->tool, tool)) {
            return true;
        }
    }
    arena tmp = l->scratch;
    const char *name = str_cz(&tmp, tool);
    return fact_of(l, &name, 1).ptr || states_version(l->facts, name);
}

void rule_P05(lint *l)
{
    str tools = {0}, checked = {0};
    ptrdiff_t without = 0, all = 0;
    const entry *first = NULL;
    for (const entry *en = l->s->entries; en; en = en->next) {
        bool by_hand = str_eq(en->r->tool, S("csv"));
        bool bare =
            !by_hand && en->r->command.len == 0 && !str_eq(en->r->tool, S("prometheus"));
        all++;
        without += bare;
        first = !first && bare ? en : first;
        bool again = str_eq(en->r->tool, checked) || str_has(tools, en->r->tool);
        checked = en->r->tool;
        if (!by_hand && !again && !version_known(l, en->r->tool)) {
            add_word(l, &tools, true, str_cz(l->perm, en->r->tool));
        }
    }
    if (tools.len > 0) {
        finding *f =
            found_in_study(l, (str){0}, "the version is not stated of: %.*s", SV(tools));
        advise(f, "State it under 'software': {%.*s: \"1.2.3\"}.",
               SV(str_cut(tools, S(",")).head));
    }
    if (first) {
        finding *f =
            found_in_file(l, first->from, first->r->line,
                          "the command of %td of %td results is not known", without, all);
        advise(f, "State it in study.yaml: sources: {\"%.*s\": {command: …}}.",
               SV(first->from->path));
    }
}

/* --- P06: what nobody should read
 * ---------------------------------------------------------- */

/* Of larger files the first part: secrets stand in commands, headers and prompts. */
enum { MOST_SEARCHED = 4 * 1024 * 1024 };

static const struct {
    redact_kind kind;
    level level;
} weights[] = {{REDACT_SECRET, LEVEL_ERROR}, {REDACT_PRIVATE, LEVEL_WARNING}};

/* What `redact: true` would mask, but for the names in prompts: nobody minds root@3f2a.
 */
static void search_file(lint *l, const raw_file *f)
{
    static const redaction by_form = {.wanted = true};
    source src = f->src;
    src.bytes = str_take(src.bytes, MOST_SEARCHED);
    redacted *all = NULL;
    err ignored; /* only patterns of a project's own can fail */
    if (!redact_text(l->perm, &by_form, &src, &all, &ignored)) {
        return;
    }
    for (const redacted *k = all; k; k = k->next) {
        for (ptrdiff_t i = 0; i < COUNTOF(weights); i++) {
            if (weights[i].kind != k->kind) {
                continue;
            }
            finding *found =
                found_in_file(l, f, k->line, "would be published: %s, %td time%s",
                              k->what, k->n, k->n == 1 ? "" : "s");
            found->level = weights[i].level;
            advise(found, "'redact: true' in broadsheet.yaml masks it; a token that was "
                          "ever public must be revoked.");
        }
    }
}

void rule_P06(lint *l)
{
    for (const raw_file *f = l->s->files; f; f = f->next) {
        search_file(l, f);
    }
}
