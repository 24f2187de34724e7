/* shell_words.h - a command line as a shell's lexer sees it. */
#ifndef IMPORT_SHELL_WORDS_H
#define IMPORT_SHELL_WORDS_H

#include "base/str.h"

typedef enum {
    TOKEN_WORD,
    TOKEN_LIST,     /* ; & && || */
    TOKEN_PIPE,     /* | |& */
    TOKEN_PAREN,    /* ( ) */
    TOKEN_REDIRECT, /* 2>&1, >/dev/null, < file: with its file */
    TOKEN_COMMENT,  /* the rest of the line behind a # that begins a word */
} token_kind;

typedef struct {
    token_kind kind;
    str raw;  /* as typed; a view into the line */
    str text; /* quotes and backslashes undone; substitutions stay as typed. Of a comment:
                 without the # and the blanks around */
} shell_token;

/* A longer line is nobody's command. */
enum { SHELL_LONGEST_LINE = 8192, SHELL_MOST_TOKENS = 512 };

/* Takes the next token off *rest; false: none is left. A quote that is never closed runs
 * to the end. Source: POSIX.1-2017 XCU 2.2, 2.3; $[...] and $'...' of bash. */
bool shell_next(arena *perm, str *rest, shell_token *ret);

/* All tokens of `line`, in perm; none for a line past the limits. */
ptrdiff_t shell_tokens(arena *perm, str line, shell_token **ret);

/* True: a quote or a trailing backslash asks for another line. */
bool shell_goes_on(str line);

/* True: `word` is in the list, which ends in NULL. */
bool word_is_one_of(str word, const char *const *list);

#endif
