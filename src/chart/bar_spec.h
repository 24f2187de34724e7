/* bar_spec.h - what the layouts of bars ask a spec, and the words beside bars. */
#ifndef CHART_BAR_SPEC_H
#define CHART_BAR_SPEC_H

#include "chart/bar_mark.h"

enum {
    NAME_MOST = 212, /* the widest column of names */
    WORD_MOST = 160, /* the widest value */
    RATIO_MOST = 90, /* the widest ratio */
    KEY_BELOW = 52,  /* from the plot's bottom to the key's middle */
};

extern const lettering LETTER_RATIO;    /* 14/600 ink */
extern const lettering LETTER_BASELINE; /* 14/600 muted: the row that is 1.00× */

ptrdiff_t spec_row_count(const chart_spec *spec); /* of the panel with most bars */

/* The bar that names row i: of the first panel that has one. */
const chart_bar *spec_row(const chart_spec *spec, ptrdiff_t row);

bool spec_has_values(const chart_spec *spec);
bool spec_has_details(const chart_spec *spec);
bool spec_has_spreads(const chart_spec *spec);
bar_parts spec_parts(const chart_spec *spec);

/* The scale over the bars of `count` panels from zero on; *tick_most is for axis_draw().
 * False: no bar has a value, so there is no axis to draw. */
bool panels_scale(const chart_panel *panels, ptrdiff_t count, scale *x,
                  ptrdiff_t *tick_most);

/* Ratios stand where all bars are of one metric. */
bool spec_has_ratios(const chart_spec *spec);

double spec_names_width(const pen *p, const chart_spec *spec);    /* at most NAME_MOST */
double spec_ratio_width(const pen *p, const chart_spec *spec);    /* at most RATIO_MOST */
double panel_words_width(const pen *p, const chart_panel *panel); /* values, spreads */

double scale_zero(const scale *x); /* px of 0, or of the end nearest to it, rounded */

/* Name and second line, right-aligned at `right`. */
void bar_name_draw(const pen *p, const chart_bar *b, double room, double right,
                   double yc);

/* Value and spread from x on, one below the other. */
void bar_value_draw(const pen *p, const chart_bar *b, double x, double yc);

/* The same right-aligned, where values have a column of their own. */
void bar_words_draw(const pen *p, const chart_bar *b, double right, double yc);

void bar_ratio_draw(const pen *p, const chart_bar *b, double right, double yc);

/* A panel's title and direction from x on, the tops of letters at y. */
void panel_head_draw(const pen *p, const chart_panel *panel, double x, double right,
                     double y);

/* Draws the key with its middle at y; returns the chart's height: below the key, or below
 * the plot where nothing needs naming. */
double spec_key_draw(const pen *p, const chart_spec *spec, double x, double right,
                     double y);

enum { NARROW_SECOND_LINE = 15 };

/* The words above a narrow bar: name and ratio left, value and spread right; in two lines
 * where some bar of the chart needs them. top: 3 px above the background they stand on,
 * which is 19 px high, or NARROW_SECOND_LINE more. */
void narrow_words_draw(const pen *p, const chart_spec *spec, const chart_bar *b,
                       double top, bool two);
bool narrow_needs_two_lines(const pen *p, const chart_spec *spec);

#endif
