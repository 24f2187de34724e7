#include "base/base.h"

#include <assert.h>

#include "html/body.h"

enum { DEEPEST = 64 };

/* The walk over a report. A prose section is a row of bands, each with prose left and
 * notes in the side column, broken by what takes the full width:
 *
 *   section.sec   div.band   div.text   h2, p, pre, narrow table …
 *                            div.side   note, specs …
 *                 figure, wide table
 *                 div.band   …
 */
typedef struct {
    body *b;
    xml_node *into;    /* where sections go */
    xml_node *section; /* the open one, NULL: none */
    section_kind kind;
    xml_node *band, *text, *side; /* NULL: the next block opens one */
    xml_node *last_band;          /* of this section; for notes behind a figure */
    xml_node *last_side;
    xml_node *columns; /* of a method section */
    str section_id;    /* for its first heading, when that has none */
    struct {
        const node *n;
        xml_node *into; /* where its children go; NULL: by place_block() */
    } stack[DEEPEST + 2];
    int depth;
} walker;

str body_href(const body *b, str href)
{
    return page_link(b->perm, b->site, b->study ? b->study->path : (str){0}, href);
}

/* --- headings -------------------------------------------------------------------------
 */

static const char *const heading_names[] = {NULL, "h1", "h2", "h3", "h4", "h5", "h6"};

xml_node *body_heading(body *b, xml_node *into, int level, str id)
{
    int fits = b->heading_level + 1;
    b->heading_level = level < fits ? level : fits;
    xml_text(into, S("\n"));
    xml_node *h = xml_element(into, heading_names[b->heading_level]);
    if (id.len > 0) {
        xml_attr(h, "id", id);
    }
    return h;
}

static bool holds_link(const node *n)
{
    node_walk w = node_walk_start(n);
    while (node_walk_next(&w) != EVENT_END) {
        if (w.at->href.len > 0) {
            return true;
        }
    }
    return false;
}

/* The heading is a link to itself, for those who want to point to it. */
static xml_node *put_heading(walker *w, const node *n, xml_node *into)
{
    body *b = w->b;
    str wanted = n->id.len > 0 ? n->id : w->section_id;
    w->section_id = (str){0};
    if (wanted.len == 0) {
        wanted = str_slug(b->perm, node_plain(b->perm, n));
    }
    str id = ids_unique(&b->ids, wanted);
    xml_node *h = body_heading(b, into, n->level, id);
    if (holds_link(n)) {
        return h;
    }
    xml_node *a = xml_element(h, "a");
    xml_attr(a, "class", S("self"));
    xml_attr(a, "href", str_fmt(b->perm, "#%.*s", SV(id)));
    return a;
}

/* An element that begins a line of the page's source. */
static xml_node *new_line(xml_node *into, const char *name)
{
    xml_text(into, S("\n"));
    return xml_element(into, name);
}

/* --- where blocks go ------------------------------------------------------------------
 */

static xml_node *open_section(walker *w, section_kind kind)
{
    w->section = new_line(w->into, "section");
    xml_attr(w->section, "class", kind == SECTION_PROSE ? S("sec") : S("box"));
    w->kind = kind;
    w->band = w->text = w->side = w->last_band = w->last_side = w->columns = NULL;
    return w->section;
}

static void close_band(walker *w)
{
    w->band = w->text = w->side = NULL;
}

static void open_band(walker *w)
{
    if (!w->band) {
        w->band = w->last_band = new_line(w->section, "div");
        xml_attr(w->band, "class", S("band"));
        w->last_side = NULL;
    }
}

static xml_node *text_column(walker *w)
{
    open_band(w);
    if (!w->text && w->side) {
        close_band(w);
        open_band(w);
    }
    if (!w->text) {
        w->text = new_line(w->band, "div");
        xml_attr(w->text, "class", S("text"));
    }
    return w->text;
}

/* Beside the prose that was there last: a note that follows a figure belongs to the band
 * above it. */
static xml_node *side_column(walker *w)
{
    if (!w->band && w->last_band) {
        if (!w->last_side) {
            w->last_side = new_line(w->last_band, "div");
            xml_attr(w->last_side, "class", S("side"));
        }
        return w->last_side;
    }
    open_band(w);
    if (!w->side) {
        w->side = w->last_side = new_line(w->band, "div");
        xml_attr(w->side, "class", S("side"));
    }
    return w->side;
}

