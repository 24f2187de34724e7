#include "base/base.h"

#include "import/hyperfine_common.h"

static void add_mean(arena *perm, result *r, str name, maybe mean,
                     const hyperfine_figures *f, ptrdiff_t line)
{
    if (!mean.known) {
        return;
    }
    metric *m = result_add(perm, r, name, line);
    m->n = f->n;
    m->mean = mean;
}

void hyperfine_add(arena *perm, result *r, const hyperfine_figures *f, ptrdiff_t line)
{
    metric *wall = result_add(perm, r, S("wall_time"), line);
    wall->n = f->n;
    wall->mean = f->mean;
    wall->stddev = f->stddev;
    wall->median = f->median;
    wall->min = f->min;
    wall->max = f->max;
    wall->resolution = f->wall_step;
    add_mean(perm, r, S("user_time"), f->user, f, line);
    add_mean(perm, r, S("system_time"), f->system, f, line);
    for (metric *m = wall->next; m; m = m->next) {
        m->resolution = str_eq(m->name, S("user_time")) ? f->user_step : f->system_step;
    }
}

static str unquoted(str s)
{
    bool quoted = s.len >= 2 && *s.ptr == '\'' && s.ptr[s.len - 1] == '\'';
    return quoted ? (str){s.ptr + 1, s.len - 2} : s;
}

enum { FARTHEST = 2000 /* results that are looked through for a name */ };

const metric *hyperfine_find(const reading *r, str name, str *command)
{
    str bare = unquoted(name);
    /* A name of several lines is cut behind its opening quote's first line. */
    str half = str_starts(name, S("'")) ? str_drop(name, 1) : name;
    const result *item = r->last;
    for (ptrdiff_t i = 0; item && i < FARTHEST; i++, item = item->previous) {
        cut first = str_cut(item->command, S("\n"));
        bool same =
            str_eq(item->command, name) || str_eq(item->command, bare)
            || (first.found && (str_eq(first.head, name) || str_eq(first.head, half)));
        const metric *wall = same && str_eq(item->tool, S("hyperfine"))
                                 ? result_metric(item, S("wall_time"))
                                 : NULL;
        if (wall && wall->mean.known) {
            *command = item->command;
            return wall;
        }
    }
    return NULL;
}

bool hyperfine_ratio_fits(double ratio, double step, const metric *slower,
                          const metric *faster)
{
    double a = slower->resolution / 2, b = faster->resolution / 2;
    double low = (slower->mean.value - a) / (faster->mean.value + b);
    double high = (slower->mean.value + a) / (faster->mean.value - b);
    bool bounded = faster->mean.value > b;
    /* A hair more than half a step: the figures themselves were rounded to binary. */
    double more = 0.501 * step;
    return ratio >= low - more && (!bounded || ratio <= high + more);
}

static bool outside(maybe v, const hyperfine_figures *f)
{
    double hair = 1e-9 * f->max.value + f->wall_step;
    return v.known && (v.value < f->min.value - hair || v.value > f->max.value + hair);
}

bool hyperfine_check(import *in, const hyperfine_figures *f, ptrdiff_t line)
{
    if (!f->min.known || !f->max.known
        || (!outside(f->mean, f) && !outside(f->median, f))) {
        return true;
    }
    reading_contradicts(in->perm, in->ret, "A01", line,
                        "the %s does not lie between minimum and maximum",
                        outside(f->mean, f) ? "mean" : "median");
    return false;
}
