#include "base/base.h"

#include "lint/rules.h"
#include "stats/rank.h"

/* C: does the data bear out what the post says of it? */

/* --- C01 ------------------------------------------------------------------------- */

static void check_adjective(lint *l, const mention *m, bool told)
{
    str words = lower_case(l->perm, m->words);
    bool strong = SAYS(words, "faster", "slower", "better", "worse", "quicker", "cheaper",
                       "beats", "wins", "outperforms");
    if (strong && !told) {
        finding *f = found_in_post(
            l, m->place,
            "\"%s\" is said of %s, of which no interval excludes that they are equal",
            text_words(l, m->words), mention_words(l, m));
        advise(f,
               "Say what the figures are and leave the adjective, or run it more often.");
    }
}

void rule_C01(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        versus v;
        if (!is_relative(m)) {
            continue;
        }
        bool known = versus_of_mention(l, m, &v);
        bool told = known && (v.verdict == VERDICT_LOWER || v.verdict == VERDICT_HIGHER);
        if (m->words.len > 0) {
            check_adjective(l, m, told);
        } else if (known && v.verdict == VERDICT_UNCLEAR && !is_qualified(l, m)) {
            finding *f = found_in_post(
                l, m->place, "%s: the ratio is %.3f, but its interval is %.3f to %.3f",
                mention_words(l, m), v.ratio, v.ci.low, v.ci.high);
            advise(f, "Give the interval beside it, or a claim that it 'is unclear'.");
        }
    }
}

/* --- C03, C04, C05: how a ratio is told ------------------------------------------------
 */

/* The section around a token: from one heading to the next, or the front matter. */
static str section_of(const lint *l, str token)
{
    str all = l->p->src.bytes;
    ptrdiff_t from = token.ptr - all.ptr, to = from;
    while (from > 0
           && !(all.ptr[from] == '\n' && str_starts(str_drop(all, from + 1), S("#")))) {
        from--;
    }
    while (to < all.len
           && !(all.ptr[to] == '\n' && str_starts(str_drop(all, to + 1), S("#")))) {
        to++;
    }
    return (str){all.ptr + from, to - from};
}

/* Its words, in lower case, without shortcodes, whose names readers don't see. */
static str words_of(lint *l, str section)
{
    out *o = out_memory(l->perm);
    while (section.len > 0) {
        cut open = str_cut(section, S("{{"));
        cut close = str_cut(open.tail, S("}}"));
        out_str(o, open.head);
        out_char(o, ' ');
        section = close.found ? close.tail : (str){0};
    }
    return lower_case(l->perm, out_text(o));
}

static bool within(str section, str place)
{
    return place.ptr >= section.ptr && place.ptr < section.ptr + section.len;
}

/* Is the baseline's own figure given there? */
static bool gives_baseline(const lint *l, str section, const mention *m)
{
    for (const mention *o = l->r->mentions; o; o = o->next) {
        if (o->says == SAYS_VALUE && o->a.g == m->b.g && within(section, o->place)) {
            return true;
        }
    }
    return false;
}

static bool names_variant(lint *l, str text, const variant *v)
{
    str rest = lower_case(l->perm, v->label), id = v->id;
    for (str word; (word = str_word(&rest)).len > 0;) {
        if (word.len > 2 && str_has(text, word)) {
            return true;
        }
    }
    return str_has(text, id)
           || (v->role != ROLE_GREY && str_has(text, str_from(role_name(v->role))));
}

void rule_C03(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        if (!is_relative(m) || m->words.len > 0 || !within(l->p->src.bytes, m->place)
            || m->a.g->variant == m->b.g->variant) {
            continue;
        }
        str section = section_of(l, m->place);
        const variant *base = &l->s->variants[m->b.g->variant];
        if (!names_variant(l, words_of(l, section), base)
            && !gives_baseline(l, section, m)) {
            finding *f = found_in_post(
                l, m->place, "%s: the section doesn't say what it is compared with",
                mention_words(l, m));
            advise(f, "Name '%s' there.", text_words(l, base->label));
        }
    }
}

