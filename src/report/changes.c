#include "base/base.h"

#include "base/day.h"
#include "base/json.h"
#include "report/changes.h"

enum { MOST_VALUES = 4096, MOST_CHANGES = 20000 };

/* --- what is shown outside of tables --------------------------------------------- */

typedef struct {
    arena *perm;
    shown_value *all;
    ptrdiff_t n;
} collector;

static void collect(collector *c, str name, str text)
{
    for (ptrdiff_t i = 0; i < c->n; i++) {
        if (str_eq(c->all[i].name, name)) {
            return;
        }
    }
    if (c->n < MOST_VALUES && text.len > 0) {
        c->all[c->n++] = (shown_value){name, text};
    }
}

static str key_name(arena *perm, const key_figure *k)
{
    return str_fmt(perm, "key figure: %.*s", SV(k->what));
}

static str key_text(arena *perm, const key_figure *k)
{
    bool closed = k->unit.len == 0 || *k->unit.ptr == '%';
    return str_fmt(perm, "%.*s%s%.*s", SV(k->number), closed ? "" : " ", SV(k->unit));
}

static str figure_name(arena *perm, const figure *f, const char *part)
{
    return str_fmt(perm, "%s of %.*s", part, SV(f->id));
}

static str source_text(arena *perm, const figure *f)
{
    return f->source ? node_plain(perm, f->source) : (str){0};
}

static void collect_node(collector *c, const node *n)
{
    arena *perm = c->perm;
    if (n->kind == NODE_VALUE) {
        collect(c, n->label, n->text);
    }
    for (ptrdiff_t i = 0; n->kind == NODE_KEYS && i < n->key_count; i++) {
        collect(c, key_name(perm, &n->keys[i]), key_text(perm, &n->keys[i]));
    }
    if (n->kind == NODE_FIGURE && n->figure) {
        collect(c, figure_name(perm, n->figure, "title"), n->figure->title);
        collect(c, figure_name(perm, n->figure, "source"), source_text(perm, n->figure));
    }
}

shown_value *report_values(arena *perm, const report *r, ptrdiff_t *n)
{
    collector c = {.perm = perm, .all = NEW(perm, shown_value, MOST_VALUES)};
    collect(&c, S("finding"), r->finding_text);
    const node *roots[] = {r->deck, r->root};
    for (int i = 0; i < COUNTOF(roots); i++) {
        node_walk w = node_walk_start(roots[i]);
        for (node_event ev; roots[i] && (ev = node_walk_next(&w)) != EVENT_END;) {
            if (ev == EVENT_ENTER) {
                collect_node(&c, w.at);
            }
        }
    }
    *n = c.n;
    return c.all;
}

/* --- the earlier edition --------------------------------------------------------- */

typedef struct {
    arena *perm;
    const source *src;
    const json *old;
    report *r;
    table *list;
    ptrdiff_t count;
    bool full;
} comparer;

static str text_of(const json *v)
{
    return v && v->kind == JSON_STRING ? v->text : (str){0};
}

/* A cell is a text, or its text and what stands below it. */
static str cell_text(const json *v)
{
    return v && v->kind == JSON_ARRAY ? text_of(v->first) : text_of(v);
}

static str cell_small(const json *v)
{
    return v && v->kind == JSON_ARRAY && v->first ? text_of(v->first->next) : (str){0};
}

static bool old_value(const comparer *c, str name, str *ret)
{
    const json *all = json_get(c->old, S("values"));
    for (const json *v = all ? all->first : NULL; v; v = v->next) {
        if (str_eq(text_of(json_get(v, S("name"))), name)) {
            *ret = text_of(json_get(v, S("text")));
            return true;
        }
    }
    return false;
}

