/* Both ways of reading a k6 stream must come to the same, to the bit: the memo, which
 * compares lines with earlier ones, and the scanner alone. And both to what a plain JSON
 * parser, line by line, makes of it. */
#include "check.h"

#include "base/json.h"
#include "import/k6_stream.h"

static arena perm, scratch;
static uint64_t state;

static uint32_t below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

/* --- streams -------------------------------------------------------------------------
 */

/* How unlike k6's own writing a stream is. */
typedef struct {
    bool old_order; /* "metric" last */
    bool any_order; /* keys shuffled in each line */
    bool spaces;    /* white space of many kinds */
    bool escapes;   /* letters as \u0061 */
    bool odd_lines; /* garbage, cut lines, blank lines */
    bool many_urls;
    bool crlf;
} style;

static const char *const metrics[] = {"http_reqs",        "http_req_duration",
                                      "http_req_waiting", "http_req_failed",
                                      "oven_heat",        "iterations"};

static void space(out *o, const style *how)
{
    static const char *const kinds[] = {"", " ", "\t", "  ", "\r"};
    if (how->spaces) {
        out_str(o, str_from(kinds[below(COUNTOF(kinds))]));
    }
}

static void quoted(out *o, const style *how, const char *words)
{
    out_char(o, '"');
    for (; *words; words++) {
        if (how->escapes && below(10) == 0) {
            out_fmt(o, "\\u%04x", (unsigned char)*words);
        } else {
            out_char(o, *words);
        }
    }
    out_char(o, '"');
}

static void key(out *o, const style *how, const char *words)
{
    space(o, how);
    quoted(o, how, words);
    space(o, how);
    out_char(o, ':');
    space(o, how);
}

static void shuffle(int *order, int n, bool really)
{
    for (int i = 0; i < n; i++) {
        order[i] = i;
    }
    for (int i = n - 1; really && i > 0; i--) {
        int k = (int)below((uint32_t)i + 1), t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
}

static void number(out *o, int which)
{
    static const char *const odd[] = {"0",
                                      "-0",
                                      "1e3",
                                      "1.5e+06",
                                      "3.8e-05",
                                      "1E-7",
                                      "-2.50",
                                      "1e308",
                                      "4.9e-324",
                                      "0.1",
                                      "12345678901234567890123",
                                      "9007199254740993",
                                      "0.30000000000000004"};
    if (which == 0 || which == 5) {
        out_fmt(o, "%d", 1);
    } else if (which == 3) {
        out_fmt(o, "%d", below(20) == 0);
    } else if (below(50) == 0) {
        out_str(o, str_from(odd[below(COUNTOF(odd))]));
    } else {
        out_fmt(o, "%u.%06u", below(300), below(1000000));
    }
}

static void tags(out *o, const style *how, uint32_t request)
{
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1/tea/%u",
             how->many_urls ? request : request % 3);
    const char *names[] = {"method", "name", "status", "scenario"};
    const char *values[] = {"GET", url, request % 7 ? "200" : "404",
                            request % 2 ? "rush" : "calm"};
    int order[4];
    shuffle(order, 4, how->any_order);
    out_char(o, '{');
    for (int i = 0; i < 4; i++) {
        out_str(o, i ? S(",") : S(""));
        key(o, how, names[order[i]]);
        quoted(o, how, values[order[i]]);
    }
    space(o, how);
    out_char(o, '}');
}

static void data(out *o, const style *how, int which, uint32_t request)
{
    int order[3];
    shuffle(order, 3, how->any_order);
    out_char(o, '{');
    for (int i = 0; i < 3; i++) {
        out_str(o, i ? S(",") : S(""));
        if (order[i] == 0) {
            key(o, how, "time");
            out_fmt(o, "\"2026-05-04T10:%02u:%02u.%09uZ\"", request / 600 % 60,
                    request / 10 % 60, request * 7919 % 1000000000);
        } else if (order[i] == 1) {
            key(o, how, "value");
            number(o, which);
        } else {
            key(o, how, "tags");
            tags(o, how, request);
        }
        space(o, how);
    }
    out_char(o, '}');
}

static void point(out *o, const style *how, int which, uint32_t request)
{
    int order[3];
    shuffle(order, 3, how->any_order);
    if (how->old_order) { /* type, data, metric */
        order[0] = 1;
        order[1] = 2;
        order[2] = 0;
    }
    out_char(o, '{');
    for (int i = 0; i < 3; i++) {
        out_str(o, i ? S(",") : S(""));
        if (order[i] == 0) {
            key(o, how, "metric");
            quoted(o, how, metrics[which]);
        } else if (order[i] == 1) {
            key(o, how, "type");
            quoted(o, how, "Point");
        } else {
            key(o, how, "data");
            data(o, how, which, request);
        }
        space(o, how);
    }
    out_str(o, how->crlf ? S("}\r\n") : S("}\n"));
}

