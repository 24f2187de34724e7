#include "base/base.h"

#include "chart/chart.h"
#include "pdf/compose.h"
#include "pdf/grid.h"

static const double THICK = 1.5; /* the rule that opens a figure or a strip */

static void open_rule(galley *g, double before)
{
    const context *c = galley_now(g);
    slab *s = galley_slab(g, before, THICK + 6);
    slab_part(g, s,
              (part){.kind = PART_FILL,
                     .x = c->x,
                     .w = c->width,
                     .h = THICK,
                     .colour = PAINT_INK});
    galley_keep(g, KEEP_ALWAYS);
}

/* --- figures --------------------------------------------------------------------------
 */

/* A few lines that stay with what follows. */
static void kept_text(galley *g, const text *t, element *of, double before, double after)
{
    if (t->line_count == 1 && t->lines[0].piece_count == 0) {
        return;
    }
    for (int i = 0; i < t->line_count; i++) {
        slab *s = galley_slab(g, i == 0 ? before : 0, t->lead);
        const context *c = galley_now(g);
        slab_part(g, s,
                  (part){.kind = PART_TEXT,
                         .of = of,
                         .x = c->x,
                         .w = c->width,
                         .h = t->lead,
                         .text = t,
                         .first = i,
                         .last = i + 1});
        galley_keep(g, KEEP_ALWAYS);
        s->after = i == t->line_count - 1 ? after : 0;
    }
}

static void figure_words(galley *g, const figure *f)
{
    element *of = galley_now(g)->of;
    double width = galley_now(g)->width;
    element *caption = galley_element(g, of, "Caption");
    str number = str_fmt(g->perm, "Figure %d", f->number);
    kept_text(g, text_plain(g->setter, number, &styles[STYLE_FIGURE_NUMBER], width),
              caption, 0, 2);
    text_run title = {.text = f->title, .style = styles[STYLE_FIGURE_TITLE]};
    kept_text(g, text_set(g->setter, &title, 1, width, WRAP_WORDS), caption, 0, 1);
    kept_text(g,
              text_plain(g->setter, f->subtitle, &styles[STYLE_FIGURE_SUBTITLE], width),
              galley_element(g, of, "P"), 0, 0);
}

/* As wide as the column, but not higher than `room`. */
static chart_size size_of(galley *g, const figure *f, chart_width width, double room)
{
    str id = str_fmt(g->perm, "figure-%d", f->number);
    const scene *drawing = chart_layout(g->perm, &f->chart, width,
                                        (chart_words){id, f->title, f->alt}, g->meter);
    double scale = fmin(galley_now(g)->width / drawing->width, room / drawing->height);
    return (chart_size){drawing, drawing->width * scale, drawing->height * scale};
}

static void figure_chart(galley *g, const figure *f, double room)
{
    static const chart_width widths[CHART_SIZES] = {CHART_PAPER, CHART_PAPER_LOW,
                                                    CHART_PAPER_LOWEST};
    const context *c = galley_now(g);
    chart_size *sizes = NEW(g->perm, chart_size, CHART_SIZES);
    for (int i = 0; i < CHART_SIZES; i++) {
        sizes[i] = size_of(g, f, widths[i], room);
    }
    slab *s = galley_slab(g, 10, sizes[0].h);
    s->sizes = s->first ? NULL : sizes; /* a label in the margin needs its height */
    element *of = galley_element(g, c->of, "Figure");
    of->alt = f->alt;
    slab_part(g, s,
              (part){.kind = PART_SCENE,
                     .of = of,
                     .x = c->x,
                     .w = sizes[0].w,
                     .h = sizes[0].h,
                     .scene = sizes[0].scene});
    s->after = 8;
}

static double height_of(const text *t)
{
    return t->lead * t->line_count;
}

static double height_from(const slab *s)
{
    double h = 0;
    for (; s; s = s->next) {
        h += s->height + s->before + s->after;
    }
    return h;
}

/* Rule, words, chart and a source of some lines fit on one page together, below a
 * heading that still has to be followed. */
void compose_figure(galley *g, const figure *f, bool changed)
{
    enum { HEADING = 90, LEAST = 150 };
    double above = g->owed > 0 ? HEADING : 0;
    open_rule(g, 18);
    const slab *top = g->last;
    context *c = galley_push(g, "Div");
    c->of->dest = galley_take_dest(g, f->id);
    figure_words(g, f);
    if (changed) {
        galley_mark(g, top);
    }
    const text *source_line = NULL;
    if (f->source) {
        ptrdiff_t n;
        text_run *runs = compose_runs(g, f->source, styles[STYLE_SOURCE], &n);
        source_line = text_set(g->setter, runs, n, c->width, WRAP_WORDS);
    }
    double used = height_from(top), frame = g->paper->bottom - g->paper->top;
    bool together = source_line && height_of(source_line) < frame / 4;
    used += together ? height_of(source_line) + 4 : 0;
    figure_chart(g, f, fmax(frame - used - above, LEAST));
    if (source_line) {
        galley_keep(g, together ? KEEP_ALWAYS : KEEP_FREE);
        kept_text(g, source_line, galley_element(g, c->of, "P"), 0, 4);
        g->last->keep = KEEP_FREE;
    }
    slab *core = g->last;
    if (f->table) { /* a small one stays with its chart where it can */
        galley_keep(g, KEEP_SOFT);
        galley_table(g, f->table);
        galley_hold(g, core);
    }
    g->last->after = 20;
    galley_pop(g);
}

