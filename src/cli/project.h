/* project.h - what the commands that work in a project share. */
#ifndef CLI_PROJECT_H
#define CLI_PROJECT_H

#include "cli/command.h"
#include "site/site.h"

/* The project around a command: its configuration, and what is told in the end. */
typedef struct {
    arena perm, scratch;
    config site;
    site_options opt;
    warnings w;
    err e;
} project;

/* Finds and loads the project at `start` or above it. False: p->e is set. */
bool project_open(project *p, const char *start);

/* Prints the warnings and, unless `ok`, the error; gives the exit status. */
int project_close(project *p, bool ok);

/* SOURCE_DATE_EPOCH, as reproducible-builds.org defines it, as a day; empty: not set. */
str project_epoch_day(arena *perm);

/* The same, or without it the day that it is. */
str project_today(arena *perm);

#endif
