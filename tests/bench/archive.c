/* archive - how fast results are kept and told: 100 series over so many runs, in SQLite
 * and, where $ARCHIVE_URL names one, in PostgreSQL, against bare writes in the same run.
 *
 *     archive [RUNS [ROUNDS]]     10,000 runs in one `add`, then 200 small ones, each
 *                                 durable and in turn with a bare one; medians of 5
 * rounds
 */
#include "base/base.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "archive/history_runs.h"
#include "archive/runs.h"
#include "archive/seal.h"
#include "archive/write.h"
#include "base/hash.h"
#include "base/num.h"

#define RUN_NAME "run-%06td"
enum { SERIES = 100, RAW_ROW = 64, SMALL = 200, TELLINGS = 9, MOST_ROUNDS = 50 };

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void check(bool ok, const err *e)
{
    if (!ok) {
        err_print(e, false, stderr);
        exit(4);
    }
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *xs, ptrdiff_t n)
{
    qsort(xs, (size_t)n, sizeof *xs, by_size);
    return xs[n / 2];
}

static double mean(const double *xs, ptrdiff_t n)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += xs[i];
    }
    return sum / (double)n;
}

/* --- what is added --------------------------------------------------------------- */

/* What readers would have made of so many files, ready before the clock starts. */
typedef struct {
    ptrdiff_t runs;
    series_row series[SERIES];
    str *hashes; /* of the runs' sources */
} material;

static material prepare(arena *perm, ptrdiff_t runs)
{
    material m = {.runs = runs, .hashes = NEW(perm, str, runs)};
    for (ptrdiff_t i = 0; i < SERIES; i++) {
        series_row *s = &m.series[i];
        *s = (series_row){.workload = S("w"),
                          .variant = S("native"),
                          .tool = S("hyperfine"),
                          .metric = str_fmt(perm, "m%td", i),
                          .unit = S("s"),
                          .better = S("lower")};
        s->id = series_id(perm, s);
    }
    for (ptrdiff_t i = 0; i < runs; i++) {
        m.hashes[i] = hash_bytes(perm, hash_sha256(perm, str_fmt(perm, "%td", i)));
    }
    return m;
}

/* The rows of one run: a result of 100 metrics. */
static source_rows rows_for(arena *perm, material *m, ptrdiff_t number)
{
    str hash = m->hashes[number];
    source_rows rows = {.results = NEW(perm, result_row, 1),
                        .metrics = NEW(perm, metric_row, SERIES),
                        .series = m->series,
                        .result_count = 1,
                        .metric_count = SERIES};
    str id = str_take(hash, ID_BYTES);
    rows.results[0] = (result_row){.ordinal = 1,
                                   .line = 1,
                                   .id = id,
                                   .tool = S("hyperfine"),
                                   .workload = S("w"),
                                   .variant = S("native")};
    for (ptrdiff_t i = 0; i < SERIES; i++) {
        double v = (double)i + (double)(unsigned char)hash.ptr[i % 12] / 257;
        rows.metrics[i] = (metric_row){.series = m->series[i].id,
                                       .result = id,
                                       .line = i + 1,
                                       .n = SOME(10),
                                       .mean = SOME(v),
                                       .median = SOME(v * 1.01),
                                       .stddev = SOME(v / 99),
                                       .min = SOME(v * 0.97),
                                       .max = SOME(v * 1.07)};
    }
    return rows;
}

/* --- adding ---------------------------------------------------------------------- */

/* One run with its source, inside a transaction. */
static void add_run(store *s, row_writer *w, arena scratch, material *m, ptrdiff_t number)
{
    err e = {0};
    addition what = {.study = S("bench")};
    what.run = str_fmt(&scratch, RUN_NAME, number);
    what.date = str_fmt(&scratch, "%04td-%02td-01", 1000 + number / 12, 1 + number % 12);
    source_rows rows = rows_for(&scratch, m, number);
    const source_record r = {.run = what.run,
                             .name = S("raw.txt"),
                             .source = m->hashes[number],
                             .format = S("hyperfine-json"),
                             .options = S("{}"),
                             .raw = S("raw"),
                             .model = S("model")};
    check(run_make(s, scratch, &what, &e) && source_write(s, scratch, what.study, &r, &e)
              && writer_add(w, what.run, m->hashes[number], &rows, &e),
          &e);
}

static double add_runs(store *s, arena scratch, material *m, ptrdiff_t first, ptrdiff_t n)
{
    err e = {0};
    const cell key[] = {CELL_T(S("bench"))};
    double begin = now();
    check(s->ops->begin(s, &e), &e);
    static arena known, waiting;
    if (!known.base) {
        known = arena_open((ptrdiff_t)1 << 32);
        waiting = arena_open((ptrdiff_t)1 << 34);
    }
    arena_reset(&known);
    row_writer w = writer_open(&known, &waiting, s, S("bench"));
    check(store_run(s, "INSERT INTO study(study) VALUES(?1) ON CONFLICT DO NOTHING", key,
                    1, &e),
          &e);
    for (ptrdiff_t i = 0; i < n; i++) {
        add_run(s, &w, scratch, m, first + i);
    }
    /* the program adds to one run at a time, and seals that */
    str last = str_fmt(&scratch, RUN_NAME, first + n - 1);
    check(writer_flush(&w, &e) && seal_run(s, scratch, S("bench"), last, &e)
              && s->ops->commit(s, &e),
          &e);
    writer_close(&w);
    return now() - begin;
}

