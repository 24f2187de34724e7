#include "base/base.h"

#include "base/utf8.h"
#include "lint/lint.h"
#include "site/build.h"

/* Everything of one study while it is written. */
typedef struct {
    builder *b;
    arena *perm;
    arena scratch;
    edition ed;
    built_study *built;
    html_chart *charts;
    int pages;
    bool has_history;
    err *e;
} writer;

static str in_study(writer *w, const char *name)
{
    return str_fmt(w->perm, "%.*s/%s", SV(w->ed.s.id), name);
}

static bool put(writer *w, str path, str bytes)
{
    return tree_write(&w->b->tree, w->scratch, path, bytes, w->e);
}

/* --- charts ---------------------------------------------------------------------- */

static bool write_picture(writer *w, const picture_of *what, const char *ending,
                          picture_form form)
{
    str path = str_fmt(w->perm, "%.*s/charts/%.*s.%s", SV(w->ed.s.id),
                       SV(what->figure->id), ending);
    arena tmp = w->scratch;
    out *o = tree_file(&w->b->tree, &tmp, path, w->e);
    if (!o) {
        return false;
    }
    if (!picture_write(o, &w->ed, what, form, w->e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, w->e);
}

static bool write_charts(writer *w)
{
    w->charts = build_charts(w->perm, w->ed.r);
    for (ptrdiff_t i = 0; i < w->ed.r->figure_count; i++) {
        const figure *f = w->ed.r->figures[i];
        const picture_of what = {f, picture_framed(w->perm, f, w->charts[i].wide)};
        str csv = str_fmt(w->perm, "%.*s/charts/%.*s.csv", SV(w->ed.s.id), SV(f->id));
        if (!write_picture(w, &what, "svg", PICTURE_SVG)
            || !write_picture(w, &what, "png", PICTURE_PNG)
            || !put(w, csv, figure_csv(w->perm, f))) {
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
    str path = str_fmt(w->perm, "%.*s/raw/%.*s", SV(w->ed.s.id), SV(f->published));
    str up = up_from(w, f->path);
    html_raw page = {
        .root = str_fmt(w->perm, "../%.*s", SV(up)),
        .path = str_fmt(w->perm, "%.*s/raw/%.*s.html", SV(w->ed.s.id), SV(f->address)),
        .name = utf8_isolated(w->perm, f->path),
        .bytes = f->src.bytes,
        .sha256 = f->sha256,
        .original_sha256 = f->original_sha256,
        .size = format_size(w->perm, f->src.bytes.len),
        .href = raw_file_href(w->perm, f),
        .own_name = last_part(f->path),
        .renamed = !str_eq(f->published, f->address),
        .back_href = str_fmt(w->perm, "%.*sindex.html", SV(up)),
        .back_title = w->ed.r->title};
    if (!put(w, path, f->src.bytes)) {
        return false;
    }
    out *o = out_memory(w->perm);
    return html_raw_page(o, w->scratch, &w->b->html, &page, w->e)
           && put(w, page.path, out_text(o));
}

static bool write_raws(writer *w)
{
    for (const raw_file *f = w->ed.s.files; f; f = f->next) {
        if (!write_raw(w, f)) {
            return false;
        }
    }
    return true;
}

/* --- data and PDF ---------------------------------------------------------------- */

static bool write_data(writer *w)
{
    edition *ed = &w->ed;
    edition_data(ed);
    out *o = out_memory(w->perm);
    if (!put(w, in_study(w, "data.json"), ed->json)
        || !put(w, in_study(w, "data.csv"), ed->csv)
        || !put(w, in_study(w, "post.md"), ed->markdown)
        || !edition_pdf(ed, (str){0}, o, &w->pages, w->e)
        || !put(w, in_study(w, "report.pdf"), out_text(o))) {
        return false;
    }
    edition_add_download(ed, "report.pdf",
                         S("This report on paper, tagged, with its data inside"),
                         out_text(o));
    return true;
}

/* --- the page -------------------------------------------------------------------- */

static str raw_size(writer *w)
{
    int64_t total = 0;
    for (const raw_file *f = w->ed.s.files; f; f = f->next) {
        total += f->src.bytes.len;
    }
    return format_size(w->perm, total);
}

static bool write_page(writer *w)
{
    html_study page = {
        .report = w->ed.r,
        .charts = w->charts,
        .root = S("../"),
        .path = str_fmt(w->perm, "%.*s/", SV(w->ed.s.id)),
        .pdf_href = S("report.pdf"),
        .pdf_note = str_fmt(w->perm, "%d page%s", w->pages, w->pages == 1 ? "" : "s"),
        .raw_note = raw_size(w),
        .image = S("card.png"),
        .reproduce = S("broadsheet build"),
        .others_later = true};
    if (w->ed.r->author_name.len > 0) {
        page.author_href = str_fmt(w->perm, "../authors/%.*s/index.html",
                                   SV(html_slug(w->perm, w->ed.r->author_name)));
    }
    if (!build_history(&w->ed, page.author_href, &w->has_history, w->e)) {
        return false;
    }
    page.history_href = w->has_history ? S("history/index.html") : (str){0};
    out *o = out_memory(w->perm);
    if (!html_study_page(o, w->scratch, &w->b->html, &page, w->e)) {
        return false;
    }
    str path = str_fmt(w->perm, "%.*s/index.html", SV(w->ed.s.id));
    return tree_write(&w->b->tree, w->scratch, path, out_text(o), w->e);
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
    *bs = (built_study){.id = str_copy(perm, w->ed.s.id),
                        .date = str_copy(perm, w->ed.r->date),
                        .has_history = w->has_history};
    bs->card = (html_card){.id = bs->id,
                           .href = str_fmt(perm, "%.*s/index.html", SV(bs->id)),
                           .title = str_copy(perm, w->ed.r->title),
                           .finding = str_copy(perm, w->ed.r->finding_text),
                           .kicker = str_copy(perm, w->ed.r->kicker),
                           .date = bs->date,
                           .author = str_copy(perm, w->ed.r->author_name),
                           .superseded_by = str_copy(perm, w->ed.r->superseded_by)};
    bs->card.tags = NEW(perm, str, w->ed.r->tag_count);
    for (ptrdiff_t i = 0; i < w->ed.r->tag_count; i++) {
        bs->card.tags[bs->card.tag_count++] = str_copy(perm, w->ed.r->tags[i]);
    }
    bs->card.key = keep_key(perm, study_key(w->ed.r));
    bs->entry = html_entry_of(perm, &b->html, w->ed.r, str_fmt(perm, "%.*s/", SV(bs->id)),
                              w->charts);
    bs->sources = w->ed.s.file_count;
    for (const raw_file *f = w->ed.s.files; f; f = f->next) {
        bs->kept += f->named.len > 0;
    }
    for (const entry *en = w->ed.s.entries; en; en = en->next) {
        bs->results++;
    }
}

/* --strict: what was inferred must be stated, what is claimed must hold. */
static bool check_strict(writer *w)
{
    for (const claim *k = w->ed.claims; k; k = k->next) {
        if (!k->holds) {
            *w->e = k->place;
            return false;
        }
    }
    for (const entry *en = w->ed.s.entries; en; en = en->next) {
        if (en->variant_inferred || en->workload_inferred) {
            err_set(w->e, ERR_CHECK, en->from->src.path,
                    "the %s of the result at line %td is inferred (%.*s)",
                    en->variant_inferred ? "variant" : "workload", en->r->line,
                    SV(en->variant_inferred ? en->r->variant_why : en->r->workload_why));
            return err_hint(
                w->e, "State it in study.yaml: sources: {\"%.*s\": {%s: %.*s}}.",
                SV(en->from->path), en->variant_inferred ? "variant" : "workload",
                SV(en->variant_inferred ? w->ed.s.variants[en->variant].id
                                        : w->ed.s.workloads[en->workload].id));
        }
    }
    return true;
}

/* What lint finds is told; --strict fails on it. */
static bool check_lint(writer *w)
{
    const lint_subject on = {&w->ed.s, &w->ed.p, w->ed.r, NULL};
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

/* A draft is left out in silence, as its author wants; an embargo is told. */
static bool hold_back(writer *w)
{
    str why;
    if (edition_published(&w->ed, &why)) {
        return false;
    }
    if (!w->ed.p.draft) {
        err note = {.path = w->ed.p.src.path};
        snprintf(note.text, sizeof note.text, "the study %.*s", SV(why));
        snprintf(note.hint, sizeof note.hint,
                 "It is %.*s today; 'build --drafts' shows it.", SV(w->b->opt->today));
        warn_add(w->b->w, &note);
        w->built->held_back = true;
    }
    return true;
}

static bool write_study(writer *w, str id)
{
    builder *b = w->b;
    if (!edition_load(&w->ed, id, w->e)) {
        return false;
    }
    if (!b->opt->drafts && hold_back(w)) {
        return true;
    }
    if (!edition_compose(&w->ed, w->e) || (b->opt->strict && !check_strict(w))
        || !check_lint(w)) {
        return false;
    }
    if (!write_charts(w) || !write_raws(w) || !write_data(w) || !write_page(w)
        || !build_pictures(&w->ed, w->e)) {
        return false;
    }
    edition_tell_missing(&w->ed);
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
    const warning *last = b->w->last;
    writer w = {.b = b,
                .perm = &b->one,
                .scratch = b->scratch,
                .ed = edition_of(b, &b->one, b->scratch),
                .built = ret,
                .e = e};
    bool ok = write_study(&w, id);
    keep_warnings(b, last);
    if (!ok) {
        keep_error(b, e);
    }
    arena_reset(&b->one);
    return ok;
}
