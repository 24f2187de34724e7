#include "base/base.h"

#include "base/num.h"
#include "import/figure.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool figure_digits(str *s, str *ret)
{
    *s = str_trim_left(*s);
    ptrdiff_t n = 0;
    while (n < s->len && is_digit(s->ptr[n])) {
        n++;
    }
    if (n == 0) {
        return false;
    }
    if (n < s->len && s->ptr[n] == '.') {
        ptrdiff_t point = n++;
        while (n < s->len && is_digit(s->ptr[n])) {
            n++;
        }
        /* Three points are an ellipsis: "1...5" are two numbers. */
        if (n == point + 1) {
            if (n >= s->len || s->ptr[n] != '.') {
                return false;
            }
            n = point;
        }
    }
    *ret = str_take(*s, n);
    *s = str_drop(*s, n);
    return true;
}

static bool ten_to(str digits, int exponent, double *ret)
{
    char z[400];
    int n = snprintf(z, sizeof z, "%.*se%d", SV(str_take(digits, 380)), exponent);
    return digits.len < 380 && n > 0 && num_double((str){z, n}, ret);
}

/* digits x factor, exactly where both are whole: 0.97 minutes are 58.2 s, but 0.97 * 60
 * is a hair less. */
static double times(str digits, double value, double factor)
{
    double whole, divisor;
    cut c = str_cut(digits, S("."));
    char z[40];
    int n = snprintf(z, sizeof z, "%.*s%.*s", SV(str_take(c.head, 15)),
                     SV(str_take(c.tail, 15)));
    bool exact = digits.len <= 16 && num_double((str){z, n}, &whole)
                 && ten_to(S("1"), num_decimals(digits), &divisor)
                 && whole * factor < 0x1p53;
    return exact ? whole * factor / divisor : value * factor;
}

bool figure_scale(str digits, int exponent, double factor, figure *ret)
{
    figure f;
    if (!ten_to(digits, exponent, &f.value)
        || !ten_to(S("1"), exponent - num_decimals(digits), &f.step)
        || !isfinite(f.value * factor)) {
        return false;
    }
    bool plain = exponent == 0 && factor != 1; // NOLINT: a constant of a table
    ret->value = plain ? times(digits, f.value, factor) : f.value * factor;
    ret->step = f.step * factor;
    return true;
}

typedef struct {
    str name;
    int exponent;
    double factor;
    bool beyond_s;
} time_unit;

static const time_unit time_table[] = {
    {STR_INIT("s"), 0, 1, false},   {STR_INIT("ms"), -3, 1, false},
    {STR_INIT("us"), -6, 1, false}, {STR_INIT("m"), 0, 60, true},
    {STR_INIT("h"), 0, 3600, true},
};

/* "µs" as it comes out of encodings that didn't know the µ: one to nine bytes that are no
 * ASCII, or '?', before an s. Length, 0: it is no such unit. */
static ptrdiff_t micro(str s)
{
    ptrdiff_t n = 0;
    while (n < s.len && n < 9 && ((unsigned char)s.ptr[n] >= 0x80 || s.ptr[n] == '?')) {
        n++;
    }
    bool is_unit = n > 0 && n < s.len && s.ptr[n] == 's'
                   && (n + 1 == s.len || !is_letter(s.ptr[n + 1]));
    return is_unit ? n + 1 : 0;
}

static const time_unit *take_unit(str *s, time_units units)
{
    *s = str_trim_left(*s);
    ptrdiff_t n = micro(*s);
    str name = S("us");
    if (n == 0) {
        while (n < s->len && is_letter(s->ptr[n])) {
            n++;
        }
        name = str_take(*s, n);
    }
    for (ptrdiff_t i = 0; i < COUNTOF(time_table); i++) {
        const time_unit *u = &time_table[i];
        if (str_eq(u->name, name) && (units == TIME_UP_TO_H || !u->beyond_s)) {
            *s = str_drop(*s, n);
            return u;
        }
    }
    return NULL;
}

