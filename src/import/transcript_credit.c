#include "base/base.h"

#include "import/transcript_lines.h"
#include "import/transcript_parts.h"

/* --- which part of the command line ------------------------------------------- */

static bool is_timer(str tool)
{
    return str_eq(tool, S("gnu-time")) || str_eq(tool, S("shell-time"));
}

/* A timed command inside a container is known by the whole line, which says where it ran;
 * dd is known by itself, as its own result is. */
static const invocation *measured_by_timer(const command_line *c, ptrdiff_t k)
{
    const invocation *timed = command_timed(c, k);
    if (!timed) {
        return command_main(c);
    }
    if (timed->container && !str_eq(timed->program, S("dd"))) {
        for (ptrdiff_t i = 0; i < c->n; i++) {
            if (c->all[i].container == timed->container) {
                return &c->all[i];
            }
        }
    }
    return timed;
}

const invocation *transcript_measured(const command_line *c, str tool, ptrdiff_t k)
{
    if (is_timer(tool)) {
        return measured_by_timer(c, k);
    }
    const invocation *own = command_find(c, tool, k);
    return own ? own : command_main(c);
}

/* --- the weaker identities ---------------------------------------------------- */

typedef struct {
    import *in;
    clue *clues;
    ptrdiff_t folders; /* how many different ones the results ran in */
    ptrdiff_t engines, services, entered;
    str last_command; /* whose variant is known: repeats are many */
    verdict_on_variant last;
} creditor;

static ptrdiff_t count_different(clue *clues, str (*of)(const clue *))
{
    str seen[16];
    ptrdiff_t n = 0;
    for (const clue *k = clues; k && n < COUNTOF(seen); k = k->next) {
        str s = of(k);
        bool known = s.len == 0;
        for (ptrdiff_t i = 0; i < n && !known; i++) {
            known = str_eq(seen[i], s);
        }
        if (!known) {
            seen[n++] = s;
        }
    }
    return n;
}

static str folder_of(const clue *k)
{
    return k->cd_folder;
}

static str service_of(const clue *k)
{
    return service_without_number(k->from);
}

/* dd and the timers measure what the line runs; a load generator in a container says
 * nothing about what it loads, and hyperfine knows its commands. */
static bool measures_the_line(const clue *k)
{
    return k->cmd && (str_eq(k->r->tool, S("dd")) || is_timer(k->r->tool));
}

static str engine_of(const clue *k)
{
    const command_line *c = measures_the_line(k) ? &k->cmd->parsed : NULL;
    return c && c->n > 0 && c->all[0].container ? c->all[0].container->engine : (str){0};
}

/* The container of `docker exec`. */
static str entered_of(const clue *k)
{
    const command_line *c = measures_the_line(k) ? &k->cmd->parsed : NULL;
    const container_run *run = c && c->n > 0 ? c->all[0].container : NULL;
    return run && !run->runs ? run->name : (str){0};
}

static verdict_on_variant by_command_line(creditor *c, str command)
{
    if (!c->last_command.ptr || !str_eq(c->last_command, command)) {
        c->last = command_variant(c->in->perm, c->in->scratch, command);
        c->last_command = command;
    }
    return c->last;
}

static verdict_on_variant by_server(creditor *c, const clue *k)
{
    str command = command_main(&k->server->parsed)->text;
    verdict_on_variant v = by_command_line(c, command);
    if (v.variant.len > 0) {
        v.why = str_fmt(c->in->perm, "%.*s, line %td", SV(v.why), k->server->line);
        return v;
    }
    bool native = command_is_native_build(command);
    return (verdict_on_variant){native ? S("native") : command,
                                str_fmt(c->in->perm,
                                        "inferred: the command before the load, line %td",
                                        k->server->line)};
}

/* The mounts of the container that is around the command, or that was entered before. */
static verdict_on_variant by_mounts(const creditor *c, const clue *k)
{
    static const char *const storage[] = {"dd", "cp", "mv", "fio", "rsync", "tar"};
    const command_line *p = k->cmd ? &k->cmd->parsed : NULL;
    const invocation *part = NULL;
    for (ptrdiff_t i = 0; p && i < COUNTOF(storage) && !part; i++) {
        part = command_find(p, str_from(storage[i]), 0);
    }
    if (!part) {
        return (verdict_on_variant){0};
    }
    const container_run *run = part->container ? part->container : k->inside;
    if (!run) {
        return (verdict_on_variant){0};
    }
    str target = invocation_target(part);
    bool absolute = str_starts(target, S("/"));
    str path = absolute || part->container ? target : k->cmd->folder;
    mount_kind kind = container_mount(run, path);
    str variant = mount_variant(kind);
    return (verdict_on_variant){
        variant,
        str_fmt(c->in->perm, "inferred: the mounts of %.*s run", SV(run->engine))};
}

