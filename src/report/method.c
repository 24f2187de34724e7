#include "base/base.h"

#include "base/utf8.h"
#include "report/coverage.h"
#include "report/section_parts.h"

static void method_item(composer *c, node *s, str head, str text)
{
    node_heading(c->perm, s, 3, (str){0}, head);
    node_para(c->perm, s, text);
}

/* "k6, one run, vus 10"; a parameter that a table leaves empty says nothing. */
static str measured_by(composer *c, const group *g)
{
    str runs = g->metrics ? words_runs(c->perm, g->metrics) : (str){0};
    str tool = str_eq(g->tool, S("csv")) ? S("a table made by hand") : g->tool;
    str line = str_fmt(c->perm, "%.*s%s%.*s", SV(tool), runs.len ? ", " : "", SV(runs));
    for (const param *p = g->params; p; p = p->next) {
        if (p->value.len > 0) {
            line =
                str_fmt(c->perm, "%.*s, %.*s %.*s", SV(line), SV(p->name), SV(p->value));
        }
    }
    return line;
}

/* How each of a workload's results was measured, each way once. */
static str ways_of(composer *c, ptrdiff_t w)
{
    out *o = out_memory(c->perm);
    ptrdiff_t n = 0, count = 0;
    for (const group *g = c->s->workloads[w].groups; g; g = g->beside) {
        n++;
    }
    str *ways = NEW(c->perm, str, n);
    for (const group *g = c->s->workloads[w].groups; g; g = g->beside) {
        str way = measured_by(c, g);
        ptrdiff_t i = 0;
        while (i < count && !str_eq(ways[i], way)) {
            i++;
        }
        if (i == count) {
            out_fmt(o, "%s%.*s", count ? "; " : "", SV(way));
            ways[count++] = way;
        }
    }
    return out_text(o);
}

static void add_tools(composer *c, node *s)
{
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        str ways = ways_of(c, w);
        if (ways.len > 0) {
            method_item(c, s, c->s->workloads[w].label,
                        str_fmt(c->perm, "%.*s.", SV(ways)));
        }
    }
}

static void add_claims(composer *c, node *s)
{
    if (!c->claims) {
        return;
    }
    node_heading(c->perm, s, 3, S("claims"), S("Claims, checked against the data"));
    node *list = node_add(s, node_new(c->perm, NODE_LIST));
    for (const claim *k = c->claims; k; k = k->next) {
        node *item = node_add(list, node_new(c->perm, NODE_ITEM));
        node_para(c->perm, item,
                  str_fmt(c->perm, "“%.*s” %s: %.*s.", SV(k->words),
                          k->holds ? "holds" : "does not hold", SV(k->found)));
    }
}

static void add_inferred(composer *c, node *s)
{
    out *o = out_memory(c->perm);
    ptrdiff_t n = 0;
    for (const entry *en = c->s->entries; en; en = en->next) {
        if ((en->variant_inferred || en->workload_inferred) && n++ < 12) {
            out_fmt(o, "%s%.*s line %td is taken as %.*s/%.*s (%.*s)", n > 1 ? "; " : "",
                    SV(utf8_isolated(c->perm, en->from->path)), en->r->line,
                    SV(c->s->workloads[en->workload].id),
                    SV(c->s->variants[en->variant].id),
                    SV(en->variant_inferred ? en->r->variant_why : en->r->workload_why));
        }
    }
    if (n > 12) {
        out_fmt(o, "; and %td more", n - 12);
    }
    if (n > 0) {
        method_item(c, s, S("Labels that were inferred"),
                    str_fmt(c->perm, "Nobody stated these: %.*s.", SV(out_text(o))));
    }
}

typedef struct {
    bool tested, untested, within;
} kinds_of_tests;

static kinds_of_tests tests_used(composer *c)
{
    kinds_of_tests k = {0};
    ptrdiff_t n;
    const candidate *all = candidates_of(c, &n);
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(all[i].a, all[i].metric);
        k.tested = k.tested || all[i].v.tested;
        k.untested = k.untested || !all[i].v.tested;
        k.within = k.within || m->spread_within_run;
    }
    return k;
}

