#include "base/base.h"

#include <assert.h>

#include "pdf/grid.h"

static const double PAD = 3;      /* above and below a row's text */
static const double SWATCH = 6.5; /* with the space behind it: */
static const double SWATCH_ROOM = 11;
/* A longer word of a text column is broken; where room is short, much sooner. */
static const double WIDEST_WORD = 120, SHORT_WORD = 72;
static const double HAIR = .5;

/* Between columns. */
static double gap_of(const grid *t)
{
    const int many = 6;
    return t->columns > many ? 8 : 11;
}

/* --- widths ---------------------------------------------------------------------------
 */

typedef struct {
    double least, natural; /* what the column's cells want */
    double x, width;       /* what they get; x from the grid's left */
} column;

static grid_cell *cell_at(const grid *t, ptrdiff_t row, ptrdiff_t col)
{
    return &t->cells[row * t->columns + col];
}

static void set_cell(galley *g, grid_cell *c, double width, bool numeric)
{
    text *t = text_set(g->setter, c->runs, c->run_count, width, WRAP_WORDS);
    t->at_right = numeric;
    c->main_text = t;
    if (c->small) {
        t = text_set(g->setter, c->small, 1, width, WRAP_WORDS);
        t->at_right = numeric;
        c->small_text = t;
    }
}

static void measure_cell(galley *g, grid_cell *c, column *col, bool numeric)
{
    set_cell(g, c, 0, numeric);
    double room = c->has_swatch ? SWATCH_ROOM : 0;
    col->natural = fmax(col->natural, c->main_text->natural + room);
    col->least = fmax(col->least, c->main_text->least + room);
    if (c->small_text) {
        col->natural = fmax(col->natural, c->small_text->natural + room);
        col->least = fmax(col->least, fmin(c->small_text->least, WIDEST_WORD) + room);
    }
}

/* Too little room: words give way before the table falls into bands. */
static void shorten(const grid *t, column *cols, double width)
{
    double least = gap_of(t) * (double)(t->columns - 1);
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        least += cols[i].least;
    }
    for (ptrdiff_t i = 0; i < t->columns && least > width; i++) {
        if (!t->numeric[i] && cols[i].least > SHORT_WORD) {
            double less = fmin(cols[i].least - SHORT_WORD, least - width);
            cols[i].least -= less;
            least -= less;
        }
    }
}

static void measure(galley *g, const grid *t, column *cols)
{
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        for (ptrdiff_t r = 0; r < t->rows; r++) {
            measure_cell(g, cell_at(t, r, i), &cols[i], t->numeric[i]);
        }
        if (!t->numeric[i]) {
            cols[i].least = fmin(cols[i].least, WIDEST_WORD);
        }
        if (i == 0 && t->first_width > 0) {
            cols[i].least = cols[i].natural = t->first_width;
        }
    }
}

/* Wide tables are set smaller, down to about 7 points. */
static bool set_smaller(const grid *t, const column *cols, double width)
{
    const double smallest = .82;
    double natural = 0, gaps = gap_of(t) * (double)(t->columns - 1);
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        natural += cols[i].natural;
    }
    if (natural + gaps <= width) {
        return false;
    }
    double scale = fmax((width - gaps) / natural * .995, smallest);
    for (ptrdiff_t i = 0; i < t->columns * t->rows; i++) {
        grid_cell *c = &t->cells[i];
        for (ptrdiff_t k = 0; k < c->run_count; k++) {
            c->runs[k].style.size *= scale;
            c->runs[k].style.lead *= scale;
        }
        if (c->small) {
            c->small->style.size *= scale;
            c->small->style.lead *= scale;
        }
    }
    return true;
}

/* Shares out `width`: with room for everything, the rest evenly; with too little, each
 * gets its least and a part of what it wants beyond, in proportion. */
static void share_width(const grid *t, column *cols, double width)
{
    double natural = 0, least = 0;
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        natural += cols[i].natural;
        least += cols[i].least;
    }
    double room = width - gap_of(t) * (double)(t->columns - 1);
    bool first_fixed = t->first_width > 0 && t->columns > 1;
    double takers = (double)(t->columns - first_fixed);
    double x = 0;
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        column *c = &cols[i];
        if (natural <= room) {
            c->width =
                c->natural + (first_fixed && i == 0 ? 0 : (room - natural) / takers);
        } else if (least < room) {
            c->width =
                c->least + (c->natural - c->least) * (room - least) / (natural - least);
        } else {
            c->width = c->least * room / least;
        }
        c->x = x;
        x += c->width + gap_of(t);
    }
}

