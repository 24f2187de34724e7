#include "base/base.h"

#include "base/num.h"
#include "lint/rules.h"
#include "model/unit.h"
#include "stats/sample.h"

/* --- telling ---------------------------------------------------------------------- */

static finding *add_finding(lint *l)
{
    finding *f = *l->end = NEW(l->perm, finding, 1);
    l->end = &f->next;
    f->rule = l->rule;
    f->level = l->rule->level;
    f->place.code = ERR_CHECK;
    return f;
}

#define SAY(f, fmt)                                                                      \
    do {                                                                                 \
        va_list ap;                                                                      \
        va_start(ap, fmt);                                                               \
        vsnprintf((f)->place.text, sizeof(f)->place.text, fmt, ap);                      \
        va_end(ap);                                                                      \
    } while (0)

finding *found_in_file(lint *l, const raw_file *from, ptrdiff_t line, const char *fmt,
                       ...)
{
    finding *f = add_finding(l);
    f->place.path = from->src.path;
    f->place.line = line;
    SAY(f, fmt);
    return f;
}

finding *found_in_group(lint *l, const group *g, const metric *m, const char *fmt, ...)
{
    finding *f = add_finding(l);
    f->place.path = group_file(g)->src.path;
    f->place.line = m && m->line ? m->line : g->entries[0]->r->line;
    SAY(f, fmt);
    return f;
}

/* A place is where the token is; one that isn't of the source leaves the file. */
static void set_place(finding *f, const source *src, str token)
{
    if (token.ptr) {
        err_at(&f->place, src, token, "%s", "");
    }
    f->place.path = src->path;
    f->place.code = ERR_CHECK;
}

finding *found_in_post(lint *l, str token, const char *fmt, ...)
{
    finding *f = add_finding(l);
    set_place(f, &l->p->src, token);
    SAY(f, fmt);
    return f;
}

finding *found_in_study(lint *l, str token, const char *fmt, ...)
{
    finding *f = add_finding(l);
    set_place(f, &l->s->yaml, token);
    SAY(f, fmt);
    return f;
}

void advise(finding *f, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->place.hint, sizeof f->place.hint, fmt, ap);
    va_end(ap);
}

/* --- words ------------------------------------------------------------------------ */

const char *text_words(lint *l, str s)
{
    if (s.len <= 60) {
        return str_cz(l->perm, s);
    }
    ptrdiff_t end = 60;
    while (end > 0 && (s.ptr[end] & 0xC0) == 0x80) {
        end--;
    }
    return str_cz(l->perm, str_fmt(l->perm, "%.*s…", SV(str_take(s, end))));
}

const char *group_words(lint *l, const group *g)
{
    return str_cz(l->perm, group_name(l->perm, l->s, g));
}

const char *pair_words(lint *l, const pair *p)
{
    str base = str_cut(group_name(l->perm, l->s, p->gb), S("/")).tail;
    return str_cz(l->perm, str_fmt(l->perm, "%.*s against %.*s",
                                   SV(group_name(l->perm, l->s, p->ga)), SV(base)));
}

const char *amount_words(lint *l, double v, str base)
{
    return str_cz(l->perm, format_value(l->perm, v, base, 4));
}

void list_add(lint *l, str *list, const char *word)
{
    *list = list->len ? str_fmt(l->perm, "%.*s, %s", SV(*list), word) : str_from(word);
}

str lower_case(arena *perm, str s)
{
    char *copy = str_cz(perm, s);
    for (ptrdiff_t i = 0; i < s.len; i++) {
        copy[i] =
            copy[i] >= 'A' && copy[i] <= 'Z' ? (char)(copy[i] - 'A' + 'a') : copy[i];
    }
    return (str){copy, s.len};
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

bool says_any(str text, const char *const *words, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        str rest = text;
        for (ptrdiff_t at; (at = str_find(rest, str_from(words[i]))) >= 0;) {
            if ((rest.ptr == text.ptr && at == 0) || !is_letter(rest.ptr[at - 1])) {
                return true;
            }
            rest = str_drop(rest, at + 1);
        }
    }
    return false;
}

/* --- quantities that people write --------------------------------------------------- */

