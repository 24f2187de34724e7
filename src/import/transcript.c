#include "base/base.h"

#include "import/shell_words.h"
#include "import/transcript.h"
#include "import/transcript_lines.h"
#include "import/transcript_parts.h"

/* A command may go on over so many lines. */
enum { MOST_CONTINUATIONS = 40 };

typedef struct {
    import *in;
    const text *t;

    node *last_node, *here;
    typed *current; /* the last command line */
    typed *queue;   /* commands of a fence that had no output in it */
    typed *queue_end;
    int queue_fence,
        queue_output; /* the fences they stand in, and whose outputs are theirs */
    bool is_script;   /* the queue has had more than one command */
    typed *server;    /* the last command that may serve a load generator */
    str cd_folder, cd_comment;
    ptrdiff_t cd_line;
    const container_run *inside;
    str outer_folder, outer_comment; /* where the container was entered from */
    bool traced;                     /* a `+ command` of set -x was seen */
    bool waiting; /* a prompted command has had no output of a tool's yet */

    bool composed; /* docker compose printed it */
    int fence;     /* counts the fences; odd numbers don't matter */
    bool was_fenced;
    clue *clues, **clues_end;

    ptrdiff_t not_understood, first_not_understood, last_not_understood, lines;
} session;

static bool is_blank(const text *t, ptrdiff_t i)
{
    return i >= t->n || str_trim(t->lines[i].s).len == 0;
}

/* --- headings and labels --------------------------------------------------------------
 */

static void add_node(session *s, int level, str words, ptrdiff_t line)
{
    node *n = NEW(s->in->perm, node, 1);
    node *parent = s->here;
    while (parent && parent->level >= level) {
        parent = parent->parent;
    }
    *n = (node){.parent = parent, .level = level, .text = words, .line = line};
    s->here = s->last_node = n;
}

/* A command in a heading is what all below it ran. */
static void note_command_in_node(session *s, str words, ptrdiff_t line)
{
    str command = line_command_in_prose(s->in->scratch, words);
    if (command.len == 0) {
        return;
    }
    if (!s->here || s->here->line != line) {
        add_node(s, LEVEL_TITLE, command, line);
    }
    s->here->command = command;
    typed *c = NEW(s->in->perm, typed, 1);
    *c = (typed){.text = command, .line = line};
    command_parse(s->in->perm, command, &s->in->alias, &c->parsed);
    s->current = c;
}

/* --- commands -------------------------------------------------------------------------
 */

static str join_folder(arena *perm, str base, str path)
{
    bool absolute = path.len == 0 || path.ptr[0] == '/' || path.ptr[0] == '~';
    if (absolute || base.len == 0) {
        return path.len > 0 ? path : S("~");
    }
    bool slash = str_ends(base, S("/"));
    return str_fmt(perm, "%.*s%s%.*s", SV(base), slash ? "" : "/", SV(path));
}

static void change_folder(session *s, const typed *c, const invocation *cd)
{
    str path = cd->word_count > 1 ? cd->words[1] : (str){0};
    if (str_eq(path, S("-"))) {
        path = (str){0};
    }
    s->cd_folder = join_folder(s->in->perm, s->cd_folder, path);
    s->cd_comment = c->parsed.comment;
    s->cd_line = c->line;
}

/* docker run -it IMAGE [bash]: what follows is typed inside. */
static void enter_container(session *s, const typed *c)
{
    static const char *const shells[] = {"sh", "bash", "ash", "dash", "zsh", "fish"};
    const command_line *p = &c->parsed;
    if (p->n == 0 || !p->all[0].container) {
        return;
    }
    const container_run *run = p->all[0].container;
    bool interactive = false;
    for (ptrdiff_t k = 0; k < run->option_count; k++) {
        str o = run->options[k];
        interactive = interactive || str_eq(o, S("--interactive"))
                      || str_eq(o, S("--tty"))
                      || (o.len < 5 && o.len > 1 && o.ptr[0] == '-' && o.ptr[1] != '-'
                          && (str_has(o, S("t")) || str_has(o, S("i"))));
    }
    bool shell = p->n == 1;
    for (ptrdiff_t i = 0; p->n == 2 && i < COUNTOF(shells); i++) {
        shell = shell || str_eq(p->all[1].program, str_from(shells[i]));
    }
    if (interactive && shell) {
        s->inside = run;
        s->outer_folder = s->cd_folder;
        s->outer_comment = s->cd_comment;
        s->cd_folder = s->cd_comment = (str){0};
    }
}