/* Sets again what is wider than its column. */
static void fit_cells(galley *g, const grid *t, const column *cols)
{
    for (ptrdiff_t r = 0; r < t->rows; r++) {
        for (ptrdiff_t i = 0; i < t->columns; i++) {
            grid_cell *c = cell_at(t, r, i);
            double room = cols[i].width - (c->has_swatch ? SWATCH_ROOM : 0);
            double natural = c->main_text->natural;
            natural = c->small_text ? fmax(natural, c->small_text->natural) : natural;
            if (natural > room + .01) {
                set_cell(g, c, room, t->numeric[i]);
            }
        }
    }
}

/* --- rows -----------------------------------------------------------------------------
 */

typedef struct {
    galley *g;
    const grid *t;
    const column *cols;
    element *table;
    const slab *head;
} rows;

static double cell_height(const grid_cell *c)
{
    assert(c->main_text);
    double h = c->main_text->lead * c->main_text->line_count;
    return c->small_text ? h + c->small_text->lead * c->small_text->line_count : h;
}

static double row_height(const grid *t, ptrdiff_t row)
{
    double h = 0;
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        h = fmax(h, cell_height(cell_at(t, row, i)));
    }
    return h;
}

static part text_part(const rows *w, const column *c, double indent, element *of)
{
    double left = galley_now(w->g)->x + c->x + indent;
    return (part){.kind = PART_TEXT, .of = of, .x = left, .w = c->width - indent};
}

static void add_lines(const rows *w, slab *s, part p, const text *t, int first, int last)
{
    if (first < last) {
        p.text = t;
        p.first = first;
        p.last = last;
        p.h = t->lead * (last - first);
        slab_part(w->g, s, p);
    }
}

static void add_swatch(const rows *w, slab *s, const grid_cell *c, const column *col,
                       double y)
{
    double top = y + c->main_text->baseline - SWATCH;
    slab_part(w->g, s,
              (part){.kind = PART_SCENE,
                     .x = galley_now(w->g)->x + col->x,
                     .y = top,
                     .w = SWATCH,
                     .h = SWATCH,
                     .scene = galley_swatch(w->g, SWATCH, SWATCH, c->swatch, c->shade)});
}

static void add_rule(const rows *w, slab *s, double y, double thickness, paint colour)
{
    const context *c = galley_now(w->g);
    slab_part(w->g, s,
              (part){.kind = PART_FILL,
                     .x = c->x,
                     .y = y,
                     .w = c->width,
                     .h = thickness,
                     .colour = colour});
}

static bool row_changed(const grid *t, ptrdiff_t row)
{
    for (ptrdiff_t i = 0; i < t->columns; i++) {
        if (cell_at(t, row, i)->changed) {
            return true;
        }
    }
    return false;
}

static const char *cell_tag(const grid *t, ptrdiff_t row, ptrdiff_t col)
{
    bool head = (t->has_head && row == 0) || (t->row_heads && col == 0);
    return head ? "TH" : "TD";
}

static void whole_row(rows *w, ptrdiff_t row)
{
    bool is_head = w->t->has_head && row == 0;
    double h = row_height(w->t, row), pad = is_head ? 0 : PAD;
    double rule = is_head ? HAIR * 1.5 : HAIR;
    slab *s = galley_slab(w->g, 0, pad + h + PAD + rule);
    element *tr = galley_element(w->g, w->table, "TR");
    for (ptrdiff_t i = 0; i < w->t->columns; i++) {
        const grid_cell *c = cell_at(w->t, row, i);
        element *of = galley_element(w->g, tr, cell_tag(w->t, row, i));
        part p = text_part(w, &w->cols[i], c->has_swatch ? SWATCH_ROOM : 0, of);
        p.y = is_head ? h - cell_height(c) : pad; /* heads stand on the rule */
        if (c->has_swatch) {
            add_swatch(w, s, c, &w->cols[i], p.y);
        }
        add_lines(w, s, p, c->main_text, 0, c->main_text->line_count);
        if (c->small_text) {
            p.y += c->main_text->lead * c->main_text->line_count;
            add_lines(w, s, p, c->small_text, 0, c->small_text->line_count);
        }
    }
    add_rule(w, s, pad + h + PAD, rule, is_head ? PAINT_INK : PAINT_GRID);
    s->repeat = w->head;
}

