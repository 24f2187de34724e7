/* html.h - pages: data in, bytes out. Nothing here opens a file.
 *
 * All links are relative, so a site works from file:// and from any sub-folder. Each
 * function writes one whole page into `o`; false: *e is set (a template of the project is
 * broken: ERR_USAGE, it points into the template), and `o` must not be used. */
#ifndef HTML_HTML_H
#define HTML_HTML_H

#include "chart/scene.h"
#include "report/report.h"
#include "xml/template.h"

/* --- what is the same on every page ---------------------------------------------- */

/* A site in a single file: what other pages fetch stands in the page. */
typedef struct {
    str css;             /* with its fonts as data: URLs */
    str favicon;         /* a data: URL */
    bool has_neighbours; /* links to other pages stay: 404.html */
} html_bundle;

typedef struct {
    templates *templates;
    str title, description;
    str url;  /* "https://example.org/bench/", ends with '/'; empty: no absolute links */
    str lang; /* "en" */
    str licence;
    str program; /* "broadsheet 0.1.0" */
    bool has_tags, has_archive, has_feed;
    bool has_theme;            /* assets/theme.css holds the user's variables */
    const html_bundle *bundle; /* NULL: a page among others */
} html_site;

/* A template_loader for the compiled-in templates; `ctx` isn't used. A project's loader
 * looks into its own templates/ first and asks this one for the rest. */
bool html_builtin_template(void *ctx, arena *perm, str name, source *ret, err *e);

/* --- a study's page -------------------------------------------------------------- */

/* Charts that were laid out; NULL: the table stands alone. */
typedef struct {
    const scene *wide, *narrow;
    bool has_svg, has_png, has_csv; /* charts/ID.svg and so on exist beside the page */
} html_chart;

/* A study as others refer to it: listings, "More reports". */
typedef struct {
    str id;   /* of the study */
    str href; /* relative to the page that shows the card */
    str title, finding, kicker;
    str date;         /* 2025-08-10, empty: undated */
    str history_href; /* may be empty */
    str author;
    str superseded_by;     /* ID of a newer study; may be empty */
    const key_figure *key; /* shown beside the finding; NULL: none */
    str *tags;
    ptrdiff_t tag_count;
} html_card;

typedef struct {
    const html_card *all;
    ptrdiff_t n;
} html_cards;

/* Other studies that a study's page leads to. */
typedef struct {
    html_cards more;
    html_cards newer; /* answer its question anew: one at most */
    html_cards older; /* whose question it answers anew */
} html_relations;

typedef struct {
    const report *report;
    const html_chart *charts; /* one for each of report->figures */
    str root;                 /* "../": from the page to the site's top */
    str path;                 /* "docker-wasm/": from the top to the page */
    str pdf_href, pdf_note;   /* "report.pdf", "6 pages"; empty: no PDF */
    str raw_note;             /* "7 kB": size of all raw files; may be empty */
    str image;                /* "card.png"; empty: none */
    str reproduce;            /* "broadsheet build": the command that makes this page */
    str author_href;          /* the author's listing; may be empty */
    str history_href;         /* may be empty */
    str report_href;          /* of a history: the study's page; else empty */
    html_relations others;
    bool others_later; /* they aren't known yet: html_study_relate() adds them */
} html_study;

MUST_USE bool html_study_page(out *o, arena scratch, const html_site *site,
                              const html_study *s, err *e);

/* Copies `page`, written with others_later, and puts the other studies where it has its
 * marks, or where an earlier call put some. Text of a study can't be taken for a mark,
 * because it is escaped. */
MUST_USE bool html_study_relate(out *o, arena scratch, const html_site *site, str page,
                                const html_relations *others, err *e);

/* Are there such places? A project's own templates may have done without. */
bool html_study_relates(str page);

/* The name of a tag's or an author's folder: "Image work" gives "image-work"; what loses
 * more than case and blanks gets a hash behind it ("C++": "c-2f6d1b"). */
str html_slug(arena *perm, str name);

/* --- listings -------------------------------------------------------------------- */

typedef struct {
    str href, text, note; /* "tags/wasm/index.html", "wasm", "2 reports" */
} html_link;

