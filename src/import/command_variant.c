#include "base/base.h"

#include "import/command_variant.h"
#include "import/shell_words.h"

/* --- mounts ------------------------------------------------------------------- */

/* Where something is mounted, and what. */
typedef struct {
    mount_kind kind;
    str at;
} mount_point;

/* A name is a volume's; what looks like a path (or will, when the shell has had it) is a
 * folder of the host. */
static mount_kind kind_of_source(str source)
{
    bool path = source.len > 0
                && (strchr("/.~$`\\%", source.ptr[0]) || str_has(source, S("/"))
                    || str_has(source, S("\\")));
    return path ? MOUNT_BIND : MOUNT_VOLUME;
}

/* `-v SOURCE:PATH[:OPTIONS]`, `-v PATH` (a volume without a name). */
static mount_point volume_of(str value)
{
    /* A drive's letter has a second colon behind it, before the container's path. */
    bool letter = value.len > 2 && value.ptr[1] == ':' && strchr("\\/", value.ptr[2]);
    ptrdiff_t from = letter && str_has(str_drop(value, 2), S(":/")) ? 2 : 0;
    cut c = str_cut(str_drop(value, from), S(":"));
    if (!c.found) {
        return (mount_point){MOUNT_VOLUME, value};
    }
    str source = str_take(value, from + c.head.len);
    return (mount_point){kind_of_source(source), str_cut(c.tail, S(":")).head};
}

/* `--mount type=bind,source=/x,target=/y`. */
static mount_point mount_of(str value)
{
    mount_point m = {.kind = MOUNT_VOLUME};
    for (cut c = {.tail = value, .found = true}; c.found;) {
        c = str_cut(c.tail, S(","));
        cut pair = str_cut(c.head, S("="));
        if (str_eq(pair.head, S("type"))) {
            m.kind = str_eq(pair.tail, S("bind"))    ? MOUNT_BIND
                     : str_eq(pair.tail, S("tmpfs")) ? MOUNT_TMPFS
                                                     : MOUNT_VOLUME;
        } else if (str_eq(pair.head, S("target")) || str_eq(pair.head, S("dst"))
                   || str_eq(pair.head, S("destination"))) {
            m.at = pair.tail;
        }
    }
    return m;
}

/* The value of option k, in the same word or the next; {0}: it is another option. */
static str option_value(const container_run *c, ptrdiff_t k, const char *letter,
                        const char *name)
{
    str word = c->options[k];
    str next = k + 1 < c->option_count ? c->options[k + 1] : (str){0};
    if (str_starts(word, S("--"))) {
        cut eq = str_cut(str_drop(word, 2), S("="));
        return !str_eq(eq.head, str_from(name)) ? (str){0} : eq.found ? eq.tail : next;
    }
    if (!letter[0] || word.len < 2 || word.ptr[0] != '-') {
        return (str){0};
    }
    if (word.ptr[1] == letter[0] && word.len > 2) {
        str glued = str_drop(word, 2);
        return str_starts(glued, S("=")) ? str_drop(glued, 1) : glued;
    }
    return word.ptr[word.len - 1] == letter[0] ? next : (str){0};
}

static bool mount_at(const container_run *c, ptrdiff_t k, mount_point *ret)
{
    str volume = option_value(c, k, "v", "volume");
    str mount = option_value(c, k, "", "mount");
    str tmpfs = option_value(c, k, "", "tmpfs");
    if (volume.len > 0) {
        *ret = volume_of(volume);
    } else if (mount.len > 0) {
        *ret = mount_of(mount);
    } else if (tmpfs.len > 0) {
        *ret = (mount_point){MOUNT_TMPFS, str_cut(tmpfs, S(":")).head};
    } else {
        return false;
    }
    return true;
}

static bool is_inside(str path, str folder)
{
    while (folder.len > 1 && str_ends(folder, S("/"))) {
        folder.len--;
    }
    str rest = str_drop(path, folder.len);
    return str_starts(path, folder)
           && (rest.len == 0 || rest.ptr[0] == '/' || str_eq(folder, S("/")));
}

mount_kind container_mount(const container_run *c, str path)
{
    if (!c->runs) {
        return MOUNT_UNKNOWN;
    }
    str folder = {0};
    for (ptrdiff_t k = 0; k < c->option_count; k++) {
        str w = option_value(c, k, "w", "workdir");
        folder = w.len > 0 ? w : folder;
    }
    bool absolute = str_starts(path, S("/"));
    path = absolute ? path : folder;
    mount_kind only = MOUNT_UNKNOWN, found = MOUNT_NONE;
    ptrdiff_t mounts = 0, longest = -1;
    for (ptrdiff_t k = 0; k < c->option_count; k++) {
        mount_point m;
        if (!mount_at(c, k, &m)) {
            continue;
        }
        mounts++;
        only = mounts == 1 || only == m.kind ? m.kind : MOUNT_UNKNOWN;
        if (path.len > 0 && is_inside(path, m.at) && m.at.len > longest) {
            longest = m.at.len;
            found = m.kind;
        }
    }
    if (path.len == 0 && mounts > 0) {
        return only;
    }
    return found;
}

