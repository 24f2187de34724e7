#include "base/base.h"

#include "base/num.h"
#include "import/k6.h"
#include "model/known.h"

/* k6's own metrics: "Built-in metrics" of its documentation, versions 0.18 to 2.2. */
static const struct {
    const char *name;
    k6_kind kind;
} built_in[] = {
    {"http_reqs", {K6_COUNTER, K6_PLAIN}},
    {"http_req_duration", {K6_TREND, K6_TIME}},
    {"http_req_blocked", {K6_TREND, K6_TIME}},
    {"http_req_connecting", {K6_TREND, K6_TIME}},
    {"http_req_looking_up", {K6_TREND, K6_TIME}},
    {"http_req_tls_handshaking", {K6_TREND, K6_TIME}},
    {"http_req_sending", {K6_TREND, K6_TIME}},
    {"http_req_waiting", {K6_TREND, K6_TIME}},
    {"http_req_receiving", {K6_TREND, K6_TIME}},
    {"http_req_failed", {K6_RATE, K6_PLAIN}},
    {"iterations", {K6_COUNTER, K6_PLAIN}},
    {"iteration_duration", {K6_TREND, K6_TIME}},
    {"dropped_iterations", {K6_COUNTER, K6_PLAIN}},
    {"group_duration", {K6_TREND, K6_TIME}},
    {"vus", {K6_GAUGE, K6_PLAIN}},
    {"vus_max", {K6_GAUGE, K6_PLAIN}},
    {"checks", {K6_RATE, K6_PLAIN}},
    {"data_received", {K6_COUNTER, K6_DATA}},
    {"data_sent", {K6_COUNTER, K6_DATA}},
    {"ws_sessions", {K6_COUNTER, K6_PLAIN}},
    {"ws_msgs_sent", {K6_COUNTER, K6_PLAIN}},
    {"ws_msgs_received", {K6_COUNTER, K6_PLAIN}},
    {"ws_ping", {K6_TREND, K6_TIME}},
    {"ws_session_duration", {K6_TREND, K6_TIME}},
    {"ws_connecting", {K6_TREND, K6_TIME}},
    {"grpc_req_duration", {K6_TREND, K6_TIME}},
    {"grpc_streams", {K6_COUNTER, K6_PLAIN}},
    {"grpc_streams_msgs_sent", {K6_COUNTER, K6_PLAIN}},
    {"grpc_streams_msgs_received", {K6_COUNTER, K6_PLAIN}},
    {"browser_data_received", {K6_COUNTER, K6_DATA}},
    {"browser_data_sent", {K6_COUNTER, K6_DATA}},
    {"browser_http_req_duration", {K6_TREND, K6_TIME}},
    {"browser_http_req_failed", {K6_RATE, K6_PLAIN}},
    {"browser_web_vital_cls", {K6_TREND, K6_PLAIN}},
    {"browser_web_vital_fcp", {K6_TREND, K6_TIME}},
    {"browser_web_vital_fid", {K6_TREND, K6_TIME}},
    {"browser_web_vital_inp", {K6_TREND, K6_TIME}},
    {"browser_web_vital_lcp", {K6_TREND, K6_TIME}},
    {"browser_web_vital_ttfb", {K6_TREND, K6_TIME}},
};

k6_kind k6_built_in(str name)
{
    str parent = str_cut(name, S("{")).head;
    for (ptrdiff_t i = 0; i < COUNTOF(built_in); i++) {
        if (str_eq(parent, str_from(built_in[i].name))) {
            return built_in[i].kind;
        }
    }
    return (k6_kind){0};
}

k6_type k6_type_named(str word)
{
    static const char *const words[] = {"", "trend", "counter", "rate", "gauge"};
    for (int i = K6_TREND; i <= K6_GAUGE; i++) {
        if (str_eq(word, str_from(words[i]))) {
            return (k6_type)i;
        }
    }
    return K6_UNKNOWN;
}

k6_contains k6_contains_named(str word)
{
    return str_eq(word, S("time"))   ? K6_TIME
           : str_eq(word, S("data")) ? K6_DATA
                                     : K6_PLAIN;
}

/* `raw` with its plain name replaced: parent and {selector} are told apart first. */
static str renamed(arena *perm, str raw, str from, str to)
{
    str parent = str_cut(raw, S("{")).head;
    if (!str_eq(parent, from)) {
        return raw;
    }
    return str_fmt(perm, "%.*s%.*s", SV(to), SV(str_drop(raw, parent.len)));
}

str k6_name(arena *perm, str raw)
{
    str name = renamed(perm, raw, S("http_req_duration"), S("latency"));
    return renamed(perm, name, S("http_reqs"), S("requests"));
}

double k6_base(k6_contains contains, double v)
{
    return contains == K6_TIME ? num_shift(v, -3) : v;
}

/* A script's own metric has a direction only where its name is one that the model knows
 * in the same unit. */
static better direction(str name, str raw, k6_kind kind, str unit)
{
    known_metric known = known_metric_of(name);
    if (known.title.len > 0 && str_eq(known.unit, unit)) {
        return known.better;
    }
    bool own_time = kind.contains == K6_TIME && k6_built_in(raw).type == K6_TREND;
    return own_time ? BETTER_LOWER : BETTER_UNSTATED;
}

static metric *add(arena *perm, result *r, str name, str unit, ptrdiff_t line)
{
    metric *m = result_add(perm, r, name, line);
    m->unit = unit;
    return m;
}

metric *k6_add(arena *perm, result *r, str raw, k6_kind kind, ptrdiff_t line)
{
    bool share = kind.type == K6_RATE;
    str unit = share || kind.contains == K6_PLAIN ? S("1")
               : kind.contains == K6_TIME         ? S("s")
                                                  : S("B");
    metric *m = add(perm, r, k6_name(perm, raw), unit, line);
    m->better = direction(m->name, raw, kind, unit);
    m->spread_within_run = kind.type == K6_TREND || kind.type == K6_GAUGE;
    return m;
}

metric *k6_add_per_second(arena *perm, result *r, str raw, k6_kind kind, ptrdiff_t line)
{
    str parent = str_cut(raw, S("{")).head;
    str selector = str_drop(raw, parent.len);
    str name = str_eq(parent, S("http_reqs"))
                   ? str_fmt(perm, "request_rate%.*s", SV(selector))
                   : str_fmt(perm, "%.*s_rate%.*s", SV(parent), SV(selector));
    str unit = kind.contains == K6_DATA   ? S("B/s")
               : kind.contains == K6_TIME ? S("1")
                                          : S("1/s");
    metric *m = add(perm, r, name, unit, line);
    m->better = direction(m->name, raw, (k6_kind){0}, unit);
    return m;
}

void k6_set_share(metric *m, double yes, double all)
{
    m->n = SOME(all);
    if (all > 0) {
        m->mean = SOME(yes / all);
    }
}

threshold **k6_add_threshold(arena *perm, threshold **end, str raw, str expression,
                             bool ok)
{
    *end = NEW(perm, threshold, 1);
    **end = (threshold){.metric = str_copy(perm, k6_name(perm, raw)),
                        .expression = str_copy(perm, expression),
                        .ok = ok};
    return &(*end)->next;
}
