#include "base/base.h"

#include "import/command.h"
#include "import/shell_words.h"

const invocation *command_find(const command_line *c, str program, ptrdiff_t k)
{
    const invocation *found = NULL;
    for (ptrdiff_t i = 0; i < c->n; i++) {
        if (str_eq(c->all[i].program, program)) {
            found = &c->all[i];
            if (k-- == 0) {
                break;
            }
        }
    }
    return found;
}

const invocation *command_timed(const command_line *c, ptrdiff_t k)
{
    const invocation *found = NULL;
    for (ptrdiff_t i = 0; i < c->n; i++) {
        bool same_pipeline = found && str_eq(found->text, c->all[i].text);
        if (c->all[i].timer != TIMER_NONE && !same_pipeline) {
            found = &c->all[i];
            if (k-- == 0) {
                break;
            }
        }
    }
    return found;
}

const invocation *command_main(const command_line *c)
{
    static const char *const chores[] = {"rm",    "cd",     "sync",  "echo", "mkdir",
                                         "sleep", "export", "unset", "set",  "printf",
                                         "ls",    "sysctl", "rmdir", "true", NULL};
    const invocation *found = NULL;
    for (ptrdiff_t i = 0; i < c->n && !found; i++) {
        found = word_is_one_of(c->all[i].program, chores) ? NULL : &c->all[i];
    }
    return found ? found : c->n > 0 ? &c->all[0] : NULL;
}

/* The timer with its -f, where `value` is what an alias stands for. */
static bool alias_value(arena *perm, str value, str *format)
{
    command_line c;
    command_parse(perm, str_fmt(perm, "%.*s x", SV(value)), NULL, &c);
    if (c.n == 0 || c.all[0].timer == TIMER_NONE || c.all[0].word_count > 1) {
        return false;
    }
    *format = c.all[0].time_format;
    return true;
}

bool command_shell_format(arena *perm, str line, time_alias *ret)
{
    shell_token *t;
    ptrdiff_t n = shell_tokens(perm, line, &t);
    bool begins = true, found = false; /* of a command, as far as assignments go */
    for (ptrdiff_t i = 0; i < n; i++) {
        cut c = str_cut(t[i].text, S("="));
        bool is_word = t[i].kind == TOKEN_WORD;
        if (begins && is_word
            && (str_eq(c.head, S("TIMEFORMAT")) || str_eq(c.head, S("TIMEFMT")))) {
            *ret = (time_alias){c.head, c.tail};
            found = c.found;
        }
        begins = !is_word || (begins && c.found) || str_eq(t[i].text, S("export"));
    }
    return found;
}

bool command_time_alias(arena *perm, str line, time_alias *ret)
{
    shell_token *t;
    ptrdiff_t n = shell_tokens(perm, line, &t);
    for (ptrdiff_t i = 0; i < n; i++) {
        bool is_alias = str_eq(t[i].text, S("alias"));
        bool is_export = str_eq(t[i].text, S("export"));
        if ((!is_alias && !is_export) || i + 1 >= n || t[i + 1].kind != TOKEN_WORD) {
            continue;
        }
        cut c = str_cut(t[i + 1].text, S("="));
        if (is_export && c.found && str_eq(c.head, S("TIME"))) {
            *ret = (time_alias){.format = c.tail};
            return true;
        }
        /* csh has no '=': alias NAME 'VALUE' */
        str value = c.found ? c.tail : i + 2 < n ? t[i + 2].text : (str){0};
        str format = {0};
        if (is_alias && alias_value(perm, value, &format)) {
            *ret = (time_alias){c.head, format};
            return true;
        }
    }
    return false;
}