static verdict_on_variant by_program(creditor *c, const clue *k)
{
    str engine = engine_of(k);
    if (engine.len > 0 && c->engines > 1) {
        return (verdict_on_variant){
            engine, str_fmt(c->in->perm, "inferred: command runs %.*s", SV(engine))};
    }
    verdict_on_variant v = by_command_line(c, k->r->command);
    if (v.variant.len == 0 && measures_the_line(k)) {
        v = by_command_line(c, k->cmd->text);
    }
    if (v.variant.len == 0 && k->inside) {
        v = (verdict_on_variant){S("docker"),
                                 S("inferred: inside an interactive container")};
    }
    return v;
}

/* What the surroundings say where no comment, heading or label does. */
static verdict_on_variant weaker(creditor *c, const clue *k)
{
    if (k->server) {
        return by_server(c, k);
    }
    verdict_on_variant v = by_mounts(c, k);
    if (v.variant.len == 0 && k->from.len > 0 && c->services > 1) {
        v = (verdict_on_variant){service_of(k), S("inferred: docker compose's service")};
    }
    if (v.variant.len == 0 && c->entered > 1 && entered_of(k).len > 0) {
        v = (verdict_on_variant){entered_of(k), S("inferred: the container it ran in")};
    }
    if (v.variant.len == 0 && k->cd_folder.len > 0 && c->folders > 1) {
        v = (verdict_on_variant){
            k->cd_folder,
            str_fmt(c->in->perm, "inferred: the folder it ran in, line %td", k->cd_line)};
    }
    return v.variant.len > 0 ? v : by_program(c, k);
}

/* --- comments ----------------------------------------------------------------- */

/* What a comment on a command says; a remark ("^ slow", a sentence) names no variant. */
static bool is_name_like(str comment)
{
    ptrdiff_t words = 0;
    for (str rest = comment; str_word(&rest).len > 0; words++) {
    }
    return comment.len > 0 && comment.len <= 60 && words <= 6 && comment.ptr[0] != '^'
           && !str_ends(comment, S("?")) && !str_ends(comment, S("."));
}

static verdict_on_variant by_comment(const creditor *c, const clue *k)
{
    if (k->cmd && is_name_like(k->cmd->parsed.comment)) {
        return (verdict_on_variant){k->cmd->parsed.comment,
                                    S("stated: comment on the command line")};
    }
    if (is_name_like(k->cd_comment)) {
        return (verdict_on_variant){
            k->cd_comment,
            str_fmt(c->in->perm, "stated: comment on cd, line %td", k->cd_line)};
    }
    return (verdict_on_variant){0};
}

/* The path that a comment speaks of: the target, where it is absolute, else the folder;
 * up to the first pattern character. */
static str path_of_comment(const clue *k)
{
    str path =
        str_starts(k->r->target, S("/")) && k->cmd && k->cmd->parsed.comment.len > 0
            ? k->r->target
            : k->cd_folder;
    ptrdiff_t n = 0, slash = 0;
    while (n < path.len && !strchr("*?[$", path.ptr[n])) {
        slash = path.ptr[n] == '/' ? n : slash;
        n++;
    }
    path = n < path.len ? str_take(path, slash) : path;
    return str_ends(path, S("/")) && path.len > 1 ? str_take(path, path.len - 1) : path;
}

/* What comments call a place, and how often. */
typedef struct {
    str path, name;
    ptrdiff_t n;
} place_name;

enum { MOST_NAMES = 64 };

static ptrdiff_t count_names(const creditor *c, place_name *names)
{
    ptrdiff_t count = 0;
    for (const clue *k = c->clues; k; k = k->next) {
        str path = path_of_comment(k), name = k->comment.variant;
        if (path.len == 0 || name.len == 0) {
            continue;
        }
        ptrdiff_t i = 0;
        while (i < count
               && !(str_eq(names[i].path, path) && str_eq(names[i].name, name))) {
            i++;
        }
        if (i == count && count < MOST_NAMES) {
            names[count++] = (place_name){path, name, 0};
        }
        if (i < count) {
            names[i].n++;
        }
    }
    return count;
}

