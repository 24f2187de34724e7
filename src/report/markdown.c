#include "base/base.h"

#define CMARK_NO_SHORT_NAMES /* NODE_TEXT and the like are ours */
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <pthread.h>

#include "base/num.h"
#include "report/markdown.h"

/* Not in the headers of Debian 12's version, but exported by the library. */
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL,
    CMARK_NODE_STRIKETHROUGH;

OWNED_BY(cmark_parser, cmark_parser_free);
OWNED_BY(cmark_node, cmark_node_free);

/* A shortcode travels through cmark as U+E000, its number, U+E001: no markup, no blanks.
 */
#define MARK_OPEN  "\xEE\x80\x80"
#define MARK_CLOSE "\xEE\x80\x81"
enum { MARK_LEN = 3, MOST_CODES = 10000, DEEPEST = 60 };

typedef struct {
    arena *perm;
    arena scratch;
    const source *src;
    ptrdiff_t first_line; /* of the body, in the source */
    shortcode_host *host;
    warnings *w;
    err *e;
    shortcode *codes; /* body.ptr == NULL: a literal, printed as `raw` */
    ptrdiff_t code_count;
} converter;

/* --- before cmark: shortcodes out, numbers in ------------------------------------ */

static bool take_code(converter *c, str *rest, out *o)
{
    bool literal = *rest->ptr == '\\';
    str from = *rest;
    str inner = str_drop(from, literal ? 3 : 2);
    if (c->code_count == MOST_CODES) {
        return err_at(c->e, c->src, from, "more than %d shortcodes in one text",
                      MOST_CODES);
    }
    shortcode *code = &c->codes[c->code_count];
    if (literal) {
        *code = (shortcode){.src = c->src, .raw = str_take(str_drop(from, 1), 2)};
        *rest = inner;
    } else {
        str line = str_cut(inner, S("\n")).head;
        cut end = str_cut(line, S("}}"));
        if (!end.found) {
            err_at(c->e, c->src, from, "'{{' is never closed on its line");
            return err_hint(c->e, "Write '\\{{' for the braces themselves.");
        }
        *code = (shortcode){.src = c->src,
                            .body = str_trim(end.head),
                            .raw = str_take(from, end.tail.ptr - from.ptr)};
        *rest = str_drop(from, end.tail.ptr - from.ptr);
    }
    out_fmt(o, MARK_OPEN "%td" MARK_CLOSE, c->code_count++);
    return true;
}

static bool take_codes(converter *c, str body, str *ret)
{
    out *o = out_memory(c->perm);
    ptrdiff_t braces = 0;
    for (cut b = str_cut(body, S("{{")); b.found; b = str_cut(b.tail, S("{{"))) {
        braces++;
    }
    c->codes = NEW(c->perm, shortcode, braces < MOST_CODES ? braces : MOST_CODES);
    while (body.len > 0) {
        bool escaped = str_starts(body, S("\\{{"));
        if (escaped || str_starts(body, S("{{"))) {
            if (!take_code(c, &body, o)) {
                return false;
            }
        } else if (str_starts(body, S(MARK_OPEN)) || str_starts(body, S(MARK_CLOSE))) {
            return err_at(c->e, c->src, body, "U+E000 and U+E001 can't stand in a text");
        } else {
            out_char(o, *body.ptr);
            body = str_drop(body, 1);
        }
    }
    *ret = out_text(o);
    return true;
}

/* Reads a mark at the front of *text; NULL: there is none. */
static const shortcode *next_code(const converter *c, str *text)
{
    if (!str_starts(*text, S(MARK_OPEN))) {
        return NULL;
    }
    cut end = str_cut(str_drop(*text, MARK_LEN), S(MARK_CLOSE));
    int64_t i = 0;
    if (!end.found || !num_int(end.head, &i) || i < 0 || i >= c->code_count) {
        return NULL;
    }
    *text = end.tail;
    return &c->codes[i];
}

