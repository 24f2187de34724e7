#include "base/base.h"

#include "base/instant.h"
#include "base/num.h"
#include "import/k6_series.h"

enum { BLOCK = 1024, BLOCKS = 128, EARLIER = 4 * BLOCK, WINDOW = 60 };

static const double percents[] = {50, 95, 99};

typedef struct {
    double requests, vus, latency[COUNTOF(percents)];
    int vu_points;
    bool has_latency;
    value_tally *open;
} second;

struct k6_series {
    arena *perm;
    arena scratch;
    tally_store *store;
    bool begun;
    int64_t base;            /* second 0 of block 0 */
    second *blocks[BLOCKS];  /* NULL: nothing in it */
    ptrdiff_t first, newest; /* used seconds */
    ptrdiff_t closed;        /* seconds before this are closed */
    value_tally *spare[WINDOW + 2];
    int spare_count;
    ptrdiff_t left_out;
};

k6_series *k6_series_new(arena *perm, tally_store *store, arena scratch)
{
    k6_series *s = NEW(perm, k6_series, 1);
    s->perm = perm;
    s->scratch = scratch;
    s->store = store;
    return s;
}

static second *at(k6_series *s, ptrdiff_t i)
{
    second *block = s->blocks[i / BLOCK];
    return block ? &block[i % BLOCK] : NULL;
}

static void close_second(k6_series *s, second *x)
{
    if (!x || !x->open) {
        return;
    }
    tally_end(x->open);
    tally_percentiles(x->open, percents, COUNTOF(percents), x->latency, s->scratch);
    x->has_latency = true;
    tally_clear(x->open);
    s->spare[s->spare_count++] = x->open;
    x->open = NULL;
}

static void close_before(k6_series *s, ptrdiff_t end)
{
    while (s->closed < end) {
        if (s->blocks[s->closed / BLOCK]) {
            close_second(s, at(s, s->closed++));
            continue;
        }
        ptrdiff_t next_block = (s->closed / BLOCK + 1) * BLOCK;
        s->closed = next_block < end ? next_block : end;
    }
}

/* The second's slot; NULL: out of range. */
static second *slot(k6_series *s, int64_t when, ptrdiff_t *index)
{
    if (!s->begun) {
        s->begun = true;
        s->base = when - EARLIER;
        s->first = s->newest = EARLIER;
        s->closed = EARLIER - WINDOW;
    }
    if (when < s->base || when - s->base >= (int64_t)BLOCK * BLOCKS) {
        return NULL;
    }
    ptrdiff_t i = (ptrdiff_t)(when - s->base);
    if (!s->blocks[i / BLOCK]) {
        s->blocks[i / BLOCK] = NEW(s->perm, second, BLOCK);
    }
    s->first = i < s->first ? i : s->first;
    if (i > s->newest) {
        s->newest = i;
        close_before(s, i - WINDOW);
    }
    *index = i;
    return at(s, i);
}

static void add_latency(k6_series *s, second *x, ptrdiff_t i, double v)
{
    if (i < s->closed) {
        s->left_out++;
        return;
    }
    if (!x->open) {
        x->open =
            s->spare_count > 0 ? s->spare[--s->spare_count] : tally_new(s->store, true);
    }
    tally_add(x->open, v);
}

void k6_series_add(k6_series *s, k6_role role, int64_t when, double v)
{
    ptrdiff_t i = 0;
    second *x = slot(s, when, &i);
    if (!x) {
        s->left_out++;
    } else if (role == K6_REQUESTS) {
        x->requests += v;
    } else if (role == K6_VUS) {
        x->vus += v;
        x->vu_points++;
    } else {
        add_latency(s, x, i, v);
    }
}

static maybe if_finite(double v)
{
    return isfinite(v) ? SOME(v) : (maybe){0};
}

static maybe value_at(k6_series *s, k6_role role, ptrdiff_t i, ptrdiff_t k)
{
    const second *x = at(s, i);
    if (role == K6_REQUESTS) {
        return if_finite(x ? x->requests : 0);
    }
    if (role == K6_VUS) {
        return x && x->vu_points > 0 ? if_finite(x->vus / x->vu_points) : (maybe){0};
    }
    return x && x->has_latency ? if_finite(num_shift(x->latency[k], -3)) : (maybe){0};
}

static maybe *values_of(k6_series *s, k6_role role, ptrdiff_t k, ptrdiff_t n)
{
    maybe *values = NEW(s->perm, maybe, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        values[i] = value_at(s, role, s->first + i, k);
    }
    return values;
}

void k6_series_set(k6_series *s, k6_role role, metric *m)
{
    if (!s->begun || !m) {
        return;
    }
    close_before(s, s->newest + 1);
    ptrdiff_t n = s->newest - s->first + 1;
    str start = instant_text(s->perm, s->base + s->first, 0);
    if (!start.ptr) {
        return;
    }
    m->series =
        (series){.start = start, .step = 1, .values = values_of(s, role, 0, n), .n = n};
    if (role != K6_LATENCY) {
        return;
    }
    m->series.percentile_count = COUNTOF(percents) - 1;
    m->series.percents = NEW(s->perm, double, COUNTOF(percents) - 1);
    m->series.at = NEW(s->perm, maybe *, COUNTOF(percents) - 1);
    for (ptrdiff_t k = 1; k < COUNTOF(percents); k++) {
        m->series.percents[k - 1] = percents[k];
        m->series.at[k - 1] = values_of(s, role, k, n);
    }
}

ptrdiff_t k6_series_left_out(const k6_series *s)
{
    return s->left_out;
}
