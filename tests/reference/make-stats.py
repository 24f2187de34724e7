#!/usr/bin/python3
"""Reference values for src/stats, computed by SciPy and NumPy, not by us.

    tests/reference/make-stats.py > tests/reference/stats.txt     writes them
    tests/reference/make-stats.py --check tests/reference/stats.txt

Needs Debian's python3-scipy; the tests themselves read only stats.txt. One line a case:
the function's name, its arguments, "=", its results. A sample is its count and then its
values. --check allows the last digits to differ, as they do between versions of SciPy.
"""
import itertools
import math
import sys

import numpy
from scipy import optimize, stats

LINES = []


def case(name, args, results):
    def text(values):
        return " ".join(repr(float(v)) if isinstance(v, float) else str(v) for v in values)

    LINES.append(f"{name} {text(args)} = {text(results)}")


SUMMARIES = [  # a: mean, stddev, n; b: mean, stddev, n
    (16.324, 0.469, 10, 15.698, 0.935, 10),
    (23.533, 0.769, 10, 15.698, 0.935, 10),
    (15.698, 0.935, 10, 16.324, 0.469, 10),
    (1.0, 0.01, 3, 1.5, 0.4, 5),
    (2.5e-6, 3e-7, 40, 2.4e-6, 2e-7, 12),
    (100.0, 1.0, 2, 101.0, 1.0, 2),
    (62399.35, 9000.0, 4, 38065.93, 5000.0, 6),
    (0.5, 0.6, 8, 10.0, 1.0, 8),
    (7.0, 0.0, 5, 8.0, 0.5, 5),
    (7.0, 0.5, 5, 8.0, 0.0, 5),
    (1e9, 5e6, 1000, 1.001e9, 6e6, 800),
]


def t_quantile(p, df):
    """By inverting sf: SciPy 1.10's own isf(0.25, 1) is off by 1e-11."""

    def excess(t):
        return stats.t.sf(t, df) - (1 - p) / 2

    return optimize.brentq(excess, 0, 2000, xtol=1e-300, rtol=1e-15)


def t_distribution():
    for df in (1.0, 1.5, 2.0, 3.7, 13.259285002246253, 30.0, 59.9, 61.0, 200.0, 1e4, 1e7):
        for t in (1e-8, 0.01, 0.5, 1.0, 1.892468922321519, 4.0, 12.0, 40.0):
            p = 2 * stats.t.sf(t, df)
            if p > 1e-290:
                case("t_two_sided", [t, df], [p])
        for p in (0.5, 0.9, 0.95, 0.99, 0.999):
            case("t_quantile", [p, df], [t_quantile(p, df)])
    for z in (-30.0, -8.0, -1.96, -0.1, 0.0, 0.3, 1.5, 5.0):
        case("normal_cdf", [z], [stats.norm.cdf(z)])
    for p in (1e-12, 0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 0.9999):
        case("normal_quantile", [p], [stats.norm.ppf(p)])


def welch(a, b):
    r = stats.ttest_ind_from_stats(*a, *b, equal_var=False)
    va, vb = a[1] ** 2 / a[2], b[1] ** 2 / b[2]
    df = (va + vb) ** 2 / (va**2 / (a[2] - 1) + vb**2 / (b[2] - 1))
    reach = stats.t.ppf(0.975, df) * math.sqrt(va + vb)
    return [r.statistic, df, r.pvalue, a[0] - b[0] - reach, a[0] - b[0] + reach]


def fieller(a, b, level):
    """The ratios r that Welch's test of a = r b keeps: by SciPy's test and root finder."""

    def excess(r):
        scaled = (r * b[0], abs(r) * b[1], b[2])
        return stats.ttest_ind_from_stats(*a, *scaled, equal_var=False).pvalue - (1 - level)

    ratio = a[0] / b[0]
    edges = []
    for sign in (-1, 1):
        step = abs(ratio) / 1000
        while excess(ratio + sign * step) > 0:
            step *= 1.5
        edges.append(optimize.brentq(excess, ratio, ratio + sign * step, xtol=1e-300, rtol=1e-14))
    return edges


