#include "base/base.h"

#include "archive/rows.h"
#include "base/hash.h"
#include "base/utf8.h"

/* --- texts and hashes ------------------------------------------------------------ */

str clean_text(arena *perm, str s)
{
    bool clean = true;
    for (ptrdiff_t i = 0; i < s.len && clean;) {
        int len = utf8_at(s.ptr + i, s.len - i, NULL);
        clean = len > 0 && s.ptr[i] != 0;
        i += len > 0 ? len : 1;
    }
    if (clean) {
        return s;
    }
    out *o = out_memory(perm);
    for (ptrdiff_t i = 0; i < s.len;) {
        int len = utf8_at(s.ptr + i, s.len - i, NULL);
        bool good = len > 0 && s.ptr[i] != 0;
        out_str(o, good ? (str){s.ptr + i, len} : S("\uFFFD"));
        i += len > 0 ? len : 1;
    }
    return out_text(o);
}

bool check_name(str name, const char *thing, err *e)
{
    bool good = name.len > 0 && name.len <= 200 && *name.ptr != '.';
    for (ptrdiff_t i = 0; i < name.len && good; i++) {
        unsigned char c = (unsigned char)name.ptr[i];
        good = c > ' ' && c != '/' && c != '\\' && c != 127;
    }
    if (!good) {
        err_set(e, ERR_USAGE, NULL, "'%.*s' can't be the name of a %s", SV(name), thing);
        return err_hint(e, "Letters, digits, '-', '_' and '.' make a name.");
    }
    return true;
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 0;
}

str hash_bytes(arena *perm, str hex)
{
    char *bytes = NEW(perm, char, hex.len / 2);
    for (ptrdiff_t i = 0; i + 1 < hex.len; i += 2) {
        bytes[i / 2] = (char)(digit(hex.ptr[i]) * 16 + digit(hex.ptr[i + 1]));
    }
    return (str){bytes, hex.len / 2};
}

