#include "base/base.h"

#include "import/import.h"
#include "import/k6_around.h"
#include "import/k6_line.h"

/* k6's end-of-test summary, from the banner (or the first line of the summary, where that
 * alone was kept) to the last progress line behind it.
 *
 *      execution: local               <- header; the script is the command
 *         script: shop.js
 *     running (0m01.0s), …            <- progress and log lines, any number
 *       █ THRESHOLDS                  <- v1: expressions; before, a mark at the metric
 *       █ TOTAL RESULTS
 *         ✗ order accepted            <- checks
 *           ↳  94% — ✓ 245 / ✗ 15
 *         http_reqs......: 660 33/s   <- metrics (k6_line.h)
 *       █ SCENARIO: buyers            <- --summary-mode=full: the same names again
 *         ↳ GROUP: checkout */

enum { NEAR = 64, MOST_GROUPS = 32 };

typedef enum { TOTALS, THRESHOLDS, PART } section;

typedef struct {
    import *in;
    const text *t;
    ptrdiff_t begin;
    str script;
    result *totals, *r; /* r: the block that is being read */
    threshold **thresholds_end;
    section section;
    str parent; /* the plain metric that sub-metrics below belong to */
    str check;  /* the failed check whose figures come next */
    str scenario;
    struct {
        ptrdiff_t indent;
        str name;
    } groups[MOST_GROUPS];
    ptrdiff_t depth;
    maybe checks_failed, checks_n;
    ptrdiff_t end; /* behind the last line that was ours */
    bool interrupted, has_execution;
} reader;

static str line_at(const text *t, ptrdiff_t at)
{
    return str_trim(t->lines[at].bare);
}

static ptrdiff_t indent_at(const text *t, ptrdiff_t at)
{
    str s = t->lines[at].bare;
    return s.len - str_trim_left(s).len;
}

static ptrdiff_t number_at(const reader *rd, ptrdiff_t at)
{
    return rd->t->lines[at].line;
}

/* A line of another container in one log of docker compose. */
static bool is_foreign(const reader *rd, ptrdiff_t at)
{
    return !str_eq(rd->t->lines[at].from, rd->t->lines[rd->begin].from);
}

/* --- the summary ---------------------------------------------------------------------
 */

static str after_block(str s)
{
    return str_starts(s, S("█")) ? str_trim(str_drop(s, 3)) : (str){0};
}

static bool is_check_figures(str s)
{
    return str_starts(s, S("↳")) && str_has(s, S("%"));
}

static bool is_check(str s)
{
    return k6_take_mark(&s) != K6_NO_MARK && s.len > 0;
}

/* A metric of k6's own whose values may be unreadable: broken, cut, from the future. */
static bool is_own_metric(str s)
{
    static const char *const more[] = {"checks_total", "checks_succeeded",
                                       "checks_failed"};
    k6_take_mark(&s);
    ptrdiff_t dots = str_find(s, S("..."));
    str name = str_take(s, dots < 0 ? 0 : dots);
    for (ptrdiff_t i = 0; i < COUNTOF(more); i++) {
        if (str_eq(name, str_from(more[i]))) {
            return true;
        }
    }
    return name.len > 0 && k6_built_in(name).type != K6_UNKNOWN;
}

/* Is this the first line of a summary that has no header? Checks and groups are many
 * tools' signs: a metric must follow soon. */
static bool begins_summary(arena scratch, const text *t, ptrdiff_t at)
{
    str s = line_at(t, at), block = after_block(s);
    k6_line l;
    if (str_eq(block, S("THRESHOLDS")) || str_eq(block, S("TOTAL RESULTS"))
        || is_own_metric(s) || k6_line_parse(&scratch, s, &l)) {
        return true;
    }
    bool fresh = at == 0 || line_at(t, at - 1).len == 0;
    if (!fresh || (block.len == 0 && !is_check(s))) {
        return false;
    }
    for (ptrdiff_t i = at + 1; i < t->n && i < at + NEAR; i++) {
        s = line_at(t, i);
        arena again = scratch;
        if (k6_line_parse(&again, s, &l)) {
            return true;
        }
        if (s.len > 0 && after_block(s).len == 0 && !is_check(s)
            && !is_check_figures(s)) {
            return false;
        }
    }
    return false;
}

static result *open_result(reader *rd, ptrdiff_t line)
{
    rd->r = reading_add(rd->in->perm, rd->in->ret, S("k6"), rd->script, line);
    rd->parent = rd->check = (str){0};
    rd->checks_failed = rd->checks_n = (maybe){0};
    return rd->r;
}

/* Versions from 1.0 print both shares; where a filter left only the failed ones, the
 * share that succeeded follows. */
