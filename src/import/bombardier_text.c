#include "base/base.h"

#include "base/num.h"
#include "import/block.h"
#include "import/bombardier_common.h"

/* One run of bombardier (v0.1 to v2.0):
 *
 *     Bombarding http://127.0.0.1:8080/ for 10s using 125 connection(s)
 *     [===============================================] 10s
 *     Done!
 *     Statistics        Avg      Stdev        Max
 *       Reqs/sec     34704.37    6467.71   50093.68
 *       Latency      229.98us   379.91us    38.70ms
 *       Latency Distribution
 *          50%   196.00us
 *       HTTP codes:
 *         1xx - 0, 2xx - 172842, 3xx - 0, 4xx - 0, 5xx - 0
 *         others - 12
 *       Errors:
 *         timeout - 12
 *       Throughput:     7.29MB/s
 *
 * -p leaves out the first three lines. Fields grow beyond their columns, pastes lose
 * their indentation: words decide. Versions 1.2 to 1.2.2 end without a line break, so
 * that the next run's first line may stand behind "/s". */

typedef struct {
    import *in;
    const text *t;
    ptrdiff_t end; /* the line after the last that was read */
    result *r;     /* NULL until a figure is found */
    ptrdiff_t begin;
    /* of the intro; ptr == NULL: there was none */
    str url, amount, connections;
    bool timed;
    double wanted;
    metric *latency, *distribution;
    bombardier_counts counts;
    bool has_codes, has_others, in_errors, has_throughput;
    double errors;
    str error; /* the begin of one whose text goes on in the next line */
    ptrdiff_t errors_line;
} run;

typedef enum { NOT_OURS, OURS, LAST, REFUSED } verdict;

static verdict as(bool good)
{
    return good ? OURS : REFUSED;
}

static bool refuse(run *b, ptrdiff_t line, str token, const char *wanted)
{
    return block_refuse(b->in, b->t, line, token, wanted);
}

/* --- intro -------------------------------------------------------------------------- */

/* A Go duration: "10s", "5m0s", "1h0m0.5s", "500ms". */
static bool go_duration(str s, double *ret)
{
    static const struct {
        str name;
        double seconds;
    } units[] = {
        {STR_INIT("ns"), 1e-9}, {STR_INIT("us"), 1e-6}, {STR_INIT("\xC2\xB5s"), 1e-6},
        {STR_INIT("ms"), 1e-3}, {STR_INIT("s"), 1},     {STR_INIT("m"), 60},
        {STR_INIT("h"), 3600},
    };
    double sum = 0;
    while (s.len > 0) {
        str digits;
        double v;
        if (!figure_digits(&s, &digits) || !num_double(digits, &v)) {
            return false;
        }
        ptrdiff_t u = 0;
        while (u < COUNTOF(units) && !str_starts(s, units[u].name)) {
            u++;
        }
        /* "m" begins "ms", too, but ms stands before it in the table. */
        if (u == COUNTOF(units)) {
            return false;
        }
        sum += v * units[u].seconds;
        s = str_drop(s, units[u].name.len);
    }
    *ret = sum;
    return true;
}

/* "Bombarding URL with N request(s)|for DURATION using N connection(s)". */
static bool intro(run *b, str s)
{
    if (!str_starts(s, S("Bombarding "))) {
        return false;
    }
    cut using = str_cut_last(str_drop(s, 11), S(" using "));
    cut amount = str_cut_last(using.head, S(" for "));
    b->timed = amount.found;
    if (!amount.found) {
        amount = str_cut_last(using.head, S(" with "));
    }
    str tail = using.tail;
    b->connections = str_word(&tail);
    if (!using.found || !amount.found || !str_has(tail, S("connection"))) {
        return false;
    }
    b->url = str_trim(amount.head);
    b->amount = str_word(&amount.tail);
    b->wanted = 0;
    if (!b->timed && !num_double(b->amount, &b->wanted)) {
        return false;
    }
    return true;
}

static bool statistics_head(str s)
{
    return str_eq(str_word(&s), S("Statistics")) && str_eq(str_word(&s), S("Avg"))
           && str_eq(str_word(&s), S("Stdev"));
}

/* "[====>---] 00m07s", " 120 / 500 [==>---]  24.00% 49/s", "Done!"; without a terminal's
 * width the bar is empty: " 00m07s". */
static bool is_progress(str s)
{
    str rest = s, digits;
    double seconds;
    bool counted =
        figure_digits(&rest, &digits) && str_starts(str_trim_left(rest), S("/ "));
    return s.len == 0 || str_starts(s, S("[")) || counted || go_duration(s, &seconds)
           || str_ends(s, S("Done!")) || str_starts(s, S("```"))
           || str_starts(s, S("^C"));
}

