#include "base/base.h"

#include <cairo-pdf.h>

#include "chart/ink.h"
#include "pdf/compose.h"
#include "pdf/pages.h"
#include "pdf/text_ink.h"

OWNED_BY(cairo_surface_t, cairo_surface_destroy);
OWNED_BY(cairo_t, cairo_destroy);

enum { MAX_OPEN = 4 * DEEPEST };

typedef struct {
    cairo_t *cr;
    pages_subject of;
    arena *perm;
    const element *open[MAX_OPEN]; /* open[i]->depth == i */
    int open_count;
    str *alts;
    ptrdiff_t alt_count;
} painter;

/* --- colour
 * ----------------------------------------------------------------------------- */

static void set_rgb(cairo_t *cr, uint32_t rgb)
{
    cairo_set_source_rgb(cr, (double)(rgb >> 16 & 255) / 255,
                         (double)(rgb >> 8 & 255) / 255, (double)(rgb & 255) / 255);
}

static void set_paint(cairo_t *cr, paint p)
{
    set_rgb(cr, theme_print.rgb[p]);
}

/* Ink thinned with the paper's white: lines below links should not shout. */
static void set_thin_ink(cairo_t *cr, paint p)
{
    uint32_t rgb = theme_print.rgb[p], mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t c = rgb >> shift & 255;
        mixed |= (c * 45 + 255 * 55) / 100 << shift;
    }
    set_rgb(cr, mixed);
}

/* --- tags
 * ------------------------------------------------------------------------------- */

/* cairo keeps only what innermost tags hold, so an element either holds content, and is
 * opened and closed around it, or holds elements, and stays open over pages. Head, foot
 * and decoration are drawn while only such outer elements are open: finish.c marks them
 * as artifacts. */
static void close_to(painter *p, int depth)
{
    while (p->open_count > depth) {
        cairo_tag_end(p->cr, p->open[--p->open_count]->tag);
    }
}

static void mark_destination(painter *p, const element *e, const part *at)
{
    if (e->dest.len > 0) {
        enum { AIR = 10 };
        str a = str_fmt(p->perm, "name='%.*s' x=%.2f y=%.2f", SV(e->dest), at->x,
                        fmax(at->y - AIR, 0));
        cairo_tag_begin(p->cr, CAIRO_TAG_DEST, str_cz(p->perm, a));
        cairo_tag_end(p->cr, CAIRO_TAG_DEST);
    }
}

/* Opens `e` and what is around it; `at` is where its first content stands. */
static void open_element(painter *p, const element *e, const part *at)
{
    const element *chain[MAX_OPEN];
    int n = 0;
    for (const element *k = e; k && n < MAX_OPEN; k = k->parent) {
        chain[n++] = k;
    }
    int same = 0;
    while (same < n && same < p->open_count && p->open[same] == chain[n - 1 - same]) {
        same++;
    }
    close_to(p, same);
    for (int i = same; i < n; i++) {
        const element *k = chain[n - 1 - i];
        mark_destination(p, k, at);
        cairo_tag_begin(p->cr, k->tag, NULL);
        p->open[p->open_count++] = k;
    }
}

static void begin_link(painter *p, const link_target *l)
{
    str a = l->dest.len > 0 ? str_fmt(p->perm, "dest='%.*s'", SV(l->dest))
                            : str_fmt(p->perm, "uri='%.*s'", SV(l->uri));
    cairo_tag_begin(p->cr, CAIRO_TAG_LINK, str_cz(p->perm, a));
}

/* --- text
 * ------------------------------------------------------------------------------- */

static void draw_line_at(cairo_t *cr, double x, double y, double w)
{
    cairo_set_line_width(cr, .45);
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, x + w, y);
    cairo_stroke(cr);
}

static void draw_piece(painter *p, const text_piece *piece, double x, double y)
{
    const text_style *s = &piece->run->style;
    set_paint(p->cr, s->colour);
    text_ink_piece(p->cr, piece, x, y);
    if (piece->run->underline) {
        set_thin_ink(p->cr, s->colour);
        draw_line_at(p->cr, x + piece->x, y + s->size * .16, piece->width);
    }
    if (piece->run->strike) {
        draw_line_at(p->cr, x + piece->x, y - s->size * .27, piece->width);
    }
}

/* The open Span or Link of a text that isn't one piece. */
typedef struct {
    const char *tag; /* NULL: none is open */
    const link_target *link;
    int line;
} segment;

static void end_segment(painter *p, segment *s)
{
    if (s->tag) {
        cairo_tag_end(p->cr, s->tag);
        s->tag = NULL;
    }
}

/* A link's area is a rectangle, so each line gets a link of its own. */
static void begin_segment(painter *p, segment *s, const link_target *link, int line)
{
    if (s->tag && s->link == link && (!link || s->line == line)) {
        return;
    }
    end_segment(p, s);
    *s = (segment){link ? CAIRO_TAG_LINK : "Span", link, line};
    if (link) {
        begin_link(p, link);
    } else {
        cairo_tag_begin(p->cr, s->tag, NULL);
    }
}

