#include "base/base.h"

#include <sys/mman.h>

#include "base/arena.h"

/* Sanitizer builds keep a poisoned gap behind each object, so that running over
 * the end of an arena object is caught like running over a malloc'ed one. */
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN 1
#endif
#endif

enum { MIN_ALIGN = 8 }; /* ASan's granule */

#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
enum { GAP = 16, AHEAD = 4096, HEAD = 64 };

/* Regions reserve terabytes, and poison costs shadow memory: only what stands right
 * behind the last object is poisoned, far enough for any plausible overrun. How far
 * objects ever reached stands in front of the region, for arena_close(). */
static void poison_behind(const arena *a, unsigned char *p)
{
    if (!a->base) { /* borrowed memory, perhaps the stack, must not stay poisoned */
        return;
    }
    unsigned char **reached = (unsigned char **)(void *)(a->base - sizeof *reached);
    unsigned char *stop = a->end - p < AHEAD ? a->end : p + AHEAD;
    *reached = stop > *reached ? stop : *reached;
    ASAN_POISON_MEMORY_REGION(p, (size_t)(stop - p));
}

static void unpoison(unsigned char *p, size_t n)
{
    ASAN_UNPOISON_MEMORY_REGION(p, n);
}

static void unpoison_all(const arena *a)
{
    unsigned char **reached = (unsigned char **)(void *)(a->base - sizeof *reached);
    ASAN_UNPOISON_MEMORY_REGION(a->base, (size_t)(*reached - a->base));
}
#else
enum { GAP = 0, HEAD = 0 };

#define poison_behind(a, p) ((void)(a), (void)(p))
#define unpoison(p, n)      ((void)(p), (void)(n))
#define unpoison_all(a)     ((void)(a))
#endif

static _Noreturn void out_of_memory(ptrdiff_t count, size_t size)
{
    fprintf(stderr, "broadsheet: out of memory (%td x %zu bytes)\n", count, size);
    exit(4);
}

arena arena_open(ptrdiff_t cap)
{
    void *p = mmap(NULL, (size_t)cap + HEAD, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        out_of_memory(1, (size_t)cap);
    }
    unsigned char *base = (unsigned char *)p + HEAD;
    arena a = {base, base + cap, base};
    poison_behind(&a, base);
    return a;
}

arena arena_open_huge(ptrdiff_t cap)
{
    arena a = arena_open(cap);
#ifdef MADV_HUGEPAGE
    madvise(a.base - HEAD, (size_t)cap + HEAD, MADV_HUGEPAGE); /* a wish; may fail */
#endif
    return a;
}

void arena_close(arena *a)
{
    if (a->base) {
        unpoison_all(a);
        munmap(a->base - HEAD, (size_t)(a->end - a->base) + HEAD);
    }
    *a = (arena){0};
}

void arena_reset(arena *a)
{
    unpoison_all(a);
    a->beg = a->base;
    poison_behind(a, a->beg);
}

void *arena_alloc(arena *a, ptrdiff_t count, size_t size, size_t align)
{
    size_t mask = (align > MIN_ALIGN ? align : MIN_ALIGN) - 1;
    ptrdiff_t pad = (ptrdiff_t)(-(uintptr_t)a->beg & mask);
    ptrdiff_t room = a->end - a->beg - pad - GAP;
    if (count < 0 || room < 0 || count > room / (ptrdiff_t)size) {
        out_of_memory(count, size);
    }
    unsigned char *p = a->beg + pad;
    size_t total = (size_t)count * size;
    a->beg = p + total + GAP;
    poison_behind(a, p + total);
    unpoison(p, total);
    return memset(p, 0, total);
}
