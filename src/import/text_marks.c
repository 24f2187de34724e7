#include "base/base.h"

#include "import/text_parts.h"

/* A fence that is open: what may close it, and how deep it was quoted. */
typedef struct {
    char mark; /* '`' or '~'; 0: none is open */
    ptrdiff_t length;
    int quotes;
} fence;

/* Takes up to `most` quote marks off; returns how many. */
static int unquote(str *s, int most)
{
    int n = 0;
    while (n < most) {
        str rest = str_trim_left(*s);
        if (rest.len == 0 || rest.ptr[0] != '>' || s->len - rest.len > 3) {
            break;
        }
        rest = str_drop(rest, 1);
        *s = str_starts(rest, S(" ")) ? str_drop(rest, 1) : rest;
        n++;
    }
    return n;
}

/* How many lines from `at` on are quoted, and how deep all of them are. */
static ptrdiff_t quoted_run(const text *t, ptrdiff_t at, int *depth)
{
    enum { DEEPEST = 8 };
    ptrdiff_t end = at;
    *depth = DEEPEST;
    for (; end < t->n; end++) {
        str s = t->lines[end].s;
        int n = unquote(&s, DEEPEST);
        if (n == 0) {
            break;
        }
        *depth = n < *depth ? n : *depth;
    }
    return end - at;
}

/* A shell's lines of continuation have the same mark, but stand right below a command. */
static bool may_be_quoted(const text *t, ptrdiff_t at)
{
    str before = at > 0 ? str_trim(t->lines[at - 1].s) : (str){0};
    return before.len == 0 || str_ends(before, S(":")) || str_starts(before, S("```"))
           || str_starts(before, S("~~~"));
}

static bool quotes_off(text *t)
{
    enum { FEWEST = 3 }; /* npm shows what it runs on two such lines */
    bool any = false;
    for (ptrdiff_t at = 0; at < t->n;) {
        int depth = 0;
        ptrdiff_t n = quoted_run(t, at, &depth);
        bool quote = n > 0 && may_be_quoted(t, at) && (n >= FEWEST || n == t->n);
        for (ptrdiff_t i = at; quote && i < at + n; i++) {
            unquote(&t->lines[i].s, depth);
            any = true;
        }
        at += n > 0 ? n : 1;
    }
    return any;
}

void quotes_strip(text *t)
{
    enum { DEEPEST = 4 }; /* a reply that quotes a reply */
    for (int i = 0; i < DEEPEST && quotes_off(t); i++) {
    }
}

static ptrdiff_t run_of(str s, char c)
{
    ptrdiff_t n = 0;
    while (n < s.len && s.ptr[n] == c) {
        n++;
    }
    return n;
}

/* The length of the fence that `s` begins with, 0: none. */
static ptrdiff_t fence_at(str s, char *mark)
{
    if (s.len < 3 || (s.ptr[0] != '`' && s.ptr[0] != '~')) {
        return 0;
    }
    *mark = s.ptr[0];
    ptrdiff_t n = run_of(s, *mark);
    return n >= 3 ? n : 0;
}

/* An info string is one word ("bash", "{.text}"), or "text title"; what stands behind a
 * fence else is output that lost its line break. */
static bool is_info(str s)
{
    s = str_trim(s);
    if (s.len == 0 || s.ptr[0] == '{') {
        return true;
    }
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        bool fine =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || strchr("+-_#.", c);
        if (!fine) {
            return false;
        }
    }
    return true;
}

static void open_fence(text_line *line, fence *open, str at, ptrdiff_t length, int quotes)
{
    line->fence = line->fenced = true;
    str behind = str_drop(at, length);
    if (str_ends(str_trim_right(behind), S("```"))) {
        line->bare = str_trim(str_take(behind, str_find(behind, S("```"))));
        return; /* opened and closed in one line */
    }
    line->bare = is_info(behind) ? (str){0} : behind;
    *open = (fence){at.ptr[0], length, quotes};
}

static void inside_fence(text_line *line, fence *open)
{
    line->fenced = true;
    line->bare = line->s;
    unquote(&line->bare, open->quotes);
    char mark = 0;
    str at = str_trim(line->bare);
    ptrdiff_t length = fence_at(at, &mark);
    if (mark == open->mark && length >= open->length && length == at.len) {
        line->fence = true;
        line->bare = (str){0};
        *open = (fence){0};
        return;
    }
    if (open->mark == '`' && str_ends(at, S("```"))) {
        line->fence = true;
        line->bare = str_take(line->bare, str_find(line->bare, S("```")));
        *open = (fence){0};
    }
}

static bool take_heading(text_line *line)
{
    str s = str_trim(line->bare);
    ptrdiff_t n = run_of(s, '#');
    if (n == 0 || n > 6 || n == s.len || (s.ptr[n] != ' ' && s.ptr[n] != '\t')) {
        return false;
    }
    line->level = (short)n;
    line->mark = MARK_HEADING;
    s = str_trim(str_drop(s, n));
    while (str_ends(s, S("#"))) {
        s = str_take(s, s.len - 1);
    }
    line->bare = str_trim_right(s);
    return true;
}

static bool take_bullet(text_line *line)
{
    str s = str_trim_left(line->bare);
    ptrdiff_t n = 0;
    if (s.len > 2 && strchr("*-+", s.ptr[0])) {
        n = 1;
    } else {
        while (n < s.len && n < 3 && s.ptr[n] >= '0' && s.ptr[n] <= '9') {
            n++;
        }
        n = n > 0 && n < s.len && (s.ptr[n] == '.' || s.ptr[n] == ')') ? n + 1 : 0;
    }
    if (n == 0 || n >= s.len || s.ptr[n] != ' ') {
        return false;
    }
    line->mark = MARK_BULLET;
    line->bare = str_trim_left(str_drop(s, n));
    return true;
}

/* `mark`s around the whole line and nowhere inside it. A colon may stand behind. */
static bool take_around(text_line *line, str mark, text_mark kind)
{
    str s = str_trim(line->bare);
    bool colon = str_ends(s, S(":"));
    str core = colon ? str_take(s, s.len - 1) : s;
    if (core.len <= 2 * mark.len || !str_starts(core, mark) || !str_ends(core, mark)) {
        return false;
    }
    core = str_take(str_drop(core, mark.len), core.len - 2 * mark.len);
    if (str_has(core, mark)) {
        return false;
    }
    line->bare = str_trim(core);
    line->mark = kind;
    return true;
}

static void outside(text_line *line, fence *open)
{
    line->bare = line->s;
    int quotes = unquote(&line->bare, 8);
    line->level = (short)quotes;
    char mark = 0;
    str at = str_trim_left(line->bare);
    ptrdiff_t length = fence_at(at, &mark);
    if (length > 0) {
        open_fence(line, open, at, length, quotes);
        return;
    }
    if (take_heading(line)) {
        return;
    }
    take_bullet(line);
    at = str_trim_left(line->bare);
    length = line->mark == MARK_BULLET ? fence_at(at, &mark) : 0;
    if (length > 0) {
        open_fence(line, open, at, length, quotes);
        return;
    }
    if (!take_around(line, S("**"), MARK_BOLD)
        && !take_around(line, S("__"), MARK_BOLD)) {
        take_around(line, S("`"), MARK_CODE);
    }
}

void marks_strip(text *t)
{
    fence open = {0};
    for (ptrdiff_t i = 0; i < t->n; i++) {
        if (open.mark) {
            inside_fence(&t->lines[i], &open);
        } else {
            outside(&t->lines[i], &open);
        }
    }
}
