/* k6_line.h - one metric's line of k6's end-of-test summary, as every version prints it.
 */
#ifndef IMPORT_K6_LINE_H
#define IMPORT_K6_LINE_H

#include "import/k6.h"

/* A printed value in its base unit: "1.5 MB", "80.26µs", "1m56s", "19.016667". */
typedef struct {
    double value;
    k6_contains contains;
    /* How far apart neighbouring printed values are: k6 cuts durations to two decimals of
     * their unit, data to one decimal below 10 units. 0: an integer, printed in full. */
    double step;
} k6_value;

bool k6_value_parse(str s, k6_value *ret);

typedef enum { K6_NO_MARK, K6_HELD, K6_CROSSED } k6_mark;

/* `✓ http_req_duration...: avg=12ms …`, or `{ tag:value }...: …` below it. */
typedef struct {
    str name; /* the selector without braces where is_sub */
    bool is_sub;
    k6_mark mark; /* of a threshold; versions before 1.0 */
    k6_kind kind;
    metric stats; /* statistics in base units, percentiles in perm; nothing else is set */
    maybe per_second; /* K6_COUNTER */
    double per_second_step;
} k6_line;

/* False: the line is none. Percentiles go to perm. */
bool k6_line_parse(arena *perm, str line, k6_line *ret);

/* Takes `✓ ` or `✗ ` (also √ × ✔ ✘, as fonts and code pages have it) off the front. */
k6_mark k6_take_mark(str *s);

#endif
