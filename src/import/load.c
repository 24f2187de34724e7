#include "base/base.h"

#include "import/load.h"

bool load_nan(str *s)
{
    str rest = *s, word = str_word(&rest);
    word = str_ends(word, S("%")) ? str_take(word, word.len - 1) : word;
    bool sign = str_starts(word, S("-")) || str_starts(word, S("+"));
    word = sign ? str_drop(word, 1) : word;
    if (!str_eq_nocase(word, S("nan")) && !str_eq_nocase(word, S("inf"))) {
        return false;
    }
    *s = rest;
    return true;
}

bool load_maybe_time(str *s, maybe *ret, double *step)
{
    figure f;
    if (load_nan(s)) {
        return true;
    }
    if (!figure_time(s, TIME_UP_TO_H, &f)) {
        return false;
    }
    *ret = SOME(f.value);
    if (step) {
        *step = f.step;
    }
    return true;
}

bool load_bytes(str *s, figure *ret)
{
    static const struct {
        str name;
        double factor;
    } units[] = {
        {STR_INIT("B"), 1},       {STR_INIT("KB"), 0x1p10}, {STR_INIT("MB"), 0x1p20},
        {STR_INIT("GB"), 0x1p30}, {STR_INIT("TB"), 0x1p40}, {STR_INIT("PB"), 0x1p50},
    };
    str rest = *s, digits;
    if (!figure_digits(&rest, &digits)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (str_starts(rest, units[i].name)
            && figure_scale(digits, 0, units[i].factor, ret)) {
            *s = str_drop(rest, units[i].name.len);
            return true;
        }
    }
    return false;
}

void load_percentile(arena *perm, metric *m, double p, double value)
{
    if (!m->percentiles) {
        m->percentiles = NEW(perm, percentile, LOAD_MOST_PERCENTILES);
        m->estimator = m->estimator == ESTIMATOR_NONE ? ESTIMATOR_STATED : m->estimator;
    }
    ptrdiff_t at = m->percentile_count;
    while (at > 0 && m->percentiles[at - 1].p >= p) {
        at--;
    }
    bool known = at < m->percentile_count && m->percentiles[at].p <= p;
    if (known || m->percentile_count == LOAD_MOST_PERCENTILES || p < 0 || p > 100) {
        return;
    }
    memmove(&m->percentiles[at + 1], &m->percentiles[at],
            (size_t)(m->percentile_count - at) * sizeof *m->percentiles);
    m->percentiles[at] = (percentile){p, value};
    m->percentile_count++;
    m->median = p == 50 ? SOME(value) : m->median; // NOLINT: printed "50"
}

void load_judge(import *in, result *r, ptrdiff_t line, double all, double bad,
                const char *how)
{
    if (all <= 0) {
        r->status = STATUS_FAILED;
        r->status_why = S("no request was answered");
    } else if (bad >= all) {
        r->status = STATUS_FAILED;
        r->status_why = S("no request succeeded");
    }
    if (bad > 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, line, "%.0f of %.0f requests %s",
                     bad, all, how);
    }
}
