#include "base/base.h"

#include "lint/rules.h"
#include "report/format.h"

#define X(id, level, reason) {#id, LEVEL_##level, reason, rule_##id},
static const rule rules[] = {
#include "lint/rules.def"
};
#undef X

ptrdiff_t rule_count(void)
{
    return COUNTOF(rules);
}

const rule *rule_at(ptrdiff_t i)
{
    return &rules[i];
}

const rule *rule_named(str id)
{
    for (ptrdiff_t i = 0; i < COUNTOF(rules); i++) {
        if (str_eq(id, str_from(rules[i].id))) {
            return &rules[i];
        }
    }
    return NULL;
}

const char *level_name(level v)
{
    static const char *const names[] = {"info", "warning", "error"};
    return names[v];
}

/* --- what is allowed -------------------------------------------------------------- */

static bool unknown_rule(const study *s, const reason *r, arena scratch, err *e)
{
    str names[COUNTOF(rules)];
    for (ptrdiff_t i = 0; i < COUNTOF(rules); i++) {
        names[i] = str_from(rules[i].id);
    }
    err_at(e, &s->yaml, r->raw, "lint has no rule '%.*s'", SV(r->name));
    str near = str_nearest(r->name, names, COUNTOF(names), scratch);
    if (near.len > 0) {
        return err_hint(e, "Did you mean '%.*s'? 'broadsheet lint --rules' lists them.",
                        SV(near));
    }
    return err_hint(e, "'broadsheet lint --rules' lists them.");
}

bool lint_allowances(arena *perm, arena scratch, const study *s, const allowance **ret,
                     err *e)
{
    allowance *first = NULL, **end = &first;
    for (const reason *r = s->lint_allow; r; r = r->next) {
        const rule *of = rule_named(r->name);
        if (!of) {
            return unknown_rule(s, r, scratch, e);
        }
        if (of->check == rule_K01) {
            err_at(e, &s->yaml, r->raw, "a claim can't be excused");
            return err_hint(e, "Change its words or its condition.");
        }
        *end = NEW(perm, allowance, 1);
        **end =
            (allowance){.id = r->name, .weakness = str_from(of->reason), .why = r->why};
        end = &(*end)->next;
    }
    *ret = first;
    return true;
}

static str reason_for(const study *s, const rule *of)
{
    for (const reason *r = s->lint_allow; r; r = r->next) {
        if (str_eq(r->name, str_from(of->id))) {
            return r->why;
        }
    }
    return (str){0};
}

/* --- what there is to look at ----------------------------------------------------- */

static void add_facts(out *o, const fact *f)
{
    for (; f; f = f->next) {
        out_fmt(o, "%.*s: %.*s\n", SV(f->name), SV(f->value));
    }
}

static str all_facts(lint *l)
{
    const study *s = l->s;
    out *o = out_memory(l->perm);
    out_fmt(o, "%.*s\n%.*s\n", SV(s->title), SV(s->question));
    add_facts(o, s->host);
    add_facts(o, s->software);
    for (const run *r = s->runs; r; r = r->next) {
        add_facts(o, r->host != s->host ? r->host : NULL);
        add_facts(o, r->software != s->software ? r->software : NULL);
        add_facts(o, r->tags);
    }
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        out_fmt(o, "%.*s: %.*s, %.*s\n", SV(s->variants[i].id), SV(s->variants[i].label),
                SV(s->variants[i].detail));
    }
    for (ptrdiff_t i = 0; i < s->workload_count; i++) {
        out_fmt(o, "%.*s: %.*s\n", SV(s->workloads[i].id), SV(s->workloads[i].label));
    }
    return lower_case(l->perm, out_text(o));
}

static str all_prose(lint *l)
{
    const post *p = l->p;
    str whole =
        str_fmt(l->perm, "%.*s\n%.*s\n%.*s\n%.*s\n%.*s", SV(p->title), SV(p->description),
                SV(p->finding), SV(p->disclosure), SV(p->body));
    return lower_case(l->perm, whole);
}

enum { MOST_PAIRS = 2000 };

static void add_pairs_of(lint *l, const slice *sl, str name)
{
    ptrdiff_t n = 0;
    row *rows = rows_of(&l->c, sl, name, &n);
    const row *base = rows_baseline(rows, n, name);
    for (ptrdiff_t i = 0; base && i < n && l->pair_count < l->pair_most; i++) {
        const group *g = row_group(&rows[i], name);
        if (&rows[i] == base || !g || rows[i].missing.len > 0) {
            continue;
        }
        pair *p = &l->pairs[l->pair_count++];
        *p = (pair){.slice = *sl,
                    .metric = name,
                    .a = &rows[i],
                    .b = base,
                    .ga = g,
                    .gb = row_group(base, name),
                    .ma = row_metric(&rows[i], name),
                    .mb = row_metric(base, name)};
        p->has_ratio =
            versus_of(p->ma, p->mb, l->s->site->practical_limit, l->scratch, &p->v);
    }
}

