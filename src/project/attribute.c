#include "base/base.h"

#include <fnmatch.h>
#include <regex.h>

#include "project/compose_file.h"
#include "project/study.h"

/* Gives every result its workload and its variant; the first that answers wins:
 * study.yaml (sources, files, match), then what the importer read or inferred (comments,
 * headings, the command), then, for the workload, the file's name, and for the variant,
 * the command. */

typedef struct {
    arena *perm;
    arena scratch;
    study *s;
    err *e;
    ptrdiff_t variant_room, workload_room; /* 0: as declared, full */
} attributor;

static bool glob_fits(const attributor *a, str glob, str path)
{
    arena tmp = a->scratch;
    return glob.len > 0 && fnmatch(str_cz(&tmp, glob), str_cz(&tmp, path), 0) == 0;
}

/* What a file is called as its author knows it. */
static str file_named(const raw_file *f)
{
    return f->named.len > 0 ? f->named : f->path;
}

/* What `match` looks at: the command, the folder it ran in and the parameters. */
static char *match_text(arena *perm, const result *r)
{
    out *o = out_memory(perm);
    out_str(o, r->command);
    if (r->cwd.len > 0) {
        out_fmt(o, "\n%.*s", SV(r->cwd));
    }
    if (r->target.len > 0) {
        out_fmt(o, "\n%.*s", SV(r->target));
    }
    for (const param *p = r->params; p; p = p->next) {
        out_fmt(o, "\n%.*s=%.*s", SV(p->name), SV(p->value));
    }
    return str_cz(perm, out_text(o));
}

/* Compiled at each use: a regex_t owns memory that no arena gives back. */
static bool pattern_fits(const attributor *a, str pattern, const result *r)
{
    arena tmp = a->scratch;
    regex_t re;
    if (pattern.len == 0
        || regcomp(&re, str_cz(&tmp, pattern), REG_EXTENDED | REG_NOSUB | REG_NEWLINE)) {
        return false;
    }
    bool fits = regexec(&re, match_text(&tmp, r), 0, NULL, 0) == 0;
    regfree(&re);
    return fits;
}

/* Those that study.yaml declares fill their room; from there it grows by doubling. */
static ptrdiff_t room_for_more(ptrdiff_t n)
{
    enum { LEAST = 16 };
    return n < LEAST ? LEAST : 2 * n;
}

static ptrdiff_t add_variant(attributor *a, str id, str label)
{
    study *s = a->s;
    if (s->variant_count >= a->variant_room) {
        a->variant_room = room_for_more(s->variant_count);
        variant *all = NEW(a->perm, variant, a->variant_room);
        if (s->variant_count > 0) {
            memcpy(all, s->variants, (size_t)s->variant_count * sizeof *all);
        }
        s->variants = all;
    }
    variant *v = &s->variants[s->variant_count];
    *v = (variant){.id = id, .label = label};
    role_named(id, &v->role);
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        v->shade += s->variants[i].role == v->role;
    }
    return s->variant_count++;
}

static ptrdiff_t add_workload(attributor *a, str id, str label)
{
    study *s = a->s;
    if (s->workload_count >= a->workload_room) {
        a->workload_room = room_for_more(s->workload_count);
        workload *all = NEW(a->perm, workload, a->workload_room);
        if (s->workload_count > 0) {
            memcpy(all, s->workloads, (size_t)s->workload_count * sizeof *all);
        }
        s->workloads = all;
    }
    s->workloads[s->workload_count] = (workload){.id = id, .label = label};
    return s->workload_count++;
}

/* An ID that isn't taken for another label; text without a letter gets a number. */
static str id_for(attributor *a, str label, const char *fallback, ptrdiff_t count)
{
    str id = str_slug(a->perm, label);
    if (id.len > 60) {
        id = str_take(id, 60);
    }
    return id.len > 0 ? id : str_fmt(a->perm, "%s-%td", fallback, count + 1);
}

