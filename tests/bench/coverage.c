/* coverage - how often each interval holds the true ratio, measured.
 *
 *     build/coverage [TRIALS] [N…]     default: 2000 3 5 10 20 50
 *
 * Two samples of the same distribution, one of them 1.1 times as large, so that the ratio
 * of means and that of medians both are 1.1. Every line has a seed of its own, so that a
 * part of the table gives the same lines as the whole. */
#include "base/base.h"

#include "base/str.h"
#include "stats/boot.h"

enum { LARGEST = 1000 };

static double normal(splitmix *random)
{
    double radius = sqrt(-2 * log(stats_uniform(random)));
    return radius * cos(6.283185307179586 * stats_uniform(random));
}

static double draw_normal(splitmix *random)
{
    return 1 + 0.05 * normal(random);
}

static double draw_lognormal(splitmix *random)
{
    return exp(0.4 * normal(random));
}

/* Every fourth run waits for something. */
static double draw_bimodal(splitmix *random)
{
    bool slow = stats_uniform(random) < 0.25;
    return (slow ? 1.4 : 1) + 0.02 * normal(random);
}

/* One run in twenty is disturbed, by any amount. */
static double draw_heavy_tail(splitmix *random)
{
    double x = 1 + 0.03 * normal(random);
    if (stats_uniform(random) < 0.05) {
        x += 0.2 * (pow(stats_uniform(random), -0.5) - 1);
    }
    return x;
}

static const struct {
    const char *name;
    double (*draw)(splitmix *random);
} distributions[] = {
    {"normal", draw_normal},
    {"lognormal", draw_lognormal},
    {"bimodal", draw_bimodal},
    {"heavy tail", draw_heavy_tail},
};

enum { FIELLER, BCA_MEANS, BCA_MEDIANS, WELCH, METHODS };

typedef struct {
    int held[METHODS], tried[METHODS];
    double width[METHODS];
} tally;

static void count(tally *t, int method, bool known, interval ci, double truth)
{
    if (known) {
        t->tried[method]++;
        t->held[method] += ci.low <= truth && truth <= ci.high;
        t->width[method] += ci.high - ci.low;
    }
}

static void try_once(tally *t, const double *a, const double *b, int n, arena scratch)
{
    const double truth = 1.1;
    sample sa = {a, n}, sb = {b, n};
    summary ma = stats_summary(a, n), mb = stats_summary(b, n);
    interval ci = {0};
    bool known = stats_fieller(ma, mb, 0.95, &ci);
    count(t, FIELLER, known, ci, truth);
    known = stats_bootstrap(sa, sb, CENTER_MEAN, 0.95, scratch, &ci);
    count(t, BCA_MEANS, known, ci, truth);
    known = stats_bootstrap(sa, sb, CENTER_MEDIAN, 0.95, scratch, &ci);
    count(t, BCA_MEDIANS, known, ci, truth);
    welch_test w = {0};
    ma.mean /= truth; /* no difference is left: p > 0.05 is right */
    ma.stddev /= truth;
    known = stats_welch(ma, mb, &w);
    count(t, WELCH, known, (interval){w.p > 0.05 ? 0 : 2, 2}, truth);
}

static str line_of(arena *perm, const char *name, int n, const tally *t)
{
    str text = str_fmt(perm, "%-10s %3d", name, n);
    for (int m = 0; m < METHODS; m++) {
        double share = t->tried[m] ? 100.0 * t->held[m] / t->tried[m] : 0;
        double width = t->tried[m] ? t->width[m] / t->tried[m] : 0;
        str cell = t->tried[m] == 0 ? str_fmt(perm, "%14s", "-")
                   : m == WELCH     ? str_fmt(perm, "  %12.1f", share)
                                    : str_fmt(perm, "  %5.1f (%4.2f)", share, width);
        text = str_fmt(perm, "%.*s%.*s", SV(text), SV(cell));
    }
    return text;
}

/* One line of the table. */
static str measure(arena *perm, ptrdiff_t d, int n, int trials, arena scratch)
{
    splitmix random = {(uint64_t)n * 1000 + (uint64_t)d};
    double a[LARGEST], b[LARGEST];
    tally t = {0};
    for (int i = 0; i < trials; i++) {
        for (int k = 0; k < n; k++) {
            a[k] = 1.1 * distributions[d].draw(&random);
            b[k] = distributions[d].draw(&random);
        }
        try_once(&t, a, b, n, scratch);
    }
    return line_of(perm, distributions[d].name, n, &t);
}

#ifndef COVERAGE_IN_TEST
int main(int argc, char **argv)
{
    static const int usual[] = {3, 5, 10, 20, 50};
    int trials = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 2000;
    arena scratch = arena_open(1 << 26), perm = arena_open(1 << 20);
    printf(
        "How often a 95 %% interval holds the true ratio: %% of %d trials (mean width)\n"
        "runs are per side\n\n"
        "%-10s %3s  %12s  %12s  %12s  %12s\n",
        trials, "", "n", "Fieller", "BCa means", "BCa medians", "Welch p>0.05");
    for (ptrdiff_t d = 0; d < COUNTOF(distributions); d++) {
        for (ptrdiff_t i = 0; i < (argc > 2 ? argc - 2 : COUNTOF(usual)); i++) {
            long n = argc > 2 ? strtol(argv[i + 2], NULL, 10) : usual[i];
            n = n < 2 ? 2 : n > LARGEST ? LARGEST : n;
            str line = measure(&perm, d, (int)n, trials, scratch);
            printf("%.*s\n", SV(line));
            fflush(stdout);
        }
    }
    arena_close(&perm);
    arena_close(&scratch);
    return ferror(stdout) != 0;
}
#endif
