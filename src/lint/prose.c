#include "base/base.h"

#include "base/num.h"
#include "lint/prose.h"
#include "model/unit.h"

/* --- what is no prose -----------------------------------------------------------------
 */

/* A copy in which every byte that isn't prose is 0x01: the places stay. */
typedef struct {
    char *ptr;
    ptrdiff_t len;
} mask;

static void hide(mask *m, ptrdiff_t from, ptrdiff_t to)
{
    for (ptrdiff_t i = from; i < to && i < m->len; i++) {
        m->ptr[i] = m->ptr[i] == '\n' ? '\n' : '\1';
    }
}

static str seen(const mask *m, ptrdiff_t from)
{
    return (str){m->ptr + from, m->len - from};
}

/* Fenced and indented code, line by line. */
static void hide_code_blocks(mask *m)
{
    str fence = {0};
    bool blank = true, indented = false;
    for (ptrdiff_t at = 0; at < m->len;) {
        ptrdiff_t n = str_cut(seen(m, at), S("\n")).head.len;
        str line = {m->ptr + at, n}, text = str_trim(line);
        bool marks = str_starts(text, S("```")) || str_starts(text, S("~~~"));
        bool deep = str_starts(line, S("    ")) || str_starts(line, S("\t"));
        indented = deep && (blank || indented);
        str mark = {marks ? (*text.ptr == '`' ? "```" : "~~~") : "", marks ? 3 : 0};
        bool ends = fence.len > 0 && str_starts(text, fence);
        blank = text.len == 0;
        if (fence.len > 0 || marks || indented) {
            hide(m, at, at + n);
        }
        fence = ends ? (str){0} : (fence.len > 0 ? fence : mark);
        at += n + 1;
    }
}

static ptrdiff_t run_of(str s, char c)
{
    ptrdiff_t n = 0;
    while (n < s.len && s.ptr[n] == c) {
        n++;
    }
    return n;
}

/* The end of the code span that begins at `at`; at itself: none does. */
static ptrdiff_t code_span(const mask *m, ptrdiff_t at)
{
    ptrdiff_t n = run_of(seen(m, at), '`');
    for (ptrdiff_t i = at + n; i < m->len;) {
        ptrdiff_t k = run_of(seen(m, i), '`');
        if (k == n) {
            return i + k;
        }
        i += k > 0 ? k : 1;
    }
    return at;
}

static ptrdiff_t end_of(const mask *m, ptrdiff_t at, const char *mark)
{
    ptrdiff_t n = str_find(seen(m, at), str_from(mark));
    return n < 0 ? at : at + n + (ptrdiff_t)strlen(mark);
}

static ptrdiff_t end_of_address(const mask *m, ptrdiff_t at)
{
    while (at < m->len && !strchr(" \t\n)>\"", m->ptr[at])) {
        at++;
    }
    return at;
}

/* Code spans, shortcodes, the targets of links, tags and bare addresses. */
static ptrdiff_t inline_end(const mask *m, ptrdiff_t at)
{
    str rest = seen(m, at);
    bool tag = rest.len > 1 && *rest.ptr == '<'
               && (strchr("/!", rest.ptr[1]) || (rest.ptr[1] | 0x20) >= 'a');
    if (*rest.ptr == '`') {
        return code_span(m, at);
    }
    if (str_starts(rest, S("{{")) && !(at > 0 && m->ptr[at - 1] == '\\')) {
        return end_of(m, at, "}}");
    }
    if (str_starts(rest, S("]("))) {
        return end_of(m, at, ")");
    }
    if (tag) {
        return end_of(m, at, ">");
    }
    bool address = str_starts(rest, S("http://")) || str_starts(rest, S("https://"))
                   || str_starts(rest, S("www."));
    return address ? end_of_address(m, at) : at;
}

static mask prose_of(arena *perm, str markdown)
{
    mask m = {str_cz(perm, markdown), markdown.len};
    hide_code_blocks(&m);
    for (ptrdiff_t at = 0; at < m.len;) {
        ptrdiff_t end = inline_end(&m, at);
        hide(&m, at, end);
        at = end > at ? end : at + 1;
    }
    return m;
}

/* --- numbers ----------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Part of a name, a version, a date or a longer number. */
static bool continues(const mask *m, ptrdiff_t at)
{
    char c = at > 0 ? m->ptr[at - 1] : ' ';
    char before = at > 1 ? m->ptr[at - 2] : ' ';
    return is_digit(c) || is_letter(c) || c == '/' || c == '#' || c == ':' || c == '\1'
           || ((c == '.' || c == ',') && is_digit(before))
           || ((c == '-' || c == '_') && (is_letter(before) || is_digit(before)));
}

/* 62,399.35: the digits without their commas, and where they end. */
static str take_digits(arena *perm, str s, ptrdiff_t *end)
{
    out *o = out_memory(perm);
    bool point = false;
    ptrdiff_t i = 0;
    while (i < s.len) {
        bool next = i + 1 < s.len && is_digit(s.ptr[i + 1]);
        bool comma = s.ptr[i] == ',' && i + 3 < s.len && next && is_digit(s.ptr[i + 2])
                     && is_digit(s.ptr[i + 3])
                     && !(i + 4 < s.len && is_digit(s.ptr[i + 4]));
        if (is_digit(s.ptr[i]) || (s.ptr[i] == '.' && next && !point)) {
            point = point || s.ptr[i] == '.';
            out_char(o, s.ptr[i]);
        } else if (!comma || point) {
            break;
        }
        i++;
    }
    *end = i;
    return out_text(o);
}