/* --- key figures ----------------------------------------------------------------------
 */

static const double KEY_GAP = 22;

/* A key figure's texts in its column. */
typedef struct {
    const text *number, *unit; /* unit: NULL where it stands beside its number */
    const text *what, *caveat;
    const text *name[2], *value[2];
    double name_width, value_width;
} key_texts;

/* "2.71 × the throughput" on one line, or `apart`: its words below "2.71 ×". */
static void set_number(galley *g, const key_figure *k, double width, bool apart,
                       key_texts *t)
{
    cut unit = apart ? str_cut(k->unit, S(" ")) : (cut){.head = k->unit};
    text_run number[] = {{.text = k->number, .style = styles[STYLE_KEY_NUMBER]},
                         {.text = str_starts(k->unit, S("%")) ? S("") : S(" "),
                          .style = styles[STYLE_KEY_BAR]},
                         {.text = unit.head, .style = styles[STYLE_KEY_UNIT]}};
    t->number = text_set(g->setter, number, COUNTOF(number), width, WRAP_WORDS);
    if (unit.tail.len > 0) {
        text_style below = styles[STYLE_KEY_UNIT];
        below.lead = below.size * 1.2;
        text_run words = {.text = unit.tail, .style = below};
        t->unit = text_set(g->setter, &words, 1, width, WRAP_WORDS);
    }
}

static key_texts set_key(galley *g, const key_figure *k, double width, bool apart)
{
    key_texts t = {0};
    set_number(g, k, width, apart, &t);
    t.what = text_plain(g->setter, k->what, &styles[STYLE_KEY_WHAT], width);
    text_run caveat[] = {{.text = k->caveat, .style = styles[STYLE_KEY_CAVEAT]},
                         {.text = S(" "), .style = styles[STYLE_KEY_CAVEAT]},
                         {.text = k->href_text,
                          .style = styles[STYLE_KEY_CAVEAT],
                          .link = galley_link(g, k->href)}};
    caveat[2].underline = caveat[2].link != NULL;
    t.caveat = text_set(g->setter, caveat, COUNTOF(caveat), width, WRAP_WORDS);
    text_style ink = styles[STYLE_KEY_BAR];
    ink.colour = PAINT_INK;
    for (int i = 0; i < 2; i++) {
        text_run name = {.text = k->bars[i].name, .style = styles[STYLE_KEY_BAR]};
        t.name[i] = text_set(g->setter, &name, 1, width * .4, WRAP_CUT);
        text_run value = {.text = k->bars[i].text, .style = ink};
        t.value[i] = text_set(g->setter, &value, 1, width * .3, WRAP_CUT);
        t.name_width = fmax(t.name_width, t.name[i]->width);
        t.value_width = fmax(t.value_width, t.value[i]->width);
    }
    return t;
}

static void key_text(galley *g, slab *s, const text *t, double x, double y, double width)
{
    slab_part(g, s,
              (part){.kind = PART_TEXT,
                     .of = galley_element(g, galley_now(g)->of, "P"),
                     .x = x,
                     .y = y,
                     .w = width,
                     .h = height_of(t),
                     .text = t,
                     .last = t->line_count});
}

static void key_bar_row(galley *g, slab *s, const key_texts *t, const key_bar *bar,
                        part at)
{
    enum { AIR = 6 };
    int i = (int)at.first;
    element *of = galley_element(g, galley_now(g)->of, "P");
    double room = at.w - t->name_width - t->value_width - 2 * AIR;
    double length = fmax(room * fmin(fmax(bar->share, 0), 1), .75);
    part p = {.kind = PART_TEXT, .of = of, .x = at.x, .y = at.y, .last = 1};
    p.text = t->name[i];
    p.w = t->name_width;
    p.h = p.text->lead;
    slab_part(g, s, p);
    double x = at.x + t->name_width + AIR;
    slab_part(g, s,
              (part){.kind = PART_SCENE,
                     .x = x,
                     .y = at.y + 2,
                     .w = length,
                     .h = 7,
                     .scene = galley_swatch(g, length, 7, bar->role, bar->shade)});
    p.text = t->value[i];
    p.x = x + length + AIR;
    p.w = t->value_width;
    slab_part(g, s, p);
}

