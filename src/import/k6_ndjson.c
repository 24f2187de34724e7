#include "base/base.h"

#include "base/instant.h"
#include "import/k6_json_scan.h"
#include "import/k6_quick.h"
#include "import/k6_stream.h"

/* `k6 run --out json=FILE`: an object a line. A Metric line declares a metric before its
 * first Point:
 *
 *   {"type":"Metric","data":{"name":"vus","type":"gauge","contains":"default",
 *    "thresholds":[],"submetrics":null},"metric":"vus"}
 *   {"metric":"vus","type":"Point","data":{"time":"2024-08-22T01:14:00.89-03:00",
 *    "value":1,"tags":{}}}
 *
 * Up to version 0.40 "metric" stood last in both. */

enum { MOST_SUBS = 100, MOST_THRESHOLDS = 100 };

/* --- points ---------------------------------------------------------------------------
 */

/* What of a point has been seen, and where. */
typedef struct {
    k6_stream *s;
    const char *end;
    k6_point *point;
    arena scratch;
    str type;
    bool has_name, has_data, has_time, has_value, has_tags;
    int order;  /* the keys in front of the data, as digits: the layout */
    bool plain; /* nothing else stands there */
} scan;

static bool key_is_slowly(arena scratch, str raw, str word)
{
    return str_eq(scan_decode(&scratch, raw), word);
}

/* `word` is a literal: the comparison is one of machine words. */
#define KEY_IS(scratch, raw, word)                                                       \
    ((raw).len == sizeof(word) - 1                                                       \
         ? memcmp((raw).ptr, "" word "", sizeof(word) - 1) == 0                          \
         : (raw).len > (ptrdiff_t)sizeof(word)                                           \
               && memchr((raw).ptr, '\\', (size_t)(raw).len)                             \
               && key_is_slowly((scratch), (raw), S(word)))

static const char *scan_text(scan *c, const char *p, bool *seen, str *ret)
{
    str raw;
    c->plain = c->plain && !*seen;
    *seen = true;
    p = scan_string(p, c->end, &raw);
    *ret = p ? scan_decode(&c->scratch, raw) : *ret;
    return p;
}

/* A member of "data". */
static const char *scan_datum(scan *c, str key, const char *p)
{
    if (KEY_IS(c->scratch, key, "time")) {
        c->plain = c->plain && !c->has_time && !c->has_value && !c->has_tags;
        c->has_time = true;
        return scan_string(p, c->end, &c->point->time);
    }
    if (KEY_IS(c->scratch, key, "value")) {
        c->plain = c->plain && c->has_time && !c->has_value && !c->has_tags;
        c->has_value = true;
        const char *q = k6_number(p, c->end, &c->point->value);
        c->point->number = (str){p, q ? q - p : 0};
        return q;
    }
    const char *q = scan_value(p, c->end);
    if (q && KEY_IS(c->scratch, key, "tags")) {
        c->plain = c->plain && c->has_value && !c->has_tags;
        c->has_tags = true;
        c->point->tags = (str){p, q - p};
    } else {
        c->plain = c->plain && c->has_value;
    }
    return q;
}

/* A member of the line's object. */
static const char *scan_member(scan *c, str key, const char *p);

/* The members of the object at p, each given to `take`. */
static const char *scan_object(scan *c, const char *p,
                               const char *(*take)(scan *, str, const char *))
{
    if (p >= c->end || *p != '{') {
        return NULL;
    }
    p = scan_space(p + 1, c->end);
    if (p < c->end && *p == '}') {
        return p + 1;
    }
    for (;;) {
        str key;
        p = scan_string(p, c->end, &key);
        p = p ? scan_space(p, c->end) : NULL;
        if (!p || p >= c->end || *p != ':') {
            return NULL;
        }
        p = take(c, key, scan_space(p + 1, c->end));
        p = p ? scan_space(p, c->end) : NULL;
        if (!p || p >= c->end || (*p != ',' && *p != '}')) {
            return NULL;
        }
        if (*p == '}') {
            return p + 1;
        }
        p = scan_space(p + 1, c->end);
    }
}

