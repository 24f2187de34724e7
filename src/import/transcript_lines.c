#include "base/base.h"

#include "base/num.h"
#include "import/transcript_lines.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static ptrdiff_t count_words(str s)
{
    ptrdiff_t n = 0;
    while (str_word(&s).len > 0) {
        n++;
    }
    return n;
}

/* Words that head outputs, but name nothing. */
static const char *const empty_words[] = {
    "result",
    "results",
    "output",
    "outputs",
    "command",
    "commands",
    "example",
    "test",
    "tests",
    "run",
    "runs",
    "log",
    "logs",
    "console",
    "terminal",
    "step",
    "steps",
    "code",
    "benchmark",
    "benchmarks",
    "usage",
    "summary",
    "timing",
    "timings",
    "time",
    "script",
    "setup",
    "note",
    "notes",
    "password",
    "shell",
    "with",
    "here",
    "then",
    "gives",
    "statistics",
    "stats",
    "numbers",
    "snip",
    "edit",
    "update",
    "errors",
    "and the result",
    "and",
    "or",
    "vs",
    "versus",
    "without",
    "next",
    "again",
    "later",
    "also",
    "sample output",
    "real",
    "user",
    "sys",
    "report",
    "overview",
    "introduction",
    "benchmark report",
    "printed",
    "dd",
    "hyperfine",
    "bombardier",
    "k6",
    "prints",
    "performance",
    NULL,
};

static bool says_nothing(str s)
{
    bool article = s.len > 4 && str_eq_nocase(str_take(s, 4), S("the "));
    s = article ? str_drop(s, 4) : s;
    for (const char *const *w = empty_words; *w; w++) {
        if (str_eq_nocase(s, str_from(*w))) {
            return true;
        }
    }
    return false;
}

/* Sentences begin or go on like this; labels don't. */
static bool is_sentence(str s)
{
    static const char *const firsts[] = {
        "welcome to", "the same", "this ",  "these ",  "we ", "i ",   "it ", "you ",
        "here ",      "now ",     "let's ", "as you ", "so ", "but ", "and "};
    static const char *const verbs[] = {" takes", " is",   " are",   " was",    " were",
                                        " gives", " has",  " have",  " runs",   " stays",
                                        " gave",  " took", " shows", " prints", " ran",
                                        " says",  " said", " wrote"};
    for (ptrdiff_t i = 0; i < COUNTOF(firsts); i++) {
        str f = str_from(firsts[i]);
        if (s.len >= f.len && str_eq_nocase(str_take(s, f.len), f)) {
            return true;
        }
    }
    for (ptrdiff_t i = 0; i < COUNTOF(verbs); i++) {
        cut verb = str_cut(s, str_from(verbs[i]));
        if (verb.found && (verb.tail.len == 0 || *verb.tail.ptr == ' ')) {
            return true;
        }
    }
    return false;
}

/* "In a container (read-only, so that nothing is written)": without the aside. */
static str without_aside(str s)
{
    ptrdiff_t open = str_find(s, S(" ("));
    bool aside = open > 0 && str_ends(s, S(")")) && count_words(str_drop(s, open)) >= 3;
    return aside ? str_trim(str_take(s, open)) : s;
}

str line_label(str s, bool plain)
{
    s = str_trim(s);
    bool marked = str_ends(s, S(":")) || str_ends(s, S(";"));
    if (marked) {
        s = str_trim_right(str_take(s, s.len - 1));
    }
    if (str_ends(s, S("**"))) { /* **Case A:** has the colon inside */
        s = str_take(s, s.len - 2);
    }
    unsigned char first = s.len > 0 ? (unsigned char)s.ptr[0] : 0;
    if (s.len == 0 || s.len > 120 || first == '^' || says_nothing(s)) {
        return (str){0};
    }
    if (!plain) {
        return count_words(s) <= 16 ? s : (str){0};
    }
    s = without_aside(s);
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (strchr("$%<>{}\\|", s.ptr[i])) {
            return (str){0};
        }
    }
    double figure = 0;
    cut value = str_cut_last(s, S(": ")); /* "TotalSeconds      : 62.34" */
    if (value.found && num_double(str_trim(value.tail), &figure)) {
        return (str){0};
    }
    bool begins = is_letter((char)first) || (first >= 0xC3 && first != 0xE2);
    ptrdiff_t letters = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        letters += is_letter(s.ptr[i]) || (s.ptr[i] & 0x80);
    }
    begins = begins && letters >= (marked ? 1 : 3);
    char last = s.ptr[s.len - 1];
    if (!begins || count_words(s) > (marked ? 5 : 6) || is_sentence(s)
        || strchr(".!?,=|", last) || str_has(s, S("=")) || str_has(s, S("://"))) {
        return (str){0};
    }
    return s;
}

static bool has_nocase(str s, str part)
{
    for (ptrdiff_t i = 0; i + part.len <= s.len; i++) {
        if (str_eq_nocase(str_take(str_drop(s, i), part.len), part)) {
            return true;
        }
    }
    return false;
}

