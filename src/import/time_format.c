#include "base/base.h"

#include "base/num.h"
#include "import/time_format.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What an element of a format prints. */
typedef enum {
    IS_LITERAL,
    IS_LINE_END,
    IS_WALL,
    IS_USER,
    IS_SYSTEM,
    IS_CPU,
    IS_MEMORY,
    IS_EXIT,
    IS_COMMAND,
    IS_OTHER, /* a number that isn't kept */
} content;

typedef enum {
    AS_NUMBER,
    AS_CLOCK,   /* 1:43.11 */
    AS_MINUTES, /* 0m0.176s */
    AS_PERCENT, /* 96% */
    AS_SECONDS, /* 0.134s */
    AS_MILLIS,  /* 134ms */
    AS_MICROS,  /* 134210us */
    AS_NANOS,   /* 134210400ns */
} notation;

typedef struct {
    content content;
    notation notation;
    char literal; /* one byte, of IS_LITERAL */
} element;

/* GNU time 1.9, info time, "The Format String". */
static element gnu_conversion(char c)
{
    switch (c) {
    case 'e':
        return (element){.content = IS_WALL};
    case 'E':
        return (element){.content = IS_WALL, .notation = AS_CLOCK};
    case 'U':
        return (element){.content = IS_USER};
    case 'S':
        return (element){.content = IS_SYSTEM};
    case 'P':
        return (element){.content = IS_CPU, .notation = AS_PERCENT};
    case 'M':
        return (element){.content = IS_MEMORY};
    case 'x':
        return (element){.content = IS_EXIT};
    case 'C':
        return (element){.content = IS_COMMAND};
    default:
        return (element){.content = IS_OTHER};
    }
}

/* `%[p][l]R`: bash 5.2, "Shell Variables", TIMEFORMAT. Takes what stands behind the %. */
static element bash_conversion(str *format)
{
    bool digit = format->len > 0 && format->ptr[0] >= '0' && format->ptr[0] <= '9';
    *format = str_drop(*format, digit);
    bool minutes = str_starts(*format, S("l"));
    *format = str_drop(*format, minutes);
    char c = format->len > 0 ? format->ptr[0] : 0;
    *format = str_drop(*format, 1);
    notation how = minutes ? AS_MINUTES : AS_NUMBER;
    return c == 'R'   ? (element){.content = IS_WALL, .notation = how}
           : c == 'U' ? (element){.content = IS_USER, .notation = how}
           : c == 'S' ? (element){.content = IS_SYSTEM, .notation = how}
           : c == 'P' ? (element){.content = IS_CPU}
                      : (element){.content = IS_OTHER};
}

/* `%[mun*]E`: zsh 5.9, "Parameters Used By The Shell", TIMEFMT. */
static element zsh_conversion(str *format)
{
    char way = format->len > 1 && strchr("mun*", format->ptr[0]) ? format->ptr[0] : 0;
    *format = str_drop(*format, way != 0);
    char c = format->len > 0 ? format->ptr[0] : 0;
    *format = str_drop(*format, 1);
    notation how = way == 'm'   ? AS_MILLIS
                   : way == 'u' ? AS_MICROS
                   : way == 'n' ? AS_NANOS
                   : way == '*' ? AS_CLOCK
                                : AS_SECONDS;
    return c == 'E'   ? (element){.content = IS_WALL, .notation = how}
           : c == 'U' ? (element){.content = IS_USER, .notation = how}
           : c == 'S' ? (element){.content = IS_SYSTEM, .notation = how}
           : c == 'P' ? (element){.content = IS_CPU, .notation = AS_PERCENT}
           : c == 'J' ? (element){.content = IS_COMMAND}
                      : (element){.content = IS_OTHER};
}

static element conversion(time_dialect dialect, str *format)
{
    if (dialect == TIME_BASH) {
        return bash_conversion(format);
    }
    if (dialect == TIME_ZSH) {
        return zsh_conversion(format);
    }
    char c = format->ptr[0];
    *format = str_drop(*format, 1);
    return gnu_conversion(c);
}

