/* merge.h - one metric of several load generators as if one had seen it all. */
#ifndef MODEL_MERGE_H
#define MODEL_MERGE_H

#include "model/model.h"

/* Joins ms[0..n) into *ret, in perm: where each holds all its samples, theirs together
 * (percentiles by linear interpolation); else by their sketches, whose percentiles are
 * off by SKETCH_ERROR at most. Percentiles are never averaged. False: one of them has
 * neither (a tool that printed percentiles alone), or they differ in unit. */
bool metric_merge(arena *perm, arena scratch, const metric *const *ms, ptrdiff_t n,
                  metric *ret);

#endif
