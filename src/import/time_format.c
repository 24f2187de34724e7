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

/* One element of a format. */
typedef struct {
    char conversion; /* 'e' of "%e"; 0: a literal; '\n': a line's end */
    char literal;    /* one byte, where conversion is 0 */
} element;

/* Takes the next element off *format; false: none is left. */
static bool next_element(str *format, element *ret)
{
    if (format->len == 0) {
        return false;
    }
    char c = format->ptr[0], next = format->len > 1 ? format->ptr[1] : 0;
    *ret = (element){0, c};
    if (c == '%' && next && next != '%') {
        *ret = (element){next, 0};
    } else if (c == '\\' && (next == 'n' || next == 't' || next == '\\')) {
        *ret = next == 'n' ? (element){'\n', 0} : (element){0, next == 't' ? '\t' : '\\'};
    } else if (c == '\n') {
        ret->conversion = '\n';
    }
    bool two = (ret->conversion && ret->conversion != '\n') || c == '\\'
               || (c == '%' && next == '%');
    *format = str_drop(*format, two && next ? 2 : 1);
    return true;
}

bool time_format_useful(str format)
{
    for (element e; next_element(&format, &e);) {
        if (e.conversion && strchr("eEUSM", e.conversion)) {
            return true;
        }
    }
    return false;
}

bool time_format_has_word(str format)
{
    for (element e; next_element(&format, &e);) {
        if (!e.conversion && is_letter(e.literal)) {
            return true;
        }
    }
    return false;
}

/* Takes a number that `conversion` printed off *s; one that isn't kept is fine, too. */
static bool take_number(char conversion, str *s, ptrdiff_t at, time_fields *f)
{
    stated v;
    if (!time_take_number(s, &v)) {
        return false;
    }
    switch (conversion) {
    case 'e':
        f->wall = v;
        f->wall_at = at;
        break;
    case 'U':
        f->user = v;
        f->user_at = at;
        break;
    case 'S':
        f->system = v;
        f->system_at = at;
        break;
    case 'M': /* 0: not measured */
        f->memory = v.value > 0 ? (stated){v.value * 1024, 1024} : (stated){0};
        f->memory_at = at;
        break;
    case 'x':
        f->has_exit = v.value < 256;
        f->exit_code = f->has_exit ? (int)v.value : 0;
        break;
    default:
        break;
    }
    return true;
}

static bool take_clock(str *s, ptrdiff_t at, time_fields *f)
{
    ptrdiff_t n = 0;
    while (n < s->len && s->ptr[n] && strchr("0123456789:.,", s->ptr[n])) {
        n++;
    }
    f->wall_at = at;
    bool good = time_clock(str_take(*s, n), &f->wall);
    *s = str_drop(*s, n);
    return good;
}

/* "96%", or "?%" where no time passed. */
static bool take_percent(str *s, ptrdiff_t at, time_fields *f)
{
    if (str_starts(*s, S("?%"))) {
        *s = str_drop(*s, 2);
        return true;
    }
    stated v;
    if (!time_take_number(s, &v) || !str_starts(*s, S("%"))) {
        return false;
    }
    f->cpu = time_divided(v, 100);
    f->cpu_at = at;
    *s = str_drop(*s, 1);
    return true;
}

/* The command goes on up to what the format has next. */
static bool take_command(str *s, str rest_of_format, time_fields *f)
{
    element stop = {0};
    while (next_element(&rest_of_format, &stop) && !stop.conversion
           && is_blank(stop.literal)) {
    }
    ptrdiff_t n = stop.literal ? str_find(*s, (str){&stop.literal, 1}) : s->len;
    if (n < 0) {
        return false;
    }
    f->command = str_trim(str_take(*s, n));
    *s = str_drop(*s, n);
    return true;
}

/* What a conversion prints, taken off *s. */
static bool take_value(char conversion, str *s, str rest_of_format, ptrdiff_t at,
                       time_fields *f)
{
    switch (conversion) {
    case 'E':
        return take_clock(s, at, f);
    case 'P':
        return take_percent(s, at, f);
    case 'C':
        return take_command(s, rest_of_format, f);
    default:
        return take_number(conversion, s, at, f);
    }
}

/* Fits one line of the format, which is taken off *format; all of `s` must be used. */
static bool fit_line(str s, str *format, ptrdiff_t at, time_fields *f)
{
    for (element e; next_element(format, &e) && e.conversion != '\n';) {
        if (e.conversion) {
            s = str_trim_left(s);
            if (!take_value(e.conversion, &s, *format, at, f)) {
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

static void skip_empty_lines(str *format)
{
    for (element e;;) {
        str rest = *format;
        if (!next_element(&rest, &e)
            || (e.conversion != '\n' && (e.conversion || !is_blank(e.literal)))) {
            return;
        }
        *format = rest;
    }
}

ptrdiff_t time_format_fit(const text *t, ptrdiff_t at, str format, time_fields *ret)
{
    time_fields f = {0};
    skip_empty_lines(&format);
    str s = str_trim(t->lines[at].bare), word = first_word(format);
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
        if (format.len == 0) {
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