/* Takes the next element off the format's text; false: none is left. */
static bool next_element(time_format *format, element *ret)
{
    str *s = &format->text;
    if (s->len == 0) {
        return false;
    }
    char c = s->ptr[0], next = s->len > 1 ? s->ptr[1] : 0;
    *ret = (element){.content = c == '\n' ? IS_LINE_END : IS_LITERAL, .literal = c};
    bool two = false;
    if (c == '%' && next && next != '%') {
        *s = str_drop(*s, 1);
        *ret = conversion(format->dialect, s);
        return true;
    }
    if (c == '\\' && (next == 'n' || next == 't' || next == '\\')) {
        two = true;
        ret->content = next == 'n' ? IS_LINE_END : IS_LITERAL;
        ret->literal = next == 't' ? '\t' : '\\';
    }
    *s = str_drop(*s, two || (c == '%' && next == '%') ? 2 : 1);
    return true;
}

bool time_format_useful(time_format format)
{
    for (element e; next_element(&format, &e);) {
        if (e.content >= IS_WALL && e.content <= IS_MEMORY && e.content != IS_CPU) {
            return true;
        }
    }
    return false;
}

bool time_format_has_word(time_format format)
{
    for (element e; next_element(&format, &e);) {
        if (e.content == IS_LITERAL && is_letter(e.literal)) {
            return true;
        }
    }
    return false;
}

/* --- what was printed -------------------------------------------------------------- */

/* The characters of a time with colons, or with its units. */
static str take_span(str *s, const char *of)
{
    ptrdiff_t n = 0;
    while (n < s->len && s->ptr[n] && strchr(of, s->ptr[n])) {
        n++;
    }
    str span = str_take(*s, n);
    *s = str_drop(*s, n);
    return span;
}

/* A number and the unit that stands right behind it. */
static bool take_with(str *s, str unit, double per_second, stated *ret)
{
    stated v;
    if (!time_take_number(s, &v) || !str_starts(*s, unit)) {
        return false;
    }
    *s = str_drop(*s, unit.len);
    *ret = time_divided(v, per_second);
    return true;
}

/* "0m0.176s": digits and signs up to the `s`. */
static bool take_minutes(str *s, stated *ret)
{
    ptrdiff_t end = str_find(*s, S("s"));
    str span = end < 0 ? (str){0} : str_take(*s, end + 1);
    *s = str_drop(*s, span.len);
    return time_minutes(span, ret);
}

/* Takes a value in its notation off *s. "?%" is a share of no time, and nothing is kept.
 */
static bool take_value(notation how, str *s, stated *ret)
{
    switch (how) {
    case AS_NUMBER:
        return time_take_number(s, ret);
    case AS_CLOCK:
        return time_clock(take_span(s, "0123456789:.,"), ret);
    case AS_MINUTES:
        return take_minutes(s, ret);
    case AS_PERCENT:
        if (str_starts(*s, S("?%"))) {
            *s = str_drop(*s, 2);
            return true;
        }
        return take_with(s, S("%"), 1, ret);
    case AS_SECONDS:
        return take_with(s, S("s"), 1, ret);
    case AS_MILLIS:
        return take_with(s, S("ms"), 1e3, ret);
    case AS_MICROS:
        return take_with(s, S("us"), 1e6, ret);
    case AS_NANOS:
        return take_with(s, S("ns"), 1e9, ret);
    }
    return false;
}

static void keep(content what, stated v, ptrdiff_t at, time_fields *f)
{
    switch (what) {
    case IS_WALL:
        f->wall = v;
        f->wall_at = at;
        break;
    case IS_USER:
        f->user = v;
        f->user_at = at;
        break;
    case IS_SYSTEM:
        f->system = v;
        f->system_at = at;
        break;
    case IS_CPU:
        f->cpu = v.step > 0 ? time_divided(v, 100) : v;
        f->cpu_at = at;
        break;
    case IS_MEMORY: /* 0: not measured */
        f->memory = v.value > 0 ? (stated){v.value * 1024, 1024} : (stated){0};
        f->memory_at = at;
        break;
    case IS_EXIT:
        f->has_exit = v.value < 256;
        f->exit_code = f->has_exit ? (int)v.value : 0;
        break;
    case IS_LITERAL:
    case IS_LINE_END:
    case IS_COMMAND:
    case IS_OTHER:
        break;
    }
}

/* zsh's further conversions are a number or nothing that is told here. */
static bool take_other(str *s)
{
    stated v;
    return time_take_number(s, &v);
}

/* The command goes on up to what the format has next: a literal, or in zsh's own format
 * a blank and a number. */
