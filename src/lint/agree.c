#include "base/base.h"

#include "base/num.h"
#include "lint/rules.h"
#include "model/unit.h"
#include "stats/sample.h"

/* A: does the raw file agree with itself? What importers found while reading comes first;
 * what every format's figures must obey is checked here, on the model. */

static bool in_diagnostics(const lint *l, const entry *en)
{
    for (const diagnostic *d = en->from->reading->diagnostics; d; d = d->next) {
        if (d->rule && strcmp(d->rule, l->rule->id) == 0 && d->line >= en->r->line
            && d->line <= en->r->last_line) {
            return true;
        }
    }
    return false;
}

static void tell_diagnostics(lint *l, const char *what_to_do)
{
    for (const raw_file *f = l->s->files; f; f = f->next) {
        const diagnostic *d = f->reading ? f->reading->diagnostics : NULL;
        for (; d; d = d->next) {
            if (d->rule && strcmp(d->rule, l->rule->id) == 0) {
                advise(found_in_file(l, f, d->line, "%.*s", SV(d->message)), "%s",
                       what_to_do);
            }
        }
    }
}

static finding *found_in_entry(lint *l, const entry *en, const metric *m, str said)
{
    return found_in_file(l, en->from, m->line ? m->line : en->r->line, "%.*s %.*s: %.*s",
                         SV(en->r->tool), SV(m->name), SV(said));
}

/* --- A01 ------------------------------------------------------------------------- */

typedef struct {
    str name;
    maybe v;
} step_of;

/* Neighbouring figures may be printed in other units, and a sketch is 0.4 % wide. */
static double slack_of(const metric *m, double v)
{
    return m->resolution + 0.005 * fabs(v);
}

static str out_of_order(lint *l, const metric *m, const step_of *chain, ptrdiff_t n)
{
    const step_of *last = NULL;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (!chain[i].v.known) {
            continue;
        }
        if (last && chain[i].v.value < last->v.value - slack_of(m, last->v.value)) {
            return str_fmt(l->perm, "%.*s is %s, but %.*s is %s", SV(last->name),
                           amount_words(l, last->v.value, m->unit), SV(chain[i].name),
                           amount_words(l, chain[i].v.value, m->unit));
        }
        last = &chain[i];
    }
    return (str){0};
}

static str disorder_of(lint *l, const metric *m)
{
    const step_of means[] = {
        {S("min"), m->min}, {S("mean"), m->mean}, {S("max"), m->max}};
    const step_of medians[] = {
        {S("min"), m->min}, {S("median"), m->median}, {S("max"), m->max}};
    str said = out_of_order(l, m, means, COUNTOF(means));
    said = said.len ? said : out_of_order(l, m, medians, COUNTOF(medians));
    ptrdiff_t n = 0;
    step_of *ps = NEW(l->perm, step_of, m->percentile_count + 2);
    ps[n++] = (step_of){S("min"), m->min};
    for (ptrdiff_t i = 0; i < m->percentile_count; i++) {
        ps[n++] = (step_of){str_fmt(l->perm, "p%g", m->percentiles[i].p),
                            SOME(m->percentiles[i].value)};
    }
    ps[n++] = (step_of){S("max"), m->max};
    return said.len ? said : out_of_order(l, m, ps, n);
}

void rule_A01(lint *l)
{
    const char *advice = "Was the file edited, or are its columns mixed up?";
    tell_diagnostics(l, advice);
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            str said = disorder_of(l, m);
            if (said.len > 0 && !in_diagnostics(l, en)) {
                advise(found_in_entry(l, en, m, said), "%s", advice);
            }
        }
    }
}

/* --- A02, A03, G08 ----------------------------------------------------------------- */

