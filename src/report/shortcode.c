#include "base/base.h"

#include "base/num.h"
#include "report/compose.h"

/* One `{{ name … }}` on its way into the tree. */
typedef struct {
    composer *c;
    const shortcode *code;
    str args; /* behind the name, a view into the post */
    node *parent;
    bool block;
    err *e;
} expansion;

typedef struct {
    str name;
    const char *usage;
    bool (*expand)(expansion *x);
} kind;

/* --- arguments ------------------------------------------------------------------- */

static bool fail_at(expansion *x, const select_error *why, str fallback)
{
    str at = why->part.ptr ? why->part : fallback;
    err_at(x->e, x->code->src, at, "%s", why->text);
    snprintf(x->e->hint, sizeof x->e->hint, "%s", why->hint);
    return false;
}

static bool take_word(expansion *x, const char *what, str *ret)
{
    *ret = str_word(&x->args);
    if (ret->len > 0) {
        return true;
    }
    err_at(x->e, x->code->src, x->code->body, "'%.*s' lacks %s", SV(x->code->body), what);
    return false;
}

static bool no_more(expansion *x)
{
    str rest = str_trim(x->args);
    return rest.len == 0
           || err_at(x->e, x->code->src, rest, "unexpected '%.*s'", SV(rest));
}

static bool select_words(expansion *x, str place, str metric_text, selection *ret)
{
    selector sel;
    select_error why = {0};
    if (!selector_parse(place, metric_text, &sel, &why)
        || !select_metric(x->c->s, &sel, x->c->scratch, ret, &why)) {
        return fail_at(x, &why, place);
    }
    return true;
}

static void add_value(expansion *x, str text, const selection *from)
{
    node *n = node_new(x->c->perm, NODE_VALUE);
    n->text = text;
    n->label = x->code->body;
    n->href = metric_href(x->c, from->file, from->m);
    node *parent = x->block ? node_para(x->c->perm, x->parent, (str){0}) : x->parent;
    parent->author = parent->author || x->block;
    node_add(parent, n);
}

static void remember(expansion *x, saying what, const selection *a, const selection *b)
{
    mention m = {.says = what,
                 .a = *a,
                 .b = b ? *b : (selection){0},
                 .place = x->code->raw,
                 .workload = a->g->workload};
    mention_add(x->c, &m);
}

/* --- value, ratio, change -------------------------------------------------------- */

static bool expand_value(expansion *x)
{
    str place, name;
    selection sel;
    if (!take_word(x, "WORKLOAD/VARIANT", &place) || !take_word(x, "a metric", &name)
        || !no_more(x) || !select_words(x, place, name, &sel)) {
        return false;
    }
    arena *p = x->c->perm;
    str text = format_held(p, sel.value, sel.m->unit, 4, sel.m->resolution);
    if (sel.whole && sel.m->stddev.known && sel.m->n.known && sel.m->n.value > 1) {
        shown_unit u = unit_for(sel.m->unit, sel.value);
        double sd = sel.m->stddev.value / u.scale;
        int digits = num_decimals_for(sd, 2);
        int held = sel.m->derived ? digits : decimals_held(sel.m->resolution, u, digits);
        /* "16.32 s ± 0.47", but "0.0069 ± 0.0003 USD per million requests" */
        bool words = str_has(u.name, S(" "));
        str number = words ? str_take(text, text.len - u.name.len - 2) : text;
        text = str_fmt(p, "%.*s\xC2\xA0±\xC2\xA0%.*s", SV(number),
                       SV(num_fixed(p, sd, held < digits ? held : digits)));
        text = words ? format_with_unit(p, text, u) : text;
    }
    add_value(x, text, &sel);
    remember(x, SAYS_VALUE, &sel, NULL);
    return true;
}

static bool two_values(expansion *x, selection *a, selection *b)
{
    str first, second, name;
    return take_word(x, "the first WORKLOAD/VARIANT", &first)
           && take_word(x, "the second WORKLOAD/VARIANT", &second)
           && take_word(x, "a metric", &name) && no_more(x)
           && select_words(x, first, name, a) && select_words(x, second, name, b);
}

static bool check_divisor(expansion *x, const selection *b)
{
    return b->value != 0 // NOLINT: no ratio to exactly zero
           || err_at(x->e, x->code->src, x->code->body,
                     "the second value is 0: no ratio to it");
}