static bool take_command(str *s, time_format rest, time_fields *f)
{
    element stop = {0};
    while (next_element(&rest, &stop) && stop.content == IS_LITERAL
           && is_blank(stop.literal)) {
    }
    ptrdiff_t n = s->len;
    if (stop.content == IS_LITERAL && stop.literal) {
        n = str_find(*s, (str){&stop.literal, 1});
    } else if (stop.content >= IS_WALL && stop.content != IS_COMMAND) {
        n = -1;
        for (ptrdiff_t i = 1; i < s->len && n < 0; i++) {
            str from = str_drop(*s, i);
            stated v;
            n = is_blank(s->ptr[i - 1]) && take_value(stop.notation, &from, &v) ? i : -1;
        }
    }
    if (n < 0) {
        return false;
    }
    f->command = str_trim(str_take(*s, n));
    *s = str_drop(*s, n);
    return true;
}

static bool take_element(const element *e, str *s, time_format rest, ptrdiff_t at,
                         time_fields *f)
{
    stated v = {0};
    if (e->content == IS_COMMAND) {
        return take_command(s, rest, f);
    }
    if (e->content == IS_OTHER) {
        return take_other(s);
    }
    if (!take_value(e->notation, s, &v)) {
        return false;
    }
    keep(e->content, v, at, f);
    return true;
}

/* Fits one line of the format, which is taken off *format; all of `s` must be used. */
static bool fit_line(str s, time_format *format, ptrdiff_t at, time_fields *f)
{
    for (element e; next_element(format, &e) && e.content != IS_LINE_END;) {
        if (e.content != IS_LITERAL) {
            s = str_trim_left(s);
            if (!take_element(&e, &s, *format, at, f)) {
                return false;
            }
        } else if (is_blank(e.literal)) {
            s = str_trim_left(s);
        } else {
            s = s.len > 0 && is_blank(s.ptr[0]) ? str_trim_left(s) : s;
            if (s.len == 0 || s.ptr[0] != e.literal) {
                return false;
            }
            s = str_drop(s, 1);
        }
    }
    return str_trim(s).len == 0;
}

/* The literal that a format's first line begins with; empty: a conversion does. */
static str first_word(str format)
{
    ptrdiff_t n = 0;
    while (n < format.len && format.ptr[n] != '%' && format.ptr[n] != '\\'
           && !is_blank(format.ptr[n])) {
        n++;
    }
    return n > 0 && is_letter(format.ptr[0]) ? str_take(format, n) : (str){0};
}

static void skip_empty_lines(time_format *format)
{
    for (element e;;) {
        time_format rest = *format;
        if (!next_element(&rest, &e)
            || (e.content != IS_LINE_END
                && (e.content != IS_LITERAL || !is_blank(e.literal)))) {
            return;
        }
        *format = rest;
    }
}

ptrdiff_t time_format_fit(const text *t, ptrdiff_t at, time_format format,
                          time_fields *ret)
{
    time_fields f = {0};
    skip_empty_lines(&format);
    str s = str_trim(t->lines[at].bare), word = first_word(format.text);
    if (word.len > 0) {
        ptrdiff_t from = str_find(s, word);
        if (from < 0) {
            return at;
        }
        s = str_drop(s, from);
    }
    ptrdiff_t i = at;
    while (fit_line(s, &format, i, &f)) {
        i++;
        skip_empty_lines(&format);
        if (format.text.len == 0) {
            *ret = f;
            return i;
        }
        i = text_skip_blank(t, i, 2);
        if (i >= t->n) {
            return at;
        }
        s = str_trim(t->lines[i].bare);
    }
    return at;
}

ptrdiff_t time_format_block(import *in, const text *t, ptrdiff_t at, const char *tool,
                            time_format format)
{
    time_fields f;
    ptrdiff_t end = time_format_fit(t, at, format, &f);
    if (end == at) {
        return at;
    }
    result *r =
        reading_add(in->perm, in->ret, str_from(tool), (str){0}, t->lines[at].line);
    const struct {
        const char *name;
        stated v;
        ptrdiff_t at;
    } found[] = {
        {"wall_time", f.wall, f.wall_at},       {"user_time", f.user, f.user_at},
        {"system_time", f.system, f.system_at}, {"peak_memory", f.memory, f.memory_at},
        {"cpu_percent", f.cpu, f.cpu_at},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(found); i++) {
        if (found[i].v.step > 0) {
            time_add(in, r, found[i].name, found[i].v, t->lines[found[i].at].line);
        }
    }
    if (f.command.len > 0) {
        r->command = str_copy(in->perm, f.command);
    }
    time_set_exit(in, r, &(time_exit){.known = f.has_exit, .code = f.exit_code});
    r->last_line = t->lines[end - 1].line;
    return end;
}
