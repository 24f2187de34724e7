/* Which results belong together: rows are what is done, columns are what is compared. */
#include "base/base.h"

#include "compare/compare.h"

/* What results may be matched by, best first. */
typedef enum { BY_LABELS, BY_COMMAND, BY_STEM, BY_PARAMS, LEVELS } level;

/* One result on its way into the grid. */
typedef struct {
    const result *r;
    const reading *from;
    ptrdiff_t set, place; /* place: the order of all results */
    str texts[LEVELS];    /* ptr == NULL: the result has no such text */
    str identity;         /* tool, command, parameters, labels: repeats share it */
    str row, column;
    str cell; /* what must not hold different things */
} item;

typedef struct {
    arena *perm;
    const result_set *sets;
    ptrdiff_t set_count;
    item *items;
    ptrdiff_t n;
} matcher;

/* --- texts
 * ------------------------------------------------------------------------------
 */

static str params_text(arena *perm, const result *r)
{
    str text = {0};
    for (const param *p = r->params; p; p = p->next) {
        text = str_fmt(perm, "%.*s%s%.*s=%.*s", SV(text), text.len ? ", " : "",
                       SV(p->name), SV(p->value));
    }
    return text;
}

static str labels_text(arena *perm, const result *r)
{
    if (!r->workload.ptr) {
        return (str){0};
    }
    return r->variant.ptr ? str_fmt(perm, "%.*s/%.*s", SV(r->workload), SV(r->variant))
                          : r->workload;
}

static void fill_texts(matcher *m, item *it, str stem)
{
    const result *r = it->r;
    it->texts[BY_LABELS] = labels_text(m->perm, r);
    it->texts[BY_COMMAND] = r->command;
    it->texts[BY_STEM] = stem;
    it->texts[BY_PARAMS] = params_text(m->perm, r);
    it->identity =
        str_fmt(m->perm, "%.*s\x1f%.*s\x1f%.*s\x1f%.*s", SV(r->tool), SV(r->command),
                SV(it->texts[BY_PARAMS]), SV(it->texts[BY_LABELS]));
}

/* The text at this level, or what else says what the result is. */
static str text_at(arena *perm, const item *it, level l)
{
    if (it->texts[l].len > 0) {
        return it->texts[l];
    }
    for (int i = 0; i < LEVELS; i++) {
        if (it->texts[i].len > 0) {
            return it->texts[i];
        }
    }
    return str_fmt(perm, "%.*s, line %td", SV(it->r->tool), it->r->line);
}

/* --- order
 * ------------------------------------------------------------------------------
 */

/* A text with the place of its item; sorted by text, then place. */
typedef struct {
    str text;
    ptrdiff_t place;
} keyed;