void rule_C04(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        bool absolute = false, first = true;
        for (const mention *o = l->r->mentions; o && is_relative(m); o = o->next) {
            bool shown = o->says == SAYS_SHOWN && o->workload == m->workload
                         && (o->metric.len == 0 || str_eq(o->metric, m->a.m->name));
            bool value = o->says == SAYS_VALUE && o->workload == m->workload
                         && str_eq(o->a.m->name, m->a.m->name);
            absolute = absolute || shown || value;
        }
        for (const mention *o = l->r->mentions; o && o != m && is_relative(m);
             o = o->next) {
            first = first
                    && !(is_relative(o) && o->workload == m->workload
                         && str_eq(o->a.m->name, m->a.m->name));
        }
        if (is_relative(m) && !absolute && first) {
            finding *f =
                found_in_post(l, m->place, "%s: the post gives relative figures only",
                              mention_words(l, m));
            advise(f, "Add {{ value … }} or {{ chart %.*s %.*s }}.",
                   SV(l->s->workloads[m->workload].id), SV(m->a.m->name));
        }
    }
}

void rule_C05(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        if (m->says == SAYS_CHANGE && m->words.len == 0 && m->b.value > 0
            && m->a.value / m->b.value > 2) {
            finding *f = found_in_post(
                l, m->place, "%s: +%.0f%% may be read as %.1f or %.1f times",
                mention_words(l, m), 100 * (m->a.value / m->b.value - 1),
                m->a.value / m->b.value, m->a.value / m->b.value - 1);
            advise(f, "Write the factor: {{ ratio … }} times.");
        }
    }
}

/* --- C06, C07, C08: what a test can say
 * -------------------------------------------------- */

void rule_C06(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        versus v;
        if (m->says != SAYS_VERDICT || !versus_of_mention(l, m, &v)
            || v.verdict == VERDICT_SAME) {
            continue;
        }
        str words = lower_case(l->perm, m->words);
        bool equal =
            SAYS(words, "as fast as", "no difference", "equal", "identical", "the same",
                 "no slower", "no faster", "costs nothing", "for free");
        bool careful = SAYS(words, "not ", "can’t", "can't", "cannot", "nobody",
                            "nothing was shown");
        if (equal && !careful) {
            finding *f = found_in_post(
                l, m->place, "\"%s\" is said of %s, but %s", text_words(l, m->words),
                mention_words(l, m),
                v.tested ? str_cz(
                    l->perm, str_fmt(l->perm, "the interval of the ratio is %.3f to %.3f",
                                     v.ci.low, v.ci.high))
                         : "it was not tested");
            advise(f, "Say that the two could not be told apart: that is no proof of "
                      "being equal.");
        }
    }
}

static bool is_small(const lint *l, const versus *v)
{
    return v->tested && v->p.known && v->p.value < 0.05
           && fabs(v->ratio - 1) < l->s->site->practical_limit;
}

void rule_C07(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        versus v;
        bool as_difference = is_relative(m) && !is_qualified(l, m);
        if (as_difference && versus_of_mention(l, m, &v) && is_small(l, &v)) {
            finding *f = found_in_post(
                l, m->place,
                "%s: %.2f%% is there (p = %.3f), but below the practical limit of %g%%",
                mention_words(l, m), 100 * fabs(v.ratio - 1), v.p.value,
                100 * l->s->site->practical_limit);
            advise(f,
                   "Say that it doesn't matter, or set 'practical-limit' to what does.");
        }
    }
}

/* Of few runs a rank test has a smallest p: where it gives that one, the sides are wholly
 * apart, and more tests beside it don't make them less so. */
static bool is_least_p(const pair *p)
{
    return p->v.full.test == TEST_MANN_WHITNEY
           && p->v.p.value <= 1.001 * least_rank_p(p->ma->n.value, p->mb->n.value);
}

