#include "base/base.h"

#include "import/document.h"
#include "import/shell_words.h"
#include "import/transcript.h"
#include "import/transcript_lines.h"
#include "import/transcript_session.h"

/* A command may go on over so many lines. */
enum { MOST_CONTINUATIONS = 40 };

static bool is_blank(const text *t, ptrdiff_t i)
{
    return i >= t->n || str_trim(t->lines[i].s).len == 0;
}

/* --- blocks ------------------------------------------------------------------- */

static bool is_allowed(const import *in, const importer *row)
{
    str as = in->options->as;
    return as.len == 0 || str_eq(as, str_from(row->name))
           || str_eq(as, str_from(row->tool)) || str_eq(as, S("transcript"));
}

static ptrdiff_t block_at(import *in, const importer *only, const text *t, ptrdiff_t at)
{
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        const importer *row = importer_at(i);
        if (!row->block || (only && row != only) || !is_allowed(in, row)) {
            continue;
        }
        ptrdiff_t end = row->block(in, t, at);
        if (end > at) {
            if (!in->ret->format.ptr) {
                in->ret->format = str_from(row->name);
            }
            return end;
        }
    }
    return only ? at : document_block(in, t, at);
}

tally import_tally(const import *in, str tool)
{
    for (ptrdiff_t i = 0; in->so_far && i < TALLY_TOOLS; i++) {
        if (str_eq(in->so_far[i].tool, tool)) {
            return in->so_far[i];
        }
    }
    return (tally){0};
}

void import_pass_over(import *in, ptrdiff_t line)
{
    in->rest.first = in->rest.n == 0 || line < in->rest.first ? line : in->rest.first;
    in->rest.n += line != in->rest.last; /* pieces of a line share its number */
    in->rest.last = line;
}

void import_count(import *in, result *r)
{
    for (ptrdiff_t i = 0; in->so_far && i < TALLY_TOOLS; i++) {
        tally *t = &in->so_far[i];
        if (t->n == 0 || str_eq(t->tool, r->tool)) {
            t->tool = r->tool;
            t->n += t->last != r;
            t->last = r;
            return;
        }
    }
}

/* The command whose output a block at line `at` is. Commands of a script that stands in
 * one fence get the outputs in the next, in order; a further fence is nobody's. */
static typed *command_for(session *s, ptrdiff_t at)
{
    int fence = s->t->lines[at].fenced ? s->fence : 0;
    typed *c = s->current;
    if (!c || c->prompted || c->fence == 0 || c->fence == fence) {
        return c;
    }
    if (s->queue_fence == c->fence && s->queue) {
        s->queue_output = s->queue_output ? s->queue_output : fence;
        return s->queue_output == fence ? s->queue : NULL;
    }
    return NULL;
}

/* The queue's head has been measured, and by the timer where it is timed: what comes next
 * is the next command's, or nobody's. A lone command keeps all that follows. */
static void advance_queue(session *s, typed *used, str tool)
{
    if (!used || used != s->queue || s->queue_output == 0 || !s->is_script) {
        return;
    }
    bool timed = command_timed(&used->parsed, 0) != NULL;
    if (!timed || str_ends(tool, S("-time"))) {
        s->queue = used->queued;
    }
}

