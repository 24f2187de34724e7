#include "base/base.h"

#include <pthread.h>
#include <unistd.h>

#include "site/inputs.h"
#include "site/recall.h"

/* Studies know nothing of each other until the listings are made, so that each thread
 * takes the next one when it is through with the last. What a study gives back has its
 * place by the study's number, not by the time it was ready. */

typedef struct {
    bool failed, stands_in; /* ... its last good page for it */
    bool is_old;            /* its last page, because the archive can't be read */
    err e;
} outcome;

typedef struct {
    const builder *b; /* what all share; nobody writes to it */
    const str *ids;
    built_study *built;
    outcome *outcomes;
    pthread_mutex_t lock;
    ptrdiff_t next, n; /* under the lock; n falls to that of a study that failed */
} crew;

typedef struct {
    crew *c;
    arena *perm; /* lives as long as the build: cards are in it */
    pthread_t id;
} worker;

static ptrdiff_t take_next(crew *c)
{
    pthread_mutex_lock(&c->lock);
    ptrdiff_t i = c->next < c->n ? c->next++ : -1;
    pthread_mutex_unlock(&c->lock);
    return i;
}

/* Later studies needn't be begun: an earlier one that is still at work may fail, too, and
 * then it is the one to be told of. */
static void end_before(crew *c, ptrdiff_t i)
{
    pthread_mutex_lock(&c->lock);
    c->n = i < c->n ? i : c->n;
    pthread_mutex_unlock(&c->lock);
}

/* Where a failure isn't the end, the last good page stands in for the study. */
static void build_one(crew *c, builder *own, ptrdiff_t i)
{
    outcome *to = &c->outcomes[i];
    built_study *s = &c->built[i];
    str id = c->ids[i];
    str inputs = own->same[i].len > 0 ? own->same[i] : build_inputs(own, own->perm, id);
    bool needs_archive = stock_missing(own->stock) && recall_kept(own, id) > 0;
    if (recall_study(own, id, needs_archive ? (str){0} : inputs, s)) {
        to->is_old = needs_archive;
        return;
    }
    warnings *w = NEW(own->perm, warnings, 1);
    w->perm = own->perm;
    own->w = w;
    to->failed = !build_study(own, id, s, &to->e);
    if (!to->failed) {
        s->inputs = own->untaken[i] ? (str){0} : inputs; /* the next build tries again */
        s->warnings = w;
    } else if (!own->opt->keep_going) {
        end_before(c, i);
    } else {
        tree_leave_out(&own->tree, own->scratch, id);
        *s = (built_study){0};
        to->stands_in = recall_study(own, id, (str){0}, s);
    }
}

static void *work(void *arg)
{
    worker *self = arg;
    builder own = *self->c->b;
    own.perm = own.tree.perm = self->perm;
    own.scratch = arena_open((ptrdiff_t)1 << 38);
    own.one = arena_open((ptrdiff_t)1 << 38);
    build_describe(&own);
    for (ptrdiff_t i; (i = take_next(self->c)) >= 0;) {
        build_one(self->c, &own, i);
    }
    templates_close(own.html.templates);
    arena_close(&own.one);
    arena_close(&own.scratch);
    return NULL;
}

static int thread_count(const builder *b, ptrdiff_t n)
{
    long count = b->opt->threads ? b->opt->threads : sysconf(_SC_NPROCESSORS_ONLN);
    count = count < n ? count : n;
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int)count;
}

/* Paths may be the thread's, whose memory ends with the build. */
static err told(builder *b, const err *from)
{
    err e = *from;
    e.path = e.path ? str_cz(b->w->perm, str_from(e.path)) : NULL;
    return e;
}

static void keep_warnings(builder *b, const warnings *from)
{
    for (const warning *w = from ? from->first : NULL; w; w = w->next) {
        err warn = told(b, &w->e);
        warn_add(b->w, &warn);
    }
}

static void tell_old(builder *b, str id)
{
    err e = {.path = study_dir(b->w->perm, b->site, id)};
    snprintf(e.text, sizeof e.text,
             "keeps its last page: it has results in the archive, which can't be read");
    warn_add(b->w, &e);
}

static bool gather(builder *b, const crew *c, ptrdiff_t n, err *e)
{
    b->studies = NEW(b->perm, built_study, n);
    b->failures.perm = b->w->perm;
    for (ptrdiff_t i = 0; i < n; i++) {
        keep_warnings(b, c->built[i].warnings);
        if (c->outcomes[i].is_old) {
            tell_old(b, c->ids[i]);
        }
        if (c->outcomes[i].failed) {
            *e = told(b, &c->outcomes[i].e);
            if (!b->opt->keep_going) {
                return false;
            }
            warn_add(&b->failures, e);
            b->left_out += !c->outcomes[i].stands_in;
        }
        b->held_back = b->held_back || c->built[i].held_back;
        if (c->built[i].id.len > 0) {
            b->studies[b->study_count++] = c->built[i];
        }
    }
    return true;
}

bool build_studies(builder *b, const str *ids, ptrdiff_t n, err *e)
{
    crew c = {.b = b,
              .ids = ids,
              .n = n,
              .built = NEW(b->perm, built_study, n),
              .outcomes = NEW(b->perm, outcome, n),
              .lock = PTHREAD_MUTEX_INITIALIZER};
    worker all[MOST_THREADS];
    int started = 1; /* the first works in this thread */
    b->thread_count = thread_count(b, n);
    for (int i = 0; i < b->thread_count; i++) {
        b->thread_arenas[i] = arena_open((ptrdiff_t)1 << 36);
        all[i] = (worker){.c = &c, .perm = &b->thread_arenas[i]};
    }
    while (started < b->thread_count
           && pthread_create(&all[started].id, NULL, work, &all[started]) == 0) {
        started++;
    }
    work(&all[0]);
    for (int i = 1; i < started; i++) {
        pthread_join(all[i].id, NULL);
    }
    return gather(b, &c, n, e);
}
