/* Names for what the user gave as paths. */
#include "base/base.h"

#include "compare/compare.h"

static str file_name(str path)
{
    while (path.len > 1 && str_ends(path, S("/"))) {
        path.len--;
    }
    cut parts = str_cut_last(path, S("/"));
    return parts.found ? parts.tail : path;
}

static str without_ending(str s, str ending)
{
    return s.len > ending.len && str_ends(s, ending) ? str_take(s, s.len - ending.len)
                                                     : s;
}

/* "fib.hyperfine.json.gz" gives "fib"; a folder's name and "v1.2" stay whole. */
static str without_extensions(str path)
{
    static const str packed[] = {STR_INIT(".gz"), STR_INIT(".zst")};
    static const str kinds[] = {
        STR_INIT(".txt"), STR_INIT(".json"),   STR_INIT(".csv"), STR_INIT(".md"),
        STR_INIT(".log"), STR_INIT(".ndjson"), STR_INIT(".out"), STR_INIT(".typescript"),
    };
    static const str tools[] = {
        STR_INIT(".hyperfine"), STR_INIT(".bombardier"), STR_INIT(".k6"),
        STR_INIT(".dd"),        STR_INIT(".time"),       STR_INIT(".prometheus"),
    };
    for (ptrdiff_t i = 0; i < COUNTOF(packed); i++) {
        path = without_ending(path, packed[i]);
    }
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        str shorter = without_ending(path, kinds[i]);
        if (shorter.len < path.len) {
            path = shorter;
            break;
        }
    }
    for (ptrdiff_t i = 0; i < COUNTOF(tools); i++) {
        path = without_ending(path, tools[i]);
    }
    return path;
}

static bool all_unique(const str *names, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = 0; k < i; k++) {
            if (str_eq(names[i], names[k]) || names[i].len == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Cuts what all have in common at their beginnings and ends, at slashes. */
static void cut_common(str *names, ptrdiff_t n)
{
    for (bool more = true; more;) {
        str head = str_cut(names[0], S("/")).head;
        for (ptrdiff_t i = 0; i < n && more; i++) {
            cut parts = str_cut(names[i], S("/"));
            more = parts.found && str_eq(parts.head, head);
        }
        for (ptrdiff_t i = 0; i < n && more; i++) {
            names[i] = str_cut(names[i], S("/")).tail;
        }
    }
    for (bool more = true; more;) {
        str tail = str_cut_last(names[0], S("/")).tail;
        for (ptrdiff_t i = 0; i < n && more; i++) {
            cut parts = str_cut_last(names[i], S("/"));
            more = parts.found && str_eq(parts.tail, tail);
        }
        for (ptrdiff_t i = 0; i < n && more; i++) {
            names[i] = str_cut_last(names[i], S("/")).head;
        }
    }
}

/* The k-th of the same name gets "#k". */
static void number_same(arena *perm, str *names, ptrdiff_t n)
{
    for (ptrdiff_t i = n - 1; i > 0; i--) {
        int nth = 1;
        for (ptrdiff_t k = 0; k < i; k++) {
            nth += str_eq(names[k], names[i]);
        }
        if (nth > 1) {
            names[i] = str_fmt(perm, "%.*s #%d", SV(names[i]), nth);
        }
    }
}

void compare_labels(arena *perm, const char *const *paths, ptrdiff_t n, str *labels)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        labels[i] = without_extensions(file_name(str_from(paths[i])));
        labels[i] = str_eq(labels[i], S("-")) ? S("(standard input)") : labels[i];
    }
    if (all_unique(labels, n)) {
        return;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        labels[i] = file_name(str_from(paths[i]));
    }
    if (all_unique(labels, n)) {
        return;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        labels[i] = without_extensions(str_from(paths[i]));
    }
    cut_common(labels, n);
    number_same(perm, labels, n);
}

str compare_stem(arena *perm, str path, str folder)
{
    str stem = without_extensions(path);
    if (folder.len > 0 && str_starts(stem, folder)) {
        stem = str_drop(stem, folder.len);
    }
    while (str_starts(stem, S("/"))) {
        stem = str_drop(stem, 1);
    }
    cut number = str_cut_last(stem, S("."));
    bool digits = number.found && number.head.len > 0 && number.tail.len > 0;
    for (ptrdiff_t i = 0; i < number.tail.len; i++) {
        digits = digits && number.tail.ptr[i] >= '0' && number.tail.ptr[i] <= '9';
    }
    return str_copy(perm, digits ? number.head : stem);
}
