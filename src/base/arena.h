/* arena.h - memory that is given back all at once. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

/* A region of reserved address space; beg..end is still free.
 *
 * Pass `arena *perm` for what the caller keeps, `arena scratch` BY VALUE for what
 * dies on return: the callee moves only its own copy of `beg`. Pages are touched
 * only when used, so a large `cap` costs nothing. Not for threads to share. */
typedef struct arena {
    unsigned char *beg, *end, *base;
} arena;

/* One zeroed `type` (or `n` of them), aligned; never NULL: exhaustion ends the
 * program with a message and status 4. A command-line program has nothing better to
 * do, and out.c removes what was half written. */
#define NEW(a, type, n) ((type *)arena_alloc((a), (n), sizeof(type), _Alignof(type)))

arena arena_open(ptrdiff_t cap);

/* The same for much data that is touched from front to back: asks for huge pages, which
 * spare most of the page faults. */
arena arena_open_huge(ptrdiff_t cap);

/* Gives the address space back. NULL base is fine. */
void arena_close(arena *a);

/* Forgets every object, keeps the region; touched pages stay mapped for reuse. */
void arena_reset(arena *a);

void *arena_alloc(arena *a, ptrdiff_t count, size_t size, size_t align);

#endif
