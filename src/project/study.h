/* study.h - one question: what the author says about it, its raw files and what they say.
 */
#ifndef PROJECT_STUDY_H
#define PROJECT_STUDY_H

#include "model/model.h"
#include "model/role.h"
#include "project/config.h"
#include "project/kept.h"

/* A named fact of the test bed, in the author's order: {"cpu", "8 vCPU, …"}. */
typedef struct fact {
    struct fact *next;
    str name, value;
} fact;

/* What is compared. The order of study->variants is the author's, then of appearance. */
typedef struct {
    str id, label, detail;
    role role;
    int shade;        /* 0, 1, … among the variants of one role */
    str match, files; /* as written, but known to be good; empty: none */
    bool declared;    /* in study.yaml */
} variant;

/* What is done. */
typedef struct {
    str id, label;
    str match, files;
    bool declared;
    struct entry *entries; /* its own alone, in the study's order: by their `beside` */
    struct group *groups;
} workload;

/* What study.yaml says of the sources that a glob names. */
typedef struct source_rule {
    struct source_rule *next;
    str glob;
    str workload, variant, command, tool, time_format, columns;
    fact *parameters;
} source_rule;

/* `WORKLOAD/VARIANT: reason` of not-run, and `ID: reason` of lint-allow. */
typedef struct reason {
    struct reason *next;
    str name, why;
    str raw; /* its place in study.yaml */
} reason;

/* One sitting on one host. */
typedef struct run {
    struct run *next;
    str id; /* the folder with run.yaml, relative to the study; "" is the study's own */
    str date, machine;
    fact *host, *software, *tags;
    source src; /* run.yaml */
} run;

/* One raw file. */
typedef struct raw_file {
    struct raw_file *next;
    str path;  /* relative to the study's folder */
    str named; /* what globs of study.yaml see of a file that an archive added; else
                  empty: they see the path */
    str workload, variant; /* stated when it was added; else empty */
    /* Below raw/ on the site: the path, shortened where there would be no room for an
     * ending, and the file itself: the same, with ".txt" behind what might be run. The
     * page with its lines is at address.html. */
    str address, published;
    source src; /* its bytes as stored; src.path is as the user reaches it */
    str sha256;
    redacted *masked;    /* what was masked in src; NULL: nothing */
    str original_sha256; /* of the file as it lies on the disk, where some was */
    bool recoded;        /* it was compressed or UTF-16, and is plain UTF-8 for that */
    reading *reading;    /* NULL: an attachment */
    const run *run;
} raw_file;

/* One result with its labels settled. */
typedef struct entry {
    struct entry *next, *beside;
    result *r;
    const raw_file *from;
    ptrdiff_t workload, variant; /* index into the study's arrays */
    bool workload_inferred, variant_inferred;
    int repeat; /* 1, 2, … among its group */
} entry;

/* A result that doesn't count: it was measured, and somebody says why it was wrong. */
typedef struct set_aside {
    struct set_aside *next;
    const entry *en;
    str why;
} set_aside;

/* Repeats: results of the same run, tool, command, parameters, workload and variant. */
typedef struct group {
    struct group *next, *beside;
    ptrdiff_t workload, variant;
    str tool;
    const run *run;
    const param *params;
    entry **entries; /* in file order */
    ptrdiff_t n;
    /* With one entry its own metrics; with several, those metrics of which each repeat is
     * a single value, pooled as samples. Others are reached by #K alone. */
    metric *metrics;
    result_status status; /* the worst of its entries */
    bool
        outdated; /* a newer run has the same tool, workload, variant: history shows it */
} group;

typedef struct {
    str id;          /* the folder's name */
    const char *dir; /* as the user reaches it */
    const config *site;
    const study_kept *kept; /* what an archive has of it; NULL: there is none */
    source yaml;            /* bytes.ptr == NULL: there is no study.yaml */
    str title, question, date, baseline;
    str *primary;
    ptrdiff_t primary_count;
    fact *host, *software;
    variant *variants;
    ptrdiff_t variant_count;
    workload *workloads;
    ptrdiff_t workload_count;
    source_rule *rules;
    str *ignore;
    ptrdiff_t ignore_count;
    reason *not_run, *lint_allow;
    struct price *prices; /* derive.h */
    struct derived_rule *derived;
    struct mount *mounts; /* of the compose files among the raw files */
    run *runs;            /* the study's own first */
    raw_file *files;
    ptrdiff_t file_count;
    entry *entries, **entries_end;
    set_aside *aside;
    group *groups;
} study;

/* Loads data/ID of a study that holds its `id`, its `site`, perhaps what is `kept` of it,
 * and nothing else: study.yaml, run.yaml files, every raw file; attributes and groups
 * results. Warnings (attachments nobody recognised, diagnostics of importers) go to *w.
 * False: *e is set (exit 2: YAML; exit 3: a raw file that is broken). */
MUST_USE bool study_load(arena *perm, arena scratch, study *ret, warnings *w, err *e);

/* The studies of a project: the names of the folders under data/, sorted. */
MUST_USE bool study_list(arena *perm, const config *site, str **ids, ptrdiff_t *n,
                         err *e);

ptrdiff_t study_variant(const study *s, str id);  /* -1: none */
ptrdiff_t study_workload(const study *s, str id); /* -1: none */

/* The variant that the others are compared with: study.yaml's, else `native`, else the
 * first of the workload. -1: the workload has no results. */
ptrdiff_t study_baseline(const study *s, ptrdiff_t workload);

/* The reason why a variant has no result for a workload; ptr == NULL: it isn't declared.
 */
str study_not_run(const study *s, ptrdiff_t workload, ptrdiff_t variant);

/* What `sources` in study.yaml says of the file of that path; NULL: nothing. */
const source_rule *study_rule(const study *s, str path, arena scratch);

metric *group_metric(const group *g, str name); /* NULL: none */
str group_param(const group *g, str name);      /* ptr == NULL: none */

/* The line range of the raw file that a group's metric came from, for links. */
const raw_file *group_file(const group *g);

/* --- parts of study_load, one file each ------------------------------------------ */

MUST_USE bool study_yaml_load(arena *perm, arena scratch, study *s, err *e);

/* The folder's runs and raw files, by path and run alone: nothing is read but run.yaml
 * files. There may be no folder. */
MUST_USE bool study_files(arena *perm, arena scratch, study *s, err *e);

/* "data/ID", as the user reaches it. */
const char *study_dir(arena *perm, const config *site, str id);

/* How study.yaml wants the file of that path to be read. */
read_as study_reads(const study *s, str path, arena scratch);
MUST_USE bool run_yaml_load(arena *perm, arena scratch, run *r, err *e);
MUST_USE bool study_attribute(arena *perm, arena scratch, study *s, err *e);
void study_group(arena *perm, arena scratch, study *s);

/* Settles under which names the raw files are published, so that no browser takes one for
 * a page of the site. The bytes are published as they are. */
void study_publish(arena *perm, study *s);

#endif
