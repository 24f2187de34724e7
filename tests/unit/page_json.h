/* page_json.h - a page's data as JSON, for golden cases: cases are data, not code.
 *
 * Inline text is a string, or a list of strings and of objects {"b": …}, {"em": …},
 * {"code": "…"}, {"a": …, "href": "…"}, {"v": "16.3 s", "href": "…"}, {"img": "…"}.
 * Blocks are objects named by their first key: h2, p, code, list, quote, section, note,
 * specs, figure, table, keys, rule. U+E080 … U+E0FF stand for the raw bytes 80 … FF. */
#ifndef TESTS_PAGE_JSON_H
#define TESTS_PAGE_JSON_H

#include "base/json.h"
#include "check.h"
#include "html/html.h"
#include "spec_json.h"

typedef struct {
    arena *perm;
    report *report;
    html_chart *charts;
} page_reader;

/* JSON can't hold NUL and bad UTF-8, the cases must: U+E000 to U+E0FF stand for bytes. */
static str pj_bytes(arena *perm, str s)
{
    char *copy = NEW(perm, char, s.len + 1);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        int high = i + 2 < s.len ? (unsigned char)s.ptr[i + 1] : 0;
        if (s.ptr[i] == '\xEE' && high >= 0x80 && high <= 0x83) {
            copy[n++] = (char)((high & 3) << 6 | (s.ptr[i + 2] & 0x3F));
            i += 2;
        } else {
            copy[n++] = s.ptr[i];
        }
    }
    return (str){copy, n};
}

static str pj_str(page_reader *r, const json *o, const char *key)
{
    const json *v = json_get(o, str_from(key));
    return v && v->kind == JSON_STRING ? pj_bytes(r->perm, v->text) : (str){0};
}

static bool pj_bool(const json *o, const char *key)
{
    const json *v = json_get(o, str_from(key));
    return v && v->truth;
}

static double pj_num(const json *o, const char *key)
{
    const json *v = json_get(o, str_from(key));
    return v && v->kind == JSON_NUMBER ? v->num : 0;
}

static const json *pj_list(const json *o, const char *key, ptrdiff_t *n)
{
    const json *v = json_get(o, str_from(key));
    *n = v ? v->count : 0;
    return v ? v->first : NULL;
}

static role pj_role(page_reader *r, const json *o)
{
    str name = pj_str(r, o, "role");
    for (int i = 0; i < (int)ROLE_COUNT; i++) {
        if (str_eq(name, str_from(role_name((role)i)))) {
            return (role)i;
        }
    }
    return ROLE_GREY;
}

/* --- inline ---------------------------------------------------------------------------
 */

static void pj_inline(page_reader *r, const json *v, node *to)
{
    static const struct {
        const char *key;
        node_kind kind;
    } kinds[] = {{"b", NODE_STRONG},  {"em", NODE_EMPH},  {"s", NODE_STRIKE},
                 {"code", NODE_MONO}, {"a", NODE_LINK},   {"v", NODE_VALUE},
                 {"br", NODE_BREAK},  {"img", NODE_IMAGE}};
    if (v->kind == JSON_STRING) {
        node_text(r->perm, to, pj_bytes(r->perm, v->text));
        return;
    }
    if (v->kind == JSON_ARRAY) {
        for (const json *part = v->first; part; part = part->next) {
            pj_inline(r, part, to);
        }
        return;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        const json *inner = json_get(v, str_from(kinds[i].key));
        if (!inner) {
            continue;
        }
        node *n = node_add(to, node_new(r->perm, kinds[i].kind));
        n->href = pj_str(r, v, "href");
        if (n->kind == NODE_IMAGE) {
            n->href = pj_str(r, v, "img");
            n->text = pj_str(r, v, "alt");
        } else if (n->kind == NODE_MONO || n->kind == NODE_VALUE) {
            n->text = pj_bytes(r->perm, inner->text);
        } else if (n->kind != NODE_BREAK) {
            pj_inline(r, inner, n);
        }
        return;
    }
}

static node *pj_para(page_reader *r, const json *v, bool author)
{
    node *p = node_new(r->perm, NODE_PARA);
    p->author = author;
    if (v) {
        pj_inline(r, v, p);
    }
    return p;
}

/* --- tables and figures
 * ----------------------------------------------------------------- */

