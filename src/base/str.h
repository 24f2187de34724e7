/* str.h - strings that know their length. A str never owns its bytes. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/arena.h"
#include "base/base.h"

/* A view of `len` bytes of UTF-8 (not checked, not NUL-terminated). {0} is the empty
 * string; where absence differs from emptiness, ptr == NULL says "not stated".
 * The bytes belong to an arena, a literal or the loaded file. */
typedef struct {
    const char *ptr;
    ptrdiff_t len;
} str;

#define S(lit) ((str){"" lit "", (ptrdiff_t)sizeof(lit) - 1})
#define SV(s)  (int)(s).len, (s).ptr /* for printf("%.*s") */

/* The same as S(), for static initializers. */
#define STR_INIT(lit)                                                                    \
    {                                                                                    \
        "" lit "", (ptrdiff_t)sizeof(lit) - 1                                            \
    }

/* What str_cut() found: the parts on both sides of the separator. Not found: head is
 * the whole string, tail is empty. */
typedef struct {
    str head, tail;
    bool found;
} cut;

str str_from(const char *cz); /* NULL gives {0} */
bool str_eq(str a, str b);
bool str_eq_nocase(str a, str b); /* ASCII letters only */
int str_cmp(str a, str b);        /* by bytes: <0, 0, >0 */
bool str_starts(str s, str prefix);
bool str_ends(str s, str suffix);
bool str_has(str s, str part);
ptrdiff_t str_find(str s, str part); /* offset of the first, -1: none */
str str_drop(str s, ptrdiff_t n);    /* without the first n bytes (clamped) */
str str_take(str s, ptrdiff_t n);    /* the first n bytes (clamped) */
str str_trim(str s);                 /* without ASCII white space at both ends */
str str_trim_left(str s);
str str_trim_right(str s);
cut str_cut(str s, str sep);
cut str_cut_last(str s, str sep);

/* For tables in memory alone; equal strings have equal ones. The high bits are good, too.
 */
uint64_t str_hash(str s);

ptrdiff_t str_lines(str s); /* how many line feeds it holds */

/* Takes the next blank-separated word off the front of *s; empty: none was left. */
str str_word(str *s);

str str_copy(arena *perm, str s);
char *str_cz(arena *perm, str s); /* a NUL copy, for the door of a foreign library */
str str_fmt(arena *perm, const char *fmt, ...) PRINTF(2, 3);

/* `s` with each `from` turned into `to`, in perm. */
str str_replace(arena *perm, str s, str from, str to);

/* Lower-case ASCII letters, digits and single dashes: `Recursive Fibonacci (38)` gives
 * `recursive-fibonacci-38`. For IDs and file names; may be empty. */
str str_slug(arena *perm, str s);

/* How many single-character edits (insert, delete, replace, swap) turn a into b. */
ptrdiff_t str_distance(str a, str b, arena scratch);

/* The member of names[0..n) nearest to `word`, for "did you mean"; {0}: none is near
 * (more than a third of the letters differ). */
str str_nearest(str word, const str *names, ptrdiff_t n, arena scratch);

#endif
