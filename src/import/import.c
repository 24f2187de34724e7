#include "base/base.h"

#include "import/byte_stream.h"
#include "import/import.h"
#include "import/transcript.h"
#include "import/transcript_lines.h"
#include "import/transcript_parts.h"

static const importer *const table[] = {
#define X(id) &importer_##id,
#include "import/importers.def"
#undef X
};

ptrdiff_t importer_count(void)
{
    return COUNTOF(table);
}

const importer *importer_at(ptrdiff_t i)
{
    return table[i];
}

/* --as names a format or a tool; a tool allows all its formats. */
static bool allowed(const importer *row, const import_options *options)
{
    return options->as.len == 0 || str_eq(options->as, str_from(row->name))
           || str_eq(options->as, str_from(row->tool))
           || (row->block && str_eq(options->as, S("transcript")));
}

static bool known_name(const import_options *options, err *e)
{
    str names[64];
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        if (allowed(table[i], options)) {
            return true;
        }
        names[n++] = str_from(table[i]->name);
        names[n++] = str_from(table[i]->tool);
    }
    _Static_assert(2 * sizeof table / sizeof *table <= 64, "names[] holds them all");
    err_set(e, ERR_USAGE, NULL, "unknown format '%.*s'", SV(options->as));
    arena scratch = arena_open(1 << 20);
    str near = str_nearest(options->as, names, n, scratch);
    if (near.len > 0) {
        err_hint(e, "Did you mean '%.*s'? 'broadsheet formats' lists them all.",
                 SV(near));
    } else {
        err_hint(e, "'broadsheet formats' lists them all.");
    }
    arena_close(&scratch);
    return false;
}

const importer *import_claim_json(const json *root, const import_options *options)
{
    const importer *best = NULL;
    int most = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        int sure = table[i]->json_claims && allowed(table[i], options)
                       ? table[i]->json_claims(root)
                       : 0;
        if (sure > most) {
            most = sure;
            best = table[i];
        }
    }
    return best;
}

static void took(import *in, const importer *row)
{
    if (!in->ret->format.ptr) {
        in->ret->format = str_from(row->name);
        in->ret->tool = str_from(row->tool);
    }
}

/* BROKEN: a row claimed it and refused it. UNPARSED: it begins like JSON, but isn't. */
typedef enum { NOT_THIS, READ, BROKEN, UNPARSED } attempt;

/* Text begins with brackets, too: "[User: ...", "[cols=...", "{{ template }}". */
static bool begins_json(str s)
{
    if (!str_starts(s, S("{")) && !str_starts(s, S("["))) {
        return false;
    }
    str next = str_trim_left(str_drop(s, 1));
    const char *may = *s.ptr == '{' ? "\"}" : "{[\"]-0123456789tfn";
    if (next.len > 0 && !strchr(may, *next.ptr)) {
        return false;
    }
    bool word = next.len > 0 && strchr("tfn", *next.ptr);
    return !word || str_starts(next, S("true")) || str_starts(next, S("false"))
           || str_starts(next, S("null"));
}

/* A file of one or more JSON documents, one behind the other. */
static attempt try_json(import *in, err *e)
{
    str rest = str_trim(in->src->bytes);
    if (!begins_json(rest)) {
        return NOT_THIS;
    }
    bool any = false;
    const char *at = in->src->bytes.ptr;
    in->line = 1;
    while (str_trim(rest).len > 0) {
        json *root = NULL;
        if (!json_parse(in->perm, in->src, rest, &root, &rest, e)) {
            return UNPARSED;
        }
        const importer *row = import_claim_json(root, in->options);
        in->line += str_lines((str){at, root->raw.ptr - at});
        at = root->raw.ptr;
        if (!row && any) {
            reading_note(in->perm, in->ret, DIAG_WARNING, in->line,
                         "nothing behind this line is of a known format");
            return READ;
        }
        if (!row) {
            return NOT_THIS;
        }
        if (!row->json_read(in, root, e)) {
            return BROKEN;
        }
        took(in, row);
        any = true;
    }
    return READ;
}

