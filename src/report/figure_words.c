#include "base/base.h"

#include "report/figure_parts.h"

/* What is written behind `chart`, in a post or on the command line:
 *
 *   fibonacci wall_time kind=boxes title="Every run"
 *   fibonacci/native fibonacci/docker wall_time
 *   image?image=large latency.mean        * throughput kind=ratios
 */
typedef struct {
    composer *c;
    str rest;
    slice *places;
    ptrdiff_t place_count;
    figure_request rq;
    str title, caption;
    select_error *why;
} reading_words;

static bool wrong(reading_words *w, str part)
{
    w->why->part = part;
    return false;
}

/* --- options --------------------------------------------------------------------- */

/* `key="words in quotes"` or `key=word` at the front of the rest. */
static bool take_option(reading_words *w, str *key, str *value)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";
    str rest = str_trim_left(w->rest);
    cut kv = str_cut(rest, S("="));
    for (ptrdiff_t i = 0; i < kv.head.len; i++) {
        if (!strchr(letters, kv.head.ptr[i])) {
            return false;
        }
    }
    if (!kv.found || kv.head.len == 0) {
        return false;
    }
    *key = kv.head;
    if (str_starts(kv.tail, S("\""))) {
        cut q = str_cut(str_drop(kv.tail, 1), S("\""));
        *value = q.head;
        w->rest = q.tail;
    } else {
        str tail = kv.tail;
        *value = str_word(&tail);
        w->rest = tail;
    }
    return true;
}

static bool set_option(reading_words *w, str key, str value)
{
    static const str known[] = {STR_INIT("kind"), STR_INIT("title"), STR_INIT("caption")};
    if (str_eq(key, known[0])) {
        w->rq.kind = value;
    } else if (str_eq(key, known[1])) {
        w->title = value;
    } else if (str_eq(key, known[2])) {
        w->caption = value;
    } else {
        wrong(w, key);
        refuse(w->why, "unknown option '%.*s'", SV(key));
        str near = str_nearest(key, known, COUNTOF(known), w->c->scratch);
        return near.len ? refuse_hint(w->why, "Did you mean '%.*s'?", SV(near)) : false;
    }
    return true;
}

/* --- places ---------------------------------------------------------------------- */

static bool unknown_name(reading_words *w, const char *what, str name, const str *names,
                         ptrdiff_t n, arena scratch)
{
    wrong(w, name);
    refuse(w->why, "unknown %s '%.*s'", what, SV(name));
    str near = str_nearest(name, names, n, scratch);
    return near.len > 0 ? refuse_hint(w->why, "Did you mean '%.*s'?", SV(near)) : false;
}

static bool find_workload(reading_words *w, str name, ptrdiff_t *ret)
{
    const study *s = w->c->s;
    arena tmp = w->c->scratch;
    *ret = study_workload(s, name);
    str *names = NEW(&tmp, str, s->workload_count);
    for (ptrdiff_t i = 0; i < s->workload_count; i++) {
        names[i] = s->workloads[i].id;
    }
    return *ret >= 0 || unknown_name(w, "workload", name, names, s->workload_count, tmp);
}

static bool find_variant(reading_words *w, str name, ptrdiff_t *ret)
{
    const study *s = w->c->s;
    arena tmp = w->c->scratch;
    *ret = study_variant(s, name);
    str *names = NEW(&tmp, str, s->variant_count);
    for (ptrdiff_t i = 0; i < s->variant_count; i++) {
        names[i] = s->variants[i].id;
    }
    return *ret >= 0 || unknown_name(w, "variant", name, names, s->variant_count, tmp);
}

static bool any_group(const composer *c, const slice *sl)
{
    for (const group *g = c->s->groups; g; g = g->next) {
        if (slice_has(sl, g) && (sl->tool.len == 0 || str_eq(g->tool, sl->tool))) {
            return true;
        }
    }
    return false;
}

/* The slice that these parameters cut out, under the name that the report gives it. */
static bool set_params(reading_words *w, slice *sl, str params)
{
    slice known[MOST_SLICES];
    ptrdiff_t n = slices_of(w->c, sl->workload, known);
    arena *perm = w->c->perm;
    sl->params = params;
    sl->label =
        str_replace(perm, str_replace(perm, params, S("&"), S(", ")), S("="), S(" "));
    if (params.len == 0 || any_group(w->c, sl)) {
        return true;
    }
    wrong(w, params);
    refuse(w->why, "no results have '%.*s'", SV(params));
    return n > 0 && known[0].params.len
               ? refuse_hint(w->why, "There is, for one, '%.*s'.", SV(known[0].params))
               : false;
}

/* Variants named one by one of the same workload stand in one panel. */
static bool add_place(reading_words *w, const slice *sl, ptrdiff_t who)
{
    composer *c = w->c;
    ptrdiff_t at = 0;
    while (at < w->place_count
           && !(w->places[at].workload == sl->workload && w->places[at].only && who >= 0
                && str_eq(w->places[at].params, sl->params)
                && str_eq(w->places[at].tool, sl->tool))) {
        at++;
    }
    if (at == MOST_PANELS) {
        wrong(w, sl->params);
        return refuse(w->why, "a chart has at most %d places", MOST_PANELS);
    }
    if (at == w->place_count) {
        w->places[w->place_count++] = *sl;
    }
    if (who >= 0) {
        bool *only = NEW(c->perm, bool, c->s->variant_count);
        const bool *old = w->places[at].only;
        for (ptrdiff_t i = 0; i < c->s->variant_count; i++) {
            only[i] = i == who || (old && old[i]);
        }
        w->places[at].only = only;
    }
    return true;
}

