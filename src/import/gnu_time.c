#include "base/base.h"

#include "base/num.h"
#include "import/time_format.h"

static str line_of(const text *t, ptrdiff_t i)
{
    return i < t->n ? str_trim(t->lines[i].bare) : (str){0};
}

static stated kib(stated v)
{
    return (stated){v.value * 1024, v.step * 1024};
}

static void cut_short(const import *in, const text *t, ptrdiff_t at, str part)
{
    err e = {0};
    text_err(&e, t, at, part, "time's report ends within its figures");
    err_hint(&e, "Was the file cut short?");
    reading_fail(in->perm, in->ret, &e);
}

static result *new_result(const import *in, const text *t, ptrdiff_t at, const char *tool)
{
    return reading_add(in->perm, in->ret, str_from(tool), (str){0}, t->lines[at].line);
}

/* --- the default form --------------------------------------------------------- */

/* Takes "0.05system" off *s: a number with two decimals and a word glued to it. */
static bool take_labelled(str *s, str label, stated *ret)
{
    str rest = str_trim_left(*s);
    if (!time_take_number(&rest, ret) || !str_starts(rest, label)) {
        return false;
    }
    *s = str_drop(rest, label.len);
    return true;
}

/* Where "0.00user" begins: a program's last line may stand before it. */
static str at_user_time(str s)
{
    ptrdiff_t user = str_find(s, S("user "));
    if (user < 1 && str_ends(s, S("user"))) {
        user = s.len - 4;
    }
    ptrdiff_t from = user;
    while (from > 0
           && ((s.ptr[from - 1] >= '0' && s.ptr[from - 1] <= '9')
               || s.ptr[from - 1] == '.')) {
        from--;
    }
    return user > 0 && from < user ? str_drop(s, from) : (str){0};
}

/* 0.00user 0.05system 0:00.31elapsed 19%CPU (0avgtext+0avgdata 2956maxresident)k
 * 0inputs+204824outputs (0major+362minor)pagefaults 0swaps */
static ptrdiff_t default_block(import *in, const text *t, ptrdiff_t at)
{
    str s = at_user_time(line_of(t, at));
    stated user, system_time, cpu, memory, wall;
    if (!take_labelled(&s, S("user"), &user)) {
        return at;
    }
    str begin = s;
    str word;
    bool good = take_labelled(&s, S("system"), &system_time)
                && (word = str_word(&s)).len > 0 && str_ends(word, S("elapsed"))
                && time_clock(str_take(word, word.len - S("elapsed").len), &wall);
    if (!good) {
        bool ours = str_starts(str_trim(begin), S("0.")) || str_has(begin, S("system"));
        if (text_ends_here(t, at) && ours) {
            cut_short(in, t, at, line_of(t, at));
            return at + 1;
        }
        return at;
    }
    result *r = new_result(in, t, at, "gnu-time");
    ptrdiff_t line = t->lines[at].line;
    time_add(in, r, "wall_time", wall, line);
    time_add(in, r, "user_time", user, line);
    time_add(in, r, "system_time", system_time, line);
    ptrdiff_t resident = str_find(s, S("maxresident)"));
    ptrdiff_t from = resident;
    while (from > 0 && s.ptr[from - 1] >= '0' && s.ptr[from - 1] <= '9') {
        from--;
    }
    if (resident > 0
        && time_decimal(str_take(str_drop(s, from), resident - from), &memory)
        && memory.value > 0) {
        time_add(in, r, "peak_memory", kib(memory), line);
    }
    if (take_labelled(&s, S("%CPU"), &cpu)) {
        time_add(in, r, "cpu_percent", time_divided(cpu, 100), line);
    }
    bool more = str_has(line_of(t, at + 1), S("pagefaults"))
                && str_has(line_of(t, at + 1), S("inputs+"));
    r->last_line = t->lines[at + more].line;
    return at + 1 + more;
}

/* --- -v ----------------------------------------------------------------------- */

typedef enum {
    ROW_NONE,
    ROW_COMMAND,
    ROW_SECONDS,
    ROW_CPU,
    ROW_CLOCK,
    ROW_KIB,
    ROW_EXIT,
    ROW_OTHER
} row_kind;