static const char *scan_member(scan *c, str key, const char *p)
{
    if (KEY_IS(c->scratch, key, "metric")) {
        c->order = c->has_data ? c->order : c->order * 3 + 1;
        c->point->name_in_front = !c->has_data;
        return scan_text(c, p, &c->has_name, &c->point->name);
    }
    if (KEY_IS(c->scratch, key, "type")) {
        bool seen = c->type.ptr != NULL;
        c->order = c->has_data ? c->order : c->order * 3 + 2;
        return scan_text(c, p, &seen, &c->type);
    }
    if (KEY_IS(c->scratch, key, "data") && p < c->end && *p == '{') {
        c->plain = c->plain && !c->has_data;
        c->has_data = true;
        return scan_object(c, p, scan_datum);
    }
    c->plain = c->plain && c->has_data;
    return scan_value(p, c->end);
}

/* --- Metric lines ---------------------------------------------------------------------
 */

static str text_at(const json *o, str key)
{
    const json *v = json_get(o, key);
    return v && v->kind == JSON_STRING ? v->text : (str){0};
}

/* {"name":…,"suffix":"status:200","tags":{"status":"200"}} */
static void declare_sub(k6_stream *s, k6_metric *m, const json *o)
{
    arena *perm = s->in->perm;
    const json *tags = json_get(o, S("tags"));
    str name = text_at(o, S("name"));
    ptrdiff_t n = 0;
    for (k6_sub *other = m->subs; other; other = other->next, n++) {
        if (str_eq(other->name, name)) {
            return;
        }
    }
    if (name.len == 0 || !tags || tags->count == 0 || n >= MOST_SUBS) {
        return;
    }
    k6_sub *sub = NEW(perm, k6_sub, 1);
    sub->name = str_copy(perm, name);
    sub->keys = NEW(perm, str, tags->count);
    sub->values = NEW(perm, str, tags->count);
    for (const json *t = tags->first; t; t = t->next) {
        sub->keys[sub->n] = str_copy(perm, t->key);
        sub->values[sub->n++] = str_copy(perm, t->text);
    }
    *m->subs_end = sub;
    m->subs_end = &sub->next;
    k6_memo_forget(s->memo);
}

/* ["p(95)<500"], or [{"threshold":"p(95)<500","abortOnFail":true,…}]. Whether it held is
 * not in a stream. */
static void declare_thresholds(k6_stream *s, const k6_metric *m, const json *list)
{
    ptrdiff_t n = 0;
    for (const json *t = list ? list->first : NULL; t && n < MOST_THRESHOLDS;
         t = t->next) {
        str expression = t->kind == JSON_STRING ? t->text : text_at(t, S("threshold"));
        if (expression.len > 0) {
            threshold **at = s->thresholds_end;
            s->thresholds_end =
                k6_add_threshold(s->in->perm, at, m->name, expression, true);
            (*at)->unjudged = true;
            n++;
        }
    }
}

static k6_seen declare(k6_stream *s, str line)
{
    arena scratch = s->scratch;
    source src = {.path = s->in->src->path, .bytes = line};
    json *root = NULL;
    err ignored = {0};
    if (!json_parse(&scratch, &src, line, &root, NULL, &ignored)) {
        return K6_STRANGE;
    }
    const json *data = json_get(root, S("data")), *subs = json_get(data, S("submetrics"));
    str name = text_at(data, S("name"));
    name = name.len > 0 ? name : text_at(root, S("metric"));
    k6_type type = k6_type_named(text_at(data, S("type")));
    if (name.len == 0 || type == K6_UNKNOWN) {
        return K6_STRANGE;
    }
    k6_metric *m = k6_metric_of(s, name);
    if (m && !m->declared) {
        m->declared = true;
        m->kind = (k6_kind){type, k6_contains_named(text_at(data, S("contains")))};
        declare_thresholds(s, m, json_get(data, S("thresholds")));
    }
    for (const json *sub = m && subs ? subs->first : NULL; sub; sub = sub->next) {
        declare_sub(s, m, sub);
    }
    return K6_UNDERSTOOD;
}

