#include "base/base.h"

#include "pdf/compose.h"
#include "pdf/grid.h"

/* --- downloads -------------------------------------------------------------------------
 */

static grid_cell cell_of(galley *g, str words, style_id style)
{
    text_run *run = NEW(g->perm, text_run, 1);
    run->text = words;
    run->style = styles[style];
    return (grid_cell){.runs = run, .run_count = 1};
}

/* 64 digits in two lines: nobody wants a column of them in one. */
static str broken_hash(galley *g, str hash)
{
    ptrdiff_t half = hash.len / 2;
    return hash.len <= 32 ? hash
                          : str_fmt(g->perm, "%.*s\n%.*s", SV(str_take(hash, half)),
                                    SV(str_drop(hash, half)));
}

static void fill_download(galley *g, const download *d, grid_cell *cells)
{
    cells[0] = cell_of(g, d->name, STYLE_CELL_NAME);
    cells[0].runs->link = galley_link(g, d->href);
    cells[1] = cell_of(g, d->contents, STYLE_CELL);
    cells[2] = cell_of(g, d->size, STYLE_CELL);
    cells[3] = cell_of(g, broken_hash(g, d->sha256), STYLE_CELL_MACHINE);
}

static void add_attached(galley *g)
{
    str all = {0};
    for (ptrdiff_t i = 0; i < g->attached_count; i++) {
        const char *between = i == 0 ? "" : i == g->attached_count - 1 ? " and " : ", ";
        all = str_fmt(g->perm, "%.*s%s%.*s", SV(all), between, SV(g->attached[i]));
    }
    if (all.len > 0) {
        const context *c = galley_now(g);
        str words = str_fmt(g->perm, "Inside this file, as attachments: %.*s.", SV(all));
        text *t = text_plain(g->setter, words, &styles[STYLE_NOTE], c->width);
        galley_text(g, t, galley_element(g, c->of, "P"), 0, 6);
    }
}

/* The PDF itself is left out: it can't know its own size and hash. */
void compose_downloads(galley *g)
{
    enum { COLUMNS = 4 };
    static const char *const heads[COLUMNS] = {"File", "Contents", "Size", "SHA-256"};
    static const bool numeric[COLUMNS] = {[2] = true};
    const report *r = g->about;
    add_attached(g);
    grid t = {
        .columns = COLUMNS, .numeric = numeric, .has_head = true, .row_heads = true};
    t.cells = NEW(g->perm, grid_cell, (r->download_count + 1) * COLUMNS);
    for (int i = 0; i < COLUMNS; i++) {
        t.cells[i] = cell_of(g, str_from(heads[i]), STYLE_HEAD);
    }
    t.rows = 1;
    for (ptrdiff_t i = 0; i < r->download_count; i++) {
        if (!str_ends(r->downloads[i].name, S(".pdf"))) {
            fill_download(g, &r->downloads[i], &t.cells[t.rows++ * COLUMNS]);
        }
    }
    if (t.rows > 1) {
        galley_grid(g, &t);
    }
}

/* --- author and provenance
 * --------------------------------------------------------------- */

static void add_line(galley *g, const char *label, const text_run *runs, ptrdiff_t n)
{
    enum { PAD = 7 };
    context *c = galley_push(g, "Div");
    c->box = galley_box(g, (box){.kind = BOX_TOP_RULE,
                                 .x = c->x,
                                 .w = c->width,
                                 .thickness = .5,
                                 .pad_top = PAD,
                                 .pad_bottom = PAD});
    galley_label(
        g, text_plain(g->setter, str_from(label), &styles[STYLE_LABEL], MARGIN_LABEL),
        galley_element(g, c->of, "P"));
    slab *before = g->last;
    galley_text(g, text_set(g->setter, runs, n, c->width, WRAP_WORDS),
                galley_element(g, c->of, "P"), 0, 0);
    galley_pop(g);
    galley_hold(g, before ? before->next : g->first);
}

static void add_author(galley *g)
{
    const report *r = g->about;
    if (r->author_name.len == 0 || (r->author_bio.len == 0 && r->author_url.len == 0)) {
        return;
    }
    text_run runs[3] = {{.text = r->author_name, .style = styles[STYLE_NOTE_INK]}};
    runs[0].style.weight = 600;
    runs[1] = (text_run){.text = str_fmt(g->perm, ". %.*s ", SV(r->author_bio)),
                         .style = styles[STYLE_NOTE]};
    runs[2] = (text_run){.text = r->author_url,
                         .style = styles[STYLE_NOTE],
                         .link = galley_link(g, r->author_url)};
    runs[2].underline = runs[2].link != NULL;
    add_line(g, "About the author", runs, 3);
}

static void add_provenance(galley *g)
{
    const report *r = g->about;
    if (r->program.len == 0 || r->source_count == 0) {
        return;
    }
    text_style note = styles[STYLE_NOTE];
    text_run runs[] = {
        {.text = str_fmt(
             g->perm, "Made by %.*s from %td raw file%s, SHA-256 over their hashes ",
             SV(r->program), r->source_count, r->source_count == 1 ? "" : "s"),
         .style = note},
        {.text = r->sources_hash, .style = style_mono(note)},
        {.text = S(
             "\xE2\x80\xA6 The same files and the same program give this document again, "
             "byte for byte."),
         .style = note}};
    add_line(g, "Provenance", runs, COUNTOF(runs));
}

void compose_back(galley *g)
{
    if (g->last) {
        g->last->after = fmax(g->last->after, 28);
    }
    add_author(g);
    add_provenance(g);
}
