#include "base/base.h"

#include <assert.h>
#include <cjson/cJSON.h>

#include "base/json.h"
#include "base/num.h"
#include "base/out.h"
#include "base/utf8.h"

enum { DEEPEST = 200, MOST_VALUES = 8 * 1000 * 1000 };

OWNED_BY(cJSON, cJSON_Delete);

/* --- places: cJSON's tree and the text, walked in step ------------------------------ */

typedef struct {
    arena *perm;
    const char *p, *end;
    bool too_deep;
} walker;

/* --- strings -------------------------------------------------------------------------
 */

/* The code unit of \\uXXXX at p; -1: none stands there. */
static int32_t code_unit(const char *p, const char *end)
{
    char hex[5] = {0}, *stop;
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u') {
        return -1;
    }
    memcpy(hex, p + 2, 4);
    int32_t unit = (int32_t)strtol(hex, &stop, 16);
    return stop == hex + 4 && hex[0] != '+' && hex[0] != '-' && hex[0] != ' ' ? unit : -1;
}

/* Of the escape at *p, which steps behind it. */
static uint32_t take_escape(const char **p, const char *end)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    int32_t unit = code_unit(*p, end);
    if (unit < 0) {
        char c = *p + 1 < end ? (*p)[1] : '\\';
        const char *at = c ? strchr(from, c) : NULL;
        *p += 2;
        return (unsigned char)(at ? to[at - from] : c);
    }
    *p += 6;
    if (unit < 0xD800 || unit >= 0xE000) {
        return (uint32_t)unit;
    }
    int32_t low = unit < 0xDC00 ? code_unit(*p, end) : -1;
    if (low < 0xDC00 || low >= 0xE000) {
        return 0; /* half a pair */
    }
    *p += 6;
    return 0x10000 + ((uint32_t)(unit - 0xD800) << 10) + (uint32_t)(low - 0xDC00);
}

str json_decode(arena *perm, str raw)
{
    const char *p = raw.ptr, *end = p + raw.len;
    out *o = out_memory(perm);
    while (p < end) {
        const char *plain = p;
        while (p < end && *p && *p != '\\') {
            p++;
        }
        out_str(o, (str){plain, p - plain});
        if (p < end) {
            char bytes[4];
            uint32_t code = *p ? take_escape(&p, end) : (uint32_t)*p++;
            out_str(o, (str){bytes, utf8_encode(code ? code : 0xFFFD, bytes)});
        }
    }
    return out_text(o);
}

/* What cJSON takes for white space: control characters, too. */
static void skip_space(walker *w)
{
    while (w->p < w->end && (unsigned char)*w->p <= ' ') {
        w->p++;
    }
}

static void skip_string(walker *w)
{
    for (w->p++; w->p < w->end && *w->p != '"'; w->p++) {
        w->p += *w->p == '\\';
    }
    w->p++;
}

/* cJSON's text for the string that the walker stands at; both go on behind it. A C string
 * ends at NUL, and "a\u0000b" would become "a". */
static str take_string(walker *w, const char *decoded)
{
    const char *begin = w->p + 1;
    skip_string(w);
    str raw = {begin, w->p - 1 - begin};
    bool has_nul = str_has(raw, S("\\u0000")) || memchr(raw.ptr, 0, (size_t)raw.len);
    return has_nul ? json_decode(w->perm, raw) : str_copy(w->perm, str_from(decoded));
}

static void skip_scalar(walker *w)
{
    while (w->p < w->end && (unsigned char)*w->p > ' ' && !strchr(",]}", *w->p)) {
        w->p++;
    }
}

static json *place(walker *w, const cJSON *from, int depth);

static void place_children(walker *w, const cJSON *from, json *to, int depth)
{
    json **last = &to->first;
    w->p++; /* the bracket */
    for (const cJSON *child = from->child; child; child = child->next) {
        str key = {0};
        skip_space(w);
        if (to->kind == JSON_OBJECT) {
            key = take_string(w, child->string);
            skip_space(w);
            w->p++; /* the colon */
        }
        *last = place(w, child, depth + 1);
        if (!*last) {
            return;
        }
        (*last)->key = key;
        last = &(*last)->next;
        to->count++;
        skip_space(w);
        w->p += child->next != NULL; /* the comma */
    }
    skip_space(w);
    w->p++; /* the closing bracket */
}