str mount_variant(mount_kind kind)
{
    switch (kind) {
    case MOUNT_NONE:
        return S("container filesystem");
    case MOUNT_BIND:
        return S("bind");
    case MOUNT_VOLUME:
        return S("volume");
    case MOUNT_TMPFS:
        return S("tmpfs");
    case MOUNT_UNKNOWN:
        break;
    }
    return (str){0};
}

/* --- programs ----------------------------------------------------------------- */

str invocation_target(const invocation *i)
{
    if (str_eq(i->program, S("dd"))) {
        for (ptrdiff_t k = 1; k < i->word_count; k++) {
            if (str_starts(i->words[k], S("of="))) {
                return str_drop(i->words[k], 3);
            }
        }
    }
    bool copies = str_eq(i->program, S("cp")) || str_eq(i->program, S("mv"))
                  || str_eq(i->program, S("rsync"));
    ptrdiff_t operands = 0;
    str last = {0};
    for (ptrdiff_t k = 1; copies && k < i->word_count; k++) {
        if (!str_starts(i->words[k], S("-"))) {
            operands++;
            last = i->words[k];
        }
    }
    return operands > 1 ? last : (str){0};
}

static bool is_storage_tool(str program)
{
    static const char *const tools[] = {"dd", "cp", "mv", "fio", "rsync", "tar", NULL};
    return word_is_one_of(program, tools);
}

static bool runs_wasm(const invocation *i)
{
    static const char *const runtimes[] = {"wasmtime", "wasmer", "wasmedge", "iwasm",
                                           "wasm3",    "wazero", NULL};
    if (word_is_one_of(i->program, runtimes)) {
        return true;
    }
    for (ptrdiff_t k = 0; k < i->word_count; k++) {
        if (str_ends(i->words[k], S(".wasm"))) {
            return true;
        }
    }
    return false;
}

/* docker run --runtime=io.containerd.wasmtime.v1 --platform wasi/wasm */
static bool has_wasm_runtime(const container_run *c)
{
    for (ptrdiff_t k = 0; k < c->option_count; k++) {
        if (str_has(option_value(c, k, "", "runtime"), S("wasm"))
            || str_has(option_value(c, k, "", "platform"), S("wasm"))) {
            return true;
        }
    }
    return false;
}

static verdict_on_variant in_container(arena *perm, const invocation *i)
{
    const container_run *c = i->container;
    if (has_wasm_runtime(c)) {
        return (verdict_on_variant){S("wasm"),
                                    S("inferred: the container's runtime is WASM")};
    }
    if (is_storage_tool(i->program) && c->runs) {
        mount_kind kind = container_mount(c, invocation_target(i));
        str variant = mount_variant(kind);
        if (variant.len > 0) {
            return (verdict_on_variant){
                variant,
                str_fmt(perm, "inferred: the mounts of %.*s run", SV(c->engine))};
        }
    }
    bool apple = str_eq(c->engine, S("container"));
    str engine = str_cut(c->engine, S("-")).head;
    return (verdict_on_variant){apple ? S("container") : S("docker"),
                                str_fmt(perm, "inferred: command runs %.*s", SV(engine))};
}

verdict_on_variant command_variant(arena *perm, arena scratch, str command)
{
    command_line c;
    command_parse(&scratch, command, NULL, &c);
    const invocation *inner = NULL;
    for (ptrdiff_t i = 0; i < c.n; i++) {
        const invocation *at = &c.all[i];
        bool better =
            at->container
            && (!inner
                || (is_storage_tool(at->program) && !is_storage_tool(inner->program)));
        inner = better ? at : inner;
    }
    if (inner) {
        return in_container(perm, inner);
    }
    for (ptrdiff_t i = 0; i < c.n; i++) {
        if (runs_wasm(&c.all[i])) {
            return (verdict_on_variant){
                S("wasm"),
                str_fmt(perm, "inferred: command runs %.*s", SV(c.all[i].program))};
        }
    }
    return (verdict_on_variant){0};
}

bool command_is_native_build(str command)
{
    str path = str_word(&command);
    return str_has(path, S("-linux-")) || str_has(path, S("-apple-darwin"))
           || str_has(path, S("-pc-windows")) || str_has(path, S("target/release/"))
           || str_has(path, S("native"));
}

str command_engine(arena scratch, str command)
{
    command_line c;
    command_parse(&scratch, command, NULL, &c);
    for (ptrdiff_t i = 0; i < c.n; i++) {
        if (c.all[i].container) {
            /* The name is a view into the command's own text. */
            ptrdiff_t at = str_find(command, c.all[i].container->engine);
            return at < 0
                       ? (str){0}
                       : str_take(str_drop(command, at), c.all[i].container->engine.len);
        }
    }
    return (str){0};
}