/* One place has one name: a comment that calls it otherwise than most others do is told,
 * but doesn't make a variant of its own. */
static void settle_odd_names(const creditor *c)
{
    place_name names[MOST_NAMES];
    ptrdiff_t count = count_names(c, names);
    for (const clue *k = c->clues; k; k = k->next) {
        str path = path_of_comment(k), name = k->comment.variant;
        ptrdiff_t mine = 0;
        const place_name *best = NULL;
        for (ptrdiff_t i = 0; i < count && name.len > 0; i++) {
            if (str_eq(names[i].path, path)) {
                mine = str_eq(names[i].name, name) ? names[i].n : mine;
                best = !best || names[i].n > best->n ? &names[i] : best;
            }
        }
        if (best && mine > 0 && best->n > mine) {
            k->r->variant = best->name;
            k->r->variant_why = str_fmt(
                c->in->perm, "stated: comment; '%.*s' here, but most call %.*s so",
                SV(name), SV(path));
        }
    }
}

/* --- headings and labels ------------------------------------------------------ */

/* Tells every node above a result which variant the result has without it. */
static void note_variant_above(const clue *k)
{
    for (node *n = k->at; n; n = n->parent) {
        str v = k->comment.variant;
        v = v.len == 0 && k->owner && k->owner != n && n->level < LEVEL_WEAK
                ? k->owner->text
                : v;
        v = v.len == 0 ? k->weaker.variant : v;
        n->several = n->several || (n->any && !str_eq(n->seen, v));
        n->seen = v;
        n->any = true;
    }
}

typedef int (*clue_order)(const void *, const void *);

static int by_parent(const clue *x, const clue *y)
{
    uintptr_t px = (uintptr_t)x->owner->parent, py = (uintptr_t)y->owner->parent;
    int c = (px > py) - (px < py);
    return c ? c : x->owner->level - y->owner->level;
}

/* Together: headings side by side, with a result of the same command. */
static int by_command(const void *a, const void *b)
{
    const clue *x = *(const clue *const *)a, *y = *(const clue *const *)b;
    int c = by_parent(x, y);
    c = c ? c : str_cmp(x->r->tool, y->r->tool);
    return c ? c : str_cmp(x->r->command, y->r->command);
}

/* Together: headings of the same words under different ones. */
static int by_words(const void *a, const void *b)
{
    const clue *x = *(const clue *const *)a, *y = *(const clue *const *)b;
    int c = x->owner->level - y->owner->level;
    return c ? c : str_cmp(x->owner->text, y->owner->text);
}

/* Together: headings side by side that name ways, and those that don't. */
static int by_way(const void *a, const void *b)
{
    const clue *x = *(const clue *const *)a, *y = *(const clue *const *)b;
    int c = by_parent(x, y);
    return c ? c : words_name_a_way(x->owner->text) - words_name_a_way(y->owner->text);
}

/* Marks the headings of each group that has more than one. */
static void mark_groups(const clue **all, ptrdiff_t n, clue_order order)
{
    qsort(all, (size_t)n, sizeof *all, order);
    for (ptrdiff_t i = 0, j; i < n; i = j) {
        bool differ = false;
        for (j = i; j < n && order(&all[i], &all[j]) == 0; j++) {
            differ = differ || all[j]->owner != all[i]->owner;
        }
        bool counts = order != by_way || words_name_a_way(all[i]->owner->text);
        for (ptrdiff_t m = i; m < j && differ && counts; m++) {
            all[m]->owner->repeated = true;
        }
    }
}

static void mark_repeated(const creditor *c)
{
    ptrdiff_t n = 0;
    for (const clue *k = c->clues; k; k = k->next) {
        n += k->owner != NULL;
    }
    arena scratch = c->in->scratch;
    const clue **all = NEW(&scratch, const clue *, n);
    n = 0;
    for (const clue *k = c->clues; k; k = k->next) {
        if (k->owner) {
            all[n++] = k;
        }
    }
    mark_groups(all, n, by_command);
    mark_groups(all, n, by_words);
    mark_groups(all, n, by_way);
}

static bool names_variant(const node *n)
{
    return !n->several && (n->level >= LEVEL_BOLD || n->repeated);
}

static str text_of_node(const node *n)
{
    return n->command.len > 0 ? n->command : n->text;
}