static void add_clue(session *s, result *r, typed *c, ptrdiff_t at)
{
    bool load = str_eq(r->tool, S("bombardier")) || str_eq(r->tool, S("k6"));
    if (c && c == s->server && !load) {
        s->server = NULL; /* it was measured itself: it serves nobody */
    }
    clue *k = NEW(s->in->perm, clue, 1);
    *k = (clue){.r = r,
                .at = s->here,
                .cd_folder = s->cd_folder,
                .cd_comment = s->cd_comment,
                .cd_line = s->cd_line,
                .inside = s->inside,
                .from = s->t->lines[at].from};
    k->server = load ? s->server : NULL;
    if (c && c->prompted && s->here && s->here->line > c->line
        && s->here->level >= LEVEL_BOLD) {
        s->here->spent = true;
    }
    if (c && !c->mangled && !(load && !is_load_generator(&c->parsed))) {
        k->cmd = c;
        const invocation *part =
            transcript_measured(&c->parsed, r->tool, import_tally(s->in, r->tool).n);
        if (part && !r->command.ptr) {
            k->typed_command = true;
            r->command = str_copy(s->in->perm, part->text);
        }
        if (part && r->target.len == 0) {
            r->target = invocation_target(part);
        }
        r->cwd = c->folder;
    }
    *s->clues_end = k;
    s->clues_end = &k->next;
}

/* The lines that a block at `at` may be of: those of another service may follow, as they
 * stand further up in the file. */
static text lines_of_service(session *s, ptrdiff_t at)
{
    text own = *s->t;
    if (at >= s->service_end) {
        str mine = own.lines[at].from, other = {0};
        s->service_end = at + 1;
        while (s->service_end < own.n
               && ((other = own.lines[s->service_end].from).len == 0
                   || str_eq(other, mine))) {
            s->service_end++;
        }
    }
    own.n = s->service_end;
    return own;
}

/* Tries the rows at line `at`; returns the line behind the block, or `at`. */
static ptrdiff_t take_block(session *s, const importer *only, ptrdiff_t at)
{
    import *in = s->in;
    const text own = lines_of_service(s, at);
    typed *c = command_for(s, at);
    bool same_fence = c && c->fence > 0 && !c->prompted && s->queue_output == 0;
    in->command = c && !c->mangled ? &c->parsed : NULL;
    in->so_far = c ? c->so_far : NULL;
    result **slot = in->ret->results_end;
    ptrdiff_t end = block_at(in, only, &own, at);
    if (end == at && !*slot) {
        return at;
    }
    if (same_fence && *slot) {
        s->queue = NULL; /* output follows its command: no script */
    }
    for (result *r = *slot; r; r = r->next) {
        add_clue(s, r, c, at);
        import_count(in, r);
        in->last_timer = str_ends(r->tool, S("-time")) ? r->tool : in->last_timer;
        if (str_eq(r->tool, S("bombardier"))) {
            s->server = NULL;
        }
        advance_queue(s, c, r->tool);
    }
    s->waiting = false;
    return end;
}

/* --- lines -------------------------------------------------------------------- */

/* Joins a command with the lines that its quotes or backslashes ask for. */
static str whole_command(session *s, str words, ptrdiff_t *at)
{
    str joined = words;
    for (int n = 0; n < MOST_CONTINUATIONS && *at + 1 < s->t->n && shell_goes_on(joined);
         n++) {
        str next = str_trim(s->t->lines[*at + 1].s);
        next = str_trim_left(str_starts(next, S("> ")) ? str_drop(next, 2) : next);
        bool backslash = str_ends(joined, S("\\"));
        if (backslash) {
            joined = str_trim_right(str_take(joined, joined.len - 1));
        }
        joined = str_fmt(s->in->perm, "%.*s%s%.*s", SV(joined), backslash ? " " : "\n",
                         SV(next));
        if (joined.len > SHELL_LONGEST_LINE) {
            break;
        }
        (*at)++;
    }
    return shell_goes_on(joined) ? words : joined;
}

