#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "import/import.h"
#include "project/compose_file.h"
#include "project/derive.h"

enum { MOST_FILES = 100000, DEEPEST_FOLDER = 16 };

/* --- folders --------------------------------------------------------------------- */

static int by_bytes(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

/* The names in a folder, sorted by bytes; names that begin with a dot are left out. */
static bool list_folder(arena *perm, const char *path, str **ret, ptrdiff_t *n, err *e)
{
    DIR *dir = opendir(path);
    if (!dir) {
        return err_set(e, errno == ENOENT ? ERR_USAGE : ERR_IO, path, "cannot open: %s",
                       strerror(errno));
    }
    ptrdiff_t cap = 64;
    str *names = NEW(perm, str, cap);
    *n = 0;
    for (struct dirent *d; (d = readdir(dir));) {
        if (d->d_name[0] == '.') {
            continue;
        }
        if (*n == cap) {
            str *bigger = NEW(perm, str, cap * 2);
            memcpy(bigger, names, (size_t)cap * sizeof *names);
            names = bigger;
            cap *= 2;
        }
        names[(*n)++] = str_copy(perm, str_from(d->d_name));
    }
    closedir(dir);
    qsort(names, (size_t)*n, sizeof *names, by_bytes);
    *ret = names;
    return true;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool study_list(arena *perm, const config *site, str **ids, ptrdiff_t *n, err *e)
{
    const char *data = str_cz(perm, str_fmt(perm, "%s/data", site->root));
    str *names = NULL;
    ptrdiff_t count = 0;
    if (!list_folder(perm, data, &names, &count, e)) {
        return false;
    }
    *ids = names;
    *n = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (is_folder(str_cz(perm, str_fmt(perm, "%s/%.*s", data, SV(names[i]))))) {
            (*ids)[(*n)++] = names[i];
        }
    }
    return true;
}

/* --- the study's files ----------------------------------------------------------- */

typedef struct {
    arena *perm;
    arena scratch;
    study *s;
    warnings *w;
    err *e;
    raw_file **last_file;
    run **last_run;
} loader;

static bool ignored(const loader *l, str path)
{
    for (ptrdiff_t i = 0; i < l->s->ignore_count; i++) {
        arena a = l->scratch;
        if (fnmatch(str_cz(&a, l->s->ignore[i]), str_cz(&a, path), 0) == 0) {
            return true;
        }
    }
    return false;
}

static void tell_diagnostics(loader *l, const raw_file *f)
{
    for (const diagnostic *d = f->reading->diagnostics; d; d = d->next) {
        if (d->severity != DIAG_INFO && !d->rule) {
            err w = {.path = f->src.path, .line = d->line};
            snprintf(w.text, sizeof w.text, "%.*s", SV(d->message));
            warn_add(l->w, &w);
        }
    }
}

static void tell_masked(loader *l, const raw_file *f)
{
    for (const redacted *k = f->masked; k; k = k->next) {
        err w = {.path = f->src.path, .line = k->line};
        snprintf(w.text, sizeof w.text, "masked: %s, %td time%s", k->what, k->n,
                 k->n == 1 ? "" : "s");
        warn_add(l->w, &w);
    }
}

/* Puts the masked text in the place of the file's bytes, so that nothing that is made of
 * it can show more. */
static bool mask_file(loader *l, raw_file *f)
{
    source plain = f->src;
    byte_stream *b = byte_stream_over(l->perm, &f->src, false, l->e);
    bool good = b && byte_stream_rest(l->perm, b, &plain.bytes, l->e);
    byte_stream_close(b);
    if (!good) {
        return false;
    }
    bool unpacked = plain.bytes.ptr != f->src.bytes.ptr;
    if (text_is_binary(plain.bytes)) {
        err w = {.path = f->src.path};
        snprintf(w.text, sizeof w.text, "is no text: it is published without masking");
        warn_add(l->w, &w);
        return true;
    }
    str utf8 = text_utf8(l->perm, plain.bytes);
    const char *end = plain.bytes.ptr + plain.bytes.len;
    bool in_place = utf8.ptr >= plain.bytes.ptr && utf8.ptr <= end;
    plain.bytes = utf8;
    if (!redact_text(l->perm, &l->s->site->redact, &plain, &f->masked, l->e)) {
        return false;
    }
    if (f->masked) {
        f->original_sha256 = f->sha256;
        f->recoded = unpacked || !in_place;
        f->src.bytes = plain.bytes;
        f->sha256 = hash_sha256(l->perm, plain.bytes);
        tell_masked(l, f);
    }
    return true;
}

static bool load_file(loader *l, str path, const run *r)
{
    raw_file *f = NEW(l->perm, raw_file, 1);
    f->path = path;
    f->run = r;
    const char *full = str_cz(l->perm, str_fmt(l->perm, "%s/%.*s", l->s->dir, SV(path)));
    if (!source_load(l->perm, full, &f->src, l->e)) {
        return false;
    }
    f->sha256 = hash_sha256(l->perm, f->src.bytes);
    if (l->s->site->redact.wanted && !mask_file(l, f)) {
        return false;
    }
    *l->last_file = f;
    l->last_file = &f->next;
    if (++l->s->file_count > MOST_FILES) {
        return err_set(l->e, ERR_LIMIT, l->s->dir, "more than %d files in one study",
                       MOST_FILES);
    }
    if (compose_named(path)) {
        mount *mounts = NULL;
        if (!compose_mounts(l->perm, &f->src, &mounts, l->e)) {
            return false;
        }
        mount **end = &l->s->mounts;
        while (*end) {
            end = &(*end)->next;
        }
        *end = mounts;
        return true;
    }
    const source_rule *rule = study_rule(l->s, path, l->scratch);
    import_options how = {0};
    if (rule) {
        how.as = rule->tool;
        how.time_format = rule->time_format;
        how.columns = rule->columns;
    }
    err why = {0};
    if (import_source(l->perm, l->scratch, &f->src, &how, &f->reading, &why)) {
        f->reading->sha256 = f->sha256;
        tell_diagnostics(l, f);
        return true;
    }
    f->reading = NULL;
    if (why.code != ERR_UNRECOGNISED) {
        *l->e = why;
        return false;
    }
    snprintf(
        why.hint, sizeof why.hint,
        "It is published as an attachment; list it under 'ignore' in study.yaml to leave "
        "it out.");
    warn_add(l->w, &why);
    return true;
}

static bool load_folder(loader *l, str folder, const run *r, int depth);

static bool load_sub_folder(loader *l, str folder, const run *r, int depth)
{
    if (depth > DEEPEST_FOLDER) {
        return err_set(l->e, ERR_LIMIT, l->s->dir, "folders nested deeper than %d levels",
                       DEEPEST_FOLDER);
    }
    str yaml_path = str_fmt(l->perm, "%s/%.*s/run.yaml", l->s->dir, SV(folder));
    FILE *f = fopen(str_cz(l->perm, yaml_path), "rb");
    if (f) {
        fclose(f);
        run *own = NEW(l->perm, run, 1);
        own->id = folder;
        own->src.path = str_cz(l->perm, yaml_path);
        *l->last_run = own;
        l->last_run = &own->next;
        if (!run_yaml_load(l->perm, l->scratch, own, l->e)) {
            return false;
        }
        r = own;
    }
    return load_folder(l, folder, r, depth);
}

/* `folder` is relative to the study; empty: the study's own. Symbolic links are followed
 * only to files and folders that exist; a broken one is an error that names it. */
static bool load_folder(loader *l, str folder, const run *r, int depth)
{
    const char *full = str_cz(l->perm, str_fmt(l->perm, "%s%s%.*s", l->s->dir,
                                               folder.len ? "/" : "", SV(folder)));
    str *names = NULL;
    ptrdiff_t n = 0;
    if (!list_folder(l->perm, full, &names, &n, l->e)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        str path = folder.len ? str_fmt(l->perm, "%.*s/%.*s", SV(folder), SV(names[i]))
                              : names[i];
        bool own = str_eq(path, S("study.yaml")) || str_eq(path, S("post.md"))
                   || str_eq(names[i], S("run.yaml"));
        if (own || ignored(l, path)) {
            continue;
        }
        bool deeper =
            is_folder(str_cz(l->perm, str_fmt(l->perm, "%s/%.*s", full, SV(names[i]))));
        if (deeper ? !load_sub_folder(l, path, r, depth + 1) : !load_file(l, path, r)) {
            return false;
        }
    }
    return true;
}

bool study_load(arena *perm, arena scratch, study *ret, warnings *w, err *e)
{
    ret->dir = str_cz(perm, str_fmt(perm, "%s/data/%.*s", ret->site->root, SV(ret->id)));
    ret->dir = strncmp(ret->dir, "./", 2) == 0 ? ret->dir + 2 : ret->dir;
    ret->entries_end = &ret->entries;
    if (!study_yaml_load(perm, scratch, ret, e)) {
        return false;
    }
    ret->runs = NEW(perm, run, 1);
    *ret->runs = (run){.date = ret->date, .host = ret->host, .software = ret->software};
    loader l = {perm, scratch, ret, w, e, &ret->files, &ret->runs->next};
    if (!load_folder(&l, (str){0}, ret->runs, 0)
        || !study_attribute(perm, scratch, ret, e)) {
        return false;
    }
    for (raw_file *f = ret->files; f; f = f->next) { /* globs are through with the name */
        f->path = f->recoded ? str_fmt(perm, "%.*s.txt", SV(f->path)) : f->path;
    }
    study_group(perm, scratch, ret);
    if (!study_derive(perm, scratch, ret, w, e)) {
        return false;
    }
    if (ret->title.len == 0) {
        ret->title = ret->id;
    }
    return true;
}

/* --- looking things up ----------------------------------------------------------- */

const source_rule *study_rule(const study *s, str path, arena scratch)
{
    for (const source_rule *rule = s->rules; rule; rule = rule->next) {
        arena a = scratch;
        if (fnmatch(str_cz(&a, rule->glob), str_cz(&a, path), 0) == 0) {
            return rule;
        }
    }
    return NULL;
}

ptrdiff_t study_variant(const study *s, str id)
{
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        if (str_eq(s->variants[i].id, id)) {
            return i;
        }
    }
    return -1;
}

