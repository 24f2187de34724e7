/* fuzz_import.c - one target for all importers: the first byte picks `--as`, 0 is none.
 *
 * It holds the contract, not only the absence of crashes: what is read must be a model
 * that can be written and parsed again, what fails must say why. */
#include "base/base.h"

#include "base/out.h"
#include "import/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "broken contract: %s\n", what);
        abort();
    }
}

static void check_metric(const metric *m)
{
    const maybe stats[] = {m->n,   m->mean, m->stddev, m->median,
                           m->min, m->max,  m->sum,    m->last};
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        must(!stats[i].known || isfinite(stats[i].value), "statistics are finite");
    }
    must(!m->n.known || m->n.value >= 0, "n counts something");
    must(!m->stddev.known || m->stddev.value >= 0, "a deviation is not negative");
    must(isfinite(m->resolution) && m->resolution >= 0, "the resolution is a step");
    for (ptrdiff_t i = 0; i < m->percentile_count; i++) {
        must(isfinite(m->percentiles[i].value), "percentiles are finite");
        must(i == 0 || m->percentiles[i - 1].p < m->percentiles[i].p,
             "percentiles ascend");
    }
    must(m->percentile_count == 0 || m->estimator != ESTIMATOR_NONE,
         "percentiles name their estimator");
    for (ptrdiff_t i = 0; i < m->sample_count; i++) {
        must(isfinite(m->samples[i]), "samples are finite");
    }
    must(m->name.len > 0 && m->unit.len > 0, "a metric has a name and a unit");
}

static void check_reading(const reading *r, ptrdiff_t lines)
{
    must(r->format.len > 0, "a reading names its format");
    ptrdiff_t n = 0;
    for (const result *item = r->results; item; item = item->next) {
        n++;
        must(item->tool.len > 0, "a result names its tool");
        must(item->line >= 1 && item->line <= lines, "a result's line is in the file");
        must(item->last_line >= item->line && item->last_line <= lines,
             "a result ends in the file");
        for (const metric *m = item->metrics; m; m = m->next) {
            must(m->line >= 1 && m->line <= lines, "a metric's line is in the file");
            check_metric(m);
        }
    }
    must(n == r->result_count, "results are counted");
    for (const diagnostic *d = r->diagnostics; d; d = d->next) {
        must(d->line >= 0 && d->line <= lines, "a diagnostic's line is in the file");
        must(d->message.len > 0, "a diagnostic says something");
    }
}

static void check_json(arena *perm, const reading *r)
{
    out *o = out_memory(perm);
    reading_write_json(o, r, false);
    source written = {.path = "written", .bytes = out_text(o)};
    json *root = NULL;
    err e = {0};
    must(json_parse(perm, &written, written.bytes, &root, NULL, &e),
         "what is written is JSON");
    must(json_get(root, S("results"))->count == r->result_count,
         "all results are written");
}

static void read_bytes(const char *bytes, ptrdiff_t len, ptrdiff_t row, arena perm,
                       arena scratch)
{
    import_options options = {.time_format = S("%e %U %S %MKB %C")};
    if (row > 0) {
        options.as = str_from(importer_at(row - 1)->name);
    }
    source src = {.path = "fuzz", .bytes = {bytes, len}};
    ptrdiff_t lines = source_line(&src, str_drop(src.bytes, len));
    bool packed = str_starts(src.bytes, S("\x1F\x8B"))
                  || str_has(str_take(src.bytes, 4), S("\xB5\x2F\xFD"))
                  || str_has(str_take(src.bytes, 4), S("\x2A\x4D\x18"));
    if (packed || str_has(src.bytes, S("broadsheet/1"))) {
        lines = PTRDIFF_MAX; /* our own JSON names the lines of the file it came from */
    }
    reading *r = NULL;
    err e = {0};
    if (!import_source(&perm, scratch, &src, &options, &r, &e)) {
        must(!r, "a failure leaves the result alone");
        must(e.code != ERR_NONE && e.text[0], "a failure says why");
        must(e.line >= 0 && e.line <= lines, "an error's line is in the file");
        return;
    }
    must(r && e.code == ERR_NONE, "a success gives a reading and no error");
    check_reading(r, lines);
    check_json(&perm, r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static arena perm, scratch;
    if (!perm.base) {
        perm = arena_open((ptrdiff_t)1 << 34);
        scratch = arena_open((ptrdiff_t)1 << 34);
    }
    if (size < 1) {
        return 0;
    }
    /* a copy of the exact length, so that the sanitizer sees reads past its end */
    char *copy = malloc(size);
    if (!copy) {
        return 0;
    }
    memcpy(copy, data, size);
    read_bytes(copy + 1, (ptrdiff_t)size - 1, data[0] % (importer_count() + 1), perm,
               scratch);
    free(copy);
    return 0;
}
