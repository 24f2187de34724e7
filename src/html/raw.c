#include "base/base.h"

#include "html/page.h"
#include "html/raw_text.h"

enum { MOST_LINES = 20000, MOST_BYTES = 4 << 20, LONGEST_LINE = 4096 };

static void put_line(arena *perm, xml_node *list, str line, ptrdiff_t number)
{
    char id[32];
    int n = snprintf(id, sizeof id, "L%td", number);
    xml_node *row = xml_element(list, "span");
    xml_attr(row, "id", (str){id, n});
    xml_node *a = xml_element(row, "a");
    char href[40];
    n = snprintf(href, sizeof href, "#L%td", number);
    xml_attr(a, "href", (str){href, n});
    xml_attr(a, "tabindex", S("-1")); /* thousands of stops would lock the keyboard in */
    xml_text(a, str_drop((str){href, n}, 2));
    if (str_ends(line, S("\r"))) {
        line.len--;
    }
    arena scratch = *perm;
    bool cut_short = line.len > LONGEST_LINE;
    xml_leaf(row, "code", raw_visible(&scratch, str_take(line, LONGEST_LINE)));
    if (cut_short) {
        xml_leaf(row, "i",
                 str_fmt(&scratch, "… %td more bytes", line.len - LONGEST_LINE));
    }
    xml_text(list, S("\n"));
}

/* Appends the lines; returns how many. */
static ptrdiff_t put_lines(arena *perm, xml_node *into, str bytes, bool *whole)
{
    ptrdiff_t number = 0;
    str rest = str_take(bytes, MOST_BYTES);
    bool all_bytes = rest.len == bytes.len;
    while (rest.len > 0 && number < MOST_LINES) {
        cut line = str_cut(rest, S("\n"));
        put_line(perm, into, line.head, ++number);
        rest = line.tail;
    }
    *whole = all_bytes && rest.len == 0;
    return number;
}

bool html_raw_page(out *o, arena scratch, const html_site *site, const html_raw *r,
                   err *e)
{
    arena *perm = &scratch;
    page_head head = {
        .root = r->root,
        .path = r->path,
        .title = r->name,
        .description = str_fmt(perm, "Raw data of %.*s, line by line", SV(r->back_title)),
        .is_hidden = true};
    OWNED(xml_doc) lines = xml_doc_new("div");
    bool whole = true;
    str text = raw_decode(perm, r->bytes);
    bool readable = raw_is_text(text);
    ptrdiff_t n = readable ? put_lines(perm, xml_root(lines), text, &whole) : 0;
    str note = {0};
    if (!readable) {
        note = S("This file is no text; download it to look at it.");
    } else if (!whole) {
        note = str_fmt(
            perm, "Only the first %td lines are shown here; the file has them all.", n);
    } else if (r->bytes.len == 0) {
        note = S("This file is empty.");
    }
    value *all = page_values(perm, site, &head);
    value *v = value_add_map(perm, all, "raw");
    value_add_text(perm, v, "name", r->name);
    value_add_text(perm, v, "href", r->href);
    value_add_text(perm, v, "own_name", r->own_name);
    value_add_text(perm, v, "renamed", r->renamed ? S("yes") : (str){0});
    value_add_text(perm, v, "size", r->size);
    value_add_text(perm, v, "sha256", r->sha256);
    value_add_text(perm, v, "original", r->original_sha256);
    value_add_text(perm, v, "back_href", r->back_href);
    value_add_text(perm, v, "back_title", r->back_title);
    value_add_text(perm, v, "note", note);
    value_add_tree(perm, v, "lines", xml_root(lines));
    return page_write(o, site, S("raw.xml"), all, e);
}
