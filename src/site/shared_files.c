#include "base/base.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/embedded.h"
#include "site/build.h"

static bool put(builder *b, const char *path, str bytes, err *e)
{
    return tree_write(&b->tree, b->scratch, str_from(path), bytes, e);
}

/* --- assets: built-in ones, overridden file by file by the project's
 * ------------------------ */

static bool own_asset(builder *b, str name, str *ret, bool *found, err *e)
{
    const char *path =
        str_cz(b->perm, str_fmt(b->perm, "%s/assets/%.*s", b->site->root, SV(name)));
    struct stat st;
    source src;
    *found = stat(path, &st) == 0 && S_ISREG(st.st_mode);
    if (!*found) {
        return true;
    }
    if (!source_load(b->perm, path, &src, e)) {
        return false;
    }
    *ret = src.bytes;
    return true;
}

static bool write_asset(builder *b, str name, str bytes, err *e)
{
    bool own = false;
    return own_asset(b, name, &bytes, &own, e)
           && tree_write(&b->tree, b->scratch, str_fmt(b->perm, "assets/%.*s", SV(name)),
                         bytes, e);
}

/* Style sheets and scripts go to assets/, web fonts to assets/fonts/. */
static bool write_assets(builder *b, err *e)
{
    for (const embedded_file *f = embedded_files; f->name; f++) {
        str name = str_from(f->name);
        str bytes = {(const char *)f->bytes, f->len};
        bool font = str_starts(name, S("fonts/"))
                    && (str_ends(name, S(".woff2")) || str_ends(name, S(".txt")));
        bool asset = str_starts(name, S("assets/"))
                     && !str_starts(name, S("assets/init/"))
                     && !str_starts(name, S("assets/preview/"));
        if (asset) {
            name = str_drop(name, S("assets/").len);
        }
        if ((font || asset) && !write_asset(b, name, bytes, e)) {
            return false;
        }
    }
    return true;
}

/* The user's CSS variables, behind the style sheet. */
static str theme_css(builder *b)
{
    if (!b->site->theme) {
        return (str){0};
    }
    out *o = out_memory(b->perm);
    out_str(o, S(":root {\n"));
    for (const theme_variable *v = b->site->theme; v; v = v->next) {
        out_fmt(o, "    --%.*s: %.*s;\n", SV(v->name), SV(v->value));
    }
    out_str(o, S("}\n"));
    return out_text(o);
}

static bool write_theme(builder *b, err *e)
{
    str css = theme_css(b);
    return css.len == 0 || put(b, "assets/theme.css", css, e);
}

bool build_bundle(builder *b, bool few, html_bundle *ret, err *e)
{
    str css = {0};
    bool own = false;
    if (!embedded_get(S("assets/style.css"), &css)
        || !own_asset(b, S("style.css"), &css, &own, e)) {
        return false;
    }
    str theme = theme_css(b);
    *ret = few ? html_bundle_small(b->perm, css, theme, b->site->title)
               : html_bundle_new(b->perm, css, theme, b->site->title);
    return true;
}

/* assets/static/ goes to the top of the site as it is. */
static bool write_static(builder *b, str folder, int depth, err *e)
{
    str path = str_fmt(b->perm, "%s/assets/static/%.*s", b->site->root, SV(folder));
    DIR *dir = depth < 16 ? opendir(str_cz(b->perm, path)) : NULL;
    bool ok = true;
    for (struct dirent *d; dir && ok && (d = readdir(dir));) {
        if (d->d_name[0] == '.') {
            continue;
        }
        str name = str_fmt(b->perm, "%.*s%s", SV(folder), d->d_name);
        const char *full =
            str_cz(b->perm, str_fmt(b->perm, "%.*s%s", SV(path), d->d_name));
        struct stat st;
        source src;
        if (stat(full, &st) == 0 && S_ISDIR(st.st_mode)) {
            ok = write_static(b, str_fmt(b->perm, "%.*s/", SV(name)), depth + 1, e);
        } else {
            ok = source_load(b->perm, full, &src, e)
                 && tree_write(&b->tree, b->scratch, name, src.bytes, e);
        }
    }
    if (dir) {
        closedir(dir);
    }
    return ok;
}

/* It is shown at any address below the site's, so it fetches nothing. */
static bool write_404(builder *b, err *e)
{
    const str lines[] = {
        S("There is no page at this address. It may have moved, or the address "
          "may be mistyped.")};
    const html_link home[] = {
        {str_fmt(b->perm, "%.*sindex.html", SV(b->html.url)), S("All reports"), {0}}};
    html_plain page = {.root = b->html.url,
                       .path = S("404.html"),
                       .title = S("Not found"),
                       .paragraphs = lines,
                       .paragraph_count = 1,
                       .links = home,
                       .link_count = 1};
    html_site alone = b->html;
    html_bundle bundle = {0};
    if (!build_bundle(b, true, &bundle, e)) {
        return false;
    }
    alone.bundle = &bundle;
    out *o = out_memory(b->perm);
    return html_plain_page(o, b->scratch, &alone, &page, e)
           && put(b, "404.html", out_text(o), e);
}

bool build_shared(builder *b, err *e)
{
    return write_assets(b, e) && write_theme(b, e) && write_static(b, (str){0}, 0, e)
           && write_404(b, e);
}
