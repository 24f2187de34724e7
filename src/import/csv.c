#include "base/base.h"

#include "base/num.h"
#include "import/csv_columns.h"
#include "import/import.h"
#include "model/known.h"

/* Tables made by hand: a row a metric (`workload,variant,metric,value[,unit][,n]…`), or
 * whatever the user's map says. Rows of the same workload, variant, command and
 * parameters are one result; the same metric again is a repeat, a result of its own. */

enum { MOST_ROWS = 1000 * 1000 };

/* A result among those with the same identity. */
typedef struct node {
    struct node *next_same;
    result *r;
} node;

/* What a text stands for: the first result of an identity, or the last one that took a
 * metric of it. Two bits of the key's hash choose the way at each step down. */
typedef struct slot {
    struct slot *child[4];
    str key;
    node *at;
} slot;

typedef struct {
    import *in;
    csv_table *t;
    csv_columns columns;
    slot *slots;
    ptrdiff_t empty_values, first_empty;
    err *e;
} reader;

static slot *slot_for(reader *rd, str key)
{
    slot **p = &rd->slots;
    for (uint64_t way = str_hash(key); *p && !str_eq((*p)->key, key); way <<= 2) {
        p = &(*p)->child[way >> 62];
    }
    if (!*p) {
        *p = NEW(rd->in->perm, slot, 1);
        (*p)->key = str_copy(rd->in->perm, key);
    }
    return *p;
}

/* A cell as a view into the file, for the place of an error: a quoted cell may be a copy,
 * for which its row stands. */
static str place(const reader *rd, const csv_row *row, str cell)
{
    str bytes = rd->in->src->bytes;
    bool inside = cell.ptr >= bytes.ptr && cell.ptr + cell.len <= bytes.ptr + bytes.len;
    return inside ? cell : str_take(row->raw, 0);
}

static str text_of(reader *rd, const csv_rule *rule, const csv_row *row)
{
    if (rule->constant.ptr) {
        return rule->constant;
    }
    str all = str_trim(row->cells[rule->columns[0]]);
    for (ptrdiff_t i = 1; i < rule->column_count; i++) {
        str more = str_trim(row->cells[rule->columns[i]]);
        if (more.len > 0) {
            all = str_fmt(rd->in->perm, "%.*s%s%.*s", SV(all), all.len > 0 ? "-" : "",
                          SV(more));
        }
    }
    return all;
}

/* A decimal comma can only be read where commas don't separate cells. */
static bool cell_number(reader *rd, const csv_row *row, str cell, double *ret)
{
    str plain = str_trim(cell);
    if (rd->t->separator != ',' && !str_has(plain, S("."))) {
        plain = str_replace(rd->in->perm, plain, S(","), S("."));
    }
    if (num_double(plain, ret)) {
        return true;
    }
    return err_at(rd->e, rd->in->src, place(rd, row, cell), "'%.*s' is not a number",
                  SV(cell));
}

static double resolution_of(str cell, const unit *u)
{
    int decimals = num_decimals(str_trim(cell));
    bool exponent = str_has(cell, S("e")) || str_has(cell, S("E"));
    return decimals == 0 || exponent ? 0 : unit_to_base(u, 1) / pow(10, decimals);
}

static bool set_stat(reader *rd, metric *m, const csv_rule *rule, const unit *u,
                     const csv_row *row)
{
    str cell = row->cells[rule->columns[0]];
    double v = 0;
    if (str_trim(cell).len == 0) {
        return true;
    }
    if (!cell_number(rd, row, cell, &v)) {
        return false;
    }
    if (v < 0 && (rule->stat == STAT_N || rule->stat == STAT_STDDEV)) {
        return err_at(rd->e, rd->in->src, place(rd, row, cell),
                      "'%.*s' can't be below zero here", SV(cell));
    }
    double base = unit_to_base(u, v);
    if (!isfinite(base)) {
        return err_at(rd->e, rd->in->src, place(rd, row, cell),
                      "'%.*s' is too large for its unit", SV(cell));
    }
    maybe *plain[] = {
        [STAT_MEAN] = &m->mean,     [STAT_N] = &m->n,      [STAT_STDDEV] = &m->stddev,
        [STAT_MEDIAN] = &m->median, [STAT_MIN] = &m->min,  [STAT_MAX] = &m->max,
        [STAT_SUM] = &m->sum,       [STAT_LAST] = &m->last};
    if (rule->stat == STAT_PERCENTILE) {
        metric_set_percentile(rd->in->perm, m, rule->percent, base);
    } else {
        *plain[rule->stat] = SOME(rule->stat == STAT_N ? v : base);
    }
    double step = rule->stat == STAT_N ? 0 : resolution_of(cell, u);
    m->resolution = step > m->resolution ? step : m->resolution;
    return true;
}

