#include "base/base.h"

#include "base/num.h"
#include "project/quantity.h"
#include "report/compose.h"

str sentence_case(arena *perm, str s)
{
    str copy = str_copy(perm, s);
    if (copy.len > 0 && *copy.ptr >= 'a' && *copy.ptr <= 'z') {
        char *bytes = str_cz(perm, copy);
        *bytes = (char)(*bytes - 'a' + 'A');
        return (str){bytes, copy.len};
    }
    return copy;
}

/* A latency's n counts requests, not runs. */
static bool counts_requests(const metric *m)
{
    return str_starts(m->name, S("latency")) && m->n.known && m->n.value > 1;
}

str words_runs(arena *perm, const metric *m)
{
    if (counts_requests(m)) {
        return S("one run");
    }
    if (unit_is_money(m->unit)) {
        return (str){0}; /* a price list is no run */
    }
    if (m->spread_within_run
        || (m->n.known && m->n.value == 1)) { // NOLINT: an exact count
        return S("one run");
    }
    if (!m->n.known) {
        return (str){0};
    }
    return str_fmt(perm, "%.*s runs", SV(num_fixed(perm, m->n.value, 0)));
}

str words_untested(arena *perm, const metric *a, const metric *b)
{
    if (unit_is_money(a->unit) && !a->stddev.known && !b->stddev.known) {
        return S("Added up from stated prices: there are no runs to test.");
    }
    bool one_run = str_eq(words_runs(perm, a), S("one run"))
                   && str_eq(words_runs(perm, b), S("one run"));
    return one_run ? S("One run each: how another run would differ is not known.")
                   : S("Too few runs for an interval.");
}

static bool compare_rows(const composer *c, const row *a, const row *b, str name,
                         versus *v)
{
    const metric *ma = row_metric(a, name), *mb = row_metric(b, name);
    return ma && mb && versus_of(ma, mb, c->s->site->practical_limit, c->scratch, v);
}

/* How a clear difference of this metric is said: "takes 1.50 times as long as". */
static str clear_words(composer *c, str name, double ratio)
{
    arena *p = c->perm;
    str size = format_percent(p, ratio - 1);
    bool more = ratio > 1;
    if (str_eq(name, S("wall_time"))) {
        return more
                   ? str_fmt(p, "takes %.*s times as long as", SV(format_ratio(p, ratio)))
                   : str_fmt(p, "takes %.*s less time than", SV(size));
    }
    if (str_eq(name, S("request_rate"))) {
        return str_fmt(p, "answers %.*s %s requests per second than", SV(size),
                       more ? "more" : "fewer");
    }
    if (ratio >= 2) {
        return str_fmt(p, "has %.*s times the %.*s of", SV(format_ratio(p, ratio)),
                       SV(metric_words(c, name)));
    }
    return str_fmt(p, "has %.*s %s %.*s than", SV(size), more ? "more" : "less",
                   SV(metric_words(c, name)));
}

/* ", one run each", ", 5 runs each" or ", not tested"; prices were not measured at all.
 */
static str untested_runs(composer *c, const metric *a, const metric *b)
{
    str mine = words_runs(c->perm, a), other = words_runs(c->perm, b);
    if (unit_is_money(a->unit) && mine.len == 0) {
        return (str){0};
    }
    return mine.len > 0 && str_eq(mine, other) ? str_fmt(c->perm, ", %.*s each", SV(mine))
                                               : S(", not tested");
}

/* Without a test there is no adjective: both figures stand side by side, "throughput
 * 926.9 MB/s for Volume against 849.2 MB/s for Bind mount (+9.1%, one run each)". */
static str untested_words(composer *c, const row *a, const row *b, str name)
{
    const metric *ma = row_metric(a, name), *mb = row_metric(b, name);
    arena *p = c->perm;
    str change = format_change(p, ma->mean.value / mb->mean.value - 1);
    return str_fmt(p, "%.*s %.*s for %.*s against %.*s for %.*s (%.*s%.*s)",
                   SV(metric_words(c, name)),
                   SV(format_held(p, ma->mean.value, ma->unit, 4, ma->resolution)),
                   SV(a->name),
                   SV(format_held(p, mb->mean.value, mb->unit, 4, mb->resolution)),
                   SV(b->name), SV(change), SV(untested_runs(c, ma, mb)));
}

