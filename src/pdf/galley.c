#include "base/base.h"

#include <assert.h>

#include "pdf/galley.h"

context *galley_now(galley *g)
{
    return &g->stack[g->depth];
}

element *galley_element(galley *g, element *parent, const char *tag)
{
    element *e = NEW(g->perm, element, 1);
    e->parent = parent;
    e->tag = tag;
    e->depth = parent ? parent->depth + 1 : 0;
    return e;
}

context *galley_push(galley *g, const char *tag)
{
    assert(g->depth + 1 < DEEPEST);
    context *c = &g->stack[g->depth + 1];
    *c = g->stack[g->depth];
    g->depth++;
    c->margin = (margin_text){0};
    if (tag) {
        c->of = galley_element(g, c->of, tag);
    }
    return c;
}

/* Margin lines for which no slab came get slabs of their own, before the white space
 * that ends the text beside them. */
void galley_pop(galley *g)
{
    context *c = galley_now(g);
    while (c->margin.text && c->margin.next < c->margin.text->line_count) {
        slab *beside = c->margin.next > 0 ? g->last : NULL;
        slab *mine = galley_slab(g, 0, c->margin.text->lead);
        if (beside) {
            mine->after = beside->after;
            beside->after = 0;
        }
    }
    g->depth--;
}

str galley_take_dest(galley *g, str id)
{
    known_id *k = id.len > 0 ? g->by_id[str_hash(id) % ID_LISTS] : NULL;
    for (; k; k = k->next_id) {
        if (!k->used && str_eq(k->id, id)) {
            k->used = true;
            return k->dest;
        }
    }
    return (str){0};
}

/* --- links ----------------------------------------------------------------------------
 */

static bool is_web(str href)
{
    return str_starts(href, S("https://")) || str_starts(href, S("http://"))
           || str_starts(href, S("mailto:"));
}

/* A reference without a scheme, a host or a root: "raw/fibonacci.txt.html#L6". */
static bool is_relative(str href)
{
    str path = str_cut(str_cut(href, S("#")).head, S("?")).head;
    return href.len > 0 && href.ptr[0] != '/' && href.ptr[0] != '#' && href.ptr[0] != '\\'
           && !str_has(path, S(":"));
}

/* cairo reads a tag's attributes from text: quotes and backslashes would end it, and a
 * URI is ASCII anyway. */
static str uri_safe(galley *g, str uri)
{
    out *o = out_memory(g->perm);
    for (ptrdiff_t i = 0; i < uri.len; i++) {
        unsigned char c = (unsigned char)uri.ptr[i];
        if (c <= ' ' || c >= 0x7F || strchr("'\"\\<>{}|^`", c)) {
            out_fmt(o, "%%%02X", c);
        } else {
            out_char(o, (char)c);
        }
    }
    return out_text(o);
}

const link_target *galley_link(galley *g, str href)
{
    link_target found = {0};
    if (str_starts(href, S("#"))) {
        str id = str_drop(href, 1);
        const known_id *k = g->by_id[str_hash(id) % ID_LISTS];
        for (; k && found.dest.len == 0; k = k->next_id) {
            found.dest = str_eq(k->id, id) ? k->dest : found.dest;
        }
    } else if (is_web(href)) {
        found.uri = uri_safe(g, href);
    } else if (is_relative(href) && g->base_url.len > 0) {
        found.uri = uri_safe(g, str_fmt(g->perm, "%.*s%.*s", SV(g->base_url), SV(href)));
    }
    if (found.uri.len == 0 && found.dest.len == 0) {
        return NULL;
    }
    link_target *l = NEW(g->perm, link_target, 1);
    *l = found;
    return l;
}

/* --- slabs ----------------------------------------------------------------------------
 */

part *slab_part(galley *g, slab *s, part p)
{
    part *mine = NEW(g->perm, part, 1);
    *mine = p;
    mine->next = NULL;
    if (s->last) {
        s->last->next = mine;
    } else {
        s->first = mine;
    }
    s->last = mine;
    return mine;
}

