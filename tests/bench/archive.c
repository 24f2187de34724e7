/* archive - how fast results are kept and told: 100 series over so many runs, in SQLite
 * and, where $ARCHIVE_URL names one, in PostgreSQL, against bare writes in the same run.
 *
 *     archive [RUNS [SMALL]]     1,000 runs in one `add`; 200 small adds, each durable */
#include "base/base.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "archive/runs.h"
#include "archive/write.h"
#include "base/hash.h"
#include "base/num.h"

enum { SERIES = 100, RAW_ROW = 64 };

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

/* The rows of one run: a result of 100 metrics. */
static source_rows rows_for(arena *perm, str hash)
{
    source_rows rows = {.results = NEW(perm, result_row, 1),
                        .metrics = NEW(perm, metric_row, SERIES),
                        .series = NEW(perm, series_row, SERIES),
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
        series_row *s = &rows.series[i];
        *s = (series_row){.workload = S("w"),
                          .variant = S("native"),
                          .tool = S("hyperfine"),
                          .metric = str_fmt(perm, "m%td", i),
                          .unit = S("s"),
                          .better = S("lower")};
        s->id = series_id(perm, s);
        double v = (double)i + (double)(unsigned char)hash.ptr[i % 12] / 257;
        rows.metrics[i] = (metric_row){.series = s->id,
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

/* One run with its source, inside a transaction. */
static void add_run(store *s, row_writer *w, arena scratch, ptrdiff_t n)
{
    err e = {0};
    addition what = {.study = S("bench")};
    what.run = str_fmt(&scratch, "run-%06td", n);
    what.date = str_fmt(&scratch, "%04td-01-01", 1000 + n % 9000);
    str hash = hash_bytes(&scratch, hash_sha256(&scratch, what.run));
    source_rows rows = rows_for(&scratch, hash);
    const source_record r = {.run = what.run,
                             .name = S("raw.txt"),
                             .source = hash,
                             .format = S("hyperfine-json"),
                             .options = S("{}"),
                             .raw = S("raw"),
                             .model = S("model")};
    check(run_make(s, &what, &e) && run_merge(s, scratch, &what, &e)
              && source_write(s, what.study, &r, &e)
              && writer_add(w, what.run, hash, &rows, &e),
          &e);
}

static double add_runs(store *s, arena scratch, ptrdiff_t first, ptrdiff_t n)
{
    err e = {0};
    const cell key[] = {CELL_T(S("bench"))};
    double begin = now();
    check(s->ops->begin(s, &e), &e);
    row_writer w = writer_open(&scratch, s, S("bench"));
    check(store_run(s, "INSERT INTO study(study) VALUES(?1) ON CONFLICT DO NOTHING", key,
                    1, &e),
          &e);
    for (ptrdiff_t i = 0; i < n; i++) {
        add_run(s, &w, scratch, first + i);
    }
    check(writer_flush(&w, &e) && s->ops->commit(s, &e), &e);
    writer_close(&w);
    return now() - begin;
}

/* One series over all runs, as history reads it. */
static double tell(store *s, arena scratch, ptrdiff_t want)
{
    err e = {0};
    source_rows rows = rows_for(&scratch, S("0123456789abcdef"));
    const cell key[] = {CELL_T(S("bench")), CELL_B(rows.series[50].id)};
    cell row[STORE_WIDEST];
    store_rows *all = NULL;
    double begin = now(), sum = 0;
    check(s->ops->query(s,
                        "SELECT result, run, status, n, mean, median, stddev, min, max"
                        " FROM metric WHERE study = ?1 AND series = ?2",
                        key, 2, &all, &e),
          &e);
    ptrdiff_t n = 0;
    while (s->ops->next(all, row, &e) > 0) {
        sum += row[4].d;
        n++;
    }
    s->ops->end(all);
    if (n != want || sum <= 0) {
        fprintf(stderr, "%td rows, not %td\n", n, want);
        exit(1);
    }
    return now() - begin;
}

typedef struct {
    double load, small, told;
} times;

static times measure(store *s, ptrdiff_t runs, ptrdiff_t small)
{
    arena scratch = arena_open((ptrdiff_t)1 << 36);
    err e = {0};
    double each[1000], told[9];
    times t = {0};
    check(archive_migrate(s, 0, &e), &e);
    t.load = add_runs(s, scratch, 0, runs);
    for (ptrdiff_t i = 0; i < small; i++) {
        each[i] = add_runs(s, scratch, runs + i, 1);
    }
    t.small = median(each, small);
    for (ptrdiff_t i = 0; i < COUNTOF(told); i++) {
        told[i] = tell(s, scratch, runs + small);
    }
    t.told = median(told, COUNTOF(told));
    arena_close(&scratch);
    return t;
}

/* The same bytes without a database: rows of 64 bytes and one fsync; a small add's rows
 * and fdatasync, each time; all rows read. */
static times bare(const char *path, ptrdiff_t runs, ptrdiff_t small)
{
    static char rows[SERIES * RAW_ROW];
    double each[1000];
    times t = {0};
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    double begin = now();
    bool ok = fd >= 0;
    for (ptrdiff_t i = 0; i < runs && ok; i++) {
        ok = write(fd, rows, sizeof rows) == sizeof rows;
    }
    ok = ok && fsync(fd) == 0;
    t.load = now() - begin;
    for (ptrdiff_t i = 0; i < small && ok; i++) {
        begin = now();
        ok = write(fd, rows, sizeof rows) == sizeof rows && fdatasync(fd) == 0;
        each[i] = now() - begin;
    }
    t.small = median(each, small);
    begin = now();
    ok = ok && lseek(fd, 0, SEEK_SET) == 0;
    while (ok && read(fd, rows, sizeof rows) > 0) {
    }
    t.told = now() - begin;
    if (!ok) {
        perror(path);
        exit(4);
    }
    close(fd);
    unlink(path);
    return t;
}

static void show(const char *name, times t, times to, ptrdiff_t runs)
{
    double rows = (double)runs * SERIES;
    printf("  %-12s %9.3f s %9.0f rows/s %6.1f x   %8.2f ms %6.1f x   %8.2f ms\n", name,
           t.load, rows / t.load, t.load / to.load, t.small * 1e3, t.small / to.small,
           t.told * 1e3);
}

int main(int argc, char **argv)
{
    int64_t given[] = {1000, 200};
    for (int i = 0; i < 2 && i + 1 < argc; i++) {
        if (!num_int(str_from(argv[i + 1]), &given[i])) {
            given[i] = 0;
        }
    }
    ptrdiff_t runs = (ptrdiff_t)given[0], small = (ptrdiff_t)given[1];
    if (runs < 1 || small < 1 || small > 1000) {
        fprintf(stderr, "usage: archive [RUNS [SMALL]], SMALL to 1000\n");
        return 2;
    }
    arena perm = arena_open((ptrdiff_t)1 << 30);
    err e = {0};
    const char *url = getenv("ARCHIVE_URL");
    times limit = bare("bench.raw", runs, small);
    store *s = sqlite_open(&perm, "bench.db", STORE_WRITE, &e);
    check(s != NULL, &e);
    times sqlite = measure(s, runs, small);
    first_row size;
    if (!store_first(&perm, s, "SELECT sum(pgsize) FROM dbstat WHERE name = 'metric'",
                     NULL, 0, &size, &e)) {
        size.found = false; /* this SQLite can't say */
    }
    s->ops->close(s);
    printf("  %td runs of %d series    one add          rows a second            a small "
           "add "
           "(durable)   one series told\n",
           runs, SERIES);
    show("bare writes", limit, limit, runs);
    show("SQLite", sqlite, limit, runs);
    if (url) {
        s = postgres_open(&perm, url, STORE_WRITE, &e);
        check(s != NULL, &e);
        times postgres = measure(s, runs, small);
        s->ops->close(s);
        show("PostgreSQL", postgres, limit, runs);
        printf("  PostgreSQL's add takes %.1f times SQLite's\n",
               postgres.load / sqlite.load);
    }
    if (size.found) {
        printf("  %.0f bytes a metric row in SQLite\n",
               (double)size.at[0].i / (double)((runs + small) * SERIES));
    }
    return 0;
}
