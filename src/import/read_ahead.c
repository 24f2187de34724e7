#include "base/base.h"

#include <pthread.h>
#include <sched.h>

#include "import/read_ahead.h"

/*  slot: |<------ READ_AHEAD_LEFT ------>|<-- BLOCK -->|slack|
 *                              left ---->|new bytes
 *
 * Memory in front of a block costs nothing until it is used. Block n is in slot n mod
 * SLOTS; the thread makes it, the caller works on it, and asking for the next gives it
 * back. */
enum { BLOCK = 1 << 18, SLACK = 16, SLOTS = 4 };

typedef struct {
    char *memory;
    ptrdiff_t len; /* -1: e is set */
    err e;
} slot;

struct read_ahead {
    byte_stream *from;
    slot slots[SLOTS];
    bool may_thread, threaded;
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t moved;
    ptrdiff_t made, taken; /* blocks */
    bool stop;
};

/* Whole blocks, but for the last: what the file system or a pipe gives at a time doesn't
 * show. */
static void fill(read_ahead *r, slot *to)
{
    char *bytes = to->memory + READ_AHEAD_LEFT;
    to->len = 0;
    for (ptrdiff_t n = 1; n > 0 && to->len < BLOCK; to->len += n) {
        n = byte_stream_read(r->from, bytes + to->len, BLOCK - to->len, &to->e);
        if (n < 0) {
            to->len = -1;
            return;
        }
    }
}

/* The caller's block is the last one taken: the one in front of it is free. */
static void *make_blocks(void *arg)
{
    read_ahead *r = arg;
    for (bool more = true; more;) {
        pthread_mutex_lock(&r->lock);
        while (!r->stop && r->made - r->taken >= SLOTS - 1) {
            pthread_cond_wait(&r->moved, &r->lock);
        }
        more = !r->stop;
        pthread_mutex_unlock(&r->lock);
        if (!more) {
            break;
        }
        slot *to = &r->slots[r->made % SLOTS];
        fill(r, to);
        more = to->len > 0;
        pthread_mutex_lock(&r->lock);
        r->made++;
        pthread_cond_signal(&r->moved);
        pthread_mutex_unlock(&r->lock);
    }
    return NULL;
}

/* May this process use more than one? */
static bool has_processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 1;
}

read_ahead *read_ahead_open(byte_stream *from, int threads, err *e)
{
    read_ahead *r = calloc(1, sizeof *r);
    if (!r) {
        err_set(e, ERR_IO, NULL, "out of memory");
        return NULL;
    }
    r->from = from;
    r->may_thread = threads == 2 || (threads == 0 && has_processors());
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->moved, NULL);
    for (ptrdiff_t i = 0; i < SLOTS; i++) {
        r->slots[i].memory = malloc(READ_AHEAD_LEFT + BLOCK + SLACK);
        if (!r->slots[i].memory) {
            read_ahead_close(r);
            err_set(e, ERR_IO, NULL, "out of memory");
            return NULL;
        }
    }
    return r;
}

/* The slot of the next block. Without a thread it is always the first: one stays in the
 * processor's cache. */
static slot *next_slot(read_ahead *r)
{
    if (!r->threaded) {
        fill(r, &r->slots[0]);
        r->made++;
        return &r->slots[0];
    }
    pthread_mutex_lock(&r->lock);
    while (r->made == r->taken) {
        pthread_cond_wait(&r->moved, &r->lock);
    }
    pthread_mutex_unlock(&r->lock);
    return &r->slots[r->taken % SLOTS];
}

bool read_ahead_next(read_ahead *r, str left, str *ret, err *e)
{
    if (r->may_thread && !r->threaded && r->taken == 1) {
        r->threaded = pthread_create(&r->thread, NULL, make_blocks, r) == 0;
        r->may_thread = r->threaded;
    }
    slot *same = r->threaded ? NULL : &r->slots[0]; /* which is about to be overwritten */
    if (same && left.len > 0) {
        memmove(same->memory + READ_AHEAD_LEFT - left.len, left.ptr, (size_t)left.len);
    }
    slot *s = next_slot(r);
    if (s->len < 0) {
        *e = s->e;
        return false;
    }
    char *begin = s->memory + READ_AHEAD_LEFT - left.len;
    if (s != same && left.len > 0) {
        memcpy(begin, left.ptr, (size_t)left.len);
    }
    pthread_mutex_lock(&r->lock);
    r->taken++;
    pthread_cond_signal(&r->moved);
    pthread_mutex_unlock(&r->lock);
    memset(s->memory + READ_AHEAD_LEFT + s->len, 0, SLACK);
    *ret = (str){begin, left.len + s->len};
    return true;
}

void read_ahead_close(read_ahead *r)
{
    if (!r) {
        return;
    }
    if (r->threaded) {
        pthread_mutex_lock(&r->lock);
        r->stop = true;
        pthread_cond_signal(&r->moved);
        pthread_mutex_unlock(&r->lock);
        pthread_join(r->thread, NULL);
    }
    pthread_cond_destroy(&r->moved);
    pthread_mutex_destroy(&r->lock);
    for (ptrdiff_t i = 0; i < SLOTS; i++) {
        free(r->slots[i].memory);
    }
    free(r);
}
