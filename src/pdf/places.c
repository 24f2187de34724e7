#include "base/base.h"

#include "pdf/places.h"

static const double SLACK = .01; /* sums of doubles */

enum { MAX_BOXES = 80 };

/* A box on the present page: its item is patched until the box ends. */
typedef struct {
    const box *box;
    item *drawn;
    double top;
} open_box;

typedef struct {
    arena *perm;
    places *to;
    keep least; /* what holds slabs together */
    item *last;
    double top, bottom; /* of the frame */
    double y;
    int page;
    const slab *before; /* the slab above on this page, NULL: none */
    int size;           /* of the charts on this page: in slab.sizes */
    struct {
        const slab *from; /* NULL: it began within what can't be kept together */
        item *last;
        double y;
    } start; /* of this page, to set it again with smaller charts */
    open_box open[MAX_BOXES];
    int open_count;
} breaker;

/* --- white space ----------------------------------------------------------------------
 */

static bool box_holds(const box *b, const slab *s)
{
    for (const box *k = s->box; k; k = k->parent) {
        if (k == b) {
            return true;
        }
    }
    return false;
}

/* Bottom padding of the boxes around `s` that don't go on around `next`. */
static double closing(const slab *s, const slab *next)
{
    double pad = 0;
    for (const box *b = s->box; b; b = b->parent) {
        pad += next && box_holds(b, next) ? 0 : b->pad_bottom;
    }
    return pad;
}

static double opening(const slab *s, const slab *before)
{
    double pad = 0;
    for (const box *b = s->box; b; b = b->parent) {
        pad += before && box_holds(b, before) ? 0 : b->pad_top;
    }
    return pad;
}

/* Top of `s` below `before`, which ends at y. The white space between lies outside of
 * boxes that end or begin. */
static double top_below(double y, const slab *before, const slab *s)
{
    double gap = before ? fmax(before->after, s->before) : 0;
    return y + (before ? closing(before, s) : 0) + gap + opening(s, before);
}

/* --- groups ---------------------------------------------------------------------------
 */

/* Last slab of those that start with `s` and are held together by at least `least`. */
static const slab *group_end(const slab *s, keep least)
{
    while (s->next && s->keep >= least) {
        s = s->next;
    }
    return s;
}

static double height_at(const slab *s, int size)
{
    return s->height - (s->sizes ? s->sizes[0].h - s->sizes[size].h : 0);
}

/* Where the group would end on the present page, its boxes closed. */
static double end_of_group(const breaker *b, const slab *from, const slab *to)
{
    double y = b->y;
    const slab *before = b->before;
    for (const slab *s = from;; s = s->next) {
        y = top_below(y, before, s) + height_at(s, b->size);
        before = s;
        if (s == to) {
            return y + closing(s, NULL);
        }
    }
}

static bool fits(const breaker *b, const slab *from, const slab *to)
{
    return end_of_group(b, from, to) <= b->bottom + SLACK;
}

/* --- placing --------------------------------------------------------------------------
 */

static item *add_item(breaker *b, part p)
{
    item *i = NEW(b->perm, item, 1);
    i->page = b->page;
    i->part = p;
    i->part.next = NULL;
    if (b->last) {
        b->last->next = i;
    } else {
        b->to->first = i;
    }
    b->last = i;
    return i;
}

/* A line right below the last one of the same text makes one item with it. */
static bool join_lines(breaker *b, const part *p)
{
    item *i = b->last;
    if (!i || i->page != b->page || i->part.kind != PART_TEXT || p->kind != PART_TEXT
        || i->part.text != p->text || i->part.of != p->of || i->part.last != p->first
        || i->part.x < p->x || i->part.x > p->x
        || fabs(i->part.y + i->part.h - p->y) > SLACK) {
        return false;
    }
    i->part.last = p->last;
    i->part.h += p->h;
    return true;
}

