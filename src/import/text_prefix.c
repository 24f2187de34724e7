#include "base/base.h"

#include "import/text_parts.h"

/* The shapes of what a log puts in front of each line. */
typedef enum {
    STAMP_NONE,
    STAMP_ISO,    /* 2026-12-01T00:12:35.2456152Z, [2026-12-01 00:12:35,245] */
    STAMP_GITLAB, /* 2026-12-01T00:12:35.245615Z 00O */
    STAMP_TIME,   /* [00:12:35], 00:12:35.245 */
    STAMP_BUILD,  /* #7 0.412, of BuildKit's plain progress */
    STAMP_SYSLOG, /* Dec  1 00:12:35, perhaps with "host dd[4711]:" behind it */
    STAMP_EPOCH,  /* 1762160400.123456, of `ts %.s` */
    STAMP_POD,    /* [pod/bench-7c9d/bench], of kubectl logs --prefix */
    STAMP_STREAM, /* stderr F, of a container runtime's file, behind its time */
    STAMP_STEP,   /* Step #2 - "bench":, of Cloud Build */
    STAMP_DAEMON, /* node7 dd[4711]: or app[worker.1]:, behind another form of time */
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

/* "host dd[4711]:" or "app[worker.1]:", as a log daemon names who writes; 0: none. */
static ptrdiff_t daemon_tag(str s)
{
    str rest = s;
    for (int words = 0; words < 2; words++) {
        str word = str_word(&rest);
        if (str_ends(word, S("]:")) && str_has(word, S("[")) && *s.ptr != ' '
            && !str_starts(word, S("make["))) {
            return word.ptr + word.len - s.ptr;
        }
    }
    return 0;
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
    ptrdiff_t tag = str_starts(rest, S(" ")) ? daemon_tag(str_drop(rest, 1)) : 0;
    return n + (tag > 0 ? 1 + tag : 0);
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

/* The length of the words at the start of `s`, and of the blank behind them where there
 * is more. */
static ptrdiff_t with_blank(str s, ptrdiff_t words)
{
    return words + (words < s.len && (s.ptr[words] == ' ' || s.ptr[words] == '\t'));
}

/* What is no time. */
static stamp tag_of(str s, ptrdiff_t *ret)
{
    ptrdiff_t n = build_step(s);
    if (n > 0) {
        *ret = with_blank(s, n);
        return STAMP_BUILD;
    }
    ptrdiff_t epoch = fits(s, "1999999999.999");
    n = epoch > 0 ? digits(s, epoch) : 0;
    if (n > 0 && (n == s.len || s.ptr[n] == ' ')) {
        *ret = with_blank(s, n);
        return STAMP_EPOCH;
    }
    n = str_starts(s, S("[pod/")) ? str_find(s, S("]")) + 1 : 0;
    if (n > 0 && !memchr(s.ptr, ' ', (size_t)n)) {
        *ret = with_blank(s, n);
        return STAMP_POD;
    }
    static const char *const streams[] = {"stdout F", "stderr F", "stdout P", "stderr P"};
    for (ptrdiff_t i = 0; i < COUNTOF(streams); i++) {
        if (fits(s, streams[i]) && (s.len == 8 || s.ptr[8] == ' ')) {
            *ret = with_blank(s, 8);
            return STAMP_STREAM;
        }
    }
    n = str_starts(s, S("Step #")) ? digits(s, 6) : 0;
    str behind = str_drop(s, n);
    n += n > 6 && str_starts(behind, S(" - \"")) ? str_find(behind, S("\":")) + 1 : 0;
    if (n > 6 && n < s.len && s.ptr[n] == ':') {
        *ret = with_blank(s, n + 1);
        return STAMP_STEP;
    }
    n = daemon_tag(s);
    *ret = with_blank(s, n);
    return n > 0 ? STAMP_DAEMON : STAMP_NONE;
}

/* Which stamp `s` begins with, and the bytes up to what it stamps. */
static stamp stamp_of(str s, ptrdiff_t *ret)
{
    stamp tag = tag_of(s, ret);
    if (tag != STAMP_NONE) {
        return tag;
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
    *ret = with_blank(s, i);
    return kind;
}

bool prefix_is_shared(const text *t, ptrdiff_t at)
{
    return at > 0 && t->lines[at - 1].raw.ptr == t->lines[at].raw.ptr;
}

bool prefix_counts(const text *t, ptrdiff_t at)
{
    return !prefix_is_shared(t, at) && str_trim(t->lines[at].s).len > 0;
}

/* True: the share of all lines that have the stamp, or two neighbours that have it, prove
 * that it is one. */
static bool proven(stamp kind, ptrdiff_t seen, ptrdiff_t all)
{
    ptrdiff_t share = kind == STAMP_BUILD ? 3 : 8; /* a build has lines of its own */
    /* A bare time of day may be a measurement: one or two lines prove nothing. */
    return seen > 0 && seen * 10 >= all * share && (kind != STAMP_TIME || seen >= 3);
}

/* Takes off the stamps of the run of lines that begins at `at`, where all have the same.
 * Three in a row are a log in a document, but for a bare time. Returns the run's end. */
static ptrdiff_t strip_run(text *t, ptrdiff_t at, const bool *is_proven, bool *any)
{
    enum { A_LOG = 3 };
    ptrdiff_t width = 0, n = 0, end = at;
    stamp kind = stamp_of(t->lines[at].s, &width);
    for (; end < t->n; end++) {
        bool counts = prefix_counts(t, end);
        if (counts && stamp_of(t->lines[end].s, &width) != kind) {
            break;
        }
        n += counts;
    }
    bool take =
        kind != STAMP_NONE && (is_proven[kind] || (n >= A_LOG && kind != STAMP_TIME));
    bool wide = true; /* Jenkins puts two blanks behind the time */
    for (ptrdiff_t i = at; take && i < end; i++) {
        text_line *line = &t->lines[i];
        if (!prefix_is_shared(t, i) && stamp_of(line->s, &width) == kind) {
            line->s = str_drop(line->s, width);
            wide = wide && (line->s.len == 0 || *line->s.ptr == ' ');
            *any = true;
        }
    }
    for (ptrdiff_t i = at; take && wide && i < end; i++) {
        text_line *line = &t->lines[i];
        bool blank = !prefix_is_shared(t, i) && str_starts(line->s, S(" "));
        line->s = str_drop(line->s, blank);
    }
    return end;
}

/* False: there were none. */
static bool strip_stamps(text *t)
{
    ptrdiff_t seen[STAMP_COUNT] = {0}, all = 0, width = 0;
    for (ptrdiff_t i = 0; i < t->n; i++) {
        if (prefix_counts(t, i)) {
            all++;
            seen[stamp_of(t->lines[i].s, &width)]++;
        }
    }
    bool is_proven[STAMP_COUNT] = {0}, any = false;
    for (int k = STAMP_NONE + 1; k < STAMP_COUNT; k++) {
        is_proven[k] = proven((stamp)k, seen[k], all);
    }
    for (ptrdiff_t at = 0; at < t->n;) {
        at = strip_run(t, at, is_proven, &any);
    }
    return any;
}

void prefix_strip(arena scratch, text *t)
{
    enum { MOST_TAGS = 4 }; /* [pod/a/b] 2026-12-01T00:12:35Z stderr F */
    for (int i = 0; i < MOST_TAGS && strip_stamps(t); i++) {
    }
    services_strip(scratch, t);
    strip_stamps(t); /* docker compose logs --timestamps */
}
