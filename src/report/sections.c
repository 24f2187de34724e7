#include "base/base.h"

#include "base/num.h"
#include "base/version.h"
#include "report/compose.h"

static node *section(composer *c, node *root, section_kind kind, str id, str title)
{
    node *s = node_add(root, node_new(c->perm, NODE_SECTION));
    s->section = kind;
    s->id = id;
    if (title.len > 0) {
        node_heading(c->perm, s, 2, id, title);
    }
    return s;
}

/* --- key figures ----------------------------------------------------------------- */

typedef struct {
    const row *a, *b;
    str metric;
    slice slice;
    versus v;
    int rank; /* 0: told apart, 1: one run, 2: not told apart */
} candidate;

enum { MOST_CANDIDATES = 256 };

static int by_weight(const void *pa, const void *pb)
{
    const candidate *a = pa, *b = pb;
    if (a->rank != b->rank) {
        return a->rank - b->rank;
    }
    double wa = fabs(log(a->v.ratio)), wb = fabs(log(b->v.ratio));
    if (wa != wb) { // NOLINT: an order, not a test
        return wa > wb ? -1 : 1;
    }
    return str_cmp(a->a->name, b->a->name);
}

static ptrdiff_t candidates_in(composer *c, const slice *sl, candidate *all, ptrdiff_t n)
{
    str names[2];
    if (primary_metrics(c, sl->workload, names) == 0) {
        return n;
    }
    ptrdiff_t count = 0;
    row *rows = rows_of(c, sl, names[0], &count);
    const row *base = rows_baseline(rows, count, names[0]);
    for (ptrdiff_t i = 0; base && i < count && n < MOST_CANDIDATES; i++) {
        candidate k = {.a = &rows[i], .b = base, .metric = names[0], .slice = *sl};
        const metric *m = row_metric(&rows[i], names[0]);
        if (&rows[i] == base || rows[i].missing.len || !m
            || !versus_of(m, row_metric(base, names[0]), c->s->site->practical_limit,
                          c->scratch, &k.v)
            || k.v.ratio <= 0) {
            continue;
        }
        bool told = k.v.verdict == VERDICT_LOWER || k.v.verdict == VERDICT_HIGHER;
        k.rank = told ? 0 : k.v.verdict == VERDICT_UNTESTED ? 1 : 2;
        all[n++] = k;
    }
    return n;
}

static ptrdiff_t candidates_of(composer *c, ptrdiff_t w, candidate *all, ptrdiff_t n)
{
    slice slices[MOST_SLICES];
    ptrdiff_t count = slices_of(c, w, slices);
    for (ptrdiff_t i = 0; i < count; i++) {
        n = candidates_in(c, &slices[i], all, n);
    }
    return n;
}

static key_bar key_bar_of(composer *c, const row *r, str name, double largest)
{
    const metric *m = row_metric(r, name);
    const variant *v = &c->s->variants[r->variant];
    return (key_bar){.name = r->name,
                     .text = format_value(c->perm, m->mean.value, m->unit, 3),
                     .share = largest > 0 ? fabs(m->mean.value) / largest : 0,
                     .role = v->role,
                     .shade = v->shade};
}

/* "1.50" "× the wall time", "39" "% fewer". Percent for shares below 2, a factor above.
 */
static void key_number(composer *c, key_figure *k, const candidate *from)
{
    double r = from->v.ratio;
    bool rate = str_eq(from->metric, S("request_rate"));
    bool time = str_eq(from->metric, S("wall_time"));
    if (time || r >= 2) {
        k->number = format_ratio(c->perm, r);
        k->unit = time ? S("× the time")
                       : str_fmt(c->perm, "× the %.*s",
                                 SV(metric_title(c->perm, from->metric)));
        return;
    }
    str percent = format_percent(c->perm, r - 1);
    k->number = str_take(percent, percent.len - 1);
    k->unit =
        rate ? (r < 1 ? S("% fewer") : S("% more")) : (r < 1 ? S("% less") : S("% more"));
}

