/* galley.h - the report as one endless column: slabs of finished type, not yet pages.
 *
 * A slab is what can't be divided: a line, a table's row, a chart. It says how much it
 * wants to stay with the next one; places.c does the rest. */
#ifndef PDF_GALLEY_H
#define PDF_GALLEY_H

#include "pdf/text.h"
#include "report/report.h"

/* A node of the tag tree that screen readers walk. Decoration belongs to none. */
typedef struct element {
    struct element *parent;
    const char *tag; /* "P", "TH": of the standard structure types */
    str dest;        /* where links lead that name it; empty: none do */
    str alt;         /* of a "Figure": what those hear who can't see it */
    int depth;       /* of the root: 0 */
    int items;       /* placed items of its own; set by places.c */
} element;

/* What the contents and the outline list. */
typedef struct heading {
    struct heading *next;
    const node *node;
    str title, dest;
    int level;    /* 2 … 4 */
    int page;     /* from 1; set by places.c, 0 until then */
    double y;     /* of its slab */
    bool at_head; /* the first thing on its page */
} heading;

typedef enum {
    PART_TEXT,  /* lines first … last - 1 of `text` */
    PART_SCENE, /* scaled by w / scene->width */
    PART_FILL,  /* a rectangle */
    PART_DOTS,  /* a leader, on the baseline */
    PART_PAGE,  /* the page number of `heading`, ending at x + w */
} part_kind;

/* A piece of a slab. x is from the sheet's left; y from the slab's top, of a placed one
 * from the sheet's. */
typedef struct part {
    struct part *next;
    part_kind kind;
    element *of; /* NULL: decoration */
    double x, y, w, h;
    paint colour; /* FILL */
    const text *text;
    int first, last;
    const scene *scene;
    const heading *heading;
    const link_target *link; /* PAGE */
} part;

/* What stands around a range of slabs and is drawn anew on each page that has some. */
typedef struct box {
    struct box *parent;
    enum { BOX_FILL, BOX_LEFT_RULE, BOX_TOP_RULE } kind;
    double x, w;
    double thickness; /* of a rule */
    double pad_top, pad_bottom;
} box;

typedef enum {
    KEEP_FREE,  /* a page may end behind this slab */
    KEEP_SOFT,  /* better not, unless it leaves a third of the page empty */
    KEEP_ALWAYS /* only where the page is too small for both */
} keep;

/* How a chart may be drawn; the type of a smaller one is smaller. */
typedef struct {
    const scene *scene;
    double w, h; /* in points */
} chart_size;

enum { CHART_SIZES = 3 };

typedef struct slab {
    struct slab *next;
    double before, after; /* white space; the larger of two neighbours' counts */
    double height;
    keep keep;  /* with the next */
    bool leads; /* a heading's line: nothing by itself at a page's end */
    part *first, *last;
    box *box;
    const struct slab *repeat; /* the table's head, set again where a page begins here */
    heading *heading;          /* gets its page here; NULL: none */
    const chart_size *sizes; /* CHART_SIZES, the largest first, for the slab's only part;
                                NULL: can't give way */
} slab;

/* Lines in the margin of the slabs to come, one each: "2." or a note's label. */
typedef struct {
    const text *text;
    int next;
    double x, w;
    element *of;
    heading *heading; /* that these lines are; NULL: none */
} margin_text;

/* Where the composer is: how far indented, in which box and element. */
typedef struct {
    double x, width;
    element *of;
    box *box;
    margin_text margin;
    style_id style; /* of generated paragraphs */
    bool quote, tight;
    bool method; /* in a section of short headed paragraphs */
    bool entry;  /* one of these: its heading stands in the margin */
    int number;  /* of the list's next item */
} context;

enum { DEEPEST = 66 };

/* An ID in the tree and the destination it has in the file. */
typedef struct known_id {
    struct known_id *next_id, *next_dest; /* of the same hash, newest first */
    str id, dest;
    bool used;
} known_id;

enum { ID_LISTS = 1024 };

typedef struct {
    arena *perm;
    text_setter *setter;
    const sheet *paper;
    str base_url; /* of the study's page, with a slash at its end; empty: not published */
    text_meter meter;
    const str *attached; /* names of the files inside the PDF */
    ptrdiff_t attached_count;
    slab *first, *last;
    heading *headings, *last_heading;
    known_id *by_id[ID_LISTS], *by_dest[ID_LISTS]; /* by str_hash */
    int place;                                     /* the last "place-N" that was given */
    context stack[DEEPEST];
    int depth;
    double owed; /* points that must follow the last heading on its page */
    const report *about;
    const node *data_section; /* the last of its kind: there the downloads are listed */
} galley;

context *galley_now(galley *g);

/* Opens a context like the present one, inside a new element; NULL tag: the same one. */
context *galley_push(galley *g, const char *tag);
void galley_pop(galley *g);

element *galley_element(galley *g, element *parent, const char *tag);

/* The destination of an ID, {0}: it has none. The first call for an ID gets it, later
 * ones with the same ID nothing: a name leads to one place. */
str galley_take_dest(galley *g, str id);

/* What a link in the tree becomes on paper; NULL: nothing that can be followed. */
const link_target *galley_link(galley *g, str href);

/* Appends a slab of this height to the column, in the present box. */
slab *galley_slab(galley *g, double before, double height);
part *slab_part(galley *g, slab *s, part p);

/* Appends a text line by line, never parting fewer than two lines from the rest. */
void galley_text(galley *g, const text *t, element *of, double before, double after);

/* A bar in the margin beside all slabs behind `from` (NULL: all). */
void galley_mark(galley *g, const slab *from);

/* No page may end behind the last slab. */
void galley_keep(galley *g, keep k);

/* Softly keeps all slabs from `from` to the last together, if they are small for a page.
 */
void galley_hold(galley *g, slab *from);

box *galley_box(galley *g, box b);

/* Room for the next slabs' labels: indents the present context by it, and sets `label` in
 * the margin, beside what comes. */
enum { MARGIN_LABEL = 96, MARGIN_GAP = 11 };
void galley_label(galley *g, const text *label, element *of);

/* A scene of one rectangle: swatches and small bars, with the hatching of their shade. */
const scene *galley_swatch(galley *g, double w, double h, role which, int shade);

#endif
