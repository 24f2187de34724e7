#include "base/base.h"

#include "base/num.h"
#include "import/load.h"

/* wrk 4, and wrk2 with its longer table of percentiles:
 *
 *     Running 30s test @ http://127.0.0.1:8080/
 *       2 threads and 8 connections
 *       Thread Stats   Avg      Stdev     Max   +/- Stdev
 *         Latency    43.47ms    5.01ms  48.79ms   98.10%
 *         Req/Sec     1.23k    28.67     1.40k    65.00%
 *       Latency Distribution                              with --latency
 *          50%   64.03ms
 *       474 requests in 30.01s, 63.83KB read
 *       Socket errors: connect 0, read 0, write 0, timeout 4
 *       Non-2xx or 3xx responses: 42
 *     Requests/sec:    157.58
 *     Transfer/sec:     21.22KB
 *
 * Req/Sec is of one thread; the rate of the whole run is Requests/sec. Bytes are in
 * powers of 1024, k and M of requests in powers of 1000. */

typedef struct {
    import *in;
    const text *t;
    ptrdiff_t begin, end;
    result *r; /* NULL until a figure is found */
    str url, duration, threads, connections;
    metric *latency;
    double asked_seconds, seconds, requests, socket_errors, bad_answers;
    ptrdiff_t requests_line;
    bool has_requests, has_rate, complete;
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
        b->r = reading_add(perm, b->in->ret, S("wrk"), (str){0}, number_of(b, b->begin));
        result_param(perm, b->r, S("url"), b->url);
        result_param(perm, b->r, S("duration"), b->duration);
        result_param(perm, b->r, S("threads"), b->threads);
        result_param(perm, b->r, S("connections"), b->connections);
    }
    return b->r;
}

/* "1.23k" */
static bool take_rate(str *s, maybe *ret, double *step)
{
    str digits;
    figure f;
    if (load_nan(s)) {
        return true;
    }
    if (!figure_digits(s, &digits)) {
        return false;
    }
    double factor = block_take(s, S("k")) ? 1e3 : block_take(s, S("M")) ? 1e6 : 1;
    if (!figure_scale(digits, 0, factor, &f)) {
        return false;
    }
    *ret = SOME(f.value);
    *step = f.step;
    return true;
}

static verdict latency_line(run *b, ptrdiff_t i, str s)
{
    maybe v[3] = {0};
    double step[3] = {0};
    for (int k = 0; k < 3; k++) {
        if (!load_maybe_time(&s, &v[k], &step[k])) {
            return refuse(b, i, s, "a time in us, ms, s, m or h");
        }
    }
    /* No answer: three zeros that nobody measured, and a share of them that is no number.
     */
    if (v[0].value <= 0 && v[2].value <= 0 && load_nan(&s)) {
        return OURS;
    }
    b->latency = result_add(b->in->perm, need_result(b), S("latency"), number_of(b, i));
    b->latency->mean = v[0];
    b->latency->stddev = v[1];
    b->latency->max = v[2];
    b->latency->resolution = step[0];
    b->latency->spread_within_run = true;
    return OURS;
}

static verdict thread_rate_line(run *b, ptrdiff_t i, str s)
{
    maybe v[3] = {0};
    double step[3] = {0};
    for (int k = 0; k < 3; k++) {
        if (!take_rate(&s, &v[k], &step[k])) {
            return refuse(b, i, s, "a number");
        }
    }
    metric *m = result_add(b->in->perm, need_result(b), S("request_rate_per_thread"),
                           number_of(b, i));
    m->unit = S("1/s");
    m->better = BETTER_HIGHER;
    m->mean = v[0];
    m->stddev = v[1];
    m->max = v[2];
    m->resolution = step[0];
    m->spread_within_run = true;
    return OURS;
}

/* "50%   64.03ms", wrk2: "50.000%   64.03ms" */
static verdict percentile_line(run *b, ptrdiff_t i, str s)
{
    str digits;
    double p;
    figure f;
    if (!b->latency || !figure_digits(&s, &digits) || !str_starts(s, S("%"))
        || !num_double(digits, &p)) {
        return NOT_OURS;
    }
    s = str_drop(s, 1);
    if (!figure_time(&s, TIME_UP_TO_H, &f)) {
        return refuse(b, i, s, "a time in us, ms, s, m or h");
    }
    load_percentile(b->in->perm, b->latency, p, f.value);
    return OURS;
}

