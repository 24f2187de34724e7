#include "base/base.h"

#include "base/json.h"
#include "html/html.h"

static str all_words(arena *perm, const html_entry *e)
{
    out *o = out_memory(perm);
    for (ptrdiff_t i = 0; i < e->tag_count; i++) {
        out_fmt(o, "%.*s ", SV(e->tags[i]));
    }
    out_fmt(o, "%.*s %.*s", SV(e->author), SV(e->words));
    return out_text(o);
}

static void member(json_writer *w, str key, str text)
{
    json_key(w, key);
    json_str(w, text.ptr ? text : S(""));
}

void html_search(out *o, arena scratch, const html_entry *entries, ptrdiff_t n)
{
    json_writer w = {.o = o, .one_line = true};
    out_str(o, S("var broadsheetSearch="));
    json_open(&w, '[');
    for (ptrdiff_t i = 0; i < n; i++) {
        arena perm = scratch;
        str path = xml_url_path(&perm, entries[i].path);
        json_open(&w, '{');
        member(&w, S("href"), str_fmt(&perm, "%.*sindex.html", SV(path)));
        member(&w, S("title"), entries[i].title);
        member(&w, S("finding"), entries[i].finding);
        member(&w, S("words"), all_words(&perm, &entries[i]));
        json_close(&w, '}');
    }
    json_close(&w, ']');
    out_str(o, S(";\n"));
}
