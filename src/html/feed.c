#include "base/base.h"

#include "base/day.h"
#include "html/page.h"

/* --- the feed -------------------------------------------------------------------------
 */

static str absolute(arena *perm, const html_site *site, str folder, str file)
{
    str path = str_fmt(perm, "%.*s%.*s", SV(folder), SV(file));
    return str_fmt(perm, "%.*s%.*s", SV(site->url), SV(xml_url_path(perm, path)));
}

static void put_picture(arena *perm, const html_site *site, str folder, const figure *f,
                        xml_node *into)
{
    str file = str_fmt(perm, "charts/%.*s.png", SV(f->id));
    xml_node *p = xml_element(into, "p");
    xml_node *img = xml_element(p, "img");
    xml_attr(img, "src", absolute(perm, site, folder, file));
    xml_attr(img, "alt", f->alt);
    xml_leaf(into, "p", str_fmt(perm, "Figure %d: %.*s", f->number, SV(f->title)));
}

/* What a reader shows: the finding, then the charts. */
static str content_of(arena *perm, const html_site *site, const report *r, str path,
                      const html_chart *charts)
{
    OWNED(xml_doc) d = xml_doc_new("div");
    if (r->finding_text.len > 0) {
        xml_leaf(xml_root(d), "p", r->finding_text);
    }
    for (ptrdiff_t i = 0; charts && site->url.len > 0 && i < r->figure_count; i++) {
        if (charts[i].has_png) {
            put_picture(perm, site, path, r->figures[i], xml_root(d));
        }
    }
    out *o = out_memory(perm);
    err never = {0}; /* there is no raw text in it */
    return xml_write_html_inside(o, xml_root(d), &never) ? out_text(o) : (str){0};
}

/* The words of the headings, of the figures, and of whom they compare. */
static str words_of(arena *perm, const report *r)
{
    out *o = out_memory(perm);
    node_walk w = node_walk_start(r->root);
    for (node_event ev; (ev = node_walk_next(&w)) != EVENT_END;) {
        if (ev == EVENT_ENTER && w.at->kind == NODE_HEADING) {
            out_fmt(o, "%.*s ", SV(node_plain(perm, w.at)));
        }
    }
    for (ptrdiff_t i = 0; i < r->figure_count; i++) {
        const figure *f = r->figures[i];
        out_fmt(o, "%.*s %.*s ", SV(f->title), SV(f->subtitle));
        const chart_panel *panel = f->chart.panel_count > 0 ? f->chart.panels : NULL;
        for (ptrdiff_t k = 0; panel && k < panel->bar_count; k++) {
            out_fmt(o, "%.*s ", SV(panel->bars[k].name));
        }
    }
    return str_trim(out_text(o));
}

html_entry html_entry_of(arena *perm, const html_site *site, const report *r, str path,
                         const html_chart *charts)
{
    html_entry e = {.path = str_copy(perm, path),
                    .title = str_copy(perm, r->title),
                    .finding = str_copy(perm, r->finding_text),
                    .date = str_copy(perm, r->date),
                    .author = str_copy(perm, r->author_name),
                    .tags = NEW(perm, str, r->tag_count),
                    .tag_count = r->tag_count,
                    .content = content_of(perm, site, r, path, charts),
                    .words = words_of(perm, r)};
    for (ptrdiff_t i = 0; i < r->tag_count; i++) {
        e.tags[i] = str_copy(perm, r->tags[i]);
    }
    return e;
}

static str moment(arena *perm, str day)
{
    return str_fmt(perm, "%.*sT00:00:00Z", SV(str_take(day, 10)));
}

static void add_entry(arena *perm, value *list, const html_site *site,
                      const html_entry *e)
{
    value *v = value_add_map(perm, list, NULL);
    str here = absolute(perm, site, e->path, S(""));
    value_add_text(perm, v, "title", e->title);
    value_add_text(perm, v, "url", here);
    value_add_text(perm, v, "updated", moment(perm, e->date));
    value_add_text(perm, v, "author", e->author.len > 0 ? e->author : site->title);
    value_add_text(perm, v, "summary", e->finding);
    value_add_text(perm, v, "content", e->content);
    value *tags = value_add_list(perm, v, "tags");
    for (ptrdiff_t i = 0; i < e->tag_count; i++) {
        value_add_text(perm, tags, NULL, e->tags[i]);
    }
}

static bool write_xml(out *o, const html_site *site, str template, const value *data,
                      err *e)
{
    OWNED(xml_doc) d = NULL;
    if (!template_fill(site->templates, template, data, &d, e)) {
        return false;
    }
    xml_write_xml(o, d);
    return true;
}

bool html_feed(out *o, arena scratch, const html_site *site, const html_entry *entries,
               ptrdiff_t n, err *e)
{
    arena *perm = &scratch;
    value *all = value_map(perm);
    value *v = value_add_map(perm, all, "feed");
    value_add_text(perm, v, "title", site->title);
    value_add_text(perm, v, "description", site->description);
    value_add_text(perm, v, "url", site->url);
    value_add_text(perm, v, "self", str_fmt(perm, "%.*sfeed.xml", SV(site->url)));
    value_add_text(perm, v, "program", site->program);
    value *list = value_add_list(perm, v, "entries");
    str newest = S("1970-01-01");
    for (ptrdiff_t i = 0; i < n; i++) {
        str day = entries[i].date;
        if (!day_valid(day)) {
            continue;
        }
        add_entry(perm, list, site, &entries[i]);
        newest = str_cmp(str_take(day, 10), newest) > 0 ? str_take(day, 10) : newest;
    }
    value_add_text(perm, v, "updated", moment(perm, newest));
    return write_xml(o, site, S("feed.xml"), all, e);
}

/* --- for search engines ---------------------------------------------------------------
 */

bool html_sitemap(out *o, arena scratch, const html_site *site, const html_address *pages,
                  ptrdiff_t n, err *e)
{
    arena *perm = &scratch;
    value *all = value_map(perm);
    value *list = value_add_list(perm, all, "pages");
    for (ptrdiff_t i = 0; i < n; i++) {
        value *v = value_add_map(perm, list, NULL);
        str path = xml_url_path(perm, pages[i].path);
        bool is_day = day_valid(pages[i].date);
        value_add_text(perm, v, "url",
                       str_fmt(perm, "%.*s%.*s", SV(site->url), SV(path)));
        value_add_text(perm, v, "date", is_day ? str_take(pages[i].date, 10) : (str){0});
    }
    return write_xml(o, site, S("sitemap.xml"), all, e);
}

void html_robots(out *o, const html_site *site)
{
    out_str(o, S("User-agent: *\nAllow: /\n"));
    if (site->url.len > 0) {
        out_fmt(o, "Sitemap: %.*ssitemap.xml\n", SV(site->url));
    }
}
