#include "base/base.h"

#include <assert.h>

#include "base/num.h"
#include "report/compose.h"
#include "stats/rank.h"

/* A claim's grammar (EBNF of ISO 14977; the manual, broadsheet(1), has the same):
 *
 *     claim     = '"', words, '"', ":", condition ;
 *     condition = pairs, operator | value, operator | verdict ;
 *     pairs     = ("ratio" | "change"), pair, {"and", pair} ;
 *     pair      = place, place, metric ;
 *     value     = "value", place, metric ;
 *     operator  = "=", number, "within", number | "<", number | ">", number ;
 *     verdict   = place, "vs", place, metric, "is", word ;
 *
 * Several pairs are taken together by the geometric mean of their ratios. */

typedef struct {
    composer *c;
    const source *src;
    str rest;
    str whole;
    str unit; /* of the value that is claimed: "USD per million requests" */
    err *e;
    str code, words; /* the shortcode, and the words that it claims */
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

/* Takes the next word if it is this one. */
static bool next_is(reader *r, str wanted)
{
    str rest = r->rest;
    bool is = str_eq(str_word(&rest), wanted);
    r->rest = is ? rest : r->rest;
    return is;
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

/* Remembers what the condition says; of several pairs each. */
static void mentioned(reader *r, const mention *m)
{
    mention whole = *m;
    whole.place = r->code;
    whole.words = r->words;
    whole.workload = m->a.g->workload;
    mention_add(r->c, &whole);
}

static bool read_value(reader *r, quantity *ret)
{
    str place, name;
    selection a = {0};
    if (!word(r, "WORKLOAD/VARIANT", &place) || !word(r, "a metric", &name)
        || !pick(r, place, name, &a)) {
        return false;
    }
    assert(a.m);
    r->unit = a.m->unit;
    mentioned(r, &(mention){.says = SAYS_VALUE, .a = a});
    *ret = (quantity){a.value,
                      format_held(r->c->perm, a.value, a.m->unit, 4, a.m->resolution)};
    return true;
}

static bool read_pair(reader *r, saying says, double *ratio)
{
    str first, second, name;
    selection a = {0}, b = {0};
    if (!word(r, "WORKLOAD/VARIANT", &first)
        || !word(r, "the second WORKLOAD/VARIANT", &second) || !word(r, "a metric", &name)
        || !pick(r, first, name, &a) || !pick(r, second, name, &b)) {
        return false;
    }
    assert(a.m && b.m);
    if (b.value == 0) { // NOLINT: no ratio to exactly zero
        return bad(r, second, "'%.*s' is 0: there is no ratio to it", SV(second));
    }
    mentioned(r, &(mention){.says = says, .a = a, .b = b});
    *ratio = a.value / b.value;
    return true;
}

enum { MOST_PAIRS = 64 };

/* Of one pair its ratio to the last bit; of several the geometric mean. */
static bool read_pairs(reader *r, bool change, quantity *ret)
{
    maybe ratios[MOST_PAIRS] = {0};
    ptrdiff_t n = 0;
    do {
        if (n == MOST_PAIRS) {
            return bad(r, r->whole, "more than %d pairs", MOST_PAIRS);
        }
        ratios[n].known = true;
        if (!read_pair(r, change ? SAYS_CHANGE : SAYS_RATIO, &ratios[n++].value)) {
            return false;
        }
    } while (next_is(r, S("and")));
    ratio_mean mean = {.value = ratios[0].value};
    if (n > 1 && !stats_geomean(ratios, n, &mean)) {
        return bad(r, r->whole, "a ratio is not above 0: there is no mean of them");
    }
    arena *p = r->c->perm;
    *ret = change ? (quantity){mean.value - 1, format_change(p, mean.value - 1)}
                  : (quantity){mean.value, num_fixed(p, mean.value, 4)};
    if (n > 1) {
        ret->shown = str_fmt(p, "%.*s, the geometric mean of %td", SV(ret->shown), n);
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
    mentioned(r,
              &(mention){.says = SAYS_VERDICT, .a = a, .b = b, .verdict = verdict_word});
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
    ret->words = r->words = q.head;
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
    bool change = str_eq(first, S("change")), value = str_eq(first, S("value"));
    quantity q = {0};
    bool ok = change || str_eq(first, S("ratio"))
                  ? read_pairs(r, change, &q) && check_number(r, &q, ret)
              : value ? read_value(r, &q) && check_number(r, &q, ret)
                      : check_verdict(r, first, ret);
    str more = str_trim(r->rest);
    return ok && (more.len == 0 || bad(r, more, "unexpected '%.*s'", SV(more)));
}

bool claim_check(composer *c, const shortcode *code, str text, claim **ret, err *e)
{
    reader r = {.c = c,
                .src = code->src,
                .rest = text,
                .whole = code->body,
                .code = code->raw,
                .e = e};
    claim *found = NEW(c->perm, claim, 1);
    if (!read_words(&r, found) || !read_condition(&r, found)) {
        return false;
    }
    err_at(&found->place, code->src, code->body,
           "the data doesn't bear out \"%.*s\": %.*s", SV(found->words),
           SV(found->found));
    err_hint(&found->place, "The condition was: %.*s.", SV(found->condition));
    found->place.code = ERR_CHECK;
    *c->claims_end = found;
    c->claims_end = &found->next;
    *ret = found;
    return true;
}
