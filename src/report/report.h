/* report.h - the report as a tree: what is said, not how it looks.
 *
 * HTML and PDF walk the same tree, so a fact that is on the page is in the PDF. Nothing
 * here knows of HTML, points or colours; everything lives in one arena and is open data.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/out.h"
#include "model/role.h"

/* --- charts: data with their words, no geometry ---------------------------------- */

/* One point of a curve, or one cell of a heat map. */
typedef struct {
    double x;
    maybe y;         /* {0}: a gap in the line, an empty cell */
    maybe low, high; /* the band or interval around y */
    str text;        /* of a cell: "1.04×" */
    str tip;
} chart_point;

/* A place on the x axis with its words: a tick, or an upright line (a change point). */
typedef struct {
    double at;
    str text;
} chart_tick;

/* One bar: a variant's value in one panel. All numbers are in the panel's shown unit. */
typedef struct {
    str name;   /* "Docker" */
    str detail; /* second line: "distroless image"; or "one run"; may be empty */
    role role;
    int shade; /* 0, 1, 2 … among several variants of one role: told apart by pattern */
    role edge; /* of "docker + wasm": the bar starts with this colour; GREY: none */
    maybe value;
    maybe stddev;
    maybe min, max;
    const double *points; /* single runs, drawn as dots where there are 3…50; two stand
                             instead of the bar; may be NULL */
    ptrdiff_t point_count;
    const chart_point
        *curve; /* kinds of lines, and heat maps; ascending x; may be NULL */
    ptrdiff_t curve_count;
    str value_text;  /* "15.7 s" */
    str spread_text; /* "± 0.94"; may be empty */
    str ratio_text;  /* "1.04×"; "1.00×" for the baseline; may be empty */
    bool baseline;
    str missing; /* the reason why there is no value; empty: there is one */
    str tip;     /* the mark's own <title>: "native: mean 15.698 s, …" */
} chart_bar;

/* One metric over all variants; bars are in the report's order (baseline first). */
typedef struct {
    str title;     /* "Requests per second"; shown only where there are several panels */
    str direction; /* "Higher is better." may be empty */
    str unit;      /* of the shown values, on the last tick: "s", "ms", "MB/s", "" */
    chart_bar *bars;
    ptrdiff_t bar_count;
    bool zero_based; /* bars always are; dots and lines only where this says so */
    maybe limit_low, limit_high; /* shaded between, or one line: the practical limit of a
                                    ratio, a latency that was promised */
    str limit_word;              /* "practical limit, ± 2%" */
    const chart_tick *events;    /* upright lines over all panels: change points */
    ptrdiff_t event_count;
} chart_panel;

/* A kind is one file in chart/ and a row in chart/kinds.def. */
typedef enum {
    CHART_BARS,      /* a bar a variant; several panels: several metrics */
    CHART_GROUPED,   /* a panel a workload, bars below its title, one axis for all */
    CHART_MULTIPLES, /* a panel a parameter's value, side by side, one scale for all */
    CHART_RATIOS, /* a dot a variant on a log axis: value the ratio, min and max the ends
                     of its interval; several panels: several workloads */
    CHART_BOXES,  /* the distribution of `points`: a box and, up to 50, dots */
    CHART_HISTOGRAM, /* how often: a histogram of `points` a variant, value a line;
                        spread_word: "share of requests", else of runs */
    CHART_SERIES,    /* lines over the seconds of a run: `curve`; panels share the axis */
    CHART_SWEEP,     /* lines over a parameter, with dots and a band low…high */
    CHART_HISTORY,   /* lines over runs in order, the same with events: change points */
    CHART_ECDF,      /* which share of `points` lies below x */
    CHART_PERCENTILES, /* value by percentile: a curve's x are percentiles, 0…99.9999 */
    CHART_HEAT, /* a table of shades: bars are rows, x_ticks columns, `curve` cells by x
                 */
} chart_kind;

enum { CHART_KIND_COUNT = CHART_HEAT + 1 };

typedef struct {
    chart_kind kind;
    chart_panel *panels;
    ptrdiff_t panel_count;
    str ratio_head;  /* "vs native"; empty: no ratio column */
    str mean_word;   /* in the key: "mean", or "value" where n = 1 */
    str spread_word; /* "± 1 standard deviation", with " within the run" where it is; or
                        "" */
    str range_word;  /* "fastest and slowest run", or "" */
    str point_word;  /* of the dots; empty: "single runs" */

    /* the x axis of kinds that have one of their own */
    str x_title;               /* "Block size"; may be empty */
    str x_unit;                /* on the last tick */
    bool x_log;                /* said on the axis; every x > 0 */
    const chart_tick *x_ticks; /* NULL: computed */
    ptrdiff_t x_tick_count;
} chart_spec;

/* --- tables ---------------------------------------------------------------------- */

typedef struct {
    str text;  /* "16.324" */
    str small; /* second line: "± 0.07", a command in machine voice where `mono` */
    bool mono; /* `small` is machine's words */
    str href; /* where the number comes from: "raw/fibonacci.txt.html#L6"; may be empty */
    bool has_swatch;
    role swatch;
    int shade;
    bool muted;
    str was; /* what an earlier edition had here; empty: the same */
} table_cell;

typedef struct {
    str head;      /* "Standard deviation" */
    bool numeric;  /* aligned right, tabular figures */
    bool optional; /* may be dropped on a phone */
} table_column;

typedef struct {
    str id; /* permalink and file stem; may be empty */
    str caption;
    table_column *columns;
    ptrdiff_t column_count;
    table_cell *cells; /* row by row: cells[row * column_count + column] */
    ptrdiff_t row_count;
    bool row_heads; /* the first column names the row */
    bool has_tests; /* an interval and a test in each row */
} table;

