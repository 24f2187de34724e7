#include "base/base.h"

#include "html/body.h"

enum { TEXT_COLUMN = 62, MOST_ROW_IDS = 400, ENOUGH_TO_SORT = 8 };

static ptrdiff_t longer(ptrdiff_t a, ptrdiff_t b)
{
    return a > b ? a : b;
}

/* The longest word can't be broken; numbers are one word. */
static ptrdiff_t longest_word(str s)
{
    ptrdiff_t most = 0;
    for (str word = str_word(&s); word.len > 0; word = str_word(&s)) {
        most = longer(most, word.len);
    }
    return most;
}

/* Roughly how many characters a table needs side by side. */
static ptrdiff_t width_of(const table *t)
{
    ptrdiff_t sum = 0;
    for (ptrdiff_t c = 0; c < t->column_count; c++) {
        ptrdiff_t most = longest_word(t->columns[c].head);
        for (ptrdiff_t r = 0; r < t->row_count; r++) {
            const table_cell *cell = &t->cells[r * t->column_count + c];
            ptrdiff_t len = t->columns[c].numeric ? cell->text.len : cell->text.len / 2;
            most = longer(most, len < 40 ? len : 40);
        }
        sum += most + 2;
    }
    return sum;
}

bool body_table_is_wide(const table *t)
{
    return t->column_count > 6 || width_of(t) > TEXT_COLUMN;
}

/* r: aligned right; opt: not on a phone; mut: muted; k: begins with a swatch. */
static void put_class(body *b, xml_node *n, const table_column *c, const table_cell *cell)
{
    const struct {
        bool holds;
        const char *name;
    } classes[] = {{c->numeric, " r"},
                   {c->optional, " opt"},
                   {cell && cell->muted, " mut"},
                   {cell && cell->has_swatch, " k"}};
    str all = {0};
    for (ptrdiff_t i = 0; i < COUNTOF(classes); i++) {
        if (classes[i].holds) {
            all = str_fmt(b->perm, "%.*s%s", SV(all), classes[i].name);
        }
    }
    if (all.len > 0) {
        xml_attr(n, "class", str_drop(all, 1));
    }
}

static void put_swatch(body *b, const table_cell *c, xml_node *into)
{
    if (!c->has_swatch) {
        return;
    }
    xml_node *sw = xml_element(into, "span");
    int pattern = pattern_of(c->shade);
    xml_attr(sw, "class",
             pattern ? str_fmt(b->perm, "sw c-%s h%d", role_name(c->swatch), pattern)
                     : str_fmt(b->perm, "sw c-%s", role_name(c->swatch)));
}

/* Machine's words may be long: they break at blanks and behind a slash, but an option
 * stays whole, since a browser would break behind its dashes. */
static void put_machine(xml_node *into, str words)
{
    enum { LONG_OPTION = 24 };
    xml_node *code = xml_element(into, "code");
    while (words.len > 0) {
        cut word = str_cut(words, S(" "));
        if (str_starts(word.head, S("-")) && word.head.len <= LONG_OPTION) {
            xml_leaf(code, "span", word.head);
            word.head = (str){0};
        }
        while (word.head.len > 0) {
            ptrdiff_t slash = str_find(word.head, S("/"));
            ptrdiff_t n = slash < 0 ? word.head.len : slash + 1;
            xml_text(code, str_take(word.head, n));
            word.head = str_drop(word.head, n);
            if (word.head.len > 0) {
                xml_element(code, "wbr");
            }
        }
        xml_text(code, word.found ? S(" ") : S(""));
        words = word.tail;
    }
}

/* The number, a link to the line that it came from; below it what is said in small. */
static void put_cell(body *b, const table_cell *c, xml_node *into)
{
    put_swatch(b, c, into);
    str href = body_href(b, c->href);
    if (href.len > 0 && xml_url_is_safe(href)) {
        xml_node *a = xml_leaf(into, "a", c->text);
        xml_attr(a, "class", S("v"));
        xml_attr(a, "href", href);
    } else {
        xml_text(into, c->text);
    }
    if (c->small.len == 0) {
        return;
    }
    if (c->mono) {
        put_machine(into, c->small);
    } else {
        xml_element(into, "br");
        xml_leaf(into, "small", c->small);
    }
}

static void put_head(body *b, const table *t, xml_node *into)
{
    xml_node *row = xml_element(xml_element(into, "thead"), "tr");
    for (ptrdiff_t c = 0; c < t->column_count; c++) {
        const table_column *column = &t->columns[c];
        bool empty = column->head.len == 0;
        xml_node *th = xml_leaf(row, empty ? "td" : "th", column->head);
        if (!empty) {
            xml_attr(th, "scope", S("col"));
        }
        put_class(b, th, column, NULL);
    }
}

