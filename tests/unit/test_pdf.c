#include "base/base.h"

#include "base/num.h"
#include "chart/chart.h"
#include "chart/fonts.h"
#include "chart/pen.h"
#include "check.h"
#include "pdf/compose.h"
#include "pdf/pdf.h"
#include "pdf/places.h"

/* --- reports made up from a seed -----------------------------------------------------
 */

typedef struct {
    uint64_t state;
    arena *perm;
    report *r;
    int depth;
} maker;

static uint64_t draw(maker *m, uint64_t below)
{
    m->state = m->state * 6364136223846793005u + 1442695040888963407u;
    return (m->state >> 33) % below;
}

static str words(maker *m, uint64_t most)
{
    static const char *const some[] = {
        "a",
        "run",
        "of",
        "the",
        "benchmark",
        "x86_64-unknown-linux-musl",
        "\xC2\xB1",
        "16.324",
        "https://example.org/a/very/long/path/to/nowhere.txt",
        "caf\xC3\xA9",
        "\xF0\x9F\x98\x80",
        "\xE6\x97\xA5\xE6\x9C\xAC",
        "\xFF",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "sync",
        "\t",
        "it\xE2\x80\x99s"};
    out *o = out_memory(m->perm);
    for (uint64_t n = draw(m, most) + 1; n > 0; n--) {
        out_str(o, str_from(some[draw(m, COUNTOF(some))]));
        out_str(o, n > 1 ? S(" ") : S(""));
    }
    return out_text(o);
}

static void add_inline(maker *m, node *parent)
{
    static const node_kind kinds[] = {NODE_TEXT,  NODE_TEXT,  NODE_TEXT,   NODE_STRONG,
                                      NODE_EMPH,  NODE_LINK,  NODE_STRIKE, NODE_MONO,
                                      NODE_VALUE, NODE_BREAK, NODE_IMAGE};
    static const char *const hrefs[] = {
        "https://example.org/it's", "#figure",      "#nowhere", "raw/a.txt.html#L6",
        "javascript:alert(1)",      "mailto:a@b.c", ""};
    for (uint64_t n = draw(m, 6); n > 0; n--) {
        node *k = node_add(parent, node_new(m->perm, kinds[draw(m, COUNTOF(kinds))]));
        k->text = words(m, 30);
        k->href = str_from(hrefs[draw(m, COUNTOF(hrefs))]);
        if (k->kind == NODE_STRONG || k->kind == NODE_EMPH || k->kind == NODE_LINK
            || k->kind == NODE_STRIKE) {
            node_text(m->perm, k, words(m, 8));
        }
    }
}

static table *make_table(maker *m)
{
    table *t = NEW(m->perm, table, 1);
    t->column_count = (ptrdiff_t)draw(m, draw(m, 8) == 0 ? 25 : 7) + 1;
    t->row_count = (ptrdiff_t)draw(m, draw(m, 4) == 0 ? 120 : 8);
    t->caption = draw(m, 2) ? words(m, 12) : (str){0};
    t->id = S("table");
    t->row_heads = draw(m, 2);
    t->columns = NEW(m->perm, table_column, t->column_count);
    t->cells = NEW(m->perm, table_cell, t->column_count * t->row_count + 1);
    for (ptrdiff_t i = 0; i < t->column_count; i++) {
        t->columns[i] = (table_column){.head = words(m, 3), .numeric = draw(m, 2)};
    }
    for (ptrdiff_t i = 0; i < t->column_count * t->row_count; i++) {
        t->cells[i] = (table_cell){.text = words(m, draw(m, 40) == 0 ? 300 : 3),
                                   .small = draw(m, 4) ? (str){0} : words(m, 5),
                                   .mono = draw(m, 2),
                                   .has_swatch = draw(m, 3) == 0,
                                   .swatch = (role)draw(m, ROLE_COUNT),
                                   .shade = (int)draw(m, 3)};
    }
    return t;
}