/* Method: each heading opens a short paragraph of its own in the columns. */
static xml_node *place_method(walker *w, const node *n)
{
    bool is_full = n->kind == NODE_FIGURE || n->kind == NODE_TABLE
                   || (n->kind == NODE_HEADING && n->level <= 2);
    if (is_full) {
        w->columns = NULL;
        return w->section;
    }
    if (!w->columns) {
        w->columns = new_line(w->section, "div");
        xml_attr(w->columns, "class", S("cols"));
        w->text = NULL;
    }
    if (!w->text || n->kind == NODE_HEADING) {
        w->text = new_line(w->columns, "div");
    }
    return w->text;
}

static xml_node *place_block(walker *w, const node *n)
{
    if (!w->section) {
        open_section(w, SECTION_PROSE);
    }
    if (w->kind == SECTION_METHOD) {
        return place_method(w, n);
    }
    if (w->kind == SECTION_DATA) {
        return w->section;
    }
    if (n->kind == NODE_NOTE || n->kind == NODE_SPECS) {
        return side_column(w);
    }
    if (n->kind == NODE_FIGURE
        || (n->kind == NODE_TABLE && body_table_is_wide(n->table))) {
        close_band(w);
        return w->section;
    }
    return text_column(w);
}

/* --- one node -------------------------------------------------------------------------
 */

static xml_node *put_code(walker *w, const node *n, xml_node *into)
{
    (void)w;
    xml_node *pre = new_line(into, "pre");
    xml_attr(pre, "tabindex", S("0"));
    xml_attr(pre, "role", S("group"));
    xml_attr(pre, "aria-label", n->label.len > 0 ? n->label : S("Code"));
    xml_leaf(pre, "code", n->text);
    return pre;
}

static xml_node *put_list(walker *w, const node *n, xml_node *into)
{
    xml_node *list = new_line(into, n->ordered ? "ol" : "ul");
    if (n->ordered && n->start != 1) {
        xml_attr(list, "start", str_fmt(w->b->perm, "%d", n->start));
    }
    return list;
}

static xml_node *put_link(walker *w, const node *n, xml_node *into,
                          const char *class_name)
{
    str href = body_href(w->b, n->href);
    bool leads = href.len > 0 && xml_url_is_safe(href);
    xml_node *a = xml_element(into, leads ? "a" : "span");
    if (class_name) {
        xml_attr(a, "class", str_from(class_name));
    }
    if (leads) {
        xml_attr(a, "href", href);
    }
    return a;
}

/* A value and its unit, its ± and its spread are read in one go: short ones don't break.
 */
static void put_value(walker *w, const node *n, xml_node *into)
{
    enum { SHORT = 26 };
    xml_node *a = put_link(w, n, into, "v");
    str text = n->text;
    if (text.len <= SHORT) {
        text = str_replace(w->b->perm, text, S(" "), S("\xC2\xA0"));
    }
    xml_text(a, text);
}

/* The box of notes or of the test bed; its label is a heading that others can jump to. */
static xml_node *put_aside(walker *w, const node *n, xml_node *into)
{
    body *b = w->b;
    bool is_specs = n->kind == NODE_SPECS;
    xml_node *box = new_line(into, "div");
    xml_attr(box, "class", is_specs ? S("specs") : S("note"));
    if (n->label.len > 0) {
        int level = b->heading_level;
        xml_node *h = body_heading(b, box, 3, (str){0});
        b->heading_level = level;
        if (n->id.len > 0) {
            xml_attr(h, "id", ids_unique(&b->ids, n->id));
        }
        xml_text(h, n->label);
    }
    return is_specs ? xml_element(box, "dl") : box;
}

static bool is_foreign_host(str href)
{
    return str_starts(href, S("//")) || str_has(str_cut(href, S("/")).head, S(":"));
}

/* A picture from another host is linked, not loaded: a page asks nobody but its own. */
static xml_node *put_image(const node *n, xml_node *into)
{
    if (!xml_url_is_safe(n->href) || is_foreign_host(n->href)) {
        xml_node *a = xml_leaf(into, "a", n->text.len > 0 ? n->text : n->href);
        xml_attr(a, "href", n->href);
        return a;
    }
    xml_node *img = xml_element(into, "img");
    xml_attr(img, "src", n->href);
    xml_attr(img, "alt", n->text);
    xml_attr(img, "loading", S("lazy"));
    return img;
}

