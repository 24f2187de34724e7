#include "base/base.h"

#include "base/utf8.h"
#include "import/shell_words.h"
#include "import/transcript_lines.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* --- commands ----------------------------------------------------------------- */

/* Names that no sentence begins with. */
static const char *const programs[] = {
    "dd",
    "docker",
    "podman",
    "nerdctl",
    "kubectl",
    "hyperfine",
    "bombardier",
    "k6",
    "sudo",
    "wasmtime",
    "wasmer",
    "wasmedge",
    "iwasm",
    "wasm3",
    "wazero",
    "busybox",
    "fio",
    "sysbench",
    "cargo",
    "npm",
    "npx",
    "python3",
    "pip",
    "pip3",
    "apt-get",
    "apt",
    "yum",
    "dnf",
    "apk",
    "curl",
    "wget",
    "gcc",
    "g++",
    "clang",
    "rustc",
    "mkdir",
    "chmod",
    "chown",
    "umount",
    "cp",
    "mv",
    "rm",
    "ls",
    "cd",
    "ssh",
    "scp",
    "rsync",
    "strace",
    "taskset",
    "numactl",
    "ionice",
    "wrk",
    "ab",
    "hey",
    "oha",
    "git",
    "cmake",
    "mvn",
    "gradle",
    "php",
    "deno",
    "bun",
    "pnpm",
    "yarn",
    "gzip",
    "zstd",
    "tar",
    "gtime",
    "ffmpeg",
    "losetup",
    "mkfs.ext4",
    "docker-compose",
    "sha256sum",
    "md5sum",
    "awk",
    "sed",
    "grep",
    "fallocate",
    "truncate",
    "hdparm",
    "iozone",
    "bonnie++",
    "redis-benchmark",
    NULL,
};

/* Names that are words of English, too: more must speak for a command. */
static const char *const words_too[] = {
    "time",    "make",    "cat",       "go",     "sort",  "node",   "python", "perl",
    "ruby",    "java",    "bash",      "sh",     "dash",  "zsh",    "fish",   "for",
    "while",   "if",      "find",      "mount",  "echo",  "export", "alias",  "sync",
    "sleep",   "perf",    "head",      "tail",   "wc",    "free",   "df",     "du",
    "env",     "exec",    "nice",      "watch",  "ninja", "touch",  "stress", "source",
    "set",     "exit",    "container", "printf", "test",  "xargs",  "nohup",  "timeout",
    "command", "convert", "seq",       "tee",    NULL,
};

/* docker run, cargo build: what stands second. */
static const char *const subcommands[] = {
    "run",    "exec",   "build", "compose", "pull",    "ps",    "stats",
    "images", "volume", "stop",  "start",   "inspect", "logs",  "create",
    "rm",     "up",     "down",  "install", "clone",   "bench", "test",
    "update", "system", "image", "info",    "version", NULL,
};

/* What prose doesn't have: an option, an operand, a path, a pipe. */
static bool is_evidence(const shell_token *t)
{
    str s = t->raw;
    if (t->kind == TOKEN_PIPE || t->kind == TOKEN_REDIRECT) {
        return true;
    }
    if (t->kind != TOKEN_WORD) {
        return str_eq(s, S("&&")) || str_eq(s, S("||"));
    }
    if (s.len > 1 && s.ptr[0] == '-' && (is_letter(s.ptr[1]) || s.ptr[1] == '-')) {
        return true;
    }
    ptrdiff_t eq = str_find(s, S("="));
    if (eq > 0 && is_letter(s.ptr[0]) && s.len > eq + 1) {
        return true;
    }
    ptrdiff_t slash = str_find(s, S("/"));
    return (slash >= 0 && s.len > 1 && strchr("./~$", s.ptr[0])) || s.ptr[0] == '$'
           || str_has(s, S("://")) || str_has(s, S("*"));
}

static bool is_path(str word)
{
    bool relative = str_starts(word, S("./")) || str_starts(word, S("../"))
                    || str_starts(word, S("~/"));
    return word.len > 2 && (relative || (word.ptr[0] == '/' && is_letter(word.ptr[1])))
           && !str_has(word, S(","));
}

/* Does `t` (n tokens) name a program first? 2: surely one; 1: perhaps; 0: no. */
static int names_program(const shell_token *t, ptrdiff_t n)
{
    if (n == 0 || t[0].kind != TOKEN_WORD) {
        return n > 0 && str_eq(t[0].raw, S("(")) ? 1 : 0;
    }
    str word = t[0].text;
    if (is_path(word)) {
        return 2;
    }
    if (word_is_one_of(word, programs)) {
        return 1;
    }
    return word_is_one_of(word, words_too) ? 1 : 0;
}

