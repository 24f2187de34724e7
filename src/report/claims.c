#include "base/base.h"

#include <assert.h>

#include "base/num.h"
#include "report/compose.h"

/* A claim's grammar (words that stand for themselves are in quotes):
 *
 *     claim      = '"' WORDS '"' ":" condition
 *     condition  = quantity operator | SELECTOR "vs" SELECTOR METRIC "is" VERDICT
 *     quantity   = ("ratio" | "change") SELECTOR SELECTOR METRIC | "value" SELECTOR
 * METRIC operator   = "=" NUMBER "within" NUMBER | "<" NUMBER | ">" NUMBER NUMBER     = a
 * decimal number, with "%" behind it where a share is meant, or with a unit (s ms us ns B
 * kB MB GB /s B/s kB/s MB/s GB/s) where a value is compared
 */

typedef struct {
    composer *c;
    const source *src;
    str rest;
    str whole;
    str unit; /* of the value that is claimed: "USD per million requests" */
    err *e;
    mention said; /* of the condition */
} reader;

static bool bad(reader *r, str at, const char *fmt, ...) PRINTF(3, 4);

static bool bad(reader *r, str at, const char *fmt, ...)
{
    char text[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return err_at(r->e, r->src, at, "%s", text);
}

static bool word(reader *r, const char *what, str *ret)
{
    *ret = str_word(&r->rest);
    return ret->len > 0 || bad(r, r->whole, "the claim lacks %s", what);
}

static bool pick(reader *r, str place, str name, selection *ret)
{
    selector sel;
    select_error why = {0};
    if (selector_parse(place, name, &sel, &why)
        && select_metric(r->c->s, &sel, r->c->scratch, ret, &why)) {
        return true;
    }
    bad(r, why.part.ptr ? why.part : place, "%s", why.text);
    return err_hint(r->e, "%s", why.hint);
}

/* --- numbers with units ---------------------------------------------------------- */

/* Takes the value's own unit off the front of the rest. */
static bool own_unit(reader *r)
{
    str rest = str_trim_left(r->rest);
    str behind = str_drop(rest, r->unit.len);
    if (r->unit.len == 0 || !str_starts(rest, r->unit)
        || (behind.len > 0 && !str_starts(behind, S(" ")))) {
        return false;
    }
    r->rest = behind;
    return true;
}

static bool number(reader *r, double *ret)
{
    static const struct {
        str unit;
        double scale;
    } units[] = {
        {STR_INIT("%"), 0.01},   {STR_INIT("GB/s"), 1e9}, {STR_INIT("MB/s"), 1e6},
        {STR_INIT("kB/s"), 1e3}, {STR_INIT("B/s"), 1},    {STR_INIT("/s"), 1},
        {STR_INIT("GB"), 1e9},   {STR_INIT("MB"), 1e6},   {STR_INIT("kB"), 1e3},
        {STR_INIT("B"), 1},      {STR_INIT("ms"), 1e-3},  {STR_INIT("us"), 1e-6},
        {STR_INIT("ns"), 1e-9},  {STR_INIT("s"), 1},      {STR_INIT("x"), 1},
    };
    str text;
    if (!word(r, "a number", &text)) {
        return false;
    }
    str digits = str_starts(text, S("−"))
                     ? str_fmt(r->c->perm, "-%.*s", SV(str_drop(text, S("−").len)))
                     : text;
    double scale = 1;
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (str_ends(digits, units[i].unit)) {
            scale = units[i].scale;
            digits = str_take(digits, digits.len - units[i].unit.len);
            break;
        }
    }
    str next = r->rest;
    str unit = str_word(&next);
    bool own = own_unit(r);
    for (ptrdiff_t i = 0; !own && scale == 1 && i < COUNTOF(units); i++) { // NOLINT
        if (str_eq(unit, units[i].unit)) {
            scale = units[i].scale;
            r->rest = next;
            break;
        }
    }
    double v = 0;
    if (!num_double(digits, &v)) {
        return bad(r, text, "'%.*s' is not a number", SV(text));
    }
    *ret = v * scale;
    return true;
}

/* --- a quantity against a number ------------------------------------------------- */

typedef struct {
    double value;
    str shown;
} quantity;

static bool read_quantity(reader *r, str kind, quantity *ret)
{
    str first, second = {0}, name;
    bool pair = !str_eq(kind, S("value"));
    selection a = {0}, b = {.value = 1};
    if (!word(r, "WORKLOAD/VARIANT", &first)
        || (pair && !word(r, "the second WORKLOAD/VARIANT", &second))
        || !word(r, "a metric", &name) || !pick(r, first, name, &a)
        || (pair && !pick(r, second, name, &b))) {
        return false;
    }
    arena *p = r->c->perm;
    assert(a.m);
    r->said = (mention){.says = !pair                      ? SAYS_VALUE
                                : str_eq(kind, S("ratio")) ? SAYS_RATIO
                                                           : SAYS_CHANGE,
                        .a = a,
                        .b = pair ? b : (selection){0}};
    if (b.value == 0) { // NOLINT: no ratio to exactly zero
        return bad(r, second, "'%.*s' is 0: there is no ratio to it", SV(second));
    }
    if (!pair) {
        r->unit = a.m->unit;
        *ret = (quantity){a.value, format_value(p, a.value, a.m->unit, 4)};
    } else if (str_eq(kind, S("ratio"))) {
        *ret = (quantity){a.value / b.value, num_fixed(p, a.value / b.value, 4)};
    } else {
        *ret = (quantity){a.value / b.value - 1, format_change(p, a.value / b.value - 1)};
    }
    return true;
}

