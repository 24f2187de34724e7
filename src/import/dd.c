#include "base/base.h"

#include "base/num.h"
#include "import/dd_line.h"
#include "model/unit.h"

/* One report of dd, from its messages to its transfer line. */
typedef struct {
    ptrdiff_t first; /* index of its first line */
    ptrdiff_t end;   /* behind its last */
    bool has_records, interrupted;
    ptrdiff_t records_at, transfer_at;
    int64_t out_full, out_part;
    bool has_transfer;
    dd_transfer transfer;
    int errors;
    str reason; /* of the last error */
} report_lines;

static str line_of(const text *t, ptrdiff_t i)
{
    return str_trim(t->lines[i].bare);
}

static bool records_at(const text *t, ptrdiff_t i, int64_t *full, int64_t *part)
{
    return i < t->n
           && memchr(t->lines[i].bare.ptr ? t->lines[i].bare.ptr : "", '+',
                     (size_t)t->lines[i].bare.len)
           && dd_records_line(t->lines[i].bare, full, part);
}

static dd_kind transfer_at(const text *t, ptrdiff_t i, dd_transfer *ret, str *bad)
{
    return i < t->n ? dd_transfer_line(t->lines[i].bare, ret, bad) : LINE_OTHER;
}

/* --- what the command says ---------------------------------------------------- */

static const char *const operands[] = {
    "if",     "of",    "bs",    "ibs",    "obs",      "cbs",   "count",
    "skip",   "seek",  "iseek", "oseek",  "conv",     "iflag", "oflag",
    "status", "files", "speed", "msgfmt", "fillchar", NULL,
};

static bool is_operand(str name)
{
    for (ptrdiff_t i = 0; operands[i]; i++) {
        if (str_eq(name, str_from(operands[i]))) {
            return true;
        }
    }
    return false;
}

static ptrdiff_t count_dd(const command_line *c)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < c->n; i++) {
        n += str_eq(c->all[i].program, S("dd"));
    }
    return n;
}

static void take_command(const import *in, result *r, const invocation *dd)
{
    r->command = str_copy(in->perm, dd->text);
    for (ptrdiff_t i = 1; i < dd->word_count; i++) {
        cut c = str_cut(dd->words[i], S("="));
        if (c.found && is_operand(c.head)) {
            result_param(in->perm, r, c.head, c.tail);
        }
    }
    str of = result_param_get(r, S("of"));
    if (of.len > 0 && !str_starts(of, S("/dev/null"))) {
        r->target = of;
    }
}

/* Full blocks of a stated size are exact bytes; a partial block's size nobody knows. */
static bool bytes_of_records(const result *r, const report_lines *lines, double *ret)
{
    str size = result_param_get(r, S("bs"));
    size = size.ptr ? size : result_param_get(r, S("obs"));
    double block;
    if (lines->out_part > 0 || !unit_block_size(size, &block)) {
        return false;
    }
    *ret = block * (double)lines->out_full;
    return *ret < 0x1p63;
}

/* --- one report into the model ------------------------------------------------ */

/* Reports under one dd with growing bytes and growing seconds are looks at one process
 * (SIGUSR1, SIGINFO, progress), of which the last is the outcome. With conv=noerror each
 * failed read gives one, and neither need grow. */
static bool is_later_look(const import *in, const result *last, const report_lines *lines,
                          bool noerror)
{
    const metric *bytes = result_metric(last, S("bytes_copied"));
    const metric *seconds = result_metric(last, S("wall_time"));
    (void)in;
    if (!bytes || !seconds || !lines->has_transfer) {
        return false;
    }
    double b = (double)lines->transfer.bytes, s = lines->transfer.seconds.value;
    return noerror ? b >= bytes->mean.value && s >= seconds->mean.value
                   : b > bytes->mean.value && s > seconds->mean.value;
}

/* The printed rate is rounded, and computed from a time with more digits than the printed
 * one: only a difference beyond both is worth a word. busybox means 1024 by k. */
static void check_rate(const import *in, const report_lines *lines, ptrdiff_t line)
{
    const dd_transfer *x = &lines->transfer;
    if (!x->rate_known || x->rate_cut || x->seconds.value <= 0) {
        return;
    }
    double exact = (double)x->bytes / x->seconds.value;
    double slack = 0.51 * x->rate.step + exact * x->seconds.step / x->seconds.value;
    bool fits = fabs(exact - x->rate.value) <= slack
                || fabs(exact - x->rate_1024) <= 1.1 * slack
                || fabs(exact - x->rate_1024) <= 0.06 * exact;
    if (!fits) {
        reading_contradicts(in->perm, in->ret, "A06", line,
                            "dd states %.*s, but %" PRId64
                            " bytes in %.9g s are %.4g B/s",
                            SV(x->rate_text), x->bytes, x->seconds.value, exact);
    }
}

