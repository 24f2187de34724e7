#include "base/base.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "base/version.h"
#include "report/compose.h"

/* --- the author's prose, cut into sections at its level 2 headings --------------- */

static bool starts_section(const node *n)
{
    return n->kind == NODE_HEADING && n->level == 2;
}

static str unique_id(composer *c, const node *root, str id)
{
    str unique = id.len ? id : S("section");
    for (int again = 2;; again++) {
        bool taken = false;
        for (const node *n = root->first; n && !taken; n = n->next) {
            taken = str_eq(n->id, unique);
        }
        if (!taken) {
            return unique;
        }
        unique = str_fmt(c->perm, "%.*s-%d", SV(id), again);
    }
}

static void cut_sections(composer *c, node *flat, node *root)
{
    node *s = NULL;
    for (node *n = flat->first, *next; n; n = next) {
        next = n->next;
        n->next = NULL;
        if (!s || starts_section(n)) {
            s = node_add(root, node_new(c->perm, NODE_SECTION));
            s->section = SECTION_PROSE;
            s->id = unique_id(c, root, starts_section(n) ? n->id : S("introduction"));
            n->id = starts_section(n) ? s->id : n->id;
        }
        node_add(s, n);
    }
}

static bool add_prose(composer *c, node *root, err *e)
{
    node *flat = node_new(c->perm, NODE_REPORT);
    const prose body = {&c->p->src, c->p->body};
    if (!markdown_blocks(c->perm, c->scratch, &body, &c->host, flat, e)) {
        return false;
    }
    cut_sections(c, flat, root);
    if (!c->specs_placed && root->first) {
        add_specs(c, root->first);
        c->specs_placed = true;
    }
    return true;
}

static bool add_deck(composer *c, err *e)
{
    c->r->deck = node_new(c->perm, NODE_PARA);
    if (c->p->finding.len > 0) {
        const prose finding = {&c->p->src, c->p->finding};
        c->r->deck->author = true;
        if (!markdown_inline(c->perm, c->scratch, &finding, &c->host, c->r->deck, e)) {
            return false;
        }
    } else {
        words_finding(c, c->r->deck);
    }
    c->r->finding_text = node_plain(c->perm, c->r->deck);
    return true;
}

/* --- the report's own facts ------------------------------------------------------ */

static str initials(arena *perm, str name)
{
    out *o = out_memory(perm);
    int n = 0;
    for (str rest = name, word; n < 2 && (word = str_word(&rest)).len > 0; n++) {
        ptrdiff_t len = 1;
        while (len < word.len && (word.ptr[len] & 0xC0) == 0x80) {
            len++;
        }
        out_str(o, str_take(word, len));
    }
    return out_text(o);
}

static ptrdiff_t count_words(str text)
{
    ptrdiff_t n = 0;
    while (str_word(&text).len > 0) {
        n++;
    }
    return n;
}

static void set_facts(composer *c)
{
    const post *p = c->p;
    const study *s = c->s;
    report *r = c->r;
    const author *a = config_author(s->site, p->author);
    r->id = s->id;
    r->title = p->title.len ? utf8_isolated(c->perm, p->title) : s->title;
    str question =
        s->question.len && !str_eq(s->question, r->title) ? s->question : (str){0};
    r->kicker = p->kind.len && question.len
                    ? str_fmt(c->perm, "%.*s. %.*s", SV(p->kind), SV(question))
                : p->kind.len ? p->kind
                              : question;
    r->date = p->date.len ? p->date : s->date;
    r->disclosure = p->disclosure;
    r->corrections = p->corrections;
    r->correction_count = p->correction_count;
    r->superseded_by = p->superseded_by;
    r->tags = p->tags;
    r->tag_count = p->tag_count;
    r->lang = s->site->lang;
    r->site_title = s->site->title;
    r->program = S("broadsheet " VERSION);
    if (a) {
        r->author_id = a->id;
        r->author_name = a->name;
        r->author_bio = a->bio;
        r->author_url = a->url;
        r->author_initials = initials(c->perm, a->name);
    }
}

/* One hash over all sources: same data, same line at the foot of the page. */
static void set_provenance(composer *c)
{
    out *o = out_memory(c->perm);
    for (const raw_file *f = c->s->files; f; f = f->next) {
        out_fmt(o, "%.*s %.*s\n", SV(f->sha256), SV(f->path));
        c->r->source_count++;
    }
    c->r->sources_hash = str_take(hash_sha256(c->perm, out_text(o)), 16);
}

static void tell_claims(composer *c)
{
    for (const claim *k = c->claims; k; k = k->next) {
        if (!k->holds) {
            warn_add(c->w, &k->place);
        }
    }
}

void mention_add(composer *c, const mention *m)
{
    mention *copy = *c->mentions_end = NEW(c->perm, mention, 1);
    *copy = *m;
    copy->next = NULL;
    c->mentions_end = &copy->next;
}