/* A text that takes no shortcodes (code, addresses) gets their source back. */
static str restore(const converter *c, str text)
{
    if (!str_has(text, S(MARK_OPEN))) {
        return str_copy(c->perm, text);
    }
    out *o = out_memory(c->perm);
    while (text.len > 0) {
        const shortcode *code = next_code(c, &text);
        if (code && !code->body.ptr) {
            out_char(o, '\\');
        }
        if (code) {
            out_str(o, code->raw);
        } else {
            out_char(o, *text.ptr);
            text = str_drop(text, 1);
        }
    }
    return out_text(o);
}

/* --- from cmark's tree to ours --------------------------------------------------- */

static void complain(converter *c, cmark_node *n, const char *fmt, ...) PRINTF(3, 4);

static void complain(converter *c, cmark_node *n, const char *fmt, ...)
{
    err w = {.path = c->src->path,
             .line = c->first_line + cmark_node_get_start_line(n) - 1,
             .col = cmark_node_get_start_column(n)};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(w.text, sizeof w.text, fmt, ap);
    va_end(ap);
    warn_add(c->w, &w);
}

static node *append(converter *c, node *parent, node_kind kind)
{
    node *n = node_new(c->perm, kind);
    n->author = true;
    return node_add(parent, n);
}

static bool add_text(converter *c, node *parent, str text)
{
    while (text.len > 0) {
        const shortcode *code = next_code(c, &text);
        if (code && !code->body.ptr) {
            append(c, parent, NODE_TEXT)->text = code->raw;
        } else if (code) {
            if (!c->host->expand(c->host, code, parent, false, c->e)) {
                return false;
            }
        } else {
            cut plain = str_cut(text, S(MARK_OPEN));
            append(c, parent, NODE_TEXT)->text = str_copy(c->perm, plain.head);
            text = str_drop(text, plain.head.len);
        }
    }
    return true;
}

static bool safe_link(str url)
{
    ptrdiff_t i = 0;
    while (i < url.len && !strchr(":/?#", url.ptr[i])) {
        i++;
    }
    if (i == url.len || url.ptr[i] != ':') {
        return true; /* relative */
    }
    str scheme = str_take(url, i);
    return str_eq_nocase(scheme, S("http")) || str_eq_nocase(scheme, S("https"))
           || str_eq_nocase(scheme, S("mailto"));
}

static bool children(converter *c, cmark_node *n, node *parent, int depth);

static bool add_link(converter *c, cmark_node *n, node *parent, int depth)
{
    str url = restore(c, str_from(cmark_node_get_url(n)));
    if (!safe_link(url)) {
        complain(c, n,
                 "the link to '%.*s' is dropped: only http, https and mailto are safe",
                 SV(str_take(url, 60)));
        return children(c, n, parent, depth);
    }
    node *link = append(
        c, parent, cmark_node_get_type(n) == CMARK_NODE_IMAGE ? NODE_IMAGE : NODE_LINK);
    link->href = url;
    if (!children(c, n, link, depth)) {
        return false;
    }
    if (link->kind == NODE_IMAGE) {
        link->text = node_plain(c->perm, link);
        link->first = link->last = NULL;
    }
    return true;
}

static bool is_only_code(const converter *c, cmark_node *n, const shortcode **ret)
{
    cmark_node *only = cmark_node_first_child(n);
    if (!only || cmark_node_next(only) || cmark_node_get_type(only) != CMARK_NODE_TEXT) {
        return false;
    }
    str text = str_from(cmark_node_get_literal(only));
    *ret = next_code(c, &text);
    return *ret && text.len == 0 && (*ret)->body.ptr;
}

static bool add_paragraph(converter *c, cmark_node *n, node *parent, int depth)
{
    const shortcode *code = NULL;
    if (is_only_code(c, n, &code)) {
        return c->host->expand(c->host, code, parent, true, c->e);
    }
    return children(c, n, append(c, parent, NODE_PARA), depth);
}

