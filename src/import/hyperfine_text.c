#include "base/base.h"

#include "import/block.h"
#include "import/hyperfine_common.h"
#include "import/hyperfine_summary.h"

/* One benchmark of the terminal text (0.2 to 1.20, see each function for the variants):
 *
 *     Benchmark 1: sleep 0.1
 *       Time (mean ± σ):     102.3 ms ±   0.4 ms    [User: 1.2 ms, System: 0.9 ms]
 *       Range (min … max):   101.7 ms … 103.1 ms    28 runs
 *
 *       Warning: Statistical outliers were detected. ...
 *
 * The header may be missing (pasted by hand), the program's own output may stand under it
 * (--show-output), and progress frames may stand before any piece (a terminal). */

/* --- lines -------------------------------------------------------------------------- */

/* "Benchmark 1: cmd", up to 1.11 "Benchmark #1: cmd". */
static bool header(str line, str *name)
{
    str s = str_trim(line);
    if (!str_starts(s, S("Benchmark "))) {
        return false;
    }
    s = str_drop(s, 10);
    s = str_starts(s, S("#")) ? str_drop(s, 1) : s;
    ptrdiff_t n = 0;
    while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9') {
        n++;
    }
    if (n == 0 || n >= s.len || s.ptr[n] != ':'
        || (n + 1 < s.len && s.ptr[n + 1] != ' ')) {
        return false;
    }
    *name = str_trim(str_drop(s, n + 1));
    return true;
}

/* Finds the last "<word> (<first> ...):" in a line, where a program's output without a
 * line end may stand before it. *rest is what stands behind it. What is between the
 * parentheses may have come through any encoding, so only its first word counts. */
static bool label(str line, str opening, str *rest)
{
    bool found = false;
    for (ptrdiff_t at; (at = str_find(line, opening)) >= 0;) {
        line = str_drop(line, at + opening.len);
        ptrdiff_t close = str_find(str_take(line, 40), S(")"));
        if (close >= 0) {
            *rest = str_drop(line, close + 1);
            *rest = str_starts(*rest, S(":")) ? str_drop(*rest, 1) : *rest;
            found = true;
        }
    }
    return found;
}

typedef enum { NO_TIME, TIME_MEAN, TIME_SINGLE } time_kind;

static time_kind time_label(str line, str *rest)
{
    if (!str_has(line, S("Time ("))) {
        return NO_TIME;
    }
    if (label(line, S("Time (mean"), rest)) {
        return TIME_MEAN;
    }
    return label(line, S("Time (abs"), rest) ? TIME_SINGLE : NO_TIME;
}

static bool range_label(str line, str *rest)
{
    return str_has(line, S("Range (")) && label(line, S("Range (min"), rest);
}

static bool is_blank(const text_line *line)
{
    return str_trim(line->bare).len == 0;
}

/* " ⠙ Current estimate: 71.2 ms   ███░░ ETA 00:00:00": a frame of the progress bar. */
static bool is_progress(str line)
{
    str s = str_trim_left(line);
    return (str_starts(s, S("\xE2\xA0")) || str_starts(s, S("\xE2\xA1"))
            || str_starts(s, S("\xE2\xA2")) || str_starts(s, S("\xE2\xA3")))
           || str_has(s, S(" ETA 0"));
}

/* The next line from i on that holds something, at most `most` lines on; t->n: none. */
static ptrdiff_t next_filled(const text *t, ptrdiff_t i, ptrdiff_t most)
{
    for (ptrdiff_t end = i + most; i < t->n && i < end; i++) {
        if (is_progress(t->lines[i].bare)) {
            end++;
        } else if (!is_blank(&t->lines[i])) {
            return i;
        }
    }
    return t->n;
}

/* --- figures ------------------------------------------------------------------------ */

/* A block on its way: the lines of its parts, -1 where there is none. */
typedef struct {
    import *in;
    const text *t;
    ptrdiff_t head, time, range;
    ptrdiff_t end; /* the line after its last */
    time_kind kind;
    hyperfine_figures f;
} block;

/* A figure that is none fails the file: it would be read wrongly. But a line without a
 * header above and with more text below was typed by hand: it is only no measurement. */
static bool refuse(block *b, ptrdiff_t line, str token, const char *wanted)
{
    if (b->head == b->time && next_filled(b->t, b->end, b->t->n) < b->t->n) {
        reading_note(b->in->perm, b->in->ret, DIAG_WARNING, b->t->lines[line].line,
                     "no benchmark of hyperfine: expected %s, found '%.*s'", wanted,
                     SV(str_take(token, 24)));
        return false;
    }
    return block_refuse(b->in, b->t, line, token, wanted);
}

