#include "base/base.h"

#include <unistd.h>

#include "base/day.h"
#include "report/compose.h"

static const str keys[] = {
    STR_INIT("title"),      STR_INIT("description"), STR_INIT("finding"),
    STR_INIT("date"),       STR_INIT("author"),      STR_INIT("tags"),
    STR_INIT("draft"),      STR_INIT("corrections"), STR_INIT("superseded-by"),
    STR_INIT("disclosure"), STR_INIT("publish-on"),  STR_INIT("kind"),
    STR_INIT("charts"),
};

/* "---", the YAML, "---": both marks on lines of their own, the first at the very start.
 */
static bool split(const source *src, str *yaml_text, str *body, err *e)
{
    str all = src->bytes;
    if (str_starts(all, S("\xEF\xBB\xBF"))) {
        all = str_drop(all, 3);
    }
    *yaml_text = str_take(all, 0);
    *body = all;
    cut first = str_cut(all, S("\n"));
    if (!str_eq(str_trim_right(first.head), S("---"))) {
        return true;
    }
    for (cut line = {.tail = first.tail}; line.tail.len > 0;) {
        line = str_cut(line.tail, S("\n"));
        if (str_eq(str_trim_right(line.head), S("---"))) {
            *yaml_text = (str){first.tail.ptr, line.head.ptr - first.tail.ptr};
            *body = line.tail.ptr ? line.tail : str_drop(all, all.len);
            return true;
        }
    }
    err_at(e, src, first.head, "the front matter is never closed");
    return err_hint(e, "Put a line '---' behind its last key.");
}

static bool check_day(const source *src, const yaml *y, str key, str value, err *e)
{
    if (value.len == 0 || day_valid(value)) {
        return true;
    }
    return err_at(e, src, yaml_get(y, key)->raw,
                  "'%.*s' must be a day such as 2025-08-10, found '%.*s'", SV(key),
                  SV(value));
}

/* The finding is Markdown with shortcodes: a view into the file keeps their places. A
 * value that YAML had to unescape has no such view, so its own text is used. */
static str in_source(const yaml *v)
{
    str raw = {v->raw.ptr, v->text.len};
    return memcmp(raw.ptr, v->text.ptr, (size_t)raw.len) == 0 ? raw : v->text;
}

static bool check_author(const study *s, const source *src, const yaml *y, str id,
                         arena scratch, err *e)
{
    if (id.len == 0 || config_author(s->site, id)) {
        return true;
    }
    str names[64];
    ptrdiff_t n = 0;
    for (const author *a = s->site->authors; a && n < COUNTOF(names); a = a->next) {
        names[n++] = a->id;
    }
    err_at(e, src, yaml_get(y, S("author"))->raw, "unknown author '%.*s'", SV(id));
    str near = str_nearest(id, names, n, scratch);
    if (near.len > 0) {
        return err_hint(e, "Did you mean '%.*s'?", SV(near));
    }
    return err_hint(e, "List the author under 'authors' in broadsheet.yaml.");
}

static bool load_finding(const source *src, const yaml *y, str *ret, err *e)
{
    if (!yaml_text(src, y, S("finding"), ret, e)) {
        return false;
    }
    const yaml *v = yaml_get(y, S("finding"));
    if (v) {
        *ret = in_source(v);
    }
    return true;
}

static bool load_correction(const source *src, const yaml *item, arena scratch,
                            correction *ret, err *e)
{
    static const str known[] = {STR_INIT("date"), STR_INIT("note")};
    if (item->kind != YAML_MAP) {
        err_at(e, src, item->raw, "a correction must have a date and a note");
        return err_hint(e, "Write: - {date: 2025-08-12, note: \"what was put right\"}");
    }
    if (!yaml_keys(src, item, known, COUNTOF(known), scratch, e)
        || !yaml_text(src, item, S("date"), &ret->date, e)
        || !yaml_text(src, item, S("note"), &ret->note, e)
        || !check_day(src, item, S("date"), ret->date, e)) {
        return false;
    }
    if (ret->date.len == 0 || ret->note.len == 0) {
        return err_at(e, src, item->raw, "a correction must have a date and a note");
    }
    return true;
}

