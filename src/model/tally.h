/* tally.h - all values of one metric as they come: exact while they fit, sketched beyond.
 *
 * Many tallies share one store of bounded size. When it is full, the tally that holds
 * most values gives them up for a sketch; the others stay exact. Moments, smallest,
 * largest and last value and the sum are exact (to rounding) at any size. */
#ifndef MODEL_TALLY_H
#define MODEL_TALLY_H

#include "model/model.h"
#include "model/sketch.h"

typedef struct tally_store tally_store;
typedef struct tally_chunk tally_chunk;

typedef struct value_tally {
    double *at, *stop; /* where the next value goes, and where the chunk is full */
    struct value_tally *next;
    tally_store *store;
    tally_chunk *first, *last;
    ptrdiff_t held; /* values in chunks before the last */
    bool keeps;     /* false: only counts and moments (counters and rates) */
    sketch *sketch; /* NULL: exact */

    /* of what has been digested: all but the last chunk */
    uint64_t n, nonzero;
    double mean, squares, sum, carry, min, max, latest;
} value_tally;

/* Room for `values` values at 8 bytes each, over all tallies. The store lives in memory
 * of its own: close it. */
tally_store *tally_store_open(arena *perm, ptrdiff_t values);
void tally_store_close(tally_store *s); /* NULL is fine */

/* `keeps`: its percentiles will be asked for. */
value_tally *tally_new(tally_store *s, bool keeps);

void tally_full(value_tally *t); /* for tally_add() alone */

/* v: finite. */
static inline void tally_add(value_tally *t, double v)
{
    *t->at++ = v;
    if (t->at == t->stop) {
        tally_full(t);
    }
}

/* Takes its chunks back into the store and starts it anew. */
void tally_clear(value_tally *t);

/* Digests the last values. n is the count of all. */
void tally_end(value_tally *t);

/* After tally_end(). The percentiles at ps[0..m), ascending, by linear interpolation
 * (Hyndman & Fan 7), exact or of the sketch; n > 0. */
void tally_percentiles(const value_tally *t, const double *ps, ptrdiff_t m, double *ret,
                       arena scratch);

/* After tally_end(): all values as a sketch, exact ones too. */
sketch *tally_sketch(arena *perm, const value_tally *t);

/* The values in order, when they are all held and at most `most`; NULL otherwise. */
double *tally_values(arena *perm, const value_tally *t, ptrdiff_t most);

#endif