static void add_figures(const import *in, result *r, const report_lines *lines,
                        const text *t)
{
    const dd_transfer *x = &lines->transfer;
    if (lines->has_transfer) {
        ptrdiff_t line = t->lines[lines->transfer_at].line;
        result_add_value(in->perm, r, S("bytes_copied"), (double)x->bytes, line);
        time_add(in, r, "wall_time", x->seconds, line);
        double rate =
            x->seconds.value > 0 ? (double)x->bytes / x->seconds.value : (double)INFINITY;
        if (isfinite(rate)) {
            metric *m = result_add_value(in->perm, r, S("throughput"), rate, line);
            m->resolution = rate * x->seconds.step / x->seconds.value;
        }
        check_rate(in, lines, line);
    } else {
        double bytes;
        ptrdiff_t line = t->lines[lines->records_at].line;
        if (bytes_of_records(r, lines, &bytes)) {
            result_add_value(in->perm, r, S("bytes_copied"), bytes, line);
        }
        if (!str_eq(result_param_get(r, S("status")), S("noxfer"))) {
            reading_note(in->perm, in->ret, DIAG_INFO, line,
                         "dd printed no time and no rate here");
        }
    }
    r->last_line = t->lines[lines->end - 1].line;
}

static void add_status(const import *in, result *r, const report_lines *lines, int before,
                       const text *t)
{
    int errors = before + lines->errors;
    if (errors > 0) {
        result_add_value(in->perm, r, S("errors"), errors, t->lines[lines->first].line);
        r->status = STATUS_FAILED;
        r->status_why =
            lines->reason.len > 0 ? str_copy(in->perm, lines->reason) : r->status_why;
    } else if (lines->interrupted) {
        r->status = STATUS_PARTIAL;
        r->status_why = S("interrupted from the keyboard");
    }
}

static void add_report(import *in, const text *t, const report_lines *lines)
{
    tally so_far = import_tally(in, S("dd"));
    result *last = so_far.last;
    ptrdiff_t count = in->command ? count_dd(in->command) : 0;
    const invocation *dd =
        count > 0 ? command_find(in->command, S("dd"), count > 1 ? so_far.n : 0) : NULL;
    bool one_process = count == 1 && !dd->in_loop;
    int errors_before = 0;
    result *r = NULL;
    if (last && one_process
        && is_later_look(in, last, lines,
                         str_has(result_param_get(last, S("conv")), S("noerror")))) {
        const metric *errors = result_metric(last, S("errors"));
        errors_before = errors ? (int)errors->mean.value : 0;
        r = last;
        r->metrics = NULL;
        r->metrics_end = &r->metrics;
        r->line = t->lines[lines->first].line;
    } else {
        r = reading_add(in->perm, in->ret, S("dd"), (str){0},
                        t->lines[lines->first].line);
        import_count(in, r);
        if (dd) {
            take_command(in, r, dd);
        }
    }
    add_figures(in, r, lines, t);
    add_status(in, r, lines, errors_before, t);
}

/* --- finding the report ------------------------------------------------------- */

/* Nothing of the line can be trusted: an error where the file ends within it, else a
 * warning and no result. */
static void refuse(const import *in, const text *t, ptrdiff_t at, dd_kind kind, str bad)
{
    if (text_ends_here(t, at) && kind != LINE_BAD) {
        err e = {0};
        str last = str_cut_last(line_of(t, at), S(" ")).tail;
        text_err(&e, t, at, last.len > 0 ? last : line_of(t, at),
                 "dd's report ends within its figures");
        err_hint(&e, "Was the file cut short?");
        reading_fail(in->perm, in->ret, &e);
    } else if (kind == LINE_BAD) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "'%.*s' is no figure of dd's", SV(str_take(bad, 40)));
    } else {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "dd's transfer line ends within its figures");
    }
}

/* What may stand between the records and the transfer line: "2 truncated records" in any
 * language, "1 odd length swab block". */
static bool is_remark(const text *t, ptrdiff_t i)
{
    int64_t full, part;
    str s = i < t->n ? line_of(t, i) : (str){0};
    return s.len > 0 && s.len < 80 && !str_has(s, S("=")) && !str_has(s, S("dd"))
           && !strchr("$#%>+", s.ptr[0]) && !t->lines[i].fence
           && !records_at(t, i, &full, &part);
}

/* True: found, taken or refused. *lines->end is behind what was taken. */
static bool find_transfer(const import *in, const text *t, report_lines *lines)
{
    ptrdiff_t i = lines->end;
    for (int remarks = 0; remarks <= 2; remarks++) {
        i = text_skip_blank(t, i, 1);
        str bad = {0};
        dd_kind kind = transfer_at(t, i, &lines->transfer, &bad);
        if (kind == LINE_GOOD && !lines->transfer.progress && !t->lines[i].after_cr) {
            lines->has_transfer = true;
            lines->transfer_at = i;
            lines->end = i + 1;
            return true;
        }
        int64_t number;
        str rest = i < t->n ? line_of(t, i) : (str){0};
        bool only_bytes = i < t->n && text_ends_here(t, i)
                          && num_int(str_word(&rest), &number) && number >= 0;
        if (kind == LINE_CUT || kind == LINE_BAD || only_bytes) {
            refuse(in, t, i, kind, bad);
            lines->end = i + 1;
            return false;
        }
        if (!is_remark(t, i)) {
            break;
        }
        i++;
    }
    return true;
}

