#include "base/base.h"

#include <assert.h>

#include "base/num.h"
#include "chart/scale.h"

double scale_at(const scale *s, double v)
{
    double share = s->log ? log(v / s->low) / log(s->high / s->low)
                          : (v - s->low) / (s->high - s->low);
    return s->from + (s->to - s->from) * share;
}

void scale_widen(scale *s, bool from_zero)
{
    double spread = s->high - s->low;
    double size = fmax(fabs(s->high), fabs(s->low));
    double room = spread > size * 1e-9 ? spread * 0.05 : size > 1e-300 ? size * 0.1 : 1;
    s->high += room;
    s->low -= from_zero && s->low >= 0 ? 0 : room;
}

void range_add(double *low, double *high, double v)
{
    *low = v < *low ? v : *low;
    *high = v > *high ? v : *high;
}

/* 0, 1, -1, 2, … are exponents: 1 is 10. The power is exact where it can be. */
static double power_of_ten(int exponent)
{
    return exponent >= 0 ? pow(10, exponent) : 1 / pow(10, -exponent);
}

/* A round step: mantissa × 10^exponent, mantissa 1, 2 or 5. */
typedef struct {
    int mantissa, exponent;
} tick_step;

static double step_value(tick_step s)
{
    return s.exponent >= 0 ? s.mantissa * power_of_ten(s.exponent)
                           : s.mantissa / power_of_ten(-s.exponent);
}

static tick_step step_next(tick_step s)
{
    return s.mantissa == 1   ? (tick_step){2, s.exponent}
           : s.mantissa == 2 ? (tick_step){5, s.exponent}
                             : (tick_step){1, s.exponent + 1};
}

/* A little tolerance, so that 0.3 / 0.1 is 3 steps. */
static double first_index(double low, double step)
{
    return ceil(low / step - 1e-9);
}

static double last_index(double high, double step)
{
    return floor(high / step + 1e-9);
}

static tick_step step_for(double low, double high, ptrdiff_t most)
{
    tick_step s = {1, (int)floor(log10((high - low) / (double)most)) - 1};
    while (last_index(high, step_value(s)) - first_index(low, step_value(s)) + 1
           > (double)most) {
        s = step_next(s);
    }
    return s;
}

/* "20k" from ten thousand on, "2e-9" below a ten-thousandth, else with the decimals that
 * the step needs. */
static str tick_text(arena *perm, double v, int exponent, double largest)
{
    static const struct {
        double unit;
        int digits;
        const char *sign;
    } units[] = {
        {1e15, 15, "P"}, {1e12, 12, "T"}, {1e9, 9, "G"}, {1e6, 6, "M"}, {1e3, 3, "k"}};
    if (v == 0) {
        return S("0");
    }
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (largest >= units[i].unit && largest >= 10000) {
            int decimals = units[i].digits - exponent;
            decimals = decimals < 0 ? 0 : decimals;
            return str_fmt(perm, "%.*s%s",
                           SV(num_fixed(perm, v / units[i].unit, decimals)),
                           units[i].sign);
        }
    }
    if (largest < 1e-3) {
        int digits = (int)floor(log10(largest) + 1e-9);
        int decimals = digits - exponent;
        return str_fmt(
            perm, "%.*se−%d",
            SV(num_fixed(perm, v * power_of_ten(-digits), decimals < 0 ? 0 : decimals)),
            -digits);
    }
    return num_fixed(perm, v, exponent < 0 ? -exponent : 0);
}

static void add_tick(ticks *t, double v, str text)
{
    t->values[t->count] = v;
    t->texts[t->count++] = text;
}

static ticks linear_ticks(arena *perm, const scale *s, ptrdiff_t most)
{
    tick_step step = step_for(s->low, s->high, most);
    double first = first_index(s->low, step_value(step));
    double last = last_index(s->high, step_value(step));
    double largest = fmax(fabs(first), fabs(last)) * step_value(step);
    ticks t = {0};
    ptrdiff_t steps = (ptrdiff_t)(last - first);
    for (ptrdiff_t k = 0; k <= steps; k++) {
        double i = first + (double)k;
        /* i × 2 ÷ 10 is 0.6 where i × 0.2 is 0.6000000000000001 */
        double v = step.exponent >= 0 ? i * step.mantissa * power_of_ten(step.exponent)
                                      : i * step.mantissa / power_of_ten(-step.exponent);
        add_tick(&t, v, tick_text(perm, v, step.exponent, largest));
    }
    return t;
}

/* The mantissas that a decade gets, by how many decades there are. */
static ticks log_ticks(arena *perm, const scale *s, ptrdiff_t most)
{
    static const int mantissas[][4] = {{1, 2, 5, 0}, {1, 3, 0, 0}, {1, 0, 0, 0}};
    int first = (int)floor(log10(s->low) + 1e-9);
    int last = (int)floor(log10(s->high) + 1e-9);
    ptrdiff_t count = 0;
    ptrdiff_t set = -1;
    int every = 1;
    do {
        if (set < COUNTOF(mantissas) - 1) {
            set++;
        } else {
            every++;
        }
        count = 0;
        for (int e = first; e <= last; e += every) {
            for (const int *m = mantissas[set]; m < mantissas[set] + 4 && *m; m++) {
                double v = *m * power_of_ten(e);
                count += v >= s->low * (1 - 1e-9) && v <= s->high * (1 + 1e-9);
            }
        }
    } while (count > most);
    ticks t = {0};
    for (int e = first; e <= last; e += every) {
        for (const int *m = mantissas[set]; m < mantissas[set] + 4 && *m; m++) {
            double v = *m * power_of_ten(e);
            if (v >= s->low * (1 - 1e-9) && v <= s->high * (1 + 1e-9)) {
                add_tick(&t, v, tick_text(perm, v, e, v));
            }
        }
    }
    return t;
}

ticks scale_ticks(arena *perm, const scale *s, ptrdiff_t most)
{
    assert(s->low < s->high && (!s->log || s->low > 0));
    assert(most >= 2 && most <= MAX_TICKS);
    ticks t = s->log ? log_ticks(perm, s, most) : (ticks){0};
    return t.count >= 3 ? t : linear_ticks(perm, s, most); /* log, but hardly a decade */
}