/* --- telling --------------------------------------------------------------------- */

/* The rows of one series over all runs, as history reads them. */
static double tell_rows(store *s, material *m)
{
    err e = {0};
    const cell key[] = {CELL_T(S("bench")), CELL_B(m->series[50].id)};
    cell row[STORE_WIDEST];
    store_rows *all = NULL;
    double begin = now(), sum = 0;
    check(s->ops->query(s, history_sql(S("")), key, 2, &all, &e), &e);
    ptrdiff_t n = 0;
    while (s->ops->next(all, row, &e) > 0) {
        sum += row[5].d;
        n++;
    }
    s->ops->end(all);
    if (n != m->runs || sum <= 0) {
        fprintf(stderr, "%td rows, not %td\n", n, m->runs);
        exit(1);
    }
    return now() - begin;
}

/* All that `history` does for it: runs, tags, exclusions, order, change points. */
static double tell_history(store *s, arena scratch, material *m)
{
    err e = {0};
    history h = {0};
    const config site = {.root = ".", .practical_limit = 0.02};
    arena perm = arena_open((ptrdiff_t)1 << 32);
    archive a = {s, &site, &perm};
    const history_query q = {.of_study = S("bench"), .metric = S("m50")};
    double begin = now();
    check(archive_history(&a, &perm, scratch, &q, &h, &e), &e);
    double time = now() - begin;
    if (!h.lines || h.lines->count != m->runs) {
        fprintf(stderr, "a history of %td runs, not %td\n", h.lines ? h.lines->count : 0,
                m->runs);
        exit(1);
    }
    arena_close(&perm);
    return time;
}

/* --- rounds ---------------------------------------------------------------------- */

typedef enum { LOAD, LOAD_CPU, SMALL_MEDIAN, SMALL_MEAN, TOLD, HISTORY, FIGURES } figure;

/* What each round gave. */
typedef struct {
    double at[FIGURES][MOST_ROUNDS];
} times;

/* 64 bytes for each row, without a database. */
typedef struct {
    int fd;
    char rows[SERIES * RAW_ROW];
} bare_file;

static void bare_check(bool ok)
{
    if (!ok) {
        perror("bench.raw");
        exit(4);
    }
}

static double bare_small(bare_file *f)
{
    double begin = now();
    bare_check(write(f->fd, f->rows, sizeof f->rows) == sizeof f->rows
               && fdatasync(f->fd) == 0);
    return now() - begin;
}

static void bare_round(bare_file *f, ptrdiff_t runs, times *t, int round)
{
    f->fd = open("bench.raw", O_RDWR | O_CREAT | O_TRUNC, 0600);
    bool ok = f->fd >= 0;
    double begin = now(), begin_cpu = cpu();
    for (ptrdiff_t i = 0; i < runs && ok; i++) {
        ok = write(f->fd, f->rows, sizeof f->rows) == sizeof f->rows;
    }
    bare_check(ok && fsync(f->fd) == 0);
    t->at[LOAD][round] = now() - begin;
    t->at[LOAD_CPU][round] = cpu() - begin_cpu;
    begin = now();
    bare_check(lseek(f->fd, 0, SEEK_SET) == 0);
    while (read(f->fd, f->rows, sizeof f->rows) > 0) {
    }
    t->at[TOLD][round] = t->at[HISTORY][round] = now() - begin;
}

static void store_round(store *s, arena scratch, material *m, bare_file *f, times *t,
                        times *bare, int round)
{
    err e = {0};
    double each[SMALL], raw[SMALL], rows[TELLINGS], whole[TELLINGS];
    check(archive_migrate(s, 0, &e), &e);
    double begin = cpu();
    t->at[LOAD][round] = add_runs(s, scratch, m, 0, m->runs - SMALL);
    t->at[LOAD_CPU][round] = cpu() - begin;
    for (ptrdiff_t i = 0; i < SMALL; i++) {
        each[i] = add_runs(s, scratch, m, m->runs - SMALL + i, 1);
        raw[i] = bare_small(f);
    }
    t->at[SMALL_MEAN][round] = mean(each, SMALL);
    t->at[SMALL_MEDIAN][round] = median(each, SMALL);
    bare->at[SMALL_MEAN][round] = mean(raw, SMALL);
    bare->at[SMALL_MEDIAN][round] = median(raw, SMALL);
    for (ptrdiff_t i = 0; i < TELLINGS; i++) {
        rows[i] = tell_rows(s, m);
        whole[i] = tell_history(s, scratch, m);
    }
    t->at[TOLD][round] = median(rows, TELLINGS);
    t->at[HISTORY][round] = median(whole, TELLINGS);
}