/* A prompt, or a command without one. Returns the line behind it, or `at`. */
static ptrdiff_t take_command(session *s, ptrdiff_t at)
{
    const text_line *line = &s->t->lines[at];
    prompt p;
    ptrdiff_t last = at;
    if (s->traced && line_is_trace(line->s, &p.command)) {
        session_add_command(s, p.command, (str){0}, true, line->line);
        return at + 1;
    }
    bool marked = line->mark == MARK_BULLET || line->mark == MARK_CODE;
    if (line_is_prompt(s->in->scratch, line->s, &p)
        || (marked && line_is_prompt(s->in->scratch, line->bare, &p))) {
        str words = whole_command(s, p.command, &last);
        if (p.command.len == 0 && last + 1 < s->t->n && s->t->lines[last + 1].after_cr) {
            last++; /* "$ \r<end of a long command" */
        }
        session_add_command(s, words, p.folder, true, line->line);
        s->traced = s->traced || str_starts(str_trim(line->s), S("+"));
        return last + 1;
    }
    str words = str_trim(line->bare);
    if (s->waiting || line->after_cr || line->mark == MARK_HEADING
        || !line_is_command(s->in->scratch, words)) {
        return at;
    }
    str joined = whole_command(s, words, &last);
    if (last == at && str_ends(joined, S(":"))) {
        joined = str_take(joined, joined.len - 1); /* it serves as a label */
    }
    session_add_command(s, joined, (str){0}, false, line->line);
    return last + 1;
}

/* script(1) states the command that it ran. */
static void take_script_header(session *s, const text_line *line)
{
    cut c = str_cut(line->s, S("[COMMAND=\""));
    str command = str_cut(c.tail, S("\"")).head;
    if (!c.found || !str_starts(line->s, S("Script started"))) {
        return;
    }
    command_line parsed;
    command_parse(s->in->perm, command, NULL, &parsed);
    if (command_find(&parsed, S("dd"), 0) || command_timed(&parsed, 0)) {
        session_add_command(s, command, (str){0}, false, line->line);
    }
}

/* A label without a mark of Markdown's, or a comment within a fence. */
static str plain_label(const session *s, ptrdiff_t at, int *level)
{
    const text_line *line = &s->t->lines[at];
    str trimmed = str_trim(line->s);
    if (line->fenced && str_starts(trimmed, S("# "))) {
        *level = LEVEL_COMMENT;
        return line_label(str_drop(trimmed, 2), false);
    }
    if (s->waiting || line->after_cr || line->mark == MARK_CODE) {
        return (str){0}; /* a program's output, more likely */
    }
    bool colon = str_ends(trimmed, S(":")) || str_ends(trimmed, S(";"));
    ptrdiff_t next = text_skip_blank(s->t, at + 1, 3);
    bool fence_follows = next < s->t->n && s->t->lines[next].fence;
    bool apart = is_blank(s->t, at + 1) && (at == 0 || is_blank(s->t, at - 1));
    *level = colon || fence_follows || !apart ? LEVEL_LABEL : LEVEL_TITLE;
    return line_label(line->bare, true);
}

static str marked_label(const session *s, const text_line *line, int *level)
{
    *level = line->mark == MARK_HEADING ? line->level
             : line->mark == MARK_BOLD  ? LEVEL_BOLD
                                        : LEVEL_BULLET;
    bool as_output = *level > LEVEL_TITLE && s->waiting;
    return as_output ? (str){0} : line_label(line->bare, false);
}

/* True: the line is a heading or a label; the tree has it. */
static bool take_label(session *s, ptrdiff_t at)
{
    const text_line *line = &s->t->lines[at];
    int level = LEVEL_BOLD;
    str words = line->mark == MARK_HEADING ? (str){0} : line_banner(line->s);
    bool banner = words.len > 0;
    if (!banner) {
        bool plain = line->fenced || line->mark == MARK_NONE || line->mark == MARK_CODE;
        words = plain ? plain_label(s, at, &level) : marked_label(s, line, &level);
    }
    if (words.len == 0) {
        return false;
    }
    session_add_node(s, level, words, line->line);
    if (!banner) {
        session_note_command(s, words, line->line);
    }
    return true;
}

