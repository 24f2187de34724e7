/* compare_study.h - what `compare` takes from the project: studies, runs, results. */
#ifndef CLI_COMPARE_STUDY_H
#define CLI_COMPARE_STUDY_H

#include "compare/compare.h"
#include "project/study.h"

/* The project, as far as it was looked at. */
typedef struct {
    arena *perm;
    arena scratch;
    const char *start; /* -C */
    bool open;
    config site;
    str *ids;
    study **studies; /* NULL: not loaded */
    ptrdiff_t n;
} study_shelf;

typedef enum { SHELF_NONE, SHELF_STUDY, SHELF_RESULT, SHELF_ERROR } shelf_answer;

/* STUDY, STUDY/RUN, STUDY[/RUN]:WORKLOAD/VARIANT[@TOOL][#K][?param=value], or the latter
 * alone where only one study has it. Of several runs the newest counts, unless one is
 * named. *baseline is the study's, if it has one. SHELF_NONE: there is no project, or
 * nothing of that name in it. */
shelf_answer study_set(study_shelf *shelf, const char *arg, result_set *ret,
                       str *baseline, err *e);

/* What several selectors have in common and what they differ in: a workload or variant
 * that isn't the same for all is what is compared, so it is taken off the results. */
void study_sets_align(const result_set *sets, ptrdiff_t n);

/* Names for people: the studies, as far as there is a project. */
ptrdiff_t shelf_names(const study_shelf *shelf, const str **ret);

#endif
