/* gen_k6.c - writes a k6 `--out json` stream of a size, the same for the same arguments.
 *
 * usage: gen_k6 BYTES [usual|old|shuffled|spaced] [URLS]
 *   usual     as versions from 0.41 on write it: metric, type, data
 *   old       as version 0.37 and before: type, data, metric
 *   shuffled  keys in another order in each line, in each object
 *   spaced    white space that differs from line to line
 *   URLS      how many names and URLs there are (1)
 *
 * Each iteration is a request: eight http metrics, a check, data sent and received, the
 * iteration and its duration; each simulated second has the virtual users. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 42;
static uint64_t written;
static bool old_order, shuffled, spaced;

static uint32_t below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % n);
}

static double uniform(void)
{
    return (below(1 << 30) + 0.5) / (1 << 30);
}

/* Milliseconds as servers have them. */
static double skewed(double median)
{
    double sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += uniform();
    }
    return median * exp((sum - 3) * 0.8);
}

static void put(char **p, const char *s)
{
    size_t n = strlen(s);
    memcpy(*p, s, n);
    *p += n;
}

static void space(char **p)
{
    if (spaced) {
        put(p, &"   "[below(4)]);
    }
}

static void member(char **p, const char *key, const char *value, bool *first)
{
    put(p, *first ? "" : ",");
    *first = false;
    space(p);
    put(p, "\"");
    put(p, key);
    put(p, "\":");
    space(p);
    put(p, value);
}

typedef struct {
    const char *key;
    char value[2048];
} pair;

static void object(char *to, pair **pairs, int n)
{
    char *p = to;
    bool first = true;
    put(&p, "{");
    for (int i = 0; i < n; i++) {
        if (shuffled) {
            int k = i + (int)below((uint32_t)(n - i));
            pair *t = pairs[i];
            pairs[i] = pairs[k];
            pairs[k] = t;
        }
        member(&p, pairs[i]->key, pairs[i]->value, &first);
    }
    put(&p, "}");
    *p = 0;
}

static void print_tags(char *to, bool http, const char *status, uint32_t url)
{
    static pair all[8];
    pair *pairs[8];
    int n = 0;
    const char *keys[] = {"expected_response", "group",  "method", "name", "proto",
                          "scenario",          "status", "url"};
    char address[100];
    snprintf(address, sizeof address,
             "\"http://127.0.0.1:8080/api/items/%u?page=1\\u0026size=20\"", url);
    for (int i = 0; i < 8; i++) {
        if (!http && i != 1 && i != 5) {
            continue;
        }
        all[n].key = keys[i];
        const char *value = i == 0   ? (*status == '2' ? "\"true\"" : "\"false\"")
                            : i == 1 ? "\"\""
                            : i == 2 ? "\"GET\""
                            : i == 4 ? "\"HTTP/1.1\""
                            : i == 5 ? "\"default\""
                            : i == 6 ? NULL
                                     : address;
        if (value) {
            snprintf(all[n].value, sizeof all[n].value, "%s", value);
        } else {
            snprintf(all[n].value, sizeof all[n].value, "\"%s\"", status);
        }
        pairs[n] = &all[n];
        n++;
    }
    object(to, pairs, n);
}

static void point(const char *metric, const char *time, double v, const char *tags)
{
    static pair value, when, with, name, type, data;
    value.key = "value";
    when.key = "time";
    with.key = "tags";
    if (v == floor(v) && v < 1e6) { // NOLINT
        snprintf(value.value, sizeof value.value, "%.0f", v);
    } else if (v >= 1e6) {
        snprintf(value.value, sizeof value.value, "%.6e", v);
    } else {
        snprintf(value.value, sizeof value.value, "%.6f", v);
        size_t n = strlen(value.value);
        while (value.value[n - 1] == '0') {
            value.value[--n] = 0;
        }
        if (value.value[n - 1] == '.') {
            value.value[--n] = 0;
        }
    }
    snprintf(when.value, sizeof when.value, "\"%s\"", time);
    snprintf(with.value, sizeof with.value, "%s", tags);
    pair *inner[] = {&when, &value, &with};
    data.key = "data";
    object(data.value, inner, 3);
    name.key = "metric";
    snprintf(name.value, sizeof name.value, "\"%s\"", metric);
    type.key = "type";
    snprintf(type.value, sizeof type.value, "\"Point\"");
    pair *usual[] = {&name, &type, &data}, *old[] = {&type, &data, &name};
    char line[4096];
    object(line, old_order ? old : usual, 3);
    written += strlen(line) + 1;
    puts(line);
}

static void declare(const char *metric, const char *type, const char *contains)
{
    char line[512];
    snprintf(line, sizeof line,
             "{\"type\":\"Metric\",\"data\":{\"name\":\"%s\",\"type\":\"%s\","
             "\"contains\":\"%s\","
             "\"thresholds\":[],\"submetrics\":null},\"metric\":\"%s\"}",
             metric, type, contains, metric);
    written += strlen(line) + 1;
    puts(line);
}

int main(int argc, char **argv)
{
    uint64_t limit = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    const char *layout = argc > 2 ? argv[2] : "usual";
    uint32_t urls = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1;
    old_order = strcmp(layout, "old") == 0;
    shuffled = strcmp(layout, "shuffled") == 0;
    spaced = strcmp(layout, "spaced") == 0;
    static const char *const trends[] = {
        "http_req_duration",        "http_req_blocked",  "http_req_connecting",
        "http_req_tls_handshaking", "http_req_sending",  "http_req_waiting",
        "http_req_receiving",       "iteration_duration"};
    for (int i = 0; i < 8; i++) {
        declare(trends[i], "trend", "time");
    }
    declare("http_reqs", "counter", "default");
    declare("iterations", "counter", "default");
    declare("data_sent", "counter", "data");
    declare("data_received", "counter", "data");
    declare("http_req_failed", "rate", "default");
    declare("checks", "rate", "default");
    declare("vus", "gauge", "default");
    declare("vus_max", "gauge", "default");
    for (uint64_t i = 0; written < limit; i++) {
        char time[64], http[4096], plain[1024];
        uint64_t s = i / 2000;
        snprintf(time, sizeof time, "2026-05-04T%02u:%02u:%02u.%09uZ",
                 (unsigned)(s / 3600 % 24), (unsigned)(s / 60 % 60), (unsigned)(s % 60),
                 (unsigned)(i * 499979 % 1000000000));
        bool fails = below(100) == 0;
        print_tags(http, true, fails ? "503" : "200", below(urls));
        print_tags(plain, false, "", 0);
        point("http_reqs", time, 1, http);
        for (int k = 0; k < 7; k++) {
            point(trends[k], time,
                  k == 0 || k == 5 ? skewed(12)
                  : k == 3         ? 0
                                   : skewed(0.02),
                  http);
        }
        point("http_req_failed", time, fails, http);
        point("checks", time, !fails, plain);
        point("data_sent", time, 100 + below(50), plain);
        point("data_received", time, below(1000) == 0 ? 2.5e6 : 1000 + below(500), plain);
        point("iteration_duration", time, skewed(13), plain);
        point("iterations", time, 1, plain);
        if (i % 2000 == 0) {
            point("vus", time, 50, "{}");
            point("vus_max", time, 50, "{}");
        }
    }
    return fflush(stdout) || ferror(stdout);
}
