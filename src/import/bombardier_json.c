#include "base/base.h"

#include "base/num.h"
#include "import/bombardier_common.h"

/* -o json (1.2 and later), on one line without its end, behind intro and progress bar
 * unless -p r. Times of latency in microseconds:
 *
 *     {"spec":{"numberOfConnections":8,"testType":"timed","testDurationSeconds":5,
 *       "method":"GET","url":"http://...","timeoutSeconds":2,"client":"fasthttp"},
 *      "result":{"bytesRead":1,"bytesWritten":1,"timeTakenSeconds":4.99,"req1xx":0, ...
 *       "others":0,"errors":[{"description":"timeout","count":2}],
 *       "latency":{"mean":223.8,"stddev":434.3,"max":34565,"percentiles":{"50":188}},
 *       "rps":{...}}}
 *
 * Its texts are Go's %q, which is no JSON: \x1b, \a, \v, \U0001f600. */

typedef struct {
    import *in;
    const source *src; /* in->src, or a repaired copy of one line */
    const json *root;
    ptrdiff_t line; /* of the root */
    const json *spec, *outcome;
    result *to;
} reader;

static ptrdiff_t line_of(const reader *r, const json *v)
{
    return r->line + str_lines((str){r->root->raw.ptr, v->raw.ptr - r->root->raw.ptr});
}

/* The number `key` of `from`; absent: {0}. */
static bool number(const reader *r, const json *from, const char *key, maybe *ret,
                   const json **at, err *e)
{
    const json *v = json_get(from, str_from(key));
    char name[60];
    snprintf(name, sizeof name, "\"%s\"", key);
    if (at) {
        *at = v;
    }
    if (!v) {
        return true;
    }
    ret->known = figure_json(r->src, v, name, &ret->value, e);
    return ret->known;
}

/* --- spec --------------------------------------------------------------------------- */

static void text_param(const reader *r, const char *key, const char *name)
{
    const json *v = json_get(r->spec, str_from(key));
    if (v && v->kind == JSON_STRING && v->text.len > 0) {
        result_param(r->in->perm, r->to, str_from(name), v->text);
    }
}

static bool number_param(const reader *r, const char *key, const char *name, bool seconds,
                         err *e)
{
    maybe v = {0};
    if (!number(r, r->spec, key, &v, NULL, e)) {
        return false;
    }
    if (v.known) {
        char plain[32];
        num_shortest(v.value, plain);
        result_param(r->in->perm, r->to, str_from(name),
                     seconds ? bombardier_seconds(r->in->perm, v.value)
                             : str_from(plain));
    }
    return true;
}

static bool parameters(const reader *r, err *e)
{
    text_param(r, "url", "url");
    if (!number_param(r, "numberOfRequests", "requests", false, e)
        || !number_param(r, "testDurationSeconds", "duration", true, e)
        || !number_param(r, "numberOfConnections", "connections", false, e)
        || !number_param(r, "rate", "rate", false, e)
        || !number_param(r, "timeoutSeconds", "timeout", true, e)) {
        return false;
    }
    text_param(r, "method", "method");
    text_param(r, "client", "client");
    return true;
}

/* --- result ------------------------------------------------------------------------- */

static void add_value(const reader *r, const char *name, maybe v, const json *at)
{
    if (v.known && at) {
        result_add_value(r->in->perm, r->to, str_from(name), v.value, line_of(r, at));
    }
}

/* Socket bytes and time. A writer may have left out what is zero. */
static bool traffic(const reader *r, maybe *seconds, err *e)
{
    maybe received = {0}, sent = {0};
    const json *in_at, *out_at, *seconds_at;
    if (!number(r, r->outcome, "timeTakenSeconds", seconds, &seconds_at, e)
        || !number(r, r->outcome, "bytesRead", &received, &in_at, e)
        || !number(r, r->outcome, "bytesWritten", &sent, &out_at, e)) {
        return false;
    }
    add_value(r, "wall_time", *seconds, seconds_at);
    add_value(r, "data_received", received, in_at);
    add_value(r, "data_sent", sent, out_at);
    if ((received.known || sent.known) && seconds->known && seconds->value > 0) {
        double sum = received.value + sent.value;
        add_value(r, "throughput", SOME(sum / seconds->value),
                  received.known ? in_at : out_at);
    }
    return true;
}

