#include "base/base.h"

#include "base/num.h"
#include "import/k6_line.h"

/* --- values --------------------------------------------------------------------------
 */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How many bytes at the front of `s` are a number; an exponent only with its digits. */
static ptrdiff_t number_len(str s)
{
    ptrdiff_t n = s.len > 0 && (*s.ptr == '-' || *s.ptr == '+');
    while (n < s.len && (is_digit(s.ptr[n]) || s.ptr[n] == '.')) {
        n++;
    }
    ptrdiff_t e = n + 1;
    if (n + 2 < s.len + 1 && n < s.len && (s.ptr[n] == 'e' || s.ptr[n] == 'E')) {
        e += e < s.len && (s.ptr[e] == '-' || s.ptr[e] == '+');
        if (e < s.len && is_digit(s.ptr[e])) {
            for (n = e; n < s.len && is_digit(s.ptr[n]); n++) {
            }
        }
    }
    return n;
}

/* `1h2m3s`, `1m56s`: whole numbers, at least minutes and seconds. */
static bool parse_clock(str s, k6_value *ret)
{
    double total = 0;
    static const struct {
        char letter;
        double seconds;
    } parts[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
    ptrdiff_t found = 0;
    bool seconds = false;
    for (ptrdiff_t i = 0; i < COUNTOF(parts) && s.len > 0; i++) {
        ptrdiff_t n = 0;
        while (n < s.len && is_digit(s.ptr[n])) {
            n++;
        }
        double v = 0;
        if (n == 0 || n > 9 || n == s.len || s.ptr[n] != parts[i].letter) {
            continue;
        }
        if (!num_double(str_take(s, n), &v)) {
            return false;
        }
        total += v * parts[i].seconds;
        seconds = i == COUNTOF(parts) - 1;
        found++;
        s = str_drop(s, n + 1);
    }
    *ret = (k6_value){total, K6_TIME, 1};
    return s.len == 0 && found >= 2 && seconds;
}

/* Two decimals at most are printed, and zeros at the end are dropped: what is seen can't
 * tell how many there were. Some scripts print more. Nanoseconds are whole. */
static double time_step(str number, int exponent)
{
    int decimals = num_decimals(number);
    return exponent == -9 ? 1e-9 : num_shift(1, exponent - (decimals < 2 ? 2 : decimals));
}

static bool parse_time(double v, str number, str unit, k6_value *ret)
{
    static const struct {
        const char *unit;
        int exponent;
    } units[] = {{"s", 0},   {"ms", -3}, {"us", -6},
                 {"µs", -6}, {"μs", -6}, {"ns", -9}}; /* U+00B5, U+03BC */
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (str_eq(unit, str_from(units[i].unit))) {
            *ret = (k6_value){num_shift(v, units[i].exponent), K6_TIME,
                              time_step(number, units[i].exponent)};
            return true;
        }
    }
    return false;
}

static bool parse_data(double v, str number, str unit, k6_value *ret)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    for (int i = 0; i < COUNTOF(units); i++) {
        if (str_eq(unit, str_from(units[i]))) {
            double step = i == 0 ? 1 : num_shift(1, 3 * i - num_decimals(number));
            *ret = (k6_value){num_shift(v, 3 * i), K6_DATA, step};
            return true;
        }
    }
    return false;
}

bool k6_value_parse(str s, k6_value *ret)
{
    s = str_trim(s);
    if (parse_clock(s, ret)) {
        return true;
    }
    ptrdiff_t n = number_len(s);
    str number = str_take(s, n), unit = str_trim(str_drop(s, n));
    double v = 0;
    if (!num_double(number, &v)) {
        return false;
    }
    if (unit.len == 0) {
        bool whole = !str_has(number, S(".")) && !str_has(number, S("e"));
        *ret = (k6_value){v, K6_PLAIN, whole ? 0 : 1e-6};
        return true;
    }
    return parse_time(v, number, unit, ret) || parse_data(v, number, unit, ret);
}

/* --- lines ---------------------------------------------------------------------------
 */

