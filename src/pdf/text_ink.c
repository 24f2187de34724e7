#include "base/base.h"

#include "pdf/text_ink.h"
#include "pdf/text_parts.h"

/* A box for each character that no font has. A blank stands in it for the character, so
 * that it can be found and copied. */
static void ink_boxes(cairo_t *cr, const text_piece *p, double x, double y)
{
    double size = p->run->style.size;
    cairo_set_line_width(cr, .5);
    for (int i = 0; i < p->glyph_count; i++) {
        if (p->glyphs[i].index != 0) {
            continue;
        }
        double from = (double)p->glyphs[i].x;
        double to = i + 1 < p->glyph_count ? (double)p->glyphs[i + 1].x : p->width;
        cairo_rectangle(cr, x + p->x + from + size * .08, y - size * .7,
                        fmax(to - from - size * .16, size * .2), size * .7);
        cairo_stroke(cr);
    }
}

void text_ink_piece(cairo_t *cr, const text_piece *p, double x, double y)
{
    ink_boxes(cr, p, x, y);
    cairo_glyph_t *glyphs = g_new(cairo_glyph_t, p->glyph_count + 1);
    cairo_text_cluster_t *clusters = g_new(cairo_text_cluster_t, p->cluster_count + 1);
    for (int i = 0; i < p->glyph_count; i++) {
        const text_glyph *g = &p->glyphs[i];
        uint32_t index = g->index ? g->index : p->font->blank;
        glyphs[i] = (cairo_glyph_t){index, x + p->x + (double)g->x, y + (double)g->y};
    }
    for (int i = 0; i < p->cluster_count; i++) {
        clusters[i] = (cairo_text_cluster_t){p->clusters[i].bytes, p->clusters[i].glyphs};
    }
    cairo_set_scaled_font(cr, p->font->cairo);
    cairo_show_text_glyphs(cr, p->text.ptr, (int)p->text.len, glyphs, p->glyph_count,
                           clusters, p->cluster_count,
                           p->backward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD
                                       : (cairo_text_cluster_flags_t)0);
    g_free(glyphs);
    g_free(clusters);
}
