#include "base/base.h"

#include "archive/history_runs.h"
#include "archive/history_stat.h"
#include "archive/rows.h"
#include "stats/changepoint.h"

/* A change must be so unlikely in noise: one series in a hundred alarms for nothing. */
#define SIGNIFICANCE 0.01

/* One metric row. */
typedef struct {
    const history_run *run;
    str result, why;
    double value;
    maybe n, stddev;
    found_id at;   /* where percentiles are asked for: its source and ordinal */
    estimator how; /* of a percentile */
} sample;

typedef struct {
    archive *a;
    arena *perm;
    arena scratch;
    const history_query *q;
    study by;
    run_facts facts;
    double percentile; /* 0: none is asked for */
    percentile_reader reader;
    history *ret;
} teller;

/* --- selecting ------------------------------------------------------------------- */

static str take_part(str *rest, str mark)
{
    cut c = str_cut(*rest, mark);
    *rest = c.head;
    return c.tail;
}

void history_select(history_query *q, str place, str metric_text)
{
    q->params = take_part(&place, S("?"));
    q->tool = take_part(&place, S("@"));
    q->variant = take_part(&place, S("/"));
    q->workload = place;
    q->stat = take_part(&metric_text, S("."));
    q->metric = metric_text;
}

/* Each `a=1` of the query stands among the series' parameters. */
static bool params_fit(str wanted_params, str params)
{
    for (cut w = {.tail = wanted_params}; w.tail.len > 0;) {
        w = str_cut(w.tail, S("&"));
        bool found = false;
        for (cut p = {.tail = params}; p.tail.len > 0 && !found;) {
            p = str_cut(p.tail, S("&"));
            found = str_eq(p.head, w.head);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

static bool part_fits(str wanted_part, str part)
{
    return wanted_part.len == 0 || str_eq(wanted_part, part);
}

static bool fits(const history_query *q, const history_line *l)
{
    return part_fits(q->workload, l->workload) && part_fits(q->variant, l->variant)
           && part_fits(q->tool, l->tool) && part_fits(q->metric, l->metric)
           && params_fit(q->params, l->params);
}

/* --- one series ------------------------------------------------------------------ */

/* The last rows are where small adds put them. */
#define ROWS(value)                                                                      \
    "SELECT result, run, status, n, stddev, " value                                      \
    " FROM metric WHERE study = ?1 AND series = ?2"                                      \
    " UNION ALL SELECT result, run, status, n, stddev, " value                           \
    " FROM recent WHERE study = ?1 AND series = ?2"

static const struct {
    str name;
    const char *sql;
} stats[] = {
    {STR_INIT(""), ROWS("coalesce(mean, median, max)")},
    {STR_INIT("mean"), ROWS("mean")},
    {STR_INIT("median"), ROWS("median")},
    {STR_INIT("min"), ROWS("min")},
    {STR_INIT("max"), ROWS("max")},
    {STR_INIT("stddev"), ROWS("stddev")},
    {STR_INIT("n"), ROWS("n")},
};
#undef ROWS

/* Percentiles are in the models; here is where to look. */
static const char percentile_sql[] =
    "SELECT m.result, m.run, m.status, m.n, m.stddev, m.stddev, q.source, q.ordinal"
    " FROM (SELECT study, series, result, run, status, n, stddev FROM metric"
    " UNION ALL SELECT study, series, result, run, status, n, stddev FROM recent) m"
    " JOIN result q ON q.study = m.study AND q.result = m.result"
    " WHERE m.study = ?1 AND m.series = ?2 ORDER BY q.source, q.ordinal";

const char *history_sql(str stat)
{
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        if (str_eq(stats[i].name, stat)) {
            return stats[i].sql;
        }
    }
    return NULL;
}

/* By machine, date, run, value: repeats stand together, in order. */
static int by_time(const void *a, const void *b)
{
    const sample *x = a, *y = b;
    int machine = str_cmp(x->run->machine, y->run->machine);
    int date = str_cmp(x->run->date, y->run->date);
    int id = str_cmp(x->run->id, y->run->id);
    int left = (x->why.len > 0) - (y->why.len > 0);
    int value = (x->value > y->value) - (x->value < y->value);
    return machine ? machine
           : date  ? date
           : id    ? id
           : left  ? left
           : value ? value
                   : str_cmp(x->result, y->result);
}

/* Puts the percentiles in place of other values; samples without one are dropped. */
static bool read_percentiles(teller *t, str metric_name, sample *all, ptrdiff_t *n,
                             err *e)
{
    ptrdiff_t good = 0;
    for (ptrdiff_t i = 0; i < *n; i++) {
        sample s = all[i];
        if (!percentile_read(&t->reader, &s.at, metric_name, t->percentile, &s.value,
                             &s.how, e)) {
            return false;
        }
        s.stddev = (maybe){0};
        if (s.how != ESTIMATOR_NONE) {
            all[good++] = s;
        }
    }
    *n = good;
    return true;
}

static bool load_samples(teller *t, const cell *id, str metric_name, sample **ret,
                         ptrdiff_t *n, err *e)
{
    const cell key[] = {CELL_T(t->q->of_study), *id};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    ptrdiff_t cap = 64;
    sample *all = NEW(t->perm, sample, cap);
    *n = 0;
    const char *sql = t->percentile > 0 ? percentile_sql : history_sql(t->q->stat);
    if (!t->a->s->ops->query(t->a->s, sql, key, 2, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = t->a->s->ops->next(rows, row, e)) > 0) {
        maybe value = t->percentile > 0 ? SOME(0) : cell_number(row[5]);
        const history_run *r = facts_run(&t->facts, row[1].s);
        if (!value.known || !r || !r->date.ptr) {
            continue;
        }
        if (*n == cap) {
            sample *bigger = NEW(t->perm, sample, 2 * cap);
            memcpy(bigger, all, (size_t)cap * sizeof *all);
            all = bigger;
            cap *= 2;
        }
        all[(*n)++] = (sample){.run = r,
                               .result = str_copy(t->perm, row[0].s),
                               .why = facts_left_out(&t->facts, row[0].s, row[2].i),
                               .value = value.value,
                               .n = cell_number(row[3]),
                               .stddev = cell_number(row[4])};
        if (t->percentile > 0) {
            all[*n - 1].at = (found_id){.study = t->q->of_study,
                                        .source = str_copy(t->perm, row[6].s),
                                        .ordinal = (ptrdiff_t)row[7].i};
        }
    }
    t->a->s->ops->end(rows);
    if (got == 0 && t->percentile > 0 && !read_percentiles(t, metric_name, all, n, e)) {
        return false;
    }
    if (*n > 1) {
        qsort(all, (size_t)*n, sizeof *all, by_time);
    }
    *ret = all;
    return got == 0;
}

/* The samples of one run, sorted: those that count first. Of several the one in the
 * middle stands for them, of an even number the lower: there is a line of a file that has
 * it. */
static history_point point_of(arena *perm, const sample *s, ptrdiff_t n)
{
    ptrdiff_t good = 0;
    while (good < n && s[good].why.len == 0) {
        good++;
    }
    ptrdiff_t of = good > 0 ? good : n;
    const sample *middle = &s[(of - 1) / 2];
    return (history_point){
        .run = s->run,
        .value = middle->value,
        .n = of == 1 ? middle->n : (maybe){0},
        .stddev = of == 1 ? middle->stddev : (maybe){0},
        .repeats = of,
        .result = archive_hex(perm, middle->result),
        .left_out = good > 0 ? (str){0} : s->why,
    };
}

static void find_changes(teller *t, history_line *l)
{
    arena tmp = t->scratch;
    double *xs = NEW(&tmp, double, l->count);
    ptrdiff_t *places = NEW(&tmp, ptrdiff_t, l->count), n = 0;
    for (ptrdiff_t i = 0; i < l->count; i++) {
        if (l->points[i].left_out.len == 0) {
            places[n] = i;
            xs[n++] = l->points[i].value;
        }
    }
    l->counted = n;
    change_point *found = NEW(&tmp, change_point, n / STATS_SEGMENT_MIN);
    l->change_count = stats_change_points(xs, n, SIGNIFICANCE, tmp, found);
    l->changes = NEW(t->perm, history_change, l->change_count);
    double limit = t->a->site->practical_limit;
    bool lower = str_eq(l->better_word, S("lower")),
         higher = str_eq(l->better_word, S("higher"));
    for (ptrdiff_t i = 0; i < l->change_count; i++) {
        double before = found[i].before, after = found[i].after;
        l->changes[i] = (history_change){
            .at = places[found[i].at],
            .before = before,
            .after = after,
            .p = found[i].p,
            .practical = fabs(after - before) > limit * fabs(before),
            .side = lower    ? BETTER_LOWER
                    : higher ? BETTER_HIGHER
                             : BETTER_UNSTATED,
            .worse = (lower && after > before) || (higher && after < before),
        };
    }
}

/* What changed with a point: the tool's version against the line's point before. */
static void mark_versions(teller *t, history_line *l)
{
    str before = {0};
    for (ptrdiff_t i = 0; i < l->count; i++) {
        history_point *p = &l->points[i];
        p->tool_version = facts_version(&t->facts, p->run, l->tool);
        if (p->tool_version.len > 0 && before.len > 0
            && !str_eq(before, p->tool_version)) {
            p->mark = str_fmt(t->perm, "%.*s %.*s, before %.*s", SV(l->tool),
                              SV(p->tool_version), SV(before));
        }
        before = p->tool_version.len > 0 ? p->tool_version : before;
    }
}

/* The last point of the other machines' lines before this line begins. */
static void mark_machines(teller *t, history_line *first)
{
    for (history_line *l = first; l; l = l->next) {
        const history_run *before = NULL;
        for (const history_line *k = first; k; k = k->next) {
            for (ptrdiff_t i = 0; k != l && i < k->count; i++) {
                const history_run *r = k->points[i].run;
                if (str_cmp(r->date, l->points->run->date) < 0
                    && (!before || str_cmp(r->date, before->date) > 0)) {
                    before = r;
                }
            }
        }
        if (before) {
            history_point *p = l->points;
            str was = before->machine.len > 0 ? before->machine : S("an unnamed machine");
            p->mark = str_fmt(t->perm, "%s%.*s before",
                              p->mark.len > 0 ? "…, on " : "on ", SV(was));
        }
    }
}

static str estimator_word(const sample *all, ptrdiff_t n)
{
    static const str words[] = {[ESTIMATOR_NONE] = STR_INIT(""),
                                [ESTIMATOR_STATED] = STR_INIT("stated"),
                                [ESTIMATOR_LINEAR] = STR_INIT("linear"),
                                [ESTIMATOR_NEAREST_RANK] = STR_INIT("nearest-rank"),
                                [ESTIMATOR_SKETCH] = STR_INIT("sketch")};
    for (ptrdiff_t i = 1; i < n; i++) {
        if (all[i].how != all[0].how) {
            return S("several");
        }
    }
    return n > 0 ? words[all[0].how] : (str){0};
}

/* A line for each machine; `l` is what they have in common. */
static bool tell_series(teller *t, const cell *id, const history_line *l,
                        history_line ***end, err *e)
{
    sample *all = NULL;
    ptrdiff_t n = 0;
    if (!load_samples(t, id, l->metric, &all, &n, e)) {
        return false;
    }
    history_line *first = NULL, **mine = &first;
    for (ptrdiff_t i = 0; i < n;) {
        history_line *line = *mine = NEW(t->perm, history_line, 1);
        mine = &line->next;
        *line = *l;
        line->machine = all[i].run->machine;
        line->stat = t->q->stat;
        line->estimator = estimator_word(all, n);
        line->points = NEW(t->perm, history_point, n - i);
        while (i < n && str_eq(all[i].run->machine, line->machine)) {
            ptrdiff_t begin = i;
            while (i < n && all[i].run == all[begin].run) {
                i++;
            }
            line->points[line->count++] = point_of(t->perm, &all[begin], i - begin);
        }
        mark_versions(t, line);
        find_changes(t, line);
    }
    mark_machines(t, first);
    **end = first;
    *end = first ? mine : *end;
    return true;
}

/* --- all of them ----------------------------------------------------------------- */

static str text_of(arena *perm, cell c)
{
    return c.kind == CELL_TEXT ? str_copy(perm, c.s) : (str){0};
}

typedef struct listed {
    struct listed *next;
    cell id;
    history_line line;
} listed;

static bool list_series(teller *t, listed **ret, err *e)
{
    const cell key[] = {CELL_T(t->q->of_study)};
    store_rows *rows = NULL;
    cell row[STORE_WIDEST];
    listed **end = ret;
    if (!t->a->s->ops->query(t->a->s,
                             "SELECT series, workload, variant, tool, command,"
                             " parameters, metric, unit, better FROM series"
                             " WHERE study = ?1 ORDER BY workload, metric, variant, tool,"
                             " parameters, command, unit, series",
                             key, 1, &rows, e)) {
        return false;
    }
    int got = 0;
    while ((got = t->a->s->ops->next(rows, row, e)) > 0) {
        listed *s = *end = NEW(t->perm, listed, 1);
        end = &s->next;
        s->id = CELL_B(str_copy(t->perm, row[0].s));
        s->line = (history_line){.id = archive_hex(t->perm, row[0].s),
                                 .workload = text_of(t->perm, row[1]),
                                 .variant = text_of(t->perm, row[2]),
                                 .tool = text_of(t->perm, row[3]),
                                 .command = text_of(t->perm, row[4]),
                                 .params = text_of(t->perm, row[5]),
                                 .metric = text_of(t->perm, row[6]),
                                 .unit = text_of(t->perm, row[7]),
                                 .better_word = text_of(t->perm, row[8])};
    }
    t->a->s->ops->end(rows);
    return got == 0;
}

/* Is `metric` one that is shown where nobody asked for another? */
static bool primary(const teller *t, str name)
{
    static const str usual[] = {STR_INIT("wall_time"), STR_INIT("request_rate"),
                                STR_INIT("latency"), STR_INIT("throughput")};
    const str *names = t->by.primary_count > 0 ? t->by.primary : usual;
    ptrdiff_t n = t->by.primary_count > 0 ? t->by.primary_count : COUNTOF(usual);
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq(names[i], name)) {
            return true;
        }
    }
    return false;
}