/* A row taller than a page, line by line. */
static void tall_row(rows *w, ptrdiff_t row)
{
    element *tr = galley_element(w->g, w->table, "TR");
    element **of = NEW(w->g->perm, element *, w->t->columns);
    int lines = 0;
    double lead = 0;
    for (ptrdiff_t i = 0; i < w->t->columns; i++) {
        const grid_cell *c = cell_at(w->t, row, i);
        of[i] = galley_element(w->g, tr, cell_tag(w->t, row, i));
        int n =
            c->main_text->line_count + (c->small_text ? c->small_text->line_count : 0);
        lines = n > lines ? n : lines;
        lead = fmax(lead, c->main_text->lead);
    }
    for (int line = 0; line < lines; line++) {
        bool last = line == lines - 1;
        double pad = line == 0 ? PAD : 0;
        slab *s = galley_slab(w->g, 0, pad + lead + (last ? PAD + HAIR : 0));
        s->repeat = w->head;
        for (ptrdiff_t i = 0; i < w->t->columns; i++) {
            const grid_cell *c = cell_at(w->t, row, i);
            int small = line - c->main_text->line_count;
            part p = text_part(w, &w->cols[i], c->has_swatch ? SWATCH_ROOM : 0, of[i]);
            p.y = pad;
            if (line == 0 && c->has_swatch) {
                add_swatch(w, s, c, &w->cols[i], p.y);
            }
            if (small < 0) {
                add_lines(w, s, p, c->main_text, line, line + 1);
            } else if (c->small_text && small < c->small_text->line_count) {
                add_lines(w, s, p, c->small_text, small, small + 1);
            }
        }
        if (last) {
            add_rule(w, s, pad + lead + PAD, HAIR, PAINT_GRID);
        }
    }
}

static void add_caption(rows *w)
{
    if (w->t->caption.len > 0) {
        const text *caption = text_plain(w->g->setter, w->t->caption,
                                         &styles[STYLE_CAPTION], galley_now(w->g)->width);
        galley_text(w->g, caption, galley_element(w->g, w->table, "Caption"), 10, 6);
        galley_keep(w->g, KEEP_ALWAYS);
    }
}

/* One grid whose columns all fit. */
static void place_rows(galley *g, const grid *t, const column *cols)
{
    const double boxes = 60; /* what paddings of boxes around may take */
    double frame = g->paper->bottom - g->paper->top - boxes;
    rows w = {.g = g, .t = t, .cols = cols};
    w.table = galley_element(g, galley_now(g)->of, "Table");
    w.table->dest = t->dest;
    add_caption(&w);
    double head = t->has_head ? row_height(t, 0) + PAD + 1 : 0;
    for (ptrdiff_t r = 0; r < t->rows; r++) {
        bool is_head = r == 0 && t->has_head;
        const slab *above = g->last;
        if (row_height(t, r) + 2 * PAD + 1 > frame - fmin(head, frame / 4)) {
            tall_row(&w, r);
        } else {
            whole_row(&w, r);
        }
        if (row_changed(t, r)) {
            galley_mark(g, above);
        }
        ptrdiff_t body = r - t->has_head, bodies = t->rows - t->has_head;
        if (r == 0) {
            g->last->before = t->caption.len > 0 ? 6 : 10;
        }
        if (is_head && head <= frame / 4) {
            w.head = g->last;
        }
        if ((is_head && bodies > 0)
            || (bodies > 1 && (body == 0 || body == bodies - 2))) {
            galley_keep(g, KEEP_ALWAYS);
        }
    }
    if (t->rows > 0) {
        g->last->after = 14;
    }
}

/* --- bands ----------------------------------------------------------------------------
 */

/* The first column and those from `from` to `to` as a grid of their own. */
static grid band_of(galley *g, const grid *t, ptrdiff_t from, ptrdiff_t to)
{
    grid b = *t;
    b.columns = to - from + 1;
    b.cells = NEW(g->perm, grid_cell, b.columns * t->rows);
    bool *numeric = NEW(g->perm, bool, b.columns);
    for (ptrdiff_t i = 0; i < b.columns; i++) {
        ptrdiff_t at = i == 0 ? 0 : from + i - 1;
        numeric[i] = t->numeric[at];
        for (ptrdiff_t r = 0; r < t->rows; r++) {
            *cell_at(&b, r, i) = *cell_at(t, r, at);
        }
    }
    b.numeric = numeric;
    if (from > 1) {
        b.caption = b.dest = (str){0};
    }
    return b;
}

