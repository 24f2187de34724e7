#include "base/base.h"

#include "model/known.h"

#define ROW(name, unit, better, title)                                                   \
    {                                                                                    \
        STR_INIT(name), STR_INIT(unit), better, STR_INIT(title)                          \
    }

static const known_metric table[] = {
    ROW("wall_time", "s", BETTER_LOWER, "wall time"),
    ROW("request_rate", "1/s", BETTER_HIGHER, "requests per second"),
    ROW("latency", "s", BETTER_LOWER, "latency"),
    ROW("throughput", "B/s", BETTER_HIGHER, "throughput"),
    ROW("user_time", "s", BETTER_LOWER, "user time"),
    ROW("system_time", "s", BETTER_LOWER, "system time"),
    ROW("peak_memory", "B", BETTER_LOWER, "peak memory"),
    ROW("memory", "B", BETTER_LOWER, "memory"),
    ROW("cpu_percent", "1", BETTER_LOWER, "processor use"),
    ROW("requests", "1", BETTER_HIGHER, "requests"),
    ROW("http_1xx", "1", BETTER_UNSTATED, "answers with 1xx"),
    ROW("http_2xx", "1", BETTER_HIGHER, "answers with 2xx"),
    ROW("http_3xx", "1", BETTER_UNSTATED, "answers with 3xx"),
    ROW("http_4xx", "1", BETTER_LOWER, "answers with 4xx"),
    ROW("http_5xx", "1", BETTER_LOWER, "answers with 5xx"),
    ROW("http_other", "1", BETTER_LOWER, "other answers"),
    ROW("http_req_failed", "1", BETTER_LOWER, "share of failed requests"),
    ROW("errors", "1", BETTER_LOWER, "errors"),
    ROW("checks", "1", BETTER_HIGHER, "share of checks passed"),
    ROW("bytes_copied", "B", BETTER_UNSTATED, "bytes copied"),
    ROW("data_received", "B", BETTER_UNSTATED, "data received"),
    ROW("data_received_rate", "B/s", BETTER_HIGHER, "data received per second"),
    ROW("data_sent", "B", BETTER_UNSTATED, "data sent"),
    ROW("data_sent_rate", "B/s", BETTER_HIGHER, "data sent per second"),
    ROW("iterations", "1", BETTER_HIGHER, "iterations"),
    ROW("iterations_rate", "1/s", BETTER_HIGHER, "iterations per second"),
    ROW("iteration_duration", "s", BETTER_LOWER, "iteration duration"),
    ROW("iops", "1/s", BETTER_HIGHER, "I/O operations per second"),
    ROW("ios", "1", BETTER_HIGHER, "I/O operations"),
    ROW("completion_latency", "s", BETTER_LOWER, "completion latency"),
    ROW("submission_latency", "s", BETTER_LOWER, "submission latency"),
    ROW("vus", "1", BETTER_UNSTATED, "virtual users"),
    ROW("vus_max", "1", BETTER_UNSTATED, "virtual users at most"),
};

known_metric known_metric_at(ptrdiff_t i)
{
    return i >= 0 && i < COUNTOF(table) ? table[i] : (known_metric){0};
}

known_metric known_metric_of(str name)
{
    str parent = str_cut(name, S("{")).head;
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        if (str_eq(table[i].name, parent)) {
            return table[i];
        }
    }
    return (known_metric){.name = name, .unit = S("1")};
}

str metric_title(arena *perm, str name)
{
    known_metric known = known_metric_of(name);
    cut sub = str_cut(name, S("{"));
    if (known.title.len == 0) {
        return str_replace(perm, name, S("_"), S(" "));
    }
    return sub.found ? str_fmt(perm, "%.*s {%.*s", SV(known.title), SV(sub.tail))
                     : known.title;
}
