#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/embedded.h"
#include "chart/fonts.h"

/* One file of one cut. `family` is our own name for it: names inside the files differ
 * after subsetting, and "Inter" alone would let fontconfig choose. */
typedef struct {
    const char *family;
    const char *file;
    face face;
    int weight;
    bool italic;
} font_file;

static const font_file files[] = {
    {"bs-inter-400", "fonts/inter-400.otf", FACE_DATA, 400, false},
    {"bs-inter-600", "fonts/inter-600.otf", FACE_DATA, 600, false},
    {"bs-vollkorn-400", "fonts/vollkorn-400.ttf", FACE_PEOPLE, 400, false},
    {"bs-vollkorn-500", "fonts/vollkorn-500.ttf", FACE_PEOPLE, 500, false},
    {"bs-vollkorn-600", "fonts/vollkorn-600.ttf", FACE_PEOPLE, 600, false},
    {"bs-vollkorn-400i", "fonts/vollkorn-400-italic.ttf", FACE_PEOPLE, 400, true},
    {"bs-mono-400", "fonts/jetbrains-mono-400.ttf", FACE_MACHINE, 400, false},
};

static FcConfig *config; /* after load_once(); fontconfig locks what needs a lock */
static bool falls_back;  /* fonts_fall_back() */
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

/* Only where the system has no memfd or no /proc. */
static char *paths_to_remove[COUNTOF(files)];
static ptrdiff_t path_count;

static void remove_paths(void)
{
    for (ptrdiff_t i = 0; i < path_count; i++) {
        unlink(paths_to_remove[i]);
    }
}

static void fail(const char *file)
{
    fprintf(stderr, "broadsheet: %s: the font could not be loaded: %s\n", file,
            strerror(errno));
    exit(4);
}

static void write_all(int fd, str bytes, const char *file)
{
    while (bytes.len > 0) {
        ssize_t n = write(fd, bytes.ptr, (size_t)bytes.len);
        if (n < 0 && errno != EINTR) {
            fail(file);
        }
        bytes = str_drop(bytes, n > 0 ? n : 0);
    }
}

/* fontconfig and FreeType want a path. The bytes stay in memory under one of /proc; the
 * descriptor stays open with the process. */
static void path_in_memory(const font_file *f, char path[64])
{
    str bytes;
    if (!embedded_get(str_from(f->file), &bytes)) {
        errno = ENOENT;
        fail(f->file);
    }
    int fd = memfd_create(f->family, MFD_CLOEXEC);
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    if (fd < 0 || access(path, R_OK) != 0) {
        snprintf(path, 64, "%s", "/tmp/broadsheet-font-XXXXXX");
        fd = mkostemp(path, O_CLOEXEC);
        if (fd < 0) {
            fail(f->file);
        }
        paths_to_remove[path_count++] = strdup(path);
    }
    write_all(fd, bytes, f->file);
}

/* Adds one file under its own family name, upright and regular, so that a description
 * with this family finds this file and no weight is ever imitated. */
static void add_file(const font_file *f)
{
    char path[64];
    path_in_memory(f, path);
    const FcFontSet *set = FcConfigGetFonts(config, FcSetApplication);
    int before = set ? set->nfont : 0;
    bool added = FcConfigAppFontAddFile(config, (const FcChar8 *)path);
    set = FcConfigGetFonts(config, FcSetApplication);
    if (!added || !set || set->nfont <= before) { /* a fonts.conf may refuse it */
        fail(f->file);
    }
    FcPattern *p = set->fonts[set->nfont - 1];
    FcPatternDel(p, FC_FAMILY);
    FcPatternDel(p, FC_FAMILYLANG);
    FcPatternAddString(p, FC_FAMILY, (const FcChar8 *)f->family);
    FcPatternDel(p, FC_WEIGHT);
    FcPatternAddInteger(p, FC_WEIGHT, FC_WEIGHT_REGULAR);
    FcPatternDel(p, FC_SLANT);
    FcPatternAddInteger(p, FC_SLANT, FC_SLANT_ROMAN);
}

/* Our configuration becomes the process's current one: Pango starts FcInit() in a thread,
 * which would else read the system's fonts.conf and caches. */
static void load_once(void)
{
    config = falls_back ? FcInitLoadConfigAndFonts() : FcConfigCreate();
    if (!config || !FcConfigSetCurrent(config)) {
        fail("fontconfig");
    }
    for (ptrdiff_t i = 0; i < COUNTOF(files); i++) {
        add_file(&files[i]);
    }
    if (path_count > 0) {
        atexit(remove_paths);
    }
}

/* A font that can't be opened is none to Pango: it warns and sets boxes. So each is used
 * once before anything is drawn; what was opened for that stays open with the context. */
