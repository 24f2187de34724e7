#include "base/base.h"

#include <libxml/tree.h>

#include "xml/place.h"
#include "xml/template_file.h"

#define NAMESPACE "urn:broadsheet"

enum { DEEPEST = 400, DEEPEST_INCLUDE = 16 };

/* The names that are known at a place in a template; the outermost has the page's map. */
typedef struct scope {
    const struct scope *up;
    str name; /* of the loop's member; empty: `v` is the map */
    const value *v;
} scope;

typedef struct {
    templates *t;
    arena scratch;
    const template_file *file;
    int depth, includes;
    err *e;
} filler;

/* --- errors that point ----------------------------------------------------------------
 */

static bool is_ours(const xmlNs *ns)
{
    return ns && strcmp((const char *)ns->href, NAMESPACE) == 0;
}

/* The place of attribute `name` (NULL: of the tag itself), as it is written in the file.
 */
static bool wrong(filler *f, const xmlNode *n, const char *name, const char *fmt, ...)
    PRINTF(4, 5);

static bool wrong(filler *f, const xmlNode *n, const char *name, const char *fmt, ...)
{
    char text[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    ptrdiff_t ordinal = 0;
    for (const xmlNode *at = xmlDocGetRootElement(n->doc); at != n;) {
        ordinal += at->type == XML_ELEMENT_NODE;
        const xmlNode *down = at->type == XML_ELEMENT_NODE ? at->children : NULL;
        while (!down && !at->next) {
            at = at->parent;
        }
        at = down ? down : at->next;
    }
    str token = place_of_tag(f->file->src.bytes, ordinal, str_from(name));
    err_at(f->e, &f->file->src, token, "%s", text);
    f->e->code = ERR_USAGE;
    return false;
}

/* --- values ---------------------------------------------------------------------------
 */

static const value *member(const value *map, str key)
{
    for (const value *v = map && map->kind == VALUE_MAP ? map->first : NULL; v;
         v = v->next) {
        if (str_eq(v->key, key)) {
            return v;
        }
    }
    return NULL;
}

static const value *first_of(const scope *s, str name)
{
    for (; s; s = s->up) {
        if (s->name.len == 0) {
            const value *v = member(s->v, name);
            if (v) {
                return v;
            }
        } else if (str_eq(s->name, name)) {
            return s->v;
        }
    }
    return NULL;
}

enum { MOST_NAMES = 128 };

static void add_members(const value *map, str names[MOST_NAMES], ptrdiff_t *n)
{
    for (const value *v = map && map->kind == VALUE_MAP ? map->first : NULL;
         v && *n < MOST_NAMES; v = v->next) {
        names[(*n)++] = v->key;
    }
}

/* All names that could stand where `word` does: below `parent`, or (NULL) in the scope.
 */
static str nearest(filler *f, const scope *s, const value *parent, str word)
{
    str names[MOST_NAMES];
    ptrdiff_t n = 0;
    add_members(parent, names, &n);
    for (; !parent && s && n < MOST_NAMES; s = s->up) {
        if (s->name.len == 0) {
            add_members(s->v, names, &n);
        } else {
            names[n++] = s->name;
        }
    }
    return str_nearest(word, names, n, f->scratch);
}

/* The value of `path`; NULL: *f->e points to the attribute `attr` of n. */
static const value *look_up(filler *f, const scope *s, const xmlNode *n, const char *attr,
                            str path)
{
    const value *parent = NULL;
    for (cut step = {.tail = path, .found = true}; step.found;) {
        step = str_cut(step.tail, S("."));
        const value *v = parent ? member(parent, step.head) : first_of(s, step.head);
        if (!v) {
            wrong(f, n, attr, "unknown name '%.*s' in '%.*s'", SV(step.head), SV(path));
            str near = nearest(f, s, parent, step.head);
            if (near.len > 0) {
                err_hint(f->e, "Did you mean '%.*s'?", SV(near));
            }
            return NULL;
        }
        parent = v;
    }
    return parent;
}

static bool truth_of(const value *v)
{
    switch (v->kind) {
    case VALUE_TEXT:
        return v->text.len > 0;
    case VALUE_BOOL:
        return v->truth;
    case VALUE_LIST:
        return v->first != NULL;
    case VALUE_TREE:
        return v->tree != NULL && v->tree->children != NULL;
    case VALUE_MAP:
        return true;
    }
    return false;
}

static bool wants_text(filler *f, const xmlNode *n, const char *attr, const value *v)
{
    static const char *const names[] = {"text", "true or false", "a list", "a map",
                                        "a tree"};
    return v->kind == VALUE_TEXT
           || wrong(f, n, attr, "'%s' needs text, the value is %s", attr, names[v->kind]);
}

/* --- filling ---------------------------------------------------------------------------
 */

static bool fill_inside(filler *f, const scope *s, const xmlNode *from, xmlNode *to);

static str attribute_text(const xmlAttr *a)
{
    return str_from(a->children ? (const char *)a->children->content : "");
}

/* The attribute of ours with this name, without its prefix. {0}: none. */
static str directive(const xmlNode *n, const char *name)
{
    for (const xmlAttr *a = n->properties; a; a = a->next) {
        if (is_ours(a->ns) && strcmp((const char *)a->name, name) == 0) {
            return str_trim(attribute_text(a));
        }
    }
    return (str){0};
}

/* The attribute with this name that isn't ours. {0}: none. */
static str plain_attribute(const xmlNode *n, const char *name)
{
    for (const xmlAttr *a = n->properties; a; a = a->next) {
        if (!a->ns && strcmp((const char *)a->name, name) == 0) {
            return attribute_text(a);
        }
    }
    return (str){0};
}

static bool fill_attr(filler *f, const scope *s, const xmlNode *n, const xmlAttr *a,
                      xmlNode *to)
{
    const char *full = (const char *)a->name;
    const char *name = full + strlen("attr-");
    const value *v = look_up(f, s, n, full, str_trim(attribute_text(a)));
    if (!v) {
        return false;
    }
    if (v->kind == VALUE_BOOL) {
        if (v->truth) {
            xml_flag(to, name);
        }
        return true;
    }
    if (!wants_text(f, n, full, v)) {
        return false;
    }
    if (v->text.len == 0) {
        return true;
    }
    if (v->trusted) {
        xml_attr_trusted(to, name, v->text);
        return true;
    }
    if (strncmp(name, "on", 2) == 0 || strcmp(name, "style") == 0) {
        return wrong(f, n, full, "'%s' can't be filled: a value must not become a script",
                     name);
    }
    if (xml_holds_url(name) && !xml_url_is_safe(v->text)) {
        str shown = str_take(v->text, 80);
        wrong(f, n, full, "'%.*s' is not a link that a page may have", SV(shown));
        return err_hint(f->e,
                        "Links are relative, or begin with https:, http: or mailto:.");
    }
    xml_attr(to, name, v->text);
    return true;
}

static bool is_known(const char *name)
{
    static const char *const names[] = {"each", "if", "text", "insert"};
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return strncmp(name, "attr-", 5) == 0 && name[5];
}

static bool fill_attrs(filler *f, const scope *s, const xmlNode *n, xmlNode *to)
{
    for (const xmlNs *ns = n->nsDef; ns; ns = ns->next) {
        if (!is_ours(ns)) {
            const char *prefix = (const char *)ns->prefix;
            str name = prefix ? str_fmt(&f->scratch, "xmlns:%s", prefix) : S("xmlns");
            xml_attr_trusted(to, str_cz(&f->scratch, name),
                             str_from((const char *)ns->href));
        }
    }
    for (const xmlAttr *a = n->properties; a; a = a->next) {
        const char *name = (const char *)a->name;
        if (!is_ours(a->ns)) {
            const char *prefix = a->ns ? (const char *)a->ns->prefix : NULL;
            str full = str_fmt(&f->scratch, "%s%s%s", prefix ? prefix : "",
                               prefix ? ":" : "", name);
            xml_attr_trusted(to, str_cz(&f->scratch, full), attribute_text(a));
        } else if (!is_known(name)) {
            wrong(f, n, name, "unknown attribute 'bs:%s'", name);
            return err_hint(f->e,
                            "There are bs:each, bs:if, bs:text, bs:insert, bs:attr-….");
        } else if (strncmp(name, "attr-", 5) == 0 && !fill_attr(f, s, n, a, to)) {
            return false;
        }
    }
    return true;
}

static bool insert_tree(filler *f, const scope *s, const xmlNode *n, str path,
                        xmlNode *to)
{
    const value *v = look_up(f, s, n, "insert", path);
    if (!v) {
        return false;
    }
    if (v->kind != VALUE_TREE) {
        return wrong(f, n, "insert", "'%.*s' is no tree; use bs:text", SV(path));
    }
    while (v->tree && v->tree->children) {
        xml_append(to, v->tree->children);
    }
    return true;
}

/* What is inside element n goes into `to`. */
static bool fill_content(filler *f, const scope *s, const xmlNode *n, xmlNode *to)
{
    str path = directive(n, "text");
    if (path.ptr) {
        const value *v = look_up(f, s, n, "text", path);
        if (!v || !wants_text(f, n, "text", v)) {
            return false;
        }
        xml_text(to, v->text);
        return true;
    }
    path = directive(n, "insert");
    if (path.ptr) {
        return insert_tree(f, s, n, path, to);
    }
    return fill_inside(f, s, n, to);
}

static bool fill_include(filler *f, const scope *s, const xmlNode *n, xmlNode *to)
{
    str src = plain_attribute(n, "src");
    if (!src.ptr) {
        return wrong(f, n, NULL, "<bs:include> needs src=\"FILE.xml\"");
    }
    if (f->includes == DEEPEST_INCLUDE) {
        return wrong(f, n, NULL, "'%.*s' is included more than %d deep", SV(src),
                     DEEPEST_INCLUDE);
    }
    const template_file *file = template_file_get(f->t, src, f->e);
    if (!file) {
        return f->e->code != ERR_NONE
                   ? false
                   : wrong(f, n, "src", "there is no template '%.*s'", SV(src));
    }
    const template_file *outer = f->file;
    f->file = file;
    f->includes++;
    const xmlNode *root = xmlDocGetRootElement(file->doc);
    bool good = is_ours(root->ns) ? fill_inside(f, s, root, to)
                                  : fill_inside(f, s, (const xmlNode *)file->doc, to);
    f->includes--;
    f->file = good ? outer : file;
    return good;
}

/* One element, its each and if being settled. */
static bool fill_one(filler *f, const scope *s, const xmlNode *n, xmlNode *to)
{
    if (f->depth == DEEPEST) {
        return wrong(f, n, NULL, "elements are nested more than %d deep", DEEPEST);
    }
    if (is_ours(n->ns) && strcmp((const char *)n->name, "include") == 0) {
        return fill_include(f, s, n, to);
    }
    if (is_ours(n->ns) && strcmp((const char *)n->name, "block") != 0) {
        wrong(f, n, NULL, "unknown element <bs:%s>", (const char *)n->name);
        return err_hint(f->e, "There are <bs:block> and <bs:include>.");
    }
    arena keep = f->scratch;
    xmlNode *element = to;
    if (!is_ours(n->ns)) {
        const char *prefix = n->ns ? (const char *)n->ns->prefix : NULL;
        str name = str_fmt(&f->scratch, "%s%s%s", prefix ? prefix : "", prefix ? ":" : "",
                           (const char *)n->name);
        element = xml_element(to, str_cz(&f->scratch, name));
        if (!fill_attrs(f, s, n, element)) {
            return false;
        }
    }
    f->depth++;
    bool good = fill_content(f, s, n, element);
    f->depth--;
    f->scratch = keep;
    return good;
}

/* The element where its `if` holds; `lead` is the white space before it. */
static bool fill_if(filler *f, const scope *s, const xmlNode *n, str lead, xmlNode *to)
{
    str path = directive(n, "if");
    if (path.ptr) {
        bool negated = str_starts(path, S("!"));
        const value *v = look_up(f, s, n, "if", str_drop(path, negated ? 1 : 0));
        if (!v) {
            return false;
        }
        if (truth_of(v) == negated) {
            return true;
        }
    }
    xml_text(to, lead);
    return fill_one(f, s, n, to);
}

static bool fill_each(filler *f, const scope *s, const xmlNode *n, str lead, xmlNode *to)
{
    str each = directive(n, "each");
    if (!each.ptr) {
        return fill_if(f, s, n, lead, to);
    }
    cut parts = str_cut(each, S(" in "));
    str name = str_trim(parts.head);
    if (!parts.found || name.len == 0 || str_has(name, S(" "))) {
        return wrong(f, n, "each", "'%.*s' is not of the form 'NAME in PATH'", SV(each));
    }
    const value *list = look_up(f, s, n, "each", str_trim(parts.tail));
    if (!list) {
        return false;
    }
    if (list->kind != VALUE_LIST) {
        return wrong(f, n, "each", "'%.*s' is no list", SV(str_trim(parts.tail)));
    }
    for (const value *v = list->first; v; v = v->next) {
        scope inner = {.up = s, .name = name, .v = v};
        if (!fill_if(f, &inner, n, lead, to)) {
            return false;
        }
    }
    return true;
}

static bool is_blank(const xmlNode *n)
{
    return n->type == XML_TEXT_NODE
           && str_trim(str_from((const char *)n->content)).len == 0;
}

/* White space before an element goes with it: where the element is left out or repeated,
 * so is its line. */
static bool fill_inside(filler *f, const scope *s, const xmlNode *from, xmlNode *to)
{
    for (const xmlNode *n = from->children; n; n = n->next) {
        if (n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) {
            bool goes_along = is_blank(n) && n->next && n->next->type == XML_ELEMENT_NODE;
            if (!goes_along) {
                xml_text(to, str_from((const char *)n->content));
            }
            continue;
        }
        if (n->type != XML_ELEMENT_NODE) {
            continue;
        }
        str lead = n->prev && is_blank(n->prev) ? str_from((const char *)n->prev->content)
                                                : (str){0};
        if (!fill_each(f, s, n, lead, to)) {
            return false;
        }
    }
    return true;
}

bool template_fill(templates *t, str name, const value *data, xml_doc **ret, err *e)
{
    const template_file *file = template_file_get(t, name, e);
    if (!file) {
        return e->code != ERR_NONE ? false
                                   : err_set(e, ERR_USAGE, "templates",
                                             "there is no template '%.*s'", SV(name));
    }
    filler f = {.t = t, .scratch = arena_open(1 << 24), .file = file, .e = e};
    scope all = {.v = data};
    xmlDoc *d = xml_doc_new("bs-page");
    bool good = fill_inside(&f, &all, (const xmlNode *)file->doc, xml_root(d));
    arena_close(&f.scratch);
    xmlNode *page = good ? xmlFirstElementChild(xml_root(d)) : NULL;
    if (!page) {
        xml_doc_free(d);
        return good ? err_set(e, ERR_USAGE, file->src.path,
                              "the template makes no element")
                    : false;
    }
    xmlUnlinkNode(page);
    xmlFreeNode(xmlDocSetRootElement(d, page));
    *ret = d;
    return true;
}