static attempt try_table(import *in, err *e)
{
    csv_table t;
    if (!csv_open(in->perm, in->src, &t)) {
        return NOT_THIS;
    }
    const importer *best = NULL;
    int most = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        int sure = table[i]->table_claims && allowed(table[i], in->options)
                       ? table[i]->table_claims(in, &t.header)
                       : 0;
        if (sure > most) {
            most = sure;
            best = table[i];
        }
    }
    if (!best) {
        return NOT_THIS;
    }
    took(in, best);
    return best->table_read(in, &t, e) ? READ : BROKEN;
}

/* Text is last: any file has lines. What the blocks found decides. */
static attempt try_text(import *in, err *e)
{
    if (!transcript_read(in, NULL, e)) {
        return BROKEN;
    }
    str tool = {0};
    for (const result *r = in->ret->results; r; r = r->next) {
        tool = !tool.ptr || str_eq(tool, r->tool) ? r->tool : S("transcript");
        if (!str_eq(tool, r->tool)) {
            break;
        }
    }
    in->ret->tool = tool;
    if (str_eq(tool, S("transcript"))) {
        in->ret->format = tool;
    }
    return in->ret->results ? READ : NOT_THIS;
}

/* The first error that a row left among the diagnostics. */
static bool failed(const import *in, err *e)
{
    for (const diagnostic *d = in->ret->diagnostics; d; d = d->next) {
        if (d->severity == DIAG_ERROR) {
            err_set(e, ERR_INPUT, in->src->path, "%.*s", SV(d->message));
            e->line = d->line;
            e->col = d->col;
            err_hint(e, "%.*s", SV(d->hint));
            return true;
        }
    }
    return false;
}

/* "Line 3 reminds of dd, line 9 of hyperfine. ": the first words of up to two tools;
 * empty: none. */
static str nearest_tools(arena *perm, str bytes)
{
    str found = {0}, first = {0};
    ptrdiff_t number = 1;
    for (cut line = {.tail = text_utf8(perm, bytes)}; line.tail.len > 0; number++) {
        line = str_cut(line.tail, S("\n"));
        str tool = line_reminds_of(line.head);
        if (tool.len == 0 || str_eq(tool, first)) {
            continue;
        }
        found =
            first.len == 0
                ? str_fmt(perm, "Line %td reminds of %.*s", number, SV(tool))
                : str_fmt(perm, "%.*s, line %td of %.*s", SV(found), number, SV(tool));
        if (first.len > 0) {
            break;
        }
        first = tool;
    }
    return found.len > 0 ? str_fmt(perm, "%.*s. ", SV(found)) : found;
}

/* What the format that --as names looks like. */
static bool not_that_format(const import *in, err *e)
{
    str as = in->options->as;
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        if (allowed(table[i], in->options) && !str_eq(as, S("transcript"))) {
            return err_hint(e, "'%s' is: %s.", table[i]->name, table[i]->shape);
        }
    }
    return err_hint(e, "'broadsheet formats' lists what can be read.");
}

/* Nothing was found: what came nearest to it is the reason. */
static bool nothing_found(const import *in, err *e)
{
    str as = in->options->as;
    if (str_trim(in->src->bytes).len == 0) {
        err_set(e, ERR_UNRECOGNISED, in->src->path, "the file is empty");
    } else if (as.len > 0) {
        err_set(e, ERR_UNRECOGNISED, in->src->path, "nothing of '%.*s' was found in it",
                SV(as));
    } else {
        err_set(e, ERR_UNRECOGNISED, in->src->path, "nothing was recognised in it");
    }
    for (const diagnostic *d = in->ret->diagnostics; d; d = d->next) {
        if (d->severity == DIAG_WARNING) {
            snprintf(e->text, sizeof e->text, "%.*s", SV(d->message));
            e->line = d->line;
            break;
        }
    }
    if (as.len > 0) {
        return not_that_format(in, e);
    }
    str near = e->line > 0 ? (str){0} : nearest_tools(in->perm, in->src->bytes);
    return err_hint(e,
                    "%.*s'broadsheet formats' lists what can be read; --as FORMAT forces "
                    "one.",
                    SV(near));
}

