#include "base/base.h"

#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>

#include "chart/fonts.h"
#include "pdf/text_parts.h"

text_setter *text_setter_open(arena *perm, missing_chars *missing)
{
    text_setter *s = NEW(perm, text_setter, 1);
    s->perm = perm;
    s->missing = missing;
    return s;
}

void text_setter_close(text_setter *s)
{
    for (const text_font *f = s ? s->fonts : NULL; f; f = f->next) {
        g_object_unref(f->pango);
    }
    if (s) {
        s->fonts = NULL;
    }
}

static const text_font *font_of(text_setter *s, PangoFont *pango)
{
    for (const text_font *f = s->fonts; f; f = f->next) {
        if (f->pango == pango) {
            return f;
        }
    }
    text_font *f = NEW(s->perm, text_font, 1);
    f->pango = g_object_ref(pango);
    f->cairo = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(pango));
    f->blank = pango_fc_font_get_glyph(PANGO_FC_FONT(pango), ' ');
    f->next = s->fonts;
    s->fonts = f;
    return f;
}

/* --- the runs as one text ------------------------------------------------------------
 */

/* All runs' words behind one another, clean; `run_end[i]` is where run i ends. */
typedef struct {
    char *bytes;
    ptrdiff_t len, cap;
    ptrdiff_t word; /* where the last one begins */
    ptrdiff_t *run_end;
} joined;

static void put(joined *j, char c)
{
    if (j->len < j->cap) {
        j->bytes[j->len++] = c;
    }
}

static bool ends_blank(const joined *j)
{
    return j->len > 0 && (j->bytes[j->len - 1] == ' ' || j->bytes[j->len - 1] == '\n');
}

static void drop_blanks(joined *j)
{
    while (j->len > 0 && j->bytes[j->len - 1] == ' ') {
        j->len--;
    }
}

/* Pango's time grows with the square of a word's length: a word of pages gets places
 * where it may be broken, U+200B. */
enum { LONGEST_WORD = 600 };

static void put_break(joined *j)
{
    put(j, '\xE2');
    put(j, '\x80');
    put(j, '\x8B');
    j->word = j->len;
}

/* Appends valid UTF-8; control characters turn into blanks. In code a tab turns into as
 * many as lead to the next 8th column; elsewhere several blanks are one. */
static void append(joined *j, str words, bool code)
{
    ptrdiff_t column = 0;
    for (ptrdiff_t i = 0; i < words.len; i++) {
        unsigned char c = (unsigned char)words.ptr[i];
        if (c == '\t' && code) {
            do {
                put(j, ' ');
            } while (++column % 8);
            continue;
        }
        bool begins = (c & 0xC0) != 0x80;
        column = c == '\n' ? 0 : column + begins;
        char shown = (c < ' ' && c != '\n') || c == 0x7F ? ' ' : (char)c;
        if (!code && shown == '\n') {
            drop_blanks(j);
        }
        if (!code && begins && j->len - j->word > LONGEST_WORD) {
            put_break(j);
        }
        if (code || shown != ' ' || !ends_blank(j)) {
            put(j, shown);
        }
        j->word = shown == ' ' || shown == '\n' ? j->len : j->word;
    }
}

static ptrdiff_t room_for(str words)
{
    ptrdiff_t tabs = 0;
    for (ptrdiff_t i = 0; i < words.len; i++) {
        tabs += words.ptr[i] == '\t';
    }
    /* each bad byte may become U+FFFD, and words get breaks */
    return words.len * 3 + tabs * 8 + words.len / LONGEST_WORD * 3 + 3;
}

static joined join(arena *perm, const text_run *runs, ptrdiff_t n, bool code)
{
    joined j = {.run_end = NEW(perm, ptrdiff_t, n + 1), .cap = 1};
    for (ptrdiff_t i = 0; i < n; i++) {
        j.cap += room_for(runs[i].text);
    }
    j.bytes = NEW(perm, char, j.cap + 1);
    for (ptrdiff_t i = 0; i < n; i++) {
        str words = runs[i].text;
        if (words.len > 0 && !g_utf8_validate(words.ptr, words.len, NULL)) {
            char *valid = g_utf8_make_valid(words.ptr, words.len);
            append(&j, str_from(valid), code);
            g_free(valid);
        } else {
            append(&j, words, code);
        }
        j.run_end[i] = j.len;
    }
    if (!code) { /* Pango lets blanks hang over at a line's end */
        drop_blanks(&j);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        j.run_end[i] = j.run_end[i] < j.len ? j.run_end[i] : j.len;
    }
    return j;
}