str words_versus(composer *c, const row *a, const row *b, str name)
{
    versus v;
    if (!compare_rows(c, a, b, name, &v)) {
        return (str){0};
    }
    arena *p = c->perm;
    switch (v.verdict) {
    case VERDICT_UNTESTED:
        return untested_words(c, a, b, name);
    case VERDICT_UNCLEAR:
        return str_fmt(p, "%.*s could not be told from %.*s", SV(a->name), SV(b->name));
    case VERDICT_SAME:
        return str_fmt(p, "%.*s is within %.*s of %.*s", SV(a->name),
                       SV(format_limit(p, c->s->site->practical_limit)), SV(b->name));
    case VERDICT_LOWER:
    case VERDICT_HIGHER:
        return str_fmt(p, "%.*s %.*s %.*s", SV(a->name),
                       SV(clear_words(c, name, v.ratio)), SV(b->name));
    }
    return (str){0};
}

/* --- many ------------------------------------------------------------------------ */

enum { VERDICTS = VERDICT_HIGHER + 1 };

typedef struct {
    ptrdiff_t all, of[VERDICTS];
    const row *lowest, *highest; /* NULL: no clear difference that way */
} tally;

/* Zero where there are so few that each is told by itself. */
static tally tally_of(composer *c, const row *rows, ptrdiff_t n, const row *base,
                      str name)
{
    tally t = {0};
    double low = 1, high = 1;
    for (ptrdiff_t i = 0; base && n > MANY_TESTS && i < n; i++) {
        versus v;
        if (&rows[i] == base || !compare_rows(c, &rows[i], base, name, &v)) {
            continue;
        }
        t.all++;
        t.of[v.verdict]++;
        bool counts = v.verdict != VERDICT_UNCLEAR && v.verdict != VERDICT_SAME;
        if (counts && v.ratio < low) {
            low = v.ratio;
            t.lowest = &rows[i];
        } else if (counts && v.ratio > high) {
            high = v.ratio;
            t.highest = &rows[i];
        }
    }
    return t;
}

/* The two furthest from base, by `between` apart. */
static str furthest(composer *c, const tally *t, const row *base, str name,
                    const char *between)
{
    str high = t->highest ? words_versus(c, t->highest, base, name) : (str){0};
    str low = t->lowest ? words_versus(c, t->lowest, base, name) : (str){0};
    return high.len && low.len
               ? str_fmt(c->perm, "%.*s%s%.*s", SV(high), between, SV(low))
           : high.len ? high
                      : low;
}

str words_many(composer *c, const row *rows, ptrdiff_t n, const row *base, str name)
{
    tally t = tally_of(c, rows, n, base, name);
    if (t.all <= MANY_TESTS) {
        return (str){0};
    }
    const struct {
        verdict of;
        str words;
    } kinds[] = {
        {VERDICT_LOWER, S("lower")},
        {VERDICT_HIGHER, S("higher")},
        {VERDICT_SAME, str_fmt(c->perm, "within %.*s",
                               SV(format_limit(c->perm, c->s->site->practical_limit)))},
        {VERDICT_UNCLEAR, S("not told apart")},
        {VERDICT_UNTESTED, S("not tested")},
    };
    out *o = out_memory(c->perm);
    out_fmt(o, "Of %td others compared with %.*s by %.*s", t.all, SV(base->name),
            SV(metric_words(c, name)));
    ptrdiff_t said = 0;
    for (int k = 0; k < COUNTOF(kinds); k++) {
        ptrdiff_t count = t.of[kinds[k].of];
        said += count;
        if (count > 0) {
            out_fmt(o, "%s%td %s%.*s",
                    said == count   ? ", "
                    : said == t.all ? " and "
                                    : ", ",
                    count,
                    said > count ? ""
                    : count == 1 ? "is "
                                 : "are ",
                    SV(kinds[k].words));
        }
    }
    str far = furthest(c, &t, base, name, ". ");
    out_fmt(o, "%s%.*s", far.len ? ". " : "", SV(sentence_case(c->perm, far)));
    return out_text(o);
}

/* --- titles ---------------------------------------------------------------------- */

enum { TITLE_MOST = 65 }; /* columns of a figure's title, look/DESIGN's measure */

static ptrdiff_t columns(str s)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        n += (s.ptr[i] & 0xC0) != 0x80;
    }
    return n;
}

static str neutral_title(composer *c, const slice *sl, str name)
{
    return str_fmt(c->perm, "%.*s: %.*s", SV(slice_title(c, sl)),
                   SV(metric_words(c, name)));
}