static bool is_load_generator(const command_line *c)
{
    return command_find(c, S("bombardier"), 0) || command_find(c, S("k6"), 0);
}

/* What may stand before a load generator and isn't its server. */
static bool may_serve(const command_line *c)
{
    static const char *const others[] = {
        "curl", "ls",   "cat",   "cd",  "ps",      "df",    "free",   "git",  "rm",
        "cp",   "echo", "sleep", "apt", "apt-get", "alias", "export", "exit", "kill"};
    const invocation *main = command_main(c);
    if (!main || main->word_count == 0) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(others); i++) {
        if (str_eq(main->words[0], str_from(others[i]))) {
            return false;
        }
    }
    return !main->container || main->container->runs
               ? !(str_eq(main->program, S("docker")) && !main->container)
               : false;
}

static void queue_command(session *s, typed *c)
{
    const invocation *main = command_main(&c->parsed);
    if (c->prompted || c->fence == 0 || !main || str_eq(main->program, S("cd"))
        || str_eq(main->program, S("rm")) || str_eq(main->program, S("alias"))) {
        return;
    }
    if (s->queue_fence != c->fence) {
        s->queue = NULL;
        s->queue_fence = c->fence;
        s->queue_output = 0;
        s->is_script = false;
    }
    if (s->queue) {
        s->is_script = true;
        s->queue_end->queued = c;
    } else {
        s->queue = c;
    }
    s->queue_end = c;
}

static void add_command(session *s, str words, str folder, bool prompted, ptrdiff_t line)
{
    typed *c = NEW(s->in->perm, typed, 1);
    *c = (typed){.text = words,
                 .line = line,
                 .prompted = prompted,
                 .mangled = words.len == 0,
                 .fence = s->was_fenced ? s->fence : 0};
    time_alias alias = {0};
    if (command_time_alias(s->in->perm, words, &alias)) {
        s->in->alias = alias;
    }
    command_parse(s->in->perm, words, &s->in->alias, &c->parsed);
    if (c->parsed.n == 0 && c->parsed.comment.len > 0) { /* "$ # bind mount" */
        str banner = line_banner(c->parsed.comment);
        str label = banner.len > 0 ? banner : line_label(c->parsed.comment, false);
        if (label.len > 0) {
            add_node(s, LEVEL_COMMENT, label, line);
        }
    }
    const invocation *cd = command_find(&c->parsed, S("cd"), 0);
    if (cd && !cd->in_loop && !cd->container) {
        change_folder(s, c, cd);
    }
    c->folder = folder.len > 0 ? folder : s->cd_folder;
    if (s->inside && c->parsed.n > 0 && str_eq(c->parsed.all[0].program, S("exit"))) {
        s->inside = NULL;
        s->cd_folder = s->outer_folder;
        s->cd_comment = s->outer_comment;
    }
    enter_container(s, c);
    if (c->parsed.n > 0 && !is_load_generator(&c->parsed) && may_serve(&c->parsed)) {
        s->server = c;
    }
    if (s->here && s->here->spent) {
        s->here = s->here->parent;
    }
    s->current = c;
    s->waiting = prompted && !(cd && c->parsed.n == 1);
    queue_command(s, c);
}

/* --- blocks ---------------------------------------------------------------------------
 */

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
    return at;
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
    clue *k = NEW(s->in->perm, clue, 1);
    *k = (clue){.r = r,
                .at = s->here,
                .cd_folder = s->cd_folder,
                .cd_comment = s->cd_comment,
                .cd_line = s->cd_line,
                .inside = s->inside,
                .from = s->t->lines[at].from};
    bool load = str_eq(r->tool, S("bombardier")) || str_eq(r->tool, S("k6"));
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

