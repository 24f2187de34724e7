#include "base/base.h"

#include "import/k6_json_scan.h"
#include "import/k6_quick.h"

/* Between the memo, which knows whole lines, and the scanner, which knows nothing: the
 * keys are told by their first eight bytes, metric and time by those of the line before,
 * and tags by comparing them, whole or one by one, with tags that were scanned earlier.
 */

enum { MEMBERS = 512, LONGEST_MEMBER = 120, LONGEST_TAGS = 2000 };

/* `"status":"200"` */
typedef struct {
    int len;
    char bytes[LONGEST_MEMBER];
} member;

struct k6_quick {
    member members[MEMBERS];
    struct {
        ptrdiff_t len;
        char bytes[LONGEST_TAGS];
    } tags[2]; /* objects that were found good, the last one first */
    int latest;
};

k6_quick *k6_quick_new(arena *perm)
{
    return NEW(perm, k6_quick, 1);
}

static uint64_t load(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static bool is(const char *p, const char *end, const char *bytes, ptrdiff_t len)
{
    return end - p >= len && memcmp(p, bytes, (size_t)len) == 0;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* scan_space() for streams, whose lines have SLACK behind them. How many blanks stand
 * between two tokens is what a branch can't foresee, so up to seven are skipped without
 * one. */
static inline const char *skip(const char *p, const char *end)
{
    uint64_t other = load(p) ^ UINT64_C(0x2020202020202020);
    const char *q = p + (other ? __builtin_ctzll(other) >> 3 : 8);
    if (q >= end || !other || (unsigned char)*q < ' ') {
        return scan_space(p, end);
    }
    return q;
}
#else
static inline const char *skip(const char *p, const char *end)
{
    return scan_space(p, end);
}
#endif

#define IS(p, end, literal) is((p), (end), "" literal "", (ptrdiff_t)sizeof(literal) - 1)

/* Behind `"key"`, white space and the colon; NULL: something else stands there. */
static inline const char *colon(const char *p, const char *end)
{
    p = p < end && *p == ':' ? p : skip(p, end);
    return p < end && *p == ':' ? skip(p + 1, end) : NULL;
}

/* --- tags -----------------------------------------------------------------------------
 */

/* One tag at p. One that is known by its bytes needs no scan. */
static const char *tag(k6_quick *q, const char *p, const char *end)
{
    uint64_t hash = load(p) * UINT64_C(0x9E3779B97F4A7C15)
                    ^ load(p + 8) * UINT64_C(0xC2B2AE3D27D4EB4F);
    member *known = &q->members[(hash ^ hash >> 32) % MEMBERS];
    if (known->len > 0 && is(p, end, known->bytes, known->len)) {
        return p + known->len;
    }
    str raw;
    const char *behind = scan_string(p, end, &raw);
    behind = behind ? colon(behind, end) : NULL;
    behind = behind ? scan_string(behind, end, &raw) : NULL;
    if (behind && behind - p <= LONGEST_MEMBER) {
        known->len = (int)(behind - p);
        memcpy(known->bytes, p, (size_t)known->len);
    }
    return behind;
}

static void remember_tags(k6_quick *q, const char *p, ptrdiff_t len)
{
    if (len <= LONGEST_TAGS) {
        q->latest = !q->latest;
        q->tags[q->latest].len = len;
        memcpy(q->tags[q->latest].bytes, p, (size_t)len);
    }
}

/* {"name":"value",…} or null; an object in which anything else stands is left to the
 * scanner. */
static const char *tags(k6_quick *q, const char *p, const char *end)
{
    if (IS(p, end, "{}")) {
        return p + 2;
    }
    for (int i = 0; i < 2; i++) {
        int at = q->latest ^ i;
        if (q->tags[at].len > 0 && is(p, end, q->tags[at].bytes, q->tags[at].len)) {
            q->latest = at;
            return p + q->tags[at].len;
        }
    }
    if (IS(p, end, "null")) {
        return p + 4;
    }
    const char *begin = p;
    if (p >= end || *p != '{') {
        return NULL;
    }
    p = skip(p + 1, end);
    for (;;) {
        p = p < end ? tag(q, p, end) : NULL;
        p = p ? skip(p, end) : NULL;
        if (!p || p >= end) {
            return NULL;
        }
        if (*p == '}') {
            remember_tags(q, begin, p + 1 - begin);
            return p + 1;
        }
        if (*p != ',') {
            return NULL;
        }
        p = skip(p + 1, end);
    }
}

/* --- the line -------------------------------------------------------------------------
 */

enum { METRIC = 1, TYPE = 2, DATA = 4, TIME = 8, VALUE = 16, TAGS = 32, METADATA = 64 };

typedef struct {
    k6_stream *s;
    k6_quick *q;
    const char *end;
    k6_point *point;
    int seen;
    int order;    /* as the scanner's */
    bool regular; /* time, value, then the rest */
} quick;

static const char *metric_name(quick *c, const char *p)
{
    const k6_metric *guess = c->s->last ? c->s->last->follower : NULL;
    if (p >= c->end || *p != '"') {
        return NULL;
    }
    if (guess && is(p + 1, c->end, guess->name.ptr, guess->name.len)
        && p + 1 + guess->name.len < c->end && p[1 + guess->name.len] == '"') {
        c->point->name = guess->name;
        return p + guess->name.len + 2;
    }
    p = scan_string(p, c->end, &c->point->name);
    bool plain = p && c->point->name.len > 0
                 && !memchr(c->point->name.ptr, '\\', (size_t)c->point->name.len);
    return plain ? p : NULL;
}

static const char *time_text(quick *c, const char *p)
{
    const k6_stream *s = c->s;
    if (p >= c->end || *p != '"') {
        return NULL;
    }
    if (s->time_len > 0 && is(p + 1, c->end, s->time, s->time_len + 1)) {
        c->point->time = (str){p + 1, s->time_len};
        return p + s->time_len + 2;
    }
    return scan_string(p, c->end, &c->point->time);
}

static const char *take_key(quick *c, int which, const char *p)
{
    p = c->seen & which ? NULL : colon(p, c->end);
    c->seen |= which;
    return p;
}

/* A member of "data". */
static const char *datum(quick *c, const char *p)
{
    if (IS(p, c->end, "\"time\"")) {
        c->regular = !(c->seen & (VALUE | TAGS | METADATA));
        p = take_key(c, TIME, p + 6);
        return p ? time_text(c, p) : NULL;
    }
    if (IS(p, c->end, "\"value\"")) {
        c->regular = c->regular && c->seen & TIME && !(c->seen & (TAGS | METADATA));
        p = take_key(c, VALUE, p + 7);
        const char *q = p ? k6_number(p, c->end, &c->point->value) : NULL;
        c->point->number = (str){p, q ? q - p : 0};
        return q;
    }
    if (IS(p, c->end, "\"tags\"")) {
        p = take_key(c, TAGS, p + 6);
        const char *q = p ? tags(c->q, p, c->end) : NULL;
        c->point->tags = (str){p, q ? q - p : 0};
        return q;
    }
    if (IS(p, c->end, "\"metadata\"")) {
        p = take_key(c, METADATA, p + 10);
        return p ? scan_value(p, c->end) : NULL;
    }
    return NULL;
}

/* Behind the member at p, another or the end of the object: *more says which. */
static inline const char *next_member(const char *p, const char *end, bool *more)
{
    p = p && p < end && (*p == ',' || *p == '}') ? p : p ? skip(p, end) : NULL;
    if (!p || p >= end || (*p != ',' && *p != '}')) {
        return NULL;
    }
    *more = *p == ',';
    return *more ? skip(p + 1, end) : p + 1;
}

static const char *data(quick *c, const char *p)
{
    if (p >= c->end || *p != '{') {
        return NULL;
    }
    p = skip(p + 1, c->end);
    for (bool more = true; more && p;) {
        p = next_member(datum(c, p), c->end, &more);
    }
    return p;
}

static const char *line_member(quick *c, const char *p)
{
    bool before = !(c->seen & DATA);
    if (IS(p, c->end, "\"metric\"")) {
        c->order = before ? c->order * 3 + 1 : c->order;
        c->point->name_in_front = before;
        p = take_key(c, METRIC, p + 8);
        return p ? metric_name(c, p) : NULL;
    }
    if (IS(p, c->end, "\"type\"")) {
        c->order = before ? c->order * 3 + 2 : c->order;
        p = take_key(c, TYPE, p + 6);
        return p && IS(p, c->end, "\"Point\"") ? p + 7 : NULL;
    }
    if (IS(p, c->end, "\"data\"")) {
        p = take_key(c, DATA, p + 6);
        return p ? data(c, p) : NULL;
    }
    return NULL;
}

bool k6_quick_point(k6_stream *s, k6_quick *q, str line, k6_point *ret)
{
    quick c = {.s = s, .q = q, .end = line.ptr + line.len, .point = ret};
    if (line.len == 0 || *line.ptr != '{') {
        return false;
    }
    const char *p = skip(line.ptr + 1, c.end);
    for (bool more = true; more && p;) {
        p = next_member(line_member(&c, p), c.end, &more);
    }
    const int needed = METRIC | TYPE | DATA | TIME | VALUE;
    if (p != c.end || (c.seen & needed) != needed) {
        return false;
    }
    ret->layout = c.regular && c.seen & TAGS ? c.order + 1 : 0;
    return true;
}