static void add_pairs(lint *l)
{
    ptrdiff_t groups = 0;
    for (const group *g = l->s->groups; g; g = g->next) {
        groups++;
    }
    l->pair_most = 2 * groups < MOST_PAIRS ? 2 * groups : MOST_PAIRS;
    l->pairs = NEW(l->perm, pair, l->pair_most);
    for (ptrdiff_t w = 0; w < l->s->workload_count; w++) {
        str names[2];
        slice slices[MOST_SLICES];
        ptrdiff_t name_count = primary_metrics(&l->c, w, names);
        ptrdiff_t slice_count = slices_of(&l->c, w, slices);
        for (ptrdiff_t k = 0; k < name_count * slice_count; k++) {
            add_pairs_of(l, &slices[k / name_count], names[k % name_count]);
        }
    }
}

/* --- all rules --------------------------------------------------------------------- */

static void count(findings *all, const finding *f)
{
    all->allowed += f->allowed.ptr != NULL;
    if (!f->allowed.ptr) {
        all->errors += f->level == LEVEL_ERROR;
        all->warnings += f->level == LEVEL_WARNING;
        all->notes += f->level == LEVEL_INFO;
    }
}

enum { MOST_ALIKE = 3 };

static ptrdiff_t count_alike(const finding *from, const finding *to, const finding *like)
{
    ptrdiff_t n = 0;
    for (const finding *f = from; f && f != to; f = f->next) {
        n += f->level == like->level && f->place.path == like->place.path;
    }
    return n;
}

/* Of many findings of a rule in one raw file the first few are told, and how many more
 * there are; of the post all, for each is to be mended by hand. */
static void thin_out(lint *l, finding **from)
{
    for (finding **at = from, *f; (f = *at);) {
        ptrdiff_t before = count_alike(*from, f, f);
        if (before < MOST_ALIKE || f->place.path == l->p->src.path) {
            ptrdiff_t more = count_alike(f->next, NULL, f);
            if (before == MOST_ALIKE - 1 && more > 0 && f->place.path != l->p->src.path) {
                size_t n = strlen(f->place.text);
                snprintf(f->place.text + n, sizeof f->place.text - n,
                         " (and %td more in this file)", more);
            }
            at = &f->next;
        } else {
            *at = f->next;
        }
    }
    l->end = from;
    while (*l->end) {
        l->end = &(*l->end)->next;
    }
}

findings lint_study(arena *perm, arena scratch, const lint_subject *on)
{
    lint l = {.perm = perm,
              .scratch = scratch,
              .s = on->s,
              .p = on->p,
              .r = on->r,
              .claims = on->claims,
              .c = {.perm = perm, .scratch = scratch, .s = on->s}};
    l.end = &l.first;
    l.facts = all_facts(&l);
    l.prose = all_prose(&l);
    add_pairs(&l);
    add_verdicts(&l);
    findings all = {0};
    for (ptrdiff_t i = 0; i < COUNTOF(rules); i++) {
        finding **from = l.end;
        l.rule = &rules[i];
        rules[i].check(&l);
        thin_out(&l, from);
        str why = reason_for(on->s, l.rule);
        for (finding *f = *from; f; f = f->next) {
            f->allowed = why;
            count(&all, f);
        }
    }
    all.first = l.first;
    return all;
}

const finding *lint_first(const findings *all)
{
    const finding *first = NULL;
    for (const finding *f = all->first; f; f = f->next) {
        bool stands = !f->allowed.ptr && f->level != LEVEL_INFO;
        if (stands && (!first || f->level > first->level)) {
            first = f;
        }
    }
    return first;
}

err lint_told(const finding *f, bool fails)
{
    err e = f->place;
    size_t n = strlen(e.text);
    snprintf(e.text + n, sizeof e.text - n, " [%s]", f->rule->id);
    n = strlen(e.hint);
    if (fails) {
        snprintf(e.hint + n, sizeof e.hint - n,
                 "%sOr say why it must be so, in study.yaml: lint-allow: {%s: why}.",
                 n ? " " : "", f->rule->id);
    }
    return e;
}

/* --- rules about linting ------------------------------------------------------------ */

void rule_K01(lint *l)
{
    for (const claim *k = l->claims; k; k = k->next) {
        if (!k->holds) {
            finding *f = found_in_post(l, (str){0}, "%s", k->place.text);
            f->place = k->place;
        }
    }
}

/* An excuse for something that isn't there would still be printed as a weakness. */
void rule_L01(lint *l)
{
    for (const reason *r = l->s->lint_allow; r; r = r->next) {
        bool used = false;
        for (const finding *f = l->first; f && !used; f = f->next) {
            used = str_eq(r->name, str_from(f->rule->id));
        }
        if (!used && !str_eq(r->name, S("L01"))) {
            finding *f = found_in_study(l, r->raw,
                                        "lint-allow excuses %.*s, but the rule finds "
                                        "nothing here",
                                        SV(r->name));
            advise(f, "Remove the line; it would be printed as a weakness.");
        }
    }
}
