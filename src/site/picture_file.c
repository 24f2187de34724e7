#include "base/base.h"

#include "chart/fonts.h"
#include "chart/frame.h"
#include "chart/ink.h"
#include "chart/svg.h"
#include "site/build.h"

const scene *picture_framed(arena *perm, const figure *f, const scene *wide)
{
    frame_words words = {.title = f->title,
                         .subtitle = f->subtitle,
                         .source = f->source ? node_plain(perm, f->source) : (str){0}};
    return chart_frame(perm, wide, &words, fonts_meter());
}

static str sources_of(arena *perm, const report *r)
{
    return str_fmt(perm, "sha256:%.*s", SV(r->sources_hash));
}

static void write_svg(out *o, arena *perm, const report *r, const scene *framed)
{
    svg_provenance from = {
        .program = r->program, .sources = sources_of(perm, r), .study = r->title};
    xml_doc *doc = svg_document(framed, &from);
    xml_write_xml(o, doc);
    xml_doc_free(doc);
}

static bool write_png(out *o, edition *ed, const picture_of *what, err *e)
{
    const report *r = ed->r;
    const figure *f = what->figure;
    const picture_note notes[] = {
        {S("Title"), f->title},
        {S("Description"), f->alt},
        {S("Software"), r->program},
        {S("Source"), sources_of(ed->perm, r)},
    };
    picture_notes all = {notes, COUNTOF(notes)};
    return ink_png(o, what->framed, &theme_light, 2, &all, &ed->missing, e);
}

static bool write_pdf(out *o, edition *ed, const picture_of *what, err *e)
{
    const report *r = ed->r;
    pdf_facts facts = {.title = what->figure->title,
                       .author = r->author_name,
                       .subject = str_fmt(ed->perm, "%.*s (%.*s)", SV(r->title),
                                          SV(sources_of(ed->perm, r))),
                       .creator = r->program,
                       .date = r->date};
    return ink_pdf(o, what->framed, &theme_light, &facts, &ed->missing, e);
}

bool picture_write(out *o, edition *ed, const picture_of *what, picture_form form, err *e)
{
    switch (form) {
    case PICTURE_SVG:
        write_svg(o, ed->perm, ed->r, what->framed);
        return true;
    case PICTURE_PNG:
        return write_png(o, ed, what, e);
    case PICTURE_PDF:
        return write_pdf(o, ed, what, e);
    }
    return false;
}

bool picture_form_of(const char *path, picture_form *ret)
{
    static const struct {
        str ending;
        picture_form form;
    } forms[] = {{STR_INIT(".svg"), PICTURE_SVG},
                 {STR_INIT(".png"), PICTURE_PNG},
                 {STR_INIT(".pdf"), PICTURE_PDF}};
    for (ptrdiff_t i = 0; i < COUNTOF(forms); i++) {
        if (str_ends(str_from(path), forms[i].ending)) {
            *ret = forms[i].form;
            return true;
        }
    }
    return false;
}