static void odd_line(out *o)
{
    static const char *const lines[] = {
        "\n",
        "INFO[0001] hello   source=console\n",
        "{\"metric\":\"http_reqs\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00\n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-13-04T10:"
        "00:00Z\","
        "\"value\":1,\"tags\":{}}}\n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00:00Z\","
        "\"value\":1.,\"tags\":{}}}\n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00:00Z\","
        "\"value\":7,\"tags\":{\"a\":\"b\" \"c\"}}}\n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00:00Z\","
        "\"value\":7,\"tags\":{\"a\":\"b\"}}} \n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00:00Z\","
        "\"value\":8,\"tags\":{\"a\":\"b\"}},\"metric\":\"iterations\"}\n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00:00Z\","
        "\"value\":9,\"tags\":{\"a\":\"b\"}},\"type\":\"Line\"}\n",
        "{\"metric\":\"oven_heat\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:"
        "00:00Z\","
        "\"value\":10,\"tags\":{\"a\":\"b\"},\"value\":11}}\n",
    };
    out_str(o, str_from(lines[below(COUNTOF(lines))]));
}

static str stream(style how, uint64_t seed, uint32_t requests)
{
    state = seed;
    out *o = out_memory(&perm);
    out_str(
        o, S("{\"type\":\"Metric\",\"data\":{\"name\":\"http_req_duration\",\"type\":"
             "\"trend\",\"contains\":\"time\",\"submetrics\":[{\"name\":"
             "\"http_req_duration{status:404}\",\"tags\":{\"status\":\"404\"}},{\"name\":"
             "\"http_req_duration{scenario:rush,status:200}\",\"tags\":{\"scenario\":"
             "\"rush\",\"status\":\"200\"}}]},\"metric\":\"http_req_duration\"}\n"));
    for (uint32_t r = 0; r < requests; r++) {
        for (int m = 0; m < COUNTOF(metrics); m++) {
            if (m == 5 && r % 3) {
                continue;
            }
            if (how.odd_lines && below(40) == 0) {
                odd_line(o);
            }
            point(o, &how, m, r);
        }
    }
    str all = out_text(o);
    return how.odd_lines ? str_take(all, all.len - 17) : all;
}

/* --- reading -------------------------------------------------------------------------
 */

static str written(str bytes, bool csv, bool use_memo, int threads, const char *group_by,
                   reading **ret)
{
    source src = {.path = "stream", .bytes = bytes};
    import_options options = {.group_by = str_from(group_by), .threads = threads};
import in = {.src = & src, .perm = & perm, .scratch = scratch, .options = & options, .ret = reading_new(& perm, S("stream")) };
    err e = {0};
    byte_stream *b = byte_stream_over(&perm, &src, false, &e);
    assert_non_null(b);
    assert_true((csv ? k6_csv_read : k6_ndjson_read)(&in, b, use_memo, &e));
    byte_stream_close(b);
    out *o = out_memory(&perm);
    reading_write_json(o, in.ret, false);
    *ret = in.ret;
    return out_text(o);
}

static void same_both_ways(str bytes, bool csv, const char *group_by)
{
    reading *r;
    str fast = written(bytes, csv, true, 1, group_by, &r);
    str slow = written(bytes, csv, false, 1, group_by, &r);
    assert_true(str_eq(fast, written(bytes, csv, true, 2, group_by, &r)));
    if (!str_eq(fast, slow)) {
        ptrdiff_t i = 0;
        while (fast.ptr[i] == slow.ptr[i]) {
            i++;
        }
        print_error("memo: %.*s\nscan: %.*s\n", SV(str_take(str_drop(fast, i - 40), 120)),
                    SV(str_take(str_drop(slow, i - 40), 120)));
        fail();
    }
}

/* What a plain parser makes of the lines: the values of a metric, in order. */
static ptrdiff_t plain_values(str bytes, str name, double *values)
{
    ptrdiff_t n = 0;
    for (cut line = {.tail = bytes}; line.tail.len > 0;) {
        arena mark = perm;
        line = str_cut(line.tail, S("\n"));
        source src = {.path = "line", .bytes = line.head};
        json *root = NULL;
        err e = {0};
        const json *metric_name, *v, *type;
        bool loose =
            str_has(line.head, S(":1.,")); /* the parser takes what JSON doesn't */
        if (!loose && json_parse(&perm, &src, line.head, &root, NULL, &e)
            && (metric_name = json_get(root, S("metric"))) != NULL
            && str_eq(metric_name->text, name)
            && (v = json_get(json_get(root, S("data")), S("value"))) != NULL
            && (type = json_get(root, S("type"))) != NULL
            && str_eq(type->text, S("Point"))
            && !str_starts(json_get(json_get(root, S("data")), S("time"))->text,
                           S("2026-13"))) {
            values[n++] = v->num;
        }
        perm = mark;
    }
    return n;
}

