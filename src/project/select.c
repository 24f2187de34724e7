#include "base/base.h"

#include "base/num.h"
#include "project/select.h"

static bool fail(select_error *why, str part, const char *fmt, ...) PRINTF(3, 4);

static bool fail(select_error *why, str part, const char *fmt, ...)
{
    *why = (select_error){.part = part};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why->text, sizeof why->text, fmt, ap);
    va_end(ap);
    return false;
}

/* Takes `@tool`, `#K` or `?params` off the end of *rest, where the mark is found. */
static str take_part(str *rest, str mark)
{
    cut c = str_cut(*rest, mark);
    *rest = c.head;
    return c.found ? c.tail : (str){0};
}

bool selector_parse(str place, str metric_text, selector *ret, select_error *why)
{
    *ret = (selector){.whole = place};
    str rest = place;
    ret->params = take_part(&rest, S("?"));
    str repeat = take_part(&rest, S("#"));
    ret->tool = take_part(&rest, S("@"));
    cut c = str_cut(rest, S("/"));
    ret->workload = c.head;
    ret->variant = c.tail;
    int64_t k = 0;
    if (repeat.ptr && (!num_int(repeat, &k) || k < 1 || k > 1000000)) {
        return fail(why, repeat, "'#%.*s' is no repeat; they are counted from #1",
                    SV(repeat));
    }
    ret->repeat = (int)k;
    cut m = str_cut(metric_text, S("."));
    ret->metric = m.head;
    ret->stat = m.found ? m.tail : (str){0};
    if (!c.found || ret->workload.len == 0 || ret->variant.len == 0) {
        return fail(why, place, "'%.*s' is no WORKLOAD/VARIANT", SV(place));
    }
    return true;
}

maybe metric_stat(const metric *m, str stat)
{
    const struct {
        str name;
        maybe value;
    } table[] = {
        {S("mean"), m->mean}, {S("median"), m->median}, {S("min"), m->min},
        {S("max"), m->max},   {S("stddev"), m->stddev}, {S("sum"), m->sum},
        {S("last"), m->last}, {S("n"), m->n},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        if (str_eq(stat, table[i].name)) {
            return table[i].value;
        }
    }
    double p = 0;
    if (str_starts(stat, S("p")) && num_double(str_drop(stat, 1), &p)) {
        return p == 50 && m->median.known ? m->median // NOLINT: p50 is the median
                                          : metric_percentile(m, p);
    }
    return (maybe){0};
}

/* `a=1&b=2`: each named parameter must have that value. */
static bool params_fit(const group *g, str params)
{
    for (cut c = {.tail = params}; c.tail.len > 0;) {
        c = str_cut(c.tail, S("&"));
        cut kv = str_cut(c.head, S("="));
        if (!str_eq(group_param(g, kv.head), kv.tail)) {
            return false;
        }
    }
    return true;
}

static bool unknown_name(select_error *why, const char *what, str name, const str *names,
                         ptrdiff_t n, arena scratch)
{
    fail(why, name, "unknown %s '%.*s'", what, SV(name));
    str near = str_nearest(name, names, n, scratch);
    if (near.len > 0) {
        snprintf(why->hint, sizeof why->hint, "Did you mean '%.*s'?", SV(near));
        return false;
    }
    out *list = out_memory(&scratch);
    for (ptrdiff_t i = 0; i < n && i < 12; i++) {
        out_fmt(list, "%s%.*s", i ? ", " : "", SV(names[i]));
    }
    snprintf(why->hint, sizeof why->hint, "There %s: %.*s.", n == 1 ? "is" : "are",
             SV(out_text(list)));
    return false;
}

bool selector_check(const study *s, const selector *sel, arena scratch, select_error *why)
{
    if (study_workload(s, sel->workload) < 0) {
        str *names = NEW(&scratch, str, s->workload_count);
        for (ptrdiff_t i = 0; i < s->workload_count; i++) {
            names[i] = s->workloads[i].id;
        }
        return unknown_name(why, "workload", sel->workload, names, s->workload_count,
                            scratch);
    }
    if (study_variant(s, sel->variant) < 0) {
        str *names = NEW(&scratch, str, s->variant_count);
        for (ptrdiff_t i = 0; i < s->variant_count; i++) {
            names[i] = s->variants[i].id;
        }
        return unknown_name(why, "variant", sel->variant, names, s->variant_count,
                            scratch);
    }
    return true;
}

bool selector_fits(const study *s, const selector *sel, const group *g)
{
    return g->workload == study_workload(s, sel->workload)
           && g->variant == study_variant(s, sel->variant)
           && (!sel->tool.ptr || str_eq(sel->tool, g->tool))
           && (!sel->params.ptr || params_fit(g, sel->params))
           && (!sel->repeat || sel->repeat <= g->n);
}

