#include "base/base.h"

#include "base/num.h"
#include "pdf/compose.h"

str compose_date(arena *perm, str date)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    int64_t year, month, day;
    if (date.len < 10 || date.ptr[4] != '-' || date.ptr[7] != '-'
        || !num_int(str_take(date, 4), &year) || !num_int((str){date.ptr + 5, 2}, &month)
        || !num_int((str){date.ptr + 8, 2}, &day) || month < 1 || month > 12) {
        return date;
    }
    return str_fmt(perm, "%" PRId64 " %s %" PRId64, day, months[month - 1], year);
}

static void front_text(galley *g, str words, style_id style, const char *tag,
                       double before, double after)
{
    if (words.len == 0) {
        return;
    }
    const context *c = galley_now(g);
    text_run run = {.text = words, .style = styles[style]};
    text_wrap wrap = style == STYLE_TITLE ? WRAP_BALANCE : WRAP_WORDS;
    galley_text(g, text_set(g->setter, &run, 1, c->width, wrap),
                galley_element(g, c->of, tag), before, after);
}

static void deck(galley *g)
{
    const report *r = g->about;
    const context *c = galley_now(g);
    if (!r->deck) {
        front_text(g, r->finding_text, STYLE_DECK, "P", 0, 12);
        return;
    }
    ptrdiff_t n;
    const slab *above = g->last;
    text_run *runs = compose_runs(g, r->deck, styles[STYLE_DECK], &n);
    galley_text(g, text_set(g->setter, runs, n, c->width, WRAP_WORDS),
                galley_element(g, c->of, "P"), 0, 12);
    if (r->deck->changed) {
        galley_mark(g, above);
    }
}

/* "Disclosure. The author …", its first words in bold. */
static void tell_notice(galley *g, str head, str words)
{
    const context *c = galley_now(g);
    text_run told[] = {{.text = head, .style = styles[STYLE_BYLINE]},
                       {.text = words, .style = styles[STYLE_BYLINE]}};
    told[0].style.weight = 600;
    galley_text(g, text_set(g->setter, told, 2, c->width, WRAP_WORDS),
                galley_element(g, c->of, "P"), 2, 4);
}

static void tell_notices(galley *g)
{
    const report *r = g->about;
    if (r->superseded_by.len > 0) {
        tell_notice(g, S("Superseded. "),
                    str_fmt(g->perm, "A newer report answers this question: %.*s.",
                            SV(r->superseded_by)));
    }
    for (ptrdiff_t i = 0; i < r->correction_count; i++) {
        const correction *k = &r->corrections[i];
        str day = compose_date(g->perm, k->date);
        tell_notice(g, str_fmt(g->perm, "Corrected on %.*s. ", SV(day)), k->note);
    }
    if (r->disclosure.len > 0) {
        tell_notice(g, S("Disclosure. "), r->disclosure);
    }
}

static void byline(galley *g)
{
    const report *r = g->about;
    const context *c = galley_now(g);
    text_run runs[3] = {0};
    ptrdiff_t n = 0;
    if (r->author_name.len > 0) {
        runs[n] = (text_run){.text = r->author_name, .style = styles[STYLE_BYLINE]};
        runs[n].style.weight = 600;
        runs[n++].style.colour = PAINT_INK;
    }
    if (r->date.len > 0) {
        str between = n > 0 ? S(" \xC2\xB7 ") : S("");
        runs[n++] = (text_run){.text = between, .style = styles[STYLE_BYLINE]};
        runs[n++] = (text_run){.text = compose_date(g->perm, r->date),
                               .style = styles[STYLE_BYLINE]};
    }
    if (n > 0) {
        galley_text(g, text_set(g->setter, runs, n, c->width, WRAP_WORDS),
                    galley_element(g, c->of, "P"), 0, 4);
    }
    tell_notices(g);
}

/* --- contents -------------------------------------------------------------------------
 */

/* One row; its page is known only when everything is placed, but not its height. */
static void contents_row(galley *g, const heading *h, element *toc)
{
    enum { NUMBER_ROOM = 40, AIR = 5 };
    const context *c = galley_now(g);
    link_target *to = NEW(g->perm, link_target, 1);
    to->dest = h->dest;
    text_run run = {.text = h->title, .style = styles[STYLE_CONTENTS], .link = to};
    const text *t = text_set(g->setter, &run, 1, c->width - NUMBER_ROOM, WRAP_WORDS);
    element *of = galley_element(g, toc, "TOCI");
    int last = t->line_count - 1;
    slab *s = galley_slab(g, 0, t->lead * t->line_count);
    slab_part(g, s,
              (part){.kind = PART_TEXT,
                     .of = of,
                     .x = c->x,
                     .w = c->width - NUMBER_ROOM,
                     .h = s->height,
                     .text = t,
                     .last = t->line_count});
    double from = c->x + t->lines[last].width + AIR;
    slab_part(g, s,
              (part){.kind = PART_DOTS,
                     .x = from,
                     .y = t->lead * last + t->baseline,
                     .w = fmax(c->x + c->width - 24 - from, 0)});
    slab_part(g, s,
              (part){.kind = PART_PAGE,
                     .of = of,
                     .x = c->x + c->width - 24,
                     .y = t->lead * last,
                     .w = 24,
                     .h = t->lead,
                     .heading = h,
                     .link = to});
}

static void contents(galley *g)
{
    int entries = 0;
    for (const heading *h = g->headings; h; h = h->next) {
        entries += h->level == 2;
    }
    if (entries < 2) {
        return;
    }
    const context *c = galley_now(g);
    slab *rule = galley_slab(g, 18, 7);
    slab_part(
        g, rule,
        (part){
            .kind = PART_FILL, .x = c->x, .w = c->width, .h = .75, .colour = PAINT_INK});
    galley_keep(g, KEEP_ALWAYS);
    front_text(g, S("Contents"), STYLE_LABEL, "P", 0, 3);
    galley_keep(g, KEEP_ALWAYS);
    element *toc = galley_element(g, c->of, "TOC");
    for (const heading *h = g->headings; h; h = h->next) {
        if (h->level == 2) {
            contents_row(g, h, toc);
        }
    }
    g->last->after = 10;
}

void compose_front(galley *g)
{
    const report *r = g->about;
    front_text(g, r->kicker, STYLE_KICKER, "P", 0, 9);
    front_text(g, r->title, STYLE_TITLE, "H1", 0, 12);
    deck(g);
    byline(g);
    contents(g);
}