static const char A_TIME[] = "a time in s, ms or µs";

static bool take_time(block *b, ptrdiff_t line, str *s, maybe *ret, double *step)
{
    figure f;
    if (!figure_time(s, TIME_UP_TO_S, &f)) {
        return refuse(b, line, *s, A_TIME);
    }
    *ret = SOME(f.value);
    if (step) {
        *step = f.step;
    }
    return true;
}

/* A line that a terminal or a mail program wrapped, joined with its second half. */
static str joined(block *b, ptrdiff_t line, str s, bool (*continues)(str first, str next))
{
    ptrdiff_t next = line + 1;
    if (next >= b->t->n || !continues(s, str_trim(b->t->lines[next].bare))) {
        return s;
    }
    b->end = next + 1;
    return str_fmt(b->in->perm, "%.*s %.*s", SV(s), SV(str_trim(b->t->lines[next].bare)));
}

static bool time_continues(str first, str next)
{
    if (str_has(first, S("]"))) {
        return false;
    }
    return str_starts(next, S("[User:"))
           || (str_has(first, S("[")) && next.len < 60 && str_ends(next, S("]")));
}

static bool range_continues(str first, str next)
{
    str rest = next, word = str_word(&rest);
    if (str_has(first, S("run")) || next.len > 20) {
        return false;
    }
    return str_starts(word, S("run")) || (str_starts(rest, S(" run")) && word.len > 0);
}

/* "[User: 1.2 ms, System: 0.9 ms]", since 0.3. Up to 1.11 in a unit of its own. */
static bool take_user_system(block *b, str s)
{
    s = str_trim_left(s);
    if (!str_starts(s, S("["))) {
        return true;
    }
    s = str_trim_left(str_drop(s, 1));
    if (!str_starts(s, S("User:"))) {
        return refuse(b, b->time, s, "'User:'");
    }
    s = str_drop(s, 5);
    if (!take_time(b, b->time, &s, &b->f.user, &b->f.user_step)) {
        return false;
    }
    s = str_trim_left(s);
    s = str_trim_left(str_starts(s, S(",")) ? str_drop(s, 1) : s);
    if (!str_starts(s, S("System:"))) {
        return refuse(b, b->time, s, "'System:'");
    }
    s = str_drop(s, 7);
    if (!take_time(b, b->time, &s, &b->f.system, &b->f.system_step)) {
        return false;
    }
    s = str_trim_left(s);
    return str_starts(s, S("]")) || refuse(b, b->time, s, "']'");
}

static bool read_time(block *b, str s)
{
    s = joined(b, b->time, s, time_continues);
    if (!take_time(b, b->time, &s, &b->f.mean, &b->f.wall_step)) {
        return false;
    }
    if (b->kind == TIME_SINGLE) {
        b->f.n = SOME(1); /* "abs" since 1.13: there was one run */
        return take_user_system(b, s);
    }
    s = figure_skip_sign(s);
    return take_time(b, b->time, &s, &b->f.stddev, NULL) && take_user_system(b, s);
}

/* "101.7 ms … 103.1 ms    28 runs"; the count since 1.5; by hand also "(28 runs)". */
static bool read_range(block *b, str s)
{
    s = joined(b, b->range, s, range_continues);
    if (!take_time(b, b->range, &s, &b->f.min, NULL)) {
        return false;
    }
    s = figure_skip_sign(s);
    if (!take_time(b, b->range, &s, &b->f.max, NULL)) {
        return false;
    }
    s = str_trim_left(s);
    s = str_starts(s, S("(")) ? str_drop(s, 1) : s;
    double n = 0;
    str count = s;
    if (!figure_count(&s, &n)) {
        return true;
    }
    if (!str_starts(str_trim_left(s), S("run"))) {
        return refuse(b, b->range, count, "a number of runs");
    }
    b->f.n = SOME(n);
    return true;
}

/* --- the command -------------------------------------------------------------------- */

/* Is something open at the end of this shell text: a quote, a backslash, an operator? */
static bool shell_continues(str s)
{
    char quote = 0;
    ptrdiff_t depth = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (c == '\\' && quote != '\'') {
            if (i + 1 == s.len) {
                return true;
            }
            i++;
        } else if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else {
            depth += (c == '(' || c == '{') - (c == ')' || c == '}');
        }
    }
    s = str_trim_right(s);
    return quote || depth > 0 || str_ends(s, S("|")) || str_ends(s, S("&&"))
           || str_ends(s, S(" do")) || str_ends(s, S(" then"));
}

enum { LONGEST_COMMAND = 200 /* lines */ };