static figure *make_figure(maker *m)
{
    figure *f = NEW(m->perm, figure, 1);
    *f = (figure){.number = 1,
                  .id = S("figure"),
                  .title = words(m, 12),
                  .subtitle = words(m, 12),
                  .alt = words(m, 30)};
    chart_panel *p = NEW(m->perm, chart_panel, 1);
    p->bar_count = (ptrdiff_t)draw(m, draw(m, 10) == 0 ? 30 : 5) + 1;
    p->bars = NEW(m->perm, chart_bar, p->bar_count);
    p->zero_based = true;
    for (ptrdiff_t i = 0; i < p->bar_count; i++) {
        p->bars[i] = (chart_bar){.name = words(m, 2),
                                 .role = (role)draw(m, ROLE_COUNT),
                                 .value = SOME((double)draw(m, 1000)),
                                 .value_text = S("12.3 s")};
    }
    f->chart = (chart_spec){.panels = p, .panel_count = 1, .mean_word = S("mean")};
    f->table = draw(m, 2) ? make_table(m) : NULL;
    f->source = node_new(m->perm, NODE_PARA);
    add_inline(m, f->source);
    return f;
}

static key_figure *make_keys(maker *m, ptrdiff_t n)
{
    key_figure *k = NEW(m->perm, key_figure, n + 1);
    for (ptrdiff_t i = 0; i < n; i++) {
        k[i] = (key_figure){.number = S("1.50"),
                            .unit = words(m, 3),
                            .what = words(m, draw(m, 20) == 0 ? 400 : 10),
                            .bars = {{.name = words(m, 2), .text = S("1 s"), .share = 2}},
                            .caveat = words(m, 20),
                            .href = S("#figure"),
                            .href_text = S("Figure 1")};
    }
    return k;
}

static void add_specs(maker *m, node *n)
{
    for (uint64_t i = draw(m, 8); i > 0; i--) {
        add_inline(m, node_add(n, node_new(m->perm, NODE_TERM)));
        add_inline(m, node_add(n, node_new(m->perm, NODE_DETAIL)));
    }
}

static str many_lines(maker *m)
{
    out *o = out_memory(m->perm);
    for (uint64_t n = draw(m, draw(m, 5) == 0 ? 150 : 6) + 1; n > 0; n--) {
        out_str(o, words(m, 14));
        out_char(o, '\n');
    }
    return out_text(o);
}

static void add_blocks(maker *m, node *parent);

static void fill_block(maker *m, node *n)
{
    n->author = draw(m, 2);
    n->text = n->kind == NODE_CODE ? many_lines(m) : (str){0};
    n->label = draw(m, 2) ? words(m, 6) : (str){0};
    n->level = (int)draw(m, 3) + 2;
    n->ordered = draw(m, 2);
    n->start = (int)draw(m, 1200);
    n->section = (section_kind)draw(m, 3);
    if (n->kind == NODE_TABLE) {
        n->table = make_table(m);
    } else if (n->kind == NODE_FIGURE) {
        n->figure = make_figure(m);
    } else if (n->kind == NODE_KEYS) {
        n->key_count = (ptrdiff_t)draw(m, 6);
        n->keys = make_keys(m, n->key_count);
    } else if (n->kind == NODE_SPECS) {
        add_specs(m, n);
    } else if (n->kind == NODE_HEADING) {
        node_text(m->perm, n, words(m, 20));
        n->id = words(m, 1);
    } else if (n->kind == NODE_PARA) {
        add_inline(m, n);
    } else if (n->kind == NODE_LIST) {
        for (uint64_t i = draw(m, 5); i > 0; i--) {
            add_blocks(m, node_add(n, node_new(m->perm, NODE_ITEM)));
        }
    } else if (n->kind != NODE_CODE && n->kind != NODE_RULE) {
        add_blocks(m, n);
    }
}

static void add_blocks(maker *m, node *parent)
{
    static const node_kind kinds[] = {NODE_PARA,  NODE_PARA, NODE_PARA,   NODE_HEADING,
                                      NODE_QUOTE, NODE_LIST, NODE_CODE,   NODE_TABLE,
                                      NODE_KEYS,  NODE_NOTE, NODE_FIGURE, NODE_SPECS,
                                      NODE_RULE,  NODE_PARA, NODE_SECTION};
    if (m->depth > 3) {
        return;
    }
    m->depth++;
    for (uint64_t n = draw(m, m->depth == 1 ? 14 : 4); n > 0; n--) {
        fill_block(m,
                   node_add(parent, node_new(m->perm, kinds[draw(m, COUNTOF(kinds))])));
    }
    m->depth--;
}

