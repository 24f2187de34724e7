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

#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)0)
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)0)
enum { GAP = 0 };
#endif

enum { MIN_ALIGN = 8 }; /* ASan's granule */

static _Noreturn void out_of_memory(ptrdiff_t count, size_t size)
{
    fprintf(stderr, "broadsheet: out of memory (%td x %zu bytes)\n", count, size);
    exit(4);
}

arena arena_open(ptrdiff_t cap)
{
    void *p = mmap(NULL, (size_t)cap, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        out_of_memory(1, (size_t)cap);
    }
    ASAN_POISON_MEMORY_REGION(p, (size_t)cap);
    unsigned char *base = p;
    return (arena){base, base + cap, base};
}

void arena_close(arena *a)
{
    if (a->base) {
        size_t cap = (size_t)(a->end - a->base);
        ASAN_UNPOISON_MEMORY_REGION(a->base, cap);
        munmap(a->base, cap);
    }
    *a = (arena){0};
}

void arena_reset(arena *a)
{
    ASAN_POISON_MEMORY_REGION(a->base, (size_t)(a->end - a->base));
    a->beg = a->base;
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
    ASAN_UNPOISON_MEMORY_REGION(p, total);
    return memset(p, 0, total);
}