static json *place(walker *w, const cJSON *from, int depth)
{
    if (depth > DEEPEST) {
        w->too_deep = true;
        return NULL;
    }
    json *to = NEW(w->perm, json, 1);
    skip_space(w);
    const char *begin = w->p;
    if (cJSON_IsObject(from) || cJSON_IsArray(from)) {
        to->kind = cJSON_IsObject(from) ? JSON_OBJECT : JSON_ARRAY;
        place_children(w, from, to, depth);
    } else if (cJSON_IsString(from)) {
        to->kind = JSON_STRING;
        to->text = take_string(w, from->valuestring);
    } else {
        to->kind = cJSON_IsNumber(from) ? JSON_NUMBER
                   : cJSON_IsBool(from) ? JSON_BOOL
                                        : JSON_NULL;
        to->truth = cJSON_IsTrue(from);
        skip_scalar(w);
    }
    to->raw = (str){begin, w->p - begin};
    return to;
}

/* cJSON reads numbers by strtod and turns 1e999 into infinity: read them again by our own
 * rule. The first that is none is named. */
static const json *bad_number(json *v)
{
    if (v->kind == JSON_NUMBER && !num_double(v->raw, &v->num)) {
        return v;
    }
    for (json *c = v->first; c; c = c->next) {
        const json *bad = bad_number(c);
        if (bad) {
            return bad;
        }
    }
    return NULL;
}

static str token_at(const char *p, const char *end)
{
    const char *q = p;
    while (q < end && q - p < 24 && !strchr(" \t\r\n,]}", *q)) {
        q++;
    }
    q += q == p && p < end && strchr(",]}", *p); /* it is the wrong bracket itself */
    return (str){p, q - p};
}

/* What can't be parsed stops at `token`: is that because the text ends inside a string,
 * or behind this token with a bracket still open? */
static bool cut_short(str doc, str token)
{
    const char *end = doc.ptr + doc.len;
    ptrdiff_t depth = 0;
    bool quoted = false;
    for (const char *p = doc.ptr; p < end; p++) {
        if (quoted) {
            p += *p == '\\';
            quoted = p >= end || *p != '"';
        } else if (*p == '"') {
            quoted = true;
        } else {
            depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
        }
    }
    str behind = {token.ptr + token.len, end - (token.ptr + token.len)};
    return quoted || str_trim(doc).len == 0 || (depth > 0 && str_trim(behind).len == 0);
}

static bool too_deep(const source *src, const char *at, err *e)
{
    err_at(e, src, (str){at, 0}, "the JSON is nested deeper than %d levels", DEEPEST);
    e->code = src->prose ? ERR_USAGE : ERR_LIMIT;
    return false;
}

/* cJSON gives up on deep nesting without saying so: how many brackets are open at `stop`?
 */
static bool is_deep(str doc, const char *stop)
{
    ptrdiff_t depth = 0;
    bool quoted = false;
    for (const char *p = doc.ptr; p < stop; p++) {
        if (quoted) {
            p += *p == '\\';
            quoted = p < stop && *p != '"';
        } else {
            quoted = *p == '"';
            depth += (*p == '[' || *p == '{') - (*p == ']' || *p == '}');
        }
    }
    return depth > DEEPEST;
}

/* Does the document that begins at `doc` hold more values than we have memory for? Counts
 * what stands between them, up to its closing bracket. */
static bool too_many(str doc)
{
    ptrdiff_t depth = 0, n = 0;
    bool quoted = false;
    doc = str_trim_left(doc);
    if (doc.len == 0 || (*doc.ptr != '{' && *doc.ptr != '[')) {
        return false;
    }
    for (const char *p = doc.ptr, *end = p + doc.len; p < end; p++) {
        if (quoted) {
            p += *p == '\\';
            quoted = p >= end || *p != '"';
            continue;
        }
        quoted = *p == '"';
        n += *p == ',' || *p == '{' || *p == '[';
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
        if (depth <= 0 && (*p == '}' || *p == ']')) {
            break;
        }
    }
    return n > MOST_VALUES;
}