static report *make_report(arena *perm, uint64_t seed)
{
    maker m = {.state = seed * 2654435761u + 1, .perm = perm};
    report *r = NEW(perm, report, 1);
    r->title = words(&m, 12);
    r->kicker = words(&m, 5);
    r->finding_text = words(&m, 40);
    r->date = S("2025-08-10");
    r->author_name = words(&m, 2);
    r->author_bio = words(&m, 20);
    r->disclosure = draw(&m, 2) ? words(&m, 30) : (str){0};
    r->site_title = S("Broadsheet");
    r->program = S("broadsheet");
    r->sources_hash = S("0123456789abcdef");
    r->source_count = 3;
    r->root = node_new(perm, NODE_REPORT);
    add_blocks(&m, r->root);
    return r;
}

/* --- what must hold for every report -------------------------------------------------
 */

typedef struct {
    galley *g;
    places *p;
} placed;

static placed place(arena *perm, text_setter *setter, const report *r, const char *paper)
{
    galley *g = NEW(perm, galley, 1);
    g->perm = perm;
    g->setter = setter;
    g->paper = sheet_named(str_from(paper));
    g->base_url = S("https://example.org/study/");
    g->meter = fonts_meter();
    g->about = r;
    compose(g);
    return (placed){g, places_of(perm, g)};
}

/* How many of each kind of part, and how many lines of text, that belong to an element.
 */
typedef struct {
    ptrdiff_t lines, scenes, page_numbers;
} amounts;

static void count_part(amounts *n, const part *p)
{
    if (p->of) {
        n->lines += p->kind == PART_TEXT ? p->last - p->first : 0;
        n->scenes += p->kind == PART_SCENE;
        n->page_numbers += p->kind == PART_PAGE;
    }
}

static void nothing_is_lost(const placed *all)
{
    amounts in = {0}, put = {0};
    for (const slab *s = all->g->first; s; s = s->next) {
        for (const part *p = s->first; p; p = p->next) {
            count_part(&in, p);
        }
    }
    for (const item *i = all->p->first; i; i = i->next) {
        count_part(&put, &i->part);
    }
    assert_int_equal(in.lines, put.lines);
    assert_int_equal(in.scenes, put.scenes);
    assert_int_equal(in.page_numbers, put.page_numbers);
}

static void all_is_in_its_frame(const placed *all)
{
    const double slack = .02;
    const sheet *s = all->p->paper;
    int page = 1;
    for (const item *i = all->p->first; i; i = i->next) {
        const part *p = &i->part;
        assert_in_range(i->page, page, all->p->pages);
        page = i->page;
        bool inside = p->x >= s->left - slack && p->x + p->w <= s->right + slack
                      && p->y >= s->top - slack && p->y + p->h <= s->bottom + slack;
        if (!inside) {
            print_error("page %d, kind %d: %g %g %g %g\n", i->page, (int)p->kind, p->x,
                        p->y, p->w, p->h);
        }
        assert_true(inside);
    }
}

/* Pango takes back the tracking at a line's ends; and one letter may be wider than its
 * column: it can't be broken. */
static double hangs_over(const text_line *line)
{
    const double rounding = .1, letter = 14;
    if (line->piece_count == 0 || line->width <= letter) {
        return letter;
    }
    const text_style *s = &line->pieces[0].run->style;
    return rounding - s->tracking * s->size;
}

static void texts_fit_their_place(const placed *all)
{
    for (const item *i = all->p->first; i; i = i->next) {
        const part *p = &i->part;
        for (int k = p->first; p->kind == PART_TEXT && k < p->last; k++) {
            const text_line *line = &p->text->lines[k];
            if (line->width > p->w + hangs_over(line)) {
                print_error("page %d: a line of %g points in %g\n", i->page, line->width,
                            p->w);
                fail();
            }
        }
    }
}

