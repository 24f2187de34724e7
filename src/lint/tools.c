#include "base/base.h"

#include "lint/rules.h"

/* T: what single tools are known to get wrong, or to be used wrongly for. */

static maybe mean_of(const result *r, str name)
{
    const metric *m = result_metric(r, name);
    return m ? m->mean : (maybe){0};
}

static double or_zero(maybe v)
{
    return v.known ? v.value : 0;
}

/* --- T01: hyperfine ---------------------------------------------------------------- */

static const char *command_words(lint *l, const entry *en)
{
    str command = en->r->command.len ? en->r->command : l->s->variants[en->variant].id;
    return text_words(l, command);
}

static void check_exit_codes(lint *l, const entry *en)
{
    ptrdiff_t bad = 0;
    for (ptrdiff_t i = 0; i < en->r->exit_code_count; i++) {
        bad += en->r->exit_codes[i] > 0;
    }
    if (bad > 0) {
        finding *f = found_in_file(l, en->from, en->r->line,
                                   "%td of %td runs of '%s' ended with an error", bad,
                                   en->r->exit_code_count, command_words(l, en));
        f->level = LEVEL_ERROR;
        advise(f,
               "How long a failure takes is no result: find out why, and run it again.");
    }
}

void rule_T01(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        if (!str_eq(en->r->tool, S("hyperfine"))) {
            continue;
        }
        check_exit_codes(l, en);
        maybe wall = mean_of(en->r, S("wall_time"));
        if (wall.known && wall.value < 0.005) {
            finding *f =
                found_in_file(l, en->from, en->r->line,
                              "'%s' takes %s: starting it and the shell is most of that",
                              command_words(l, en), amount_words(l, wall.value, S("s")));
            advise(f, "Give it more to do, or run hyperfine with --shell=none (-N).");
        }
    }
}

/* --- T03, T04, T05, T06, T15: load generators
 * ---------------------------------------------- */

static bool is_load(str tool)
{
    static const str tools[] = {STR_INIT("bombardier"), STR_INIT("wrk"), STR_INIT("hey"),
                                STR_INIT("ab"), STR_INIT("k6")};
    for (ptrdiff_t i = 0; i < COUNTOF(tools); i++) {
        if (str_eq(tool, tools[i])) {
            return true;
        }
    }
    return false;
}

/* Which share of the requests failed; unknown where the tool doesn't say. */
static maybe failed_share(const result *r)
{
    maybe share = mean_of(r, S("http_req_failed")), all = mean_of(r, S("requests"));
    maybe bad = mean_of(r, S("http_4xx")), none = mean_of(r, S("http_5xx"));
    double others = or_zero(mean_of(r, S("http_other"))),
           errors = or_zero(mean_of(r, S("errors")));
    if (share.known || !all.known || all.value <= 0) {
        return share;
    }
    double codes = or_zero(bad) + or_zero(none) + others;
    return SOME((codes > errors ? codes : errors) / all.value);
}

void rule_T03(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        maybe share = failed_share(en->r);
        if (is_load(en->r->tool) && share.known && share.value > 0.001) {
            finding *f =
                found_in_file(l, en->from, en->r->line,
                              "%.*s/%.*s: %.2f%% of the requests failed; their times are "
                              "among the latencies",
                              SV(l->s->workloads[en->workload].id),
                              SV(l->s->variants[en->variant].id), 100 * share.value);
            advise(f, "An error is often answered faster than a page: find out why, and "
                      "run it again.");
        }
    }
}

void rule_T04(lint *l)
{
    bool said = SAYS(l->prose, "closed loop", "closed-loop", "coordinated omission");
    for (ptrdiff_t w = 0; w < l->s->workload_count && !said; w++) {
        const group *g = l->s->groups;
        const metric *m = NULL;
        while (g && !m) {
            m = g->workload == w && g->status != STATUS_FAILED && is_load(g->tool)
                        && !is_paced(g->entries[0]->r)
                    ? group_metric(g, S("latency"))
                    : NULL;
            m = m && m->percentile_count > 0 ? m : NULL;
            g = m ? g : g->next;
        }
        if (m) {
            const percentile *last = &m->percentiles[m->percentile_count - 1];
            finding *f = found_in_group(
                l, g, m,
                "%s: p%g of the latency is %s, in a closed loop: while the "
                "server stalls, nobody asks",
                group_words(l, g), last->p, amount_words(l, last->value, m->unit));
            advise(
                f,
                "Say so in the post ('closed loop'), or load at a fixed rate (bombardier "
                "--rate, wrk2 -R, k6's arrival-rate executors).");
        }
    }
}

void rule_T05(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const threshold *t = en->r->thresholds; t; t = t->next) {
            if (!t->ok) {
                finding *f = found_in_file(
                    l, en->from, en->r->line, "%s of %.*s was not kept",
                    t->expression.len
                        ? str_cz(l->perm, str_fmt(l->perm, "the threshold '%s'",
                                                  text_words(l, t->expression)))
                        : "a threshold",
                    SV(t->metric));
                advise(f, "Say so in the post: whoever set it meant the run to fail.");
            }
        }
        maybe checks =
            str_eq(en->r->tool, S("k6")) ? mean_of(en->r, S("checks")) : (maybe){0};
        if (checks.known && checks.value < 1) {
            finding *f =
                found_in_file(l, en->from, en->r->line,
                              "%.2f%% of the checks passed, not all", 100 * checks.value);
            f->level = LEVEL_WARNING;
            advise(f, "Say which failed; wrong answers are often the faster ones.");
        }
    }
}

static bool has_latency(const group *g)
{
    return is_load(g->tool) && group_metric(g, S("latency"));
}