static void unlink_sqlite(void)
{
    unlink("bench.db");
    unlink("bench.db-wal");
    unlink("bench.db-shm");
}

/* --- the report ------------------------------------------------------------------ */

static void show(const char *name, times *t, times *to, ptrdiff_t rows, int rounds)
{
    double m[FIGURES], limit[FIGURES];
    for (int i = 0; i < FIGURES; i++) {
        m[i] = median(t->at[i], rounds);
        limit[i] = median(to->at[i], rounds);
    }
    printf("  %-11s %8.3f s %9.0f rows/s %5.1f x %6.3f s CPU   %6.2f ms %5.1f x %6.2f ms "
           "%5.1f x"
           "   %7.2f ms %7.2f ms\n",
           name, m[LOAD], (double)rows / m[LOAD], m[LOAD] / limit[LOAD], m[LOAD_CPU],
           m[SMALL_MEDIAN] * 1e3, m[SMALL_MEDIAN] / limit[SMALL_MEDIAN],
           m[SMALL_MEAN] * 1e3, m[SMALL_MEAN] / limit[SMALL_MEAN], m[TOLD] * 1e3,
           m[HISTORY] * 1e3);
}

/* Bytes in the pages of the metrics' tables; what is beside the compressed sources. */
static void show_bytes(arena *perm, store *s, ptrdiff_t rows)
{
    err e = {0};
    first_row metrics, all;
    if (store_first(perm, s,
                    "SELECT sum(pgsize) FROM dbstat WHERE name IN ('metric', 'recent')",
                    NULL, 0, &metrics, &e)
        && store_first(perm, s,
                       "SELECT sum(pgsize) FROM dbstat WHERE name NOT LIKE '%content%'",
                       NULL, 0, &all, &e)) {
        printf("  SQLite: %.1f bytes a metric row; %.1f with all that is not content\n",
               (double)metrics.at[0].i / (double)rows,
               (double)all.at[0].i / (double)rows);
    } /* else this SQLite can't say */
}

static store *postgres_fresh(arena *perm, const char *url)
{
    err e = {0};
    store *s = postgres_open(perm, url, STORE_WRITE, &e);
    check(s != NULL, &e);
    check(store_run(s, "DROP SCHEMA IF EXISTS broadsheet CASCADE", NULL, 0, &e), &e);
    return s;
}

int main(int argc, char **argv)
{
    static times bare, sqlite, postgres;
    static bare_file f;
    int64_t given[] = {10000, 5};
    for (int i = 0; i < 2 && i + 1 < argc; i++) {
        if (!num_int(str_from(argv[i + 1]), &given[i])) {
            given[i] = 0;
        }
    }
    ptrdiff_t runs = (ptrdiff_t)given[0];
    int rounds = (int)given[1];
    if (runs <= SMALL || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: archive [RUNS [ROUNDS]], RUNS above %d\n", SMALL);
        return 2;
    }
    arena perm = arena_open((ptrdiff_t)1 << 32), scratch = arena_open((ptrdiff_t)1 << 34);
    err e = {0};
    const char *url = getenv("ARCHIVE_URL");
    material m = prepare(&perm, runs);
    for (int round = 0; round < rounds; round++) {
        bare_round(&f, runs - SMALL, &bare, round);
        unlink_sqlite();
        store *s = sqlite_open(&perm, "bench.db", STORE_WRITE, &e);
        check(s != NULL, &e);
        store_round(s, scratch, &m, &f, &sqlite, &bare, round);
        if (round + 1 == rounds) {
            show_bytes(&perm, s, runs * SERIES);
        }
        s->ops->close(s);
        if (url) {
            times unused = {0};
            s = postgres_fresh(&perm, url);
            store_round(s, scratch, &m, &f, &postgres, &unused, round);
            s->ops->close(s);
        }
        close(f.fd);
        unlink("bench.raw");
        unlink_sqlite();
    }
    printf("  %td runs of %d series, medians of %d rounds; a small add's own median and "
           "mean\n"
           "              one add, to the commit; our own CPU              small add, "
           "durable          "
           "       rows of a series, its history\n",
           runs, SERIES, rounds);
    ptrdiff_t rows = (runs - SMALL) * SERIES;
    show("bare writes", &bare, &bare, rows, rounds);
    show("SQLite", &sqlite, &bare, rows, rounds);
    if (url) {
        show("PostgreSQL", &postgres, &bare, rows, rounds);
        printf("  PostgreSQL's add takes %.1f times SQLite's\n",
               median(postgres.at[LOAD], rounds) / median(sqlite.at[LOAD], rounds));
    }
    return 0;
}
