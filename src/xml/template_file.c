#include "base/base.h"

#include <libxml/parser.h>

#include "xml/template_file.h"

enum { MOST_TEMPLATES = 64 };

struct templates {
    arena *perm;
    template_loader load;
    void *ctx;
    template_file files[MOST_TEMPLATES];
    ptrdiff_t n;
};

/* --- reading -------------------------------------------------------------------------
 */

templates *templates_open(arena *perm, template_loader load, void *ctx)
{
    xmlInitParser();
    templates *t = NEW(perm, templates, 1);
    *t = (templates){.perm = perm, .load = load, .ctx = ctx};
    return t;
}

void templates_close(templates *t)
{
    for (ptrdiff_t i = 0; t && i < t->n; i++) {
        xmlFreeDoc(t->files[i].doc);
        t->files[i].doc = NULL;
    }
}

/* What libxml2 tells first; later errors mostly follow from it. Its text is
 * "Opening and ending tag mismatch: li line 3 and ul\n". */
static void keep_first(void *ctx, xmlErrorPtr why)
{
    const xmlParserCtxt *parser = ctx;
    err *e = parser->_private;
    if (e->text[0]) {
        return;
    }
    str text = str_trim(str_from(why->message ? why->message : "not XML"));
    err_set(e, ERR_USAGE, e->path, "broken template: %.*s", SV(text));
    e->line = why->line;
    e->col = why->int2;
    if (str_has(text, S("Entity '"))) {
        err_hint(e, "XML knows five entities only: write &#160; for a no-break space.");
    }
}

static bool parse(const source *src, xmlDoc **ret, err *e)
{
    if (src->bytes.len > 1 << 20) {
        return err_set(e, ERR_USAGE, src->path, "a template may have 1 MiB at most");
    }
    xmlParserCtxt *parser = xmlNewParserCtxt();
    if (!parser) {
        return err_set(e, ERR_IO, src->path, "out of memory");
    }
    err first = {.path = src->path};
    parser->_private = &first;
    parser->sax->serror = keep_first;
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING
                  | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES;
    xmlDoc *d = xmlCtxtReadMemory(parser, src->bytes.ptr, (int)src->bytes.len, src->path,
                                  "UTF-8", options);
    bool good = d && xmlDocGetRootElement(d) && !d->intSubset;
    if (!d) {
        *e = first;
        if (!e->text[0]) {
            err_set(e, ERR_USAGE, src->path, "broken template");
        }
    } else if (!good) {
        err_set(e, ERR_USAGE, src->path, "a template must not have a document type");
        err_hint(e,
                 "Take the <!DOCTYPE ...> out; pages get theirs when they are written.");
    }
    xmlFreeParserCtxt(parser);
    if (!good) {
        xmlFreeDoc(d);
        return false;
    }
    *ret = d;
    return true;
}

const template_file *template_file_get(templates *t, str name, err *e)
{
    for (ptrdiff_t i = 0; i < t->n; i++) {
        if (str_eq(t->files[i].name, name)) {
            return &t->files[i];
        }
    }
    e->code = ERR_NONE;
    template_file l = {.name = str_copy(t->perm, name)};
    if (!t->load(t->ctx, t->perm, l.name, &l.src, e)) {
        return NULL;
    }
    if (t->n == MOST_TEMPLATES) {
        err_set(e, ERR_USAGE, l.src.path, "more than %d templates", MOST_TEMPLATES);
        return NULL;
    }
    if (!parse(&l.src, &l.doc, e)) {
        return NULL;
    }
    t->files[t->n] = l;
    return &t->files[t->n++];
}
