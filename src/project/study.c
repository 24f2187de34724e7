#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* --- what is there ---------------------------------------------------------------- */

static bool list_file(loader *l, str path, const run *r)
{
    raw_file *f = NEW(l->perm, raw_file, 1);
    f->path = path;
    f->run = r;
    f->src.path = str_cz(l->perm, str_fmt(l->perm, "%s/%.*s", l->s->dir, SV(path)));
    *l->last_file = f;
    l->last_file = &f->next;
    return ++l->s->file_count <= MOST_FILES
           || err_set(l->e, ERR_LIMIT, l->s->dir, "more than %d files in one study",
                      MOST_FILES);
}

static bool list_files(loader *l, str folder, const run *r, int depth);

static bool list_sub_folder(loader *l, str folder, const run *r, int depth)
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
    return list_files(l, folder, r, depth);
}

/* `folder` is relative to the study; empty: the study's own. Symbolic links are followed
 * only to files and folders that exist; a broken one is an error that names it. */
static bool list_files(loader *l, str folder, const run *r, int depth)
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
        if (deeper ? !list_sub_folder(l, path, r, depth + 1) : !list_file(l, path, r)) {
            return false;
        }
    }
    return true;
}

static bool list_all(loader *l)
{
    study *s = l->s;
    s->runs = NEW(l->perm, run, 1);
    *s->runs = (run){.date = s->date, .host = s->host, .software = s->software};
    l->last_file = &s->files;
    l->last_run = &s->runs->next;
    return access(s->dir, F_OK) != 0 || list_files(l, (str){0}, s->runs, 0);
}

bool study_files(arena *perm, arena scratch, study *s, err *e)
{
    loader l = {.perm = perm, .scratch = scratch, .s = s, .e = e};
    return list_all(&l);
}

const char *study_dir(arena *perm, const config *site, str id)
{
    const char *dir = str_cz(perm, str_fmt(perm, "%s/data/%.*s", site->root, SV(id)));
    return strncmp(dir, "./", 2) == 0 ? dir + 2 : dir;
}

read_as study_reads(const study *s, str path, arena scratch)
{
    const source_rule *rule = study_rule(s, path, scratch);
    return rule ? (read_as){.as = rule->tool,
                            .time_format = rule->time_format,
                            .columns = rule->columns}
                : (read_as){0};
}

/* --- what it says ----------------------------------------------------------------- */

/* A model that stands for the file, where there is one; else the file is read. */
static bool read_file(loader *l, raw_file *f, const read_as *how, const kept_file *known,
                      err *why)
{
    if (!known || f->masked || !kept_read_so(known, how)) {
        const import_options options = {.as = how->as,
                                        .time_format = how->time_format,
                                        .columns = how->columns,
                                        .group_by = how->group_by,
                                        .metric = how->metric,
                                        .unit = how->unit};
        return import_source(l->perm, l->scratch, &f->src, &options, &f->reading, why);
    }
    source *model = NEW(l->perm, source, 1);
    model->path = l->s->kept->archive;
    return l->s->kept->fetch(l->s->kept, known, KEPT_MODEL, l->perm, &model->bytes, why)
           && import_source(l->perm, l->scratch, model, &(import_options){.kept = true},
                            &f->reading, why);
}

static bool load_mounts(loader *l, raw_file *f)
{
    mount *mounts = NULL, **end = &l->s->mounts;
    while (*end) {
        end = &(*end)->next;
    }
    bool good = compose_mounts(l->perm, &f->src, &mounts, l->e);
    *end = mounts;
    return good;
}