/* What stands between the header and the Time line, without progress frames. */
typedef struct {
    str lines[LONGEST_COMMAND];
    ptrdiff_t kept, all, bytes;
    bool look_alikes; /* Time and Range lines of the program's own */
} between;

static void collect(const block *b, between *ret)
{
    str head = b->t->lines[b->head].s;
    str indent = str_take(head, head.len - str_trim_left(head).len);
    for (ptrdiff_t i = b->head + 1; i < b->time; i++) {
        str s = b->t->lines[i].s; /* a command may begin with a Markdown mark */
        if (is_progress(s) || (ret->all == 0 && str_trim(s).len == 0)) {
            continue;
        }
        if (ret->kept < LONGEST_COMMAND) {
            s = str_starts(s, indent) ? str_drop(s, indent.len) : s;
            ret->lines[ret->kept++] = str_trim_right(s);
        }
        str ignored;
        ret->look_alikes = ret->look_alikes || time_label(s, &ignored);
        ret->bytes += s.len;
        ret->all++;
    }
    while (ret->kept == ret->all && ret->kept > 0 && ret->lines[ret->kept - 1].len == 0) {
        ret->kept = --ret->all;
    }
}

static str append_line(arena *perm, str s, str line)
{
    return str_fmt(perm, "%.*s\n%.*s", SV(s), SV(line));
}

/* The command, with those lines under the header that belong to it: the Summary knows; a
 * command that is open at the end of a line must go on; and what a program prints in each
 * run (--show-output) can't be fewer lines than there were runs. */
static str full_command(const block *b, str name)
{
    arena scratch = b->in->scratch;
    between *under = NEW(&scratch, between, 1);
    collect(b, under);
    if (under->all == 0) {
        return name;
    }
    ptrdiff_t n = hyperfine_summary_lines(b->t, b->end, name, under->lines, under->kept);
    if (n < 0 && b->f.n.known && (double)under->all < b->f.n.value
        && under->bytes < LONGEST_COMMAND * 40 && !under->look_alikes) {
        n = under->kept;
    }
    str command = name;
    for (ptrdiff_t i = 0; i < under->kept; i++) {
        if (n >= 0 ? i >= n : !shell_continues(command)) {
            break;
        }
        command = append_line(&scratch, command, under->lines[i]);
    }
    return str_copy(b->in->perm, command);
}

/* --- what stands behind the figures ------------------------------------------------- */

static bool is_warning(str line, str *words)
{
    str s = str_trim(line);
    if (!str_starts(s, S("Warning:"))) {
        return false;
    }
    *words = str_trim(str_drop(s, 8));
    return true;
}

/* The tool's own warnings, each a line behind a line with one blank. hyperfine doesn't
 * wrap them, but mail programs do: a warning goes on to its full stop. */
static void read_warnings(block *b, result *r)
{
    arena *perm = b->in->perm;
    for (ptrdiff_t i; (i = next_filled(b->t, b->end, 3)) < b->t->n;) {
        str words;
        if (!is_warning(b->t->lines[i].bare, &words)) {
            return;
        }
        ptrdiff_t line = b->t->lines[i].line;
        b->end = i + 1;
        for (int more = 0; more < 3 && b->end < b->t->n && !str_ends(words, S("."));
             more++) {
            str next = str_trim(b->t->lines[b->end].bare);
            if (next.len == 0) {
                break;
            }
            words = str_fmt(perm, "%.*s %.*s", SV(words), SV(next));
            b->end++;
        }
        reading_note(perm, b->in->ret, DIAG_WARNING, line, "hyperfine warns: %.*s",
                     SV(words));
        if (str_starts(words, S("Ignoring non-zero exit code"))) {
            r->status = STATUS_FAILED;
            r->status_why = S("a run exited with a non-zero status, which -i ignored");
        }
    }
}

/* --- blocks ------------------------------------------------------------------------- */

/* The Range line that belongs to the Time line at i; -1: none. */
static ptrdiff_t range_of(const text *t, ptrdiff_t i, str *rest)
{
    ptrdiff_t at = next_filled(t, i + 1, 3);
    if (at < t->n && time_continues(t->lines[i].bare, str_trim(t->lines[at].bare))) {
        at = next_filled(t, at + 1, 1); /* behind the second half of a wrapped line */
    }
    return at < t->n && range_label(t->lines[at].bare, rest) ? at : -1;
}

/* Does a Time line come before the next blank one? Then what was found is the program's.
 */
static bool more_follows(const text *t, ptrdiff_t i)
{
    str name, rest;
    for (; i < t->n && !is_blank(&t->lines[i]) && !header(t->lines[i].bare, &name); i++) {
        if (time_label(t->lines[i].bare, &rest)) {
            return true;
        }
    }
    return false;
}

