#include "base/base.h"

#include "base/num.h"
#include "compare/wording.h"

#define NBSP "\xC2\xA0"

row_form wording_form(const compared *c, const compare_table *t, ptrdiff_t row)
{
    const compare_cell *cells = &t->cells[row * c->of->column_count];
    double largest = 0;
    for (ptrdiff_t i = 0; i < c->of->column_count; i++) {
        largest = fmax(largest, cells[i].value.known ? fabs(cells[i].value.value) : 0);
    }
    row_form f = {.unit = unit_for(t->unit, largest)};
    for (ptrdiff_t i = 0; i < c->of->column_count; i++) {
        const side *s = &cells[i].side;
        if (!cells[i].value.known) {
            continue;
        }
        double scaled = cells[i].value.value / f.unit.scale;
        bool spread = s->stddev.known && s->stddev.value > 0 && !s->spread_within_run;
        int decimals = spread ? num_decimals_for(s->stddev.value / f.unit.scale, 2)
                       : scaled == floor(scaled) ? 0 // NOLINT: whole is whole
                                                 : num_decimals_for(scaled, 4);
        decimals = decimals > 6 ? 6 : decimals;
        int held = decimals_held(s->resolution, f.unit, decimals);
        /* what a tool printed keeps its digits; what we computed has those that count */
        decimals = cells[i].of->n == 1 || held < decimals ? held : decimals;
        f.decimals = decimals > f.decimals ? decimals : f.decimals;
    }
    return f;
}

str wording_value(arena *perm, const compare_table *t, const compare_cell *c,
                  row_form form)
{
    if (!c->value.known) {
        return S("—");
    }
    /* the row's digits, but never more than this file gave */
    int held = decimals_held(c->side.resolution, form.unit, form.decimals);
    int decimals = held < form.decimals ? held : form.decimals;
    str number = format_in(perm, c->value.value, form.unit, decimals);
    str text = format_with_unit(perm, number, form.unit);
    bool spread = c->side.stddev.known && c->side.n.known && c->side.n.value >= 2
                  && !c->side.spread_within_run && t->stat.len == 0;
    if (!spread) {
        return text;
    }
    return str_fmt(perm, "%.*s ± %.*s", SV(text),
                   SV(format_in(perm, c->side.stddev.value, form.unit, decimals)));
}

str wording_change(arena *perm, double ratio)
{
    return ratio < 1.9995 ? format_change(perm, ratio - 1)
                          : str_fmt(perm, "%.*s×", SV(format_ratio(perm, ratio)));
}

str wording_interval(arena *perm, const compare_cell *c)
{
    if (c->state != CELL_COMPARED || c->versus.interval_by == INTERVAL_NONE) {
        return S("");
    }
    return str_fmt(perm, "%.*s … %.*s", SV(wording_change(perm, c->versus.ci.low)),
                   SV(wording_change(perm, c->versus.ci.high)));
}

str wording_p(arena *perm, maybe p)
{
    if (!p.known) {
        return S("");
    }
    return p.value < 0.001 ? S("<0.001")
                           : num_fixed(perm, p.value, p.value < 0.0995 ? 3 : 2);
}

/* Times are faster and slower; of other metrics the direction is said. */
static str word_of(const compare_table *t, verdict v)
{
    bool higher = v == VERDICT_HIGHER;
    if (str_eq(t->unit, S("s")) && t->better == BETTER_LOWER) {
        return higher ? S("slower") : S("faster");
    }
    switch (t->better) {
    case BETTER_UNSTATED:
        return higher ? S("higher") : S("lower");
    case BETTER_LOWER:
        return higher ? S("higher, worse") : S("lower, better");
    case BETTER_HIGHER:
        return higher ? S("higher, better") : S("lower, worse");
    }
    return S("");
}

static str compared_word(const compare_table *t, const compare_cell *c)
{
    switch (c->versus.verdict) {
    case VERDICT_UNTESTED:
        if (c->why.len > 0) {
            return c->why;
        }
        if (t->stat.len > 0 && c->versus.why == UNTESTED_ONE_RUN) {
            return S("not tested");
        }
        return c->versus.why == UNTESTED_WITHIN_RUN
                   ? S("one run")
                   : str_from(untested_name(c->versus.why));
    case VERDICT_UNCLEAR:
        return S("unclear");
    case VERDICT_SAME:
        return S("same");
    case VERDICT_LOWER:
    case VERDICT_HIGHER:
        break;
    }
    return word_of(t, c->versus.verdict);
}

str wording_verdict(arena *perm, const compare_table *t, const compare_cell *c)
{
    switch (c->state) {
    case CELL_BASELINE:
        return S("baseline");
    case CELL_COMPARED:
        return compared_word(t, c);
    case CELL_ALONE:
        return S("no baseline");
    case CELL_NOT_RANKED:
        return str_fmt(perm, "not ranked: %.*s", SV(c->why));
    case CELL_FAILED:
        return str_fmt(perm, "failed: %.*s", SV(c->why));
    case CELL_MISSING:
        return c->why;
    }
    return S("");
}