/* "Native 62,399/s, Docker 38,066/s, one run each": figures without an adjective. */
static str figures_title(composer *c, const row *rows, ptrdiff_t n, str name)
{
    out *o = out_memory(c->perm);
    ptrdiff_t said = 0;
    str runs = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(&rows[i], name);
        if (!m || !m->mean.known || rows[i].missing.len) {
            continue;
        }
        str mine = words_runs(c->perm, m);
        if (said && !str_eq(mine, runs)) {
            return (str){0}; /* a mean beside a single run can't stand in one list */
        }
        runs = mine;
        out_fmt(o, "%s%.*s %.*s", said++ ? ", " : "", SV(rows[i].name),
                SV(format_held(c->perm, m->mean.value, m->unit, 3, m->resolution)));
    }
    if (str_eq(runs, S("one run"))) {
        out_str(o, said == 1 ? S(", one run") : S(", one run each"));
    }
    return said > 0 ? out_text(o) : (str){0};
}

/* The clearest difference first, then what could not be told apart, as far as it fits. */
str words_title(composer *c, const slice *sl, str name)
{
    ptrdiff_t count = 0;
    row *rows = rows_of(c, sl, name, &count);
    const row *base = rows_baseline(rows, count, name);
    str clear = {0}, unclear = {0};
    double most = 0;
    for (ptrdiff_t i = 0; base && i < count; i++) {
        versus v;
        if (&rows[i] == base || rows[i].missing.len
            || !compare_rows(c, &rows[i], base, name, &v)) {
            continue;
        }
        bool told = v.verdict == VERDICT_LOWER || v.verdict == VERDICT_HIGHER;
        if (told && fabs(log(v.ratio)) > most) {
            most = fabs(log(v.ratio));
            clear = words_versus(c, &rows[i], base, name);
        } else if (v.verdict == VERDICT_UNCLEAR && !unclear.len) {
            unclear = words_versus(c, &rows[i], base, name);
        }
    }
    str both = clear.len && unclear.len
                   ? str_fmt(c->perm, "%.*s; %.*s", SV(clear), SV(unclear))
                   : (clear.len ? clear : unclear);
    if (both.len && columns(both) <= TITLE_MOST) {
        return both;
    }
    str one = clear.len ? clear : unclear;
    one = one.len ? one : figures_title(c, rows, count, name);
    return one.len && columns(one) <= TITLE_MOST ? one : neutral_title(c, sl, name);
}

/* --- the finding ----------------------------------------------------------------- */

static void add_sentence(composer *c, node *deck, str text)
{
    if (text.len > 0) {
        node_text(c->perm, deck,
                  str_fmt(c->perm, "%s%.*s.", deck->first ? " " : "", SV(text)));
    }
}

/* "Recursive Fibonacci: WASM takes …; Docker could not be told from Native" */
static void find_in_slice(composer *c, const slice *sl, node *deck)
{
    str names[2];
    if (primary_metrics(c, sl->workload, names) == 0) {
        return;
    }
    ptrdiff_t count = 0, said = 0;
    row *rows = rows_of(c, sl, names[0], &count);
    const row *base = rows_baseline(rows, count, names[0]);
    tally t = tally_of(c, rows, count, base, names[0]);
    bool many = t.all > MANY_TESTS;
    str text = many ? furthest(c, &t, base, names[0], "; ") : (str){0};
    for (ptrdiff_t i = 0; i < count && said < 3 && !many; i++) {
        if (base == &rows[i]) {
            continue;
        }
        str part = rows[i].missing.len
                       ? str_fmt(c->perm, rows[i].g ? "%.*s failed" : "%.*s did not run",
                                 SV(rows[i].name))
                   : base ? words_versus(c, &rows[i], base, names[0])
                          : (str){0};
        if (part.len > 0) {
            text = said ? str_fmt(c->perm, "%.*s; %.*s", SV(text), SV(part)) : part;
            said++;
        }
    }
    if (text.len > 0) {
        add_sentence(c, deck,
                     str_fmt(c->perm, "%.*s: %.*s", SV(slice_title(c, sl)), SV(text)));
    }
}

void words_finding(composer *c, node *deck)
{
    for (ptrdiff_t w = 0; w < c->s->workload_count && w < 2; w++) {
        slice slices[MOST_SLICES];
        ptrdiff_t n = slices_of(c, w, slices);
        for (ptrdiff_t i = 0; i < n && i < 2; i++) {
            find_in_slice(c, &slices[i], deck);
        }
    }
    if (!deck->first && c->s->question.len > 0) {
        node_text(c->perm, deck, c->s->question);
    }
}