static ptrdiff_t read_records(import *in, const text *t, report_lines *lines,
                              ptrdiff_t at)
{
    int64_t in_full, in_part;
    records_at(t, at, &in_full, &in_part);
    lines->interrupted = str_starts(line_of(t, at), S("^C"));
    ptrdiff_t after = text_skip_blank(t, at + 1, 1);
    if (!records_at(t, after, &lines->out_full, &lines->out_part)
        || str_eq(line_of(t, at), line_of(t, after))) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "dd's report ends after the records that went in");
        return at + 1;
    }
    lines->has_records = true;
    lines->records_at = after;
    lines->end = after + 1;
    if (find_transfer(in, t, lines)) {
        add_report(in, t, lines);
    }
    if (lines->has_transfer && lines->transfer.rate_cut) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[lines->transfer_at].line,
                     "dd's transfer line ends within its rate");
    }
    return lines->end;
}

/* A run of transfer lines without records: progress, or what a post kept of reports. */
static ptrdiff_t read_transfers(import *in, const text *t, ptrdiff_t at)
{
    int64_t full, part;
    str bad;
    dd_transfer x, previous = {0};
    ptrdiff_t end = at, growing = at;
    for (; transfer_at(t, end, &x, &bad) == LINE_GOOD; end++) {
        bool grows =
            x.bytes >= previous.bytes && x.seconds.value >= previous.seconds.value;
        growing = grows ? growing : end;
        previous = x;
    }
    ptrdiff_t next = text_skip_blank(t, end, 1);
    bool before_records = records_at(t, next, &full, &part);
    ptrdiff_t results = 0;
    for (ptrdiff_t i = at; i < end; i++) {
        const text_line *line = &t->lines[i];
        bool redrawn = line->after_cr
                       || (i + 1 < end && t->lines[i + 1].after_cr
                           && t->lines[i + 1].line == line->line);
        transfer_at(t, i, &x, &bad);
        if (redrawn || x.progress || (before_records && i >= growing)) {
            continue;
        }
        add_report(in, t,
                   &(report_lines){.first = i,
                                   .end = i + 1,
                                   .transfer_at = i,
                                   .has_transfer = true,
                                   .transfer = x});
        results++;
    }
    if (results == 0 && !before_records) {
        reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                     "dd's progress ends without its report: was it killed?");
    }
    return end;
}

/* Errors before the last one belong to runs that ended before they copied anything. */
static void note_stillborn(const import *in, const text *t, ptrdiff_t from, ptrdiff_t to)
{
    for (ptrdiff_t i = from; i < to; i++) {
        str message = dd_message(t->lines[i].bare);
        if (dd_message_is_error(message) || str_has(message, S("invalid"))) {
            reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[i].line,
                         "dd gave no figures: %.*s", SV(message));
        }
    }
}

static ptrdiff_t dd_block(import *in, const text *t, ptrdiff_t at)
{
    report_lines lines = {.first = at};
    int64_t full, part;
    str bad;
    ptrdiff_t i = at;
    ptrdiff_t last_error = -1;
    for (str message; i < t->n && (message = dd_message(t->lines[i].bare)).len > 0; i++) {
        if (dd_message_is_error(message)) {
            last_error = i;
            lines.reason = message;
        }
    }
    lines.errors = last_error >= 0;
    if (records_at(t, i, &full, &part)) {
        ptrdiff_t next = text_skip_blank(t, i + 1, 1);
        int64_t out_full, out_part;
        bool pair = records_at(t, next, &out_full, &out_part)
                    && !str_eq(line_of(t, i), line_of(t, next));
        /* One such line alone is dd's only in dd's own words. */
        if (pair || str_has(t->lines[i].bare, S("records in"))) {
            note_stillborn(in, t, at, last_error);
            lines.first = last_error >= 0 ? last_error : at;
            return read_records(in, t, &lines, i);
        }
    }
    if (i > at) {
        note_stillborn(in, t, at, i);
        return i;
    }
    dd_transfer x;
    if (transfer_at(t, at, &x, &bad) == LINE_GOOD) {
        return read_transfers(in, t, at);
    }
    return at;
}

const importer importer_dd = {
    .name = "dd",
    .tool = "dd",
    .shape = "dd's report on standard error: GNU, BSD, busybox, toybox, any language",
    .block = dd_block,
};