k6_mark k6_take_mark(str *s)
{
    static const struct {
        const char *sign;
        k6_mark mark;
    } signs[] = {{"✓", K6_HELD}, {"✗", K6_CROSSED}, {"✔", K6_HELD},   {"✘", K6_CROSSED},
                 {"√", K6_HELD}, {"×", K6_CROSSED}, {"✕", K6_CROSSED}};
    for (ptrdiff_t i = 0; i < COUNTOF(signs); i++) {
        str sign = str_from(signs[i].sign);
        if (str_starts(*s, sign)) {
            *s = str_trim_left(str_drop(*s, sign.len));
            return signs[i].mark;
        }
    }
    return K6_NO_MARK;
}

static bool parse_stat(arena *perm, k6_line *l, str key, str text)
{
    static const struct {
        const char *key;
        size_t field;
    } plain[] = {
        {"avg", offsetof(metric, mean)},   {"min", offsetof(metric, min)},
        {"med", offsetof(metric, median)}, {"max", offsetof(metric, max)},
        {"count", offsetof(metric, n)},
    };
    k6_value v;
    if (!k6_value_parse(text, &v)) {
        return false;
    }
    bool is_count = str_eq(key, S("count"));
    if (is_count ? v.contains != K6_PLAIN || v.value < 0
                 : l->kind.type != K6_UNKNOWN && v.contains != l->kind.contains) {
        return false;
    }
    if (!is_count) {
        bool whole = v.contains == K6_PLAIN;
        double step = whole ? 1e-6 : v.step;
        bool first = l->kind.type == K6_UNKNOWN || str_eq(key, S("avg"));
        l->stats.resolution = first ? step : l->stats.resolution;
        l->kind = (k6_kind){K6_TREND, v.contains};
    }
    for (ptrdiff_t i = 0; i < COUNTOF(plain); i++) {
        if (str_eq(key, str_from(plain[i].key))) {
            *(maybe *)(void *)((char *)&l->stats + plain[i].field) = SOME(v.value);
            return true;
        }
    }
    double p = 0;
    if (!str_starts(key, S("p(")) || !str_ends(key, S(")"))
        || !num_double(str_take(str_drop(key, 2), key.len - 3), &p) || p < 0 || p > 100) {
        return false;
    }
    metric_set_percentile(perm, &l->stats, p, v.value);
    return true;
}

/* `avg=80.26µs  min=872ns …`: a value ends where the next key begins; "12 MB" has a
 * blank. */
static bool parse_trend(arena *perm, str s, k6_line *l)
{
    cut sides = str_cut(s, S("="));
    str key = str_trim(sides.head);
    if (!sides.found || str_has(key, S(" "))) {
        return false;
    }
    for (bool more = true; more;) {
        cut next = str_cut(sides.tail, S("="));
        str value = sides.tail, next_key = {0};
        if (next.found) {
            cut at_blank = str_cut_last(next.head, S(" "));
            if (!at_blank.found) {
                return false;
            }
            value = at_blank.head;
            next_key = at_blank.tail;
        }
        if (!parse_stat(perm, l, key, value)) {
            return false;
        }
        more = next.found;
        key = next_key;
        sides = next;
    }
    if (l->kind.type == K6_UNKNOWN) {
        l->kind.type = K6_TREND; /* count alone */
    }
    return true;
}

/* `12  min=1  max=20` */
static bool parse_gauge(str s, k6_line *l)
{
    ptrdiff_t low = str_find(s, S(" min=")), high = str_find(s, S(" max="));
    k6_value last, min, max;
    if (low < 0 || high < low || !k6_value_parse(str_take(s, low), &last)
        || !k6_value_parse(str_take(str_drop(s, low + 5), high - low - 5), &min)
        || !k6_value_parse(str_drop(s, high + 5), &max) || min.contains != max.contains) {
        return false;
    }
    l->kind = (k6_kind){K6_GAUGE, max.contains};
    l->stats.last = SOME(last.value);
    l->stats.min = SOME(min.value);
    l->stats.max = SOME(max.value);
    l->stats.resolution = max.step;
    return true;
}

/* `1.5 MB  48 kB/s`, `312  10.399563/s`: the total and the rate are apart by a blank, and
 * so is the unit of data from its number: the longest rate that parses is the last word,
 * or the last two. */
