#include "base/base.h"

#include <libfyaml.h>

#include "project/yaml.h"

enum { DEEPEST = 32 };

typedef struct fy_document fy_document;
typedef struct fy_diag fy_diag;
OWNED_BY(fy_document, fy_document_destroy);
OWNED_BY(fy_diag, fy_diag_destroy);

typedef struct {
    arena *perm;
    const source *src;
    str doc;
    err *e;
} builder;

static str place_of(const builder *b, struct fy_token *token)
{
    const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
    ptrdiff_t at = mark ? (ptrdiff_t)mark->input_pos : 0;
    at = at > b->doc.len ? b->doc.len : at;
    return (str){b->doc.ptr + at, 0};
}

static struct fy_token *first_token(struct fy_node *n)
{
    if (fy_node_get_type(n) == FYNT_SCALAR) {
        return fy_node_get_scalar_token(n);
    }
    return NULL;
}

static yaml *build(builder *b, struct fy_node *n, str near, int depth);

static str scalar_text(builder *b, struct fy_node *n)
{
    size_t len = 0;
    const char *p = fy_node_get_scalar(n, &len);
    return str_copy(b->perm, (str){p ? p : "", (ptrdiff_t)len});
}

static bool build_map(builder *b, struct fy_node *n, yaml *to, int depth)
{
    yaml **last = &to->first;
    void *iter = NULL;
    for (struct fy_node_pair *p; (p = fy_node_mapping_iterate(n, &iter));) {
        struct fy_node *key = fy_node_pair_key(p);
        if (!key || fy_node_get_type(key) != FYNT_SCALAR) {
            return err_at(b->e, b->src, to->raw, "a key must be a plain word");
        }
        str key_raw = place_of(b, fy_node_get_scalar_token(key));
        *last = build(b, fy_node_pair_value(p), key_raw, depth + 1);
        if (!*last) {
            return false;
        }
        (*last)->key = scalar_text(b, key);
        (*last)->key_raw = key_raw;
        if (to->count++ == 0) {
            to->raw = key_raw;
        }
        last = &(*last)->next;
    }
    return true;
}

static bool build_list(builder *b, struct fy_node *n, yaml *to, int depth)
{
    yaml **last = &to->first;
    void *iter = NULL;
    for (struct fy_node *item; (item = fy_node_sequence_iterate(n, &iter));) {
        *last = build(b, item, to->raw, depth + 1);
        if (!*last) {
            return false;
        }
        to->count++;
        last = &(*last)->next;
    }
    return true;
}

/* `near`: the place to name where the node has none of its own. NULL: *b->e is set. */
static yaml *build(builder *b, struct fy_node *n, str near, int depth)
{
    yaml *to = NEW(b->perm, yaml, 1);
    to->raw = near;
    if (!n) {
        return to;
    }
    if (depth > DEEPEST || fy_node_is_alias(n)) {
        err_at(b->e, b->src, near, "%s",
               depth > DEEPEST ? "nested too deep" : "aliases (*name) are not supported");
        return NULL;
    }
    struct fy_token *token = first_token(n);
    to->raw = token ? place_of(b, token) : near;
    switch (fy_node_get_type(n)) {
    case FYNT_MAPPING:
        to->kind = YAML_MAP;
        return build_map(b, n, to, depth) ? to : NULL;
    case FYNT_SEQUENCE:
        to->kind = YAML_LIST;
        return build_list(b, n, to, depth) ? to : NULL;
    case FYNT_SCALAR:
        to->text = scalar_text(b, n);
        to->quoted = fy_token_scalar_style(token) != FYSS_PLAIN;
        bool null = !to->quoted
                    && (to->text.len == 0 || str_eq(to->text, S("null"))
                        || str_eq(to->text, S("~")));
        to->kind = null ? YAML_NULL : YAML_SCALAR;
        return to;
    }
    return to;
}

static void swallow(struct fy_diag *diag, void *user, const char *text, size_t len)
{
    (void)diag;
    (void)user;
    (void)text;
    (void)len;
}

/* libfyaml's first complaint, at our file's line and column. */
static bool syntax_error(const builder *b, struct fy_diag *diag)
{
    void *iter = NULL;
    const struct fy_diag_error *first = fy_diag_errors_iterate(diag, &iter);
    err_at(b->e, b->src, b->doc, "%s",
           first && first->msg ? first->msg : "not valid YAML");
    if (first && first->line > 0) {
        b->e->col = first->line == 1 ? b->e->col + first->column - 1 : first->column;
        b->e->line += first->line - 1;
    }
    return false;
}

bool yaml_parse(arena *perm, const source *src, str doc, yaml **ret, err *e)
{
    builder b = {perm, src, doc, e};
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = swallow;
    quiet.colorize = false;
    OWNED(fy_diag) diag = fy_diag_create(&quiet);
    fy_diag_set_collect_errors(diag, true);
    struct fy_parse_cfg cfg = {
        .flags = (enum fy_parse_cfg_flags)(FYPCF_DEFAULT_DOC | FYPCF_COLLECT_DIAG),
        .diag = diag};
    if (str_trim(doc).len == 0) {
        *ret = NEW(perm, yaml, 1);
        **ret = (yaml){.kind = YAML_MAP, .raw = str_take(doc, 0)};
        return true;
    }
    OWNED(fy_document) d = fy_document_build_from_string(&cfg, doc.ptr, (size_t)doc.len);
    if (!d) {
        return syntax_error(&b, diag);
    }
    yaml *root = build(&b, fy_document_root(d), str_take(doc, 0), 0);
    if (!root) {
        return false;
    }
    if (root->kind == YAML_NULL) {
        root->kind = YAML_MAP;
    }
    *ret = root;
    return true;
}

