/* text.h - a raw text file as clean lines that still know where they came from.
 *
 * Each line comes in two forms, because what is a Markdown mark to one reader is data to
 * another (a hyperfine table, a command with backticks, a root prompt `#`):
 *
 *   s     what a terminal would show: UTF-8 (from UTF-8, UTF-16, Windows-1252, or
 * repaired mojibake), no escape sequences, backspaces played out, no-break spaces turned
 *         into blanks, without the `> ` of a quotation, the time stamps of a log and the
 *         `name-1  | ` of docker compose. Indentation is kept. Read tables and JSON from
 *         this.
 *   bare  the same without Markdown's containers: `> `, bullets, `### `, a fence that is
 *         glued to text (```Done!), `**...**` or backticks around the whole line. Inside
 *         a fence only the quote marks of the fence's own line are taken off. Read
 *         terminal output from this; str_trim() it, as lists and fences are indented.
 *
 * A line may be split (carriage returns, `\n` spelled out in a JSON log): the pieces
 * share a line number. Lines of several services that docker compose mixed stand together
 * by service, so line numbers may fall. */
#ifndef IMPORT_TEXT_H
#define IMPORT_TEXT_H

#include "base/err.h"

/* What `bare` lacks against `s`, outermost last. */
typedef enum {
    MARK_NONE,
    MARK_HEADING, /* `## Words`: text_line.level is 2 */
    MARK_BULLET,  /* `* Words`, `- Words`, `+ Words`, `3. Words` */
    MARK_BOLD,    /* `**Words**` or `__Words__` */
    MARK_CODE,    /* a whole line in backticks */
} text_mark;

typedef struct {
    str s, bare;
    str raw;        /* the bytes it came from, a view into the source: for err_at() */
    str from;       /* docker compose's prefix: "bench-1"; else empty */
    ptrdiff_t line; /* of the source, from 1 */
    text_mark mark;
    short level;   /* of a heading, 1 to 6; of a quote otherwise */
    bool after_cr; /* a piece behind a carriage return: a redrawn progress line */
    bool fenced;   /* inside a code fence, or in the line that opens or closes one */
    bool fence;    /* opens or closes one; glued text, if any, is in `bare` */
} text_line;

typedef struct {
    const source *src;
    text_line *lines;
    ptrdiff_t n;
} text;

/* The limits, each an ERR_LIMIT of its own. */
enum {
    TEXT_LONGEST_LINE = 16 << 20, /* bytes */
    TEXT_MOST_LINES = 4 << 20,    /* pieces, too */
};

/* Splits and cleans; linear in time and memory. NULL: *e says which limit was passed. */
MUST_USE text *text_split(arena *perm, arena scratch, const source *src, err *e);

/* The whole of a JSON or CSV file as UTF-8, without a byte order mark; the bytes
 * themselves where they are that already. Line numbers stay, columns of UTF-16 don't. */
str text_utf8(arena *perm, str bytes);

/* True: too many control bytes to be anybody's text (programs, pictures, databases).
 * UTF-16 is text. Looks at the first 8 KiB. */
bool text_is_binary(str bytes);

/* `bench` of docker compose's `bench-1`; other names stay. */
str service_without_number(str name);

/* The first line from `at` on that isn't blank; at most `most` are skipped. May be t->n.
 */
ptrdiff_t text_skip_blank(const text *t, ptrdiff_t at, ptrdiff_t most);

/* True: the file ends in this line, without a line end. */
bool text_ends_here(const text *t, ptrdiff_t at);

/* Where `part` (of line `at`) stands in the source, as an ERR_INPUT of that message.
 * Returns false, as err_at() does. */
bool text_err(err *e, const text *t, ptrdiff_t at, str part, const char *fmt, ...)
    PRINTF(5, 6);

#endif