/* The study with its names as they may stand in sentences. */
static const study *with_names_apart(arena *perm, const study *s)
{
    study *copy = NEW(perm, study, 1);
    *copy = *s;
    copy->variants = NEW(perm, variant, s->variant_count + 1);
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        copy->variants[i] = s->variants[i];
        copy->variants[i].label = utf8_isolated(perm, s->variants[i].label);
        copy->variants[i].detail = utf8_isolated(perm, s->variants[i].detail);
    }
    copy->workloads = NEW(perm, workload, s->workload_count + 1);
    for (ptrdiff_t i = 0; i < s->workload_count; i++) {
        copy->workloads[i] = s->workloads[i];
        copy->workloads[i].label = utf8_isolated(perm, s->workloads[i].label);
    }
    copy->title = utf8_isolated(perm, s->title);
    copy->question = utf8_isolated(perm, s->question);
    return copy;
}

static void begin(composer *c, arena *perm, arena scratch, const composition *from,
                  family *tests)
{
    *c = (composer){.host = {shortcode_expand, from->w},
                    .perm = perm,
                    .scratch = scratch,
                    .s = with_names_apart(perm, from->s),
                    .p = from->p,
                    .w = from->w,
                    .tests = tests,
                    .allowed = from->allowed};
    c->r = NEW(perm, report, 1);
    c->claims_end = &c->claims;
    c->mentions_end = &c->mentions;
    set_facts(c);
}

bool report_chart(arena *perm, arena scratch, const composition *from, str words,
                  report **ret, figure **f, err *e)
{
    composer c;
    family tests = {0};
    figure_request asked;
    select_error why = {0};
    for (int pass = 0; pass < 2; pass++) { /* the first one meets the tests */
        begin(&c, perm, scratch, from, &tests);
        set_provenance(&c);
        *f = figure_from_words(&c, words, &asked, &why);
        family_settle(&tests, scratch);
    }
    if (!*f) {
        err_set(e, ERR_USAGE, NULL, "%s", why.text);
        return why.hint[0] ? err_hint(e, "%s", why.hint) : false;
    }
    *ret = c.r;
    return true;
}

static void keep_figures(composer *c)
{
    report *r = c->r;
    r->figures = NEW(c->perm, figure *, r->figure_count);
    if (r->figure_count > 0) {
        memcpy(r->figures, c->figures,
               (size_t)r->figure_count * sizeof *r->figures); // NOLINT: pointers
        r->card = r->figures[0];
    }
}

report *report_history(arena *perm, arena scratch, const composition *from)
{
    composer c;
    family tests = {0};
    begin(&c, perm, scratch, from, &tests);
    report *r = c.r;
    r->root = node_new(perm, NODE_REPORT);
    r->deck = node_new(perm, NODE_PARA);
    r->title = str_fmt(perm, "History: %.*s", SV(r->title));
    r->kicker = (str){0};
    r->corrections = NULL;
    r->correction_count = 0;
    r->superseded_by = r->disclosure = (str){0};
    if (!add_history(&c, r->root)) {
        return NULL;
    }
    set_provenance(&c);
    keep_figures(&c);
    r->finding_text = node_plain(perm, r->deck);
    r->description = r->finding_text;
    history_move_links(perm, r);
    return r;
}

static bool compose_once(arena *perm, arena scratch, const composition *from,
                         family *tests, report **ret, const claim **claims, err *e)
{
    post *p = from->p;
    composer c;
    begin(&c, perm, scratch, from, tests);
    node *root = node_new(perm, NODE_REPORT);
    node *body = node_new(perm, NODE_REPORT);
    bool has_prose = str_trim(p->body).len > 0;
    if (has_prose && !add_prose(&c, body, e)) {
        return false;
    }
    if (!has_prose) {
        add_overview(&c, body);
        add_automatic_sections(&c, body);
        add_not_run(&c, body);
        add_left_out(&c, body);
    }
    if (!add_deck(&c, e)) {
        return false;
    }
    add_keys(&c, root); /* first on the page, last to be made: it links to the figures */
    for (node *n = body->first, *next; n; n = next) {
        next = n->next;
        n->next = NULL;
        node_add(root, n);
    }
    add_method(&c, root);
    add_everything(&c, root);
    add_downloads(&c, root);
    set_provenance(&c);
    report *r = c.r;
    r->root = root;
    r->mentions = c.mentions;
    r->description = p->description.len ? p->description : r->finding_text;
    keep_figures(&c);
    ptrdiff_t words = count_words(p->body) + count_words(r->finding_text);
    r->reading_minutes = words < 357 ? 1 : (int)((words + 119) / 238);
    tell_claims(&c);
    *ret = r;
    *claims = c.claims;
    return true;
}

bool report_compose(arena *perm, arena scratch, const composition *from, report **ret,
                    const claim **claims, err *e)
{
    family tests = {0};
    warnings first = {.perm = perm};
    composition quiet = *from;
    quiet.w = &first;
    bool ok = compose_once(perm, scratch, &quiet, &tests, ret, claims, e);
    if (ok && tests.n > 1) {
        family_settle(&tests, scratch);
        return compose_once(perm, scratch, from, &tests, ret, claims, e);
    }
    for (const warning *w = first.first; w; w = w->next) {
        warn_add(from->w, &w->e);
    }
    return ok;
}