bool words_name_a_way(str words)
{
    static const char *const ways[] = {"native", "docker",  "podman", "container",
                                       "wasm",   "host",    "volume", "bind",
                                       "tmpfs",  "mount",   "metal",  "webassembly",
                                       "wasmer", "overlay", "nfs"};
    for (ptrdiff_t i = 0; i < COUNTOF(ways); i++) {
        if (has_nocase(words, str_from(ways[i]))) {
            return true;
        }
    }
    return false;
}

str line_weak_label(str s)
{
    s = str_trim(s);
    unsigned char first = s.len > 0 ? (unsigned char)s.ptr[0] : 0;
    if (!str_ends(s, S(":")) || !is_letter((char)first) || s.len > 120
        || count_words(s) > 14 || str_has(s, S("=")) || str_has(s, S("://"))) {
        return (str){0};
    }
    s = str_trim_right(str_take(s, s.len - 1));
    return words_name_a_way(s) ? s : (str){0};
}

str line_banner(str s)
{
    static const char rule[] = "=-*~#+>_";
    s = str_trim(s);
    ptrdiff_t n = 0;
    while (n < s.len && strchr(rule, s.ptr[n])) {
        n++;
    }
    if (n < 2 || n + 1 >= s.len || s.ptr[n] != ' ') {
        return (str){0};
    }
    s = str_trim(str_drop(s, n));
    while (s.len > 0 && (strchr(rule, s.ptr[s.len - 1]) || s.ptr[s.len - 1] == ' ')) {
        s.len--;
    }
    return line_label(s, false);
}

bool line_is_frame(str s)
{
    static const char *const begins[] = {
        "Script started on ", "Script done on ", "Script started, ", "Script done, ",
        "##[endgroup]", "::group::", "::endgroup::", "##[section]",
        "make: Entering directory ", "make: Leaving directory ", "make[",
        /* GitLab's runner */
        "section_start:", "section_end:", "Running with gitlab-runner ",
        "Running on runner-", "Preparing the \"", "Preparing environment",
        "Using Docker executor ", "Using docker image ", "Pulling docker image ",
        "Getting source from Git ", "Fetching changes ", "Checking out ",
        "Skipping Git submodules", "Executing \"", "Cleaning up project ",
        "Job succeeded"};
    s = str_trim(s);
    if (str_starts(s, S("|")) && str_ends(s, S("|"))) {
        return true; /* a table's row */
    }
    for (ptrdiff_t i = 0; i < COUNTOF(begins); i++) {
        if (str_starts(s, str_from(begins[i]))) {
            return true;
        }
    }
    if (str_has(s, S(", system ID: ")) || str_eq(s, S("exit")) || str_eq(s, S("logout"))
        || str_eq(s, S("...")) || str_eq(s, S("[...]")) || str_eq(s, S("[snip]"))
        || str_eq(s, S("^C")) || str_eq(s, S("^D")) || str_eq(s, S("Done!"))
        || str_starts(s, S("[="))) {
        return true;
    }
    for (ptrdiff_t i = 0; i < s.len; i++) { /* ---, ===, ___, a bar without figures */
        if (!strchr("-=_*~#.[]<> ", s.ptr[i])) {
            return false;
        }
    }
    return true;
}

bool line_is_prose(str s)
{
    s = str_trim(s);
    unsigned char first = s.len > 0 ? (unsigned char)s.ptr[0] : 0;
    bool begins = is_letter((char)first) || first >= 0x80 || first == '(' || first == '"';
    return begins && (count_words(s) >= 3 || str_ends(s, S(":")));
}

str line_reminds_of(str s)
{
    static const struct {
        str words, tool;
    } table[] = {
        {STR_INIT("records in"), STR_INIT("dd")},
        {STR_INIT("records out"), STR_INIT("dd")},
        {STR_INIT("bytes transferred in"), STR_INIT("dd")},
        {STR_INIT("maxresident)k"), STR_INIT("gnu-time")},
        {STR_INIT("Elapsed (wall clock)"), STR_INIT("gnu-time")},
        {STR_INIT("Maximum resident set size"), STR_INIT("gnu-time")},
        {STR_INIT("real\t"), STR_INIT("shell-time")},
        {STR_INIT("real 0m"), STR_INIT("shell-time")},
        {STR_INIT("Executed in "), STR_INIT("shell-time")},
        {STR_INIT("Time (mean"), STR_INIT("hyperfine")},
        {STR_INIT("Range (min"), STR_INIT("hyperfine")},
        {STR_INIT("Benchmark 1:"), STR_INIT("hyperfine")},
        {STR_INIT("times faster than"), STR_INIT("hyperfine")},
        {STR_INIT("Reqs/sec"), STR_INIT("bombardier")},
        {STR_INIT("Bombarding "), STR_INIT("bombardier")},
        {STR_INIT("http_req_duration"), STR_INIT("k6")},
        {STR_INIT("http_reqs"), STR_INIT("k6")},
        {STR_INIT("\"resultType\""), STR_INIT("prometheus")},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        if (str_has(s, table[i].words)) {
            return table[i].tool;
        }
    }
    return (str){0};
}