/* Tries the rows at line `at`; returns the line behind the block, or `at`. */
static ptrdiff_t take_block(session *s, const importer *only, ptrdiff_t at)
{
    import *in = s->in;
    typed *c = command_for(s, at);
    bool same_fence = c && c->fence > 0 && !c->prompted && s->queue_output == 0;
    in->command = c && !c->mangled ? &c->parsed : NULL;
    in->so_far = c ? c->so_far : NULL;
    result **slot = in->ret->results_end;
    ptrdiff_t end = block_at(in, only, s->t, at);
    if (end == at) {
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

/* --- lines ----------------------------------------------------------------------------
 */

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
        add_command(s, p.command, (str){0}, true, line->line);
        return at + 1;
    }
    bool marked = line->mark == MARK_BULLET || line->mark == MARK_CODE;
    if (line_is_prompt(s->in->scratch, line->s, &p)
        || (marked && line_is_prompt(s->in->scratch, line->bare, &p))) {
        str words = whole_command(s, p.command, &last);
        if (p.command.len == 0 && last + 1 < s->t->n && s->t->lines[last + 1].after_cr) {
            last++; /* "$ \r<end of a long command" */
        }
        add_command(s, words, p.folder, true, line->line);
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
    add_command(s, joined, (str){0}, false, line->line);
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
        add_command(s, command, (str){0}, false, line->line);
    }
}

/* True: the line is a heading or a label; the tree has it. */
static bool take_label(session *s, ptrdiff_t at)
{
    const text_line *line = &s->t->lines[at];
    str words = line->mark == MARK_HEADING ? (str){0} : line_banner(line->s);
    int level = LEVEL_BOLD;
    if (words.len > 0) {
        add_node(s, level, words, line->line);
        return true;
    }
    if (line->fenced || line->mark == MARK_NONE || line->mark == MARK_CODE) {
        str trimmed = str_trim(line->s);
        bool comment = line->fenced && str_starts(trimmed, S("# "));
        words = comment ? line_label(str_drop(trimmed, 2), false)
                        : line_label(line->bare, true);
        bool colon = str_ends(trimmed, S(":")) || str_ends(trimmed, S(";"));
        ptrdiff_t next = text_skip_blank(s->t, at + 1, 3);
        bool fence_follows = next < s->t->n && s->t->lines[next].fence;
        bool apart = is_blank(s->t, at + 1) && (at == 0 || is_blank(s->t, at - 1));
        level = comment                            ? LEVEL_COMMENT
                : colon || fence_follows || !apart ? LEVEL_LABEL
                                                   : LEVEL_TITLE;
        if (!comment && (s->waiting || line->after_cr || line->mark == MARK_CODE)) {
            return false; /* a program's output, more likely */
        }
    } else {
        words = line_label(line->bare, false);
        level = line->mark == MARK_HEADING ? line->level
                : line->mark == MARK_BOLD  ? LEVEL_BOLD
                                           : LEVEL_BULLET;
        if (level > LEVEL_TITLE && s->waiting) {
            return false;
        }
    }
    if (words.len == 0) {
        return false;
    }
    add_node(s, level, words, line->line);
    note_command_in_node(s, words, line->line);
    return true;
}

static void take_line(session *s, ptrdiff_t at)
{
    const text_line *line = &s->t->lines[at];
    str bare = str_trim(line->bare);
    take_script_header(s, line);
    bool beside = s->composed && line->from.len == 0; /* compose's own words */
    if (bare.len == 0 || beside || line_is_frame(bare) || take_label(s, at)) {
        return;
    }
    bool prose = line_is_prose(bare) && !s->waiting && !line->fenced;
    bool marked = line->mark == MARK_HEADING || line->mark == MARK_BULLET
                  || line->mark == MARK_BOLD || str_starts(bare, S("= "))
                  || str_starts(bare, S("== "));
    if (prose || (marked && !s->waiting)) {
        note_command_in_node(s, bare, line->line);
        return;
    }
    s->first_not_understood =
        s->not_understood == 0 ? line->line : s->first_not_understood;
    s->not_understood += line->line != s->last_not_understood;
    s->last_not_understood = line->line;
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

static void report_rest(session *s)
{
    if (s->not_understood > 0 && s->in->ret->results) {
        reading_note(s->in->perm, s->in->ret, DIAG_INFO, s->first_not_understood,
                     "%td of %td lines not understood, first at line %td",
                     s->not_understood, s->lines, s->first_not_understood);
    }
}

bool transcript_read(import *in, const importer *only, err *e)
{
    const text *t = text_split(in->perm, in->src, e);
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
        s.lines = t->lines[at].line;
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
            s.lines = t->lines[i].line;
        }
        at = end;
    }
    in->command = NULL;
    transcript_credit(in, s.clues);
    report_rest(&s);
    return true;
}
