/* body.h - the report tree as elements. Only the pages of html/ need it. */
#ifndef HTML_BODY_H
#define HTML_BODY_H

#include "html/html.h"
#include "html/ids.h"
#include "html/page.h"

/* A page's body while it is built. */
typedef struct {
    arena *perm;
    const html_study *study;
    const html_site *site;
    ids ids;
    int heading_level; /* of the last heading: levels never jump */
    const node *data;  /* the section that ends in the downloads; NULL: none */
} body;

/* Appends the sections of the tree to `into`, without recursion over its depth. Key
 * figures are left to the page's head. */
void body_sections(body *b, const node *root, xml_node *into);

/* Appends the inline children of n (and of its blocks, one after the other). */
void body_inline(body *b, const node *n, xml_node *into);

/* Appends one figure: words, chart, table, source. */
void body_figure(body *b, const figure *f, const html_chart *chart, xml_node *into);

/* Appends a table that scrolls sideways where it must. */
void body_table(body *b, const table *t, xml_node *into);

/* Is it too wide for the text column? */
bool body_table_is_wide(const table *t);

/* Appends the table of what can be downloaded. */
void body_downloads(body *b, const report *r, xml_node *into);

/* page_link() of this page. */
str body_href(const body *b, str href);

/* A heading of the level that fits here, at most `level`. */
xml_node *body_heading(body *b, xml_node *into, int level, str id);

#endif
