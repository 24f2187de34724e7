#include "base/base.h"

#include "import/command.h"
#include "import/shell_words.h"

enum { MOST_INVOCATIONS = 32, DEEPEST = 4 };

typedef struct {
    arena *perm;
    const time_alias *alias;
    command_line *ret;
} parser;

/* A run of tokens, and what is around it. */
typedef struct {
    const shell_token *t;
    ptrdiff_t n;
    int depth;
    bool in_loop;
    const container_run *container;
} span;

static void parse_list(const parser *p, span s);
static void parse_unit(const parser *p, span s);

static str base_name(str path)
{
    cut c = str_cut_last(path, S("/"));
    str name = c.found ? c.tail : path;
    return str_ends(name, S(".exe")) ? str_take(name, name.len - 4) : name;
}

static span drop(span s, ptrdiff_t n)
{
    n = n < s.n ? n : s.n;
    s.t += n;
    s.n -= n;
    return s;
}

static bool is_word(span s, ptrdiff_t i)
{
    return i < s.n && s.t[i].kind == TOKEN_WORD;
}

/* A word that is an option: `-v`, `--rm`; a single dash is not. */
static bool is_option(span s, ptrdiff_t i)
{
    return is_word(s, i) && s.t[i].text.len > 1 && s.t[i].text.ptr[0] == '-';
}

/* NAME=value in front of a command. */
static bool is_assignment(str word)
{
    ptrdiff_t eq = str_find(word, S("="));
    for (ptrdiff_t i = 0; i < eq; i++) {
        char c = word.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || c < '0' || c > '9')) {
            return false;
        }
    }
    return eq > 0;
}

/* Skips options; those whose letter or name is in `valued` take the next word along. */
static span skip_options(span s, const char *letters, const char *const *valued)
{
    while (is_option(s, 0)) {
        str word = s.t[0].text;
        bool is_long = str_starts(word, S("--"));
        bool takes = is_long ? valued && word_is_one_of(str_drop(word, 2), valued)
                             : strchr(letters, word.ptr[word.len - 1]) != NULL;
        bool glued = !is_long && word.len > 2 && strchr(letters, word.ptr[1]);
        s = drop(s, takes && !glued ? 2 : 1);
    }
    return s;
}

/* --- what stands in front of a command: sudo, time, NAME=value ---------------- */

typedef struct {
    timer kind;
    str format;
} timing;

/* The options of time(1); -f is kept. */
static span time_options(span s, timing *how)
{
    while (is_option(s, 0)) {
        str word = s.t[0].text;
        cut eq = str_cut(word, S("="));
        bool next = str_eq(word, S("-f")) || str_eq(word, S("--format"));
        bool file = str_eq(word, S("-o")) || str_eq(word, S("--output"));
        if (next && is_word(s, 1)) {
            how->format = s.t[1].text;
        } else if (str_eq(eq.head, S("--format"))) {
            how->format = eq.tail;
        } else if (str_starts(word, S("-f"))) {
            how->format = str_drop(word, 2);
        }
        if (!str_eq(word, S("-p")) && how->kind == TIMER_SHELL) {
            how->kind = TIMER_PROGRAM; /* no shell's keyword has other options */
        }
        s = drop(s, next || file ? 2 : 1);
    }
    return s;
}

static bool is_time(const parser *p, span s, timing *how, ptrdiff_t *taken)
{
    str word = s.t[0].text, raw = s.t[0].raw;
    *taken = 1;
    if (p->alias && p->alias->name.len > 0 && str_eq(raw, p->alias->name)) {
        *how = (timing){TIMER_PROGRAM, p->alias->format};
        return true;
    }
    if (str_eq(raw, S("time"))) {
        how->kind = TIMER_SHELL;
        return true;
    }
    str base = base_name(word);
    if (str_eq(base, S("time")) || str_eq(base, S("gtime"))) {
        how->kind = TIMER_PROGRAM;
        return true;
    }
    bool busybox = str_eq(base, S("busybox")) || str_eq(base, S("toybox"));
    bool program = str_eq(base, S("command")) || str_eq(base, S("env"));
    if ((busybox || program) && is_word(s, 1) && str_eq(s.t[1].text, S("time"))) {
        how->kind = busybox ? TIMER_BUSYBOX : TIMER_PROGRAM;
        *taken = 2;
        return true;
    }
    return false;
}

