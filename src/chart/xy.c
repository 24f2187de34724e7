#include "base/base.h"

#include "chart/bar_mark.h"
#include "chart/xy.h"

static bool is_shown(const chart_point *q, bool x_log)
{
    return q->y.known && (!x_log || q->x > 0);
}

bool curve_has_points(const chart_bar *b, bool x_log)
{
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        if (is_shown(&b->curve[i], x_log)) {
            return true;
        }
    }
    return false;
}

/* Grows the range of x by b's points; false: it has none. */
static bool add_x(scale *x, const chart_bar *b)
{
    bool any = false;
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        if (is_shown(&b->curve[i], x->log)) {
            range_add(&x->low, &x->high, b->curve[i].x);
            any = true;
        }
    }
    return any;
}

bool xy_x_range(const chart_spec *spec, scale *x)
{
    bool any = false;
    x->low = HUGE_VAL;
    x->high = -HUGE_VAL;
    x->log = spec->x_log;
    for (ptrdiff_t i = 0; i < spec->panel_count; i++) {
        for (ptrdiff_t k = 0; k < spec->panels[i].bar_count; k++) {
            any |= add_x(x, &spec->panels[i].bars[k]);
        }
    }
    if (!any) {
        x->low = 1;
        x->high = 2;
        return false;
    }
    if (x->high - x->low < fabs(x->high) * 1e-9 || x->high - x->low < 1e-300) {
        double room = fabs(x->high) > 1e-300 ? fabs(x->high) / 2 : 1;
        x->low -= room;
        x->high += room;
    }
    return true;
}

static void add_known(scale *y, maybe v)
{
    if (v.known) {
        range_add(&y->low, &y->high, v.value);
    }
}

bool xy_y_range(const chart_panel *panel, bool x_log, scale *y)
{
    bool any = false;
    y->log = false;
    y->low = HUGE_VAL;
    y->high = -HUGE_VAL;
    for (ptrdiff_t k = 0; k < panel->bar_count; k++) {
        const chart_bar *b = &panel->bars[k];
        for (ptrdiff_t j = 0; j < b->curve_count; j++) {
            if (is_shown(&b->curve[j], x_log)) {
                any = true;
                add_known(y, b->curve[j].y);
                add_known(y, b->curve[j].low);
                add_known(y, b->curve[j].high);
            }
        }
    }
    if (!any) {
        y->low = 0;
        y->high = 1;
        return false;
    }
    add_known(y, panel->limit_low);
    add_known(y, panel->limit_high);
    if (panel->zero_based) {
        range_add(&y->low, &y->high, 0);
    }
    scale_widen(y, panel->zero_based);
    return true;
}

/* --- the ground -----------------------------------------------------------------------
 */

static ticks y_ticks(const pen *p, const scale *y, double height)
{
    ptrdiff_t most = (ptrdiff_t)(height / 30);
    return scale_ticks(p->perm, y, most < 2 ? 2 : most > 7 ? 7 : most);
}

double xy_gutter(const pen *p, const scale *y, double height, str unit)
{
    enum { MOST = 90 };
    ticks t = y_ticks(p, y, height);
    double w = 0;
    for (ptrdiff_t i = 0; i < t.count; i++) {
        str words =
            i == t.count - 1 ? axis_with_unit(p->perm, t.texts[i], unit) : t.texts[i];
        w = fmax(w, pen_width(p, words, LETTER_SMALL));
    }
    return fmin(ceil(w), MOST) + 8;
}

void xy_ground_draw(const pen *p, const xy *at, str unit)
{
    pen g = pen_group(p, S("axis"), (str){0});
    ticks t = y_ticks(p, &at->y, at->room.bottom - at->room.top);
    double left = at->room.left;
    for (ptrdiff_t i = 0; i < t.count; i++) {
        double y = round(scale_at(&at->y, t.values[i])) - 0.5;
        str words =
            i == t.count - 1 ? axis_with_unit(p->perm, t.texts[i], unit) : t.texts[i];
        pen_line(&g, (segment){left, y, at->room.right, y}, 1, PAINT_GRID);
        pen_text(&g, left - 8, y + 4.5, pen_fit(p, words, 90, LETTER_SMALL), LETTER_SMALL,
                 ANCHOR_END);
    }
    double base = at->room.bottom - 0.5;
    pen_line(&g, (segment){left, base, at->room.right, base}, 1.25, PAINT_INK);
}

