#include "base/base.h"

#include "base/json.h"
#include "site/inputs.h"
#include "site/recall.h"

/* A JSON object with a member for each study. Pages aren't in it: they are read from the
 * old site. */

/* --- what is kept --------------------------------------------------------------------
 */

typedef struct {
    const char *name;
    size_t at; /* of a str */
} field;

static const field study_fields[] = {
    {"inputs", offsetof(built_study, inputs)},
    {"date", offsetof(built_study, date)},
    {"title", offsetof(built_study, card.title)},
    {"finding", offsetof(built_study, card.finding)},
    {"kicker", offsetof(built_study, card.kicker)},
    {"author", offsetof(built_study, card.author)},
    {"superseded-by", offsetof(built_study, card.superseded_by)},
    {"content", offsetof(built_study, entry.content)},
    {"words", offsetof(built_study, entry.words)},
};

static const field key_fields[] = {
    {"number", offsetof(key_figure, number)},
    {"unit", offsetof(key_figure, unit)},
    {"what", offsetof(key_figure, what)},
};

static const field bar_fields[] = {
    {"name", offsetof(key_bar, name)},
    {"text", offsetof(key_bar, text)},
};

static void put_fields(json_writer *w, const void *of, const field *fields, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const str *s = (const str *)(const void *)((const char *)of + fields[i].at);
        json_key(w, str_from(fields[i].name));
        json_str(w, s->ptr ? *s : S(""));
    }
}

static void get_fields(arena *perm, const json *from, void *to, const field *fields,
                       ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const json *v = json_get(from, str_from(fields[i].name));
        *(str *)(void *)((char *)to + fields[i].at) =
            v && v->kind == JSON_STRING ? str_copy(perm, v->text) : (str){0};
    }
}

static void put_number(json_writer *w, const char *name, double v)
{
    json_key(w, str_from(name));
    json_num(w, v);
}

static double get_number(const json *from, const char *name)
{
    const json *v = json_get(from, str_from(name));
    return v && v->kind == JSON_NUMBER ? v->num : 0;
}

/* --- keeping -------------------------------------------------------------------------
 */