def summaries():
    for row in SUMMARIES:
        a, b = row[:3], row[3:]
        ratio = a[0] / b[0]
        sigma = abs(ratio) * math.sqrt((a[1] / a[0]) ** 2 + (b[1] / b[0]) ** 2)
        case("ratio", row, [ratio, sigma])
        case("welch", row, welch(a, b))
        alone = stats.t.sf(b[0] / (b[1] / math.sqrt(b[2])), b[2] - 1) * 2 if b[1] else 0
        for level in (0.95, 0.99):
            if alone < 1 - level:
                case("fieller", [*row, level], fieller(a, b, level))


EVEN = [15.9, 16.4, 15.7, 17.39, 16.2, 16.35, 15.76, 16.8, 16.01, 16.6]
ODD = [14.9, 15.2, 16.9, 15.0, 15.6, 14.71, 15.3, 17.1, 15.05]
TIED = [1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0]
TIED_TOO = [2.0, 3.0, 4.0, 4.0, 5.0, 7.0]
LONG = [float(f"{100 + 7 * math.sin(i * i):.3f}") for i in range(90)]
LONG_TOO = [float(f"{102 + 7 * math.sin(i * i + 1):.1f}") for i in range(80)]
PAIRS = [
    (EVEN, ODD), (ODD, EVEN), (TIED, TIED_TOO), (EVEN[:4], ODD[:4]), (EVEN[:5], ODD[:3]),
    ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]), (LONG[:50], LONG_TOO[:50]),
    ([1.0], [2.0, 2.0, 3.0]), (LONG, LONG_TOO),
]


def sample(xs):
    return [len(xs), *xs]


def exact_mann_whitney(a, b):
    """All ways to deal the pooled ranks out, by counting sums of doubled midranks."""
    twice = [round(2 * r) for r in stats.rankdata(a + b)]
    ways = [{} for _ in range(len(a) + 1)]
    ways[0][0] = 1
    for rank in twice:
        for k in range(len(a) - 1, -1, -1):
            for total, count in ways[k].items():
                ways[k + 1][total + rank] = ways[k + 1].get(total + rank, 0) + count
    seen, counts = sum(twice[: len(a)]), ways[len(a)]
    low = sum(c for s, c in counts.items() if s <= seen)
    high = sum(c for s, c in counts.items() if s >= seen)
    return min(1.0, 2 * min(low, high) / math.comb(len(a) + len(b), len(a)))


def ranks():
    for a, b in PAIRS:
        args = [*sample(a), *sample(b)]
        method = "exact" if min(len(a), len(b)) * (len(a) + len(b)) <= 5000 else "asymptotic"
        r = stats.mannwhitneyu(a, b, method=method)
        p = r.pvalue
        if method == "exact":  # SciPy's own knows no ties
            p = exact_mann_whitney(a, b)
            if len(set(a + b)) == len(a + b):
                assert math.isclose(p, r.pvalue, rel_tol=1e-12)
        case("mann_whitney", args, [float(r.statistic), p, int(method == "exact")])
        case("cliff", args, [2 * float(r.statistic) / (len(a) * len(b)) - 1])
    for row in SUMMARIES:
        df = row[2] + row[5] - 2
        pooled = math.sqrt(((row[2] - 1) * row[1] ** 2 + (row[5] - 1) * row[4] ** 2) / df)
        unbias = math.exp(math.lgamma(df / 2) - math.lgamma((df - 1) / 2)) / math.sqrt(df / 2)
        case("hedges", row, [unbias * (row[0] - row[3]) / pooled])