static bool expand_ratio(expansion *x)
{
    selection a, b;
    if (!two_values(x, &a, &b) || !check_divisor(x, &b)) {
        return false;
    }
    arena *p = x->c->perm;
    str text = format_ratio(p, a.value / b.value);
    versus v;
    if (a.whole && b.whole
        && versus_of(a.m, b.m, x->c->s->site->practical_limit, x->c->scratch, &v)
        && v.sigma.known) {
        text = str_fmt(p, "%.*s%.*s", SV(text), SV(format_sigma(p, v.sigma.value)));
    }
    add_value(x, text, &a);
    remember(x, SAYS_RATIO, &a, &b);
    return true;
}

static bool expand_change(expansion *x)
{
    selection a, b;
    if (!two_values(x, &a, &b) || !check_divisor(x, &b)) {
        return false;
    }
    add_value(x, format_change(x->c->perm, a.value / b.value - 1), &a);
    remember(x, SAYS_CHANGE, &a, &b);
    return true;
}

/* The 95 % interval of the ratio: "0.995 to 1.089". */
static bool expand_interval(expansion *x)
{
    selection a, b;
    versus v;
    if (!two_values(x, &a, &b)) {
        return false;
    }
    if (!a.whole || !b.whole
        || !versus_of(a.m, b.m, x->c->s->site->practical_limit, x->c->scratch, &v)
        || !v.tested) {
        return err_at(
            x->e, x->code->src, x->code->body,
            "there is no interval: a side has one run, or its spread is inside one");
    }
    arena *p = x->c->perm;
    add_value(x, format_interval(p, v.ci.low, v.ci.high), &a);
    remember(x, SAYS_INTERVAL, &a, &b);
    return true;
}

static bool expand_p(expansion *x)
{
    selection a, b;
    versus v;
    if (!two_values(x, &a, &b)) {
        return false;
    }
    if (!a.whole || !b.whole
        || !versus_of(a.m, b.m, x->c->s->site->practical_limit, x->c->scratch, &v)
        || !v.p.known) {
        return err_at(
            x->e, x->code->src, x->code->body,
            "there is no test: a side has one run, or its spread is inside one");
    }
    add_value(x, format_p(x->c->perm, family_p(x->c, a.m, b.m, &v).value), &a);
    remember(x, SAYS_P, &a, &b);
    return true;
}

/* --- chart, table, specs, terminal ----------------------------------------------- */

static bool needs_block(expansion *x)
{
    if (x->block) {
        return true;
    }
    err_at(x->e, x->code->src, x->code->raw, "'%.*s' can't stand inside a paragraph",
           SV(x->code->raw));
    return err_hint(x->e, "Put it on a line of its own, with empty lines around it.");
}

static bool take_workload(expansion *x, ptrdiff_t *ret)
{
    str name;
    if (!take_word(x, "a workload", &name)) {
        return false;
    }
    name = str_cut(name, S("?")).head;
    *ret = study_workload(x->c->s, name);
    if (*ret >= 0) {
        return true;
    }
    arena tmp = x->c->scratch;
    str *names = NEW(&tmp, str, x->c->s->workload_count);
    for (ptrdiff_t i = 0; i < x->c->s->workload_count; i++) {
        names[i] = x->c->s->workloads[i].id;
    }
    err_at(x->e, x->code->src, name, "unknown workload '%.*s'", SV(name));
    str near = str_nearest(name, names, x->c->s->workload_count, tmp);
    return near.len > 0 ? err_hint(x->e, "Did you mean '%.*s'?", SV(near)) : false;
}

/* WORKLOAD, or WORKLOAD?param=value for one slice of it. */
static bool take_slices(expansion *x, slice ret[MOST_SLICES], ptrdiff_t *n)
{
    str rest = x->args;
    str whole = str_word(&rest);
    cut params = str_cut(whole, S("?"));
    ptrdiff_t w = -1;
    if (!take_workload(x, &w)) {
        return false;
    }
    *n = slices_of(x->c, w, ret);
    for (ptrdiff_t i = 0; params.found && i < *n; i++) {
        if (str_eq(ret[i].params, params.tail)) {
            ret[0] = ret[i];
            *n = 1;
            return true;
        }
    }
    if (!params.found) {
        return true;
    }
    err_at(x->e, x->code->src, params.tail, "no results have '%.*s'", SV(params.tail));
    return ret[0].params.len
               ? err_hint(x->e, "There is, for one, '%.*s'.", SV(ret[0].params))
               : false;
}