static void draw_lines(painter *p, const part *t, bool in_segments)
{
    segment s = {0};
    for (int i = t->first; i < t->last; i++) {
        const text_line *line = &t->text->lines[i];
        double y = t->y + (i - t->first) * t->text->lead + t->text->baseline;
        double x = t->text->at_right ? t->x + t->w - line->width : t->x;
        for (int k = 0; k < line->piece_count; k++) {
            const text_piece *piece = &line->pieces[k];
            if (in_segments) {
                begin_segment(p, &s, piece->run->link, i);
            }
            draw_piece(p, piece, x, y);
        }
    }
    end_segment(p, &s);
}

static void draw_text(painter *p, const part *t)
{
    if (!t->of) {
        draw_lines(p, t, false);
        return;
    }
    open_element(p, t->of, t);
    bool whole = t->of->items == 1 && !t->text->has_links;
    draw_lines(p, t, !whole);
    if (whole) {
        close_to(p, t->of->depth);
    }
}

/* Words outside of the galley, at a place; at_right: ending at x. Returns their width. */
static double draw_words(painter *p, str words, const text_style *style, double x,
                         double y, double width, bool at_right)
{
    text_run run = {.text = words, .style = *style};
    text *t = text_set(p->of.setter, &run, 1, width, WRAP_CUT);
    t->at_right = at_right;
    part at = {.x = at_right ? x - width : x, .y = y, .w = width, .text = t, .last = 1};
    draw_lines(p, &at, false);
    return t->width;
}

/* --- the other parts
 * -------------------------------------------------------------------- */

static void draw_scene(painter *p, const part *s)
{
    if (s->of) {
        open_element(p, s->of, s);
        p->alts[p->alt_count++] = s->of->alt;
    }
    double scale = s->w / s->scene->width;
    cairo_save(p->cr);
    cairo_translate(p->cr, s->x, s->y);
    cairo_scale(p->cr, scale, scale);
    ink_draw(p->cr, s->scene, &theme_print, p->of.missing);
    cairo_restore(p->cr);
    if (s->of) {
        close_to(p, s->of->depth);
    }
}

static void draw_fill(painter *p, const part *f)
{
    set_paint(p->cr, f->colour);
    cairo_rectangle(p->cr, f->x, f->y, f->w, f->h);
    cairo_fill(p->cr);
}

