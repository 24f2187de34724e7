#include "base/base.h"

#include "base/num.h"
#include "import/time_parts.h"

enum { MOST_DIGITS = 15 }; /* a double holds them all */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool time_take_number(str *s, stated *ret)
{
    double units = 0;
    int digits = 0, decimals = 0;
    bool point = false;
    ptrdiff_t i = 0;
    for (; i < s->len && digits <= MOST_DIGITS; i++) {
        char c = s->ptr[i];
        bool is_point = (c == '.' || c == ',') && !point && digits > 0 && i + 1 < s->len
                        && is_digit(s->ptr[i + 1]);
        if (!is_digit(c) && !is_point) {
            break;
        }
        if (is_point) {
            point = true;
            continue;
        }
        units = units * 10 + (c - '0');
        digits++;
        decimals += point;
    }
    if (digits == 0 || digits > MOST_DIGITS) {
        return false;
    }
    /* Whole units over a power of ten: the nearest double, as strtod would give. */
    double scale = pow(10, decimals);
    *ret = (stated){units / scale, 1 / scale};
    *s = str_drop(*s, i);
    return true;
}

bool time_decimal(str s, stated *ret)
{
    stated v;
    if (!time_take_number(&s, &v) || s.len > 0) {
        return false;
    }
    *ret = v;
    return true;
}

/* Adds whole seconds to a fraction, without losing the decimal: 60 + 1.88 is 61.88. */
static stated plus(double seconds, stated v)
{
    double scale = round(1 / v.step);
    return (stated){(seconds * scale + round(v.value * scale)) / scale, v.step};
}

bool time_clock(str s, stated *ret)
{
    double whole = 0;
    stated v;
    for (int parts = 0;; parts++) {
        if (!time_take_number(&s, &v) || parts > 2) {
            return false;
        }
        if (s.len == 0) {
            *ret = plus(whole, v);
            return true;
        }
        if (s.ptr[0] != ':' || v.step < 1) {
            return false;
        }
        whole = (whole + v.value) * 60;
        s = str_drop(s, 1);
    }
}

bool time_minutes(str s, stated *ret)
{
    double whole = 0;
    bool minutes = false;
    for (;;) {
        stated v;
        if (!time_take_number(&s, &v) || s.len == 0) {
            return false;
        }
        char unit = s.ptr[0];
        s = str_drop(s, 1);
        if (unit == 's') {
            *ret = plus(whole, v);
            return s.len == 0;
        }
        if (v.step < 1 || minutes || (unit != 'm' && unit != 'h')) {
            return false;
        }
        minutes = unit == 'm';
        whole += v.value * (minutes ? 60 : 3600);
        s = str_trim_left(s);
    }
}

stated time_divided(stated v, double by)
{
    double scale = round(1 / v.step) * by;
    return (stated){round(v.value / v.step) / scale, v.step / by};
}

metric *time_add(const import *in, result *r, const char *name, stated v, ptrdiff_t line)
{
    metric *m = result_add_value(in->perm, r, str_from(name), v.value, line);
    m->resolution = v.step;
    return m;
}

/* --- exit status -------------------------------------------------------------- */

bool time_exit_line(str s, time_exit *ret)
{
    static const struct {
        str words;
        bool signalled;
    } forms[] = {
        {STR_INIT("Command exited with non-zero status "), false},
        {STR_INIT("Command terminated by signal "), true},
        {STR_INIT("Command stopped by signal "), true},
    };
    s = str_trim(s);
    for (ptrdiff_t i = 0; i < COUNTOF(forms); i++) {
        int64_t code;
        if (str_starts(s, forms[i].words)
            && num_int(str_drop(s, forms[i].words.len), &code) && code > 0
            && code < 256) {
            *ret = (time_exit){true, forms[i].signalled, (int)code, 0};
            return true;
        }
    }
    return false;
}

void time_set_exit(const import *in, result *r, const time_exit *how)
{
    if (!how->known) {
        return;
    }
    r->exit_codes = NEW(in->perm, int, 1);
    r->exit_codes[0] = how->signalled ? -1 : how->code;
    r->exit_code_count = 1;
    if (how->signalled || how->code != 0) {
        r->status = STATUS_FAILED;
        r->status_why = str_fmt(in->perm,
                                how->signalled ? "the command was ended by signal %d"
                                               : "the command exited with status %d",
                                how->code);
    }
}

/* --- time -p ------------------------------------------------------------------ */

static bool shell_printed(const import *in)
{
    const invocation *timed = in->command ? command_timed(in->command, 0) : NULL;
    if (timed) {
        return timed->timer != TIMER_PROGRAM;
    }
    if (in->last_timer.len > 0) {
        return str_eq(in->last_timer, S("shell-time"));
    }
    return str_starts(in->options->as, S("shell-time"));
}

ptrdiff_t time_posix_block(import *in, const text *t, ptrdiff_t at, bool shell_asks)
{
    static const struct {
        const char *label, *metric;
    } rows[] = {{"real", "wall_time"}, {"user", "user_time"}, {"sys", "system_time"}};
    str first = str_trim(t->lines[at].bare);
    if (!str_starts(first, S("real"))) {
        return at;
    }
    stated v[3];
    ptrdiff_t lines[3], n = 0;
    for (ptrdiff_t i = at; n < COUNTOF(rows) && i < t->n; i++) {
        str s = str_trim(t->lines[i].bare);
        str word = str_word(&s);
        if (!str_eq(word, str_from(rows[n].label)) || !time_decimal(str_trim(s), &v[n])) {
            break;
        }
        lines[n++] = i;
    }
    if (n < COUNTOF(rows) || shell_printed(in) != shell_asks) {
        return at;
    }
    ptrdiff_t last = lines[n - 1];
    if (v[n - 1].step != v[0].step && text_ends_here(t, last)) { // NOLINT: powers of ten
        err e = {0};
        text_err(&e, t, last, str_trim(t->lines[last].bare),
                 "time's last line ends in mid-number");
        err_hint(&e, "Was the file cut short?");
        reading_fail(in->perm, in->ret, &e);
        return last + 1;
    }
    result *r =
        reading_add(in->perm, in->ret, shell_asks ? S("shell-time") : S("gnu-time"),
                    (str){0}, t->lines[at].line);
    for (ptrdiff_t i = 0; i < n; i++) {
        time_add(in, r, rows[i].metric, v[i], t->lines[lines[i]].line);
    }
    return lines[n - 1] + 1;
}
