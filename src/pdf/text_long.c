#include "base/base.h"

#include "pdf/text_parts.h"

/* The first lines of a longer text, so many that Pango is quick: its time grows with the
 * square. *cut_line: the last one goes on in what is left. */
static str take_lines(str *code, bool *cut_line)
{
    enum { LINES = 40, BYTES = 4096 };
    ptrdiff_t end = 0;
    str left = *code;
    for (int i = 0; i < LINES && left.len > 0; i++) {
        ptrdiff_t line = str_find(left, S("\n"));
        ptrdiff_t length = line < 0 ? left.len : line;
        if (end + length > BYTES) {
            break;
        }
        end += length + (line >= 0);
        left = str_drop(*code, end);
    }
    *cut_line = end == 0 && code->len > 0;
    if (*cut_line) {
        for (end = BYTES < code->len ? BYTES : code->len;
             end < code->len && (code->ptr[end] & 0xC0) == 0x80;) {
            end++;
        }
    }
    str head = str_take(*code, end);
    *code = str_drop(*code, end);
    return str_ends(head, S("\n")) && !*cut_line ? str_take(head, end - 1) : head;
}

/* Parts of a text, set one by one. */
typedef struct set_part {
    struct set_part *next;
    const text *set;
    bool goes_on; /* a line of the part before goes on in its first */
} set_part;

typedef struct {
    set_part *first, **end;
    int lines;
} parts;

static void add_part(text_setter *s, parts *all, const text *set, bool goes_on)
{
    set_part *p = NEW(s->perm, set_part, 1);
    p->set = set;
    p->goes_on = goes_on;
    *all->end = p;
    all->end = &p->next;
    all->lines += set->line_count;
}

static text *put_together(text_setter *s, const parts *all)
{
    text *t = NEW(s->perm, text, 1);
    text_line *lines = NEW(s->perm, text_line, all->lines);
    t->lines = lines;
    for (const set_part *p = all->first; p; p = p->next) {
        memcpy(lines + t->line_count, p->set->lines,
               (size_t)p->set->line_count * sizeof *lines);
        lines[t->line_count].continued |= p->goes_on;
        t->line_count += p->set->line_count;
        t->width = fmax(t->width, p->set->width);
        t->natural = fmax(t->natural, p->set->natural);
        t->least = fmax(t->least, p->set->least);
    }
    return t;
}

text *text_set_code(text_setter *s, const text_run *run, double width)
{
    parts all = {0};
    all.end = &all.first;
    bool goes_on = false;
    for (str left = run->text; !all.first || left.len > 0;) {
        text_run *part = NEW(s->perm, text_run, 1);
        bool cut_line;
        *part = *run;
        part->text = take_lines(&left, &cut_line);
        add_part(s, &all, text_set_once(s, part, 1, width, WRAP_LETTERS), goes_on);
        goes_on = cut_line;
    }
    return put_together(s, &all);
}

/* As much of a long text as Pango's coordinates have room for, up to a blank if there is
 * one. */
static str take_words(str *words)
{
    enum { BYTES = 32 * 1024 };
    ptrdiff_t end = words->len;
    if (end > BYTES) {
        for (end = BYTES; end > 0 && words->ptr[end - 1] != ' ';) {
            end--;
        }
        for (end = end > 0 ? end : BYTES; (words->ptr[end] & 0xC0) == 0x80 && end > 1;) {
            end--;
        }
    }
    str head = str_take(*words, end);
    *words = str_drop(*words, end);
    return head;
}

text *text_set_long(text_setter *s, const text_run *runs, ptrdiff_t n, double width,
                    text_wrap wrap)
{
    parts all = {0};
    all.end = &all.first;
    for (ptrdiff_t i = 0; i < n; i++) {
        for (str left = runs[i].text; left.len > 0;) {
            text_run *part = NEW(s->perm, text_run, 1);
            *part = runs[i];
            part->text = take_words(&left);
            add_part(s, &all, text_set_once(s, part, 1, width, wrap), false);
        }
    }
    return put_together(s, &all);
}
