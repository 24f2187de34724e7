#include "base/base.h"

#include "base/num.h"
#include "base/utf8.h"
#include "import/dd_line.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_number_char(char c)
{
    return is_digit(c) || c == '.' || c == ',' || c == 'e' || c == 'E' || c == '+'
           || c == '-';
}

/* The comma between fields: ", " or U+FF0C. Returns its length, 0: none at the end. */
static ptrdiff_t comma_before(str s)
{
    if (str_ends(s, S("，"))) {
        return 3;
    }
    str trimmed = str_trim_right(s);
    return trimmed.len < s.len && str_ends(trimmed, S(",")) ? s.len - trimmed.len + 1 : 0;
}

/* A number of printf's %g, %f or %.0f: "0,0526817", "6.8127e-05". The step is that of six
 * significant digits, because %g drops trailing zeros: "1 s" is 1.00000 s. */
static bool seconds_number(str s, bool six_digits, stated *ret)
{
    char z[40];
    ptrdiff_t mantissa = 0, decimals = 0, exponent = 0;
    bool point = false;
    if (s.len == 0 || s.len >= COUNTOF(z) || !is_digit(s.ptr[0])) {
        return false;
    }
    for (; mantissa < s.len && s.ptr[mantissa] != 'e'; mantissa++) {
        char c = s.ptr[mantissa];
        if (c == ',' || c == '.') {
            if (point || mantissa + 1 == s.len) {
                return false;
            }
            point = true;
            c = '.';
        } else if (!is_digit(c)) {
            return false;
        } else {
            decimals += point;
        }
        z[mantissa] = c;
    }
    int64_t e = 0;
    if (mantissa < s.len && !num_int(str_drop(s, mantissa + 1), &e)) {
        return false;
    }
    exponent = (ptrdiff_t)e;
    memcpy(z + mantissa, s.ptr + mantissa, (size_t)(s.len - mantissa));
    double v;
    if (!num_double((str){z, s.len}, &v)) {
        return false;
    }
    double step = pow(10, (double)(exponent - decimals));
    double finest = v > 0 ? pow(10, floor(log10(v)) - 5) : step;
    *ret = (stated){v, six_digits && finest < step ? finest : step};
    return true;
}

/* "s", "secs", "seconds", and what old catalogues made of it. */
static bool is_seconds_word(str s)
{
    static const char *const words[] = {
        "s",        "sec",     "secs",     "second",  "seconds", "secondes", "seconde",
        "Sekunden", "Sekunde", "segundos", "segundo", "secondi", "secondo",  "sekund",
        "sekundy",  "秒",      "с",        "сек",     "секунд",  "секунды"};
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        if (str_eq(s, str_from(words[i]))) {
            return true;
        }
    }
    return false;
}

/* "2.0 GB/s", "3.1MB/s", "Infinity B/s", toybox's "2.1G/s" at the end of *s, which loses
 * it. */
static bool take_rate(str *s, dd_transfer *t)
{
    static const char prefixes[] = "kMGTPEZYRQ";
    str rest = str_trim_right(*s);
    if (!str_ends(rest, S("/s"))) {
        return false;
    }
    rest.len -= 2;
    bool bytes = str_ends(rest, S("B"));
    rest.len -= bytes;
    bool binary = str_ends(rest, S("i"));
    rest.len -= binary;
    double thousand = 1, kibi = 1;
    char prefix = rest.len > 0 ? rest.ptr[rest.len - 1] : 0;
    prefix = prefix == 'K' ? 'k' : prefix;
    const char *at = prefix ? strchr(prefixes, prefix) : NULL;
    if (!at && !bytes) {
        return false;
    }
    if (at) {
        rest.len--;
        thousand = pow(1000, (double)(at - prefixes) + 1);
        kibi = pow(1024, (double)(at - prefixes) + 1);
    }
    str before = str_trim_right(rest);
    ptrdiff_t from = before.len;
    while (from > 0 && is_number_char(before.ptr[from - 1])) {
        from--;
    }
    str number = str_drop(before, from);
    stated v;
    /* A comma that separates fields without a blank: "0,1 s,900 MB/s". */
    while (number.len > 0 && !is_digit(number.ptr[0])) {
        number = str_drop(number, 1);
    }
    if (time_decimal(number, &v)) {
        t->rate = (stated){v.value * thousand, v.step * thousand};
        t->rate_1024 = v.value * kibi;
        t->rate_known = true;
    } else {
        /* A word for infinity, whatever the language. */
        ptrdiff_t blank = str_cut_last(before, S(" ")).head.len;
        number = blank < before.len ? str_drop(before, blank + 1) : before;
        cut wide = str_cut_last(number, S("，"));
        number = wide.found ? wide.tail : number;
        if (number.len < 2 || at) {
            return false;
        }
    }
    str head = {s->ptr, number.ptr - s->ptr};
    t->rate_text = str_trim((str){number.ptr, s->ptr + s->len - number.ptr});
    *s = head;
    return true;
}