static bool counts(const reader *r, bombardier_counts *c, bool *any, err *e)
{
    const json *at;
    for (int i = 0; i < COUNTOF(c->code); i++) {
        char key[16];
        maybe v = {0};
        snprintf(key, sizeof key, "req%dxx", i + 1);
        if (!number(r, r->outcome, key, &v, &at, e)) {
            return false;
        }
        c->code[i] = v.value;
        c->line = at && !c->line ? line_of(r, at) : c->line;
    }
    maybe others = {0};
    if (!number(r, r->outcome, "others", &others, &at, e)) {
        return false;
    }
    c->others = others.value;
    c->others_line = at ? line_of(r, at) : c->line;
    c->line = c->line ? c->line : c->others_line;
    *any = c->line > 0;
    return true;
}

static bool errors(const reader *r, err *e)
{
    const json *list = json_get(r->outcome, S("errors"));
    double sum = 0;
    if (!list || list->kind != JSON_ARRAY) {
        return true;
    }
    for (const json *c = list->first; c; c = c->next) {
        maybe n = {0};
        const json *what = json_get(c, S("description"));
        if (!number(r, c, "count", &n, NULL, e)) {
            return false;
        }
        sum += n.value;
        bombardier_note_error(r->in, line_of(r, c), what ? what->text : (str){0},
                              n.value);
    }
    add_value(r, "errors", SOME(sum), list);
    return true;
}

static bool percentiles(const reader *r, const json *from, metric *m, double divisor,
                        err *e)
{
    const json *all = json_get(from, S("percentiles"));
    if (!all || all->kind != JSON_OBJECT || all->count == 0) {
        return true;
    }
    for (const json *c = all->first; c; c = c->next) {
        double p, v;
        if (!num_double(c->key, &p)) {
            return err_at(e, r->src, c->raw, "'%.*s' is no percentile",
                          SV(str_take(c->key, 40)));
        }
        if (!figure_json(r->src, c, "a percentile", &v, e)) {
            return false;
        }
        load_percentile(r->in->perm, m, p, v / divisor);
    }
    return true;
}

/* "latency" in microseconds, or "rps" per second; missing where nothing was measured. */
static bool distribution(const reader *r, const char *key, const char *name, maybe n,
                         err *e)
{
    const json *from = json_get(r->outcome, str_from(key));
    if (!from || from->kind != JSON_OBJECT) {
        return true;
    }
    bool latency = strcmp(key, "latency") == 0;
    double divisor = latency ? 1e6 : 1;
    metric *m = result_add(r->in->perm, r->to, str_from(name), line_of(r, from));
    const json *mean_at;
    if (!number(r, from, "mean", &m->mean, &mean_at, e)
        || !number(r, from, "stddev", &m->stddev, NULL, e)
        || !number(r, from, "max", &m->max, NULL, e)) {
        return false;
    }
    m->line = mean_at ? line_of(r, mean_at) : m->line;
    m->mean.value /= divisor;
    m->stddev.value /= divisor;
    m->max.value /= divisor;
    m->n = n;
    m->spread_within_run = true;
    m->estimator = latency ? ESTIMATOR_NEAREST_RANK : ESTIMATOR_STATED;
    return percentiles(r, from, m, divisor, e);
}

static void judge_time(const reader *r, maybe seconds)
{
    maybe wanted = {0};
    err ignored;
    if (r->to->status == STATUS_OK && seconds.known
        && number(r, r->spec, "testDurationSeconds", &wanted, NULL, &ignored)
        && wanted.known && seconds.value < 0.9 * wanted.value) {
        r->to->status = STATUS_PARTIAL;
        r->to->status_why = str_fmt(r->in->perm, "stopped after %.1f of %.1f seconds",
                                    seconds.value, wanted.value);
    }
}

static bool read_run(reader *r, err *e)
{
    import *in = r->in;
    r->spec = json_get(r->root, S("spec"));
    r->outcome = json_get(r->root, S("result"));
    r->to = reading_add(in->perm, in->ret, S("bombardier"), (str){0}, r->line);
    maybe seconds = {0}, wanted = {0}, n = {0};
    bombardier_counts c = {0};
    bool any = false;
    if (!parameters(r, e) || !traffic(r, &seconds, e) || !counts(r, &c, &any, e)
        || !number(r, r->spec, "numberOfRequests", &wanted, NULL, e)) {
        return false;
    }
    if (any) {
        bombardier_add_counts(in, r->to, &c, wanted.value);
        n = SOME(bombardier_requests(&c));
    }
    if (!errors(r, e) || !distribution(r, "latency", "latency", n, e)
        || !distribution(r, "rps", "request_rate", (maybe){0}, e)) {
        return false;
    }
    judge_time(r, seconds);
    r->to->last_line = r->line + str_lines(r->root->raw);
    return true;
}