void xy_limit_draw(const pen *p, const xy *at, const chart_panel *panel)
{
    maybe low = panel->limit_low;
    maybe high = panel->limit_high;
    if (!low.known && !high.known) {
        return;
    }
    pen g = pen_group(p, S("limit"), panel->limit_word);
    double left = at->room.left;
    double across = at->room.right - left;
    if (low.known && high.known) {
        double top = scale_at(&at->y, high.value);
        pen_rect(&g, left, top, across, scale_at(&at->y, low.value) - top, PAINT_MUTED)
            ->opacity = BAND_OPACITY;
        return;
    }
    double y = scale_at(&at->y, low.known ? low.value : high.value);
    pen_line(&g, (segment){left, y, left + across, y}, 1.25, PAINT_MUTED)->dash = 1;
}

/* --- curves ---------------------------------------------------------------------------
 */

/* A run of neighbouring points, first … last, that all are `good`. */
static bool next_run(const chart_bar *b, bool (*good)(const chart_point *, bool),
                     bool x_log, ptrdiff_t *first, ptrdiff_t *last)
{
    ptrdiff_t i = *last + 1;
    while (i < b->curve_count && !good(&b->curve[i], x_log)) {
        i++;
    }
    *first = i;
    while (i < b->curve_count && good(&b->curve[i], x_log)) {
        i++;
    }
    *last = i - 1;
    return *first < b->curve_count;
}

static bool has_band(const chart_point *q, bool x_log)
{
    return is_shown(q, x_log) && q->low.known && q->high.known;
}

static void draw_band(const pen *p, const xy *at, const chart_bar *b)
{
    ptrdiff_t first = 0;
    ptrdiff_t last = -1;
    while (next_run(b, has_band, at->x.log, &first, &last)) {
        if (first == last) { /* no width: an upright line */
            double x = scale_at(&at->x, b->curve[first].x);
            pen_line(p,
                     (segment){x, scale_at(&at->y, b->curve[first].low.value), x,
                               scale_at(&at->y, b->curve[first].high.value)},
                     2, (paint)(PAINT_ROLE + b->role));
            continue;
        }
        out *path = out_memory(p->perm);
        for (ptrdiff_t i = first; i <= last; i++) {
            double x = scale_at(&at->x, b->curve[i].x);
            double y = scale_at(&at->y, b->curve[i].high.value);
            (i == first ? path_move : path_line)(path, x, y);
        }
        for (ptrdiff_t i = last; i >= first; i--) {
            path_line(path, scale_at(&at->x, b->curve[i].x),
                      scale_at(&at->y, b->curve[i].low.value));
        }
        out_str(path, S(" Z"));
        scene_add(p->perm, p->at,
                  (mark){.kind = MARK_PATH,
                         .text = out_text(path),
                         .fill = (paint)(PAINT_ROLE + b->role),
                         .opacity = BAND_OPACITY});
    }
}

/* Points of one px column: only its first, least, greatest and last are drawn, so that
 * ten thousand look the same and take no more than four a column. */
static ptrdiff_t column_end(const xy *at, const chart_bar *b, ptrdiff_t i, ptrdiff_t last)
{
    double column = floor(scale_at(&at->x, b->curve[i].x));
    while (i < last && floor(scale_at(&at->x, b->curve[i + 1].x)) == column) {
        i++;
    }
    return i;
}

static void add_column(out *path, const xy *at, const chart_bar *b, ptrdiff_t from,
                       ptrdiff_t to)
{
    ptrdiff_t least = from;
    ptrdiff_t most = from;
    for (ptrdiff_t i = from; i <= to; i++) {
        least = b->curve[i].y.value < b->curve[least].y.value ? i : least;
        most = b->curve[i].y.value > b->curve[most].y.value ? i : most;
    }
    ptrdiff_t picked[] = {from, least < most ? least : most, least < most ? most : least,
                          to};
    for (int k = 0; k < 4; k++) {
        if (k == 0 || picked[k] != picked[k - 1]) {
            path_line(path, scale_at(&at->x, b->curve[picked[k]].x),
                      scale_at(&at->y, b->curve[picked[k]].y.value));
        }
    }
}

