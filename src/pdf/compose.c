#include "base/base.h"

#include "pdf/compose.h"
#include "pdf/grid.h"

/* --- headings and IDs, before anything is set ------------------------------------------
 */

static bool is_plain_name(str id)
{
    for (ptrdiff_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.') {
            return false;
        }
    }
    return id.len > 0 && id.len <= 100;
}

static bool is_taken(const galley *g, str dest)
{
    const known_id *k = g->by_dest[str_hash(dest) % ID_LISTS];
    for (; k; k = k->next_dest) {
        if (str_eq(k->dest, dest)) {
            return true;
        }
    }
    return false;
}

/* Gives an ID a destination: itself, where it is a name that the file format can take and
 * nobody has it yet, so that report.pdf#fibonacci works. */
static known_id *learn_id(galley *g, str id)
{
    known_id *k = NEW(g->perm, known_id, 1);
    known_id **ids = &g->by_id[str_hash(id) % ID_LISTS];
    k->id = id;
    k->dest = id;
    while (!is_plain_name(k->dest) || is_taken(g, k->dest)) {
        k->dest = str_fmt(g->perm, "place-%d", ++g->place);
    }
    known_id **dests = &g->by_dest[str_hash(k->dest) % ID_LISTS];
    k->next_id = *ids;
    *ids = k;
    k->next_dest = *dests;
    *dests = k;
    return k;
}

static void learn_heading(galley *g, const node *n)
{
    heading *h = NEW(g->perm, heading, 1);
    h->node = n;
    h->title = node_plain(g->perm, n);
    h->level = n->level;
    known_id *k = learn_id(g, n->id);
    k->used = true;
    h->dest = k->dest;
    if (g->last_heading) {
        g->last_heading->next = h;
    } else {
        g->headings = h;
    }
    g->last_heading = h;
}

static void learn_tree(galley *g, const node *root)
{
    const node *skipped = NULL;
    node_walk w = node_walk_start(root);
    for (node_event ev; (ev = node_walk_next(&w)) != EVENT_END;) {
        const node *at = w.at;
        if (skipped || ev == EVENT_EXIT) {
            skipped = at == skipped ? NULL : skipped;
        } else if (at->kind == NODE_SPECS && at->first) {
            skipped = at;
        } else if (at->kind == NODE_HEADING) {
            learn_heading(g, at);
        } else if (at->kind == NODE_FIGURE && at->figure) {
            learn_id(g, at->figure->id);
        } else if (at->kind == NODE_TABLE && at->table) {
            learn_id(g, at->table->id);
        } else if (at->kind == NODE_SECTION) {
            learn_id(g, at->id);
            g->data_section = at->section == SECTION_DATA ? at : g->data_section;
        }
    }
}

/* --- leaf blocks ----------------------------------------------------------------------
 */

static heading *heading_of(const galley *g, const node *n)
{
    heading *h = g->headings;
    while (h->node != n) {
        h = h->next;
    }
    return h;
}

static void close_entry(galley *g)
{
    if (galley_now(g)->entry) {
        galley_pop(g);
        g->last->after = fmax(g->last->after, 9);
    }
}

/* "Error bars" in the margin, what it says beside it. */
static void open_entry(galley *g, const node *n)
{
    context *c = galley_push(g, NULL);
    ptrdiff_t count;
    text_run *runs = compose_runs(g, n, styles[STYLE_LABEL], &count);
    element *of = galley_element(g, c->of, "H3");
    heading *h = heading_of(g, n);
    of->dest = h->dest;
    galley_label(g, text_set(g->setter, runs, count, MARGIN_LABEL, WRAP_WORDS), of);
    c->margin.heading = h;
    c->entry = true;
    c->style = STYLE_NOTE_INK;
}

