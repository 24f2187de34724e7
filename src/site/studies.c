#include "base/base.h"

#include <pthread.h>
#include <unistd.h>

#include "site/build.h"

/* Studies know nothing of each other until the listings are made, so that each thread
 * takes the next one when it is through with the last. What a study gives back has its
 * place by the study's number, not by the time it was ready. */

enum { MOST_THREADS = 64 };

typedef struct {
    bool failed;
    err e;
    warnings w;
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
    arena perm; /* lives as long as the build: cards are in it */
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

static void *work(void *arg)
{
    worker *self = arg;
    crew *c = self->c;
    builder own = *c->b;
    own.perm = own.tree.perm = &self->perm;
    own.scratch = arena_open((ptrdiff_t)1 << 38);
    build_describe(&own);
    for (ptrdiff_t i; (i = take_next(c)) >= 0;) {
        outcome *to = &c->outcomes[i];
        to->w.perm = &self->perm;
        own.w = &to->w;
        to->failed = !build_study(&own, c->ids[i], &c->built[i], &to->e);
        if (to->failed) {
            end_before(c, i);
        }
    }
    templates_close(own.html.templates);
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

static bool gather(builder *b, const crew *c, ptrdiff_t n, err *e)
{
    b->studies = NEW(b->perm, built_study, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        const outcome *from = &c->outcomes[i];
        for (const warning *w = from->w.first; w; w = w->next) {
            err warn = told(b, &w->e);
            warn_add(b->w, &warn);
        }
        if (from->failed) {
            *e = told(b, &from->e);
            return false;
        }
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
    int count = thread_count(b, n), started = 1; /* the first works in this thread */
    for (int i = 0; i < count; i++) {
        all[i] = (worker){.c = &c, .perm = arena_open((ptrdiff_t)1 << 36)};
    }
    while (started < count
           && pthread_create(&all[started].id, NULL, work, &all[started]) == 0) {
        started++;
    }
    work(&all[0]);
    for (int i = 1; i < started; i++) {
        pthread_join(all[i].id, NULL);
    }
    bool good = gather(b, &c, n, e) && build_listings(b, e);
    for (int i = 0; i < count; i++) {
        arena_close(&all[i].perm);
    }
    return good;
}
