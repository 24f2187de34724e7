#include "base/base.h"

#include "base/instant.h"
#include "base/num.h"
#include "import/k6_stream.h"
#include "import/read_ahead.h"

/* --- metrics, groups, targets ---------------------------------------------------------
 */

static uint32_t hash_of(str s)
{
    uint32_t h = 2166136261U;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        h = (h ^ (unsigned char)s.ptr[i]) * 16777619U;
    }
    return h ^ h >> 15;
}

static k6_role role_of(str name)
{
    return str_eq(name, S("http_reqs"))           ? K6_REQUESTS
           : str_eq(name, S("http_req_duration")) ? K6_LATENCY
           : str_eq(name, S("vus"))               ? K6_VUS
                                                  : K6_NO_ROLE;
}

static k6_metric *new_metric(k6_stream *s, str name)
{
    arena *perm = s->in->perm;
    k6_metric *m = NEW(perm, k6_metric, 1);
    m->name = str_copy(perm, name);
    m->kind = k6_built_in(name);
    m->kind.type = m->kind.type == K6_UNKNOWN ? K6_TREND : m->kind.type;
    m->line = s->lines;
    m->role = role_of(name);
    m->subs_end = &m->subs;
    *s->metrics_end = m;
    s->metrics_end = &m->next;
    s->metric_count++;
    return m;
}

k6_metric *k6_metric_of(k6_stream *s, str name)
{
    k6_metric *guess = s->last ? s->last->follower : NULL;
    if (guess && str_eq(guess->name, name)) {
        s->last = guess;
        return guess;
    }
    k6_metric **p = &s->by_hash[hash_of(name) % COUNTOF(s->by_hash)];
    while (*p && !str_eq((*p)->name, name)) {
        p = &(*p)->next_same_hash;
    }
    if (!*p && s->metric_count < K6_MOST_METRICS) {
        *p = new_metric(s, name);
    }
    if (s->last && *p) {
        s->last->follower = *p;
    }
    s->last = *p ? *p : s->last;
    return *p;
}

static value_tally *new_tally(k6_stream *s, const k6_metric *m)
{
    return tally_new(s->store, m->kind.type == K6_TREND || m->kind.type == K6_GAUGE);
}

/* The group whose tags have the values that these tags have. -1: none of the tags is
 * there, or the limit is passed. */
static ptrdiff_t group_of(k6_stream *s, str tags, arena scratch)
{
    str values[COUNTOF(s->group_tags)];
    bool any = false;
    for (ptrdiff_t i = 0; i < s->group_tag_count; i++) {
        values[i] = (str){0};
        any = s->scanner->tag(s, &scratch, tags, s->group_tags[i], &values[i]) || any;
    }
    for (ptrdiff_t g = 0; any && g < s->group_count; g++) {
        bool same = true;
        for (ptrdiff_t i = 0; i < s->group_tag_count && same; i++) {
            same = (values[i].ptr != NULL) == (s->groups[g][i].ptr != NULL)
                   && str_eq(values[i], s->groups[g][i]);
        }
        if (same) {
            return g;
        }
    }
    if (!any || s->group_count == K6_MOST_GROUPS) {
        s->ungrouped += any;
        return -1;
    }
    str *group = s->groups[s->group_count] = NEW(s->in->perm, str, s->group_tag_count);
    for (ptrdiff_t i = 0; i < s->group_tag_count; i++) {
        group[i] = str_copy(s->in->perm, values[i]);
    }
    return s->group_count++;
}

static bool sub_fits(k6_stream *s, const k6_sub *sub, str tags, arena scratch)
{
    for (ptrdiff_t i = 0; i < sub->n; i++) {
        str value = {0};
        if (!s->scanner->tag(s, &scratch, tags, sub->keys[i], &value)
            || !str_eq(value, sub->values[i])) {
            return false;
        }
    }
    return true;
}

static value_tally *group_tally(k6_stream *s, k6_metric *m, ptrdiff_t group)
{
    if (!m->groups) {
        m->groups = NEW(s->in->perm, value_tally *, K6_MOST_GROUPS);
    }
    if (!m->groups[group]) {
        m->groups[group] = new_tally(s, m);
    }
    return m->groups[group];
}

const k6_targets *k6_targets_of(k6_stream *s, arena *keep, k6_metric *m, str tags,
                                ptrdiff_t *group)
{
    if (!m->total) {
        m->total = new_tally(s, m);
        m->plain = (k6_targets){.metric = m, .to = &m->total, .n = 1};
    }
    if (!k6_tags_matter(s, m)) {
        return &m->plain;
    }
    ptrdiff_t most = 2;
    for (const k6_sub *sub = m->subs; sub; sub = sub->next) {
        most++;
    }
    k6_targets *t = NEW(keep, k6_targets, 1);
    t->metric = m;
    t->to = NEW(keep, value_tally *, most);
    t->to[t->n++] = m->total;
    if (*group == K6_NO_GROUP_YET) {
        *group = s->group_tag_count > 0 ? group_of(s, tags, *keep) : -1;
    }
    if (*group >= 0) {
        t->to[t->n++] = group_tally(s, m, *group);
    }
    for (k6_sub *sub = m->subs; sub; sub = sub->next) {
        if (sub_fits(s, sub, tags, *keep)) {
            sub->tally = sub->tally ? sub->tally : new_tally(s, m);
            t->to[t->n++] = sub->tally;
        }
    }
    return t;
}

