#include "base/base.h"

#include "base/day.h"
#include "base/embedded.h"
#include "html/page.h"

str page_href(arena *perm, str root, str path)
{
    return str_fmt(perm, "%.*s%.*s", SV(root), SV(path));
}

str page_link(arena *perm, const html_site *site, str path, str href)
{
    bool leads_away = str_has(str_cut(href, S("/")).head, S(":"));
    if (!site->bundle || leads_away || href.len == 0 || str_starts(href, S("#"))) {
        return href;
    }
    if (site->url.len == 0) {
        return (str){0};
    }
    return str_fmt(perm, "%.*s%.*s%.*s", SV(site->url), SV(xml_url_path(perm, path)),
                   SV(href));
}

/* --- the masthead ---------------------------------------------------------------------
 */

static bool stands_alone(const html_site *site)
{
    return site->bundle && !site->bundle->has_neighbours;
}

static void add_nav(arena *perm, value *page, const html_site *site,
                    const page_head *head)
{
    const struct {
        str path, label;
        bool exists;
    } links[] = {
        {S("index.html"), S("Reports"), true},
        {S("tags/index.html"), S("Topics"), site->has_tags},
        {S("archive/index.html"), S("Archive"), site->has_archive},
        {S("feed.xml"), S("Feed"), site->has_feed},
    };
    value *nav = value_add_list(perm, page, "nav");
    for (ptrdiff_t i = 0; i < COUNTOF(links); i++) {
        if (!links[i].exists || stands_alone(site)) {
            continue;
        }
        value *link = value_add_map(perm, nav, NULL);
        bool current = str_eq(links[i].path, head->current);
        value_add_text(perm, link, "href", page_href(perm, head->root, links[i].path));
        value_add_text(perm, link, "label", links[i].label);
        value_add_text(perm, link, "current", current ? S("page") : (str){0});
    }
}

/* --- the head -------------------------------------------------------------------------
 */

static void add_files(arena *perm, value *page, const html_site *site,
                      const page_head *head)
{
    const struct {
        const char *key;
        str path;
        bool exists;
    } files[] = {
        {"home", S("index.html"), true},
        {"css", S("assets/style.css"), true},
        {"theme", S("assets/theme.css"), site->has_theme},
        {"script", S("assets/site.js"), head->has_script},
        {"search", S("assets/search.js"), head->has_search},
        {"feed", S("feed.xml"), site->has_feed},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(files); i++) {
        bool is_page = i == 0;
        bool exists =
            files[i].exists && (is_page ? !stands_alone(site) : site->bundle == NULL);
        value_add_text(perm, page, files[i].key,
                       exists ? page_href(perm, head->root, files[i].path) : (str){0});
    }
    value *icon = value_add_text(
        perm, page, "icon",
        site->bundle ? site->bundle->favicon
                     : page_href(perm, head->root, S("assets/favicon.svg")));
    icon->trusted = site->bundle != NULL;
    value_add_text(perm, page, "inline_css", site->bundle ? site->bundle->css : (str){0});
}

/* What needs the site's address stays empty without it. */
static void add_addresses(arena *perm, value *page, const html_site *site,
                          const page_head *head)
{
    bool known = site->url.len > 0;
    str path = xml_url_path(perm, head->path);
    str here = known ? str_fmt(perm, "%.*s%.*s", SV(site->url), SV(path)) : (str){0};
    value_add_text(perm, page, "canonical", here);
    value_add_text(perm, page, "image",
                   known && head->image.len > 0
                       ? str_fmt(perm, "%.*s%.*s", SV(here), SV(head->image))
                       : (str){0});
    value_add_text(perm, page, "og_type",
                   !known             ? (str){0}
                   : head->is_article ? S("article")
                                      : S("website"));
}

value *page_values(arena *perm, const html_site *site, const page_head *head)
{
    value *all = value_map(perm);
    value *page = value_add_map(perm, all, "page");
    bool own_title = head->title.len > 0 && !str_eq(head->title, site->title);
    str full = own_title ? str_fmt(perm, "%.*s · %.*s", SV(head->title), SV(site->title))
                         : site->title;
    str description = head->description.len > 0 ? head->description : site->description;
    value_add_text(perm, page, "lang", site->lang.len > 0 ? site->lang : S("en"));
    value_add_text(perm, page, "title", full);
    value_add_text(perm, page, "short_title", own_title ? head->title : site->title);
    value_add_text(perm, page, "description", description);
    value_add_text(perm, page, "site", site->title);
    value_add_text(perm, page, "program", site->program);
    value_add_text(perm, page, "licence", site->licence);
    value_add_text(perm, page, "jsonld", head->jsonld);
    value_add_bool(perm, page, "hidden", head->is_hidden);
    add_files(perm, page, site, head);
    add_addresses(perm, page, site, head);
    add_nav(perm, page, site, head);
    return all;
}

