/* bombardier_common.h - what bombardier's text and JSON share. */
#ifndef IMPORT_BOMBARDIER_COMMON_H
#define IMPORT_BOMBARDIER_COMMON_H

#include "import/load.h"

/* How the requests ended: 1xx to 5xx, and those without an answer. */
typedef struct {
    double code[5], others;
    ptrdiff_t line, others_line;
} bombardier_counts;

double bombardier_requests(const bombardier_counts *c);

/* Appends requests, http_1xx ... http_5xx and http_other, sets the result's status and
 * notes what went wrong. `wanted`: the number of requests that were asked for, 0: a timed
 * run. */
void bombardier_add_counts(import *in, result *r, const bombardier_counts *c,
                           double wanted);

/* Only http_1xx ... http_5xx: where the count of the others is missing. */
void bombardier_add_codes(import *in, result *r, const bombardier_counts *c);

/* "300s" for 300; parameters hold durations so. */
str bombardier_seconds(arena *perm, double seconds);

/* Notes one kind of error and how often it came. */
void bombardier_note_error(import *in, ptrdiff_t line, str what, double count);

#endif
