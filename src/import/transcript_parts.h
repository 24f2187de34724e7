/* transcript_parts.h - what the reader of a session notes for the one who credits;
 * private to transcript*.c. */
#ifndef IMPORT_TRANSCRIPT_PARTS_H
#define IMPORT_TRANSCRIPT_PARTS_H

#include "import/command_variant.h"
#include "import/import.h"

/* A heading or a label. The tree of a document: deeper ones have higher levels. */
typedef enum {
    LEVEL_HEADING = 1, /* to 6: # to ###### */
    LEVEL_TITLE = 7,   /* a plain line between blank lines, "Webserver" */
    LEVEL_BOLD,
    LEVEL_BULLET,
    LEVEL_LABEL,   /* "On the host:" */
    LEVEL_COMMENT, /* a comment of a script, "# bind mount" */
    LEVEL_WEAK,    /* a sentence: it names a variant if nothing else does */
} node_level;

typedef struct node {
    struct node *parent; /* NULL: the document's own */
    int level;
    str text;
    str command; /* that stands in it; empty: none */
    ptrdiff_t line;
    bool spent; /* a label within a command's output: it holds until the next command */

    /* filled by transcript_credit() */
    str seen;          /* one of the variants below */
    bool any, several; /* there is one; there are different ones */
    bool repeated;     /* a heading beside it has results of the same command, or one
                          elsewhere has the same words: headings are what differs */
} node;

/* One command line that was typed. */
typedef struct typed {
    command_line parsed;
    str text;
    str folder; /* where it ran, as far as is known */
    ptrdiff_t line;
    bool prompted; /* it had a prompt */
    bool mangled;  /* redrawn by the line editor: the text is not known */
    int fence;     /* the number of the code fence it stands in; 0: none */
    tally so_far[TALLY_TOOLS];
    struct typed *queued; /* the next command of the same fence */
} typed;

/* What is known of one result's surroundings. */
typedef struct clue {
    struct clue *next;
    result *r;
    const typed *cmd; /* NULL: none is known */
    node *at;
    str cd_folder, cd_comment;
    ptrdiff_t cd_line;
    const container_run *inside; /* an interactive container; NULL: none */
    const typed *server;         /* the command before a load generator's */
    str from;                    /* docker compose's service */
    bool typed_command;          /* the result had none of its own */

    /* filled by transcript_credit() */
    verdict_on_variant comment, weaker;
    node *owner; /* `at`, or the nearest above it that is no mere sentence */
} clue;

/* Gives the results their workloads and variants; see PRODUCT's order. */
void transcript_credit(import *in, clue *clues);

/* The part of a command line that a tool measured, with the tool's own rule. NULL: none
 * of it can be the tool's. `k` counts the tool's results under this command line. */
const invocation *transcript_measured(const command_line *c, str tool, ptrdiff_t k);

/* What every result has from its command alone, wherever it was read: docker, wasm, and
 * native where others of the same workload are one of these. */
void credit_by_command(arena *perm, arena scratch, reading *to);

#endif
