/* Student's t and the normal distribution, by libm and one continued fraction. */
#include "base/base.h"

#include <assert.h>

#include "stats/stats.h"

/* ln(Γ(a + 1/2) / Γ(a)). From a = 30 on by its asymptotic series, because the difference
 * of two lgamma() loses digits as they grow. Source: Tricomi & Erdélyi 1951. */
static double log_gamma_step(double a)
{
    if (a < 30) {
        int sign;
        return lgamma_r(a + 0.5, &sign) - lgamma_r(a, &sign);
    }
    double r = 1 / (a * a);
    double tail = 1.0 / 8 - r * (1.0 / 192 - r * (1.0 / 640 - r * 17.0 / 14336));
    return 0.5 * log(a) - tail / a;
}

/* B in I_x(a, b) = x^a y^b / (Beta(a, b) B), the continued fraction that keeps its digits
 * for large a because it takes y = 1 - x by itself; converges fast for x < a / (a + b).
 * Source: DiDonato & Morris 1992, equation 9; evaluated by Lentz's method. */
static double beta_fraction(double a, double b, double x, double y)
{
    enum { MOST_STEPS = 100000 };
    const double tiny = 1e-300;
    double f = a * (a * y - b * x + 1) / (a + 1);
    double c = f, d = 0;
    for (int n = 1; n < MOST_STEPS; n++) {
        double near = a + 2 * n - 1;
        double top = (a + n - 1) * (a + b + n - 1) * n * (b - n) * x * x / (near * near);
        double bottom = n + n * (b - n) * x / near
                        + (a + n) * (a * y - b * x + 1 + n * (2 - x)) / (near + 2);
        d = bottom + top * d;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = bottom + top / (fabs(c) < tiny ? tiny : c);
        f *= c * d;
        if (fabs(c * d - 1) < 2e-16) {
            break;
        }
    }
    return f;
}

/* P(|T| >= t) = I_x(df/2, 1/2) with x = df / (df + t^2). */
double stats_t_two_sided(double t, double df)
{
    assert(df > 0);
    const double log_root_pi = 0.57236494292470008707;
    double a = df / 2, square = t * t / df;
    if (!isfinite(square)) {
        return 0;
    }
    double x = 1 / (1 + square), y = square / (1 + square);
    if (square <= 0) {
        return 1;
    }
    double log_front = log_gamma_step(a) - log_root_pi - a * log1p(square) + 0.5 * log(y);
    if (x < a / (a + 0.5)) {
        return exp(log_front) / beta_fraction(a, 0.5, x, y);
    }
    return 1 - exp(log_front) / beta_fraction(0.5, a, y, x);
}

double stats_t_quantile(double p, double df)
{
    assert(p > 0 && p < 1 && df > 0);
    double low = 0, high = 1;
    while (stats_t_two_sided(high, df) > 1 - p && high < 1e150) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 200; i++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        if (stats_t_two_sided(middle, df) > 1 - p) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + (high - low) / 2;
}

double stats_normal_cdf(double z)
{
    return 0.5 * erfc(-z / 1.4142135623730950488);
}

double stats_normal_quantile(double p)
{
    assert(p > 0 && p < 1);
    if (p >= 0.5) { /* 1 - p is exact here, and the tail below keeps its digits */
        return p > 0.5 ? -stats_normal_quantile(1 - p) : 0;
    }
    double low = -40, high = 0;
    for (int i = 0; i < 200; i++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        if (stats_normal_cdf(middle) < p) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + (high - low) / 2;
}