static void add_allowed(composer *c, node *s)
{
    if (!c->allowed) {
        return;
    }
    node_heading(c->perm, s, 3, S("weaknesses"), S("Known weaknesses"));
    node *list = node_add(s, node_new(c->perm, NODE_LIST));
    for (const allowance *a = c->allowed; a; a = a->next) {
        node *item = node_add(list, node_new(c->perm, NODE_ITEM));
        node_para(c->perm, item,
                  str_fmt(c->perm, "%.*s (%.*s). %.*s",
                          SV(sentence_case(c->perm, a->weakness)), SV(a->id),
                          SV(a->why)));
    }
}

static void add_limits(composer *c, node *s, kinds_of_tests k)
{
    out *o = out_memory(c->perm);
    bool several = false; /* runs that have results */
    for (const group *g = c->s->groups; g; g = g->next) {
        several = several || g->run != c->s->groups->run;
    }
    out_str(o, several ? S("The machines and days listed, and no others.")
                       : S("One machine in one sitting: nothing here says how another "
                           "machine or another day would differ."));
    if (k.untested) {
        out_str(o, S(" Figures from one run carry no error between runs."));
    }
    if (k.tested) {
        out_str(
            o, S(" “Could not be told from” means that no difference was shown, not that "
                 "there is none."));
    }
    method_item(c, s, S("What this cannot show"), out_text(o));
}

/* What readers can't see, so that nobody takes an 'x' for what stood there. */
static void add_masked(composer *c, node *s)
{
    out *o = out_memory(c->perm);
    for (const raw_file *f = c->s->files; f; f = f->next) {
        for (const redacted *k = f->masked; k; k = k->next) {
            out_fmt(o, "%s%.*s: %s, %td time%s", k == f->masked ? " " : "; ",
                    SV(utf8_isolated(c->perm, f->path)), k->what, k->n,
                    k->n == 1 ? "" : "s");
        }
        out_str(o, f->masked ? S(".") : S(""));
    }
    if (out_text(o).len > 0) {
        method_item(c, s, S("Masked before publication"),
                    str_fmt(c->perm,
                            "Each masked character of a raw file is an x, in its place; "
                            "no figure was touched.%.*s",
                            SV(out_text(o))));
    }
}

/* Holm's correction holds whatever the tests depend on each other: Holm 1979. */
static str family_words(composer *c)
{
    if (c->tests->n < 2) {
        return S("There is one such test here, so its p needs no correction");
    }
    return str_fmt(c->perm,
                   "The p-values shown are those of %.*s tests, corrected together for "
                   "their number by Holm’s method",
                   SV(format_count_word(c->perm, c->tests->n)));
}

static void add_comparisons(composer *c, node *s)
{
    str text = str_fmt(c->perm,
                       "Ratios of means with Fieller’s 95%% interval. A difference "
                       "counts where the whole interval lies more than %.*s from 1; the "
                       "same where it lies wholly within; else the two could not be told "
                       "apart.",
                       SV(format_limit(c->perm, c->s->site->practical_limit)));
    if (c->tests->n > 0) {
        text = str_fmt(c->perm,
                       "%.*s The test is Mann–Whitney’s U where at least four single "
                       "runs a side are known, else Welch’s t. %.*s.",
                       SV(text), SV(family_words(c)));
    }
    method_item(c, s, S("Comparisons"), text);
}

/* Across the columns of the section, so it comes last. */
static void add_coverage(composer *c, node *s)
{
    node *t = node_add(s, node_new(c->perm, NODE_TABLE));
    t->table = coverage_table(c);
}

void add_method(composer *c, node *root)
{
    node *s = add_section(c, root, SECTION_METHOD, S("method"), S("Method and limits"));
    kinds_of_tests k = tests_used(c);
    add_tools(c, s);
    if (k.tested || k.within) {
        method_item(
            c, s, S("The ± sign"),
            k.within && k.tested
                ? S("One sample standard deviation as the tool printed it: between runs "
                    "where there are several, else between samples within the run. "
                    "Behind a ratio it is the propagated standard deviation.")
            : k.tested ? S("One sample standard deviation between runs, as the tool "
                           "printed it; behind a ratio the propagated one.")
                       : S("The spread of samples within one run, as the tool printed "
                           "it."));
    }
    if (k.tested) {
        add_comparisons(c, s);
    }
    add_derived_method(c, s);
    add_claims(c, s);
    add_masked(c, s);
    add_inferred(c, s);
    add_allowed(c, s);
    add_limits(c, s, k);
    if (k.tested) {
        add_coverage(c, s);
    }
}