static ptrdiff_t band_end(const grid *t, const column *cols, ptrdiff_t from, double width)
{
    double used = cols[0].least;
    for (ptrdiff_t i = from; i < t->columns; i++) {
        used += gap_of(t) + cols[i].least;
        if (used > width && i > from) {
            return i;
        }
    }
    return t->columns;
}

static void place_grid(galley *g, const grid *t, column *cols)
{
    double width = galley_now(g)->width;
    share_width(t, cols, width);
    fit_cells(g, t, cols);
    place_rows(g, t, cols);
}

void galley_grid(galley *g, const grid *t)
{
    if (t->columns == 0 || t->rows == 0) {
        return;
    }
    column *cols = NEW(g->perm, column, t->columns);
    measure(g, t, cols);
    double width = galley_now(g)->width;
    if (t->columns > 2 && set_smaller(t, cols, width)) {
        memset(cols, 0, (size_t)t->columns * sizeof *cols);
        measure(g, t, cols);
    }
    shorten(t, cols, width);
    for (ptrdiff_t from = 1; from < t->columns || from == 1;) {
        ptrdiff_t to = band_end(t, cols, from, width);
        if (from == 1 && to == t->columns) {
            place_grid(g, t, cols);
            return;
        }
        grid band = band_of(g, t, from, to);
        column *mine = NEW(g->perm, column, band.columns);
        mine[0] = cols[0];
        memcpy(mine + 1, cols + from, (size_t)(to - from) * sizeof *mine);
        place_grid(g, &band, mine);
        from = to;
    }
}

/* --- the report's tables --------------------------------------------------------------
 */

static text_run *one_run(galley *g, str words, text_style style)
{
    text_run *run = NEW(g->perm, text_run, 1);
    run->text = words;
    run->style = style;
    return run;
}

static grid_cell head_cell(galley *g, const table_column *c)
{
    return (grid_cell){.runs = one_run(g, c->head, styles[STYLE_HEAD]), .run_count = 1};
}

static grid_cell body_cell(galley *g, const table_cell *c, bool names_row)
{
    text_style style = styles[names_row ? STYLE_CELL_NAME : STYLE_CELL];
    if (c->muted) {
        style.colour = PAINT_MUTED;
    }
    text_run *run = one_run(g, c->text, style);
    run->link = c->href.len > 0 ? galley_link(g, c->href) : NULL;
    grid_cell cell = {.runs = run,
                      .run_count = 1,
                      .has_swatch = c->has_swatch,
                      .swatch = c->swatch,
                      .shade = c->shade};
    str small = c->small;
    if (c->was.len > 0) {
        cell.changed = true;
        small = str_fmt(g->perm, "%.*s%swas %.*s", SV(small), small.len ? "\n" : "",
                        SV(c->was));
    }
    if (small.len > 0) {
        style_id style_of = c->mono ? STYLE_CELL_MACHINE : STYLE_CELL_SMALL;
        cell.small = one_run(g, small, styles[style_of]);
    }
    return cell;
}

void galley_table(galley *g, const table *t)
{
    if (t->column_count == 0) {
        return;
    }
    grid mine = {.columns = t->column_count,
                 .rows = t->row_count + 1,
                 .has_head = true,
                 .row_heads = t->row_heads,
                 .caption = t->caption,
                 .dest = galley_take_dest(g, t->id)};
    mine.cells = NEW(g->perm, grid_cell, mine.rows * mine.columns);
    bool *numeric = NEW(g->perm, bool, mine.columns);
    for (ptrdiff_t i = 0; i < mine.columns; i++) {
        numeric[i] = t->columns[i].numeric;
        *cell_at(&mine, 0, i) = head_cell(g, &t->columns[i]);
        for (ptrdiff_t r = 0; r < t->row_count; r++) {
            const table_cell *c = &t->cells[r * t->column_count + i];
            *cell_at(&mine, r + 1, i) = body_cell(g, c, t->row_heads && i == 0);
        }
    }
    mine.numeric = numeric;
    galley_grid(g, &mine);
}
