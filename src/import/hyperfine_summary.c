#include "base/base.h"

#include "import/hyperfine_summary.h"

#include "base/num.h"
#include "import/block.h"
#include "import/hyperfine_common.h"

/* Its forms (quotes around commands up to 1.16, "x faster" up to 1.2):
 *
 *     Summary
 *       sleep 0.1 ran
 *         2.01 ± 0.02 times faster than sleep 0.2
 *         As fast (1.00 ± 0.00) as sleep 0.10
 *
 *     Relative speed comparison                       (--sort command)
 *             1.00          sleep 0.1
 *             2.01 ±  0.02  sleep 0.2
 */

enum { FARTHEST = 4000 /* lines that are searched for the Summary of a benchmark */ };

static const str RELATIVE = STR_INIT("Relative speed comparison");

/* Where the list under the heading at i begins; -1: it is no heading of ours. Programs
 * print lines that say "Summary", too, so what follows decides. */
static ptrdiff_t list_begin(const text *t, ptrdiff_t i)
{
    str s = block_line(t, i);
    if (str_eq(s, RELATIVE)) {
        return i + 1;
    }
    if (!str_eq(s, S("Summary"))) {
        return -1;
    }
    ptrdiff_t at = block_line(t, i + 1).len == 0 ? i + 2 : i + 1;
    for (ptrdiff_t k = at; k < at + 20 && block_line(t, k).len > 0; k++) {
        if (str_ends(block_line(t, k), S(" ran"))) {
            return at;
        }
    }
    return -1;
}

bool hyperfine_is_summary(const text *t, ptrdiff_t i)
{
    str s = str_trim_left(t->lines[i].bare);
    return s.len > 0 && (*s.ptr == 'S' || *s.ptr == 'R') && list_begin(t, i) >= 0;
}

/* One row: "2.01 ± 0.02 times faster than NAME". */
typedef struct {
    double ratio;
    str name;
    bool other_is_slower, no_direction, has_sigma;
} row;

static bool ratio_of(str *s, row *ret)
{
    str digits, sigma, rest;
    if (!figure_digits(s, &digits) || !num_double(digits, &ret->ratio)) {
        return false;
    }
    rest = figure_skip_sign(*s);
    /* A sign, not only blanks: a command may begin with a number. */
    bool sign = str_trim(str_take(*s, rest.ptr - s->ptr)).len > 0;
    if (sign && figure_digits(&rest, &sigma)) {
        ret->has_sigma = true;
        *s = rest;
    }
    return true;
}

static bool summary_row(str s, row *ret)
{
    *ret = (row){.other_is_slower = true};
    if (block_take(&s, S("As fast ("))) {
        bool good =
            ratio_of(&s, ret) && block_take(&s, S(")")) && block_take(&s, S("as "));
        ret->name = str_trim(s);
        return good;
    }
    if (!ratio_of(&s, ret)) {
        return false;
    }
    if (!block_take(&s, S("times ")) && !block_take(&s, S("x "))) {
        return false;
    }
    ret->other_is_slower = block_take(&s, S("faster than "));
    if (!ret->other_is_slower && !block_take(&s, S("slower than "))) {
        return false;
    }
    ret->name = str_trim(s);
    return true;
}

static bool relative_row(str s, row *ret)
{
    *ret = (row){.no_direction = true};
    bool good = ratio_of(&s, ret) && str_starts(s, S("  "));
    ret->name = str_trim(s);
    return good && ret->name.len > 0;
}

/* Skips the further lines of a command that holds line breaks. */
static ptrdiff_t behind_name(const text *t, ptrdiff_t at, str command)
{
    for (cut c = str_cut(command, S("\n")); c.found && at < t->n;) {
        c = str_cut(c.tail, S("\n"));
        if (!str_starts(block_line(t, at), str_trim(c.head))) {
            break;
        }
        at++;
    }
    return at;
}

