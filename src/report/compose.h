/* compose.h - from a study and its post to the report tree. */
#ifndef REPORT_COMPOSE_H
#define REPORT_COMPOSE_H

#include "project/select.h"
#include "project/versus.h"
#include "report/format.h"
#include "report/markdown.h"

/* A `{{ claim }}` of the post and what the data says of it. */
typedef struct claim {
    struct claim *next;
    str words;     /* the author's */
    str condition; /* as written */
    str found;     /* "1.50 (1.4991)", "unclear: 95 % interval 0.995 to 1.089" */
    bool holds;
    err place; /* where it stands; text says what is wrong, where it doesn't hold */
} claim;

/* What a shortcode of the post says of results, the body's first, then the finding's: for
 * those who check what is said. */
typedef enum {
    SAYS_VALUE,
    SAYS_RATIO,
    SAYS_CHANGE,
    SAYS_INTERVAL,
    SAYS_P,
    SAYS_VERDICT, /* `A vs B METRIC is VERDICT` in a claim */
    SAYS_SHOWN,   /* a chart or a table of a workload: no selections */
} saying;

typedef struct mention {
    struct mention *next;
    saying says;
    selection a, b; /* b.g == NULL: only one */
    str place;      /* the shortcode, a view into the post */
    str words;      /* a claim's; else empty */
    str verdict;    /* "unclear", of SAYS_VERDICT */
    ptrdiff_t workload;
    str metric; /* SAYS_SHOWN; empty: all of the workload's */
} mention;

/* A weakness that the author knows of and gives a reason for: lint-allow. */
typedef struct allowance {
    struct allowance *next;
    str id, weakness, why; /* "T07", what the rule says, the author's reason */
} allowance;

/* `WORKLOAD [METRIC]: KIND` of the front matter's `charts`. */
typedef struct chart_rule {
    struct chart_rule *next;
    str workload, metric; /* metric may be empty: of any */
    str kind;
} chart_rule;

/* post.md's front matter. */
typedef struct {
    source src; /* bytes.ptr == NULL: there is no post */
    str title, description, date, author, superseded_by, disclosure;
    str finding; /* Markdown, a view into the source where it can be */
    str *tags;
    ptrdiff_t tag_count;
    correction *corrections;
    ptrdiff_t correction_count;
    bool draft;
    str kind;       /* what sort of post it is: "Case study"; above the title */
    str publish_on; /* a day before which it isn't published; empty: none */
    chart_rule *charts;
    str body; /* the Markdown behind the front matter */
} post;

/* The tests whose p-values a page shows are one family, corrected together by Holm's
 * method. Which they are is known when the report is whole; so it is composed once to
 * collect them, and, where there are several, once more to show them. */
typedef struct page_test {
    struct page_test *next;
    const metric *a, *b;
    double p, adjusted;
} page_test;

typedef struct {
    page_test *first;
    ptrdiff_t n;
    bool settled;
} family;

/* Everything that the parts of the composition share. */
typedef struct composer {
    shortcode_host host; /* first: shortcodes come back through it */
    arena *perm;
    arena scratch;
    const study *s;
    post *p;
    report *r;
    warnings *w;
    family *tests;
    claim *claims, **claims_end;
    mention *mentions, **mentions_end;
    const allowance *allowed;
    figure *figures[200];
    bool specs_placed;
} composer;

/* Reads data/STUDY/post.md, where there is one. */
MUST_USE bool post_load(arena *perm, arena scratch, const study *s, post *ret, err *e);

/* What a report is made from. */
typedef struct {
    const study *s;
    post *p;
    warnings *w; /* raw HTML left out, claims that don't hold */
    const allowance *allowed;
} composition;

/* Builds the report. False: *e is set (a wrong shortcode, a claim that can't be read).
 * *claims lists all claims with their verdicts. */
MUST_USE bool report_compose(arena *perm, arena scratch, const composition *from,
                             report **ret, const claim **claims, err *e);

/* Composes one chart alone, of what stands behind `chart` in a post. The report has its
 * facts, provenance and that one figure. False: *e is set, without a place. */
