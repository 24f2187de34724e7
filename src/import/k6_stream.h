/* k6_stream.h - k6's streams of points (`--out json`, `--out csv`): one pass, constant
 * memory.
 *
 * A scanner (k6_ndjson.c, k6_csv.c) understands any line of its form. The memo
 * (k6_memo.c) recognises, byte by byte and without scanning, a line that differs from
 * scanned ones in nothing but its time and its number. Whichever reads a line, the same
 * number goes to the same tallies. */
#ifndef IMPORT_K6_STREAM_H
#define IMPORT_K6_STREAM_H

#include "import/import.h"
#include "import/k6.h"
#include "import/k6_series.h"
#include "model/tally.h"

/* The limits. Memory is bounded by them: 26 MB of values, 8 MB of remembered tails, and
 * the rest small. */
enum {
    K6_MOST_VALUES = 3250 * 1000, /* held exactly, over all metrics */
    K6_MOST_METRICS = 1000,
    K6_MOST_GROUPS = 200,
    K6_LONGEST_LINE = 8 << 20,
    K6_SAMPLES = 10000, /* of one metric that go into the model */
};

/* A sub-metric: points whose tags have all these values. */
typedef struct k6_sub {
    struct k6_sub *next;
    str name; /* http_req_duration{status:200} */
    str *keys, *values;
    ptrdiff_t n;
    value_tally *tally;
} k6_sub;

/* Where the points of a metric with certain tags go. */
typedef struct k6_targets {
    struct k6_targets *next;
    const struct k6_metric *metric;
    value_tally **to;
    ptrdiff_t n;
} k6_targets;

typedef struct k6_metric {
    struct k6_metric *next, *next_same_hash;
    struct k6_metric *follower; /* whose point came behind ours last */
    str name;
    k6_kind kind;
    ptrdiff_t line;
    bool declared; /* by a Metric line */
    k6_role role;  /* in the series */
    k6_sub *subs, **subs_end;
    value_tally *total;
    value_tally **groups; /* by group; NULL: none yet */
    k6_targets plain;
} k6_metric;

/* What a scanner finds in a line that is a point: views into the line. */
typedef struct {
    str name; /* decoded */
    str time, number;
    str tags; /* whatever the scanner's tag() reads */
    double value;
    /* Lines with the same number here, the same bytes in front of the time and between
     * time and number differ only behind that; 0: don't remember. */
    int layout;
    bool name_in_front; /* the name stands in front of the time */
} k6_point;

typedef enum {
    K6_POINT,
    K6_UNDERSTOOD, /* nothing to count: a Metric line, a blank one */
    K6_STRANGE,
    K6_OPEN, /* a quoted cell goes on in the next line */
} k6_seen;

typedef struct k6_stream k6_stream;

typedef struct {
    k6_seen (*scan)(k6_stream *s, str line, k6_point *ret);
    /* The value of a tag, into `to` where it must be decoded. False: it has none. */
    bool (*tag)(k6_stream *s, arena *to, str tags, str name, str *ret);
    bool (*second)(str time, int64_t *ret);
    char time_end; /* the byte behind a time */
} k6_scanner;

typedef struct k6_memo k6_memo;

struct k6_stream {
    import *in;
    const k6_scanner *scanner;
    void *form; /* the scanner's own: columns of CSV, what NDJSON's quick way has seen */
    arena scratch;

    tally_store *store;
    k6_metric *metrics, **metrics_end;
    ptrdiff_t metric_count;
    k6_metric *by_hash[1024];
    k6_metric *last; /* the one that was asked for last */
    k6_series *series;
    threshold *thresholds, **thresholds_end; /* as the Metric lines declare them */

    str group_tags[8];
    ptrdiff_t group_tag_count;
    str *groups[K6_MOST_GROUPS]; /* the values of the group's tags; ptr == NULL: none */
    ptrdiff_t group_count;
    ptrdiff_t ungrouped; /* points past the limit of groups */

    ptrdiff_t lines, strange, first_strange, last_strange;
    ptrdiff_t lost; /* points past the limit of metrics */
    bool cut;       /* the last line has no end and isn't one */

    char time[64]; /* the last time that was read, and the byte behind it */
    ptrdiff_t time_len;
    int64_t second;

    k6_memo *memo; /* NULL: scan every line, the plain way */
};

/* Reads the whole stream and appends its results. `use_memo` false scans every line: for
 * tests, that both ways come to the same. */
MUST_USE bool k6_stream_read(import *in, const k6_scanner *scanner, void *form,
                             byte_stream *bytes, bool use_memo, err *e);

/* The two forms. */
MUST_USE bool k6_ndjson_read(import *in, byte_stream *bytes, bool use_memo, err *e);
MUST_USE bool k6_csv_read(import *in, byte_stream *bytes, bool use_memo, err *e);

/* The metric of that name; NULL: past the limit. A new one has the kind of k6's own, else
 * a trend of unknown unit. */
k6_metric *k6_metric_of(k6_stream *s, str name);

/* Where a point goes. The targets live in `keep`. *group remembers the group of these
 * tags for the next metric's points: K6_NO_GROUP_YET to begin with. */
enum { K6_NO_GROUP_YET = -2 };
const k6_targets *k6_targets_of(k6_stream *s, arena *keep, k6_metric *m, str tags,
                                ptrdiff_t *group);

/* True: the tags decide where a metric's points go. */
static inline bool k6_tags_matter(const k6_stream *s, const k6_metric *m)
{
    return m->subs || s->group_tag_count > 0;
}

/* Reads a time, remembering the last. False: it is none. */
bool k6_stream_time(k6_stream *s, str time);

static inline void k6_take(k6_stream *s, const k6_metric *m, const k6_targets *t,
                           double v)
{
    for (ptrdiff_t i = 0; i < t->n; i++) {
        tally_add(t->to[i], v);
    }
    if (m->role != K6_NO_ROLE) {
        k6_series_add(s->series, m->role, s->second, v);
    }
}

/* Reads a number at p, ending before `end`, as JSON and k6's CSV write it. The place
 * behind it, or NULL. */
const char *k6_number(const char *p, const char *end, double *ret);

/* k6_memo.c */
k6_memo *k6_memo_new(arena *perm);
void k6_memo_close(k6_memo *m); /* NULL is fine */

/* Takes the line at *at (ending before `stop`) when it is known, and steps behind it. */
bool k6_memo_line(k6_stream *s, const char **at, const char *stop);

/* Remembers a line with its end, which was scanned into p. */
void k6_memo_learn(k6_stream *s, str line, const k6_point *p, k6_metric *which);

/* Forgets targets: a metric has got sub-metrics. */
void k6_memo_forget(k6_memo *m);

/* k6_stream_result.c: what the tallies come to. */
void k6_stream_results(k6_stream *s);

#endif
