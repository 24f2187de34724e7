/* archive.h - every source and every result, kept: what may be asked of it.
 *
 * Sources are stored byte for byte with the model that was read from them; the tables of
 * results, series and metrics follow from these and are there to be queried fast. Nothing
 * depends on the order in which files were added, but which of two files of one name is
 * the newer. */
#ifndef ARCHIVE_ARCHIVE_H
#define ARCHIVE_ARCHIVE_H

#include "archive/store.h"
#include "import/import.h"
#include "project/study.h"

typedef struct {
    store *s;
    const config *site;
    arena *perm;
} archive;

/* Opens the archive that the project names: a PostgreSQL URL, or a file (archive.db).
 * STORE_WRITE makes it where there is none and brings an older version up to date. One
 * that a newer program wrote is refused. */
MUST_USE bool archive_open(arena *perm, const config *site, store_mode mode, archive *ret,
                           err *e);
void archive_close(archive *a);

/* The file that the project's archive is; NULL: it is on a server. */
const char *archive_file(arena *perm, const config *site);

/* A consistent copy of any archive as an SQLite file that appears whole or not at all,
 * while others read and write. */
MUST_USE bool archive_backup(archive *a, const char *file, err *e);

/* Writes the sources byte for byte as DIR/STUDY/RUN/NAME, with a run.yaml for each run
 * that has a name, so that they can be a project's data/. `of_study` empty: all; *n: how
 * many. */
MUST_USE bool archive_export_raw(archive *a, const char *dir, str of_study, ptrdiff_t *n,
                                 err *e);

/* Brings an open database to the newest version of the schema. */
MUST_USE bool archive_migrate(store *s, int from, err *e);

/* --- adding ---------------------------------------------------------------------- */

/* What the user says of files that are added together; empty: nothing. */
typedef struct {
    str study, run;
    str date, machine;
    str workload, variant;
    fact *tags;
    import_options how;
} addition;

typedef enum { ADDED_NEW, ADDED_NEWER, ADDED_KNOWN } added_as;

/* What became of one file. */
typedef struct added {
    struct added *next;
    const char *path;
    str id; /* of the source, in hexadecimal */
    added_as as;
    str note; /* ADDED_KNOWN: where it is; ADDED_NEWER: what it supersedes */
    ptrdiff_t results, metrics;
    const reading *reading; /* until the next file; NULL: it was known */
} added;

/* One `add`: all of its files or none. */
typedef struct adding adding;

/* Begins: the study's own files (study.yaml, RUN/run.yaml) say what the command line
 * doesn't. NULL: *e is set. */
MUST_USE adding *archive_add_begin(archive *a, const addition *what, err *e);

/* Reads one file ("-": standard input) into the transaction, under a name of its own:
 * relative to the folder that was added. False: *e is set; of ERR_UNRECOGNISED nothing
 * was written, and the rest may go on. */
MUST_USE bool archive_add_file(adding *ad, const char *path, str name, added *ret,
                               err *e);

/* Makes it durable; archive_add_abort() leaves the archive as it was. */
MUST_USE bool archive_add_commit(adding *ad, err *e);
void archive_add_abort(adding *ad);

/* --- looking --------------------------------------------------------------------- */

/* One source, as `log` shows it. */
typedef struct entry_line {
    struct entry_line *next;
    str study, run, name, id; /* id: hexadecimal */
    str date, machine, format, tool_version, importer_version, added;
    str superseded_by, excluded, purged; /* empty, or by what, or why */
    int64_t bytes, results;
} entry_line;

/* Sources and tombstones, by study, date, run and name. `of_study` empty: all. */
MUST_USE bool archive_log(archive *a, arena *perm, str of_study, entry_line **ret,
                          err *e);

/* What an ID, or the unique beginning of one (of at least four digits), names; in front
 * of it may stand STUDY/. */
typedef struct {
    str study;
    str source; /* 32 bytes */
    str id;     /* what exclusion knows it by: the source, or 12 bytes of a result */
    ptrdiff_t
        ordinal; /* of a result in its source; 0: the source itself; -1: a tombstone */
} found_id;

MUST_USE bool archive_find(archive *a, arena *perm, str id, found_id *ret, err *e);

/* A source's own bytes, checked against its SHA-256, and its model: as it was kept, and
 * read from that. */
MUST_USE bool archive_raw(archive *a, arena *perm, const found_id *id, str *ret, err *e);
MUST_USE bool archive_model_text(archive *a, arena *perm, const found_id *id, str *ret,
                                 err *e);
MUST_USE bool archive_model(archive *a, arena *perm, arena scratch, const found_id *id,
                            reading **ret, err *e);

/* Gives the results of a source's model the labels that they were settled with. */
MUST_USE bool archive_label(archive *a, arena *perm, const found_id *id, reading *model,
                            err *e);

/* The model of a source as a reading, under those labels; `counting`: without results
 * that were excluded. */
MUST_USE bool archive_reading(archive *a, arena *perm, arena scratch, const found_id *id,
                              bool counting, reading **ret, err *e);

/* The run "STUDY/RUN" as if one load generator had seen all of it: of results of the same
 * tool, workload, variant and parameters those metrics whose samples or sketches can be
 * joined. Sources are read anew. */
MUST_USE bool archive_merge_run(archive *a, arena *perm, arena scratch, str run_name,
                                reading **ret, err *e);

/* Everything `log` and `show` tell of one source. */
MUST_USE bool archive_entry(archive *a, arena *perm, const found_id *id, entry_line *ret,
                            err *e);

/* Hexadecimal digits of an ID's bytes. */
str archive_hex(arena *perm, str bytes);

/* --- tending --------------------------------------------------------------------- */

/* Leaves a source or a result out of trends, or takes it in again. False with
 * ERR_USAGE: it is (or isn't) excluded already. */
MUST_USE bool archive_exclude(archive *a, const found_id *id, str why, err *e);
MUST_USE bool archive_include(archive *a, const found_id *id, err *e);

/* Gives a study another name. */
MUST_USE bool archive_rename_study(archive *a, str from, str to, err *e);

/* Gives a workload, a variant (of empty ones: none) or both of a study other names, in
 * what is there and in what will be added; *series says how many lines of history went on
 * under the new ones. */
typedef struct {
    str workload, variant;
} labels;
MUST_USE bool archive_rename(archive *a, str of_study, labels from, labels to,
                             ptrdiff_t *series, err *e);

/* Removes a source's bytes and all that was read from them, out of every file that the
 * database keeps; a tombstone that says why stays. */
MUST_USE bool archive_purge(archive *a, const found_id *id, str why, err *e);

/* --- proving --------------------------------------------------------------------- */

/* What verify found: a line for people, told as it is found. */
typedef struct {
    void (*tell)(void *context, const char *what);
    void *context;
    ptrdiff_t sources, results, findings;
} verification;

/* Hashes and reads every stored source anew and compares: bytes, model, rows. True: the
 * whole archive was looked at (v->findings says with what result). `take_over`: what the
 * importers say now replaces what they said then, in one transaction. */
MUST_USE bool archive_verify(archive *a, bool take_over, verification *v, err *e);

#endif