str text_clean(arena *perm, str words)
{
    text_run run = {.text = words};
    joined j = join(perm, &run, 1, false);
    for (ptrdiff_t i = 0; i < j.len; i++) {
        j.bytes[i] = j.bytes[i] == '\n' ? ' ' : j.bytes[i];
    }
    return (str){j.bytes, j.len};
}

/* A run's number travels through Pango as a foreground colour: so items never mix runs,
 * and each finds back to its own. */
static void mark_run(PangoAttrList *attrs, ptrdiff_t run, ptrdiff_t from, ptrdiff_t to)
{
    PangoAttribute *a =
        pango_attr_foreground_new((guint16)(run & 0xFFFF), (guint16)(run >> 16), 0);
    a->start_index = (guint)from;
    a->end_index = (guint)to;
    pango_attr_list_insert(attrs, a);
}

static const text_run *run_of(const PangoItem *item, const text_run *runs)
{
    for (const GSList *l = item->analysis.extra_attrs; l; l = l->next) {
        const PangoAttribute *a = l->data;
        if (a->klass->type == PANGO_ATTR_FOREGROUND) {
            PangoColor c = ((const PangoAttrColor *)a)->color;
            return &runs[c.red + ((ptrdiff_t)c.green << 16)];
        }
    }
    return runs;
}

static PangoLayout *layout_of(const joined *j, const text_run *runs, ptrdiff_t n)
{
    PangoLayout *layout = fonts_layout_new();
    pango_layout_set_text(layout, j->bytes, (int)j->len);
    PangoAttrList *attrs = pango_attr_list_new();
    for (ptrdiff_t i = 0, from = 0; i < n; from = j->run_end[i++]) {
        const text_style *s = &runs[i].style;
        font_style f = {.face = s->face,
                        .weight = s->weight,
                        .italic = s->italic,
                        .tabular = s->tabular,
                        .size = s->size,
                        .tracking = s->tracking};
        if (j->run_end[i] > from) {
            fonts_style_range(attrs, f, from, j->run_end[i]);
            mark_run(attrs, i, from, j->run_end[i]);
        }
    }
    /* a hyphen in a broken hash or path would look like a part of it */
    pango_attr_list_insert(attrs, pango_attr_insert_hyphens_new(FALSE));
    pango_layout_set_attributes(layout, attrs);
    pango_attr_list_unref(attrs);
    return layout;
}

/* --- Pango's lines as ours ------------------------------------------------------------
 */

static double points(int pango_units)
{
    return (double)pango_units / PANGO_SCALE;
}

/* A piece that grows, glyph by glyph. */
typedef struct {
    text_piece *piece;
    text_glyph *glyphs;
    text_cluster *clusters;
    double pen;
} growing;

static void take_glyph(growing *g, const PangoGlyphInfo *info)
{
    double dx = points(info->geometry.x_offset), dy = points(info->geometry.y_offset);
    bool unknown = info->glyph & PANGO_GLYPH_UNKNOWN_FLAG;
    g->glyphs[g->piece->glyph_count++] =
        (text_glyph){unknown ? 0 : info->glyph, (float)(g->pen + dx), (float)dy};
}

/* The blank at a broken line's end has no glyph in Pango, and words would run together
 * for who reads by the tags: it gets one, beyond the edge. Others without a glyph
 * (joiners, variation selectors) belong to the cluster before. */
static void take_empty(growing *g, const char *bytes, int n)
{
    text_piece *p = g->piece;
    if (n == 1 && bytes[0] == ' ') {
        g->glyphs[p->glyph_count++] = (text_glyph){p->font->blank, (float)g->pen, 0};
        g->clusters[p->cluster_count++] = (text_cluster){n, 1};
    } else if (p->cluster_count > 0) {
        g->clusters[p->cluster_count - 1].bytes += n;
    } else {
        p->text = str_drop(p->text, n);
    }
}

static void take_cluster(growing *g, const PangoGlyphItem *item, int from, int to)
{
    for (int i = from; i < to; i++) {
        const PangoGlyphInfo *info = &item->glyphs->glyphs[i];
        if (info->glyph != PANGO_GLYPH_EMPTY) {
            take_glyph(g, info);
        }
        g->pen += points(info->geometry.width);
    }
}

static void take_clusters(growing *g, PangoGlyphItem *item, const char *bytes)
{
    text_piece *p = g->piece;
    PangoGlyphItemIter it;
    for (bool on = pango_glyph_item_iter_init_start(&it, item, bytes); on;
         on = pango_glyph_item_iter_next_cluster(&it)) {
        int before = p->glyph_count;
        take_cluster(g, item, it.start_glyph, it.end_glyph);
        int n = it.end_index - it.start_index;
        if (p->glyph_count == before) {
            take_empty(g, bytes + it.start_index, n);
        } else {
            g->clusters[p->cluster_count++] = (text_cluster){n, p->glyph_count - before};
        }
    }
}

