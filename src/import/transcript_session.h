/* transcript_session.h - a reader on its way down a session; private to transcript*.c. */
#ifndef IMPORT_TRANSCRIPT_SESSION_H
#define IMPORT_TRANSCRIPT_SESSION_H

#include "import/transcript_parts.h"

typedef struct session {
    import *in;
    const text *t;

    node *here;     /* the innermost heading or label */
    typed *current; /* the last command line */

    /* Commands of a fence that has no output in it. */
    typed *queue, *queue_end;
    int queue_fence, queue_output; /* that fence, and the one with their outputs */
    bool is_script;                /* the queue has had more than one command */

    typed *server; /* the last command that may serve a load generator */
    str cd_folder, cd_comment;
    ptrdiff_t cd_line;
    const container_run *inside;
    str outer_folder, outer_comment; /* where the container was entered from */
    bool traced;                     /* a `+ command` of set -x was seen */
    bool waiting; /* a prompted command has had no output of a tool's yet */

    bool composed;           /* docker compose printed it */
    str service;             /* whose lines these are; empty: nobody's */
    ptrdiff_t service_end;   /* behind the last line before another's */
    struct session *outside; /* as it was where the services' lines began */
    int fence;               /* counts the fences; odd numbers don't matter */
    bool was_fenced;
    clue *clues, **clues_end;

    ptrdiff_t lines; /* the number of the last line so far */
} session;

/* From here on the lines are of that service of docker compose; empty: of none. Each
 * service begins with what was known where its lines began, and leaves nothing behind. */
void session_enter_service(session *s, str name);

/* "bench-1 exited with code 1", as docker compose says it: the exit status of what the
 * service ran last. Other lines say nothing. */
void session_note_exit(session *s, str words);

/* A heading or a label: all that follows is below it, down to the next of its level. */
void session_add_node(session *s, int level, str words, ptrdiff_t line);

/* A command that stands in a heading or in prose is what all below ran; others are not
 * noted. */
void session_note_command(session *s, str words, ptrdiff_t line);

/* A command line that was typed; empty words: only a prompt, or one that is mangled. */
void session_add_command(session *s, str words, str folder, bool prompted,
                         ptrdiff_t line);

bool is_load_generator(const command_line *c);

#endif
