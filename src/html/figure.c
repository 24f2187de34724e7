#include "base/base.h"

#include "chart/svg.h"
#include "html/body.h"

/* The links to the chart as a file. */
static void put_files(body *b, const figure *f, const html_chart *chart, xml_node *into)
{
    const struct {
        const char *name, *extension;
        bool exists;
    } files[] = {
        {"SVG", "svg", chart && chart->has_svg},
        {"PNG", "png", chart && chart->has_png},
        {"CSV", "csv", chart && chart->has_csv},
    };
    xml_node *box = NULL;
    for (ptrdiff_t i = 0; i < COUNTOF(files); i++) {
        if (!files[i].exists || body_href(b, S("charts/")).len == 0) {
            continue;
        }
        if (!box) {
            box = xml_element(into, "span");
            xml_attr(box, "class", S("sv"));
        }
        str path = str_fmt(b->perm, "charts/%.*s.%s", SV(f->id), files[i].extension);
        xml_node *a = xml_leaf(box, "a", str_from(files[i].name));
        xml_attr(a, "href", body_href(b, xml_url_path(b->perm, path)));
        xml_attr(a, "aria-label",
                 str_fmt(b->perm, "Figure %d as %s", f->number, files[i].name));
    }
}

static void put_caption(body *b, const figure *f, const html_chart *chart, str id,
                        xml_node *into)
{
    xml_node *caption = xml_element(into, "figcaption");
    xml_node *line = xml_element(caption, "p");
    xml_attr(line, "class", S("fn"));
    xml_node *self = xml_leaf(line, "a", str_fmt(b->perm, "Figure %d", f->number));
    xml_attr(self, "class", S("self"));
    xml_attr(self, "href", str_fmt(b->perm, "#%.*s", SV(id)));
    put_files(b, f, chart, line);
    int level = b->heading_level;
    xml_text(body_heading(b, caption, 3, (str){0}), f->title);
    b->heading_level = level;
    if (f->subtitle.len > 0) {
        xml_leaf(caption, "p", f->subtitle);
    }
}

static void put_charts(const html_chart *chart, xml_node *into)
{
    xml_text(into, S("\n"));
    xml_node *box = xml_element(into, "div");
    xml_attr(box, "class", S("fig"));
    if (!chart->wide || !chart->narrow) {
        svg_inline(box, chart->wide ? chart->wide : chart->narrow, "chart");
        return;
    }
    svg_inline(box, chart->wide, "chart c-wide");
    svg_inline(box, chart->narrow, "chart c-narrow");
}

/* The HTML that shows the chart on another site, for those who want to quote it. */
static void put_embed(body *b, const figure *f, const html_chart *chart, str id,
                      xml_node *into)
{
    str url = b->site->url;
    if (url.len == 0 || !chart || !chart->has_svg || b->site->bundle) {
        return;
    }
    str base = str_fmt(b->perm, "%.*s%.*s", SV(url), SV(b->study->path));
    OWNED(xml_doc) d = xml_doc_new("div");
    xml_node *a = xml_element(xml_root(d), "a");
    xml_attr(a, "href", str_fmt(b->perm, "%.*s#%.*s", SV(base), SV(id)));
    xml_node *img = xml_element(a, "img");
    str file = str_fmt(b->perm, "charts/%.*s.svg", SV(f->id));
    xml_attr(img, "src",
             str_fmt(b->perm, "%.*s%.*s", SV(base), SV(xml_url_path(b->perm, file))));
    xml_attr(img, "alt", f->alt);
    out *o = out_memory(b->perm);
    err ignored = {0};
    if (!xml_write_html_inside(o, xml_root(d), &ignored)) {
        return; /* can't be: there is no raw text in it */
    }
    xml_node *details = xml_element(into, "details");
    xml_attr(details, "class", S("embed"));
    xml_leaf(details, "summary", S("Embed this figure"));
    xml_node *pre = xml_element(details, "pre");
    xml_attr(pre, "tabindex", S("0"));
    xml_attr(pre, "role", S("group"));
    xml_attr(pre, "aria-label", str_fmt(b->perm, "HTML of figure %d", f->number));
    xml_leaf(pre, "code", out_text(o));
}

void body_figure(body *b, const figure *f, const html_chart *chart, xml_node *into)
{
    bool has_chart = chart && (chart->wide || chart->narrow);
    str id = ids_unique(&b->ids, f->id);
    xml_text(into, S("\n"));
    xml_node *element = xml_element(into, "figure");
    xml_attr(element, "id", id);
    put_caption(b, f, chart, id, element);
    if (has_chart || f->table) {
        bool stacked = !has_chart || !f->table || body_table_is_wide(f->table);
        xml_text(element, S("\n"));
        xml_node *pair = xml_element(element, "div");
        xml_attr(pair, "class", stacked ? S("pair stack") : S("pair"));
        if (has_chart) {
            put_charts(chart, pair);
        }
        if (f->table) {
            body_table(b, f->table, pair);
        }
    }
    if (f->source) {
        xml_node *line = xml_element(element, "p");
        xml_attr(line, "class", S("src"));
        body_inline(b, f->source, line);
    }
    put_embed(b, f, chart, id, element);
}