static bool add_heading(converter *c, cmark_node *n, node *parent, int depth)
{
    node *h = append(c, parent, NODE_HEADING);
    int level = cmark_node_get_heading_level(n);
    h->level = level < 2 ? 2 : level > 4 ? 4 : level;
    if (!children(c, n, h, depth)) {
        return false;
    }
    h->id = str_slug(c->perm, node_plain(c->perm, h));
    return true;
}

static bool add_code(converter *c, cmark_node *n, node *parent)
{
    node *code = append(c, parent, NODE_CODE);
    str text = restore(c, str_from(cmark_node_get_literal(n)));
    code->text = str_ends(text, S("\n")) ? str_take(text, text.len - 1) : text;
    str info = str_from(cmark_node_get_fence_info(n));
    code->label = info.len > 0 ? restore(c, info) : S("Code");
    return true;
}

static bool add_list(converter *c, cmark_node *n, node *parent, int depth)
{
    node *list = append(c, parent, NODE_LIST);
    list->ordered = cmark_node_get_list_type(n) == CMARK_ORDERED_LIST;
    list->start = cmark_node_get_list_start(n);
    return children(c, n, list, depth);
}

/* --- tables: cells are texts, so that HTML and PDF share one form ---------------- */

static bool cell_text(converter *c, cmark_node *cell, str *ret)
{
    node *tmp = node_new(c->perm, NODE_PARA);
    if (!children(c, cell, tmp, 1)) {
        return false;
    }
    *ret = node_plain(c->perm, tmp);
    return true;
}

static ptrdiff_t count_rows(cmark_node *n)
{
    ptrdiff_t rows = 0;
    for (cmark_node *row = cmark_node_first_child(n); row; row = cmark_node_next(row)) {
        rows++;
    }
    return rows;
}

static bool add_table(converter *c, cmark_node *n, node *parent)
{
    table *t = NEW(c->perm, table, 1);
    t->column_count = cmark_gfm_extensions_get_table_columns(n);
    t->columns = NEW(c->perm, table_column, t->column_count);
    t->cells = NEW(c->perm, table_cell, t->column_count * count_rows(n));
    const uint8_t *align = cmark_gfm_extensions_get_table_alignments(n);
    for (ptrdiff_t k = 0; k < t->column_count; k++) {
        t->columns[k].numeric = align[k] == 'r';
    }
    bool head = true;
    for (cmark_node *row = cmark_node_first_child(n); row; row = cmark_node_next(row)) {
        ptrdiff_t k = 0;
        for (cmark_node *cell = cmark_node_first_child(row); cell && k < t->column_count;
             cell = cmark_node_next(cell), k++) {
            str *to = head ? &t->columns[k].head
                           : &t->cells[t->row_count * t->column_count + k].text;
            if (!cell_text(c, cell, to)) {
                return false;
            }
        }
        t->row_count += !head;
        head = false;
    }
    append(c, parent, NODE_TABLE)->table = t;
    return true;
}

/* --- the switch ------------------------------------------------------------------ */

static bool add_extension(converter *c, cmark_node *n, node *parent, int depth)
{
    cmark_node_type type = cmark_node_get_type(n);
    if (type == CMARK_NODE_TABLE) {
        return add_table(c, n, parent);
    }
    if (type == CMARK_NODE_STRIKETHROUGH) {
        return children(c, n, append(c, parent, NODE_STRIKE), depth);
    }
    return children(c, n, parent, depth);
}

static bool add_leaf(converter *c, cmark_node *n, node *parent)
{
    switch (cmark_node_get_type(n)) {
    case CMARK_NODE_TEXT:
        return add_text(c, parent, str_from(cmark_node_get_literal(n)));
    case CMARK_NODE_SOFTBREAK:
        append(c, parent, NODE_TEXT)->text = S(" ");
        return true;
    case CMARK_NODE_LINEBREAK:
        append(c, parent, NODE_BREAK);
        return true;
    case CMARK_NODE_CODE:
        append(c, parent, NODE_MONO)->text =
            restore(c, str_from(cmark_node_get_literal(n)));
        return true;
    case CMARK_NODE_THEMATIC_BREAK:
        append(c, parent, NODE_RULE);
        return true;
    default:
        complain(c, n, "raw HTML is left out");
        return true;
    }
}

