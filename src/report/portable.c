#include "base/base.h"

#include "base/day.h"
#include "base/json.h"
#include "report/portable.h"

/* Containers nest: each line of a block begins with what its containers ask for.
 *
 *   > - text        a list in a quote: the item's first line has the marker,
 *   >   more        the others its width in blanks
 */
typedef struct {
    str prefix; /* of every line */
    str marker; /* of the first block's first line, instead of the prefix's end */
    bool ordered;
    int number;
    bool empty; /* nothing was written into it yet */
    bool item;
} level;

typedef struct {
    out *o;
    arena *perm;
    const report *r;
    const portable_options *opt;
    level levels[72];
    int depth;
    str above;  /* the prefix of the block above */
    bool began; /* something stands above */
} writer;

static level *now(writer *w)
{
    return &w->levels[w->depth];
}

static level *push(writer *w, str prefix)
{
    level *outer = now(w);
    level *inner = &w->levels[++w->depth];
    *inner =
        (level){.prefix = str_fmt(w->perm, "%.*s%.*s", SV(outer->prefix), SV(prefix)),
                .marker = outer->marker,
                .empty = true};
    outer->marker = (str){0};
    outer->empty = false;
    return inner;
}

/* An empty line in the containers that the block above and the next one share. */
static void blank_line(writer *w, str next)
{
    ptrdiff_t n = 0;
    while (n < next.len && n < w->above.len && next.ptr[n] == w->above.ptr[n]) {
        n++;
    }
    if (w->began) {
        out_str(w->o, str_trim_right(str_take(next, n)));
        out_char(w->o, '\n');
    }
}

/* Blank line, then the first line's prefix. The first block of an item stands behind its
 * marker, without a blank line. */
static void begin_block(writer *w)
{
    level *l = now(w);
    if (l->marker.len > 0) {
        out_str(w->o, l->marker);
        l->marker = (str){0};
    } else {
        blank_line(w, l->prefix);
        out_str(w->o, l->prefix);
    }
    l->empty = false;
    w->above = l->prefix;
    w->began = true;
}

static void next_line(writer *w)
{
    out_char(w->o, '\n');
    out_str(w->o, now(w)->prefix);
}

/* --- inline ---------------------------------------------------------------------- */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
           || (c & 0x80);
}

/* What a letter means nothing of: at the start of a block more letters mean something. */
static void out_escaped(out *o, str s, bool at_start)
{
    static const char special[] = "\\`*[]|{}~&";
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char ch = s.ptr[i];
        bool inside =
            i > 0 && i < s.len - 1 && is_word(s.ptr[i - 1]) && is_word(s.ptr[i + 1]);
        bool first = at_start && i == 0 && strchr("#+-=>", ch);
        bool tag = ch == '<' && i < s.len - 1
                   && (is_word(s.ptr[i + 1]) || strchr("/!?", s.ptr[i + 1]));
        bool ordinal = at_start && i > 0 && i < 10 && (ch == '.' || ch == ')')
                       && strspn(s.ptr, "0123456789") == (size_t)i;
        if (ch == '\n' || ch == '\r') {
            out_char(o, ' ');
            continue;
        }
        if (ch
            && (strchr(special, ch) || (ch == '_' && !inside) || first || tag
                || ordinal)) {
            out_char(o, '\\');
        }
        out_char(o, ch);
    }
}

