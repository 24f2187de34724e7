/* dd_line.h - the lines of dd's report, in the words of every program and language. */
#ifndef IMPORT_DD_LINE_H
#define IMPORT_DD_LINE_H

#include "import/time_parts.h"

/* GNU:     104857600 bytes (105 MB, 100 MiB) copied, 0.0530719 s, 2.0 GB/s
 * busybox: 102400000 bytes (97.7MB) copied, 31.461012 seconds, 3.1MB/s
 * BSD:     102400000 bytes transferred in 0.311507 secs (328724555 bytes/sec) */
typedef struct {
    int64_t bytes;
    stated seconds;
    str rate_text;    /* as printed: "2.0 GB/s" */
    stated rate;      /* in B/s with k = 1000 */
    double rate_1024; /* the same with k = 1024, as busybox means it */
    bool rate_known;  /* false: infinite */
    bool rate_cut;    /* the line ends within the rate */
    bool progress;    /* FreeBSD's status=progress line: never a result */
} dd_transfer;

/* LINE_CUT: begins like one and ends before the unit of its seconds.
 * LINE_BAD: has its shape, but a figure isn't one; *bad is it. */
typedef enum { LINE_OTHER, LINE_GOOD, LINE_CUT, LINE_BAD } dd_kind;

dd_kind dd_transfer_line(str s, dd_transfer *ret, str *bad);

/* `128+0 records in`, `输入了 96+0 块记录`: one token N+M among words without digits. */
bool dd_records_line(str s, int64_t *full, int64_t *part);

/* `dd: error writing 'x': No space left on device`: what follows the program's name;
 * empty: none. The name may be a path or another program that installs it (uutils). */
str dd_message(str s);

/* True: the message says that reading or writing failed, in any language: words, a quoted
 * name, a reason; or BSD's plain "name: reason". A warning doesn't. */
bool dd_message_is_error(str message);

#endif