enum { MOST_NOISE = 8 /* foreign lines between intro and statistics */ };

/* The statistics that belong to the intro above line i; -1: there are none. *behind: the
 * line after the last one that is the run's. */
static ptrdiff_t find_statistics(const text *t, ptrdiff_t i, ptrdiff_t *behind)
{
    *behind = i;
    for (int noise = 0; i < t->n && noise < MOST_NOISE; i++) {
        str s = block_line(t, i);
        if (statistics_head(s)) {
            return i;
        }
        if (str_has(s, S("ombard")) || str_starts(s, S("{"))) {
            return -1;
        }
        if (is_progress(s)) {
            *behind = s.len > 0 ? i + 1 : *behind;
        } else {
            noise++;
        }
    }
    return -1;
}

/* --- statistics --------------------------------------------------------------------- */

static result *need_result(run *b)
{
    if (!b->r) {
        arena *perm = b->in->perm;
        b->r = reading_add(perm, b->in->ret, S("bombardier"), (str){0},
                           b->t->lines[b->begin].line);
        if (b->url.ptr) {
            double seconds;
            result_param(perm, b->r, S("url"), b->url);
            str amount = b->timed && go_duration(b->amount, &seconds)
                             ? bombardier_seconds(perm, seconds)
                             : b->amount;
            result_param(perm, b->r, b->timed ? S("duration") : S("requests"), amount);
            result_param(perm, b->r, S("connections"), b->connections);
        }
    }
    return b->r;
}

static bool not_enough(str s)
{
    return str_starts(s, S("There wasn't enough data"));
}

typedef bool take_figure(str *s, figure *ret);

static bool take_rate(str *s, figure *ret)
{
    str digits;
    return figure_digits(s, &digits) && figure_scale(digits, 0, 1, ret);
}

static bool take_latency(str *s, figure *ret)
{
    return figure_time(s, TIME_UP_TO_H, ret);
}

/* "Avg Stdev Max" of requests per second or of latency. */
static bool three(run *b, ptrdiff_t i, str name, str s, take_figure *take)
{
    bool rate = take == take_rate;
    maybe v[3] = {0};
    double step = 0;
    for (int k = 0; k < 3; k++) {
        figure f;
        if (load_nan(&s)) {
            continue; /* Go's word for what it can't compute */
        }
        str begin = str_trim_left(s);
        if (!take(&s, &f)) {
            return refuse(b, i, s.len > 0 ? begin : s,
                          rate ? "a number" : "a time in us, ms, s, m or h");
        }
        v[k] = SOME(f.value);
        step = k == 0 ? f.step : step;
    }
    if (!v[0].known && !v[1].known && !v[2].known) {
        return true;
    }
    metric *m = result_add(b->in->perm, need_result(b), name, b->t->lines[i].line);
    m->mean = v[0];
    m->stddev = v[1];
    m->max = v[2];
    m->resolution = step;
    m->spread_within_run = true;
    b->latency = rate ? b->latency : m;
    b->distribution = b->latency;
    return true;
}

/* "50%   196.00us", by nearest rank: the tool takes the smallest of its whole
 * microseconds whose cumulative count reaches the share. */
static verdict percentile_line(run *b, ptrdiff_t i, str s)
{
    str digits, rest = s;
    double p;
    figure f;
    if (!b->distribution || !figure_digits(&rest, &digits) || !str_starts(rest, S("%"))
        || !num_double(digits, &p)) {
        return NOT_OURS;
    }
    rest = str_drop(rest, 1);
    if (!figure_time(&rest, TIME_UP_TO_H, &f)) {
        return as(refuse(b, i, rest, "a time in us, ms, s, m or h"));
    }
    metric *m = b->distribution;
    m->estimator = ESTIMATOR_NEAREST_RANK;
    load_percentile(b->in->perm, m, p, f.value);
    return OURS;
}

/* "Latency Distribution", in forks followed by "(Total)" or "(2xx)". */
static void distribution_head(run *b, ptrdiff_t i, str s)
{
    cut class = str_cut(s, S("("));
    str name = str_cut(class.tail, S(")")).head;
    b->distribution = b->latency;
    if (class.found && !str_eq_nocase(name, S("Total"))) {
        name = str_fmt(b->in->perm, "latency{status:%.*s}", SV(name));
        b->distribution =
            result_add(b->in->perm, need_result(b), name, b->t->lines[i].line);
        b->distribution->spread_within_run = true;
    } else if (!b->distribution) {
        b->distribution = b->latency =
            result_add(b->in->perm, need_result(b), S("latency"), b->t->lines[i].line);
        b->latency->spread_within_run = true;
    }
}