void rule_A02(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            bool known = m->n.known && m->n.value >= 2 && m->mean.known && m->stddev.known
                         && m->min.known && m->max.known;
            if (!known || disorder_of(l, m).len > 0
                || stats_possible((summary){m->mean.value, m->stddev.value, m->n.value},
                                  m->min.value, m->max.value,
                                  m->resolution + 1e-6 * fabs(m->max.value))) {
                continue;
            }
            str said = str_fmt(l->perm,
                               "%g values between %s and %s with mean %s can't have a "
                               "standard deviation of %s",
                               m->n.value, amount_words(l, m->min.value, m->unit),
                               amount_words(l, m->max.value, m->unit),
                               amount_words(l, m->mean.value, m->unit),
                               amount_words(l, m->stddev.value, m->unit));
            advise(found_in_entry(l, en, m, said),
                   "Compare the file with what the tool printed.");
        }
    }
}

typedef struct {
    const char *name;
    maybe stated, own;
} restated;

static bool differ(const metric *m, const restated *f)
{
    double slack = m->resolution + 1e-6 * fabs(f->own.value);
    return f->stated.known && f->own.known
           && fabs(f->stated.value - f->own.value) > slack;
}

/* The standard deviation with n below the line instead of n - 1. */
static bool is_population(const metric *m, const metric *own)
{
    double n = (double)own->sample_count;
    restated f = {"", m->stddev, SOME(own->stddev.value * sqrt((n - 1) / n))};
    restated by_one = {"", m->stddev, own->stddev};
    return differ(m, &by_one) && !differ(m, &f);
}

/* hyperfine's importer knows the digits of its file and has looked already. */
static bool has_own_samples(const entry *en, const metric *m)
{
    return m->sample_count >= 2
           && !str_eq(en->from->reading->format, S("hyperfine-json"));
}

static metric recomputed(lint *l, const metric *m)
{
    metric own = {.samples = m->samples, .sample_count = m->sample_count};
    metric_from_samples(l->perm, &own, NULL, 0, l->scratch);
    return own;
}

void rule_A03(lint *l)
{
    const char *advice = "Was the file edited, or are its columns mixed up?";
    tell_diagnostics(l, advice);
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            if (!has_own_samples(en, m)) {
                continue;
            }
            metric own = recomputed(l, m);
            const restated all[] = {{"mean", m->mean, own.mean},
                                    {"stddev", m->stddev, own.stddev},
                                    {"median", m->median, own.median},
                                    {"min", m->min, own.min},
                                    {"max", m->max, own.max}};
            for (ptrdiff_t i = 0; i < COUNTOF(all); i++) {
                bool population = i == 1 && is_population(m, &own);
                if (differ(m, &all[i]) && !population) {
                    str said = str_fmt(
                        l->perm, "%s is stated as %s, but %td runs give %s", all[i].name,
                        amount_words(l, all[i].stated.value, m->unit), m->sample_count,
                        amount_words(l, all[i].own.value, m->unit));
                    advise(found_in_entry(l, en, m, said), "%s", advice);
                }
            }
        }
    }
}

void rule_G08(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        for (const metric *m = en->r->metrics; m; m = m->next) {
            if (!has_own_samples(en, m)) {
                continue;
            }
            metric own = recomputed(l, m);
            if (is_population(m, &own)) {
                str said =
                    str_fmt(l->perm, "stddev %s is divided by n; by n − 1 it is %s",
                            amount_words(l, m->stddev.value, m->unit),
                            amount_words(l, own.stddev.value, m->unit));
                advise(found_in_entry(l, en, m, said),
                       "State the sample's standard deviation (n − 1).");
            }
        }
    }
}

/* --- A04, A05: against the host ------------------------------------------------------
 */

/* "8 vCPU, Intel Xeon", "2 cores of an AMD EPYC", cores: 16. */
static maybe processors(const lint *l)
{
    double v;
    str own = FACT(l, "threads", "cpus", "vcpus", "processors");
    if (num_double(str_trim(own), &v)) {
        return SOME(v);
    }
    str rest = FACT(l, "cpu", "cpus", "processor", "cores");
    for (str word; (word = str_word(&rest)).len > 0;) {
        str next = rest;
        str what = str_word(&next);
        bool counts = what.len == 0
                      || SAYS(lower_case(l->c.perm, what), "vcpu", "cpu", "core",
                              "thread", "processor");
        if (num_double(word, &v) && counts && v >= 1) {
            return SOME(v);
        }
    }
    return (maybe){0};
}

