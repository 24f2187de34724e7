#include "base/base.h"

#include "base/hash.h"
#include "lint/lint.h"
#include "pdf/pdf.h"
#include "site/build.h"

bool edition_known(builder *b, str id, err *e)
{
    str *ids = NULL;
    ptrdiff_t n = 0;
    if (!stock_studies(b->stock, b->perm, b->site, &ids, &n, e)) {
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

builder builder_of(arena scratch, const config *site, const site_options *opt,
                   warnings *w, stock_mode mode)
{
    return (builder){.perm = w->perm,
                     .scratch = scratch,
                     .site = site,
                     .opt = opt,
                     .w = w,
                     .stock = stock_open(site, mode)};
}

edition edition_of(builder *b, arena *perm, arena scratch)
{
    return (edition){.b = b, .perm = perm, .scratch = scratch, .missing = {.perm = perm}};
}

bool edition_load(edition *ed, str id, err *e)
{
    ed->s = (study){.id = id, .site = ed->b->site};
    return stock_kept(ed->b->stock, ed->perm, id, &ed->s.kept, e)
           && study_load(ed->perm, ed->scratch, &ed->s, ed->b->w, e)
           && post_load(ed->perm, ed->scratch, &ed->s, &ed->p, e);
}

bool edition_compose(edition *ed, err *e)
{
    composition from = {.s = &ed->s, .p = &ed->p, .w = ed->b->w};
    return lint_allowances(ed->perm, ed->scratch, &ed->s, &from.allowed, e)
           && report_compose(ed->perm, ed->scratch, &from, &ed->r, &ed->claims, e);
}

void edition_add_download(edition *ed, const char *name, str contents, str bytes)
{
    ed->r->downloads[ed->r->download_count++] =
        (download){.name = str_from(name),
                   .href = str_from(name),
                   .contents = contents,
                   .size = format_size(ed->perm, bytes.len),
                   .sha256 = hash_sha256(ed->perm, bytes)};
}

void edition_data(edition *ed)
{
    ed->json = study_json(ed->perm, &ed->s, ed->r);
    ed->csv = study_csv(ed->perm, &ed->s);
    edition_add_download(ed, "data.json", S("Normalized results, base units"), ed->json);
    edition_add_download(ed, "data.csv", S("The same, one row a metric"), ed->csv);
    ed->markdown = edition_markdown(ed, PORTABLE_MARKDOWN);
    edition_add_download(ed, "post.md", S("This report as Markdown, to pass on"),
                         ed->markdown);
}

str edition_markdown(edition *ed, portable_form form)
{
    const portable_options opt = {.form = form, .base_url = edition_url(ed)};
    out *o = out_memory(ed->perm);
    report_write_portable(o, ed->r, &opt, ed->scratch);
    return out_text(o);
}

bool edition_published(edition *ed, str *why)
{
    str day = ed->p.publish_on;
    if (ed->p.draft) {
        *why = S("is a draft");
        return false;
    }
    if (day.len > 0 && str_cmp(str_take(day, 10), ed->b->opt->today) > 0) {
        *why = str_fmt(ed->perm, "is held back until %.*s", SV(str_take(day, 10)));
        return false;
    }
    return true;
}

str edition_url(const edition *ed)
{
    const config *c = ed->b->site;
    return c->url.len ? str_fmt(ed->perm, "%.*s/%.*s/", SV(c->url), SV(ed->s.id))
                      : (str){0};
}

bool edition_pdf(edition *ed, str paper, out *o, int *pages, err *e)
{
    builder *b = ed->b;
    const pdf_attachment data[] = {
        {S("data.json"), S("application/json"), S("Every result, base units"), ed->json},
        {S("data.csv"), S("text/csv"), S("Every result, one row a metric"), ed->csv},
    };
    str usual = b->site->letter_paper ? S("letter") : S("a4");
    pdf_options opt = {.paper = paper.len ? paper : usual,
                       .date = ed->r->date.len ? ed->r->date : b->opt->build_date,
                       .base_url = edition_url(ed),
                       .attachments = data,
                       .attachment_count = COUNTOF(data)};
    pdf_told told = {.missing = ed->missing};
    if (!pdf_report(o, ed->r, &opt, ed->scratch, &told, e)) {
        return false;
    }
    ed->missing = told.missing;
    *pages = told.pages;
    return true;
}
