#include "base/base.h"

#include <qpdf/qpdf-c.h>

#include "pdf/artifacts.h"
#include "pdf/finish.h"

typedef struct {
    qpdf_data q;
    qpdf_oh root;
    arena *perm;
    const report *about;
    const pdf_options *opt;
} finisher;

static qpdf_oh text_of(finisher *f, str s)
{
    return qpdf_oh_new_unicode_string(f->q, text_clean(f->perm, s).ptr);
}

static qpdf_oh name_of(finisher *f, const char *name)
{
    return qpdf_oh_new_name(f->q, name);
}

static void put(finisher *f, qpdf_oh dict, const char *key, qpdf_oh value)
{
    qpdf_oh_replace_key(f->q, dict, key, value);
}

static qpdf_oh stream_of(finisher *f, str bytes, const char *type)
{
    qpdf_oh s = qpdf_oh_new_stream(f->q);
    put(f, qpdf_oh_get_dict(f->q, s), "/Type", name_of(f, type));
    qpdf_oh_replace_stream_data(f->q, s, (const unsigned char *)bytes.ptr,
                                (size_t)bytes.len, qpdf_oh_new_null(f->q),
                                qpdf_oh_new_null(f->q));
    return s;
}

/* --- the tag tree
 * ------------------------------------------------------------------------ */

static bool is_structure(finisher *f, qpdf_oh o, const char *type)
{
    return qpdf_oh_is_dictionary(f->q, o) && qpdf_oh_has_key(f->q, o, "/S")
           && (!type
               || qpdf_oh_is_name_and_equals(f->q, qpdf_oh_get_key(f->q, o, "/S"), type));
}

/* Heads of a row stand beside cells, those of columns among themselves. */
static void scope_heads(finisher *f, qpdf_oh kids)
{
    int n = qpdf_oh_get_array_n_items(f->q, kids);
    bool has_cell = false;
    for (int i = 0; i < n; i++) {
        qpdf_oh k = qpdf_oh_get_array_item(f->q, kids, i);
        has_cell = has_cell || is_structure(f, k, "/TD");
        qpdf_oh_release(f->q, k);
    }
    for (int i = 0; i < n; i++) {
        qpdf_oh k = qpdf_oh_get_array_item(f->q, kids, i);
        if (is_structure(f, k, "/TH")) {
            qpdf_oh a = qpdf_oh_new_dictionary(f->q);
            put(f, a, "/O", name_of(f, "/Table"));
            put(f, a, "/Scope", name_of(f, has_cell ? "/Row" : "/Column"));
            put(f, k, "/A", a);
        }
        qpdf_oh_release(f->q, k);
    }
}

typedef struct to_visit {
    struct to_visit *next;
    qpdf_oh o;
} to_visit;

static to_visit *push(finisher *f, to_visit *stack, qpdf_oh o)
{
    to_visit *v = NEW(f->perm, to_visit, 1);
    v->o = o;
    v->next = stack;
    return v;
}

static to_visit *push_kids(finisher *f, to_visit *stack, qpdf_oh parent)
{
    qpdf_oh kids = qpdf_oh_get_key(f->q, parent, "/K");
    if (!qpdf_oh_is_array(f->q, kids)) {
        return push(f, stack, kids);
    }
    if (is_structure(f, parent, "/TR")) {
        scope_heads(f, kids);
        return stack;
    }
    for (int i = qpdf_oh_get_array_n_items(f->q, kids) - 1; i >= 0; i--) {
        stack = push(f, stack, qpdf_oh_get_array_item(f->q, kids, i));
    }
    qpdf_oh_release(f->q, kids);
    return stack;
}

/* Walks the tags in reading order, which is the order in which figures were drawn. */
static void finish_tags(finisher *f, const figure_alts *alts)
{
    ptrdiff_t next = 0;
    to_visit *stack =
        push_kids(f, NULL, qpdf_oh_get_key(f->q, f->root, "/StructTreeRoot"));
    while (stack) {
        qpdf_oh o = stack->o;
        stack = stack->next;
        if (is_structure(f, o, NULL)) {
            if (is_structure(f, o, "/Figure") && next < alts->count) {
                put(f, o, "/Alt", text_of(f, alts->alts[next++]));
            } else {
                stack = push_kids(f, stack, o);
            }
        }
        qpdf_oh_release(f->q, o);
    }
}

/* --- facts about the document
 * -------------------------------------------------------------- */

static void xml_text(out *o, str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i];
        switch (c) {
        case '<':
            out_str(o, S("&lt;"));
            break;
        case '>':
            out_str(o, S("&gt;"));
            break;
        case '&':
            out_str(o, S("&amp;"));
            break;
        default:
            out_char(o, (char)c);
        }
    }
}

static void xmp_item(finisher *f, out *o, const char *open, str value, const char *close)
{
    if (value.len > 0) {
        out_str(o, str_from(open));
        xml_text(o, text_clean(f->perm, value));
        out_str(o, str_from(close));
    }
}

