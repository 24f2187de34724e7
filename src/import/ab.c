#include "base/base.h"

#include "base/num.h"
#include "import/load.h"

/* ApacheBench 2:
 *
 *     This is ApacheBench, Version 2.3 <$Revision$>
 *     Benchmarking 127.0.0.1 (be patient)
 *     Completed 100 requests
 *
 *     Server Hostname:        127.0.0.1
 *     Server Port:            8080
 *     Document Path:          /
 *     Concurrency Level:      8
 *     Time taken for tests:   0.430 seconds
 *     Complete requests:      500
 *     Failed requests:        12
 *        (Connect: 0, Receive: 0, Length: 12, Exceptions: 0)
 *     Non-2xx responses:      42
 *     Total transferred:      68000 bytes
 *     Requests per second:    1162.93 [#/sec] (mean)
 *     Time per request:       6.879 [ms] (mean)
 *     Transfer rate:          154.45 [Kbytes/sec] received
 *
 *     Connection Times (ms)
 *                   min  mean[+/-sd] median   max
 *     Total:          1    5   3.8      4      20
 *
 *     Percentage of the requests served within a certain time (ms)
 *       50%      4
 *      100%     20 (longest request)
 *
 * Times of connections are whole milliseconds but the deviation. "Time per request"
 * follows from time, number and concurrency. Kbytes are 1024 bytes. */

typedef struct {
    import *in;
    const text *t;
    ptrdiff_t begin, end;
    result *r; /* NULL until a figure is found */
    str host, port, path, concurrency;
    bool tls, in_percentiles, complete;
    metric *latency;
    double requests, failed, non_2xx;
    ptrdiff_t requests_line, failed_line;
} run;

typedef enum { NOT_OURS, OURS, REFUSED } verdict;

static verdict refuse(run *b, ptrdiff_t i, str token, const char *wanted)
{
    block_refuse(b->in, b->t, i, token, wanted);
    return REFUSED;
}

static ptrdiff_t number_of(const run *b, ptrdiff_t i)
{
    return b->t->lines[i].line;
}

static result *need_result(run *b)
{
    arena *perm = b->in->perm;
    if (!b->r) {
        b->r = reading_add(perm, b->in->ret, S("ab"), (str){0}, number_of(b, b->begin));
        result_param(perm, b->r, S("url"),
                     str_fmt(perm, "%s://%.*s:%.*s%.*s", b->tls ? "https" : "http",
                             SV(b->host), SV(b->port), SV(b->path)));
        result_param(perm, b->r, S("connections"), b->concurrency);
    }
    return b->r;
}

/* A line "Key:   12.5 unit" that gives a metric. */
typedef struct {
    str key, metric, unit;
    double factor;
} field;

static const field fields[] = {
    {STR_INIT("Time taken for tests:"), STR_INIT("wall_time"), STR_INIT("seconds"), 1},
    {STR_INIT("Complete requests:"), STR_INIT("requests"), STR_INIT(""), 1},
    {STR_INIT("Failed requests:"), STR_INIT("errors"), STR_INIT(""), 1},
    {STR_INIT("Non-2xx responses:"), STR_INIT("http_non_2xx"), STR_INIT(""), 1},
    {STR_INIT("Total transferred:"), STR_INIT("data_received"), STR_INIT("bytes"), 1},
    {STR_INIT("Total body sent:"), STR_INIT("data_sent"), STR_INIT(""), 1},
    {STR_INIT("Requests per second:"), STR_INIT("request_rate"), STR_INIT("[#/sec]"), 1},
    {STR_INIT("Transfer rate:"), STR_INIT("throughput"),
     STR_INIT("[Kbytes/sec] received"), 0x1p10},
};

static void remember(run *b, ptrdiff_t i, const field *which, double v)
{
    if (str_eq(which->metric, S("requests"))) {
        b->requests = v;
        b->requests_line = number_of(b, i);
    } else if (str_eq(which->metric, S("errors"))) {
        b->failed = v;
        b->failed_line = number_of(b, i);
    } else if (str_eq(which->metric, S("http_non_2xx"))) {
        b->non_2xx = v;
    }
}

