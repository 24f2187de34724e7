/* Comparisons as tables, for a terminal and as Markdown. */
#include "base/base.h"

#include "compare/compare.h"
#include "compare/wording.h"

typedef struct {
    arena *perm;
    const compared *c;
    const compare_table *t;
    grid g;
} table_maker;

static grid_cell *new_row(table_maker *k)
{
    return grid_row(k->perm, &k->g);
}

static str count_text(arena *perm, const compare_cell *c)
{
    return c->side.n.known && !c->side.spread_within_run
               ? str_fmt(perm, "%.0f", c->side.n.value)
               : S("");
}

static void put_versus(table_maker *k, grid_cell *row, const compare_cell *c)
{
    if (c->state == CELL_COMPARED && c->versus.ratio.known) {
        row[0].text = wording_change(k->perm, c->versus.ratio.value);
    }
    row[1].text = wording_interval(k->perm, c);
    row[2].text = wording_p(k->perm, c->p);
    row[3].text = wording_verdict(k->perm, k->t, c);
    row[3].tint = wording_tint(k->t, c);
    row[3].strong = row[3].tint == TINT_GOOD || row[3].tint == TINT_BAD;
    row[0].tint = row[3].tint == TINT_DIM ? TINT_NONE : row[3].tint;
}

static void put_head(table_maker *k, grid_cell *head, ptrdiff_t at)
{
    head[at].text = S("change");
    head[at + 1].text = S("95% interval");
    head[at + 2].text = S("p");
    for (ptrdiff_t i = 0; i < k->g.columns; i++) {
        head[i].tint = TINT_HEAD;
        k->g.right[i] = i > 0 && i < k->g.columns - 1;
    }
}

/* --- two columns: a line a row ---------------------------------------------------------
 *
 *     wall time (lower is better)    before            after    change    95% interval  p
 *     sort-lines            1.204 s ± 0.031  1.102 s ± 0.020     −8.5%  …               …
 */

static void two_head(table_maker *k, str title)
{
    k->g.columns = 8;
    grid_cell *head = new_row(k);
    head[0].text = title;
    head[1].text = k->c->of->columns[k->c->baseline];
    head[2].text = k->c->of->columns[1 - k->c->baseline];
    head[3].text = S("n");
    put_head(k, head, 4);
}

static void two_line(table_maker *k, ptrdiff_t r, grid_cell name)
{
    const compare_cell *cells = &k->t->cells[r * 2];
    const compare_cell *a = &cells[k->c->baseline], *b = &cells[1 - k->c->baseline];
    row_form form = wording_form(k->c, k->t, r);
    grid_cell *row = new_row(k);
    row[0] = name;
    row[1].text = wording_value(k->perm, k->t, a, form);
    row[2].text = wording_value(k->perm, k->t, b, form);
    str na = count_text(k->perm, a), nb = count_text(k->perm, b);
    row[3].text = str_eq(na, nb) || nb.len == 0 ? na
                  : na.len == 0                 ? nb
                                : str_fmt(k->perm, "%.*s, %.*s", SV(na), SV(nb));
    put_versus(k, row + 4, b);
}

static void two_columns(table_maker *k)
{
    two_head(k, wording_title(k->perm, k->t));
    for (ptrdiff_t r = 0; r < k->t->row_count; r++) {
        two_line(k, r, (grid_cell){.text = k->c->of->rows[k->t->rows[r]], .code = true});
    }
    ratio_mean g = k->t->geomeans[1 - k->c->baseline];
    if (g.k > 0) {
        grid_cell *row = new_row(k);
        row[0].text = str_fmt(k->perm, "geometric mean, %td of %td", g.k, g.m);
        row[4].text = wording_change(k->perm, g.value);
    }
}

/* One thing was done: a line a metric. */
static void two_columns_by_metric(table_maker *k)
{
    two_head(k, k->c->of->rows[0]);
    k->g.cells[0].code = true;
    for (ptrdiff_t i = 0; i < k->c->table_count; i++) {
        k->t = &k->c->tables[i];
        for (ptrdiff_t r = 0; r < k->t->row_count; r++) {
            two_line(k, r, (grid_cell){.text = wording_title(k->perm, k->t)});
        }
    }
}

/* --- any number: a line a cell, under its row's name
 * ------------------------------------
 */

static void put_block(table_maker *k, ptrdiff_t r)
{
    const match *m = k->c->of;
    row_form form = wording_form(k->c, k->t, r);
    bool named = m->rows[k->t->rows[r]].len > 0;
    if (named) {
        grid_cell *title = new_row(k);
        title[0].text = m->rows[k->t->rows[r]];
        title[0].code = true;
        title[0].tint = TINT_HEAD;
    }
    for (ptrdiff_t i = 0; i < m->column_count; i++) {
        const compare_cell *c = &k->t->cells[r * m->column_count + i];
        grid_cell *row = new_row(k);
        row[0].text =
            named ? str_fmt(k->perm, "· %.*s", SV(m->columns[i])) : m->columns[i];
        row[0].code = !named && m->within_a_set;
        row[1].text = wording_value(k->perm, k->t, c, form);
        row[2].text = count_text(k->perm, c);
        put_versus(k, row + 3, c);
    }
}

