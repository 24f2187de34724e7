/* site.h - the whole site: built beside the old one, then swapped in as a whole. */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include "base/out.h"
#include "project/config.h"

typedef struct {
    const char *target; /* "site", as the user reaches it */
    bool strict;        /* findings, unborne claims and inferred labels fail the build */
    bool drafts;        /* posts marked draft are built, too */
    bool keep_going;    /* a study that fails keeps its last good page */
    int threads;        /* studies built at a time; 0: one a processor */
    str build_date; /* from SOURCE_DATE_EPOCH, else empty: dates come from the data alone
                     */
    str today;      /* what embargoes are compared with */
} site_options;

typedef struct {
    ptrdiff_t studies, sources, results;
    warnings failures;  /* of opt->keep_going, as many as studies failed ... */
    ptrdiff_t left_out; /* ... and how many of these had no last good page */
    bool unchanged;     /* nothing to do: the inputs are those of the last build */
} site_summary;

/* Builds opt->target from the project. Warnings go to *w. False: *e is set and the old
 * site, if there is one, is as it was, byte for byte. */
MUST_USE bool site_build(const config *site, const site_options *opt, warnings *w,
                         site_summary *ret, err *e);

/* Writes the page of one study into a file that needs no other: style sheet, fonts and
 * charts stand in it. Links to raw files lead to the site's url, or (without one) are
 * plain text. False: *e is set, and the file is as it was. */
MUST_USE bool site_single(const config *site, const site_options *opt, str id,
                          const char *path, warnings *w, err *e);

/* One chart as a file; its ending says which: .svg, .png or .pdf. */
typedef struct {
    str words; /* as behind `chart` in a post */
    const char *path;
} chart_wish;
MUST_USE bool site_chart(const config *site, const site_options *opt, str id,
                         const chart_wish *wish, warnings *w, err *e);

/* The report on paper, the same bytes as the site's report.pdf. */
typedef struct {
    str paper; /* "a4", "letter"; empty: as broadsheet.yaml says */
    const char *path;
    const char *older; /* an earlier data.json: what differs is marked; NULL: none */
} pdf_wish;
MUST_USE bool site_pdf(const config *site, const site_options *opt, str id,
                       const pdf_wish *wish, warnings *w, err *e);

/* Studies as data or as posts: to `o` one behind the other, or (o unused) a file each in
 * a folder that is there. */
typedef enum { EXPORT_JSON, EXPORT_CSV, EXPORT_MARKDOWN, EXPORT_DEVTO } export_form;

typedef struct {
    export_form form;
    const str *ids; /* none: all that are published */
    ptrdiff_t id_count;
    const char *folder; /* NULL: to `o` */
} export_wish;
MUST_USE bool site_export(const config *site, const site_options *opt,
                          const export_wish *wish, out *o, warnings *w, err *e);

#endif