/* As many backticks as the text has not in a row. */
static void out_code(writer *w, str s, bool in_table)
{
    ptrdiff_t longest = 0, row = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        row = s.ptr[i] == '`' ? row + 1 : 0;
        longest = row > longest ? row : longest;
    }
    bool liquid =
        w->opt->form == PORTABLE_DEVTO && (str_has(s, S("{{")) || str_has(s, S("{%")));
    bool pad = s.len > 0 && (*s.ptr == '`' || s.ptr[s.len - 1] == '`');
    out_str(w->o, liquid ? S("{% raw %}") : (str){0});
    for (ptrdiff_t i = 0; i <= longest; i++) {
        out_char(w->o, '`');
    }
    out_str(w->o, pad ? S(" ") : (str){0});
    for (ptrdiff_t i = 0; i < s.len; i++) {
        if (in_table && s.ptr[i] == '|') {
            out_char(w->o, '\\'); /* GFM takes it away even in code */
        }
        out_char(w->o, s.ptr[i] == '\n' ? ' ' : s.ptr[i]);
    }
    out_str(w->o, pad ? S(" ") : (str){0});
    for (ptrdiff_t i = 0; i <= longest; i++) {
        out_char(w->o, '`');
    }
    out_str(w->o, liquid ? S("{% endraw %}") : (str){0});
}

static bool has_scheme(str href)
{
    return str_starts(href, S("http://")) || str_starts(href, S("https://"))
           || str_starts(href, S("mailto:"));
}

/* Empty: there is nowhere to lead to. */
static str target_of(writer *w, str href)
{
    str base = w->opt->base_url;
    if (href.len == 0 || (*href.ptr == '#' && base.len == 0)) {
        return (str){0};
    }
    str full = has_scheme(href) ? href : str_fmt(w->perm, "%.*s%.*s", SV(base), SV(href));
    full = str_replace(w->perm, full, S("("), S("%28"));
    full = str_replace(w->perm, full, S(")"), S("%29"));
    return str_replace(w->perm, full, S(" "), S("%20"));
}

static void out_picture(writer *w, str alt, str href)
{
    out_str(w->o, S("!["));
    out_escaped(w->o, alt, false);
    out_fmt(w->o, "](%.*s)", SV(target_of(w, href)));
}

static str mark_of(writer *w, const node *n, bool enter)
{
    switch (n->kind) {
    case NODE_STRONG:
        return S("**");
    case NODE_EMPH:
        return S("*");
    case NODE_STRIKE:
        return S("~~");
    case NODE_LINK: {
        str to = target_of(w, n->href);
        return to.len == 0 ? (str){0}
               : enter     ? S("[")
                           : str_fmt(w->perm, "](%.*s)", SV(to));
    }
    default:
        return (str){0};
    }
}

/* Everything inline below n, in one line. */
static void out_inline(writer *w, const node *n, bool at_start)
{
    node_walk walk = node_walk_start(n);
    for (node_event ev; (ev = node_walk_next(&walk)) != EVENT_END;) {
        const node *at = walk.at;
        if (at == n) {
            continue;
        }
        switch (at->kind) {
        case NODE_TEXT:
        case NODE_VALUE:
            out_escaped(w->o, at->text, at_start);
            break;
        case NODE_MONO:
            out_code(w, at->text, false);
            break;
        case NODE_IMAGE:
            out_picture(w, at->text, at->href);
            break;
        case NODE_BREAK:
            out_str(w->o, S("  "));
            next_line(w);
            break;
        default:
            out_str(w->o, mark_of(w, at, ev == EVENT_ENTER));
            break;
        }
        at_start = false;
    }
}

/* --- blocks ---------------------------------------------------------------------- */

static void out_line(writer *w, const char *open, str text, const char *close)
{
    if (text.len > 0) {
        begin_block(w);
        out_str(w->o, str_from(open));
        out_escaped(w->o, text, open[0] == 0);
        out_str(w->o, str_from(close));
        out_char(w->o, '\n');
    }
}

static void out_para(writer *w, const node *n)
{
    if (n->first) {
        begin_block(w);
        out_inline(w, n, true);
        out_char(w->o, '\n');
    }
}

