#include "base/base.h"

#include "chart/chart.h"
#include "chart/fonts.h"
#include "site/build.h"

/* What commands want of one study, without a site. */

static bool write_chart(edition *ed, const figure *f, const char *path, picture_form form,
                        err *e)
{
    const chart_words words = {S("f1w"), f->title, f->alt};
    const scene *wide =
        chart_layout(ed->perm, &f->chart, CHART_WIDE, words, fonts_meter());
    const picture_of what = {f, picture_framed(ed->perm, f, wide)};
    out *o = out_open(ed->perm, path, e);
    if (!o) {
        return false;
    }
    if (!picture_write(o, ed->perm, ed->r, &what, form, e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, e);
}

static bool make_chart(edition *ed, str id, const chart_wish *wish, err *e)
{
    picture_form form = PICTURE_SVG;
    figure *f = NULL;
    if (!picture_form_of(wish->path, &form)) {
        err_set(e, ERR_USAGE, NULL, "'%s' names no format", wish->path);
        return err_hint(e, "It must end in .svg, .png or .pdf.");
    }
    if (!edition_known(ed->b, id, e) || !edition_load(ed, id, e)) {
        return false;
    }
    const composition from = {.s = &ed->s, .p = &ed->p, .w = ed->b->w};
    return report_chart(ed->perm, ed->scratch, &from, wish->words, &ed->r, &f, e)
           && write_chart(ed, f, wish->path, form, e);
}

bool site_chart(const config *site, const site_options *opt, str id,
                const chart_wish *wish, warnings *w, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 38);
    builder b = {.perm = w->perm, .scratch = scratch, .site = site, .opt = opt, .w = w};
    edition ed = {.b = &b, .perm = b.perm, .scratch = scratch};
    bool good = make_chart(&ed, id, wish, e);
    arena_close(&scratch);
    return good;
}

static bool write_pdf(edition *ed, const pdf_wish *wish, err *e)
{
    int pages = 0;
    out *o = out_open(ed->perm, wish->path, e);
    if (!o) {
        return false;
    }
    if (!edition_pdf(ed, wish->paper, o, &pages, e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, e);
}

bool site_pdf(const config *site, const site_options *opt, str id, const pdf_wish *wish,
              warnings *w, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 38);
    builder b = {.perm = w->perm, .scratch = scratch, .site = site, .opt = opt, .w = w};
    edition ed = {.b = &b, .perm = b.perm, .scratch = scratch};
    bool good =
        edition_known(&b, id, e) && edition_load(&ed, id, e) && edition_compose(&ed, e);
    if (good) {
        edition_data(&ed);
        good = write_pdf(&ed, wish, e);
    }
    arena_close(&scratch);
    return good;
}
