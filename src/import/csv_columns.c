#include "base/base.h"

#include "base/num.h"
#include "import/csv_columns.h"

static const struct {
    const char *word;
    csv_stat stat;
} stats[] = {
    {"value", STAT_MEAN},    {"mean", STAT_MEAN}, {"avg", STAT_MEAN},
    {"average", STAT_MEAN},  {"n", STAT_N},       {"count", STAT_N},
    {"stddev", STAT_STDDEV}, {"sd", STAT_STDDEV}, {"median", STAT_MEDIAN},
    {"min", STAT_MIN},       {"max", STAT_MAX},   {"sum", STAT_SUM},
    {"last", STAT_LAST},
};

/* `p99.9`, `p(99.9)` */
static bool percentile_word(str word, double *percent)
{
    if (word.len < 2 || (*word.ptr != 'p' && *word.ptr != 'P')) {
        return false;
    }
    str inside = str_drop(word, 1);
    if (str_starts(inside, S("(")) && str_ends(inside, S(")"))) {
        inside = str_take(str_drop(inside, 1), inside.len - 2);
    }
    return num_double(inside, percent) && *percent >= 0 && *percent <= 100;
}

static bool stat_word(str word, csv_rule *rule)
{
    for (ptrdiff_t i = 0; i < COUNTOF(stats); i++) {
        if (str_eq_nocase(word, str_from(stats[i].word))) {
            rule->stat = stats[i].stat;
            return true;
        }
    }
    rule->stat = STAT_PERCENTILE;
    return percentile_word(word, &rule->percent);
}

/* What one of our words means; false: it is none of them. */
static bool our_word(str word, csv_rule *rule)
{
    static const struct {
        const char *word;
        csv_role role;
    } roles[] = {
        {"workload", CSV_WORKLOAD}, {"variant", CSV_VARIANT}, {"command", CSV_COMMAND},
        {"tool", CSV_TOOL},         {"metric", CSV_METRIC},   {"unit", CSV_UNIT},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(roles); i++) {
        if (str_eq_nocase(word, str_from(roles[i].word))) {
            rule->role = roles[i].role;
            return true;
        }
    }
    if (str_starts(word, S("param:")) && word.len > 6) {
        rule->role = CSV_PARAM;
        rule->name = str_trim(str_drop(word, 6));
        return true;
    }
    rule->role = CSV_STAT;
    return stat_word(word, rule);
}

/* METRIC or METRIC.STAT; the metric's own name may hold points. */
static void metric_cell(str word, csv_rule *rule)
{
    rule->role = CSV_CELL;
    for (ptrdiff_t i = 1; i < word.len; i++) {
        if (word.ptr[i] == '.' && stat_word(str_drop(word, i + 1), rule)) {
            rule->name = str_take(word, i);
            return;
        }
    }
    rule->name = word;
    rule->stat = STAT_MEAN;
}

bool csv_columns_of(arena *perm, const csv_row *header, csv_columns *ret)
{
    csv_columns found = {0};
    csv_rule **end = &found.rules;
    bool of_what = false, value = false;
    for (ptrdiff_t i = 0; i < header->n; i++) {
        csv_rule rule = {.columns = {i}, .column_count = 1};
        str word = str_trim(header->cells[i]);
        if (!our_word(word, &rule)) {
            found.unused = found.unused.ptr ? found.unused : header->cells[i];
            continue;
        }
        of_what = of_what || rule.role <= CSV_PARAM;
        value = value || rule.role == CSV_STAT;
        found.rows_name_metrics = found.rows_name_metrics || rule.role == CSV_METRIC;
        *end = NEW(perm, csv_rule, 1);
        **end = rule;
        end = &(*end)->next;
    }
    if (!of_what || !value || !found.rows_name_metrics) {
        return false;
    }
    *ret = found;
    return true;
}

/* --- the user's map --------------------------------------------------------------- */

/* Takes a name off the front of *rest, up to one of `stops`: plain, or in quotes. */
static bool take_name(str *rest, const char *stops, str *name, char *quote)
{
    *rest = str_trim_left(*rest);
    *quote = rest->len > 0 && (*rest->ptr == '"' || *rest->ptr == '\'') ? *rest->ptr : 0;
    if (*quote) {
        cut inside = str_cut(str_drop(*rest, 1), *quote == '"' ? S("\"") : S("'"));
        *name = inside.head;
        *rest = str_trim_left(inside.tail);
        return inside.found;
    }
    ptrdiff_t n = 0;
    while (n < rest->len && !strchr(stops, rest->ptr[n])) {
        n++;
    }
    *name = str_trim(str_take(*rest, n));
    *rest = str_drop(*rest, n);
    return name->len > 0;
}

