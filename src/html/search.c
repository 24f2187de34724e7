#include "base/base.h"

#include "base/json.h"
#include "html/html.h"

/* The words that a study can be found by besides its title and finding: its headings,
 * what its figures say, and whom it compares. */
static str words_of(arena *perm, const report *r)
{
    out *o = out_memory(perm);
    node_walk w = node_walk_start(r->root);
    for (node_event ev; (ev = node_walk_next(&w)) != EVENT_END;) {
        if (ev == EVENT_ENTER && w.at->kind == NODE_HEADING) {
            out_fmt(o, "%.*s ", SV(node_plain(perm, w.at)));
        }
    }
    for (ptrdiff_t i = 0; i < r->figure_count; i++) {
        const figure *f = r->figures[i];
        out_fmt(o, "%.*s %.*s ", SV(f->title), SV(f->subtitle));
        for (ptrdiff_t p = 0; p < f->chart.panel_count && p < 1; p++) {
            const chart_panel *panel = &f->chart.panels[p];
            for (ptrdiff_t b = 0; b < panel->bar_count; b++) {
                out_fmt(o, "%.*s ", SV(panel->bars[b].name));
            }
        }
    }
    return str_trim(out_text(o));
}

void html_search(out *o, arena scratch, const html_entry *entries, ptrdiff_t n)
{
    json_writer w = {.o = o, .one_line = true};
    out_str(o, S("var broadsheetSearch="));
    json_open(&w, '[');
    for (ptrdiff_t i = 0; i < n; i++) {
        arena perm = scratch;
        const report *r = entries[i].report;
        json_open(&w, '{');
        json_key(&w, S("href"));
        json_str(&w, str_fmt(&perm, "%.*sindex.html",
                             SV(xml_url_path(&perm, entries[i].path))));
        json_key(&w, S("title"));
        json_str(&w, r->title.ptr ? r->title : S(""));
        json_key(&w, S("finding"));
        json_str(&w, r->finding_text.ptr ? r->finding_text : S(""));
        json_key(&w, S("words"));
        out *words = out_memory(&perm);
        for (ptrdiff_t t = 0; t < r->tag_count; t++) {
            out_fmt(words, "%.*s ", SV(r->tags[t]));
        }
        str tags = out_text(words);
        json_str(&w, str_fmt(&perm, "%.*s%.*s %.*s", SV(tags), SV(r->author_name),
                             SV(words_of(&perm, r))));
        json_close(&w, '}');
    }
    json_close(&w, ']');
    out_str(o, S(";\n"));
}