/* A value with nothing beside it is a single measurement. */
static void settle(metric *m)
{
    bool spread = m->stddev.known || m->median.known || m->min.known || m->max.known
                  || m->percentile_count > 0;
    if (m->mean.known && !m->n.known && !spread) {
        m->n = SOME(1);
    }
}

static bool has_value(const metric *m)
{
    return m->mean.known || m->median.known || m->min.known || m->max.known
           || m->sum.known || m->last.known || m->percentile_count > 0;
}

/* The unit that the file states must be of the kind that the metric's name has. */
static bool check_unit(reader *rd, str name, str where, const unit *u)
{
    known_metric known = known_metric_of(name);
    if (known.title.len == 0 || str_eq(known.unit, u->base)) {
        return true;
    }
    err_at(rd->e, rd->in->src, where, "%.*s is in %.*s, and this unit is one of %.*s",
           SV(name), SV(known.unit), SV(u->base));
    return err_hint(rd->e, "Correct the unit, or give the metric another name.");
}

static result *new_result(reader *rd, const csv_row *row)
{
    str command = {0}, tool = S("csv"), workload = {0}, variant = {0};
    for (const csv_rule *c = rd->columns.rules; c; c = c->next) {
        str *to = c->role == CSV_COMMAND    ? &command
                  : c->role == CSV_TOOL     ? &tool
                  : c->role == CSV_WORKLOAD ? &workload
                  : c->role == CSV_VARIANT  ? &variant
                                            : NULL;
        str words = to ? text_of(rd, c, row) : (str){0};
        if (to && words.len > 0) {
            *to = words;
        }
    }
    result *r = reading_add(rd->in->perm, rd->in->ret, tool, command, row->line);
    r->workload = workload;
    r->variant = variant;
    r->workload_why = workload.ptr ? S("stated: in the table") : (str){0};
    r->variant_why = variant.ptr ? S("stated: in the table") : (str){0};
    for (const csv_rule *c = rd->columns.rules; c; c = c->next) {
        if (c->role == CSV_PARAM) {
            result_param(rd->in->perm, r, c->name, text_of(rd, c, row));
        }
    }
    return r;
}

/* --- a row a metric ----------------------------------------------------------------- */

static str identity_of(arena *scratch, reader *rd, const csv_row *row)
{
    out *o = out_memory(scratch);
    for (const csv_rule *c = rd->columns.rules; c; c = c->next) {
        if (c->role <= CSV_PARAM) {
            out_str(o, text_of(rd, c, row));
            out_char(o, '\x1F');
        }
    }
    return out_text(o);
}

/* The result that this row belongs to: the first of its identity that lacks the metric.
 */
static result *result_for(reader *rd, const csv_row *row, str name)
{
    arena scratch = rd->in->scratch;
    str identity = identity_of(&scratch, rd, row);
    slot *all = slot_for(rd, identity);
    slot *mine = slot_for(rd, str_fmt(&scratch, "%.*s\x1E%.*s", SV(identity), SV(name)));
    node *at = mine->at ? mine->at->next_same : all->at;
    if (!at) {
        at = NEW(rd->in->perm, node, 1);
        at->r = new_result(rd, row);
        *(mine->at ? &mine->at->next_same : &all->at) = at;
    }
    mine->at = at;
    return at->r;
}

static bool find_unit(reader *rd, const csv_rule *c, const csv_row *row, unit *ret)
{
    str cell = row->cells[c->columns[0]], word = text_of(rd, c, row);
    if (word.len == 0) {
        return true;
    }
    if (!unit_find(word, ret)) {
        err_at(rd->e, rd->in->src, place(rd, row, cell), "unknown unit '%.*s'", SV(word));
        str near = unit_nearest(word, rd->in->scratch);
        return near.len > 0
                   ? err_hint(rd->e, "Did you mean '%.*s'?", SV(near))
                   : err_hint(rd->e, "Known are s, ms, B, MB, MiB, MB/s, 1/s, %% and the "
                                     "like.");
    }
    return true;
}

