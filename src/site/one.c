#include "base/base.h"

#include "chart/chart.h"
#include "chart/fonts.h"
#include "report/changes.h"
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
    if (!picture_write(o, ed, &what, form, e)) {
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
    builder b = builder_of(scratch, site, opt, w, STOCK_READ);
    edition ed = edition_of(&b, b.perm, scratch);
    bool good = stock_tell(b.stock, false, w, e) && make_chart(&ed, id, wish, e);
    edition_tell_missing(&ed);
    stock_close(b.stock);
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

static bool mark_changes(edition *ed, const char *older, err *e)
{
    source *src = NEW(ed->perm, source, 1);
    return source_load(ed->perm, older, src, e)
           && report_mark_changes(ed->perm, ed->r, src, e);
}

bool site_pdf(const config *site, const site_options *opt, str id, const pdf_wish *wish,
              warnings *w, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 38);
    builder b = builder_of(scratch, site, opt, w, STOCK_READ);
    edition ed = edition_of(&b, b.perm, scratch);
    bool good = stock_tell(b.stock, false, w, e) && edition_known(&b, id, e)
                && edition_load(&ed, id, e) && edition_compose(&ed, e);
    if (good) {
        edition_data(&ed);
        good = (!wish->older || mark_changes(&ed, wish->older, e))
               && write_pdf(&ed, wish, e);
        edition_tell_missing(&ed);
    }
    stock_close(b.stock);
    arena_close(&scratch);
    return good;
}

/* --- export ---------------------------------------------------------------------- */

static str ending_of(export_form form)
{
    switch (form) {
    case EXPORT_JSON:
        return S("json");
    case EXPORT_CSV:
        return S("csv");
    case EXPORT_MARKDOWN:
    case EXPORT_DEVTO:
        break;
    }
    return S("md");
}

static str text_of(edition *ed, export_form form)
{
    switch (form) {
    case EXPORT_JSON:
        return study_json(ed->perm, &ed->s, ed->r);
    case EXPORT_CSV:
        return study_csv(ed->perm, &ed->s);
    case EXPORT_MARKDOWN:
        return edition_markdown(ed, PORTABLE_MARKDOWN);
    case EXPORT_DEVTO:
        break;
    }
    return edition_markdown(ed, PORTABLE_DEVTO);
}

/* To a file of the folder, or behind what was written before: CSV has one head. */
static bool put_export(edition *ed, const export_wish *wish, str text, bool first, out *o,
                       err *e)
{
    if (!wish->folder) {
        bool headless = wish->form == EXPORT_CSV && !first;
        out_str(o, headless ? str_cut(text, S("\r\n")).tail : text);
        return true;
    }
    str path = str_fmt(ed->perm, "%s/%.*s.%.*s", wish->folder, SV(ed->s.id),
                       SV(ending_of(wish->form)));
    out *file = out_open(ed->perm, str_cz(ed->perm, path), e);
    if (!file) {
        return false;
    }
    out_str(file, text);
    return out_commit(file, e);
}

static void tell_held_back(edition *ed, str why)
{
    err note = {.path = ed->p.src.path};
    snprintf(note.text, sizeof note.text, "left out: the study %.*s", SV(why));
    snprintf(note.hint, sizeof note.hint, "Name it to export it all the same.");
    warn_add(ed->b->w, &note);
}

static bool export_all(builder *b, const str *ids, ptrdiff_t n, const export_wish *wish,
                       out *o, err *e)
{
    bool first = true;
    for (ptrdiff_t i = 0; i < n; i++) {
        edition *ed = NEW(b->perm, edition, 1);
        *ed = edition_of(b, b->perm, b->scratch);
        str why;
        if (!edition_known(b, ids[i], e) || !edition_load(ed, ids[i], e)) {
            return false;
        }
        if (wish->id_count == 0 && !edition_published(ed, &why)) {
            tell_held_back(ed, why);
            continue;
        }
        if (!edition_compose(ed, e)
            || !put_export(ed, wish, text_of(ed, wish->form), first, o, e)) {
            return false;
        }
        first = false;
    }
    return true;
}

static bool check_export(const config *site, const export_wish *wish, ptrdiff_t n, err *e)
{
    bool is_post = wish->form == EXPORT_MARKDOWN || wish->form == EXPORT_DEVTO;
    if (wish->form == EXPORT_DEVTO && site->url.len == 0) {
        err_set(e, ERR_USAGE, site->src.path,
                "'url' is not set: a post on DEV needs absolute links to its pictures");
        return err_hint(e, "Write where the site is published: url: https://example.org");
    }
    if (is_post && n > 1 && !wish->folder) {
        err_set(e, ERR_USAGE, NULL, "%td posts don't fit one output", n);
        return err_hint(e, "Name one study, or a folder with -o DIR.");
    }
    return true;
}

bool site_export(const config *site, const site_options *opt, const export_wish *wish,
                 out *o, warnings *w, err *e)
{
    arena scratch = arena_open((ptrdiff_t)1 << 38);
    builder b = builder_of(scratch, site, opt, w, STOCK_READ);
    str *all = NULL;
    const str *ids = wish->ids;
    ptrdiff_t n = wish->id_count;
    bool good = stock_tell(b.stock, false, w, e)
                && (n > 0 || stock_studies(b.stock, b.perm, site, &all, &n, e));
    ids = n > 0 && all ? all : ids;
    good = good && check_export(site, wish, n, e) && export_all(&b, ids, n, wish, o, e);
    stock_close(b.stock);
    arena_close(&scratch);
    return good;
}
