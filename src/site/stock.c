#include "base/base.h"

#include <pthread.h>
#include <unistd.h>

#include "archive/ingest.h"
#include "site/stock.h"

struct kept_reader {
    arena perm;
    archive a; /* a.s == NULL: there is none, or it can't be read */
    bool missing, behind;
    bool absent;          /* there is none, and none could be made: nothing is in it */
    err why;              /* of both; its path is the archive's name */
    pthread_mutex_t lock; /* a database serves one at a time */
    study_state *states;  /* by study */
    ptrdiff_t state_count;
};

static void fall_behind(stock *s, const err *e)
{
    s->behind = true;
    s->why = *e;
    s->why.path = e->path ? str_cz(&s->perm, str_from(e->path)) : NULL;
}

static void lose(stock *s, const err *e)
{
    fall_behind(s, e);
    archive_close(&s->a);
    s->missing = true;
}

/* No archive yet, where none would be made. */
static bool is_absent(stock *s, const config *site)
{
    const char *file = archive_file(&s->perm, site);
    return file && access(file, F_OK) != 0;
}

/* A build can go on without: what isn't kept now is kept by the next one. */
enum { PATIENCE_MS = 5000 };

static void open_archive(stock *s, const config *site, stock_mode mode)
{
    store_mode how = mode == STOCK_KEEP ? STORE_WRITE : STORE_READ;
    err e = {0}, first = {0};
    if (mode == STOCK_READ && is_absent(s, site)) {
        return;
    }
    if (archive_open(&s->perm, site, how, &s->a, &first)
        && archive_wait(&s->a, PATIENCE_MS, &first)) {
        stock_refresh(s);
        return;
    }
    s->absent = is_absent(s, site);
    if (mode == STOCK_READ || s->absent
        || !archive_open(&s->perm, site, STORE_READ, &s->a, &e)) {
        lose(s, &first);
        return;
    }
    fall_behind(s, &first);
    stock_refresh(s);
}

/* The archive of a build that isn't through, for when the program ends by exit(): memory
 * ran out, a font can't be loaded. A database that isn't closed leaves files beside it.
 */
static stock *unfinished;

static void close_unfinished(void)
{
    if (unfinished && pthread_mutex_trylock(&unfinished->lock) == 0) {
        archive_close(&unfinished->a);
    }
}

static void remember(stock *s)
{
    static bool registered;
    if (!registered) {
        registered = atexit(close_unfinished) == 0;
    }
    unfinished = s;
}

stock *stock_open(const config *site, stock_mode mode)
{
    arena perm = arena_open((ptrdiff_t)1 << 34);
    stock *s = NEW(&perm, stock, 1);
    *s = (stock){.perm = perm, .lock = PTHREAD_MUTEX_INITIALIZER};
    open_archive(s, site, mode);
    remember(s);
    return s;
}

bool stock_missing(const stock *s)
{
    return s->missing;
}

bool stock_behind(const stock *s)
{
    return s->behind;
}

void stock_close(stock *s)
{
    if (s) {
        arena perm = s->perm;
        unfinished = NULL;
        archive_close(&s->a);
        pthread_mutex_destroy(&s->lock);
        arena_close(&perm);
    }
}

void stock_refresh(stock *s)
{
    err e = {0};
    if (s->a.s && !archive_states(&s->a, &s->perm, &s->states, &s->state_count, &e)) {
        lose(s, &e);
    }
}

static const study_state *state_of(const stock *s, str id)
{
    for (ptrdiff_t i = 0; i < s->state_count; i++) {
        if (str_eq(s->states[i].study, id)) {
            return &s->states[i];
        }
    }
    return NULL;
}

str stock_state(const stock *s, arena *perm, str of_study)
{
    if (of_study.ptr) {
        const study_state *one = state_of(s, of_study);
        return one ? one->state : S("none");
    }
    out *o = out_memory(perm);
    out_str(o, s->missing ? S("missing") : s->behind ? S("behind") : S("archive"));
    for (ptrdiff_t i = 0; i < s->state_count; i++) {
        out_fmt(o, " %.*s", SV(s->states[i].state));
    }
    return out_text(o);
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

bool stock_studies(const stock *s, arena *perm, const config *site, str **ids,
                   ptrdiff_t *n, err *e)
{
    str *folders = NULL;
    ptrdiff_t count = 0;
    if (!study_list(perm, site, &folders, &count, e)) {
        return false;
    }
    str *all = *ids = NEW(perm, str, count + s->state_count);
    for (*n = 0; *n < count; ++*n) {
        all[*n] = folders[*n];
    }
    for (ptrdiff_t i = 0; i < s->state_count; i++) {
        bool known = count > 0
                     && bsearch(&s->states[i].study, folders, (size_t)count,
                                sizeof *folders, by_name);
        if (!known && s->states[i].added > 0) {
            all[(*n)++] = s->states[i].study;
        }
    }
    if (*n > 1) {
        qsort(all, (size_t)*n, sizeof *all, by_name);
    }
    return true;
}

/* Of what a file is broken by, the build itself will tell. */
bool stock_take(stock *s, str of_study)
{
    err e = {0};
    if (s->a.s && !s->behind && !archive_ingest(&s->a, of_study, &e) && e.path
        && strcmp(e.path, s->a.s->name) == 0) {
        fall_behind(s, &e);
    }
    return !s->behind;
}

static bool fetch(const study_kept *k, const kept_file *f, kept_content what, arena *perm,
                  str *ret, err *e)
{
    stock *s = k->reader;
    pthread_mutex_lock(&s->lock);
    bool ok = archive_kept_content(&s->a, k->study, f, what, perm, ret, e);
    pthread_mutex_unlock(&s->lock);
    return ok;
}

bool stock_kept(stock *s, arena *perm, str of_study, const study_kept **ret, err *e)
{
    *ret = NULL;
    if (!s->a.s) {
        return true;
    }
    study_kept *k = NEW(perm, study_kept, 1);
    pthread_mutex_lock(&s->lock);
    bool ok = archive_kept(&s->a, perm, of_study, k, e);
    pthread_mutex_unlock(&s->lock);
    k->fetch = fetch;
    k->reader = s;
    *ret = k;
    return ok;
}

bool stock_tell(const stock *s, bool strict, warnings *w, err *e)
{
    if (!s->behind) {
        return true;
    }
    bool lost = s->missing && !s->absent;
    err told = {.code = s->why.code, .path = s->why.path};
    snprintf(told.text, sizeof told.text, "%s: %.*s",
             lost ? "the archive can't be read" : "this build is not archived",
             (int)sizeof told.text - 40, s->why.text);
    snprintf(told.hint, sizeof told.hint, "%s",
             lost ? "The site is made from data/ alone; a study that has more in the "
                    "archive keeps its last page."
                  : "The next build tries again.");
    told.path = told.path ? str_cz(w->perm, str_from(told.path)) : NULL;
    if (strict && lost) {
        *e = told;
        return false;
    }
    warn_add(w, &told);
    return true;
}
