/* template.h - pages as XML files with a few attributes of ours.
 *
 *     <li bs:each="key in keys"><b bs:text="key.number"/> <a
 * bs:attr-href="key.href"/></li>
 *
 * xmlns:bs="urn:broadsheet". On any element:
 *     bs:each="NAME in PATH"  once for each member of a list, NAME being the member
 *     bs:if="PATH" "!PATH"    only where the value is true, not empty (or is not)
 *     bs:attr-X="PATH"        sets attribute X; false or empty text: leaves it out
 *     bs:text="PATH"          the value as text, instead of what is inside
 *     bs:insert="PATH"        a tree that was built by code, instead of what is inside
 * <bs:block> stands for what is inside it; <bs:include src="masthead.xml"/> for another
 * template. A PATH is names with dots between them; each must exist. */
#ifndef XML_TEMPLATE_H
#define XML_TEMPLATE_H

#include "xml/xml.h"

/* --- what goes in: a tree of values ---------------------------------------------- */

typedef enum { VALUE_TEXT, VALUE_BOOL, VALUE_LIST, VALUE_MAP, VALUE_TREE } value_kind;

typedef struct value {
    struct value *next, *first, *last;
    value_kind kind;
    str key;        /* in a map */
    str text;       /* VALUE_TEXT */
    bool truth;     /* VALUE_BOOL */
    bool trusted;   /* VALUE_TEXT that may be any URL: we made it */
    xml_node *tree; /* VALUE_TREE: its children move into the page, once; NULL: spent */
} value;

value *value_map(arena *perm);
/* Each appends to a map (`key`: a literal) or a list (`key` NULL). */
value *value_add_text(arena *perm, value *to, const char *key, str text);
value *value_add_bool(arena *perm, value *to, const char *key, bool truth);
value *value_add_list(arena *perm, value *to, const char *key);
value *value_add_map(arena *perm, value *to, const char *key);
value *value_add_tree(arena *perm, value *to, const char *key, xml_node *tree);

/* --- templates ------------------------------------------------------------------- */

/* Finds the file `name` ("study.xml"): the project's own, else the built-in one. False:
 * there is none, or *e is set (it couldn't be read). */
typedef bool (*template_loader)(void *ctx, arena *perm, str name, source *ret, err *e);

/* Templates that were read so far. Opaque; not for threads to share. */
typedef struct templates templates;

templates *templates_open(arena *perm, template_loader load, void *ctx);
void templates_close(templates *t); /* NULL is fine */

/* Fills the template `name` with `data`. *ret: xml_doc_free() it. False: *e points into
 * the template (ERR_USAGE): broken XML, an unknown name with the nearest right one, a
 * URL that isn't safe. */
MUST_USE bool template_fill(templates *t, str name, const value *data, xml_doc **ret,
                            err *e);

#endif
