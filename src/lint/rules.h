/* rules.h - what rules look at and how they tell. Only the files of lint/ need it. */
#ifndef LINT_RULES_H
#define LINT_RULES_H

#include "lint/lint.h"

/* One comparison that the page shows: a variant against the baseline, in one metric of
 * the workload's primary ones. */
typedef struct {
    slice slice;
    str metric;
    const row *a, *b;     /* b is the baseline */
    const group *ga, *gb; /* that hold the metric */
    const metric *ma, *mb;
    versus v;
    bool has_ratio; /* v is set */
} pair;

/* What a mention compares: a test of many runs takes its time, and several rules ask. */
typedef struct {
    const mention *of;
    versus v;
} mention_verdict;

/* One study while the rules look at it. */
struct lint {
    arena *perm;
    arena scratch;
    const study *s;
    const post *p;
    const report *r;
    const claim *claims;
    composer c; /* for the functions of report/ that want one */
    str facts;  /* all that is stated of test bed and variants, in lower case */
    str prose;  /* all that the post says, in lower case */
    pair *pairs;
    ptrdiff_t pair_count, pair_most;
    mention_verdict *verdicts;
    ptrdiff_t verdict_count;
    const rule *rule; /* the one that looks */
    finding *first, **end;
};

#define X(id, level, reason) void rule_##id(lint *l);
#include "lint/rules.def"
#undef X

/* --- telling ---------------------------------------------------------------------- */

/* A finding of the current rule; its message is the format's. The place is a line of a
 * raw file (0: the file), a token of the post, or a token of study.yaml (ptr == NULL:
 * the file). The hint is still to be given, by advise(). */
finding *found_in_file(lint *l, const raw_file *f, ptrdiff_t line, const char *fmt, ...)
    PRINTF(4, 5);
finding *found_in_post(lint *l, str token, const char *fmt, ...) PRINTF(3, 4);
finding *found_in_study(lint *l, str token, const char *fmt, ...) PRINTF(3, 4);
void advise(finding *f, const char *fmt, ...) PRINTF(2, 3);

/* Where a group's metric stands: the first of its entries. */
finding *found_in_group(lint *l, const group *g, const metric *m, const char *fmt, ...)
    PRINTF(4, 5);

/* --- looking ---------------------------------------------------------------------- */

const char *group_words(lint *l, const group *g); /* "fibonacci/docker" */
const char *pair_words(lint *l, const pair *p);   /* "fibonacci/docker against native" */
const char *amount_words(lint *l, double v, str base);
const char *text_words(lint *l, str s); /* a C string of it, cut to 60 bytes */

void list_add(lint *l, str *list, const char *word); /* "a, b": word lives on */

str lower_case(arena *perm, str s); /* ASCII letters */

/* Does `text` hold one of these words (in lower case), at the beginning of a word? */
bool says_any(str text, const char *const *words, ptrdiff_t n);
#define SAYS(text, ...)                                                                  \
    says_any(text, (const char *const[]){__VA_ARGS__},                                   \
             COUNTOF(((const char *const[]){__VA_ARGS__})))

/* --- what the post says (mentions.c) -------------------------------------------------
 */

const char *selection_words(lint *l, const selection *sel); /* "write/volume#2" */
const char *mention_words(lint *l, const mention *m); /* "a/x against a/y, wall_time" */

/* Is it a ratio or a change of two results? */
bool is_relative(const mention *m);

/* The comparison behind it; false: there is none of means. */
MUST_USE bool versus_of_mention(const lint *l, const mention *m, versus *v);

/* Compares what each mention compares, once for all rules. */
void add_verdicts(lint *l);

/* Does the post also say that the two can't be told apart, or give the interval? */
bool is_qualified(const lint *l, const mention *m);

/* --- quantities, facts, metrics -------------------------------------------------------
 */

/* The value of an operand `name=value` of a command: dd's bs, conv, oflag. ptr == NULL:
 * there is none. */
str operand_of(const result *r, const char *name);

/* Does the load generator ask at a rate of its own, however slow the answers are? */
bool is_paced(const result *r);

/* A duration such as "10s", "1m30s", "500ms", in s. */
maybe duration_of(str s);

/* A stated size such as "32 GB DDR4", in bytes. */
maybe size_of(str s);

/* The fact of the test bed by one of its names; ptr == NULL: not stated. */
str fact_of(const lint *l, const char *const *names, ptrdiff_t n);
#define FACT(l, ...)                                                                     \
    fact_of(l, (const char *const[]){__VA_ARGS__},                                       \
            COUNTOF(((const char *const[]){__VA_ARGS__})))

/* Is the metric spread over several runs, so that it says how another run would differ?
 */
bool between_runs(const metric *m);

/* Does a number stand within a few words behind `name`: "Node.js 20.20.2"? */
bool states_version(str text, const char *name);

/* The smallest p that a rank test can give for a and b runs: 2 / C(a + b, a). */
double least_rank_p(double a, double b);

bool has_role(const lint *l, const group *g, role r);

/* The coefficient of variation between runs; unknown where there is none. */
maybe variation_of(const metric *m);

#endif
