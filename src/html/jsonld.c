#include "base/base.h"

#include "base/day.h"
#include "base/json.h"
#include "html/page.h"

static void member(json_writer *w, str key, str text)
{
    if (text.len > 0) {
        json_key(w, key);
        json_str(w, text);
    }
}

static void person(json_writer *w, const report *r)
{
    if (r->author_name.len == 0) {
        return;
    }
    json_key(w, S("author"));
    json_open(w, '{');
    member(w, S("@type"), S("Person"));
    member(w, S("name"), r->author_name);
    member(w, S("url"), xml_url_is_safe(r->author_url) ? r->author_url : (str){0});
    json_close(w, '}');
}

static void posting(json_writer *w, arena *perm, const html_site *site,
                    const html_study *s, str here)
{
    const report *r = s->report;
    json_open(w, '{');
    member(w, S("@type"), S("BlogPosting"));
    member(w, S("@id"), here);
    member(w, S("url"), here);
    member(w, S("headline"), r->title);
    member(w, S("description"),
           r->description.len > 0 ? r->description : r->finding_text);
    member(w, S("inLanguage"), r->lang);
    member(w, S("datePublished"), day_valid(r->date) ? str_take(r->date, 10) : (str){0});
    bool has_image = here.len > 0 && s->image.len > 0;
    member(w, S("image"),
           has_image ? str_fmt(perm, "%.*s%.*s", SV(here), SV(s->image)) : (str){0});
    member(w, S("license"), site->licence);
    person(w, r);
    json_key(w, S("publisher"));
    json_open(w, '{');
    member(w, S("@type"), S("Organization"));
    member(w, S("name"), site->title);
    member(w, S("url"), site->url);
    json_close(w, '}');
    json_close(w, '}');
}

static void dataset(json_writer *w, arena *perm, const html_site *site,
                    const html_study *s, str here)
{
    const report *r = s->report;
    json_open(w, '{');
    member(w, S("@type"), S("Dataset"));
    member(w, S("name"), str_fmt(perm, "Benchmark results: %.*s", SV(r->title)));
    member(w, S("description"), r->finding_text.len > 0 ? r->finding_text : r->title);
    member(w, S("license"), site->licence);
    person(w, r);
    json_key(w, S("distribution"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < r->download_count; i++) {
        const download *d = &r->downloads[i];
        json_open(w, '{');
        member(w, S("@type"), S("DataDownload"));
        member(w, S("name"), d->name);
        member(w, S("contentUrl"), str_fmt(perm, "%.*s%.*s", SV(here), SV(d->href)));
        member(w, S("sha256"), d->sha256);
        json_close(w, '}');
    }
    json_close(w, ']');
    json_close(w, '}');
}

str page_jsonld(arena *perm, const html_site *site, const html_study *s)
{
    out *o = out_memory(perm);
    json_writer w = {.o = o, .one_line = true};
    str here = {0};
    if (site->url.len > 0) {
        here = str_fmt(perm, "%.*s%.*s", SV(site->url), SV(xml_url_path(perm, s->path)));
    }
    json_open(&w, '{');
    member(&w, S("@context"), S("https://schema.org"));
    json_key(&w, S("@graph"));
    json_open(&w, '[');
    posting(&w, perm, site, s, here);
    if (s->report->download_count > 0) {
        dataset(&w, perm, site, s, here);
    }
    json_close(&w, ']');
    json_close(&w, '}');
    return out_text(o);
}
