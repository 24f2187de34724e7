#include "base/base.h"

#include <assert.h>
#include <libxml/tree.h>

#include "xml/xml.h"

/* HTML's syntax isn't XML's: some elements have no end tag, some attributes no value, and
 * the text of script and style is taken as it stands. libxml2's own HTML writer is one
 * for HTML 4, so this is ours. Source: the HTML Standard, section 13.3. */
typedef struct {
    out *o;
    bool html;
    int foreign; /* open <svg> and <math> */
    int inside;  /* open <foreignObject>: HTML again */
    err *e;
} writer;

static bool is_one_of(const xmlChar *name, const char *const *names)
{
    for (; *names; names++) {
        if (strcmp((const char *)name, *names) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_void(const xmlNode *n)
{
    static const char *const names[] = {"area",   "base",  "br",    "col",  "embed",
                                        "hr",     "img",   "input", "link", "meta",
                                        "source", "track", "wbr",   NULL};
    return is_one_of(n->name, names);
}

static bool is_boolean(const xmlAttr *a)
{
    static const char *const names[] = {
        "allowfullscreen", "async",    "autofocus",  "autoplay", "checked",
        "controls",        "default",  "defer",      "disabled", "hidden",
        "inert",           "ismap",    "itemscope",  "loop",     "multiple",
        "muted",           "nomodule", "novalidate", "open",     "playsinline",
        "readonly",        "required", "reversed",   "selected", NULL};
    return is_one_of(a->name, names);
}

static bool is_raw(const xmlNode *n)
{
    static const char *const names[] = {"script", "style", NULL};
    return n && n->type == XML_ELEMENT_NODE && is_one_of(n->name, names);
}

static bool is_foreign(const writer *w)
{
    return w->foreign > w->inside;
}

/* What stands for the byte at p in text or in an attribute; len: how many bytes it
 * replaces. Empty: nothing, the byte is written as it is. */
static str escape_of(const writer *w, const char *p, bool in_attr, int *len)
{
    *len = 1;
    switch (*p) {
    case '&':
        return S("&amp;");
    case '<':
        return S("&lt;");
    case '>':
        return S("&gt;");
    case '"':
        return in_attr ? S("&quot;") : S("");
    case '\n':
        return in_attr && !w->html ? S("&#10;") : S("");
    case '\t':
        return in_attr && !w->html ? S("&#9;") : S("");
    case '\xC2':
        *len = 2;
        return w->html && p[1] == '\xA0' ? S("&nbsp;") : S("");
    default:
        return S("");
    }
}

static void escaped(writer *w, const char *s, bool in_attr)
{
    const char *from = s;
    while (*s) {
        int len;
        str escape = escape_of(w, s, in_attr, &len);
        if (escape.len == 0) {
            s++;
            continue;
        }
        out_str(w->o, (str){from, s - from});
        out_str(w->o, escape);
        s += len;
        from = s;
    }
    out_str(w->o, (str){from, s - from});
}

/* Raw text can't be escaped: what would end it, or open the state in which a later
 * </script> doesn't end it, is refused. */
static bool raw_text(writer *w, const xmlNode *n)
{
    static const char *const breaks[] = {"</script", "</style", "<!--", "<script"};
    const char *text = (const char *)n->content;
    for (ptrdiff_t i = 0; i < COUNTOF(breaks); i++) {
        if (strcasestr(text, breaks[i])) {
            return err_set(w->e, ERR_USAGE, "(page)",
                           "'%s' in the text of <%s> would break out of it", breaks[i],
                           (const char *)n->parent->name);
        }
    }
    out_str(w->o, str_from(text));
    return true;
}

static bool text(writer *w, const xmlNode *n)
{
    if (!n->content) {
        return true;
    }
    if (w->html && !is_foreign(w) && is_raw(n->parent)) {
        return raw_text(w, n);
    }
    escaped(w, (const char *)n->content, false);
    return true;
}

static bool is_namespace(const xmlAttr *a)
{
    return strncmp((const char *)a->name, "xmlns", 5) == 0;
}

static void attribute(writer *w, const xmlAttr *a)
{
    if (w->html && is_namespace(a)) {
        return; /* the HTML parser knows which elements are SVG's */
    }
    out_char(w->o, ' ');
    if (a->ns && a->ns->prefix) {
        out_fmt(w->o, "%s:", (const char *)a->ns->prefix);
    }
    out_str(w->o, str_from((const char *)a->name));
    if (w->html && !is_foreign(w) && is_boolean(a)) {
        return;
    }
    out_str(w->o, S("=\""));
    for (const xmlNode *t = a->children; t; t = t->next) {
        escaped(w, t->content ? (const char *)t->content : "", true);
    }
    out_char(w->o, '"');
}

static void count_foreign(writer *w, const xmlNode *n, int step)
{
    if (xml_is(n, "svg") || xml_is(n, "math")) {
        w->foreign += step;
    } else if (xml_is(n, "foreignObject")) {
        w->inside += step;
    }
}

/* The parser drops the first line feed inside these. */
static bool needs_line_feed(const xmlNode *n)
{
    const xmlNode *first = n->children;
    return (xml_is(n, "pre") || xml_is(n, "textarea") || xml_is(n, "listing")) && first
           && first->content && *first->content == '\n';
}

static bool closes_itself(const writer *w, const xmlNode *n)
{
    return !n->children && (!w->html || (is_foreign(w) && !xml_is(n, "svg")));
}

static void open_tag(writer *w, const xmlNode *n)
{
    out_fmt(w->o, "<%s", (const char *)n->name);
    bool leaves_html = xml_is(n, "svg") || xml_is(n, "math");
    if (leaves_html) {
        count_foreign(w, n, 1);
    }
    for (const xmlAttr *a = n->properties; a; a = a->next) {
        attribute(w, a);
    }
    out_str(w->o, closes_itself(w, n) ? S("/>") : S(">"));
    if (w->html && !is_foreign(w) && needs_line_feed(n)) {
        out_char(w->o, '\n');
    }
    if (!leaves_html) {
        count_foreign(w, n, 1);
    }
}

static void close_tag(writer *w, const xmlNode *n)
{
    if (xml_is(n, "foreignObject")) {
        count_foreign(w, n, -1);
    }
    bool was_foreign = is_foreign(w);
    bool open = !closes_itself(w, n) && !(w->html && !was_foreign && is_void(n));
    if (open) {
        out_fmt(w->o, "</%s>", (const char *)n->name);
    }
    if (!xml_is(n, "foreignObject")) {
        count_foreign(w, n, -1);
    }
}

static bool enter(writer *w, const xmlNode *n)
{
    if (n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) {
        return text(w, n);
    }
    if (n->type == XML_ELEMENT_NODE) {
        open_tag(w, n);
    }
    return true; /* comments are the template's own */
}

static bool write_tree(writer *w, const xmlNode *top)
{
    const xmlNode *n = top;
    while (n) {
        if (!enter(w, n)) {
            return false;
        }
        if (n->type == XML_ELEMENT_NODE && n->children) {
            n = n->children;
            continue;
        }
        for (;;) {
            if (n->type == XML_ELEMENT_NODE) {
                close_tag(w, n);
            }
            if (n == top) {
                return true;
            }
            if (n->next) {
                n = n->next;
                break;
            }
            n = n->parent;
        }
    }
    return true;
}

bool xml_write_html(out *o, const xml_doc *d, err *e)
{
    writer w = {.o = o, .html = true, .e = e};
    out_str(o, S("<!doctype html>\n"));
    if (!write_tree(&w, xml_root(d))) {
        return false;
    }
    out_char(o, '\n');
    return true;
}

bool xml_write_html_inside(out *o, const xml_node *n, err *e)
{
    writer w = {.o = o, .html = true, .e = e};
    for (const xmlNode *child = n->children; child; child = child->next) {
        if (!write_tree(&w, child)) {
            return false;
        }
    }
    return true;
}

void xml_write_xml(out *o, const xml_doc *d)
{
    writer w = {.o = o};
    out_str(o, S("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
    bool whole = write_tree(&w, xml_root(d));
    assert(whole); /* only HTML's raw text can be refused */
    out_char(o, '\n');
}