static span strip_front(const parser *p, span s, timing *how)
{
    static const char *const skipped[] = {"do",   "then",    "else", "{", "!",
                                          "exec", "command", "env",  NULL};
    static const char *const sudo_values[] = {"user", "group", "chdir", NULL};
    static const char *const many_in_one[] = {"busybox", "toybox", "coreutils", NULL};
    while (is_word(s, 0)) {
        str word = s.t[0].text;
        ptrdiff_t taken = 0;
        if (is_time(p, s, how, &taken)) {
            s = time_options(drop(s, taken), how);
        } else if (is_assignment(word) && s.n > 1) {
            if (str_starts(word, S("TIME="))) {
                how->format = str_drop(word, 5);
            }
            s = drop(s, 1);
        } else if (str_eq(word, S("sudo")) || str_eq(word, S("doas"))) {
            s = skip_options(drop(s, 1), "ugCDRT", sudo_values);
        } else if (word_is_one_of(base_name(word), many_in_one) && is_word(s, 1)
                   && !is_option(s, 1)) {
            s = drop(s, 1);
        } else if (word_is_one_of(word, skipped) && s.n > 1) {
            s = drop(s, 1);
        } else {
            break;
        }
    }
    return s;
}

/* nice -n 5, taskset -c 0, ...: their command is the program that counts. */
static span strip_launchers(span s)
{
    static const struct {
        const char *name, *letters;
        ptrdiff_t operands;
    } launchers[] = {
        {"nice", "n", 0},      {"ionice", "cnp", 0}, {"taskset", "", 1},
        {"nohup", "", 0},      {"stdbuf", "ioe", 0}, {"timeout", "ks", 1},
        {"chrt", "", 1},       {"numactl", "", 0},   {"unbuffer", "", 0},
        {"caffeinate", "", 0}, {"setsid", "", 0},    {"sudo", "ug", 0},
    };
    for (bool again = true; again && is_word(s, 0);) {
        again = false;
        str base = base_name(s.t[0].text);
        for (ptrdiff_t i = 0; i < COUNTOF(launchers) && !again; i++) {
            if (str_eq(base, str_from(launchers[i].name)) && s.n > 1) {
                s = drop(skip_options(drop(s, 1), launchers[i].letters, NULL),
                         launchers[i].operands);
                again = true;
            }
        }
    }
    return s;
}

/* --- containers --------------------------------------------------------------- */

/* docker run's options that take a value in a word of their own.
 * Source: docker run --help of Docker 28, podman run --help of 4.9. */
static const char *const run_values[] = {
    "add-host",
    "annotation",
    "attach",
    "blkio-weight",
    "cap-add",
    "cap-drop",
    "cgroup-parent",
    "cgroupns",
    "cidfile",
    "cpu-period",
    "cpu-quota",
    "cpu-shares",
    "cpus",
    "cpuset-cpus",
    "cpuset-mems",
    "device",
    "dns",
    "dns-option",
    "entrypoint",
    "env",
    "env-file",
    "expose",
    "gpus",
    "group-add",
    "health-cmd",
    "hostname",
    "ip",
    "ipc",
    "isolation",
    "label",
    "label-file",
    "link",
    "log-driver",
    "log-opt",
    "mac-address",
    "memory",
    "memory-swap",
    "mount",
    "name",
    "net",
    "network",
    "oom-score-adj",
    "pid",
    "pids-limit",
    "platform",
    "publish",
    "pull",
    "restart",
    "runtime",
    "security-opt",
    "shm-size",
    "stop-signal",
    "storage-opt",
    "sysctl",
    "tmpfs",
    "ulimit",
    "user",
    "userns",
    "uts",
    "volume",
    "volume-driver",
    "volumes-from",
    "workdir",
    NULL,
};
static const char run_letters[] = "acehlmpuvw";

static str text_of(const shell_token *first, const shell_token *last)
{
    return (str){first->raw.ptr, last->raw.ptr + last->raw.len - first->raw.ptr};
}

/* grafana/k6:latest, alpine/bombardier: the image is the program, what follows are its
 * arguments. */
static bool is_tool_image(span s)
{
    static const char *const tools[] = {"k6", "bombardier", "hyperfine", "fio", NULL};
    str image = is_word(s, 0) ? base_name(s.t[0].text) : (str){0};
    return s.n > 1 && word_is_one_of(str_cut(image, S(":")).head, tools);
}