static ptrdiff_t variant_labelled(attributor *a, str label)
{
    for (ptrdiff_t i = 0; i < a->s->variant_count; i++) {
        const variant *v = &a->s->variants[i];
        if (str_eq_nocase(v->id, label) || str_eq_nocase(v->label, label)) {
            return i;
        }
    }
    str id = id_for(a, label, "variant", a->s->variant_count);
    ptrdiff_t known = study_variant(a->s, id);
    return known >= 0 ? known : add_variant(a, id, label);
}

static ptrdiff_t workload_labelled(attributor *a, str label)
{
    for (ptrdiff_t i = 0; i < a->s->workload_count; i++) {
        const workload *w = &a->s->workloads[i];
        if (str_eq_nocase(w->id, label) || str_eq_nocase(w->label, label)) {
            return i;
        }
    }
    str id = id_for(a, label, "workload", a->s->workload_count);
    ptrdiff_t known = study_workload(a->s, id);
    return known >= 0 ? known : add_workload(a, id, label);
}

/* `fibonacci.hyperfine.txt` is about `fibonacci`. */
static str stem_of(str path)
{
    cut folder = str_cut_last(path, S("/"));
    return str_cut(folder.found ? folder.tail : path, S(".")).head;
}

static void settle_workload(attributor *a, entry *en, result *r, const source_rule *rule)
{
    study *s = a->s;
    if (en->from->workload.len > 0) {
        en->workload = workload_labelled(a, en->from->workload);
        r->workload_why = S("stated: when it was added");
        return;
    }
    if (rule && rule->workload.len > 0) {
        en->workload = workload_labelled(a, rule->workload);
        r->workload_why = S("stated: sources in study.yaml");
        return;
    }
    for (ptrdiff_t i = 0; i < s->workload_count; i++) {
        const workload *w = &s->workloads[i];
        bool by_file = glob_fits(a, w->files, file_named(en->from));
        if (by_file || pattern_fits(a, w->match, r)) {
            en->workload = i;
            r->workload_why = by_file ? S("stated: files in study.yaml")
                                      : S("stated: match in study.yaml");
            return;
        }
    }
    if (r->workload.len > 0) {
        en->workload = workload_labelled(a, r->workload);
        en->workload_inferred = str_starts(r->workload_why, S("inferred"));
        return;
    }
    en->workload = workload_labelled(a, stem_of(file_named(en->from)));
    en->workload_inferred = true;
    r->workload_why = S("inferred: the file's name");
}

/* A compose file speaks of the path that was written to, or else of the folder it ran in.
 * What a comment or a heading states is stronger, what the command hints at weaker. */
static bool settle_by_compose(attributor *a, entry *en, result *r)
{
    const mount *m = mount_of(a->s->mounts, r->target);
    m = m ? m : mount_of(a->s->mounts, r->cwd);
    if (!m) {
        return false;
    }
    en->variant = variant_labelled(a, str_from(role_name(m->role)));
    en->variant_inferred = true;
    r->variant_why =
        str_fmt(a->perm, "inferred: the compose file mounts %.*s so", SV(m->path));
    return true;
}

static void settle_variant(attributor *a, entry *en, result *r, const source_rule *rule)
{
    study *s = a->s;
    if (en->from->variant.len > 0) {
        en->variant = variant_labelled(a, en->from->variant);
        r->variant_why = S("stated: when it was added");
        return;
    }
    if (rule && rule->variant.len > 0) {
        en->variant = variant_labelled(a, rule->variant);
        r->variant_why = S("stated: sources in study.yaml");
        return;
    }
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        const variant *v = &s->variants[i];
        bool by_file = glob_fits(a, v->files, file_named(en->from));
        if (by_file || pattern_fits(a, v->match, r)) {
            en->variant = i;
            r->variant_why = by_file ? S("stated: files in study.yaml")
                                     : S("stated: match in study.yaml");
            return;
        }
    }
    if (!str_starts(r->variant_why, S("stated")) && settle_by_compose(a, en, r)) {
        return;
    }
    if (r->variant.len > 0) {
        en->variant = variant_labelled(a, r->variant);
        en->variant_inferred = str_starts(r->variant_why, S("inferred"));
        return;
    }
    str shown = r->command.len > 0 ? r->command : stem_of(file_named(en->from));
    en->variant = variant_labelled(a, shown);
    en->variant_inferred = true;
    r->variant_why = r->command.len > 0 ? S("inferred: shown by its command")
                                        : S("inferred: shown by its file's name");
}

