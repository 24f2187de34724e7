/* err.h - the one error type. Library code fills it; only cli/ prints it. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/str.h"

typedef enum {
    ERR_NONE,
    ERR_CHECK, /* a check found something (compare, lint, --strict)       -> exit 1 */
    ERR_USAGE, /* command line, configuration, prose, templates           -> exit 2 */
    ERR_INPUT, /* the user's raw file is not what it should be            -> exit 3 */
    ERR_UNRECOGNISED, /* the same, because no importer knows the format     -> exit 3 */
    ERR_LIMIT, /* larger or deeper than we accept                         -> exit 3 */
    ERR_IO,    /* the system refused: open, read, write, rename, memory   -> exit 4 */
} err_code;

/* A loaded file. `bytes` lives in the arena it was loaded into. */
typedef struct {
    const char *path; /* as the user should read it in a message */
    str bytes;
    bool prose; /* study.yaml, post.md, templates: errors are ERR_USAGE, not ERR_INPUT */
} source;

/* One failure, told once. line and col count from 1, col in bytes; 0 = no place. */
typedef struct {
    err_code code;
    const char *path;
    ptrdiff_t line, col;
    char text[400]; /* what is wrong: no capital, no full stop, 'value' in quotes */
    char hint[400]; /* what to do: a full sentence, or empty */
} err;

/* What should be told but doesn't stop the work: a list in the caller's arena. */
typedef struct warning {
    struct warning *next;
    err e;
} warning;

typedef struct {
    arena *perm;
    warning *first, *last;
    ptrdiff_t n;
} warnings;

/* All return false, so that callers can `return err_...(e, ...)`.
 * err_at: `token` is a view into src->bytes, so its place is pointer subtraction; one
 * that isn't (a decoded copy) gives an error without a place. */
bool err_set(err *e, err_code code, const char *path, const char *fmt, ...) PRINTF(4, 5);
bool err_at(err *e, const source *src, str token, const char *fmt, ...) PRINTF(4, 5);
bool err_hint(err *e, const char *fmt, ...) PRINTF(2, 3);

/* Appends a copy of *e. */
void warn_add(warnings *w, const err *e);

/* Line of `token` (a view into src->bytes), from 1; 0: it is none. */
ptrdiff_t source_line(const source *src, str token);

/* The same for tokens that come mostly in the order of the file: counts on from the last
 * one. `c` begins as {0} and serves one source. */
typedef struct {
    const char *at;
    ptrdiff_t line;
} line_cursor;
ptrdiff_t source_line_on(const source *src, line_cursor *c, str token);

/* `broadsheet: path:line:col: text` and, where there is one, the hint line. A warning
 * has the word "warning: " before the text. */
void err_print(const err *e, bool is_warning, FILE *to);

int err_exit_status(err_code code);

#endif
