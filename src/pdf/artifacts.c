#include "base/base.h"

#include "base/out.h"
#include "pdf/artifacts.h"

/* --- the tokens of a content stream --------------------------------------------------
 */

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

static bool delimits(char c)
{
    return is_blank(c) || (c && strchr("()<>[]{}/%", c));
}

/* Behind the string that begins at `i` with its bracket. */
static ptrdiff_t string_end(str s, ptrdiff_t i)
{
    int depth = 0;
    for (; i < s.len; i++) {
        if (s.ptr[i] == '\\') {
            i++;
        } else if (s.ptr[i] == '(') {
            depth++;
        } else if (s.ptr[i] == ')' && --depth == 0) {
            return i + 1;
        }
    }
    return s.len;
}

/* The token at or behind *i, on whose end *i is set then; empty: there is none. */
static str next_token(str s, ptrdiff_t *i)
{
    while (*i < s.len && is_blank(s.ptr[*i])) {
        ++*i;
    }
    ptrdiff_t from = *i;
    if (from == s.len) {
        return (str){0};
    }
    if (s.ptr[from] == '(') {
        *i = string_end(s, from);
    } else {
        bool one = delimits(s.ptr[from]) && s.ptr[from] != '/';
        do {
            ++*i;
        } while (!one && *i < s.len && !delimits(s.ptr[*i]));
    }
    return str_take(str_drop(s, from), *i - from);
}

static bool is_one_of(str token, const str *words, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq(token, words[i])) {
            return true;
        }
    }
    return false;
}

static bool paints(str token)
{
    static const str words[] = {
        STR_INIT("f"),  STR_INIT("f*"), STR_INIT("F"),  STR_INIT("S"),  STR_INIT("s"),
        STR_INIT("B"),  STR_INIT("B*"), STR_INIT("b"),  STR_INIT("b*"), STR_INIT("sh"),
        STR_INIT("Do"), STR_INIT("Tj"), STR_INIT("TJ"), STR_INIT("'"),  STR_INIT("\""),
    };
    return is_one_of(token, words, COUNTOF(words));
}

/* --- marking -------------------------------------------------------------------------
 */

/* The walk through a content. A stretch begins where the last tag ended. */
typedef struct {
    out *o;
    str content;
    ptrdiff_t begin;    /* of the stretch */
    bool painted;       /* in it */
    int depth;          /* of marked content within a tag or artifact; 0: in none */
    int plain;          /* of other marked content: what some glyphs stand for */
    ptrdiff_t operands; /* where those of the next operator begin; -1: none was seen */
    bool is_tag;        /* by these operands */
} walk;

static void copy_to(walk *w, ptrdiff_t end)
{
    out_str(w->o, str_take(str_drop(w->content, w->begin), end - w->begin));
    w->begin = end;
}

static void end_stretch(walk *w, ptrdiff_t end)
{
    bool painted = w->painted;
    if (painted) {
        out_str(w->o, S("/Artifact BMC\n"));
    }
    copy_to(w, end);
    if (painted) {
        out_str(w->o, w->content.ptr[end - 1] == '\n' ? S("EMC\n") : S("\nEMC\n"));
    }
    w->painted = false;
}

static void begin_marked(walk *w)
{
    if (w->depth > 0) {
        w->depth++;
    } else if (!w->is_tag) {
        w->plain++;
    } else {
        end_stretch(w, w->operands);
        w->depth = 1;
    }
}

static void end_marked(walk *w, ptrdiff_t end)
{
    if (w->depth == 0) {
        w->plain--;
    } else if (--w->depth == 0) {
        bool line_ends = end < w->content.len && w->content.ptr[end] == '\n';
        copy_to(w, end + line_ends);
    }
}

static void take_operator(walk *w, str token)
{
    if (str_eq(token, S("BDC")) || str_eq(token, S("BMC"))) {
        begin_marked(w);
    } else if (str_eq(token, S("EMC"))) {
        end_marked(w, token.ptr + token.len - w->content.ptr);
    } else if (paints(token)) {
        w->painted = w->painted || w->depth == 0;
    }
    w->operands = -1;
    w->is_tag = false;
}

str artifacts_mark(arena *perm, str content)
{
    walk w = {.o = out_memory(perm), .content = content, .operands = -1};
    ptrdiff_t at = 0;
    for (str t; (t = next_token(content, &at)).len > 0;) {
        bool is_operator = !delimits(*t.ptr) && !strchr("+-.0123456789", *t.ptr);
        if (is_operator) {
            take_operator(&w, t);
            continue;
        }
        w.operands = w.operands < 0 ? t.ptr - content.ptr : w.operands;
        w.is_tag = w.is_tag || str_eq(t, S("/MCID")) || str_eq(t, S("/Artifact"));
    }
    end_stretch(&w, content.len);
    return out_text(w.o);
}