/* `s` begins with the engine's name. The command inside, if one is given, is parsed. */
static void parse_container(const parser *p, span s)
{
    static const char *const global_values[] = {
        "context", "host", "log-level", "config", "file", "project-name", NULL};
    container_run *c = NEW(p->perm, container_run, 1);
    c->engine = base_name(s.t[0].text);
    c->text = text_of(&s.t[0], &s.t[s.n - 1]);
    bool compose = str_eq(c->engine, S("docker-compose"));
    span at = skip_options(drop(s, 1), "Hcf", global_values);
    while (
        is_word(at, 0)
        && (str_eq(at.t[0].text, S("compose")) || str_eq(at.t[0].text, S("container")))) {
        compose = compose || str_eq(at.t[0].text, S("compose"));
        at = skip_options(drop(at, 1), "fp", global_values);
    }
    bool run = is_word(at, 0) && str_eq(at.t[0].text, S("run"));
    if (!run && !(is_word(at, 0) && str_eq(at.t[0].text, S("exec")))) {
        return;
    }
    c->runs = run && !compose;
    span options = drop(at, 1);
    at = skip_options(options, run_letters, run_values);
    c->options = NEW(p->perm, str, options.n - at.n);
    for (ptrdiff_t i = 0; i < options.n - at.n; i++) {
        c->options[c->option_count++] = options.t[i].text;
    }
    c->name = at.n > 0 ? at.t[0].text : (str){0};
    if (!is_tool_image(at)) {
        at = drop(at, 1); /* the image, the container or the service */
    }
    at.container = c;
    at.depth++;
    p->ret->all[p->ret->n - 1].container = c;
    if (at.n > 0 && at.depth < DEEPEST) {
        parse_unit(p, at);
    }
}

/* --- pipelines ---------------------------------------------------------------- */

/* `sh -c 'LINE'`, `bash -lc "LINE"`: LINE is parsed. */
static void parse_shell(const parser *p, span s)
{
    for (ptrdiff_t i = 1; is_option(s, i); i++) {
        str word = s.t[i].text;
        if (str_starts(word, S("--")) || !str_ends(word, S("c")) || !is_word(s, i + 1)) {
            continue;
        }
        shell_token *tokens;
        ptrdiff_t n = shell_tokens(p->perm, s.t[i + 1].text, &tokens);
        parse_list(p, (span){tokens, n, s.depth + 1, s.in_loop, s.container});
        return;
    }
}

static void add(const parser *p, invocation made)
{
    if (p->ret->n < MOST_INVOCATIONS) {
        p->ret->all[p->ret->n++] = made;
    }
}

static void parse_segment(const parser *p, span s, str text, timing how)
{
    static const char *const shells[] = {"sh",   "bash", "dash", "zsh",  "ash", "ksh",
                                         "mksh", "fish", "csh",  "tcsh", NULL};
    static const char *const engines[] = {"docker",    "podman",         "nerdctl",
                                          "container", "docker-compose", "podman-compose",
                                          NULL};
    s = strip_launchers(s);
    if (!is_word(s, 0) || p->ret->n == MOST_INVOCATIONS) {
        return;
    }
    str *words = NEW(p->perm, str, s.n);
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < s.n; i++) {
        if (s.t[i].kind == TOKEN_WORD) {
            words[count++] = s.t[i].text;
        }
    }
    str program = base_name(words[0]);
    add(p, (invocation){text, program, words, count, how.kind, how.format, s.in_loop,
                        s.container});
    if (s.depth >= DEEPEST) {
        return;
    }
    if (word_is_one_of(program, shells)) {
        parse_shell(p, s);
    } else if (word_is_one_of(program, engines)) {
        parse_container(p, s);
    }
}

/* The end of the pipeline without a filter that only looks at the output. */
static ptrdiff_t without_filter(span s)
{
    static const char *const filters[] = {"tail", "head", "grep", "egrep", "fgrep", "tee",
                                          "awk",  "sed",  "cut",  "less",  "more",  NULL};
    ptrdiff_t n = s.n;
    for (ptrdiff_t i = s.n - 2; i > 0; i--) {
        if (s.t[i].kind != TOKEN_PIPE) {
            continue;
        }
        if (!word_is_one_of(base_name(s.t[i + 1].text), filters)) {
            break;
        }
        n = i;
    }
    while (n > 1 && str_eq(s.t[n - 1].raw, S("2>&1"))) {
        n--;
    }
    return n;
}