static bool read_long(reader *rd, const csv_row *row)
{
    str name = {0}, unit_cell = {0};
    unit u = {.times = 1, .over = 1};
    for (const csv_rule *c = rd->columns.rules; c; c = c->next) {
        if (c->role == CSV_METRIC) {
            name = text_of(rd, c, row);
        } else if (c->role == CSV_UNIT) {
            unit_cell = c->constant.ptr ? row->raw : row->cells[c->columns[0]];
            if (!find_unit(rd, c, row, &u)) {
                return false;
            }
        }
    }
    metric m = {0};
    for (const csv_rule *c = rd->columns.rules; c; c = c->next) {
        const unit *own = c->has_unit ? &c->unit : &u;
        if (c->role == CSV_STAT && !set_stat(rd, &m, c, own, row)) {
            return false;
        }
        u = c->role == CSV_STAT && c->has_unit && c->stat != STAT_N ? c->unit : u;
    }
    if (name.len == 0) {
        return err_at(rd->e, rd->in->src, str_take(row->raw, 0),
                      "the row names no metric");
    }
    if (!has_value(&m)) {
        rd->first_empty = rd->empty_values++ ? rd->first_empty : row->line;
        return true;
    }
    if (u.base.ptr && !check_unit(rd, name, place(rd, row, unit_cell), &u)) {
        return false;
    }
    metric *to = result_add(rd->in->perm, result_for(rd, row, name), name, row->line);
    m = (metric){.n = m.n,
                 .mean = m.mean,
                 .stddev = m.stddev,
                 .median = m.median,
                 .min = m.min,
                 .max = m.max,
                 .sum = m.sum,
                 .last = m.last,
                 .percentiles = m.percentiles,
                 .percentile_count = m.percentile_count,
                 .estimator = m.estimator,
                 .resolution = m.resolution,
                 .name = to->name,
                 .unit = u.base.ptr ? u.base : to->unit,
                 .better = to->better,
                 .line = to->line};
    *to = m;
    settle(to);
    return true;
}

/* --- a row a result ----------------------------------------------------------------- */

static bool read_wide(reader *rd, const csv_row *row)
{
    static const unit as_it_is = {.times = 1, .over = 1};
    result *r = new_result(rd, row);
    for (const csv_rule *c = rd->columns.rules; c; c = c->next) {
        if (c->role != CSV_CELL || str_trim(row->cells[c->columns[0]]).len == 0) {
            continue;
        }
        metric *m = result_metric(r, c->name);
        m = m ? m : result_add(rd->in->perm, r, c->name, row->line);
        if (c->has_unit && c->stat != STAT_N) {
            if (!check_unit(rd, c->name, place(rd, row, row->cells[c->columns[0]]),
                            &c->unit)) {
                return false;
            }
            m->unit = c->unit.base;
        }
        if (!set_stat(rd, m, c, c->has_unit ? &c->unit : &as_it_is, row)) {
            return false;
        }
    }
    for (metric *m = r->metrics; m; m = m->next) {
        settle(m);
    }
    if (!r->metrics) {
        rd->first_empty = rd->empty_values++ ? rd->first_empty : row->line;
    }
    return true;
}

static int csv_claims(const import *in, const csv_row *header)
{
    csv_columns columns;
    arena scratch = in->scratch;
    if (in->options->columns.len > 0) {
        return 100;
    }
    if (csv_columns_of(&scratch, header, &columns)) {
        return 70;
    }
    return str_eq(in->options->as, S("csv")) ? 1 : 0; /* to say what is missing */
}

static bool find_columns(reader *rd)
{
    const csv_row *header = &rd->t->header;
    str map = rd->in->options->columns;
    if (map.len > 0) {
        return csv_columns_map(rd->in->perm, rd->in->src, header, map, &rd->columns,
                               rd->e);
    }
    if (!csv_columns_of(rd->in->perm, header, &rd->columns)) {
        err_at(rd->e, rd->in->src, header->raw,
               "the header needs 'metric', 'value' and 'workload' or 'variant'");
        return err_hint(rd->e, "Other columns are read with --columns "
                               "'workload=COLUMN;latency.mean=COLUMN:ms'.");
    }
    if (rd->columns.unused.ptr) {
        reading_note(rd->in->perm, rd->in->ret, DIAG_WARNING, header->line,
                     "column '%.*s' is not known and was left out",
                     SV(rd->columns.unused));
    }
    return true;
}

static bool csv_read(import *in, csv_table *t, err *e)
{
    reader rd = {.in = in, .t = t, .e = e};
    if (!find_columns(&rd)) {
        return false;
    }
    csv_row row;
    ptrdiff_t n = 0;
    while (csv_next(in->perm, t, &row, e)) {
        if (row.n != t->header.n) {
            return err_at(e, in->src, str_take(row.raw, 0),
                          "the row has %td cells, the header %td", row.n, t->header.n);
        }
        if (++n > MOST_ROWS) {
            err_at(e, in->src, str_take(row.raw, 0), "more than %d rows", MOST_ROWS);
            e->code = ERR_LIMIT;
            return false;
        }
        if (!(rd.columns.rows_name_metrics ? read_long : read_wide)(&rd, &row)) {
            return false;
        }
    }
    if (e->code != ERR_NONE) {
        return false;
    }
    if (n == 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, 0, "the table has no rows");
    }
    if (rd.empty_values > 0) {
        reading_note(in->perm, in->ret, DIAG_WARNING, rd.first_empty,
                     "%td of %td rows hold no value, first at line %td", rd.empty_values,
                     n, rd.first_empty);
    }
    return true;
}

const importer importer_csv = {
    .name = "csv",
    .tool = "csv",
    .shape = "tables made by hand: workload,variant,metric,value[,unit][,n][,stddev]…, "
             "or any with a map of its columns",
    .table_claims = csv_claims,
    .table_read = csv_read,
};
