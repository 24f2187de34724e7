#include "base/base.h"

#include "site/build.h"

/* The front page, tags, authors, the archive, the feed and what search engines read. */

static bool put(builder *b, str path, str bytes, err *e)
{
    return tree_write(&b->tree, b->scratch, path, bytes, e);
}

/* Newest first; undated last; then by name. */
static int by_date(const void *pa, const void *pb)
{
    const built_study *a = pa, *b = pb;
    int c = str_cmp(b->date, a->date);
    return c ? c : str_cmp(a->id, b->id);
}

/* The cards of all studies, as a page `root` below the top links to them. */
static html_card *cards_from(builder *b, str root)
{
    html_card *cards = NEW(b->perm, html_card, b->study_count);
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        cards[i] = b->studies[i].card;
        cards[i].href = str_fmt(b->perm, "%.*s%.*s", SV(root), SV(cards[i].href));
        if (b->studies[i].has_history) {
            cards[i].history_href = str_fmt(b->perm, "%.*s%.*s/history/index.html",
                                            SV(root), SV(b->studies[i].id));
        }
    }
    return cards;
}

static bool write_listing(builder *b, const html_listing *page, err *e)
{
    out *o = out_memory(b->perm);
    return html_listing_page(o, b->scratch, &b->html, page, e)
           && put(b, str_fmt(b->perm, "%.*sindex.html", SV(page->path)), out_text(o), e);
}

/* --- studies under one name: a tag or an author ------------------------------------- */

typedef struct {
    str name, slug;
    html_card *cards;
    ptrdiff_t n;
} shelf;

typedef struct {
    shelf *all;
    ptrdiff_t n;
} shelves;

static void file_under(builder *b, shelves *to, str name, const html_card *card)
{
    str slug = html_slug(b->perm, name);
    shelf *s = NULL;
    for (ptrdiff_t i = 0; i < to->n && !s; i++) {
        s = str_eq(to->all[i].slug, slug) ? &to->all[i] : NULL;
    }
    if (!s) {
        s = &to->all[to->n++];
        *s = (shelf){
            .name = name, .slug = slug, .cards = NEW(b->perm, html_card, b->study_count)};
    }
    bool twice = s->n > 0 && str_eq(s->cards[s->n - 1].id, card->id);
    if (!twice) {
        s->cards[s->n++] = *card;
    }
}

static int by_name(const void *pa, const void *pb)
{
    const shelf *a = pa, *b = pb;
    return str_cmp(a->slug, b->slug);
}

static shelves shelves_of(builder *b, bool authors, str root)
{
    const html_card *cards = cards_from(b, root);
    ptrdiff_t most = 0;
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        most += authors ? 1 : cards[i].tag_count;
    }
    shelves all = {.all = NEW(b->perm, shelf, most)};
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        if (authors && cards[i].author.len > 0) {
            file_under(b, &all, cards[i].author, &cards[i]);
        }
        for (ptrdiff_t t = 0; !authors && t < cards[i].tag_count; t++) {
            file_under(b, &all, cards[i].tags[t], &cards[i]);
        }
    }
    if (all.n > 0) {
        qsort(all.all, (size_t)all.n, sizeof *all.all, by_name);
    }
    return all;
}

static html_link *links_to(builder *b, const shelves *s, const char *folder)
{
    html_link *links = NEW(b->perm, html_link, s->n);
    for (ptrdiff_t i = 0; i < s->n; i++) {
        const shelf *one = &s->all[i];
        links[i] = (html_link){
            .href = str_fmt(b->perm, "%s%.*s/index.html", folder, SV(one->slug)),
            .text = one->name,
            .note = str_fmt(b->perm, "%td report%s", one->n, one->n == 1 ? "" : "s")};
    }
    return links;
}

static bool write_shelves(builder *b, const shelves *s, bool authors, err *e)
{
    for (ptrdiff_t i = 0; i < s->n; i++) {
        const shelf *one = &s->all[i];
        html_listing page = {
            .kind = authors ? LISTING_AUTHOR : LISTING_TAG,
            .root = S("../../"),
            .path =
                str_fmt(b->perm, "%s/%.*s/", authors ? "authors" : "tags", SV(one->slug)),
            .title = one->name,
            .intro = str_fmt(b->perm, authors ? "Reports by %.*s" : "Reports on %.*s",
                             SV(one->name)),
            .cards = one->cards,
            .card_count = one->n};
        if (!write_listing(b, &page, e)) {
            return false;
        }
    }
    return true;
}

static bool write_tags(builder *b, err *e)
{
    shelves tags = shelves_of(b, false, S("../../"));
    html_listing page = {.kind = LISTING_TAG,
                         .root = S("../"),
                         .path = S("tags/"),
                         .title = S("Topics"),
                         .intro = S("What the reports are about"),
                         .links = links_to(b, &tags, ""),
                         .link_count = tags.n,
                         .links_only = true};
    return write_shelves(b, &tags, false, e) && write_listing(b, &page, e);
}

static bool write_archive(builder *b, err *e)
{
    shelves authors = shelves_of(b, true, S("../../"));
    html_listing page = {.kind = LISTING_ARCHIVE,
                         .root = S("../"),
                         .path = S("archive/"),
                         .title = S("Archive"),
                         .intro = S("Every report, newest first"),
                         .cards = cards_from(b, S("../")),
                         .card_count = b->study_count,
                         .links_title = S("Authors"),
                         .links = links_to(b, &authors, "../authors/"),
                         .link_count = authors.n};
    return write_shelves(b, &authors, true, e) && write_listing(b, &page, e);
}

