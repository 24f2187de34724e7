#include "base/base.h"

#include "archive/store.h"

bool store_run(store *s, const char *sql, const cell *params, int n, err *e)
{
    return s->ops->run(s, sql, params, n, e);
}

bool store_first(arena *perm, store *s, const char *sql, const cell *params, int n,
                 first_row *ret, err *e)
{
    store_rows *rows = NULL;
    *ret = (first_row){0};
    if (!s->ops->query(s, sql, params, n, &rows, e)) {
        return false;
    }
    int got = s->ops->next(rows, ret->at, e);
    for (int i = 0; got > 0 && i < STORE_WIDEST; i++) {
        cell *c = &ret->at[i];
        if (c->kind == CELL_TEXT || c->kind == CELL_BLOB) {
            c->s = str_copy(perm, c->s);
        }
    }
    s->ops->end(rows);
    ret->found = got > 0;
    return got >= 0;
}

bool store_settle(store *s, bool ok, err *e)
{
    ok = ok && s->ops->commit(s, e);
    if (!ok) {
        s->ops->rollback(s);
    }
    return ok;
}
