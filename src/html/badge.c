#include "base/base.h"

#include "base/utf8.h"
#include "chart/theme.h"
#include "html/html.h"

static void attr_int(xml_node *n, const char *name, long v)
{
    char text[32];
    int len = snprintf(text, sizeof text, "%ld", v);
    xml_attr(n, name, (str){text, len});
}

static void attr_colour(xml_node *n, const char *name, uint32_t rgb)
{
    char text[8];
    int len = snprintf(text, sizeof text, "#%06" PRIx32, rgb & 0xFFFFFF);
    xml_attr(n, name, (str){text, len});
}

static xml_node *put_rect(xml_node *to, long x, long width, long high, uint32_t rgb)
{
    xml_node *r = xml_element(to, "rect");
    attr_int(r, "x", x);
    attr_int(r, "width", width);
    attr_int(r, "height", high);
    attr_colour(r, "fill", rgb);
    return r;
}

/* The first letter, as large as the box; a reader's serif, since an icon loads no font.
 */
void html_favicon(out *o, str title)
{
    str trimmed = str_trim(title);
    int n = trimmed.len > 0 ? utf8_at(trimmed.ptr, trimmed.len, NULL) : 0;
    str letter = n > 0 ? str_take(trimmed, n) : S("B");
    OWNED(xml_doc) d = xml_doc_new("svg");
    xml_node *svg = xml_root(d);
    xml_attr(svg, "xmlns", S("http://www.w3.org/2000/svg"));
    xml_attr(svg, "viewBox", S("0 0 32 32"));
    xml_attr(put_rect(svg, 0, 32, 32, theme_light.rgb[PAINT_INK]), "rx", S("4"));
    xml_node *text = xml_leaf(svg, "text", letter);
    xml_attr(text, "x", S("16"));
    xml_attr(text, "y", S("24"));
    xml_attr(text, "text-anchor", S("middle"));
    xml_attr(text, "font-size", S("24"));
    xml_attr(text, "font-family", S("Vollkorn,Georgia,serif"));
    attr_colour(text, "fill", theme_light.rgb[PAINT_BG]);
    xml_write_xml(o, d);
}

static const long height = 22, padding = 8, stripe = 4;

static void put_text(xml_node *svg, long x, long width, str words, uint32_t rgb)
{
    xml_node *text = xml_leaf(svg, "text", words);
    attr_int(text, "x", x);
    xml_attr(text, "y", S("15"));
    attr_int(text, "textLength", width);
    attr_colour(text, "fill", rgb);
}

/*  |label  [] text|   the stripe before the text has the variant's colour */
void html_badge(out *o, arena scratch, str label, str text, role r, text_meter meter)
{
    long a = (long)ceil(meter.width(meter.ctx, label, 12, 600, FACE_DATA));
    long b = (long)ceil(meter.width(meter.ctx, text, 12, 600, FACE_DATA));
    long split = a + 2 * padding;
    long width = split + stripe + b + 2 * padding;
    OWNED(xml_doc) d = xml_doc_new("svg");
    xml_node *svg = xml_root(d);
    xml_attr(svg, "xmlns", S("http://www.w3.org/2000/svg"));
    attr_int(svg, "width", width);
    attr_int(svg, "height", height);
    xml_attr(svg, "viewBox", str_fmt(&scratch, "0 0 %ld %ld", width, height));
    xml_attr(svg, "role", S("img"));
    xml_attr(svg, "font-family", S("Inter,system-ui,sans-serif"));
    xml_attr(svg, "font-size", S("12"));
    xml_attr(svg, "font-weight", S("600"));
    xml_leaf(svg, "title", str_fmt(&scratch, "%.*s: %.*s", SV(label), SV(text)));
    put_rect(svg, 0, split, height, theme_light.rgb[PAINT_INK]);
    put_rect(svg, split, width - split, height, theme_light.rgb[PAINT_RAISE]);
    put_rect(svg, split, stripe, height, theme_light.rgb[PAINT_ROLE + r]);
    put_text(svg, padding, a, label, theme_light.rgb[PAINT_BG]);
    put_text(svg, split + stripe + padding, b, text, theme_light.rgb[PAINT_INK]);
    xml_write_xml(o, d);
}
