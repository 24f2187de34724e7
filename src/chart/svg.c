#include "base/base.h"

#include "chart/svg.h"
#include "chart/theme.h"

/* One drawing on its way into a tree. The short texts of attributes are put together in
 * `buffer`, because xml_attr() copies. */
typedef struct {
    const scene *s;
    bool used_pattern[PATTERN_COUNT];
    char buffer[1024];
} pen;

/* CSS px with at most two digits behind the point; the same in every locale. What no
 * drawing can hold becomes 0. */
static int put_length(char *to, size_t cap, double v)
{
    if (!isfinite(v) || fabs(v) > 1e7) {
        v = 0;
    }
    long long hundredths = llround(v * 100);
    unsigned long long size = (unsigned long long)llabs(hundredths);
    const char *sign = hundredths < 0 ? "-" : "";
    int n = 0;
    if (size % 100 == 0) {
        n = snprintf(to, cap, "%s%llu", sign, size / 100);
    } else if (size % 10 == 0) {
        n = snprintf(to, cap, "%s%llu.%llu", sign, size / 100, size / 10 % 10);
    } else {
        n = snprintf(to, cap, "%s%llu.%02llu", sign, size / 100, size % 100);
    }
    return n;
}

static void attr_length(pen *p, xml_node *n, const char *name, double v)
{
    int len = put_length(p->buffer, sizeof p->buffer, v);
    xml_attr(n, name, (str){p->buffer, len});
}

static void attr_fmt(pen *p, xml_node *n, const char *name, const char *fmt, ...)
    PRINTF(4, 5);

static void attr_fmt(pen *p, xml_node *n, const char *name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int len = vsnprintf(p->buffer, sizeof p->buffer, fmt, ap);
    va_end(ap);
    ptrdiff_t most = COUNTOF(p->buffer) - 1;
    xml_attr(n, name, (str){p->buffer, len < most ? len : most});
}

static void attr_paint(pen *p, xml_node *n, const char *name, paint which)
{
    if (which == PAINT_NONE) {
        xml_attr(n, name, S("none"));
    } else {
        attr_fmt(p, n, name, "#%06" PRIx32, theme_light.rgb[which]);
    }
}

static void put_dashes(pen *p, xml_node *n, int dash)
{
    dash_run run = dash_lengths(dash);
    int len = 0;
    for (int i = 0; i < run.count; i++) {
        if (i > 0) {
            p->buffer[len++] = ' ';
        }
        len += put_length(p->buffer + len, sizeof p->buffer - (size_t)len, run.px[i]);
    }
    if (len > 0) {
        xml_attr(n, "stroke-dasharray", (str){p->buffer, len});
    }
}

/* What most marks have stands on the drawing itself, and they inherit it: the fill and
 * the size of small words. */
static const paint COMMON_FILL = PAINT_MUTED;
static const double COMMON_SIZE = 12;

static bool is_length(double v, double as)
{
    return fabs(v - as) < .005;
}

static void put_paints(pen *p, xml_node *n, const mark *m)
{
    bool fills = m->fill != PAINT_NONE && m->fill != COMMON_FILL;
    if (m->fill != COMMON_FILL) {
        attr_paint(p, n, "fill", m->fill);
    }
    if (m->stroke != PAINT_NONE) {
        attr_paint(p, n, "stroke", m->stroke);
        if (!is_length(m->stroke_width, 1)) {
            attr_length(p, n, "stroke-width", m->stroke_width);
        }
    }
    put_dashes(p, n, m->dash);
    if (m->opacity > 0 && m->opacity < 1) {
        attr_length(p, n, "opacity", m->opacity);
    }
    bool strokes = m->stroke != PAINT_NONE;
    if (fills || strokes) {
        attr_fmt(p, n, "class", "%s%s%s%s%s", fills ? "f-" : "",
                 fills ? paint_name(m->fill) : "", fills && strokes ? " " : "",
                 strokes ? "s-" : "", strokes ? paint_name(m->stroke) : "");
    }
}

static void put_box(pen *p, xml_node *n, const mark *m)
{
    attr_length(p, n, "x", m->x);
    attr_length(p, n, "y", m->y);
    attr_length(p, n, "width", m->w);
    attr_length(p, n, "height", m->h);
}

static void put_rect(pen *p, xml_node *to, const mark *m)
{
    xml_node *n = xml_element(to, "rect");
    put_box(p, n, m);
    put_paints(p, n, m);
    if (pattern_path(m->pattern)) {
        n = xml_element(to, "rect");
        put_box(p, n, m);
        attr_fmt(p, n, "fill", "url(#%.*s-p%d)", SV(p->s->id), m->pattern);
    }
}

static bool lines_alike(const mark *a, const mark *b)
{
    return b && b->kind == MARK_LINE && a->stroke == b->stroke && a->dash == b->dash
           && is_length(a->stroke_width, b->stroke_width) && a->opacity <= 0
           && b->opacity <= 0;
}

enum { LONGEST_LINE = 4 * 16 }; /* a letter and three or four lengths */