/* --- times and numbers ----------------------------------------------------------------
 */

bool k6_stream_time(k6_stream *s, str time)
{
    if (time.len == 0) {
        return false;
    }
    if (time.len == s->time_len && memcmp(time.ptr, s->time, (size_t)time.len) == 0) {
        return true;
    }
    int64_t when = 0;
    if (time.len >= COUNTOF(s->time) || !s->scanner->second(time, &when)) {
        return false;
    }
    memcpy(s->time, time.ptr, (size_t)time.len);
    s->time[time.len] = s->scanner->time_end;
    s->time_len = time.len;
    s->second = when;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* What the fast way can't hold exactly: more than 19 digits, a large exponent. */
static const char *slow_number(const char *p, const char *end, double *ret)
{
    const char *q = p;
    while (q < end
           && (is_digit(*q) || *q == '-' || *q == '+' || *q == '.' || *q == 'e'
               || *q == 'E')) {
        q++;
    }
    return num_double((str){p, q - p}, ret) ? q : NULL;
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Digits as an integer below 2^53 and a power of ten up to 22 are both exact doubles, so
 * one division rounds correctly (Clinger 1990). */
static const char *plain_number(const char *p, const char *end, double *ret)
{
    const char *begin = p;
    bool minus = p < end && *p == '-';
    p += minus;
    const char *digits = p;
    uint64_t m = 0;
    for (; p < end && is_digit(*p); p++) {
        m = m * 10 + (uint64_t)(*p - '0');
    }
    ptrdiff_t n = p - digits, decimals = 0;
    if (n == 0) {
        return NULL;
    }
    if (p < end && *p == '.') {
        const char *point = ++p;
        for (; p < end && is_digit(*p); p++) {
            m = m * 10 + (uint64_t)(*p - '0');
        }
        decimals = p - point;
        if (decimals == 0) {
            return NULL;
        }
    }
    bool plain = p == end || (*p != 'e' && *p != 'E');
    if (!plain || n + decimals > 19 || decimals > 22 || m > UINT64_C(1) << 53) {
        return slow_number(begin, end, ret);
    }
    double v = (double)m / tens[decimals];
    *ret = minus ? -v : v;
    return p;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* How many of eight bytes are digits, from the first on. */
static int leading_digits(uint64_t w)
{
    const uint64_t high = UINT64_C(0xF0F0F0F0F0F0F0F0);
    uint64_t other =
        ((w & high) ^ UINT64_C(0x3030303030303030))
        | (((w + UINT64_C(0x0606060606060606)) & high) ^ UINT64_C(0x3030303030303030));
    return other ? __builtin_ctzll(other) >> 3 : 8;
}

/* The first n (1 to 7) of eight bytes, all digits, as a number: pairs, fours, eight. */
static uint64_t digits_of(uint64_t w, int n)
{
    w = (w - UINT64_C(0x3030303030303030)) << (64 - 8 * n);
    w = w * 10 + (w >> 8);
    uint64_t low = w & UINT64_C(0x000000FF000000FF),
             high = w >> 16 & UINT64_C(0x000000FF000000FF);
    return (low * (100 + (UINT64_C(1000000) << 32))
            + high * (1 + (UINT64_C(10000) << 32)))
           >> 32;
}

static uint64_t eight_at(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

/* `12` and `0.026315`: up to seven digits on both sides of the point, eight at a time. */
const char *k6_number(const char *p, const char *end, double *ret)
{
    if (end - p < 17) {
        return plain_number(p, end, ret);
    }
    uint64_t w = eight_at(p);
    int n = leading_digits(w);
    if (n == 0 || n == 8) {
        return plain_number(p, end, ret);
    }
    uint64_t m = digits_of(w, n);
    const char *q = p + n;
    int decimals = 0;
    if (*q == '.') {
        w = eight_at(q + 1);
        decimals = leading_digits(w);
        if (decimals == 0 || decimals == 8) {
            return plain_number(p, end, ret);
        }
        m = m * (uint64_t)tens[decimals] + digits_of(w, decimals);
        q += 1 + decimals;
    }
    if (*q == 'e' || *q == 'E') {
        return plain_number(p, end, ret);
    }
    *ret = (double)m / tens[decimals];
    return q;
}
#else
const char *k6_number(const char *p, const char *end, double *ret)
{
    return plain_number(p, end, ret);
}
#endif

/* --- lines ----------------------------------------------------------------------------
 */

static void take_point(k6_stream *s, const k6_point *p, str line)
{
    k6_metric *m = k6_metric_of(s, p->name);
    if (!m) {
        s->lost++;
        return;
    }
    arena scratch = s->scratch;
    ptrdiff_t group = K6_NO_GROUP_YET;
    k6_take(s, m, k6_targets_of(s, &scratch, m, p->tags, &group), p->value);
    if (s->memo && p->layout > 0) {
        k6_memo_learn(s, line, p, m);
    }
}

/* `line` with its end, which the last may lack. False: it goes on behind it. */
static bool take_line(k6_stream *s, str line, bool is_last)
{
    k6_point p = {0};
    str bare = str_ends(line, S("\n")) ? str_take(line, line.len - 1) : line;
    k6_seen seen = s->scanner->scan(s, bare, &p);
    if (seen == K6_OPEN) {
        return false;
    }
    if (seen == K6_POINT && k6_stream_time(s, p.time)) {
        take_point(s, &p, line);
    } else if (seen != K6_UNDERSTOOD) {
        s->first_strange = s->strange++ ? s->first_strange : s->lines;
        s->last_strange = s->lines;
        s->cut = is_last && bare.len == line.len;
    }
    return true;
}

static ptrdiff_t count_ends(str bytes)
{
    ptrdiff_t n = 0;
    for (const char *p = bytes.ptr, *end = p + bytes.len;
         (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) {
        n++;
    }
    return n;
}

/* Scans the line that begins at p. What it returns is where the next begins; p itself: it
 * goes on behind `stop`. A quoted cell may hold a few line ends. */
static const char *scan_line(k6_stream *s, const char *p, const char *stop, bool is_last)
{
    enum { MOST_ENDS = 16 };
    s->lines++;
    const char *end = p, *first = NULL;
    for (int ends = 0; end < stop && ends < MOST_ENDS; ends++) {
        const char *found = memchr(end, '\n', (size_t)(stop - end));
        end = found ? found + 1 : stop;
        first = first ? first : end;
        if (take_line(s, (str){p, end - p}, is_last && end == stop)) {
            s->lines += count_ends((str){p, end - p - 1});
            return end;
        }
    }
    if (end == stop && !is_last && end - p < K6_LONGEST_LINE / 2) {
        s->lines--;
        return p;
    }
    s->first_strange = s->strange++ ? s->first_strange : s->lines;
    s->last_strange = s->lines;
    s->cut = is_last && end == stop && stop[-1] != '\n';
    return first;
}

/* Takes all lines up to `stop`, which stands behind a line end or at the end of the
 * stream. Returns where it stopped. */
static const char *take_lines(k6_stream *s, const char *p, const char *stop, bool is_last)
{
    while (p < stop) {
        if (s->memo && k6_memo_line(s, &p, stop)) {
            continue;
        }
        const char *next = scan_line(s, p, stop, is_last);
        if (next == p) {
            return p;
        }
        p = next;
    }
    return p;
}

/* --- the stream -----------------------------------------------------------------------
 */

static bool run(k6_stream *s, read_ahead *from, err *e)
{
    for (str left = {0}, block;;) {
        if (left.len >= READ_AHEAD_LEFT) {
            err_set(e, ERR_LIMIT, s->in->src->path, "a line is longer than %d MiB",
                    K6_LONGEST_LINE >> 20);
            e->line = s->lines + 1;
            return false;
        }
        if (!read_ahead_next(from, left, &block, e)) {
            return false;
        }
        const char *begin = block.ptr, *end = begin + block.len;
        bool is_last = block.len == left.len;
        const char *last =
            is_last ? NULL
                    : memrchr(begin + left.len, '\n', (size_t)(end - begin - left.len));
        const char *stop = is_last ? end : last ? last + 1 : begin;
        const char *done = take_lines(s, begin, stop, is_last);
        if (is_last) {
            return true;
        }
        left = (str){done, end - done};
    }
}

static bool group_options(k6_stream *s, err *e)
{
    for (cut part = {.tail = s->in->options->group_by}; part.tail.len > 0;) {
        part = str_cut(part.tail, S(","));
        str tag = str_trim(part.head);
        if (s->group_tag_count == COUNTOF(s->group_tags)) {
            return err_set(e, ERR_USAGE, NULL, "more than %td tags to group by",
                           COUNTOF(s->group_tags));
        }
        if (tag.len > 0) {
            s->group_tags[s->group_tag_count++] = tag;
        }
    }
    return true;
}

bool k6_stream_read(import *in, const k6_scanner *scanner, void *form, byte_stream *bytes,
                    bool use_memo, err *e)
{
    k6_stream *s = NEW(in->perm, k6_stream, 1);
    s->in = in;
    s->scanner = scanner;
    s->form = form;
    s->scratch = in->scratch;
    s->metrics_end = &s->metrics;
    s->thresholds_end = &s->thresholds;
    if (!group_options(s, e)) {
        return false;
    }
    read_ahead *ahead = read_ahead_open(bytes, in->options->threads, e);
    if (!ahead) {
        return false;
    }
    s->store = tally_store_open(in->perm, K6_MOST_VALUES);
    s->series = k6_series_new(in->perm, s->store, in->scratch);
    s->memo = use_memo ? k6_memo_new(in->perm) : NULL;
    bool ok = run(s, ahead, e);
    read_ahead_close(ahead);
    if (ok) {
        k6_stream_results(s);
    }
    k6_memo_close(s->memo);
    tally_store_close(s->store);
    return ok;
}
