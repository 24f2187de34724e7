/* build.h - what the parts of a site's build share. Only site/ needs it. */
#ifndef SITE_BUILD_H
#define SITE_BUILD_H

#include "html/html.h"
#include "report/compose.h"
#include "site/site.h"
#include "site/tree.h"

/* One study on its way to the site; `perm` of its own is given back when it is written.
 */
typedef struct {
    str id;
    html_card card; /* in the builder's arena: listings outlive the study */
    ptrdiff_t sources, results;
    str date;
} built_study;

typedef struct {
    arena *perm; /* lives as long as the build */
    arena scratch;
    const config *site;
    const site_options *opt;
    warnings *w;
    site_tree tree;
    html_site html;
    built_study *studies;
    ptrdiff_t study_count;
} builder;

/* study_files.c: loads, composes and writes everything under site/ID/. */
MUST_USE bool build_study(builder *b, str id, err *e);

/* study_data.c: data.json and data.csv of a study. */
str study_json(arena *perm, const study *s, const report *r);
str study_csv(arena *perm, const study *s);
str figure_csv(arena *perm, const figure *f);

/* shared_files.c: index, assets, 404, robots, listings. */
MUST_USE bool build_shared(builder *b, err *e);

#endif