static verdict field_line(run *b, ptrdiff_t i, str s)
{
    for (ptrdiff_t k = 0; k < COUNTOF(fields); k++) {
        const field *which = &fields[k];
        str digits;
        figure f;
        if (!block_take(&s, which->key)) {
            continue;
        }
        str begin = str_trim_left(s);
        if (!figure_digits(&s, &digits) || !figure_scale(digits, 0, which->factor, &f)
            || !block_take(&s, which->unit)) {
            return refuse(b, i, begin,
                          which->unit.len > 0 ? "a number and its unit" : "a number");
        }
        metric *m = result_add_value(b->in->perm, need_result(b), which->metric, f.value,
                                     number_of(b, i));
        m->resolution = num_decimals(digits) > 0 ? f.step : 0;
        m->better = str_eq(which->metric, S("http_non_2xx")) ? BETTER_LOWER : m->better;
        remember(b, i, which, f.value);
        return OURS;
    }
    return NOT_OURS;
}

/* "Total:          1    5   3.8      4      20" */
static verdict times_line(run *b, ptrdiff_t i, str s)
{
    static const struct {
        str key, metric;
    } rows[] = {
        {STR_INIT("Connect:"), STR_INIT("latency{phase:connect}")},
        {STR_INIT("Processing:"), STR_INIT("latency{phase:processing}")},
        {STR_INIT("Waiting:"), STR_INIT("latency{phase:waiting}")},
        {STR_INIT("Total:"), STR_INIT("latency")},
    };
    for (ptrdiff_t k = 0; k < COUNTOF(rows); k++) {
        figure v[5];
        str digits;
        if (!block_take(&s, rows[k].key)) {
            continue;
        }
        for (int n = 0; n < COUNTOF(v); n++) {
            str begin = str_trim_left(s);
            if (!figure_digits(&s, &digits) || !figure_scale(digits, -3, 1, &v[n])) {
                return refuse(b, i, begin, "a time in ms");
            }
        }
        metric *m =
            result_add(b->in->perm, need_result(b), rows[k].metric, number_of(b, i));
        m->min = SOME(v[0].value);
        m->mean = SOME(v[1].value);
        m->stddev = SOME(v[2].value);
        m->median = SOME(v[3].value);
        m->max = SOME(v[4].value);
        m->resolution = v[1].step;
        m->spread_within_run = true;
        m->n = b->requests_line ? SOME(b->requests) : (maybe){0};
        b->latency = k + 1 == COUNTOF(rows) ? m : b->latency;
        return OURS;
    }
    return NOT_OURS;
}

/* " 100%     20 (longest request)" */
static verdict percentile_line(run *b, ptrdiff_t i, str s)
{
    str digits, begin;
    double p;
    figure f;
    if (!b->in_percentiles || !b->latency || !figure_digits(&s, &digits)
        || !num_double(digits, &p) || !block_take(&s, S("%"))) {
        return NOT_OURS;
    }
    begin = str_trim_left(s);
    if (!figure_digits(&s, &digits) || !figure_scale(digits, -3, 1, &f)) {
        return refuse(b, i, begin, "a time in ms");
    }
    maybe median =
        b->latency->median; /* of the table above; with n even they may differ */
    load_percentile(b->in->perm, b->latency, p, f.value);
    b->latency->median = median;
    b->complete = p >= 100;
    return OURS;
}

static bool take_word(str *s, str key, str *ret)
{
    if (!block_take(s, key)) {
        return false;
    }
    *ret = str_trim(*s);
    return true;
}

