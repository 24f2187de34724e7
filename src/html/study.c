#include "base/base.h"

#include "base/day.h"
#include "html/body.h"
#include "html/page.h"

static void add_byline(arena *perm, value *v, const html_site *site, const html_study *s)
{
    const report *r = s->report;
    value_add_text(perm, v, "initials", r->author_initials);
    value_add_text(perm, v, "author", r->author_name);
    value_add_text(perm, v, "author_href",
                   page_link(perm, site, s->path, s->author_href));
    value_add_text(perm, v, "author_bio", r->author_bio);
    value_add_text(perm, v, "author_url",
                   xml_url_is_safe(r->author_url) ? r->author_url : (str){0});
    value_add_text(perm, v, "date", day_valid(r->date) ? r->date : (str){0});
    value_add_text(perm, v, "date_words",
                   r->date.len > 0 ? day_words(perm, r->date) : S("Undated"));
    value_add_text(perm, v, "reading",
                   r->reading_minutes > 0
                       ? str_fmt(perm, "%d min read", r->reading_minutes)
                       : (str){0});
    value_add_text(perm, v, "pdf_href", page_link(perm, site, s->path, s->pdf_href));
    value_add_text(perm, v, "pdf_note", s->pdf_note);
    value_add_text(perm, v, "raw_href", r->download_count > 0 ? S("#files") : (str){0});
    value_add_text(perm, v, "raw_note", s->raw_note);
    value_add_text(perm, v, "history_href",
                   page_link(perm, site, s->path, s->history_href));
    value_add_text(perm, v, "report_href",
                   page_link(perm, site, s->path, s->report_href));
}

static const node *find_keys(const report *r)
{
    for (const node *n = r->root ? r->root->first : NULL; n; n = n->next) {
        if (n->kind == NODE_KEYS) {
            return n;
        }
    }
    return NULL;
}

static void add_keys(arena *perm, value *v, const report *r)
{
    const node *keys = find_keys(r);
    value *list = value_add_list(perm, v, "keys");
    for (ptrdiff_t i = 0; keys && i < keys->key_count; i++) {
        page_key_figure(perm, value_add_map(perm, list, NULL), &keys->keys[i], S(""));
    }
}

static void add_notices(arena *perm, value *v, const html_study *s)
{
    value *list = value_add_list(perm, v, "corrections");
    for (ptrdiff_t i = 0; i < s->report->correction_count; i++) {
        const correction *told = &s->report->corrections[i];
        value *c = value_add_map(perm, list, NULL);
        bool is_day = day_valid(told->date);
        value_add_text(perm, c, "date", is_day ? told->date : (str){0});
        value_add_text(perm, c, "date_words", day_words(perm, told->date));
        value_add_text(perm, c, "note", told->note);
    }
    value_add_text(perm, v, "disclosure", s->report->disclosure);
}

static void add_topics(arena *perm, value *v, const html_site *site, const html_study *s)
{
    value *list = value_add_list(perm, v, "tags");
    for (ptrdiff_t i = 0; site->has_tags && !site->bundle && i < s->report->tag_count;
         i++) {
        value *tag = value_add_map(perm, list, NULL);
        str text = s->report->tags[i];
        value_add_text(perm, tag, "text", text);
        value_add_text(perm, tag, "href",
                       str_fmt(perm, "%.*stags/%.*s/index.html", SV(s->root),
                               SV(html_slug(perm, text))));
    }
}

static void add_provenance(arena *perm, value *v, const html_study *s)
{
    const report *r = s->report;
    value_add_text(perm, v, "built",
                   str_fmt(perm, "Built by %.*s from %td raw file%s", SV(r->program),
                           r->source_count, r->source_count == 1 ? "" : "s"));
    value_add_text(perm, v, "hash",
                   r->sources_hash.len > 0
                       ? str_fmt(perm, "sha256:%.*s", SV(r->sources_hash))
                       : (str){0});
    value_add_text(perm, v, "reproduce", s->reproduce);
}

/* "Lynett Simons (2025). Title. Site. https://…" */
static void add_citation(arena *perm, value *v, const html_site *site,
                         const html_study *s)
{
    const report *r = s->report;
    out *o = out_memory(perm);
    str who = r->author_name.len > 0 ? r->author_name : site->title;
    str year = day_valid(r->date) ? str_take(r->date, 4) : S("undated");
    out_fmt(o, "%.*s (%.*s). %.*s. %.*s.", SV(who), SV(year), SV(r->title),
            SV(site->title));
    if (site->url.len > 0) {
        out_fmt(o, " %.*s%.*s", SV(site->url), SV(xml_url_path(perm, s->path)));
    }
    if (r->sources_hash.len > 0) {
        out_fmt(o, " (data sha256:%.*s)", SV(r->sources_hash));
    }
    value_add_text(perm, v, "citation", out_text(o));
}

/* The downloads stand in the last of the data sections. */
static const node *last_data_section(const node *root)
{
    const node *last = NULL;
    for (const node *n = root ? root->first : NULL; n; n = n->next) {
        if (n->kind == NODE_SECTION && n->section == SECTION_DATA) {
            last = n;
        }
    }
    return last;
}

/* The downloads are there even where the tree forgot their section. */
static void add_data_section(body *b, xml_node *into)
{
    const report *r = b->study->report;
    if (b->data || r->download_count == 0) {
        return;
    }
    xml_node *box = xml_element(into, "section");
    xml_attr(box, "class", S("box"));
    xml_text(body_heading(b, box, 2, ids_unique(&b->ids, S("data"))),
             S("Data and downloads"));
    body_downloads(b, r, box);
}

