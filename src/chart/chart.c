#include "base/base.h"

#include <assert.h>

#include "chart/chart.h"
#include "chart/kind.h"

static const kind *const kinds[] = {
#define X(id) &kind_##id,
#include "chart/kinds.def"
#undef X
};

static const kind *kind_of(chart_kind which)
{
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        if (kinds[i]->kind == which) {
            return kinds[i];
        }
    }
    assert(false && "a row in kinds.def for each chart_kind");
    return NULL;
}

bool chart_kind_from(str name, chart_kind *ret)
{
    for (ptrdiff_t i = 0; i < COUNTOF(kinds); i++) {
        if (str_eq(name, str_from(kinds[i]->name))) {
            *ret = kinds[i]->kind;
            return true;
        }
    }
    return false;
}

int chart_px(chart_width width)
{
    static const int px[CHART_WIDTHS] = {[CHART_WIDE] = 624,
                                         [CHART_NARROW] = 358,
                                         [CHART_PAPER] = 720,
                                         [CHART_PAPER_LOW] = 790,
                                         [CHART_PAPER_LOWEST] = 860};
    return px[width];
}

scene *chart_layout(arena *perm, const chart_spec *spec, chart_width width,
                    chart_words words, text_meter meter)
{
    int px = chart_px(width);
    scene *s = scene_new(perm, px, 0, words.id, words.title, words.desc);
    pen p = {.perm = perm, .meter = meter, .at = &s->root, .width = px};
    s->height = ceil(kind_of(spec->kind)->draw(&p, spec, width));
    return s;
}
