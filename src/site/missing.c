#include "base/base.h"

#include "base/utf8.h"
#include "site/build.h"

/* Where the study's words come from: what people wrote first, then what tools did. */
typedef struct {
    const source **all;
    ptrdiff_t count;
} origins;

static origins origins_of(const edition *ed)
{
    const study *s = &ed->s;
    ptrdiff_t most = 3 + s->file_count;
    for (const run *r = s->runs; r; r = r->next) {
        most++;
    }
    origins o = {.all = NEW(ed->perm, const source *, most)};
    o.all[o.count++] = &ed->p.src;
    o.all[o.count++] = &s->yaml;
    for (const run *r = s->runs; r; r = r->next) {
        o.all[o.count++] = &r->src;
    }
    for (const raw_file *f = s->files; f; f = f->next) {
        o.all[o.count++] = &f->src;
    }
    o.all[o.count++] = &s->site->src;
    return o;
}

/* The first place of a character; an empty token: it is written in no file as it is. */
static str find_origin(const origins *o, uint32_t code, const source **ret)
{
    char bytes[4];
    str letter = {bytes, utf8_encode(code, bytes)};
    for (ptrdiff_t i = 0; i < o->count; i++) {
        ptrdiff_t at = str_find(o->all[i]->bytes, letter);
        if (at >= 0) {
            *ret = o->all[i];
            return str_take(str_drop(o->all[i]->bytes, at), letter.len);
        }
    }
    return (str){0};
}

/* ", data/x/b.txt:10": the other files that characters come from, the first few. */
static str other_origins(const edition *ed, const origins *o, const source *first)
{
    enum { MOST = 3 };
    const source *told[MOST + 1] = {first};
    ptrdiff_t n = 1;
    str words = {0};
    for (ptrdiff_t i = 0; i < ed->missing.count && n <= MOST; i++) {
        const source *from = first;
        str token = find_origin(o, ed->missing.chars[i], &from);
        bool known = false;
        for (ptrdiff_t k = 0; k < n; k++) {
            known = known || told[k] == from;
        }
        if (!known) {
            told[n++] = from;
            words = str_fmt(ed->perm, "%.*s, %s:%td", SV(words), from->path,
                            source_line(from, token));
        }
    }
    return words;
}

void edition_tell_missing(edition *ed)
{
    if (ed->missing.count == 0) {
        return;
    }
    origins o = origins_of(ed);
    const source nowhere = {.path = ed->s.dir}, *first = &nowhere;
    str token = find_origin(&o, ed->missing.chars[0], &first);
    str others = other_origins(ed, &o, first);
    bool system = ed->b->site->system_fonts;
    err warn = {0};
    err_at(&warn, first, token, "%s %.*s: boxes in the pictures and PDF of '%.*s'%s%.*s",
           system ? "no font of this machine has" : "the built-in fonts lack",
           SV(fonts_missing_words(ed->perm, &ed->missing)), SV(ed->s.id),
           others.len > 0 ? "; see also" : "", SV(str_drop(others, 1)));
    err_hint(&warn, system ? "Install a font that has them; Debian's packages "
                             "fonts-noto-* cover most scripts."
                           : "'fonts: system-fallback' in broadsheet.yaml draws them in "
                             "this machine's fonts. Pages use the reader's own.");
    warn_add(ed->b->w, &warn);
}