static void parse_pipeline(const parser *p, span s, timing how)
{
    if (s.n == 0) {
        return;
    }
    str text = text_of(&s.t[0], &s.t[without_filter(s) - 1]);
    while (s.n > 0) {
        ptrdiff_t n = 0;
        while (n < s.n && s.t[n].kind != TOKEN_PIPE) {
            n++;
        }
        span segment = s;
        segment.n = n;
        parse_segment(p, segment, text, how);
        s = drop(s, n + 1);
    }
}

/* --- lists and loops ---------------------------------------------------------- */

static bool opens(const shell_token *t)
{
    static const char *const words[] = {"for",  "while", "until",  "if",
                                        "case", "{",     "select", NULL};
    return t->kind == TOKEN_PAREN
               ? str_eq(t->raw, S("("))
               : t->kind == TOKEN_WORD && word_is_one_of(t->raw, words);
}

static bool closes(const shell_token *t)
{
    static const char *const words[] = {"done", "fi", "esac", "}", NULL};
    return t->kind == TOKEN_PAREN
               ? str_eq(t->raw, S(")"))
               : t->kind == TOKEN_WORD && word_is_one_of(t->raw, words);
}

static void parse_compound(const parser *p, span s, timing how)
{
    str opener = s.t[0].raw;
    add(p, (invocation){.text = text_of(&s.t[0], &s.t[s.n - 1]),
                        .program = opener,
                        .timer = how.kind,
                        .time_format = how.format,
                        .in_loop = s.in_loop,
                        .container = s.container});
    bool loop = str_eq(opener, S("for")) || str_eq(opener, S("while"))
                || str_eq(opener, S("until"));
    span body = drop(s, 1);
    body.depth++;
    body.in_loop = s.in_loop || loop;
    if (str_eq(opener, S("for")) || str_eq(opener, S("case"))
        || str_eq(opener, S("select"))) {
        while (body.n > 0 && body.t[0].kind != TOKEN_LIST
               && !str_eq(body.t[0].raw, S("do"))) {
            body = drop(body, 1);
        }
    }
    if (body.n > 0 && closes(&body.t[body.n - 1])) {
        body.n--;
    }
    if (body.depth <= DEEPEST) {
        parse_list(p, body);
    }
}

/* One member of a list: a pipeline or a compound command, perhaps timed. */
static void parse_unit(const parser *p, span s)
{
    timing how = {0};
    s = strip_front(p, s, &how);
    if (s.n == 0 || closes(&s.t[0])) {
        return;
    }
    if (opens(&s.t[0])) {
        parse_compound(p, s, how);
    } else {
        parse_pipeline(p, s, how);
    }
}

static void parse_list(const parser *p, span s)
{
    int level = 0;
    bool first = true; /* where a command's first word may stand */
    ptrdiff_t from = 0;
    for (ptrdiff_t i = 0; i <= s.n; i++) {
        bool end = i == s.n || (s.t[i].kind == TOKEN_LIST && level == 0);
        if (!end) {
            const shell_token *t = &s.t[i];
            bool paren = t->kind == TOKEN_PAREN;
            level += (first || paren) && opens(t);
            level -= (first || paren) && closes(t) && level > 0;
            static const char *const leads[] = {"do", "then", "else", "time", "!", NULL};
            first = t->kind == TOKEN_LIST || t->kind == TOKEN_PIPE || paren
                    || word_is_one_of(t->raw, leads);
            continue;
        }
        span unit = s;
        unit.t += from;
        unit.n = i - from;
        if (unit.n > 0) {
            parse_unit(p, unit);
        }
        from = i + 1;
        first = true;
    }
}

void command_parse(arena *perm, str line, const time_alias *alias, command_line *ret)
{
    shell_token *tokens;
    ptrdiff_t n = shell_tokens(perm, line, &tokens);
    *ret = (command_line){.all = NEW(perm, invocation, MOST_INVOCATIONS)};
    if (n > 0 && tokens[n - 1].kind == TOKEN_COMMENT) {
        ret->comment = tokens[--n].text;
    }
    parser p = {perm, alias, ret};
    parse_list(&p, (span){.t = tokens, .n = n});
}
