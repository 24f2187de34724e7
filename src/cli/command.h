/* command.h - the command registry: one file and one row in commands.def a command. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/out.h"

typedef struct command {
    const char *name;  /* MUST. What users type */
    const char *args;  /* MUST. "FILE… [--format table|json|csv]" */
    const char *brief; /* MUST. One line for the list of commands */
    const char *help;  /* MUST. What --help prints behind the usage line */

    /* MUST. argv[0] is the command's name. Returns the exit status; prints its own output
     * to stdout and everything else to stderr. */
    int (*run)(int argc, char **argv);
} command;

#define X(id) extern const command command_##id;
#include "cli/commands.def"
#undef X

ptrdiff_t command_count(void);
const command *command_at(ptrdiff_t i);

/* Prints *e and gives its exit status. */
int command_fail(const err *e);

/* Prints "usage" and where help is found; gives exit status 2. */
int command_usage(const char *name, const char *fmt, ...) PRINTF(2, 3);

#endif