/* --- the scanner ----------------------------------------------------------------------
 */

static k6_seen scan_line(k6_stream *s, str line, k6_point *ret)
{
    if (s->lines == 1 && str_starts(line, S("\xEF\xBB\xBF"))) {
        line = str_drop(line, 3);
    }
    line = str_trim(line);
    if (s->memo && k6_quick_point(s, s->form, line, ret)) {
        return K6_POINT;
    }
    *ret = (k6_point){0};
    scan c = {.s = s,
              .end = line.ptr + line.len,
              .point = ret,
              .scratch = s->scratch,
              .plain = true};
    if (line.len == 0) {
        return K6_UNDERSTOOD;
    }
    const char *p = scan_object(&c, line.ptr, scan_member);
    if (!p || p != c.end) {
        return str_has(str_take(line, 200), S("\"Metric\"")) ? declare(s, line)
                                                             : K6_STRANGE;
    }
    if (str_eq(c.type, S("Metric"))) {
        return declare(s, line);
    }
    if (!str_eq(c.type, S("Point")) || !c.has_name || ret->name.len == 0 || !c.has_time
        || !c.has_value) {
        return K6_STRANGE;
    }
    ret->layout = c.plain && c.has_tags ? c.order + 1 : 0;
    return K6_POINT;
}

/* Tags are {"name":"value",…} or null. */
static bool find_tag(k6_stream *s, arena *to, str tags, str name, str *ret)
{
    (void)s;
    if (!str_starts(tags, S("{"))) {
        return false;
    }
    const char *p = tags.ptr, *end = tags.ptr + tags.len;
    for (p++; p < end;) {
        str key, value;
        p = scan_string(scan_space(p, end), end, &key);
        p = p ? scan_space(p, end) : NULL;
        if (!p || p >= end || *p != ':') {
            return false;
        }
        p = scan_space(p + 1, end);
        if (!str_eq(key, name) && !key_is_slowly(*to, key, name)) {
            p = scan_value(p, end);
        } else {
            p = scan_string(p, end, &value);
            *ret = p ? scan_decode(to, value) : *ret;
            return p != NULL;
        }
        p = p ? scan_space(p, end) : NULL;
        if (!p || p >= end || *p != ',') {
            return false;
        }
        p++;
    }
    return false;
}

static bool second_of(str time, int64_t *ret)
{
    return instant_parse(time, ret, NULL);
}

static const k6_scanner scanner = {
    .scan = scan_line, .tag = find_tag, .second = second_of, .time_end = '"'};

/* A line of ours among the first: k6's own words may stand in front (`--out json=-`). */
static int ndjson_claims(str head)
{
    for (cut line = {.tail = head}; line.tail.len > 0;) {
        line = str_cut(line.tail, S("\n"));
        str s = str_trim(line.head);
        if (str_starts(s, S("\xEF\xBB\xBF"))) {
            s = str_drop(s, 3);
        }
        bool typed = str_has(s, S("\"Point\"")) || str_has(s, S("\"Metric\""));
        if (str_starts(s, S("{")) && typed && str_has(s, S("\"data\""))
            && str_has(s, S("\"metric\""))) {
            return 90;
        }
    }
    return 0;
}

bool k6_ndjson_read(import *in, byte_stream *bytes, bool use_memo, err *e)
{
    return k6_stream_read(in, &scanner, k6_quick_new(in->perm), bytes, use_memo, e);
}

static bool ndjson_read(import *in, byte_stream *bytes, err *e)
{
    return k6_ndjson_read(in, bytes, true, e);
}

const importer importer_k6_json = {
    .name = "k6-json",
    .tool = "k6",
    .shape = "`--out json`: an object a line, of any size",
    .stream_claims = ndjson_claims,
    .stream_read = ndjson_read,
};