/* A paragraph that goes on overleaf has two lines or more on either side. */
static void no_line_is_alone(const placed *all)
{
    const item *before = NULL;
    for (const item *i = all->p->first; i; i = i->next) {
        const part *p = &i->part;
        if (p->kind != PART_TEXT || !p->of || strcmp(p->of->tag, "P") != 0) {
            continue;
        }
        if (before && before->part.text == p->text && before->page != i->page) {
            int above = before->part.last - before->part.first;
            if (above < 2 || p->last - p->first < 2) {
                print_error("page %d: %d lines above, %d below: \"%.*s\"\n", i->page,
                            above, p->last - p->first,
                            SV(p->text->lines[0].pieces[0].text));
                fail();
            }
        }
        before = i;
    }
}

static void headings_stay_with_text(const placed *all)
{
    for (const item *i = all->p->first; i; i = i->next) {
        const char *tag = i->part.of ? i->part.of->tag : "";
        if (strcmp(tag, "H2") == 0 && i->next && i->next->page != i->page) {
            print_error("a heading alone at the end of page %d\n", i->page);
            fail();
        }
    }
}

static void any_report_is_placed_whole(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 31);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        arena_reset(&perm);
        const report *r = make_report(&perm, seed);
        text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
        placed all = place(&perm, setter, r, seed % 2 ? "a4" : "letter");
        nothing_is_lost(&all);
        all_is_in_its_frame(&all);
        texts_fit_their_place(&all);
        no_line_is_alone(&all);
        headings_stay_with_text(&all);
        text_setter_close(setter);
    }
    arena_close(&perm);
}

static void any_report_is_drawn_twice_alike(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 31), scratch = arena_open((ptrdiff_t)1 << 31);
    pdf_attachment data = {S("data.json"), S("application/json"), S("Results"),
                           S("{}\n")};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        arena_reset(&perm);
        const report *r = make_report(&perm, seed);
        pdf_options opt = {.date = r->date, .attachments = &data, .attachment_count = 1};
        pdf_told told = {.missing = {.perm = &perm}};
        err e = {0};
        out *once = out_memory(&perm), *again = out_memory(&perm);
        if (!pdf_report(once, r, &opt, scratch, &told, &e)) {
            print_error("seed %" PRIu64 ": %s\n", seed, e.text);
            fail();
        }
        arena elsewhere = scratch;
        NEW(&elsewhere, char, 12345);
        assert_true(pdf_report(again, r, &opt, elsewhere, &told, &e));
        assert_true(str_eq(out_text(once), out_text(again)));
    }
    arena_close(&scratch);
    arena_close(&perm);
}

/* --- single rules
 * ------------------------------------------------------------------------- */

static report *empty_report(arena *perm)
{
    report *r = NEW(perm, report, 1);
    r->title = S("A title");
    r->root = node_new(perm, NODE_REPORT);
    return r;
}

static node *long_para(arena *perm, node *parent, int sentences)
{
    out *o = out_memory(perm);
    for (int i = 0; i < sentences; i++) {
        out_fmt(o, "Sentence %d says what was measured and nothing else at all. ", i);
    }
    return node_para(perm, parent, out_text(o));
}

static void tables_repeat_their_head(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    report *r = empty_report(&perm);
    table *t = NEW(&perm, table, 1);
    t->column_count = 1;
    t->row_count = 100;
    t->columns = NEW(&perm, table_column, 1);
    t->columns[0].head = S("Head");
    t->cells = NEW(&perm, table_cell, t->row_count);
    for (ptrdiff_t i = 0; i < t->row_count; i++) {
        t->cells[i].text = S("row");
    }
    node_add(r->root, node_new(&perm, NODE_TABLE))->table = t;
    text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
    placed all = place(&perm, setter, r, "a4");
    int heads = 0, rows_on_last = 0;
    for (const item *i = all.p->first; i; i = i->next) {
        if (i->part.kind == PART_TEXT) {
            str first = i->part.text->lines[0].pieces[0].text;
            heads += str_eq(first, S("Head"));
            rows_on_last += str_eq(first, S("row")) && i->page == all.p->pages;
        }
    }
    assert_true(all.p->pages > 1);
    assert_int_equal(heads, all.p->pages);
    assert_true(rows_on_last >= 2);
    text_setter_close(setter);
    arena_close(&perm);
}