/* BSD's "(321092719 bytes/sec)" at the end of *s. */
static bool take_rate_in_parentheses(str *s, dd_transfer *t)
{
    str rest = str_trim_right(*s);
    if (!str_ends(rest, S(" bytes/sec)"))) {
        return false;
    }
    cut open = str_cut_last(rest, S("("));
    str number = str_take(open.tail, open.tail.len - S(" bytes/sec)").len);
    if (!open.found) {
        return false;
    }
    t->rate_known = time_decimal(number, &t->rate);
    t->rate_1024 = t->rate.value;
    t->rate_text = str_take(open.tail, open.tail.len - 1);
    *s = open.head;
    return t->rate_known || str_has(number, S("inf")) || str_has(number, S("nan"));
}

/* Takes "S s" off the end of *s: the number right before the word for seconds. */
static dd_kind take_seconds(str *s, bool bsd, dd_transfer *t, str *bad)
{
    str rest = str_trim_right(*s);
    ptrdiff_t from = rest.len;
    while (from > 0 && rest.ptr[from - 1] != ' ' && !is_digit(rest.ptr[from - 1])) {
        from--;
    }
    str word = str_drop(rest, from);
    if (!is_seconds_word(word)) {
        *bad = word;
        return t->rate_cut || word.len == 0 || word.len > 12 ? LINE_OTHER : LINE_BAD;
    }
    rest = str_trim_right(str_take(rest, from));
    from = rest.len;
    while (from > 0 && is_number_char(rest.ptr[from - 1])) {
        from--;
    }
    str number = str_drop(rest, from);
    *s = str_take(rest, from);
    *bad = number;
    bool six_digits = !bsd && str_starts(word, S("s"));
    return seconds_number(number, six_digits, &t->seconds) ? LINE_GOOD : LINE_BAD;
}

/* Finds B in "104857600 bytes (105 MB, 100 MiB) copied" or "скопійовано 12 байтів (...)":
 * the one whole number with a word behind it, outside the parentheses. */
static dd_kind find_bytes(str head, int64_t *ret, bool grouped, str *bad)
{
    dd_kind kind = LINE_OTHER;
    int depth = 0;
    for (str word; (word = str_word(&head)).len > 0;) {
        if (word.ptr[0] == '(' || depth > 0) {
            depth += word.ptr[0] == '(';
            depth -= str_has(word, S(")"));
            continue;
        }
        if (!is_digit(word.ptr[0])) {
            continue;
        }
        if (kind != LINE_OTHER || str_trim(head).len == 0) {
            return LINE_OTHER;
        }
        bool good = num_int(word, ret) && *ret >= 0;
        *ret = good ? *ret : 0;
        kind = good || grouped ? LINE_GOOD : LINE_BAD;
        *bad = word;
    }
    return kind;
}

/* FreeBSD's "  96468992 bytes (96 MB, 92 MiB) transferred 1.001s, 96 MB/s". */
static bool is_progress(str head)
{
    str word = str_cut_last(str_trim_right(head), S(" ")).tail;
    return str_ends(str_trim_right(head), S("transferred"))
           || str_eq(word, S("transferred"));
}

/* "copied, 0.05" and "(105 MB, 100" are what a full disk leaves. */
static dd_kind cut_kind(str s)
{
    str rest = s;
    str first = str_word(&rest), unit = str_word(&rest);
    int64_t bytes;
    if (first.len > 18 || !num_int(first, &bytes) || bytes < 0) {
        return LINE_OTHER;
    }
    static const char *const units[] = {"bytes", "byte",   "Bytes",
                                        "Byte",  "octets", "octet"};
    for (ptrdiff_t i = 0; i < COUNTOF(units); i++) {
        if (str_eq(unit, str_from(units[i]))
            && (rest.len == 0 || str_has(rest, S("(")) || str_has(rest, S("cop"))
                || str_has(rest, S("kop")) || str_has(rest, S("transferred")))) {
            return LINE_CUT;
        }
    }
    return LINE_OTHER;
}

/* The rate is cut, but the seconds stand whole before it: "0.35 s, 75". */
static bool take_cut_rate(str *s, dd_transfer *t)
{
    str rest = str_trim_right(*s);
    ptrdiff_t from = rest.len;
    while (from > 0 && rest.ptr[from - 1] != ',' && (rest.ptr[from - 1] & 0x80) == 0) {
        from--;
    }
    str tail = str_trim(str_drop(rest, from));
    str head = str_trim_right(str_take(rest, from));
    bool comma = str_ends(head, S(",")) || str_ends(head, S("，"));
    if (!comma || tail.len > 12 || (tail.len > 0 && !is_digit(tail.ptr[0]))) {
        return false;
    }
    *s = str_take(rest, from);
    if (str_ends(*s, S(","))) {
        s->len--;
    } else {
        s->len -= 3;
    }
    t->rate_cut = true;
    return true;
}