static bool check_number(reader *r, const quantity *q, claim *ret)
{
    str op, within;
    double bound = 0, slack = 0;
    if (!word(r, "an operator: = < or >", &op) || !number(r, &bound)) {
        return false;
    }
    if (str_eq(op, S("="))) {
        if (!word(r, "'within T'", &within)) {
            return false;
        }
        if (!str_eq(within, S("within"))) {
            return bad(r, within, "expected 'within', found '%.*s'", SV(within));
        }
        if (!number(r, &slack)) {
            return false;
        }
        ret->holds = fabs(q->value - bound) <= slack;
    } else if (str_eq(op, S("<")) || str_eq(op, S(">"))) {
        ret->holds = *op.ptr == '<' ? q->value < bound : q->value > bound;
    } else {
        return bad(r, op, "expected =, < or >, found '%.*s'", SV(op));
    }
    ret->found = q->shown;
    return true;
}

/* --- a verdict ------------------------------------------------------------------- */

static str verdict_found(arena *p, const versus *v)
{
    if (!v->tested) {
        return str_fmt(p, "untested, ratio %.*s", SV(num_fixed(p, v->ratio, 3)));
    }
    return str_fmt(p, "%s, 95%% interval of the ratio %.*s", verdict_name(v->verdict),
                   SV(format_interval(p, v->ci.low, v->ci.high)));
}

static bool check_verdict(reader *r, str first, claim *ret)
{
    str vs, second, name, is, verdict_word;
    selection a = {0}, b = {0};
    if (!word(r, "'vs'", &vs)) {
        return false;
    }
    if (!str_eq(vs, S("vs"))) {
        return bad(r, vs, "expected 'vs', found '%.*s'", SV(vs));
    }
    if (!word(r, "the second WORKLOAD/VARIANT", &second) || !word(r, "a metric", &name)
        || !word(r, "'is VERDICT'", &is)) {
        return false;
    }
    if (!str_eq(is, S("is"))) {
        return bad(r, is, "expected 'is', found '%.*s'", SV(is));
    }
    if (!word(r, "a verdict", &verdict_word) || !pick(r, first, name, &a)
        || !pick(r, second, name, &b)) {
        return false;
    }
    if (!versus_word(verdict_word)) {
        bad(r, verdict_word, "unknown verdict '%.*s'", SV(verdict_word));
        return err_hint(r->e,
                        "Verdicts are same, unclear, untested, lower, higher, faster, "
                        "slower, better and worse.");
    }
    versus v;
    if (!a.whole || !b.whole
        || !versus_of(a.m, b.m, r->c->s->site->practical_limit, r->c->scratch, &v)) {
        return bad(r, name, "verdicts are about means; these can't be compared");
    }
    r->said = (mention){.says = SAYS_VERDICT, .a = a, .b = b, .verdict = verdict_word};
    ret->holds = versus_is(&v, a.m, verdict_word);
    ret->found = verdict_found(r->c->perm, &v);
    return true;
}

/* --- the claim ------------------------------------------------------------------- */

static bool read_words(reader *r, claim *ret)
{
    str rest = str_trim_left(r->rest);
    cut q = str_cut(str_drop(rest, 1), S("\""));
    if (!str_starts(rest, S("\"")) || !q.found) {
        return bad(r, rest.len ? rest : r->whole,
                   "a claim begins with its words in quotes");
    }
    ret->words = q.head;
    rest = str_trim_left(q.tail);
    if (!str_starts(rest, S(":"))) {
        return bad(r, rest.len ? rest : r->whole, "expected ':' behind the words");
    }
    r->rest = str_drop(rest, 1);
    ret->condition = str_trim(r->rest);
    return true;
}

static bool read_condition(reader *r, claim *ret)
{
    str first;
    if (!word(r, "a condition", &first)) {
        return false;
    }
    bool is_quantity = str_eq(first, S("ratio")) || str_eq(first, S("change"))
                       || str_eq(first, S("value"));
    quantity q = {0};
    bool ok = is_quantity ? read_quantity(r, first, &q) && check_number(r, &q, ret)
                          : check_verdict(r, first, ret);
    str more = str_trim(r->rest);
    return ok && (more.len == 0 || bad(r, more, "unexpected '%.*s'", SV(more)));
}

bool claim_check(composer *c, const shortcode *code, str text, claim **ret, err *e)
{
    reader r = {.c = c, .src = code->src, .rest = text, .whole = code->body, .e = e};
    claim *found = NEW(c->perm, claim, 1);
    if (!read_words(&r, found) || !read_condition(&r, found)) {
        return false;
    }
    err_at(&found->place, code->src, code->body,
           "the data doesn't bear out \"%.*s\": %.*s", SV(found->words),
           SV(found->found));
    err_hint(&found->place, "The condition was: %.*s.", SV(found->condition));
    found->place.code = ERR_CHECK;
    r.said.place = code->raw;
    r.said.words = found->words;
    r.said.workload = r.said.a.g->workload;
    mention_add(c, &r.said);
    *c->claims_end = found;
    c->claims_end = &found->next;
    *ret = found;
    return true;
}
