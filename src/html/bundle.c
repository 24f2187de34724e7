#include "base/base.h"

#include "base/embedded.h"
#include "html/html.h"

static void put_base64(out *o, str bytes)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (ptrdiff_t i = 0; i < bytes.len; i += 3) {
        uint32_t bits = 0;
        for (int k = 0; k < 3; k++) {
            bits = bits << 8 | (i + k < bytes.len ? (unsigned char)bytes.ptr[i + k] : 0U);
        }
        ptrdiff_t left = bytes.len - i;
        char group[4] = {digits[bits >> 18 & 63], digits[bits >> 12 & 63],
                         left > 1 ? digits[bits >> 6 & 63] : '=',
                         left > 2 ? digits[bits & 63] : '='};
        out_str(o, (str){group, 4});
    }
}

/* One `@font-face` rule, which stands on a line of its own; `url(fonts/NAME.woff2)`
 * becomes the font itself. A font that isn't compiled in stays a link, and the reader's
 * own face takes its place. */
static void put_face(out *o, str rule)
{
    cut begin = str_cut(rule, S("url(fonts/"));
    cut name = str_cut(begin.tail, S(")"));
    char path[128];
    int n = snprintf(path, sizeof path, "fonts/%.*s", SV(str_take(name.head, 100)));
    str font;
    if (!begin.found || !embedded_get((str){path, n}, &font)) {
        out_str(o, rule);
        return;
    }
    out_fmt(o, "%.*surl(data:font/woff2;base64,", SV(begin.head));
    put_base64(o, font);
    out_fmt(o, ")%.*s", SV(name.tail));
}

static bool is_main(str rule)
{
    return str_has(rule, S("inter-400.")) || str_has(rule, S("vollkorn-500."));
}

static void put_css(out *o, str css, bool few_fonts)
{
    for (cut line = {.tail = css}; line.tail.len > 0;) {
        line = str_cut(line.tail, S("\n"));
        bool is_face = str_starts(line.head, S("@font-face"));
        if (is_face && few_fonts && !is_main(line.head)) {
            continue;
        }
        if (is_face) {
            put_face(o, line.head);
        } else {
            out_str(o, line.head);
        }
        out_char(o, '\n');
    }
}

static html_bundle bundle(arena *perm, str css, str theme, str title, bool few_fonts)
{
    out *icon = out_memory(perm);
    html_favicon(icon, title);
    out *url = out_memory(perm);
    out_str(url, S("data:image/svg+xml;base64,"));
    put_base64(url, out_text(icon));
    out *all = out_memory(perm);
    put_css(all, css, few_fonts);
    out_str(all, theme);
    return (html_bundle){
        .css = out_text(all), .favicon = out_text(url), .has_neighbours = few_fonts};
}

html_bundle html_bundle_new(arena *perm, str css, str theme, str title)
{
    return bundle(perm, css, theme, title, false);
}

html_bundle html_bundle_small(arena *perm, str css, str theme, str title)
{
    return bundle(perm, css, theme, title, true);
}