static const json *old_table(const comparer *c, const table *t, const figure *f)
{
    const json *all = json_get(c->old, S("tables"));
    for (const json *v = all ? all->first : NULL; v; v = v->next) {
        str of = text_of(json_get(v, S("figure")));
        if (f ? str_eq(of, f->id)
              : of.len == 0 && str_eq(text_of(json_get(v, S("id"))), t->id)
                    && str_eq(text_of(json_get(v, S("caption"))), t->caption)) {
            return v;
        }
    }
    return NULL;
}

/* --- the list -------------------------------------------------------------------- */

enum { COL_WHERE, COL_WHAT, COL_WAS, COL_NOW, COLUMNS };

static void list_change(comparer *c, str where, str what, str was, str now)
{
    table *t = c->list;
    c->count++;
    if (t->row_count == MOST_CHANGES) {
        c->full = true;
        return;
    }
    table_cell *cells = &t->cells[t->row_count++ * COLUMNS];
    const str texts[COLUMNS] = {where, what, was, now};
    for (int i = 0; i < COLUMNS; i++) {
        cells[i].text = texts[i].len ? texts[i] : S("–");
    }
}

/* --- tables ---------------------------------------------------------------------- */

/* Which of the earlier rows with this head: the k-th of the same name is the same row. */
static const json *old_row(const json *rows, const table *t, ptrdiff_t row)
{
    const table_cell *head = &t->cells[row * t->column_count];
    ptrdiff_t nth = 0;
    for (ptrdiff_t i = 0; i < row; i++) {
        const table_cell *other = &t->cells[i * t->column_count];
        nth += str_eq(other->text, head->text) && str_eq(other->small, head->small);
    }
    for (const json *v = rows ? rows->first : NULL; v; v = v->next) {
        if (str_eq(cell_text(v->first), head->text)
            && str_eq(cell_small(v->first), head->small) && nth-- == 0) {
            return v;
        }
    }
    return NULL;
}

static ptrdiff_t old_column(const json *columns, str head)
{
    ptrdiff_t at = 0;
    for (const json *v = columns ? columns->first : NULL; v; v = v->next, at++) {
        if (str_eq(text_of(v), head)) {
            return at;
        }
    }
    return -1;
}

static const json *nth_child(const json *v, ptrdiff_t n)
{
    const json *at = v ? v->first : NULL;
    while (at && n-- > 0) {
        at = at->next;
    }
    return at;
}

static str row_name(const comparer *c, const table_cell *head)
{
    return head->small.len && !head->mono
               ? str_fmt(c->perm, "%.*s, %.*s", SV(head->text), SV(head->small))
               : head->text;
}

static str whole_cell(const comparer *c, str text, str small)
{
    return small.len ? str_fmt(c->perm, "%.*s; %.*s", SV(text), SV(small)) : text;
}

static void compare_cell(comparer *c, table *t, ptrdiff_t i, ptrdiff_t k, const json *was,
                         str where)
{
    table_cell *cell = &t->cells[i * t->column_count + k];
    str text = cell_text(was), small = cell_small(was);
    if (str_eq(cell->text, text) && str_eq(cell->small, small)) {
        return;
    }
    str old = whole_cell(c, text, small);
    cell->was = old;
    list_change(c, where,
                str_fmt(c->perm, "%.*s: %.*s",
                        SV(row_name(c, &t->cells[i * t->column_count])),
                        SV(t->columns[k].head)),
                old, whole_cell(c, cell->text, cell->small));
}

static void compare_row(comparer *c, table *t, ptrdiff_t i, const json *old, str where)
{
    const json *columns = json_get(old, S("columns"));
    const json *row = old_row(json_get(old, S("rows")), t, i);
    table_cell *head = &t->cells[i * t->column_count];
    if (!row) {
        head->was = S("not there");
        list_change(c, where, row_name(c, head), S("not there"), S("new row"));
        return;
    }
    for (ptrdiff_t k = 1; k < t->column_count; k++) {
        ptrdiff_t at = old_column(columns, t->columns[k].head);
        if (at >= 0) {
            compare_cell(c, t, i, k, nth_child(row, at), where);
        } else if (i == 0) {
            list_change(c, where, t->columns[k].head, S("not there"), S("new column"));
        }
    }
}