/* Where the rows of a strip begin, from its top:
 *
 *     ================ rule
 *     1.50 ×
 *     the time         unit_y, where there is no room beside the number
 *     what             what_y
 *     native ====      bars_y
 *     WASM   ======
 *     ---------------- caveat_y
 *     10 runs each …   height                                                         */
typedef struct {
    double unit_y, what_y, bars_y, caveat_y, height;
} key_rows;

static key_rows rows_of(const key_texts *t, ptrdiff_t n)
{
    double number = 0, unit = 0, what = 0, caveat = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        number = fmax(number, height_of(t[i].number));
        unit = fmax(unit, t[i].unit ? height_of(t[i].unit) : 0);
        what = fmax(what, height_of(t[i].what));
        caveat = fmax(caveat, height_of(t[i].caveat));
    }
    key_rows r = {.unit_y = THICK + 9 + number};
    r.what_y = r.unit_y + unit + 5;
    r.bars_y = r.what_y + what + 7;
    r.caveat_y = r.bars_y + 2 * 12.5 + 6;
    r.height = r.caveat_y + 6 + caveat;
    return r;
}

static void key_column(galley *g, slab *s, const key_figure *k, const key_texts *t,
                       key_rows r, double x, double width)
{
    key_text(g, s, t->number, x, THICK + 9, width);
    if (t->unit) {
        key_text(g, s, t->unit, x, r.unit_y, width);
    }
    key_text(g, s, t->what, x, r.what_y, width);
    for (int i = 0; i < 2; i++) {
        if (k->bars[i].name.len > 0) {
            part at = {.x = x, .y = r.bars_y + i * 12.5, .w = width, .first = i};
            key_bar_row(g, s, t, &k->bars[i], at);
        }
    }
    slab_part(g, s,
              (part){.kind = PART_FILL,
                     .x = x,
                     .y = r.caveat_y,
                     .w = width,
                     .h = .5,
                     .colour = PAINT_GRID});
    key_text(g, s, t->caveat, x, r.caveat_y + 6, width);
}

/* Texts much too long for columns, one after the other. */
static void keys_in_a_row(galley *g, const key_figure *keys, ptrdiff_t n)
{
    const context *c = galley_now(g);
    for (ptrdiff_t i = 0; i < n; i++) {
        key_texts t = set_key(g, &keys[i], c->width, false);
        galley_text(g, t.number, galley_element(g, c->of, "P"), 12, 4);
        galley_text(g, t.what, galley_element(g, c->of, "P"), 0, 4);
        for (int b = 0; b < 2; b++) {
            if (keys[i].bars[b].name.len > 0) {
                slab *s = galley_slab(g, 0, 12.5);
                part at = {.x = c->x, .w = c->width, .first = b};
                key_bar_row(g, s, &t, &keys[i].bars[b], at);
            }
        }
        galley_text(g, t.caveat, galley_element(g, c->of, "P"), 4, 8);
    }
}

/* In equal columns: where one's unit has no room beside its number, none stands there. */
static void set_keys(galley *g, const key_figure *keys, ptrdiff_t n, double width,
                     key_texts *t)
{
    bool apart = false;
    for (ptrdiff_t i = 0; i < n; i++) {
        t[i] = set_key(g, &keys[i], width, false);
        apart = apart || t[i].number->line_count > 1;
    }
    for (ptrdiff_t i = 0; apart && i < n; i++) {
        t[i] = set_key(g, &keys[i], width, true);
    }
}

static void key_strip(galley *g, const key_figure *keys, ptrdiff_t n, double before)
{
    key_texts t[3];
    double x = galley_now(g)->x, all = galley_now(g)->width;
    double width = (all - KEY_GAP * (double)(n - 1)) / (double)n;
    set_keys(g, keys, n, width, t);
    key_rows r = rows_of(t, n);
    if (r.height > (g->paper->bottom - g->paper->top) / 2) {
        keys_in_a_row(g, keys, n);
        return;
    }
    slab *s = galley_slab(g, before, r.height);
    s->after = 18;
    slab_part(
        g, s,
        (part){.kind = PART_FILL, .x = x, .w = all, .h = THICK, .colour = PAINT_INK});
    for (ptrdiff_t i = 0; i < n; i++) {
        double left = x + (double)i * (width + KEY_GAP);
        if (i > 0) {
            slab_part(g, s,
                      (part){.kind = PART_FILL,
                             .x = left - KEY_GAP / 2,
                             .y = THICK + 8,
                             .w = .5,
                             .h = r.height - THICK - 8,
                             .colour = PAINT_GRID});
        }
        key_column(g, s, &keys[i], &t[i], r, left, width);
    }
}

void compose_keys(galley *g, const key_figure *keys, ptrdiff_t n)
{
    enum { COLUMNS = 3 };
    for (ptrdiff_t i = 0; i < n; i += COLUMNS) {
        key_strip(g, keys + i, n - i < COLUMNS ? n - i : COLUMNS, i == 0 ? 22 : 6);
    }
}