static void many_columns(table_maker *k)
{
    const match *m = k->c->of;
    k->g.columns = 7;
    grid_cell *head = new_row(k);
    head[0].text = wording_title(k->perm, k->t);
    head[1].text = k->t->stat.len ? k->t->stat : S("mean");
    head[2].text = S("n");
    put_head(k, head, 3);
    for (ptrdiff_t r = 0; r < k->t->row_count; r++) {
        put_block(k, r);
    }
    bool title = false;
    for (ptrdiff_t i = 0; i < m->column_count; i++) {
        ratio_mean g = k->t->geomeans[i];
        if (g.k == 0) {
            continue;
        }
        if (!title) {
            new_row(k)[0].text = S("geometric mean");
            title = true;
        }
        grid_cell *row = new_row(k);
        row[0].text = str_fmt(k->perm, "· %.*s, %td of %td", SV(m->columns[i]), g.k, g.m);
        row[3].text = wording_change(k->perm, g.value);
    }
}

/* All tables: as many as there are metrics, or one. */
static ptrdiff_t make_tables(arena *perm, const compared *c, grid **ret)
{
    const match *m = c->of;
    bool narrow = m->column_count == 2 && grid_width(m->columns[0]) <= 24
                  && grid_width(m->columns[1]) <= 24;
    bool by_metric = narrow && !m->within_a_set && m->row_count == 1;
    *ret = NEW(perm, grid, c->table_count);
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        table_maker k = {.perm = perm, .c = c, .t = &c->tables[i]};
        if (by_metric) {
            two_columns_by_metric(&k);
        } else if (narrow && !(m->within_a_set && m->row_count == 1)) {
            two_columns(&k);
        } else {
            many_columns(&k);
        }
        (*ret)[i] = k.g;
        if (by_metric) {
            return 1;
        }
    }
    return c->table_count;
}

/* --- around the tables
 * ------------------------------------------------------------------
 */

typedef void (*note_writer)(out *o, str line, arena scratch);

static void write_notes(out *o, const compared *c, note_writer write, arena scratch)
{
    enum { MOST = 20 };
    ptrdiff_t notes = 0;
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        const compare_table *t = &c->tables[i];
        for (ptrdiff_t k = 0; k < t->row_count * c->of->column_count; k++) {
            const compare_cell *cell = &t->cells[k];
            arena mine = scratch;
            if (cell->note.len == 0 || notes++ >= MOST) {
                continue;
            }
            str place = wording_place(&mine, c, t, k / c->of->column_count,
                                      k % c->of->column_count);
            write(o, str_fmt(&mine, "%.*s: %.*s", SV(place), SV(cell->note)), mine);
        }
    }
    if (notes > MOST) {
        write(o, str_fmt(&scratch, "%td more notes: see --format json", notes - MOST),
              scratch);
    }
}

static void write_over(out *o, const compared *c, note_writer write, arena scratch)
{
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        const compare_table *t = &c->tables[i];
        for (ptrdiff_t k = 0; k < t->row_count * c->of->column_count; k++) {
            arena mine = scratch;
            if (t->cells[k].over_gate) {
                str place = wording_place(&mine, c, t, k / c->of->column_count,
                                          k % c->of->column_count);
                write(o,
                      str_fmt(&mine, "FAIL: %.*s of %.*s %.*s",
                              SV(wording_metric(&mine, t)), SV(place),
                              SV(t->cells[k].gate_why)),
                      mine);
            }
        }
    }
}

static void text_line(out *o, str line, arena scratch)
{
    line = grid_printable(&scratch, line);
    out_fmt(o, "  %.*s\n", SV(line));
}

void compare_write_text(out *o, const compared *c, bool colour, ptrdiff_t width,
                        arena scratch)
{
    arena mine = scratch;
    grid *tables = NULL;
    ptrdiff_t n = make_tables(&mine, c, &tables);
    for (ptrdiff_t i = 0; i < n; i++) {
        grid_write_text(o, &tables[i], colour, width, mine);
        out_char(o, '\n');
    }
    text_line(o,
              str_fmt(&mine, "%.*s; compared with %.*s", SV(wording_counts(&mine, c)),
                      SV(c->of->columns[c->baseline])),
              mine);
    str methods = wording_methods(&mine, c);
    if (methods.len > 0) {
        text_line(o, methods, mine);
    }
    write_notes(o, c, text_line, mine);
    write_over(o, c, text_line, mine);
}

static void markdown_item(out *o, str line, arena scratch)
{
    out_fmt(o, "- %.*s\n", SV(grid_escaped(&scratch, line)));
}

void compare_write_markdown(out *o, const compared *c, arena scratch)
{
    arena mine = scratch;
    out_fmt(o, "**%.*s**, compared with %.*s\n", SV(wording_counts(&mine, c)),
            SV(grid_code(&mine, c->of->columns[c->baseline])));
    if (c->over_gate > 0) {
        out_char(o, '\n');
        write_over(o, c, markdown_item, mine);
    }
    grid *tables = NULL;
    ptrdiff_t n = make_tables(&mine, c, &tables);
    for (ptrdiff_t i = 0; i < n; i++) {
        out_char(o, '\n');
        grid_write_markdown(o, &tables[i], mine);
    }
    str methods = wording_methods(&mine, c);
    if (methods.len > 0) {
        out_fmt(o, "\n<sub>%.*s</sub>\n", SV(methods));
    }
    out_char(o, '\n');
    write_notes(o, c, markdown_item, mine);
}