static bool has_row(const table *t, const json *head)
{
    for (ptrdiff_t i = 0; i < t->row_count; i++) {
        const table_cell *cell = &t->cells[i * t->column_count];
        if (str_eq(cell->text, cell_text(head))
            && str_eq(cell->small, cell_small(head))) {
            return true;
        }
    }
    return false;
}

static void compare_table(comparer *c, table *t, const figure *f)
{
    const json *old = old_table(c, t, f);
    str where = f ? str_fmt(c->perm, "Figure %d, table", f->number)
                  : (t->caption.len ? t->caption : S("Table"));
    if (!old) {
        list_change(c, where, t->caption, S("not there"), S("new table"));
        return;
    }
    for (ptrdiff_t i = 0; i < t->row_count; i++) {
        compare_row(c, t, i, old, where);
    }
    const json *rows = json_get(old, S("rows"));
    for (const json *v = rows ? rows->first : NULL; v; v = v->next) {
        if (v->kind == JSON_ARRAY && !has_row(t, v->first)) {
            list_change(c, where, cell_text(v->first), S("there"), S("row left out"));
        }
    }
}

/* --- words ----------------------------------------------------------------------- */

static bool differs(const comparer *c, str name, str text, str *was)
{
    *was = (str){0};
    return !old_value(c, name, was) || !str_eq(*was, text);
}

/* The old value behind the new one. */
static void mark_value(comparer *c, node *n, str was)
{
    node *old = node_new(c->perm, NODE_TEXT);
    old->text = was.len ? str_fmt(c->perm, " (was %.*s)", SV(was)) : S(" (new)");
    old->next = n->next;
    n->next = old;
}

/* A place in the tree, and what is around it. */
typedef struct {
    node *at;
    node *stack[64]; /* as deep as node_walk's */
    int depth;
} place;

static node *block_around(const place *p)
{
    node *at = p->at;
    for (int d = p->depth - 1; d >= 0 && at->kind >= NODE_TEXT; d--) {
        at = p->stack[d];
    }
    return at;
}

static void compare_keys(comparer *c, node *n)
{
    str was;
    for (ptrdiff_t i = 0; i < n->key_count; i++) {
        key_figure *k = &n->keys[i];
        str now = key_text(c->perm, k);
        if (differs(c, key_name(c->perm, k), now, &was)) {
            list_change(c, S("Key figures"), k->what, was, now);
            k->caveat = str_fmt(c->perm, "%s%.*s. %.*s", was.len ? "Was " : "New",
                                SV(was), SV(k->caveat));
            n->changed = true;
        }
    }
}

static void compare_figure(comparer *c, node *n)
{
    figure *f = n->figure;
    str where = str_fmt(c->perm, "Figure %d", f->number), was;
    str from = source_text(c->perm, f);
    if (differs(c, figure_name(c->perm, f, "title"), f->title, &was)) {
        list_change(c, where, S("Title"), was, f->title);
        n->changed = true;
    }
    if (differs(c, figure_name(c->perm, f, "source"), from, &was)) {
        list_change(c, where, S("Source and tests"), was, from);
        n->changed = true;
    }
    if (f->table) {
        compare_table(c, f->table, f);
    }
}

static void compare_node(comparer *c, const place *p)
{
    node *n = p->at;
    str was;
    if (n->kind == NODE_VALUE && differs(c, n->label, n->text, &was)) {
        list_change(c, S("Text"), n->label, was, n->text);
        mark_value(c, n, was);
        block_around(p)->changed = true;
    } else if (n->kind == NODE_KEYS) {
        compare_keys(c, n);
    } else if (n->kind == NODE_FIGURE && n->figure) {
        compare_figure(c, n);
    } else if (n->kind == NODE_TABLE && n->table) {
        compare_table(c, n->table, NULL);
    }
}