def drift(xs):
    rho = stats.spearmanr(range(len(xs)), xs)
    p = rho.pvalue
    if len(xs) <= 9:
        rank = stats.rankdata(xs)
        centre = numpy.arange(len(xs)) - (len(xs) - 1) / 2
        orders = numpy.array(list(itertools.permutations(rank))) @ centre
        p = float(numpy.mean(numpy.abs(orders) >= abs(rank @ centre) - 1e-9))
    case("drift", sample(xs), [rho.statistic if hasattr(rho, "statistic") else rho.correlation, p])


def samples():
    for xs in (EVEN, ODD, TIED, TIED_TOO, LONG, [3.0, 4.0], [1e9 + 1, 1e9 + 2, 1e9 + 4]):
        case("summary", sample(xs), [numpy.mean(xs), numpy.std(xs, ddof=1)])
        case("quantiles", sample(xs), [*numpy.quantile(xs, [0.01, 0.25, 0.5, 0.9, 1])])
        case("variation", sample(xs), [stats.variation(xs, ddof=1)])
        case("robust", sample(xs), [numpy.median(xs), stats.median_abs_deviation(xs)])
        if len(xs) >= 4:
            drift(xs)
        if len(xs) >= 6:
            for level in (0.95, 0.99):
                rank = int(stats.binom.ppf((1 - level) / 2, len(xs), 0.5))
                if 2 * stats.binom.cdf(rank, len(xs), 0.5) <= 1 - level:
                    rank += 1
                if rank >= 1:
                    x, inside = sorted(xs), 1 - 2 * stats.binom.cdf(rank - 1, len(xs), 0.5)
                    case("median_interval", [level, *sample(xs)], [x[rank - 1], x[-rank], inside])
    for xs in ([1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.5, 1.0, 0.0], [2.0, 2.0, 3.0, 3.0, 9.0, 9.0]):
        drift(xs)


def bootstrap():
    """200,000 resamples: what 10,000 of another generator should come near to."""

    def ratio_of(centre):
        return lambda x, y, axis=-1: centre(x, axis=axis) / centre(y, axis=axis)

    for a, b in ((EVEN, ODD), (ODD, EVEN), (EVEN[:5], ODD[:5]), (LONG[:50], LONG_TOO[:40])):
        for name, centre in (("mean", numpy.mean), ("median", numpy.median)):
            r = stats.bootstrap((a, b), ratio_of(centre), method="BCa", n_resamples=200000,
                                batch=20000, random_state=1).confidence_interval
            case(f"boot_{name}", [*sample(a), *sample(b)], [r.low, r.high])


def many():
    for ps in ([0.01, 0.04, 0.03, 0.005], [0.5], [0.02, 0.02, 0.9, 0.001, 0.4]):
        order = numpy.argsort(ps, kind="stable")
        steps = numpy.minimum(1, numpy.array(ps)[order] * (len(ps) - numpy.arange(len(ps))))
        adjusted = numpy.empty(len(ps))
        adjusted[order] = numpy.maximum.accumulate(steps)
        case("holm", sample(ps), [*adjusted])
    for xs in ([1.04, 1.5, 0.9], [2.0], [1e-9, 1e9, 3.0]):
        case("geomean", sample(xs), [stats.gmean(xs)])


def check(path):
    with open(path, encoding="utf-8") as file:
        stored = file.read().splitlines()
    if len(stored) != len(LINES):
        sys.exit(f"{path}: {len(stored)} lines, {len(LINES)} computed")
    for number, (old, new) in enumerate(zip(stored, LINES), 1):
        for x, y in zip(old.split(), new.split()):
            if x != y and not math.isclose(float(x), float(y), rel_tol=1e-9, abs_tol=1e-300):
                sys.exit(f"{path}:{number}: stored {old}\n  computed {new}")
    print(f"{path}: {len(stored)} lines agree")


def main():
    t_distribution()
    summaries()
    ranks()
    samples()
    bootstrap()
    many()
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        check(sys.argv[2])
    else:
        print("\n".join(LINES))


main()
