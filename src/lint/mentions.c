#include "base/base.h"

#include "lint/rules.h"

/* What the post says of pairs of results, for several families of rules. */

static bool same_pair(const mention *m, const mention *o)
{
    bool straight = m->a.m == o->a.m && m->b.m == o->b.m;
    bool turned = m->a.m == o->b.m && m->b.m == o->a.m;
    return m->a.m && o->a.m && o->b.m && (straight || turned);
}

bool is_relative(const mention *m)
{
    return m->b.m && (m->says == SAYS_RATIO || m->says == SAYS_CHANGE);
}

void add_verdicts(lint *l)
{
    ptrdiff_t n = 0;
    for (const mention *m = l->r->mentions; m; m = m->next) {
        n++;
    }
    l->verdicts = NEW(l->perm, mention_verdict, n);
    for (const mention *m = l->r->mentions; m; m = m->next) {
        mention_verdict *to = &l->verdicts[l->verdict_count];
        to->of = m;
        if (m->b.m && m->a.whole && m->b.whole
            && versus_of(m->a.m, m->b.m, l->s->site->practical_limit, l->scratch,
                         &to->v)) {
            l->verdict_count++;
        }
    }
}

bool versus_of_mention(const lint *l, const mention *m, versus *v)
{
    for (ptrdiff_t i = 0; i < l->verdict_count; i++) {
        if (l->verdicts[i].of == m) {
            *v = l->verdicts[i].v;
            return true;
        }
    }
    return false;
}

bool is_qualified(const lint *l, const mention *m)
{
    for (const mention *o = l->r->mentions; o; o = o->next) {
        bool says_so =
            o->says == SAYS_INTERVAL
            || (o->says == SAYS_VERDICT
                && (str_eq(o->verdict, S("unclear")) || str_eq(o->verdict, S("untested"))
                    || str_eq(o->verdict, S("same"))));
        if (says_so && same_pair(m, o)) {
            return true;
        }
    }
    return false;
}

const char *selection_words(lint *l, const selection *sel)
{
    str name = group_name(l->perm, l->s, sel->g);
    for (ptrdiff_t k = 0; k < sel->g->n && sel->g->n > 1; k++) {
        for (const metric *m = sel->g->entries[k]->r->metrics; m; m = m->next) {
            if (m == sel->m) {
                name = str_fmt(l->perm, "%.*s#%td", SV(name), k + 1);
            }
        }
    }
    return str_cz(l->perm, name);
}

const char *mention_words(lint *l, const mention *m)
{
    return str_cz(l->perm,
                  str_fmt(l->perm, "%s against %s, %.*s", selection_words(l, &m->a),
                          selection_words(l, &m->b), SV(m->a.m->name)));
}