static bool load_corrections(arena *perm, arena scratch, const yaml *y, post *ret, err *e)
{
    const yaml *list = yaml_get(y, S("corrections"));
    if (!list || list->kind == YAML_NULL) {
        return true;
    }
    if (list->kind != YAML_LIST) {
        return err_at(e, &ret->src, list->raw, "'corrections' must be a list");
    }
    ret->corrections = NEW(perm, correction, list->count);
    for (const yaml *item = list->first; item; item = item->next) {
        correction *c = &ret->corrections[ret->correction_count++];
        if (!load_correction(&ret->src, item, scratch, c, e)) {
            return false;
        }
    }
    return true;
}

/* `charts: {fibonacci: boxes, webserver latency: percentiles}` */
static bool load_charts(arena *perm, const study *s, const yaml *y, post *ret, err *e)
{
    const yaml *map = NULL;
    if (!yaml_map(&ret->src, y, S("charts"), &map, e)) {
        return false;
    }
    chart_rule **last = &ret->charts;
    for (const yaml *item = map ? map->first : NULL; item; item = item->next) {
        str rest = item->key;
        str workload_id = str_word(&rest), metric_name = str_word(&rest);
        if (study_workload(s, workload_id) < 0) {
            err_at(e, &ret->src, item->key_raw, "unknown workload '%.*s'",
                   SV(workload_id));
            return err_hint(e, "A rule is WORKLOAD: KIND or WORKLOAD METRIC: KIND.");
        }
        if (item->kind != YAML_SCALAR || !figure_kind_known(item->text)) {
            err_at(e, &ret->src, item->raw, "unknown kind of chart '%.*s'",
                   SV(item->text));
            return err_hint(e, "There are %.*s.", SV(figure_kind_names(perm)));
        }
        *last = NEW(perm, chart_rule, 1);
        **last = (chart_rule){
            .workload = workload_id, .metric = metric_name, .kind = item->text};
        last = &(*last)->next;
    }
    return true;
}

/* The newer study must be there, or the page would lead nowhere. */
static bool check_newer(const study *s, const source *src, const yaml *y, str id,
                        arena scratch, err *e)
{
    if (id.len == 0) {
        return true;
    }
    str dir = str_fmt(&scratch, "%s/data/%.*s", s->site->root, SV(id));
    if (!str_has(id, S("/")) && access(str_cz(&scratch, dir), F_OK) == 0) {
        return true;
    }
    return err_at(e, src, yaml_get(y, S("superseded-by"))->raw,
                  "there is no study '%.*s'", SV(id));
}

bool post_load(arena *perm, arena scratch, const study *s, post *ret, err *e)
{
    *ret = (post){0};
    const char *path = str_cz(perm, str_fmt(perm, "%s/post.md", s->dir));
    if (access(path, F_OK) != 0) {
        ret->src.path = path;
        return true;
    }
    source *src = &ret->src;
    if (!source_load(perm, path, src, e)) {
        return false;
    }
    src->prose = true;
    str text = {0};
    yaml *y = NULL;
    return split(src, &text, &ret->body, e) && yaml_parse(perm, src, text, &y, e)
           && yaml_keys(src, y, keys, COUNTOF(keys), scratch, e)
           && yaml_text(src, y, S("title"), &ret->title, e)
           && yaml_text(src, y, S("description"), &ret->description, e)
           && load_finding(src, y, &ret->finding, e)
           && yaml_text(src, y, S("date"), &ret->date, e)
           && check_day(src, y, S("date"), ret->date, e)
           && yaml_text(src, y, S("author"), &ret->author, e)
           && check_author(s, src, y, ret->author, scratch, e)
           && yaml_texts(perm, src, y, S("tags"), &ret->tags, &ret->tag_count, e)
           && yaml_bool(src, y, S("draft"), &ret->draft, e)
           && yaml_text(src, y, S("kind"), &ret->kind, e)
           && yaml_text(src, y, S("publish-on"), &ret->publish_on, e)
           && check_day(src, y, S("publish-on"), ret->publish_on, e)
           && load_charts(perm, s, y, ret, e)
           && yaml_text(src, y, S("superseded-by"), &ret->superseded_by, e)
           && check_newer(s, src, y, ret->superseded_by, scratch, e)
           && load_corrections(perm, scratch, y, ret, e)
           && yaml_text(src, y, S("disclosure"), &ret->disclosure, e);
}
