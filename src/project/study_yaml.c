#include "base/base.h"

#include <regex.h>

#include "base/day.h"
#include "project/derive.h"

static const str study_keys[] = {
    STR_INIT("title"),      STR_INIT("question"), STR_INIT("date"),
    STR_INIT("baseline"),   STR_INIT("primary"),  STR_INIT("host"),
    STR_INIT("software"),   STR_INIT("variants"), STR_INIT("workloads"),
    STR_INIT("sources"),    STR_INIT("ignore"),   STR_INIT("not-run"),
    STR_INIT("lint-allow"), STR_INIT("prices"),   STR_INIT("derived"),
};
static const str variant_keys[] = {STR_INIT("label"), STR_INIT("detail"),
                                   STR_INIT("role"), STR_INIT("match"),
                                   STR_INIT("files")};
static const str workload_keys[] = {STR_INIT("label"), STR_INIT("match"),
                                    STR_INIT("files")};
static const str rule_keys[] = {
    STR_INIT("workload"), STR_INIT("variant"),     STR_INIT("command"),
    STR_INIT("tool"),     STR_INIT("time-format"), STR_INIT("parameters"),
    STR_INIT("columns"),
};
static const str run_keys[] = {STR_INIT("date"), STR_INIT("host"), STR_INIT("software"),
                               STR_INIT("machine"), STR_INIT("tags")};

static bool check_pattern(arena scratch, const source *src, const yaml *y, str pattern,
                          err *e)
{
    if (pattern.len == 0) {
        return true;
    }
    regex_t re;
    int why =
        regcomp(&re, str_cz(&scratch, pattern), REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
    if (why) {
        char text[120];
        regerror(why, &re, text, sizeof text);
        return err_at(e, src, yaml_get(y, S("match"))->raw,
                      "'match' is no regular expression: %s", text);
    }
    regfree(&re);
    return true;
}

static bool load_facts(arena *perm, const source *src, const yaml *root, str key,
                       fact **ret, err *e)
{
    const yaml *map = NULL;
    if (!yaml_map(src, root, key, &map, e)) {
        return false;
    }
    fact **last = ret;
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        if (y->kind != YAML_SCALAR) {
            return err_at(e, src, y->raw, "'%.*s' must be a text", SV(y->key));
        }
        *last = NEW(perm, fact, 1);
        **last = (fact){.name = y->key, .value = y->text};
        last = &(*last)->next;
    }
    return true;
}

static bool load_reasons(arena *perm, const source *src, const yaml *root, str key,
                         reason **ret, err *e)
{
    const yaml *map = NULL;
    if (!yaml_map(src, root, key, &map, e)) {
        return false;
    }
    reason **last = ret;
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        if (y->kind != YAML_SCALAR || str_trim(y->text).len == 0) {
            return err_at(e, src, y->raw, "'%.*s' needs a reason, as a text", SV(y->key));
        }
        *last = NEW(perm, reason, 1);
        **last = (reason){.name = y->key, .why = y->text, .raw = y->key_raw};
        last = &(*last)->next;
    }
    return true;
}

static bool load_variant(arena scratch, study *s, const yaml *y, variant *v, err *e)
{
    const source *src = &s->yaml;
    *v = (variant){.id = y->key, .label = y->key, .declared = true};
    role_named(y->key, &v->role);
    str role_text = {0};
    if (!yaml_check_id(src, y, e)
        || !yaml_keys(src, y, variant_keys, COUNTOF(variant_keys), scratch, e)
        || !yaml_text(src, y, S("label"), &v->label, e)
        || !yaml_text(src, y, S("detail"), &v->detail, e)
        || !yaml_text(src, y, S("role"), &role_text, e)
        || !yaml_text(src, y, S("match"), &v->match, e)
        || !yaml_text(src, y, S("files"), &v->files, e)) {
        return false;
    }
    if (role_text.ptr && !role_named(role_text, &v->role)) {
        err_at(e, src, yaml_get(y, S("role"))->raw, "unknown role '%.*s'", SV(role_text));
        return err_hint(e, "Roles are native, docker, wasm, volume, bind and tmpfs.");
    }
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        v->shade += s->variants[i].role == v->role;
    }
    return check_pattern(scratch, src, y, v->match, e);
}

static bool load_variants(arena *perm, arena scratch, study *s, const yaml *root, err *e)
{
    const yaml *map = NULL;
    if (!yaml_map(&s->yaml, root, S("variants"), &map, e)) {
        return false;
    }
    s->variants = NEW(perm, variant, map ? map->count : 0);
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        if (!load_variant(scratch, s, y, &s->variants[s->variant_count], e)) {
            return false;
        }
        s->variant_count++;
    }
    return true;
}

static bool load_workloads(arena *perm, arena scratch, study *s, const yaml *root, err *e)
{
    const source *src = &s->yaml;
    const yaml *map = NULL;
    if (!yaml_map(src, root, S("workloads"), &map, e)) {
        return false;
    }
    s->workloads = NEW(perm, workload, map ? map->count : 0);
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        workload *w = &s->workloads[s->workload_count++];
        *w = (workload){.id = y->key, .label = y->key, .declared = true};
        if (!yaml_check_id(src, y, e)
            || !yaml_keys(src, y, workload_keys, COUNTOF(workload_keys), scratch, e)
            || !yaml_text(src, y, S("label"), &w->label, e)
            || !yaml_text(src, y, S("match"), &w->match, e)
            || !yaml_text(src, y, S("files"), &w->files, e)
            || !check_pattern(scratch, src, y, w->match, e)) {
            return false;
        }
    }
    return true;
}

