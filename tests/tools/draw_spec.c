/* draw_spec - draws a chart spec (see tests/unit/spec_json.h), to look at it.
 *
 *   draw_spec spec.json out.png [wide|narrow] [light|dark|print]
 *   draw_spec spec.json out.pdf|out.svg [wide|narrow] [light|dark|print]
 *   draw_spec spec.json out.png frame|card [light|dark|print] */
#include "base/base.h"

#include "chart/card.h"
#include "chart/fonts.h"
#include "chart/frame.h"
#include "chart/ink.h"
#include "chart/svg.h"
#include "spec_json.h"

static int complain(const err *e)
{
    err_print(e, false, stderr);
    return err_exit_status(e->code);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "draw_spec spec.json out.png|out.pdf [wide|narrow] [theme]\n");
        return 2;
    }
    arena perm = arena_open(64 << 20);
    err e = {0};
    source src = {0};
    json *root = NULL;
    if (!source_load(&perm, argv[1], &src, &e)
        || !json_parse(&perm, &src, src.bytes, &root, NULL, &e)) {
        return complain(&e);
    }
    chart_spec spec = spec_from_json(&perm, root);
    bool narrow = argc > 3 && str_eq(str_from(argv[3]), S("narrow"));
    str theme_name = argc > 4 ? str_from(argv[4]) : S("light");
    const theme *t = str_eq(theme_name, S("dark"))    ? &theme_dark
                     : str_eq(theme_name, S("print")) ? &theme_print
                                                      : &theme_light;
    bool card = argc > 3 && str_eq(str_from(argv[3]), S("card"));
    scene *s = chart_layout(
        &perm, &spec, narrow ? CHART_NARROW : CHART_WIDE,
        (chart_words){S("c"), spec_str(root, S("title")), spec_str(root, S("desc"))},
        fonts_meter());
    if (argc > 3 && str_eq(str_from(argv[3]), S("frame"))) {
        frame_words words = {s->title, spec_str(root, S("subtitle")),
                             spec_str(root, S("source"))};
        s = chart_frame(&perm, s, &words, fonts_meter());
    }
    if (card) {
        card_words words = {spec_str(root, S("site")), spec_str(root, S("context")),
                            s->title, spec_str(root, S("closing"))};
        s = chart_card(&perm, &words, &spec, fonts_meter());
    }
    out *o = out_open(&perm, argv[2], &e);
    if (!o) {
        return complain(&e);
    }
    bool pdf = str_ends(str_from(argv[2]), S(".pdf"));
    if (str_ends(str_from(argv[2]), S(".svg"))) {
        OWNED(xml_doc) doc = svg_document(s, &(svg_provenance){0});
        xml_write_xml(o, doc);
        return out_commit(o, &e) ? 0 : complain(&e);
    }
    picture_note notes[] = {{S("Title"), s->title}, {S("Software"), S("draw_spec")}};
    missing_chars boxes = {.perm = &perm};
    if (pdf ? !ink_pdf(o, s, t, &(pdf_facts){.title = s->title}, &boxes, &e)
            : !ink_png(o, s, t, card ? 1 : 2, &(picture_notes){notes, 2}, &boxes, &e)) {
        return complain(&e);
    }
    return out_commit(o, &e) ? 0 : complain(&e);
}
