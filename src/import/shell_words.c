#include "base/base.h"

#include "import/shell_words.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The offset behind a bracketed substitution that opens at s.ptr[i], nesting counted. */
static ptrdiff_t skip_brackets(str s, ptrdiff_t i)
{
    char open = s.ptr[i], close = open == '(' ? ')' : open == '{' ? '}' : ']';
    int depth = 0;
    for (; i < s.len; i++) {
        depth += s.ptr[i] == open;
        depth -= s.ptr[i] == close;
        if (depth == 0) {
            return i + 1;
        }
    }
    return s.len;
}

static ptrdiff_t skip_quoted(str s, ptrdiff_t i)
{
    char quote = s.ptr[i++];
    for (; i < s.len && s.ptr[i] != quote; i++) {
        i += s.ptr[i] == '\\' && quote != '\'' && i + 1 < s.len;
    }
    return i < s.len ? i + 1 : s.len;
}

/* The offset behind the piece of a word that begins at i: a quoted part, a substitution
 * or one character. */
static ptrdiff_t skip_piece(str s, ptrdiff_t i)
{
    char c = s.ptr[i];
    if (c == '\'' || c == '"' || c == '`') {
        return skip_quoted(s, i);
    }
    if (c == '$' && i + 1 < s.len && strchr("({[", s.ptr[i + 1])) {
        return skip_brackets(s, i + 1);
    }
    if (c == '\\' && i + 1 < s.len) {
        return i + 2;
    }
    return i + 1;
}

static bool ends_word(char c)
{
    return is_blank(c) || c == ';' || c == '&' || c == '|' || c == '(' || c == ')'
           || c == '<' || c == '>';
}

static ptrdiff_t skip_word(str s, ptrdiff_t i)
{
    while (i < s.len && !ends_word(s.ptr[i])) {
        i = skip_piece(s, i);
    }
    return i;
}

/* Takes the quotes off a word. `raw` is not changed where there are none. */
static str unquote(arena *perm, str raw)
{
    if (raw.len == 0
        || (!memchr(raw.ptr, '\'', (size_t)raw.len)
            && !memchr(raw.ptr, '"', (size_t)raw.len)
            && !memchr(raw.ptr, '\\', (size_t)raw.len))) {
        return raw;
    }
    char *bytes = NEW(perm, char, raw.len);
    ptrdiff_t n = 0;
    for (ptrdiff_t i = 0; i < raw.len;) {
        ptrdiff_t next = skip_piece(raw, i);
        char c = raw.ptr[i];
        if (c == '$' && next < raw.len && strchr("'\"", raw.ptr[next])) {
            i = next; /* $'...': what its escapes stand for is left to the reader */
            continue;
        }
        bool quoted = c == '\'' || c == '"';
        if (quoted || (c == '\\' && next == i + 2)) {
            i++;
        }
        ptrdiff_t to = quoted && next > i && raw.ptr[next - 1] == c ? next - 1 : next;
        for (; i < to; i++) {
            bool escape = c == '"' && raw.ptr[i] == '\\' && i + 1 < to
                          && strchr("\"\\$`", raw.ptr[i + 1]);
            i += escape;
            bytes[n++] = raw.ptr[i];
        }
        i = next;
    }
    return (str){bytes, n};
}

/* The length of a redirection's operator at s.ptr[i], 0: none. Digits may lead. */
static ptrdiff_t redirect_at(str s, ptrdiff_t i)
{
    ptrdiff_t from = i;
    while (i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9') {
        i++;
    }
    if (i == from && i + 1 < s.len && s.ptr[i] == '&' && s.ptr[i + 1] == '>') {
        i++;
    }
    if (i >= s.len || (s.ptr[i] != '<' && s.ptr[i] != '>')) {
        return 0;
    }
    while (i < s.len && (s.ptr[i] == '<' || s.ptr[i] == '>')) {
        i++;
    }
    i += i < s.len && (s.ptr[i] == '&' || s.ptr[i] == '|');
    return i - from;
}

static ptrdiff_t operator_at(str s, ptrdiff_t i, token_kind *kind)
{
    char c = s.ptr[i], next = i + 1 < s.len ? s.ptr[i + 1] : 0;
    ptrdiff_t redirect = redirect_at(s, i);
    if (redirect > 0) {
        *kind = TOKEN_REDIRECT;
        i += redirect;
        while (i < s.len && (s.ptr[i] == ' ' || s.ptr[i] == '\t')) {
            i++;
        }
        return skip_word(s, i);
    }
    if (c == '(' || c == ')') {
        *kind = TOKEN_PAREN;
        return i + 1;
    }
    *kind = c == '|' && next != '|' ? TOKEN_PIPE : TOKEN_LIST;
    bool doubled = next == c || (c == '|' && next == '&');
    return i + 1 + doubled;
}

bool shell_next(arena *perm, str *rest, shell_token *ret)
{
    str s = *rest;
    ptrdiff_t i = 0;
    while (i < s.len && is_blank(s.ptr[i])) {
        i++;
    }
    if (i == s.len) {
        *rest = (str){0};
        return false;
    }
    ptrdiff_t to = s.len;
    token_kind kind = TOKEN_WORD;
    if (s.ptr[i] == '#') {
        kind = TOKEN_COMMENT;
    } else if (ends_word(s.ptr[i]) || redirect_at(s, i) > 0) {
        to = operator_at(s, i, &kind);
    } else {
        to = skip_word(s, i);
    }
    str raw = {s.ptr + i, to - i};
    *rest = str_drop(s, to);
    str text = kind == TOKEN_WORD      ? unquote(perm, raw)
               : kind == TOKEN_COMMENT ? str_trim(str_drop(raw, 1))
                                       : raw;
    *ret = (shell_token){kind, raw, text};
    return true;
}

ptrdiff_t shell_tokens(arena *perm, str line, shell_token **ret)
{
    *ret = NULL;
    if (line.len > SHELL_LONGEST_LINE) {
        return 0;
    }
    ptrdiff_t n = 0, most = 1;
    for (ptrdiff_t i = 0; i < line.len; i++) {
        most += ends_word(line.ptr[i]);
    }
    most = 2 * most < SHELL_MOST_TOKENS ? 2 * most : SHELL_MOST_TOKENS;
    shell_token *all = NEW(perm, shell_token, most);
    while (n < most && shell_next(perm, &line, &all[n])) {
        n++;
    }
    *ret = all;
    return n;
}

bool shell_goes_on(str line)
{
    line = str_trim_right(line);
    if (line.len == 0 || line.len > SHELL_LONGEST_LINE) {
        return false;
    }
    for (ptrdiff_t i = 0; i < line.len;) {
        char c = line.ptr[i];
        if (c == '#' && (i == 0 || is_blank(line.ptr[i - 1]))) {
            return false;
        }
        ptrdiff_t next = skip_piece(line, i);
        bool quote = c == '\'' || c == '"';
        if (quote && (next == i + 1 || line.ptr[next - 1] != c)) {
            return true;
        }
        if (c == '\\' && next == i + 1) {
            return true;
        }
        i = next;
    }
    return false;
}

bool word_is_one_of(str word, const char *const *list)
{
    for (; *list; list++) {
        if (str_eq(word, str_from(*list))) {
            return true;
        }
    }
    return false;
}
