/* Which metrics are compared: those that were asked for, else the primary ones. */
#include "base/base.h"

#include "compare/judge.h"

const metric *judge_any_metric(const match *m, str name)
{
    ptrdiff_t n = m->row_count * m->column_count;
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *x =
            m->cells[i].n > 0 ? result_metric(m->cells[i].results[0], name) : NULL;
        if (x) {
            return x;
        }
    }
    return NULL;
}

static bool result_has(const match *m, str name)
{
    ptrdiff_t n = m->row_count * m->column_count;
    for (ptrdiff_t i = 0; i < n; i++) {
        if (m->cells[i].n > 0 && result_metric(m->cells[i].results[0], name)) {
            return true;
        }
    }
    return false;
}

/* "latency.p99" is a metric and its statistic, unless a metric has that very name. */
void judge_split_name(const match *m, str name, compare_table *t)
{
    cut parts = str_cut_last(name, S("."));
    if (parts.found && !result_has(m, name) && result_has(m, parts.head)) {
        t->metric = parts.head;
        t->stat = str_eq(parts.tail, S("mean")) ? (str){0} : parts.tail;
        return;
    }
    t->metric = name;
}

/* All names of metrics, in the order in which they appear; `ret` has room for `most`. */
static ptrdiff_t all_metrics(const match *m, str *ret, ptrdiff_t most)
{
    ptrdiff_t n = 0, cells = m->row_count * m->column_count;
    for (ptrdiff_t i = 0; i < cells; i++) {
        if (m->cells[i].n == 0) {
            continue;
        }
        for (const metric *x = m->cells[i].results[0]->metrics; x; x = x->next) {
            ptrdiff_t k = 0;
            while (k < n && !str_eq(ret[k], x->name)) {
                k++;
            }
            if (k == n && n < most) {
                ret[n++] = x->name;
            }
        }
    }
    return n;
}

enum { MOST_METRICS = 500 };

static bool check_metric(judge *j, str name, err *e)
{
    compare_table t = {0};
    judge_split_name(j->m, name, &t);
    if (result_has(j->m, t.metric)) {
        return true;
    }
    arena scratch = j->scratch;
    str *names = NEW(&scratch, str, MOST_METRICS);
    ptrdiff_t n = all_metrics(j->m, names, MOST_METRICS);
    str near = str_nearest(t.metric, names, n, scratch);
    err_set(e, ERR_USAGE, NULL, "no result has a metric '%.*s'", SV(name));
    if (near.len > 0) {
        return err_hint(e, "Did you mean '%.*s'?", SV(near));
    }
    str list = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        list = str_fmt(&scratch, "%.*s%s%.*s", SV(list), i ? ", " : "", SV(names[i]));
    }
    return err_hint(e, "There are %.*s.", SV(list));
}

/* Adds the primary metrics of one result, as reports choose them. */
static ptrdiff_t add_primary(const result *r, str *names, ptrdiff_t n)
{
    static const str usual[][2] = {
        {STR_INIT("throughput"), {0}},
        {STR_INIT("request_rate"), STR_INIT("latency")},
        {STR_INIT("wall_time"), {0}},
        {STR_INIT("latency"), {0}},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(usual); i++) {
        if (!result_metric(r, usual[i][0])
            || (i == 0 && result_metric(r, S("request_rate")))) {
            continue;
        }
        for (ptrdiff_t k = 0; k < 2 && usual[i][k].len; k++) {
            ptrdiff_t at = 0;
            while (at < n && !str_eq(names[at], usual[i][k])) {
                at++;
            }
            if (at == n && result_metric(r, usual[i][k])) {
                names[n++] = usual[i][k];
            }
        }
        break;
    }
    return n;
}

bool judge_metrics(judge *j, str **ret_names, ptrdiff_t *ret, err *e)
{
    const compare_options *o = j->o;
    str *names = NEW(j->perm, str, MOST_METRICS + o->metric_count + o->gate_count);
    ptrdiff_t n = 0, cells = j->m->row_count * j->m->column_count;
    for (ptrdiff_t i = 0; i < o->metric_count; i++) {
        if (str_eq(o->metrics[i], S("all"))) {
            n = all_metrics(j->m, names, MOST_METRICS);
            break;
        }
        if (!check_metric(j, o->metrics[i], e)) {
            return false;
        }
        names[n++] = o->metrics[i];
    }
    for (ptrdiff_t i = 0; o->metric_count == 0 && i < cells; i++) {
        if (j->m->cells[i].n > 0) {
            n = add_primary(j->m->cells[i].results[0], names, n);
        }
    }
    if (n == 0) {
        n = all_metrics(j->m, names, MOST_METRICS);
    }
    for (ptrdiff_t i = 0; i < o->gate_count; i++) {
        ptrdiff_t at = 0;
        while (at < n && !str_eq(names[at], o->gates[i].metric)) {
            at++;
        }
        if (at == n && o->gates[i].metric.len > 0) {
            if (!check_metric(j, o->gates[i].metric, e)) {
                return false;
            }
            names[n++] = o->gates[i].metric;
        }
    }
    *ret_names = names;
    *ret = n;
    return true;
}
