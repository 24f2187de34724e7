#include "base/base.h"

#include "chart/fonts.h"
#include "pdf/compose.h"
#include "pdf/finish.h"
#include "pdf/pages.h"
#include "pdf/pdf.h"

static bool find_paper(str name, const sheet **paper, err *e)
{
    *paper = sheet_named(name.len > 0 ? name : S("a4"));
    if (*paper) {
        return true;
    }
    err_set(e, ERR_USAGE, NULL, "'%.*s' is no paper we know", SV(name));
    return err_hint(e, "Use a4 or letter.");
}

static const places *place_all(const report *r, const pdf_options *opt,
                               const sheet *paper, arena *perm, text_setter *setter)
{
    galley *g = NEW(perm, galley, 1);
    g->perm = perm;
    g->setter = setter;
    g->paper = paper;
    g->base_url = opt->base_url;
    g->meter = fonts_meter();
    g->about = r;
    str *names = NEW(perm, str, opt->attachment_count + 1);
    for (ptrdiff_t i = 0; i < opt->attachment_count; i++) {
        names[i] = opt->attachments[i].name;
    }
    g->attached = names;
    g->attached_count = opt->attachment_count;
    compose(g);
    return places_of(perm, g);
}

bool pdf_report(out *o, const report *r, const pdf_options *opt, arena scratch,
                pdf_told *told, err *e)
{
    const sheet *paper;
    if (!find_paper(opt->paper, &paper, e)) {
        return false;
    }
    text_setter *setter = text_setter_open(&scratch, &told->missing);
    const places *p = place_all(r, opt, paper, &scratch, setter);
    str drawn;
    figure_alts alts;
    const pages_subject subject = {p, r, setter, &told->missing};
    bool ok = pages_draw(&scratch, &subject, &drawn, &alts, e)
              && finish(o, drawn, r, opt, &alts, scratch, e);
    text_setter_close(setter);
    told->pages = p->pages;
    return ok;
}