/* The facts once more in XMP, for archives that read only that. */
static str xmp_of(finisher *f, str date)
{
    const report *r = f->about;
    out *o = out_memory(f->perm);
    out_str(o,
            S("<?xpacket begin='\xEF\xBB\xBF' id='W5M0MpCehiHzreSzNTczkc9d'?>\n"
              "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
              "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
              "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' "
              "xmlns:xmp='http://ns.adobe.com/xap/1.0/' "
              "xmlns:pdf='http://ns.adobe.com/pdf/1.3/'>\n"));
    xmp_item(f, o, "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>", r->title,
             "</rdf:li></rdf:Alt></dc:title>\n");
    xmp_item(f, o, "<dc:creator><rdf:Seq><rdf:li>", r->author_name,
             "</rdf:li></rdf:Seq></dc:creator>\n");
    xmp_item(f, o, "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>",
             r->description.len > 0 ? r->description : r->finding_text,
             "</rdf:li></rdf:Alt></dc:description>\n");
    xmp_item(f, o, "<dc:language><rdf:Bag><rdf:li>", r->lang.len > 0 ? r->lang : S("en"),
             "</rdf:li></rdf:Bag></dc:language>\n");
    xmp_item(f, o, "<xmp:CreatorTool>", r->program, "</xmp:CreatorTool>\n");
    xmp_item(f, o, "<xmp:CreateDate>", date, "</xmp:CreateDate>\n");
    xmp_item(f, o, "<xmp:ModifyDate>", date, "</xmp:ModifyDate>\n");
    out_str(o, S("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end='w'?>"));
    return out_text(o);
}

static bool has_digits(str s, const char *pattern)
{
    ptrdiff_t n = (ptrdiff_t)strlen(pattern);
    for (ptrdiff_t i = 0; i < n; i++) {
        bool digit = i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9';
        if (i >= s.len || (pattern[i] == '0' ? !digit : s.ptr[i] != pattern[i])) {
            return false;
        }
    }
    return true;
}

/* "D:20250810120000Z" of "2025-08-10T12:00:00Z" or "2025-08-10"; empty: it is neither. */
static str pdf_date(arena *perm, str date)
{
    if (!has_digits(date, "0000-00-00")) {
        return (str){0};
    }
    const char *d = date.ptr;
    bool timed = date.len == 20 && has_digits(date, "0000-00-00T00:00:00Z");
    return str_fmt(perm, "D:%.4s%.2s%.2s%.2s%.2s%.2sZ", d, d + 5, d + 8,
                   timed ? d + 11 : "00", timed ? d + 14 : "00", timed ? d + 17 : "00");
}

/* What no tag holds becomes an artifact. */
static void finish_contents(finisher *f)
{
    for (int i = 0; i < qpdf_get_num_pages(f->q); i++) {
        qpdf_oh page = qpdf_get_page_n(f->q, (size_t)i);
        unsigned char *bytes = NULL;
        size_t len = 0;
        if (qpdf_oh_get_page_content_data(f->q, page, &bytes, &len) != QPDF_SUCCESS) {
            return; /* told by refused() */
        }
        str marked = artifacts_mark(f->perm, (str){(char *)bytes, (ptrdiff_t)len});
        free(bytes);
        qpdf_oh s = qpdf_oh_new_stream(f->q);
        qpdf_oh_replace_stream_data(f->q, s, (const unsigned char *)marked.ptr,
                                    (size_t)marked.len, qpdf_oh_new_null(f->q),
                                    qpdf_oh_new_null(f->q));
        put(f, page, "/Contents", s);
    }
}

static void finish_facts(finisher *f)
{
    str date = pdf_date(f->perm, f->opt->date);
    qpdf_oh info = qpdf_oh_get_key(f->q, qpdf_get_trailer(f->q), "/Info");
    static const char *const keys[] = {"/CreationDate", "/ModDate"};
    for (ptrdiff_t i = 0; i < COUNTOF(keys); i++) {
        if (date.len > 0) {
            put(f, info, keys[i], qpdf_oh_new_string(f->q, str_cz(f->perm, date)));
        } else {
            qpdf_oh_remove_key(f->q, info, keys[i]);
        }
    }
    str lang = f->about->lang;
    put(f, f->root, "/Lang", text_of(f, lang.len > 0 ? lang : S("en")));
    qpdf_oh preferences = qpdf_oh_new_dictionary(f->q);
    put(f, preferences, "/DisplayDocTitle", qpdf_oh_new_bool(f->q, QPDF_TRUE));
    put(f, f->root, "/ViewerPreferences", preferences);
    qpdf_oh xmp =
        stream_of(f, xmp_of(f, date.len > 0 ? f->opt->date : date), "/Metadata");
    put(f, qpdf_oh_get_dict(f->q, xmp), "/Subtype", name_of(f, "/XML"));
    put(f, f->root, "/Metadata", xmp);
    for (int i = 0; i < qpdf_get_num_pages(f->q); i++) { /* tab goes in reading order */
        put(f, qpdf_get_page_n(f->q, (size_t)i), "/Tabs", name_of(f, "/S"));
    }
}

/* --- attachments
 * ---------------------------------------------------------------------------- */