/* Which part of the query names nothing, and what would be right. */
static bool nothing_fits(teller *t, const listed *all, err *e)
{
    const history_query *q = t->q;
    const struct {
        const char *kind;
        str asked;
        size_t field;
    } parts[] = {
        {"workload", q->workload, offsetof(history_line, workload)},
        {"variant", q->variant, offsetof(history_line, variant)},
        {"tool", q->tool, offsetof(history_line, tool)},
        {"metric", q->metric, offsetof(history_line, metric)},
    };
    arena tmp = t->scratch;
    for (ptrdiff_t i = 0; i < COUNTOF(parts); i++) {
        ptrdiff_t n = 0, room = 0;
        bool found = parts[i].asked.len == 0;
        for (const listed *s = all; s; s = s->next) {
            room++;
        }
        str *names = NEW(&tmp, str, room);
        for (const listed *s = all; s; s = s->next) {
            const char *at = (const char *)&s->line + parts[i].field;
            names[n++] = *(const str *)(const void *)at;
            found = found || str_eq(names[n - 1], parts[i].asked);
        }
        if (!found) {
            str near = str_nearest(parts[i].asked, names, n, tmp);
            err_set(e, ERR_USAGE, NULL, "study '%.*s' has no %s '%.*s'", SV(q->of_study),
                    parts[i].kind, SV(parts[i].asked));
            return near.len > 0
                       ? err_hint(e, "Did you mean '%.*s'?", SV(near))
                       : err_hint(e, "'broadsheet history %.*s' shows what it has.",
                                  SV(q->of_study));
        }
    }
    err_set(e, ERR_USAGE, NULL, "study '%.*s' has no such series", SV(q->of_study));
    return err_hint(e, "'broadsheet history %.*s' shows what it has.", SV(q->of_study));
}

