#include "base/base.h"

#include "import/time_format.h"

static str line_of(const text *t, ptrdiff_t i)
{
    return i < t->n ? str_trim(t->lines[i].bare) : (str){0};
}

static result *new_result(const import *in, const text *t, ptrdiff_t at)
{
    return reading_add(in->perm, in->ret, S("shell-time"), (str){0}, t->lines[at].line);
}

static void cut_short(const import *in, const text *t, ptrdiff_t at, str part)
{
    err e = {0};
    text_err(&e, t, at, part, "time's report ends within its figures");
    err_hint(&e, "Was the file cut short?");
    reading_fail(in->perm, in->ret, &e);
}

/* --- bash, ksh, busybox: three lines ------------------------------------------ */

static const struct {
    str label;
    const char *metric;
} three[] = {
    {STR_INIT("real"), "wall_time"},
    {STR_INIT("user"), "user_time"},
    {STR_INIT("sys"), "system_time"},
};

/* `real<TAB>0m0.176s`: which row, and what stands behind the label. */
static ptrdiff_t row_of(str s, str *value)
{
    str label = str_word(&s);
    for (ptrdiff_t i = 0; i < COUNTOF(three); i++) {
        if (str_eq(label, three[i].label)) {
            *value = str_trim(s);
            return i;
        }
    }
    return -1;
}

/* A number with its unit begins here, however it goes on: "0m0.1", "0.134s" of zsh. */
static bool begins_minutes(str s)
{
    stated v;
    return time_take_number(&s, &v) && s.len > 0 && strchr("mhs", s.ptr[0])
           && !str_starts(s, S("ms"));
}

static ptrdiff_t three_lines(import *in, const text *t, ptrdiff_t at)
{
    str value;
    stated v[3];
    bool known[3] = {false};
    ptrdiff_t where[3] = {0}, end = at;
    if (row_of(line_of(t, at), &value) != 0 || !begins_minutes(value)) {
        return at;
    }
    for (ptrdiff_t i = at; i < t->n; i = text_skip_blank(t, i + 1, 1)) {
        ptrdiff_t row = row_of(line_of(t, i), &value);
        if (row < 0 || known[row]) {
            break;
        }
        if (!time_minutes(value, &v[row])) {
            if (text_ends_here(t, i)) {
                cut_short(in, t, i, value.len > 0 ? value : line_of(t, i));
                return i + 1;
            }
            reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[i].line,
                         "'%.*s' is not a time such as 0m1.234s",
                         SV(str_take(value, 40)));
            end = i + 1;
            continue;
        }
        known[row] = true;
        where[row] = i;
        end = i + 1;
    }
    if (!known[0]) {
        return end;
    }
    result *r = new_result(in, t, at);
    for (ptrdiff_t i = 0; i < 3; i++) {
        if (known[i]) {
            time_add(in, r, three[i].metric, v[i], t->lines[where[i]].line);
        }
    }
    r->last_line = t->lines[end - 1].line;
    return end;
}

/* --- one line ----------------------------------------------------------------- */

/* Takes the last word off *s. */
static str last_word(str *s)
{
    str trimmed = str_trim_right(*s);
    ptrdiff_t from = trimmed.len;
    while (from > 0 && trimmed.ptr[from - 1] != ' ' && trimmed.ptr[from - 1] != '\t') {
        from--;
    }
    *s = str_take(trimmed, from);
    return str_drop(trimmed, from);
}

static bool take_last(str *s, const char *word)
{
    return str_eq(last_word(s), str_from(word));
}

/* "0.85s" of zsh: a number and its unit. */
static bool with_suffix(str s, str suffix, stated *ret)
{
    return str_ends(s, suffix) && time_decimal(str_take(s, s.len - suffix.len), ret);
}

static bool same_but_blanks(str a, str b)
{
    for (str x, y; a.len > 0 || b.len > 0;) {
        x = str_word(&a);
        y = str_word(&b);
        if (!str_eq(x, y)) {
            return false;
        }
        if (x.len == 0) {
            break;
        }
    }
    return true;
}

/* zsh: CMD  54.52s user 0.17s system 98% cpu 1:43.11 total */
static ptrdiff_t zsh_line(import *in, const text *t, ptrdiff_t at)
{
    str s = line_of(t, at);
    stated user, system_time, cpu, wall;
    if (!str_ends(s, S(" total")) || !str_has(s, S("s user ")) || !take_last(&s, "total")
        || !time_clock(last_word(&s), &wall) || !take_last(&s, "cpu")
        || !with_suffix(last_word(&s), S("%"), &cpu) || !take_last(&s, "system")
        || !with_suffix(last_word(&s), S("s"), &system_time) || !take_last(&s, "user")
        || !with_suffix(last_word(&s), S("s"), &user)) {
        return at;
    }
    result *r = new_result(in, t, at);
    ptrdiff_t line = t->lines[at].line;
    time_add(in, r, "wall_time", wall, line);
    time_add(in, r, "user_time", user, line);
    time_add(in, r, "system_time", system_time, line);
    time_add(in, r, "cpu_percent", time_divided(cpu, 100), line);
    str command = str_trim(s);
    const invocation *timed = in->command ? command_timed(in->command, 0) : NULL;
    if (command.len > 0 && !(timed && same_but_blanks(timed->text, command))) {
        r->command = str_copy(in->perm, command);
    }
    return at + 1;
}