typedef struct {
    const metric *wall, *user, *system;
} times;

static bool times_of(const result *r, times *ret)
{
    *ret = (times){result_metric(r, S("wall_time")), result_metric(r, S("user_time")),
                   result_metric(r, S("system_time"))};
    return ret->wall && ret->user && ret->system && ret->wall->mean.known
           && ret->user->mean.known && ret->system->mean.known
           && ret->wall->mean.value > 0;
}

void rule_A04(lint *l)
{
    tell_diagnostics(l, "Which runs failed can't be told; run them again.");
    maybe cpus = processors(l);
    for (const entry *en = l->s->entries; en && cpus.known; en = en->next) {
        times t;
        if (!times_of(en->r, &t)) {
            continue;
        }
        double busy = t.user->mean.value + t.system->mean.value;
        double most = t.wall->mean.value * cpus.value;
        double slack =
            t.user->resolution + t.system->resolution + cpus.value * t.wall->resolution;
        if (busy > 1.02 * most + slack) {
            str said = str_fmt(
                l->perm,
                "%s of processor time in %s of wall time want %.1f CPUs; the host has %g",
                amount_words(l, busy, S("s")),
                amount_words(l, t.wall->mean.value, S("s")), busy / t.wall->mean.value,
                cpus.value);
            advise(found_in_entry(l, en, t.user, said),
                   "Correct 'cpu' under 'host', or find out which figure is wrong.");
        }
    }
}

static void check_cpu_percent(lint *l, const entry *en, const times *t)
{
    const metric *cpu = result_metric(en->r, S("cpu_percent"));
    if (!cpu || !cpu->mean.known) {
        return;
    }
    double wall = t->wall->mean.value;
    double busy = t->user->mean.value + t->system->mean.value;
    double slack = 2 * cpu->resolution
                   + (t->user->resolution + t->system->resolution) / wall
                   + busy / wall * t->wall->resolution / wall;
    if (fabs(cpu->mean.value - busy / wall) > slack + 0.02) {
        str said = str_fmt(l->perm,
                           "%.0f%% is stated, but %s of processor time in %s are %.0f%%",
                           100 * cpu->mean.value, amount_words(l, busy, S("s")),
                           amount_words(l, wall, S("s")), 100 * busy / wall);
        advise(found_in_entry(l, en, cpu, said),
               "Compare the file with what time printed.");
    }
}

void rule_A05(lint *l)
{
    maybe memory = size_of(FACT(l, "memory", "ram"));
    for (const entry *en = l->s->entries; en; en = en->next) {
        times t;
        if (times_of(en->r, &t)) {
            check_cpu_percent(l, en, &t);
        }
        const metric *peak = result_metric(en->r, S("peak_memory"));
        maybe most = peak ? (peak->max.known ? peak->max : peak->mean) : (maybe){0};
        if (memory.known && most.known && most.value > 1.1 * memory.value) {
            str said = str_fmt(l->perm, "%s, but the host has %s",
                               amount_words(l, most.value, S("B")),
                               amount_words(l, memory.value, S("B")));
            advise(found_in_entry(l, en, peak, said),
                   "Correct 'memory' under 'host', or check the unit of the figure.");
        }
    }
}

/* --- A06, A07, A08: rates ------------------------------------------------------------
 */

