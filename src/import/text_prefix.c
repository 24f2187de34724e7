#include "base/base.h"

#include "import/text_parts.h"

/* The shapes of a time stamp in front of a line. */
typedef enum {
    STAMP_NONE,
    STAMP_ISO,    /* 2026-12-01T00:12:35.2456152Z, [2026-12-01 00:12:35,245] */
    STAMP_GITLAB, /* 2026-12-01T00:12:35.245615Z 00O */
    STAMP_TIME,   /* [00:12:35], 00:12:35.245 */
    STAMP_BUILD,  /* #7 0.412, of BuildKit's plain progress */
    STAMP_SYSLOG, /* Dec  1 00:12:35, perhaps with "host dd[4711]:" behind it */
    STAMP_COUNT,
} stamp;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How many bytes of `s` fit `shape`, where 9 is a digit, ? a digit or a blank, and the
 * rest stands for itself; 0: it doesn't. */
static ptrdiff_t fits(str s, const char *shape)
{
    ptrdiff_t n = (ptrdiff_t)strlen(shape);
    if (s.len < n) {
        return 0;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        bool ok = shape[i] == '9'   ? is_digit(s.ptr[i])
                  : shape[i] == '?' ? is_digit(s.ptr[i]) || s.ptr[i] == ' '
                                    : s.ptr[i] == shape[i];
        if (!ok) {
            return 0;
        }
    }
    return n;
}

static ptrdiff_t digits(str s, ptrdiff_t i)
{
    while (i < s.len && is_digit(s.ptr[i])) {
        i++;
    }
    return i;
}

/* hh:mm:ss with a fraction and a zone, both optional; 0: none. */
static ptrdiff_t clock_time(str s)
{
    ptrdiff_t i = fits(s, "99:99:99");
    if (i == 0) {
        return 0;
    }
    if (i + 1 < s.len && (s.ptr[i] == '.' || s.ptr[i] == ',') && is_digit(s.ptr[i + 1])) {
        i = digits(s, i + 1);
    }
    static const char *const zones[] = {"Z",     "+99:99", "-99:99",
                                        "+9999", "-9999",  " UTC"};
    for (ptrdiff_t k = 0; k < COUNTOF(zones); k++) {
        ptrdiff_t n = fits(str_drop(s, i), zones[k]);
        if (n > 0) {
            return i + n;
        }
    }
    return i;
}

/* "Dec  1 00:12:35" and, where a daemon wrote it, " host dd[4711]:"; 0: none. */
static ptrdiff_t syslog_time(str s)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    ptrdiff_t at = s.len > 3 ? str_find(str_from(months), str_take(s, 3)) : -1;
    if (at < 0 || at % 3 != 0 || fits(str_drop(s, 3), " ?9 ") == 0) {
        return 0;
    }
    ptrdiff_t n = clock_time(str_drop(s, 7));
    if (n == 0) {
        return 0;
    }
    n += 7;
    str rest = str_drop(s, n);
    str host = str_word(&rest), tag = str_word(&rest);
    bool daemon = host.len > 0 && str_ends(tag, S("]:")) && str_has(tag, S("["));
    return daemon ? tag.ptr + tag.len - s.ptr : n;
}

/* `job<TAB>step<TAB>` as a downloaded log has it. */
static ptrdiff_t job_fields(str s)
{
    ptrdiff_t i = 0;
    for (int tabs = 0; tabs < 2; tabs++) {
        const char *tab = i < s.len ? memchr(s.ptr + i, '\t', (size_t)(s.len - i)) : NULL;
        if (!tab || tab - s.ptr > 200) {
            return 0;
        }
        i = tab - s.ptr + 1;
    }
    return i;
}

/* "#7 0.412 ": the step and its seconds; 0: none. */
static ptrdiff_t build_step(str s)
{
    ptrdiff_t step = s.len > 4 && s.ptr[0] == '#' ? digits(s, 1) : 0;
    if (step < 2 || step + 1 >= s.len || s.ptr[step] != ' ') {
        return 0;
    }
    ptrdiff_t whole = digits(s, step + 1);
    if (whole == step + 1 || whole >= s.len || s.ptr[whole] != '.') {
        return 0;
    }
    ptrdiff_t end = digits(s, whole + 1);
    return end > whole + 1 && (end == s.len || s.ptr[end] == ' ') ? end : 0;
}

/* Which stamp `s` begins with, and the bytes up to what it stamps. */
static stamp stamp_of(str s, ptrdiff_t *ret)
{
    ptrdiff_t step = build_step(s);
    if (step > 0) {
        *ret = step + (step < s.len);
        return STAMP_BUILD;
    }
    ptrdiff_t i = job_fields(s);
    if (i > 0 && fits(str_drop(s, i), "9999-99-99T") == 0) {
        i = 0;
    }
    bool bracket = i < s.len && s.ptr[i] == '[';
    i += bracket;
    stamp kind = STAMP_TIME;
    ptrdiff_t day = fits(str_drop(s, i), "9999-99-99T");
    day = day > 0 ? day : fits(str_drop(s, i), "9999-99-99 ");
    ptrdiff_t n = clock_time(str_drop(s, i + day));
    if (n > 0 && day > 0) {
        kind = STAMP_ISO;
    } else if (n == 0 && (n = syslog_time(str_drop(s, i))) > 0) {
        kind = STAMP_SYSLOG;
    }
    if (n == 0 || (day > 0 && kind != STAMP_ISO)) {
        return STAMP_NONE;
    }
    i += day + n;
    if (bracket && (i >= s.len || s.ptr[i++] != ']')) {
        return STAMP_NONE;
    }
    str rest = str_drop(s, i);
    if (kind == STAMP_ISO
        && (fits(rest, " 99O") || fits(rest, " 99E") || fits(rest, " 99O+"))) {
        *ret = i + (rest.len > 5 ? 5 : rest.len);
        return STAMP_GITLAB;
    }
    if (rest.len > 0 && rest.ptr[0] != ' ' && rest.ptr[0] != '\t') {
        return STAMP_NONE;
    }
    *ret = i + (rest.len > 0);
    return kind;
}

bool prefix_counts(const text_line *line)
{
    return !line->after_cr && str_trim(line->s).len > 0;
}

static void strip_stamps(text *t)
{
    ptrdiff_t seen[STAMP_COUNT] = {0}, all = 0, width = 0;
    for (ptrdiff_t i = 0; i < t->n; i++) {
        if (prefix_counts(&t->lines[i])) {
            all++;
            seen[stamp_of(t->lines[i].s, &width)]++;
        }
    }
    for (int k = STAMP_ISO; k < STAMP_COUNT; k++) {
        /* A bare time of day may be a measurement: one or two lines prove nothing. */
        ptrdiff_t share = k == STAMP_BUILD ? 3 : 8; /* a build has lines of its own */
        if (seen[k] == 0 || seen[k] * 10 < all * share
            || (k == STAMP_TIME && seen[k] < 3)) {
            continue;
        }
        for (ptrdiff_t i = 0; i < t->n; i++) {
            text_line *line = &t->lines[i];
            if (!line->after_cr && stamp_of(line->s, &width) == (stamp)k) {
                line->s = str_drop(line->s, width);
            }
        }
    }
}

void prefix_strip(arena scratch, text *t)
{
    strip_stamps(t);
    services_strip(scratch, t);
    strip_stamps(t); /* docker compose logs --timestamps */
}