static bool is_command(const shell_token *t, ptrdiff_t n)
{
    bool sets_format = n > 0
                       && (str_starts(t[0].raw, S("TIMEFORMAT="))
                           || str_starts(t[0].raw, S("TIMEFMT=")));
    if (sets_format) {
        return true;
    }
    ptrdiff_t assignments = 0;
    while (assignments + 1 < n && t[assignments].kind == TOKEN_WORD
           && str_find(t[assignments].raw, S("=")) > 0 && t[assignments].raw.ptr[0] >= 'A'
           && t[assignments].raw.ptr[0] <= 'Z') {
        assignments++;
    }
    t += assignments;
    n -= assignments;
    int sure = names_program(t, n);
    if (sure != 1) {
        return sure == 2;
    }
    if (assignments > 0) {
        return true;
    }
    if (str_eq(t[0].raw, S("time")) && n > 1) {
        return names_program(t + 1, n - 1) > 0 || (n > 2 && is_evidence(&t[2]));
    }
    bool plain_word = word_is_one_of(t[0].text, programs);
    if (str_eq(t[0].raw, S("for")) && n > 3 && str_eq(t[2].raw, S("in"))) {
        return true;
    }
    if (str_eq(t[0].raw, S("cd")) && (n == 2 || (n == 3 && t[2].kind == TOKEN_COMMENT))) {
        return true;
    }
    for (ptrdiff_t i = 1; i < n; i++) {
        if (is_evidence(&t[i])
            || (plain_word && i == 1 && word_is_one_of(t[i].raw, subcommands))) {
            return true;
        }
    }
    return plain_word && n == 1 && t[0].raw.len > 2;
}

bool line_is_command(arena scratch, str s)
{
    s = str_trim(s);
    if (s.len == 0 || s.len > SHELL_LONGEST_LINE) {
        return false;
    }
    shell_token *t = NULL;
    ptrdiff_t n = shell_tokens(&scratch, s, &t); /* before t is read */
    return is_command(t, n);
}

str line_command_in_prose(arena scratch, str s)
{
    for (cut c = str_cut(s, S("`")); c.found;) {
        c = str_cut(c.tail, S("`"));
        str inner = c.head;
        bool measured = str_starts(inner, S("dd ")) || str_starts(inner, S("time "))
                        || str_starts(inner, S("cp ")) || str_has(inner, S(" dd if="));
        if (c.found && measured && line_is_command(scratch, inner)) {
            return str_trim(inner);
        }
        c = str_cut(c.tail, S("`"));
    }
    ptrdiff_t at = str_starts(s, S("dd ")) ? 0 : str_find(s, S(" dd "));
    str tail = at < 0 ? (str){0} : str_trim(str_drop(s, at));
    bool operands = str_has(tail, S("if=")) && str_has(tail, S("of="));
    return operands && line_is_command(scratch, tail) ? tail : (str){0};
}

/* --- prompts ------------------------------------------------------------------ */

static bool is_name(str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (!is_letter(s.ptr[i]) && !is_digit(s.ptr[i]) && !strchr("._-", s.ptr[i])) {
            return false;
        }
    }
    return s.len > 0;
}

/* The absolute folder in what a prompt shows: behind ':' or ' ', or all of it. */
static str folder_in(str s)
{
    s = str_trim(s);
    cut c = str_cut_last(s, S(" "));
    str word = c.found ? c.tail : s;
    cut colon = str_cut(word, S(":"));
    word = colon.found ? colon.tail : word;
    return word.len > 0 && (word.ptr[0] == '/' || word.ptr[0] == '~') ? word : (str){0};
}

/* "user@host:~/src", "user@host dir", "[root@host ~]", "[user@host:~] 12s". */
static bool has_user(str p, str *folder)
{
    if (p.len > 0 && p.ptr[0] == '[') {
        ptrdiff_t close = str_find(p, S("]"));
        if (close < 3 || p.len - close > 14 || str_has(p, S("="))
            || !is_letter(p.ptr[1])) {
            return false;
        }
        *folder = folder_in(str_take(str_drop(p, 1), close - 1));
        return true;
    }
    cut at = str_cut(p, S("@"));
    if (!at.found || !is_name(at.head)) {
        return false;
    }
    ptrdiff_t n = 0;
    while (n < at.tail.len && !strchr(": ", at.tail.ptr[n])) {
        n++;
    }
    str host = str_take(at.tail, n);
    *folder = folder_in(str_drop(at.tail, n));
    return is_name(host) || (host.len > 1 && is_name(str_take(host, host.len - 1)));
}

/* "bash-5.2", "sh-4.4", "-bash-4.2". */
static bool is_shell_version(str p)
{
    if (str_eq(p, S("zsh")) || str_eq(p, S("bash")) || str_eq(p, S("fish"))) {
        return true;
    }
    cut c = str_cut_last(p, S("-"));
    return c.found && str_ends(c.head, S("sh")) && c.tail.len > 0
           && is_digit(c.tail.ptr[0]) && c.head.len <= 5 && !str_has(p, S(" "));
}

