/* command.h - what a typed command line runs: which programs, timed by whom, and in what
 * container. */
#ifndef IMPORT_COMMAND_H
#define IMPORT_COMMAND_H

#include "base/str.h"

typedef enum {
    TIMER_NONE,
    TIMER_SHELL,   /* the keyword: `time x` */
    TIMER_PROGRAM, /* /usr/bin/time, gtime, \time, command time */
    TIMER_BUSYBOX, /* busybox time */
} timer;

/* `docker run OPTIONS IMAGE`, and its cousins. */
typedef struct {
    str engine;   /* "docker", "podman", "nerdctl", "container" */
    str name;     /* the image, the container or the service */
    str text;     /* from the engine's name to the end of the pipeline */
    str *options; /* the words between `run` and the image */
    ptrdiff_t option_count;
    bool runs; /* true: run; false: exec, compose run: the mounts are not known */
} container_run;

/* One simple command, wherever it stands: in a list, a loop, `sh -c`, `docker run`. */
typedef struct {
    str text;    /* its pipeline as typed, without sudo, time, and a filter at the end */
    str program; /* its name without the folder: "dd" */
    str *words;  /* unquoted; words[0] is the program as typed */
    ptrdiff_t word_count;
    timer timer;
    str time_format; /* -f of the timer; empty: none */
    bool in_loop;
    const container_run *container; /* NULL: none is around it */
} invocation;

/* A name that the session gave to a timer: alias time='/usr/bin/time -f "..."'. */
typedef struct {
    str name, format;
} time_alias;

typedef struct {
    invocation *all; /* outer ones before what they run */
    ptrdiff_t n;
    str comment; /* behind the command; empty: none */
} command_line;

/* Takes a line apart; nothing is run or expanded. `alias` may be NULL. Everything is in
 * perm or a view into `line`. */
void command_parse(arena *perm, str line, const time_alias *alias, command_line *ret);

/* The k-th (from 0) invocation of that program; past the last: the last. NULL: none. */
const invocation *command_find(const command_line *c, str program, ptrdiff_t k);

/* The same for commands that are timed. */
const invocation *command_timed(const command_line *c, ptrdiff_t k);

/* The one that matters where nothing is known: the first that isn't housekeeping (rm, cd,
 * sync, echo, ...), seen from outside. NULL: none. */
const invocation *command_main(const command_line *c);

/* `alias NAME='TIME -f FORMAT'`, `TIME=FORMAT`: true if the line defines a timer. */
bool command_time_alias(arena *perm, str line, time_alias *ret);

/* `TIMEFORMAT=FORMAT` of bash, `TIMEFMT=FORMAT` of zsh: true if the line sets one; the
 * variable is ret's name. */
bool command_shell_format(arena *perm, str line, time_alias *ret);

#endif