bool html_builtin_template(void *ctx, arena *perm, str name, source *ret, err *e)
{
    (void)ctx;
    (void)e;
    str path = str_fmt(perm, "templates/%.*s", SV(name));
    str bytes;
    if (!embedded_get(path, &bytes)) {
        return false;
    }
    *ret = (source){.path = str_cz(perm, str_fmt(perm, "(built-in) %.*s", SV(path))),
                    .bytes = bytes,
                    .prose = true};
    return true;
}

bool page_write(out *o, const html_site *site, str template, const value *data, err *e)
{
    OWNED(xml_doc) d = NULL;
    return template_fill(site->templates, template, data, &d, e)
           && xml_write_html(o, d, e);
}

str html_slug(arena *perm, str name)
{
    str slug = str_take(str_slug(perm, name), 60);
    uint32_t h = 2166136261U; /* FNV-1a */
    bool same = slug.len == name.len;
    for (ptrdiff_t i = 0; i < name.len; i++) {
        unsigned char c = (unsigned char)name.ptr[i];
        h = (h ^ c) * 16777619U;
        c = c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c;
        same = same && (unsigned char)slug.ptr[i] == c;
    }
    return same ? slug
                : str_fmt(perm, "%.*s%s%06" PRIx32, SV(slug), slug.len > 0 ? "-" : "x",
                          h & 0xFFFFFF);
}

/* --- parts that several pages show ----------------------------------------------------
 */

static void add_bar(arena *perm, value *bars, const key_bar *bar)
{
    value *v = value_add_map(perm, bars, NULL);
    double share = bar->share >= 0 && bar->share <= 1 ? bar->share : 1;
    int percent = (int)lround(share * 1000);
    value_add_text(perm, v, "name", bar->name);
    value_add_text(perm, v, "text", bar->text);
    value_add_text(perm, v, "width",
                   str_fmt(perm, "%d.%d%%", percent / 10, percent % 10));
    value_add_text(perm, v, "class", str_fmt(perm, "f-%s", role_name(bar->role)));
}

void page_key_figure(arena *perm, value *map, const key_figure *k, str to)
{
    value_add_text(perm, map, "number", k->number);
    value_add_text(perm, map, "unit", k->unit);
    value_add_text(perm, map, "what", k->what);
    value_add_text(perm, map, "caveat", k->caveat);
    bool leads = k->href.len > 0;
    value_add_text(perm, map, "href",
                   leads ? str_fmt(perm, "%.*s%.*s", SV(to), SV(k->href)) : (str){0});
    value_add_text(perm, map, "href_text", k->href_text);
    value *bars = value_add_list(perm, map, "bars");
    for (ptrdiff_t i = 0; i < COUNTOF(k->bars); i++) {
        if (k->bars[i].name.len > 0) {
            add_bar(perm, bars, &k->bars[i]);
        }
    }
}

static void add_tags(arena *perm, value *map, const html_card *card, str root)
{
    value *tags = value_add_list(perm, map, "tags");
    for (ptrdiff_t i = 0; root.ptr && i < card->tag_count; i++) {
        value *tag = value_add_map(perm, tags, NULL);
        str path = str_fmt(perm, "%.*stags/%.*s/index.html", SV(root),
                           SV(html_slug(perm, card->tags[i])));
        value_add_text(perm, tag, "text", card->tags[i]);
        value_add_text(perm, tag, "href", path);
    }
}

void page_cards(arena *perm, value *map, const char *key, html_cards cards, str root)
{
    value *list = value_add_list(perm, map, key);
    for (ptrdiff_t i = 0; i < cards.n; i++) {
        const html_card *c = &cards.all[i];
        value *card = value_add_map(perm, list, NULL);
        value_add_text(perm, card, "href", c->href);
        value_add_text(perm, card, "history_href", c->history_href);
        value_add_text(perm, card, "title", c->title);
        value_add_text(perm, card, "finding", c->finding);
        value_add_text(perm, card, "kicker", c->kicker);
        value_add_text(perm, card, "author", c->author);
        value_add_text(perm, card, "date", day_valid(c->date) ? c->date : (str){0});
        value_add_text(perm, card, "date_words",
                       c->date.len > 0 ? day_words(perm, c->date) : S("undated"));
        value_add_bool(perm, card, "first", i == 0);
        add_tags(perm, card, c, root);
        value *keys = value_add_list(perm, card, "keys");
        if (c->key) {
            page_key_figure(perm, value_add_map(perm, keys, NULL), c->key, c->href);
        }
    }
}