static int count_shown(const PangoGlyphString *glyphs, int from, int to)
{
    int n = 0;
    for (int i = from; i < to; i++) {
        n += glyphs->glyphs[i].glyph != PANGO_GLYPH_EMPTY;
    }
    return n;
}

/* Right to left: the glyphs in the order seen, their clusters in the order read. Pango
 * tells such a cluster by its last glyph and the one before its first. */
static void take_clusters_backward(growing *g, PangoGlyphItem *item, const char *bytes)
{
    text_piece *p = g->piece;
    take_cluster(g, item, 0, item->glyphs->num_glyphs);
    PangoGlyphItemIter it;
    for (bool on = pango_glyph_item_iter_init_start(&it, item, bytes); on;
         on = pango_glyph_item_iter_next_cluster(&it)) {
        int shown = count_shown(item->glyphs, it.end_glyph + 1, it.start_glyph + 1);
        int n = it.end_index - it.start_index;
        if (shown > 0) {
            g->clusters[p->cluster_count++] = (text_cluster){n, shown};
        } else if (p->cluster_count > 0) {
            g->clusters[p->cluster_count - 1].bytes += n;
        } else {
            p->text = str_drop(p->text, n);
        }
    }
}

static void take_item(text_setter *s, text_piece *p, PangoGlyphItem *item,
                      const char *bytes)
{
    int n = item->glyphs->num_glyphs;
    p->text = (str){bytes + item->item->offset, item->item->length};
    p->font = font_of(s, item->item->analysis.font);
    growing g = {.piece = p,
                 .glyphs = NEW(s->perm, text_glyph, n + 1),
                 .clusters = NEW(s->perm, text_cluster, n + 1)};
    p->glyphs = g.glyphs;
    p->clusters = g.clusters;
    p->backward = item->item->analysis.level % 2;
    if (p->backward) {
        take_clusters_backward(&g, item, bytes);
    } else {
        take_clusters(&g, item, bytes);
    }
    p->width = g.pen;
}

static text_line take_line(text_setter *s, PangoLayoutLine *line, const char *bytes,
                           const text_run *runs)
{
    text_line mine = {.continued = !line->is_paragraph_start};
    for (const GSList *l = line->runs; l; l = l->next) {
        mine.piece_count++;
    }
    text_piece *p = NEW(s->perm, text_piece, mine.piece_count);
    mine.pieces = p;
    for (const GSList *l = line->runs; l; l = l->next, p++) {
        PangoGlyphItem *item = l->data;
        p->run = run_of(item->item, runs);
        p->x = mine.width;
        take_item(s, p, item, bytes);
        mine.width += p->width;
    }
    return mine;
}

/* The widest stretch of a line between places where it might be broken: behind a blank,
 * a slash or a dash that no figure follows. An estimate, to share out a table's width. */
static double widest_word(const text_line *line)
{
    double widest = 0, from = 0;
    for (int i = 0; i < line->piece_count; i++) {
        const text_piece *p = &line->pieces[i];
        const char *at = p->text.ptr;
        int glyph = 0;
        for (int c = 0; c < p->cluster_count; c++) {
            double x = p->x + (double)p->glyphs[glyph].x;
            bool blank = *at == ' ';
            bool behind =
                c > 0 && (at[-1] == '/' || (at[-1] == '-' && (*at < '0' || *at > '9')));
            if (blank || behind) {
                widest = fmax(widest, x - from);
                from = x + (blank ? p->run->style.size / 4 : 0);
            }
            at += p->clusters[c].bytes;
            glyph += p->clusters[c].glyphs;
        }
    }
    return fmax(widest, line->width - from);
}

static text *take_layout(text_setter *s, PangoLayout *layout, const joined *j,
                         const text_run *runs)
{
    text *t = NEW(s->perm, text, 1);
    t->line_count = pango_layout_get_line_count(layout);
    text_line *lines = NEW(s->perm, text_line, t->line_count);
    t->lines = lines;
    const GSList *l = pango_layout_get_lines_readonly(layout);
    for (int i = 0; i < t->line_count; i++, l = l->next) {
        lines[i] = take_line(s, l->data, j->bytes, runs);
        t->width = fmax(t->width, lines[i].width);
        t->least = fmax(t->least, widest_word(&lines[i]));
    }
    t->natural = t->width;
    fonts_missing(layout, s->missing);
    return t;
}