static void credit_workload(const creditor *c, result *r, const node *n)
{
    while (n && n->level >= LEVEL_BOLD && n->command.len == 0 && n->parent) {
        n = n->parent;
    }
    if (n && (n->level < LEVEL_BOLD || n->command.len > 0 || n->several)) {
        r->workload = str_copy(c->in->perm, text_of_node(n));
        r->workload_why = str_fmt(c->in->perm, "stated: %s, line %td",
                                  n->level <= LEVEL_TITLE ? "heading" : "label", n->line);
    }
}

/* The one kind of mount that a label names; {0}: none, several, or "no volume". */
static str mount_in_words(str words)
{
    static const char *const kinds[] = {"tmpfs", "bind", "volume"};
    str found = {0};
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        if (!str_has(words, str_from(kinds[i]))) {
            continue;
        }
        if (found.len > 0) {
            return (str){0};
        }
        found = str_from(kinds[i]);
    }
    bool denied = str_has(words, S("no ")) || str_has(words, S("without"));
    return denied ? (str){0} : found;
}

/* A label stays, even where the mounts of the command say otherwise; that is told. */
static void compare_with_mounts(const creditor *c, const clue *k)
{
    str label = mount_in_words(k->owner->text);
    bool by_mount = str_starts(k->weaker.why, S("inferred: the mounts"));
    if (label.len > 0 && by_mount && !str_eq(label, k->weaker.variant)) {
        reading_note(
            c->in->perm, c->in->ret, DIAG_WARNING, k->r->line,
            "the label '%.*s' (line %td) doesn't fit the mounts: they say '%.*s'",
            SV(str_take(k->owner->text, 60)), k->owner->line, SV(k->weaker.variant));
    }
}

static void credit_one(const creditor *c, const clue *k)
{
    result *r = k->r;
    const node *n = k->owner;
    const node *sentence = n == k->at ? NULL : k->at;
    verdict_on_variant v = {r->variant, r->variant_why};
    if (v.variant.len == 0) {
        v = k->comment;
    }
    if (v.variant.len == 0 && n && names_variant(n)) {
        v = (verdict_on_variant){
            n->text, str_fmt(c->in->perm, "stated: %s, line %td",
                             n->level <= LEVEL_TITLE ? "heading" : "label", n->line)};
        compare_with_mounts(c, k);
        n = n->parent;
    }
    if (v.variant.len == 0) {
        v = k->weaker;
    }
    if (v.variant.len == 0 && sentence && !sentence->several) {
        v = (verdict_on_variant){
            sentence->text, str_fmt(c->in->perm, "inferred: the sentence above, line %td",
                                    sentence->line)};
    }
    if (v.variant.len > 0 && !r->variant.ptr) {
        r->variant = str_copy(c->in->perm, v.variant);
        r->variant_why = v.why;
    }
    if (!r->workload.ptr && n) {
        credit_workload(c, r, n);
    }
}

/* k6 states its script, but only in a header that may be missing: where one of a file's
 * results needs the command as typed, all show it. */
static void show_typed(const creditor *c)
{
    bool needed = false;
    for (const clue *k = c->clues; k; k = k->next) {
        needed = needed || (k->typed_command && str_eq(k->r->tool, S("k6")));
    }
    for (const clue *k = needed ? c->clues : NULL; k; k = k->next) {
        const invocation *k6 = k->cmd && str_eq(k->r->tool, S("k6"))
                                   ? command_find(&k->cmd->parsed, S("k6"), 0)
                                   : NULL;
        if (k6 && !k->typed_command) {
            result_param(c->in->perm, k->r, S("script"), k->r->command);
            k->r->command = str_copy(c->in->perm, k6->text);
        }
    }
}

void transcript_credit(import *in, clue *clues)
{
    creditor c = {.in = in, .clues = clues};
    c.folders = count_different(clues, folder_of);
    c.engines = count_different(clues, engine_of);
    c.entered = count_different(clues, entered_of);
    c.services = count_different(clues, service_of);
    for (clue *k = clues; k; k = k->next) {
        k->comment = by_comment(&c, k);
        k->weaker = weaker(&c, k);
        k->owner = k->at;
        while (k->owner && k->owner->level == LEVEL_WEAK) {
            k->owner = k->owner->parent;
        }
        note_variant_above(k);
    }
    show_typed(&c);
    mark_repeated(&c);
    settle_odd_names(&c);
    for (const clue *k = clues; k; k = k->next) {
        credit_one(&c, k);
    }
}
