#include "base/base.h"

#include "base/num.h"
#include "base/out.h"
#include "model/unit.h"
#include "project/quantity.h"

static const struct {
    str word;
    double scale;
    dimension of;
} words[] = {
    {STR_INIT("second"), 1, {.seconds = 1}},
    {STR_INIT("minute"), 60, {.seconds = 1}},
    {STR_INIT("hour"), 3600, {.seconds = 1}},
    {STR_INIT("day"), 86400, {.seconds = 1}},
    {STR_INIT("week"), 604800, {.seconds = 1}},
    {STR_INIT("weeks"), 604800, {.seconds = 1}},
    {STR_INIT("month"), SECONDS_PER_MONTH, {.seconds = 1}},
    {STR_INIT("months"), SECONDS_PER_MONTH, {.seconds = 1}},
    {STR_INIT("year"), 12 * SECONDS_PER_MONTH, {.seconds = 1}},
    {STR_INIT("years"), 12 * SECONDS_PER_MONTH, {.seconds = 1}},
    {STR_INIT("J"), 1, {.joules = 1}},
    {STR_INIT("kJ"), 1e3, {.joules = 1}},
    {STR_INIT("Wh"), 3600, {.joules = 1}},
    {STR_INIT("kWh"), 3.6e6, {.joules = 1}},
    {STR_INIT("W"), 1, {.joules = 1, .seconds = -1}},
    {STR_INIT("kW"), 1e3, {.joules = 1, .seconds = -1}},
    {STR_INIT("watt"), 1, {.joules = 1, .seconds = -1}},
    {STR_INIT("watts"), 1, {.joules = 1, .seconds = -1}},
    {STR_INIT("thousand"), 1e3, {0}},
    {STR_INIT("million"), 1e6, {0}},
    {STR_INIT("billion"), 1e9, {0}},
    {STR_INIT("request"), 1, {0}},
    {STR_INIT("invocation"), 1, {0}},
    {STR_INIT("invocations"), 1, {0}},
    {STR_INIT("operation"), 1, {0}},
    {STR_INIT("operations"), 1, {0}},
    {STR_INIT("run"), 1, {0}},
    {STR_INIT("runs"), 1, {0}},
    {STR_INIT("seat"), 1, {0}},
    {STR_INIT("seats"), 1, {0}},
    {STR_INIT("user"), 1, {0}},
    {STR_INIT("users"), 1, {0}},
    {STR_INIT("core"), 1, {0}},
    {STR_INIT("vCPU"), 1, {0}},
    {STR_INIT("vCPUs"), 1, {0}},
};

static bool base_dimension(str base, dimension *ret)
{
    static const struct {
        str base;
        dimension of;
    } bases[] = {
        {STR_INIT("1"), {0}},
        {STR_INIT("s"), {.seconds = 1}},
        {STR_INIT("B"), {.bytes = 1}},
        {STR_INIT("B/s"), {.bytes = 1, .seconds = -1}},
        {STR_INIT("1/s"), {.seconds = -1}},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(bases); i++) {
        if (str_eq(base, bases[i].base)) {
            *ret = bases[i].of;
            return true;
        }
    }
    return false;
}

bool quantity_word(str word, quantity_unit *ret)
{
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        if (str_eq(word, words[i].word)) {
            *ret = (quantity_unit){words[i].scale, words[i].of};
            return true;
        }
    }
    unit u = {0};
    if (word.len == 0 || !unit_find(word, &u)) {
        return false;
    }
    *ret = (quantity_unit){.scale = unit_to_base(&u, 1)};
    if (unit_is_currency(u.base)) {
        ret->of = (dimension){.money = 1, .currency = u.base};
        return true;
    }
    return base_dimension(u.base, &ret->of);
}

/* --- a unit of several words -------------------------------------------------------- */

static bool is_separator(char c)
{
    return c == ' ' || c == '-' || c == '*' || c == '/';
}

static str take_factor(str *rest)
{
    ptrdiff_t n = 0;
    while (n < rest->len && !is_separator(rest->ptr[n])) {
        n++;
    }
    str word = str_take(*rest, n);
    *rest = str_drop(*rest, n);
    return word;
}

/* A number is a factor, too: "per 1000 requests". */
static bool factor_of(str word, quantity_unit *ret)
{
    double v = 0;
    if (num_double(word, &v) && v > 0) {
        *ret = (quantity_unit){.scale = v};
        return true;
    }
    return quantity_word(word, ret);
}

bool quantity_unit_parse(str text, quantity_unit *ret, str *bad)
{
    quantity_unit all = {.scale = 1};
    bool over = false;
    ptrdiff_t n = 0;
    for (str rest = str_trim(text); rest.len > 0;) {
        if (is_separator(*rest.ptr)) {
            over = over || *rest.ptr == '/';
            rest = str_drop(rest, 1);
            continue;
        }
        str word = take_factor(&rest);
        quantity_unit one;
        if (str_eq(word, S("per"))) {
            over = true;
            continue;
        }
        *bad = word;
        if (!factor_of(word, &one) || !dimension_times(all.of, one.of, over, &all.of)) {
            return false;
        }
        all.scale = over ? all.scale / one.scale : all.scale * one.scale;
        n++;
    }
    *bad = text;
    *ret = all;
    return n > 0;
}

str quantity_nearest(str word, arena scratch)
{
    str names[COUNTOF(words)];
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        names[i] = words[i].word;
    }
    str near = str_nearest(word, names, COUNTOF(words), scratch);
    return near.len > 0 ? near : unit_nearest(word, scratch);
}

/* --- dimensions ------------------------------------------------------------------- */

bool dimension_eq(dimension a, dimension b)
{
    return a.seconds == b.seconds && a.bytes == b.bytes && a.joules == b.joules
           && a.money == b.money && (a.money == 0 || str_eq(a.currency, b.currency));
}

bool dimension_times(dimension a, dimension b, bool over, dimension *ret)
{
    int sign = over ? -1 : 1;
    if (a.money && b.money && !str_eq(a.currency, b.currency)) {
        return false;
    }
    *ret = (dimension){.seconds = a.seconds + sign * b.seconds,
                       .bytes = a.bytes + sign * b.bytes,
                       .joules = a.joules + sign * b.joules,
                       .money = a.money + sign * b.money};
    ret->currency = ret->money ? (a.money ? a.currency : b.currency) : (str){0};
    return true;
}

static ptrdiff_t write_powers(out *o, dimension d, int sign)
{
    const struct {
        str word;
        int power;
    } parts[] = {
        {d.currency, d.money},
        {S("J"), d.joules},
        {S("B"), d.bytes},
        {S("s"), d.seconds},
    };
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(parts); i++) {
        for (int k = 0; k < parts[i].power * sign; k++) {
            out_fmt(o, "%s%.*s", sign < 0 ? "/" : n ? " " : "", SV(parts[i].word));
            n++;
        }
    }
    return n;
}

str dimension_text(arena *perm, dimension d)
{
    out *above = out_memory(perm), *below = out_memory(perm);
    ptrdiff_t n = write_powers(above, d, 1);
    ptrdiff_t m = write_powers(below, d, -1);
    if (n + m == 0) {
        return S("a plain number");
    }
    return str_fmt(perm, "%s%.*s%.*s", n ? "" : "1", SV(out_text(above)),
                   SV(out_text(below)));
}

bool unit_is_money(str text)
{
    str rest = text;
    return unit_is_currency(str_word(&rest));
}