static void use_once(PangoContext *context, const font_file *f)
{
    PangoFontDescription *d = pango_font_description_new();
    pango_font_description_set_family_static(d, f->family);
    pango_font_description_set_absolute_size(d, 10 * PANGO_SCALE);
    PangoFont *font = pango_context_load_font(context, d);
    cairo_scaled_font_t *drawn =
        font ? pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)) : NULL;
    PangoLayout *layout = pango_layout_new(context);
    pango_layout_set_font_description(layout, d);
    pango_layout_set_text(layout, "0", -1);
    int w = 0;
    pango_layout_get_size(layout, &w, NULL);
    if (!drawn || cairo_scaled_font_status(drawn) != CAIRO_STATUS_SUCCESS || w <= 0
        || pango_layout_get_unknown_glyphs_count(layout) > 0) {
        fail(f->file);
    }
    g_object_unref(layout);
    g_object_unref(font);
    pango_font_description_free(d);
}

/* How the machine wants its screen's letters smoothed is nothing to our pictures. */
static void own_rendering(FcPattern *wanted, void *unused)
{
    (void)unused;
    static const char *const theirs[] = {FC_ANTIALIAS, FC_HINTING, FC_HINT_STYLE,
                                         FC_AUTOHINT,  FC_RGBA,    FC_LCD_FILTER};
    for (ptrdiff_t i = 0; i < COUNTOF(theirs); i++) {
        FcPatternDel(wanted, theirs[i]);
    }
}

static PangoContext *context_new(void)
{
    pthread_once(&loaded, load_once);
    PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
    pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(map), own_rendering, NULL,
                                             NULL);
    PangoContext *context = pango_font_map_create_context(map);
    g_object_unref(map); /* the context holds it */
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string("en"));
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
    cairo_font_options_t *o = cairo_font_options_create();
    cairo_font_options_set_hint_style(o, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(o, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(o, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, o);
    cairo_font_options_destroy(o);
    for (ptrdiff_t i = 0; i < COUNTOF(files); i++) {
        use_once(context, &files[i]);
    }
    return context;
}

void fonts_fall_back(void)
{
    falls_back = true;
}

PangoContext *fonts_context(void)
{
    static GPrivate mine = G_PRIVATE_INIT(g_object_unref);
    PangoContext *context = g_private_get(&mine);
    if (!context) {
        context = context_new();
        g_private_set(&mine, context);
    }
    return context;
}

static const char *family_of(font_style style)
{
    const font_file *best = NULL;
    int best_off = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(files); i++) {
        const font_file *f = &files[i];
        if (f->face != style.face) {
            continue;
        }
        int off = abs(f->weight - style.weight) + (f->italic != style.italic ? 1000 : 0);
        if (!best || off < best_off) {
            best = f;
            best_off = off;
        }
    }
    return best->family;
}

static void add_over(PangoAttrList *attrs, PangoAttribute *a, ptrdiff_t start,
                     ptrdiff_t end)
{
    a->start_index = (guint)start;
    a->end_index = (guint)end;
    pango_attr_list_insert(attrs, a);
}

void fonts_style_range(PangoAttrList *attrs, font_style style, ptrdiff_t start,
                       ptrdiff_t end)
{
    static const char *const features[][2] = {
        [FACE_DATA] = {"pnum=1", "tnum=1"},
        [FACE_PEOPLE] = {"lnum=1", "lnum=1,tnum=1"},
        [FACE_MACHINE] = {"calt=0", "calt=0"},
    };
    static const char *const kinds[] = {[FACE_DATA] = "sans-serif",
                                        [FACE_PEOPLE] = "serif",
                                        [FACE_MACHINE] = "monospace"};
    char families[64]; /* a kind tells fontconfig what to look for behind our cut */
    snprintf(families, sizeof families, "%s,%s", family_of(style), kinds[style.face]);
    PangoFontDescription *d = pango_font_description_new();
    pango_font_description_set_family(d, families);
    pango_font_description_set_weight(d, (PangoWeight)style.weight);
    pango_font_description_set_absolute_size(d, style.size * PANGO_SCALE);
    add_over(attrs, pango_attr_font_desc_new(d), start, end);
    pango_font_description_free(d);
    add_over(attrs, pango_attr_font_features_new(features[style.face][style.tabular]),
             start, end);
    if (style.tracking != 0) {
        int units = (int)lround(style.tracking * style.size * PANGO_SCALE);
        add_over(attrs, pango_attr_letter_spacing_new(units), start, end);
    }
}

/* Valid UTF-8 without control characters but '\n'; freed by g_free(). */
static char *clean(str text)
{
    char *s = g_utf8_make_valid(text.len > 0 ? text.ptr : "", text.len);
    for (char *p = s; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if ((c < ' ' && c != '\n') || c == 0x7F) {
            *p = ' ';
        }
    }
    return s;
}

PangoLayout *fonts_layout_new(void)
{
    PangoLayout *layout = pango_layout_new(fonts_context());
    pango_layout_set_auto_dir(layout, FALSE);
    return layout;
}