static void put_row(body *b, const table *t, ptrdiff_t r, str table_id, xml_node *into)
{
    const table_cell *cells = &t->cells[r * t->column_count];
    xml_text(into, S("\n"));
    xml_node *row = xml_element(into, "tr");
    if (table_id.len > 0 && t->row_heads && t->row_count <= MOST_ROW_IDS) {
        str name = str_slug(b->perm, cells[0].text);
        str id = str_fmt(b->perm, "%.*s-%.*s", SV(table_id), SV(str_take(name, 60)));
        xml_attr(row, "id", ids_unique(&b->ids, id));
    }
    for (ptrdiff_t c = 0; c < t->column_count; c++) {
        bool is_head = c == 0 && t->row_heads;
        xml_node *cell = xml_element(row, is_head ? "th" : "td");
        if (is_head) {
            xml_attr(cell, "scope", S("row"));
        }
        put_class(b, cell, &t->columns[c], &cells[c]);
        put_cell(b, &cells[c], cell);
    }
}

static bool has_links(const table *t)
{
    for (ptrdiff_t i = 0; i < t->row_count * t->column_count; i++) {
        if (t->cells[i].href.len > 0) {
            return true;
        }
    }
    return false;
}

/* What scrolls must be reachable by keyboard: by its links, or itself. */
static xml_node *put_scroller(const table *t, xml_node *into)
{
    xml_text(into, S("\n"));
    xml_node *box = xml_element(into, "div");
    xml_attr(box, "class", S("tw"));
    if (!has_links(t)) {
        xml_attr(box, "tabindex", S("0"));
        xml_attr(box, "role", S("group"));
        xml_attr(box, "aria-label", t->caption.len > 0 ? t->caption : S("Table"));
    }
    return box;
}

void body_table(body *b, const table *t, xml_node *into)
{
    xml_node *element = xml_element(put_scroller(t, into), "table");
    str id = {0};
    if (t->id.len > 0) {
        id = ids_unique(&b->ids, t->id);
        xml_attr(element, "id", id);
    }
    if (t->row_heads && t->row_count >= ENOUGH_TO_SORT) {
        xml_attr(element, "class", S("sort"));
    }
    if (t->caption.len > 0) {
        xml_node *caption = xml_element(element, "caption");
        if (id.len > 0) {
            caption = xml_element(caption, "a");
            xml_attr(caption, "class", S("self"));
            xml_attr(caption, "href", str_fmt(b->perm, "#%.*s", SV(id)));
        }
        xml_text(caption, t->caption);
    }
    put_head(b, t, element);
    xml_node *rows = xml_element(element, "tbody");
    for (ptrdiff_t r = 0; r < t->row_count; r++) {
        put_row(b, t, r, id, rows);
    }
}

/* --- downloads ------------------------------------------------------------------------
 */

static table_cell download_cell(arena *perm, const download *d, int column)
{
    switch (column) {
    case 0:
        return (table_cell){.text = d->name, .href = d->href};
    case 1:
        return (table_cell){.text = d->contents};
    case 2:
        return (table_cell){.text = d->size};
    default:
        return (table_cell){.small = d->sha256.len > 12 ? str_fmt(
                                         perm, "%.*s…", SV(str_take(d->sha256, 12)))
                                                        : d->sha256,
                            .mono = true};
    }
}

void body_downloads(body *b, const report *r, xml_node *into)
{
    enum { COLUMNS = 4 };
    if (r->download_count == 0) {
        return;
    }
    static table_column columns[COLUMNS] = {
        {.head = STR_INIT("File")},
        {.head = STR_INIT("Contents")},
        {.head = STR_INIT("Size"), .numeric = true},
        {.head = STR_INIT("SHA-256"), .optional = true},
    };
    table t = {.id = S("files"),
               .caption = S("Every number above can be traced to one of the raw files"),
               .columns = columns,
               .column_count = COLUMNS,
               .cells = NEW(b->perm, table_cell, r->download_count * COLUMNS),
               .row_count = r->download_count,
               .row_heads = true};
    for (ptrdiff_t i = 0; i < t.row_count * COLUMNS; i++) {
        t.cells[i] =
            download_cell(b->perm, &r->downloads[i / COLUMNS], (int)(i % COLUMNS));
    }
    body_table(b, &t, into);
}
