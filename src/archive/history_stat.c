#include "base/base.h"

#include "archive/history_stat.h"
#include "archive/rows.h"
#include "base/num.h"
#include "model/sketch.h"
#include "stats/sample.h"

bool percentile_named(str stat, double *p)
{
    return str_starts(stat, S("p")) && num_double(str_drop(stat, 1), p) && *p > 0
           && *p < 100;
}

percentile_reader percentiles_open(archive *a, arena scratch)
{
    return (percentile_reader){
        .a = a, .perm = arena_open((ptrdiff_t)1 << 36), .scratch = scratch};
}

void percentiles_close(percentile_reader *r)
{
    arena_close(&r->perm);
}

static const metric *metric_of(const reading *r, ptrdiff_t ordinal, str name)
{
    const result *item = r ? r->results : NULL;
    for (ptrdiff_t i = 1; item && i < ordinal; i++) {
        item = item->next;
    }
    return item ? result_metric(item, name) : NULL;
}

static bool holds_all(const metric *m)
{
    return m->sample_count > 0
           && (!m->n.known || m->n.value == (double)m->sample_count); // NOLINT: a count
}

static estimator estimate(const percentile_reader *r, const metric *m, double p,
                          double *ret)
{
    maybe stated = m ? metric_percentile(m, p) : (maybe){0};
    if (m && p == 50 && !stated.known) { // NOLINT: p50 is the median
        stated = m->median;
    }
    if (stated.known) {
        *ret = stated.value;
        return m->estimator != ESTIMATOR_NONE ? m->estimator : ESTIMATOR_STATED;
    }
    if (m && holds_all(m)) {
        arena tmp = r->scratch;
        *ret = stats_quantile(stats_sorted(&tmp, m->samples, m->sample_count),
                              m->sample_count, p / 100);
        return ESTIMATOR_LINEAR;
    }
    if (m && m->sketch && sketch_count(m->sketch) > 0) {
        *ret = num_shift(sketch_percentile(m->sketch, p), m->sketch_exponent);
        return ESTIMATOR_SKETCH;
    }
    return ESTIMATOR_NONE;
}

/* Sketches are no part of the model: the file is read once more for them. */
static bool read_anew(percentile_reader *r, const found_id *id, err *e)
{
    const cell key[] = {CELL_T(id->study), CELL_B(id->source)};
    source *src = NEW(&r->perm, source, 1);
    said what = {0};
    first_row row;
    if (!store_first(&r->perm, r->a->s,
                     "SELECT name, options FROM source WHERE study = ?1 AND source = ?2",
                     key, 2, &row, e)
        || !said_read(&r->perm, row.at[1].s, &what, e)
        || !archive_raw(r->a, &r->perm, id, &src->bytes, e)) {
        return false;
    }
    src->path = str_cz(&r->perm, row.at[0].s);
    import_options how = said_options(&what);
    how.want_sketch = true;
    return import_source(&r->perm, r->scratch, src, &how, &r->anew, e);
}

static bool enter(percentile_reader *r, const found_id *id, err *e)
{
    if (str_eq(r->source, id->source)) {
        return true;
    }
    arena_reset(&r->perm);
    r->source = str_copy(&r->perm, id->source);
    r->anew = NULL;
    return archive_model(r->a, &r->perm, r->scratch, id, &r->kept, e);
}

bool percentile_read(percentile_reader *r, const found_id *id, str metric_name, double p,
                     double *ret, estimator *how, err *e)
{
    if (!enter(r, id, e)) {
        return false;
    }
    const metric *m = metric_of(r->kept, id->ordinal, metric_name);
    *how = estimate(r, m, p, ret);
    bool many = m && m->n.known && m->n.value > (double)m->sample_count
                && m->percentile_count > 0;
    if (*how != ESTIMATOR_NONE || !many) {
        return true;
    }
    if (!r->anew && !read_anew(r, id, e)) {
        return false;
    }
    *how = estimate(r, metric_of(r->anew, id->ordinal, metric_name), p, ret);
    return true;
}