static const metric *metric_of(const group *g, const selector *sel)
{
    /* what is derived belongs to the group, also where #1 is all there is */
    return sel->repeat && g->n > 1
               ? result_metric(g->entries[sel->repeat - 1]->r, sel->metric)
               : group_metric(g, sel->metric);
}

static bool has_summary_repeats(const group *g, str name)
{
    return g->n > 1 && result_metric(g->entries[0]->r, name) != NULL;
}

static bool no_metric(const study *s, const selector *sel, arena scratch,
                      select_error *why)
{
    enum { MOST = 64 };
    str names[MOST];
    ptrdiff_t n = 0;
    for (const group *g = s->groups; g; g = g->next) {
        if (!selector_fits(s, sel, g)) {
            continue;
        }
        if (has_summary_repeats(g, sel->metric)) {
            fail(why, sel->whole, "'%.*s' has %td results of %.*s that can't be pooled",
                 SV(sel->whole), g->n, SV(sel->metric));
            snprintf(why->hint, sizeof why->hint, "Name one: %.*s#1 to #%td.",
                     SV(sel->whole), g->n);
            return false;
        }
        for (const metric *m = g->metrics; m && n < MOST; m = m->next) {
            names[n++] = m->name;
        }
    }
    if (n == 0) {
        fail(why, sel->whole, "there is no result '%.*s'", SV(sel->whole));
        return false;
    }
    return unknown_name(why, "metric", sel->metric, names, n, scratch);
}

static bool ambiguous(const study *s, const selector *sel, const group *a, const group *b,
                      arena scratch, select_error *why)
{
    fail(why, sel->whole, "'%.*s' could mean more than one result", SV(sel->whole));
    snprintf(why->hint, sizeof why->hint, "Say which: %.*s or %.*s.",
             SV(group_name(&scratch, s, a)), SV(group_name(&scratch, s, b)));
    return false;
}

/* Later runs win, an undated one is the oldest. */
static int newer(const group *a, const group *b)
{
    return a->run == b->run ? 0 : str_cmp(a->run->date, b->run->date);
}

static bool fill(const selector *sel, const group *g, const metric *m, selection *ret,
                 select_error *why)
{
    const entry *en = g->entries[sel->repeat ? sel->repeat - 1 : 0];
    str stat = sel->stat.ptr ? sel->stat : S("mean");
    maybe v = metric_stat(m, stat);
    if (!v.known && !sel->stat.ptr && m->last.known) {
        stat = S("last");
        v = m->last;
    }
    if (!v.known) {
        return fail(why, sel->stat.ptr ? sel->stat : sel->metric,
                    "%.*s of '%.*s' has no %.*s: the raw file doesn't state it",
                    SV(m->name), SV(sel->whole), SV(stat));
    }
    *ret = (selection){.g = g,
                       .m = m,
                       .file = en->from,
                       .line = m->line,
                       .stat = stat,
                       .value = v.value,
                       .whole = str_eq(stat, S("mean"))};
    return true;
}

bool select_metric(const study *s, const selector *sel, arena scratch, selection *ret,
                   select_error *why)
{
    if (!selector_check(s, sel, scratch, why)) {
        return false;
    }
    const group *best = NULL;
    for (const group *g = s->groups; g; g = g->next) {
        if (!selector_fits(s, sel, g) || !metric_of(g, sel)) {
            continue;
        }
        int later = best ? newer(g, best) : 1;
        if (best && later == 0) {
            return ambiguous(s, sel, best, g, scratch, why);
        }
        best = later > 0 ? g : best;
    }
    if (!best) {
        return no_metric(s, sel, scratch, why);
    }
    return fill(sel, best, metric_of(best, sel), ret, why);
}

/* Does another group of the same workload, variant and run differ in this? */
static bool tool_needed(const study *s, const group *g)
{
    for (const group *o = s->groups; o; o = o->next) {
        if (o != g && o->workload == g->workload && o->variant == g->variant
            && !str_eq(o->tool, g->tool)) {
            return true;
        }
    }
    return false;
}

static bool param_needed(const study *s, const group *g, const param *p)
{
    for (const group *o = s->groups; o; o = o->next) {
        if (o->workload == g->workload && o->variant == g->variant
            && !str_eq(group_param(o, p->name), p->value)) {
            return true;
        }
    }
    return false;
}

str group_name(arena *perm, const study *s, const group *g)
{
    out *o = out_memory(perm);
    out_fmt(o, "%.*s/%.*s", SV(s->workloads[g->workload].id),
            SV(s->variants[g->variant].id));
    if (tool_needed(s, g)) {
        out_fmt(o, "@%.*s", SV(g->tool));
    }
    char mark = '?';
    for (const param *p = g->params; p; p = p->next) {
        if (param_needed(s, g, p)) {
            out_fmt(o, "%c%.*s=%.*s", mark, SV(p->name), SV(p->value));
            mark = '&';
        }
    }
    return out_text(o);
}