/* "M1.5 2H8": from one point to the other. Returns how long it is. */
static int put_segment(char *to, const mark *m)
{
    enum { LENGTH = 16 };
    char x1[LENGTH], y1[LENGTH], x2[LENGTH], y2[LENGTH];
    put_length(x1, LENGTH, m->x);
    put_length(y1, LENGTH, m->y);
    put_length(x2, LENGTH, m->x + m->w);
    put_length(y2, LENGTH, m->y + m->h);
    if (strcmp(y1, y2) == 0) {
        return snprintf(to, LONGEST_LINE, "M%s %sH%s", x1, y1, x2);
    }
    if (strcmp(x1, x2) == 0) {
        return snprintf(to, LONGEST_LINE, "M%s %sV%s", x1, y1, y2);
    }
    return snprintf(to, LONGEST_LINE, "M%s %sL%s %s", x1, y1, x2, y2);
}

/* Lines of one look, drawn one after the other, are one path. Returns the last of them.
 */
static const mark *put_lines(pen *p, xml_node *to, const mark *m)
{
    int len = put_segment(p->buffer, m);
    while (lines_alike(m, m->next) && len + LONGEST_LINE < (int)sizeof p->buffer) {
        m = m->next;
        len += put_segment(p->buffer + len, m);
    }
    xml_node *n = xml_element(to, "path");
    xml_attr(n, "d", (str){p->buffer, len});
    mark copy = *m;
    copy.fill = PAINT_NONE;
    put_paints(p, n, &copy);
    return m;
}

static void put_circle(pen *p, xml_node *to, const mark *m)
{
    xml_node *n = xml_element(to, "circle");
    attr_length(p, n, "cx", m->x);
    attr_length(p, n, "cy", m->y);
    attr_length(p, n, "r", m->r);
    put_paints(p, n, m);
}

static void put_path(pen *p, xml_node *to, const mark *m)
{
    xml_node *n = xml_element(to, "path");
    xml_attr(n, "d", m->text);
    put_paints(p, n, m);
}

static void put_text(pen *p, xml_node *to, const mark *m)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    static const char *const families[] = {NULL, "Vollkorn,Georgia,serif",
                                           "'JetBrains Mono',ui-monospace,monospace"};
    xml_node *n = xml_element(to, "text");
    attr_length(p, n, "x", m->x);
    attr_length(p, n, "y", m->y);
    if (m->anchor != ANCHOR_START) {
        xml_attr(n, "text-anchor", str_from(anchors[m->anchor]));
    }
    if (!is_length(m->size, COMMON_SIZE)) {
        attr_length(p, n, "font-size", m->size);
    }
    if (m->weight != 400 && m->weight != 0) {
        attr_fmt(p, n, "font-weight", "%d", m->weight);
    }
    if (families[m->face]) {
        xml_attr(n, "font-family", str_from(families[m->face]));
    }
    put_paints(p, n, m);
    xml_text(n, m->text);
}

static xml_node *put_group(xml_node *to, const mark *m)
{
    xml_node *n = xml_element(to, "g");
    if (m->class_name.len > 0) {
        xml_attr(n, "class", m->class_name);
    }
    if (m->title.len > 0) {
        xml_leaf(n, "title", m->title);
    }
    return n;
}

/* A layout nests three groups or so; deeper ones are our own mistake and are left out. */
static void put_all(pen *p, xml_node *to, const mark *first, int depth)
{
    for (const mark *m = first; m && depth < 16; m = m->next) {
        switch (m->kind) {
        case MARK_GROUP:
            put_all(p, put_group(to, m), m->first, depth + 1);
            break;
        case MARK_RECT:
            put_rect(p, to, m);
            break;
        case MARK_LINE:
            m = put_lines(p, to, m);
            break;
        case MARK_CIRCLE:
            put_circle(p, to, m);
            break;
        case MARK_PATH:
            put_path(p, to, m);
            break;
        case MARK_TEXT:
            put_text(p, to, m);
            break;
        }
    }
}

static void find_patterns(pen *p, const mark *first, int depth)
{
    for (const mark *m = first; m && depth < 16; m = m->next) {
        if (m->kind == MARK_GROUP) {
            find_patterns(p, m->first, depth + 1);
        } else if (m->kind == MARK_RECT && pattern_path(m->pattern)) {
            p->used_pattern[m->pattern] = true;
        }
    }
}

/* Tiles that lie over the fill; the page's CSS turns them with the background. */
static void put_patterns(pen *p, xml_node *svg)
{
    xml_node *defs = NULL;
    find_patterns(p, p->s->root.first, 0);
    for (int i = 1; i < PATTERN_COUNT; i++) {
        if (!p->used_pattern[i]) {
            continue;
        }
        defs = defs ? defs : xml_element(svg, "defs");
        xml_node *tile = xml_element(defs, "pattern");
        attr_fmt(p, tile, "id", "%.*s-p%d", SV(p->s->id), i);
        xml_attr(tile, "patternUnits", S("userSpaceOnUse"));
        attr_length(p, tile, "width", pattern_tile(i));
        attr_length(p, tile, "height", pattern_tile(i));
        mark lines = {.kind = MARK_PATH,
                      .text = str_from(pattern_path(i)),
                      .stroke = PAINT_BG,
                      .stroke_width = PATTERN_STROKE,
                      .opacity = PATTERN_OPACITY};
        put_path(p, tile, &lines);
    }
}

