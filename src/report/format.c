#include "base/base.h"

#include "base/num.h"
#include "project/quantity.h"
#include "report/format.h"

#define NBSP "\xC2\xA0"

typedef struct {
    const char *base;
    shown_unit units[6]; /* largest first */
} ladder;

#define U(name, scale)                                                                   \
    {                                                                                    \
        STR_INIT(name), scale                                                            \
    }

static const ladder ladders[] = {
    {"s", {U("s", 1), U("ms", 1e-3), U("µs", 1e-6), U("ns", 1e-9)}},
    {"B", {U("TB", 1e12), U("GB", 1e9), U("MB", 1e6), U("kB", 1e3), U("B", 1)}},
    {"B/s",
     {U("TB/s", 1e12), U("GB/s", 1e9), U("MB/s", 1e6), U("kB/s", 1e3), U("B/s", 1)}},
    {"1/s", {U("/s", 1)}},
    {"1", {U("", 1)}},
};

shown_unit unit_for(str base, double magnitude)
{
    for (ptrdiff_t i = 0; i < COUNTOF(ladders); i++) {
        if (!str_eq(base, str_from(ladders[i].base))) {
            continue;
        }
        const shown_unit *u = ladders[i].units;
        double size = fabs(magnitude);
        /* Zero has no magnitude: the base unit shows it. */
        while (size > 0 && size < u->scale * 0.9999995 && u[1].scale > 0) {
            u++;
        }
        return size > 0 ? *u : (shown_unit){base, 1};
    }
    return (shown_unit){str_starts(base, S("1/")) ? str_drop(base, 1) : base, 1};
}

shown_unit unit_short(shown_unit unit)
{
    cut c = str_cut(unit.name, S(" "));
    return (shown_unit){c.head, unit.scale};
}

int decimals_for(double v, str base, int digits)
{
    bool cents = fabs(v) >= 0.995 || v == 0; // NOLINT: nothing at all costs 0.00
    return unit_is_money(base) && cents ? 2 : num_decimals_for(v, digits);
}

str format_in(arena *perm, double v, shown_unit unit, int decimals)
{
    return num_fixed(perm, v / unit.scale, decimals);
}

str format_with_unit(arena *perm, str number, shown_unit unit)
{
    if (unit.name.len == 0 || str_eq(unit.name, S("1"))) {
        return number;
    }
    bool closed = *unit.name.ptr == '/' || *unit.name.ptr == '%';
    return str_fmt(perm, "%.*s%s%.*s", SV(number), closed ? "" : NBSP, SV(unit.name));
}

enum { MOST_DECIMALS = 9 };

int decimals_held(double resolution, shown_unit unit, int full)
{
    if (resolution <= 0) {
        return full;
    }
    /* 1e-5 s in ms is 0.01: two decimals. A step that is no power of ten (0.01 MiB/s in
     * MB/s is 0.0105) keeps the decimal in which it shows. */
    double step = resolution / unit.scale;
    int decimals = (int)ceil(-log10(step) - 1e-9);
    return decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
}

str format_held(arena *perm, double v, str base, int digits, double resolution)
{
    shown_unit unit = unit_for(base, v);
    bool count = str_eq(base, S("1"));
    double shown = v / unit.scale;
    bool whole = count && shown == floor(shown) && fabs(shown) < 1e15; // NOLINT: a count
    int decimals = whole ? 0 : decimals_for(shown, base, digits);
    int held = decimals_held(resolution, unit, decimals);
    held = unit_is_money(base) && held < 2 ? 2 : held; /* 0.60 and 0.06, as printed */
    decimals = held < decimals ? held : decimals;
    return format_with_unit(perm, num_fixed(perm, shown, decimals), unit);
}

str format_short(arena *perm, double v, str base, int digits)
{
    shown_unit unit = unit_for(base, v);
    str whole = format_value(perm, v, base, digits);
    str tail = str_drop(unit.name, unit_short(unit).name.len);
    return str_take(whole, whole.len - tail.len);
}

str format_value(arena *perm, double v, str base, int digits)
{
    return format_held(perm, v, base, digits, 0);
}

static str sign_of(double v, int decimals)
{
    double half = 0.5 * pow(10, -decimals);
    return v >= half ? S("+") : (str){0};
}

str format_change(arena *perm, double change)
{
    double percent = change * 100;
    int decimals = fabs(percent) < 99.95 ? 1 : 0;
    return str_fmt(perm, "%.*s%.*s%%", SV(sign_of(percent, decimals)),
                   SV(num_fixed(perm, percent, decimals)));
}

str format_percent(arena *perm, double share)
{
    double percent = fabs(share) * 100;
    int decimals = percent >= 9.95 ? 0 : 1;
    return str_fmt(perm, "%.*s%%", SV(num_fixed(perm, percent, decimals)));
}

str format_limit(arena *perm, double share)
{
    char text[32];
    num_shortest(num_shift(share, 2), text);
    return str_fmt(perm, "%s%%", text);
}

str format_ratio(arena *perm, double r)
{
    double size = fabs(r);
    int decimals = size >= 99.95    ? 0
                   : size >= 9.995  ? 1
                   : size >= 0.0995 ? 2
                                    : num_decimals_for(r, 2);
    return num_fixed(perm, r, decimals);
}

str format_sigma(arena *perm, double sigma)
{
    int decimals = num_decimals_for(sigma, 2);
    decimals = decimals > 2 || sigma == 0 ? 2 : decimals; // NOLINT: exactly no spread
    return str_fmt(perm, NBSP "±" NBSP "%.*s", SV(num_fixed(perm, sigma, decimals)));
}

str format_interval(arena *perm, double low, double high)
{
    int decimals = num_decimals_for(high, 3);
    decimals = high < 9.9995 ? 3 : decimals;
    return str_fmt(perm, "%.*s to %.*s", SV(num_fixed(perm, low, decimals)),
                   SV(num_fixed(perm, high, decimals)));
}

str format_p(arena *perm, double p)
{
    if (p < 0.001) {
        return S("p" NBSP "<" NBSP "0.001");
    }
    return str_fmt(perm, "p" NBSP "=" NBSP "%.*s",
                   SV(num_fixed(perm, p, p < 0.0995 ? 3 : 2)));
}

str format_size(arena *perm, int64_t bytes)
{
    shown_unit unit = unit_for(S("B"), (double)bytes);
    double shown = (double)bytes / unit.scale;
    int decimals = unit.scale > 1 && shown < 99.95 ? 1 : 0;
    return format_with_unit(perm, num_fixed(perm, shown, decimals), unit);
}

str format_count_word(arena *perm, int64_t n)
{
    static const char *const words[] = {"no",   "one",    "two",   "three", "four",
                                        "five", "six",    "seven", "eight", "nine",
                                        "ten",  "eleven", "twelve"};
    if (n >= 0 && n < COUNTOF(words)) {
        return str_from(words[n]);
    }
    return num_fixed(perm, (double)n, 0);
}