static int by_text(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    int order = str_cmp(x->text, y->text);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static int by_place(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

static keyed *sorted_texts(arena *perm, const matcher *m, str (*of)(const item *it))
{
    keyed *all = NEW(perm, keyed, m->n);
    for (ptrdiff_t i = 0; i < m->n; i++) {
        all[i] = (keyed){of(&m->items[i]), i};
    }
    qsort(all, (size_t)m->n, sizeof *all, by_text);
    return all;
}

/* The distinct texts in the order of their first appearance. */
static ptrdiff_t distinct(arena *perm, arena scratch, const matcher *m,
                          str (*of)(const item *it), str **ret)
{
    keyed *all = sorted_texts(&scratch, m, of);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < m->n; i++) {
        if (n == 0 || !str_eq(all[i].text, all[n - 1].text)) {
            all[n++] = all[i];
        }
    }
    qsort(all, (size_t)n, sizeof *all, by_place);
    *ret = NEW(perm, str, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        (*ret)[i] = all[i].text;
    }
    return n;
}

static str row_of(const item *it)
{
    return it->row;
}

static str column_of(const item *it)
{
    return it->column;
}

static str identity_of(const item *it)
{
    return it->identity;
}

/* --- which level
 * ------------------------------------------------------------------------
 */

/* Do at least two sets have a text of this level in common? */
static bool shared_at(const matcher *m, level l, arena scratch)
{
    keyed *all = NEW(&scratch, keyed, m->n);
    for (ptrdiff_t i = 0; i < m->n; i++) {
        all[i] = (keyed){m->items[i].texts[l], i};
    }
    qsort(all, (size_t)m->n, sizeof *all, by_text);
    for (ptrdiff_t i = 1; i < m->n; i++) {
        if (all[i].text.len > 0 && str_eq(all[i].text, all[i - 1].text)
            && m->items[all[i].place].set != m->items[all[i - 1].place].set) {
            return true;
        }
    }
    return false;
}

/* Has every set one result (or repeats of one)? */
static bool one_each(const matcher *m)
{
    const item *first = NULL;
    for (ptrdiff_t i = 0; i < m->n; i++) {
        const item *it = &m->items[i];
        if (first && first->set == it->set && !str_eq(first->identity, it->identity)) {
            return false;
        }
        first = it;
    }
    return true;
}

static bool nothing_shared(const matcher *m, err *e)
{
    err_set(e, ERR_USAGE, NULL,
            "'%.*s' and '%.*s' have nothing in common: no workload, command, file name "
            "or parameter",
            SV(m->sets[0].label), SV(m->sets[1].label));
    return err_hint(e,
                    "Commands of one file are compared with each other: give that file "
                    "alone.");
}

static bool name_by_sets(matcher *m, arena scratch, err *e)
{
    int l = 0;
    bool single = one_each(m);
    while (l < LEVELS && !shared_at(m, (level)l, scratch)) {
        l++;
    }
    if (l == LEVELS && !single) {
        return nothing_shared(m, e);
    }
    bool same = true;
    for (ptrdiff_t i = 0; i < m->n; i++) {
        item *it = &m->items[i];
        it->column = m->sets[it->set].label;
        it->row = l < LEVELS ? text_at(m->perm, it, (level)l) : (str){0};
        same = same && str_eq(it->row, m->items[0].row);
    }
    bool told = same && l < BY_STEM; /* parameters are no name */
    for (ptrdiff_t i = 0; single && !told && i < m->n; i++) {
        m->items[i].row = S("");
    }
    return true;
}

static void name_within_set(matcher *m)
{
    bool workloads = true, variants = true;
    for (ptrdiff_t i = 0; i < m->n; i++) {
        workloads = workloads && m->items[i].r->workload.ptr;
        variants = variants && m->items[i].r->variant.ptr;
    }
    for (ptrdiff_t i = 0; i < m->n; i++) {
        item *it = &m->items[i];
        it->row = workloads ? it->r->workload : S("");
        it->column = variants ? it->r->variant : text_at(m->perm, it, BY_COMMAND);
    }
}

/* --- what shares a cell but is no repeat ----------------------------------------------
 */

static bool is_single(const metric *m)
{
    return m->n.known && m->n.value <= 1 && !m->stddev.known;
}

/* Repeats are pooled only where each is a single value. */
static bool can_pool(const item *it)
{
    for (const metric *m = it->r->metrics; m; m = m->next) {
        if (!is_single(m)) {
            return false;
        }
    }
    return true;
}

/* Items of one row (one cell, within a set) get what tells those of one set apart: the
 * tool, parameters, and for repeats that can't be pooled #2, #3 …. What one set needs,
 * all get, so that their rows still match. */
static void tell_apart(matcher *m, const keyed *all, ptrdiff_t from, ptrdiff_t to)
{
    bool tools = false, params = false;
    const item *first = &m->items[all[from].place];
    for (ptrdiff_t i = from; i < to; i++) {
        const item *it = &m->items[all[i].place];
        first = it->set == first->set ? first : it;
        tools = tools || !str_eq(it->r->tool, first->r->tool);
        params = params || !str_eq(it->texts[BY_PARAMS], first->texts[BY_PARAMS]);
    }
    for (ptrdiff_t i = from; i < to; i++) {
        item *it = &m->items[all[i].place];
        str *name = m->set_count > 1 ? &it->row : &it->column;
        int repeat = 1;
        for (ptrdiff_t k = from; k < i; k++) {
            const item *older = &m->items[all[k].place];
            repeat += older->set == it->set && str_eq(older->identity, it->identity);
        }
        if (tools) {
            *name = str_fmt(m->perm, "%.*s @%.*s", SV(*name), SV(it->r->tool));
        }
        if (params && it->texts[BY_PARAMS].len > 0) {
            *name = str_fmt(m->perm, "%.*s (%.*s)", SV(*name), SV(it->texts[BY_PARAMS]));
        }
        if (repeat > 1 && !can_pool(it)) {
            *name = str_fmt(m->perm, "%.*s #%d", SV(*name), repeat);
        }
    }
}

static str cell_of(const item *it)
{
    return it->cell;
}

static void split(matcher *m, arena scratch)
{
    enum { MOST = 2000 }; /* of one name: beyond, they stay together */
    for (ptrdiff_t i = 0; i < m->n; i++) {
        item *it = &m->items[i];
        it->cell = m->set_count > 1
                       ? it->row
                       : str_fmt(m->perm, "%.*s\x1f%.*s", SV(it->row), SV(it->column));
    }
    const keyed *all = sorted_texts(&scratch, m, cell_of);
    for (ptrdiff_t i = 0; i < m->n;) {
        ptrdiff_t end = i + 1;
        while (end < m->n && str_eq(all[end].text, all[i].text)) {
            end++;
        }
        if (end - i > 1 && end - i <= MOST) {
            tell_apart(m, all, i, end);
        }
        i = end;
    }
}

/* --- the grid
 * ---------------------------------------------------------------------------
 */

static ptrdiff_t index_of(const keyed *names, ptrdiff_t n, str name)
{
    ptrdiff_t low = 0, high = n - 1;
    while (low < high) {
        ptrdiff_t middle = low + (high - low) / 2;
        if (str_cmp(names[middle].text, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return names[low].place;
}

static keyed *lookup(arena *perm, const str *names, ptrdiff_t n)
{
    keyed *all = NEW(perm, keyed, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        all[i] = (keyed){names[i], i};
    }
    qsort(all, (size_t)n, sizeof *all, by_text);
    return all;
}

static bool fill_grid(matcher *m, match *ret, arena scratch, err *e)
{
    enum { MOST_CELLS = 1000000 };
    ret->row_count = distinct(m->perm, scratch, m, row_of, &ret->rows);
    if (m->set_count == 1) {
        ret->column_count = distinct(m->perm, scratch, m, column_of, &ret->columns);
    }
    if (ret->column_count < 1 || ret->row_count > MOST_CELLS / ret->column_count) {
        return err_set(e, ERR_LIMIT, NULL, "%td rows of %td columns are too many",
                       ret->row_count, ret->column_count);
    }
    ret->cells = NEW(m->perm, measured, ret->row_count * ret->column_count);
    const keyed *rows = lookup(&scratch, ret->rows, ret->row_count);
    const keyed *columns = lookup(&scratch, ret->columns, ret->column_count);
    measured **cells = NEW(&scratch, measured *, m->n);
    for (ptrdiff_t i = 0; i < m->n; i++) {
        cells[i] = ret->cells
                   + index_of(rows, ret->row_count, m->items[i].row) * ret->column_count
                   + index_of(columns, ret->column_count, m->items[i].column);
        cells[i]->n++;
    }
    for (ptrdiff_t i = 0; i < m->n; i++) {
        measured *c = cells[i];
        if (!c->results) {
            c->results = NEW(m->perm, const result *, c->n);
            c->from = NEW(m->perm, const reading *, c->n);
            c->set = &m->sets[m->items[i].set];
            c->n = 0;
        }
        c->results[c->n] = m->items[i].r;
        c->from[c->n++] = m->items[i].from;
    }
    return true;
}

static void collect(matcher *m)
{
    for (ptrdiff_t s = 0; s < m->set_count; s++) {
        for (ptrdiff_t p = 0; p < m->sets[s].n; p++) {
            const set_part *part = &m->sets[s].parts[p];
            for (const result *r = part->reading->results; r; r = r->next) {
                item *it = &m->items[m->n];
                *it = (item){.r = r, .from = part->reading, .set = s, .place = m->n};
                fill_texts(m, it, part->stem);
                m->n++;
            }
        }
    }
}

bool compare_match(arena *perm, arena scratch, const result_set *sets, ptrdiff_t n,
                   match *ret, err *e)
{
    ptrdiff_t most = 0;
    for (ptrdiff_t s = 0; s < n; s++) {
        for (ptrdiff_t p = 0; p < sets[s].n; p++) {
            most += sets[s].parts[p].reading->result_count;
        }
    }
    matcher m = {perm, sets, n, NEW(perm, item, most), 0};
    collect(&m);
    str *identities = NULL;
    if (m.n == 0
        || (n == 1 && distinct(perm, scratch, &m, identity_of, &identities) == 1
            && can_pool(&m.items[0]))
        || (n == 1 && m.n == 1)) {
        err_set(e, ERR_USAGE, NULL,
                m.n == 0 ? "there is no result" : "there is only one result");
        return err_hint(e, "Name a second file, or one with several commands.");
    }
    *ret = (match){.within_a_set = n == 1};
    if (n == 1) {
        name_within_set(&m);
    } else if (!name_by_sets(&m, scratch, e)) {
        return false;
    }
    split(&m, scratch);
    if (n > 1) {
        ret->column_count = n;
        ret->columns = NEW(perm, str, n);
        for (ptrdiff_t s = 0; s < n; s++) {
            ret->columns[s] = sets[s].label;
        }
    }
    return fill_grid(&m, ret, scratch, e);
}
