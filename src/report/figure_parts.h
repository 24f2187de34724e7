/* figure_parts.h - what the figures of all kinds share. Only report/figure*.c need it. */
#ifndef REPORT_FIGURE_PARTS_H
#define REPORT_FIGURE_PARTS_H

#include "report/table_parts.h"

/* --- what a kind is made from ---------------------------------------------------- */

/* What was asked for, resolved: places × metrics, and what is in them. */
typedef struct {
    const figure_request *asked;
    panel_source panels[MOST_PANELS]; /* a metric a panel, or a place or slice a panel */
    ptrdiff_t panel_count;
    ptrdiff_t workload; /* of the first place */
    bool several_workloads;
    bool several_metrics;
} figure_plan;

/* Fills f->chart but for its kind, f->title, subtitle, alt and table. False: the data
 * can't bear this kind; *why says why. */
typedef bool figure_maker(composer *c, const figure_plan *plan, figure *f,
                          select_error *why);

figure_maker make_bars, make_multiples;             /* figures.c */
figure_maker make_boxes, make_histogram, make_ecdf; /* figure_samples.c */
figure_maker make_percentiles, make_series;         /* figure_lines.c */
figure_maker make_sweep, make_heat;                 /* figure_params.c */
figure_maker make_grouped, make_ratios;             /* figure_many.c */
figure_maker make_history;                          /* figure_history.c */

/* Sets *why; always false. */
bool refuse(select_error *why, const char *fmt, ...) PRINTF(2, 3);
bool refuse_hint(select_error *why, const char *fmt, ...) PRINTF(2, 3);

/* --- pieces ---------------------------------------------------------------------- */

/* The unit that fits the largest mean of the rows. */
shown_unit panel_unit(const row *rows, ptrdiff_t n, str name);

/* Of counts and rates, whose unit is part of the name, nothing. */
str unit_word(shown_unit u);

/* " in ms", or nothing. */
str unit_phrase(arena *perm, shown_unit u);

/* The largest unit of any panel: what one axis for all is in. */
shown_unit plan_unit(composer *c, const figure_plan *plan);

/* Bars of one panel, their values in u. */
chart_panel panel_in(composer *c, const row *rows, ptrdiff_t n, str name, shown_unit u);

/* f->chart's panels as bars, in one unit for all where it is given. */
void add_panels(composer *c, figure *f, const figure_plan *plan,
                const shown_unit *shared);

/* A picture holds so many bars or lines as can be told apart: the rest of f->chart's is
 * cut off, but for the baseline, and the subtitle says so. To be called when f->table,
 * which has all, is made, and before f->alt, which tells what is drawn. */
void figure_shorten(composer *c, figure *f);

/* What the key calls the marks of bars. */
void key_words(chart_spec *spec, const row *rows, ptrdiff_t n, const str *names,
               ptrdiff_t name_count);
str bars_alt(composer *c, const chart_spec *spec);

/* Name, colour and the reason why there is nothing; no value. */
chart_bar bar_named(composer *c, const row *r);

/* Panel k with its rows in the order of all panels, title and direction, and with named
 * bars without values. *rows has bar_count of them. */
chart_panel panel_named(composer *c, const figure_plan *plan, ptrdiff_t k, row **rows);

/* "15.7 s": three significant digits, of a value in u. */
str value_words(composer *c, double shown, shown_unit u);

str direction_words(const metric *m, str name);
const metric *first_metric(const row *rows, ptrdiff_t n, str name);

/* The figure's subject: "Recursive Fibonacci", "Image filter, image large", "4
 * workloads".
 */
str plan_subject(composer *c, const figure_plan *plan);

/* "Wall time in s; Recursive Fibonacci. Shorter is better." with `how` behind the unit:
 * ", every run". */
str plan_subtitle(composer *c, const figure_plan *plan, shown_unit u, str how);

/* The groups of a slice that hold the metric, by the tool that speaks for it, of the
 * newest run each; in the order of the files. */
const group **slice_groups(composer *c, const slice *sl, str name, ptrdiff_t *n);

/* A parameter that has several values within a variant. */
typedef struct {
    str name;
    str values[64]; /* distinct; numbers ascending, else as they came */
    double numbers[64];
    ptrdiff_t count;
    bool numeric; /* all are numbers, "64k" and "1 MiB" among them */
    bool full;    /* there are more values than are kept */
} varying;

enum { MOST_VARYING = 4 };

/* Those of a slice's results that hold the metric, but for the ones that the slice
 * fixes; as many as there are, of which the first few are in `ret`. */
ptrdiff_t params_varying(composer *c, const slice *sl, str metric,
                         varying ret[MOST_VARYING]);

#endif