static void add_heading(galley *g, const node *n)
{
    close_entry(g);
    if (galley_now(g)->method && n->level > 2) {
        open_entry(g, n);
        return;
    }
    static const style_id by_level[] = {STYLE_H2, STYLE_H2, STYLE_H2, STYLE_H3, STYLE_H4};
    static const double before[] = {26, 26, 26, 13, 10}, after[] = {7, 7, 7, 3, 2};
    static const char *const tags[] = {"H2", "H2", "H2", "H3", "H4"};
    int level = n->level < 2 ? 2 : n->level > 4 ? 4 : n->level;
    heading *h = heading_of(g, n);
    const context *c = galley_now(g);
    g->owed = 0; /* else short sections would hang together over pages */
    ptrdiff_t count;
    text_run *runs = compose_runs(g, n, styles[by_level[level]], &count);
    text_wrap wrap = level == 2 ? WRAP_BALANCE : WRAP_WORDS;
    const text *t = text_set(g->setter, runs, count, c->width, wrap);
    element *of = galley_element(g, c->of, tags[level]);
    of->dest = h->dest;
    for (int i = 0; i < t->line_count; i++) {
        slab *s = galley_slab(g, i == 0 ? before[level] : 0, t->lead);
        slab_part(g, s,
                  (part){.kind = PART_TEXT,
                         .of = of,
                         .x = c->x,
                         .w = c->width,
                         .h = t->lead,
                         .text = t,
                         .first = i,
                         .last = i + 1});
        galley_keep(g, KEEP_ALWAYS);
        s->heading = i == 0 ? h : NULL;
        s->leads = true;
        s->after = i == t->line_count - 1 ? after[level] : 0;
    }
    enum { STAY_WITH = 60 };
    g->owed = STAY_WITH;
}

static void add_para(galley *g, const node *n)
{
    const context *c = galley_now(g);
    text_style style = styles[n->author ? STYLE_BODY : c->style];
    style.italic = c->quote && n->author;
    if (n->muted) {
        style.colour = PAINT_MUTED;
    }
    ptrdiff_t count;
    text_run *runs = compose_runs(g, n, style, &count);
    double after = c->tight ? 2.5 : n->author ? 7.5 : 6;
    galley_text(g, text_set(g->setter, runs, count, c->width, WRAP_WORDS),
                galley_element(g, c->of, "P"), 0, after);
}

/* A small hook where a line of code was broken to fit. */
static const scene *wrap_mark(galley *g)
{
    scene *s = NEW(g->perm, scene, 1);
    mark *m = NEW(g->perm, mark, 1);
    *m = (mark){.kind = MARK_PATH,
                .stroke = PAINT_MUTED,
                .stroke_width = .6,
                .text = S("M 0 0 L 0 3.5 L 5 3.5 M 3.5 2 L 5 3.5 L 3.5 5")};
    *s = (scene){
        .width = 6, .height = 6, .root = {.kind = MARK_GROUP, .first = m, .last = m}};
    return s;
}

static void code_lines(galley *g, const text *t, element *of)
{
    enum { HOOK = 9 };
    const context *c = galley_now(g);
    int n = t->line_count;
    for (int i = 0; i < n; i++) {
        bool continued = t->lines[i].continued;
        slab *s = galley_slab(g, 0, t->lead);
        if (continued) {
            slab_part(g, s,
                      (part){.kind = PART_SCENE,
                             .x = c->x,
                             .y = 2,
                             .w = 6,
                             .h = 6,
                             .scene = wrap_mark(g)});
        }
        slab_part(g, s,
                  (part){.kind = PART_TEXT,
                         .of = of,
                         .x = c->x + (continued ? HOOK : 0),
                         .w = c->width - (continued ? HOOK : 0),
                         .h = t->lead,
                         .text = t,
                         .first = i,
                         .last = i + 1});
        s->keep = i < n - 1 && (i == 0 || i == n - 2) ? KEEP_ALWAYS : s->keep;
    }
}

static void add_code(galley *g, const node *n)
{
    enum { PAD = 9, HOOK = 9 };
    const context *c = galley_now(g);
    element *of = galley_element(g, c->of, "Code");
    if (n->label.len > 0) {
        text *label = text_plain(g->setter, n->label, &styles[STYLE_CAPTION], c->width);
        galley_text(g, label, galley_element(g, c->of, "P"), 4, 4);
        galley_keep(g, KEEP_ALWAYS);
    }
    str code = n->text;
    while (str_ends(code, S("\n"))) {
        code.len--;
    }
    box *b = galley_box(g, (box){.kind = BOX_FILL,
                                 .x = c->x,
                                 .w = c->width,
                                 .pad_top = PAD - 1,
                                 .pad_bottom = PAD - 1});
    context *inner = galley_push(g, NULL);
    inner->box = b;
    inner->x += PAD;
    inner->width -= 2 * PAD;
    text_run run = {.text = code, .style = styles[STYLE_CODE]};
    code_lines(g, text_set(g->setter, &run, 1, inner->width - HOOK, WRAP_LETTERS), of);
    galley_pop(g);
    g->last->after = 11;
}