dd_kind dd_transfer_line(str s, dd_transfer *ret, str *bad)
{
    dd_transfer t = {0};
    s = str_trim(s);
    if (s.len < 12 || s.len > 400) {
        return LINE_OTHER;
    }
    str head = s;
    bool bsd = take_rate_in_parentheses(&head, &t);
    if (!bsd && take_rate(&head, &t)) {
        ptrdiff_t comma = comma_before(head);
        comma = comma > 0 ? comma : str_ends(head, S(",")) ? 1 : 0;
        if (comma == 0) {
            return LINE_OTHER;
        }
        head.len -= comma;
    } else if (!bsd && (cut_kind(s) != LINE_CUT || !take_cut_rate(&head, &t))) {
        return cut_kind(s);
    }
    dd_kind kind = take_seconds(&head, bsd, &t, bad);
    if (kind != LINE_GOOD) {
        return kind == LINE_OTHER && t.rate_cut ? LINE_CUT : kind;
    }
    t.progress = is_progress(head);
    kind = find_bytes(head, &t.bytes, t.progress, bad);
    if (kind == LINE_GOOD) {
        *ret = t;
    }
    return kind;
}

bool dd_records_line(str s, int64_t *full, int64_t *part)
{
    s = str_trim(s);
    while (str_starts(s, S("^C")) || str_starts(s, S("^\\")) || str_starts(s, S("^T"))) {
        s = str_drop(s, 2);
    }
    if (s.len < 5 || s.len > 80) {
        return false;
    }
    bool found = false;
    int words = 0;
    for (str word; (word = str_word(&s)).len > 0; words++) {
        cut plus = str_cut(word, S("+"));
        if (is_digit(word.ptr[0]) && plus.found) {
            if (found || words > 1 || !num_int(plus.head, full)
                || !num_int(plus.tail, part) || !is_digit(plus.tail.ptr[0])) {
                return false;
            }
            found = true;
            continue;
        }
        for (ptrdiff_t i = 0; i < word.len; i++) {
            if (is_digit(word.ptr[i]) || strchr("=+;,:/$#()", word.ptr[i])) {
                return false;
            }
        }
    }
    return found && words >= 2 && words <= 5;
}

str dd_message(str s)
{
    s = str_trim(s);
    ptrdiff_t colon = str_find(s, S(": "));
    if (colon < 0 || colon > 60) {
        return (str){0};
    }
    str name = str_take(s, colon);
    cut folder = str_cut_last(name, S("/"));
    str base = folder.found ? folder.tail : name;
    bool is_dd = str_eq(base, S("dd")) || str_eq(base, S("gdd"));
    return is_dd && !str_has(name, S(" ")) ? str_trim(str_drop(s, colon + 2)) : (str){0};
}

/* The length of the quote mark at the front of `s`, 0: none. */
static ptrdiff_t quote_at(str s)
{
    static const char *const marks[] = {"'", "\"", "`", "‘", "’",  "“", "”",
                                        "„", "«",  "»", "‚", "「", "」"};
    for (ptrdiff_t i = 0; i < COUNTOF(marks); i++) {
        if (str_starts(s, str_from(marks[i]))) {
            return (ptrdiff_t)strlen(marks[i]);
        }
    }
    return 0;
}

static bool is_reason(str s)
{
    static const char *const reasons[] = {
        "No space left on device", "Input/output error",    "Disk quota exceeded",
        "Disc quota exceeded",     "File too large",        "Broken pipe",
        "Read-only file system",   "Device not configured", "No medium found",
        "Stale file handle",       "Bad address",
    };
    for (ptrdiff_t i = 0; i < COUNTOF(reasons); i++) {
        if (str_eq_nocase(s, str_from(reasons[i]))) {
            return true;
        }
    }
    return false;
}

bool dd_message_is_error(str message)
{
    static const char *const mild[] = {"warning:", "Warnung:", "avertissement",
                                       "aviso:",   "警告",     "attention"};
    for (ptrdiff_t i = 0; i < COUNTOF(mild); i++) {
        if (str_starts(message, str_from(mild[i]))) {
            return false;
        }
    }
    if (is_reason(str_cut_last(message, S(": ")).tail)) {
        return true;
    }
    /* Words first, then the name in quotes, then a colon and the reason. */
    if (quote_at(message) > 0) {
        return false;
    }
    cut last = str_cut_last(message, S(": "));
    if (!last.found) {
        last = str_cut_last(message, S("："));
    }
    for (ptrdiff_t i = 1; last.found && i < last.head.len; i++) {
        ptrdiff_t mark = quote_at(str_drop(last.head, i));
        if (mark > 0 && i + mark == last.head.len) {
            return true;
        }
    }
    return false;
}