static bool check_query(teller *t, err *e)
{
    const cell key[] = {CELL_T(t->q->of_study)};
    first_row row;
    arena tmp = t->scratch;
    if (!store_first(&tmp, t->a->s, "SELECT 1 FROM study WHERE study = ?1", key, 1, &row,
                     e)) {
        return false;
    }
    if (!row.found) {
        err_set(e, ERR_USAGE, NULL, "the archive has no study '%.*s'",
                SV(t->q->of_study));
        return err_hint(e, "'broadsheet log' shows all that there is.");
    }
    if (t->q->stat.len > 0 && !percentile_named(t->q->stat, &t->percentile)
        && !history_sql(t->q->stat)) {
        err_set(e, ERR_USAGE, NULL, "history has no '%.*s'", SV(t->q->stat));
        return err_hint(
            e, "It has mean, median, min, max, stddev, n, and percentiles such as p99.");
    }
    return true;
}

static bool tell_all(teller *t, err *e)
{
    listed *all = NULL;
    if (!check_query(t, e)
        || !facts_load(t->perm, t->scratch, t->a->s, t->q->of_study, &t->facts, e)
        || !list_series(t, &all, e)) {
        return false;
    }
    t->ret->undated = t->facts.undated;
    bool some_primary = false, any = false;
    for (const listed *s = all; s; s = s->next) {
        some_primary =
            some_primary || (fits(t->q, &s->line) && primary(t, s->line.metric));
    }
    history_line **end = &t->ret->lines;
    for (const listed *s = all; s; s = s->next) {
        bool shown = t->q->metric.len > 0 || !some_primary || primary(t, s->line.metric);
        if (!shown || !fits(t->q, &s->line)) {
            continue;
        }
        any = true;
        if (!tell_series(t, &s->id, &s->line, &end, e)) {
            return false;
        }
    }
    if (any && t->percentile > 0 && !t->ret->lines) {
        err_set(e, ERR_USAGE, NULL, "no result states '%.*s', or holds its samples",
                SV(t->q->stat));
        return err_hint(e, "'broadsheet show ID' tells which percentiles a result has.");
    }
    return any || !all || nothing_fits(t, all, e);
}

bool archive_history(archive *a, arena *perm, arena scratch, const history_query *q,
                     history *ret, err *e)
{
    const char *root = a->site->root;
    teller t = {.a = a, .perm = perm, .scratch = scratch, .q = q, .ret = ret};
    *ret = (history){0};
    t.by = (study){.id = q->of_study, .site = a->site};
    t.by.dir = str_cz(perm, str_fmt(perm, "%s/data/%.*s", root, SV(q->of_study)));
    if (!study_yaml_load(perm, scratch, &t.by, e) || !a->s->ops->begin(a->s, e)) {
        return false;
    }
    t.reader = percentiles_open(a, scratch);
    bool ok = tell_all(&t, e);
    percentiles_close(&t.reader);
    a->s->ops->rollback(a->s);
    return ok;
}

bool history_regressed(const history_line *l, str since)
{
    if (l->change_count == 0) {
        return false;
    }
    const history_change *last = &l->changes[l->change_count - 1];
    return last->worse && last->practical
           && str_cmp(l->points[last->at].run->date, since) >= 0;
}
