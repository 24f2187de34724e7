/* yaml.h - YAML as a tree whose every value knows its place in the file. */
#ifndef PROJECT_YAML_H
#define PROJECT_YAML_H

#include "base/out.h"

typedef enum { YAML_NULL, YAML_SCALAR, YAML_MAP, YAML_LIST } yaml_kind;

/* One value. Members and items hang under `first`, in the order of the file. */
typedef struct yaml {
    yaml_kind kind;
    str key;     /* in a map */
    str key_raw; /* where the key stands in the source */
    str text;    /* YAML_SCALAR, decoded */
    bool quoted; /* "true" in quotes is a text, not a truth value */
    str raw;     /* where the value begins in the source */
    struct yaml *first, *next;
    ptrdiff_t count;
} yaml;

/* Parses `doc` (a view into src->bytes). An empty document gives an empty map. Aliases,
 * several documents and duplicate keys are errors, so that a file means what it shows.
 * False: *e points into the file. */
MUST_USE bool yaml_parse(arena *perm, const source *src, str doc, yaml **ret, err *e);

const yaml *yaml_get(const yaml *map, str key); /* NULL: none, or map is NULL */

/* --- schema checks: each false sets *e, pointing at the value -------------------- */

/* Every key of `map` is one of keys[0..n); names the nearest right one. */
MUST_USE bool yaml_keys(const source *src, const yaml *map, const str *keys, ptrdiff_t n,
                        arena scratch, err *e);

/* Sets *ret when `map` has the key; absent: *ret is left alone. */
MUST_USE bool yaml_text(const source *src, const yaml *map, str key, str *ret, err *e);
MUST_USE bool yaml_bool(const source *src, const yaml *map, str key, bool *ret, err *e);

/* A list of texts, or one text as a list of one. */
MUST_USE bool yaml_texts(arena *perm, const source *src, const yaml *map, str key,
                         str **ret, ptrdiff_t *n, err *e);

/* The map under `key`; *ret is NULL where there is none. */
MUST_USE bool yaml_map(const source *src, const yaml *map, str key, const yaml **ret,
                       err *e);

/* A scalar's text as a view into the source, so that errors can point inside it; decoded,
 * where the file has it escaped or folded. */
str yaml_view(const source *src, const yaml *v);

/* The key is an ID: part of selectors, file names and addresses. */
MUST_USE bool yaml_check_id(const source *src, const yaml *y, err *e);

#endif