static void place_parts(breaker *b, const slab *s, double y, bool repeated)
{
    for (const part *p = s->first; p; p = p->next) {
        part placed = *p;
        placed.y += y;
        if (s->sizes) {
            const chart_size *chart = &s->sizes[b->size];
            placed.scene = chart->scene;
            placed.w = chart->w;
            placed.h = chart->h;
        }
        if (repeated) {
            placed.of = NULL;
        }
        if (!join_lines(b, &placed)) {
            add_item(b, placed);
        }
    }
}

static void close_boxes(breaker *b, const slab *next)
{
    while (b->open_count > 0) {
        open_box *o = &b->open[b->open_count - 1];
        if (next && box_holds(o->box, next)) {
            return;
        }
        b->y += o->box->pad_bottom;
        if (o->box->kind != BOX_TOP_RULE) {
            o->drawn->part.h = b->y - o->top;
        }
        b->open_count--;
    }
}

static void open_one(breaker *b, const box *x)
{
    part p = {.kind = PART_FILL, .x = x->x, .y = b->y, .w = x->w, .colour = PAINT_INK};
    if (x->kind == BOX_FILL) {
        p.colour = PAINT_RAISE;
    } else if (x->kind == BOX_LEFT_RULE) {
        p.w = x->thickness;
    } else {
        p.h = x->thickness;
    }
    b->open[b->open_count++] = (open_box){x, add_item(b, p), b->y};
    b->y += x->pad_top;
}

/* Opens the slab's boxes that aren't, the outermost first. */
static void open_boxes(breaker *b, const slab *s)
{
    const box *chain[MAX_BOXES];
    int n = 0;
    for (const box *x = s->box; x && n < MAX_BOXES; x = x->parent) {
        chain[n++] = x;
    }
    for (int i = b->open_count; i < n; i++) {
        open_one(b, chain[n - 1 - i]);
    }
}

static void place(breaker *b, const slab *s)
{
    double gap = b->before ? fmax(b->before->after, s->before) : 0;
    close_boxes(b, s);
    b->y += gap;
    open_boxes(b, s);
    if (s->heading) {
        s->heading->page = b->page;
        s->heading->y = b->y;
        s->heading->at_head = b->before == NULL;
    }
    place_parts(b, s, b->y, false);
    b->y += height_at(s, b->size);
    b->before = s;
}

static void place_group(breaker *b, const slab *from, const slab *to)
{
    for (const slab *s = from;; s = s->next) {
        place(b, s);
        if (s == to) {
            return;
        }
    }
}

/* A new page, on which `s` comes first: below its table's head, where it has one. */
static void turn_page(breaker *b, const slab *s)
{
    close_boxes(b, NULL);
    b->page++;
    b->y = b->top;
    b->before = NULL;
    b->size = 0;
    b->start.from = NULL;
    if (s->repeat && s->repeat != s) {
        place_parts(b, s->repeat, b->y, true);
        b->y += s->repeat->height;
    }
}

/* Held together even in a group that can't be: lines of a text, a heading and a line. */
static bool clings(const slab *a, const slab *b)
{
    bool same = a->last && b->last && a->last->text == b->last->text;
    return a->leads || (same && a->last->text);
}

static void place_on_next(breaker *b, const slab *from, const slab *to)
{
    if (!fits(b, from, to) && b->before) {
        turn_page(b, from);
    }
    if (fits(b, from, to)) {
        place_group(b, from, to);
        return;
    }
    for (const slab *s = from;; s = s->next) {
        if (!fits(b, s, s) && b->before) {
            turn_page(b, s);
        }
        place(b, s);
        if (s == to) {
            return;
        }
    }
}

/* A group that is taller than a page: text by text, each where there is room; what is
 * still too tall, slab by slab. */
static void place_piecemeal(breaker *b, const slab *from, const slab *to)
{
    for (const slab *s = from;; s = s->next) {
        const slab *end = s;
        while (end != to && end->keep == KEEP_ALWAYS && clings(end, end->next)) {
            end = end->next;
        }
        place_on_next(b, s, end);
        if (end == to) {
            return;
        }
        s = end;
    }
}