/* "474 requests in 30.01s, 63.83KB read" */
static verdict total_line(run *b, ptrdiff_t i, str s)
{
    arena *perm = b->in->perm;
    figure seconds, bytes;
    if (!figure_count(&s, &b->requests) || !block_take(&s, S("requests in "))) {
        return NOT_OURS;
    }
    if (!figure_time(&s, TIME_UP_TO_H, &seconds)) {
        return refuse(b, i, s, "a time in us, ms, s, m or h");
    }
    str rest = s;
    if (!block_take(&rest, S(",")) || !load_bytes(&rest, &bytes)
        || !block_take(&rest, S("read"))) {
        return refuse(b, i, rest, "a size in B, KB, MB ... and 'read'");
    }
    b->has_requests = true;
    b->seconds = seconds.value;
    b->requests_line = number_of(b, i);
    result_add_value(perm, need_result(b), S("requests"), b->requests, b->requests_line);
    result_add_value(perm, need_result(b), S("wall_time"), seconds.value,
                     b->requests_line)
        ->resolution = seconds.step;
    result_add_value(perm, need_result(b), S("data_received"), bytes.value,
                     b->requests_line)
        ->resolution = bytes.step;
    return OURS;
}

/* "Socket errors: connect 0, read 0, write 0, timeout 4" */
static verdict errors_line(run *b, ptrdiff_t i, str s)
{
    static const char *const kinds[] = {"connect", "read", "write", "timeout"};
    double n;
    for (ptrdiff_t k = 0; k < COUNTOF(kinds); k++) {
        block_take(&s, S(","));
        if (!block_take(&s, str_from(kinds[k])) || !figure_count(&s, &n)) {
            return refuse(b, i, s, "the count of an error");
        }
        b->socket_errors += n;
    }
    result_add_value(b->in->perm, need_result(b), S("errors"), b->socket_errors,
                     number_of(b, i));
    reading_note(b->in->perm, b->in->ret, DIAG_WARNING, number_of(b, i), "%.*s",
                 SV(block_line(b->t, i)));
    return OURS;
}

static verdict bad_answers_line(run *b, ptrdiff_t i, str s)
{
    if (!figure_count(&s, &b->bad_answers)) {
        return refuse(b, i, s, "a number of answers");
    }
    metric *m = result_add_value(b->in->perm, need_result(b), S("http_non_2xx_3xx"),
                                 b->bad_answers, number_of(b, i));
    m->better = BETTER_LOWER;
    return OURS;
}

static verdict rate_line(run *b, ptrdiff_t i, str s)
{
    str digits, begin = str_trim_left(s);
    figure f;
    if (!figure_digits(&s, &digits) || !figure_scale(digits, 0, 1, &f)) {
        return refuse(b, i, begin, "a number");
    }
    result_add_value(b->in->perm, need_result(b), S("request_rate"), f.value,
                     number_of(b, i))
        ->resolution = f.step;
    b->has_rate = true;
    return OURS;
}

static verdict transfer_line(run *b, ptrdiff_t i, str s)
{
    figure f;
    str begin = str_trim_left(s);
    if (!load_bytes(&s, &f)) {
        return refuse(b, i, begin, "a size in B, KB, MB ...");
    }
    result_add_value(b->in->perm, need_result(b), S("throughput"), f.value,
                     number_of(b, i))
        ->resolution = f.step;
    b->complete = true;
    return OURS;
}

