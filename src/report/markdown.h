/* markdown.h - the author's prose as report nodes: cmark-gfm parses, shortcodes are ours.
 */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "report/report.h"

/* What stands between {{ and }}, a view into the source; and where it stands. */
typedef struct {
    const source *src;
    str body; /* trimmed */
    str raw;  /* with its braces */
} shortcode;

/* Turns shortcodes into nodes. */
typedef struct shortcode_host {
    /* Appends inline nodes to `parent` (block == false), or blocks, where the shortcode
     * is the only thing in its paragraph. May append inline nodes in a new NODE_PARA
     * then. False: *e is set. */
    bool (*expand)(struct shortcode_host *host, const shortcode *code, node *parent,
                   bool block, err *e);
    warnings *w; /* what is left out is told here */
} shortcode_host;

/* A piece of Markdown. */
typedef struct {
    const source *src;
    str body; /* a view into src->bytes */
} prose;

/* Parses the Markdown and appends its blocks to `parent`, each marked
 * as the author's. Tables, footnotes, strikethrough and autolinks are on; raw HTML is
 * dropped with a warning; links with a scheme other than http, https and mailto lose
 * their link, with a warning. Level 1 and 2 headings become level 2. Shortcodes stay as
 * they are in code spans and blocks; `\{{` is literal. */
MUST_USE bool markdown_blocks(arena *perm, arena scratch, const prose *from,
                              shortcode_host *host, node *parent, err *e);

/* The same for one line of inline text (a title, a caption): blocks are an error. */
MUST_USE bool markdown_inline(arena *perm, arena scratch, const prose *from,
                              shortcode_host *host, node *parent, err *e);

#endif