static void take_margin(galley *g, slab *s, margin_text *m)
{
    int left = m->text->line_count - m->next;
    int n = (int)fmin(fmax(floor(s->height / m->text->lead), 1), left);
    slab_part(g, s,
              (part){.kind = PART_TEXT,
                     .of = m->of,
                     .x = m->x,
                     .w = m->w,
                     .h = m->text->lead * n,
                     .text = m->text,
                     .first = m->next,
                     .last = m->next + n});
    s->height = fmax(s->height, m->text->lead);
    if (m->next == 0 && m->heading) {
        s->heading = m->heading;
    }
    m->next += n;
    if (n < left) {
        s->keep = KEEP_ALWAYS;
    }
}

/* The slab takes as many lines as are as high from each margin that has some left. */
static void take_margins(galley *g, slab *s)
{
    for (int i = 0; i <= g->depth; i++) {
        margin_text *m = &g->stack[i].margin;
        if (m->text && m->next < m->text->line_count) {
            take_margin(g, s, m);
        }
    }
}

slab *galley_slab(galley *g, double before, double height)
{
    slab *s = NEW(g->perm, slab, 1);
    s->before = before;
    s->height = height;
    s->box = galley_now(g)->box;
    if (g->last) {
        g->last->next = s;
    } else {
        g->first = s;
    }
    if (g->owed > 0) {
        galley_keep(g, KEEP_ALWAYS);
        g->owed -= before + height;
    }
    g->last = s;
    take_margins(g, s);
    return s;
}

void galley_keep(galley *g, keep k)
{
    if (g->last && g->last->keep < k) {
        g->last->keep = k;
    }
}

void galley_hold(galley *g, slab *from)
{
    double h = 0;
    for (const slab *s = from; s; s = s->next) {
        h += s->before + s->height;
    }
    if (h > (g->paper->bottom - g->paper->top) * .4) {
        return;
    }
    for (slab *s = from; s && s->next; s = s->next) {
        s->keep = s->keep < KEEP_SOFT ? KEEP_SOFT : s->keep;
    }
}

void galley_text(galley *g, const text *t, element *of, double before, double after)
{
    const context *c = galley_now(g);
    int n = t->line_count;
    for (int i = 0; i < n; i++) {
        slab *s = galley_slab(g, i == 0 ? before : 0, t->lead);
        slab_part(g, s,
                  (part){.kind = PART_TEXT,
                         .of = of,
                         .x = c->x,
                         .w = c->width,
                         .h = t->lead,
                         .text = t,
                         .first = i,
                         .last = i + 1});
        bool alone = i == 0 || i == n - 2 || n == 3;
        s->keep = i < n - 1 && alone ? KEEP_ALWAYS : s->keep;
        s->after = i == n - 1 ? after : 0;
    }
}

box *galley_box(galley *g, box b)
{
    box *mine = NEW(g->perm, box, 1);
    *mine = b;
    mine->parent = galley_now(g)->box;
    return mine;
}

void galley_label(galley *g, const text *label, element *of)
{
    enum { NARROWEST = 60 };
    context *c = galley_now(g);
    c->margin = (margin_text){.text = label, .x = c->x, .w = MARGIN_LABEL, .of = of};
    c->x += MARGIN_LABEL + MARGIN_GAP;
    c->width = fmax(c->width - MARGIN_LABEL - MARGIN_GAP, NARROWEST);
}

const scene *galley_swatch(galley *g, double w, double h, role which, int shade)
{
    scene *s = NEW(g->perm, scene, 1);
    mark *m = NEW(g->perm, mark, 1);
    *m = (mark){.kind = MARK_RECT,
                .w = w,
                .h = h,
                .fill = (paint)(PAINT_ROLE + (int)which),
                .pattern = pattern_of(shade)};
    *s = (scene){
        .width = w, .height = h, .root = {.kind = MARK_GROUP, .first = m, .last = m}};
    return s;
}

void galley_mark(galley *g, const slab *from)
{
    for (slab *s = from ? from->next : g->first; s; s = s->next) {
        slab_part(g, s,
                  (part){.kind = PART_FILL,
                         .x = g->paper->left - 11,
                         .w = 2,
                         .h = s->height,
                         .colour = PAINT_INK});
    }
}