/* "1xx - 0, 2xx - 172842, 3xx - 0, 4xx - 0, 5xx - 0" */
static bool codes_line(run *b, ptrdiff_t i, str s)
{
    for (int k = 0; k < COUNTOF(b->counts.code); k++) {
        char name[16];
        snprintf(name, sizeof name, "%dxx - ", k + 1);
        s = str_trim_left(s);
        if (!str_starts(s, str_from(name))) {
            return refuse(b, i, s, "the count of a status class");
        }
        s = str_drop(s, 6);
        if (!figure_count(&s, &b->counts.code[k])) {
            return refuse(b, i, s, "a number of answers");
        }
        s = str_starts(s, S(",")) ? str_drop(s, 1) : s;
    }
    b->counts.line = b->t->lines[i].line;
    b->has_codes = true;
    need_result(b);
    return true;
}

static bool others_line(run *b, ptrdiff_t i, str s)
{
    s = str_cut(s, S(" -")).tail;
    if (!figure_count(&s, &b->counts.others)) {
        return refuse(b, i, s, "a number of requests");
    }
    b->counts.others_line = b->t->lines[i].line;
    b->has_others = true;
    return true;
}

/* "    timeout - 12"; a text may hold line breaks: the count stands on the last line. */
static void error_line(run *b, ptrdiff_t i, str s)
{
    cut c = str_cut_last(s, S(" - "));
    double n;
    str count = c.tail;
    bool counted = c.found && figure_count(&count, &n) && str_trim(count).len == 0;
    str words = counted ? str_trim(c.head) : s;
    if (b->error.len > 0 && b->error.len < 400) {
        words = str_fmt(b->in->perm, "%.*s %.*s", SV(b->error), SV(words));
    }
    b->error = counted ? (str){0} : words;
    if (counted) {
        b->errors += n;
        bombardier_note_error(b->in, b->t->lines[i].line, words, n);
    }
}

/* "7.29MB/s"; the units are powers of 1024, and below 870 there is none. */
static bool throughput_line(run *b, ptrdiff_t i, str s, str *glued)
{
    static const struct {
        str name;
        double factor;
    } units[] = {
        {STR_INIT("/s"), 1},        {STR_INIT("KB/s"), 0x1p10},
        {STR_INIT("MB/s"), 0x1p20}, {STR_INIT("GB/s"), 0x1p30},
        {STR_INIT("TB/s"), 0x1p40}, {STR_INIT("PB/s"), 0x1p50},
    };
    str digits;
    s = str_trim_left(s);
    str whole = s;
    if (!figure_digits(&s, &digits)) {
        return refuse(b, i, s, "a throughput");
    }
    s = str_trim_left(s);
    for (ptrdiff_t u = 0; u < COUNTOF(units); u++) {
        figure f;
        if (str_starts(s, units[u].name)
            && figure_scale(digits, 0, units[u].factor, &f)) {
            metric *m = result_add_value(b->in->perm, need_result(b), S("throughput"),
                                         f.value, b->t->lines[i].line);
            m->resolution = f.step;
            b->has_throughput = true;
            *glued = str_trim_left(str_drop(s, units[u].name.len));
            return true;
        }
    }
    return refuse(b, i, whole, "a throughput with its unit (B, KB, MB ... per second)");
}

/* --- the run ------------------------------------------------------------------------ */

/* Is the unknown line in the Errors section part of an error's text? Only if the section
 * goes on to its end. */
static bool error_goes_on(const run *b, ptrdiff_t i)
{
    for (ptrdiff_t k = i; b->in_errors && k < i + 40 && k < b->t->n; k++) {
        str s = block_line(b->t, k);
        if (str_starts(s, S("Throughput:"))) {
            return true;
        }
        if (statistics_head(s) || str_starts(s, S("Bombarding "))) {
            return false;
        }
    }
    return false;
}

