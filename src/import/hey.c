#include "base/base.h"

#include "base/num.h"
#include "import/load.h"

/* hey (and boom, its older name):
 *
 *     Summary:
 *       Total:        2.3248 secs
 *       Slowest:      0.0544 secs
 *       Fastest:      0.0029 secs
 *       Average:      0.0456 secs
 *       Requests/sec: 215.0710
 *
 *       Total data:   12000 bytes
 *       Size/request: 24 bytes
 *
 *     Response time histogram:
 *       0.003 [1]     |
 *     Latency distribution:
 *       10% in 0.0432 secs
 *     Details (average, fastest, slowest):
 *       DNS+dialup:   0.0000 secs, 0.0029 secs, 0.0544 secs
 *     Status code distribution:
 *       [200] 500 responses
 *     Error distribution:
 *       [20]  Get "http://127.0.0.1:1/": connection refused
 *
 * Slowest, fastest, average and percentiles are of the requests that were answered. Where
 * none was, the average is NaN and the others are a 0 that nobody measured. */

typedef enum {
    IN_SUMMARY,
    IN_HISTOGRAM,
    IN_LATENCY,
    IN_DETAILS,
    IN_STATUS,
    IN_ERRORS
} section;

typedef struct {
    import *in;
    const text *t;
    ptrdiff_t end;
    result *r;
    metric *latency; /* NULL where no request was answered */
    maybe slowest, fastest;
    section section;
    double by_class[6]; /* [2]: answers with 2xx */
    double answered, bad, errors;
    ptrdiff_t status_line, errors_line;
} run;

typedef enum { NOT_OURS, OURS, REFUSED } verdict;

static verdict refuse(run *b, ptrdiff_t i, str token, const char *wanted)
{
    block_refuse(b->in, b->t, i, token, wanted);
    return REFUSED;
}

static ptrdiff_t number_of(const run *b, ptrdiff_t i)
{
    return b->t->lines[i].line;
}

/* "0.0544 secs" or " NaN secs" */
static bool take_secs(str *s, maybe *ret, double *step)
{
    str digits;
    figure f;
    if (load_nan(s)) {
        return block_take(s, S("secs"));
    }
    if (!figure_digits(s, &digits) || !figure_scale(digits, 0, 1, &f)) {
        return false;
    }
    str rest = *s;
    if (!block_take(&rest, S("secs"))) {
        return false;
    }
    *s = rest;
    *ret = SOME(f.value);
    *step = f.step;
    return true;
}

/* "Slowest:" and "Fastest:", which stand before the average. */
static verdict extreme_line(run *b, ptrdiff_t i, str s, maybe *into)
{
    str begin = str_trim_left(s);
    double step;
    return take_secs(&s, into, &step) ? OURS : refuse(b, i, begin, "a number and 'secs'");
}

static verdict average_line(run *b, ptrdiff_t i, str s)
{
    str begin = str_trim_left(s);
    maybe mean = {0};
    double step = 0;
    if (!take_secs(&s, &mean, &step)) {
        return refuse(b, i, begin, "a number and 'secs'");
    }
    if (mean.known) {
        b->latency = result_add(b->in->perm, b->r, S("latency"), number_of(b, i));
        b->latency->mean = mean;
        b->latency->min = b->fastest;
        b->latency->max = b->slowest;
        b->latency->resolution = step;
        b->latency->spread_within_run = true;
    }
    return OURS;
}

static verdict total_line(run *b, ptrdiff_t i, str s)
{
    maybe v = {0};
    double step;
    str begin = str_trim_left(s);
    if (!take_secs(&s, &v, &step) || !v.known) {
        return refuse(b, i, begin, "a number and 'secs'");
    }
    result_add_value(b->in->perm, b->r, S("wall_time"), v.value, number_of(b, i))
        ->resolution = step;
    return OURS;
}

static verdict plain(run *b, ptrdiff_t i, str s, const char *name, const char *unit)
{
    str digits, begin = str_trim_left(s);
    figure f;
    if (!figure_digits(&s, &digits) || !figure_scale(digits, 0, 1, &f)
        || !block_take(&s, str_from(unit))) {
        return refuse(b, i, begin, *unit ? "a number and its unit" : "a number");
    }
    metric *m =
        result_add_value(b->in->perm, b->r, str_from(name), f.value, number_of(b, i));
    m->resolution = num_decimals(digits) > 0 ? f.step : 0;
    return OURS;
}

static verdict summary_line(run *b, ptrdiff_t i, str s)
{
    if (block_take(&s, S("Slowest:"))) {
        return extreme_line(b, i, s, &b->slowest);
    }
    if (block_take(&s, S("Fastest:"))) {
        return extreme_line(b, i, s, &b->fastest);
    }
    if (block_take(&s, S("Average:"))) {
        return average_line(b, i, s);
    }
    if (block_take(&s, S("Requests/sec:"))) {
        return plain(b, i, s, "request_rate", "");
    }
    if (block_take(&s, S("Total data:"))) {
        return plain(b, i, s, "data_received", "bytes");
    }
    return block_take(&s, S("Size/request:")) ? OURS : NOT_OURS;
}