static void same_as_a_parser(str bytes)
{
    reading *r;
    written(bytes, false, true, 1, NULL, &r);
    double *values = NEW(&perm, double, 100000);
    ptrdiff_t n = plain_values(bytes, S("oven_heat"), values);
    const metric *m = result_metric(r->results, S("oven_heat"));
    check_double(m->n.value, (double)n);
    assert_int_equal(m->sample_count, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        check_double(m->samples[i], values[i]);
    }
    double sum = 0;
    n = plain_values(bytes, S("http_reqs"), values);
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += values[i];
    }
    check_double(result_metric(r->results, S("requests"))->mean.value, sum);
}

static void ndjson_reads_the_same_both_ways(void **unused)
{
    (void)unused;
    const style styles[] = {{0},
                            {.old_order = true},
                            {.any_order = true},
                            {.spaces = true},
                            {.escapes = true},
                            {.odd_lines = true},
                            {.odd_lines = true, .old_order = true, .crlf = true},
                            {.many_urls = true, .crlf = true},
                            {.any_order = true,
                             .spaces = true,
                             .escapes = true,
                             .odd_lines = true,
                             .many_urls = true}};
    for (ptrdiff_t i = 0; i < COUNTOF(styles); i++) {
        arena mark = perm;
        str bytes = stream(styles[i], 11 + (uint64_t)i, 1500);
        same_both_ways(bytes, false, NULL);
        same_both_ways(bytes, false, "status,scenario");
        same_as_a_parser(bytes);
        perm = mark;
    }
}

/* More tails than are remembered, and lines that end anywhere in the buffer. */
static void ndjson_forgets_and_goes_on(void **unused)
{
    (void)unused;
    arena mark = perm;
    str bytes = stream((style){.many_urls = true}, 5, 18000);
    same_both_ways(bytes, false, NULL);
    same_both_ways(bytes, false, "status");
    perm = mark;
}

static void csv_reads_the_same_both_ways(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 4; kind++) {
        arena mark = perm;
        state = 77 + (uint64_t)kind;
        out *o = out_memory(&perm);
        out_str(o, kind == 3 ? S("timestamp,metric_name,metric_value,name,extra_tags\n")
                             : S("metric_name,timestamp,metric_value,name,extra_tags\n"));
        for (uint32_t r = 0; r < 8000; r++) {
            for (int m = 0; m < COUNTOF(metrics); m++) {
                char time[32];
                snprintf(time, sizeof time, "%u", 1777888800 + r / 20);
                out_fmt(o, "%s,%s,", kind == 3 ? time : metrics[m],
                        kind == 3 ? metrics[m] : time);
                number(o, m);
                uint32_t url = kind == 2 ? r : r % 5;
                if (kind == 1 && below(9) == 0) {
                    out_fmt(o, ",\"a,\"\"%u\nb\",x=%u\n", url, r % 2);
                } else {
                    out_fmt(o, ",/tea/%u,x=%u\n", url, r % 2);
                }
                if (below(200) == 0) {
                    out_str(o, S("vus,1777888800\n"));
                }
            }
        }
        same_both_ways(out_text(o), true, NULL);
        same_both_ways(out_text(o), true, "name,x");
        perm = mark;
    }
}

/* A line that is longer than the first buffer, one that is too long, and none at all. */
static void lines_may_be_long(void **unused)
{
    (void)unused;
    arena mark = perm;
    ptrdiff_t lengths[] = {300000, K6_LONGEST_LINE - 1000, 2 * K6_LONGEST_LINE + 1000};
    for (ptrdiff_t i = 0; i < COUNTOF(lengths); i++) {
        char *blanks = NEW(&perm, char, lengths[i]);
        memset(blanks, ' ', (size_t)lengths[i]);
        str bytes = str_fmt(&perm,
                            "{\"metric\":\"x\",%.*s\"type\":\"Point\",\"data\":{\"time\":"
                            "\"2026-05-04T10:00:00Z\",\"value\":3,\"tags\":{}}}\n",
                            (int)lengths[i], blanks);
        source src = {.path = "stream", .bytes = bytes};
        import_options options = {0};
        reading *r = reading_new(&perm, S("stream"));
import in = {.src = & src, .perm = & perm, .scratch = scratch, .options = & options, .ret = r };
        err e = {0};
        byte_stream *b = byte_stream_over(&perm, &src, false, &e);
        bool ok = k6_ndjson_read(&in, b, true, &e);
        byte_stream_close(b);
        if (i < 2) {
            assert_true(ok);
            check_double(result_metric(r->results, S("x"))->mean.value, 3);
        } else {
            assert_false(ok);
            assert_int_equal(e.code, ERR_LIMIT);
            check_str(str_from(e.text), "a line is longer than 8 MiB");
            assert_int_equal(e.line, 1);
        }
    }
    perm = mark;
}

int main(void)
{
    perm = arena_open((ptrdiff_t)1 << 36);
    scratch = arena_open((ptrdiff_t)1 << 34);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ndjson_reads_the_same_both_ways),
        cmocka_unit_test(ndjson_forgets_and_goes_on),
        cmocka_unit_test(csv_reads_the_same_both_ways),
        cmocka_unit_test(lines_may_be_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