/* Finds the parts of the block whose header is at b->head. The program may print anything
 * between, so the last Time line counts that has its Range line. */
static void find_parts(block *b, ptrdiff_t *given_up)
{
    const text *t = b->t;
    str rest, name;
    for (ptrdiff_t i = b->head + 1; i < t->n; i++) {
        str s = t->lines[i].bare;
        if (header(s, &name) || str_ends(str_trim_right(s), S("^C"))
            || hyperfine_is_summary(t, i)) {
            return;
        }
        if (str_starts(str_trim_left(s), S("Error: "))) {
            *given_up = i;
        }
        time_kind kind = time_label(s, &rest);
        if (!kind) {
            continue;
        }
        *given_up = -1;
        b->time = i;
        b->kind = kind;
        b->range = kind == TIME_SINGLE ? -1 : range_of(t, i, &rest);
        ptrdiff_t last = b->range < 0 ? i : b->range;
        if ((kind == TIME_SINGLE || b->range >= 0) && !more_follows(t, last + 1)) {
            return;
        }
        i = last;
    }
}

/* Reads the figures of the parts that were found and appends the result. */
static ptrdiff_t read_parts(block *b, ptrdiff_t begin, bool named, str name)
{
    const text *t = b->t;
    arena *perm = b->in->perm;
    str rest = {0};
    b->end = b->time + 1;
    b->kind = time_label(t->lines[b->time].bare, &rest);
    if (!read_time(b, rest)) {
        return b->end;
    }
    if (b->range >= 0) {
        b->end = b->range + 1;
        range_label(t->lines[b->range].bare, &rest);
        if (!read_range(b, rest)) {
            return b->end;
        }
    }
    str command = named ? full_command(b, name) : (str){0};
    result *r =
        reading_add(perm, b->in->ret, S("hyperfine"), command, t->lines[begin].line);
    hyperfine_add(perm, r, &b->f, t->lines[b->time].line);
    if (b->kind == TIME_MEAN && b->range < 0) {
        r->status = STATUS_PARTIAL;
        r->status_why = S("the Range line is missing");
        reading_note(perm, b->in->ret, DIAG_WARNING, t->lines[b->time].line,
                     "no Range line follows: minimum, maximum and number of runs are not "
                     "known");
    }
    hyperfine_check(b->in, &b->f, t->lines[b->time].line);
    read_warnings(b, r);
    r->last_line = t->lines[b->end - 1].line;
    return b->end;
}

static ptrdiff_t read_headed(import *in, const text *t, ptrdiff_t at, str name)
{
    block b = {.in = in, .t = t, .head = at, .time = -1, .range = -1};
    ptrdiff_t given_up = -1;
    find_parts(&b, &given_up);
    if (b.time >= 0) {
        return read_parts(&b, at, true, name);
    }
    str first = str_cut(name, S("\n")).head;
    if (given_up < 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "benchmark '%.*s' has no figures: was it stopped, or cut off?",
                     SV(first));
        return at + 1;
    }
    reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[given_up].line,
                 "benchmark '%.*s' was given up: %.*s", SV(first),
                 SV(str_drop(str_trim(t->lines[given_up].bare), 7)));
    return given_up + 1;
}

/* "Time (mean ± σ): ..." without a header above. Prose may begin like that, too. */
static ptrdiff_t read_bare(import *in, const text *t, ptrdiff_t at)
{
    str rest, digits;
    time_kind kind = time_label(t->lines[at].bare, &rest);
    if (!kind || !figure_digits(&rest, &digits)) {
        return at;
    }
    block b = {.in = in, .t = t, .head = at, .time = at};
    b.range = kind == TIME_SINGLE ? -1 : range_of(t, at, &rest);
    return read_parts(&b, at, false, (str){0});
}

static ptrdiff_t hyperfine_block(import *in, const text *t, ptrdiff_t at)
{
    str s = str_trim_left(t->lines[at].bare), name;
    if (s.len == 0 || !strchr("BTSR", *s.ptr)) {
        return at;
    }
    if (header(s, &name)) {
        return read_headed(in, t, at, name);
    }
    if (*s.ptr == 'T') {
        return str_starts(s, S("Time (")) ? read_bare(in, t, at) : at;
    }
    return hyperfine_summary_read(in, t, at);
}

const importer importer_hyperfine_text = {
    .name = "hyperfine-text",
    .tool = "hyperfine",
    .shape = "terminal text of every version since 0.2",
    .block = hyperfine_block,
};
