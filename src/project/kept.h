/* kept.h - what an archive keeps of a study, as loading the study needs to know it.
 *
 * What lies in the study's folder is the study; from the archive come the files that were
 * added to it elsewhere, models that spare reading a file again, and what was left out.
 */
#ifndef PROJECT_KEPT_H
#define PROJECT_KEPT_H

#include "project/redact.h"

/* What is said of how a file is to be read; empty: nothing. */
typedef struct {
    str as, time_format, columns, group_by, metric, unit;
} read_as;

/* One source that is there, or a tombstone. */
typedef struct {
    str sha256; /* hexadecimal */
    str run, name;
    str workload, variant; /* as they were stated when it was added; may be empty */
    read_as how;
    bool of_data;      /* it was taken from the study's folder: there it is looked for */
    bool current;      /* the importers of this program made its model */
    str superseded_by; /* hexadecimal; empty: it counts */
    str purged;        /* why its bytes are gone; else empty */
} kept_file;

typedef struct {
    str id, date, machine;
    struct fact *tags;
} kept_run;

/* What doesn't count, and why. */
typedef struct {
    str sha256;
    ptrdiff_t ordinal; /* of the result in its file, from 1; 0: the whole file */
    str why;
} kept_exclusion;

/* What a workload or a variant is called since. */
typedef struct {
    bool of_variant;
    str name, now;
} kept_alias;

typedef enum { KEPT_BYTES, KEPT_MODEL } kept_content;

typedef struct study_kept {
    const char *archive; /* for messages */
    str study;
    kept_file *files; /* by sha256 */
    ptrdiff_t file_count;
    kept_run *runs;
    ptrdiff_t run_count;
    kept_exclusion *excluded;
    ptrdiff_t excluded_count;
    kept_alias *aliases;
    ptrdiff_t alias_count;

    /* The bytes of a file or its model (reading_write_whole), in perm. Several threads
     * may ask. */
    bool (*fetch)(const struct study_kept *k, const kept_file *f, kept_content what,
                  arena *perm, str *ret, err *e);
    struct kept_reader *reader; /* fetch's own */
} study_kept;

/* NULL: it isn't kept, or `k` is NULL. */
const kept_file *kept_find(const study_kept *k, str sha256);
const kept_run *kept_run_of(const study_kept *k, str id);

/* Why the result of that file and ordinal doesn't count; empty: it does. */
str kept_excluded(const study_kept *k, str sha256, ptrdiff_t ordinal);

/* What a name has become; the same, where it wasn't changed. */
str kept_name(const study_kept *k, bool of_variant, str name);

/* Does the file's model say what reading it so would say? */
bool kept_read_so(const kept_file *f, const read_as *how);

#endif
