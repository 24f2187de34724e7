/* xml.h - trees of elements and text, written as HTML5 or XML.
 *
 * Every page, feed and SVG is such a tree (libxml2's; nobody else sees its headers), so
 * text is escaped by construction. What goes in may be any bytes: see xml_text(). */
#ifndef XML_XML_H
#define XML_XML_H

#include "base/out.h"

typedef struct _xmlDoc xml_doc;   /* opaque; owns its nodes */
typedef struct _xmlNode xml_node; /* opaque; an element or a text */

/* A document with an empty root element. Element and attribute names are literals of
 * ours, or come out of a template: they are never user data. */
MUST_USE xml_doc *xml_doc_new(const char *root);
void xml_doc_free(xml_doc *d); /* NULL is fine */
OWNED_BY(xml_doc, xml_doc_free);

xml_node *xml_root(const xml_doc *d);

/* Appends an empty element and returns it. */
xml_node *xml_element(xml_node *parent, const char *name);

/* Appends text. Bytes that are no UTF-8 become U+FFFD; characters that XML or HTML can't
 * hold (control characters but tab and line feed, noncharacters) are dropped; CR and CR
 * LF become LF. Empty text adds nothing. */
void xml_text(xml_node *parent, str text);

/* Appends an element with this text in it and returns the element. */
xml_node *xml_leaf(xml_node *parent, const char *name, str text);

/* Sets an attribute; the value is cleaned as text is. An attribute that holds a URL
 * (href, src, ...) is left out unless xml_url_is_safe(). Never sets on… or style: a value
 * can't become a script. */
void xml_attr(xml_node *element, const char *name, str value);

/* Sets a boolean attribute: <details open>. */
void xml_flag(xml_node *element, const char *name);

/* The way around xml_attr()'s refusals, for URLs and styles that we made ourselves: the
 * data: URLs of a page in a single file. */
void xml_attr_trusted(xml_node *element, const char *name, str value);

/* Moves a node with all below it to the end of another, also of another document. */
void xml_append(xml_node *parent, xml_node *child);

/* A copy of all children of `from` at the end of `to`. */
void xml_append_copy(xml_node *to, const xml_node *from);

xml_node *xml_first(const xml_node *n);           /* child, NULL: none */
bool xml_is(const xml_node *n, const char *name); /* an element of this name? */

/* --- URLs -------------------------------------------------------------------------- */

/* May `attribute` lead somewhere, so that its value must be a safe URL? */
bool xml_holds_url(const char *attribute);

/* True: relative, or http, https, mailto, as a browser would read it (which skips blanks
 * and control characters: "java\tscript:" is a script). */
bool xml_url_is_safe(str url);

/* A relative path of files as a URL: percent-encodes all but letters, digits and
 * "-._~/!$&'()*+,;=@"; a first segment with a colon gets "./" before it. */
str xml_url_path(arena *perm, str path);

/* --- writing ----------------------------------------------------------------------- */

/* HTML5: "<!doctype html>", void elements, boolean attributes, raw script and style,
 * foreign SVG. Without recursion. False: *e says which raw text would break out of its
 * element (ERR_USAGE); `o` then holds a part that must not be used. */
MUST_USE bool xml_write_html(out *o, const xml_doc *d, err *e);

/* The same for what is below one element, without a doctype. */
MUST_USE bool xml_write_html_inside(out *o, const xml_node *n, err *e);

/* XML 1.0 with its declaration: feeds, site maps, standalone SVG. */
void xml_write_xml(out *o, const xml_doc *d);

#endif