str archive_hex(arena *perm, str bytes)
{
    char *hex = NEW(perm, char, 2 * bytes.len);
    for (ptrdiff_t i = 0; i < bytes.len; i++) {
        unsigned char b = (unsigned char)bytes.ptr[i];
        hex[2 * i] = "0123456789abcdef"[b >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[b & 15];
    }
    return (str){hex, 2 * bytes.len};
}

/* The first bytes of a hash over parts that can't run into each other. */
static str id_of(arena *perm, const str *parts, ptrdiff_t n)
{
    out *o = out_memory(perm);
    for (ptrdiff_t i = 0; i < n; i++) {
        out_fmt(o, "%td:", parts[i].len);
        out_str(o, parts[i]);
    }
    return str_take(hash_bytes(perm, hash_sha256(perm, out_text(o))), ID_BYTES);
}

/* --- what was said --------------------------------------------------------------- */

/* The members, and where they are. */
static const struct {
    const char *key;
    size_t field;
} said_fields[] = {
    {"as", offsetof(said, as)},
    {"time-format", offsetof(said, time_format)},
    {"columns", offsetof(said, columns)},
    {"group-by", offsetof(said, group_by)},
    {"metric", offsetof(said, metric)},
    {"unit", offsetof(said, unit)},
    {"workload", offsetof(said, workload)},
    {"variant", offsetof(said, variant)},
    {"from", offsetof(said, from)},
    {"by", offsetof(said, by)},
};

str said_write(arena *perm, const said *what)
{
    out *o = out_memory(perm);
    json_writer w = {.o = o, .one_line = true};
    json_open(&w, '{');
    for (ptrdiff_t i = 0; i < COUNTOF(said_fields); i++) {
        const char *at = (const char *)what + said_fields[i].field;
        str value = *(const str *)(const void *)at;
        if (value.len > 0) {
            json_key(&w, str_from(said_fields[i].key));
            json_str(&w, value);
        }
    }
    json_close(&w, '}');
    return out_text(o);
}

bool said_read(arena *perm, str json_text, said *ret, err *e)
{
    source src = {.path = "archive", .bytes = json_text};
    json *root = NULL;
    *ret = (said){0};
    if (!json_parse(perm, &src, json_text, &root, NULL, e)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(said_fields); i++) {
        const json *v = json_get(root, str_from(said_fields[i].key));
        char *at = (char *)ret + said_fields[i].field;
        *(str *)(void *)at = v && v->kind == JSON_STRING ? v->text : (str){0};
    }
    return true;
}

import_options said_options(const said *what)
{
    return (import_options){.as = what->as,
                            .time_format = what->time_format,
                            .columns = what->columns,
                            .group_by = what->group_by,
                            .metric = what->metric,
                            .unit = what->unit};
}

str said_by(arena *perm, const study *s)
{
    return s->yaml.bytes.ptr ? str_take(hash_sha256(perm, s->yaml.bytes), 16) : (str){0};
}

bool said_of_data(str options)
{
    return str_has(options, S("\"from\": \"data\"")); /* as said_write() has it */
}

str said_path(arena *perm, const said *what, str of_run, str name)
{
    return what->from.len > 0 && of_run.len > 0
               ? str_fmt(perm, "%.*s/%.*s", SV(of_run), SV(name))
               : name;
}

/* --- rows ------------------------------------------------------------------------ */

static int by_bytes(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

/* "image=large&threads=4", by name. */
static str params_text(arena *perm, const param *params)
{
    ptrdiff_t n = 0;
    for (const param *p = params; p; p = p->next) {
        n++;
    }
    str *all = NEW(perm, str, n);
    ptrdiff_t i = 0;
    for (const param *p = params; p; p = p->next) {
        all[i++] = str_fmt(perm, "%.*s=%.*s", SV(p->name), SV(p->value));
    }
    if (n > 1) {
        qsort(all, (size_t)n, sizeof *all, by_bytes);
    }
    out *o = out_memory(perm);
    for (i = 0; i < n; i++) {
        out_fmt(o, "%s%.*s", i ? "&" : "", SV(all[i]));
    }
    return clean_text(perm, out_text(o));
}

static str better_word(better b)
{
    return b == BETTER_LOWER ? S("lower") : b == BETTER_HIGHER ? S("higher") : (str){0};
}

str series_id(arena *perm, const series_row *s)
{
    const str parts[] = {s->workload, s->variant, s->tool, s->command,
                         s->params,   s->metric,  s->unit, s->better};
    return id_of(perm, parts, COUNTOF(parts));
}

static series_row series_of(arena *perm, const result_row *r, str params, const metric *m)
{
    series_row s = {.workload = r->workload,
                    .variant = r->variant,
                    .tool = r->tool,
                    .command = r->inferred ? r->command : (str){0},
                    .params = params,
                    .metric = clean_text(perm, m->name),
                    .unit = clean_text(perm, m->unit),
                    .better = better_word(m->better)};
    s.id = series_id(perm, &s);
    return s;
}

static void add_metrics(arena *perm, source_rows *to, const result *r,
                        const result_row *row)
{
    str params = params_text(perm, r->params);
    ptrdiff_t first = to->metric_count;
    for (const metric *m = r->metrics; m; m = m->next) {
        series_row s = series_of(perm, row, params, m);
        bool twice = false;
        for (ptrdiff_t i = first; i < to->metric_count && !twice; i++) {
            twice = str_eq(to->series[i].id, s.id);
        }
        if (twice) { /* the model keeps both; a trend has one value a result */
            continue;
        }
        to->series[to->metric_count] = s;
        to->metrics[to->metric_count++] =
            (metric_row){.series = s.id,
                         .result = row->id,
                         .line = m->line,
                         .status = row->status,
                         .n = m->n,
                         .mean = m->mean.known ? m->mean : m->last,
                         .median = m->median,
                         .stddev = m->stddev,
                         .min = m->min,
                         .max = m->max};
    }
}

bool aliases_load(arena *perm, store *s, str of_study, alias **ret, err *e)
{
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    const cell key[] = {CELL_T(of_study)};
    *ret = NULL;
    if (!s->ops->query(s,
                       "SELECT kind, name, now FROM alias WHERE study = ?1"
                       " ORDER BY kind, name",
                       key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = s->ops->next(rows, row, e)) > 0) {
        alias *a = NEW(perm, alias, 1);
        *a = (alias){*ret, str_eq(row[0].s, S("variant")), str_copy(perm, row[1].s),
                     str_copy(perm, row[2].s)};
        *ret = a;
    }
    s->ops->end(rows);
    return got == 0;
}

static str name_now(arena *perm, const alias *all, bool of_variant, str name)
{
    name = clean_text(perm, name);
    for (const alias *a = all; a; a = a->next) {
        if (a->of_variant == of_variant && str_eq(a->name, name)) {
            return a->now;
        }
    }
    return name;
}

static result_row row_of(arena *perm, const study *s, const subject *of, const entry *en,
                         ptrdiff_t ordinal)
{
    const said *what = of->what;
    const result *r = en->r;
    str number = str_fmt(perm, "%td", ordinal);
    const str parts[] = {of->hash, number};
    bool stated_workload = what->workload.len > 0, stated_variant = what->variant.len > 0;
    return (result_row){
        .ordinal = ordinal,
        .line = r->line,
        .id = id_of(perm, parts, COUNTOF(parts)),
        .tool = clean_text(perm, r->tool),
        .command = clean_text(perm, r->command),
        .status = (int)r->status,
        .workload =
            name_now(perm, of->aliases, false,
                     stated_workload ? what->workload : s->workloads[en->workload].id),
        .variant = name_now(perm, of->aliases, true,
                            stated_variant ? what->variant : s->variants[en->variant].id),
        .inferred = (en->workload_inferred && !stated_workload)
                    || (en->variant_inferred && !stated_variant),
    };
}

bool source_rows_of(arena *perm, arena scratch, const study *by, const subject *of,
                    source_rows *ret, err *e)
{
    study s = *by;
    run own = {0};
    raw_file f = {.path = of->name,
                  .reading = of->r,
                  .run = &own,
                  .src.path = str_cz(perm, of->name)};
    s.files = &f;
    s.entries = NULL;
    s.entries_end = &s.entries;
    if (!study_attribute(perm, scratch, &s, e)) {
        return false;
    }
    ptrdiff_t results = 0, metrics = 0;
    for (const entry *en = s.entries; en; en = en->next) {
        results++;
        for (const metric *m = en->r->metrics; m; m = m->next) {
            metrics++;
        }
    }
    *ret = (source_rows){.results = NEW(perm, result_row, results),
                         .metrics = NEW(perm, metric_row, metrics),
                         .series = NEW(perm, series_row, metrics)};
    for (const entry *en = s.entries; en; en = en->next) {
        result_row *row = &ret->results[ret->result_count++];
        *row = row_of(perm, &s, of, en, ret->result_count);
        add_metrics(perm, ret, en->r, row);
    }
    return true;
}