static void close_result(reader *rd)
{
    if (rd->r && rd->checks_failed.known && !result_metric(rd->r, S("checks"))) {
        double n = rd->checks_n.value;
        metric *m = k6_add(rd->in->perm, rd->r, S("checks"), (k6_kind){K6_RATE, K6_PLAIN},
                           rd->r->last_line);
        k6_set_share(m, round(n - rd->checks_failed.value * n), n);
    }
}

static void fill(metric *m, const metric *from)
{
    m->n = from->n;
    m->mean = from->mean;
    m->median = from->median;
    m->min = from->min;
    m->max = from->max;
    m->last = from->last;
    m->percentiles = from->percentiles;
    m->percentile_count = from->percentile_count;
    m->estimator = from->estimator;
    m->resolution = from->resolution;
}

static void add_metric(reader *rd, const k6_line *l, str raw, ptrdiff_t line)
{
    arena *perm = rd->in->perm;
    fill(k6_add(perm, rd->r, raw, l->kind, line), &l->stats);
    if (l->per_second.known) {
        metric *m = k6_add_per_second(perm, rd->r, raw, l->kind, line);
        m->n = SOME(1);
        m->mean = l->per_second;
        m->resolution = l->per_second_step;
    }
    if (l->mark != K6_NO_MARK && rd->r == rd->totals) {
        rd->thresholds_end =
            k6_add_threshold(perm, rd->thresholds_end, raw, S(""), l->mark == K6_HELD);
    }
}

/* False: the name was there before, so another summary begins. */
static bool read_metric(reader *rd, const k6_line *l, ptrdiff_t at)
{
    arena *perm = rd->in->perm;
    ptrdiff_t line = number_at(rd, at);
    bool share = l->kind.type == K6_RATE;
    str raw = l->name;
    if (l->is_sub) {
        raw = str_fmt(perm, "%.*s{%.*s}", SV(rd->parent), SV(l->name));
        if (rd->parent.len == 0) {
            reading_note(perm, rd->in->ret, DIAG_WARNING, line,
                         "a sub-metric stands below no metric");
            return true;
        }
    } else {
        rd->parent = l->name;
    }
    if (str_eq(raw, S("checks_total")) && l->kind.type == K6_COUNTER) {
        return !rd->checks_n.known;
    }
    if (str_eq(raw, S("checks_failed")) && share) {
        rd->checks_failed = l->stats.mean;
        rd->checks_n = l->stats.n;
        return true;
    }
    raw = str_eq(raw, S("checks_succeeded")) && share ? S("checks") : raw;
    if (result_metric(rd->r, k6_name(perm, raw))) {
        return false;
    }
    add_metric(rd, l, raw, line);
    return true;
}

/* `✗ 'p(95)<500' p(95)=812ms`, the name of the metric above, `{selector}`, or both. */
static bool read_threshold(reader *rd, str s)
{
    str rest = s;
    k6_mark mark = k6_take_mark(&rest);
    if (mark != K6_NO_MARK && str_starts(rest, S("'"))) {
        cut quote = str_cut_last(rest, S("' "));
        str expression = quote.found ? str_drop(quote.head, 1)
                                     : str_cut_last(str_drop(rest, 1), S("'")).head;
        rd->thresholds_end = k6_add_threshold(rd->in->perm, rd->thresholds_end,
                                              rd->check.len ? rd->check : rd->parent,
                                              expression, mark == K6_HELD);
        return true;
    }
    cut brace = str_cut(s, S("{"));
    if (mark != K6_NO_MARK || str_has(brace.head, S(" "))
        || (brace.found && !str_ends(s, S("}")))) {
        return false;
    }
    rd->parent = brace.head.len > 0 ? brace.head : rd->parent;
    rd->check = (str){0};
    if (brace.found) {
        str selector = str_trim(str_take(brace.tail, brace.tail.len - 1));
        rd->check = str_fmt(rd->in->perm, "%.*s{%.*s}", SV(rd->parent), SV(selector));
    }
    return true;
}

static void read_check(reader *rd, str s, ptrdiff_t at)
{
    if (is_check_figures(s)) {
        str yes = str_cut(s, S("✓")).tail, no = str_cut(s, S("✗")).tail;
        k6_value passed, failed;
        yes = str_cut(yes, S("/")).head;
        if (rd->check.len > 0 && rd->r == rd->totals && k6_value_parse(yes, &passed)
            && k6_value_parse(no, &failed)) {
            reading_note(rd->in->perm, rd->in->ret, DIAG_INFO, number_at(rd, at),
                         "check '%.*s' failed %.0f of %.0f times", SV(rd->check),
                         failed.value, passed.value + failed.value);
        }
        rd->check = (str){0};
        return;
    }
    k6_mark mark = k6_take_mark(&s);
    rd->check = mark == K6_CROSSED ? s : (str){0};
}