static bool unknown_metric(expansion *x, ptrdiff_t w, str name)
{
    enum { MOST = 64 };
    str names[MOST];
    ptrdiff_t n = 0;
    for (const group *g = x->c->s->groups; g; g = g->next) {
        for (const metric *m = g->workload == w ? g->metrics : NULL; m && n < MOST;
             m = m->next) {
            names[n++] = m->name;
        }
    }
    err_at(x->e, x->code->src, name, "unknown metric '%.*s'", SV(name));
    str near = str_nearest(name, names, n, x->c->scratch);
    return near.len > 0 ? err_hint(x->e, "Did you mean '%.*s'?", SV(near)) : false;
}

static void remember_shown(expansion *x, ptrdiff_t w, str metric_name)
{
    mention m = {.says = SAYS_SHOWN,
                 .place = x->code->raw,
                 .workload = w,
                 .metric = str_cut(metric_name, S("@")).head};
    mention_add(x->c, &m);
}

static void remember_charted(expansion *x, const figure_request *asked)
{
    for (ptrdiff_t i = 0; i < asked->place_count; i++) {
        ptrdiff_t w = asked->places[i].workload;
        str primary[2];
        bool stated = asked->metric_count > 0;
        ptrdiff_t n = stated ? asked->metric_count : primary_metrics(x->c, w, primary);
        for (ptrdiff_t k = 0; k < n; k++) {
            remember_shown(x, w, stated ? asked->metrics[k] : primary[k]);
        }
    }
}

static bool expand_chart(expansion *x)
{
    figure_request asked;
    select_error why = {0};
    if (!needs_block(x)) {
        return false;
    }
    figure *f = figure_from_words(x->c, x->args, &asked, &why);
    if (!f) {
        return fail_at(x, &why, x->code->body);
    }
    node_add(x->parent, figure_node(x->c, f));
    remember_charted(x, &asked);
    return true;
}

static table *slices_table(composer *c, const slice *slices, ptrdiff_t n, str name)
{
    panel_source panels[MOST_SLICES];
    for (ptrdiff_t i = 0; i < n; i++) {
        panels[i] = (panel_source){slices[i], name};
    }
    return table_of_panels(c, panels, n);
}

static bool expand_table(expansion *x)
{
    slice slices[MOST_SLICES];
    ptrdiff_t slice_count = 0;
    if (!needs_block(x) || !take_slices(x, slices, &slice_count)) {
        return false;
    }
    str name = str_word(&x->args);
    if (!no_more(x)) {
        return false;
    }
    node *n = node_new(x->c->perm, NODE_TABLE);
    n->table = slice_count > 1 && name.len ? slices_table(x->c, slices, slice_count, name)
               : name.len                  ? table_of_metric(x->c, &slices[0], name)
                                           : table_of_metrics(x->c, &slices[0]);
    if (n->table->row_count == 0) {
        return unknown_metric(x, slices[0].workload, name);
    }
    node_add(x->parent, n);
    remember_shown(x, slices[0].workload, name);
    return true;
}

enum { MOST_COST_COLUMNS = 8 };

/* Every name must be one of the study's, so that a column can't be empty by a slip. */
static bool known_metric_name(expansion *x, ptrdiff_t v, str name)
{
    enum { MOST = 64 };
    str names[MOST];
    ptrdiff_t n = 0;
    for (const group *g = x->c->s->groups; g; g = g->next) {
        for (const metric *m = g->variant == v ? g->metrics : NULL; m; m = m->next) {
            if (str_eq(m->name, name)) {
                return true;
            }
            if (n < MOST) {
                names[n++] = m->name;
            }
        }
    }
    err_at(x->e, x->code->src, name, "unknown metric '%.*s'", SV(name));
    str near = str_nearest(name, names, n, x->c->scratch);
    return near.len > 0 ? err_hint(x->e, "Did you mean '%.*s'?", SV(near)) : false;
}