/* "host:~/src", "bench-mac:~ user", "/data ", "~/src", "PS C:\src". */
static bool has_folder(str p, str *folder)
{
    str word = p;
    str first = str_word(&word), second = str_word(&word);
    if (str_word(&word).len > 0) {
        return false;
    }
    if (str_eq(first, S("PS"))
        || (first.len > 2 && first.ptr[1] == ':' && first.ptr[2] == '\\')) {
        return true;
    }
    cut c = str_cut(first, S(":"));
    if (c.found && is_name(c.head) && c.tail.len > 0
        && (second.len == 0 || is_name(second))) {
        *folder = folder_in(c.tail);
        return folder->len > 0 || (second.len > 0 && is_name(c.tail));
    }
    if (second.len == 0 && first.len > 0
        && (first.ptr[0] == '/' || first.ptr[0] == '~')) {
        *folder = first;
        return !str_has(first, S(":"));
    }
    return false;
}

/* A prompt that ends in one of $ # % > and a blank. A bare name ("lab%") counts before a
 * plain command only. */
static bool has_sign(arena scratch, str s, prompt *ret)
{
    ptrdiff_t most = s.len < 120 ? s.len : 120;
    for (ptrdiff_t i = 1; i < most; i++) {
        if (!strchr("$#%>", s.ptr[i]) || (i + 1 < s.len && s.ptr[i + 1] != ' ')) {
            continue;
        }
        str before = str_trim_right(str_take(s, i)), folder = {0};
        if (str_starts(before, S("("))) { /* a virtual environment */
            cut c = str_cut(before, S(") "));
            before = c.found ? c.tail : before;
        }
        str command = str_trim(str_drop(s, i + 1));
        bool host = is_name(before) && line_is_command(scratch, command);
        if (host || has_user(before, &folder) || is_shell_version(before)
            || has_folder(before, &folder)) {
            *ret = (prompt){command, folder};
            return true;
        }
    }
    return false;
}

/* "❯ ls", "➜  dir git:(main) ✗ ls". */
static bool has_arrow(str s, prompt *ret)
{
    static const char *const arrows[] = {"❯", "➜", "λ", "»", "❱", "▶", "→"};
    for (ptrdiff_t i = 0; i < COUNTOF(arrows); i++) {
        str arrow = str_from(arrows[i]);
        str rest = str_drop(s, arrow.len);
        if (!str_starts(s, arrow) || !str_starts(rest, S(" "))) {
            continue;
        }
        bool has_dir = str_starts(rest, S("  "));
        str folder = {0};
        if (has_dir) {
            folder = folder_in(str_word(&rest));
        }
        rest = str_trim_left(rest);
        if (str_starts(rest, S("git:("))) {
            cut c = str_cut(rest, S(")"));
            rest = str_trim_left(c.tail);
            rest = str_starts(rest, S("✗")) ? str_drop(rest, 3) : rest;
        }
        *ret = (prompt){str_trim(rest), folder};
        return true;
    }
    return false;
}

/* "╰─$ ls", "└─# ls": the second line of a prompt that is drawn with lines. */
static str without_frame(str s)
{
    ptrdiff_t n = 0;
    uint32_t c = 0;
    for (int len;
         (len = utf8_at(s.ptr + n, s.len - n, &c)) > 0 && c >= 0x2500 && c <= 0x257F;
         n += len) {
    }
    bool sign = n > 0 && n < s.len && strchr("$#%>", s.ptr[n]);
    return sign ? str_drop(s, n) : s;
}

bool line_is_trace(str s, str *command)
{
    s = str_trim(s);
    ptrdiff_t n = 0;
    while (n < s.len && s.ptr[n] == '+') {
        n++;
    }
    *command = str_trim(str_drop(s, n));
    return n > 0 && n < s.len && s.ptr[n] == ' ' && command->len > 0;
}

bool line_is_prompt(arena scratch, str s, prompt *ret)
{
    s = str_trim(s);
    if (s.len == 0 || s.len > SHELL_LONGEST_LINE) {
        return false;
    }
    *ret = (prompt){0};
    s = without_frame(s);
    char sign = s.ptr[0];
    bool lone = s.len == 1 || s.ptr[1] == ' ';
    if (sign == '$' && lone) {
        ret->command = str_trim(str_drop(s, 1));
        return true;
    }
    if (sign == '+') {
        return line_is_trace(s, &ret->command) && line_is_command(scratch, ret->command);
    }
    if (strchr("#%>", sign) && lone) {
        ret->command = str_trim(str_drop(s, 1));
        return line_is_command(scratch, ret->command);
    }
    static const char *const runners[] = {"##[group]Run ", "##[command]", "[command]",
                                          "##[group]"};
    for (ptrdiff_t i = 0; i < COUNTOF(runners); i++) {
        if (str_starts(s, str_from(runners[i]))) {
            ret->command = str_trim(str_drop(s, (ptrdiff_t)strlen(runners[i])));
            return line_is_command(scratch, ret->command);
        }
    }
    /* BuildKit: "#7 [2/3] RUN dd ..."; before it: "Step 3/5 : RUN dd ..." */
    cut run = str_cut(s, S(" RUN "));
    if (run.found && run.head.len < 40
        && ((sign == '#' && str_has(run.head, S(" ["))) || str_starts(s, S("Step ")))) {
        ret->command = str_trim(run.tail);
        return true;
    }
    return has_arrow(s, ret) || has_sign(scratch, s, ret);
}