/* csh: 69.500u 3.200s 2:11.23 55.3%    0+0k 0+0io 15297pf+0w */
static ptrdiff_t csh_line(import *in, const text *t, ptrdiff_t at)
{
    str s = line_of(t, at);
    while (s.len > 0 && (s.ptr[0] == '#' || s.ptr[0] == ' ')) {
        s = str_drop(s, 1);
    }
    stated user, system_time, wall, cpu;
    str clock_word;
    if (!with_suffix(str_word(&s), S("u"), &user)
        || !with_suffix(str_word(&s), S("s"), &system_time)
        || !str_has(clock_word = str_word(&s), S(":"))
        || !time_clock(clock_word, &wall)) {
        return at;
    }
    if (s.len == 0 && text_ends_here(t, at)) {
        cut_short(in, t, at, clock_word);
        return at + 1;
    }
    result *r = new_result(in, t, at);
    ptrdiff_t line = t->lines[at].line;
    time_add(in, r, "wall_time", wall, line);
    time_add(in, r, "user_time", user, line);
    time_add(in, r, "system_time", system_time, line);
    if (with_suffix(str_word(&s), S("%"), &cpu)) {
        time_add(in, r, "cpu_percent", time_divided(cpu, 100), line);
    }
    return at + 1;
}

/* mksh: 0m0.17s real     0m0.00s user     0m0.00s system */
static ptrdiff_t mksh_line(import *in, const text *t, ptrdiff_t at)
{
    str s = line_of(t, at);
    stated wall, user, system_time;
    if (!time_minutes(str_word(&s), &wall) || !str_eq(str_word(&s), S("real"))
        || !time_minutes(str_word(&s), &user) || !str_eq(str_word(&s), S("user"))
        || !time_minutes(str_word(&s), &system_time)
        || !str_starts(str_word(&s), S("sys"))) {
        return at;
    }
    result *r = new_result(in, t, at);
    ptrdiff_t line = t->lines[at].line;
    time_add(in, r, "wall_time", wall, line);
    time_add(in, r, "user_time", user, line);
    time_add(in, r, "system_time", system_time, line);
    return at + 1;
}

/* --- fish --------------------------------------------------------------------- */

/* "5.24 secs", "407.79 millis"; each cell has its own unit. Source: fish 3.6, timer.cpp.
 */
static bool fish_time(str *s, stated *ret)
{
    static const struct {
        const char *name;
        double per_second; /* how many make a second; below 1: how many seconds it has */
        bool small;
    } units[] = {
        {"secs", 1, true},     {"sec", 1, true},    {"millis", 1e3, true},
        {"micros", 1e6, true}, {"mins", 60, false}, {"hours", 3600, false},
    };
    stated v;
    str number = str_word(s), unit = str_word(s);
    if (!time_decimal(number, &v)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (str_eq(unit, str_from(units[i].name))) {
            double k = units[i].per_second;
            *ret =
                units[i].small ? time_divided(v, k) : (stated){v.value * k, v.step * k};
            return true;
        }
    }
    return false;
}

static ptrdiff_t fish_block(import *in, const text *t, ptrdiff_t at)
{
    static const struct {
        str label;
        const char *metric;
    } rows[] = {{STR_INIT("Executed in "), "wall_time"},
                {STR_INIT("usr time "), "user_time"},
                {STR_INIT("sys time "), "system_time"}};
    result *r = NULL;
    ptrdiff_t i = at;
    for (ptrdiff_t k = 0; k < COUNTOF(rows); k++, i++) {
        str s = line_of(t, i);
        stated v;
        if (!str_starts(s, rows[k].label)) {
            break;
        }
        s = str_drop(s, rows[k].label.len);
        if (!fish_time(&s, &v)) {
            break;
        }
        r = r ? r : new_result(in, t, at);
        time_add(in, r, rows[k].metric, v, t->lines[i].line);
    }
    return r ? i : at;
}

/* --- BSD and macOS ------------------------------------------------------------ */

static const char *const usage_labels[] = {
    "maximum resident set size",
    "average shared memory size",
    "average unshared data size",
    "average unshared stack size",
    "page reclaims",
    "page faults",
    "swaps",
    "block input operations",
    "block output operations",
    "messages sent",
    "messages received",
    "signals received",
    "voluntary context switches",
    "involuntary context switches",
    "instructions retired",
    "cycles elapsed",
    "peak memory footprint",
    NULL,
};

/* A row of `time -l`: "   3637248  maximum resident set size". */
static bool usage_row(str s, str *label, stated *ret)
{
    if (!time_decimal(str_word(&s), ret)) {
        return false;
    }
    *label = str_trim(s);
    for (ptrdiff_t i = 0; usage_labels[i]; i++) {
        if (str_eq(*label, str_from(usage_labels[i]))) {
            return true;
        }
    }
    return false;
}