static bool expand_costs(expansion *x)
{
    str id, names[MOST_COST_COLUMNS];
    ptrdiff_t n = 0;
    if (!needs_block(x) || !take_word(x, "a variant", &id)) {
        return false;
    }
    ptrdiff_t v = study_variant(x->c->s, id);
    if (v < 0) {
        return err_at(x->e, x->code->src, id, "unknown variant '%.*s'", SV(id));
    }
    while (n < MOST_COST_COLUMNS && str_trim(x->args).len > 0) {
        names[n] = str_word(&x->args);
        if (!known_metric_name(x, v, names[n++])) {
            return false;
        }
    }
    if (n == 0) {
        return err_at(x->e, x->code->src, x->code->body, "'%.*s' lacks its metrics",
                      SV(x->code->body));
    }
    node *t = node_new(x->c->perm, NODE_TABLE);
    t->table = table_of_costs(x->c, v, names, n);
    node_add(x->parent, t);
    return no_more(x);
}

static bool expand_specs(expansion *x)
{
    if (!needs_block(x) || !no_more(x)) {
        return false;
    }
    add_specs(x->c, x->parent);
    x->c->specs_placed = true;
    return true;
}

static bool expand_terminal(expansion *x)
{
    str name;
    if (!needs_block(x) || !take_word(x, "a file's name", &name) || !no_more(x)) {
        return false;
    }
    str names[256];
    ptrdiff_t n = 0;
    for (const raw_file *f = x->c->s->files; f; f = f->next) {
        if (str_eq(f->path, name)) {
            node *code = node_add(x->parent, node_new(x->c->perm, NODE_CODE));
            code->text = str_trim_right(f->src.bytes);
            code->label = f->path;
            code->href = raw_href(x->c->perm, f, 0);
            return true;
        }
        if (n < COUNTOF(names)) {
            names[n++] = f->path;
        }
    }
    err_at(x->e, x->code->src, name, "the study has no file '%.*s'", SV(name));
    str near = str_nearest(name, names, n, x->c->scratch);
    return near.len > 0 ? err_hint(x->e, "Did you mean '%.*s'?", SV(near)) : false;
}

/* --- claim ----------------------------------------------------------------------- */

static bool expand_claim(expansion *x)
{
    claim *found = NULL;
    if (!claim_check(x->c, x->code, x->args, &found, x->e)) {
        return false;
    }
    node *parent = x->block ? node_para(x->c->perm, x->parent, (str){0}) : x->parent;
    node *n = node_text(x->c->perm, parent, found->words);
    n->author = true;
    parent->author = parent->author || x->block;
    return true;
}

static const kind kinds[] = {
    {STR_INIT("value"), "value WORKLOAD/VARIANT METRIC", expand_value},
    {STR_INIT("ratio"), "ratio A B METRIC", expand_ratio},
    {STR_INIT("change"), "change A B METRIC", expand_change},
    {STR_INIT("interval"), "interval A B METRIC", expand_interval},
    {STR_INIT("p"), "p A B METRIC", expand_p},
    {STR_INIT("chart"), "chart WORKLOAD [METRIC…] [kind=K]", expand_chart},
    {STR_INIT("table"), "table WORKLOAD [METRIC]", expand_table},
    {STR_INIT("costs"), "costs VARIANT METRIC…", expand_costs},
    {STR_INIT("specs"), "specs", expand_specs},
    {STR_INIT("terminal"), "terminal FILE", expand_terminal},
    {STR_INIT("claim"), "claim \"WORDS\" : CONDITION", expand_claim},
};

bool shortcode_expand(shortcode_host *host, const shortcode *code, node *parent,
                      bool block, err *e)
{
    composer *c = (composer *)host;
    expansion x = {c, code, code->body, parent, block, e};
    str name = str_word(&x.args);
    str names[COUNTOF(kinds)];
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        names[i] = kinds[i].name;
        if (str_eq(name, kinds[i].name)) {
            if (kinds[i].expand(&x)) {
                return true;
            }
            if (!e->hint[0]) {
                err_hint(e, "The form is {{ %s }}.", kinds[i].usage);
            }
            return false;
        }
    }
    err_at(e, code->src, code->body, "unknown shortcode '%.*s'", SV(name));
    str near = str_nearest(name, names, COUNTOF(names), c->scratch);
    if (near.len > 0) {
        return err_hint(e, "Did you mean '%.*s'? For the braces themselves write '\\{{'.",
                        SV(near));
    }
    return err_hint(e, "For the braces themselves write '\\{{'.");
}