static void check(import *in, ptrdiff_t line, const row *r, const metric *base,
                  const metric *other)
{
    bool swap =
        r->no_direction ? other->mean.value < base->mean.value : !r->other_is_slower;
    const metric *slower = swap ? base : other, *faster = swap ? other : base;
    if (hyperfine_ratio_fits(r->ratio, 0.01, slower, faster)) {
        return;
    }
    char ratio[32];
    num_shortest(r->ratio, ratio);
    reading_contradicts(
        in->perm, in->ret, "A03", line,
        "the ratio %s of '%.*s' contradicts the means above, which give %.2f", ratio,
        SV(str_take(r->name, 80)), slower->mean.value / faster->mean.value);
}

static ptrdiff_t read_relative(import *in, const text *t, ptrdiff_t at)
{
    const metric *base = NULL;
    row r;
    str command = {0};
    for (ptrdiff_t i = at; i < t->n && relative_row(t->lines[i].bare, &r); i++) {
        const metric *m = hyperfine_find(in->ret, r.name, &command);
        base = !r.has_sigma && r.ratio == 1 && !base ? m : base; // NOLINT: printed "1.00"
    }
    while (at < t->n && relative_row(t->lines[at].bare, &r)) {
        ptrdiff_t line = t->lines[at].line;
        const metric *m = hyperfine_find(in->ret, r.name, &command);
        if (base && m) {
            check(in, line, &r, base, m);
        }
        at = behind_name(t, at + 1, m ? command : (str){0});
    }
    return at;
}

ptrdiff_t hyperfine_summary_read(import *in, const text *t, ptrdiff_t at)
{
    ptrdiff_t i = list_begin(t, at);
    if (i < 0) {
        return at;
    }
    if (str_eq(block_line(t, at), RELATIVE)) {
        return read_relative(in, t, i);
    }
    str command = {0}, name = block_line(t, i);
    name = str_ends(name, S(" ran")) ? str_take(name, name.len - 4) : name;
    const metric *base = hyperfine_find(in->ret, name, &command);
    while (!str_ends(block_line(t, i), S(" ran"))) {
        i++;
    }
    i++;
    for (row r; i < t->n && summary_row(t->lines[i].bare, &r);) {
        ptrdiff_t line = t->lines[i].line;
        const metric *other = hyperfine_find(in->ret, r.name, &command);
        if (base && other) {
            check(in, line, &r, base, other);
        }
        i = behind_name(t, i + 1, other ? command : (str){0});
    }
    return i;
}

/* Does the name that ends line s begin with this first line of a command? */
static bool names(str s, str name)
{
    return str_ends(s, name) && s.len > name.len;
}

/* Is line s the `next` line of a command, perhaps with what closes the name behind it? */
static bool goes_on(str s, str next)
{
    if (!str_starts(s, next)) {
        return false;
    }
    str tail = str_drop(s, next.len);
    return tail.len == 0 || str_eq(tail, S("'")) || str_eq(tail, S(" ran"))
           || str_eq(tail, S("' ran"));
}

/* The first benchmark of another run: a Summary behind it is that run's. */
static bool begins_run(str s)
{
    return str_starts(s, S("Benchmark 1: ")) || str_starts(s, S("Benchmark #1: "));
}

ptrdiff_t hyperfine_summary_lines(const text *t, ptrdiff_t from, str name,
                                  const str *under, ptrdiff_t n)
{
    ptrdiff_t end = t->n - from < FARTHEST ? t->n : from + FARTHEST, i = from;
    while (i < end && !hyperfine_is_summary(t, i)) {
        if (begins_run(block_line(t, i))) {
            return -1;
        }
        i++;
    }
    for (i++; i < end && block_line(t, i).len > 0; i++) {
        str s = block_line(t, i);
        bool whole = goes_on(s, name)
                     || goes_on(str_starts(s, S("'")) ? str_drop(s, 1) : s, name)
                     || names(s, name);
        if (whole) {
            ptrdiff_t k = 0;
            while (k < n && goes_on(block_line(t, i + 1 + k), str_trim(under[k]))) {
                k++;
            }
            return k;
        }
        if (str_ends(s, S("'")) && names(str_take(s, s.len - 1), name)) {
            return 0;
        }
    }
    return -1;
}