/* macOS counts bytes, in whole pages; FreeBSD counts KiB. Only macOS has a row for the
 * footprint. No process is smaller than 300 kB, and hardly one is larger than 1 GiB and a
 * whole number of 4 MiB: what is left to either reading is left out. */
static void add_peak(import *in, result *r, stated v, ptrdiff_t line, bool footprint)
{
    bool pages = fmod(v.value, 4096) == 0; // NOLINT: whole numbers
    if (footprint || (pages && v.value >= 1048576)) {
        time_add(in, r, "peak_memory", v, line);
    } else if (!pages || v.value < 300000) {
        time_add(in, r, "peak_memory", (stated){v.value * 1024, v.step * 1024}, line);
    } else {
        reading_note(
            in->perm, in->ret, DIAG_INFO, line,
            "%.0f may be bytes (macOS) or KiB (FreeBSD): peak memory is left out",
            v.value);
    }
}

static ptrdiff_t bsd_usage(import *in, const text *t, ptrdiff_t at, result *r)
{
    stated v, peak = {0};
    str label;
    ptrdiff_t peak_line = 0;
    bool footprint = false;
    for (; usage_row(line_of(t, at), &label, &v); at++) {
        footprint = footprint || str_eq(label, S("peak memory footprint"));
        if (str_eq(label, S("maximum resident set size"))) {
            peak = v;
            peak_line = t->lines[at].line;
        }
        r->last_line = t->lines[at].line;
    }
    if (peak.value > 0) {
        add_peak(in, r, peak, peak_line, footprint);
    }
    return at;
}

static bool bsd_time(str word, stated *ret)
{
    return time_decimal(word, ret) || time_minutes(word, ret)
           || (str_ends(word, S("s")) && time_decimal(str_take(word, word.len - 1), ret));
}

/*         1.04 real         0.44 user         0.32 sys      (-h: 1m2.30s real ...) */
static ptrdiff_t bsd_block(import *in, const text *t, ptrdiff_t at)
{
    ptrdiff_t first = at;
    bool failed = str_eq(line_of(t, at), S("time: command terminated abnormally"));
    first += failed;
    str s = line_of(t, first);
    stated wall, user, system_time;
    if (!bsd_time(str_word(&s), &wall) || !str_eq(str_word(&s), S("real"))) {
        return at;
    }
    bool good = bsd_time(str_word(&s), &user) && str_eq(str_word(&s), S("user"))
                && bsd_time(str_word(&s), &system_time) && str_eq(str_word(&s), S("sys"));
    if (!good) {
        if (text_ends_here(t, first)) {
            cut_short(in, t, first, line_of(t, first));
            return first + 1;
        }
        return at;
    }
    result *r = new_result(in, t, at);
    ptrdiff_t line = t->lines[first].line;
    time_add(in, r, "wall_time", wall, line);
    time_add(in, r, "user_time", user, line);
    time_add(in, r, "system_time", system_time, line);
    if (failed) {
        time_set_exit(in, r, &(time_exit){.known = true, .signalled = true});
        r->status_why = S("the command ended abnormally");
    }
    return bsd_usage(in, t, first + 1, r);
}

/* --- TIMEFORMAT and TIMEFMT ----------------------------------------------------- */

/* As the session set it, or as the user states it: --time-format 'TIMEFORMAT=%R'. */
static ptrdiff_t format_block(import *in, const text *t, ptrdiff_t at)
{
    const invocation *timed = in->command ? command_timed(in->command, 0) : NULL;
    bool by_shell = timed && timed->timer == TIMER_SHELL;
    cut stated_one = str_cut(in->options->time_format, S("="));
    const time_alias formats[] = {{stated_one.head, stated_one.tail}, in->shell_format};
    for (ptrdiff_t k = 0; k < COUNTOF(formats); k++) {
        bool bash = str_eq(formats[k].name, S("TIMEFORMAT"));
        time_format format = {formats[k].format, bash ? TIME_BASH : TIME_ZSH};
        bool known = bash || str_eq(formats[k].name, S("TIMEFMT"));
        bool told = k == 0 || by_shell || time_format_has_word(format);
        ptrdiff_t end = known && told && time_format_useful(format)
                            ? time_format_block(in, t, at, "shell-time", format)
                            : at;
        if (end > at) {
            return end;
        }
    }
    return at;
}

static ptrdiff_t shell_time_block(import *in, const text *t, ptrdiff_t at)
{
    static ptrdiff_t (*const forms[])(import *, const text *, ptrdiff_t) = {
        format_block, three_lines, zsh_line, csh_line, mksh_line, fish_block, bsd_block,
    };
    for (ptrdiff_t i = 0; i < COUNTOF(forms); i++) {
        ptrdiff_t end = forms[i](in, t, at);
        if (end > at) {
            return end;
        }
    }
    return time_posix_block(in, t, at, true);
}

const importer importer_shell_time = {
    .name = "shell-time",
    .tool = "shell-time",
    .shape = "the `time` of bash (and TIMEFORMAT), zsh (and TIMEFMT), fish, csh, ksh, "
             "busybox; BSD's and macOS' time",
    .block = shell_time_block,
};