/* `columns:` is a map of OUR name to THEIR column; importers take it as one line of text,
 * `ours=theirs;…`, so that the command line can give the same. */
static bool load_columns(arena *perm, const source *src, const yaml *y, str *ret, err *e)
{
    fact *columns = NULL;
    if (!load_facts(perm, src, y, S("columns"), &columns, e)) {
        return false;
    }
    for (const fact *f = columns; f; f = f->next) {
        *ret = str_fmt(perm, "%.*s%s%.*s=%.*s", SV(*ret), ret->len ? ";" : "",
                       SV(f->name), SV(f->value));
    }
    return true;
}

static bool load_rules(arena *perm, arena scratch, study *s, const yaml *root, err *e)
{
    const source *src = &s->yaml;
    const yaml *map = NULL;
    if (!yaml_map(src, root, S("sources"), &map, e)) {
        return false;
    }
    source_rule **last = &s->rules;
    for (const yaml *y = map ? map->first : NULL; y; y = y->next) {
        source_rule *rule = *last = NEW(perm, source_rule, 1);
        last = &rule->next;
        rule->glob = y->key;
        if (!yaml_keys(src, y, rule_keys, COUNTOF(rule_keys), scratch, e)
            || !yaml_text(src, y, S("workload"), &rule->workload, e)
            || !yaml_text(src, y, S("variant"), &rule->variant, e)
            || !yaml_text(src, y, S("command"), &rule->command, e)
            || !yaml_text(src, y, S("tool"), &rule->tool, e)
            || !yaml_text(src, y, S("time-format"), &rule->time_format, e)
            || !load_columns(perm, src, y, &rule->columns, e)
            || !load_facts(perm, src, y, S("parameters"), &rule->parameters, e)) {
            return false;
        }
    }
    return true;
}

static bool check_date(const source *src, const yaml *root, str date, err *e)
{
    if (date.len == 0 || day_valid(date)) {
        return true;
    }
    return err_at(e, src, yaml_get(root, S("date"))->raw,
                  "'date' must be a day such as 2025-08-10, found '%.*s'", SV(date));
}

/* Says which known name is meant, where a name that must be declared isn't. */
static bool check_baseline(study *s, arena scratch, const yaml *root, err *e)
{
    if (s->baseline.len == 0 || s->variant_count == 0
        || study_variant(s, s->baseline) >= 0) {
        return true;
    }
    str *names = NEW(&scratch, str, s->variant_count);
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        names[i] = s->variants[i].id;
    }
    err_at(e, &s->yaml, yaml_get(root, S("baseline"))->raw,
           "the baseline '%.*s' is none of the variants", SV(s->baseline));
    str near = str_nearest(s->baseline, names, s->variant_count, scratch);
    if (near.len > 0) {
        return err_hint(e, "Did you mean '%.*s'?", SV(near));
    }
    return false;
}

static bool exists(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f) {
        fclose(f);
    }
    return f != NULL;
}

bool study_yaml_load(arena *perm, arena scratch, study *s, err *e)
{
    const char *path = str_cz(perm, str_fmt(perm, "%s/study.yaml", s->dir));
    if (!exists(path)) {
        s->yaml.path = path;
        return true;
    }
    yaml *y = NULL;
    source *src = &s->yaml;
    if (!source_load(perm, path, src, e)) {
        return false;
    }
    src->prose = true;
    return yaml_parse(perm, src, src->bytes, &y, e)
           && yaml_keys(src, y, study_keys, COUNTOF(study_keys), scratch, e)
           && yaml_text(src, y, S("title"), &s->title, e)
           && yaml_text(src, y, S("question"), &s->question, e)
           && yaml_text(src, y, S("date"), &s->date, e) && check_date(src, y, s->date, e)
           && yaml_text(src, y, S("baseline"), &s->baseline, e)
           && yaml_texts(perm, src, y, S("primary"), &s->primary, &s->primary_count, e)
           && load_facts(perm, src, y, S("host"), &s->host, e)
           && load_facts(perm, src, y, S("software"), &s->software, e)
           && load_variants(perm, scratch, s, y, e)
           && load_workloads(perm, scratch, s, y, e) && load_rules(perm, scratch, s, y, e)
           && yaml_texts(perm, src, y, S("ignore"), &s->ignore, &s->ignore_count, e)
           && load_reasons(perm, src, y, S("not-run"), &s->not_run, e)
           && load_reasons(perm, src, y, S("lint-allow"), &s->lint_allow, e)
           && derive_load(perm, scratch, s, y, e) && check_baseline(s, scratch, y, e);
}

bool run_yaml_load(arena *perm, arena scratch, run *r, err *e)
{
    yaml *y = NULL;
    source *src = &r->src;
    if (!source_load(perm, src->path, src, e)) {
        return false;
    }
    src->prose = true;
    return yaml_parse(perm, src, src->bytes, &y, e)
           && yaml_keys(src, y, run_keys, COUNTOF(run_keys), scratch, e)
           && yaml_text(src, y, S("date"), &r->date, e) && check_date(src, y, r->date, e)
           && yaml_text(src, y, S("machine"), &r->machine, e)
           && load_facts(perm, src, y, S("host"), &r->host, e)
           && load_facts(perm, src, y, S("software"), &r->software, e)
           && load_facts(perm, src, y, S("tags"), &r->tags, e);
}
