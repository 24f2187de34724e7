#include "base/base.h"

#include "project/kept.h"

static int by_hash(const void *a, const void *b)
{
    return str_cmp(((const kept_file *)a)->sha256, ((const kept_file *)b)->sha256);
}

const kept_file *kept_find(const study_kept *k, str sha256)
{
    const kept_file key = {.sha256 = sha256};
    return k && k->file_count > 0
               ? bsearch(&key, k->files, (size_t)k->file_count, sizeof *k->files, by_hash)
               : NULL;
}

const kept_run *kept_run_of(const study_kept *k, str id)
{
    for (ptrdiff_t i = 0; k && i < k->run_count; i++) {
        if (str_eq(k->runs[i].id, id)) {
            return &k->runs[i];
        }
    }
    return NULL;
}

str kept_excluded(const study_kept *k, str sha256, ptrdiff_t ordinal)
{
    for (ptrdiff_t i = 0; k && i < k->excluded_count; i++) {
        const kept_exclusion *x = &k->excluded[i];
        if ((x->ordinal == 0 || x->ordinal == ordinal) && str_eq(x->sha256, sha256)) {
            return x->why;
        }
    }
    return (str){0};
}

str kept_name(const study_kept *k, bool of_variant, str name)
{
    for (ptrdiff_t i = 0; k && i < k->alias_count; i++) {
        if (k->aliases[i].of_variant == of_variant && str_eq(k->aliases[i].name, name)) {
            return k->aliases[i].now;
        }
    }
    return name;
}

bool kept_read_so(const kept_file *f, const read_as *how)
{
    return f->current && str_eq(f->how.as, how->as)
           && str_eq(f->how.time_format, how->time_format)
           && str_eq(f->how.columns, how->columns)
           && str_eq(f->how.group_by, how->group_by) && str_eq(f->how.metric, how->metric)
           && str_eq(f->how.unit, how->unit);
}