const yaml *yaml_get(const yaml *map, str key)
{
    for (const yaml *m = map ? map->first : NULL; m; m = m->next) {
        if (str_eq(m->key, key)) {
            return m;
        }
    }
    return NULL;
}

static const char *kind_name(yaml_kind kind)
{
    switch (kind) {
    case YAML_NULL:
        return "nothing";
    case YAML_SCALAR:
        return "a text";
    case YAML_MAP:
        return "a map";
    case YAML_LIST:
        return "a list";
    }
    return "nothing";
}

static bool wrong_kind(const source *src, const yaml *v, const char *expected, err *e)
{
    if (v->key.len > 0) {
        return err_at(e, src, v->raw, "'%.*s' must be %s, found %s", SV(v->key), expected,
                      kind_name(v->kind));
    }
    return err_at(e, src, v->raw, "expected %s, found %s", expected, kind_name(v->kind));
}

bool yaml_keys(const source *src, const yaml *map, const str *keys, ptrdiff_t n,
               arena scratch, err *e)
{
    if (map->kind != YAML_MAP) {
        return wrong_kind(src, map, "a map", e);
    }
    for (const yaml *m = map->first; m; m = m->next) {
        bool known = false;
        for (ptrdiff_t i = 0; i < n && !known; i++) {
            known = str_eq(m->key, keys[i]);
        }
        if (known) {
            continue;
        }
        err_at(e, src, m->key_raw, "unknown key '%.*s'", SV(m->key));
        str near = str_nearest(m->key, keys, n, scratch);
        if (near.len > 0) {
            return err_hint(e, "Did you mean '%.*s'?", SV(near));
        }
        out *list = out_memory(&scratch);
        for (ptrdiff_t i = 0; i < n; i++) {
            out_fmt(list, "%s%.*s", i ? ", " : "", SV(keys[i]));
        }
        return err_hint(e, "The keys here are %.*s.", SV(out_text(list)));
    }
    return true;
}

bool yaml_text(const source *src, const yaml *map, str key, str *ret, err *e)
{
    const yaml *v = yaml_get(map, key);
    if (!v) {
        return true;
    }
    if (v->kind != YAML_SCALAR) {
        return wrong_kind(src, v, "a text", e);
    }
    *ret = v->text;
    return true;
}

/* YAML 1.2's core schema: true and false alone; "yes" is a text. */
bool yaml_bool(const source *src, const yaml *map, str key, bool *ret, err *e)
{
    const yaml *v = yaml_get(map, key);
    if (!v) {
        return true;
    }
    bool yes = v->kind == YAML_SCALAR && !v->quoted && str_eq(v->text, S("true"));
    bool no = v->kind == YAML_SCALAR && !v->quoted && str_eq(v->text, S("false"));
    if (!yes && !no) {
        return err_at(e, src, v->raw, "'%.*s' must be true or false, found '%.*s'",
                      SV(key), SV(v->text));
    }
    *ret = yes;
    return true;
}

bool yaml_texts(arena *perm, const source *src, const yaml *map, str key, str **ret,
                ptrdiff_t *n, err *e)
{
    const yaml *v = yaml_get(map, key);
    if (!v) {
        return true;
    }
    if (v->kind == YAML_SCALAR) {
        *ret = NEW(perm, str, 1);
        **ret = v->text;
        *n = 1;
        return true;
    }
    if (v->kind != YAML_LIST) {
        return wrong_kind(src, v, "a list of texts", e);
    }
    *ret = NEW(perm, str, v->count);
    *n = 0;
    for (const yaml *item = v->first; item; item = item->next) {
        if (item->kind != YAML_SCALAR) {
            return wrong_kind(src, item, "a text", e);
        }
        (*ret)[(*n)++] = item->text;
    }
    return true;
}

bool yaml_map(const source *src, const yaml *map, str key, const yaml **ret, err *e)
{
    const yaml *v = yaml_get(map, key);
    *ret = NULL;
    if (!v) {
        return true;
    }
    if (v->kind != YAML_MAP) {
        return wrong_kind(src, v, "a map", e);
    }
    *ret = v;
    return true;
}

bool yaml_check_id(const source *src, const yaml *y, err *e)
{
    for (ptrdiff_t i = 0; i < y->key.len; i++) {
        char c = y->key.ptr[i];
        bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'
                    || c == '_' || c == '.';
        if (!fine) {
            err_at(e, src, y->key_raw, "'%.*s' can't be a name", SV(y->key));
            return err_hint(e,
                            "Use lower-case letters, digits, '-', '_' and '.'; the label "
                            "is free.");
        }
    }
    return true;
}

/* A quoted text begins one byte behind its place. */
str yaml_view(const source *src, const yaml *v)
{
    const char *end = src->bytes.ptr + src->bytes.len;
    for (int skip = 0; skip <= 1; skip++) {
        str at = {v->raw.ptr + skip, v->text.len};
        if (at.ptr + at.len <= end && str_eq(at, v->text)) {
            return at;
        }
    }
    return v->text;
}