static str key_what(composer *c, const candidate *from)
{
    str label = slice_title(c, &from->slice);
    str title = metric_title(c->perm, from->metric);
    if (from->rank == 2) {
        bool same = from->v.verdict == VERDICT_SAME;
        return str_fmt(c->perm, "%.*s %s %.*s: %.*s", SV(from->a->name),
                       same ? "is within the practical limit of"
                            : "could not be told from",
                       SV(from->b->name), SV(label));
    }
    return str_fmt(c->perm, "%.*s of %.*s against %.*s: %.*s",
                   SV(sentence_case(c->perm, title)), SV(from->a->name),
                   SV(from->b->name), SV(label));
}

static str key_caveat(composer *c, const candidate *from)
{
    const metric *m = row_metric(from->a, from->metric);
    if (!from->v.tested) {
        return from->v.full.why == UNTESTED_WITHIN_RUN || (m->n.known && m->n.value < 2)
                   ? S("One run each: what another run would give is not known.")
                   : S("Too few runs for an interval.");
    }
    str p = from->v.p.known
                ? str_fmt(c->perm, ", %.*s", SV(format_p(c->perm, from->v.p.value)))
                : (str){0};
    return str_fmt(c->perm, "%.*s each. 95%% interval of the ratio: %.*s%.*s.",
                   SV(words_runs(c->perm, m)),
                   SV(format_interval(c->perm, from->v.ci.low, from->v.ci.high)), SV(p));
}

static void link_figure(composer *c, key_figure *k, const candidate *from)
{
    for (ptrdiff_t i = 0; i < c->r->figure_count; i++) {
        str start =
            str_fmt(c->perm, "%.*s-%.*s", SV(c->s->workloads[from->slice.workload].id),
                    SV(from->metric));
        if (str_starts(c->figures[i]->id, start)) {
            k->href = str_fmt(c->perm, "#%.*s", SV(c->figures[i]->id));
            k->href_text = str_fmt(c->perm, "Figure %d", c->figures[i]->number);
            return;
        }
    }
}

void add_keys(composer *c, node *root)
{
    candidate *all = NEW(c->perm, candidate, MOST_CANDIDATES);
    ptrdiff_t n = 0;
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        n = candidates_of(c, w, all, n);
    }
    if (n == 0) {
        return;
    }
    qsort(all, (size_t)n, sizeof *all, by_weight);
    n = n > 3 ? 3 : n;
    node *keys = node_add(root, node_new(c->perm, NODE_KEYS));
    keys->keys = NEW(c->perm, key_figure, n);
    keys->key_count = n;
    for (ptrdiff_t i = 0; i < n; i++) {
        key_figure *k = &keys->keys[i];
        const candidate *from = &all[i];
        double a = fabs(row_metric(from->a, from->metric)->mean.value);
        double b = fabs(row_metric(from->b, from->metric)->mean.value);
        key_number(c, k, from);
        k->what = key_what(c, from);
        k->bars[0] = key_bar_of(c, from->b, from->metric, a > b ? a : b);
        k->bars[1] = key_bar_of(c, from->a, from->metric, a > b ? a : b);
        k->caveat = key_caveat(c, from);
        link_figure(c, k, from);
    }
}

/* --- specs ----------------------------------------------------------------------- */

static void spec(composer *c, node *box, str term, str detail, bool muted)
{
    node *t = node_add(box, node_new(c->perm, NODE_TERM));
    node *d = node_add(box, node_new(c->perm, NODE_DETAIL));
    t->muted = d->muted = muted;
    node_text(c->perm, t, term);
    node_text(c->perm, d, detail);
}

static bool is_tool(const composer *c, str name)
{
    for (const group *g = c->s->groups; g; g = g->next) {
        if (str_eq(g->tool, name)) {
            return true;
        }
    }
    return false;
}

