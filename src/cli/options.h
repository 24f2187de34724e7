/* options.h - a command's options, as a table. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/str.h"

/* One option. Its value goes to the one of these that isn't NULL; an option with `flag`
 * has none. */
typedef struct {
    const char *name; /* MUST. "output" */
    char letter;      /* 'o'; 0: it has no short form */
    bool *flag;
    str *text;
    const char **path;                 /* the same as a C string */
    int *choice;                       /* the index of the value in `words`, */
    const char *const *words;          /* which end with NULL */
    bool (*take)(void *to, str value); /* false: it is not `want` */
    void *to;
    const char *want; /* "a percentage" */
} cli_option;

/* Reads the options, which may stand in any order among the arguments; `-` is an
 * argument. optind is left at the first one. 0: go on; else what is wrong was told, and
 * this is the exit status. */
int options_read(int argc, char **argv, const cli_option *options, ptrdiff_t n);

/* -C, --directory */
#define OPTION_DIRECTORY(to)                                                             \
    {                                                                                    \
        "directory", 'C', .path = (to)                                                   \
    }

#endif
