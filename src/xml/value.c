#include "base/base.h"

#include "xml/template.h"

value *value_map(arena *perm)
{
    value *v = NEW(perm, value, 1);
    v->kind = VALUE_MAP;
    return v;
}

static value *add(arena *perm, value *to, const char *key, value_kind kind)
{
    value *v = NEW(perm, value, 1);
    v->kind = kind;
    v->key = str_from(key);
    if (to->last) {
        to->last->next = v;
    } else {
        to->first = v;
    }
    to->last = v;
    return v;
}

value *value_add_text(arena *perm, value *to, const char *key, str text)
{
    value *v = add(perm, to, key, VALUE_TEXT);
    v->text = text;
    return v;
}

value *value_add_bool(arena *perm, value *to, const char *key, bool truth)
{
    value *v = add(perm, to, key, VALUE_BOOL);
    v->truth = truth;
    return v;
}

value *value_add_list(arena *perm, value *to, const char *key)
{
    return add(perm, to, key, VALUE_LIST);
}

value *value_add_map(arena *perm, value *to, const char *key)
{
    return add(perm, to, key, VALUE_MAP);
}

value *value_add_tree(arena *perm, value *to, const char *key, xml_node *tree)
{
    value *v = add(perm, to, key, VALUE_TREE);
    v->tree = tree;
    return v;
}