/* A tool is written as it writes itself: dd, hyperfine. */
static str fact_title(const composer *c, str name)
{
    arena *perm = c->perm;
    static const str special[][2] = {
        {STR_INIT("os"), STR_INIT("System")},
        {STR_INIT("cpu"), STR_INIT("CPU")},
        {STR_INIT("gpu"), STR_INIT("GPU")},
        {STR_INIT("url"), STR_INIT("URL")},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(special); i++) {
        if (str_eq_nocase(name, special[i][0])) {
            return special[i][1];
        }
    }
    return is_tool(c, name)
               ? name
               : sentence_case(perm, str_replace(perm, name, S("_"), S(" ")));
}

static bool has_fact(const fact *list, str name)
{
    for (; list; list = list->next) {
        if (str_eq_nocase(list->name, name)) {
            return true;
        }
    }
    return false;
}

static bool tool_version_known(const composer *c, str tool)
{
    for (const raw_file *f = c->s->files; f; f = f->next) {
        if (f->reading && f->reading->tool_version.len
            && (str_eq(f->reading->tool, tool) || !f->reading->results)) {
            return true;
        }
    }
    return has_fact(c->s->software, tool);
}

static void list_word(composer *c, str *list, str word)
{
    *list = list->len ? str_fmt(c->perm, "%.*s, %.*s", SV(*list), SV(word)) : word;
}

/* What a reader needs to repeat the measurement and what nobody said. */
static str not_stated(composer *c)
{
    static const str host[] = {STR_INIT("os"), STR_INIT("kernel"), STR_INIT("cpu"),
                               STR_INIT("memory")};
    str list = {0};
    for (ptrdiff_t i = 0; i < COUNTOF(host); i++) {
        if (!has_fact(c->s->host, host[i])) {
            list_word(c, &list,
                      str_eq(host[i], S("os")) ? S("operating system") : host[i]);
        }
    }
    str seen = {0};
    for (const entry *en = c->s->entries; en; en = en->next) {
        str mark = str_fmt(c->perm, ",%.*s,", SV(en->r->tool));
        if (!str_has(seen, mark)) {
            seen = str_fmt(c->perm, "%.*s%.*s", SV(seen), SV(mark));
            bool is_tool = !str_eq(en->r->tool, S("csv")); /* a table that people made */
            if (is_tool && !tool_version_known(c, en->r->tool)) {
                list_word(c, &list, str_fmt(c->perm, "version of %.*s", SV(en->r->tool)));
            }
        }
    }
    return list;
}

void add_specs(composer *c, node *parent)
{
    node *box = node_add(parent, node_new(c->perm, NODE_SPECS));
    box->label = S("Test bed");
    for (const fact *f = c->s->host; f; f = f->next) {
        spec(c, box, fact_title(c, f->name), f->value, false);
    }
    for (const fact *f = c->s->software; f; f = f->next) {
        spec(c, box, fact_title(c, f->name), f->value, false);
    }
    str missing = not_stated(c);
    if (missing.len > 0) {
        spec(c, box, S("Not stated"), missing, true);
    }
}

/* --- automatic sections ---------------------------------------------------------- */

static void add_comparisons(composer *c, node *to, const slice *sl, str name)
{
    ptrdiff_t n = 0;
    row *rows = rows_of(c, sl, name, &n);
    const row *base = rows_baseline(rows, n, name);
    node *para = node_new(c->perm, NODE_PARA);
    for (ptrdiff_t i = 0; base && i < n; i++) {
        str said = &rows[i] == base ? (str){0} : words_versus(c, &rows[i], base, name);
        if (said.len > 0) {
            str where =
                sl->label.len && !para->first
                    ? str_fmt(c->perm, "%.*s: ", SV(sentence_case(c->perm, sl->label)))
                    : (str){0};
            node_text(c->perm, para,
                      str_fmt(c->perm, "%s%.*s%.*s.", para->first ? " " : "", SV(where),
                              SV(said)));
        }
    }
    if (para->first) {
        node_add(to, para);
    }
}

