/* portable.h - the report as Markdown that other sites take: shortcodes are resolved,
 * charts are pictures, tables are GFM's. */
#ifndef REPORT_PORTABLE_H
#define REPORT_PORTABLE_H

#include "report/report.h"

typedef enum {
    PORTABLE_MARKDOWN, /* CommonMark with GFM's tables, under the title */
    PORTABLE_DEVTO,    /* with DEV Community's front matter; `{{` and `{%` mean nothing */
} portable_form;

typedef struct {
    portable_form form;
    /* The study's page on the web, with a slash at its end; empty: links stay relative to
     * it, and those into the page lose their link. */
    str base_url;
} portable_options;

/* Writes the prose, figures and method, not the lists of every result and download. */
void report_write_portable(out *o, const report *r, const portable_options *opt,
                           arena scratch);

#endif