static bool add_node(converter *c, cmark_node *n, node *parent, int depth)
{
    if (depth > DEEPEST) {
        complain(c, n, "nested deeper than %d levels: left out", DEEPEST);
        return true;
    }
    switch (cmark_node_get_type(n)) {
    case CMARK_NODE_PARAGRAPH:
        return add_paragraph(c, n, parent, depth + 1);
    case CMARK_NODE_HEADING:
        return add_heading(c, n, parent, depth + 1);
    case CMARK_NODE_BLOCK_QUOTE:
        return children(c, n, append(c, parent, NODE_QUOTE), depth + 1);
    case CMARK_NODE_LIST:
        return add_list(c, n, parent, depth + 1);
    case CMARK_NODE_ITEM:
        return children(c, n, append(c, parent, NODE_ITEM), depth + 1);
    case CMARK_NODE_CODE_BLOCK:
        return add_code(c, n, parent);
    case CMARK_NODE_EMPH:
        return children(c, n, append(c, parent, NODE_EMPH), depth + 1);
    case CMARK_NODE_STRONG:
        return children(c, n, append(c, parent, NODE_STRONG), depth + 1);
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
        return add_link(c, n, parent, depth + 1);
    default:
        return cmark_node_first_child(n) ? add_extension(c, n, parent, depth + 1)
                                         : add_leaf(c, n, parent);
    }
}

static bool children(converter *c, cmark_node *n, node *parent, int depth)
{
    for (cmark_node *child = cmark_node_first_child(n); child;
         child = cmark_node_next(child)) {
        if (!add_node(c, child, parent, depth)) {
            return false;
        }
    }
    return true;
}

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static cmark_node *parse(str text)
{
    static const char *const extensions[] = {"table", "strikethrough", "autolink"};
    pthread_once(&registered, cmark_gfm_core_extensions_ensure_registered);
    OWNED(cmark_parser)
    p = cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_SMART
                         | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE);
    for (ptrdiff_t i = 0; i < COUNTOF(extensions); i++) {
        cmark_parser_attach_syntax_extension(p,
                                             cmark_find_syntax_extension(extensions[i]));
    }
    cmark_parser_feed(p, text.ptr, (size_t)text.len);
    return cmark_parser_finish(p);
}

/* Takes the shortcodes out and parses; NULL: *e is set. The caller frees it. */
static cmark_node *open_document(converter *c, arena *perm, arena scratch,
                                 const prose *from, shortcode_host *host, err *e)
{
    *c = (converter){.perm = perm,
                     .scratch = scratch,
                     .src = from->src,
                     .first_line = source_line(from->src, from->body),
                     .host = host,
                     .w = host->w,
                     .e = e};
    str text = {0};
    return take_codes(c, from->body, &text) ? parse(text) : NULL;
}

bool markdown_blocks(arena *perm, arena scratch, const prose *from, shortcode_host *host,
                     node *parent, err *e)
{
    converter c;
    OWNED(cmark_node) doc = open_document(&c, perm, scratch, from, host, e);
    return doc && children(&c, doc, parent, 0);
}

bool markdown_inline(arena *perm, arena scratch, const prose *from, shortcode_host *host,
                     node *parent, err *e)
{
    converter c;
    OWNED(cmark_node) doc = open_document(&c, perm, scratch, from, host, e);
    cmark_node *only = doc ? cmark_node_first_child(doc) : NULL;
    if (!only) {
        return doc != NULL;
    }
    if (cmark_node_next(only) || cmark_node_get_type(only) != CMARK_NODE_PARAGRAPH) {
        return err_at(e, from->src, from->body,
                      "only one paragraph of text can stand here");
    }
    return children(&c, only, parent, 1);
}
