#include "base/base.h"

#include <assert.h>

#include "model/tally.h"

/* A tally begins small, so that thousands of rare metrics cost little. */
enum { SMALL = 64, LARGE = 1024 };

struct tally_chunk {
    struct tally_chunk *next;
    ptrdiff_t cap, n;
    double values[];
};

struct tally_store {
    arena *perm;
    arena region;
    ptrdiff_t left; /* values that may still be held */
    value_tally *all;
    tally_chunk *free_large;
    sketch *spare; /* of a cleared value_tally */
};

tally_store *tally_store_open(arena *perm, ptrdiff_t values)
{
    tally_store *s = NEW(perm, tally_store, 1);
    s->perm = perm;
    s->left = values;
    s->region = arena_open_huge((ptrdiff_t)1 << 36);
    return s;
}

void tally_store_close(tally_store *s)
{
    if (s) {
        arena_close(&s->region);
    }
}

static tally_chunk *new_chunk(tally_store *s, ptrdiff_t cap)
{
    if (cap == LARGE && s->free_large) {
        tally_chunk *c = s->free_large;
        s->free_large = c->next;
        *c = (tally_chunk){.cap = cap};
        return c;
    }
    ptrdiff_t head = (ptrdiff_t)offsetof(tally_chunk, values);
    tally_chunk *c = arena_alloc(&s->region, head + cap * (ptrdiff_t)sizeof(double), 1,
                                 _Alignof(tally_chunk));
    c->cap = cap;
    return c;
}

static void begin_chunk(value_tally *t, ptrdiff_t cap)
{
    tally_chunk *c = new_chunk(t->store, cap);
    if (t->last) {
        t->last->next = c;
    } else {
        t->first = c;
    }
    t->last = c;
    t->at = c->values;
    t->stop = c->values + cap;
}

value_tally *tally_new(tally_store *s, bool keeps)
{
    value_tally *t = NEW(s->perm, value_tally, 1);
    t->store = s;
    t->keeps = keeps;
    t->next = s->all;
    s->all = t;
    begin_chunk(t, SMALL);
    return t;
}

/* Sums in four lanes, in a fixed order: the same bits everywhere. */
static double sum_of(const double *v, ptrdiff_t n)
{
    double a = 0, b = 0, c = 0, d = 0;
    ptrdiff_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += v[i];
        b += v[i + 1];
        c += v[i + 2];
        d += v[i + 3];
    }
    for (; i < n; i++) {
        a += v[i];
    }
    return (a + b) + (c + d);
}

static double squares_of(const double *v, ptrdiff_t n, double mean)
{
    double a = 0, b = 0, c = 0, d = 0;
    ptrdiff_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += (v[i] - mean) * (v[i] - mean);
        b += (v[i + 1] - mean) * (v[i + 1] - mean);
        c += (v[i + 2] - mean) * (v[i + 2] - mean);
        d += (v[i + 3] - mean) * (v[i + 3] - mean);
    }
    for (; i < n; i++) {
        a += (v[i] - mean) * (v[i] - mean);
    }
    return (a + b) + (c + d);
}

/* What rounding takes off the sum is kept beside it (Neumaier 1974). */
static void add_exactly(value_tally *t, double more)
{
    double sum = t->sum + more;
    t->carry +=
        fabs(t->sum) >= fabs(more) ? (t->sum - sum) + more : (more - sum) + t->sum;
    t->sum = sum;
}

/* Joins the moments of n more values to those so far (Chan, Golub & LeVeque 1979). */
static void digest(value_tally *t, const double *v, ptrdiff_t n)
{
    if (n == 0) {
        return;
    }
    if (t->n == 0) {
        t->min = t->max = v[0];
    }
    uint64_t nonzero = 0;
    double low = t->min, high = t->max;
    for (ptrdiff_t i = 0; i < n; i++) {
        low = v[i] < low ? v[i] : low;
        high = v[i] > high ? v[i] : high;
        nonzero += v[i] < 0 || v[i] > 0;
    }
    t->min = low;
    t->max = high;
    t->nonzero += nonzero;
    t->latest = v[n - 1];
    double sum = sum_of(v, n), mean = sum / (double)n;
    double before = (double)t->n, more = (double)n, all = before + more;
    double delta = mean - t->mean;
    t->squares += squares_of(v, n, mean) + delta * delta * (before * more / all);
    t->mean += delta * (more / all);
    add_exactly(t, sum);
    t->n += (uint64_t)n;
}

/* Values so far go into a sketch, and their chunks back to the store. */
static void give_up(tally_store *s, value_tally *t)
{
    t->sketch = s->spare ? s->spare : sketch_new(s->perm);
    s->spare = NULL;
    for (tally_chunk *c = t->first, *next; c != t->last; c = next) {
        next = c->next;
        sketch_add(t->sketch, c->values, c->n);
        if (c->cap == LARGE) {
            c->next = s->free_large;
            s->free_large = c;
        }
        s->left += c->n;
    }
    t->first = t->last;
    t->held = 0;
}