static bool parse_counter(str s, k6_line *l)
{
    if (!str_ends(s, S("/s"))) {
        return false;
    }
    s = str_take(s, s.len - 2);
    for (ptrdiff_t i = s.len - 1; i > 0; i--) {
        k6_value total, rate;
        if (s.ptr[i] == ' ' && k6_value_parse(str_take(s, i), &total)
            && k6_value_parse(str_drop(s, i + 1), &rate)
            && total.contains == rate.contains) {
            l->kind = (k6_kind){K6_COUNTER, total.contains};
            l->stats.n = SOME(1);
            l->stats.mean = SOME(total.value);
            l->stats.resolution = total.step;
            l->per_second = SOME(rate.value);
            l->per_second_step = rate.contains == K6_PLAIN ? 1e-6 : rate.step;
            return true;
        }
    }
    return false;
}

static bool whole_number(str s, double *ret)
{
    int64_t n = 0;
    if (!num_int(str_trim(s), &n) || n < 0) {
        return false;
    }
    *ret = (double)n;
    return true;
}

/* `97.06% 893 out of 920` (v0.54 and later), `97.06% ✓ 893 ✗ 27`: the first number counts
 * what was true, and the printed share is cut, not rounded. */
static bool parse_rate(str s, k6_line *l)
{
    cut share = str_cut(s, S("%"));
    double percent = 0, yes = 0, other = 0;
    if (!share.found || !num_double(str_trim(share.head), &percent)) {
        return false;
    }
    cut parts = str_cut(share.tail, S(" out of "));
    bool all = parts.found;
    if (!all) {
        str rest = str_trim(share.tail);
        if (k6_take_mark(&rest) != K6_HELD) {
            return false;
        }
        ptrdiff_t n = number_len(rest);
        parts.head = str_take(rest, n);
        parts.tail = str_trim_left(str_drop(rest, n));
        if (k6_take_mark(&parts.tail) != K6_CROSSED) {
            return false;
        }
    }
    if (!whole_number(parts.head, &yes) || !whole_number(parts.tail, &other)) {
        return false;
    }
    double total = all ? other : yes + other;
    if (total < yes || (total > 0 && fabs(yes / total * 100 - percent) > 0.02)) {
        return false; /* cut in the middle of a number */
    }
    l->kind = (k6_kind){K6_RATE, K6_PLAIN};
    k6_set_share(&l->stats, yes, total);
    return true;
}

static bool parse_value(arena *perm, str s, k6_line *l)
{
    s = str_trim(s);
    str word = s;
    str first = str_word(&word);
    if (str_has(first, S("="))) {
        return parse_trend(perm, s, l);
    }
    return parse_gauge(s, l) || parse_counter(s, l) || parse_rate(s, l);
}

/* The name in front of the dots; a selector stands in braces. */
static bool take_name(str s, k6_line *l)
{
    s = str_trim(s);
    if (str_starts(s, S("{")) && str_ends(s, S("}"))) {
        l->is_sub = true;
        l->name = str_trim(str_take(str_drop(s, 1), s.len - 2));
        return s.len >= 2 && l->name.len > 0;
    }
    l->name = s;
    bool odd = str_has(s, S("{")) || str_has(s, S("}")) || str_has(s, S("..."));
    return s.len > 0 && s.len <= 128 && !odd;
}

bool k6_line_parse(arena *perm, str line, k6_line *ret)
{
    str s = str_trim(line);
    k6_line l = {.mark = k6_take_mark(&s)};
    for (str rest = s;;) {
        ptrdiff_t colon = str_find(rest, S("...:"));
        if (colon < 0) {
            return false;
        }
        ptrdiff_t end = rest.ptr + colon - s.ptr;
        rest = str_drop(rest, colon + 4);
        while (end > 0 && s.ptr[end - 1] == '.') {
            end--;
        }
        l = (k6_line){.mark = l.mark};
        if (take_name(str_take(s, end), &l) && parse_value(perm, rest, &l)) {
            *ret = l;
            return true;
        }
    }
}