static void reserve_ids(ids *set)
{
    static const char *const used[] = {"main", "author", "more", "cite", "files"};
    for (ptrdiff_t i = 0; i < COUNTOF(used) - 1; i++) {
        ids_unique(set, str_from(used[i]));
    }
}

static void add_cards(arena *perm, value *v, const html_relations *others)
{
    page_cards(perm, v, "newer", others->newer, (str){0});
    page_cards(perm, v, "older", others->older, (str){0});
    page_cards(perm, v, "more", others->more, (str){0});
}

/* A page that stands alone can't lead to its neighbours, but says that it is superseded.
 */
static void add_others(arena *perm, value *v, const html_site *site, const html_study *s)
{
    html_relations others = s->others;
    if (site->bundle) {
        others.more.n = 0;
    }
    html_card *newer = NEW(perm, html_card, others.newer.n);
    for (ptrdiff_t i = 0; i < others.newer.n; i++) {
        newer[i] = others.newer.all[i];
        newer[i].href = page_link(perm, site, s->path, newer[i].href);
    }
    others.newer.all = newer;
    add_cards(perm, v, &others);
    value_add_bool(perm, v, "superseded", others.newer.n + others.older.n > 0);
}

static value *study_values(arena *perm, const html_site *site, const html_study *s)
{
    const report *r = s->report;
    page_head head = {
        .root = s->root,
        .path = s->path,
        .title = r->title,
        .description = r->description.len > 0 ? r->description : r->finding_text,
        .image = s->image,
        .jsonld = page_jsonld(perm, site, s),
        .current = S("index.html"),
        .is_article = true,
        .has_script = true,
    };
    value *all = page_values(perm, site, &head);
    value *v = value_add_map(perm, all, "study");
    value_add_text(perm, v, "title", r->title);
    value_add_text(perm, v, "kicker", r->kicker);
    add_byline(perm, v, site, s);
    add_keys(perm, v, r);
    add_notices(perm, v, s);
    add_topics(perm, v, site, s);
    add_provenance(perm, v, s);
    add_citation(perm, v, site, s);
    value_add_bool(perm, v, "others_later", s->others_later && !site->bundle);
    add_others(perm, v, site, s);
    return all;
}

/* Where a page leads to others: before they are known a mark, then an element. */
typedef struct {
    str mark, open, close;
    str template;
} place;

static const place places[] = {
    {STR_INIT("<template id=\"relations\"></template>"),
     STR_INIT("<div id=\"relations\""), STR_INIT("</div>"), STR_INIT("relations.xml")},
    {STR_INIT("<template id=\"more-reports\"></template>"),
     STR_INIT("<nav id=\"more-reports\""), STR_INIT("</nav>"), STR_INIT("more.xml")},
};

/* The page before and behind the place. */
static cut cut_out(str page, const place *p)
{
    cut at = str_cut(page, p->mark);
    if (at.found) {
        return at;
    }
    cut from = str_cut(page, p->open), to = str_cut(from.tail, p->close);
    return from.found && to.found ? (cut){from.head, to.tail, true} : (cut){.head = page};
}

bool html_study_relates(str page)
{
    for (ptrdiff_t i = 0; i < COUNTOF(places); i++) {
        if (!cut_out(page, &places[i]).found) {
            return false;
        }
    }
    return true;
}

static bool write_place(out *o, const html_site *site, const place *p, value *all, err *e)
{
    OWNED(xml_doc) filled = NULL;
    if (!template_fill(site->templates, p->template, all, &filled, e)) {
        return false;
    }
    OWNED(xml_doc) around = xml_doc_new("div");
    xml_append(xml_root(around), xml_root(filled));
    return xml_write_html_inside(o, xml_root(around), e);
}

bool html_study_relate(out *o, arena scratch, const html_site *site, str page,
                       const html_relations *others, err *e)
{
    arena *perm = &scratch;
    value *all = value_map(perm);
    add_cards(perm, value_add_map(perm, all, "study"), others);
    const bool wanted[] = {others->newer.n + others->older.n > 0, others->more.n > 0};
    for (ptrdiff_t i = 0; i < COUNTOF(places); i++) {
        cut at = cut_out(page, &places[i]);
        if (!at.found) {
            continue;
        }
        out_str(o, at.head);
        page = at.tail;
        if (!wanted[i]) {
            out_str(o, places[i].mark);
        } else if (!write_place(o, site, &places[i], all, e)) {
            return false;
        }
    }
    out_str(o, page);
    return true;
}

bool html_study_page(out *o, arena scratch, const html_site *site, const html_study *s,
                     err *e)
{
    arena *perm = &scratch;
    value *all = study_values(perm, site, s);
    value *v = all->last;
    OWNED(xml_doc) deck = xml_doc_new("p");
    OWNED(xml_doc) sections = xml_doc_new("div");
    body b = {.perm = perm, .study = s, .site = site, .ids = {.perm = perm}};
    b.heading_level = 1;
    b.data = last_data_section(s->report->root);
    reserve_ids(&b.ids);
    body_inline(&b, s->report->deck, xml_root(deck));
    if (s->report->root) {
        body_sections(&b, s->report->root, xml_root(sections));
    }
    add_data_section(&b, xml_root(sections));
    value_add_tree(perm, v, "deck", xml_root(deck));
    value_add_tree(perm, v, "body", xml_root(sections));
    return page_write(o, site, S("study.xml"), all, e);
}