static table_cell pj_cell(page_reader *r, const json *v)
{
    if (v->kind == JSON_STRING) {
        return (table_cell){.text = pj_bytes(r->perm, v->text)};
    }
    return (table_cell){.text = pj_str(r, v, "text"),
                        .small = pj_str(r, v, "small"),
                        .mono = pj_bool(v, "mono"),
                        .href = pj_str(r, v, "href"),
                        .has_swatch = json_get(v, S("role")) != NULL,
                        .swatch = pj_role(r, v),
                        .shade = (int)pj_num(v, "shade"),
                        .muted = pj_bool(v, "muted")};
}

static table *pj_table(page_reader *r, const json *v)
{
    table *t = NEW(r->perm, table, 1);
    t->id = pj_str(r, v, "id");
    t->caption = pj_str(r, v, "caption");
    t->row_heads = true;
    const json *column = pj_list(v, "columns", &t->column_count);
    t->columns = NEW(r->perm, table_column, t->column_count);
    for (ptrdiff_t i = 0; column; column = column->next, i++) {
        str head = pj_bytes(r->perm, column->text);
        t->columns[i].numeric = str_starts(head, S(">"));
        head = str_drop(head, t->columns[i].numeric ? 1 : 0);
        t->columns[i].optional = str_ends(head, S("?"));
        t->columns[i].head = str_take(head, head.len - (t->columns[i].optional ? 1 : 0));
    }
    const json *row = pj_list(v, "rows", &t->row_count);
    t->cells = NEW(r->perm, table_cell, t->row_count * t->column_count);
    for (ptrdiff_t i = 0; row; row = row->next, i++) {
        const json *cell = row->first;
        for (ptrdiff_t c = 0; cell && c < t->column_count; cell = cell->next, c++) {
            t->cells[i * t->column_count + c] = pj_cell(r, cell);
        }
    }
    return t;
}

/* A drawing that is enough to see where it goes. */
static scene *pj_scene(page_reader *r, const figure *f, double width)
{
    str id = str_fmt(r->perm, "%.*s-%s", SV(f->id), width > 400 ? "w" : "n");
    scene *s = scene_new(r->perm, width, 60, id, f->title, f->alt);
    s->root.kind = MARK_GROUP;
    scene_add(r->perm, &s->root,
              (mark){.kind = MARK_RECT,
                     .w = width / 2,
                     .h = 26,
                     .fill = (paint)(PAINT_ROLE + ROLE_WASM)});
    return s;
}

static figure *pj_figure(page_reader *r, const json *v)
{
    figure *f = NEW(r->perm, figure, 1);
    f->number = (int)pj_num(v, "number");
    f->id = pj_str(r, v, "id");
    f->title = pj_str(r, v, "title");
    f->subtitle = pj_str(r, v, "subtitle");
    f->alt = pj_str(r, v, "alt");
    const json *t = json_get(v, S("table"));
    f->table = t ? pj_table(r, t) : NULL;
    const json *from = json_get(v, S("source"));
    f->source = from ? pj_para(r, from, false) : NULL;
    const json *spec = json_get(v, S("spec")); /* as in the cases of charts */
    if (spec) {
        f->chart = spec_from_json(r->perm, spec);
    }
    html_chart *chart = &r->charts[r->report->figure_count];
    if (pj_bool(v, "chart")) {
        *chart =
            (html_chart){pj_scene(r, f, 624), pj_scene(r, f, 358), true, true, false};
    }
    r->report->figures[r->report->figure_count++] = f;
    return f;
}

static void pj_keys(page_reader *r, const json *list, node *n)
{
    n->keys = NEW(r->perm, key_figure, list->count);
    for (const json *v = list->first; v; v = v->next) {
        key_figure *k = &n->keys[n->key_count++];
        *k = (key_figure){.number = pj_str(r, v, "number"),
                          .unit = pj_str(r, v, "unit"),
                          .what = pj_str(r, v, "what"),
                          .caveat = pj_str(r, v, "caveat"),
                          .href = pj_str(r, v, "href"),
                          .href_text = pj_str(r, v, "href_text")};
        const json *bars = json_get(v, S("bars"));
        const json *bar = bars ? bars->first : NULL;
        for (int i = 0; bar && i < 2; bar = bar->next, i++) {
            k->bars[i] = (key_bar){.name = pj_str(r, bar, "name"),
                                   .text = pj_str(r, bar, "text"),
                                   .share = pj_num(bar, "share"),
                                   .role = pj_role(r, bar)};
        }
    }
}