/* --- figures: a chart, its table and its words ----------------------------------- */

struct node;
struct mention;

typedef struct {
    int number;   /* "Figure 1"; unique in the report */
    str id;       /* "fibonacci-wall_time": permalink, file stem under charts/ */
    str title;    /* the finding, a sentence without full stop, at most 65 characters */
    str subtitle; /* metric, unit, n, direction: full sentences */
    str alt;      /* the chart in words, with its numbers */
    chart_spec chart;    /* what is drawn */
    chart_spec whole;    /* the same with the bars that did not fit in */
    table *table;        /* beside the chart; the text alternative */
    struct node *source; /* a NODE_PARA: the raw file and lines, then the test */
} figure;

/* --- key figures ----------------------------------------------------------------- */

typedef struct {
    str name;     /* "native" */
    str text;     /* "15.7 s" */
    double share; /* of the longest bar, 0 … 1 */
    role role;
    int shade;
} key_bar;

typedef struct {
    str number; /* "1.50" */
    str unit;   /* "× the time" */
    str what;   /* one line */
    key_bar bars[2];
    str caveat;          /* n, interval or p */
    str href, href_text; /* "#fibonacci-wall_time", "Figure 1" */
} key_figure;

/* --- the tree -------------------------------------------------------------------- */

typedef enum {
    /* blocks */
    NODE_REPORT,  /* the root: sections and blocks */
    NODE_SECTION, /* id, role of the section in `section`; children are blocks */
    NODE_HEADING, /* level 2…4, id; inline children */
    NODE_PARA,
    NODE_QUOTE, /* blocks */
    NODE_LIST,  /* items; `ordered`, `start` */
    NODE_ITEM,  /* blocks */
    NODE_CODE,  /* text: the block's lines; label: what it is ("Compiler output") */
    NODE_TABLE,
    NODE_FIGURE,
    NODE_KEYS,  /* key_figure keys[n] */
    NODE_SPECS, /* a boxed list of NODE_TERM with NODE_DETAIL; label: "Test bed" */
    NODE_TERM,  /* inline children; `muted` */
    NODE_DETAIL,
    NODE_NOTE, /* blocks by the generator, beside the prose; label: its heading or empty
                */
    NODE_RULE,
    /* inline */
    NODE_TEXT, /* text */
    NODE_STRONG,
    NODE_EMPH,
    NODE_STRIKE,
    NODE_MONO, /* text */
    NODE_LINK, /* href, inline children */
    NODE_BREAK,
    NODE_IMAGE, /* href, text: alt */
    NODE_VALUE, /* text: a number that came from data; href: its line; label: its
                   shortcode; no children */
} node_kind;

typedef enum {
    SECTION_PROSE, /* text left, notes and specs in the side column, figures full width */
    SECTION_METHOD, /* short headed paragraphs in columns */
    SECTION_DATA,   /* downloads */
} section_kind;

typedef struct node {
    struct node *first, *last, *next;
    node_kind kind;
    section_kind section;
    int level;    /* NODE_HEADING */
    bool ordered; /* NODE_LIST */
    int start;    /* NODE_LIST, ordered: the first number */
    bool muted;
    bool changed; /* since an earlier edition: a bar in the margin */
    bool author;  /* the author's own words (serif); else the generator's */
    str id, text, href, label;
    table *table;
    figure *figure;
    key_figure *keys;
    ptrdiff_t key_count;
} node;

/* A line of the data table at the end: what can be downloaded. */
typedef struct {
    str name, href, contents, size, sha256;
} download;

/* What was wrong when it was published, and was put right. */
typedef struct {
    str date; /* 2025-08-12 */
    str note;
} correction;

/* Everything a page or a PDF says about one study. */
typedef struct {
    str id; /* the study's folder name */
    str title, kicker, description;
    node *deck;       /* a NODE_PARA: the finding */
    str finding_text; /* the deck as plain text */
    str date;         /* "2025-08-10", empty: undated */
    str author_id, author_name, author_bio, author_url, author_initials;
    str disclosure; /* may be empty */
    correction *corrections;
    ptrdiff_t correction_count;
    str superseded_by; /* the study that answers the question anew; may be empty */
    int reading_minutes;
    str *tags;
    ptrdiff_t tag_count;
    str lang;
    node *root;
    figure **figures; /* in order */
    ptrdiff_t figure_count;
    figure *card;                   /* the figure on the social card; NULL: none */
    const struct mention *mentions; /* what the post says of results: compose.h */
    download *downloads;
    ptrdiff_t download_count;
    str sources_hash; /* SHA-256 over the sources' hashes, 16 digits: the provenance line
                       */
    ptrdiff_t source_count;
    str site_title;
    str program; /* "broadsheet 0.1.0" */
} report;

node *node_new(arena *perm, node_kind kind);
node *node_add(node *parent, node *child);            /* returns child */
node *node_text(arena *perm, node *parent, str text); /* adds a NODE_TEXT */
node *node_heading(arena *perm, node *parent, int level, str id, str text);
node *node_para(arena *perm, node *parent,
                str text); /* the generator's; empty: no child */

/* The plain text of all NODE_TEXT, MONO and VALUE below, breaks and blocks as one blank.
 */
str node_plain(arena *perm, const node *n);

/* Walks the tree without recursion: enter and exit events, leaves once with EVENT_ENTER.
 */
typedef enum { EVENT_END, EVENT_ENTER, EVENT_EXIT } node_event;

typedef struct {
    const node *at;
    const node *stack[64]; /* deeper trees are refused where they are built */
    int depth;
    node_event last;
} node_walk;

node_walk node_walk_start(const node *root);
node_event node_walk_next(node_walk *w); /* w->at is the node */

#endif