bool json_parse(arena *perm, const source *src, str doc, json **ret, str *rest, err *e)
{
    const char *stop = NULL;
    const char *end = doc.ptr + doc.len;
    if (too_many(doc)) {
        err_at(e, src, str_take(doc, 0), "the JSON holds more than %d values",
               MOST_VALUES);
        e->code = src->prose ? ERR_USAGE : ERR_LIMIT;
        return false;
    }
    OWNED(cJSON) tree = cJSON_ParseWithLengthOpts(doc.ptr, (size_t)doc.len, &stop, 0);
    if (!tree) {
        stop = !stop || stop > end ? end : stop;
        if (is_deep(doc, stop)) {
            return too_deep(src, stop, e);
        }
        str token = token_at(stop, end);
        if (cut_short(doc, token)) {
            err_at(e, src, (str){end, 0}, "the JSON ends in the middle");
            return err_hint(e, "Was the file cut short?");
        }
        return err_at(e, src, token, "not valid JSON at '%.*s'", SV(token));
    }
    if (rest) {
        *rest = (str){stop, end - stop};
    } else if (str_trim((str){stop, end - stop}).len > 0) {
        str more = str_trim((str){stop, end - stop});
        return err_at(e, src, more, "more text behind the end of the JSON");
    }
    walker w = {perm, doc.ptr, end, false};
    json *root = place(&w, tree, 0);
    if (w.too_deep || !root) {
        return too_deep(src, w.p, e);
    }
    const json *bad = bad_number(root);
    if (bad) {
        return err_at(e, src, bad->raw, "'%.*s' is not a number that can be held",
                      SV(bad->raw));
    }
    *ret = root;
    return true;
}

const json *json_get(const json *o, str key)
{
    const json *found = NULL;
    for (const json *c = o && o->kind == JSON_OBJECT ? o->first : NULL; c; c = c->next) {
        if (str_eq(c->key, key)) {
            found = c;
        }
    }
    return found;
}

const char *json_kind_name(json_kind kind)
{
    switch (kind) {
    case JSON_NULL:
        return "null";
    case JSON_BOOL:
        return "true or false";
    case JSON_NUMBER:
        return "a number";
    case JSON_STRING:
        return "a string";
    case JSON_ARRAY:
        return "an array";
    case JSON_OBJECT:
        return "an object";
    }
    return "nothing";
}

/* --- writing ---------------------------------------------------------------------- */

static void new_line(json_writer *w)
{
    if (w->one_line) {
        return;
    }
    out_char(w->o, '\n');
    for (int i = 0; i < w->depth; i++) {
        out_str(w->o, S("  "));
    }
}

static void before_value(json_writer *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->has_member[w->depth]) {
        out_char(w->o, ',');
        if (w->one_line) {
            out_char(w->o, ' ');
        }
    }
    w->has_member[w->depth] = true;
    if (w->depth > 0) {
        new_line(w);
    }
}

void json_open(json_writer *w, char bracket)
{
    before_value(w);
    out_char(w->o, bracket);
    assert(w->depth + 1 < COUNTOF(w->has_member));
    w->depth++;
    w->has_member[w->depth] = false;
}

void json_close(json_writer *w, char bracket)
{
    bool any = w->has_member[w->depth];
    w->depth--;
    if (any) {
        new_line(w);
    }
    out_char(w->o, bracket);
}

static void quoted_char(out *o, str c)
{
    switch (*c.ptr) {
    case '"':
    case '\\':
        out_char(o, '\\');
        out_str(o, c);
        return;
    case '\n':
        out_str(o, S("\\n"));
        return;
    case '\t':
        out_str(o, S("\\t"));
        return;
    case '\r':
        out_str(o, S("\\r"));
        return;
    default:
        break;
    }
    unsigned char byte = (unsigned char)*c.ptr;
    if (byte < 0x20 || byte == 0x7F || byte == '<') {
        out_fmt(o, "\\u%04x", byte);
    } else {
        out_str(o, c);
    }
}

static void quoted(out *o, str s)
{
    out_char(o, '"');
    while (s.len > 0) {
        int n = utf8_at(s.ptr, s.len, NULL);
        if (n > 0 && *s.ptr) { /* \u0000 is what C strings and PostgreSQL can't hold */
            quoted_char(o, str_take(s, n));
        } else {
            out_str(o, S("\xEF\xBF\xBD"));
        }
        s = str_drop(s, n > 0 ? n : 1);
    }
    out_char(o, '"');
}

void json_key(json_writer *w, str key)
{
    before_value(w);
    quoted(w->o, key);
    out_str(w->o, S(": "));
    w->after_key = true;
}

void json_str(json_writer *w, str s)
{
    before_value(w);
    if (s.ptr) {
        quoted(w->o, s);
    } else {
        out_str(w->o, S("null"));
    }
}

void json_num(json_writer *w, double v)
{
    before_value(w);
    if (isfinite(v)) {
        out_num(w->o, v);
    } else {
        out_str(w->o, S("null")); /* JSON has no word for it */
    }
}

void json_int(json_writer *w, int64_t v)
{
    before_value(w);
    out_fmt(w->o, "%" PRId64, v);
}

void json_bool(json_writer *w, bool v)
{
    before_value(w);
    out_str(w->o, v ? S("true") : S("false"));
}

void json_null(json_writer *w)
{
    json_str(w, (str){0});
}