static void draw_line(const pen *p, const xy *at, const chart_bar *b)
{
    out *path = out_memory(p->perm);
    ptrdiff_t first = 0;
    ptrdiff_t last = -1;
    bool many = (double)b->curve_count > 4 * (at->room.right - at->room.left);
    while (next_run(b, is_shown, at->x.log, &first, &last)) {
        path_move(path, scale_at(&at->x, b->curve[first].x),
                  scale_at(&at->y, b->curve[first].y.value));
        for (ptrdiff_t i = first + (many ? 0 : 1); i <= last; i++) {
            ptrdiff_t end = many ? column_end(at, b, i, last) : i;
            add_column(path, at, b, i, end);
            i = end;
        }
    }
    scene_add(p->perm, p->at,
              (mark){.kind = MARK_PATH,
                     .text = out_text(path),
                     .stroke = (paint)(PAINT_ROLE + b->role),
                     .stroke_width = 2,
                     .dash = pattern_of(b->shade)});
}

void curve_draw(const pen *p, const xy *at, const chart_bar *b, bool dots)
{
    if (!curve_has_points(b, at->x.log)) {
        return;
    }
    draw_band(p, at, b);
    draw_line(p, at, b);
    for (ptrdiff_t i = 0; i < b->curve_count; i++) {
        const chart_point *q = &b->curve[i];
        bool before = i > 0 && is_shown(q - 1, at->x.log);
        bool after = i < b->curve_count - 1 && is_shown(q + 1, at->x.log);
        if (is_shown(q, at->x.log) && (dots || (!before && !after))) {
            pen point = q->tip.len > 0 ? pen_group(p, S("point"), q->tip) : *p;
            pen_circle(&point, scale_at(&at->x, q->x), scale_at(&at->y, q->y.value), 3,
                       (paint)(PAINT_ROLE + b->role));
        }
    }
}

/* --- names at the ends ----------------------------------------------------------------
 */

enum { ONE_LINE = 18, TWO_LINES = 34 };

bool curve_end(const xy *at, const chart_bar *b, line_end *ret)
{
    for (ptrdiff_t i = b->curve_count - 1; i >= 0; i--) {
        if (is_shown(&b->curve[i], at->x.log)) {
            *ret = (line_end){scale_at(&at->x, b->curve[i].x),
                              scale_at(&at->y, b->curve[i].y.value), b};
            return true;
        }
    }
    return false;
}

double xy_ends_width(const pen *p, const chart_panel *panel, double most)
{
    double w = 0;
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        w = fmax(w, pen_width(p, panel->bars[i].name, LETTER_NAME));
        w = fmax(w, pen_width(p, panel->bars[i].value_text, LETTER_SMALL));
    }
    return fmin(ceil(w), most) + 14;
}

double xy_ends_height(ptrdiff_t n)
{
    return (double)n * ONE_LINE;
}

static int by_y(const void *a, const void *b)
{
    const line_end *p = a;
    const line_end *q = b;
    if (p->y != q->y) {
        return p->y < q->y ? -1 : 1;
    }
    return p->bar < q->bar ? -1 : p->bar > q->bar;
}

/* Middles of labels, `gap` apart and within top..bottom, near their lines' ends. */
static void move_apart(const line_end *ends, double *middles, ptrdiff_t n, double gap,
                       plot room)
{
    double next = room.top + gap / 2;
    for (ptrdiff_t i = 0; i < n; i++) {
        middles[i] = fmax(ends[i].y, next);
        next = middles[i] + gap;
    }
    next = room.bottom - gap / 2;
    for (ptrdiff_t i = n - 1; i >= 0; i--) {
        middles[i] = fmin(middles[i], next);
        next = middles[i] - gap;
    }
}

void xy_ends_draw(const pen *p, const xy *at, line_end *ends, ptrdiff_t n, double room)
{
    bool values = false;
    for (ptrdiff_t i = 0; i < n; i++) {
        values |= ends[i].bar->value_text.len > 0;
    }
    double height = at->room.bottom - at->room.top;
    bool two = values && (double)n * TWO_LINES <= height;
    qsort(ends, (size_t)n, sizeof *ends, by_y);
    double *middles = NEW(p->perm, double, n);
    move_apart(ends, middles, n, two ? TWO_LINES : ONE_LINE, at->room);
    for (ptrdiff_t i = 0; i < n; i++) {
        const chart_bar *b = ends[i].bar;
        double x = at->room.right + 14;
        pen g = pen_group(p, S("label"), bar_title(p->perm, b));
        bool far = fabs(middles[i] - ends[i].y) > 3 || ends[i].x < at->room.right - 3;
        if (far) {
            pen_line(&g, (segment){ends[i].x + 3, ends[i].y, x - 4, middles[i]}, 1,
                     (paint)(PAINT_ROLE + b->role))
                ->opacity = 0.6;
        }
        bool both = two && b->value_text.len > 0;
        pen_text(&g, x, middles[i] + (both ? -2 : 4.5),
                 pen_fit(p, b->name, room - 14, LETTER_NAME), LETTER_NAME, ANCHOR_START);
        if (both) {
            pen_text(&g, x, middles[i] + 13,
                     pen_fit(p, b->value_text, room - 14, LETTER_SMALL), LETTER_SMALL,
                     ANCHOR_START);
        }
    }
}

