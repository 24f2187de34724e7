/* What must not differ between results that are compared. */
#include "base/base.h"

#include "compare/judge.h"

static bool is_allowed(const compare_options *o, str name)
{
    for (ptrdiff_t i = 0; i < o->allowed_count; i++) {
        if (str_eq(o->allowed[i], name)) {
            return true;
        }
    }
    return false;
}

/* "http://localhost:3000/fib?n=30" gives "/fib?n=30". */
static str url_path(str url)
{
    cut scheme = str_cut(url, S("://"));
    str rest = scheme.found ? scheme.tail : url;
    ptrdiff_t at = str_find(rest, S("/"));
    str path = at < 0 ? S("/") : str_drop(rest, at);
    return path;
}

static bool same_value(str name, str a, str b)
{
    if (str_eq(name, S("url")) && a.ptr && b.ptr) {
        return str_eq(url_path(a), url_path(b));
    }
    return str_eq(a, b) && !a.ptr == !b.ptr;
}

static str add(arena *perm, str list, str name, str a, str b)
{
    str none = S("not stated");
    str mine = a.ptr ? a : none, other = b.ptr ? b : none;
    return str_fmt(perm, "%.*s%s%.*s %.*s, not %.*s", SV(list), list.len ? "; " : "",
                   SV(name), SV(mine), SV(other));
}

static str param_differences(arena *perm, const result *a, const result *b,
                             const compare_options *o)
{
    str list = S("");
    for (const param *p = a->params; p; p = p->next) {
        str other = result_param_get(b, p->name);
        if (!same_value(p->name, p->value, other) && !is_allowed(o, p->name)) {
            list = add(perm, list, p->name, p->value, other);
        }
    }
    for (const param *p = b->params; p; p = p->next) {
        if (!result_param_get(a, p->name).ptr && !is_allowed(o, p->name)) {
            list = add(perm, list, p->name, (str){0}, p->value);
        }
    }
    return list;
}

/* Of the host, only what both state can differ. */
static str host_differences(arena *perm, const result_set *a, const result_set *b,
                            const compare_options *o)
{
    str list = S("");
    for (ptrdiff_t i = 0; i < a->fact_count && !is_allowed(o, S("host")); i++) {
        for (ptrdiff_t k = 0; k < b->fact_count; k++) {
            const set_fact *x = &a->facts[i], *y = &b->facts[k];
            if (str_eq(x->name, y->name) && !str_eq(x->value, y->value)
                && !is_allowed(o, x->name)) {
                list = add(perm, list, x->name, x->value, y->value);
            }
        }
    }
    return list;
}

str judge_differences(arena *perm, const measured *a, const measured *b,
                      bool within_a_set, const compare_options *o)
{
    const result *x = a->results[0], *y = b->results[0];
    str list = S("");
    if (!str_eq(x->tool, y->tool) && !is_allowed(o, S("tool"))) {
        return add(perm, list, S("tool"), x->tool, y->tool);
    }
    if (!within_a_set) {
        list = param_differences(perm, x, y, o);
        str host = host_differences(perm, a->set, b->set, o);
        list = host.len == 0   ? list
               : list.len == 0 ? host
                               : str_fmt(perm, "%.*s; %.*s", SV(list), SV(host));
    }
    str va = a->from[0]->tool_version, vb = b->from[0]->tool_version;
    if (va.len > 0 && vb.len > 0 && !str_eq(va, vb) && !is_allowed(o, S("version"))) {
        list = add(perm, list, S("tool version"), va, vb);
    }
    return list;
}
