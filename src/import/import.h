/* import.h - the importer registry: raw bytes in, model out.
 *
 * To add a format: write import/<id>.c that ends in `const importer importer_<id>`, add
 * X(<id>) to importers.def, add folders under tests/golden/import/<id>/. Nothing else
 * names a format. */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "import/byte_stream.h"
#include "import/command.h"
#include "import/csv_table.h"
#include "import/text.h"
#include "model/model.h"

/* What the user said on the command line or in study.yaml about a source. */
typedef struct {
    str as;           /* an importer's name or a tool; empty: by content */
    str time_format;  /* GNU time's -f string */
    str metric, unit; /* for series that carry no name (Prometheus) */
    str columns;      /* generic CSV: "workload=A,metric=B" as from study.yaml's map */
    str group_by;     /* TAG[,TAG]: k6 streams are split by these tags */
    bool want_hash;   /* compute the source's SHA-256 */
    int threads;      /* that read a stream, 1 or 2; 0: 2 where that helps */
    bool want_sketch; /* where samples are too many to hold: metric.sketch */

    /* A file of several documents of our own JSON: true gives a reading each, linked by
     * `next`; false one reading with the results of all. */
    bool documents_apart;

    /* The document is what reading_write_whole() made: the reading says of itself what
     * that one said. */
    bool kept;
} import_options;

/* How many results of a tool a command has had. */
typedef struct {
    str tool;
    ptrdiff_t n;
    result *last;
} tally;

enum { TALLY_TOOLS = 4 }; /* one command has no more */

/* Lines that were not understood. */
typedef struct {
    ptrdiff_t n, first, last; /* first, last: their numbers; 0: none */
} unread;

/* One file on its way through an importer. */
typedef struct import {
    const source *src; /* decompressed bytes: places and lines refer to these */
    arena *perm;       /* for what the reading keeps */
    arena scratch;     /* may be used and reset by the callee (copy it by value) */
    const import_options *options;
    reading *ret;   /* results and diagnostics go here */
    ptrdiff_t line; /* where the JSON document for json_read begins, from 1 */

    /* What the transcript knows at the line that block() is called for. */
    const command_line *command; /* the one in force; NULL: none is known */
    tally *so_far;               /* its results, by tool: TALLY_TOOLS of them; or NULL */
    str last_timer;              /* the tool of the file's last timed result */
    time_alias alias;            /* a timer that the session gave a name or a format */
    time_alias shell_format;     /* TIMEFORMAT or TIMEFMT as the session set it */
    ptrdiff_t copied;            /* bytes of documents that were looked for in the text */
    unread rest;                 /* what nothing and nobody understood so far */
} import;

/* One row: a format. A slot marked MAY can be NULL; at least one of block, json, table
 * and stream is set. Slots are tried in the order stream, json, table, block over all
 * rows. */
typedef struct importer {
    const char *name;  /* MUST. "hyperfine-text": typed by users, stored in archives */
    const char *tool;  /* MUST. "hyperfine": the model's `tool` */
    const char *shape; /* MUST. One line for `broadsheet formats` and the README */

    /* MAY. Does a block of this grammar begin at line `at`? If so reads it, appends its
     * results (or a diagnostic, for a block that ended before it had figures) to in->ret
     * and returns the line after its last; else returns `at` and changes nothing.
     * Called for every line that no other row took: reject by the first bytes.
     * in->ret's new results may lack a command: the transcript adds it from the prompt.
     */
    ptrdiff_t (*block)(import *in, const text *t, ptrdiff_t at);

    /* MAY. What a document of ours begins with behind its bracket, "\"spec\"": one within
     * text that can't be read is told of. */
    const char *json_key;

    /* MAY. Is this JSON document ours, 0..100? Pure. */
    int (*json_claims)(const json *root);
    /* MUST with json_claims. Appends results; false: *e is set, and points. */
    bool (*json_read)(import *in, const json *root, err *e);

    /* MAY. Is a CSV file with this header ours, 0..100? Pure. */
    int (*table_claims)(const import *in, const csv_row *header);
    /* MUST with table_claims. */
    bool (*table_read)(import *in, csv_table *t, err *e);

    /* MAY. Is this the head (at most 64 KiB) of a stream of ours, 0..100? Pure. A stream
     * is not loaded: stream_read pulls its bytes, in constant memory. */
    int (*stream_claims)(str head);
    bool (*stream_read)(import *in, byte_stream *bytes, err *e);
} importer;

#define X(id) extern const importer importer_##id;
#include "import/importers.def"
#undef X

/* The row whose document that is, among those that the options allow; NULL: nobody's. */
const importer *import_claim_json(const json *root, const import_options *options);

/* Counts a result that a block has appended; doing so twice is fine. Only rows that ask
 * for the tally within a block need to. */
void import_count(import *in, result *r);

/* A line (its number) that a block passed over without understanding it. */
void import_pass_over(import *in, ptrdiff_t line);

/* The tally of a tool under the command in force; zeros: none. */
tally import_tally(const import *in, str tool);

ptrdiff_t importer_count(void);
const importer *importer_at(ptrdiff_t i);

/* Reads one file of any known format; "-" is standard input. *ret is in perm.
 * False: *e is set (ERR_INPUT: nothing was recognised, or what was is broken; its hint
 * lists what was looked for and the two nearest guesses). A file that is partly
 * understood gives a reading with diagnostics. `perm` may hold garbage of a failed
 * attempt afterwards. */
MUST_USE bool import_file(arena *perm, arena scratch, const char *path,
                          const import_options *options, reading **ret, err *e);

/* The same for a file's bytes that are loaded already, compressed ones as they are. */
MUST_USE bool import_source(arena *perm, arena scratch, const source *src,
                            const import_options *options, reading **ret, err *e);

#endif