bool figure_time(str *s, time_units units, figure *ret)
{
    str rest = *s, digits;
    if (!figure_digits(&rest, &digits)) {
        *s = rest;
        return false;
    }
    const time_unit *u = take_unit(&rest, units);
    if (!u || !figure_scale(digits, u->exponent, u->factor, ret)) {
        *s = str_trim_left(*s);
        return false;
    }
    *s = rest;
    return true;
}

bool figure_time_unit(str name, int *exponent)
{
    const time_unit *u = take_unit(&name, TIME_UP_TO_S);
    *exponent = u ? u->exponent : 0;
    return u && name.len == 0;
}

bool figure_count(str *s, double *ret)
{
    str rest = *s, digits;
    int64_t n = 0;
    if (!figure_digits(&rest, &digits) || !num_int(digits, &n)) {
        return false;
    }
    *s = rest;
    *ret = (double)n;
    return true;
}

str figure_skip_sign(str s)
{
    ptrdiff_t n = 0;
    while (n < s.len) {
        if ((unsigned char)s.ptr[n] >= 0x80 || strchr(" \t+-/?~.", s.ptr[n])) {
            n++;
            continue;
        }
        /* &plusmn; and &hellip; */
        str entity = str_take(str_drop(s, n), 10);
        ptrdiff_t end = str_starts(entity, S("&")) ? str_find(entity, S(";")) : -1;
        if (end < 0) {
            break;
        }
        n += end + 1;
    }
    return str_drop(s, n);
}

static ptrdiff_t word_end(str s, ptrdiff_t i)
{
    while (i < s.len && i < 24 && s.ptr[i] != ' ' && s.ptr[i] != '\t') {
        i++;
    }
    return i;
}

/* The first word of what stands there, short enough for a message; of a number also the
 * word behind it, which may be its unit. */
static str shown(str s)
{
    ptrdiff_t n = word_end(s, 0);
    bool number = n > 0 && is_digit(s.ptr[n - 1]) && is_digit(*s.ptr);
    if (number && n + 1 < s.len && is_letter(s.ptr[n + 1])) {
        n = word_end(s, n + 1);
    }
    return str_take(s, n);
}

bool figure_err(err *e, const text *t, ptrdiff_t i, str token, const char *wanted)
{
    const text_line *line = &t->lines[i];
    str found = shown(token);
    str place = found;
    if (place.len == 0) {
        place = str_drop(line->raw, line->raw.len);
    } else if (place.ptr < line->raw.ptr || place.ptr > line->raw.ptr + line->raw.len) {
        ptrdiff_t at = str_find(line->raw, found);
        place = str_drop(line->raw, at < 0 ? 0 : at);
    }
    if (found.len == 0) {
        err_at(e, t->src, place, "the line ends where %s should be", wanted);
    } else {
        err_at(e, t->src, place, "expected %s, found '%.*s'", wanted, SV(found));
    }
    /* A decoded text (UTF-16) has no views into the file: the line is all we know. */
    e->line = line->line;
    return err_hint(e, "Was the file cut short?");
}

static bool not_a_number(const source *src, const json *v, const char *name, err *e)
{
    str found = v->kind == JSON_STRING ? v->text : v->raw;
    if (v->kind == JSON_ARRAY || v->kind == JSON_OBJECT) {
        found = str_from(json_kind_name(v->kind));
    }
    return err_at(e, src, v->raw, "%s must be a number, found '%.*s%s'", name,
                  SV(str_take(found, 40)), found.len > 40 ? "..." : "");
}

bool figure_json(const source *src, const json *v, const char *name, double *ret, err *e)
{
    if (v->kind != JSON_NUMBER) {
        return not_a_number(src, v, name, e);
    }
    if (v->num < 0) {
        return err_at(e, src, v->raw, "%s can't be negative, found '%.*s'", name,
                      SV(str_take(v->raw, 40)));
    }
    *ret = v->num;
    return true;
}
