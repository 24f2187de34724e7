#include "base/base.h"

#include "report/compose.h"
#include "stats/rank.h"

/* A pair is one test in either order. */
static page_test *find(const family *f, const metric *a, const metric *b)
{
    page_test *t = f->first;
    while (t && !((t->a == a && t->b == b) || (t->a == b && t->b == a))) {
        t = t->next;
    }
    return t;
}

maybe family_p(composer *c, const metric *a, const metric *b, const versus *v)
{
    family *f = c->tests;
    if (!v->p.known) {
        return v->p;
    }
    page_test *t = find(f, a, b);
    if (!t && !f->settled) {
        t = NEW(c->perm, page_test, 1);
        *t = (page_test){f->first, a, b, v->p.value, v->p.value};
        f->first = t;
        f->n++;
    }
    return SOME(t ? t->adjusted : v->p.value);
}

void family_settle(family *f, arena scratch)
{
    double *ps = NEW(&scratch, double, f->n);
    ptrdiff_t i = 0;
    for (const page_test *t = f->first; t; t = t->next) {
        ps[i++] = t->p;
    }
    stats_holm(ps, ps, f->n, scratch);
    i = 0;
    for (page_test *t = f->first; t; t = t->next) {
        t->adjusted = ps[i++];
    }
    f->settled = true;
}
