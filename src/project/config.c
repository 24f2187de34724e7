#include "base/base.h"

#include <unistd.h>

#include "base/num.h"
#include "project/config.h"

static const str site_keys[] = {
    STR_INIT("title"),  STR_INIT("description"), STR_INIT("url"),
    STR_INIT("lang"),   STR_INIT("licence"),     STR_INIT("authors"),
    STR_INIT("theme"),  STR_INIT("paper"),       STR_INIT("practical-limit"),
    STR_INIT("redact"), STR_INIT("archive"),     STR_INIT("fonts"),
};

static const str papers[] = {STR_INIT("a4"), STR_INIT("letter")};
static const str fonts[] = {STR_INIT("built-in"), STR_INIT("system-fallback")};
static const str author_keys[] = {STR_INIT("name"), STR_INIT("bio"), STR_INIT("url")};

const char *config_find(arena *perm, const char *start, err *e)
{
    char *here = realpath(start, NULL);
    if (!here) {
        err_set(e, ERR_USAGE, start, "no such folder");
        return NULL;
    }
    str dir = str_copy(perm, str_from(here));
    free(here);
    str up = str_copy(perm, str_from(start));
    for (;;) {
        if (access(str_cz(perm, str_fmt(perm, "%.*s/broadsheet.yaml", SV(dir))), F_OK)
            == 0) {
            return str_cz(perm, up);
        }
        cut c = str_cut_last(dir, S("/"));
        if (!c.found || dir.len <= 1) {
            break;
        }
        dir = c.head.len ? c.head : S("/");
        up = str_eq(up, S(".")) ? S("..") : str_fmt(perm, "%.*s/..", SV(up));
    }
    err_set(e, ERR_USAGE, start, "no broadsheet.yaml here or in any folder above");
    err_hint(e, "Go to a project folder, name it with -C DIR, or lay one out with "
                "'broadsheet init DIR'.");
    return NULL;
}

/* Sets *is_second where the text under `key` is the second of two names. */
static bool one_of(const source *src, const yaml *map, str key, const str names[2],
                   bool *is_second, err *e)
{
    str text = names[0];
    if (!yaml_text(src, map, key, &text, e)) {
        return false;
    }
    if (!str_eq(text, names[0]) && !str_eq(text, names[1])) {
        return err_at(e, src, yaml_get(map, key)->raw,
                      "'%.*s' must be %.*s or %.*s, found '%.*s'", SV(key), SV(names[0]),
                      SV(names[1]), SV(text));
    }
    *is_second = str_eq(text, names[1]);
    return true;
}

static bool load_authors(arena *perm, arena scratch, config *c, const yaml *root, err *e)
{
    const yaml *map = NULL;
    if (!yaml_map(&c->src, root, S("authors"), &map, e)) {
        return false;
    }
    author **last = &c->authors;
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        author *a = *last = NEW(perm, author, 1);
        last = &a->next;
        a->id = y->key;
        a->name = y->key;
        if (!yaml_keys(&c->src, y, author_keys, COUNTOF(author_keys), scratch, e)
            || !yaml_text(&c->src, y, S("name"), &a->name, e)
            || !yaml_text(&c->src, y, S("bio"), &a->bio, e)
            || !yaml_text(&c->src, y, S("url"), &a->url, e)) {
            return false;
        }
    }
    return true;
}

static bool load_theme(arena *perm, config *c, const yaml *root, err *e)
{
    const yaml *map = NULL;
    if (!yaml_map(&c->src, root, S("theme"), &map, e)) {
        return false;
    }
    theme_variable **last = &c->theme;
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        if (y->kind != YAML_SCALAR
            || strcspn(str_cz(perm, y->text), ";{}<>") < (size_t)y->text.len) {
            return err_at(e, &c->src, y->raw, "'%.*s' must be one CSS value", SV(y->key));
        }
        *last = NEW(perm, theme_variable, 1);
        **last = (theme_variable){.name = y->key, .value = y->text};
        last = &(*last)->next;
    }
    return true;
}

/* "2 %", "2%" or 0.02. */
static bool load_limit(const yaml *root, config *c, err *e)
{
    str text = {0};
    if (!yaml_text(&c->src, root, S("practical-limit"), &text, e)) {
        return false;
    }
    if (!text.ptr) {
        return true;
    }
    bool percent = str_ends(text, S("%"));
    str number = str_trim(percent ? str_take(text, text.len - 1) : text);
    double v = 0;
    if (!num_double(number, &v) || v < 0 || v > (percent ? 50 : 0.5)) {
        return err_at(e, &c->src, yaml_get(root, S("practical-limit"))->raw,
                      "'practical-limit' must be a share such as 2 %%, found '%.*s'",
                      SV(text));
    }
    c->practical_limit = percent ? v / 100 : v;
    return true;
}

static bool check_url(const config *c, const yaml *root, err *e)
{
    if (c->url.len == 0 || str_starts(c->url, S("https://"))
        || str_starts(c->url, S("http://"))) {
        return true;
    }
    return err_at(e, &c->src, yaml_get(root, S("url"))->raw,
                  "'url' must begin with https:// or http://, found '%.*s'", SV(c->url));
}

bool config_load(arena *perm, arena scratch, const char *root, config *ret, err *e)
{
    *ret = (config){
        .root = root, .title = S("Broadsheet"), .lang = S("en"), .practical_limit = 0.02};
    const char *path = str_cz(perm, str_fmt(perm, "%s/broadsheet.yaml", root));
    path = strncmp(path, "./", 2) == 0 ? path + 2 : path;
    if (!source_load(perm, path, &ret->src, e)) {
        return false;
    }
    ret->src.prose = true;
    yaml *y = NULL;
    const source *src = &ret->src;
    bool ok = yaml_parse(perm, src, src->bytes, &y, e)
              && yaml_keys(src, y, site_keys, COUNTOF(site_keys), scratch, e)
              && yaml_text(src, y, S("title"), &ret->title, e)
              && yaml_text(src, y, S("description"), &ret->description, e)
              && yaml_text(src, y, S("url"), &ret->url, e) && check_url(ret, y, e)
              && yaml_text(src, y, S("lang"), &ret->lang, e)
              && yaml_text(src, y, S("licence"), &ret->licence, e)
              && yaml_text(src, y, S("archive"), &ret->archive, e)
              && one_of(src, y, S("paper"), papers, &ret->letter_paper, e)
              && one_of(src, y, S("fonts"), fonts, &ret->system_fonts, e)
              && load_authors(perm, scratch, ret, y, e) && load_theme(perm, ret, y, e)
              && load_limit(y, ret, e)
              && redact_load(perm, scratch, src, y, &ret->redact, e);
    if (ok && str_ends(ret->url, S("/"))) {
        ret->url.len--;
    }
    return ok;
}

const author *config_author(const config *c, str id)
{
    for (const author *a = c->authors; a; a = a->next) {
        if (str_eq(a->id, id)) {
            return a;
        }
    }
    return NULL;
}
