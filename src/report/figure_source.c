#include "base/base.h"

#include "base/num.h"
#include "base/utf8.h"
#include "report/compose.h"

static void link_lines(composer *c, node *para, const raw_file *f, const row *rows,
                       ptrdiff_t n, str name)
{
    ptrdiff_t first = 0, last = 0;
    str tool = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        const group *g = row_group(&rows[i], name);
        for (ptrdiff_t k = 0; g && k < g->n; k++) {
            const entry *en = g->entries[k];
            if (en->from == f) {
                first = !first || en->r->line < first ? en->r->line : first;
                last = en->r->last_line > last ? en->r->last_line : last;
                tool = en->r->tool;
            }
        }
    }
    bool is_table = str_eq(tool, S("csv")); /* made by people */
    node *link = node_add(para, node_new(c->perm, NODE_LINK));
    link->href = raw_href(c->perm, f, first);
    node_text(c->perm, link,
              str_fmt(c->perm, "%.*s%s, %.*s, lines %td to %td",
                      SV(is_table ? S("table") : tool), is_table ? "" : " output",
                      SV(utf8_isolated(c->perm, f->path)), first, last));
}

static bool uses_file(const row *rows, ptrdiff_t n, const raw_file *f, str name)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const group *g = row_group(&rows[i], name);
        for (ptrdiff_t k = 0; g && k < g->n; k++) {
            if (g->entries[k]->from == f) {
                return true;
            }
        }
    }
    return false;
}

/* " Interval by Fieller, test by Welch's t: ", as far as there are some. */
static str tests_named(composer *c, const comparison *k)
{
    str test =
        k->p.known ? str_fmt(c->perm, ", %s", test_method_name(k->test)) : (str){0};
    return str_fmt(c->perm, " Ratio of means, 95%% interval (%s)%.*s: ",
                   interval_method_name(k->interval_by), SV(test));
}

static str test_words(composer *c, const row *a, const row *b, str name, const versus *v)
{
    maybe p = family_p(c, row_metric(a, name), row_metric(b, name), v);
    out *o = out_memory(c->perm);
    out_fmt(o, "%.*s to %.*s %.*s", SV(a->name), SV(b->name),
            SV(format_ratio(c->perm, v->ratio)));
    if (v->sigma.known) {
        out_str(o, format_sigma(c->perm, v->sigma.value));
    }
    out_fmt(o, " (%.*s", SV(format_interval(c->perm, v->ci.low, v->ci.high)));
    if (p.known) {
        out_fmt(o, ", %.*s", SV(format_p(c->perm, p.value)));
    }
    out_char(o, ')');
    return out_text(o);
}

/* listed: each by itself. */
static void add_tests(composer *c, node *para, const row *rows, ptrdiff_t n, str name,
                      bool listed)
{
    const row *base = rows_baseline(rows, n, name);
    bool any = false;
    str untested_why = {0};
    for (ptrdiff_t i = 0; base && i < n; i++) {
        versus v;
        if (&rows[i] == base || !row_metric(&rows[i], name) || rows[i].missing.len
            || !versus_of(row_metric(&rows[i], name), row_metric(base, name),
                          c->s->site->practical_limit, c->scratch, &v)) {
            continue;
        }
        if (!v.tested) {
            str why = words_untested(c->perm, row_metric(&rows[i], name),
                                     row_metric(base, name));
            bool differs = untested_why.len > 0 && !str_eq(why, untested_why);
            untested_why = differs ? S("Too few runs for an interval.") : why;
            continue;
        }
        if (listed || !any) {
            node_text(c->perm, para, any ? S("; ") : tests_named(c, &v.full));
            node_text(c->perm, para,
                      listed ? test_words(c, &rows[i], base, name, &v)
                             : S("in each row of the table"));
        }
        any = true;
    }
    if (any) {
        node_text(c->perm, para, S("."));
    } else if (untested_why.len > 0) {
        node_text(c->perm, para,
                  str_fmt(c->perm, " %.*s Nothing is tested.", SV(untested_why)));
    }
}

enum { MOST_LINKS = 8 };

/* The files of a metric, each with its lines; of very many files the first few. */
static void add_files(composer *c, node *para, const row *rows, ptrdiff_t n, str name)
{
    ptrdiff_t files = 0;
    for (const raw_file *f = c->s->files; f; f = f->next) {
        if (!uses_file(rows, n, f, name)) {
            continue;
        }
        if (files++ < MOST_LINKS) {
            node_text(c->perm, para, para->first ? S("; ") : S("Source: "));
            link_lines(c, para, f, rows, n, name);
        }
    }
    if (files > MOST_LINKS) {
        node_text(c->perm, para, str_fmt(c->perm, " and %td more", files - MOST_LINKS));
    }
}

/* The sources of every panel that brings files of its own, then the tests of the first.
 */
node *figure_source(composer *c, const panel_source *panels, ptrdiff_t n,
                    tests_said tests)
{
    node *para = node_new(c->perm, NODE_PARA);
    ptrdiff_t count = 0;
    row *rows = rows_of(c, &panels[0].slice, panels[0].metric, &count);
    add_files(c, para, rows, count, panels[0].metric);
    for (ptrdiff_t k = 1; k < n; k++) {
        ptrdiff_t mine = 0;
        row *more = rows_of(c, &panels[k].slice, panels[k].metric, &mine);
        const raw_file *own = mine > 0 ? row_file(&more[0], panels[k].metric) : NULL;
        if (own && !uses_file(rows, count, own, panels[0].metric)) {
            add_files(c, para, more, mine, panels[k].metric);
        }
    }
    node_text(c->perm, para, S("."));
    if (tests != TESTS_NONE) {
        add_tests(c, para, rows, count, panels[0].metric, tests == TESTS_LISTED);
    }
    return para;
}