static value_tally *largest(const tally_store *s)
{
    value_tally *most = NULL;
    for (value_tally *t = s->all; t; t = t->next) {
        if (!t->sketch && (!most || t->held > most->held)) {
            most = t;
        }
    }
    return most;
}

void tally_full(value_tally *t)
{
    tally_store *s = t->store;
    tally_chunk *c = t->last;
    c->n = t->at - c->values;
    digest(t, c->values, c->n);
    if (t->sketch) {
        sketch_add(t->sketch, c->values, c->n);
    }
    if (!t->keeps || t->sketch) {
        t->at = c->values;
        return;
    }
    t->held += c->n;
    s->left -= c->n;
    begin_chunk(t, c->cap == SMALL ? 4 * SMALL : LARGE);
    for (value_tally *most = NULL; s->left < 0 && (most = largest(s)) != NULL;) {
        give_up(s, most);
    }
}

void tally_clear(value_tally *t)
{
    tally_store *s = t->store;
    for (tally_chunk *c = t->first, *next; c != t->last; c = next) {
        next = c->next;
        s->left += c->n;
        if (c->cap == LARGE) {
            c->next = s->free_large;
            s->free_large = c;
        }
    }
    if (t->sketch && !s->spare) {
        s->spare = t->sketch;
        sketch_clear(s->spare);
    }
    tally_chunk *c = t->last;
    c->next = NULL;
    c->n = 0;
    *t = (value_tally){.at = c->values,
                       .stop = c->values + c->cap,
                       .next = t->next,
                       .store = s,
                       .first = c,
                       .last = c,
                       .keeps = t->keeps};
}

void tally_end(value_tally *t)
{
    tally_chunk *c = t->last;
    c->n = t->at - c->values;
    digest(t, c->values, c->n);
    if (t->sketch) {
        sketch_add(t->sketch, c->values, c->n);
    }
    if (t->n > 0 && isfinite(t->sum + t->carry)) {
        t->sum += t->carry;
        t->carry = 0;
        t->mean = t->sum / (double)t->n;
    }
}

double *tally_values(arena *perm, const value_tally *t, ptrdiff_t most)
{
    ptrdiff_t n = t->held + t->last->n;
    if (t->sketch || !t->keeps || n > most) {
        return NULL;
    }
    double *all = NEW(perm, double, n), *to = all;
    for (const tally_chunk *c = t->first; c; c = c->next) {
        memcpy(to, c->values, (size_t)c->n * sizeof *to);
        to += c->n;
    }
    return all;
}

sketch *tally_sketch(arena *perm, const value_tally *t)
{
    sketch *s = sketch_new(perm);
    if (t->sketch) { /* it has the last chunk's values, too */
        sketch_merge(s, t->sketch);
        return s;
    }
    for (const tally_chunk *c = t->first; c; c = c->next) {
        sketch_add(s, c->values, c->n);
    }
    return s;
}

/* --- percentiles of what is held, by counting bits ------------------------------------
 */

