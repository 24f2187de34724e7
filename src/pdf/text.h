/* text.h - paragraphs shaped by Pango and broken into lines, as plain data.
 *
 * Nothing of Pango's survives here but the fonts: a report of a thousand pages is a few
 * megabytes of glyphs in an arena, and what places lines needs no font at all. */
#ifndef PDF_TEXT_H
#define PDF_TEXT_H

#include "chart/fonts.h"
#include "pdf/style.h"

/* Where a run leads: `uri` is safe to publish, or `dest` is a name inside the file. */
typedef struct {
    str uri, dest;
} link_target;

/* Some words in one style. */
typedef struct {
    str text;
    text_style style;
    bool strike, underline;
    const link_target *link; /* NULL: none */
} text_run;

/* One glyph; x and y from the piece's origin on the baseline. Index 0: no font has it, a
 * box stands for it. */
typedef struct {
    uint32_t index;
    float x, y;
} text_glyph;

/* How many bytes of the piece's text how many of its glyphs show. */
typedef struct {
    int bytes, glyphs;
} text_cluster;

typedef struct text_font text_font; /* text_ink.h draws with it */

/* Glyphs of one font in one style on one line, from left to right. Text and clusters are
 * in the order in which they are read: backward, where that is from right to left. */
typedef struct {
    const text_font *font;
    const text_run *run;
    str text;
    const text_glyph *glyphs;
    const text_cluster *clusters;
    int glyph_count, cluster_count;
    bool backward;
    double x, width;
} text_piece;

typedef struct {
    const text_piece *pieces;
    int piece_count;
    double width;   /* as seen: without the blank at its end */
    bool continued; /* the line before was broken to fit, not by its author */
} text_line;

/* Lines of one pitch. `natural` is the widest line there would be with room enough,
 * `least` its widest word. */
typedef struct {
    const text_line *lines;
    int line_count;
    double lead, baseline;
    double width;
    double natural, least;
    bool at_right; /* lines end at the right edge */
    bool has_links;
} text;

/* Sets texts in the fonts of the calling thread; holds the fonts that were used. */
typedef struct text_setter text_setter;

/* Characters for which there will be boxes are added to *missing. */
text_setter *text_setter_open(arena *perm, missing_chars *missing);
void text_setter_close(text_setter *s); /* texts can't be drawn after it; NULL is fine */

typedef enum {
    WRAP_WORDS,   /* a word too long is broken anywhere */
    WRAP_LETTERS, /* code: every column counts, tabs go to the next 8th */
    WRAP_BALANCE, /* headings: lines of about one length */
    WRAP_CUT,     /* one line, with an ellipsis at its end */
} text_wrap;

/* The runs as lines no wider than `width` (0: no limit), in the setter's arena; pitch
 * and baseline are the first run's. No run or no letter: one empty line. The runs'
 * texts may hold '\n': a new line. */
text *text_set(text_setter *s, const text_run *runs, ptrdiff_t n, double width,
               text_wrap wrap);

/* The same with one run. */
text *text_plain(text_setter *s, str words, const text_style *style, double width);

/* Valid UTF-8 on one line: bad bytes turn into U+FFFD, control characters into blanks.
 * For what goes into the file as words, not as glyphs: titles, names. NUL-terminated. */
str text_clean(arena *perm, str words);

#endif