/* A stream is known by its head and read without being loaded. */
static const importer *claim_stream(str head, const import_options *options)
{
    const importer *best = NULL;
    int most = 0;
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        int sure = table[i]->stream_claims && allowed(table[i], options)
                       ? table[i]->stream_claims(head)
                       : 0;
        if (sure > most) {
            most = sure;
            best = table[i];
        }
    }
    return best;
}

static bool read_loaded(import *in, err *e)
{
    arena *perm = in->perm;
    const source *stored = in->src;
    if (text_is_binary(stored->bytes)) {
        err_set(e, ERR_UNRECOGNISED, stored->path, "this is a binary file");
        return err_hint(e, "Text, JSON and CSV can be read, also behind gzip or zstd.");
    }
    source utf8 = *stored;
    utf8.bytes = text_utf8(perm, stored->bytes);
    const importer *row = claim_stream(str_take(utf8.bytes, 1 << 16), in->options);
    if (row && utf8.bytes.ptr != stored->bytes.ptr) { /* PowerShell's > writes UTF-16 */
        byte_stream *bytes = byte_stream_over(perm, &utf8, false, e);
        bool ok = bytes && row->stream_read(in, bytes, e);
        took(in, row);
        byte_stream_close(bytes);
        return ok;
    }
    in->src = &utf8;
    err first = {0};
    attempt got = try_json(in, &first);
    if (got == NOT_THIS) {
        got = try_table(in, &first);
    }
    in->src = stored;
    if (got == BROKEN) {
        *e = first;
        return false;
    }
    if (got != READ) {
        /* Text may hold JSON's brackets and CSV's commas: a block found is a better
         * answer than a complaint about broken JSON. */
        in->ret = reading_new(perm, str_from(in->src->path));
        err limit = {0};
        attempt as_text = try_text(in, &limit);
        if (as_text == BROKEN && got == NOT_THIS) {
            *e = limit;
            return false;
        }
        if (as_text != READ && got == UNPARSED && !failed(in, e)) {
            *e = first;
            return false;
        }
        got = as_text;
    }
    if (failed(in, e)) {
        return false;
    }
    return got == READ || nothing_found(in, e);
}

static bool read_stream(import *in, byte_stream *bytes, err *e)
{
    const importer *row = claim_stream(byte_stream_head(bytes), in->options);
    if (row) {
        took(in, row);
        return row->stream_read(in, bytes, e);
    }
    source *loaded = NEW(in->perm, source, 1);
    loaded->path = in->src->path;
    in->src = loaded;
    return byte_stream_rest(in->perm, bytes, &loaded->bytes, e) && read_loaded(in, e);
}

/* `bytes` is closed. */
static bool read_all(import *in, byte_stream *bytes, reading **ret, err *e)
{
    str sha256 = {0};
    bool ok = bytes && read_stream(in, bytes, e)
              && byte_stream_sha256(in->perm, bytes, &sha256, e);
    for (reading *r = ok ? in->ret : NULL; r; r = r->next) {
        if (!str_eq(r->format, S("broadsheet"))) { /* that one is complete as it is */
            credit_by_command(in->perm, in->scratch, r);
        }
        if (!in->options->kept) {
            r->sha256 = sha256;
            r->bytes = byte_stream_taken(bytes);
        }
    }
    byte_stream_close(bytes);
    if (ok) {
        *ret = in->ret;
    }
    return ok;
}

bool import_source(arena *perm, arena scratch, const source *src,
                   const import_options *options, reading **ret, err *e)
{
    struct import in = {.src = src,
                        .perm = perm,
                        .scratch = scratch,
                        .options = options,
                        .ret = reading_new(perm, str_from(src->path))};
    return known_name(options, e)
           && read_all(&in, byte_stream_over(perm, src, options->want_hash, e), ret, e);
}

bool import_file(arena *perm, arena scratch, const char *path,
                 const import_options *options, reading **ret, err *e)
{
    source *src = NEW(perm, source, 1);
    src->path = strcmp(path, "-") == 0 ? "(standard input)" : path;
    struct import in = {.src = src,
                        .perm = perm,
                        .scratch = scratch,
                        .options = options,
                        .ret = reading_new(perm, str_from(src->path))};
    return known_name(options, e)
           && read_all(&in, byte_stream_open(perm, path, options->want_hash, e), ret, e);
}