static void add_parameters(attributor *a, result *r, const source_rule *rule)
{
    for (const fact *f = rule ? rule->parameters : NULL; f; f = f->next) {
        result_param(a->perm, r, f->name, f->value);
    }
    if (rule && rule->command.len > 0) {
        r->command = rule->command;
    }
}

/* not-run names a workload and a variant: both must be known, and have no result. */
static bool check_not_run(attributor *a)
{
    study *s = a->s;
    for (const reason *n = s->not_run; n; n = n->next) {
        cut c = str_cut(n->name, S("/"));
        ptrdiff_t w = study_workload(s, c.head), v = study_variant(s, c.tail);
        if (!c.found || w < 0 || v < 0) {
            err_at(a->e, &s->yaml, n->raw,
                   "'%.*s' names no workload and variant of the study", SV(n->name));
            return err_hint(a->e, "Write WORKLOAD/VARIANT, with names of this file.");
        }
        for (const entry *en = s->entries; en; en = en->next) {
            if (en->workload == w && en->variant == v) {
                err_at(a->e, &s->yaml, n->raw,
                       "'%.*s' is said not to have run, but has results", SV(n->name));
                return err_hint(a->e, "See %.*s, line %td.", SV(en->from->path),
                                en->r->line);
            }
        }
    }
    return true;
}

/* A name that was changed in the archive since; what study.yaml declares is the author's.
 */
static void rename_labels(attributor *a, entry *en)
{
    const study *s = a->s;
    str w = s->workloads[en->workload].id, v = s->variants[en->variant].id;
    str w_now = kept_name(s->kept, false, w), v_now = kept_name(s->kept, true, v);
    if (!s->workloads[en->workload].declared && !str_eq(w, w_now)) {
        en->workload = workload_labelled(a, w_now);
    }
    if (!s->variants[en->variant].declared && !str_eq(v, v_now)) {
        en->variant = variant_labelled(a, v_now);
    }
}

/* Among the results, or among those that don't count. */
static void file_entry(attributor *a, entry *en, str why, set_aside ***aside_end)
{
    study *s = a->s;
    if (why.len == 0) {
        *s->entries_end = en;
        s->entries_end = &en->next;
        return;
    }
    **aside_end = NEW(a->perm, set_aside, 1);
    ***aside_end = (set_aside){.en = en, .why = why};
    *aside_end = &(**aside_end)->next;
}

bool study_attribute(arena *perm, arena scratch, study *s, err *e)
{
    attributor a = {.perm = perm, .scratch = scratch, .s = s, .e = e};
    set_aside **aside_end = &s->aside;
    for (raw_file *f = s->files; f; f = f->next) {
        const source_rule *rule = study_rule(s, file_named(f), scratch);
        str hash = f->original_sha256.len > 0 ? f->original_sha256 : f->sha256;
        ptrdiff_t ordinal = 0;
        for (result *r = f->reading ? f->reading->results : NULL; r; r = r->next) {
            entry *en = NEW(perm, entry, 1);
            en->r = r;
            en->from = f;
            add_parameters(&a, r, rule);
            settle_workload(&a, en, r, rule);
            settle_variant(&a, en, r, rule);
            rename_labels(&a, en);
            file_entry(&a, en, kept_excluded(s->kept, hash, ++ordinal), &aside_end);
        }
    }
    return check_not_run(&a);
}