static int claims(const json *root)
{
    const json *spec = json_get(root, S("spec")), *outcome = json_get(root, S("result"));
    bool ours =
        spec && outcome && spec->kind == JSON_OBJECT && outcome->kind == JSON_OBJECT
        && (json_get(spec, S("numberOfConnections")) || json_get(spec, S("testType")));
    return ours ? 95 : 0;
}

static bool read_document(import *in, const json *root, err *e)
{
    reader r = {.in = in, .src = in->src, .root = root, .line = in->line};
    return read_run(&r, e);
}

/* --- behind other text -------------------------------------------------------------- */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static void escape(out *o, int unit)
{
    out_fmt(o, "\\u%04x", (unsigned)unit);
}

/* `digits` hexadecimal digits at p; -1: they aren't there. */
static int32_t hex_number(str s, ptrdiff_t at, int digits)
{
    int32_t v = 0;
    for (int i = 0; i < digits; i++) {
        int d = at + i < s.len ? hex(s.ptr[at + i]) : -1;
        if (d < 0) {
            return -1;
        }
        v = v * 16 + d;
    }
    return v;
}

/* Writes what Go's escape at s[i] (behind the backslash) means in JSON; returns how many
 * bytes it took. */
static ptrdiff_t go_escape(out *o, str s, ptrdiff_t i)
{
    char c = s.ptr[i];
    int32_t v;
    if (c == 'a' || c == 'v') {
        escape(o, c == 'a' ? 7 : 11);
        return 1;
    }
    if (c == 'x' && (v = hex_number(s, i + 1, 2)) >= 0) {
        /* From 80 on it is a byte that is no UTF-8; a NUL would end the text. */
        escape(o, v == 0 || v >= 0x80 ? 0xFFFD : v);
        return 3;
    }
    if (c == 'U' && (v = hex_number(s, i + 1, 8)) >= 0x10000 && v <= 0x10FFFF) {
        escape(o, 0xD800 + ((v - 0x10000) >> 10));
        escape(o, 0xDC00 + ((v - 0x10000) & 0x3FF));
        return 9;
    }
    out_char(o, '\\');
    out_char(o, c);
    return 1;
}

/* The line as JSON; itself where nothing is to be repaired. */
static str repaired(arena *perm, str s)
{
    if (!memchr(s.ptr, '\\', (size_t)s.len)) {
        return s;
    }
    out *o = out_memory(perm);
    bool quoted = false;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        quoted = c == '"' ? !quoted : quoted;
        if (c == '\\' && quoted && i + 1 < s.len) {
            i += go_escape(o, s, i + 1);
        } else {
            out_char(o, c);
        }
    }
    return out_text(o);
}

/* What is left of a line behind the documents that were read from it. */
typedef struct {
    import *in;
    const text *t;
    ptrdiff_t at;
    str rest;
    ptrdiff_t end;
} place;

static bool parse(place *p, const source *src, json **root, err *e)
{
    if (!json_parse(p->in->perm, src, p->rest, root, &p->rest, e)) {
        e->line = src == p->in->src ? e->line : p->t->lines[p->at].line;
        return false;
    }
    return true;
}

/* A document on one line, as the tool writes it. Behind it, without a line break, the
 * next run may begin. */
static bool read_line(place *p, err *e)
{
    const text_line *line = &p->t->lines[p->at];
    source copy = *p->in->src;
    copy.bytes = p->rest = repaired(p->in->perm, p->rest);
    p->end = p->at + 1;
    for (ptrdiff_t next; (next = str_find(p->rest, S("{\"spec\""))) >= 0;) {
        json *root = NULL;
        p->rest = str_drop(p->rest, next);
        if (!parse(p, &copy, &root, e)) {
            return false;
        }
        reader r = {.in = p->in, .src = &copy, .root = root, .line = line->line};
        if (claims(root) && !read_run(&r, e)) {
            e->line = line->line;
            return false;
        }
    }
    return true;
}

/* Only what the tool itself writes: elsewhere Go's escapes are repaired already. */
static ptrdiff_t json_block(import *in, const text *t, ptrdiff_t at)
{
    str s = str_trim(t->lines[at].s);
    if (!str_starts(s, S("{\"spec\"")) || !str_has(s, S("\"numberOfConn"))) {
        return at;
    }
    place p = {.in = in, .t = t, .at = at, .rest = s, .end = at};
    err e = {0};
    if (!read_line(&p, &e)) {
        reading_fail(in->perm, in->ret, &e);
        return at + 1;
    }
    return p.end;
}

const importer importer_bombardier_json = {
    .name = "bombardier-json",
    .tool = "bombardier",
    .shape = "-o json, alone or behind the progress bar",
    .block = json_block,
    .json_key = "\"spec\"",
    .json_claims = claims,
    .json_read = read_document,
};
