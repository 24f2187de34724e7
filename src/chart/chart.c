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

scene *chart_layout(arena *perm, const chart_spec *spec, chart_width width,
                    chart_words words, text_meter meter)
{
    scene *s = scene_new(perm, width == CHART_WIDE ? CHART_WIDE_PX : CHART_NARROW_PX, 0,
                         words.id, words.title, words.desc);
    pen p = {.perm = perm, .meter = meter, .at = &s->root};
    s->height = ceil(kind_of(spec->kind)->draw(&p, spec, width));
    return s;
}