static void add_rule(galley *g)
{
    const context *c = galley_now(g);
    slab *s = galley_slab(g, 12, .75);
    s->after = 12;
    slab_part(g, s,
              (part){.kind = PART_FILL,
                     .x = c->x + c->width / 3,
                     .w = c->width / 3,
                     .h = .5,
                     .colour = PAINT_INK});
}

/* --- specs: terms and details as a grid
 * -------------------------------------------------- */

static void fill_specs(galley *g, const node *n, grid *t)
{
    ptrdiff_t cell = -1;
    for (const node *k = n->first; k; k = k->next) {
        bool detail = k->kind == NODE_DETAIL;
        text_style style = styles[STYLE_NOTE];
        style.colour = detail && !k->muted ? PAINT_INK : PAINT_MUTED;
        /* a second detail of one term gets a row with an empty term */
        cell += detail == (cell % 2 == 0) ? 1 : 2;
        t->cells[cell].runs = compose_runs(g, k, style, &t->cells[cell].run_count);
    }
    text_run *none = NEW(g->perm, text_run, 1);
    none->style = styles[STYLE_NOTE];
    t->rows = (cell + 2) / 2;
    for (ptrdiff_t i = 0; i < t->rows * 2; i++) {
        if (!t->cells[i].runs) {
            t->cells[i].runs = none;
            t->cells[i].run_count = 1;
        }
    }
}

static void add_specs(galley *g, const node *n)
{
    static const bool numeric[2];
    ptrdiff_t children = 0;
    for (const node *k = n->first; k; k = k->next) {
        children++;
    }
    grid t = {.columns = 2, .numeric = numeric, .row_heads = true};
    t.first_width = MARGIN_LABEL;
    t.cells = NEW(g->perm, grid_cell, (children + 1) * 2);
    fill_specs(g, n, &t);
    const context *c = galley_now(g);
    slab *s = galley_slab(g, 14, 1.5 + 5);
    slab_part(
        g, s,
        (part){
            .kind = PART_FILL, .x = c->x, .w = c->width, .h = 1.5, .colour = PAINT_INK});
    galley_keep(g, KEEP_ALWAYS);
    if (n->label.len > 0) {
        text *label = text_plain(g->setter, n->label, &styles[STYLE_LABEL], c->width);
        galley_text(g, label, galley_element(g, c->of, "P"), 0, 0);
        galley_keep(g, KEEP_ALWAYS);
    }
    slab *before = g->last;
    galley_grid(g, &t);
    if (before->next) {
        before->next->before = 3;
    }
    galley_hold(g, s);
}

/* --- containers
 * ------------------------------------------------------------------------- */

static bool is_tight(const node *list)
{
    for (const node *item = list->first; item; item = item->next) {
        if (item->first && item->first->next && item->first->next->kind == NODE_PARA) {
            return false;
        }
    }
    return true;
}

static void open_item(galley *g, const node *list, bool author)
{
    enum { INDENT = 17, AIR = 6 };
    bool ordered = list && list->ordered;
    context *outer = galley_now(g);
    int number = outer->number++;
    context *c = galley_push(g, "LI");
    text_run run = {.style = styles[author ? STYLE_BODY : c->style]};
    run.text = ordered ? str_fmt(g->perm, "%d.", number) : S("\xE2\x80\xA2");
    text *marker = text_set(g->setter, &run, 1, 0, WRAP_WORDS);
    double indent = fmax(INDENT, marker->width + AIR);
    marker->at_right = ordered;
    c->margin = (margin_text){.text = marker,
                              .x = c->x,
                              .w = indent - AIR,
                              .of = galley_element(g, c->of, "Lbl")};
    c->of = galley_element(g, c->of, "LBody");
    c->x += indent;
    c->width = fmax(c->width - indent, 60);
}

static void open_quote(galley *g)
{
    enum { INDENT = 14 };
    context *c = galley_push(g, "BlockQuote");
    c->quote = true;
    c->box = galley_box(g, (box){.kind = BOX_LEFT_RULE,
                                 .x = c->x,
                                 .w = c->width,
                                 .thickness = 1.5,
                                 .pad_top = 1,
                                 .pad_bottom = 1});
    c->x += INDENT;
    c->width = fmax(c->width - INDENT, 60);
}