static void holding_together_never_costs_a_page(void **state)
{
    (void)state;
    static const double heights[] = {500, 150, 150, 540}; /* of 694 */
    arena perm = arena_open((ptrdiff_t)1 << 30);
    galley *g = NEW(&perm, galley, 1);
    g->perm = &perm;
    g->paper = sheet_named(S("a4"));
    for (ptrdiff_t i = 0; i < COUNTOF(heights); i++) {
        galley_slab(g, 0, heights[i])->keep = i == 1 ? KEEP_SOFT : KEEP_FREE;
    }
    assert_int_equal(places_of(&perm, g)->pages, 2);
    g->last->height = 300; /* now it costs nothing */
    part whole = {.kind = PART_FILL, .x = 62, .w = 10, .h = 150};
    slab_part(g, g->first->next, whole);
    places *p = places_of(&perm, g);
    assert_int_equal(p->pages, 2);
    assert_int_equal(p->first->page, 2);
    arena_close(&perm);
}

/* Rather than leave half a page empty, all its charts get lower; the next page's do not.
 */
static void charts_give_way_for_the_next(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    galley *g = NEW(&perm, galley, 1);
    g->perm = &perm;
    g->paper = sheet_named(S("a4"));
    const chart_size sizes[CHART_SIZES] = {
        {.w = 400, .h = 370}, {.w = 400, .h = 340}, {.w = 400, .h = 300}};
    for (int i = 0; i < 4; i++) { /* frames of 694: two of 370 are too high, of 340 not */
        slab *s = galley_slab(g, 0, sizes[0].h);
        slab_part(g, s, (part){.kind = PART_SCENE, .x = 62, .w = 400, .h = sizes[0].h});
        s->sizes = sizes;
        if (i == 1) {
            galley_slab(g, 0, 650);
        }
    }
    g->last->keep = KEEP_ALWAYS;
    galley_slab(g, 0, 40);
    static const struct {
        int page;
        double y, h;
    } want[] = {{1, 78, 340}, {1, 418, 340}, {3, 78, 300}, {3, 378, 300}};
    const places *p = places_of(&perm, g);
    const item *at = p->first;
    for (int i = 0; i < 4; i++, at = at->next) {
        assert_int_equal(at->page, want[i].page);
        check_double(at->part.y, want[i].y);
        check_double(at->part.h, want[i].h);
    }
    assert_int_equal(p->pages, 3);
    g->first->next->height = 700; /* no size makes room: so the first chart stays large */
    g->first->next->sizes = NULL;
    check_double(places_of(&perm, g)->first->part.h, 370);
    arena_close(&perm);
}

/* "2.71 × the throughput" is never broken behind "the": its words go below the number,
 * and those of its neighbours, too. */
static void units_of_key_figures_stay_whole(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    static key_figure keys[] = {
        {.number = {"2.71", 4}, .unit = {"\xC3\x97 the throughput", 17}},
        {.number = {"1.50", 4}, .unit = {"\xC3\x97 the time", 11}},
        {.number = {"3.00", 4}, .unit = {"\xC3\x97 the time", 11}}};
    static const str apart[] = {{"the throughput", 14}, {"the time", 8}, {"the time", 8}};
    for (ptrdiff_t n = 1; n <= COUNTOF(keys); n++) {
        report *r = empty_report(&perm);
        node *strip = node_add(r->root, node_new(&perm, NODE_KEYS));
        strip->keys = keys;
        strip->key_count = n;
        text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
        placed all = place(&perm, setter, r, "a4");
        ptrdiff_t numbers = 0, words = 0;
        for (const item *i = all.p->first; i; i = i->next) {
            const text *t = i->part.kind == PART_TEXT ? i->part.text : NULL;
            if (!t || t->line_count != 1 || t->lines[0].piece_count == 0) {
                continue;
            }
            str first = t->lines[0].pieces[0].text;
            numbers += numbers < n && str_eq(first, keys[numbers].number);
            words += words < n && str_eq(first, apart[words]);
        }
        assert_int_equal(numbers, n);
        assert_int_equal(words, n == 3 ? n : 0); /* two have room enough */
        text_setter_close(setter);
    }
    arena_close(&perm);
}

