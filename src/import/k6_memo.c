#include "base/base.h"

#include "import/k6_stream.h"

/* A k6 stream says the same things over and over:
 *
 *   {"metric":"vus","type":"Point","data":{"time":"2024-…","value":12,"tags":{…}}}
 *   `------------------- front ------------------´`-time-´`-mid--´num`--- tail ----´
 *
 * Front, mid and tail are compared with those of lines that were scanned, whole: a line
 * is taken only when every byte of it is known, or read as its time and its number. Which
 * front comes next is guessed from what came behind the last one; which tail, from the
 * line before and from the front's own last one. A wrong guess costs a look into the
 * tables, an unknown line a scan. */

enum {
    FRONTS = 64,
    LONGEST_FRONT = 512,
    LONGEST_TAIL = 4096,
    SLOTS = 1 << 15,
    MOST_TAILS = SLOTS / 2,
    MOST_BYTES = 8 << 20, /* of tails and what hangs on them */
};

typedef struct tail {
    str bytes; /* from behind the number to behind the line's end */
    str tags;  /* in bytes */
    uint64_t hash;
    int layout;
    k6_metric *metric; /* where the name stands in the tail */
    struct tail *next; /* what came behind it last */
    ptrdiff_t group;
    k6_targets *targets;
} tail;

typedef struct front {
    char bytes[LONGEST_FRONT];
    ptrdiff_t len;
    char mid[64];
    ptrdiff_t mid_len;
    int layout;
    k6_metric *metric;
    struct front *next; /* what came behind it last */
    tail *tail;         /* its last one */
    bool own_first;     /* that was right more lately than the tail of the line before */
    const k6_targets *targets; /* of metric and tail */
} front;

struct k6_memo {
    front *fronts[FRONTS];
    ptrdiff_t front_count;
    front *last;
    tail *tail; /* of the line before */

    arena arena; /* the tails and their targets */
    tail **slots;
    ptrdiff_t tail_count;

    int credit, pause; /* guessing that fails stops for a while */
};

k6_memo *k6_memo_new(arena *perm)
{
    k6_memo *m = NEW(perm, k6_memo, 1);
    m->arena = arena_open_huge(8 * (ptrdiff_t)MOST_BYTES);
    m->slots = NEW(perm, tail *, SLOTS);
    m->credit = 100;
    return m;
}

void k6_memo_close(k6_memo *m)
{
    if (m) {
        arena_close(&m->arena);
    }
}

static void forget_tails(k6_memo *m)
{
    arena_reset(&m->arena);
    memset(m->slots, 0, SLOTS * sizeof *m->slots); // NOLINT: pointers are meant
    m->tail_count = 0;
    m->tail = NULL;
    for (ptrdiff_t i = 0; i < m->front_count; i++) {
        m->fronts[i]->tail = NULL;
        m->fronts[i]->targets = NULL;
    }
}

void k6_memo_forget(k6_memo *m)
{
    if (m) {
        forget_tails(m);
    }
}

static uint64_t load(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static uint64_t hash_tail(str s)
{
    uint64_t a = UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)s.len,
             b = UINT64_C(0xC2B2AE3D27D4EB4F);
    ptrdiff_t i = 0;
    for (; i + 16 <= s.len; i += 16) {
        a = (a ^ load(s.ptr + i)) * UINT64_C(0xD6E8FEB86659FD93);
        b = (b ^ load(s.ptr + i + 8)) * UINT64_C(0xA0761D6478BD642F);
        a ^= a >> 32;
        b ^= b >> 29;
    }
    for (; i < s.len; i++) {
        a = (a ^ (unsigned char)s.ptr[i]) * UINT64_C(0x100000001B3);
    }
    a ^= b * UINT64_C(0xE7037ED1A0B428DB);
    return a ^ a >> 29;
}