/* "10% in 0.0432 secs" */
static verdict percentile_line(run *b, ptrdiff_t i, str s)
{
    str digits, begin = s;
    double p, step;
    maybe v = {0};
    if (!b->latency || !figure_digits(&s, &digits) || !num_double(digits, &p)
        || !block_take(&s, S("%")) || !block_take(&s, S("in"))) {
        return NOT_OURS;
    }
    if (!take_secs(&s, &v, &step) || !v.known) {
        return refuse(b, i, begin, "a percentile in secs");
    }
    load_percentile(b->in->perm, b->latency, p, v.value);
    return OURS;
}

/* "[200]  500 responses", "[20]  Get ...: connection refused" */
static verdict bracket_line(run *b, ptrdiff_t i, str s)
{
    double inside, n;
    if (!block_take(&s, S("[")) || !figure_count(&s, &inside)
        || !block_take(&s, S("]"))) {
        return NOT_OURS;
    }
    if (b->section == IN_ERRORS) {
        b->errors += inside;
        reading_note(b->in->perm, b->in->ret, DIAG_WARNING, number_of(b, i),
                     "%.0f x %.*s", inside, SV(str_take(str_trim(s), 300)));
        return OURS;
    }
    if (!figure_count(&s, &n) || !block_take(&s, S("response"))) {
        return refuse(b, i, s, "a number of responses");
    }
    int class = inside >= 100 && inside < 600 ? (int)inside / 100 : 0;
    b->by_class[class] += n;
    b->answered += n;
    b->bad += class == 2 || class == 3 ? 0 : n;
    return OURS;
}

static verdict section_head(run *b, ptrdiff_t i, str s)
{
    static const struct {
        str name;
        section section;
    } heads[] = {
        {STR_INIT("Response time histogram:"), IN_HISTOGRAM},
        {STR_INIT("Latency distribution:"), IN_LATENCY},
        {STR_INIT("Details (average"), IN_DETAILS},
        {STR_INIT("Status code distribution:"), IN_STATUS},
        {STR_INIT("Error distribution:"), IN_ERRORS},
    };
    for (ptrdiff_t k = 0; k < COUNTOF(heads); k++) {
        if (str_starts(s, heads[k].name)) {
            b->section = heads[k].section;
            b->status_line = b->section == IN_STATUS ? number_of(b, i) : b->status_line;
            b->errors_line = b->section == IN_ERRORS ? number_of(b, i) : b->errors_line;
            return OURS;
        }
    }
    return NOT_OURS;
}

/* Histogram and phases are told by the percentiles already, or have no place in the
 * model: they are part of the block, and not kept. */
static bool is_passed_over(section where, str s)
{
    str digits;
    if (where == IN_HISTOGRAM) {
        return figure_digits(&s, &digits) && block_take(&s, S("["));
    }
    return where == IN_DETAILS && str_has(s, S(" secs"));
}

static verdict line(run *b, ptrdiff_t i, str s)
{
    verdict v = section_head(b, i, s);
    if (v != NOT_OURS) {
        return v;
    }
    switch (b->section) {
    case IN_SUMMARY:
        return summary_line(b, i, s);
    case IN_LATENCY:
        return percentile_line(b, i, s);
    case IN_STATUS:
    case IN_ERRORS:
        return bracket_line(b, i, s);
    case IN_HISTOGRAM:
    case IN_DETAILS:
        break;
    }
    return is_passed_over(b->section, s) ? OURS : NOT_OURS;
}

static void add_counts(run *b)
{
    arena *perm = b->in->perm;
    result_add_value(perm, b->r, S("requests"), b->answered + b->errors, b->status_line);
    for (int k = 1; k <= 5; k++) {
        result_add_value(perm, b->r, str_fmt(perm, "http_%dxx", k), b->by_class[k],
                         b->status_line);
    }
    if (b->errors_line) {
        result_add_value(perm, b->r, S("errors"), b->errors, b->errors_line);
    }
    if (b->latency) {
        b->latency->n = SOME(b->answered);
    }
    load_judge(b->in, b->r, b->status_line, b->answered + b->errors, b->bad + b->errors,
               "failed");
}

static void finish(run *b)
{
    import *in = b->in;
    if (b->status_line) {
        add_counts(b);
    } else {
        b->r->status = STATUS_PARTIAL;
        b->r->status_why = S("the report ends before the status codes");
        reading_note(in->perm, in->ret, DIAG_WARNING, number_of(b, b->end - 1),
                     "the report of hey ends before the status codes");
    }
    b->r->last_line = number_of(b, b->end - 1);
}

static ptrdiff_t hey_block(import *in, const text *t, ptrdiff_t at)
{
    str total = block_line(t, at + 1);
    if (!str_eq(block_line(t, at), S("Summary:")) || !block_take(&total, S("Total:"))) {
        return at;
    }
    run b = {.in = in, .t = t, .end = at + 2};
    b.r = reading_add(in->perm, in->ret, S("hey"), (str){0}, t->lines[at].line);
    verdict v = total_line(&b, at + 1, total);
    for (ptrdiff_t i = b.end; i < t->n && v == OURS; i++) {
        str s = block_line(t, i);
        v = s.len == 0 ? OURS : line(&b, i, s);
        b.end = v == OURS && s.len > 0 ? i + 1 : b.end;
    }
    bool cut_off = block_ends_file(t, b.end) && b.section < IN_STATUS;
    if (v != REFUSED && (!cut_off || block_cut(in, t, "the report"))) {
        finish(&b);
    }
    return b.end;
}

const importer importer_hey = {
    .name = "hey",
    .tool = "hey",
    .shape = "hey's report as text",
    .block = hey_block,
};
