#include "base/base.h"

#include "pdf/compose.h"

/* What the open inline nodes make of the words inside them. */
typedef struct {
    int strong, emph, strike;
    const link_target *link;
} voice;

static bool is_block(const node *n)
{
    return n->kind < NODE_TEXT;
}

static void enter_or_leave(galley *g, voice *v, const node *n, int by)
{
    v->strong += n->kind == NODE_STRONG ? by : 0;
    v->emph += n->kind == NODE_EMPH ? by : 0;
    v->strike += n->kind == NODE_STRIKE ? by : 0;
    if (n->kind == NODE_LINK) {
        v->link = by > 0 ? galley_link(g, n->href) : NULL;
    }
}

/* "15.70 s ± 0.94" is one word, unless it is a sentence of its own. */
static str hold_together(galley *g, str value)
{
    enum { LONGEST = 28 };
    return value.len > LONGEST ? value
                               : str_replace(g->perm, value, S(" "), S("\xC2\xA0"));
}

static text_run run_of(galley *g, const voice *v, const node *n, text_style style)
{
    text_run r = {
        .text = n->text, .style = style, .strike = v->strike > 0, .link = v->link};
    r.underline = v->link != NULL;
    if (v->strong > 0) {
        r.style.weight = 600;
    }
    if (v->emph > 0) {
        r.style.italic = !style.italic;
    }
    if (n->kind == NODE_MONO) {
        r.style = style_mono(r.style);
    } else if (n->kind == NODE_BREAK) {
        r.text = S("\n");
    } else if (n->kind == NODE_IMAGE) {
        r.text = str_fmt(g->perm, "[%.*s]", SV(n->text));
        r.style.colour = PAINT_MUTED;
    } else if (n->kind == NODE_VALUE) {
        r.text = hold_together(g, r.text);
        if (!r.link && n->href.len > 0) {
            r.link = galley_link(g, n->href); /* not underlined: prose, not navigation */
        }
    }
    return r;
}

/* A line's end in the source is a blank, but code inside a paragraph is kept apart. */
static str one_line(galley *g, str words)
{
    return str_has(words, S("\n")) ? str_replace(g->perm, words, S("\n"), S(" ")) : words;
}

static bool has_words(const node *n)
{
    return n->kind == NODE_TEXT || n->kind == NODE_MONO || n->kind == NODE_VALUE
           || n->kind == NODE_BREAK || n->kind == NODE_IMAGE;
}

static ptrdiff_t count_nodes(const node *root)
{
    ptrdiff_t n = 0;
    node_walk w = node_walk_start(root);
    while (node_walk_next(&w) != EVENT_END) {
        n++;
    }
    return n;
}

text_run *compose_runs(galley *g, const node *root, text_style style, ptrdiff_t *count)
{
    text_run *runs = NEW(g->perm, text_run, count_nodes(root) * 2 + 1);
    ptrdiff_t n = 0;
    voice v = {0};
    node_walk w = node_walk_start(root);
    for (node_event ev; (ev = node_walk_next(&w)) != EVENT_END;) {
        const node *at = w.at;
        if (has_words(at)) {
            runs[n] = run_of(g, &v, at, style);
            if (at->kind != NODE_BREAK) {
                runs[n].text = one_line(g, runs[n].text);
            }
            n++;
        } else if (is_block(at) && at != root && ev == EVENT_ENTER && n > 0) {
            runs[n++] = (text_run){.text = S("\n"), .style = style};
        } else if (!is_block(at) && at->first) {
            enter_or_leave(g, &v, at, ev == EVENT_ENTER ? 1 : -1);
        }
    }
    if (n == 0) {
        runs[n++] = (text_run){.style = style};
    }
    *count = n;
    return runs;
}