/* dd's operands are parameters where the raw file has the command, else they stand in
 * the command that study.yaml states. */
str operand_of(const result *r, const char *name)
{
    str given = result_param_get(r, str_from(name));
    for (str rest = r->command, word; !given.ptr && (word = str_word(&rest)).len > 0;) {
        cut c = str_cut(word, S("="));
        given = c.found && str_eq(c.head, str_from(name)) ? c.tail : given;
    }
    return given;
}

/* wrk2 takes -R, hey -q, bombardier -r; k6 counts what an arrival rate had to drop. */
bool is_paced(const result *r)
{
    static const str options[] = {STR_INIT(" --rate"), STR_INIT(" -r "), STR_INIT(" -q "),
                                  STR_INIT(" -R")};
    bool paced =
        result_param_get(r, S("rate")).ptr || result_metric(r, S("dropped_iterations"));
    for (ptrdiff_t i = 0; i < COUNTOF(options) && !paced; i++) {
        paced = str_has(r->command, options[i]);
    }
    return paced;
}

static str take_number(str *s)
{
    ptrdiff_t n = 0;
    while (n < s->len && ((s->ptr[n] >= '0' && s->ptr[n] <= '9') || s->ptr[n] == '.')) {
        n++;
    }
    str number = str_take(*s, n);
    *s = str_drop(*s, n);
    return number;
}

maybe duration_of(str s)
{
    static const struct {
        str unit;
        double seconds;
    } units[] = {{STR_INIT("ms"), 1e-3},
                 {STR_INIT("us"), 1e-6},
                 {STR_INIT("h"), 3600},
                 {STR_INIT("m"), 60},
                 {STR_INIT("s"), 1}};
    double sum = 0;
    for (s = str_trim(s); s.len > 0;) {
        double v;
        if (!num_double(take_number(&s), &v)) {
            return (maybe){0};
        }
        ptrdiff_t i = 0;
        while (i < COUNTOF(units) && !str_starts(s, units[i].unit)) {
            i++;
        }
        if (i == COUNTOF(units)) {
            return s.len == 0 ? SOME(sum + v) : (maybe){0};
        }
        sum += v * units[i].seconds;
        s = str_drop(s, units[i].unit.len);
    }
    return sum > 0 ? SOME(sum) : (maybe){0};
}

maybe size_of(str s)
{
    unit u;
    double v;
    s = str_trim_left(s);
    if (!num_double(take_number(&s), &v)) {
        return (maybe){0};
    }
    str word = str_cut(str_word(&s), S(",")).head;
    return unit_find(word, &u) && str_eq(u.base, S("B")) ? SOME(unit_to_base(&u, v))
                                                         : (maybe){0};
}

static str fact_named(const fact *f, const char *const *names, ptrdiff_t n)
{
    for (; f; f = f->next) {
        for (ptrdiff_t i = 0; i < n; i++) {
            if (str_eq_nocase(f->name, str_from(names[i]))) {
                return f->value;
            }
        }
    }
    return (str){0};
}

str fact_of(const lint *l, const char *const *names, ptrdiff_t n)
{
    str v = fact_named(l->s->host, names, n);
    v = v.ptr ? v : fact_named(l->s->software, names, n);
    for (const run *r = l->s->runs; r && !v.ptr; r = r->next) {
        v = fact_named(r->host, names, n);
        v = v.ptr ? v : fact_named(r->software, names, n);
        v = v.ptr ? v : fact_named(r->tags, names, n);
    }
    return v;
}

/* --- metrics ------------------------------------------------------------------------ */

bool between_runs(const metric *m)
{
    return !m->spread_within_run && m->n.known && m->n.value > 1 && m->stddev.known;
}

maybe variation_of(const metric *m)
{
    if (!between_runs(m) || !m->mean.known) {
        return (maybe){0};
    }
    return stats_variation((summary){m->mean.value, m->stddev.value, m->n.value});
}

bool has_role(const lint *l, const group *g, role r)
{
    return l->s->variants[g->variant].role == r;
}

double least_rank_p(double a, double b)
{
    double ways = 1;
    for (double i = 1; i <= a; i++) { // NOLINT: small counts
        ways *= (b + i) / i;
    }
    return 2 / ways;
}