/* A label longer than the text beside it goes on without a gap; the white space that ends
 * the text ends both. */
static void a_long_label_has_no_gap(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
    galley *g = NEW(&perm, galley, 1);
    g->perm = &perm;
    g->setter = setter;
    g->paper = sheet_named(S("a4"));
    *galley_now(g) = (context){.x = g->paper->left, .width = 471};
    galley_push(g, "Div");
    element *of = galley_now(g)->of;
    const text_style *style = &styles[STYLE_LABEL];
    str words = S("a label that needs several lines in its margin");
    galley_label(g, text_plain(setter, words, style, MARGIN_LABEL), of);
    galley_text(g, text_plain(setter, S("short"), style, 200), of, 0, 6);
    galley_pop(g);
    assert_true(g->first->next && g->first->next->next == g->last);
    check_double(g->first->after, 0);
    check_double(g->first->next->after, 0);
    check_double(g->last->after, 6);
    text_setter_close(setter);
    arena_close(&perm);
}

/* A chart higher than a page gets all of the page that its words leave, and below a
 * heading what the heading leaves. */
static void a_tall_chart_fills_its_page(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    static chart_bar bars[60];
    for (ptrdiff_t i = 0; i < COUNTOF(bars); i++) {
        bars[i] = (chart_bar){.name = S("row"), .value = {.known = true, .value = 1}};
    }
    static chart_panel panel = {.bars = bars, .bar_count = COUNTOF(bars)};
    figure tall = {.number = 1,
                   .id = S("tall"),
                   .title = S("Title"),
                   .chart = {.kind = CHART_BARS, .panels = &panel, .panel_count = 1}};
    double heights[2];
    for (int below = 0; below < 2; below++) {
        report *r = empty_report(&perm);
        if (below) {
            node_heading(&perm, r->root, 2, S("above"), S("Above"));
        }
        node_add(r->root, node_new(&perm, NODE_FIGURE))->figure = &tall;
        text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
        placed all = place(&perm, setter, r, "a4");
        part chart = {0};
        for (const item *i = all.p->first; i; i = i->next) {
            chart = i->part.kind == PART_SCENE ? i->part : chart;
        }
        heights[below] = chart.h;
        const sheet *s = all.p->paper;
        assert_true(chart.y + chart.h <= s->bottom + .01);
        assert_true(below || chart.h > (s->bottom - s->top) * .9);
        text_setter_close(setter);
    }
    assert_true(heights[1] < heights[0]);
    arena_close(&perm);
}

static void type_in_charts_stays_legible(void **state)
{
    (void)state;
    const sheet *a4 = sheet_named(S("a4"));
    for (int w = CHART_PAPER; w <= (int)CHART_PAPER_LOWEST; w++) {
        double scale = (a4->right - a4->left) / chart_px((chart_width)w);
        assert_true(LETTER_SMALL.size * scale >= 6.5);
        assert_true(LETTER_NAME.size * scale <= styles[STYLE_BODY].size);
    }
}

static void contents_know_the_pages(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    report *r = empty_report(&perm);
    node_heading(&perm, r->root, 2, S("one"), S("One"));
    long_para(&perm, r->root, 120);
    node_heading(&perm, r->root, 2, S("two"), S("Two"));
    long_para(&perm, r->root, 3);
    text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
    placed all = place(&perm, setter, r, "a4");
    const heading *one = all.p->headings, *two = one->next;
    assert_int_equal(one->page, 1);
    assert_int_equal(two->page, all.p->pages);
    assert_true(two->page > 1);
    check_str(two->dest, "two");
    text_setter_close(setter);
    arena_close(&perm);
}