static tail **slot_of(k6_memo *m, str bytes, uint64_t hash, int layout)
{
    for (uint64_t i = hash;; i++) {
        tail **p = &m->slots[i % SLOTS];
        if (!*p
            || ((*p)->hash == hash && (*p)->layout == layout
                && str_eq((*p)->bytes, bytes))) {
            return p;
        }
    }
}

static bool fits(const char *p, const char *stop, const char *bytes, ptrdiff_t len)
{
    return stop - p >= len && memcmp(p, bytes, (size_t)len) == 0;
}

static front *find_front(k6_memo *m, const char *p, const char *stop)
{
    front *guess = m->last ? m->last->next : NULL;
    if (guess && fits(p, stop, guess->bytes, guess->len)) {
        return guess;
    }
    for (ptrdiff_t i = 0; i < m->front_count; i++) {
        front *f = m->fronts[i];
        if (f != guess && fits(p, stop, f->bytes, f->len)) {
            return f;
        }
    }
    return NULL;
}

static tail *find_tail(k6_memo *m, front *f, const char *p, const char *stop)
{
    /* Where the name is in the tail, each has a follower, as names have. */
    tail *before = m->tail && !f->metric ? m->tail->next : m->tail;
    before = before && before->layout == f->layout ? before : NULL;
    tail *first = f->own_first ? f->tail : before,
         *second = f->own_first ? before : f->tail;
    if (first && fits(p, stop, first->bytes.ptr, first->bytes.len)) {
        return first;
    }
    if (second && second != first
        && fits(p, stop, second->bytes.ptr, second->bytes.len)) {
        f->own_first = !f->own_first;
        return second;
    }
    const char *end = memchr(p, '\n', (size_t)(stop - p));
    if (!end || end + 1 - p > LONGEST_TAIL) {
        return NULL;
    }
    str bytes = {p, end + 1 - p};
    return *slot_of(m, bytes, hash_tail(bytes), f->layout);
}

static const k6_targets *find_targets(k6_stream *s, k6_metric *which, tail *t)
{
    if (!k6_tags_matter(s, which)) {
        return k6_targets_of(s, &s->memo->arena, which, t->tags, &t->group);
    }
    k6_targets **p = &t->targets;
    while (*p && (*p)->metric != which) {
        p = &(*p)->next;
    }
    if (!*p) {
        const k6_targets *made =
            k6_targets_of(s, &s->memo->arena, which, t->tags, &t->group);
        *p = NEW(&s->memo->arena, k6_targets, 1);
        **p = *made;
        (*p)->next = NULL;
    }
    return *p;
}

/* Where the time that begins at p ends; NULL: it is none. */
static const char *read_time(k6_stream *s, const char *p, const char *stop)
{
    if (s->time_len > 0 && fits(p, stop, s->time, s->time_len + 1)) {
        return p + s->time_len;
    }
    const char *end = p;
    while (end < stop && end - p < (ptrdiff_t)sizeof s->time
           && *end != s->scanner->time_end) {
        end++;
    }
    return end < stop && *end == s->scanner->time_end
                   && k6_stream_time(s, (str){p, end - p})
               ? end
               : NULL;
}

static bool take_known(k6_stream *s, const char **at, const char *stop)
{
    k6_memo *m = s->memo;
    double v = 0;
    front *f = find_front(m, *at, stop);
    const char *p = f ? read_time(s, *at + f->len, stop) : NULL;
    if (!p || !fits(p, stop, f->mid, f->mid_len)) {
        return false;
    }
    p = k6_number(p + f->mid_len, stop, &v);
    tail *t = p ? find_tail(m, f, p, stop) : NULL;
    if (!t) {
        return false;
    }
    if (t != f->tail || !f->targets) {
        f->targets = find_targets(s, f->metric ? f->metric : t->metric, t);
        f->tail = t;
    }
    s->lines++;
    k6_take(s, f->targets->metric, f->targets, v);
    if (m->last) {
        m->last->next = f;
    }
    if (m->tail) {
        m->tail->next = t;
    }
    m->last = f;
    m->tail = t;
    *at = p + t->bytes.len;
    return true;
}