static int sign_before(const mask *m, ptrdiff_t *at)
{
    str before = {m->ptr, *at};
    static const struct {
        str mark;
        int sign;
    } marks[] = {{STR_INIT("\xE2\x88\x92"), -1}, {STR_INIT("-"), -1}, {STR_INIT("+"), 1}};
    for (ptrdiff_t i = 0; i < COUNTOF(marks); i++) {
        if (str_ends(before, marks[i].mark)) {
            ptrdiff_t start = *at - marks[i].mark.len;
            if (start > 0
                && (is_letter(m->ptr[start - 1]) || is_digit(m->ptr[start - 1]))) {
                return 0;
            }
            *at = start;
            return marks[i].sign;
        }
    }
    return 0;
}

static str skip_space(str s)
{
    static const str blanks[] = {STR_INIT(" "), STR_INIT("\xC2\xA0"),
                                 STR_INIT("\xE2\x80\xAF"), STR_INIT("\n")};
    for (ptrdiff_t i = 0; i < COUNTOF(blanks); i++) {
        if (str_starts(s, blanks[i])) {
            return str_drop(s, blanks[i].len);
        }
    }
    return s;
}

static str unit_word(str s)
{
    ptrdiff_t n = 0;
    while (n < s.len && (is_letter(s.ptr[n]) || s.ptr[n] == '/' || (s.ptr[n] & 0x80))) {
        n++;
    }
    return str_take(s, n);
}

static bool is_one_of(str s, const char *const *words, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_starts(s, str_from(words[i]))) {
            return true;
        }
    }
    return false;
}

#define BEGINS(s, ...)                                                                   \
    is_one_of(s, (const char *const[]){__VA_ARGS__},                                     \
              COUNTOF(((const char *const[]){__VA_ARGS__})))

/* A level of confidence, a percentile and "100%" are no results. */
static bool is_level(str behind, double v)
{
    str words = str_take(str_trim_left(behind), 24);
    bool whole = v >= 1 && v <= 1; // NOLINT: as typed
    return whole || v <= 0
           || BEGINS(words, "confidence", "interval", "level", "percentile", "quantile",
                     "CI")
           || str_has(words, S("interval")) || str_has(words, S("confidence"));
}

/* Reads the unit behind a number; false: it has none that a result could have. */
static bool take_unit(str s, double v, int decimals, typed *ret, ptrdiff_t *length)
{
    str rest = skip_space(s);
    ptrdiff_t gap = s.len - rest.len;
    str word = unit_word(rest);
    double step = 0.5 * pow(10, -decimals);
    if (BEGINS(rest, "%", "percent", "per cent")) {
        ptrdiff_t n = *rest.ptr == '%' ? 1 : str_starts(rest, S("percent")) ? 7 : 8;
        *ret = (typed){.kind = TYPED_PERCENT, .value = v / 100, .half = step / 100};
        *length = gap + n;
        return !is_level(str_drop(rest, n), v / 100);
    }
    if (word.len < rest.len && is_digit(rest.ptr[word.len])) {
        return false; /* 4x4 */
    }
    str after = str_take(str_trim_left(str_drop(rest, word.len)), 10);
    bool compares = BEGINS(after, "as ", "faster", "slower", "more ", "less", "longer",
                           "higher", "lower", "bigger", "smaller", "quicker", "the ");
    if (str_eq(word, S("x")) || str_eq(word, S("×"))
        || (str_eq(word, S("times")) && (decimals > 0 || compares))) {
        *ret = (typed){.kind = TYPED_FACTOR, .value = v, .half = step};
        *length = gap + word.len;
        return true;
    }
    unit u;
    bool rate =
        BEGINS(rest, "requests per second", "requests a second", "answers per second");
    word = rate ? str_take(rest, S("requests").len) : word;
    bool known =
        rate ? unit_find(S("requests/s"), &u) : word.len > 0 && unit_find(word, &u);
    bool year =
        gap == 0 && str_eq(word, S("s")) && decimals == 0 && v >= 1000 && v < 2200;
    bool clock = str_ends(word, S("Hz"));
    bool sitting = known && str_eq(u.base, S("s")) && u.times >= 60;
    if (!known || str_eq(u.base, S("1")) || year || sitting || clock
        || BEGINS(after, "of memory", "of RAM", "RAM", "memory")) {
        return false;
    }
    *ret = (typed){.kind = TYPED_VALUE,
                   .value = unit_to_base(&u, v),
                   .half = unit_to_base(&u, step),
                   .base = u.base};
    *length = gap + word.len;
    return true;
}

ptrdiff_t prose_numbers(arena scratch, str markdown, typed *ret, ptrdiff_t n)
{
    mask m = prose_of(&scratch, markdown);
    for (ptrdiff_t at = 0; at < m.len && n < MOST_TYPED;) {
        if (!is_digit(m.ptr[at])) {
            at++;
            continue;
        }
        ptrdiff_t digits_end = 0, unit_end = 0, start = at;
        double v = 0;
        str digits = take_digits(&scratch, seen(&m, at), &digits_end);
        int sign = sign_before(&m, &start);
        typed t;
        bool alone = start < at || !continues(&m, at);
        if (alone && num_double(digits, &v)
            && take_unit(seen(&m, at + digits_end), v, num_decimals(digits), &t,
                         &unit_end)) {
            t.sign = sign;
            t.place = (str){markdown.ptr + start, at + digits_end + unit_end - start};
            ret[n++] = t;
        }
        at += digits_end + unit_end;
    }
    return n;
}