/* Is more than 1 / `nth` of the page empty so far? */
static bool is_empty_by(const breaker *b, double nth)
{
    return b->y < b->bottom - (b->bottom - b->top) / nth;
}

/* Would the soft group leave too much of this page empty, so that it is better parted? */
static bool better_parted(const breaker *b, const slab *from)
{
    return is_empty_by(b, 3) && fits(b, from, group_end(from, KEEP_ALWAYS));
}

/* --- smaller charts -------------------------------------------------------------------
 */

/* The largest size of this page's charts with which the group has room on it, too.
 * CHART_SIZES: none. */
static int size_with_room(const breaker *b, const slab *from, const slab *to)
{
    double over = end_of_group(b, from, to) - b->bottom - SLACK;
    for (int size = b->size + 1; b->start.from && size < CHART_SIZES; size++) {
        double less = 0;
        for (const slab *s = b->start.from; s != to->next; s = s->next) {
            less += height_at(s, b->size) - height_at(s, size);
        }
        if (less >= over) {
            return size;
        }
    }
    return CHART_SIZES;
}

/* Before much of a page is left empty, its charts give way, all alike. */
static int size_to_fill(const breaker *b, const slab *s, const slab *end)
{
    int size = is_empty_by(b, 6) ? size_with_room(b, s, end) : CHART_SIZES;
    const slab *core = group_end(s, KEEP_ALWAYS);
    if (size == CHART_SIZES && is_empty_by(b, 3) && !fits(b, s, core)) {
        size = size_with_room(b, s, core);
    }
    return size;
}

static void begin_page_with(breaker *b, const slab *s)
{
    b->start.from = s;
    b->start.last = b->last;
    b->start.y = b->y;
}

static void begin_again(breaker *b, int size)
{
    b->last = b->start.last;
    if (b->last) {
        b->last->next = NULL;
    } else {
        b->to->first = NULL;
    }
    b->open_count = 0;
    b->y = b->start.y;
    b->before = NULL;
    b->size = size;
}

/* Returns what comes next: that may stand further up, where the page begins again. */
static const slab *place_next(breaker *b, const slab *s)
{
    const slab *end = group_end(s, b->least);
    if (!fits(b, s, end)) {
        int size = size_to_fill(b, s, end);
        if (size < CHART_SIZES) {
            begin_again(b, size);
            return b->start.from;
        }
        if (!better_parted(b, s) && b->before) {
            turn_page(b, s);
            begin_page_with(b, s);
            return s;
        }
        end = group_end(s, KEEP_ALWAYS);
    }
    if (fits(b, s, end)) {
        place_group(b, s, end);
    } else {
        place_piecemeal(b, s, end);
    }
    return end->next;
}

static places *place_all(arena *perm, const galley *g, keep least)
{
    places *to = NEW(perm, places, 1);
    to->paper = g->paper;
    to->headings = g->headings;
    breaker b = {.perm = perm,
                 .to = to,
                 .least = least,
                 .page = 1,
                 .top = g->paper->top,
                 .bottom = g->paper->bottom,
                 .y = g->paper->top,
                 .start = {.from = g->first, .y = g->paper->top}};
    for (const slab *s = g->first; s;) {
        s = place_next(&b, s);
    }
    close_boxes(&b, NULL);
    to->pages = b.page;
    return to;
}

static int pages_with(arena scratch, const galley *g, keep least)
{
    return place_all(&scratch, g, least)->pages;
}

/* What would rather stay together does, unless that costs a page: half-empty ones are
 * worse than a parted table. */
places *places_of(arena *perm, const galley *g)
{
    bool costs = pages_with(*perm, g, KEEP_ALWAYS) < pages_with(*perm, g, KEEP_SOFT);
    places *to = place_all(perm, g, costs ? KEEP_ALWAYS : KEEP_SOFT);
    for (const item *i = to->first; i; i = i->next) {
        if (i->part.of) {
            i->part.of->items++;
        }
    }
    return to;
}
