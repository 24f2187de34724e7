#include "base/base.h"

#include "base/num.h"
#include "base/out.h"
#include "project/formula_node.h"

enum { MOST_NODES = 200, DEEPEST = 32 };

typedef struct {
    arena *perm;
    arena scratch;
    formula *f;
    str rest;
    int nodes, depth;
    formula_error *why;
} parser;

static bool fail(formula_error *why, str part, const char *fmt, ...) PRINTF(3, 4);

static bool fail(formula_error *why, str part, const char *fmt, ...)
{
    *why = (formula_error){.part = part};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why->text, sizeof why->text, fmt, ap);
    va_end(ap);
    return false;
}

static bool hint(formula_error *why, const char *fmt, ...) PRINTF(2, 3);

static bool hint(formula_error *why, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why->hint, sizeof why->hint, fmt, ap);
    va_end(ap);
    return false;
}

/* --- words of the text ------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static char peek(parser *p)
{
    p->rest = str_trim_left(p->rest);
    return p->rest.len > 0 ? *p->rest.ptr : 0;
}

static str take(parser *p, ptrdiff_t n)
{
    str taken = str_take(p->rest, n);
    p->rest = str_drop(p->rest, n);
    return taken;
}

/* Takes `c` if it is next. */
static bool accept(parser *p, char c, str *at)
{
    if (peek(p) != c) {
        return false;
    }
    *at = take(p, 1);
    return true;
}

/* What stands at the cursor, for messages: one character, or the end. */
static bool unexpected(parser *p, const char *wanted)
{
    if (peek(p) == 0) {
        return fail(p->why, str_drop(p->f->text, p->f->text.len),
                    "the formula ends where %s should stand", wanted);
    }
    ptrdiff_t n = 1; /* a whole character, "×" too */
    while (n < p->rest.len && (p->rest.ptr[n] & 0xC0) == 0x80) {
        n++;
    }
    str found = str_take(p->rest, n);
    return fail(p->why, found, "expected %s, found '%.*s'", wanted, SV(found));
}

static ptrdiff_t name_length(str s)
{
    ptrdiff_t n = 0;
    while (n < s.len && (is_letter(s.ptr[n]) || (n > 0 && is_digit(s.ptr[n])))) {
        n++;
    }
    return n;
}

static formula_node *node_of(parser *p, term_kind kind, str at)
{
    if (++p->nodes > MOST_NODES) {
        fail(p->why, at, "the formula has more than %d parts", MOST_NODES);
        return NULL;
    }
    formula_node *n = NEW(p->perm, formula_node, 1);
    n->kind = kind;
    n->at = at;
    return n;
}

/* --- atoms ------------------------------------------------------------------------ */

/* The word at the cursor, up to a blank or an operator: "MB", "%", "µs". */
static str unit_word(str s)
{
    ptrdiff_t n = 0;
    while (n < s.len && !strchr(" \t\n+-*/(),", s.ptr[n])) {
        n++;
    }
    return str_take(s, n);
}

static bool times_unit(parser *p, formula_node *n, str word, bool over)
{
    quantity_unit u;
    if (!quantity_word(word, &u)) {
        return false;
    }
    if (!dimension_times(n->number.of, u.of, over, &n->number.of)) {
        return fail(p->why, word, "a number can't be in two currencies");
    }
    n->number.scale = over ? n->number.scale / u.scale : n->number.scale * u.scale;
    return true;
}

static bool unknown_unit(parser *p, str word)
{
    fail(p->why, word, "unknown unit '%.*s'", SV(word));
    str near = quantity_nearest(word, p->scratch);
    return near.len > 0
               ? hint(p->why, "Did you mean '%.*s'?", SV(near))
               : hint(p->why, "Between a number and a metric stands an operator.");
}

/* "2 GB h", "1 million requests", "10 MB/s": a '/' without blanks before a time belongs
 * to the unit, any other divides. */
static bool take_units(parser *p, formula_node *n)
{
    for (;;) {
        char next = peek(p);
        if (!is_letter(next) && next != '%' && (unsigned char)next < 0x80) {
            return true;
        }
        str word = unit_word(p->rest);
        if (!times_unit(p, n, word, false)) {
            return p->why->text[0] ? false : unknown_unit(p, word);
        }
        take(p, word.len);
        static const str times[] = {STR_INIT("s"), STR_INIT("min"), STR_INIT("h")};
        str behind =
            str_starts(p->rest, S("/")) ? unit_word(str_drop(p->rest, 1)) : (str){0};
        for (ptrdiff_t i = 0; i < COUNTOF(times); i++) {
            if (str_eq(behind, times[i])) {
                times_unit(p, n, behind, true);
                take(p, 1 + behind.len);
                break;
            }
        }
    }
}

