/* redact.h - masks what should not be published, before anything else sees it.
 *
 * A masked byte becomes an 'x' where it stood, so that every line and column stays where
 * it was and no figure moves. What a rule knows by its form is masked wherever it stands;
 * user and host names have no form of their own: they are known in shell prompts and home
 * folders, and where broadsheet.yaml lists them. */
#ifndef PROJECT_REDACT_H
#define PROJECT_REDACT_H

#include "project/yaml.h"

typedef struct {
    bool wanted; /* redact: true, or a map */
    str *names;  /* masked wherever they stand as a word */
    ptrdiff_t name_count;
    str *patterns; /* with a NUL behind each: POSIX extended; what they match is masked */
    ptrdiff_t pattern_count;
} redaction;

/* Reads the key `redact`: true, false, or {names: […], patterns: […]}. */
MUST_USE bool redact_load(arena *perm, arena scratch, const source *src, const yaml *root,
                          redaction *ret, err *e);

typedef enum {
    REDACT_SECRET,  /* opens something; once published it must be revoked */
    REDACT_PRIVATE, /* leads to a person or into a network */
    REDACT_NAME,    /* tells how a machine or a user is called */
} redact_kind;

/* What one rule masked in a file. */
typedef struct redacted {
    struct redacted *next;
    redact_kind kind;
    const char *what; /* "e-mail address" */
    ptrdiff_t n;
    ptrdiff_t line; /* of the first, from 1 */
} redacted;

/* A short text, masked where that is wanted: the name of a machine, say. False (memory):
 * *e is set. */
MUST_USE bool redact_words(arena *perm, const redaction *r, str *words, err *e);

/* Masks the text of src->bytes, in a copy in perm, and lists what that was; NULL:
 * nothing (or it is no text), and src is as it was. False (memory): *e is set. */
MUST_USE bool redact_text(arena *perm, const redaction *r, source *src, redacted **ret,
                          err *e);

#endif
