/* E-divisive change points. */
#include "base/base.h"

#include "stats/boot.h"
#include "stats/changepoint.h"
#include "stats/rank.h"
#include "stats/sample.h"

enum { ORDERS = 999 };

/* Distances between ranks are summed by a Fenwick tree over the doubled ranks (whole
 * numbers, also for ties) of the values to the left of the split. */
typedef struct {
    int64_t *count, *sum;
    ptrdiff_t size;
} rank_tree;

static void tree_add(rank_tree *t, int64_t rank)
{
    for (ptrdiff_t i = rank; i < t->size; i += i & -i) {
        t->count[i]++;
        t->sum[i] += rank;
    }
}

/* Sum of |rank - r| over the r in the tree, of which there are n with the sum all. */
static int64_t tree_distance(const rank_tree *t, int64_t rank, int64_t n, int64_t all)
{
    int64_t count = 0, sum = 0;
    for (ptrdiff_t i = rank; i > 0; i -= i & -i) {
        count += t->count[i];
        sum += t->sum[i];
    }
    return rank * count - sum + (all - sum) - rank * (n - count);
}

typedef struct {
    double q;
    ptrdiff_t at; /* values on the left */
} best_split;

/* A stretch of the series as doubled ranks within it. */
typedef struct {
    int64_t *ranks;
    ptrdiff_t n;
    int64_t *to_all; /* by rank: the sum of its distances to all values */
    int64_t pairs;   /* the sum of distances of all pairs */
    rank_tree tree;
} stretch;

/* Moves the split from left to right, one value at a time. The statistic of a split with
 * m and k values is m k / (m + k) (2 mean|x - y| - mean|x - x'| - mean|y - y'|). */
static best_split scan(stretch *s)
{
    best_split best = {-1, 0};
    int64_t left = 0, cross = 0, right = s->pairs, sum = 0;
    memset(s->tree.count, 0, (size_t)s->tree.size * sizeof *s->tree.count);
    memset(s->tree.sum, 0, (size_t)s->tree.size * sizeof *s->tree.sum);
    for (ptrdiff_t i = 0; i + STATS_SEGMENT_MIN < s->n; i++) {
        int64_t rank = s->ranks[i];
        int64_t to_left = tree_distance(&s->tree, rank, i, sum);
        int64_t to_right = s->to_all[rank] - to_left;
        left += to_left;
        right -= to_right;
        cross += to_right - to_left;
        tree_add(&s->tree, rank);
        sum += rank;
        double m = (double)(i + 1), k = (double)(s->n - i - 1);
        if (i + 1 < STATS_SEGMENT_MIN) {
            continue;
        }
        double q = m * k / (m + k)
                   * (2 * (double)cross / (m * k) - 2 * (double)left / (m * (m - 1))
                      - 2 * (double)right / (k * (k - 1)));
        if (q > best.q) {
            best = (best_split){q, i + 1};
        }
    }
    return best;
}

static stretch stretch_of(arena *perm, const double *xs, ptrdiff_t n)
{
    stretch s = {.n = n, .tree.size = 2 * n + 1};
    s.ranks = NEW(perm, int64_t, n);
    s.to_all = NEW(perm, int64_t, s.tree.size);
    s.tree.count = NEW(perm, int64_t, s.tree.size);
    s.tree.sum = NEW(perm, int64_t, s.tree.size);
    double *ranks = NEW(perm, double, n);
    if (!stats_ranks(xs, n, ranks, *perm)) {
        s.n = 0; /* all values are equal */
        return s;
    }
    int64_t all = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        s.ranks[i] = (int64_t)(2 * ranks[i]);
        tree_add(&s.tree, s.ranks[i]);
        all += s.ranks[i];
    }
    int64_t twice = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        s.to_all[s.ranks[i]] = tree_distance(&s.tree, s.ranks[i], n, all);
        twice += s.to_all[s.ranks[i]];
    }
    s.pairs = twice / 2;
    return s;
}

static void shuffle(splitmix *random, int64_t *xs, ptrdiff_t n)
{
    for (ptrdiff_t i = n - 1; i > 0; i--) {
        ptrdiff_t k = (ptrdiff_t)(stats_uniform(random) * (double)(i + 1));
        int64_t keep = xs[i];
        xs[i] = xs[k];
        xs[k] = keep;
    }
}

/* The best split of xs[0..n), if chance seldom gives a better one. 0: there is none. */
static ptrdiff_t split(const double *xs, ptrdiff_t n, double significance, arena scratch,
                       double *p)
{
    if (n / 2 < STATS_SEGMENT_MIN) {
        return 0;
    }
    stretch s = stretch_of(&scratch, xs, n);
    if (s.n == 0) {
        return 0;
    }
    best_split seen = scan(&s);
    splitmix random = {20250810};
    int as_good = 1;
    for (int i = 0; i < ORDERS && as_good <= significance * (ORDERS + 1); i++) {
        shuffle(&random, s.ranks, n);
        as_good += scan(&s).q >= seen.q - 1e-9;
    }
    *p = (double)as_good / (ORDERS + 1);
    return *p <= significance ? seen.at : 0;
}

/* Fills the medians from the segments on both sides. */
static void describe(const double *xs, ptrdiff_t n, arena scratch, change_point *points,
                     ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t at = points[i].at;
        ptrdiff_t from = i > 0 ? points[i - 1].at : 0;
        ptrdiff_t to = i + 1 < count ? points[i + 1].at : n;
        points[i].before = stats_median(xs + from, at - from, scratch);
        points[i].after = stats_median(xs + at, to - at, scratch);
    }
}

/* Points are kept in order by going on with the left side first; what is still to do
 * waits on a stack of ends. */
ptrdiff_t stats_change_points(const double *xs, ptrdiff_t n, double significance,
                              arena scratch, change_point *ret)
{
    typedef struct {
        ptrdiff_t end;
        double p; /* of the split at its end */
    } pending;
    pending *stack = NEW(&scratch, pending, n + 1);
    ptrdiff_t depth = 0, count = 0, from = 0;
    stack[depth++] = (pending){n, 0};
    while (depth > 0) {
        double p = 0;
        ptrdiff_t end = stack[depth - 1].end;
        ptrdiff_t at = split(xs + from, end - from, significance, scratch, &p);
        if (at > 0) {
            stack[depth++] = (pending){from + at, p};
            continue;
        }
        depth--;
        if (depth > 0) {
            ret[count++] = (change_point){.at = end, .p = stack[depth].p};
        }
        from = end;
    }
    describe(xs, n, scratch, ret, count);
    return count;
}