PangoLayout *fonts_layout(str text, font_style style)
{
    PangoLayout *layout = fonts_layout_new();
    char *s = clean(text);
    pango_layout_set_text(layout, s, -1);
    g_free(s);
    PangoAttrList *attrs = pango_attr_list_new();
    fonts_style_range(attrs, style, 0, G_MAXUINT);
    pango_layout_set_attributes(layout, attrs);
    pango_attr_list_unref(attrs);
    return layout;
}

/* Breaking lines well asks for the same beginnings again and again, and shaping one takes
 * as long as a hundred lookups: this thread's widths by size, weight, face and text. */
static GHashTable *known_widths(void)
{
    enum { MOST = 20000 };
    static GPrivate mine = G_PRIVATE_INIT((GDestroyNotify)g_hash_table_unref);
    GHashTable *t = g_private_get(&mine);
    if (!t || g_hash_table_size(t) >= MOST) {
        t = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                  (GDestroyNotify)g_bytes_unref, g_free);
        g_private_replace(&mine, t);
    }
    return t;
}

static GBytes *width_key(str text, double size, int weight, face which)
{
    size_t head = sizeof size + sizeof weight + sizeof which;
    char *key = g_malloc(head + (size_t)text.len);
    memcpy(key, &size, sizeof size);
    memcpy(key + sizeof size, &weight, sizeof weight);
    memcpy(key + sizeof size + sizeof weight, &which, sizeof which);
    if (text.len > 0) {
        memcpy(key + head, text.ptr, (size_t)text.len);
    }
    return g_bytes_new_take(key, head + (size_t)text.len);
}

static double width(void *ctx, str text, double size, int weight, face which)
{
    (void)ctx;
    GHashTable *known = known_widths();
    GBytes *key = width_key(text, size, weight, which);
    double *w = g_hash_table_lookup(known, key);
    if (w) {
        g_bytes_unref(key);
        return *w;
    }
    PangoLayout *layout =
        fonts_layout(text, (font_style){.face = which, .weight = weight, .size = size});
    int units = 0;
    pango_layout_get_size(layout, &units, NULL);
    g_object_unref(layout);
    w = g_new(double, 1);
    *w = (double)units / PANGO_SCALE;
    g_hash_table_insert(known, key, w);
    return *w;
}

text_meter fonts_meter(void)
{
    return (text_meter){.width = width};
}

/* --- what can't be shown -------------------------------------------------------------
 */

static void add_missing(missing_chars *all, uint32_t c)
{
    for (ptrdiff_t i = 0; i < all->count; i++) {
        if (all->chars[i] == c) {
            return;
        }
    }
    if (all->count == all->cap) {
        ptrdiff_t cap = all->cap ? 2 * all->cap : 16;
        uint32_t *bigger = NEW(all->perm, uint32_t, cap);
        if (all->count > 0) {
            memcpy(bigger, all->chars, (size_t)all->count * sizeof *bigger);
        }
        all->chars = bigger;
        all->cap = cap;
    }
    all->chars[all->count++] = c;
}

static void add_missing_of_item(missing_chars *all, const PangoGlyphItem *item)
{
    int n = item->glyphs->num_glyphs;
    bool backward = item->item->analysis.level % 2;
    for (int i = 0; i < n; i++) {
        PangoGlyph g = item->glyphs->glyphs[backward ? n - 1 - i : i].glyph;
        if (g != PANGO_GLYPH_EMPTY && (g & PANGO_GLYPH_UNKNOWN_FLAG)) {
            add_missing(all, g & ~PANGO_GLYPH_UNKNOWN_FLAG);
        }
    }
}

void fonts_missing(PangoLayout *layout, missing_chars *all)
{
    if (pango_layout_get_unknown_glyphs_count(layout) == 0) {
        return;
    }
    for (const GSList *l = pango_layout_get_lines_readonly(layout); l; l = l->next) {
        for (const GSList *r = ((PangoLayoutLine *)l->data)->runs; r; r = r->next) {
            add_missing_of_item(all, r->data);
        }
    }
}

str fonts_missing_words(arena *perm, const missing_chars *all)
{
    enum { MOST = 6 };
    ptrdiff_t named = all->count <= MOST + 1 ? all->count : MOST;
    str words = {0};
    for (ptrdiff_t i = 0; i < named; i++) {
        char letter[7];
        letter[g_unichar_to_utf8(all->chars[i], letter)] = 0;
        bool alone = g_unichar_isgraph(all->chars[i]) && !g_unichar_ismark(all->chars[i]);
        const char *between = i == 0                                  ? ""
                              : i == named - 1 && named == all->count ? " and "
                                                                      : ", ";
        str one = str_fmt(perm, alone ? "%s (U+%04X)" : "%.0sU+%04X", letter,
                          (unsigned)all->chars[i]);
        words = str_fmt(perm, "%.*s%s%.*s", SV(words), between, SV(one));
    }
    return named == all->count
               ? words
               : str_fmt(perm, "%.*s and %td more", SV(words), all->count - named);
}