void add_automatic_sections(composer *c, node *root)
{
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        str names[2];
        ptrdiff_t n = primary_metrics(c, w, names);
        if (n == 0) {
            continue;
        }
        node *s = section(c, root, SECTION_PROSE, c->s->workloads[w].id,
                          sentence_case(c->perm, c->s->workloads[w].label));
        slice slices[MOST_SLICES];
        ptrdiff_t slice_count = slices_of(c, w, slices);
        for (ptrdiff_t k = 0; k < n * slice_count; k++) {
            add_comparisons(c, s, &slices[k / n], names[k % n]);
        }
        if (!c->specs_placed) {
            add_specs(c, s);
            c->specs_placed = true;
        }
        figure *f = figure_for(c, slices, slice_count, names, n);
        if (f) {
            node_add(s, figure_node(c, f));
        }
    }
}

void add_not_run(composer *c, node *root)
{
    if (!c->s->not_run) {
        return;
    }
    node *s = section(c, root, SECTION_PROSE, S("not-run"), S("What did not run"));
    for (const reason *r = c->s->not_run; r; r = r->next) {
        cut at = str_cut(r->name, S("/"));
        ptrdiff_t w = study_workload(c->s, at.head), v = study_variant(c->s, at.tail);
        node_para(c->perm, s,
                  str_fmt(c->perm, "%.*s, %.*s: %.*s.", SV(c->s->workloads[w].label),
                          SV(c->s->variants[v].label), SV(r->why)));
    }
}

/* --- method ---------------------------------------------------------------------- */

static void method_item(composer *c, node *s, str head, str text)
{
    node_heading(c->perm, s, 3, (str){0}, head);
    node_para(c->perm, s, text);
}

static void add_tools(composer *c, node *s)
{
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        out *o = out_memory(c->perm);
        str last = {0};
        for (const group *g = c->s->groups; g; g = g->next) {
            if (g->workload != w) {
                continue;
            }
            const metric *m = g->metrics;
            str runs = m ? words_runs(c->perm, m) : (str){0};
            str line = str_fmt(c->perm, "%.*s%s%.*s", SV(g->tool), runs.len ? ", " : "",
                               SV(runs));
            for (const param *p = g->params; p; p = p->next) {
                line = str_fmt(c->perm, "%.*s, %.*s %.*s", SV(line), SV(p->name),
                               SV(p->value));
            }
            if (!str_eq(line, last)) {
                out_fmt(o, "%s%.*s", last.len ? "; " : "", SV(line));
                last = line;
            }
        }
        if (last.len > 0) {
            method_item(c, s, c->s->workloads[w].label,
                        str_fmt(c->perm, "%.*s.", SV(out_text(o))));
        }
    }
}

static void add_claims(composer *c, node *s)
{
    if (!c->claims) {
        return;
    }
    node_heading(c->perm, s, 3, S("claims"), S("Claims, checked against the data"));
    node *list = node_add(s, node_new(c->perm, NODE_LIST));
    for (const claim *k = c->claims; k; k = k->next) {
        node *item = node_add(list, node_new(c->perm, NODE_ITEM));
        node_para(c->perm, item,
                  str_fmt(c->perm, "“%.*s” %s: %.*s.", SV(k->words),
                          k->holds ? "holds" : "does not hold", SV(k->found)));
    }
}

static void add_inferred(composer *c, node *s)
{
    out *o = out_memory(c->perm);
    ptrdiff_t n = 0;
    for (const entry *en = c->s->entries; en; en = en->next) {
        if ((en->variant_inferred || en->workload_inferred) && n++ < 12) {
            out_fmt(o, "%s%.*s line %td is taken as %.*s/%.*s (%.*s)", n > 1 ? "; " : "",
                    SV(en->from->path), en->r->line, SV(c->s->workloads[en->workload].id),
                    SV(c->s->variants[en->variant].id),
                    SV(en->variant_inferred ? en->r->variant_why : en->r->workload_why));
        }
    }
    if (n > 12) {
        out_fmt(o, "; and %td more", n - 12);
    }
    if (n > 0) {
        method_item(c, s, S("Labels that were inferred"),
                    str_fmt(c->perm, "Nobody stated these: %.*s.", SV(out_text(o))));
    }
}

typedef struct {
    bool tested, untested, within;
} kinds_of_tests;