MUST_USE bool report_chart(arena *perm, arena scratch, const composition *from, str words,
                           report **ret, figure **f, err *e);

/* Composes the history: each workload's primary metrics over the study's runs. Its links
 * are those of a page one folder below the study's. NULL: there is one run of everything.
 */
report *report_history(arena *perm, arena scratch, const composition *from);

/* --- parts, one file each -------------------------------------------------------- */

/* shortcode.c: expands one; called back by markdown.c. */
bool shortcode_expand(shortcode_host *host, const shortcode *code, node *parent,
                      bool block, err *e);

/* claims.c: `"words" : condition`. False: it can't be read; a claim that doesn't hold is
 * true. */
MUST_USE bool claim_check(composer *c, const shortcode *code, str text, claim **ret,
                          err *e);

/* compose.c: remembers what is said; m->next is its business. */
void mention_add(composer *c, const mention *m);

/* rows.c. A slice is a workload, or that part of it in which a parameter has one value:
 * variants are only compared within one. */
typedef struct {
    ptrdiff_t workload;
    str params; /* "image=large", as selectors write it; empty: the whole workload */
    str label;  /* "image large" */
    str tool;   /* whose results; empty: for each metric the tool that has most of them */
    const bool *only; /* by variant: those that were named; NULL: all */
} slice;

enum { MOST_SLICES = 8 };

/* The slices of a workload: more than one where several variants have results that differ
 * in a parameter. */
ptrdiff_t slices_of(composer *c, ptrdiff_t workload, slice ret[MOST_SLICES]);

/* "Recursive Fibonacci", "Image filter, image large" */
str slice_title(composer *c, const slice *sl);

/* The groups of a slice in the report's order: the baseline first, then best to worst by
 * `metric_name`, then what did not run (g == NULL). */
typedef struct {
    const group *g;
    const group *others[4]; /* of the same variant, by other tools: for their metrics */
    ptrdiff_t variant;
    str name;    /* the variant's label, and what tells several of its groups apart */
    str missing; /* why there is nothing */
    bool baseline;
} row;

row *rows_of(composer *c, const slice *sl, str metric_name, ptrdiff_t *n);

/* What one panel of a figure shows. */
typedef struct {
    slice slice;
    str metric;
} panel_source;

/* Panel `which` of several, its rows in one order for all of them: a variant that it
 * lacks has a row that says so. */
row *rows_aligned(composer *c, const panel_source *panels, ptrdiff_t n, ptrdiff_t which,
                  ptrdiff_t *ret_n);

/* The metric of a row; NULL: it has none of that name. */
const metric *row_metric(const row *r, str name);
const group *row_group(const row *r, str name); /* the group that holds it */
const raw_file *row_file(const row *r, str name);

/* The workload's baseline row; NULL: none has that metric. */
const row *rows_baseline(const row *rows, ptrdiff_t n, str metric_name);

/* The primary metrics of a workload: study.yaml's, else wall_time, or request_rate and
 * latency, or throughput, or whatever there is. Up to two names. */
ptrdiff_t primary_metrics(const composer *c, ptrdiff_t workload, str ret[2]);

/* Does the group belong to the slice? Of the newest run or of another. */
bool slice_has(const slice *sl, const group *g);

/* kinds.c: a figure of any kind. */
enum { MOST_PANELS = 24, MOST_CHARTED = 4 };

typedef struct {
    const slice *places; /* workloads, or slices of them, as they were named */
    ptrdiff_t place_count;
    str metrics[MOST_CHARTED]; /* NAME or NAME@TOOL */
    ptrdiff_t metric_count;    /* 0: the primary ones */
    str kind;                  /* "boxes"; empty: what fits the data */
} figure_request;

/* Makes the figure and adds it to the report. NULL: the data can't bear it, or the report
 * is full; *why says why, with the wrong part where a name is wrong. */
figure *figure_make(composer *c, const figure_request *rq, select_error *why);

/* The same, with the kind that the front matter fixes where none is named. */
figure *figure_make_fixed(composer *c, const figure_request *rq, select_error *why);