static void put_key(json_writer *w, const key_figure *k)
{
    json_key(w, S("key"));
    json_open(w, '{');
    put_fields(w, k, key_fields, COUNTOF(key_fields));
    json_key(w, S("bars"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < COUNTOF(k->bars); i++) {
        json_open(w, '{');
        put_fields(w, &k->bars[i], bar_fields, COUNTOF(bar_fields));
        put_number(w, "share", k->bars[i].share);
        put_number(w, "role", k->bars[i].role);
        put_number(w, "shade", k->bars[i].shade);
        json_close(w, '}');
    }
    json_close(w, ']');
    json_close(w, '}');
}

static void put_warnings(json_writer *w, const built_study *s)
{
    json_key(w, S("warnings"));
    json_open(w, '[');
    for (const warning *at = s->warnings ? s->warnings->first : NULL; at; at = at->next) {
        json_open(w, '{');
        put_number(w, "code", at->e.code);
        put_number(w, "line", (double)at->e.line);
        put_number(w, "col", (double)at->e.col);
        json_key(w, S("path"));
        json_str(w, at->e.path ? str_from(at->e.path) : (str){0});
        json_key(w, S("text"));
        json_str(w, str_from(at->e.text));
        json_key(w, S("hint"));
        json_str(w, str_from(at->e.hint));
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* `outputs`: what the study's folder is now. */
static void put_study(json_writer *w, const built_study *s, str outputs)
{
    json_key(w, s->id);
    json_open(w, '{');
    put_fields(w, s, study_fields, COUNTOF(study_fields));
    json_key(w, S("outputs"));
    json_str(w, outputs);
    put_number(w, "sources", (double)s->sources);
    put_number(w, "results", (double)s->results);
    put_number(w, "kept", (double)s->kept);
    put_number(w, "history", s->has_history);
    json_key(w, S("tags"));
    json_open(w, '[');
    for (ptrdiff_t i = 0; i < s->card.tag_count; i++) {
        json_str(w, s->card.tags[i]);
    }
    json_close(w, ']');
    if (s->card.key) {
        put_key(w, s->card.key);
    }
    put_warnings(w, s);
    json_close(w, '}');
}

static const char *study_folder(arena *perm, const char *site, str id)
{
    return str_cz(perm, str_fmt(perm, "%s/%.*s", site, SV(id)));
}

void recall_keep(builder *b)
{
    arena tmp = b->scratch;
    err ignored;
    out *o =
        out_open(&tmp, inputs_memory(&tmp, b->site, b->opt->target, "studies"), &ignored);
    if (!o) {
        return;
    }
    json_writer w = {.o = o};
    json_open(&w, '{');
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        const built_study *s = &b->studies[i];
        arena one = tmp;
        const char *dir = study_folder(&one, b->opt->target, s->id);
        put_study(&w, s,
                  s->outputs.len > 0 ? s->outputs : inputs_of_outputs(b->perm, one, dir));
    }
    json_close(&w, '}');
    if (!out_commit(o, &ignored)) {
        return;
    }
}

/* --- recalling -----------------------------------------------------------------------
 */

const json *recall_load(arena *perm, arena scratch, const builder *b)
{
    source *src = NEW(perm, source, 1);
    json *all = NULL;
    err ignored;
    const char *path = inputs_memory(&scratch, b->site, b->opt->target, "studies");
    return source_load(perm, path, src, &ignored)
                   && json_parse(perm, src, src->bytes, &all, NULL, &ignored)
               ? all
               : NULL;
}

static const key_figure *get_key(arena *perm, const json *from)
{
    if (!from) {
        return NULL;
    }
    key_figure *k = NEW(perm, key_figure, 1);
    get_fields(perm, from, k, key_fields, COUNTOF(key_fields));
    const json *bars = json_get(from, S("bars"));
    const json *at = bars ? bars->first : NULL;
    for (ptrdiff_t i = 0; i < COUNTOF(k->bars) && at; i++, at = at->next) {
        get_fields(perm, at, &k->bars[i], bar_fields, COUNTOF(bar_fields));
        k->bars[i].share = get_number(at, "share");
        k->bars[i].role = (role)get_number(at, "role");
        k->bars[i].shade = (int)get_number(at, "shade");
    }
    return k;
}

static void get_tags(arena *perm, const json *from, built_study *to)
{
    to->card.tags = NEW(perm, str, from ? from->count : 0);
    for (const json *tag = from ? from->first : NULL; tag; tag = tag->next) {
        to->card.tags[to->card.tag_count++] = str_copy(perm, tag->text);
    }
    to->entry.tags = to->card.tags;
    to->entry.tag_count = to->card.tag_count;
}

static void copy_text(char *to, size_t cap, const json *from)
{
    if (from && from->kind == JSON_STRING) {
        snprintf(to, cap, "%.*s", SV(from->text));
    }
}

static warnings *get_warnings(arena *perm, const json *from)
{
    warnings *all = NEW(perm, warnings, 1);
    all->perm = perm;
    for (const json *at = from ? from->first : NULL; at; at = at->next) {
        const json *path = json_get(at, S("path"));
        err e = {.code = (err_code)get_number(at, "code"),
                 .line = (ptrdiff_t)get_number(at, "line"),
                 .col = (ptrdiff_t)get_number(at, "col"),
                 .path =
                     path && path->kind == JSON_STRING ? str_cz(perm, path->text) : NULL};
        copy_text(e.text, sizeof e.text, json_get(at, S("text")));
        copy_text(e.hint, sizeof e.hint, json_get(at, S("hint")));
        warn_add(all, &e);
    }
    return all;
}

static void get_study(arena *perm, const json *from, str id, built_study *ret)
{
    *ret = (built_study){.id = str_copy(perm, id)};
    get_fields(perm, from, ret, study_fields, COUNTOF(study_fields));
    ret->sources = (ptrdiff_t)get_number(from, "sources");
    ret->results = (ptrdiff_t)get_number(from, "results");
    ret->kept = (ptrdiff_t)get_number(from, "kept");
    ret->has_history = get_number(from, "history") > 0;
    get_tags(perm, json_get(from, S("tags")), ret);
    ret->warnings = get_warnings(perm, json_get(from, S("warnings")));
    ret->card.id = ret->id;
    ret->card.href = str_fmt(perm, "%.*s/index.html", SV(id));
    ret->card.date = ret->entry.date = ret->date;
    ret->card.key = get_key(perm, json_get(from, S("key")));
    ret->entry.path = str_fmt(perm, "%.*s/", SV(id));
    ret->entry.title = ret->card.title;
    ret->entry.finding = ret->card.finding;
    ret->entry.author = ret->card.author;
}

static bool is_text(const json *v, str text)
{
    return v && v->kind == JSON_STRING && str_eq(v->text, text);
}

bool recall_has(const builder *b, str id, str inputs)
{
    return is_text(json_get(json_get(b->last, id), S("inputs")), inputs);
}

ptrdiff_t recall_kept(const builder *b, str id)
{
    const json *kept = json_get(b->last, id);
    return kept ? (ptrdiff_t)get_number(kept, "kept") : 0;
}

bool recall_study(builder *b, str id, str inputs, built_study *ret)
{
    arena tmp = b->scratch;
    err ignored;
    const json *kept = json_get(b->last, id);
    const char *old = study_folder(&tmp, b->opt->target, id);
    if (!kept || (inputs.len > 0 && !is_text(json_get(kept, S("inputs")), inputs))) {
        return false;
    }
    str outputs = inputs_of_outputs(b->perm, tmp, old);
    source page = {0};
    const char *index = str_cz(&tmp, str_fmt(&tmp, "%s/index.html", old));
    if (!is_text(json_get(kept, S("outputs")), outputs)
        || !source_load(&tmp, index, &page, &ignored) || !html_study_relates(page.bytes)
        || !tree_take(&b->tree, tmp, id)) {
        return false;
    }
    get_study(b->perm, kept, id, ret);
    ret->outputs = outputs;
    return true;
}