static void take_line(session *s, ptrdiff_t at)
{
    const text_line *line = &s->t->lines[at];
    str bare = str_trim(line->bare);
    take_script_header(s, line);
    bool beside = s->composed && line->from.len == 0; /* compose's own words */
    if (beside) {
        session_note_exit(s, bare);
    }
    if (bare.len == 0 || beside || line_is_frame(bare) || take_label(s, at)) {
        return;
    }
    bool prose = line_is_prose(bare) && !s->waiting && !line->fenced;
    bool marked = line->mark == MARK_HEADING || line->mark == MARK_BULLET
                  || line->mark == MARK_BOLD || str_starts(bare, S("= "))
                  || str_starts(bare, S("== "));
    str weak = prose ? line_weak_label(bare) : (str){0};
    if (weak.len > 0) {
        session_add_node(s, LEVEL_WEAK, weak, line->line);
    }
    if (prose || (marked && !s->waiting)) {
        session_note_command(s, bare, line->line);
        return;
    }
    import_pass_over(s->in, line->line);
}

static void follow_fence(session *s, ptrdiff_t at)
{
    const text_line *line = &s->t->lines[at];
    if (line->fence && !s->was_fenced) {
        s->fence++;
    }
    if (line->fence || is_blank(s->t, at)) {
        s->waiting = false;
    }
    s->was_fenced = line->fenced && !(line->fence && s->was_fenced);
}

/* Lines of several services don't ascend. */
static void count_line(session *s, ptrdiff_t at)
{
    ptrdiff_t line = s->t->lines[at].line;
    s->lines = line > s->lines ? line : s->lines;
}

typedef struct {
    result *r;
    ptrdiff_t order;
} placed;

static int by_line(const void *pa, const void *pb)
{
    const placed *a = pa, *b = pb;
    return a->r->line != b->r->line
               ? (a->r->line > b->r->line) - (a->r->line < b->r->line)
               : (a->order > b->order) - (a->order < b->order);
}

/* Results of mixed services were found service by service. */
static void in_order_of_file(session *s)
{
    arena scratch = s->in->scratch;
    reading *to = s->in->ret;
    placed *all = NEW(&scratch, placed, to->result_count);
    ptrdiff_t n = 0;
    for (result *r = to->results; r; r = r->next, n++) {
        all[n] = (placed){r, n};
    }
    qsort(all, (size_t)n, sizeof *all, by_line);
    to->results_end = &to->results;
    for (ptrdiff_t i = 0; i < n; i++) {
        *to->results_end = all[i].r;
        to->results_end = &all[i].r->next;
    }
    *to->results_end = NULL;
}

static void report_rest(session *s)
{
    unread rest = s->in->rest;
    if (rest.n > 0 && s->in->ret->results) {
        reading_note(s->in->perm, s->in->ret, DIAG_INFO, rest.first,
                     "%td of %td lines not understood, first at line %td", rest.n,
                     s->lines, rest.first);
    }
}

bool transcript_read(import *in, const importer *only, err *e)
{
    const text *t = text_split(in->perm, in->scratch, in->src, e);
    if (!t) {
        return false;
    }
    session s = {.in = in, .t = t};
    s.clues_end = &s.clues;
    for (ptrdiff_t i = 0; i < t->n && !s.composed; i++) {
        s.composed = t->lines[i].from.len > 0;
    }
    for (ptrdiff_t at = 0; at < t->n;) {
        follow_fence(&s, at);
        count_line(&s, at);
        if (!is_blank(t, at)) {
            session_enter_service(&s, t->lines[at].from);
        }
        ptrdiff_t end = is_blank(t, at) ? at : take_block(&s, only, at);
        if (end == at) {
            end = take_command(&s, at);
        }
        if (end == at) {
            take_line(&s, at);
            end = at + 1;
        }
        for (ptrdiff_t i = at + 1; i < end; i++) {
            follow_fence(&s, i);
            count_line(&s, i);
        }
        at = end;
    }
    in->command = NULL;
    transcript_credit(in, s.clues);
    if (s.outside) {
        in_order_of_file(&s);
    }
    report_rest(&s);
    return true;
}
