/* --fail-over: is a change for the worse beyond what is allowed? */
#include "base/base.h"

#include "compare/judge.h"
#include "report/format.h"

/* +1: the worse direction is up, -1: down, 0: not known. */
static int worse_sign(better b)
{
    return b == BETTER_LOWER ? 1 : b == BETTER_HIGHER ? -1 : 0;
}

/* Is the change beyond the gate, and more than noise where noise is known? */
static bool beyond(const compare_table *t, const compare_cell *c,
                   const compare_cell *base, double share)
{
    int worse = worse_sign(t->better);
    double change = c->value.value - base->value.value;
    if (!c->versus.ratio.known) { /* from or to 0: no share, but a change */
        return worse == 0 ? change < 0 || change > 0 : change * worse > 0;
    }
    double ratio = c->versus.ratio.value - 1;
    bool over = worse == 0 ? fabs(ratio) > share : ratio * worse > share;
    if (!over || c->versus.interval_by == INTERVAL_NONE) {
        return over;
    }
    return ratio > 0 ? c->versus.ci.low > 1 : c->versus.ci.high < 1;
}

void judge_gate(arena *perm, const compare_table *t, compare_cell *c,
                const compare_cell *base, double share)
{
    str limit = format_limit(perm, share);
    switch (c->state) {
    case CELL_BASELINE:
    case CELL_ALONE:
        return;
    case CELL_NOT_RANKED:
    case CELL_FAILED:
    case CELL_MISSING:
        if (base->state == CELL_MISSING) {
            return;
        }
        c->over_gate = true;
        c->gate_why = str_fmt(perm, "%s%.*s",
                              c->state == CELL_FAILED    ? "failed: "
                              : c->state == CELL_MISSING ? "is "
                                                         : "can't be compared: ",
                              SV(c->why));
        return;
    case CELL_COMPARED:
        break;
    }
    if (!beyond(t, c, base, share)) {
        return;
    }
    c->over_gate = true;
    c->gate_why =
        c->versus.ratio.known
            ? str_fmt(perm, "changed by %.*s, the limit is %.*s",
                      SV(format_change(perm, c->versus.ratio.value - 1)), SV(limit))
            : str_fmt(perm, "changed from %.*s to %.*s",
                      SV(format_value(perm, base->value.value, t->unit, 4)),
                      SV(format_value(perm, c->value.value, t->unit, 4)));
}

const gate *judge_gate_for(const compare_options *o, const compare_table *t)
{
    const gate *any = NULL;
    for (ptrdiff_t i = 0; i < o->gate_count; i++) {
        cut parts = str_cut_last(o->gates[i].metric, S("."));
        bool named = t->stat.len
                         ? str_eq(parts.head, t->metric) && str_eq(parts.tail, t->stat)
                         : str_eq(o->gates[i].metric, t->metric);
        if (named) {
            return &o->gates[i];
        }
        if (o->gates[i].metric.len == 0) {
            any = &o->gates[i];
        }
    }
    return any;
}