static qpdf_oh file_of(finisher *f, const pdf_attachment *a)
{
    qpdf_oh bytes = stream_of(f, a->bytes, "/EmbeddedFile");
    qpdf_oh dict = qpdf_oh_get_dict(f->q, bytes);
    put(f, dict, "/Subtype",
        name_of(f, str_cz(f->perm, str_fmt(f->perm, "/%.*s", SV(a->mime)))));
    qpdf_oh params = qpdf_oh_new_dictionary(f->q);
    put(f, params, "/Size", qpdf_oh_new_integer(f->q, a->bytes.len));
    str date = pdf_date(f->perm, f->opt->date);
    if (date.len > 0) {
        put(f, params, "/ModDate", qpdf_oh_new_string(f->q, str_cz(f->perm, date)));
    }
    put(f, dict, "/Params", params);
    qpdf_oh where = qpdf_oh_new_dictionary(f->q);
    put(f, where, "/F", bytes);
    put(f, where, "/UF", bytes);
    qpdf_oh file = qpdf_oh_new_dictionary(f->q);
    put(f, file, "/Type", name_of(f, "/Filespec"));
    put(f, file, "/F", text_of(f, a->name));
    put(f, file, "/UF", text_of(f, a->name));
    put(f, file, "/Desc", text_of(f, a->description));
    put(f, file, "/AFRelationship", name_of(f, "/Data"));
    put(f, file, "/EF", where);
    return qpdf_make_indirect_object(f->q, file);
}

/* The names tree wants its names in order. */
static const pdf_attachment **sorted(finisher *f)
{
    ptrdiff_t n = f->opt->attachment_count;
    const pdf_attachment **all = NEW(f->perm, const pdf_attachment *, n + 1);
    for (ptrdiff_t i = 0; i < n; i++) {
        ptrdiff_t at = i;
        const pdf_attachment *a = &f->opt->attachments[i];
        for (; at > 0 && str_cmp(all[at - 1]->name, a->name) > 0; at--) {
            all[at] = all[at - 1];
        }
        all[at] = a;
    }
    return all;
}

static void finish_attachments(finisher *f)
{
    if (f->opt->attachment_count == 0) {
        return;
    }
    qpdf_oh pairs = qpdf_oh_new_array(f->q), files = qpdf_oh_new_array(f->q);
    const pdf_attachment **all = sorted(f);
    for (ptrdiff_t i = 0; i < f->opt->attachment_count; i++) {
        qpdf_oh file = file_of(f, all[i]);
        qpdf_oh_append_item(f->q, pairs, text_of(f, all[i]->name));
        qpdf_oh_append_item(f->q, pairs, file);
        qpdf_oh_append_item(f->q, files, file);
    }
    qpdf_oh tree = qpdf_oh_new_dictionary(f->q);
    put(f, tree, "/Names", pairs);
    qpdf_oh names = qpdf_oh_get_key(f->q, f->root, "/Names");
    if (!qpdf_oh_is_dictionary(f->q, names)) {
        names = qpdf_oh_new_dictionary(f->q);
        put(f, f->root, "/Names", names);
    }
    put(f, names, "/EmbeddedFiles", qpdf_make_indirect_object(f->q, tree));
    put(f, f->root, "/AF", files);
}

/* --- writing
 * -------------------------------------------------------------------------------- */

static bool refused(finisher *f, err *e)
{
    if (!qpdf_has_error(f->q)) {
        return false;
    }
    err_set(e, ERR_IO, NULL, "cannot finish the PDF: %s",
            qpdf_get_error_full_text(f->q, qpdf_get_error(f->q)));
    return true;
}

static bool finish_all(finisher *f, out *o, str drawn, const figure_alts *alts, err *e)
{
    qpdf_set_suppress_warnings(f->q, QPDF_TRUE);
    qpdf_read_memory(f->q, "report.pdf", drawn.ptr, (unsigned long long)drawn.len, NULL);
    if (refused(f, e)) {
        return false;
    }
    f->root = qpdf_get_root(f->q);
    finish_tags(f, alts);
    finish_contents(f);
    if (refused(f, e)) {
        return false;
    }
    finish_facts(f);
    finish_attachments(f);
    qpdf_init_write_memory(f->q);
    qpdf_set_object_stream_mode(f->q, qpdf_o_generate);
    qpdf_set_compress_streams(f->q, QPDF_TRUE);
    qpdf_set_deterministic_ID(f->q, QPDF_TRUE);
    qpdf_write(f->q);
    if (refused(f, e)) {
        return false;
    }
    out_str(o, (str){(const char *)qpdf_get_buffer(f->q),
                     (ptrdiff_t)qpdf_get_buffer_length(f->q)});
    return true;
}

bool finish(out *o, str drawn, const report *r, const pdf_options *opt,
            const figure_alts *alts, arena scratch, err *e)
{
    finisher f = {.q = qpdf_init(), .perm = &scratch, .about = r, .opt = opt};
    bool ok = finish_all(&f, o, drawn, alts, e);
    qpdf_cleanup(&f.q);
    return ok;
}