static void put_head(pen *p, xml_node *svg)
{
    const scene *s = p->s;
    int width = (int)llround(s->width);
    int height = (int)llround(s->height);
    attr_fmt(p, svg, "viewBox", "0 0 %d %d", width, height);
    attr_fmt(p, svg, "width", "%d", width);
    attr_fmt(p, svg, "height", "%d", height);
    xml_attr(svg, "role", S("img"));
    attr_fmt(p, svg, "aria-labelledby", "%.*s-t %.*s-d", SV(s->id), SV(s->id));
    xml_attr(svg, "font-family", S("Inter,system-ui,sans-serif"));
    attr_length(p, svg, "font-size", COMMON_SIZE);
    attr_paint(p, svg, "fill", COMMON_FILL);
}

static void put_words(pen *p, xml_node *svg)
{
    xml_node *title = xml_leaf(svg, "title", p->s->title);
    attr_fmt(p, title, "id", "%.*s-t", SV(p->s->id));
    xml_node *desc = xml_leaf(svg, "desc", p->s->desc);
    attr_fmt(p, desc, "id", "%.*s-d", SV(p->s->id));
}

xml_node *svg_inline(xml_node *parent, const scene *s, const char *class_name)
{
    pen p = {.s = s};
    xml_node *svg = xml_element(parent, "svg");
    attr_fmt(&p, svg, "class", "%s f-%s", class_name, paint_name(COMMON_FILL));
    put_head(&p, svg);
    put_words(&p, svg);
    put_patterns(&p, svg);
    put_all(&p, svg, s->root.first, 0);
    return svg;
}

/* --- a file of its own ---------------------------------------------------------------
 */

/* Attributes hold the light colours, which old viewers show; those that know the media
 * feature take these instead. */
static void put_dark_style(xml_node *svg)
{
    enum { ROOM = 2048 };
    char css[ROOM];
    size_t n = 0;
    n += (size_t)snprintf(css, ROOM, "@media(prefers-color-scheme:dark){");
    for (int i = PAINT_INK; i < (int)PAINT_COUNT; i++) {
        const char *name = paint_name((paint)i);
        uint32_t c = theme_dark.rgb[i];
        n += (size_t)snprintf(css + n, ROOM - n, ".f-%s{fill:#%06" PRIx32 "}", name, c);
        n += (size_t)snprintf(css + n, ROOM - n, ".s-%s{stroke:#%06" PRIx32 "}", name, c);
    }
    n += (size_t)snprintf(css + n, ROOM - n, "}");
    xml_leaf(svg, "style", (str){css, (ptrdiff_t)n});
}

/* RDF around Dublin Core, the form that SVG 1.1, section 21 recommends. */
static xml_node *put_rdf(xml_node *svg)
{
    xml_node *rdf = xml_element(xml_element(svg, "metadata"), "rdf:RDF");
    xml_attr(rdf, "xmlns:rdf", S("http://www.w3.org/1999/02/22-rdf-syntax-ns#"));
    xml_attr(rdf, "xmlns:dc", S("http://purl.org/dc/elements/1.1/"));
    xml_node *about = xml_element(rdf, "rdf:Description");
    xml_attr(about, "rdf:about", S(""));
    return about;
}

static void put_provenance(xml_node *svg, const svg_provenance *from)
{
    const struct {
        const char *name;
        str text;
    } lines[] = {
        {"dc:creator", from->program},
        {"dc:source", from->sources},
        {"dc:relation", from->study},
    };
    xml_node *about = NULL;
    for (ptrdiff_t i = 0; i < COUNTOF(lines); i++) {
        if (lines[i].text.len == 0) {
            continue;
        }
        about = about ? about : put_rdf(svg);
        xml_leaf(about, lines[i].name, lines[i].text);
    }
}

xml_doc *svg_document(const scene *s, const svg_provenance *from)
{
    pen p = {.s = s};
    xml_doc *d = xml_doc_new("svg");
    xml_node *svg = xml_root(d);
    xml_attr(svg, "xmlns", S("http://www.w3.org/2000/svg"));
    put_head(&p, svg);
    attr_fmt(&p, svg, "class", "f-%s", paint_name(COMMON_FILL));
    put_words(&p, svg);
    put_provenance(svg, from);
    put_dark_style(svg);
    put_patterns(&p, svg);
    mark background = {
        .kind = MARK_RECT, .w = s->width, .h = s->height, .fill = PAINT_BG};
    put_rect(&p, svg, &background);
    put_all(&p, svg, s->root.first, 0);
    return d;
}