ptrdiff_t study_workload(const study *s, str id)
{
    for (ptrdiff_t i = 0; i < s->workload_count; i++) {
        if (str_eq(s->workloads[i].id, id)) {
            return i;
        }
    }
    return -1;
}

ptrdiff_t study_baseline(const study *s, ptrdiff_t w)
{
    ptrdiff_t named = study_variant(s, s->baseline.len ? s->baseline : S("native"));
    ptrdiff_t first = -1;
    for (const group *g = s->workloads[w].groups; g; g = g->beside) {
        if (g->variant == named) {
            return named;
        }
        first = first < 0 ? g->variant : first;
    }
    return first;
}

str study_not_run(const study *s, ptrdiff_t w, ptrdiff_t v)
{
    for (const reason *r = s->not_run; r; r = r->next) {
        cut c = str_cut(r->name, S("/"));
        if (str_eq(c.head, s->workloads[w].id) && str_eq(c.tail, s->variants[v].id)) {
            return r->why;
        }
    }
    return (str){0};
}

metric *group_metric(const group *g, str name)
{
    for (metric *m = g->metrics; m; m = m->next) {
        if (str_eq(m->name, name)) {
            return m;
        }
    }
    return NULL;
}

str group_param(const group *g, str name)
{
    for (const param *p = g->params; p; p = p->next) {
        if (str_eq(p->name, name)) {
            return p->value;
        }
    }
    return (str){0};
}

const raw_file *group_file(const group *g)
{
    return g->entries[0]->from;
}
