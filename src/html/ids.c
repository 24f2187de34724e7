#include "base/base.h"

#include "html/ids.h"

static str *slot_of(const ids *set, str s)
{
    ptrdiff_t i = (ptrdiff_t)(str_hash(s) & (uint64_t)(set->cap - 1));
    while (set->slots[i].ptr && !str_eq(set->slots[i], s)) {
        i = (i + 1) & (set->cap - 1);
    }
    return &set->slots[i];
}

static void grow(ids *set)
{
    ids old = *set;
    set->cap = old.cap ? old.cap * 2 : 64;
    set->slots = NEW(set->perm, str, set->cap);
    for (ptrdiff_t i = 0; i < old.cap; i++) {
        if (old.slots[i].ptr) {
            *slot_of(set, old.slots[i]) = old.slots[i];
        }
    }
}

static bool take(ids *set, str s)
{
    str *slot = slot_of(set, s);
    if (slot->ptr) {
        return false;
    }
    *slot = s;
    set->n++;
    return true;
}

static bool is_id(str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        if (!good) {
            return false;
        }
    }
    return s.len > 0 && s.len <= 200;
}

str ids_unique(ids *set, str wanted)
{
    if (set->n * 2 >= set->cap) {
        grow(set);
    }
    str stem = is_id(wanted) ? wanted : str_take(str_slug(set->perm, wanted), 80);
    stem = stem.len > 0 ? stem : S("part");
    str id = stem;
    for (int i = 2; !take(set, id); i++) {
        id = str_fmt(set->perm, "%.*s-%d", SV(stem), i);
    }
    return id;
}
