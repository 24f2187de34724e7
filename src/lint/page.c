#include "base/base.h"

#include <unistd.h>

#include "lint/rules.h"

/* X: does the page stand by itself? */

/* --- X01, X02 ---------------------------------------------------------------------- */

/* The first place in the post that holds `text`; the file where it stands nowhere. */
static str in_post(const lint *l, str text)
{
    ptrdiff_t at = text.len ? str_find(l->p->src.bytes, text) : -1;
    return at < 0 ? (str){0} : (str){l->p->src.bytes.ptr + at, text.len};
}

static void each_node(lint *l, void (*look)(lint *l, const node *n))
{
    node_walk w = node_walk_start(l->r->root);
    for (node_event e; (e = node_walk_next(&w)) != EVENT_END;) {
        if (e == EVENT_ENTER) {
            look(l, w.at);
        }
    }
}

static void look_at_image(lint *l, const node *n)
{
    str alt = str_trim(n->text);
    if (n->kind == NODE_IMAGE && (alt.len == 0 || str_eq(alt, n->href))) {
        finding *f =
            found_in_post(l, in_post(l, n->href),
                          "the picture '%s' has no text for those who can't see it",
                          text_words(l, n->href));
        advise(f, "Write what it shows: ![what it shows](%s)", text_words(l, n->href));
    }
}

void rule_X01(lint *l)
{
    each_node(l, look_at_image);
    for (ptrdiff_t i = 0; i < l->r->figure_count; i++) {
        const figure *f = l->r->figures[i];
        if (f->alt.len == 0 || str_eq(f->alt, f->title)) {
            found_in_post(l, (str){0}, "Figure %d (%.*s) has no words that stand for it",
                          f->number, SV(f->id));
        }
    }
}

void rule_X02(lint *l)
{
    for (ptrdiff_t i = 0; i < l->r->figure_count; i++) {
        const figure *f = l->r->figures[i];
        if (!f->table || f->table->row_count == 0) {
            found_in_post(l, (str){0}, "Figure %d (%.*s) has no table of its numbers",
                          f->number, SV(f->id));
        }
    }
}

/* --- X07 ------------------------------------------------------------------------- */

static bool has_id(const node *root, str id)
{
    node_walk w = node_walk_start(root);
    for (node_event e; (e = node_walk_next(&w)) != EVENT_END;) {
        if (e == EVENT_ENTER && str_eq(w.at->id, id)) {
            return true;
        }
    }
    return false;
}

static bool is_raw_file(const lint *l, str path)
{
    str of = str_ends(path, S(".html")) ? str_take(path, path.len - 5) : (str){0};
    for (const raw_file *f = l->s->files; f; f = f->next) {
        if (str_eq(f->published, path) || str_eq(f->address, of)) {
            return true;
        }
    }
    return false;
}

static bool is_study(const lint *l, str path)
{
    str id = str_cut(path, S("/")).head;
    arena tmp = l->scratch;
    str dir = str_fmt(&tmp, "%s/data/%.*s", l->s->site->root, SV(id));
    return id.len == 0 || str_eq(id, S("index.html")) || str_eq(id, S("tags"))
           || str_eq(id, S("authors")) || str_eq(id, S("archive"))
           || access(str_cz(&tmp, dir), F_OK) == 0;
}

/* Links that lead out, to the page's own parts, to its raw files and to other studies. */
static bool leads_somewhere(const lint *l, str href)
{
    cut fragment = str_cut(href, S("#"));
    str path = fragment.head;
    ptrdiff_t colon = str_find(path, S(":"));
    if (colon >= 0 || str_starts(path, S("//"))) {
        return true;
    }
    if (path.len == 0) {
        return fragment.tail.len == 0 || has_id(l->r->root, fragment.tail);
    }
    if (str_starts(path, S("raw/"))) {
        return is_raw_file(l, str_drop(path, 4));
    }
    if (str_starts(path, S("../"))) {
        return is_study(l, str_drop(path, 3));
    }
    return str_starts(path, S("charts/")) || str_starts(path, S("/"))
           || SAYS(path, "report.pdf", "data.json", "data.csv", "card.png", "post.md",
                   "index.html");
}

static void look_at_link(lint *l, const node *n)
{
    bool link = (n->kind == NODE_LINK || n->kind == NODE_IMAGE) && n->author;
    if (link && !leads_somewhere(l, n->href)) {
        finding *f =
            found_in_post(l, in_post(l, n->href), "the link to '%s' leads nowhere",
                          text_words(l, n->href));
        advise(f, "Raw files are at raw/NAME (what a browser might run: raw/NAME.txt), "
                  "sections at #id, other studies at ../NAME/.");
    }
}

void rule_X07(lint *l)
{
    each_node(l, look_at_link);
}

/* --- X10 ------------------------------------------------------------------------- */

/* Control characters, and those that turn the direction of text or can't be seen: U+200B
 * to U+200F, U+202A to U+202E, U+2066 to U+2069, U+FEFF. */
static bool is_odd(str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        unsigned char a = (unsigned char)s.ptr[i];
        unsigned char b = i + 1 < s.len ? (unsigned char)s.ptr[i + 1] : 0;
        unsigned char c = i + 2 < s.len ? (unsigned char)s.ptr[i + 2] : 0;
        bool turns =
            a == 0xE2
            && ((b == 0x80 && ((c >= 0x8B && c <= 0x8F) || (c >= 0xAA && c <= 0xAE)))
                || (b == 0x81 && c >= 0xA6 && c <= 0xA9));
        if ((a < 0x20 && a != '\n' && a != '\t') || a == 0x7F || turns
            || (a == 0xEF && b == 0xBB && c == 0xBF)) {
            return true;
        }
    }
    return false;
}

void rule_X10(lint *l)
{
    for (const entry *en = l->s->entries; en; en = en->next) {
        bool odd = is_odd(en->r->command);
        for (const param *p = en->r->params; p; p = p->next) {
            odd = odd || is_odd(p->name) || is_odd(p->value);
        }
        for (const metric *m = en->r->metrics; m; m = m->next) {
            odd = odd || is_odd(m->name);
        }
        odd = odd || is_odd(l->s->variants[en->variant].label)
              || is_odd(l->s->workloads[en->workload].label);
        if (odd) {
            finding *f = found_in_file(
                l, en->from, en->r->line,
                "a name here holds control or direction characters that nobody sees");
            advise(f, "Clean the file, or give the variant and workload a label in "
                      "study.yaml.");
        }
    }
}