/* What is about the run, and what is part of the block without being kept. */
static verdict other_line(run *b, ptrdiff_t i, str s)
{
    static const char *const known[] = {
        "Benchmarking ",
        "Completed ",
        "Finished ",
        "Server Software:",
        "Document Length:",
        "HTML transferred:",
        "Time per request:",
        "Keep-Alive requests:",
        "Connection Times",
        "min ",
        "Copyright 1996",
        "Licensed to",
        "Server Temp Key:",
        "TLS Server Name:",
        "Total of ",
        "WARNING:",
        "These are not",
        "normal. The",
        "ERROR:",
        "Total PUT:",
        "Total POSTed:",
        "Write errors:",
    };
    if (take_word(&s, S("Server Hostname:"), &b->host)
        || take_word(&s, S("Server Port:"), &b->port)
        || take_word(&s, S("Document Path:"), &b->path)
        || take_word(&s, S("Concurrency Level:"), &b->concurrency)) {
        return OURS;
    }
    if (block_take(&s, S("SSL/TLS Protocol:"))) {
        b->tls = true;
        return OURS;
    }
    if (block_take(&s, S("Percentage of the requests"))) {
        b->in_percentiles = true;
        return OURS;
    }
    if (str_starts(s, S("(Connect:"))) {
        if (b->failed > 0) {
            reading_note(b->in->perm, b->in->ret, DIAG_WARNING, number_of(b, i),
                         "failed requests: %.*s", SV(s));
        }
        return OURS;
    }
    for (ptrdiff_t k = 0; k < COUNTOF(known); k++) {
        if (str_starts(s, str_from(known[k]))) {
            return OURS;
        }
    }
    return NOT_OURS;
}

static verdict line(run *b, ptrdiff_t i, str s)
{
    verdict v = field_line(b, i, s);
    v = v == NOT_OURS ? times_line(b, i, s) : v;
    v = v == NOT_OURS ? percentile_line(b, i, s) : v;
    return v == NOT_OURS ? other_line(b, i, s) : v;
}

static void finish(run *b, str stopped_by)
{
    import *in = b->in;
    if (!b->r) {
        reading_note(in->perm, in->ret, DIAG_WARNING, number_of(b, b->end - 1),
                     "a run of ab has no figures: %.*s",
                     SV(stopped_by.len > 0 ? str_take(stopped_by, 200)
                                           : S("was it stopped, or cut off?")));
        return;
    }
    if (b->requests_line) {
        double bad = b->failed > b->non_2xx ? b->failed : b->non_2xx;
        load_judge(in, b->r, b->failed_line ? b->failed_line : b->requests_line,
                   b->requests, bad, "failed or were not answered with 2xx");
    }
    if (!b->complete) {
        b->r->status = b->r->status == STATUS_OK ? STATUS_PARTIAL : b->r->status;
        b->r->status_why = b->r->status_why.ptr
                               ? b->r->status_why
                               : S("the report ends before the longest request");
    }
    b->r->last_line = number_of(b, b->end - 1);
}

/* "apr_socket_recv: Connection refused (111)", perhaps behind "(be patient)..." */
static str failure(str s)
{
    ptrdiff_t at = str_find(s, S("apr_"));
    return at < 0 ? (str){0} : str_drop(s, at);
}

static ptrdiff_t ab_block(import *in, const text *t, ptrdiff_t at)
{
    str s = block_line(t, at), why = {0};
    if (!str_starts(s, S("This is ApacheBench"))
        && !str_starts(s, S("Server Software:"))) {
        return at;
    }
    run b = {.in = in, .t = t, .begin = at, .end = at + 1};
    verdict v = OURS;
    for (ptrdiff_t i = b.end; i < t->n && v == OURS && !b.complete && why.len == 0; i++) {
        s = block_line(t, i);
        why = failure(s);
        v = s.len == 0 || why.len > 0 ? OURS : line(&b, i, s);
        b.end = v == OURS && s.len > 0 ? i + 1 : b.end;
    }
    bool cut_off = b.r && !b.complete && block_ends_file(t, b.end);
    if (v != REFUSED && (!cut_off || block_cut(in, t, "the report"))) {
        finish(&b, why);
    }
    return b.end;
}

const importer importer_ab = {
    .name = "ab",
    .tool = "ab",
    .shape = "ApacheBench's report as text",
    .block = ab_block,
};