void rule_A06(lint *l)
{
    tell_diagnostics(l, "One of the three figures was changed by hand, or the line is of "
                        "a tool that only looks like dd.");
    for (const entry *en = l->s->entries; en; en = en->next) {
        const metric *bytes = result_metric(en->r, S("bytes_copied"));
        double block, blocks;
        if (!bytes || !bytes->mean.known || en->r->status != STATUS_OK
            || !str_eq(en->r->tool, S("dd"))
            || !unit_block_size(operand_of(en->r, "bs"), &block)
            || !num_double(operand_of(en->r, "count"), &blocks)) {
            continue;
        }
        if (fabs(bytes->mean.value - block * blocks) > 0.5) {
            str said = str_fmt(l->perm, "%s were copied, but bs=%.*s count=%g are %s",
                               amount_words(l, bytes->mean.value, S("B")),
                               SV(operand_of(en->r, "bs")), blocks,
                               amount_words(l, block * blocks, S("B")));
            advise(found_in_entry(l, en, bytes, said),
                   "Was the disk full, or did dd read short blocks? iflag=fullblock "
                   "avoids them.");
        }
    }
}

static maybe mean_of(const result *r, str name)
{
    const metric *m = result_metric(r, name);
    return m ? m->mean : (maybe){0};
}

static maybe sum_of_codes(const result *r)
{
    static const char *const names[] = {"http_1xx", "http_2xx", "http_3xx",
                                        "http_4xx", "http_5xx", "http_other"};
    double sum = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        maybe v = mean_of(r, str_from(names[i]));
        if (!v.known) {
            return (maybe){0};
        }
        sum += v.value;
    }
    return SOME(sum);
}

static void check_codes(lint *l, const entry *en)
{
    maybe sum = sum_of_codes(en->r), all = mean_of(en->r, S("requests"));
    if (sum.known && all.known && fabs(sum.value - all.value) > 0.5) {
        str said =
            str_fmt(l->perm, "%.0f requests, but %.0f answers", all.value, sum.value);
        advise(found_in_entry(l, en, result_metric(en->r, S("requests")), said),
               "Was the file edited?");
    }
}

void rule_A07(lint *l)
{
    tell_diagnostics(l, "Was the file edited?");
    for (const entry *en = l->s->entries; en; en = en->next) {
        check_codes(l, en);
        maybe seconds = duration_of(result_param_get(en->r, S("duration")));
        maybe all = mean_of(en->r, S("requests"));
        maybe rate = mean_of(en->r, S("request_rate"));
        if (!seconds.known || !all.known || !rate.known || rate.value <= 0
            || en->r->status == STATUS_PARTIAL) {
            continue;
        }
        double own = all.value / seconds.value;
        if (fabs(own / rate.value - 1) > 0.1) {
            str said = str_fmt(l->perm, "%s are stated, but %.0f requests in %g s are %s",
                               amount_words(l, rate.value, S("1/s")), all.value,
                               seconds.value, amount_words(l, own, S("1/s")));
            advise(found_in_entry(l, en, result_metric(en->r, S("request_rate")), said),
                   "Did the run end early, or did connections stall? Look at the rate "
                   "over time.");
        }
    }
}

/* Little's law: in a closed loop, connections = rate * latency. */
void rule_A08(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        double connections;
        maybe rate = mean_of(en->r, S("request_rate"));
        maybe latency = mean_of(en->r, S("latency"));
        str stated = result_param_get(en->r, S("connections"));
        stated = stated.ptr ? stated : result_param_get(en->r, S("concurrency"));
        if (!rate.known || !latency.known || is_paced(en->r) || en->r->status != STATUS_OK
            || !num_double(stated, &connections) || connections <= 0) {
            continue;
        }
        double busy = rate.value * latency.value;
        if (fabs(busy / connections - 1) > 0.1) {
            str said =
                str_fmt(l->perm, "%s × %s latency keep %.1f connections busy, not %g",
                        amount_words(l, rate.value, S("1/s")),
                        amount_words(l, latency.value, S("s")), busy, connections);
            advise(found_in_entry(l, en, result_metric(en->r, S("latency")), said),
                   "Less: the load generator was the limit, not the server. More: one of "
                   "the figures is wrong.");
        }
    }
}
