#include "base/base.h"

#include "site/build.h"

static bool write_page(builder *b, const report *r, const char *path, err *e)
{
    html_bundle bundle;
    html_site alone = b->html;
    if (!build_bundle(b, false, &bundle, e)) {
        return false;
    }
    alone.bundle = &bundle;
    html_study page = {.report = r,
                       .charts = build_charts(b->perm, r),
                       .root = S("../"),
                       .path = str_fmt(b->perm, "%.*s/", SV(r->id)),
                       .image = S("card.png"),
                       .pdf_href = S("report.pdf"),
                       .reproduce = S("broadsheet build")};
    html_card newer = {.title = r->superseded_by,
                       .href =
                           str_fmt(b->perm, "../%.*s/index.html", SV(r->superseded_by))};
    page.others.newer = (html_cards){&newer, r->superseded_by.len > 0};
    out *o = out_open(b->perm, path, e);
    if (!o) {
        return false;
    }
    if (!html_study_page(o, b->scratch, &alone, &page, e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, e);
}

bool site_single(const config *site, const site_options *opt, str id, const char *path,
                 warnings *w, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 38);
    builder b = builder_of(scratch, site, opt, w, STOCK_READ);
    edition ed = edition_of(&b, b.perm, scratch);
    build_describe(&b);
    bool good = stock_tell(b.stock, opt->strict, w, e) && edition_known(&b, id, e)
                && edition_load(&ed, id, e) && edition_compose(&ed, e)
                && write_page(&b, ed.r, path, e);
    stock_close(b.stock);
    templates_close(b.html.templates);
    arena_close(&scratch);
    return good;
}