/* --- setting --------------------------------------------------------------------------
 */

/* Narrows the layout as far as it keeps its number of lines. */
static void balance(PangoLayout *layout, double width)
{
    int lines = pango_layout_get_line_count(layout);
    double low = width / 2, high = width;
    while (lines > 1 && high - low > 4) {
        double middle = (low + high) / 2;
        pango_layout_set_width(layout, (int)(middle * PANGO_SCALE));
        if (pango_layout_get_line_count(layout) > lines) {
            low = middle;
        } else {
            high = middle;
        }
    }
    pango_layout_set_width(layout, (int)(high * PANGO_SCALE));
}

static double last_line_width(PangoLayout *layout)
{
    PangoRectangle seen;
    int n = pango_layout_get_line_count(layout);
    pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, n - 1), NULL,
                                  &seen);
    return points(seen.width);
}

/* A word left over for the last line gets company from the lines above, where they have
 * some to spare. */
static void avoid_leftover(PangoLayout *layout, double width)
{
    const double paragraph = 250, leftover = .13;
    int lines = pango_layout_get_line_count(layout);
    if (width < paragraph || lines < 2 || last_line_width(layout) > width * leftover) {
        return;
    }
    for (double part = .98; part > .91; part -= .02) {
        pango_layout_set_width(layout, (int)(width * part * PANGO_SCALE));
        if (pango_layout_get_line_count(layout) > lines) {
            break;
        }
        if (last_line_width(layout) > width * leftover) {
            return;
        }
    }
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
}

static void limit_width(PangoLayout *layout, double width, text_wrap wrap)
{
    if (width <= 0) {
        return;
    }
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout,
                          wrap == WRAP_LETTERS ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR);
    if (wrap == WRAP_CUT) {
        pango_layout_set_height(layout, -1);
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    } else if (wrap == WRAP_BALANCE) {
        balance(layout, width);
    } else if (wrap == WRAP_WORDS) {
        avoid_leftover(layout, width);
    }
}

/* A line may be wider by what tracking takes back at its end. */
static double slack_of(const text_run *first)
{
    const double rounding = .1;
    return rounding + fabs(first->style.tracking) * first->style.size;
}

static double widest_line(PangoLayout *layout)
{
    int w;
    pango_layout_get_size(layout, &w, NULL);
    return points(w);
}

/* Pango 1.50 may fill a line beyond its width where a run ends inside a word that it had
 * to break: it gets less room until the line fits, then breaks anywhere. */
static void narrow(PangoLayout *layout, double width)
{
    for (double part = .96; part > .8; part -= .04) {
        pango_layout_set_width(layout, (int)(width * part * PANGO_SCALE));
        if (widest_line(layout) <= width) {
            return;
        }
    }
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_CHAR);
}

text *text_set_once(text_setter *s, const text_run *kept, ptrdiff_t n, double width,
                    text_wrap wrap)
{
    joined j = join(s->perm, kept, n, wrap == WRAP_LETTERS);
    PangoLayout *layout = layout_of(&j, kept, n);
    limit_width(layout, width, wrap);
    text *t = take_layout(s, layout, &j, kept);
    if (width > 0 && wrap != WRAP_CUT && t->width > width + slack_of(kept)) {
        narrow(layout, width);
        t = take_layout(s, layout, &j, kept);
    }
    g_object_unref(layout);
    return t;
}

static text *set_any(text_setter *s, const text_run *kept, ptrdiff_t n, double width,
                     text_wrap wrap)
{
    enum { LONG = 100 * 1000 };
    ptrdiff_t bytes = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        bytes += kept[i].text.len;
    }
    if (wrap == WRAP_LETTERS) {
        return text_set_code(s, kept, width);
    }
    return bytes > LONG ? text_set_long(s, kept, n, width, wrap)
                        : text_set_once(s, kept, n, width, wrap);
}

text *text_set(text_setter *s, const text_run *runs, ptrdiff_t n, double width,
               text_wrap wrap)
{
    text_run *kept = NEW(s->perm, text_run, n + 1);
    if (n > 0) {
        memcpy(kept, runs, (size_t)n * sizeof *runs);
    }
    text *t = set_any(s, kept, n, width, wrap);
    t->lead = kept[0].style.lead;
    t->baseline = style_baseline(&kept[0].style);
    for (ptrdiff_t i = 0; i < n; i++) {
        t->has_links = t->has_links || kept[i].link;
    }
    return t;
}

text *text_plain(text_setter *s, str words, const text_style *style, double width)
{
    text_run run = {.text = words, .style = *style};
    return text_set(s, &run, 1, width, WRAP_WORDS);
}