static verdict line(run *b, ptrdiff_t i, str s)
{
    if (block_take(&s, S("Latency Distribution")) || block_take(&s, S("Thread Stats"))
        || block_take(&s, S("Thread calibration")) || block_take(&s, S("Initialised"))) {
        return OURS;
    }
    if (block_take(&s, S("Latency "))) {
        return latency_line(b, i, s);
    }
    if (block_take(&s, S("Req/Sec"))) {
        return thread_rate_line(b, i, s);
    }
    if (block_take(&s, S("Socket errors:"))) {
        return errors_line(b, i, s);
    }
    if (block_take(&s, S("Non-2xx or 3xx responses:"))) {
        return bad_answers_line(b, i, s);
    }
    if (block_take(&s, S("Requests/sec:"))) {
        return rate_line(b, i, s);
    }
    if (block_take(&s, S("Transfer/sec:"))) {
        return transfer_line(b, i, s);
    }
    verdict v = percentile_line(b, i, s);
    return v == NOT_OURS ? total_line(b, i, s) : v;
}

/* wrk2 prints a table of the whole spectrum, a histogram's foot, and rulers. */
static bool is_detail(str s)
{
    str digits;
    return str_starts(s, S("Detailed Percentile")) || str_starts(s, S("Value "))
           || str_starts(s, S("#[")) || str_starts(s, S("------"))
           || figure_digits(&s, &digits);
}

/* "Running 30s test @ URL", "  2 threads and 8 connections" */
static bool head(run *b)
{
    str s = block_line(b->t, b->begin), next = block_line(b->t, b->begin + 1);
    str threads = str_word(&next);
    if (!block_take(&s, S("Running ")) || !block_take(&next, S("threads and "))) {
        return false;
    }
    str duration = str_word(&s), connections = str_word(&next);
    figure f;
    if (!block_take(&s, S("test @ ")) || !figure_time(&duration, TIME_UP_TO_H, &f)) {
        return false;
    }
    char seconds[32];
    num_shortest(f.value, seconds);
    b->asked_seconds = f.value;
    b->url = str_trim(s);
    b->duration = str_fmt(b->in->perm, "%ss", seconds);
    b->threads = threads;
    b->connections = connections;
    b->end = b->begin + 2;
    return true;
}

static void finish(run *b)
{
    import *in = b->in;
    if (!b->r) {
        reading_note(in->perm, in->ret, DIAG_WARNING, number_of(b, b->begin),
                     "a run of wrk has no figures: was it stopped, or cut off?");
        return;
    }
    if (b->has_requests && b->latency) {
        b->latency->n = SOME(b->requests);
    }
    if (b->has_requests) {
        load_judge(in, b->r, b->requests_line, b->requests, b->bad_answers,
                   "were answered with neither 2xx nor 3xx");
    }
    if (b->r->status == STATUS_OK && b->has_requests
        && b->seconds < 0.9 * b->asked_seconds) {
        b->r->status = STATUS_PARTIAL;
        b->r->status_why = str_fmt(in->perm, "stopped after %.2f of %.0f seconds",
                                   b->seconds, b->asked_seconds);
    }
    if (!b->complete) {
        b->r->status = STATUS_PARTIAL;
        b->r->status_why = S("the report ends before the transfer rate");
        reading_note(in->perm, in->ret, DIAG_WARNING, number_of(b, b->end - 1),
                     "the report of wrk ends before the transfer rate");
    }
    b->r->last_line = number_of(b, b->end - 1);
}

static ptrdiff_t wrk_block(import *in, const text *t, ptrdiff_t at)
{
    run b = {.in = in, .t = t, .begin = at};
    if (!str_starts(block_line(t, at), S("Running ")) || !head(&b)) {
        return at;
    }
    verdict v = OURS;
    for (ptrdiff_t i = b.end; i < t->n && v == OURS && !b.complete; i++) {
        str s = block_line(t, i);
        v = s.len == 0 ? OURS : line(&b, i, s);
        v = v == NOT_OURS && is_detail(s) ? OURS : v;
        b.end = v == OURS && s.len > 0 ? i + 1 : b.end;
    }
    bool cut_off = b.r && !b.complete && block_ends_file(t, b.end);
    if (v != REFUSED && (!cut_off || block_cut(in, t, "the report"))) {
        finish(&b);
    }
    return b.end;
}

const importer importer_wrk = {
    .name = "wrk",
    .tool = "wrk",
    .shape = "terminal text of wrk and wrk2, with and without --latency",
    .block = wrk_block,
};