static ptrdiff_t number_length(str s)
{
    ptrdiff_t n = 0;
    while (n < s.len && (is_digit(s.ptr[n]) || s.ptr[n] == '.')) {
        n++;
    }
    ptrdiff_t e = n;
    if (e < s.len && (s.ptr[e] == 'e' || s.ptr[e] == 'E')) {
        e++;
        e += e < s.len && (s.ptr[e] == '-' || s.ptr[e] == '+');
        ptrdiff_t digits = e;
        while (e < s.len && is_digit(s.ptr[e])) {
            e++;
        }
        n = e > digits ? e : n;
    }
    return n;
}

static const formula_node *number(parser *p)
{
    str text = take(p, number_length(p->rest));
    formula_node *n = node_of(p, TERM_NUMBER, text);
    if (n && !num_double(text, &n->number.scale)) {
        fail(p->why, text, "'%.*s' is not a number", SV(text));
        return NULL;
    }
    return n && take_units(p, n) ? n : NULL;
}

/* `raw` ends where the cursor is. */
static const formula_node *input(parser *p, formula_input in)
{
    in.raw.len = p->rest.ptr - in.raw.ptr;
    formula *f = p->f;
    ptrdiff_t i = 0;
    while (i < f->input_count && !str_eq(f->inputs[i].raw, in.raw)) {
        i++;
    }
    if (i == FORMULA_INPUTS) {
        fail(p->why, in.raw, "the formula takes more than %d metrics", FORMULA_INPUTS);
        return NULL;
    }
    if (i == f->input_count) {
        f->inputs[f->input_count++] = in;
    }
    formula_node *n = node_of(p, TERM_INPUT, in.raw);
    if (n) {
        n->input = i;
    }
    return n;
}

/* Letters, digits and what `also` holds: a tool's, a variant's or a statistic's name. */
static str take_id(parser *p, const char *also)
{
    ptrdiff_t n = 0;
    while (n < p->rest.len
           && (is_letter(p->rest.ptr[n]) || is_digit(p->rest.ptr[n])
               || (strchr(also, p->rest.ptr[n]) && n + 1 < p->rest.len
                   && (is_letter(p->rest.ptr[n + 1]) || is_digit(p->rest.ptr[n + 1]))))) {
        n++;
    }
    return take(p, n);
}

/* METRIC or "METRIC", without what follows. False: none is there. */
static bool take_metric(parser *p, str *name)
{
    if (peek(p) != '"') {
        *name = take(p, name_length(p->rest));
        return name->len > 0 || unexpected(p, "a metric");
    }
    cut q = str_cut(str_drop(p->rest, 1), S("\""));
    if (!q.found) {
        return fail(p->why, p->rest, "the quote is not closed");
    }
    *name = q.head;
    take(p, q.head.len + 2);
    return true;
}

static const formula_node *metric_atom(parser *p)
{
    formula_input in = {.raw = p->rest};
    str at;
    if (!take_metric(p, &in.name)) {
        return NULL;
    }
    if (str_starts(p->rest, S("@"))) {
        take(p, 1);
        in.tool = take_id(p, "-");
    }
    if (str_starts(p->rest, S("."))) {
        at = take(p, 1);
        in.stat = take_id(p, ".");
        if (in.stat.len == 0) {
            fail(p->why, at, "expected a statistic behind '.'");
            hint(p->why, "Statistics are mean, median, min, max, sum, p99 and the like.");
            return NULL;
        }
    }
    return input(p, in);
}

static const formula_node *price_atom(parser *p)
{
    formula_input in = {.kind = INPUT_PRICE, .raw = p->rest};
    take(p, S("price").len);
    if (str_starts(p->rest, S("."))) {
        take(p, 1);
        in.name = take_id(p, "-.");
    }
    return input(p, in);
}

static const formula_node *sum(parser *p);