static void out_cell(writer *w, const table_cell *cell)
{
    out_str(w->o, S(" "));
    out_escaped(w->o, cell->text, false);
    if (cell->small.len > 0 && cell->mono) {
        out_char(w->o, ' ');
        out_code(w, cell->small, true);
    } else if (cell->small.len > 0) {
        out_str(w->o, cell->text.len == 0               ? (str){0}
                      : str_starts(cell->small, S("±")) ? S(" ")
                                                        : S(", "));
        out_escaped(w->o, cell->small, false);
    }
    out_str(w->o, S(" |"));
}

static void out_table(writer *w, const table *t)
{
    if (t->row_count == 0 || t->column_count == 0) {
        return;
    }
    if (t->caption.len > 0) {
        out_line(w, "*", t->caption, "*");
    }
    begin_block(w);
    out_char(w->o, '|');
    for (ptrdiff_t k = 0; k < t->column_count; k++) {
        const table_cell head = {.text = t->columns[k].head};
        out_cell(w, &head);
    }
    next_line(w);
    out_char(w->o, '|');
    for (ptrdiff_t k = 0; k < t->column_count; k++) {
        out_str(w->o, t->columns[k].numeric ? S(" ---: |") : S(" --- |"));
    }
    for (ptrdiff_t i = 0; i < t->row_count; i++) {
        next_line(w);
        out_char(w->o, '|');
        for (ptrdiff_t k = 0; k < t->column_count; k++) {
            out_cell(w, &t->cells[i * t->column_count + k]);
        }
    }
    out_char(w->o, '\n');
}

static void out_figure(writer *w, const figure *f)
{
    begin_block(w);
    out_picture(w, f->alt, str_fmt(w->perm, "charts/%.*s.png", SV(f->id)));
    out_char(w->o, '\n');
    begin_block(w);
    out_fmt(w->o, "**Figure %d: ", f->number);
    out_escaped(w->o, f->title, false);
    out_str(w->o, S(".**"));
    if (f->subtitle.len > 0) {
        out_char(w->o, ' ');
        out_escaped(w->o, f->subtitle, false);
    }
    out_char(w->o, '\n');
    if (f->table) {
        out_table(w, f->table);
    }
    if (f->source) {
        out_para(w, f->source);
    }
}

static void out_keys(writer *w, const node *n)
{
    for (ptrdiff_t i = 0; i < n->key_count; i++) {
        const key_figure *k = &n->keys[i];
        if (i == 0) {
            begin_block(w);
        } else {
            out_str(w->o, now(w)->prefix);
        }
        out_str(w->o, S("- **"));
        out_escaped(w->o, k->number, false);
        bool closed = k->unit.len > 0 && *k->unit.ptr == '%';
        out_str(w->o, closed || k->unit.len == 0 ? (str){0} : S(" "));
        out_escaped(w->o, k->unit, false);
        out_str(w->o, S("** "));
        out_escaped(w->o, k->what, false);
        out_str(w->o, k->caveat.len ? S(". ") : (str){0});
        out_escaped(w->o, k->caveat, false);
        out_char(w->o, '\n');
    }
}

/* A list of what the test bed was: "- CPU: 8 cores". */
static void out_specs(writer *w, const node *n)
{
    if (n->label.len > 0 && n->first) {
        out_line(w, "**", n->label, "**");
    }
    bool first = true;
    for (const node *k = n->first; k; k = k->next) {
        bool term = k->kind == NODE_TERM;
        if (term && first) {
            begin_block(w);
        } else if (term) {
            out_str(w->o, now(w)->prefix);
        }
        first = first && !term;
        out_str(w->o, term ? S("- ") : S(": "));
        out_inline(w, k, false);
        if (!term) {
            out_char(w->o, '\n');
        }
    }
}