static bool take_place(reading_words *w, str word)
{
    cut params = str_cut(word, S("?"));
    cut tool = str_cut(params.head, S("@"));
    cut name = str_cut(tool.head, S("/"));
    slice sl = {.tool = tool.tail};
    ptrdiff_t who = -1;
    if (!find_workload(w, name.head, &sl.workload)
        || (name.found && !find_variant(w, name.tail, &who))
        || !set_params(w, &sl, params.found ? params.tail : (str){0})) {
        return false;
    }
    if (!any_group(w->c, &sl)) {
        wrong(w, word);
        return refuse(w->why, "there are no results of '%.*s'", SV(word));
    }
    return add_place(w, &sl, who);
}

static bool take_all_workloads(reading_words *w)
{
    for (ptrdiff_t i = 0; i < w->c->s->workload_count; i++) {
        slice sl = {.workload = i};
        if (any_group(w->c, &sl) && !add_place(w, &sl, -1)) {
            return false;
        }
    }
    return w->place_count > 0 || refuse(w->why, "the study has no results");
}

/* The first word names a place; so do later ones with a slash, and other workloads. */
static bool is_place(const reading_words *w, str word)
{
    str id = str_cut(str_cut(word, S("?")).head, S("@")).head;
    return w->place_count == 0 || str_has(word, S("/"))
           || (w->rq.metric_count == 0 && study_workload(w->c->s, id) >= 0);
}

static bool take_places(reading_words *w, str word)
{
    if (str_eq(word, S("*"))) {
        return take_all_workloads(w);
    }
    str id = str_cut(str_cut(word, S("?")).head, S("/")).head;
    if (study_workload(w->c->s, id) >= 0 || !str_has(word, S(","))) {
        return take_place(w, word);
    }
    for (cut c = {.tail = word}; c.tail.len > 0;) {
        c = str_cut(c.tail, S(","));
        if (!take_place(w, c.head)) {
            return false;
        }
    }
    return true;
}

static bool take_metric(reading_words *w, str word)
{
    if (w->rq.metric_count == MOST_CHARTED) {
        wrong(w, word);
        return refuse(w->why, "a chart has at most %d metrics", MOST_CHARTED);
    }
    cut stat = str_cut(word, S("."));
    if (stat.found && !str_eq(stat.tail, S("mean"))) {
        wrong(w, stat.tail);
        refuse(w->why, "a chart shows means and what is around them, no '%.*s'",
               SV(stat.tail));
        return refuse_hint(w->why, "kind=percentiles and kind=boxes show medians and "
                                   "percentiles.");
    }
    w->rq.metrics[w->rq.metric_count++] = stat.head;
    return true;
}

static bool read_words(reading_words *w)
{
    while (str_trim(w->rest).len > 0) {
        str key, value;
        if (w->place_count > 0 && take_option(w, &key, &value)) {
            if (!set_option(w, key, value)) {
                return false;
            }
            continue;
        }
        str word = str_word(&w->rest);
        if (!(is_place(w, word) ? take_places(w, word) : take_metric(w, word))) {
            return false;
        }
    }
    return w->place_count > 0 || refuse(w->why, "the chart lacks a workload");
}

/* --- fixed kinds ----------------------------------------------------------------- */

/* The front matter's `charts: {fibonacci wall_time: boxes}`, the most exact first. */
static str fixed_kind(composer *c, const figure_request *rq)
{
    str where = c->s->workloads[rq->places[0].workload].id;
    for (int exact = 1; exact >= 0; exact--) {
        for (const chart_rule *k = c->p->charts; k; k = k->next) {
            bool same = str_eq(k->workload, where) && (k->metric.len > 0) == exact;
            if (same
                && (!exact || (rq->metric_count && str_eq(k->metric, rq->metrics[0])))) {
                return k->kind;
            }
        }
    }
    return (str){0};
}

figure *figure_make_fixed(composer *c, const figure_request *rq, select_error *why)
{
    figure_request fixed = *rq;
    if (fixed.kind.len == 0) {
        fixed.kind = fixed_kind(c, rq);
    }
    return figure_make(c, &fixed, why);
}

figure *figure_from_words(composer *c, str words, figure_request *asked,
                          select_error *why)
{
    reading_words w = {.c = c, .rest = words, .why = why};
    w.places = NEW(c->perm, slice, MOST_PANELS + 1);
    if (!read_words(&w)) {
        return NULL;
    }
    w.rq.places = w.places;
    w.rq.place_count = w.place_count;
    *asked = w.rq;
    figure *f = figure_make_fixed(c, asked, why);
    if (f && w.title.ptr) {
        f->title = w.title;
    }
    if (f && w.caption.ptr) {
        f->subtitle = w.caption;
    }
    return f;
}
