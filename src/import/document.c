#include "base/base.h"

#include "import/document.h"

/* Documents within text are copied together from their lines. A file of brackets that
 * nothing closes must not cost its square: so many times its size, at most. */
enum { MOST_COPIES = 8, SMALL = 1 << 20 };

typedef struct {
    import *in;
    const text *t;
    ptrdiff_t at, last; /* its first and last line */
    str rest;           /* of the last line */
    source src;         /* the document alone */
} document;

/* --- finding its end ----------------------------------------------------------- */

typedef struct {
    ptrdiff_t depth;
    bool quoted;
} nesting;

/* How many bytes of `s` belong to a document that is open; s.len: it goes on. */
static ptrdiff_t follow(nesting *n, str s)
{
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (n->quoted) {
            i += c == '\\';
            n->quoted = c != '"';
            continue;
        }
        n->quoted = c == '"';
        n->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (n->depth == 0) {
            return i + 1;
        }
    }
    return s.len;
}

/* Copies the document's lines together; false: nothing closes it. */
static bool gather(document *d)
{
    out *o = out_memory(d->in->perm);
    ptrdiff_t budget = MOST_COPIES * d->t->src->bytes.len + SMALL;
    nesting n = {0};
    for (d->last = d->at; d->last < d->t->n && d->in->copied < budget; d->last++) {
        str s = str_trim_right(d->t->lines[d->last].s);
        s = d->last == d->at ? str_trim_left(s) : s;
        ptrdiff_t used = follow(&n, s);
        out_str(o, str_take(s, used));
        out_char(o, '\n');
        d->in->copied += used + 1;
        if (n.depth == 0) {
            d->rest = str_drop(s, used);
            break;
        }
    }
    d->src = *d->t->src;
    d->src.bytes = out_text(o);
    return n.depth == 0;
}

/* --- places: lines of the document become lines of the file -------------------- */

/* Its first where `line` is 0; what is told of its end, where it is cut, is of its last.
 */
static const text_line *text_line_of(const document *d, ptrdiff_t line)
{
    ptrdiff_t at = d->at + (line > 0 ? line - 1 : 0);
    ptrdiff_t last = d->last < d->t->n ? d->last : d->t->n - 1; /* nothing closes it */
    return &d->t->lines[at > last ? last : at];
}

static ptrdiff_t line_of(const document *d, ptrdiff_t line)
{
    return line > 0 ? text_line_of(d, line)->line : 0;
}

static void place_results(const document *d, result *first)
{
    for (result *r = first; r; r = r->next) {
        r->line = line_of(d, r->line);
        r->last_line = line_of(d, r->last_line);
        for (metric *m = r->metrics; m; m = m->next) {
            m->line = line_of(d, m->line);
        }
    }
}

static void place_error(const document *d, err *e)
{
    const text_line *line = text_line_of(d, e->line);
    bool within = line->raw.ptr && line->s.ptr >= line->raw.ptr
                  && line->s.ptr <= line->raw.ptr + line->raw.len;
    e->col = e->col > 0 && within ? e->col + (line->s.ptr - line->raw.ptr) : 0;
    e->line = line_of(d, e->line);
}

/* --- told twice: behind the text of the same runs (hyperfine --export-json -) ---- */

enum { FARTHEST = 2000 /* results that are looked through */ };

/* The result of the text with this command and mean; NULL: none. */
static result *same_run(const reading *r, const result *exported)
{
    const metric *mean = result_metric(exported, S("wall_time"));
    result *item = mean ? r->last : NULL;
    for (int i = 0; item && i < FARTHEST; i++, item = item->previous) {
        const metric *m = result_metric(item, S("wall_time"));
        bool fits = m && m->sample_count == 0 && m->resolution > 0
                    && str_eq(item->tool, exported->tool)
                    && str_eq(item->command, exported->command)
                    && fabs(m->mean.value - mean->mean.value) <= 0.501 * m->resolution;
        if (fits) {
            return item;
        }
    }
    return NULL;
}

static bool all_stand_above(const reading *r, const reading *exported)
{
    for (const result *item = exported->results; item; item = item->next) {
        if (!same_run(r, item)) {
            return false;
        }
    }
    return exported->results != NULL;
}

/* One measurement, told twice: the export has each run, its exit status and all digits.
 */
static void refine(reading *r, const reading *exported)
{
    for (const result *item = exported->results; item; item = item->next) {
        result *to = same_run(r, item);
        to->last_line = item->last_line;
        to->metrics = item->metrics;
        to->metrics_end = item->metrics_end;
        to->exit_codes = item->exit_codes;
        to->exit_code_count = item->exit_code_count;
        to->params = item->params ? item->params : to->params;
        if (item->status != STATUS_OK) {
            to->status = item->status;
            to->status_why = item->status_why;
        }
    }
}

/* --- reading --------------------------------------------------------------------- */

/* Reads it into a reading of its own, whose places are those of the file. */
static reading *read_apart(document *d, const importer *row, const json *root, err *e)
{
    struct import apart = *d->in;
    apart.src = &d->src;
    apart.line = 1;
    apart.ret = reading_new(d->in->perm, d->in->ret->file);
    bool ok = row->json_read(&apart, root, e);
    place_results(d, apart.ret->results);
    for (diagnostic *n = apart.ret->diagnostics; n; n = n->next) {
        n->line = line_of(d, n->line);
    }
    if (!ok) {
        place_error(d, e);
    }
    return ok ? apart.ret : NULL;
}

/* True: a row's documents begin like this, so that one which is broken is told of. */
static bool reminds(const document *d)
{
    str s = str_trim_left(str_drop(d->src.bytes, 1));
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        const char *key = importer_at(i)->json_key;
        if (key && str_starts(s, str_from(key))) {
            return true;
        }
    }
    return false;
}

static bool begins(str s)
{
    str behind = str_trim_left(str_drop(s, 1));
    return str_starts(s, S("{")) && (behind.len == 0 || *behind.ptr == '"');
}

static ptrdiff_t behind(const document *d)
{
    text_line *line = &d->t->lines[d->last];
    if (str_trim(d->rest).len == 0) {
        return d->last + 1;
    }
    line->s = line->bare = d->rest;
    return d->last;
}

ptrdiff_t document_block(import *in, const text *t, ptrdiff_t at)
{
    document d = {.in = in, .t = t, .at = at};
    if (!begins(str_trim(t->lines[at].s))) {
        return at;
    }
    json *root = NULL;
    err e = {0};
    bool whole = gather(&d);
    if (!json_parse(in->perm, &d.src, d.src.bytes, &root, NULL, &e)) {
        if (reminds(&d)) {
            place_error(&d, &e);
            reading_note(in->perm, in->ret, DIAG_WARNING, t->lines[at].line,
                         "the JSON that begins here can't be read: %s", e.text);
            return whole ? behind(&d) : at + 1;
        }
        return at;
    }
    const importer *row = import_claim_json(root, in->options);
    if (!row) {
        return at;
    }
    reading *apart = read_apart(&d, row, root, &e);
    if (!apart) {
        reading_fail(in->perm, in->ret, &e);
    } else if (all_stand_above(in->ret, apart)) {
        refine(in->ret, apart);
    } else {
        str version = in->ret->tool_version;
        in->ret->tool_version = version.ptr ? version : apart->tool_version;
        reading_append(in->ret, apart);
    }
    in->ret->format = in->ret->format.ptr ? in->ret->format : str_from(row->name);
    return behind(&d);
}
