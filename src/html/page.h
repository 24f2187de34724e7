/* page.h - the values that every template finds under "page". Only html/ needs it. */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include "html/html.h"

/* One page's own part of its head. */
typedef struct {
    str root, path;
    str title; /* without the site's; empty: the site's alone */
    str description;
    str image;       /* relative to the page; empty: none */
    str jsonld;      /* empty: none */
    str current;     /* which link of the masthead: "index.html"; empty: none */
    bool is_article; /* Open Graph's type */
    bool has_script; /* assets/site.js: sorting, copying, searching */
    bool has_search; /* assets/search.js */
    bool is_hidden;  /* not for search engines */
} page_head;

/* A map with "page" in it: add the page's own values. */
value *page_values(arena *perm, const html_site *site, const page_head *head);

/* Fills the template and writes it. */
MUST_USE bool page_write(out *o, const html_site *site, str template, const value *data,
                         err *e);

/* "../" + "tags/index.html". */
str page_href(arena *perm, str root, str path);

/* A relative link of the page at `path`, as it may stand there: in a single file, which
 * has no neighbours, it leads to the site's address, or (without one) nowhere: empty. */
str page_link(arena *perm, const html_site *site, str path, str href);

/* Adds number, unit, what, bars, caveat, href and href_text of a key figure to `map`.
 * `to`: "" or the way from the page to the study, before the href. */
void page_key_figure(arena *perm, value *map, const key_figure *k, str to);

/* Adds a list of cards under `key`. root: "../", where their tags' pages are to be found;
 * ptr == NULL: tags aren't shown. */
void page_cards(arena *perm, value *map, const char *key, html_cards cards, str root);

/* The page for search engines, as schema.org's JSON-LD. */
str page_jsonld(arena *perm, const html_site *site, const html_study *s);

#endif