/* Reads "WORKLOAD[/VARIANT][@TOOL][?param=value&…] … [METRIC[@TOOL]…] [kind=K]
 * [title=\"…\"] [caption=\"…\"]", as it stands behind `chart` in a post, and makes that
 * figure. *asked is what they ask for. NULL: *why is set; its part is a view into
 * `words`. */
figure *figure_from_words(composer *c, str words, figure_request *asked,
                          select_error *why);

/* Is it the name of a kind of chart? */
bool figure_kind_known(str name);
str figure_kind_names(arena *perm); /* "bars, multiples, …" */

/* The figure of a workload's primary metrics; and those beside it that a workload's data
 * bears; the overview of all workloads. */
void add_main_figure(composer *c, node *section, ptrdiff_t w);
void add_more_figures(composer *c, node *section, ptrdiff_t w);
void add_overview(composer *c, node *root);

node *figure_node(composer *c, figure *f);

/* history.c: sections of figures; false: nothing has two runs. */
bool add_history(composer *c, node *root);

/* Moves all links of a report that lead to the study's files a folder down. */
void history_move_links(arena *perm, report *r);

/* figure_source.c: where a figure comes from, and, where asked for, the tests of its
 * first panel: one by one, or that they stand in the table. */
typedef enum { TESTS_NONE, TESTS_LISTED, TESTS_IN_TABLE } tests_said;
node *figure_source(composer *c, const panel_source *panels, ptrdiff_t n,
                    tests_said tests);

enum { MANY_TESTS = 8 }; /* more are not read as sentences */

/* tables.c */
table *table_of_metric(composer *c, const slice *sl, str metric_name);
table *table_of_metrics(composer *c, const slice *sl);
table *table_of_panels(composer *c, const panel_source *panels, ptrdiff_t n);
table *table_of_everything(composer *c, ptrdiff_t workload);
/* A variant's bill: a row a workload that has the first metric, then the total; no rows:
 * there is none. */
table *table_of_costs(composer *c, ptrdiff_t variant_at, const str *names, ptrdiff_t n);
str raw_href(arena *perm, const raw_file *f, ptrdiff_t line); /* "raw/x.txt.html#L6" */
str raw_file_href(arena *perm, const raw_file *f);            /* from its page: "x.txt" */

/* family.c: the p-value to show: Holm's, over all that are shown. Unknown: no test. */
maybe family_p(composer *c, const metric *a, const metric *b, const versus *v);
void family_settle(family *f, arena scratch);

/* derived.c: what study.yaml's `derived` adds. */
str metric_words(composer *c, str name); /* its label there, else metric_title() */
str metric_href(composer *c, const raw_file *f, const metric *m); /* its line, or its
                                                                     table of inputs */
str derived_note(composer *c, str name); /* "derived: price ÷ rate"; empty: measured */
void add_derived(composer *c, node *parent); /* a table a metric: inputs and result */
void add_derived_method(composer *c, node *section);

/* words.c: sentences from verdicts, never stronger than the test. */
str words_versus(composer *c, const row *a, const row *b, str metric_name);
/* "Of 399 others compared with Native by wall time, 2 are lower and 397 higher. W takes
 * …": where there are more comparisons than sentences can be read, else nothing. */
str words_many(composer *c, const row *rows, ptrdiff_t n, const row *base,
               str metric_name);
str words_title(composer *c, const slice *sl, str metric_name);
void words_finding(composer *c, node *deck);
str words_runs(arena *perm, const metric *m); /* "10 runs", "one run" */
str words_untested(arena *perm, const metric *a, const metric *b); /* why, a sentence */
str sentence_case(arena *perm, str s); /* first letter upper case */

/* sections.c: what the generator adds to the author's prose. */
void add_keys(composer *c, node *root);
void add_specs(composer *c, node *parent);
void add_automatic_sections(composer *c, node *root);
void add_not_run(composer *c, node *root);
void add_left_out(composer *c, node *root);
void add_method(composer *c, node *root);
void add_everything(composer *c, node *root);
void add_downloads(composer *c, node *root);

#endif