/* The bits of a double in an order that is the order of the values; -0 is 0. */
static uint64_t key_of(double v)
{
    uint64_t bits;
    v += 0.0;
    memcpy(&bits, &v, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double value_of(uint64_t key)
{
    uint64_t bits = key >> 63 ? key & ~(UINT64_C(1) << 63) : ~key;
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

enum { FIRST_BITS = 19, STEP_BITS = 15 }; /* sign, exponent, 7 bits; then 3 times 15 */

/* The member at `rank` among the values whose first bits are `prefix`: 15 more bits are
 * settled in each pass. */
static double refine(const value_tally *t, uint64_t prefix, uint64_t rank,
                     uint32_t *counts)
{
    for (int shift = 64 - FIRST_BITS; shift > 0;) {
        int next = shift - STEP_BITS;
        memset(counts, 0, sizeof *counts << STEP_BITS);
        for (const tally_chunk *c = t->first; c; c = c->next) {
            for (ptrdiff_t i = 0; i < c->n; i++) {
                uint64_t key = key_of(c->values[i]);
                if (key >> shift == prefix) {
                    counts[key >> next & ((1 << STEP_BITS) - 1)]++;
                }
            }
        }
        uint64_t digit = 0;
        while (rank >= counts[digit]) {
            rank -= counts[digit++];
        }
        prefix = prefix << STEP_BITS | digit;
        shift = next;
    }
    return value_of(prefix);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A bucket of the first 19 bits in which ranks are wanted. */
typedef struct {
    uint64_t prefix, below, n;
    double *values; /* NULL: too many to sort */
    ptrdiff_t taken;
} target;

typedef struct {
    const value_tally *t;
    uint64_t low, width; /* of the first bits that occur */
    uint32_t *counts;
    uint8_t *marks;
    target targets[64];
    ptrdiff_t n;
} selection;

/* In two places in turn: neighbours often fall into the same bucket, and one counter can
 * only be raised when its last raise is done. */
static void count_chunk(const tally_chunk *c, uint64_t low, uint32_t *counts,
                        uint64_t width)
{
    int shift = 64 - FIRST_BITS;
    uint32_t *other = counts + width;
    ptrdiff_t i = 0;
    for (; i + 2 <= c->n; i += 2) {
        counts[(key_of(c->values[i]) >> shift) - low]++;
        other[(key_of(c->values[i + 1]) >> shift) - low]++;
    }
    if (i < c->n) {
        counts[(key_of(c->values[i]) >> shift) - low]++;
    }
}

static void count_first_bits(selection *s, arena *scratch)
{
    int shift = 64 - FIRST_BITS;
    s->low = key_of(s->t->min) >> shift;
    s->width = (key_of(s->t->max) >> shift) - s->low + 1;
    s->counts = NEW(scratch, uint32_t, 2 * (ptrdiff_t)s->width);
    s->marks = NEW(scratch, uint8_t, (ptrdiff_t)s->width);
    for (const tally_chunk *c = s->t->first; c; c = c->next) {
        count_chunk(c, s->low, s->counts, s->width);
    }
    for (uint64_t i = 0; i < s->width; i++) {
        s->counts[i] += s->counts[s->width + i];
    }
}

/* The target that holds `rank`, found or made; ranks come ascending. */
static target *target_of(selection *s, uint64_t rank, arena *scratch)
{
    enum { MOST_SORTED = 1 << 14 };
    target *last = s->n > 0 ? &s->targets[s->n - 1] : NULL;
    if (last && rank < last->below + last->n) {
        return last;
    }
    uint64_t at = last ? last->prefix - s->low + 1 : 0;
    uint64_t below = last ? last->below + last->n : 0;
    while (rank >= below + s->counts[at]) {
        below += s->counts[at++];
    }
    target *made = &s->targets[s->n++];
    *made = (target){.prefix = at + s->low, .below = below, .n = s->counts[at]};
    if (made->n <= MOST_SORTED) {
        made->values = NEW(scratch, double, (ptrdiff_t)made->n);
        s->marks[at] = (uint8_t)s->n;
    }
    return made;
}

static void collect(selection *s)
{
    int shift = 64 - FIRST_BITS;
    for (const tally_chunk *c = s->t->first; c; c = c->next) {
        for (ptrdiff_t i = 0; i < c->n; i++) {
            uint8_t mark = s->marks[(key_of(c->values[i]) >> shift) - s->low];
            if (mark) {
                target *to = &s->targets[mark - 1];
                to->values[to->taken++] = c->values[i];
            }
        }
    }
    for (ptrdiff_t i = 0; i < s->n; i++) {
        if (s->targets[i].values) {
            qsort(s->targets[i].values, (size_t)s->targets[i].taken, sizeof(double),
                  ascending);
        }
    }
}

/* ranks: ascending, at most 64. */
static void select_ranks(const value_tally *t, const uint64_t *ranks, ptrdiff_t m,
                         double *ret, arena scratch)
{
    selection *s = NEW(&scratch, selection, 1);
    s->t = t;
    count_first_bits(s, &scratch);
    for (ptrdiff_t i = 0; i < m; i++) {
        target_of(s, ranks[i], &scratch);
    }
    collect(s);
    uint32_t *counts = NEW(&scratch, uint32_t, 1 << STEP_BITS);
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 0; i < m; i++) {
        while (ranks[i] >= s->targets[at].below + s->targets[at].n) {
            at++;
        }
        const target *from = &s->targets[at];
        uint64_t rank = ranks[i] - from->below;
        ret[i] =
            from->values ? from->values[rank] : refine(t, from->prefix, rank, counts);
    }
}

static int by_rank(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void tally_percentiles(const value_tally *t, const double *ps, ptrdiff_t m, double *ret,
                       arena scratch)
{
    enum { MOST = 32 };
    uint64_t ranks[2 * MOST];
    double values[2 * MOST];
    if (t->sketch || (t->min >= t->max)) {
        for (ptrdiff_t i = 0; i < m; i++) {
            ret[i] = t->sketch ? sketch_percentile(t->sketch, ps[i]) : t->min;
        }
        return;
    }
    assert(m <= MOST);
    for (ptrdiff_t i = 0; i < m; i++) {
        uint64_t rank = (uint64_t)((double)(t->n - 1) * ps[i] / 100);
        ranks[2 * i] = rank < t->n ? rank : t->n - 1;
        ranks[2 * i + 1] = rank + 1 < t->n ? rank + 1 : t->n - 1;
    }
    qsort(ranks, (size_t)(2 * m), sizeof *ranks, by_rank);
    select_ranks(t, ranks, 2 * m, values, scratch);
    for (ptrdiff_t i = 0; i < m; i++) {
        double h = (double)(t->n - 1) * ps[i] / 100;
        ptrdiff_t at = 0;
        while (at + 1 < 2 * m && ranks[at] < (uint64_t)h) {
            at++;
        }
        double low = values[at], high = low;
        for (; at < 2 * m && ranks[at] <= (uint64_t)h + 1; at++) {
            high = values[at];
        }
        ret[i] = low + (h - (double)(uint64_t)h) * (high - low);
    }
}
