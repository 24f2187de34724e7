#include "base/base.h"

#include "base/day.h"
#include "chart/card.h"
#include "chart/chart.h"
#include "chart/fonts.h"
#include "chart/ink.h"
#include "site/build.h"

html_chart *build_charts(arena *perm, const report *r)
{
    text_meter meter = fonts_meter();
    html_chart *charts = NEW(perm, html_chart, r->figure_count);
    for (ptrdiff_t i = 0; i < r->figure_count; i++) {
        const figure *f = r->figures[i];
        str wide = str_fmt(perm, "f%dw", f->number);
        str narrow = str_fmt(perm, "f%dn", f->number);
        charts[i] =
            (html_chart){chart_layout(perm, &f->chart, CHART_WIDE,
                                      (chart_words){wide, f->title, f->alt}, meter),
                         chart_layout(perm, &f->chart, CHART_NARROW,
                                      (chart_words){narrow, f->title, f->alt}, meter),
                         true, true, true};
    }
    return charts;
}

/* --- by which others show a study: the social card and the badge -------------------- */

/* Metric and direction, then what the whiskers are. */
static str closing_of(arena *perm, const figure *f)
{
    if (!f || f->chart.spread_word.len == 0) {
        return f ? f->subtitle : (str){0};
    }
    return str_fmt(perm, "%.*s Whiskers: %.*s.", SV(f->subtitle),
                   SV(f->chart.spread_word));
}

static bool write_card(edition *ed, str folder, err *e)
{
    builder *b = ed->b;
    arena *perm = ed->perm;
    const report *r = ed->r;
    const figure *f = r->card;
    card_words words = {.site = b->site->title,
                        .context = day_words(perm, r->date),
                        .headline = f && f->title.len > 0 ? f->title : r->title,
                        .closing = closing_of(perm, f)};
    const scene *s = chart_card(perm, &words, f ? &f->chart : NULL, fonts_meter());
    const picture_note notes[] = {{S("Title"), r->title},
                                  {S("Description"), r->finding_text},
                                  {S("Software"), r->program}};
    picture_notes all = {notes, COUNTOF(notes)};
    out *o = tree_file(&b->tree, perm, str_fmt(perm, "%.*scard.png", SV(folder)), e);
    if (!o) {
        return false;
    }
    if (!ink_png(o, s, &theme_light, 1, &all, &ed->missing, e)) {
        out_abort(o);
        return false;
    }
    return out_commit(o, e);
}

const key_figure *study_key(const report *r)
{
    for (const node *n = r->root->first; n; n = n->next) {
        if (n->kind == NODE_KEYS && n->key_count > 0) {
            return n->keys;
        }
    }
    return NULL;
}

/* "WASM | 1.50× the time": of whom the first key figure speaks, and what it says. */
static bool write_badge(builder *b, arena *perm, const report *r, str folder, err *e)
{
    const key_figure *k = study_key(r);
    if (!k) {
        return true;
    }
    const key_bar *who = k->bars[1].name.len > 0 ? &k->bars[1] : &k->bars[0];
    out *o = out_memory(perm);
    arena tmp = b->scratch;
    str says = str_fmt(perm, "%.*s%.*s", SV(k->number), SV(k->unit));
    html_badge(o, tmp, who->name, says, who->role, fonts_meter());
    return tree_write(&b->tree, tmp, str_fmt(perm, "%.*sbadge.svg", SV(folder)),
                      out_text(o), e);
}

bool build_pictures(edition *ed, err *e)
{
    str folder = str_fmt(ed->perm, "%.*s/", SV(ed->r->id));
    return write_card(ed, folder, e) && write_badge(ed->b, ed->perm, ed->r, folder, e);
}
