#include "base/base.h"

#include "base/num.h"
#include "report/section_parts.h"

static int by_weight(const void *pa, const void *pb)
{
    const candidate *a = pa, *b = pb;
    if (a->rank != b->rank) {
        return a->rank - b->rank;
    }
    double wa = fabs(log(a->v.ratio)), wb = fabs(log(b->v.ratio));
    if (wa != wb) { // NOLINT: an order, not a test
        return wa > wb ? -1 : 1;
    }
    return str_cmp(a->a->name, b->a->name);
}

/* Appends those of a slice behind the n that are there; `all` NULL: returns only how many
 * there may be. */
static ptrdiff_t candidates_in(composer *c, const slice *sl, candidate *all, ptrdiff_t n)
{
    str names[2];
    if (primary_metrics(c, sl->workload, names) == 0) {
        return n;
    }
    ptrdiff_t count = 0;
    row *rows = rows_of(c, sl, names[0], &count);
    const row *base = rows_baseline(rows, count, names[0]);
    if (!all || !base) {
        return all ? n : n + count;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        candidate k = {.a = &rows[i], .b = base, .metric = names[0], .slice = *sl};
        const metric *m = row_metric(&rows[i], names[0]);
        if (&rows[i] == base || rows[i].missing.len || !m
            || !versus_of(m, row_metric(base, names[0]), c->s->site->practical_limit,
                          c->scratch, &k.v)
            || k.v.ratio <= 0) {
            continue;
        }
        bool told = k.v.verdict == VERDICT_LOWER || k.v.verdict == VERDICT_HIGHER;
        k.rank = told ? 0 : k.v.verdict == VERDICT_UNTESTED ? 1 : 2;
        all[n++] = k;
    }
    return n;
}

static ptrdiff_t candidates_into(composer *c, candidate *all)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        slice slices[MOST_SLICES];
        ptrdiff_t count = slices_of(c, w, slices);
        for (ptrdiff_t i = 0; i < count; i++) {
            n = candidates_in(c, &slices[i], all, n);
        }
    }
    return n;
}

candidate *candidates_of(composer *c, ptrdiff_t *n)
{
    candidate *all = NEW(c->perm, candidate, candidates_into(c, NULL) + 1);
    *n = candidates_into(c, all);
    return all;
}

static key_bar key_bar_of(composer *c, const row *r, str name, double largest)
{
    const metric *m = row_metric(r, name);
    const variant *v = &c->s->variants[r->variant];
    return (key_bar){.name = r->name,
                     .text = format_short(c->perm, m->mean.value, m->unit, 3),
                     .share = largest > 0 ? fabs(m->mean.value) / largest : 0,
                     .role = v->role,
                     .shade = v->shade};
}

/* "1.50" "× the wall time", "39" "% fewer". Percent for shares below 2, a factor above.
 * Words such as "fewer" are for what a test bears out; else the change has its sign:
 * "−39.0" "% requests per second". */
static void key_number(composer *c, key_figure *k, const candidate *from)
{
    double r = from->v.ratio;
    bool rate = str_eq(from->metric, S("request_rate"));
    bool time = str_eq(from->metric, S("wall_time"));
    if (time || r >= 2) {
        k->number = format_ratio(c->perm, r);
        k->unit = time
                      ? S("× the time")
                      : str_fmt(c->perm, "× the %.*s", SV(metric_words(c, from->metric)));
        return;
    }
    if (from->rank != 0) {
        str change = format_change(c->perm, r - 1);
        k->number = str_take(change, change.len - 1);
        k->unit = str_fmt(c->perm, "%% %.*s", SV(metric_words(c, from->metric)));
        return;
    }
    str percent = format_percent(c->perm, r - 1);
    k->number = str_take(percent, percent.len - 1);
    k->unit =
        rate ? (r < 1 ? S("% fewer") : S("% more")) : (r < 1 ? S("% less") : S("% more"));
}

static str key_what(composer *c, const candidate *from)
{
    str label = slice_title(c, &from->slice);
    str title = metric_words(c, from->metric);
    if (from->rank == 2) {
        bool same = from->v.verdict == VERDICT_SAME;
        return str_fmt(c->perm, "%.*s %s %.*s: %.*s", SV(from->a->name),
                       same ? "is within the practical limit of"
                            : "could not be told from",
                       SV(from->b->name), SV(label));
    }
    return str_fmt(c->perm, "%.*s of %.*s against %.*s: %.*s",
                   SV(sentence_case(c->perm, title)), SV(from->a->name),
                   SV(from->b->name), SV(label));
}

/* "Ten runs": a sentence begins with it. */
static str runs_sentence(composer *c, const metric *m)
{
    str runs = words_runs(c->perm, m);
    bool digits = runs.len > 0 && *runs.ptr >= '0' && *runs.ptr <= '9';
    if (!digits) {
        return sentence_case(c->perm, runs);
    }
    str count = format_count_word(c->perm, (int64_t)m->n.value);
    return str_fmt(c->perm, "%.*s runs", SV(sentence_case(c->perm, count)));
}

static str key_caveat(composer *c, const candidate *from)
{
    const metric *m = row_metric(from->a, from->metric);
    if (!from->v.tested) {
        return words_untested(c->perm, m, row_metric(from->b, from->metric));
    }
    maybe shown = family_p(c, m, row_metric(from->b, from->metric), &from->v);
    str p = shown.known ? str_fmt(c->perm, ", %.*s", SV(format_p(c->perm, shown.value)))
                        : (str){0};
    return str_fmt(c->perm, "%.*s each. 95%% interval of the ratio: %.*s%.*s.",
                   SV(runs_sentence(c, m)),
                   SV(format_interval(c->perm, from->v.ci.low, from->v.ci.high)), SV(p));
}

static void link_figure(composer *c, key_figure *k, const candidate *from)
{
    for (ptrdiff_t i = 0; i < c->r->figure_count; i++) {
        str start =
            str_fmt(c->perm, "%.*s-%.*s", SV(c->s->workloads[from->slice.workload].id),
                    SV(from->metric));
        if (str_starts(c->figures[i]->id, start)) {
            k->href = str_fmt(c->perm, "#%.*s", SV(c->figures[i]->id));
            k->href_text = str_fmt(c->perm, "Figure\u00A0%d", c->figures[i]->number);
            return;
        }
    }
}

void add_keys(composer *c, node *root)
{
    ptrdiff_t n;
    candidate *all = candidates_of(c, &n);
    if (n == 0) {
        return;
    }
    qsort(all, (size_t)n, sizeof *all, by_weight);
    n = n > 3 ? 3 : n;
    node *keys = node_add(root, node_new(c->perm, NODE_KEYS));
    keys->keys = NEW(c->perm, key_figure, n);
    keys->key_count = n;
    for (ptrdiff_t i = 0; i < n; i++) {
        key_figure *k = &keys->keys[i];
        const candidate *from = &all[i];
        double a = fabs(row_metric(from->a, from->metric)->mean.value);
        double b = fabs(row_metric(from->b, from->metric)->mean.value);
        key_number(c, k, from);
        k->what = key_what(c, from);
        k->bars[0] = key_bar_of(c, from->b, from->metric, a > b ? a : b);
        k->bars[1] = key_bar_of(c, from->a, from->metric, a > b ? a : b);
        k->caveat = key_caveat(c, from);
        link_figure(c, k, from);
    }
}
