#include "base/base.h"

#include "html/page.h"

static void add_links(arena *perm, value *map, const html_link *links, ptrdiff_t n)
{
    value *list = value_add_list(perm, map, "links");
    for (ptrdiff_t i = 0; i < n; i++) {
        value *link = value_add_map(perm, list, NULL);
        value_add_text(perm, link, "href", links[i].href);
        value_add_text(perm, link, "text", links[i].text);
        value_add_text(perm, link, "note", links[i].note);
    }
}

/* Where the tags' pages are; ptr == NULL: there are none. */
static str tags_root(const html_listing *l, const html_site *site)
{
    return !site->has_tags ? (str){0} : l->root.ptr ? l->root : S("");
}

/* The archive groups by year: cards come newest first, undated ones last. */
static str year_of(const html_card *c)
{
    return c->date.len >= 4 ? str_take(c->date, 4) : S("Undated");
}

static void add_years(arena *perm, value *map, const html_listing *l,
                      const html_site *site)
{
    value *years = value_add_list(perm, map, "years");
    for (ptrdiff_t i = 0; i < l->card_count;) {
        str year = year_of(&l->cards[i]);
        ptrdiff_t n = 1;
        while (i + n < l->card_count && str_eq(year_of(&l->cards[i + n]), year)) {
            n++;
        }
        value *y = value_add_map(perm, years, NULL);
        value_add_text(perm, y, "name", year);
        page_cards(perm, y, "cards", (html_cards){l->cards + i, n}, tags_root(l, site));
        i += n;
    }
}

bool html_listing_page(out *o, arena scratch, const html_site *site,
                       const html_listing *l, err *e)
{
    static const struct {
        str template, current;
    } kinds[] = {
        [LISTING_HOME] = {STR_INIT("index.xml"), STR_INIT("index.html")},
        [LISTING_TAG] = {STR_INIT("listing.xml"), STR_INIT("tags/index.html")},
        [LISTING_AUTHOR] = {STR_INIT("listing.xml"), STR_INIT("")},
        [LISTING_ARCHIVE] = {STR_INIT("archive.xml"), STR_INIT("archive/index.html")},
    };
    arena *perm = &scratch;
    page_head head = {
        .root = l->root,
        .path = l->path,
        .title = l->title,
        .description = l->intro,
        .current = kinds[l->kind].current,
        .has_script = l->has_search,
        .has_search = l->has_search,
    };
    value *all = page_values(perm, site, &head);
    value *v = value_add_map(perm, all, "list");
    value_add_text(perm, v, "title", l->title.len > 0 ? l->title : site->title);
    value_add_text(perm, v, "intro", l->intro);
    value_add_text(perm, v, "root", l->root);
    value_add_bool(perm, v, "search", l->has_search);
    value_add_bool(perm, v, "empty", l->card_count == 0 && !l->links_only);
    page_cards(perm, v, "cards", (html_cards){l->cards, l->card_count},
               tags_root(l, site));
    add_years(perm, v, l, site);
    value_add_text(perm, v, "links_title", l->links_title);
    add_links(perm, v, l->links, l->link_count);
    return page_write(o, site, kinds[l->kind].template, all, e);
}

bool html_plain_page(out *o, arena scratch, const html_site *site, const html_plain *p,
                     err *e)
{
    arena *perm = &scratch;
    page_head head = {
        .root = p->root, .path = p->path, .title = p->title, .is_hidden = true};
    value *all = page_values(perm, site, &head);
    value *v = value_add_map(perm, all, "plain");
    value_add_text(perm, v, "title", p->title);
    value *list = value_add_list(perm, v, "paragraphs");
    for (ptrdiff_t i = 0; i < p->paragraph_count; i++) {
        value_add_text(perm, list, NULL, p->paragraphs[i]);
    }
    add_links(perm, v, p->links, p->link_count);
    return page_write(o, site, S("plain.xml"), all, e);
}