/* --- events ---------------------------------------------------------------------------
 */

enum { EVENT_LINE = 17, EVENT_LINES = 3, MOST_EVENTS = 64 };

typedef struct {
    int line; /* above the plot, from 0; EVENT_LINES: no room for words */
    double start;
    str words;
} event_place;

/* Puts each event's words into the lowest line where they are free; returns how many
 * lines are used. */
static int place_events(const pen *p, const xy *at, const chart_panel *panel,
                        event_place *places)
{
    double free_from[EVENT_LINES] = {0};
    int used = 0;
    for (ptrdiff_t i = 0; i < panel->event_count && i < MOST_EVENTS; i++) {
        if (panel->events[i].at < at->x.low || panel->events[i].at > at->x.high) {
            places[i] = (event_place){.line = EVENT_LINES};
            continue;
        }
        double x = scale_at(&at->x, panel->events[i].at);
        double across = at->room.right - at->room.left;
        str words = pen_fit(p, panel->events[i].text, across * 0.6, LETTER_SMALL);
        double width = pen_width(p, words, LETTER_SMALL);
        double start = fmax(fmin(x - 3, at->room.right - width), at->room.left);
        int line = 0;
        while (line < EVENT_LINES && free_from[line] > start) {
            line++;
        }
        places[i] = (event_place){line, start, words};
        if (line < EVENT_LINES && words.len > 0) {
            free_from[line] = start + width + 12;
            used = line + 1 > used ? line + 1 : used;
        }
    }
    return used;
}

static bool has_words(const event_place *e)
{
    return e->line < EVENT_LINES && e->words.len > 0;
}

static double event_top(const xy *at, const event_place *e)
{
    return at->room.top - (has_words(e) ? EVENT_LINE * e->line + 3 : 0);
}

double xy_events_height(const pen *p, const xy *at, const chart_panel *panel)
{
    event_place places[MOST_EVENTS];
    return EVENT_LINE * place_events(p, at, panel, places);
}

void xy_events_draw(const pen *p, const xy *at, const chart_panel *panel)
{
    event_place places[MOST_EVENTS];
    place_events(p, at, panel, places);
    for (ptrdiff_t i = 0; i < panel->event_count && i < MOST_EVENTS; i++) {
        if (panel->events[i].at < at->x.low || panel->events[i].at > at->x.high) {
            continue;
        }
        double x = round(scale_at(&at->x, panel->events[i].at)) + 0.5;
        pen g = pen_group(p, S("event"), panel->events[i].text);
        pen_line(&g, (segment){x, event_top(at, &places[i]), x, at->room.bottom}, 1.25,
                 PAINT_MUTED)
            ->dash = 1;
    }
    for (ptrdiff_t i = 0; i < panel->event_count && i < MOST_EVENTS; i++) {
        if (has_words(&places[i])) { /* on top of all lines */
            pen_label(p, places[i].start, event_top(at, &places[i]) - 3, places[i].words,
                      LETTER_SMALL);
        }
    }
}

double xy_absent_bar_draw(const pen *p, const chart_bar *b, plot room, double y)
{
    enum { PITCH = 34, HEIGHT = 24 };
    pen g = pen_group(p, S("mark"), bar_title(p->perm, b));
    double across = room.right - room.left;
    str name = pen_fit(p, b->name, across / 3, LETTER_NAME);
    pen_text(&g, room.left, y + HEIGHT / 2.0 + 4.5, name, LETTER_NAME, ANCHOR_START);
    double x = room.left + pen_width(p, name, LETTER_NAME) + 12;
    scale from_here = {.high = 1, .from = x, .to = room.right};
    bar_missing_draw(&g, &from_here, room.right, y + HEIGHT / 2.0, HEIGHT, b);
    return y + PITCH;
}

double xy_absent_draw(const pen *p, const chart_panel *panel, bool x_log, plot room,
                      double y)
{
    for (ptrdiff_t i = 0; i < panel->bar_count; i++) {
        if (!curve_has_points(&panel->bars[i], x_log)) {
            y = xy_absent_bar_draw(p, &panel->bars[i], room, y);
        }
    }
    return y;
}