static bool write_index(builder *b, err *e)
{
    enum { ENOUGH_TO_SEARCH = 3 };
    shelves tags = shelves_of(b, false, (str){0});
    html_listing page = {.kind = LISTING_HOME,
                         .title = b->site->title,
                         .intro = b->site->description,
                         .cards = cards_from(b, (str){0}),
                         .card_count = b->study_count,
                         .links_title = S("Topics"),
                         .links = links_to(b, &tags, "tags/"),
                         .link_count = tags.n,
                         .has_search = b->study_count >= ENOUGH_TO_SEARCH};
    return write_listing(b, &page, e);
}

/* --- for machines --------------------------------------------------------------------
 */

static html_entry *entries_of(builder *b)
{
    html_entry *entries = NEW(b->perm, html_entry, b->study_count);
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        entries[i] = b->studies[i].entry;
    }
    return entries;
}

static bool write_addressed(builder *b, const html_entry *entries, err *e)
{
    if (b->html.url.len == 0) {
        return true;
    }
    html_address *pages = NEW(b->perm, html_address, 2 * b->study_count + 1);
    ptrdiff_t n = 1; /* the first is the front page */
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        pages[n++] = (html_address){entries[i].path, entries[i].date};
        if (b->studies[i].has_history) {
            str path = str_fmt(b->perm, "%.*shistory/", SV(entries[i].path));
            pages[n++] = (html_address){path, entries[i].date};
        }
    }
    out *feed = out_memory(b->perm);
    if (!html_feed(feed, b->scratch, &b->html, entries, b->study_count, e)
        || !put(b, S("feed.xml"), out_text(feed), e)) {
        return false;
    }
    out *map = out_memory(b->perm);
    return html_sitemap(map, b->scratch, &b->html, pages, n, e)
           && put(b, S("sitemap.xml"), out_text(map), e);
}

static bool write_small(builder *b, const html_entry *entries, err *e)
{
    out *robots = out_memory(b->perm);
    html_robots(robots, &b->html);
    if (!put(b, S("robots.txt"), out_text(robots), e)) {
        return false;
    }
    out *icon = out_memory(b->perm);
    html_favicon(icon, b->site->title);
    if (!put(b, S("assets/favicon.svg"), out_text(icon), e)) {
        return false;
    }
    out *search = out_memory(b->perm);
    html_search(search, b->scratch, entries, b->study_count);
    return put(b, S("assets/search.js"), out_text(search), e);
}

/* --- more reports, under each ----------------------------------------------------------
 */

static ptrdiff_t shared_tags(const html_card *a, const html_card *b)
{
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < a->tag_count; i++) {
        for (ptrdiff_t k = 0; k < b->tag_count; k++) {
            n += str_eq(a->tags[i], b->tags[k]);
        }
    }
    return n;
}

enum { MOST_MORE = 2 };

/* The two that share most tags; of equals, the newer. */
static ptrdiff_t choose_more(const builder *b, const html_card *cards, ptrdiff_t self,
                             html_card ret[MOST_MORE])
{
    ptrdiff_t n = 0;
    ptrdiff_t score[MOST_MORE + 1] = {0};
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        if (i == self) {
            continue;
        }
        ptrdiff_t s = shared_tags(&cards[self], &cards[i]);
        ptrdiff_t at = n;
        while (at > 0 && score[at - 1] < s) {
            at--;
        }
        for (ptrdiff_t k = MOST_MORE - 1; k > at; k--) {
            ret[k] = ret[k - 1];
            score[k] = score[k - 1];
        }
        if (at < MOST_MORE) {
            ret[at] = cards[i];
            score[at] = s;
            n += n < MOST_MORE;
        }
    }
    return n;
}

/* The studies that supersede this one, or the ones that it supersedes. */
static html_cards find_related(builder *b, const html_card *cards, ptrdiff_t self,
                               bool newer)
{
    html_card *found = NULL;
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        str old = newer ? cards[self].superseded_by : cards[i].superseded_by;
        if (old.len > 0 && str_eq(old, newer ? cards[i].id : cards[self].id)) {
            found = found ? found : NEW(b->perm, html_card, b->study_count);
            found[n++] = cards[i];
        }
    }
    return (html_cards){found, n};
}

static bool write_page(builder *b, const html_card *cards, ptrdiff_t i, err *e)
{
    html_card more[MOST_MORE];
    html_relations others = {.more = {more, choose_more(b, cards, i, more)},
                             .newer = find_related(b, cards, i, true),
                             .older = find_related(b, cards, i, false)};
    arena perm = b->scratch;
    str path = str_fmt(&perm, "%.*s/index.html", SV(b->studies[i].id));
    source page;
    out *o = out_memory(&perm);
    if (!tree_read(&b->tree, &perm, path, &page, e)
        || !html_study_relate(o, b->one, &b->html, page.bytes, &others, e)) {
        return false;
    }
    if (str_eq(out_text(o), page.bytes)) {
        return true;
    }
    b->studies[i].outputs = (str){0};
    return tree_replace(&b->tree, b->one, path, out_text(o), e);
}

static bool write_pages(builder *b, err *e)
{
    const html_card *cards = cards_from(b, S("../"));
    bool good = true;
    b->one = arena_open((ptrdiff_t)1 << 30);
    for (ptrdiff_t i = 0; i < b->study_count && good; i++) {
        good = write_page(b, cards, i, e);
    }
    arena_close(&b->one);
    return good;
}

bool build_listings(builder *b, err *e)
{
    if (b->study_count > 0) {
        qsort(b->studies, (size_t)b->study_count, sizeof *b->studies, by_date);
    }
    const html_entry *entries = entries_of(b);
    return write_pages(b, e) && write_index(b, e) && write_tags(b, e)
           && write_archive(b, e) && write_addressed(b, entries, e)
           && write_small(b, entries, e);
}
