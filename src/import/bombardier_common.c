#include "base/base.h"

#include "base/num.h"
#include "import/bombardier_common.h"

double bombardier_requests(const bombardier_counts *c)
{
    double sum = c->others;
    for (ptrdiff_t i = 0; i < COUNTOF(c->code); i++) {
        sum += c->code[i];
    }
    return sum;
}

static void judge(import *in, result *r, const bombardier_counts *c, double wanted)
{
    double all = bombardier_requests(c);
    double bad = c->code[3] + c->code[4] + c->others;
    if (all <= 0) {
        r->status = STATUS_FAILED;
        r->status_why = S("no request was made");
    } else if (bad >= all) {
        r->status = STATUS_FAILED;
        r->status_why =
            c->others >= all ? S("no request was answered") : S("no request succeeded");
    } else if (all < wanted) {
        r->status = STATUS_PARTIAL;
        r->status_why =
            str_fmt(in->perm, "stopped after %.0f of %.0f requests", all, wanted);
    }
    if (bad > 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, c->line,
                     "%.0f of %.0f requests failed: %.0f with 4xx, %.0f with 5xx, %.0f "
                     "without an answer",
                     bad, all, c->code[3], c->code[4], c->others);
    }
}

void bombardier_add_codes(import *in, result *r, const bombardier_counts *c)
{
    for (int i = 0; i < COUNTOF(c->code); i++) {
        result_add_value(in->perm, r, str_fmt(in->perm, "http_%dxx", i + 1), c->code[i],
                         c->line);
    }
}

void bombardier_add_counts(import *in, result *r, const bombardier_counts *c,
                           double wanted)
{
    result_add_value(in->perm, r, S("requests"), bombardier_requests(c), c->line);
    bombardier_add_codes(in, r, c);
    result_add_value(in->perm, r, S("http_other"), c->others, c->others_line);
    judge(in, r, c, wanted);
}

str bombardier_seconds(arena *perm, double seconds)
{
    char number[32];
    num_shortest(seconds, number);
    return str_fmt(perm, "%ss", number);
}

void bombardier_note_error(import *in, ptrdiff_t line, str what, double count)
{
    reading_note(in->perm, in->ret, DIAG_WARNING, line, "%.0f x %.*s", count,
                 SV(str_take(what, 300)));
}