static const formula_node *total_atom(parser *p)
{
    formula_input in = {.kind = INPUT_TOTAL, .raw = p->rest};
    str at;
    take(p, S("total").len);
    if (!accept(p, '(', &at) || !take_metric(p, &in.name)) {
        return NULL;
    }
    if (!accept(p, ')', &at)) {
        unexpected(p, "')'");
        return NULL;
    }
    return input(p, in);
}

static const formula_node *two_of(parser *p, term_kind kind, ptrdiff_t name)
{
    str at = take(p, name), mark;
    formula_node *n = node_of(p, kind, at);
    if (!n || !accept(p, '(', &mark) || !(n->left = sum(p))) {
        return NULL;
    }
    if (!accept(p, ',', &mark)) {
        unexpected(p, "','");
        return NULL;
    }
    if (!(n->right = sum(p))) {
        return NULL;
    }
    if (!accept(p, ')', &mark)) {
        unexpected(p, "')'");
        return NULL;
    }
    return n;
}

static const formula_node *parenthesis(parser *p)
{
    str at;
    accept(p, '(', &at);
    const formula_node *inside = sum(p);
    if (inside && !accept(p, ')', &at)) {
        unexpected(p, "')'");
        return NULL;
    }
    return inside;
}

/* Is a function's name next, with its parenthesis? */
static bool is_call(const parser *p, str name)
{
    str behind = str_trim_left(str_drop(p->rest, name.len));
    return str_eq(str_take(p->rest, name_length(p->rest)), name)
           && str_starts(behind, S("("));
}

static bool known_call(parser *p)
{
    str name = str_take(p->rest, name_length(p->rest));
    if (name.len == 0 || !is_call(p, name)) {
        return true;
    }
    fail(p->why, name, "unknown function '%.*s'", SV(name));
    return hint(p->why, "There are max(a, b), min(a, b) and total(METRIC).");
}

static const formula_node *atom(parser *p)
{
    char c = peek(p);
    if (c == '(') {
        return parenthesis(p);
    }
    if (is_digit(c) || c == '.') {
        return number(p);
    }
    if (!is_letter(c) && c != '"') {
        unexpected(p, "a metric, a number or '('");
        return NULL;
    }
    if (is_call(p, S("max")) || is_call(p, S("min"))) {
        return two_of(p, is_call(p, S("max")) ? TERM_MAX : TERM_MIN, 3);
    }
    if (is_call(p, S("total"))) {
        return total_atom(p);
    }
    if (!known_call(p)) {
        return NULL;
    }
    return str_eq(str_take(p->rest, name_length(p->rest)), S("price")) ? price_atom(p)
                                                                       : metric_atom(p);
}

/* --- operators -------------------------------------------------------------------- */

static const formula_node *sign(parser *p)
{
    str at;
    if (!accept(p, '-', &at)) {
        return atom(p);
    }
    formula_node *n = node_of(p, TERM_NEGATE, at);
    return n && (n->left = atom(p)) ? n : NULL;
}

static const formula_node *operators(parser *p, const char *marks, term_kind first,
                                     term_kind second,
                                     const formula_node *(*operand)(parser *))
{
    const formula_node *left = operand(p);
    str at;
    while (left && (accept(p, marks[0], &at) || accept(p, marks[1], &at))) {
        formula_node *n = node_of(p, *at.ptr == marks[0] ? first : second, at);
        if (!n) {
            return NULL;
        }
        n->left = left;
        n->right = operand(p);
        left = n->right ? n : NULL;
    }
    return left;
}

static const formula_node *product(parser *p)
{
    return operators(p, "*/", TERM_MULTIPLY, TERM_DIVIDE, sign);
}

static const formula_node *sum(parser *p)
{
    if (++p->depth > DEEPEST) {
        fail(p->why, p->rest, "parentheses are nested deeper than %d levels", DEEPEST);
        return NULL;
    }
    const formula_node *n = operators(p, "+-", TERM_ADD, TERM_SUBTRACT, product);
    p->depth--;
    return n;
}

bool formula_parse(arena *perm, arena scratch, str text, formula *ret, formula_error *why)
{
    *ret = (formula){.text = text};
    *why = (formula_error){0};
    parser p = {.perm = perm, .scratch = scratch, .f = ret, .rest = text, .why = why};
    ret->root = sum(&p);
    if (!ret->root) {
        return why->text[0] ? false : fail(why, text, "the formula can't be read");
    }
    return peek(&p) == 0 || unexpected(&p, "an operator");
}