/* All comparisons that the page tests, corrected together. */
void rule_C08(lint *l)
{
    double *p = NEW(l->perm, double, l->pair_count);
    const pair **of = NEW(l->perm, const pair *, l->pair_count);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        if (l->pairs[i].has_ratio && l->pairs[i].v.tested && l->pairs[i].v.p.known
            && !is_least_p(&l->pairs[i])) {
            of[n] = &l->pairs[i];
            p[n++] = l->pairs[i].v.p.value;
        }
    }
    double *adjusted = NEW(l->perm, double, n);
    stats_holm(p, adjusted, n, l->scratch);
    for (ptrdiff_t i = 0; i < n; i++) {
        bool told =
            of[i]->v.verdict == VERDICT_LOWER || of[i]->v.verdict == VERDICT_HIGHER;
        if (told && p[i] < 0.05 && adjusted[i] >= 0.05) {
            finding *f = found_in_group(
                l, of[i]->ga, of[i]->ma,
                "%s, %.*s: p = %.3f of one test is %.3f of the page's %td (Holm)",
                pair_words(l, of[i]), SV(of[i]->metric), p[i], adjusted[i], n);
            advise(f,
                   "Of %td tests at 5%%, %.1f find something by chance: run this one "
                   "more often.",
                   n, 0.05 * (double)n);
        }
    }
}

/* How many runs a side would bring the interval's nearer end out of the practical limit,
 * if the ratio stays what it is: its width shrinks with the root of n. */
static double runs_to_settle(const lint *l, const mention *m, const versus *v)
{
    double limit = l->s->site->practical_limit;
    double far = fabs(v->ratio - 1) - limit;
    double half = v->ratio > 1 ? v->ratio - v->ci.low : v->ci.high - v->ratio;
    double n = m->a.m->n.value < m->b.m->n.value ? m->a.m->n.value : m->b.m->n.value;
    return far > 0.005 ? ceil(n * half * half / (far * far)) : 0;
}

static void tell_unclear(lint *l, const mention *m, const versus *v, finding *f)
{
    double runs = runs_to_settle(l, m, v);
    snprintf(f->place.text, sizeof f->place.text,
             "%s: can't be told apart: the ratio is %.3f, its 95%% interval %.3f to "
             "%.3f, of %g "
             "and %g runs",
             mention_words(l, m), v->ratio, v->ci.low, v->ci.high, m->a.m->n.value,
             m->b.m->n.value);
    if (runs > 0) {
        advise(f, "If the ratio stays, some %.0f runs a side would tell.", runs);
    } else {
        advise(f, "Either may be the better one; more runs will hardly tell.");
    }
}

static bool seen_before(lint *l, const mention *m)
{
    for (const mention *o = l->r->mentions; o && o != m; o = o->next) {
        versus v;
        bool same = o->b.m
                    && ((o->a.m == m->a.m && o->b.m == m->b.m)
                        || (o->a.m == m->b.m && o->b.m == m->a.m));
        if (same && versus_of_mention(l, o, &v)) {
            return true;
        }
    }
    return false;
}

/* What the post speaks of comes first; then what only charts and tables compare. */
void rule_C21(lint *l)
{
    for (const mention *m = l->r->mentions; m; m = m->next) {
        versus v;
        if (versus_of_mention(l, m, &v) && v.verdict == VERDICT_UNCLEAR
            && !seen_before(l, m)) {
            tell_unclear(l, m, &v, found_in_post(l, m->place, "%s", ""));
        }
    }
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        mention as = {.a = {.g = p->ga, .m = p->ma, .whole = true},
                      .b = {.g = p->gb, .m = p->mb, .whole = true}};
        bool told = false;
        for (const mention *m = l->r->mentions; m && !told; m = m->next) {
            told = (m->a.m == p->ma && m->b.m == p->mb)
                   || (m->a.m == p->mb && m->b.m == p->ma);
        }
        if (!told && p->has_ratio && p->v.verdict == VERDICT_UNCLEAR) {
            tell_unclear(l, &as, &p->v, found_in_group(l, p->ga, p->ma, "%s", ""));
        }
    }
}