/* The first group of the workload whose latency a load generator measured. */
static const group *first_latency(const lint *l, ptrdiff_t workload_at)
{
    const group *g = l->s->groups;
    while (g && !(g->workload == workload_at && has_latency(g))) {
        g = g->next;
    }
    return g;
}

static bool loaded_by(const lint *l, const group *like, str tool)
{
    const group *g = l->s->groups;
    while (g
           && !(g->workload == like->workload && g->variant == like->variant
                && str_eq(g->tool, tool) && has_latency(g))) {
        g = g->next;
    }
    return g != NULL;
}

/* A latency of one variant by k6 beside one of another by wrk, and none of both by one.
 */
void rule_T06(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        const group *first = has_latency(g) ? first_latency(l, g->workload) : NULL;
        if (first && first->variant != g->variant && !str_eq(first->tool, g->tool)
            && !loaded_by(l, first, g->tool)) {
            finding *f = found_in_group(
                l, g, group_metric(g, S("latency")), "%s was loaded by %.*s, %s by %.*s",
                group_words(l, first), SV(first->tool), group_words(l, g), SV(g->tool));
            advise(f, "Their latencies don't measure the same: load both with one tool.");
            return;
        }
    }
}

/* "http://localhost:3030/x" */
static bool is_own_host(str text)
{
    ptrdiff_t at = str_find(text, S("://"));
    str host = str_drop(text, at + 3);
    return at >= 0
           && (str_starts(host, S("localhost")) || str_starts(host, S("127."))
               || str_starts(host, S("[::1]")) || str_starts(host, S("0.0.0.0")));
}

void rule_T15(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        if (is_load(en->r->tool)
            && (is_own_host(result_param_get(en->r, S("url")))
                || is_own_host(en->r->command))) {
            finding *f =
                found_in_file(l, en->from, en->r->line,
                              "%.*s/%.*s: %.*s ran on the host that it loaded",
                              SV(l->s->workloads[en->workload].id),
                              SV(l->s->variants[en->variant].id), SV(en->r->tool));
            advise(f, "The two share processors, and no network is measured: load from a "
                      "second "
                      "machine, or say so.");
            return;
        }
    }
}

/* --- T11, T12, T13 ----------------------------------------------------------------- */

static bool by_time(const group *g)
{
    return str_eq(g->tool, S("gnu-time")) || str_eq(g->tool, S("shell-time"));
}

void rule_T11(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        double step =
            p->ma->resolution > p->mb->resolution ? p->ma->resolution : p->mb->resolution;
        double apart = fabs(p->ma->mean.value - p->mb->mean.value);
        bool time = str_eq(p->metric, S("wall_time")) && by_time(p->ga) && step > 0;
        if (time && p->ma->mean.known && p->mb->mean.known && apart < 3 * step) {
            finding *f = found_in_group(
                l, p->ga, p->ma, "%s: %s against %s, on a clock that shows steps of %s",
                pair_words(l, p), amount_words(l, p->ma->mean.value, S("s")),
                amount_words(l, p->mb->mean.value, S("s")),
                amount_words(l, step, S("s")));
            advise(f, "Nothing can be said of so small a difference: measure something "
                      "longer, or "
                      "with hyperfine.");
        }
    }
}

typedef struct {
    ptrdiff_t gap, points, falls;
} series_state;

static series_state look_at_series(const series *s)
{
    series_state st = {0};
    ptrdiff_t gap = 0;
    const maybe *last = NULL;
    for (ptrdiff_t i = 0; i < s->n; i++) {
        gap = s->values[i].known ? 0 : gap + 1;
        st.gap = gap > st.gap ? gap : st.gap;
        st.points += s->values[i].known;
        st.falls += last && s->values[i].known && s->values[i].value < last->value;
        last = s->values[i].known ? &s->values[i] : last;
    }
    return st;
}

/* Prometheus' convention: a counter's name ends so, unless a rate was taken of it. */
static bool is_counter(const metric *m)
{
    return str_ends(m->name, S("_total")) || str_ends(m->name, S("_count"));
}

void rule_T12(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            if (!str_eq(en->r->tool, S("prometheus")) || m->series.n == 0) {
                continue;
            }
            series_state st = look_at_series(&m->series);
            if (st.gap > 2) {
                advise(found_in_file(l, en->from, m->line,
                                     "%.*s: %td scrapes in a row are missing",
                                     SV(m->name), st.gap),
                       "What happened in between isn't known: a peak may be missing.");
            } else if (is_counter(m) && st.falls > 0) {
                advise(found_in_file(l, en->from, m->line,
                                     "the counter %.*s falls %td times within the window",
                                     SV(m->name), st.falls),
                       "It was reset: query rate() or increase(), which know of resets.");
            } else if (st.points < 10) {
                advise(found_in_file(
                           l, en->from, m->line,
                           "%.*s has %td samples: what lies between them was not seen",
                           SV(m->name), st.points),
                       "Scrape more often; a peak of it is 'at least'.");
            }
        }
    }
}

void rule_T13(lint *l)
{
    for (const group *g = l->s->groups; g; g = g->next) {
        const metric *own = by_time(g) || str_eq(g->tool, S("hyperfine"))
                                ? group_metric(g, S("peak_memory"))
                                : NULL;
        for (const group *o = l->s->groups; own && o; o = o->next) {
            const metric *other =
                o->workload == g->workload && str_eq(o->tool, S("prometheus"))
                    ? group_metric(o, S("memory"))
                    : NULL;
            if (other) {
                finding *f =
                    found_in_group(l, o, other,
                                   "%s has the peak of one process by %.*s, %s a "
                                   "container's memory with its cache",
                                   group_words(l, g), SV(g->tool), group_words(l, o));
                advise(f, "They are different quantities: compare one of them only.");
                return;
            }
        }
    }
}