static void links_lead_only_where_they_may(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30);
    galley *g = NEW(&perm, galley, 1);
    g->perm = &perm;
    const char *const refused[] = {
        "javascript:alert(1)", "file:///etc/passwd", "//evil.org/",
        "data:text/html,x",    "#nowhere",           "",
        "raw/a.txt",           "\\\\host\\share"};
    for (ptrdiff_t i = 0; i < COUNTOF(refused); i++) {
        assert_null(galley_link(g, str_from(refused[i])));
    }
    check_str(galley_link(g, S("https://a.b/it's (here)\\"))->uri,
              "https://a.b/it%27s%20(here)%5C");
    g->base_url = S("https://example.org/s/");
    check_str(galley_link(g, S("raw/a.txt.html#L6"))->uri,
              "https://example.org/s/raw/a.txt.html#L6");
    assert_null(galley_link(g, S("javascript:alert(1)")));
    arena_close(&perm);
}

/* The sentence goes from left to right although its first word doesn't, and each letter
 * can be copied by itself. */
static void a_hebrew_word_is_read_backward(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 26);
    missing_chars missing = {.perm = &perm};
    text_setter *setter = text_setter_open(&perm, &missing);
    const text *t = text_plain(setter, S("\u05E9\u05DC\u05D5\u05DD takes longer"),
                               &styles[STYLE_BODY], 400);
    const text_line *line = &t->lines[0];
    const text_piece *word = &line->pieces[0];
    check_str(word->text, "\u05E9\u05DC\u05D5\u05DD");
    assert_true(word->backward);
    assert_int_equal(word->cluster_count, 4);
    assert_false(line->pieces[line->piece_count - 1].backward);
    assert_true(str_ends(line->pieces[line->piece_count - 1].text, S("takes longer")));
    text_setter_close(setter);
    arena_close(&perm);
}

/* cairo refuses a whole file where clusters don't account for all bytes and glyphs. */
static void clusters_account_for_all_of_a_piece(void **state)
{
    (void)state;
    static const char *const words[] = {"\u202E",
                                        "\u202Egnp.txt",
                                        "a \u202E\u202C b",
                                        "\u05E9\u200B\u05DC \u200F",
                                        "\u200F\u200F",
                                        "\u0645\u0631\u062D\u0628\u0627 12 \u0645",
                                        "e\u0301\u0327\u0308",
                                        "\u0301 at first",
                                        "\u2066\u202Ex\u2069",
                                        "\uFEFF\u200D\uFE0F"};
    arena perm = arena_open((ptrdiff_t)1 << 26);
    missing_chars missing = {.perm = &perm};
    text_setter *setter = text_setter_open(&perm, &missing);
    for (int i = 0; i < COUNTOF(words); i++) {
        const text *t = text_plain(setter, str_from(words[i]), &styles[STYLE_BODY], 400);
        for (int k = 0; k < t->lines[0].piece_count; k++) {
            const text_piece *p = &t->lines[0].pieces[k];
            ptrdiff_t bytes = 0, glyphs = 0;
            for (int c = 0; c < p->cluster_count; c++) {
                bytes += p->clusters[c].bytes;
                glyphs += p->clusters[c].glyphs;
            }
            assert_int_equal(bytes, p->text.len);
            assert_int_equal(glyphs, p->glyph_count);
        }
    }
    text_setter_close(setter);
    arena_close(&perm);
}

static void missing_letters_are_told(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30), scratch = arena_open((ptrdiff_t)1 << 30);
    report *r = empty_report(&perm);
    node_para(&perm, r->root, S("caf\xC3\xA9 \xF0\x9F\x98\x80\xF0\x9F\x98\x80 end"));
    pdf_options opt = {0};
    pdf_told told = {.missing = {.perm = &perm}};
    err e = {0};
    assert_true(pdf_report(out_memory(&perm), r, &opt, scratch, &told, &e));
    assert_int_equal(told.missing.count, 1);
    assert_int_equal(told.missing.chars[0], 0x1F600);
    assert_int_equal(told.pages, 1);
    arena_close(&scratch);
    arena_close(&perm);
}

