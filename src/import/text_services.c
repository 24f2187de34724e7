#include "base/base.h"

#include "import/text_parts.h"

/* What docker compose prints of several containers at once:
 *
 *   Attaching to bind-1, ram-1
 *   bind-1  | 25+0 records in
 *   ram-1   | 25+0 records in
 *   ram-1   | 26214400 bytes (26 MB, 25 MiB) copied, 0.01 s, 2.6 GB/s
 *   bind-1  | 26214400 bytes (26 MB, 25 MiB) copied, 0.05 s, 524 MB/s
 *   ram-1 exited with code 0 */

enum { MOST_SERVICES = 256 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !is_digit(c) && (i == 0 || !strchr("-_.", c))) {
            return false;
        }
    }
    return s.len > 0;
}

/* `bench-1  | text`: the name, and in *ret the bytes up to the text; empty: none. */
static str service_of(str s, ptrdiff_t *ret)
{
    const char *bar =
        s.len > 0 ? memchr(s.ptr, '|', (size_t)(s.len < 80 ? s.len : 80)) : NULL;
    if (!bar || bar == s.ptr || bar[-1] != ' ') {
        return (str){0};
    }
    str name = str_trim_right((str){s.ptr, bar - s.ptr});
    if (!is_name(name)) {
        return (str){0};
    }
    ptrdiff_t n = bar + 1 - s.ptr;
    *ret = n + (n < s.len && s.ptr[n] == ' ');
    return name;
}

str service_without_number(str name)
{
    ptrdiff_t n = name.len;
    while (n > 0 && is_digit(name.ptr[n - 1])) {
        n--;
    }
    bool numbered =
        n > 1 && n < name.len && (name.ptr[n - 1] == '-' || name.ptr[n - 1] == '_');
    return numbered ? str_take(name, n - 1) : name;
}

/* Compose numbers its containers: bench-1, bench_1. */
static bool numbered(str name)
{
    return service_without_number(name).len < name.len;
}

/* --- prefixes ------------------------------------------------------------------- */

/* The bars stand below each other, but for containers that came later and have longer
 * names. Where names have no numbers the column is all there is. */
typedef struct {
    ptrdiff_t column;
} prefixes;

static str prefix_of(const prefixes *p, const text_line *line, ptrdiff_t *width)
{
    str name = service_of(line->s, width);
    return numbered(name) || *width == p->column ? name : (str){0};
}

/* "Attaching to ..." and "... exited with code 0" stand around the prefixed lines; a
 * table that is drawn with bars has no numbered names. */
static bool find_prefixes(const text *t, prefixes *ret)
{
    ptrdiff_t all = 0, seen = 0, with_number = 0, width = 0;
    bool attached = false; /* compose says so: the lines may be few in a long session */
    *ret = (prefixes){0};
    for (ptrdiff_t i = 0; i < t->n; i++) {
        if (!prefix_counts(t, i)) {
            continue;
        }
        all++;
        attached = attached || str_starts(str_trim(t->lines[i].s), S("Attaching to "));
        str name = service_of(t->lines[i].s, &width);
        ret->column = ret->column == 0 && name.len > 0 ? width : ret->column;
        if (name.len > 0 && (numbered(name) || width == ret->column)) {
            seen++;
            with_number += numbered(name);
        }
    }
    bool is_compose =
        with_number == seen ? attached || seen * 2 >= all : seen * 10 >= all * 9;
    return seen >= 2 && is_compose;
}

/* The pieces behind a carriage return are of the service that their line is of. */
static void take_off(text *t, const prefixes *p)
{
    for (ptrdiff_t i = 0; i < t->n; i++) {
        text_line *line = &t->lines[i];
        bool same = prefix_is_shared(t, i);
        ptrdiff_t width = 0;
        str name = same ? t->lines[i - 1].from : prefix_of(p, line, &width);
        if (name.len > 0) {
            line->from = name;
            line->s = same ? line->s : str_drop(line->s, width);
        }
    }
}

/* --- mixed services ------------------------------------------------------------- */

/* The services of one `up`, in the order of appearance. */
typedef struct {
    str names[MOST_SERVICES];
    ptrdiff_t n;
} services;

/* -1: past the limit. */
static ptrdiff_t index_of(services *all, str name)
{
    for (ptrdiff_t i = 0; i < all->n; i++) {
        if (str_eq(all->names[i], name)) {
            return i;
        }
    }
    if (all->n == MOST_SERVICES) {
        return -1;
    }
    all->names[all->n] = name;
    return all->n++;
}

/* Where a line of compose's own among a service's belongs: "ram-1 exited with code 0" to
 * ram-1, a blank one to the service in front of it. {0}: the lines of the services end.
 */
static str owner_of(const text_line *line, str before)
{
    str s = str_trim(line->s);
    cut words = str_cut(s, S(" exited with code "));
    if (line->from.len > 0) {
        return line->from;
    }
    return s.len == 0                           ? before
           : words.found && is_name(words.head) ? words.head
                                                : (str){0};
}

/* Where the services' lines that begin at `at` end. */
static ptrdiff_t stretch(const text *t, ptrdiff_t at)
{
    str owner = t->lines[at].from;
    while (at < t->n && (owner = owner_of(&t->lines[at], owner)).len > 0) {
        at++;
    }
    return at;
}

/* Puts the lines from `begin` to `end` in the order of their services, each in its own
 * order: counted, then moved. */
static void put_together(arena scratch, text *t, ptrdiff_t begin, ptrdiff_t end)
{
    services *all = NEW(&scratch, services, 1);
    ptrdiff_t *place = NEW(&scratch, ptrdiff_t, end - begin);
    ptrdiff_t next[MOST_SERVICES] = {0}, behind = 0;
    str owner = {0};
    for (ptrdiff_t i = begin; i < end; i++) {
        owner = owner_of(&t->lines[i], owner);
        ptrdiff_t k = index_of(all, owner);
        if (k < 0) {
            return;
        }
        place[i - begin] = k;
        next[k]++;
    }
    for (ptrdiff_t k = 0; k < all->n; k++) {
        ptrdiff_t count = next[k];
        next[k] = behind;
        behind += count;
    }
    text_line *sorted = NEW(&scratch, text_line, end - begin);
    for (ptrdiff_t i = 0; i < end - begin; i++) {
        sorted[next[place[i]]++] = t->lines[begin + i];
    }
    memcpy(t->lines + begin, sorted, (size_t)(end - begin) * sizeof *sorted);
}

void services_strip(arena scratch, text *t)
{
    prefixes p;
    if (!find_prefixes(t, &p)) {
        return;
    }
    take_off(t, &p);
    for (ptrdiff_t at = 0; at < t->n;) {
        ptrdiff_t end = at + 1;
        if (t->lines[at].from.len > 0) {
            end = stretch(t, at);
            put_together(scratch, t, at, end);
        }
        at = end;
    }
}