bool k6_memo_line(k6_stream *s, const char **at, const char *stop)
{
    k6_memo *m = s->memo;
    if (m->pause > 0) {
        m->pause--;
        return false;
    }
    if (m->arena.beg - m->arena.base > MOST_BYTES) {
        forget_tails(m);
    }
    if (take_known(s, at, stop)) {
        m->credit += m->credit < 100;
        return true;
    }
    if (--m->credit < 0) {
        m->pause = 1000;
        m->credit = 20;
    }
    return false;
}

/* --- learning -------------------------------------------------------------------------
 */

static front *learn_front(k6_stream *s, str bytes, str mid, const k6_point *p,
                          k6_metric *which)
{
    k6_memo *m = s->memo;
    for (ptrdiff_t i = 0; i < m->front_count; i++) {
        front *f = m->fronts[i];
        if (str_eq((str){f->bytes, f->len}, bytes)) {
            bool same = f->layout == p->layout && str_eq((str){f->mid, f->mid_len}, mid);
            return same ? f : NULL;
        }
    }
    if (m->front_count == FRONTS || bytes.len > LONGEST_FRONT
        || mid.len > (ptrdiff_t)sizeof m->fronts[0]->mid) {
        return NULL;
    }
    front *f = NEW(s->in->perm, front, 1);
    memcpy(f->bytes, bytes.ptr, (size_t)bytes.len);
    f->len = bytes.len;
    memcpy(f->mid, mid.ptr, (size_t)mid.len);
    f->mid_len = mid.len;
    f->layout = p->layout;
    f->metric = p->name_in_front ? which : NULL;
    m->fronts[m->front_count++] = f;
    return f;
}

static tail *learn_tail(k6_memo *m, str bytes, const k6_point *p, k6_metric *which)
{
    if (m->tail_count == MOST_TAILS) {
        forget_tails(m);
    }
    uint64_t hash = hash_tail(bytes);
    tail **at = slot_of(m, bytes, hash, p->layout);
    if (*at) {
        return *at;
    }
    tail *t = NEW(&m->arena, tail, 1);
    t->bytes = str_copy(&m->arena, bytes);
    t->tags = (str){t->bytes.ptr + (p->tags.ptr - bytes.ptr), p->tags.len};
    t->hash = hash;
    t->layout = p->layout;
    t->group = K6_NO_GROUP_YET;
    t->metric = p->name_in_front ? NULL : which;
    m->tail_count++;
    *at = t;
    return t;
}

void k6_memo_learn(k6_stream *s, str line, const k6_point *p, k6_metric *which)
{
    k6_memo *m = s->memo;
    if (m->pause > 0 && m->pause % 16) {
        return; /* what doesn't repeat isn't worth remembering */
    }
    const char *end = line.ptr + line.len;
    const char *time_end = p->time.ptr + p->time.len,
               *number_end = p->number.ptr + p->number.len;
    str bytes = {number_end, end - number_end};
    bool whole = bytes.len > 1 && bytes.len <= LONGEST_TAIL && end[-1] == '\n'
                 && !memchr(bytes.ptr, '\n', (size_t)bytes.len - 1);
    bool tags_behind = p->tags.ptr >= number_end && p->tags.ptr + p->tags.len <= end;
    if (!whole || !tags_behind) {
        return;
    }
    front *f = learn_front(s, (str){line.ptr, p->time.ptr - line.ptr},
                           (str){time_end, p->number.ptr - time_end}, p, which);
    tail *t = f ? learn_tail(m, bytes, p, which) : NULL;
    if (!t) {
        return;
    }
    f->tail = t;
    f->targets = NULL;
    if (m->last) {
        m->last->next = f;
    }
    if (m->tail) {
        m->tail->next = t;
    }
    m->last = f;
    m->tail = t;
}