static void out_code_block(writer *w, const node *n)
{
    str text = str_trim_right(n->text);
    ptrdiff_t fence = 3, row = 0;
    for (ptrdiff_t i = 0; i < text.len; i++) {
        row = text.ptr[i] == '`' ? row + 1 : 0;
        fence = row >= fence ? row + 1 : fence;
    }
    str ticks = S("``````````````````````````````");
    ticks = str_take(ticks, fence);
    bool liquid = w->opt->form == PORTABLE_DEVTO
                  && (str_has(text, S("{{")) || str_has(text, S("{%")));
    out_line(w, "*", n->label, "*");
    begin_block(w);
    if (liquid) {
        out_str(w->o, S("{% raw %}"));
        next_line(w);
    }
    out_str(w->o, ticks);
    for (cut c = {.tail = text}; c.tail.len > 0;) {
        c = str_cut(c.tail, S("\n"));
        next_line(w);
        out_str(w->o, str_trim_right(c.head));
    }
    next_line(w);
    out_str(w->o, ticks);
    if (liquid) {
        next_line(w);
        out_str(w->o, S("{% endraw %}"));
    }
    out_char(w->o, '\n');
}

static void out_leaf(writer *w, const node *n)
{
    switch (n->kind) {
    case NODE_HEADING:
        begin_block(w);
        out_str(w->o, str_take(S("######"), n->level));
        out_char(w->o, ' ');
        out_inline(w, n, false);
        out_char(w->o, '\n');
        break;
    case NODE_PARA:
        out_para(w, n);
        break;
    case NODE_CODE:
        out_code_block(w, n);
        break;
    case NODE_TABLE:
        out_table(w, n->table);
        break;
    case NODE_FIGURE:
        out_figure(w, n->figure);
        break;
    case NODE_KEYS:
        out_keys(w, n);
        break;
    case NODE_SPECS:
        out_specs(w, n);
        break;
    case NODE_RULE:
        begin_block(w);
        out_str(w->o, S("* * *\n"));
        break;
    default:
        break;
    }
}

/* --- containers ------------------------------------------------------------------ */

static void enter(writer *w, const node *n)
{
    level *outer = now(w);
    if (n->kind == NODE_QUOTE) {
        push(w, S("> "));
    } else if (n->kind == NODE_LIST) {
        level *l = push(w, (str){0});
        l->ordered = n->ordered;
        l->number = n->start;
    } else if (n->kind == NODE_ITEM) {
        str mark = outer->ordered ? str_fmt(w->perm, "%d. ", outer->number++) : S("- ");
        str above = outer->marker;
        /* A blank line above the list, unless it hangs on an item's words. */
        bool hangs = w->depth > 0 && w->levels[w->depth - 1].item
                     && !(outer->ordered && outer->number != 2);
        if (outer->empty && above.len == 0 && !hangs) {
            blank_line(w, outer->prefix);
        }
        outer->marker = (str){0};
        level *l = push(w, str_take(S("                "), mark.len));
        l->item = true;
        l->marker =
            str_fmt(w->perm, "%.*s%.*s", SV(above.len ? above : outer->prefix), SV(mark));
    } else if (n->kind == NODE_NOTE) {
        out_line(w, "**", n->label, "**");
    }
}

static void leave(writer *w, const node *n)
{
    if (n->kind == NODE_ITEM && now(w)->marker.len > 0) { /* an empty item */
        out_str(w->o, str_trim_right(now(w)->marker));
        out_char(w->o, '\n');
        w->began = true;
    }
    if (n->kind == NODE_QUOTE || n->kind == NODE_LIST || n->kind == NODE_ITEM) {
        w->depth--;
    }
}

static bool is_container(const node *n)
{
    return n->kind == NODE_REPORT || n->kind == NODE_SECTION || n->kind == NODE_LIST
           || n->kind == NODE_ITEM || n->kind == NODE_QUOTE || n->kind == NODE_NOTE;
}

