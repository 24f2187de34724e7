#include "base/base.h"

#include "lint/lint.h"
#include "site/build.h"

static bool known(builder *b, str id, err *e)
{
    str *ids = NULL;
    ptrdiff_t n = 0;
    if (!study_list(b->perm, b->site, &ids, &n, e)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq(ids[i], id)) {
            return true;
        }
    }
    const char *data = str_cz(b->perm, str_fmt(b->perm, "%s/data", b->site->root));
    err_set(e, ERR_USAGE, data, "there is no study '%.*s'", SV(id));
    str near = str_nearest(id, ids, n, b->scratch);
    return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near)) : false;
}

static bool compose(builder *b, str id, report **ret, err *e)
{
    study *s = NEW(b->perm, study, 1);
    post *p = NEW(b->perm, post, 1);
    const claim *claims = NULL;
    composition from = {.s = s, .p = p, .w = b->w};
    *s = (study){.id = id, .site = b->site};
    return study_load(b->perm, b->scratch, s, b->w, e)
           && post_load(b->perm, b->scratch, s, p, e)
           && lint_allowances(b->perm, b->scratch, s, &from.allowed, e)
           && report_compose(b->perm, b->scratch, &from, ret, &claims, e);
}

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
    builder b = {.perm = w->perm, .scratch = scratch, .site = site, .opt = opt, .w = w};
    report *r = NULL;
    build_describe(&b);
    bool good = known(&b, id, e) && compose(&b, id, &r, e) && write_page(&b, r, path, e);
    templates_close(b.html.templates);
    arena_close(&scratch);
    return good;
}
