#include "base/base.h"

#include "base/day.h"
#include "html/page.h"

/* --- the feed -------------------------------------------------------------------------
 */

static str absolute(arena *perm, const html_site *site, const html_entry *e, str file)
{
    str path = str_fmt(perm, "%.*s%.*s", SV(e->path), SV(file));
    return str_fmt(perm, "%.*s%.*s", SV(site->url), SV(xml_url_path(perm, path)));
}

static void put_picture(arena *perm, const html_site *site, const html_entry *e,
                        const figure *f, xml_node *into)
{
    str file = str_fmt(perm, "charts/%.*s.png", SV(f->id));
    xml_node *p = xml_element(into, "p");
    xml_node *img = xml_element(p, "img");
    xml_attr(img, "src", absolute(perm, site, e, file));
    xml_attr(img, "alt", f->alt);
    xml_leaf(into, "p", str_fmt(perm, "Figure %d: %.*s", f->number, SV(f->title)));
}

/* What a reader shows: the finding, then the charts. */
static str content_of(arena *perm, const html_site *site, const html_entry *e)
{
    OWNED(xml_doc) d = xml_doc_new("div");
    const report *r = e->report;
    if (r->finding_text.len > 0) {
        xml_leaf(xml_root(d), "p", r->finding_text);
    }
    for (ptrdiff_t i = 0; e->charts && i < r->figure_count; i++) {
        if (e->charts[i].has_png) {
            put_picture(perm, site, e, r->figures[i], xml_root(d));
        }
    }
    out *o = out_memory(perm);
    err never = {0}; /* there is no raw text in it */
    return xml_write_html_inside(o, xml_root(d), &never) ? out_text(o) : (str){0};
}

static str moment(arena *perm, str day)
{
    return str_fmt(perm, "%.*sT00:00:00Z", SV(str_take(day, 10)));
}

static void add_entry(arena *perm, value *list, const html_site *site,
                      const html_entry *e)
{
    const report *r = e->report;
    value *v = value_add_map(perm, list, NULL);
    str here = absolute(perm, site, e, S(""));
    value_add_text(perm, v, "title", r->title);
    value_add_text(perm, v, "url", here);
    value_add_text(perm, v, "updated", moment(perm, r->date));
    value_add_text(perm, v, "author",
                   r->author_name.len > 0 ? r->author_name : site->title);
    value_add_text(perm, v, "summary", r->finding_text);
    value_add_text(perm, v, "content", content_of(perm, site, e));
    value *tags = value_add_list(perm, v, "tags");
    for (ptrdiff_t i = 0; i < r->tag_count; i++) {
        value_add_text(perm, tags, NULL, r->tags[i]);
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
        str day = entries[i].report->date;
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
