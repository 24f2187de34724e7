#include "base/base.h"

#include <unistd.h>

#include "base/embedded.h"
#include "base/version.h"
#include "site/build.h"
#include "site/inputs.h"
#include "site/recall.h"

static bool check_names(builder *b, const str *ids, ptrdiff_t n, err *e)
{
    static const str reserved[] = {STR_INIT("tags"), STR_INIT("authors"),
                                   STR_INIT("archive"), STR_INIT("assets")};
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t k = 0; k < COUNTOF(reserved); k++) {
            if (str_eq(ids[i], reserved[k])) {
                const char *path =
                    str_cz(b->perm, str_fmt(b->perm, "data/%.*s", SV(ids[i])));
                err_set(e, ERR_USAGE, path,
                        "a study can't have this name: the site uses it");
                return err_hint(e, "Rename the folder.");
            }
        }
    }
    return true;
}

/* The project's own template or asset first, then the built-in one. */
static bool load_template(void *ctx, arena *perm, str name, source *ret, err *e)
{
    const builder *b = ctx;
    const char *own =
        str_cz(perm, str_fmt(perm, "%s/templates/%.*s", b->site->root, SV(name)));
    if (access(own, F_OK) == 0) {
        bool ok = source_load(perm, own, ret, e);
        ret->prose = true;
        return ok;
    }
    str built_in = str_fmt(perm, "templates/%.*s", SV(name));
    *ret = (source){.path = str_cz(perm, built_in), .prose = true};
    e->code = ERR_NONE;
    return embedded_get(built_in, &ret->bytes);
}

static bool build_all(builder *b, const str *ids, ptrdiff_t n, err *e)
{
    return build_studies(b, ids, n, e) && build_listings(b, e) && build_shared(b, e);
}

static void sum_up(const builder *b, site_summary *ret)
{
    for (ptrdiff_t i = 0; i < b->study_count; i++) {
        ret->studies++;
        ret->sources += b->studies[i].sources;
        ret->results += b->studies[i].results;
    }
    ret->failures = b->failures;
    ret->left_out = b->left_out;
}

static str options_text(arena *perm, const site_options *opt)
{
    return str_fmt(perm, "strict=%d drafts=%d date=%.*s", opt->strict, opt->drafts,
                   SV(opt->build_date));
}

void build_describe(builder *b)
{
    const config *c = b->site;
    b->html = (html_site){.templates = templates_open(b->perm, load_template, b),
                          .title = c->title,
                          .description = c->description,
                          .lang = c->lang,
                          .licence = c->licence,
                          .program = S("broadsheet " VERSION),
                          .has_tags = true,
                          .has_archive = true,
                          .has_feed = c->url.len > 0,
                          .has_theme = c->theme != NULL};
    if (c->url.len > 0) {
        b->html.url = str_fmt(b->perm, "%.*s/", SV(c->url));
    }
}

/* Of all that the site depends on. */
static str fingerprint(const builder *b, arena *perm, str options)
{
    str state = stock_state(b->stock, perm, (str){0});
    return inputs_fingerprint(perm, b->scratch, b->site, b->opt->target,
                              str_fmt(perm, "%.*s\n%.*s", SV(options), SV(state)));
}

str build_inputs(const builder *b, arena *perm, str id)
{
    str state = stock_state(b->stock, perm, id);
    return inputs_of_study(perm, b->scratch, b->site,
                           str_fmt(perm, "%.*s\n%.*s", SV(b->common), SV(state)), id);
}

/* What the next build may rely on. One that left a study as it was has to be tried again,
 * and one that held a post back: the next day may be its own. So has one that the archive
 * knows nothing of. */
static void keep_for_next(builder *b, str options)
{
    if (b->failures.n == 0 && !b->held_back && !stock_behind(b->stock)) {
        str now = fingerprint(b, b->perm, options);
        inputs_remember(b->scratch, b->site, b->opt->target, now);
    }
    recall_keep(b);
}

static void close_all(builder *b)
{
    templates_close(b->html.templates);
    for (int i = 0; i < b->thread_count; i++) {
        arena_close(&b->thread_arenas[i]);
    }
}

/* Whatever of the studies that changed is new goes into the archive, before anything is
 * made of it. */
static void take_in(builder *b, const str *ids, ptrdiff_t n)
{
    bool any = false;
    b->untaken = NEW(b->perm, bool, n);
    b->same = NEW(b->perm, str, n);
    for (ptrdiff_t i = 0; i < n; i++) {
        str inputs = build_inputs(b, b->perm, ids[i]);
        if (recall_has(b, ids[i], inputs)) {
            b->same[i] = inputs;
        } else {
            b->untaken[i] = !stock_take(b->stock, ids[i]);
            any = true;
        }
    }
    if (any) {
        stock_refresh(b->stock);
    }
}

static bool build_new(builder *b, const str *ids, ptrdiff_t n, err *e)
{
    if (!check_names(b, ids, n, e) || !tree_open(b->perm, b->opt->target, &b->tree, e)) {
        return false;
    }
    take_in(b, ids, n);
    build_describe(b);
    bool ok = stock_tell(b->stock, b->opt->strict, b->w, e) && build_all(b, ids, n, e)
              && tree_swap(&b->tree, e);
    if (!ok) {
        tree_drop(&b->tree);
    }
    return ok;
}

bool site_build(const config *site, const site_options *opt, warnings *w,
                site_summary *ret, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 36), scratch = arena_open((ptrdiff_t)1 << 38);
    builder b = builder_of(scratch, site, opt, w, STOCK_KEEP);
    str options = options_text(&perm, opt), *ids = NULL;
    ptrdiff_t n = 0;
    str now = fingerprint(&b, &perm, options);
    bool ok = true;
    if (str_eq(now, inputs_last(&perm, site, opt->target))) {
        ret->unchanged = true;
    } else {
        b.common = inputs_common(&perm, scratch, site, options);
        b.last = recall_load(&perm, scratch, &b);
        ok =
            stock_studies(b.stock, b.perm, site, &ids, &n, e) && build_new(&b, ids, n, e);
        if (ok) {
            sum_up(&b, ret);
            keep_for_next(&b, options);
        }
        close_all(&b);
    }
    stock_close(b.stock);
    arena_close(&perm);
    arena_close(&scratch);
    return ok;
}
