#include "base/base.h"

#include "report/report.h"

node *node_new(arena *perm, node_kind kind)
{
    node *n = NEW(perm, node, 1);
    n->kind = kind;
    return n;
}

node *node_add(node *parent, node *child)
{
    if (parent->last) {
        parent->last->next = child;
    } else {
        parent->first = child;
    }
    parent->last = child;
    return child;
}

node *node_text(arena *perm, node *parent, str text)
{
    node *n = node_new(perm, NODE_TEXT);
    n->text = text;
    return node_add(parent, n);
}

node *node_heading(arena *perm, node *parent, int level, str id, str text)
{
    node *n = node_new(perm, NODE_HEADING);
    n->level = level;
    n->id = id;
    node_text(perm, n, text);
    return node_add(parent, n);
}

node *node_para(arena *perm, node *parent, str text)
{
    node *n = node_new(perm, NODE_PARA);
    if (text.len > 0) {
        node_text(perm, n, text);
    }
    return node_add(parent, n);
}

node_walk node_walk_start(const node *root)
{
    return (node_walk){.at = root, .last = EVENT_END};
}

static bool is_leaf(const node *n)
{
    return !n->first;
}

/* The walk stands on w->at with the event last told; a leaf is told once, by ENTER. */
node_event node_walk_next(node_walk *w)
{
    if (w->last == EVENT_END) {
        return w->at ? (w->last = EVENT_ENTER) : EVENT_END;
    }
    if (w->last == EVENT_ENTER && !is_leaf(w->at)) {
        w->stack[w->depth++] = w->at;
        w->at = w->at->first;
        return w->last = EVENT_ENTER;
    }
    if (w->depth == 0) {
        w->at = NULL;
        return w->last = EVENT_END;
    }
    if (w->at->next) {
        w->at = w->at->next;
        return w->last = EVENT_ENTER;
    }
    w->at = w->stack[--w->depth];
    return w->last = EVENT_EXIT;
}

str node_plain(arena *perm, const node *n)
{
    out *o = out_memory(perm);
    node_walk w = node_walk_start(n);
    for (node_event ev; (ev = node_walk_next(&w)) != EVENT_END;) {
        const node *at = w.at;
        if (at->kind == NODE_TEXT || at->kind == NODE_MONO || at->kind == NODE_VALUE) {
            out_str(o, at->text);
        } else if ((at->kind == NODE_BREAK && ev == EVENT_ENTER)
                   || (at->kind < NODE_TEXT && ev == EVENT_EXIT && at != n)) {
            out_char(o, ' ');
        }
    }
    return str_trim(out_text(o));
}
