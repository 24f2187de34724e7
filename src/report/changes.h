/* changes.h - what differs from an earlier edition of the report, for its reviewers.
 *
 * An edition is the study's data.json: its `tables` and `values` hold what readers saw.
 */
#ifndef REPORT_CHANGES_H
#define REPORT_CHANGES_H

#include "report/report.h"

/* A number, or a sentence with one, that readers see outside of tables, by what it is. */
typedef struct {
    str name; /* "value fibonacci/docker wall_time", "finding" */
    str text;
} shown_value;

/* All of them, each once, in the order of the report. */
shown_value *report_values(arena *perm, const report *r, ptrdiff_t *n);

/* Compares r with the edition in `old` and marks it: changed blocks and cells get their
 * mark and the old value, a section before all others lists every change. False: `old` is
 * no data.json of this study (*e has the place). */
MUST_USE bool report_mark_changes(arena *perm, report *r, const source *old, err *e);

#endif
