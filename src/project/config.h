/* config.h - broadsheet.yaml: the site. */
#ifndef PROJECT_CONFIG_H
#define PROJECT_CONFIG_H

#include "project/redact.h"

typedef struct author {
    struct author *next;
    str id, name, bio, url;
} author;

typedef struct theme_variable {
    struct theme_variable *next;
    str name, value;
} theme_variable;

typedef struct {
    const char *root; /* the project folder, as the user reaches it */
    source src;
    str title, description, url, lang, licence;
    author *authors;
    theme_variable *theme;
    bool letter_paper; /* else A4 */
    bool system_fonts; /* draw what the built-in fonts lack in the machine's */
    redaction redact;
    double practical_limit; /* 0.02: verdicts' "same" */
    str archive;            /* a file or a postgresql:// URL; empty: archive.db */
} config;

/* The nearest folder, from `start` upwards, that holds a broadsheet.yaml; NULL: *e is
 * set. */
MUST_USE const char *config_find(arena *perm, const char *start, err *e);

/* Reads root/broadsheet.yaml into perm. Unknown keys and wrong types are errors. */
MUST_USE bool config_load(arena *perm, arena scratch, const char *root, config *ret,
                          err *e);

const author *config_author(const config *c, str id); /* NULL: none */

#endif
