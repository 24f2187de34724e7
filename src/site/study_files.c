#include "base/base.h"

#include "base/hash.h"
#include "chart/fonts.h"
#include "chart/frame.h"
#include "chart/ink.h"
#include "chart/svg.h"
#include "lint/lint.h"
#include "pdf/pdf.h"
#include "site/build.h"

/* Everything of one study while it is written. */
typedef struct {
    builder *b;
    arena *perm;
    arena scratch;
    study s;
    post p;
    report *r;
    built_study *built;
    html_chart *charts;
    str json, csv, pdf, page;
    int pages;
    err *e;
} writer;

static str in_study(writer *w, const char *name)
{
    return str_fmt(w->perm, "%.*s/%s", SV(w->s.id), name);
}

static bool put(writer *w, str path, str bytes)
{
    return tree_write(&w->b->tree, w->scratch, path, bytes, w->e);
}

/* --- charts ---------------------------------------------------------------------- */

static bool write_svg(writer *w, const figure *f, const scene *wide)
{
    svg_provenance from = {.program = w->r->program,
                           .sources =
                               str_fmt(w->perm, "sha256:%.*s", SV(w->r->sources_hash)),
                           .study = w->r->title};
    xml_doc *doc = svg_document(wide, &from);
    out *o = out_memory(w->perm);
    xml_write_xml(o, doc);
    xml_doc_free(doc);
    return put(w, str_fmt(w->perm, "%.*s/charts/%.*s.svg", SV(w->s.id), SV(f->id)),
               out_text(o));
}

