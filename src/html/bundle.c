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

/* Copies the style sheet; `url(fonts/NAME.woff2)` becomes the font itself. A font that
 * isn't compiled in stays a link, and the reader's own face takes its place. */
static void put_css(out *o, str css)
{
    while (css.len > 0) {
        cut begin = str_cut(css, S("url(fonts/"));
        out_str(o, begin.head);
        if (!begin.found) {
            return;
        }
        cut name = str_cut(begin.tail, S(")"));
        char path[128];
        int n = snprintf(path, sizeof path, "fonts/%.*s", SV(str_take(name.head, 100)));
        str font;
        out_str(o, S("url("));
        if (embedded_get((str){path, n}, &font)) {
            out_str(o, S("data:font/woff2;base64,"));
            put_base64(o, font);
        } else {
            out_fmt(o, "fonts/%.*s", SV(name.head));
        }
        out_str(o, S(")"));
        css = name.tail;
    }
}

html_bundle html_bundle_new(arena *perm, str css, str theme, str title)
{
    out *icon = out_memory(perm);
    html_favicon(icon, title);
    str svg = out_text(icon);
    out *url = out_memory(perm);
    out_str(url, S("data:image/svg+xml;base64,"));
    put_base64(url, svg);
    str favicon = out_text(url);
    out *all = out_memory(perm);
    put_css(all, css);
    out_str(all, theme);
    return (html_bundle){.css = out_text(all), .favicon = favicon};
}