static void out_tree(writer *w, const node *root)
{
    const node *skipped = NULL;
    node_walk walk = node_walk_start(root);
    for (node_event ev; (ev = node_walk_next(&walk)) != EVENT_END;) {
        const node *at = walk.at;
        bool left_out = at->kind == NODE_SECTION && at->section == SECTION_DATA;
        if (skipped) {
            skipped = ev == EVENT_EXIT && at == skipped ? NULL : skipped;
        } else if (left_out || !is_container(at)) {
            if (!left_out) {
                out_leaf(w, at);
            }
            skipped = at->first ? at : NULL;
        } else if (ev == EVENT_ENTER) {
            enter(w, at);
            if (!at->first) {
                leave(w, at);
            }
        } else {
            leave(w, at);
        }
    }
}

/* --- head and foot --------------------------------------------------------------- */

/* DEV takes four tags of lower-case letters and digits. */
static void out_tags(out *o, const report *r)
{
    enum { MOST = 4 };
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < r->tag_count && n < MOST; i++) {
        bool any = false;
        for (ptrdiff_t k = 0; k < r->tags[i].len; k++) {
            char ch = r->tags[i].ptr[k];
            ch = ch >= 'A' && ch <= 'Z' ? (char)(ch + 'a' - 'A') : ch;
            if ((ch >= 'a' && ch <= 'z') || (ch >= '0' && ch <= '9')) {
                out_str(o, any ? (str){0} : n ? S(", ") : S("tags: "));
                out_char(o, ch);
                any = true;
            }
        }
        n += any;
    }
    if (n > 0) {
        out_char(o, '\n');
    }
}

static void out_quoted(writer *w, const char *key, str text)
{
    json_writer value = {.o = w->o, .one_line = true};
    out_fmt(w->o, "%s: ", key);
    json_str(&value, text); /* a JSON string is a YAML one */
    out_char(w->o, '\n');
}

static void out_front_matter(writer *w)
{
    const report *r = w->r;
    str base = w->opt->base_url;
    out_str(w->o, S("---\n"));
    out_quoted(w, "title", r->title);
    out_str(w->o, S("published: false\n"));
    out_quoted(w, "description", r->description);
    out_tags(w->o, r);
    out_quoted(w, "canonical_url", base);
    out_quoted(w, "cover_image", str_fmt(w->perm, "%.*scard.png", SV(base)));
    out_str(w->o, S("---\n\n"));
}

static void out_head(writer *w)
{
    const report *r = w->r;
    if (w->opt->form == PORTABLE_DEVTO) {
        out_front_matter(w);
    } else {
        out_line(w, "# ", r->title, "");
    }
    out_line(w, "*", r->kicker, "*");
    if (r->deck && r->deck->first) {
        out_para(w, r->deck);
    }
    str day = day_words(w->perm, r->date);
    str by = r->author_name.len ? str_fmt(w->perm, "%.*s%s%.*s", SV(r->author_name),
                                          day.len ? ", " : "", SV(day))
                                : day;
    out_line(w, "", by, "");
    out_line(w, "", r->disclosure, "");
    for (ptrdiff_t i = 0; i < r->correction_count; i++) {
        out_line(w, "**Corrected:** ",
                 str_fmt(w->perm, "%.*s: %.*s",
                         SV(day_words(w->perm, r->corrections[i].date)),
                         SV(r->corrections[i].note)),
                 "");
    }
}

static void out_foot(writer *w)
{
    begin_block(w);
    out_str(w->o, S("* * *\n"));
    begin_block(w);
    if (w->opt->base_url.len > 0) {
        out_fmt(w->o, "Every result and every raw file: <%.*s>. ", SV(w->opt->base_url));
    }
    out_fmt(w->o, "Made by %.*s from %td raw file%s, sha256:%.*s.\n", SV(w->r->program),
            w->r->source_count, w->r->source_count == 1 ? "" : "s",
            SV(w->r->sources_hash));
}

void report_write_portable(out *o, const report *r, const portable_options *opt,
                           arena scratch)
{
    writer w = {.o = o, .perm = &scratch, .r = r, .opt = opt};
    out_head(&w);
    out_tree(&w, r->root);
    out_foot(&w);
}