static verdict statistics_line(run *b, ptrdiff_t i, str s, str *glued)
{
    if (str_starts(s, S("Throughput:"))) {
        return throughput_line(b, i, str_drop(s, 11), glued) ? LAST : REFUSED;
    }
    if (error_goes_on(b, i)) {
        error_line(b, i, s);
        return OURS;
    }
    if (str_starts(s, S("Reqs/sec"))) {
        return as(three(b, i, S("request_rate"), str_drop(s, 8), take_rate));
    }
    if (str_starts(s, S("Latency Distribution"))) {
        distribution_head(b, i, s);
        return OURS;
    }
    if (str_starts(s, S("Latency"))) {
        return as(three(b, i, S("latency"), str_drop(s, 7), take_latency));
    }
    if (str_starts(s, S("HTTP codes:")) || not_enough(s)) {
        return OURS;
    }
    if (str_starts(s, S("1xx - "))) {
        return as(codes_line(b, i, s));
    }
    if (b->has_codes && (str_starts(s, S("others -")) || str_starts(s, S("errored -")))) {
        return as(others_line(b, i, s));
    }
    if (b->has_others && str_starts(s, S("Errors:"))) {
        b->in_errors = true;
        b->errors_line = b->t->lines[i].line;
        return OURS;
    }
    return percentile_line(b, i, s);
}

/* Is s the first half of what a line of the statistics begins with? */
static bool begins_a_line(str s)
{
    static const char *const begins[] = {"Reqs/sec",
                                         "Latency",
                                         "Latency Distribution",
                                         "There wasn't enough data",
                                         "HTTP codes:",
                                         "1xx -",
                                         "others -",
                                         "Errors:",
                                         "Throughput:"};
    for (ptrdiff_t i = 0; i < COUNTOF(begins); i++) {
        if (s.len > 0 && str_starts(str_from(begins[i]), s)) {
            return true;
        }
    }
    return false;
}

/* Does the file end, without a line end, in the last line of the run or in one that was
 * about to become the next? */
static bool ends_the_file(const run *b)
{
    return block_ends_file(b->t, b->end)
           || (block_ends_file(b->t, b->end + 1)
               && begins_a_line(block_line(b->t, b->end)));
}

static void finish(run *b)
{
    arena *perm = b->in->perm;
    if (!b->r) {
        reading_note(perm, b->in->ret, DIAG_WARNING, b->t->lines[b->begin].line,
                     "a run of bombardier has no figures: was it stopped, or cut off?");
        return;
    }
    if (b->has_codes && b->has_others) {
        bombardier_add_counts(b->in, b->r, &b->counts, b->wanted);
        if (b->latency) {
            b->latency->n = SOME(bombardier_requests(&b->counts));
        }
    } else if (b->has_codes) {
        bombardier_add_codes(b->in, b->r, &b->counts);
    }
    if (b->in_errors) {
        result_add_value(perm, b->r, S("errors"), b->errors, b->errors_line);
    }
    if (!b->has_throughput) {
        b->r->status = STATUS_PARTIAL;
        b->r->status_why = S("the statistics end before the throughput");
        reading_note(perm, b->in->ret, DIAG_WARNING, b->t->lines[b->end - 1].line,
                     "the statistics of bombardier end before the throughput");
    }
    b->r->last_line = b->t->lines[b->end - 1].line;
}

/* Reads the statistics whose head is at line i. */
static verdict read_statistics(run *b, ptrdiff_t i, str *glued)
{
    verdict v = OURS;
    b->end = i + 1;
    for (i++; i < b->t->n && v == OURS; i++) {
        str s = block_line(b->t, i);
        if (s.len == 0) {
            continue; /* pastes have blank lines between; the end stays before them */
        }
        v = statistics_line(b, i, s, glued);
        b->end = v == NOT_OURS ? b->end : i + 1;
    }
    if (v != LAST && v != REFUSED && b->r && ends_the_file(b)) {
        return as(block_cut(b->in, b->t, "the statistics"));
    }
    return v;
}

static ptrdiff_t bombardier_block(import *in, const text *t, ptrdiff_t at)
{
    str s = str_trim_left(t->lines[at].bare);
    if (s.len == 0 || (*s.ptr != 'B' && *s.ptr != 'S')) {
        return at;
    }
    s = str_trim_right(s);
    ptrdiff_t line = at, end = at;
    while (s.len > 0) {
        run b = {.in = in, .t = t, .begin = line};
        ptrdiff_t head = line, behind = line + 1;
        if (intro(&b, s)) {
            head = find_statistics(t, line + 1, &behind);
        } else if (!statistics_head(s)) {
            break;
        }
        b.end = end = behind;
        s = (str){0};
        if (head < 0 && end < t->n && str_starts(block_line(t, end), S("{"))) {
            break; /* -o json: that row's */
        }
        if (head >= 0 && read_statistics(&b, head, &s) == REFUSED) {
            return b.end;
        }
        finish(&b);
        end = b.end;
        line = end - 1;
    }
    return end;
}

const importer importer_bombardier_text = {
    .name = "bombardier-text",
    .tool = "bombardier",
    .shape = "terminal text of every version, with and without -l",
    .block = bombardier_block,
};
