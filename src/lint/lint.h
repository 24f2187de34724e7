/* lint.h - what a reviewer would object to in a study, found before he does.
 *
 * A rule is one row of rules.def and one function, rule_ID(); it looks at the study, its
 * post and its report and says what it found: where, with which figures, and what to do.
 * Nothing is judged that the files don't say. */
#ifndef LINT_LINT_H
#define LINT_LINT_H

#include "report/compose.h"

typedef enum { LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR } level;

typedef struct lint lint;

typedef struct rule {
    const char *id; /* "T07": stable, because lint-allow names it */
    level level;
    const char *reason; /* one line: what is wrong where it fires */
    void (*check)(lint *l);
} rule;

ptrdiff_t rule_count(void);
const rule *rule_at(ptrdiff_t i);
const rule *rule_named(str id);  /* NULL: there is none */
const char *level_name(level v); /* "error", "warning", "info" */

typedef struct finding {
    struct finding *next;
    const rule *rule;
    level level; /* the rule's, or below where the case is a mild one */
    err place;   /* where, what, and in the hint what to do */
    str allowed; /* the author's reason; ptr == NULL: it stands */
} finding;

/* In the order of the rules. The counts are of those that stand. */
typedef struct {
    finding *first;
    ptrdiff_t errors, warnings, notes, allowed;
} findings;

typedef struct {
    const study *s;
    const post *p;
    const report *r;
    const claim *claims; /* NULL: whoever asks tells them himself */
} lint_subject;

/* study.yaml's lint-allow with the reasons of the rules that it names. False: an ID that
 * no rule has; *e names the nearest right one. */
MUST_USE bool lint_allowances(arena *perm, arena scratch, const study *s,
                              const allowance **ret, err *e);

/* Applies every rule. The findings are in perm and point into the study. */
findings lint_study(arena *perm, arena scratch, const lint_subject *on);

/* The finding as it is told among other messages: with its ID; `fails`: and with how to
 * excuse it. */
err lint_told(const finding *f, bool fails);

/* The first finding that fails a strict build: a standing error or warning; NULL: none.
 */
const finding *lint_first(const findings *all);

#endif
