/* json.h - JSON with places: cJSON parses, every value knows its bytes in the file. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/out.h"

typedef enum {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} json_kind;

/* One value. Members and elements hang under `first`, in the order of the file. */
typedef struct json {
    json_kind kind;
    str key;    /* decoded, when the parent is an object */
    str text;   /* JSON_STRING: decoded UTF-8 */
    double num; /* JSON_NUMBER: finite */
    bool truth; /* JSON_BOOL */
    str raw;    /* the value's bytes in the source: for err_at(), source_line() */
    struct json *first, *next;
    ptrdiff_t count; /* of children */
} json;

/* Parses the one value that begins at `doc` (a view into src->bytes, white space before
 * it is fine) and puts it into perm. `*rest` (NULL: nothing but white space may follow)
 * is what stands behind it. Deeper than 200 levels or not JSON: false, *e points into the
 * file. A repeated key is kept twice; json_get() finds the last, as most readers do. */
MUST_USE bool json_parse(arena *perm, const source *src, str doc, json **ret, str *rest,
                         err *e);

/* What stands between a string's quotes, escapes and all, as text. NUL and half a
 * surrogate pair become U+FFFD: the former ends C strings, the latter is no character. */
str json_decode(arena *perm, str raw);

/* The member named `key`, NULL: none, or `o` is NULL or no object. */
const json *json_get(const json *o, str key);

/* For people: "an object", "a string". */
const char *json_kind_name(json_kind kind);

/* --- writing -------------------------------------------------------------------- */

/* Writes JSON to `o` with two blanks of indentation a level, or on one line. Commas,
 * quotes and escapes are its business; `</` never appears, so that it fits a script. */
typedef struct {
    out *o;
    bool one_line;
    bool whole; /* for who writes a document: all of it, not what readers ask for */
    int depth;
    bool has_member[64]; /* by depth */
    bool after_key;
} json_writer;

void json_open(json_writer *w, char bracket);  /* '{' or '[' */
void json_close(json_writer *w, char bracket); /* '}' or ']' */
void json_key(json_writer *w, str key);
void json_str(json_writer *w, str s); /* ptr == NULL: null; bad UTF-8 and NUL: U+FFFD */
void json_num(json_writer *w, double v);
void json_int(json_writer *w, int64_t v);
void json_bool(json_writer *w, bool v);
void json_null(json_writer *w);

#endif