static void name_part(reader *rd, ptrdiff_t at)
{
    arena *perm = rd->in->perm;
    close_result(rd);
    open_result(rd, number_at(rd, at));
    rd->section = PART;
    if (rd->scenario.len > 0) {
        result_param(perm, rd->r, S("scenario"), rd->scenario);
    }
    str path = {0};
    for (ptrdiff_t i = 0; i < rd->depth; i++) {
        path =
            str_fmt(perm, "%.*s%s%.*s", SV(path), i ? "::" : "", SV(rd->groups[i].name));
    }
    if (rd->depth > 0) {
        result_param(perm, rd->r, S("group"), path);
    }
}

/* `█ SCENARIO: x`, `█ GROUP: x`, `↳ GROUP: x` nested by indentation; `█ x` of versions
 * before 1.0 is a group of checks and opens no part. */
static bool read_heading(reader *rd, str s, ptrdiff_t at)
{
    str block = after_block(s);
    bool nested = str_starts(s, S("↳ GROUP:"));
    if (nested) {
        block = str_drop(s, 4);
    }
    str name;
    ptrdiff_t indent = indent_at(rd->t, at);
    if (str_eq(block, S("THRESHOLDS"))) {
        rd->section = THRESHOLDS;
    } else if (str_eq(block, S("TOTAL RESULTS"))) {
        rd->section = TOTALS;
        rd->parent = rd->check = (str){0};
    } else if (k6_header_value(block, S("SCENARIO:"), &name)) {
        rd->scenario = name;
        rd->depth = 0;
        name_part(rd, at);
    } else if (k6_header_value(block, S("GROUP:"), &name)) {
        rd->scenario = nested ? rd->scenario : (str){0};
        rd->depth = nested ? rd->depth : 0;
        while (rd->depth > 0 && rd->groups[rd->depth - 1].indent >= indent) {
            rd->depth--;
        }
        if (rd->depth < MOST_GROUPS) {
            rd->groups[rd->depth].indent = indent;
            rd->groups[rd->depth++].name = name;
        }
        name_part(rd, at);
    } else {
        return block.len > 0;
    }
    return true;
}

/* CUSTOM, HTTP, WEB_VITALS, … of versions from 1.0. */
static bool is_section_word(str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if ((s.ptr[i] < 'A' || s.ptr[i] > 'Z') && s.ptr[i] != '_') {
            return false;
        }
    }
    return s.len >= 3 && s.len <= 20;
}

typedef enum { NOT_OURS, OURS, NEXT_SUMMARY } verdict;

/* Checks stand in front of the metrics (but for their own, from 1.0 on). */
static bool metrics_began(const reader *rd)
{
    const metric *first = rd->r->metrics;
    return first && (first->next || !str_eq(first->name, S("checks")));
}

static void unreadable(reader *rd, str s, ptrdiff_t at)
{
    reading_note(rd->in->perm, rd->in->ret, DIAG_WARNING, number_at(rd, at),
                 "the values of '%.*s' can't be read", SV(str_cut(s, S("...")).head));
    if (text_ends_here(rd->t, at)) {
        rd->totals->status = STATUS_PARTIAL;
        rd->totals->status_why = S("the file ends in the middle of the summary");
    }
}

static verdict read_line(reader *rd, ptrdiff_t at)
{
    str s = line_at(rd->t, at);
    k6_line l;
    if (s.len == 0) {
        return NOT_OURS; /* belongs to us where more follows */
    }
    if (k6_line_parse(rd->in->perm, s, &l)) {
        rd->section = rd->section == THRESHOLDS ? TOTALS : rd->section;
        return read_metric(rd, &l, at) ? OURS : NEXT_SUMMARY;
    }
    if (str_eq(after_block(s), S("THRESHOLDS")) && rd->end > rd->begin
        && (rd->totals->metrics || rd->totals->thresholds)) {
        return NEXT_SUMMARY;
    }
    if (read_heading(rd, s, at)) {
        return OURS;
    }
    if (rd->section == THRESHOLDS && read_threshold(rd, s)) {
        return OURS;
    }
    if (is_check_figures(s) || is_check(s)) {
        if (metrics_began(rd)) {
            return NEXT_SUMMARY;
        }
        read_check(rd, s, at);
        return OURS;
    }
    if (is_own_metric(s) || (str_has(s, S("...:")) && rd->r->metrics && !k6_is_log(s))) {
        unreadable(rd, s, at);
        return OURS;
    }
    return is_section_word(s) ? OURS : NOT_OURS;
}

/* Reads from the summary's first line to its last. Lines of others in between are passed
 * over while more of ours follow soon. */
