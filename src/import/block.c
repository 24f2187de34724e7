#include "base/base.h"

#include "import/block.h"

str block_line(const text *t, ptrdiff_t i)
{
    return i < t->n ? str_trim(t->lines[i].bare) : (str){0};
}

bool block_refuse(import *in, const text *t, ptrdiff_t i, str token, const char *wanted)
{
    err e;
    figure_err(&e, t, i, token, wanted);
    reading_fail(in->perm, in->ret, &e);
    return false;
}

bool block_ends_file(const text *t, ptrdiff_t end)
{
    str bytes = t->src->bytes;
    return end >= t->n && bytes.len > 0 && bytes.ptr[bytes.len - 1] != '\n';
}

bool block_cut(import *in, const text *t, const char *what)
{
    err e;
    figure_err(&e, t, t->n - 1, (str){0}, what);
    snprintf(e.text, sizeof e.text, "the file ends in the middle of %s", what);
    reading_fail(in->perm, in->ret, &e);
    return false;
}

bool block_take(str *s, str word)
{
    str rest = str_trim_left(*s);
    if (!str_starts(rest, word)) {
        return false;
    }
    *s = str_drop(rest, word.len);
    return true;
}
