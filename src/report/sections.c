#include "base/base.h"

#include "base/day.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/version.h"
#include "report/section_parts.h"

node *add_section(composer *c, node *root, section_kind kind, str id, str title)
{
    node *s = node_add(root, node_new(c->perm, NODE_SECTION));
    s->section = kind;
    s->id = id;
    if (title.len > 0) {
        node_heading(c->perm, s, 2, id, title);
    }
    return s;
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

static void list_word(composer *c, str *list, str word)
{
    *list = list->len ? str_fmt(c->perm, "%.*s, %.*s", SV(*list), SV(word)) : word;
}

/* The run that the figures are of: the newest one that has any. */
static const run *shown_run(const composer *c)
{
    const run *newest = NULL;
    for (const group *g = c->s->groups; g; g = g->next) {
        newest = !newest || str_cmp(g->run->date, newest->date) > 0 ? g->run : newest;
    }
    return newest ? newest : c->s->runs;
}

static const fact *host_of(const composer *c)
{
    const run *r = shown_run(c);
    return r->host ? r->host : c->s->host;
}

static const fact *software_of(const composer *c)
{
    const run *r = shown_run(c);
    return r->software ? r->software : c->s->software;
}

static bool tool_version_known(const composer *c, str tool)
{
    for (const raw_file *f = c->s->files; f; f = f->next) {
        if (f->reading && f->reading->tool_version.len
            && (str_eq(f->reading->tool, tool) || !f->reading->results)) {
            return true;
        }
    }
    return has_fact(c->s->software, tool) || has_fact(shown_run(c)->software, tool);
}

/* What a reader needs to repeat the measurement and what nobody said. */
static str not_stated(composer *c)
{
    static const str host[] = {STR_INIT("os"), STR_INIT("kernel"), STR_INIT("cpu"),
                               STR_INIT("memory")};
    str list = {0};
    for (ptrdiff_t i = 0; i < COUNTOF(host); i++) {
        if (!has_fact(host_of(c), host[i])) {
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
    const run *r = shown_run(c);
    if (r->id.len > 0) {
        spec(c, box, S("Run"),
             str_fmt(c->perm, "%.*s%s%.*s%s%.*s", SV(r->id), r->date.len ? ", " : "",
                     SV(day_words(c->perm, r->date)), r->machine.len ? ", on " : "",
                     SV(r->machine)),
             false);
    }
    for (const fact *f = r->tags; f; f = f->next) {
        spec(c, box, fact_title(c, f->name), f->value, false);
    }
    for (const fact *f = host_of(c); f; f = f->next) {
        spec(c, box, fact_title(c, f->name), f->value, false);
    }
    for (const fact *f = software_of(c); f; f = f->next) {
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
    str many = words_many(c, rows, n, base, name);
    str label = sl->label.len
                    ? str_fmt(c->perm, "%.*s: ", SV(sentence_case(c->perm, sl->label)))
                    : (str){0};
    if (many.len > 0) {
        node_text(c->perm, node_add(to, para),
                  str_fmt(c->perm, "%.*s%.*s.", SV(label), SV(many)));
        return;
    }
    for (ptrdiff_t i = 0; base && i < n; i++) {
        str said = &rows[i] == base ? (str){0} : words_versus(c, &rows[i], base, name);
        bool by_metric = str_starts(said, metric_words(c, name)); /* else by a name */
        if (by_metric && (!sl->label.len || para->first)) {
            said = sentence_case(c->perm, said);
        }
        if (said.len > 0) {
            str before = para->first ? S(" ") : label;
            node_text(c->perm, para, str_fmt(c->perm, "%.*s%.*s.", SV(before), SV(said)));
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
        node *s = add_section(c, root, SECTION_PROSE, c->s->workloads[w].id,
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
        add_main_figure(c, s, w);
        add_more_figures(c, s, w);
    }
}

void add_not_run(composer *c, node *root)
{
    if (!c->s->not_run) {
        return;
    }
    node *s = add_section(c, root, SECTION_PROSE, S("not-run"), S("What did not run"));
    for (const reason *r = c->s->not_run; r; r = r->next) {
        cut at = str_cut(r->name, S("/"));
        ptrdiff_t w = study_workload(c->s, at.head), v = study_variant(c->s, at.tail);
        node_para(c->perm, s,
                  str_fmt(c->perm, "%.*s, %.*s: %.*s.", SV(c->s->workloads[w].label),
                          SV(c->s->variants[v].label), SV(r->why)));
    }
}

/* What was measured and doesn't count; each leads to its line. */
void add_left_out(composer *c, node *root)
{
    if (!c->s->aside) {
        return;
    }
    node *s = add_section(c, root, SECTION_PROSE, S("left-out"), S("What was left out"));
    for (const set_aside *a = c->s->aside; a; a = a->next) {
        const entry *en = a->en;
        node *para = node_para(c->perm, s, (str){0});
        node_text(c->perm, para,
                  str_fmt(c->perm, "%.*s, %.*s (",
                          SV(c->s->workloads[en->workload].label),
                          SV(c->s->variants[en->variant].label)));
        node *link = node_add(para, node_new(c->perm, NODE_LINK));
        link->href = raw_href(c->perm, en->from, en->r->line);
        node_text(c->perm, link,
                  str_fmt(c->perm, "%.*s, line %td", SV(en->from->path), en->r->line));
        node_text(c->perm, para, str_fmt(c->perm, "): %.*s.", SV(a->why)));
    }
}

/* --- every result, downloads ----------------------------------------------------- */

void add_everything(composer *c, node *root)
{
    node *s = add_section(c, root, SECTION_DATA, S("results"), S("Every result"));
    add_derived(c, s);
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
    const char *masked = f->masked ? ", masked" : "";
    const char *renamed = str_eq(f->published, f->address)
                              ? ""
                              : ", published as .txt so that no browser runs it";
    if (!f->reading) {
        return str_fmt(c->perm, "Attachment%s%s", masked, renamed);
    }
    return str_fmt(c->perm, "%.*s, %td result%s%s%s", SV(f->reading->format),
                   f->reading->result_count, f->reading->result_count == 1 ? "" : "s",
                   masked, renamed);
}

/* The sources; what the site adds (data.json, report.pdf) it appends itself. */
void add_downloads(composer *c, node *root)
{
    add_section(c, root, SECTION_DATA, S("data"), S("Data and downloads"));
    report *r = c->r;
    r->downloads = NEW(c->perm, download, c->s->file_count + 8);
    for (const raw_file *f = c->s->files; f; f = f->next) {
        r->downloads[r->download_count++] =
            (download){.name = utf8_isolated(c->perm, f->path),
                       .href = raw_href(c->perm, f, 0),
                       .contents = contents_of(c, f),
                       .size = format_size(c->perm, f->src.bytes.len),
                       .sha256 = f->sha256};
    }
}