static const char *simple_name(node_kind kind)
{
    static const struct {
        node_kind kind;
        const char *name;
    } names[] = {
        {NODE_PARA, "p"},        {NODE_QUOTE, "blockquote"}, {NODE_ITEM, "li"},
        {NODE_TERM, "dt"},       {NODE_DETAIL, "dd"},        {NODE_RULE, "hr"},
        {NODE_STRONG, "strong"}, {NODE_EMPH, "em"},          {NODE_STRIKE, "s"},
        {NODE_MONO, "code"},     {NODE_BREAK, "br"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        if (names[i].kind == kind) {
            return names[i].name;
        }
    }
    return NULL;
}

static xml_node *put_simple(walker *w, const node *n, xml_node *into)
{
    const char *name = simple_name(n->kind);
    bool is_block = n->kind < NODE_TEXT;
    xml_node *element = is_block ? new_line(into, name) : xml_element(into, name);
    bool in_column = into == w->text && w->kind == SECTION_PROSE;
    if (n->kind == NODE_PARA && !n->author && in_column) {
        xml_attr(element, "class", S("gen"));
    } else if (n->muted && (n->kind == NODE_TERM || n->kind == NODE_DETAIL)) {
        xml_attr(element, "class", S("mut"));
    }
    xml_text(element, n->text);
    return element;
}

static const html_chart *chart_of(const body *b, const figure *f)
{
    const report *r = b->study ? b->study->report : NULL;
    for (ptrdiff_t i = 0; r && b->study->charts && i < r->figure_count; i++) {
        if (r->figures[i] == f) {
            return &b->study->charts[i];
        }
    }
    return NULL;
}

/* Writes the node itself and returns where its children go (NULL: they are placed one by
 * one). */
static xml_node *put_node(walker *w, const node *n, xml_node *into)
{
    switch (n->kind) {
    case NODE_HEADING:
        return put_heading(w, n, into);
    case NODE_LIST:
        return put_list(w, n, into);
    case NODE_CODE:
        return put_code(w, n, into);
    case NODE_SPECS:
    case NODE_NOTE:
        return put_aside(w, n, into);
    case NODE_TABLE:
        body_table(w->b, n->table, into);
        return into;
    case NODE_FIGURE:
        body_figure(w->b, n->figure, chart_of(w->b, n->figure), into);
        return into;
    case NODE_TEXT:
        xml_text(into, n->text);
        return into;
    case NODE_LINK:
        return put_link(w, n, into, NULL);
    case NODE_VALUE:
        put_value(w, n, into);
        return into;
    case NODE_IMAGE:
        return put_image(n, into);
    case NODE_REPORT:
    case NODE_SECTION:
    case NODE_KEYS:
        return NULL;
    case NODE_PARA:
    case NODE_QUOTE:
    case NODE_ITEM:
    case NODE_TERM:
    case NODE_DETAIL:
    case NODE_RULE:
    case NODE_STRONG:
    case NODE_EMPH:
    case NODE_STRIKE:
    case NODE_MONO:
    case NODE_BREAK:
        break;
    }
    return put_simple(w, n, into);
}

/* --- the walk -------------------------------------------------------------------------
 */

static void end_section(walker *w, const node *n)
{
    if (n == w->b->data) {
        body_downloads(w->b, w->b->study->report, w->section);
    }
    w->section = NULL;
}

static void enter(walker *w, const node *n)
{
    xml_node *into = w->depth > 0 ? w->stack[w->depth - 1].into : NULL;
    if (n->kind == NODE_SECTION) {
        open_section(w, n->section);
        bool has_heading = n->first && n->first->kind == NODE_HEADING;
        w->section_id = has_heading ? n->id : (str){0};
        if (n->id.len > 0 && !has_heading) {
            xml_attr(w->section, "id", ids_unique(&w->b->ids, n->id));
        }
    } else if (n->kind != NODE_REPORT && n->kind != NODE_KEYS) {
        into = put_node(w, n, into ? into : place_block(w, n));
    }
    if (n->first) {
        assert(w->depth < DEEPEST);
        w->stack[w->depth].n = n;
        w->stack[w->depth++].into = n->kind == NODE_SECTION ? NULL : into;
    } else if (n->kind == NODE_SECTION) {
        end_section(w, n);
    }
}

static void walk(walker *w, const node *root)
{
    node_walk events = node_walk_start(root);
    for (node_event ev; (ev = node_walk_next(&events)) != EVENT_END;) {
        if (ev == EVENT_ENTER) {
            enter(w, events.at);
            continue;
        }
        w->depth--;
        if (events.at->kind == NODE_SECTION) {
            end_section(w, events.at);
        }
    }
}

void body_sections(body *b, const node *root, xml_node *into)
{
    walker w = {.b = b, .into = into};
    walk(&w, root);
}

void body_inline(body *b, const node *n, xml_node *into)
{
    for (const node *child = n ? n->first : NULL; child; child = child->next) {
        walker w = {.b = b, .into = into, .section = into};
        w.stack[0].into = into;
        w.depth = 1;
        walk(&w, child);
    }
}
