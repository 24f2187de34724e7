#include "base/base.h"

#include "site/build.h"

/* site/STUDY/history/: how the study's results went, a page beside its own. */

static str below(edition *ed, str path)
{
    return str_fmt(ed->perm, "%.*s/history/%.*s", SV(ed->s.id), SV(path));
}

static bool write_charts(edition *ed, report *r, html_chart *charts, err *e)
{
    builder *b = ed->b;
    edition own = *ed;
    own.r = r;
    for (ptrdiff_t i = 0; i < r->figure_count; i++) {
        const figure *f = r->figures[i];
        const picture_of what = {f, picture_framed(ed->perm, f, charts[i].wide)};
        str stem = str_fmt(ed->perm, "charts/%.*s", SV(f->id));
        arena tmp = ed->scratch;
        out *o = tree_file(&b->tree, &tmp,
                           below(ed, str_fmt(ed->perm, "%.*s.svg", SV(stem))), e);
        charts[i].has_png = false; /* the lines stand in the page; who wants them, has the
                                      SVG */
        if (!o) {
            return false;
        }
        if (!picture_write(o, &own, &what, PICTURE_SVG, e)) {
            out_abort(o);
            return false;
        }
        if (!out_commit(o, e)
            || !tree_write(&b->tree, ed->scratch,
                           below(ed, str_fmt(ed->perm, "%.*s.csv", SV(stem))),
                           figure_csv(ed->perm, f), e)) {
            return false;
        }
    }
    return true;
}

bool build_history(edition *ed, str author_href, bool *ret, err *e)
{
    builder *b = ed->b;
    const composition from = {.s = &ed->s, .p = &ed->p, .w = b->w};
    report *r = report_history(ed->perm, ed->scratch, &from);
    *ret = r != NULL;
    if (!r) {
        return true;
    }
    html_chart *charts = build_charts(ed->perm, r);
    html_study page = {.report = r,
                       .charts = charts,
                       .root = S("../../"),
                       .path = str_fmt(ed->perm, "%.*s/history/", SV(ed->s.id)),
                       .author_href = author_href.len > 0
                                          ? str_fmt(ed->perm, "../%.*s", SV(author_href))
                                          : author_href,
                       .report_href = S("../index.html"),
                       .reproduce = S("broadsheet build")};
    out *o = out_memory(ed->perm);
    return write_charts(ed, r, charts, e)
           && html_study_page(o, ed->scratch, &b->html, &page, e)
           && tree_write(&b->tree, ed->scratch, below(ed, S("index.html")), out_text(o),
                         e);
}