static bool bad_map(str part, const char *what, err *e)
{
    err_set(e, ERR_USAGE, NULL, "columns '%.*s': %s", SV(part), what);
    return err_hint(e, "A map reads 'workload=COLUMN;variant=COLUMN+COLUMN;"
                       "latency.mean=COLUMN:ms;param:size=COLUMN'.");
}

static bool add_column(arena *perm, const source *src, const csv_row *header, str name,
                       csv_rule *rule, err *e)
{
    ptrdiff_t at = csv_column(header, name);
    if (at < 0) {
        arena scratch = *perm;
        str near = str_nearest(name, header->cells, header->n, scratch);
        err_at(e, src, header->raw, "there is no column '%.*s'", SV(name));
        return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near))
                            : err_hint(e, "The columns are %.*s.", SV(header->raw));
    }
    if (rule->column_count == COUNTOF(rule->columns)) {
        return bad_map(name, "too many columns are joined", e);
    }
    rule->columns[rule->column_count++] = at;
    return true;
}

static bool map_theirs(arena *perm, const source *src, const csv_row *header, str theirs,
                       csv_rule *rule, err *e)
{
    str rest = theirs, name;
    char quote;
    do {
        if (!take_name(&rest, "+:", &name, &quote)) {
            return bad_map(theirs, "a column's name is missing or its quote is open", e);
        }
        if (quote == '\'') {
            rule->constant = name;
        } else if (!add_column(perm, src, header, name, rule, e)) {
            return false;
        }
    } while (str_starts(rest, S("+")) && (rest = str_drop(rest, 1)).len >= 0);
    if (!str_starts(rest, S(":"))) {
        return rest.len == 0 || bad_map(theirs, "more text behind a column's name", e);
    }
    str word = str_trim(str_drop(rest, 1));
    if (!unit_find(word, &rule->unit)) {
        arena scratch = *perm;
        str near = unit_nearest(word, scratch);
        bad_map(theirs, "the unit is not known", e);
        return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near)) : false;
    }
    rule->has_unit = true;
    return true;
}

/* Where a part of the map ends: at a ';' that is in no quotes. */
static ptrdiff_t part_end(str map)
{
    char quote = 0;
    for (ptrdiff_t i = 0; i < map.len; i++) {
        char c = map.ptr[i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == ';' || c == '\n') {
            return i;
        }
    }
    return map.len;
}

static bool map_part(arena *perm, const source *src, const csv_row *header, str part,
                     csv_rule *rule, err *e)
{
    cut sides = str_cut(part, S("="));
    str ours = str_trim(sides.head);
    if (!sides.found || ours.len == 0) {
        return bad_map(part, "'OUR NAME=THEIR COLUMN' is wanted", e);
    }
    if (!our_word(ours, rule)) {
        metric_cell(ours, rule);
    }
    if (!map_theirs(perm, src, header, str_trim(sides.tail), rule, e)) {
        return false;
    }
    bool number = rule->role == CSV_STAT || rule->role == CSV_CELL;
    if (number && (rule->column_count != 1 || rule->constant.ptr)) {
        return bad_map(part, "a number comes from one column", e);
    }
    return true;
}

bool csv_columns_map(arena *perm, const source *src, const csv_row *header, str map,
                     csv_columns *ret, err *e)
{
    csv_columns found = {0};
    csv_rule **end = &found.rules;
    bool own = false, named = false;
    for (str rest = map; str_trim(rest).len > 0;) {
        ptrdiff_t n = part_end(rest);
        str part = str_trim(str_take(rest, n));
        rest = str_drop(rest, n + 1);
        if (part.len == 0) {
            continue;
        }
        csv_rule *rule = *end = NEW(perm, csv_rule, 1);
        if (!map_part(perm, src, header, part, rule, e)) {
            return false;
        }
        end = &rule->next;
        own = own || rule->role == CSV_CELL;
        named = named || rule->role == CSV_STAT;
        found.rows_name_metrics = found.rows_name_metrics || rule->role == CSV_METRIC;
    }
    if (named && !found.rows_name_metrics) {
        return bad_map(map,
                       "a statistic needs its metric: write METRIC.STAT, or map "
                       "'metric' to a column",
                       e);
    }
    if (!own && !named) {
        return bad_map(map, "no metric is mapped", e);
    }
    *ret = found;
    return true;
}