static void compare_tree(comparer *c, node *root)
{
    place p = {.at = root};
    while (p.at) {
        compare_node(c, &p);
        if (p.at->first) {
            p.stack[p.depth++] = p.at;
            p.at = p.at->first;
            continue;
        }
        while (p.depth > 0 && !p.at->next) {
            p.at = p.stack[--p.depth];
        }
        p.at = p.depth > 0 ? p.at->next : NULL;
    }
}

/* --- the section at the front ---------------------------------------------------- */

static table *list_new(arena *perm)
{
    static const char *const heads[COLUMNS] = {"Where", "What", "Was", "Is"};
    table *t = NEW(perm, table, 1);
    t->columns = NEW(perm, table_column, COLUMNS);
    t->cells = NEW(perm, table_cell, (ptrdiff_t)MOST_CHANGES * COLUMNS);
    t->column_count = COLUMNS;
    for (int i = 0; i < COLUMNS; i++) {
        t->columns[i].head = str_from(heads[i]);
    }
    return t;
}

static str edition_name(comparer *c)
{
    str day = text_of(json_get(c->old, S("date")));
    str hash = text_of(json_get(c->old, S("sources")));
    return str_fmt(c->perm, "the edition%s%.*s (sources sha256:%.*s)",
                   day.len ? " of " : "", SV(day_words(c->perm, day)), SV(hash));
}

static void add_section(comparer *c)
{
    arena *perm = c->perm;
    node *s = node_new(perm, NODE_SECTION);
    s->section = SECTION_DATA;
    s->id = S("changes");
    node_heading(perm, s, 2, s->id, S("What changed"));
    str edition = edition_name(c);
    node_para(perm, s,
              c->count == 0
                  ? str_fmt(perm, "No number differs from %.*s.", SV(edition))
                  : str_fmt(perm,
                            "%td place%s in this report differ%s from %.*s; a bar in the "
                            "margin marks each.%s",
                            c->count, c->count == 1 ? "" : "s", c->count == 1 ? "s" : "",
                            SV(edition), c->full ? " The list is cut short." : ""));
    if (c->list->row_count > 0) {
        node *t = node_add(s, node_new(perm, NODE_TABLE));
        t->table = c->list;
    }
    s->next = c->r->root->first;
    c->r->root->first = s;
    if (!c->r->root->last) {
        c->r->root->last = s;
    }
}

static bool check_edition(const comparer *c, err *e)
{
    str schema = text_of(json_get(c->old, S("schema")));
    str id = text_of(json_get(c->old, S("study")));
    if (!str_eq(schema, S("broadsheet-study/1"))) {
        err_at(e, c->src, c->old->raw, "this is no data.json of a study");
        return err_hint(e, "The site keeps it as STUDY/data.json; 'export --format json' "
                           "prints it.");
    }
    if (!str_eq(id, c->r->id)) {
        return err_at(e, c->src, json_get(c->old, S("study"))->raw,
                      "this is the data of '%.*s', not of '%.*s'", SV(id), SV(c->r->id));
    }
    if (!json_get(c->old, S("tables")) || !json_get(c->old, S("values"))) {
        err_at(e, c->src, c->old->raw, "this edition doesn't hold what readers saw");
        return err_hint(e, "It was written by an older version: build it again from its "
                           "raw files.");
    }
    return true;
}

bool report_mark_changes(arena *perm, report *r, const source *old, err *e)
{
    comparer c = {.perm = perm, .src = old, .r = r};
    json *root = NULL;
    if (!json_parse(perm, old, old->bytes, &root, NULL, e)) {
        return false;
    }
    c.old = root;
    if (!check_edition(&c, e)) {
        return false;
    }
    str was;
    c.list = list_new(perm);
    if (differs(&c, S("finding"), r->finding_text, &was)) {
        list_change(&c, S("Finding"), S("The sentence at the head"), was,
                    r->finding_text);
    }
    compare_tree(&c, r->deck);
    compare_tree(&c, r->root);
    add_section(&c);
    return true;
}
