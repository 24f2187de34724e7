#include "base/base.h"

#include "base/err.h"
#include "base/utf8.h"

bool err_set(err *e, err_code code, const char *path, const char *fmt, ...)
{
    *e = (err){.code = code, .path = path};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    return false;
}

/* Is the token a view into the source? The end of the file is, too. */
static bool has_place(const source *src, str token)
{
    uintptr_t at = (uintptr_t)token.ptr, begin = (uintptr_t)src->bytes.ptr;
    return at >= begin && at - begin <= (uintptr_t)src->bytes.len;
}

bool err_at(err *e, const source *src, str token, const char *fmt, ...)
{
    *e = (err){.code = src->prose ? ERR_USAGE : ERR_INPUT,
               .path = src->path,
               .line = source_line(src, token)};
    if (e->line > 0) {
        str before = str_take(src->bytes, token.ptr - src->bytes.ptr);
        cut line = str_cut_last(before, S("\n"));
        e->col = (line.found ? line.tail.len : before.len) + 1;
    }
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    return false;
}

bool err_hint(err *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->hint, sizeof e->hint, fmt, ap);
    va_end(ap);
    return false;
}

void warn_add(warnings *w, const err *e)
{
    warning *item = NEW(w->perm, warning, 1);
    item->e = *e;
    if (w->last) {
        w->last->next = item;
    } else {
        w->first = item;
    }
    w->last = item;
    w->n++;
}

ptrdiff_t source_line(const source *src, str token)
{
    if (!has_place(src, token)) {
        return 0;
    }
    ptrdiff_t line = 1;
    for (const char *p = src->bytes.ptr; p && p < token.ptr; p++) {
        line += *p == '\n';
    }
    return line;
}

ptrdiff_t source_line_on(const source *src, line_cursor *c, str token)
{
    if (!c->at || token.ptr < c->at) {
        *c = (line_cursor){src->bytes.ptr, 1};
    }
    for (; c->at < token.ptr; c->at++) {
        c->line += *c->at == '\n';
    }
    return c->line;
}

/* What would move a terminal's cursor, begin a line of its own or turn the direction of
 * the text is told by its number: names of files and words in them may hold anything. */
static void print_visible(const char *text, FILE *to)
{
    str s = str_from(text);
    for (ptrdiff_t i = 0; i < s.len;) {
        uint32_t code = 0;
        int n = utf8_at(s.ptr + i, s.len - i, &code);
        bool turns =
            (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
        if (n == 0) {
            fprintf(to, "\\x%02X", (unsigned char)s.ptr[i]);
        } else if (code < ' ' || (code >= 0x7F && code < 0xA0) || turns) {
            fprintf(to, "\\u%04X", (unsigned)code);
        } else {
            fwrite(s.ptr + i, 1, (size_t)n, to);
        }
        i += n ? n : 1;
    }
}

void err_print(const err *e, bool is_warning, FILE *to)
{
    fprintf(to, "broadsheet: ");
    print_visible(e->path, to);
    if (e->path && e->line > 0 && e->col > 0) {
        fprintf(to, ":%td:%td: ", e->line, e->col);
    } else if (e->path && e->line > 0) {
        fprintf(to, ":%td: ", e->line);
    } else if (e->path) {
        fprintf(to, ": ");
    }
    fprintf(to, "%s", is_warning ? "warning: " : "");
    print_visible(e->text, to);
    fprintf(to, "\n");
    if (e->hint[0]) {
        fprintf(to, "  hint: ");
        print_visible(e->hint, to);
        fprintf(to, "\n");
    }
}

int err_exit_status(err_code code)
{
    switch (code) {
    case ERR_NONE:
        return 0;
    case ERR_CHECK:
        return 1;
    case ERR_USAGE:
        return 2;
    case ERR_INPUT:
    case ERR_UNRECOGNISED:
    case ERR_LIMIT:
        return 3;
    case ERR_IO:
        return 4;
    }
    return 4;
}