/* --- blocks
 * ------------------------------------------------------------------------------ */

static void pj_blocks(page_reader *r, const json *list, bool author, node *to);

static void pj_items(page_reader *r, const json *v, bool author, node *list)
{
    for (const json *item = v->first; item; item = item->next) {
        node *n = node_add(list, node_new(r->perm, NODE_ITEM));
        if (item->kind == JSON_STRING) {
            node_add(n, pj_para(r, item, author));
        } else {
            pj_blocks(r, item, author, n);
        }
    }
}

static void pj_specs(page_reader *r, const json *v, node *specs)
{
    for (const json *row = v->first; row; row = row->next) {
        bool muted = row->count > 2;
        node *term = node_add(specs, node_new(r->perm, NODE_TERM));
        pj_inline(r, row->first, term);
        node *detail = node_add(specs, node_new(r->perm, NODE_DETAIL));
        pj_inline(r, row->first->next, detail);
        term->muted = detail->muted = muted;
    }
}

static void pj_block(page_reader *r, const json *v, bool author, node *to)
{
    static const struct {
        const char *key;
        node_kind kind;
    } kinds[] = {{"h2", NODE_HEADING},  {"h3", NODE_HEADING},      {"h4", NODE_HEADING},
                 {"p", NODE_PARA},      {"code", NODE_CODE},       {"list", NODE_LIST},
                 {"quote", NODE_QUOTE}, {"section", NODE_SECTION}, {"note", NODE_NOTE},
                 {"specs", NODE_SPECS}, {"figure", NODE_FIGURE},   {"table", NODE_TABLE},
                 {"keys", NODE_KEYS},   {"rule", NODE_RULE}};
    ptrdiff_t k = 0;
    while (k < COUNTOF(kinds) && !json_get(v, str_from(kinds[k].key))) {
        k++;
    }
    if (k == COUNTOF(kinds)) {
        fail_msg("a block of no known kind: %.*s", SV(v->raw));
    }
    const json *inner = json_get(v, str_from(kinds[k].key));
    node *n = node_add(to, node_new(r->perm, kinds[k].kind));
    n->id = pj_str(r, v, "id");
    n->label = pj_str(r, v, "label");
    n->author = author && !pj_bool(v, "gen");
    switch (n->kind) {
    case NODE_HEADING:
        n->level = kinds[k].key[1] - '0';
        pj_inline(r, inner, n);
        break;
    case NODE_PARA:
        pj_inline(r, inner, n);
        break;
    case NODE_CODE:
        n->text = pj_bytes(r->perm, inner->text);
        break;
    case NODE_LIST:
        n->ordered = json_get(v, S("start")) != NULL;
        n->start = (int)pj_num(v, "start");
        pj_items(r, inner, author, n);
        break;
    case NODE_SECTION:
        n->section = str_eq(inner->text, S("method")) ? SECTION_METHOD
                     : str_eq(inner->text, S("data")) ? SECTION_DATA
                                                      : SECTION_PROSE;
        pj_blocks(r, json_get(v, S("of")), n->section == SECTION_PROSE, n);
        break;
    case NODE_QUOTE:
        pj_blocks(r, inner, author, n);
        break;
    case NODE_NOTE:
        pj_blocks(r, inner, false, n);
        break;
    case NODE_SPECS:
        pj_specs(r, inner, n);
        break;
    case NODE_FIGURE:
        n->figure = pj_figure(r, inner);
        break;
    case NODE_TABLE:
        n->table = pj_table(r, inner);
        break;
    case NODE_KEYS:
        pj_keys(r, inner, n);
        break;
    default:
        break;
    }
}

static void pj_blocks(page_reader *r, const json *list, bool author, node *to)
{
    for (const json *v = list ? list->first : NULL; v; v = v->next) {
        if (v->kind != JSON_OBJECT) {
            node_add(to, pj_para(r, v, author));
        } else {
            pj_block(r, v, author, to);
        }
    }
}

/* --- whole reports
 * ------------------------------------------------------------------------ */