static void read_summary(reader *rd, ptrdiff_t at)
{
    const text *t = rd->t;
    ptrdiff_t strange[NEAR], n = 0;
    for (; at < t->n && n < NEAR; at++) {
        str s = line_at(t, at);
        if (is_foreign(rd, at)) {
            continue;
        }
        if (k6_is_banner(s) || k6_is_prompt(s) || str_starts(s, S("execution: "))) {
            break;
        }
        verdict v = read_line(rd, at);
        if (v == NEXT_SUMMARY) {
            break;
        }
        if (v == NOT_OURS && s.len > 0) {
            strange[n++] = at;
        }
        for (ptrdiff_t i = 0; v == OURS && i < n; i++) {
            str other = line_at(t, strange[i]);
            if (!k6_is_log(other) && !k6_is_progress(other)) {
                import_pass_over(rd->in, number_at(rd, strange[i]));
            }
        }
        n = v == OURS ? 0 : n;
        rd->end = v == OURS ? at + 1 : rd->end;
    }
    close_result(rd);
}

/* Progress and complaints that k6 prints behind the summary. */
static void pass_tail(reader *rd)
{
    for (ptrdiff_t at = rd->end; at < rd->t->n && at < rd->end + NEAR; at++) {
        str s = line_at(rd->t, at);
        bool crossed = false;
        if (is_foreign(rd, at)) {
            continue;
        }
        if (k6_is_bar(s, &crossed)) {
            rd->interrupted = rd->interrupted || crossed;
        }
        if (k6_is_progress(s) || k6_is_log(s)) {
            rd->end = at + 1;
        } else if (s.len > 0) {
            break;
        }
    }
}

/* Finds the summary behind a header; t->n: there is none before the next run. */
static ptrdiff_t find_summary(reader *rd)
{
    const text *t = rd->t;
    for (ptrdiff_t at = rd->begin; at < t->n; at++) {
        str s = line_at(t, at), value;
        bool crossed = false;
        if (is_foreign(rd, at)) {
            continue;
        }
        if (at > rd->begin && (k6_is_banner(s) || k6_is_prompt(s))) {
            break;
        }
        if (k6_header_value(s, S("execution: "), &value)) {
            if (rd->has_execution) {
                break;
            }
            rd->has_execution = true;
            rd->end = at + 1;
        } else if (k6_header_value(s, S("script: "), &value)) {
            if (rd->script.len > 0) {
                break;
            }
            rd->script = value;
            rd->end = at + 1;
        } else if (k6_is_bar(s, &crossed)) {
            rd->interrupted = crossed;
            rd->end = at + 1;
        } else if (begins_summary(rd->in->scratch, t, at)) {
            return at;
        }
    }
    return t->n;
}

static bool begins_header(str s)
{
    str value;
    return k6_is_banner(s) || k6_header_value(s, S("execution: "), &value)
           || k6_header_value(s, S("script: "), &value);
}

/* Takes back the results from *from on that came to no figures. */
static void drop_empty(reading *to, result **from)
{
    while (*from) {
        if ((*from)->metrics) {
            from = &(*from)->next;
        } else {
            *from = (*from)->next;
            to->result_count--;
        }
    }
    to->results_end = from;
}

static ptrdiff_t no_summary(reader *rd)
{
    if (!rd->has_execution || rd->script.len == 0) {
        return rd->begin;
    }
    reading_note(rd->in->perm, rd->in->ret, DIAG_WARNING, number_at(rd, rd->begin),
                 "the k6 run of '%.*s' ends without a summary", SV(rd->script));
    return rd->end;
}

static ptrdiff_t k6_block(import *in, const text *t, ptrdiff_t at)
{
    str s = line_at(t, at);
    bool header = begins_header(s);
    if (s.len == 0 || (!header && !begins_summary(in->scratch, t, at))) {
        return at;
    }
    reader rd = {.in = in, .t = t, .begin = at, .end = at};
    ptrdiff_t summary = header ? find_summary(&rd) : at;
    if (summary == t->n) {
        return no_summary(&rd);
    }
    result **before = in->ret->results_end;
    rd.totals = open_result(&rd, t->lines[at].line);
    rd.thresholds_end = &rd.totals->thresholds;
    read_summary(&rd, summary);
    pass_tail(&rd);
    if (rd.interrupted) {
        rd.totals->status = STATUS_PARTIAL;
        rd.totals->status_why = S("the run was stopped before its end");
    }
    drop_empty(in->ret, before);
    return *before || !header ? rd.end : no_summary(&rd);
}

const importer importer_k6_text = {
    .name = "k6-text",
    .tool = "k6",
    .shape = "the end-of-test summary of every version, with groups and scenarios",
    .block = k6_block,
};