static kinds_of_tests tests_used(composer *c)
{
    kinds_of_tests k = {0};
    candidate *all = NEW(c->perm, candidate, MOST_CANDIDATES);
    ptrdiff_t n = 0;
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        n = candidates_of(c, w, all, n);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const metric *m = row_metric(all[i].a, all[i].metric);
        k.tested = k.tested || all[i].v.tested;
        k.untested = k.untested || !all[i].v.tested;
        k.within = k.within || m->spread_within_run;
    }
    return k;
}

static void add_allowed(composer *c, node *s)
{
    for (const reason *r = c->s->lint_allow; r; r = r->next) {
        method_item(c, s, str_fmt(c->perm, "Known weakness (%.*s)", SV(r->name)), r->why);
    }
}

static void add_limits(composer *c, node *s, kinds_of_tests k)
{
    out *o = out_memory(c->perm);
    ptrdiff_t runs = 0;
    for (const run *r = c->s->runs; r; r = r->next) {
        runs++;
    }
    out_str(o, runs == 1 ? S("One machine in one sitting: nothing here says how another "
                             "machine or another day would differ.")
                         : S("The machines and days listed, and no others."));
    if (k.untested) {
        out_str(o, S(" Figures from one run carry no error between runs."));
    }
    if (k.tested) {
        out_str(
            o, S(" “Could not be told from” means that no difference was shown, not that "
                 "there is none."));
    }
    method_item(c, s, S("What this cannot show"), out_text(o));
}

void add_method(composer *c, node *root)
{
    node *s = section(c, root, SECTION_METHOD, S("method"), S("Method and limits"));
    kinds_of_tests k = tests_used(c);
    add_tools(c, s);
    if (k.tested || k.within) {
        method_item(
            c, s, S("The ± sign"),
            k.within && k.tested
                ? S("One sample standard deviation as the tool printed it: between runs "
                    "where there are several, else between samples within the run. "
                    "Behind a ratio it is the propagated standard deviation.")
            : k.tested ? S("One sample standard deviation between runs, as the tool "
                           "printed it; behind a ratio the propagated one.")
                       : S("The spread of samples within one run, as the tool printed "
                           "it."));
    }
    if (k.tested) {
        method_item(
            c, s, S("Comparisons"),
            str_fmt(
                c->perm,
                "Ratios of means with Fieller’s 95%% interval and Welch’s t-test. A "
                "difference counts where the whole interval lies more than %.*s from 1; "
                "the "
                "same where it lies wholly within; else the two could not be told apart.",
                SV(format_percent(c->perm, c->s->site->practical_limit))));
    }
    add_claims(c, s);
    add_inferred(c, s);
    add_allowed(c, s);
    add_limits(c, s, k);
}

/* --- every result, downloads ----------------------------------------------------- */

void add_everything(composer *c, node *root)
{
    node *s = section(c, root, SECTION_DATA, S("results"), S("Every result"));
    for (ptrdiff_t w = 0; w < c->s->workload_count; w++) {
        table *t = table_of_everything(c, w);
        if (t->row_count > 0) {
            node *n = node_new(c->perm, NODE_TABLE);
            n->table = t;
            node_add(s, n);
        }
    }
}

static str contents_of(composer *c, const raw_file *f)
{
    if (!f->reading) {
        return S("Attachment");
    }
    return str_fmt(c->perm, "%.*s, %td result%s", SV(f->reading->format),
                   f->reading->result_count, f->reading->result_count == 1 ? "" : "s");
}

/* The sources; what the site adds (data.json, report.pdf) it appends itself. */
void add_downloads(composer *c, node *root)
{
    section(c, root, SECTION_DATA, S("data"), S("Data and downloads"));
    report *r = c->r;
    r->downloads = NEW(c->perm, download, c->s->file_count + 8);
    for (const raw_file *f = c->s->files; f; f = f->next) {
        r->downloads[r->download_count++] =
            (download){.name = f->path,
                       .href = raw_href(c->perm, f, 0),
                       .contents = contents_of(c, f),
                       .size = format_size(c->perm, f->src.bytes.len),
                       .sha256 = f->sha256};
    }
}
