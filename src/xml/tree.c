#include "base/base.h"

#include <libxml/tree.h>

#include "base/utf8.h"
#include "xml/xml.h"

#define CHARS(s) ((const xmlChar *)(s))

/* libxml2 says NULL when memory is out, as malloc() does: the end, as in the arena. */
static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "broadsheet: out of memory (a page's tree)\n");
        exit(4);
    }
    return p;
}

/* --- text that XML and HTML can hold --------------------------------------------------
 */

static bool is_plain(unsigned char c)
{
    return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t';
}

static bool is_allowed(uint32_t code)
{
    if (code < 0x80) {
        return is_plain((unsigned char)code);
    }
    bool is_control = code < 0xA0;
    bool is_noncharacter =
        (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
    return !is_control && !is_noncharacter;
}

static bool is_clean(str s)
{
    for (ptrdiff_t i = 0; i < s.len;) {
        uint32_t code = 0;
        int n = utf8_at(s.ptr + i, s.len - i, &code);
        if (n == 0 || !is_allowed(code)) {
            return false;
        }
        i += n;
    }
    return true;
}

/* The cleaned text with a NUL behind it; free() it. A bad byte grows to three. */
static char *clean_copy(str s, ptrdiff_t *len)
{
    char *copy = need(malloc((size_t)s.len * 3 + 1));
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 0; i < s.len;) {
        uint32_t code = 0;
        int n = utf8_at(s.ptr + i, s.len - i, &code);
        if (n == 0) {
            memcpy(copy + at, "\xEF\xBF\xBD", 3);
            at += 3;
            i++;
            continue;
        }
        if (code == '\r') {
            bool before_line_feed = i + 1 < s.len && s.ptr[i + 1] == '\n';
            copy[at] = '\n';
            at += before_line_feed ? 0 : 1;
        } else if (is_allowed(code)) {
            memcpy(copy + at, s.ptr + i, (size_t)n);
            at += n;
        }
        i += n;
    }
    copy[at] = '\0';
    *len = at;
    return copy;
}

/* --- documents and nodes -------------------------------------------------------------
 */

xml_doc *xml_doc_new(const char *root)
{
    xmlDoc *d = need(xmlNewDoc(CHARS("1.0")));
    xmlNode *n = need(xmlNewDocNode(d, NULL, CHARS(root), NULL));
    xmlDocSetRootElement(d, n);
    return d;
}

void xml_doc_free(xml_doc *d)
{
    if (d) {
        xmlFreeDoc(d);
    }
}

xml_node *xml_root(const xml_doc *d)
{
    return xmlDocGetRootElement(d);
}

xml_node *xml_element(xml_node *parent, const char *name)
{
    xmlNode *n = need(xmlNewDocNode(parent->doc, NULL, CHARS(name), NULL));
    return xmlAddChild(parent, n);
}

/* xmlAddChild() would join neighbours and move the text each time: here each text stays
 * a node, linked by hand, in constant time. */
static void link_text(xml_node *parent, const char *bytes, ptrdiff_t len)
{
    xmlNode *n = need(xmlNewDocTextLen(parent->doc, CHARS(bytes), (int)len));
    n->parent = parent;
    n->prev = parent->last;
    if (parent->last) {
        parent->last->next = n;
    } else {
        parent->children = n;
    }
    parent->last = n;
}

void xml_text(xml_node *parent, str text)
{
    enum { MOST = 1 << 20 }; /* libxml2 counts bytes in int: long text is cut in pieces */
    while (text.len > MOST) {
        ptrdiff_t n = MOST;
        while (n > MOST - 4 && ((unsigned char)text.ptr[n] & 0xC0) == 0x80) {
            n--;
        }
        xml_text(parent, str_take(text, n));
        text = str_drop(text, n);
    }
    if (text.len == 0) {
        return;
    }
    if (is_clean(text)) {
        link_text(parent, text.ptr, text.len);
        return;
    }
    ptrdiff_t len;
    char *copy = clean_copy(text, &len);
    if (len > 0) {
        link_text(parent, copy, len);
    }
    free(copy);
}

xml_node *xml_leaf(xml_node *parent, const char *name, str text)
{
    xml_node *n = xml_element(parent, name);
    xml_text(n, text);
    return n;
}

void xml_attr_trusted(xml_node *element, const char *name, str value)
{
    ptrdiff_t len;
    char *copy = clean_copy(value, &len);
    need(xmlSetProp(element, CHARS(name), CHARS(copy)));
    free(copy);
}

void xml_attr(xml_node *element, const char *name, str value)
{
    bool is_script = strncmp(name, "on", 2) == 0 || strcmp(name, "style") == 0
                     || strcmp(name, "srcdoc") == 0;
    if (is_script || (xml_holds_url(name) && !xml_url_is_safe(value))) {
        return;
    }
    xml_attr_trusted(element, name, value);
}

void xml_flag(xml_node *element, const char *name)
{
    xml_attr_trusted(element, name, S(""));
}

void xml_append(xml_node *parent, xml_node *child)
{
    xmlUnlinkNode(child);
    need(xmlAddChild(parent, child));
}

void xml_append_copy(xml_node *to, const xml_node *from)
{
    for (xmlNode *n = from->children; n; n = n->next) {
        xmlAddChild(to, need(xmlDocCopyNode(n, to->doc, 1)));
    }
}

xml_node *xml_first(const xml_node *n)
{
    return n->children;
}

bool xml_is(const xml_node *n, const char *name)
{
    return n && n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, name) == 0;
}