typedef struct {
    str label;
    row_kind kind;
    const char *metric;
} row;

#define ROW(label, kind, metric)                                                         \
    {                                                                                    \
        STR_INIT(label), kind, metric                                                    \
    }

static const row rows[] = {
    ROW("Command being timed", ROW_COMMAND, NULL),
    ROW("User time (seconds)", ROW_SECONDS, "user_time"),
    ROW("System time (seconds)", ROW_SECONDS, "system_time"),
    ROW("Percent of CPU this job got", ROW_CPU, "cpu_percent"),
    ROW("Elapsed (wall clock) time (h:mm:ss or m:ss)", ROW_CLOCK, "wall_time"),
    ROW("Maximum resident set size (kbytes)", ROW_KIB, "peak_memory"),
    ROW("Exit status", ROW_EXIT, NULL),
    ROW("Average shared text size (kbytes)", ROW_OTHER, NULL),
    ROW("Average unshared data size (kbytes)", ROW_OTHER, NULL),
    ROW("Average stack size (kbytes)", ROW_OTHER, NULL),
    ROW("Average total size (kbytes)", ROW_OTHER, NULL),
    ROW("Average resident set size (kbytes)", ROW_OTHER, NULL),
    ROW("Major (requiring I/O) page faults", ROW_OTHER, NULL),
    ROW("Minor (reclaiming a frame) page faults", ROW_OTHER, NULL),
    ROW("Voluntary context switches", ROW_OTHER, NULL),
    ROW("Involuntary context switches", ROW_OTHER, NULL),
    ROW("Swaps", ROW_OTHER, NULL),
    ROW("File system inputs", ROW_OTHER, NULL),
    ROW("File system outputs", ROW_OTHER, NULL),
    ROW("Socket messages sent", ROW_OTHER, NULL),
    ROW("Socket messages received", ROW_OTHER, NULL),
    ROW("Signals delivered", ROW_OTHER, NULL),
    ROW("Page size (bytes)", ROW_OTHER, NULL),
};

/* The row and its value: behind the last ": " for the clock, whose label has colons. */
static const row *row_of(str s, str *value)
{
    for (ptrdiff_t i = 0; i < COUNTOF(rows); i++) {
        str rest = str_drop(s, rows[i].label.len);
        if (str_starts(s, rows[i].label) && str_starts(rest, S(":"))) {
            *value = str_trim(str_drop(rest, 1));
            return &rows[i];
        }
    }
    return NULL;
}

typedef struct {
    import *in;
    const text *t;
    result *r;
    bool busybox, has_command, has_end;
    time_exit exit;
} verbose;

/* False: the value isn't one. */
static bool take_row(verbose *v, const row *which, str value, ptrdiff_t line)
{
    stated number;
    int64_t code;
    switch (which->kind) {
    case ROW_COMMAND:
        v->has_command = true;
        if (value.len >= 2 && value.ptr[0] == '"' && str_ends(value, S("\""))) {
            value = str_take(str_drop(value, 1), value.len - 2);
        }
        v->r->command = str_copy(v->in->perm, value);
        return true;
    case ROW_CLOCK:
        v->busybox = time_minutes(value, &number);
        if (!v->busybox && !time_clock(value, &number)) {
            return false;
        }
        time_add(v->in, v->r, which->metric, number, line);
        return v->busybox || number.step <= 0.01 || number.value >= 3600;
    case ROW_SECONDS:
        if (!time_decimal(value, &number)) {
            return false;
        }
        time_add(v->in, v->r, which->metric, number, line);
        return number.step <= 0.01;
    case ROW_KIB:
        if (!time_decimal(value, &number)) {
            return false;
        }
        if (number.value > 0) {
            time_add(v->in, v->r, which->metric, kib(number), line);
        }
        return true;
    case ROW_CPU:
        if (str_eq(value, S("?%"))) {
            return true;
        }
        if (!str_ends(value, S("%"))
            || !time_decimal(str_take(value, value.len - 1), &number)) {
            return false;
        }
        time_add(v->in, v->r, which->metric, time_divided(number, 100), line);
        return true;
    case ROW_EXIT:
        v->has_end = true;
        if (!num_int(value, &code) || code < 0 || code > 255) {
            return false;
        }
        if (!v->exit.known) {
            v->exit = (time_exit){.known = true, .code = (int)code};
        }
        return true;
    case ROW_OTHER:
    case ROW_NONE:
        break;
    }
    return true;
}

