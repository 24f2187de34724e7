#include "base/base.h"

#include <cairo-pdf.h>
#include <glib.h>

#include "base/num.h"
#include "chart/ink.h"

static void set_paint(cairo_t *cr, const theme *t, paint p, double opacity)
{
    uint32_t c = t->rgb[p];
    cairo_set_source_rgba(cr, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0,
                          (c & 255) / 255.0, opacity > 0 ? opacity : 1);
}

/* Appends "M x y L x y Z", shifted. The layout wrote it: what is odd is skipped. */
static void add_path(cairo_t *cr, str path, double dx, double dy)
{
    while (path.len > 0) {
        str verb = str_word(&path);
        if (str_eq(verb, S("Z"))) {
            cairo_close_path(cr);
            continue;
        }
        double x = 0;
        double y = 0;
        if (!num_double(str_word(&path), &x) || !num_double(str_word(&path), &y)) {
            continue;
        }
        if (str_eq(verb, S("M"))) {
            cairo_move_to(cr, x + dx, y + dy);
        } else {
            cairo_line_to(cr, x + dx, y + dy);
        }
    }
}

/* The tiles of a hatching as one path under one stroke, so that no crossing is drawn
 * twice; vectors in a PDF, too. */
static void draw_pattern(cairo_t *cr, const mark *m, const theme *t)
{
    const char *path = pattern_path(m->pattern);
    if (!path) {
        return;
    }
    cairo_save(cr);
    cairo_rectangle(cr, m->x, m->y, m->w, m->h);
    cairo_clip(cr);
    int size = pattern_tile(m->pattern);
    int right = (int)floor((m->x + m->w) / size);
    int bottom = (int)floor((m->y + m->h) / size);
    for (int j = (int)floor(m->y / size); j <= bottom; j++) {
        for (int i = (int)floor(m->x / size); i <= right; i++) {
            add_path(cr, str_from(path), i * size, j * size);
        }
    }
    set_paint(cr, t, PAINT_BG, PATTERN_OPACITY);
    cairo_set_line_width(cr, PATTERN_STROKE);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void draw_text(cairo_t *cr, const mark *m, const theme *t, missing_chars *missing)
{
    PangoLayout *layout = fonts_layout(
        m->text, (font_style){.face = m->face, .weight = m->weight, .size = m->size});
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    int width = 0;
    pango_layout_get_size(layout, &width, NULL);
    fonts_missing(layout, missing);
    double share = m->anchor == ANCHOR_START ? 0 : m->anchor == ANCHOR_MIDDLE ? 0.5 : 1;
    cairo_move_to(cr, m->x - share * width / PANGO_SCALE, m->y);
    set_paint(cr, t, m->fill, m->opacity);
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout, 0));
    g_object_unref(layout);
}

