#include "base/base.h"

#include "model/sketch.h"

enum { BITS = 7, BUCKETS = 1 << BITS, LOWEST = -128, OCTAVES = 256 };

typedef uint64_t *octaves[OCTAVES];

struct sketch {
    arena *perm;
    uint64_t count, zeros, negative;
    double min, max;
    octaves above, below; /* by magnitude; below: of negative values */
};

sketch *sketch_new(arena *perm)
{
    sketch *s = NEW(perm, sketch, 1);
    s->perm = perm;
    return s;
}

static uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Where a magnitude above zero falls: its octave, and the bucket in that. */
static int octave_of(uint64_t bits, int *bucket)
{
    int octave = (int)(bits >> 52 & 0x7FF) - 1023 - LOWEST;
    *bucket = (int)(bits >> (52 - BITS)) & (BUCKETS - 1);
    if (octave < 0) {
        *bucket = 0;
        return 0;
    }
    if (octave >= OCTAVES) {
        *bucket = BUCKETS - 1;
        return OCTAVES - 1;
    }
    return octave;
}

static uint64_t *octave_at(sketch *s, octaves side, int octave)
{
    if (!side[octave]) {
        side[octave] = NEW(s->perm, uint64_t, BUCKETS);
    }
    return side[octave];
}

void sketch_add(sketch *s, const double *values, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = values[i];
        bool first = s->count++ == 0;
        s->min = first || v < s->min ? v : s->min;
        s->max = first || v > s->max ? v : s->max;
        uint64_t bits = bits_of(v);
        if (bits << 1 == 0) {
            s->zeros++;
            continue;
        }
        int bucket, octave = octave_of(bits, &bucket);
        s->negative += bits >> 63;
        octave_at(s, bits >> 63 ? s->below : s->above, octave)[bucket]++;
    }
}

static void merge_side(sketch *to, octaves side, const octaves from)
{
    for (int i = 0; i < OCTAVES; i++) {
        for (int k = 0; from[i] && k < BUCKETS; k++) {
            octave_at(to, side, i)[k] += from[i][k];
        }
    }
}

void sketch_merge(sketch *to, const sketch *from)
{
    if (from->count == 0) {
        return;
    }
    bool first = to->count == 0;
    to->min = first || from->min < to->min ? from->min : to->min;
    to->max = first || from->max > to->max ? from->max : to->max;
    to->count += from->count;
    to->zeros += from->zeros;
    to->negative += from->negative;
    merge_side(to, to->above, from->above);
    merge_side(to, to->below, from->below);
}

void sketch_clear(sketch *s)
{
    for (int i = 0; i < OCTAVES; i++) {
        if (s->above[i]) {
            memset(s->above[i], 0, BUCKETS * sizeof *s->above[i]);
        }
        if (s->below[i]) {
            memset(s->below[i], 0, BUCKETS * sizeof *s->below[i]);
        }
    }
    s->count = s->zeros = s->negative = 0;
    s->min = s->max = 0;
}

uint64_t sketch_count(const sketch *s)
{
    return s->count;
}

/* The harmonic middle of a bucket's ends: equally far from both, relatively. */
static double middle(int octave, int bucket)
{
    double low = ldexp(1 + (double)bucket / BUCKETS, octave + LOWEST);
    double high = ldexp(1 + (double)(bucket + 1) / BUCKETS, octave + LOWEST);
    return 2 / (1 / low + 1 / high);
}

static double clamped(const sketch *s, double v)
{
    return v < s->min ? s->min : v > s->max ? s->max : v;
}

double sketch_value(const sketch *s, uint64_t rank)
{
    if (rank == 0) {
        return s->min;
    }
    if (rank >= s->count - 1) {
        return s->max;
    }
    if (rank < s->negative) {
        uint64_t left = s->negative - 1 - rank; /* from the one nearest to zero */
        for (int i = 0; i < OCTAVES; i++) {
            for (int k = 0; s->below[i] && k < BUCKETS; k++) {
                if (left < s->below[i][k]) {
                    return clamped(s, -middle(i, k));
                }
                left -= s->below[i][k];
            }
        }
    }
    rank -= s->negative;
    if (rank < s->zeros) {
        return 0;
    }
    rank -= s->zeros;
    for (int i = 0; i < OCTAVES; i++) {
        for (int k = 0; s->above[i] && k < BUCKETS; k++) {
            if (rank < s->above[i][k]) {
                return clamped(s, middle(i, k));
            }
            rank -= s->above[i][k];
        }
    }
    return s->max;
}

double sketch_percentile(const sketch *s, double p)
{
    double h = (double)(s->count - 1) * p / 100;
    uint64_t rank = (uint64_t)h;
    double low = sketch_value(s, rank);
    if (rank + 1 >= s->count) {
        return low;
    }
    return low + (h - (double)rank) * (sketch_value(s, rank + 1) - low);
}