static ptrdiff_t verbose_block(import *in, const text *t, ptrdiff_t at,
                               const time_exit *how)
{
    str value;
    const row *which = row_of(line_of(t, at), &value);
    if (!which || which->kind == ROW_OTHER || which->kind == ROW_EXIT) {
        return at;
    }
    reading aside = {.results_end = &aside.results};
    verbose v = {.in = in, .t = t, .exit = *how};
    v.r = reading_add(in->perm, &aside, S("gnu-time"), (str){0}, t->lines[at].line);
    ptrdiff_t i = at;
    for (; i < t->n && (which = row_of(line_of(t, i), &value)); i++) {
        bool again = i > at && which->kind == ROW_COMMAND;
        again = again || (which->metric && result_metric(v.r, str_from(which->metric)));
        if (again || v.has_end) {
            break;
        }
        if (take_row(&v, which, value, t->lines[i].line)) {
            continue;
        }
        if (text_ends_here(t, i)) {
            cut_short(in, t, i, value.len > 0 ? value : line_of(t, i));
            return i + 1;
        }
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[i].line,
                     "'%.*s' is no figure of time's", SV(str_take(value, 40)));
    }
    v.r->last_line = t->lines[i - 1].line;
    if (!v.r->metrics) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "time's report ends before its figures");
        return i;
    }
    v.r->tool = v.busybox ? S("shell-time") : S("gnu-time");
    time_set_exit(in, v.r, &v.exit);
    if (v.has_command && !v.has_end) {
        v.r->status = STATUS_PARTIAL;
        v.r->status_why = S("time's report ends early");
        reading_note(in->perm, in->ret, DIAG_WARNING, v.r->last_line,
                     "time's report ends early: no exit status");
    }
    *in->ret->results_end = v.r;
    in->ret->results_end = &v.r->next;
    in->ret->result_count++;
    return i;
}

/* --- -f ----------------------------------------------------------------------- */

static ptrdiff_t format_block(import *in, const text *t, ptrdiff_t at)
{
    const invocation *timed = in->command ? command_timed(in->command, 0) : NULL;
    str formats[] = {in->options->time_format, timed ? timed->time_format : (str){0},
                     in->alias.format};
    for (ptrdiff_t k = 0; k < COUNTOF(formats); k++) {
        time_format format = {.text = formats[k]};
        bool told = k == 0 || timed || time_format_has_word(format);
        ptrdiff_t end = told && time_format_useful(format)
                            ? time_format_block(in, t, at, "gnu-time", format)
                            : at;
        if (end > at) {
            return end;
        }
    }
    return at;
}

static ptrdiff_t gnu_time_block(import *in, const text *t, ptrdiff_t at)
{
    time_exit how = {0};
    ptrdiff_t begin = at;
    if (time_exit_line(t->lines[at].bare, &how)) {
        begin = text_skip_blank(t, at + 1, 2);
    }
    if (begin >= t->n) {
        return at;
    }
    result **slot = in->ret->results_end;
    ptrdiff_t end = verbose_block(in, t, begin, &how);
    end = end > begin ? end : default_block(in, t, begin);
    end = end > begin ? end : format_block(in, t, begin);
    end = end > begin ? end : time_posix_block(in, t, begin, false);
    if (end > begin && *slot && how.known) {
        (*slot)->line = t->lines[at].line;
        time_set_exit(in, *slot, &how);
    }
    if (end == begin && how.known) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "a command failed, but no figures of time's follow: %.*s",
                     SV(line_of(t, at)));
        return at + 1;
    }
    return end > begin ? end : at;
}

const importer importer_gnu_time = {
    .name = "gnu-time",
    .tool = "gnu-time",
    .shape =
        "GNU time: default, -v, -p, and -f with --time-format or the session's alias",
    .block = gnu_time_block,
};
