/* build.h - what the parts of a site's build share. Only site/ needs it. */
#ifndef SITE_BUILD_H
#define SITE_BUILD_H

#include "base/json.h"
#include "chart/fonts.h"
#include "html/html.h"
#include "report/compose.h"
#include "report/portable.h"
#include "site/site.h"
#include "site/stock.h"
#include "site/tree.h"

/* One study on its way to the site. */
typedef struct {
    str id;
    html_card card; /* in the builder's arena: listings outlive the study */
    ptrdiff_t sources, results;
    str date;
    html_entry entry;   /* for feed and search */
    str inputs;         /* inputs_of_study() */
    str outputs;        /* inputs_of_outputs(); empty: not known yet */
    warnings *warnings; /* its own */
    bool held_back;     /* its post waits for a day */
    ptrdiff_t kept;     /* files of it that the archive alone has */
    bool has_history;   /* history/index.html is there */
} built_study;

enum { MOST_THREADS = 64 };

typedef struct {
    arena *perm; /* lives as long as the build */
    arena scratch;
    arena one; /* one study while it is built; then the next is in its place */
    const config *site;
    const site_options *opt;
    warnings *w;
    site_tree tree;
    html_site html;
    stock *stock;     /* the archive */
    bool *untaken;    /* of each study: the archive couldn't take in what is new of it */
    str *same;        /* of each: its inputs, where they are those of the last build */
    str common;       /* inputs_common() */
    const json *last; /* recall_load(): what the last build kept; NULL: nothing */
    built_study *studies;
    ptrdiff_t study_count;
    arena thread_arenas[MOST_THREADS]; /* what the studies are in */
    int thread_count;
    warnings failures;  /* studies that failed where opt->keep_going */
    ptrdiff_t left_out; /* those of them that have no last good page */
    bool held_back;     /* a post waits for its day */
} builder;

/* What all of them begin with; stock_close() is due. */
builder builder_of(arena scratch, const config *site, const site_options *opt,
                   warnings *w, stock_mode mode);

/* edition.c: one study, loaded and composed; what the site and the commands for one study
 * are made from. */
typedef struct {
    builder *b;
    arena *perm;
    arena scratch;
    study s;
    post p;
    report *r;
    const claim *claims;
    str json, csv, markdown;
    missing_chars missing; /* of all that was drawn so far */
} edition;

/* A study's, of which nothing is loaded yet. */
edition edition_of(builder *b, arena *perm, arena scratch);

/* False: there is no such study; *e names the nearest one. */
MUST_USE bool edition_known(builder *b, str id, err *e);
MUST_USE bool edition_load(edition *ed, str id, err *e);
MUST_USE bool edition_compose(edition *ed, err *e);

/* data.json, data.csv and post.md, and their lines among the downloads. */
void edition_data(edition *ed);
void edition_add_download(edition *ed, const char *name, str contents, str bytes);

str edition_markdown(edition *ed, portable_form form);

/* May it be read by all? Else *why is "is a draft" or "is held back until 2025-09-01". */
bool edition_published(edition *ed, str *why);

/* The study's page on the web, with a slash at its end; empty: the site has no url. */
str edition_url(const edition *ed);

/* The report on paper: "a4", "letter", empty: as broadsheet.yaml says. */
MUST_USE bool edition_pdf(edition *ed, str paper, out *o, int *pages, err *e);

/* missing.c: one warning where characters were drawn as boxes: which, and whence. */
void edition_tell_missing(edition *ed);

/* picture_file.c: a chart as a file that says where it comes from. */
typedef enum { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF } picture_form;

typedef struct {
    const figure *figure;
    const scene *framed;
} picture_of;

const scene *picture_framed(arena *perm, const figure *f, const scene *wide);
MUST_USE bool picture_write(out *o, edition *ed, const picture_of *what,
                            picture_form form, err *e);

/* By a file's ending; false: it is none of the three. */
bool picture_form_of(const char *path, picture_form *ret);

/* study_files.c: loads, composes and writes everything under site/ID/; the links of its
 * index.html to other studies are added when these are known. A draft that isn't wanted
 * leaves ret->id empty. */
MUST_USE bool build_study(builder *b, str id, built_study *ret, err *e);

/* studies.c: all of them, several at a time, into b->studies, newest first; what didn't
 * change is taken over. What is built and warned of is the same for any number of
 * threads; of several errors, that of the first study counts. */
MUST_USE bool build_studies(builder *b, const str *ids, ptrdiff_t n, err *e);

/* study_history.c: the page of a study's history, with its charts; *ret: there is one. */
MUST_USE bool build_history(edition *ed, str author_href, bool *ret, err *e);

/* study_data.c: data.json and data.csv of a study. */
str study_json(arena *perm, const study *s, const report *r);
str study_csv(arena *perm, const study *s);
str figure_csv(arena *perm, const figure *f);

/* build.c: a hash over all that the study's page depends on. */
str build_inputs(const builder *b, arena *perm, str id);

/* build.c: fills b->html; templates_close() its templates. */
void build_describe(builder *b);

/* pictures.c: the charts of all figures, wide and narrow. */
html_chart *build_charts(arena *perm, const report *r);

/* pictures.c: card.png and badge.svg of a study. */
MUST_USE bool build_pictures(edition *ed, err *e);
const key_figure *study_key(const report *r); /* the first one; NULL: none */

/* shared_files.c: style sheet and fonts to stand in a page; `few`: the main fonts only.
 */
MUST_USE bool build_bundle(builder *b, bool few, html_bundle *ret, err *e);

/* shared_files.c: assets, theme, 404. */
MUST_USE bool build_shared(builder *b, err *e);

/* listings.c: the studies' pages with their links to each other, index, tags, authors,
 * archive, feed, site map, search. */
MUST_USE bool build_listings(builder *b, err *e);

#endif