typedef enum { LISTING_HOME, LISTING_TAG, LISTING_AUTHOR, LISTING_ARCHIVE } listing_kind;

typedef struct {
    listing_kind kind;
    str root, path;
    str title; /* of the page: "Tag: wasm"; on the home page the site's own */
    str intro; /* one line below; may be empty */
    const html_card *cards;
    ptrdiff_t card_count;
    const html_link *links; /* tags, authors: shown above (archive) or below (home) */
    ptrdiff_t link_count;
    str links_title;
    bool has_search; /* assets/search.js exists */
    bool links_only; /* there are no cards, and none are missed */
} html_listing;

MUST_USE bool html_listing_page(out *o, arena scratch, const html_site *site,
                                const html_listing *l, err *e);

/* --- a raw file with its lines --------------------------------------------------- */

typedef struct {
    str root, path;
    str name;                  /* "fibonacci.hyperfine.txt" */
    str bytes;                 /* as published */
    str sha256;                /* of the bytes */
    str original_sha256;       /* where redaction masked some; else empty */
    str size;                  /* "7.1 kB" */
    str href;                  /* the file itself, relative */
    str own_name;              /* under which it is saved: "page.html" */
    bool renamed;              /* it is published under another: "page.html.txt" */
    str back_href, back_title; /* the study */
} html_raw;

/* Line n has the anchor #Ln. Beyond 20,000 lines or 4 MiB only the first are shown, with
 * a note; a file that is no text is only linked. */
MUST_USE bool html_raw_page(out *o, arena scratch, const html_site *site,
                            const html_raw *r, err *e);

/* --- what else a site holds ------------------------------------------------------ */

/* A study for the feed and for the search; it outlives the report. */
typedef struct {
    str path; /* "docker-wasm/": from the site's top */
    str title, finding, date, author;
    str *tags;
    ptrdiff_t tag_count;
    str content; /* HTML for feed readers */
    str words;   /* what a search finds it by besides title and finding */
} html_entry;

/* Copies what is needed into perm. charts: one for each figure; NULL: no pictures. */
html_entry html_entry_of(arena *perm, const html_site *site, const report *r, str path,
                         const html_chart *charts);

/* feed.xml, Atom: needs site->url. Newest first; undated entries are left out. Charts are
 * pictures with absolute addresses, since readers drop inline SVG. */
MUST_USE bool html_feed(out *o, arena scratch, const html_site *site,
                        const html_entry *entries, ptrdiff_t n, err *e);

typedef struct {
    str path; /* "docker-wasm/" */
    str date; /* may be empty */
} html_address;

/* sitemap.xml: needs site->url. */
MUST_USE bool html_sitemap(out *o, arena scratch, const html_site *site,
                           const html_address *pages, ptrdiff_t n, err *e);

void html_robots(out *o, const html_site *site);

/* assets/search.js: titles, findings, headings and names of all studies. A script and no
 * JSON, because pages from file:// may not fetch. */
void html_search(out *o, arena scratch, const html_entry *entries, ptrdiff_t n);

/* assets/favicon.svg: the first letter of the site's title. */
void html_favicon(out *o, str title);

/* badge.svg of a study: "WASM | 1.50× the time". */
void html_badge(out *o, arena scratch, str label, str text, role r, text_meter meter);

/* Inlines what a page in a single file needs: the style sheet with its fonts (the
 * compiled-in ones) and the favicon as data: URLs. css: the project's or the built-in
 * assets/style.css; theme: more rules, may be empty. */
html_bundle html_bundle_new(arena *perm, str css, str theme, str title);

/* The same with the two main fonts only, for a page among others that is shown at any
 * address, and so can't fetch by relative links: 404.html. */
html_bundle html_bundle_small(arena *perm, str css, str theme, str title);

/* --- anything else --------------------------------------------------------------- */

typedef struct {
    str root, path; /* 404.html: root is the site's url, since it may be shown anywhere */
    str title;
    const str *paragraphs;
    ptrdiff_t paragraph_count;
    const html_link *links;
    ptrdiff_t link_count;
} html_plain;

MUST_USE bool html_plain_page(out *o, arena scratch, const html_site *site,
                              const html_plain *p, err *e);

#endif