static void draw_dots(painter *p, const part *d)
{
    const double dash[] = {0, 3};
    double to = floor((d->x + d->w) / 3) * 3, from = ceil(d->x / 3) * 3;
    if (from >= to) {
        return;
    }
    cairo_save(p->cr);
    set_paint(p->cr, PAINT_MUTED);
    cairo_set_line_width(p->cr, .7);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(p->cr, dash, 2, 0);
    cairo_move_to(p->cr, from, d->y - .4);
    cairo_line_to(p->cr, to, d->y - .4);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

static void draw_page_number(painter *p, const part *n)
{
    text_style style = styles[STYLE_CONTENTS];
    style.tabular = true;
    open_element(p, n->of, n);
    begin_link(p, n->link);
    draw_words(p, str_fmt(p->perm, "%d", n->heading->page), &style, n->x + n->w, n->y,
               n->w, true);
    cairo_tag_end(p->cr, CAIRO_TAG_LINK);
}

static void draw_part(painter *p, const part *t)
{
    switch (t->kind) {
    case PART_TEXT:
        draw_text(p, t);
        break;
    case PART_SCENE:
        draw_scene(p, t);
        break;
    case PART_FILL:
        draw_fill(p, t);
        break;
    case PART_DOTS:
        draw_dots(p, t);
        break;
    case PART_PAGE:
        draw_page_number(p, t);
        break;
    }
}

/* --- head and foot
 * ---------------------------------------------------------------------- */

/* The section in which the page begins; before the first, the one that begins on it. */
static str section_at(const places *p, int page)
{
    str name = {0};
    for (const heading *h = p->headings; h; h = h->next) {
        bool here = h->page < page || (h->page == page && (h->at_head || name.len == 0));
        if (h->level == 2 && h->page > 0 && here) {
            name = h->title;
        }
    }
    return name;
}

static str provenance(const painter *p)
{
    const report *r = p->of.about;
    str parts[] = {r->program, r->sources_hash, r->date};
    str all = {0};
    for (ptrdiff_t i = 0; i < COUNTOF(parts); i++) {
        if (parts[i].len > 0) {
            all = all.len > 0
                      ? str_fmt(p->perm, "%.*s \xC2\xB7 %.*s", SV(all), SV(parts[i]))
                      : parts[i];
        }
    }
    return all;
}

static void draw_head_and_foot(painter *p, int page, str origin)
{
    const sheet *s = p->of.places->paper;
    const text_style *style = &styles[STYLE_RUNNING];
    enum { AIR = 20 };
    double width = s->right - s->left, half = (width - AIR) / 2;
    if (page > 1) {
        str name = section_at(p->of.places, page);
        double taken = draw_words(p, name, style, s->right, s->head_y, half, true);
        draw_words(p, p->of.about->title, style, s->left, s->head_y, width - taken - AIR,
                   false);
        part rule = {.x = s->left, .y = s->head_y + 15, .w = width, .h = .5};
        rule.colour = PAINT_GRID;
        draw_fill(p, &rule);
    } else if (p->of.about->site_title.len > 0) {
        draw_words(p, p->of.about->site_title, &styles[STYLE_MASTHEAD], s->left,
                   s->head_y - 4, width, false);
        part rule = {.x = s->left, .y = s->head_y + 15, .w = width, .h = .75};
        rule.colour = PAINT_INK;
        draw_fill(p, &rule);
    }
    draw_words(p, origin, style, s->left, s->foot_y, width - 70, false);
    str number = str_fmt(p->perm, "%d of %d", page, p->of.places->pages);
    draw_words(p, number, style, s->right, s->foot_y, 60, true);
}

static void draw_pages(painter *p)
{
    str origin = provenance(p);
    const item *i = p->of.places->first;
    for (int page = 1; page <= p->of.places->pages; page++) {
        draw_head_and_foot(p, page, origin);
        for (; i && i->page == page; i = i->next) {
            draw_part(p, &i->part);
        }
        if (page == p->of.places->pages) {
            close_to(p, 0);
        }
        cairo_show_page(p->cr);
    }
}

/* --- the file
 * --------------------------------------------------------------------------- */

static void add_outline(painter *p, cairo_surface_t *surface)
{
    int parents[5] = {CAIRO_PDF_OUTLINE_ROOT};
    for (const heading *h = p->of.places->headings; h; h = h->next) {
        int level = h->level < 2 ? 2 : h->level > 4 ? 4 : h->level;
        if (h->page == 0 || level > 3) {
            continue;
        }
        int parent = level == 2 ? CAIRO_PDF_OUTLINE_ROOT : parents[2];
        str a = str_fmt(p->perm, "dest='%.*s'", SV(h->dest));
        parents[level] = cairo_pdf_surface_add_outline(
            surface, parent, text_clean(p->perm, h->title).ptr, str_cz(p->perm, a),
            level == 2 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : 0);
    }
}

static void set_fact(painter *p, cairo_surface_t *surface, cairo_pdf_metadata_t fact,
                     str value)
{
    if (value.len > 0) {
        cairo_pdf_surface_set_metadata(surface, fact, text_clean(p->perm, value).ptr);
    }
}

/* The dates are finish.c's, but cairo would write the clock's if it had none. */
static void set_facts(painter *p, cairo_surface_t *surface)
{
    const report *r = p->of.about;
    str words = {0};
    for (ptrdiff_t i = 0; i < r->tag_count; i++) {
        words = i == 0 ? r->tags[0]
                       : str_fmt(p->perm, "%.*s, %.*s", SV(words), SV(r->tags[i]));
    }
    set_fact(p, surface, CAIRO_PDF_METADATA_TITLE, r->title);
    set_fact(p, surface, CAIRO_PDF_METADATA_AUTHOR, r->author_name);
    set_fact(p, surface, CAIRO_PDF_METADATA_SUBJECT,
             r->description.len > 0 ? r->description : r->finding_text);
    set_fact(p, surface, CAIRO_PDF_METADATA_KEYWORDS, words);
    set_fact(p, surface, CAIRO_PDF_METADATA_CREATOR, r->program);
    set_fact(p, surface, CAIRO_PDF_METADATA_CREATE_DATE, S("1970-01-01T00:00:00Z"));
    set_fact(p, surface, CAIRO_PDF_METADATA_MOD_DATE, S("1970-01-01T00:00:00Z"));
}

static cairo_status_t append(void *to, const unsigned char *bytes, unsigned int n)
{
    out_str(to, (str){(const char *)bytes, (ptrdiff_t)n});
    return CAIRO_STATUS_SUCCESS;
}

static ptrdiff_t count_figures(const places *p)
{
    ptrdiff_t n = 0;
    for (const item *i = p->first; i; i = i->next) {
        n += i->part.kind == PART_SCENE && i->part.of;
    }
    return n;
}

bool pages_draw(arena *perm, const pages_subject *s, str *ret, figure_alts *alts, err *e)
{
    const sheet *paper = s->places->paper;
    out *bytes = out_memory(perm);
    OWNED(cairo_surface_t)
    surface =
        cairo_pdf_surface_create_for_stream(append, bytes, paper->width, paper->height);
    OWNED(cairo_t) cr = cairo_create(surface);
    painter *by = NEW(perm, painter, 1);
    by->cr = cr;
    by->of = *s;
    by->perm = perm;
    by->alts = NEW(perm, str, count_figures(s->places) + 1);
    set_facts(by, surface);
    draw_pages(by);
    add_outline(by, surface);
    cairo_status_t status = cairo_status(cr);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(surface);
    }
    if (status != CAIRO_STATUS_SUCCESS) {
        return err_set(e, ERR_IO, NULL, "cannot draw the PDF: %s",
                       cairo_status_to_string(status));
    }
    *ret = out_text(bytes);
    *alts = (figure_alts){by->alts, by->alt_count};
    return true;
}