static void pj_downloads(page_reader *r, const json *v)
{
    const json *d = pj_list(v, "downloads", &r->report->download_count);
    r->report->downloads = NEW(r->perm, download, r->report->download_count);
    for (ptrdiff_t i = 0; d; d = d->next, i++) {
        r->report->downloads[i] = (download){.name = pj_str(r, d, "name"),
                                             .href = pj_str(r, d, "href"),
                                             .contents = pj_str(r, d, "contents"),
                                             .size = pj_str(r, d, "size"),
                                             .sha256 = pj_str(r, d, "sha256")};
    }
}

static str *pj_strings(page_reader *r, const json *v, const char *key, ptrdiff_t *n)
{
    const json *s = pj_list(v, key, n);
    str *list = NEW(r->perm, str, *n);
    for (ptrdiff_t i = 0; s; s = s->next, i++) {
        list[i] = pj_bytes(r->perm, s->text);
    }
    return list;
}

static void pj_corrections(page_reader *r, const json *v)
{
    const json *c = pj_list(v, "corrections", &r->report->correction_count);
    r->report->corrections = NEW(r->perm, correction, r->report->correction_count);
    for (ptrdiff_t i = 0; c; c = c->next, i++) {
        r->report->corrections[i] =
            (correction){pj_str(r, c, "date"), pj_str(r, c, "note")};
    }
}

static report *pj_report(page_reader *r, const json *v)
{
    enum { MOST_FIGURES = 16 };
    report *p = r->report = NEW(r->perm, report, 1);
    p->figures = NEW(r->perm, figure *, MOST_FIGURES);
    r->charts = NEW(r->perm, html_chart, MOST_FIGURES);
    p->id = pj_str(r, v, "id");
    p->title = pj_str(r, v, "title");
    p->kicker = pj_str(r, v, "kicker");
    p->description = pj_str(r, v, "description");
    const json *deck = json_get(v, S("deck"));
    p->deck = deck ? pj_para(r, deck, true) : NULL;
    p->finding_text = p->deck ? node_plain(r->perm, p->deck) : (str){0};
    p->date = pj_str(r, v, "date");
    p->author_name = pj_str(r, v, "author");
    p->author_bio = pj_str(r, v, "bio");
    p->author_url = pj_str(r, v, "author_url");
    p->author_initials = pj_str(r, v, "initials");
    p->disclosure = pj_str(r, v, "disclosure");
    p->reading_minutes = (int)pj_num(v, "reading");
    p->lang = S("en");
    p->tags = pj_strings(r, v, "tags", &p->tag_count);
    p->sources_hash = pj_str(r, v, "hash");
    p->source_count = (ptrdiff_t)pj_num(v, "sources");
    p->program = S("broadsheet 0.1.0");
    p->root = node_new(r->perm, NODE_REPORT);
    pj_blocks(r, json_get(v, S("root")), true, p->root);
    pj_downloads(r, v);
    pj_corrections(r, v);
    return p;
}

static html_card *pj_cards(page_reader *r, const json *v, const char *key, ptrdiff_t *n)
{
    const json *c = pj_list(v, key, n);
    html_card *cards = NEW(r->perm, html_card, *n);
    for (ptrdiff_t i = 0; c; c = c->next, i++) {
        cards[i] = (html_card){.href = pj_str(r, c, "href"),
                               .title = pj_str(r, c, "title"),
                               .finding = pj_str(r, c, "finding"),
                               .kicker = pj_str(r, c, "kicker"),
                               .author = pj_str(r, c, "author"),
                               .date = pj_str(r, c, "date")};
        cards[i].tags = pj_strings(r, c, "tags", &cards[i].tag_count);
        if (json_get(c, S("keys"))) {
            node *keys = node_new(r->perm, NODE_KEYS);
            pj_keys(r, json_get(c, S("keys")), keys);
            cards[i].key = keys->keys;
        }
    }
    return cards;
}

static html_link *pj_links(page_reader *r, const json *v, const char *key, ptrdiff_t *n)
{
    const json *l = pj_list(v, key, n);
    html_link *links = NEW(r->perm, html_link, *n);
    for (ptrdiff_t i = 0; l; l = l->next, i++) {
        links[i] = (html_link){.href = pj_str(r, l, "href"),
                               .text = pj_str(r, l, "text"),
                               .note = pj_str(r, l, "note")};
    }
    return links;
}

#endif