tint wording_tint(const compare_table *t, const compare_cell *c)
{
    if (c->state == CELL_FAILED || c->over_gate) {
        return TINT_BAD;
    }
    if (c->state != CELL_COMPARED) {
        return TINT_DIM;
    }
    switch (c->versus.verdict) {
    case VERDICT_UNTESTED:
    case VERDICT_UNCLEAR:
    case VERDICT_SAME:
        return TINT_DIM;
    case VERDICT_LOWER:
        return t->better == BETTER_UNSTATED ? TINT_NONE
               : t->better == BETTER_LOWER  ? TINT_GOOD
                                            : TINT_BAD;
    case VERDICT_HIGHER:
        return t->better == BETTER_UNSTATED ? TINT_NONE
               : t->better == BETTER_HIGHER ? TINT_GOOD
                                            : TINT_BAD;
    }
    return TINT_NONE;
}

str wording_metric(arena *perm, const compare_table *t)
{
    str title = metric_title(perm, t->metric);
    return t->stat.len > 0 ? str_fmt(perm, "%.*s, %.*s", SV(title), SV(t->stat)) : title;
}

str wording_title(arena *perm, const compare_table *t)
{
    const char *direction = t->better == BETTER_LOWER    ? " (lower is better)"
                            : t->better == BETTER_HIGHER ? " (higher is better)"
                                                         : "";
    return str_fmt(perm, "%.*s%s", SV(wording_metric(perm, t)), direction);
}

str wording_counts(arena *perm, const compared *c)
{
    bool times = true;
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        times = times && str_eq(c->tables[i].unit, S("s"));
    }
    const struct {
        ptrdiff_t n;
        const char *word;
    } counts[] = {
        {c->better, times ? "faster" : "better"},
        {c->worse, times ? "slower" : "worse"},
        {c->other, "changed"},
        {c->same, "same"},
        {c->unclear, "unclear"},
        {c->untested, "untested"},
        {c->not_ranked, "not ranked"},
        {c->failed, "failed"},
        {c->missing, "missing"},
    };
    str text = S("");
    for (ptrdiff_t i = 0; i < COUNTOF(counts); i++) {
        if (counts[i].n > 0) {
            text = str_fmt(perm, "%.*s%s%td %s", SV(text), text.len ? ", " : "",
                           counts[i].n, counts[i].word);
        }
    }
    return text.len > 0 ? text : S("nothing to compare");
}

static void used_methods(const compared *c, bool intervals[4], bool tests[3])
{
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        const compare_table *t = &c->tables[i];
        for (ptrdiff_t k = 0; k < t->row_count * c->of->column_count; k++) {
            if (t->cells[k].state == CELL_COMPARED) {
                intervals[t->cells[k].versus.interval_by] = true;
                tests[t->cells[k].versus.test] = true;
            }
        }
    }
}

/* Fully apart, yet p is above 0.05: the rank test has no smaller one for so few runs. */
static str floor_of_ranks(arena *perm, const compared *c)
{
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        const compare_table *t = &c->tables[i];
        for (ptrdiff_t k = 0; k < t->row_count * c->of->column_count; k++) {
            const compare_cell *cell = &t->cells[k];
            if (cell->state == CELL_COMPARED && cell->versus.test == TEST_MANN_WHITNEY
                && cell->versus.exact && fabs(cell->versus.effect.value) >= 1
                && cell->p.value > 0.05) {
                return str_fmt(perm,
                               " With so few runs p can't be below %.*s, %.*s corrected, "
                               "however far apart they are.",
                               SV(wording_p(perm, cell->versus.p)),
                               SV(wording_p(perm, cell->p)));
            }
        }
    }
    return S("");
}

static str list_methods(arena *perm, const bool *used, int n, bool tests)
{
    str list = S("");
    for (int i = 1; i < n; i++) {
        const char *name = tests ? test_method_name((test_method)i)
                                 : interval_method_name((interval_method)i);
        if (used[i]) {
            list = str_fmt(perm, "%.*s%s%s", SV(list), list.len ? ", " : "", name);
        }
    }
    return list;
}

str wording_methods(arena *perm, const compared *c)
{
    bool intervals[INTERVAL_BCA_MEDIANS + 1] = {0}, tests[TEST_MANN_WHITNEY + 1] = {0};
    used_methods(c, intervals, tests);
    str by = list_methods(perm, intervals, COUNTOF(intervals), false);
    str test = list_methods(perm, tests, COUNTOF(tests), true);
    if (by.len == 0) {
        return c->not_ranked > 0
                   ? S("What differs there is not what is compared; --allow "
                       "NAME lets it differ.")
               : c->untested > 0 ? S("No interval: a single run doesn't tell how another "
                                     "would differ.")
                                 : S("");
    }
    str text = str_fmt(perm, "95%% interval of the ratio: %.*s; verdicts against ±%.*s.",
                       SV(by), SV(format_limit(perm, c->limit)));
    if (test.len == 0) {
        return text;
    }
    str corrected = c->tests > 1
                        ? str_fmt(perm, ", corrected over %td tests (Holm)", c->tests)
                        : S("");
    return str_fmt(perm, "%.*s p: %.*s%.*s.%.*s", SV(text), SV(test), SV(corrected),
                   SV(floor_of_ranks(perm, c)));
}

str wording_place(arena *perm, const compared *c, const compare_table *t, ptrdiff_t row,
                  ptrdiff_t column)
{
    str name = c->of->rows[t->rows[row]];
    if (name.len == 0) {
        return c->of->columns[column];
    }
    return str_fmt(perm, "%.*s in %.*s", SV(name), SV(c->of->columns[column]));
}
