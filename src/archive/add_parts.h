/* add_parts.h - sources on their way in: one `add`, or a build's. Only these need it. */
#ifndef ARCHIVE_ADD_PARTS_H
#define ARCHIVE_ADD_PARTS_H

#include "archive/buffer.h"
#include "archive/write.h"

/* Names that this `add` has brought already. */
typedef struct taken {
    struct taken *next;
    str name;
    const char *path;
} taken;

struct adding {
    archive *a;
    addition what;
    study by; /* what study.yaml says */
    alias *aliases;
    arena perm, work, scratch, waiting;
    taken *names;
    bool has_run;
    row_writer rows;
};

/* A file that isn't there yet. */
typedef struct {
    source src;
    str name, hash;
    import_options how;
    said told; /* what is kept of that */
    reading *r;
} incoming;

/* Writes it, with its run where that isn't there; a file of that run and name steps back.
 * What was read is kept before labels are settled in it. */
MUST_USE bool add_source(adding *ad, const incoming *in, added *ret, err *e);

#endif