/* What k6, progress bars and tables in terminals are drawn with. */
static void terminals_have_their_letters(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30), scratch = arena_open((ptrdiff_t)1 << 30);
    report *r = empty_report(&perm);
    node_add(r->root, node_new(&perm, NODE_CODE))->text =
        S("\u2588 setup\n  \u2713 status is 200\n  \u2717 no error\n\u250C\u2500\u2510 "
          "\u2591\u2592 \u203E \u2026 \u00B5s \u00B1");
    pdf_options opt = {0};
    pdf_told told = {.missing = {.perm = &perm}};
    err e = {0};
    assert_true(pdf_report(out_memory(&perm), r, &opt, scratch, &told, &e));
    assert_int_equal(told.missing.count, 0);
    arena_close(&scratch);
    arena_close(&perm);
}

/* Pango's coordinates overflow where a paragraph is two kilometres long. */
static void a_word_of_pages_is_set_whole(void **state)
{
    (void)state;
    enum { LETTERS = 600 * 1000 };
    arena perm = arena_open((ptrdiff_t)1 << 31);
    text_setter *setter = text_setter_open(&perm, &(missing_chars){.perm = &perm});
    char *word = NEW(&perm, char, LETTERS);
    memset(word, 'm', LETTERS);
    text_run run = {.text = {word, LETTERS}, .style = styles[STYLE_BODY]};
    const text *prose = text_set(setter, &run, 1, 470, WRAP_WORDS);
    run.style = styles[STYLE_CODE];
    const text *code = text_set(setter, &run, 1, 470, WRAP_LETTERS);
    const text *const both[] = {prose, code};
    for (int k = 0; k < 2; k++) {
        ptrdiff_t letters = 0;
        for (int i = 0; i < both[k]->line_count; i++) {
            const text_line *line = &both[k]->lines[i];
            assert_true(line->width < 471);
            for (int p = 0; p < line->piece_count; p++) {
                letters += line->pieces[p].glyph_count;
            }
        }
        assert_int_equal(letters, LETTERS);
    }
    text_setter_close(setter);
    arena_close(&perm);
}

static void unknown_paper_is_refused(void **state)
{
    (void)state;
    arena perm = arena_open((ptrdiff_t)1 << 30), scratch = arena_open((ptrdiff_t)1 << 30);
    pdf_options opt = {.paper = S("a5")};
    pdf_told told = {.missing = {.perm = &perm}};
    err e = {0};
    assert_false(
        pdf_report(out_memory(&perm), empty_report(&perm), &opt, scratch, &told, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_string_equal(e.text, "'a5' is no paper we know");
    assert_string_equal(e.hint, "Use a4 or letter.");
    arena_close(&scratch);
    arena_close(&perm);
}

static void dates_are_for_people(void **state)
{
    (void)state;
    static char room[1 << 16];
    arena a = {(unsigned char *)room, (unsigned char *)room + sizeof room, NULL};
    check_str(compose_date(&a, S("2025-08-10")), "10 August 2025");
    check_str(compose_date(&a, S("2025-01-02T03:04:05Z")), "2 January 2025");
    check_str(compose_date(&a, S("2025-13-10")), "2025-13-10");
    check_str(compose_date(&a, S("last week")), "last week");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_report_is_placed_whole),
        cmocka_unit_test(any_report_is_drawn_twice_alike),
        cmocka_unit_test(tables_repeat_their_head),
        cmocka_unit_test(holding_together_never_costs_a_page),
        cmocka_unit_test(charts_give_way_for_the_next),
        cmocka_unit_test(units_of_key_figures_stay_whole),
        cmocka_unit_test(a_long_label_has_no_gap),
        cmocka_unit_test(a_tall_chart_fills_its_page),
        cmocka_unit_test(type_in_charts_stays_legible),
        cmocka_unit_test(contents_know_the_pages),
        cmocka_unit_test(links_lead_only_where_they_may),
        cmocka_unit_test(a_hebrew_word_is_read_backward),
        cmocka_unit_test(clusters_account_for_all_of_a_piece),
        cmocka_unit_test(missing_letters_are_told),
        cmocka_unit_test(terminals_have_their_letters),
        cmocka_unit_test(a_word_of_pages_is_set_whole),
        cmocka_unit_test(unknown_paper_is_refused),
        cmocka_unit_test(dates_are_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