static void open_note(galley *g, const node *n)
{
    context *c = galley_push(g, "Div");
    c->style = STYLE_NOTE;
    c->box = galley_box(g, (box){.kind = BOX_TOP_RULE,
                                 .x = c->x,
                                 .w = c->width,
                                 .thickness = .75,
                                 .pad_top = 7,
                                 .pad_bottom = 3});
    if (n->label.len > 0) {
        galley_label(g,
                     text_plain(g->setter, n->label, &styles[STYLE_LABEL], MARGIN_LABEL),
                     galley_element(g, c->of, "P"));
    }
    g->owed = 0;
}

static bool is_container(const node *n)
{
    return n->kind == NODE_SECTION || n->kind == NODE_LIST || n->kind == NODE_ITEM
           || n->kind == NODE_QUOTE || n->kind == NODE_NOTE;
}

static void open_container(galley *g, const node *n, const node *parent)
{
    switch (n->kind) {
    case NODE_SECTION:
        galley_push(g, "Sect")->of->dest = galley_take_dest(g, n->id);
        galley_now(g)->method = n->section == SECTION_METHOD;
        break;
    case NODE_LIST:
        galley_push(g, "L")->tight = is_tight(n);
        galley_now(g)->number = n->start;
        break;
    case NODE_ITEM:
        open_item(g, parent, n->author);
        break;
    case NODE_QUOTE:
        open_quote(g);
        break;
    default:
        open_note(g, n);
        break;
    }
}

static void close_container(galley *g, const node *n)
{
    if (n->kind == NODE_SECTION) {
        close_entry(g);
    }
    if (n == g->data_section) {
        compose_downloads(g);
    }
    galley_pop(g);
    if (g->last && n->kind != NODE_SECTION) {
        double after = n->kind == NODE_NOTE ? 14 : n->kind == NODE_ITEM ? 2.5 : 8;
        g->last->after = fmax(g->last->after, after);
    }
}

/* --- the walk
 * --------------------------------------------------------------------------- */

static void add_block(galley *g, const node *n)
{
    switch (n->kind) {
    case NODE_HEADING:
        add_heading(g, n);
        break;
    case NODE_PARA:
        add_para(g, n);
        break;
    case NODE_CODE:
        add_code(g, n);
        break;
    case NODE_TABLE:
        if (n->table) {
            galley_table(g, n->table);
        }
        break;
    case NODE_FIGURE:
        if (n->figure) {
            compose_figure(g, n->figure, n->changed);
        }
        break;
    case NODE_KEYS:
        compose_keys(g, n->keys, n->key_count);
        break;
    case NODE_SPECS:
        add_specs(g, n);
        break;
    case NODE_RULE:
        add_rule(g);
        break;
    default: /* the root; inline nodes, which their block has taken */
        break;
    }
}

static void add_leaf(galley *g, const node *n)
{
    const slab *above = g->last;
    add_block(g, n);
    if (n->changed && n->kind != NODE_FIGURE) { /* which marks its words */
        galley_mark(g, above);
    }
}

static void compose_tree(galley *g, const node *root)
{
    const node *skipped = NULL; /* a leaf block's own children */
    node_walk w = node_walk_start(root);
    for (node_event ev; (ev = node_walk_next(&w)) != EVENT_END;) {
        const node *at = w.at;
        if (skipped) {
            skipped = ev == EVENT_EXIT && at == skipped ? NULL : skipped;
        } else if (is_container(at)) {
            const node *parent = w.depth > 0 ? w.stack[w.depth - 1] : NULL;
            if (ev == EVENT_ENTER) {
                open_container(g, at, parent);
            }
            if (ev == EVENT_EXIT || !at->first) {
                close_container(g, at);
            }
        } else if (ev == EVENT_ENTER && at != root) {
            add_leaf(g, at);
            skipped = at->first ? at : NULL;
        }
    }
}

void compose(galley *g)
{
    learn_tree(g, g->about->root);
    context *c = galley_now(g);
    *c = (context){.x = g->paper->left,
                   .width = g->paper->right - g->paper->left,
                   .of = galley_element(g, NULL, "Document"),
                   .style = STYLE_GENERATED};
    compose_front(g);
    compose_tree(g, g->about->root);
    compose_back(g);
}