static void draw_shape(cairo_t *cr, const mark *m, const theme *t)
{
    cairo_new_path(cr);
    if (m->kind == MARK_RECT) {
        cairo_rectangle(cr, m->x, m->y, m->w, m->h);
    } else if (m->kind == MARK_LINE) {
        cairo_move_to(cr, m->x, m->y);
        cairo_line_to(cr, m->x + m->w, m->y + m->h);
    } else if (m->kind == MARK_CIRCLE) {
        cairo_arc(cr, m->x, m->y, m->r, 0, 2 * G_PI);
        cairo_close_path(cr);
    } else {
        add_path(cr, m->text, 0, 0);
    }
    if (m->fill != PAINT_NONE) {
        set_paint(cr, t, m->fill, m->opacity);
        cairo_fill_preserve(cr);
    }
    if (m->stroke != PAINT_NONE) {
        dash_run dashes = dash_lengths(m->dash);
        cairo_set_dash(cr, dashes.px, dashes.count, 0);
        cairo_set_line_width(cr, m->stroke_width);
        set_paint(cr, t, m->stroke, m->opacity);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
    if (m->kind == MARK_RECT && m->pattern != 0) {
        draw_pattern(cr, m, t);
    }
}

static void draw_all(cairo_t *cr, const mark *m, const theme *t, missing_chars *missing)
{
    for (; m; m = m->next) {
        if (m->kind == MARK_GROUP) {
            draw_all(cr, m->first, t, missing);
        } else if (m->kind == MARK_TEXT) {
            draw_text(cr, m, t, missing);
        } else {
            draw_shape(cr, m, t);
        }
    }
}

void ink_draw(cairo_t *cr, const scene *s, const theme *t, missing_chars *missing)
{
    cairo_save(cr);
    cairo_set_miter_limit(cr, 4); /* SVG's */
    draw_all(cr, s->root.first, t, missing);
    cairo_restore(cr);
}

static void draw_with_background(cairo_t *cr, const scene *s, const theme *t,
                                 missing_chars *missing)
{
    set_paint(cr, t, PAINT_BG, 1);
    cairo_paint(cr);
    ink_draw(cr, s, t, missing);
}

/* --- PNG ------------------------------------------------------------------------------
 */

OWNED_BY(cairo_surface_t, cairo_surface_destroy);
OWNED_BY(cairo_t, cairo_destroy);

#define LEAST_SCALE 0.5    /* below, no text can be read */
enum { MAX_SIDE = 32767 }; /* cairo's */

/* Pixels and scratch of this thread, kept: a first touch of a page costs more than
 * drawing on it. */
typedef struct {
    arena memory;
    ptrdiff_t size;
} canvas;

static void canvas_free(void *p)
{
    canvas *c = p;
    arena_close(&c->memory);
    g_free(c);
}

static arena canvas_memory(ptrdiff_t size)
{
    static GPrivate mine = G_PRIVATE_INIT(canvas_free);
    canvas *c = g_private_get(&mine);
    if (!c || c->size < size) {
        c = g_new(canvas, 1);
        c->size = size;
        c->memory = arena_open(size);
        g_private_replace(&mine, c);
    }
    return c->memory;
}

bool ink_png(out *o, const scene *s, const theme *t, double scale,
             const picture_notes *notes, missing_chars *missing, err *e)
{
    double fitting = fmin(scale, MAX_SIDE / fmax(s->width, s->height));
    if (fitting < LEAST_SCALE) {
        return err_set(e, ERR_LIMIT, NULL, "a picture of %.0f × %.0f pixels is too large",
                       s->width * scale, s->height * scale);
    }
    scale = fitting;
    double width = ceil(s->width * scale);
    double height = ceil(s->height * scale);
    ptrdiff_t count = (ptrdiff_t)(width * height);
    arena memory =
        canvas_memory(4 * count + picture_scratch((int)width, (int)height, notes));
    uint32_t *pixels = NEW(&memory, uint32_t, count);
    OWNED(cairo_surface_t)
    surface =
        cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_RGB24,
                                            (int)width, (int)height, 4 * (int)width);
    OWNED(cairo_t) cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    draw_with_background(cr, s, t, missing);
    cairo_surface_flush(surface);
    if (cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
        return err_set(e, ERR_IO, NULL, "could not draw: %s",
                       cairo_status_to_string(cairo_status(cr)));
    }
    return picture_write_png(o,
                             &(picture){.pixels = pixels,
                                        .width = (int)width,
                                        .height = (int)height,
                                        .stride = (int)width,
                                        .per_inch = 96 * scale},
                             notes, memory, e);
}

/* --- PDF ------------------------------------------------------------------------------
 */

static cairo_status_t write_out(void *to, const unsigned char *data, unsigned n)
{
    out_str(to, (str){(const char *)data, n});
    return CAIRO_STATUS_SUCCESS;
}

static void set_fact(cairo_surface_t *surface, cairo_pdf_metadata_t which, str text)
{
    if (text.len > 0) {
        char *cz = g_strndup(text.ptr, (gsize)text.len);
        cairo_pdf_surface_set_metadata(surface, which, cz);
        g_free(cz);
    }
}

bool ink_pdf(out *o, const scene *s, const theme *t, const pdf_facts *facts,
             missing_chars *missing, err *e)
{
    OWNED(cairo_surface_t)
    surface = cairo_pdf_surface_create_for_stream(write_out, o, s->width * 0.75,
                                                  s->height * 0.75);
    set_fact(surface, CAIRO_PDF_METADATA_TITLE, facts->title);
    set_fact(surface, CAIRO_PDF_METADATA_AUTHOR, facts->author);
    set_fact(surface, CAIRO_PDF_METADATA_SUBJECT, facts->subject);
    set_fact(surface, CAIRO_PDF_METADATA_CREATOR, facts->creator);
    /* without a date of ours cairo writes the clock's */
    str date = facts->date.len > 0 ? facts->date : S("1970-01-01");
    set_fact(surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
    set_fact(surface, CAIRO_PDF_METADATA_MOD_DATE, date);
    OWNED(cairo_t) cr = cairo_create(surface);
    cairo_scale(cr, 0.75, 0.75);
    draw_with_background(cr, s, t, missing);
    cairo_show_page(cr);
    cairo_surface_finish(surface);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        return err_set(e, ERR_IO, NULL, "could not draw: %s",
                       cairo_status_to_string(cairo_surface_status(surface)));
    }
    return true;
}