/* Its bytes are there, and their checksum. */
static bool load_bytes(loader *l, raw_file *f, const read_as *how, const kept_file *known)
{
    if (l->s->site->redact.wanted && !mask_file(l, f)) {
        return false;
    }
    if (!known && compose_named(f->path)) {
        return load_mounts(l, f);
    }
    err why = {0};
    if (read_file(l, f, how, known, &why)) {
        f->reading->file = str_from(f->src.path);
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

static void tell_hidden(loader *l, const raw_file *f, const kept_file *known)
{
    err w = {.path = f->src.path};
    if (known->purged.len > 0) {
        snprintf(w.text, sizeof w.text, "left out: it was purged from the archive: %.*s",
                 SV(known->purged));
        snprintf(w.hint, sizeof w.hint, "Remove the file, too.");
    } else {
        snprintf(w.text, sizeof w.text,
                 "left out: %.*s, which was added to the archive, supersedes it",
                 SV(str_take(known->superseded_by, 12)));
        snprintf(w.hint, sizeof w.hint, "'broadsheet show %.*s' tells what that is.",
                 SV(str_take(known->superseded_by, 12)));
    }
    warn_add(l->w, &w);
}

/* Is another file in this one's place, which doesn't lie in the folder? */
static bool hidden(const study *s, const kept_file *known)
{
    const kept_file *newer = known && known->superseded_by.len > 0
                                 ? kept_find(s->kept, known->superseded_by)
                                 : NULL;
    return known && (known->purged.len > 0 || (newer && !newer->of_data));
}

static bool load_files(loader *l)
{
    study *s = l->s;
    raw_file **at = &s->files;
    while (*at) {
        raw_file *f = *at;
        if (!source_load(l->perm, f->src.path, &f->src, l->e)) {
            return false;
        }
        f->sha256 = hash_sha256(l->perm, f->src.bytes);
        const kept_file *known = kept_find(s->kept, f->sha256);
        if (hidden(s, known)) {
            tell_hidden(l, f, known);
            *at = f->next;
            s->file_count--;
            continue;
        }
        read_as how = study_reads(s, f->path, l->scratch);
        if (!load_bytes(l, f, &how, known)) {
            return false;
        }
        at = &f->next;
    }
    l->last_file = at;
    return true;
}

/* --- what was added elsewhere ------------------------------------------------------- */

static bool mask_facts(loader *l, run *r)
{
    const redaction *by = &l->s->site->redact;
    bool good = redact_words(l->perm, by, &r->id, l->e)
                && redact_words(l->perm, by, &r->machine, l->e);
    for (fact *f = r->tags; f && good; f = f->next) {
        good = redact_words(l->perm, by, &f->value, l->e);
    }
    return good;
}

/* The folder of that run, where there is one, says what it is. NULL: *e is set. */
static run *run_for(loader *l, str id)
{
    const kept_run *k = kept_run_of(l->s->kept, id);
    run *own = l->s->runs;
    if (id.len == 0) {
        own->date = own->date.len > 0 || !k ? own->date : k->date;
        own->machine = own->machine.len > 0 || !k ? own->machine : k->machine;
        own->tags = own->tags || !k ? own->tags : k->tags;
        return mask_facts(l, own) ? own : NULL;
    }
    run made = {.id = id};
    if (k) {
        made = (run){.id = id, .date = k->date, .machine = k->machine, .tags = k->tags};
    }
    if (!mask_facts(l, &made)) {
        return NULL;
    }
    for (run *r = own; r; r = r->next) {
        if (str_eq(r->id, id) || str_eq(r->id, made.id)) {
            return r;
        }
    }
    run *added = *l->last_run = NEW(l->perm, run, 1);
    *added = made;
    l->last_run = &added->next;
    return added;
}

/* A name from a database leads nowhere but below the study's folder. */
static bool is_below(str path)
{
    bool good = path.len > 0;
    for (cut c = {.tail = path, .found = true}; c.found && good;) {
        c = str_cut(c.tail, S("/"));
        good = c.head.len > 0 && *c.head.ptr != '.';
    }
    return good;
}

static bool taken(const study *s, str path)
{
    for (const raw_file *f = s->files; f; f = f->next) {
        if (str_eq(f->path, path)) {
            return true;
        }
    }
    return false;
}

static bool add_kept(loader *l, const kept_file *known)
{
    raw_file *f = NEW(l->perm, raw_file, 1);
    study *s = l->s;
    const run *r = run_for(l, known->run);
    f->named = known->name;
    if (!r || !redact_words(l->perm, &s->site->redact, &f->named, l->e)) {
        return false;
    }
    f->run = r;
    f->path =
        r->id.len > 0 ? str_fmt(l->perm, "%.*s/%.*s", SV(r->id), SV(f->named)) : f->named;
    if (taken(s, f->path)) {
        f->path =
            str_fmt(l->perm, "%.*s/%.*s", SV(str_take(known->sha256, 12)), SV(f->path));
    }
    f->workload = kept_name(s->kept, false, known->workload);
    f->variant = kept_name(s->kept, true, known->variant);
    f->sha256 = known->sha256;
    f->src.path =
        str_cz(l->perm, str_fmt(l->perm, "%s: %.*s", s->kept->archive, SV(f->path)));
    if (!is_below(f->path)) {
        return err_set(l->e, ERR_INPUT, f->src.path, "this is no name of a file");
    }
    if (!s->kept->fetch(s->kept, known, KEPT_BYTES, l->perm, &f->src.bytes, l->e)
        || !load_bytes(l, f, &known->how, known)) {
        return false;
    }
    *l->last_file = f;
    l->last_file = &f->next;
    s->file_count++;
    return true;
}

static bool lies_in_folder(const study *s, str sha256)
{
    for (const raw_file *f = s->files; f; f = f->next) {
        str own = f->original_sha256.len > 0 ? f->original_sha256 : f->sha256;
        if (str_eq(own, sha256)) {
            return true;
        }
    }
    return false;
}

/* By run and name, so that the order is everybody's. */
static int by_place(const void *a, const void *b)
{
    const kept_file *const *x = a, *const *y = b;
    int c = str_cmp((*x)->run, (*y)->run);
    c = c ? c : str_cmp((*x)->name, (*y)->name);
    return c ? c : str_cmp((*x)->sha256, (*y)->sha256);
}

static bool load_kept(loader *l)
{
    const study_kept *k = l->s->kept;
    ptrdiff_t n = 0;
    const kept_file **all = NEW(l->perm, const kept_file *, k ? k->file_count : 0);
    for (ptrdiff_t i = 0; k && i < k->file_count; i++) {
        const kept_file *f = &k->files[i];
        if (!f->of_data && f->superseded_by.len == 0 && f->purged.len == 0
            && !lies_in_folder(l->s, f->sha256)) {
            all[n++] = f;
        }
    }
    if (n > 1) {
        qsort(all, (size_t)n, sizeof *all, by_place);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        if (!add_kept(l, all[i])) {
            return false;
        }
    }
    return true;
}

bool study_load(arena *perm, arena scratch, study *ret, warnings *w, err *e)
{
    loader l = {.perm = perm, .scratch = scratch, .s = ret, .w = w, .e = e};
    ret->dir = study_dir(perm, ret->site, ret->id);
    ret->entries_end = &ret->entries;
    if (!study_yaml_load(perm, scratch, ret, e) || !list_all(&l) || !load_files(&l)
        || !load_kept(&l) || !study_attribute(perm, scratch, ret, e)) {
        return false;
    }
    for (raw_file *f = ret->files; f; f = f->next) { /* globs are through with the name */
        f->path = f->recoded ? str_fmt(perm, "%.*s.txt", SV(f->path)) : f->path;
    }
    study_publish(perm, ret);
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