static bool write_png(writer *w, str path, const scene *s, double scale, str title,
                      str alt)
{
    const picture_note notes[] = {
        {S("Title"), title},
        {S("Description"), alt},
        {S("Software"), w->r->program},
        {S("Source"), str_fmt(w->perm, "sha256:%.*s", SV(w->r->sources_hash))},
    };
    picture_notes all = {notes, COUNTOF(notes)};
    arena tmp = w->scratch;
    out *o = tree_file(&w->b->tree, &tmp, path, w->e);
    if (!o) {
        return false;
    }
    if (!ink_png(o, s, &theme_light, scale, &all, w->e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, w->e);
}

static bool write_charts(writer *w)
{
    text_meter meter = fonts_meter();
    w->charts = build_charts(w->perm, w->r);
    for (ptrdiff_t i = 0; i < w->r->figure_count; i++) {
        const figure *f = w->r->figures[i];
        const scene *wide = w->charts[i].wide;
        str stem = str_fmt(w->perm, "%.*s/charts/%.*s", SV(w->s.id), SV(f->id));
        frame_words words = {.title = f->title,
                             .subtitle = f->subtitle,
                             .source =
                                 f->source ? node_plain(w->perm, f->source) : (str){0}};
        const scene *framed = chart_frame(w->perm, wide, &words, meter);
        if (!write_svg(w, f, framed)
            || !write_png(w, str_fmt(w->perm, "%.*s.png", SV(stem)), framed, 2, f->title,
                          f->alt)
            || !put(w, str_fmt(w->perm, "%.*s.csv", SV(stem)), figure_csv(w->perm, f))) {
            return false;
        }
    }
    return true;
}

/* --- raw files ------------------------------------------------------------------- */

/* "../" as often as the page lies below the study's folder. */
static str up_from(writer *w, str path)
{
    str up = S("../");
    for (ptrdiff_t i = 0; i < path.len; i++) {
        if (path.ptr[i] == '/') {
            up = str_fmt(w->perm, "../%.*s", SV(up));
        }
    }
    return up;
}

static str last_part(str path)
{
    cut c = str_cut_last(path, S("/"));
    return c.found ? c.tail : path;
}

static bool write_raw(writer *w, const raw_file *f)
{
    str path = str_fmt(w->perm, "%.*s/raw/%.*s", SV(w->s.id), SV(f->path));
    str up = up_from(w, f->path);
    str own = raw_href(w->perm, f, 0); /* "raw/…html" */
    str name = last_part(str_take(own, own.len - 5));
    html_raw page = {.root = str_fmt(w->perm, "../%.*s", SV(up)),
                     .path = str_fmt(w->perm, "%.*s.html", SV(path)),
                     .name = f->path,
                     .bytes = f->src.bytes,
                     .sha256 = f->sha256,
                     .original_sha256 = f->original_sha256,
                     .size = format_size(w->perm, f->src.bytes.len),
                     .href = name,
                     .back_href = str_fmt(w->perm, "%.*sindex.html", SV(up)),
                     .back_title = w->r->title};
    if (!put(w, path, f->src.bytes)) {
        return false;
    }
    out *o = out_memory(w->perm);
    return html_raw_page(o, w->scratch, &w->b->html, &page, w->e)
           && put(w, page.path, out_text(o));
}

static bool write_raws(writer *w)
{
    for (const raw_file *f = w->s.files; f; f = f->next) {
        if (!write_raw(w, f)) {
            return false;
        }
    }
    return true;
}

/* --- data and PDF ---------------------------------------------------------------- */

static void add_download(writer *w, const char *name, str contents, str bytes)
{
    w->r->downloads[w->r->download_count++] =
        (download){.name = str_from(name),
                   .href = str_from(name),
                   .contents = contents,
                   .size = format_size(w->perm, bytes.len),
                   .sha256 = hash_sha256(w->perm, bytes)};
}

static bool make_pdf(writer *w)
{
    const pdf_attachment data[] = {
        {S("data.json"), S("application/json"), S("Every result, base units"), w->json},
        {S("data.csv"), S("text/csv"), S("Every result, one row a metric"), w->csv},
    };
    pdf_options opt = {.paper = w->b->site->letter_paper ? S("letter") : S("a4"),
                       .date = w->r->date.len ? w->r->date : w->b->opt->build_date,
                       .attachments = data,
                       .attachment_count = COUNTOF(data)};
    if (w->b->site->url.len > 0) {
        opt.base_url = str_fmt(w->perm, "%.*s/%.*s/", SV(w->b->site->url), SV(w->s.id));
    }
    pdf_told told = {0};
    out *o = out_memory(w->perm);
    if (!pdf_report(o, w->r, &opt, w->scratch, &told, w->e)) {
        return false;
    }
    if (told.missing > 0) {
        err warn = {.path = w->s.dir};
        snprintf(warn.text, sizeof warn.text,
                 "%d characters can't be shown by the built-in fonts: boxes in the PDF",
                 told.missing);
        warn_add(w->b->w, &warn);
    }
    w->pdf = out_text(o);
    w->pages = told.pages;
    return put(w, in_study(w, "report.pdf"), w->pdf);
}

static bool write_data(writer *w)
{
    w->json = study_json(w->perm, &w->s, w->r);
    w->csv = study_csv(w->perm, &w->s);
    add_download(w, "data.json", S("Normalized results, base units"), w->json);
    add_download(w, "data.csv", S("The same, one row a metric"), w->csv);
    if (!put(w, in_study(w, "data.json"), w->json)
        || !put(w, in_study(w, "data.csv"), w->csv) || !make_pdf(w)) {
        return false;
    }
    add_download(w, "report.pdf", S("This report on paper, tagged, with its data inside"),
                 w->pdf);
    return true;
}

/* --- the page -------------------------------------------------------------------- */

static str raw_size(writer *w)
{
    int64_t total = 0;
    for (const raw_file *f = w->s.files; f; f = f->next) {
        total += f->src.bytes.len;
    }
    return format_size(w->perm, total);
}

static bool write_page(writer *w)
{
    html_study page = {
        .report = w->r,
        .charts = w->charts,
        .root = S("../"),
        .path = str_fmt(w->perm, "%.*s/", SV(w->s.id)),
        .pdf_href = S("report.pdf"),
        .pdf_note = str_fmt(w->perm, "%d page%s", w->pages, w->pages == 1 ? "" : "s"),
        .raw_note = raw_size(w),
        .image = S("card.png"),
        .reproduce = S("broadsheet build"),
        .others_later = true};
    if (w->r->author_name.len > 0) {
        page.author_href = str_fmt(w->perm, "../authors/%.*s/index.html",
                                   SV(html_slug(w->perm, w->r->author_name)));
    }
    out *o = out_memory(w->perm);
    if (!html_study_page(o, w->scratch, &w->b->html, &page, w->e)) {
        return false;
    }
    w->page = out_text(o);
    return true;
}

static key_figure *keep_key(arena *perm, const key_figure *k)
{
    if (!k) {
        return NULL;
    }
    key_figure *copy = NEW(perm, key_figure, 1);
    *copy = (key_figure){.number = str_copy(perm, k->number),
                         .unit = str_copy(perm, k->unit),
                         .what = str_copy(perm, k->what)};
    for (ptrdiff_t i = 0; i < COUNTOF(k->bars); i++) {
        copy->bars[i] = k->bars[i];
        copy->bars[i].name = str_copy(perm, k->bars[i].name);
        copy->bars[i].text = str_copy(perm, k->bars[i].text);
    }
    return copy;
}

static void keep_card(writer *w)
{
    builder *b = w->b;
    arena *perm = b->perm;
    built_study *bs = w->built;
    *bs =
        (built_study){.id = str_copy(perm, w->s.id), .date = str_copy(perm, w->r->date)};
    bs->card = (html_card){.id = bs->id,
                           .href = str_fmt(perm, "%.*s/index.html", SV(bs->id)),
                           .title = str_copy(perm, w->r->title),
                           .finding = str_copy(perm, w->r->finding_text),
                           .kicker = str_copy(perm, w->r->kicker),
                           .date = bs->date,
                           .author = str_copy(perm, w->r->author_name),
                           .superseded_by = str_copy(perm, w->r->superseded_by)};
    bs->card.tags = NEW(perm, str, w->r->tag_count);
    for (ptrdiff_t i = 0; i < w->r->tag_count; i++) {
        bs->card.tags[bs->card.tag_count++] = str_copy(perm, w->r->tags[i]);
    }
    bs->card.key = keep_key(perm, study_key(w->r));
    bs->entry = html_entry_of(perm, &b->html, w->r, str_fmt(perm, "%.*s/", SV(bs->id)),
                              w->charts);
    bs->page = str_copy(perm, w->page);
    bs->sources = w->s.file_count;
    for (const entry *en = w->s.entries; en; en = en->next) {
        bs->results++;
    }
}

/* --strict: what was inferred must be stated, what is claimed must hold. */
static bool check_strict(writer *w, const claim *claims)
{
    for (const claim *k = claims; k; k = k->next) {
        if (!k->holds) {
            *w->e = k->place;
            return false;
        }
    }
    for (const entry *en = w->s.entries; en; en = en->next) {
        if (en->variant_inferred || en->workload_inferred) {
            err_set(w->e, ERR_CHECK, en->from->src.path,
                    "the %s of the result at line %td is inferred (%.*s)",
                    en->variant_inferred ? "variant" : "workload", en->r->line,
                    SV(en->variant_inferred ? en->r->variant_why : en->r->workload_why));
            return err_hint(
                w->e, "State it in study.yaml: sources: {\"%.*s\": {%s: %.*s}}.",
                SV(en->from->path), en->variant_inferred ? "variant" : "workload",
                SV(en->variant_inferred ? w->s.variants[en->variant].id
                                        : w->s.workloads[en->workload].id));
        }
    }
    return true;
}

/* What lint finds is told; --strict fails on it. */
static bool check_lint(writer *w)
{
    const lint_subject on = {&w->s, &w->p, w->r, NULL};
    findings found = lint_study(w->perm, w->scratch, &on);
    const finding *first = w->b->opt->strict ? lint_first(&found) : NULL;
    for (const finding *f = found.first; f; f = f->next) {
        if (!f->allowed.ptr && f->level != LEVEL_INFO && f != first) {
            err told = lint_told(f, false);
            warn_add(w->b->w, &told);
        }
    }
    if (first) {
        *w->e = lint_told(first, true);
    }
    return first == NULL;
}

static bool write_study(writer *w, str id)
{
    builder *b = w->b;
    const claim *claims = NULL;
    composition from = {.s = &w->s, .p = &w->p, .w = b->w};
    w->s = (study){.id = id, .site = b->site};
    if (!study_load(w->perm, w->scratch, &w->s, b->w, w->e)
        || !post_load(w->perm, w->scratch, &w->s, &w->p, w->e)) {
        return false;
    }
    if (w->p.draft && !b->opt->drafts) {
        return true;
    }
    if (!lint_allowances(w->perm, w->scratch, &w->s, &from.allowed, w->e)
        || !report_compose(w->perm, w->scratch, &from, &w->r, &claims, w->e)
        || (b->opt->strict && !check_strict(w, claims)) || !check_lint(w)) {
        return false;
    }
    if (!write_charts(w) || !write_raws(w) || !write_data(w) || !write_page(w)
        || !build_pictures(b, w->perm, w->r, w->e)) {
        return false;
    }
    keep_card(w);
    return true;
}

/* The error's path must outlive the study's arena. */
static void keep_error(builder *b, err *e)
{
    e->path = e->path ? str_cz(b->perm, str_from(e->path)) : NULL;
}

static void keep_warnings(builder *b, const warning *from)
{
    for (warning *w = from ? from->next : b->w->first; w; w = w->next) {
        keep_error(b, &w->e);
    }
}

bool build_study(builder *b, str id, built_study *ret, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 38);
    const warning *last = b->w->last;
    writer w = {.b = b, .perm = &perm, .scratch = b->scratch, .built = ret, .e = e};
    bool ok = write_study(&w, id);
    keep_warnings(b, last);
    if (!ok) {
        keep_error(b, e);
    }
    arena_close(&perm);
    return ok;
}
