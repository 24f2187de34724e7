#!/usr/bin/python3
"""Reference values for src/stats, computed by SciPy and NumPy, not by us.

    tests/reference/make-stats.py > tests/reference/stats.txt     writes them
    tests/reference/make-stats.py --check tests/reference/stats.txt

Needs Debian's python3-scipy; the tests themselves read only stats.txt. One line a case:
the function's name, its arguments, "=", its results. A sample is its count and then its
values. --check allows the last digits to differ, as they do between versions of SciPy.
"""
import math
import sys

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
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        check(sys.argv[2])
    else:
        print("\n".join(LINES))


main()
